//go:build browser

package browser_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"lockstep/tools/browser"
)

const sizes = `(() => { const c = document.querySelector('canvas'), r = c.getBoundingClientRect(); return [c.width, c.height, r.width, r.height]; })()`

// The picture has one pixel for each of the device's, whatever their ratio, and
// keeps it when the ratio changes, as by zooming or moving to another screen.
func TestEveryPixelIsOne(t *testing.T) {
	x := open(t, "", browser.View{W: 1000, H: 600})
	for _, scale := range []float64{1, 1.25, 2, 3, 1.5, 1} {
		x.ok(x.Resize(browser.View{W: 1000, H: 600, Scale: scale}))
		x.ok(x.Settle())
		var got []float64
		x.eval(sizes, &got)
		assert.Equal(t, []float64{1000 * scale, 600 * scale, 1000, 600}, got, "at a ratio of %g", scale)
	}
	x.ok(x.Resize(browser.View{W: 390, H: 844, Scale: 3}))
	x.ok(x.Settle())
	var got []float64
	x.eval(sizes, &got)
	assert.Equal(t, []float64{1170, 2532, 390, 844}, got)
}
