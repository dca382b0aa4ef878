package scene

import (
	"lockstep/engine/flow"
	"lockstep/engine/sim"
	"lockstep/engine/trace"
	"lockstep/wasm/app"
)

// longRun is how many events a run has of which everything is found out on the side,
// a part with each picture: to read all of it at once takes longer than a frame. Till
// then pictures are made from what was known before.
const longRun = 150_000

// A part is so much work, in what an event of a run costs.
const (
	renewUnits = 4_000
	idleLooks  = 3_000
)

func (x *index) long() bool { return x.events >= longRun }

// renewing is an index that is being made of a trace that has one already.
type renewing struct {
	run  *app.Run
	over bool
	next *index // nil before it has begun
	work *sim.Sliced
}

func renew(x *index, run *app.Run) *renewing {
	r := &renewing{run: run, over: run.Over()}
	r.work = sim.NewSliced(func(did func(int)) {
		switch {
		case run.Trace.Attempts() == 1:
			r.next = x.next(r.over)
		case r.over:
			r.next = blankIndex(run.Trace.SeatedWith(did), &lists{}, true)
		default: // it must not grow while it is copied
			r.next = blankIndex(run.Trace.Seated(), &lists{}, false)
		}
		r.next.cutBy(run)
		r.next.fill(did)
		if r.next.over { // what is shown of a run that goes on is soon out of date
			r.next.flow = flow.NewReaderWith(r.next.t, did)
		}
		for p := range r.next.sent {
			did(len(r.next.sent[p]) / 8)
			r.next.flightsOf(p)
		}
		if len(r.next.t.Procs) <= mostReduced {
			r.next.sumUp(did)
		}
		for !r.next.t.Remember(looks) {
			did(looksCost)
		}
	})
	return r
}

// indexOf brings the index up to date with a run, or so many units of the way there,
// and reports whether it is.
func (c *Composer) indexOf(run *app.Run, units int) (ready bool) {
	if !c.outdated(run) {
		if !run.Over() && c.index.t == run.Trace && len(run.Trace.Events) < longRun {
			c.index.grow(c.index.t, func(int) {}) // a little with each frame, and no more at once when it is renewed
			run.Trace.Remember(len(run.Trace.Events))
		}
		return true
	}
	if c.index != nil && c.index.over && c.renewing == nil && !c.index.long() && c.index.t == c.run.Trace && sameRun(c.run, run) {
		c.take(c.index.unmoved(run), run)
		return true
	}
	if c.index == nil || c.run.Trace != run.Trace || c.index.t == run.Trace && run.Trace.Attempts() > 1 { // another run, or its first restart
		c.take(newIndex(c.seatedOf(run), run.Over()), run)
		if c.index.long() {
			c.renewing = renew(c.index, run)
		}
		return c.renewing == nil
	}
	if c.index.events < longRun && len(run.Trace.Events) < longRun {
		next := c.index
		if seated := c.seatedOf(run); next.t != seated {
			next = &index{t: seated, lists: &lists{}}
		}
		c.take(next.renewed(run.Over()), run)
		return true
	}
	if r := c.renewing; r != nil && (r.run.Trace != run.Trace || r.over != run.Over()) {
		r.work.Close()
		c.renewing = nil
	}
	if c.renewing == nil {
		c.renewing = renew(c.index, run)
	}
	if !c.renewing.work.Advance(units) {
		return false
	}
	c.take(c.renewing.next, run)
	return true
}

// take makes an index the one that pictures are made from.
func (c *Composer) take(x *index, run *app.Run) {
	x.cutBy(run)
	if c.renewing != nil {
		c.renewing.work.Close()
		c.renewing = nil
	}
	if c.index != nil {
		c.index.soon.close()
	}
	if c.index != nil && c.index.reckoned != nil {
		c.index.reckoned.work.Close()
	}
	if c.index == nil || c.index.t != x.t {
		c.cursor, c.earlier = x.t.NewCursor(), x.t.NewCursor()
	}
	if c.seated.trace != x.t {
		c.seated = seated{}
	}
	if c.index == nil || c.index.told != x.told {
		c.forget()
	}
	c.run, c.events, c.index = run, x.events, x
	c.index.lives = livesOf(run.Trace)
}

// seatedOf is a run's trace as seen from its places (see trace.Seated), made once for
// as far as the run has come. That of a long run is made with its index, see renew.
func (c *Composer) seatedOf(run *app.Run) *trace.Trace {
	if run.Trace.Attempts() == 1 {
		return run.Trace
	}
	if c.seated.of != run.Trace || c.seated.events != len(run.Trace.Events) || c.seated.over != run.Over() {
		c.seated.trace = run.Trace.Seated()
		c.seated.of, c.seated.events, c.seated.over = run.Trace, len(run.Trace.Events), run.Over()
	}
	return c.seated.trace
}

// seated is what a trace is seen as, and when that was made.
type seated struct {
	of, trace *trace.Trace
	events    int
	over      bool
}

// unfinished says that there is more of the picture than went into this frame. Of a
// run that goes on there is a next one anyway.
func (d *sheet) unfinished() { d.out.Unfinished = d.out.Unfinished || d.s.Run.Over() }
