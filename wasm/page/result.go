//go:build js && wasm

package page

import (
	"bytes"
	"syscall/js"

	"lockstep/engine/sim"
	"lockstep/wasm/app"
)

// told is the result of a run as other pages get it. That of a long run is made in
// pieces: its digest, and the JSON of each rank.
type told struct {
	run     *app.Run
	work    *sim.Sliced // nil: it is made
	value   js.Value
	waiting []func(any)
}

// shortRun is how many events a run has whose result is made at once.
const shortRun = 50_000

// A long one is made a few milliseconds at a time, in between what else is done.
const (
	toldUnits = 1_000
	toldRoom  = 8 // milliseconds
)

// withResult calls f with the result of the run that is shown; nil while it is not
// over.
func (p *Page) withResult(f func(any)) {
	run := p.host.State().Run
	if run.Result == nil {
		f(nil)
		return
	}
	if p.told == nil || p.told.run != run {
		if p.told != nil {
			p.told.giveUp()
		}
		p.told = tell(run)
	}
	t := p.told
	if t.work == nil {
		f(copyOf(t.value))
		return
	}
	t.waiting = append(t.waiting, f)
	if len(t.waiting) == 1 {
		t.soon()
	}
}

func tell(run *app.Run) *told {
	t := &told{run: run}
	t.work = sim.NewSliced(func(did func(int)) { t.value = resultJSON(run, did) })
	if len(run.Trace.Events) < shortRun {
		for !t.work.Advance(1 << 30) {
		}
		t.work = nil
	}
	return t
}

// giveUp answers those who wait for a run that is shown no more.
func (t *told) giveUp() {
	if t.work == nil {
		return
	}
	t.work.Close()
	waiting := t.waiting
	t.waiting, t.work = nil, nil
	for _, f := range waiting {
		f(nil)
	}
}

// soon goes on with it when the browser has nothing else to do.
func (t *told) soon() {
	var next js.Func
	next = js.FuncOf(func(js.Value, []js.Value) any {
		next.Release()
		t.goOn()
		return nil
	})
	window.Call("setTimeout", next, 0)
}

func (t *told) goOn() {
	if t.work == nil {
		return
	}
	clock := window.Get("performance")
	for begin := clock.Call("now").Float(); clock.Call("now").Float()-begin < toldRoom; {
		if !t.work.Advance(toldUnits) {
			continue
		}
		waiting := t.waiting
		t.waiting, t.work = nil, nil
		for _, f := range waiting {
			f(copyOf(t.value))
		}
		return
	}
	t.soon()
}

// copyOf is a result that whoever gets it may change.
func copyOf(v js.Value) js.Value {
	if own(v, "ranks") && v.Get("ranks").Length() > 0 && v.Get("ranks").Index(0).Get("steps").Length()*v.Get("ranks").Length() > shortRun {
		return v // a copy takes longer than a frame
	}
	return js.Global().Call("structuredClone", v)
}

// resultJSON is the result with its digest as a JavaScript value; nil if there is none.
func resultJSON(run *app.Run, did func(units int)) js.Value {
	head := *run.WholeWith(did)
	ranks := head.Ranks
	head.Ranks = nil
	var b bytes.Buffer
	if _, err := head.WriteTo(&b); err != nil {
		return js.Null()
	}
	value := parseJSON(b.String())
	list := value.Get("ranks")
	for i := range ranks {
		b.Reset()
		if _, err := ranks[i].WriteTo(&b); err != nil {
			return js.Null()
		}
		list.Call("push", parseJSON(b.String()))
		did(4 * len(ranks[i].Steps))
	}
	return value
}
