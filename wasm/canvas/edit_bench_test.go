package canvas

import (
	"fmt"
	"image"
	"testing"

	"github.com/stretchr/testify/require"

	"lockstep/assets"
	"lockstep/engine/scenario"
	"lockstep/tools/workload"
	"lockstep/wasm/app"
	"lockstep/wasm/scene"
)

// BenchmarkEdit is an edit of an op's time, after which nothing stands where it stood,
// up to the triangles of what is painted anew.
func BenchmarkEdit(b *testing.B) {
	sc, err := scenario.Parse([]byte(workload.Alternating(8, 20)))
	require.NoError(b, err)
	s, err := app.New(sc, app.Engine)
	require.NoError(b, err)
	s.W, s.H = 1280, 800
	p := newTestPainter(b)
	c, err := scene.Load(assets.FS, p.faces)
	require.NoError(b, err)
	s, _ = app.Update(s, app.OpenPopover{Open: app.Open{Kind: app.OpenOp, Rank: 1, Op: 5}})
	last := c.Frame(&s)
	var d damage
	corners, places := 0, 0
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		i++
		s, _ = app.Update(s, app.SetOpArg{Rank: 1, Op: 5, Arg: "for", Text: fmt.Sprintf("%dms", i%30+2)})
		for !s.Run.Over() {
			s, _ = app.Update(s, app.Tick{})
		}
		next := c.Frame(&s)
		p.differ(&d, last, next, 1)
		at := d.within(image.Rect(0, 0, 1280, 800))
		places += len(at)
		p.repaint(next, 1, at)
		d.clear()
		for k := range p.batches {
			corners += len(p.batches[k].vertices)
		}
		last = next
	}
	b.ReportMetric(float64(corners)/float64(i), "corners/op")
	b.ReportMetric(float64(places)/float64(i), "places/op")
}
