package flow

import (
	"slices"
	"sort"

	"lockstep/engine/collective"
	"lockstep/engine/trace"
)

// happening is a moment of a collective: a message leaves, or a rank has taken one
// in, or a rank changes its tensor by itself (Message is None).
type happening struct {
	event   int32
	message int32
	write   int32 // trace.None: the bytes are the message's
	rank    uint8
	send    bool
}

// most bytes that a collective's ranks hold altogether for it to be read: beyond,
// nobody looks at single numbers.
const most = 1 << 20

func (r *Reader) read(x *Collective) *Collective {
	if x != nil {
		r.ReadWith(x, func(int) {})
	}
	return x
}

// Known tells whether the messages of a collective have been looked at.
func (x *Collective) Known() bool { return x.read }

// ReadWith is Read for a caller that wants to be told how far it has come, as with
// NewReaderWith, and may give it up between.
func (r *Reader) ReadWith(x *Collective, did func(units int)) {
	if x.read {
		return
	}
	y := *x
	r.look(&y, did)
	if !x.read { // by somebody else, meanwhile
		y.read = true
		*x = y
	}
}

func (r *Reader) look(x *Collective, did func(units int)) {
	if x.Ranks < 2 || x.Ranks > Most || x.Length()*x.Ranks > most {
		return
	}
	sent := r.gather(x, did)
	for _, root := range x.roots(r.t) {
		x.Root = root
		if x.match(r.t, sent, did) {
			for i, p := range x.parts {
				x.parts[i] = x.place(p)
			}
			did(len(x.parts) / 8)
			r.begin(x, did)
			return
		}
	}
	x.forget()
}

// Forget gives up what was found out about the messages of a collective: of a long run
// it is more than the run. To read it again takes as long as it did. Replays of it end.
func (r *Reader) Forget(x *Collective) {
	x.forget()
	x.read = false
}

func (x *Collective) forget() {
	x.Root, x.Segments, x.messages, x.parts, x.happened, x.initial = -1, nil, nil, nil, nil, nil
}

// Messages is of how many messages it is known what they carry.
func (x *Collective) Messages() int { return len(x.messages) }

// part is where in the list of its messages one is.
func (x *Collective) part(message int32) (int, bool) { return slices.BinarySearch(x.messages, message) }

// A look at an event, or at a message, costs a part of what an event of a run does.
const (
	looks     = 512
	looksCost = looks / 4
)

// roots are the group ranks that may be src or dst: the one that a program names,
// and the others, should ranks not agree and the messages tell who it was.
func (x *Collective) roots(t *trace.Trace) []int {
	switch x.Op {
	case "broadcast", "reduce", "gather", "scatter":
	default:
		return []int{-1}
	}
	named := 0
	for _, call := range x.Calls {
		if call != trace.None && t.Calls[call].Root != trace.None {
			named = int(t.Calls[call].Root)
		}
	}
	var list []int
	for rank, proc := range t.Groups[x.Group].Members {
		if int(t.Procs[proc].Rank) == named {
			list = append([]int{rank}, list...)
			continue
		}
		list = append(list, rank)
	}
	return list
}

// gather collects what happened, and the messages in the order of their posting.
func (r *Reader) gather(x *Collective, did func(units int)) (sent []int32) {
	t := r.t
	from, to := t.EventsUntil(x.Start-1), r.events
	if x.End != trace.Never {
		to = min(to, t.EventsUntil(x.End))
	}
	mine := map[int32]int{} // call → group rank
	for rank, call := range x.Calls {
		if call != trace.None {
			mine[call] = rank
		}
	}
	for i := from; i < to; i++ {
		if i%looks == looks-1 {
			did(looksCost)
		}
		e := t.Events[i]
		switch e.Kind {
		case trace.MsgPost, trace.MsgSend:
			rank, ok := mine[t.Messages[e.Ref].SendCall]
			if !ok {
				continue
			}
			sent = append(sent, e.Ref)
			if e.Kind == trace.MsgSend {
				x.happened = append(x.happened, happening{int32(i), e.Ref, trace.None, uint8(rank), true})
			}
		case trace.MsgArrive:
			if rank, ok := mine[t.Messages[e.Ref].RecvCall]; ok {
				x.happened = append(x.happened, happening{int32(i), e.Ref, trace.None, uint8(rank), false})
			}
		case trace.Wrote:
			x.write(t, i, e, mine)
		}
	}
	slices.Sort(sent) // each of them twice at most: it was posted, and it left
	x.happened = slices.Clip(x.happened)
	return slices.Clone(slices.Compact(sent))
}

// write notes that a rank's tensor changed: by a message, or as AVG divides.
func (x *Collective) write(t *trace.Trace, event int, e trace.Event, mine map[int32]int) {
	w := &t.Writes[e.Ref]
	if w.Msg != trace.None {
		if rank, ok := mine[t.Messages[w.Msg].RecvCall]; ok {
			x.happened = append(x.happened, happening{int32(event), w.Msg, e.Ref, uint8(rank), false})
		}
		return
	}
	for rank, call := range x.Calls {
		if x.shared() && call != trace.None && t.Calls[call].Tensor == w.Tensor && t.Calls[call].Proc == int32(e.Proc) {
			x.happened = append(x.happened, happening{int32(event), trace.None, e.Ref, uint8(rank), false})
		}
	}
}

