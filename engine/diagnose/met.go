package diagnose

import (
	"slices"

	"lockstep/engine/trace"
)

// met is one collective that all members of a group made, and that succeeded on
// all of them.
type met struct {
	group, seq int32
	calls      []int32 // by group rank
	end        trace.Time
}

// mets are those of a run, in the order in which their first calls began. What
// failed on anybody has a victim and is not among them.
func (c *Case) mets() []met {
	if c.met == nil {
		all := c.findMets()
		c.met = &all
	}
	return *c.met
}

func (c *Case) findMets() []met {
	lost := c.lostHandles()
	index := map[seqKey]int{}
	var all []met
	for i := range c.t.Calls {
		c.pass(2 * i)
		k := &c.t.Calls[i]
		if k.Group == trace.None || k.Seq < 0 || k.Status != trace.OK || k.Done == trace.Never || !collective(k.Op) || lost[int32(i)] {
			continue
		}
		key := seqKey{k.Group, k.Seq}
		at, known := index[key]
		if !known {
			at = len(all)
			index[key] = at
			members := len(c.t.Groups[k.Group].Members)
			all = append(all, met{group: k.Group, seq: k.Seq, calls: make([]int32, 0, min(members, 64))})
		}
		m := &all[at]
		m.calls = append(m.calls, int32(i))
		m.end = max(m.end, k.Done)
	}
	whole := all[:0]
	for _, m := range all {
		c.told(len(m.calls))
		if c.byRank(&m) {
			whole = append(whole, m)
		}
	}
	return whole
}

// byRank puts the calls in the order of group ranks; false where a member has none
// or two.
func (c *Case) byRank(m *met) bool {
	members := c.t.Groups[m.group].Members
	if len(m.calls) != len(members) {
		return false
	}
	if slices.EqualFunc(m.calls, members, func(call, proc int32) bool { return c.t.Calls[call].Proc == proc }) {
		return true // they began in this order
	}
	place := make(map[int32]int32, len(members))
	for _, call := range m.calls {
		place[c.t.Calls[call].Proc] = call
	}
	for i, proc := range members {
		call, ok := place[proc]
		if !ok {
			return false
		}
		m.calls[i] = call
	}
	return true
}

// outlasting are the waits for data that went on after their call had come back well:
// those of asynchronous calls, and few or none of a million.
func (c *Case) outlasting() []int32 {
	if c.waitsLooked {
		return c.late
	}
	c.waitsLooked = true
	for i := range c.t.Waits {
		c.pass(i)
		w := &c.t.Waits[i]
		if w.Kind != trace.WaitRecv && w.Kind != trace.WaitSend || w.Call == trace.None {
			continue
		}
		if k := &c.t.Calls[w.Call]; endOrNever(w) > k.End && k.Status == trace.OK {
			c.late = append(c.late, int32(i))
		}
	}
	return c.late
}

// lostHandles are the asynchronous calls of which nothing says that they went well:
// wait raised, or nobody waited.
func (c *Case) lostHandles() map[int32]bool {
	lost := map[int32]bool{}
	for i := range c.t.Calls {
		if k := &c.t.Calls[i]; k.Done > k.End && k.End != trace.Never {
			lost[int32(i)] = true
		}
	}
	for _, i := range c.outlasting() { // one that never was done has no moment of its own
		if k := &c.t.Calls[c.t.Waits[i].Call]; k.Done == k.End {
			lost[c.t.Waits[i].Call] = true
		}
	}
	for i := range c.t.Calls {
		if k := &c.t.Calls[i]; k.Op == "wait" && k.Handle != trace.None {
			if k.Status == trace.OK {
				delete(lost, k.Handle)
			} else {
				lost[k.Handle] = true
			}
		}
	}
	return lost
}
