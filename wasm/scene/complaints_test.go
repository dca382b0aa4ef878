package scene

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"lockstep/wasm/app"
)

// What is said of a wrong text hides neither another cell to be put right nor what is
// said of that, wherever they stand.
func TestComplaintsHideNoOther(t *testing.T) {
	c := composer(t)
	for _, size := range sizes {
		for name := range stories {
			s := storyState(t, name)
			if s.Scenario.Script != "" || len(s.Scenario.TensorsOf(0)) == 0 {
				continue
			}
			s.W, s.H, s.Embed = size.w, size.h, size.embed
			for rank := range min(2, s.Scenario.WorldSize) {
				s, _ = app.Update(s, app.SetElement{Rank: rank, Tensor: s.Scenario.TensorsOf(rank)[0].Name, Text: "none"})
			}
			s, _ = app.Update(s, app.SetTimeout{Text: "soon"})
			sc := c.Build(&s)
			where := fmt.Sprintf("%s %gx%g", name, size.w, size.h)
			pal := paletteOf(s.Theme)
			var said, wrong []Rect
			for i := range sc.Shapes {
				if x := &sc.Shapes[i]; x.Kind == Box && x.Fill == pal.ErrorSoft && x.Stroke == pal.Error && x.Radius == 8 {
					said = append(said, x.Rect)
				}
			}
			for i := range sc.Hot {
				if h := &sc.Hot[i]; h.Invalid && h.Rect.W > 0 && !h.Quiet {
					wrong = append(wrong, h.Rect)
				}
			}
			assert.Len(t, said, len(wrong), where)
			for i, b := range said {
				for k, other := range said {
					both := b.intersect(other)
					assert.False(t, i != k && both.W > 0 && both.H > 0, "%s: %v and %v lie on each other", where, b, other)
				}
				for _, cell := range wrong {
					both := b.intersect(cell)
					assert.False(t, both.W > 0 && both.H > 0, "%s: %v hides %v", where, b, cell)
				}
			}
		}
	}
}

// The heads of a table are whole: what is too long goes on in a second line.
func TestHeadsOfTablesAreWhole(t *testing.T) {
	c := composer(t)
	for _, w := range []float64{390, 720, 1010, 1280} {
		s := storyState(t, "hung")
		s.W, s.H, s.Tab = w, 2000, "diagnosis"
		assert.NotContains(t, visible(c.Build(&s)), "at the cu…", "%g wide", w)
	}
}
