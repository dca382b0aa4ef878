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
