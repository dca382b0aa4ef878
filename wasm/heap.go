//go:build js && wasm

package main

import (
	"runtime"
	"runtime/debug"
	"syscall/js"
	"time"

	"lockstep/wasm/app"
)

// A tab's memory never shrinks: what the collector lets pile up once is taken for
// good. Beside a long trace, which has no pointers in it and costs the collector
// next to nothing, it lets pile up no more than this.
const headroom = 20 << 20 // bytes

// heap tells the collector when to do its work. There is one thread: a collection
// that comes due while a scenario is edited or played takes as long as the edit
// itself. So it is done beforehand, when nothing has happened for a moment, and a
// small heap may grow to a size that costs nobody anything before.
type heap struct {
	percent int    // what the collector was told last
	live    uint64 // bytes after the last collection at rest
	last    time.Time
	wake    js.Func
	armed   bool
	busy    func() bool // something moves
}

const (
	roomy  = 64 << 20               // bytes that a heap may have without any further reason
	litter = 8 << 20                // bytes for which a collection is not worth while
	lull   = 120 * time.Millisecond // after which a person has paused
)

// newHeap does its work while busy says that nothing else is to be done.
func newHeap(busy func() bool) *heap {
	h := &heap{percent: 100, busy: busy}
	h.wake = js.FuncOf(func(js.Value, []js.Value) any {
		h.armed = false
		switch pause := time.Since(h.last); {
		case h.busy(): // used comes again
		case pause < lull:
			h.arm(lull - pause)
		default:
			h.collect()
		}
		return nil
	})
	return h
}

// used says that something was done, and what is shown now.
func (h *heap) used(s *app.State) {
	h.settle(s.Run.Weight() + s.Pinned.Weight())
	h.last = time.Now()
	if !h.armed && !h.busy() {
		h.arm(lull)
	}
}

func (h *heap) arm(in time.Duration) {
	h.armed = true
	js.Global().Call("setTimeout", h.wake, in.Milliseconds()+1)
}

func (h *heap) collect() {
	var m runtime.MemStats
	if runtime.ReadMemStats(&m); m.HeapAlloc < h.live+litter {
		return
	}
	runtime.GC()
	runtime.ReadMemStats(&m)
	h.live = m.HeapAlloc
}

// settle tells the collector how much may pile up beside traces of a weight.
func (h *heap) settle(kept int) {
	if percent := growth(kept, h.live); percent != h.percent {
		h.percent = percent
		debug.SetGCPercent(percent)
	}
}

// growth is by how much of itself a heap may grow, in percent.
func growth(kept int, live uint64) int {
	const least, usual, step = 10, 100, 10
	switch {
	case kept > headroom:
		return max(least, min(usual, 100*headroom/kept/step*step))
	case live == 0 || live > roomy/2:
		return usual
	}
	return int(usual*(roomy-live)/live) / step * step
}
