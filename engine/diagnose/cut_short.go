package diagnose

import (
	"slices"

	"lockstep/engine/trace"
)

// A run can be ended from outside, by stop_after or a limit, while a timeout was still
// to come. Who waits then is not known to wait without end.

// wouldEnd reports whether a call that has not ended would have by itself.
func (c *Case) wouldEnd(call int32) bool {
	w := c.blocking(call)
	return w != nil && w.End == trace.Never && (w.Kind == trace.WaitTime || c.t.Deadline(w) != trace.Never)
}

// cutAt is when the run was ended.
func (c *Case) cutAt() trace.Time { return max(c.s.StopAfter, c.t.End) }

// others are the calls of those that are not that process.
func (c *Case) others(calls []int32, proc int32) []int32 {
	return slices.DeleteFunc(slices.Clone(calls), func(v int32) bool { return c.t.Calls[v].Proc == proc })
}

// parted are the calls that would have ended, and those that never would.
func (c *Case) parted(calls []int32) (cut, endless []int32) {
	for _, v := range calls {
		if c.wouldEnd(v) {
			cut = append(cut, v)
		} else {
			endless = append(endless, v)
		}
	}
	return cut, endless
}
