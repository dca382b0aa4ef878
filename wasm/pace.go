//go:build js && wasm

package main

import (
	"time"

	"lockstep/wasm/app"
)

// pace divides a frame between a run that takes long and the picture of it. A frame
// of ours is to take no longer than two of a screen's, whatever there is to do.
type pace struct {
	begun     float64 // when the action that is carried out was begun
	allowance float64 // for the run, from then on
	cost      float64 // of the last picture, without the drawing of it
	last      float64 // when it was made
	drawing   bool    // it is drawn in the frame that comes next
}

// All in milliseconds.
const (
	frameRoom = 16.0 // of a frame, for all that is done in it
	editRoom  = 90.0 // of the frame after an edit, for the run, see begin
	drawRoom  = 8.0  // of it, for drawing
	leastRoom = 3.0  // for a run, whatever its picture costs
	seldom    = 250  // a picture of a run that goes on is never older
	preparing = 8.0  // for what a picture lacks, whatever was done before it
	following = 2.0  // for the same of a run that goes on
)

var loaded = time.Now()

// now asks the browser no more than the time: several times a frame, a call by name
// would cost more than what is done in between.
func now() float64 { return float64(time.Since(loaded)) / float64(time.Millisecond) }

// shortRun is how many events a run has that is over soon enough to wait for it.
const shortRun = 60_000

// begin is the beginning of an action in a state; a tick has others beside it in its
// frame. An edit of a short run is shown when it is over: a picture of half of it takes
// as long as the other half, and is gone before anybody has seen it.
func (p *pace) begin(a app.Action, s *app.State) {
	p.begun, p.allowance = now(), frameRoom
	if _, tick := a.(app.Tick); !tick {
		if app.Edits(a) && s.Run != nil && s.Run.Over() && len(s.Run.Trace.Events) < shortRun {
			p.allowance = editRoom
		}
		return
	}
	if p.drawing {
		p.allowance -= drawRoom
	}
	if p.due() {
		p.allowance -= p.cost
	}
	p.allowance, p.drawing = max(p.allowance, leastRoom), false
}

// room reports whether there is more of it for a run. See app.State.
func (p *pace) room() bool { return now()-p.begun < p.allowance }

// more is the room that is left, or that of at least so many milliseconds.
func (p *pace) more(least float64) app.Room {
	until := max(p.begun+p.allowance, now()+least)
	return func() bool { return now() < until }
}

// due reports whether a run that goes on is to be shown again: making pictures of it
// takes no more than a third of the time.
func (p *pace) due() bool {
	return p.begun-p.last >= min(3*(p.cost+drawRoom), seldom)
}

// showing and shown stand around the making of a picture.
func (p *pace) showing() { p.last = now() }

func (p *pace) shown() {
	end := now()
	p.cost, p.last, p.drawing = end-p.last, end, true
}
