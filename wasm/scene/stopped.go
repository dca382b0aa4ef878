package scene

import (
	"lockstep/engine/trace"
	"lockstep/wasm/app"
	"lockstep/wasm/timescale"
)

// A run can end while ranks still wait in two ways. Either nothing is left that
// could end their waiting: that is for ever. Or the run was ended from outside (by
// stop_after, a limit, or a person) while a timeout or a message was still to come:
// then nobody knows how it would have gone on, and "for ever" would be wrong.

// ends reports whether a wait that was open at the end would have ended by itself.
func (x *index) ends(w *trace.Wait) bool {
	return w.Kind == trace.WaitTime || x.t.Deadline(w) != trace.Never
}

// cutBy notes when the run was stopped, which its trace does not tell: nothing
// happened then.
func (x *index) cutBy(r *app.Run) {
	if x.cut = r.Stop; x.cut > 0 {
		x.last = x.cut
	}
}

// ended is when the run was over.
func (x *index) ended() trace.Time { return max(x.t.End, x.cut) }

// onward is a course that goes on until the run was ended, or for ever.
func (x *index) onward(c *timescale.Course) *timescale.Course {
	switch {
	case !x.hung:
		return c
	case x.cut > 0:
		return c.Until(x.cut)
	}
	return c.Forever()
}
