//go:build browser

package browser_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"lockstep/tools/browser"
)

var phone = browser.View{W: 390, H: 844, Scale: 2, Touch: true}

// A finger that rests on an op carries it.
func TestCarryByTouch(t *testing.T) {
	x := open(t, "", phone)
	x.load(threeOps)
	x0, y0 := x.centre("rank-0.op-0")
	to := x.rect("rank-0.op-1")
	x.ok(x.Swipe(x0, y0, to[0]+to[2]-2, y0))
	assert.Equal(t, "all_reduce compute barrier", x.program(0))
	x0, y0 = x.centre("rank-1.op-0")
	x.ok(x.Swipe(x0, y0, x0, y0))
	assert.Equal(t, "true", x.attr("rank-1.op-0", "aria-expanded"), "let go where it was, it shows what can be done with it")
}

// A finger that rests on an entry of the palette, or whose leaving a busy page
// hears of late, takes the entry when it is let go where it was.
func TestASlowTap(t *testing.T) {
	x := open(t, "", phone)
	x.ok(x.Tap("rank-0.add-op"))
	x0, y0 := x.centre("palette.compute")
	x.ok(x.Swipe(x0, y0, x0, y0))
	assert.Equal(t, "all_reduce compute", x.program(1))
	x.ok(x.Tap("rank-1.add-fault"))
	x0, y0 = x.centre("palette.crash")
	x.ok(x.Swipe(x0, y0, x0, y0))
	f, _ := x.held()
	assert.Len(t, f.Faults, 1)
}
