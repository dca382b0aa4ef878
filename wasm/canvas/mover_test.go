package canvas

import (
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/assets"
	"lockstep/engine/scenario"
	"lockstep/wasm/app"
	"lockstep/wasm/scene"
)

// The cursor of the page is such a line, and nothing lies on it. Where it would end
// within a pixel of the screen, it is painted as all else.
func TestTheCursorIsDrawnOverThePicture(t *testing.T) {
	text, err := assets.FS.ReadFile("scenarios/two-scalars.json")
	require.NoError(t, err)
	s, err := scenario.Parse(text)
	require.NoError(t, err)
	state, err := app.New(s, app.Engine)
	require.NoError(t, err)
	state.W, state.H, state.Lang = 1280, 800, "en"
	state.Cursor = state.End() / 2
	p := newTestPainter(t)
	c, err := scene.Load(assets.FS, p.faces)
	require.NoError(t, err)
	shown := func(sc *scene.Scene, scale float64) mover {
		var d damage
		p.differ(&d, nil, sc, scale)
		return p.mover
	}
	sc := c.Build(&state)
	require.Positive(t, sc.Mover)
	for _, scale := range []float64{1, 2} {
		m := shown(sc, scale)
		assert.Equal(t, sc.Mover-1, m.place, "at %g", scale)
		assert.Greater(t, m.at.Dy(), 100, "at %g", scale)
	}
	assert.Equal(t, -1, shown(sc, 1.1).place, "it ends within a pixel")
}

// What is painted where nothing but the mover has changed is a pixel of it, as no
// picture is finished of which nothing was painted.
func TestAMoverThatMovesAloneIsSeen(t *testing.T) {
	p := newTestPainter(t)
	at := func(x float64) *scene.Scene {
		return &scene.Scene{W: 100, H: 100, Mover: 1, Shapes: []scene.Shape{{Kind: scene.Line, Points: []scene.Point{{X: x, Y: 10}, {X: x, Y: 90}}, Stroke: 0xff, Width: 2}}}
	}
	var d damage
	a, b := at(20), at(30)
	p.differ(&d, nil, a, 1)
	d.clear()
	p.differ(&d, a, a, 1)
	assert.Empty(t, d.rects)
	p.differ(&d, a, b, 1)
	require.Len(t, d.rects, 1)
	assert.Equal(t, 1, area(d.rects[0]))
	assert.Equal(t, image.Rect(29, 10, 31, 90), p.mover.at)
}