// match tells for each message which move of the plans it is, and cuts the tensor where
// some move begins or ends. It is false when they are other messages than those of the
// plans.
func (x *Collective) match(t *trace.Trace, sent []int32, did func(units int)) bool {
	plans, edges := make([][]collective.Move, x.Ranks), x.edges()
	for rank, id := range x.Calls {
		if id == trace.None {
			continue
		}
		plans[rank] = collective.Plan(x.Op, t.Calls[id].Algorithm, rank, x.Call())
		did(4 * x.Ranks)
		edges.add(x, rank, t.Calls[id].Algorithm, plans[rank])
	}
	seats := placesOf(&t.Groups[x.Group])
	type pair struct{ from, to int }
	taken := map[pair]*struct{ out, in int }{} // moves of the one and of the other that were gone through
	x.messages, x.parts = sent, make([]Part, 0, len(sent))
	for i, id := range sent {
		if i%looks == looks-1 {
			did(looks)
		}
		m := &t.Messages[id]
		from, known := seats[m.From]
		to, too := seats[m.To]
		if !known || !too {
			return false
		}
		k := taken[pair{from, to}]
		if k == nil {
			k = new(struct{ out, in int })
			taken[pair{from, to}] = k
		}
		out, in := moveOf(plans[from], &k.out, true, to), moveOf(plans[to], &k.in, false, from)
		if out == nil || out.N != int(m.Bytes) {
			return false
		}
		move, part := *out, Part{From: from, To: to, Off: out.Off, N: out.N}
		switch {
		case in != nil:
			move = *in
			if move.N != part.N {
				return false
			}
			part.Off, part.Combine = move.Off, move.Combine
		case x.Calls[to] != trace.None:
			return false
		}
		algorithm := x.Algorithm
		if call := x.Calls[to]; call != trace.None {
			algorithm = t.Calls[call].Algorithm
		}
		part.Phase = collective.PhaseOf(x.Op, algorithm, to, x.Call(), move)
		x.parts = append(x.parts, part)
	}
	if x.Op == "reduce_scatter" || x.Op == "reduce_scatter_tensor" {
		return false
	}
	x.cut(edges)
	return true
}

// moveOf is the next move of a plan to or from a peer, from the place at on, which goes
// behind it; nil: there is no more.
func moveOf(plan []collective.Move, at *int, send bool, peer int) *collective.Move {
	for *at < len(plan) {
		m := &plan[*at]
		*at++
		if m.Send == send && m.Peer == peer {
			return m
		}
	}
	return nil
}

// edges are the bytes of a shared tensor at which some move begins or ends; nil where
// the tensor is not shared.
type edges []bool

func (x *Collective) edges() edges {
	if !x.shared() {
		return nil
	}
	return make(edges, x.Bytes+1)
}

// add adds those of a rank, of which the plan by its own algorithm is given.
func (e edges) add(x *Collective, rank int, algorithm string, plan []collective.Move) {
	if e == nil {
		return
	}
	if algorithm != x.Algorithm {
		plan = collective.Plan(x.Op, x.Algorithm, rank, x.Call())
	}
	for i := range plan {
		e[min(plan[i].Off, x.Bytes)], e[min(plan[i].Off+plan[i].N, x.Bytes)] = true, true
	}
}

// cut finds the segments: where some message begins or ends. Blocks of ranks are
// one each, however many messages bring one.
func (x *Collective) cut(at edges) {
	if !x.shared() {
		for i := range x.Ranks {
			x.Segments = append(x.Segments, Segment{i * x.Bytes, x.Bytes})
		}
		return
	}
	last := 0
	for i := 1; i <= x.Bytes; i++ {
		if at[i] || i == x.Bytes {
			x.Segments = append(x.Segments, Segment{last, i - last})
			last = i
		}
	}
}

// place finds the segments of a part. Bruck's blocks go round the end: then Last
// counts on.
func (x *Collective) place(p Part) Part {
	p.First, p.Last = x.segment(p.Off), x.segment(p.Off+max(p.N, 1)-1)
	if !x.shared() && x.Bytes > 0 && p.N > x.Bytes {
		p.Last = p.First + p.N/x.Bytes - 1
	}
	return p
}

// segment is the number of the one that a byte lies in.
func (x *Collective) segment(off int) int {
	k := sort.Search(len(x.Segments), func(k int) bool { return x.Segments[k].Off > off }) - 1
	return min(max(k, 0), max(0, len(x.Segments)-1))
}

// begin reads what each rank holds when it begins.
func (r *Reader) begin(x *Collective, did func(units int)) {
	x.initial = make([][]byte, x.Ranks)
	for rank, id := range x.Calls {
		if id == trace.None {
			continue
		}
		c := &r.t.Calls[id]
		did(looksCost)
		r.cursor.SeekEvent(min(r.t.EventsUntil(c.Start-1), r.events))
		r.forward(id)
		uses := usesOf(r.t, id)
		if x.Op == "scatter" && rank == x.Root && len(uses) > x.Ranks {
			for _, u := range uses[1 : 1+x.Ranks] {
				x.initial[rank] = append(x.initial[rank], r.held(u)...)
			}
		} else if len(uses) > 0 {
			x.initial[rank] = append([]byte(nil), r.held(uses[0])...)
		}
	}
}

// held is what a tensor holds, as far as a call uses it; nil: not recorded.
func (r *Reader) held(u trace.Use) []byte {
	if u.Tensor == trace.None {
		return nil
	}
	b := r.cursor.Bytes(u.Tensor)
	if int(u.Offset+u.Len) > len(b) {
		return nil
	}
	return b[u.Offset : u.Offset+u.Len]
}

// forward moves the cursor to the event with which a call begins.
func (r *Reader) forward(call int32) {
	for i := r.cursor.Pos(); i < r.events; i++ {
		if e := r.t.Events[i]; e.Kind == trace.CallBegin && e.Ref == call {
			r.cursor.SeekEvent(i)
			return
		}
	}
}
