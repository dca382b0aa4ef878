package diagnose

import (
	"slices"

	"lockstep/engine/scenario"
	"lockstep/engine/trace"
)

// Messages by their addresses, as the programs are written: which sends have their
// recvs, and what is left over. A circle of waits, or a wait for nobody's message,
// is often only where a wrong address comes to light.

// address is what a send and a recv must have in common.
type address struct {
	from, to int
	tag      int
	group    string
}

// letter is a send or a recv of a program.
type letter struct {
	address
	proc  int32
	send  bool
	again bool // a send of the same data as the op before it: made twice
}

// leftover are the sends and recvs that have no counterpart in any program, in the
// order of ranks and programs; nil where programs cannot be read.
func (c *Case) leftover() []letter {
	if c.unpaired != nil {
		return *c.unpaired
	}
	var sends, recvs []letter
	var anyTo []address // recvs from whoever sends first
	known := true
	for i := range c.t.Procs {
		known = known && c.letters(int32(i), &sends, &recvs, &anyTo)
	}
	var left []letter
	if known {
		for _, s := range sends {
			if i := slices.IndexFunc(recvs, func(r letter) bool { return r.address == s.address }); i >= 0 {
				recvs = slices.Delete(recvs, i, i+1)
				continue
			}
			left = append(left, s)
		}
		left = slices.DeleteFunc(left, func(s letter) bool {
			i := slices.IndexFunc(anyTo, func(a address) bool { return a.to == s.to && a.tag == s.tag && a.group == s.group })
			if i >= 0 {
				anyTo = slices.Delete(anyTo, i, i+1)
			}
			return i >= 0
		})
		left = append(left, recvs...)
	}
	c.unpaired = &left
	return left
}

// letters reads the messages of one program.
func (c *Case) letters(proc int32, sends, recvs *[]letter, anyTo *[]address) bool {
	me := int(c.t.Procs[proc].Rank)
	var before *scenario.Op
	return c.eachOp(proc, func(o *scenario.Op) {
		if !pointToPoint(o.Name) {
			before = nil
			return
		}
		l := letter{proc: proc, address: address{tag: o.Tag, group: o.Group}, again: before != nil && sameLetter(o, before) && c.sameData(proc, o, before)}
		before = o
		switch {
		case o.Name == "send" || o.Name == "isend":
			l.from, l.to, l.send = me, value(o.Dst), true
			*sends = append(*sends, l)
		case o.Src == nil:
			*anyTo = append(*anyTo, address{to: me, tag: o.Tag, group: o.Group})
		default:
			l.from, l.to = value(o.Src), me
			*recvs = append(*recvs, l)
		}
	})
}

// sameData reports whether two sends are of one named tensor, or of equal literals.
func (c *Case) sameData(proc int32, a, b *scenario.Op) bool {
	if a.Src != nil || b.Src != nil || a.Dst == nil || a.Tensor == nil || b.Tensor == nil {
		return false
	}
	if a.Tensor.Lit == nil || b.Tensor.Lit == nil {
		return a.Tensor.Lit == b.Tensor.Lit && a.Tensor.Name == b.Tensor.Name
	}
	x, y := a.Tensor.Lit, b.Tensor.Lit
	return x.DType == y.DType && x.Fill == y.Fill && slices.Equal(x.Shape, y.Shape) && slices.Equal(x.Data, y.Data)
}

func value(rank *int) int {
	if rank == nil {
		return 0
	}
	return *rank
}

func sameLetter(a, b *scenario.Op) bool {
	return a.Name == b.Name && a.Tag == b.Tag && a.Group == b.Group && value(a.Src) == value(b.Src) && value(a.Dst) == value(b.Dst)
}

// addressed looks whether messages that were never met explain a cause: kinds of
// cause where a send or a recv of its calls waits.
func (c *Case) addressed(k *cause) *cause {
	switch k.kind {
	case unmatchedMessage, waitCycle, crossedMessages:
	default:
		return k
	}
	if !slices.ContainsFunc(k.calls, func(call int32) bool { return pointToPoint(c.t.Calls[c.work(call)].Op) }) {
		return k
	}
	left := c.leftover()
	concerns := func(l letter) bool {
		return slices.ContainsFunc(k.calls, func(call int32) bool {
			p := c.t.Calls[call].Proc
			return p == l.proc || int(c.t.Procs[p].Rank) == l.from || int(c.t.Procs[p].Rank) == l.to
		})
	}
	for _, s := range left {
		if !s.send || !concerns(s) {
			continue
		}
		for _, r := range left {
			if r.send || r.group != s.group {
				continue
			}
			switch {
			case r.from == s.from && r.to == s.to && r.tag != s.tag:
				return c.letterCause(crossedMessages, k, s, r)
			case r.from == s.from && r.tag == s.tag: // another rank waits for it
				return c.letterCause(misaddressed, k, s, r).by(s.proc)
			case r.to == s.to && r.tag == s.tag: // it comes from another
				return c.letterCause(misaddressed, k, s, r).by(r.proc)
			}
		}
	}
	for _, l := range left {
		if concerns(l) {
			return c.letterCause(unmatchedLetter, k, l)
		}
	}
	return k
}

// letterCause is a cause that is read from programs, with the calls that show it
// as far as they began.
func (c *Case) letterCause(kind causeKind, shown *cause, letters ...letter) *cause {
	k := newCause(kind, shown.at)
	for _, l := range letters {
		k.letters = append(k.letters, l)
		if call := c.letterCall(l); call != trace.None {
			k.calls = append(k.calls, call)
		}
	}
	if len(k.calls) == 0 {
		k.calls = shown.calls
	}
	return k
}

// letterCall is the call of a letter that waited in vain, else any that began.
func (c *Case) letterCall(l letter) int32 {
	found := trace.None
	for _, i := range c.callsOf[l.proc] {
		k := &c.t.Calls[i]
		if !pointToPoint(k.Op) || (k.Op == "send" || k.Op == "isend") != l.send || int(k.Tag) != l.tag {
			continue
		}
		if peer := int(k.Root); l.send && peer != l.to || !l.send && peer != l.from {
			continue
		}
		if found = i; c.failed(i) {
			break
		}
	}
	return found
}
