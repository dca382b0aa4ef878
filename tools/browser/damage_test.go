//go:build browser

package browser_test

import (
	"bytes"
	"image"
	"image/png"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"

	"lockstep/tools/browser"
)

// What has been drawn bit by bit, while a run was played, scrubbed and scrolled, is
// what one drawing of the whole window shows.
func TestWhatIsDrawnBitByBitIsTheWholePicture(t *testing.T) {
	x := open(t, "", desktop)
	bits := func(what string) {
		x.ok(x.Settle())
		got := x.pixels()
		x.ok(x.Resize(browser.View{W: 900, H: 700}))
		x.ok(x.Settle())
		x.ok(x.Resize(desktop))
		x.ok(x.Settle())
		assert.Empty(t, differences(got, x.pixels()), what)
	}
	x.ok(x.Press("to-start"))
	for range 7 {
		x.ok(x.Press("step-forward"))
	}
	bits("after steps")
	x.eval(`window.lockstep.seek(0).then(() => window.lockstep.play()).then(() => new Promise((done) => { let n = 0; const f = () => ++n < 30 ? requestAnimationFrame(f) : done(true); f(); })).then(() => window.lockstep.pause()).then(() => true)`, new(bool))
	bits("after playback")
	for _, id := range []string{"tab-values", "theme", "zoom-in", "rank-0.op-0", "close", "tab-diagnosis", "pin", "step-back"} {
		if id == "theme" {
			x.ok(x.Choose(id, "dark"))
			continue
		}
		x.ok(x.Press(id))
	}
	bits("after other tabs and another theme")
	x.ok(x.Type("world-size", "40"))
	x.ok(x.Press("to-start"))
	for range 5 {
		x.ok(x.Press("step-forward"))
	}
	bits("with 40 ranks")
}

func (x *tab) pixels() image.Image {
	data, err := x.Picture()
	x.ok(err)
	m, err := png.Decode(bytes.NewReader(data))
	x.ok(err)
	return m
}

// differences are the first few places at which two pictures differ.
func differences(a, b image.Image) []string {
	if a.Bounds() != b.Bounds() {
		return []string{"the size"}
	}
	var list []string
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X && len(list) < 5; x++ {
			if a.At(x, y) != b.At(x, y) {
				list = append(list, strconv.Itoa(x)+","+strconv.Itoa(y))
			}
		}
	}
	return list
}
