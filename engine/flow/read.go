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
	event   int
	send    bool
	rank    int
	message int32
	write   int32 // trace.None: the bytes are the message's
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
			x.cut()
			for id, p := range x.parts {
				x.parts[id] = x.place(p)
			}
			did(len(x.parts) / 8)
			r.begin(x, did)
			return
		}
	}
	x.Root, x.parts, x.happened = -1, nil, nil
}

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
	seen := map[int32]bool{}
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
			if !seen[e.Ref] {
				seen[e.Ref] = true
				sent = append(sent, e.Ref)
			}
			if e.Kind == trace.MsgSend {
				x.happened = append(x.happened, happening{i, true, rank, e.Ref, trace.None})
			}
		case trace.MsgArrive:
			if rank, ok := mine[t.Messages[e.Ref].RecvCall]; ok {
				x.happened = append(x.happened, happening{i, false, rank, e.Ref, trace.None})
			}
		case trace.Wrote:
			x.write(t, i, e, mine)
		}
	}
	slices.Sort(sent)
	return sent
}

// write notes that a rank's tensor changed: by a message, or as AVG divides.
func (x *Collective) write(t *trace.Trace, event int, e trace.Event, mine map[int32]int) {
	w := &t.Writes[e.Ref]
	if w.Msg != trace.None {
		if rank, ok := mine[t.Messages[w.Msg].RecvCall]; ok {
			x.happened = append(x.happened, happening{event, false, rank, w.Msg, e.Ref})
		}
		return
	}
	for rank, call := range x.Calls {
		if x.shared() && call != trace.None && t.Calls[call].Tensor == w.Tensor && t.Calls[call].Proc == int32(e.Proc) {
			x.happened = append(x.happened, happening{event, false, rank, trace.None, e.Ref})
		}
	}
}

// match tells for each message which move of the plans it is. It is false when
// they are other messages than those of the plans.
func (x *Collective) match(t *trace.Trace, sent []int32, did func(units int)) bool {
	x.parts = map[int32]Part{}
	type pair struct{ from, to int }
	out, in := map[pair][]collective.Move{}, map[pair][]collective.Move{}
	for rank, id := range x.Calls {
		if id == trace.None {
			continue
		}
		did(2 * x.Ranks)
		for _, m := range collective.Plan(x.Op, t.Calls[id].Algorithm, rank, x.Call()) {
			p := pair{rank, m.Peer}
			if m.Send {
				out[p] = append(out[p], m)
			} else {
				p = pair{m.Peer, rank}
				in[p] = append(in[p], m)
			}
		}
	}
	taken := map[pair]int{}
	for i, id := range sent {
		if i%looks == looks-1 {
			did(looks)
		}
		m := &t.Messages[id]
		p := pair{x.Rank(t, m.From), x.Rank(t, m.To)}
		k := taken[p]
		taken[p]++
		if k >= len(out[p]) || out[p][k].N != int(m.Bytes) {
			return false
		}
		move, part := out[p][k], Part{From: p.from, To: p.to}
		part.Off, part.N = move.Off, move.N
		switch {
		case k < len(in[p]):
			move = in[p][k]
			if move.N != part.N {
				return false
			}
			part.Off, part.Combine = move.Off, move.Combine
		case x.Calls[p.to] != trace.None:
			return false
		}
		algorithm := x.Algorithm
		if to := x.Calls[p.to]; to != trace.None {
			algorithm = t.Calls[to].Algorithm
		}
		part.Phase = collective.PhaseOf(x.Op, algorithm, p.to, x.Call(), move)
		x.parts[id] = part
	}
	return x.Op != "reduce_scatter" && x.Op != "reduce_scatter_tensor"
}

// cut finds the segments: where some message begins or ends. Blocks of ranks are
// one each, however many messages bring one.
func (x *Collective) cut() {
	if !x.shared() {
		for i := range x.Ranks {
			x.Segments = append(x.Segments, Segment{i * x.Bytes, x.Bytes})
		}
		return
	}
	places := []int{0, x.Bytes}
	for rank, id := range x.Calls {
		if id == trace.None {
			continue
		}
		for _, m := range collective.Plan(x.Op, x.Algorithm, rank, x.Call()) {
			places = append(places, min(m.Off, x.Bytes), min(m.Off+m.N, x.Bytes))
		}
	}
	slices.Sort(places)
	places = slices.Compact(places)
	for i := 1; i < len(places); i++ {
		x.Segments = append(x.Segments, Segment{places[i-1], places[i] - places[i-1]})
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
