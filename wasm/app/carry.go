package app

import (
	"slices"
	"strconv"

	"lockstep/engine/scenario"
)

// Slot is a place that an op can be put to: before the op At or, when Last, at the
// end of the body that belongs to At. Before an op that is no more is the end of its
// program.
type Slot struct {
	At   InnerRef
	Last bool
}

// Inside reports whether the place is in the body of a repeat.
func (t Slot) Inside() bool { return t.At.In > 0 || t.Last }

// Behind is the place behind an op, in the program or the body in which it stands.
func Behind(s *scenario.Scenario, at InnerRef) Slot {
	if at.In == 0 {
		return Slot{At: InnerRef{at.Rank, at.Op + 1, 0}}
	}
	if _, more := at.Siblings(s); more == 0 {
		return Slot{At: at.parent(s), Last: true}
	}
	return Slot{At: InnerRef{at.Rank, at.Op, at.In + Written(at.Find(s).Body) + 1}}
}

// parent is the repeat in whose body an op stands.
func (r InnerRef) parent(s *scenario.Scenario) InnerRef {
	way := r.way(s)
	return refOf(r.Rank, s.ProgramOf(r.Rank), way[:len(way)-1])
}

// way leads to an op: its index in the program, then in each body on the way. It is
// nil where there is no such op.
func (r InnerRef) way(s *scenario.Scenario) []int {
	if !hasOp(s, r.Rank, r.Op) {
		return nil
	}
	way, in := []int{r.Op}, r.In
	for body := s.ProgramOf(r.Rank)[r.Op].Body; in > 0; {
		i := 0
		for ; i < len(body) && in > Written(body[i].Body)+1; i++ {
			in -= Written(body[i].Body) + 1
		}
		if i == len(body) {
			return nil
		}
		way, in, body = append(way, i), in-1, body[i].Body
	}
	return way
}

// refOf is the op that a way leads to.
func refOf(rank int, program []scenario.Op, way []int) InnerRef {
	r := InnerRef{rank, way[0], 0}
	body := program[way[0]].Body
	for _, i := range way[1:] {
		r.In += Written(body[:i]) + 1
		body = body[i].Body
	}
	return r
}

// way leads to where an op that is put there will stand; nil: nowhere.
func (t Slot) way(s *scenario.Scenario) []int {
	if !t.Inside() {
		if t.At.Rank < 0 || t.At.Rank >= s.Processes() {
			return nil
		}
		return []int{min(max(t.At.Op, 0), len(s.ProgramOf(t.At.Rank)))}
	}
	way := t.At.way(s)
	if way == nil || !t.Last {
		return way
	}
	op := t.At.Find(s)
	if !isRepeat(op) {
		return nil
	}
	return append(way, len(op.Body))
}

// Carry puts an op, and what is chosen with it, into the body of a repeat, or what
// stands in one somewhere else. Ops of other ranks go to the same place of theirs.
type Carry struct {
	From InnerRef
	To   Slot
}

// CarryInto puts an op into the body of the repeat that stands next to it: of the
// one behind it (By 1) as the first, of the one before it (By −1) as the last.
type CarryInto struct {
	From InnerRef
	By   int
}

func (Carry) action()     {}
func (CarryInto) action() {}

func (a Carry) of(s *State) edit {
	if a.From.In == 0 && !a.To.Inside() {
		return &moving{refs: s.with(OpRef{a.From.Rank, a.From.Op}), anchor: OpRef{a.From.Rank, a.From.Op}, toRank: a.To.At.Rank, toOp: a.To.At.Op}
	}
	c := &carrying{from: a.From, to: a.To}
	if a.From.In == 0 {
		for _, r := range s.with(OpRef{a.From.Rank, a.From.Op}) {
			c.refs = append(c.refs, InnerRef{r.Rank, r.Op, 0})
		}
	} else {
		for _, r := range s.bodies(a.From, anyOp) {
			c.refs = append(c.refs, InnerRef{r.Rank, r.Op, a.From.In})
		}
	}
	if len(c.refs) == 0 {
		return nil
	}
	return c
}

func (a CarryInto) of(s *State) edit {
	if a.From.Find(s.Scenario) == nil || a.By != 1 && a.By != -1 {
		return nil
	}
	way := a.From.way(s.Scenario)
	to := &way[len(way)-1]
	for _, r := range s.with(OpRef{a.From.Rank, a.From.Op}) { // past what goes with it
		if a.From.In == 0 && r.Rank == a.From.Rank && r.Op == *to+a.By {
			*to = r.Op
		}
	}
	if *to += a.By; *to < 0 {
		return nil
	}
	beside := s.Scenario.ProgramOf(a.From.Rank)
	for _, i := range way[:len(way)-1] {
		beside = beside[i].Body
	}
	if *to >= len(beside) || !isRepeat(&beside[*to]) {
		return nil
	}
	slot := Slot{At: refOf(a.From.Rank, s.Scenario.ProgramOf(a.From.Rank), way), Last: true}
	if a.By > 0 && len(beside[*to].Body) > 0 {
		slot = Slot{At: slot.At}
		slot.At.In++
	}
	return Carry{a.From, slot}.of(s)
}

// carrying is Carry with what goes along.
type carrying struct {
	from   InnerRef
	to     Slot
	refs   []InnerRef // in order
	landed []InnerRef
	anchor InnerRef // where from is
}

func (*carrying) action() {}

