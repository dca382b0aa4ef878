package scene

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"lockstep/wasm/app"
)

// Beside a run that took longer the axis has its times: only what stands for ever has
// none.
func TestTheAxisBesideALongerRunHasTimes(t *testing.T) {
	for name, forever := range map[string]bool{"mismatch": false, "hung": false, "frozen": true} {
		text := stories[name]
		if name == "frozen" {
			text = `{"lockstep":1,"world_size":2,"timeout":"3s","tensors":{"x":{"dtype":"float32","data":[1]}},"program":[{"op":"all_reduce","tensor":"x"}],"faults":[{"kind":"freeze","rank":1,"at":{"op":0}}]}`
		}
		s := gridState(t, text)
		s, _ = app.Update(s, app.Pin{})
		for len(s.Scenario.ProgramOf(0)) > 1 { // what is left ends sooner, and well
			s, _ = app.Update(s, app.RemoveOp{Rank: 0, Op: 1})
			s, _ = app.Update(s, app.RemoveOp{Rank: 1, Op: 1})
		}
		words := wordsOf(composer(t).Build(&s))
		assert.Equal(t, forever, strings.Contains(words, "∞"), name)
	}
}

// A line of several ranks in a strip shows who does not wait.
func TestALineOfAStripShowsWhoWorks(t *testing.T) {
	h := &heat{cells: [][]warmth{make([]warmth, heatBins), make([]warmth, heatBins), make([]warmth, heatBins)}}
	for p := range h.cells {
		for i := range h.cells[p] {
			h.cells[p][i] = warmWaiting
		}
	}
	v := heatView{h: h, plot: Rect{0, 0, 4096, 3}, zoom: 1}
	assert.Equal(t, warmWaiting, v.cell(0, 3, 400))
	h.cells[1][100] = warmLoading
	assert.Equal(t, warmLoading, v.cell(0, 3, 400))
	h.cells[0][100], h.cells[2][100] = warmMoving, warmMoving
	assert.Equal(t, warmMoving, v.cell(0, 3, 400))
	h.cells[0][100] = warmFailed
	assert.Equal(t, warmFailed, v.cell(0, 3, 400))
}
