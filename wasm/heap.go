//go:build js && wasm

package main

import (
	"runtime/debug"

	"lockstep/wasm/app"
)

// A tab's memory never shrinks: what the collector lets pile up once is taken for
// good. Beside a long trace, which has no pointers in it and costs the collector
// next to nothing, it lets pile up no more than this.
const headroom = 20 << 20 // bytes

// heapPercent is what the collector was told last.
var heapPercent = 100

// settleHeap tells the collector how much may pile up beside what is shown.
func settleHeap(s *app.State) {
	const least, most, step = 10, 100, 10
	kept := s.Run.Weight() + s.Pinned.Weight()
	percent := most
	if kept > headroom {
		percent = max(least, 100*headroom/kept/step*step)
	}
	if percent != heapPercent {
		heapPercent = percent
		debug.SetGCPercent(percent)
	}
}