// load is what is carried from one rank to one.
type load struct {
	from, to int
	ways     [][]int // where the ops stand
	slot     []int   // where the first of them goes
	ops      []scenario.Op
	origins  []OpRef // of those that stood in the program itself
}

func (c *carrying) edit(s *scenario.Scenario) (*scenario.Scenario, error) {
	loads, err := c.loads(s)
	if loads == nil || err != nil {
		return s, err
	}
	j := unpack(s)
	for i := range loads {
		loads[i].lift(&j)
	}
	for i := range loads {
		l := &loads[i]
		for k := range loads {
			if loads[k].from == l.to && !l.slip(loads[k].ways) {
				return s, nil // into itself
			}
		}
	}
	c.landed = nil
	for i := range loads {
		c.settled(loads[i].put(&j), loads[i].from)
	}
	for rank := range j.programs {
		if !samePrograms(j.programs[rank], s.ProgramOf(rank)) {
			return j.pack(), nil
		}
	}
	return s, nil
}

// loads are what is carried, by rank; nil: nothing.
func (c *carrying) loads(s *scenario.Scenario) ([]load, error) {
	var loads []load
	anchored := 0
	for _, r := range c.refs {
		way := r.way(s)
		if way == nil {
			return nil, nil
		}
		if n := len(loads); n == 0 || loads[n-1].from != r.Rank {
			if r.Rank == c.from.Rank {
				anchored = n
			}
			loads = append(loads, load{from: r.Rank, to: r.Rank + c.to.At.Rank - c.from.Rank})
		}
		l := &loads[len(loads)-1]
		l.ways = append(l.ways, way)
	}
	for i := range loads {
		l := &loads[i]
		to := c.to
		to.At.Rank = l.to
		to.At.Op += l.ways[0][0] - loads[anchored].ways[0][0]
		if l.to < 0 || l.to >= s.Processes() {
			return nil, no("move.outside")
		}
		if l.slot = to.way(s); l.slot == nil {
			return nil, no("move.no_body", "rank", strconv.Itoa(l.to))
		}
	}
	return loads, nil
}

// lift takes the ops out of their program.
func (l *load) lift(j *job) {
	for _, way := range slices.Backward(l.ways) {
		var op scenario.Op
		if len(way) == 1 {
			op = j.programs[l.from][way[0]]
			l.origins = slices.Insert(l.origins, 0, j.originsOf(l.from, way[0], 1)...)
			j.splice(l.from, way[0], 1, nil, nil)
		} else {
			j.programs[l.from] = changedAt(j.programs[l.from], way, func(list []scenario.Op, i int) []scenario.Op {
				op = list[i]
				return slices.Delete(list, i, i+1)
			})
		}
		l.ops = slices.Insert(l.ops, 0, op)
	}
}

// slip moves the slot to where it is when what stood at some ways is out; false: it
// was within that.
func (l *load) slip(ways [][]int) bool {
	was := slices.Clone(l.slot)
	for _, way := range ways {
		n := len(way) - 1
		switch {
		case n >= len(was) || !slices.Equal(way[:n], was[:n]):
		case n < len(was)-1 && way[n] == was[n]:
			return false
		case way[n] < was[n]:
			l.slot[n]--
		}
	}
	return true
}

// put puts the ops to their place.
func (l *load) put(j *job) []InnerRef {
	var landed []InnerRef
	if len(l.slot) == 1 {
		j.splice(l.to, l.slot[0], 0, l.ops, l.origins)
	} else {
		j.programs[l.to] = changedAt(j.programs[l.to], l.slot, func(list []scenario.Op, i int) []scenario.Op {
			return slices.Insert(list, i, l.ops...)
		})
		j.inherit(l.origins, OpRef{l.to, l.slot[0]})
	}
	for i := range l.ops {
		if l.to != l.from {
			j.lend(l.from, l.to, l.ops[i])
		}
		way := slices.Clone(l.slot)
		way[len(way)-1] += i
		landed = append(landed, refOf(l.to, j.programs[l.to], way))
	}
	return landed
}

// changedAt is a program in which the list at the end of a way went through change,
// with its place there. What belongs to the program is not written into.
func changedAt(list []scenario.Op, way []int, change func(list []scenario.Op, i int) []scenario.Op) []scenario.Op {
	list = slices.Clone(list)
	if len(way) == 1 {
		return change(list, way[0])
	}
	list[way[0]].Body = changedAt(list[way[0]].Body, way[1:], change)
	return list
}

// settled notes where a rank's ops are.
func (c *carrying) settled(landed []InnerRef, from int) {
	c.landed = append(c.landed, landed...)
	if from == c.from.Rank {
		c.anchor = landed[0]
		for i, r := range slices.DeleteFunc(slices.Clone(c.refs), func(r InnerRef) bool { return r.Rank != from }) {
			if r == c.from {
				c.anchor = landed[i]
			}
		}
	}
}

// settle leaves the focus on the op; what is in bodies is chosen by its repeats.
func (c *carrying) settle(s *State) []Effect {
	var refs []OpRef
	for _, r := range c.landed {
		refs = append(refs, OpRef{r.Rank, r.Op})
	}
	s.choose(OpRef{c.anchor.Rank, c.anchor.Op}, refs)
	if s.Open.Kind == OpenOp {
		s.Open = Open{Kind: OpenOp, Rank: c.anchor.Rank, Op: c.anchor.Op, In: c.anchor.In}
		return []Effect{Focus{c.anchor.ID() + ".op"}}
	}
	return []Effect{Focus{c.anchor.ID()}}
}
