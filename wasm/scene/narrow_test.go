package scene

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"lockstep/engine/scenario"
	"lockstep/wasm/app"
)

// Where a long title has no room in one line it takes two, and says all it can.
func TestALongTitleHasTwoLines(t *testing.T) {
	s := storyState(t, "done")
	named := *s.Scenario
	named.Title = scenario.Text{"en": "The gradients of four workers in a sum"}
	s.Scenario, s.W = &named, 1010
	var seen []string
	for _, x := range seenTexts(composer(t).Build(&s)) {
		if x.at.Y < topbarHeight && x.at.X > 50 && x.at.X < 150 {
			seen = append(seen, x.text)
		}
	}
	assert.Equal(t, "The gradients of four workers in a sum", strings.Join(seen, " "))
	assert.Len(t, seen, 2)
}

// On a phone the sign of a message that never arrives stays clear of the names.
func TestSignsOfMessagesStayClearOfNames(t *testing.T) {
	s := storyState(t, "hung")
	s.W, s.H, s.Cursor = 390, 844, s.End()
	sc := composer(t).Build(&s)
	var names []Rect
	for _, x := range seenTexts(sc) {
		if x.at.Y < 300 && (strings.HasPrefix(x.text, "rank ") && x.at.X < 40 || x.text == "x" || x.text == "y") {
			names = append(names, x.at)
		}
	}
	assert.GreaterOrEqual(t, len(names), 2)
	tips := 0
	for i := range sc.Shapes {
		sh := &sc.Shapes[i]
		if sh.Kind != Line || sh.Dash[0] == 0 {
			continue
		}
		tips++
		for _, n := range names {
			assert.False(t, n.inset(-3).Contains(sh.Points[1].X, sh.Points[1].Y) || sh.Points[1].Y > n.Y-3 && sh.Points[1].Y < n.bottom()+3, "%v at %v", sh.Points, n)
		}
	}
	assert.Positive(t, tips)
}

// On a phone the whole page scrolls, wherever the finger lies: also on lanes that
// take all of the screen, at rest and zoomed in.
func TestAPageScrollsFromItsLanes(t *testing.T) {
	for _, zoom := range []float64{1, 4} {
		s := storyState(t, "done")
		s.W, s.H, s.Zoom = 390, 844, zoom
		sc := composer(t).Build(&s)
		for y := 60.0; y < 700; y += 40 {
			moved := false
			for i := len(sc.Areas) - 1; i >= 0; i-- { // as the page looks for it
				if a := &sc.Areas[i]; a.Rect.Contains(300, y) {
					by, is := a.Scroll.By(1, 30).(app.ScrollBy)
					moved = is && by.Part == "page"
					break
				}
			}
			assert.True(t, moved, "zoom %g: nothing moves at %g", zoom, y)
		}
	}
}

// A narrow block keeps the name of its call: its arguments are cut first, then it is
// smaller, then cut, and there is none only where not even a few letters have room.
func TestNarrowBlocksAreNamed(t *testing.T) {
	composer(t)
	d, k := &sheet{m: faces}, ink{size: 12, bold: true}
	for _, label := range []string{"all_reduce(x, SUM)  #0", "compute", "reduce_scatter_tensor(y, x)", "init", "send(x, dst=1)"} {
		named := false
		for w := 8.0; w < 260; w++ {
			text, small, ok := d.nameWithin(label, k, w)
			assert.False(t, named && !ok, "%s has a name at %g and none at %g", label, w-1, w)
			if named = ok; !ok {
				assert.Less(t, w, 30.0, label)
				continue
			}
			assert.True(t, small.size >= 9 && small.size <= 12, "%s at %g", label, w)
			shown := fit(faces, text, small, w)
			assert.True(t, strings.HasPrefix(shown, label[:3]), "%s at %g: %s", label, w, shown)
			assert.True(t, shown == text || small.size == 12 && strings.Contains(shown, "("), "%s at %g: %s is cut twice", label, w, shown)
		}
		assert.True(t, named)
	}
	text, small, _ := d.nameWithin("all_reduce(x, SUM)", k, 60)
	assert.Equal(t, "all_reduce", text)
	assert.Less(t, small.size, 12.0)
}
