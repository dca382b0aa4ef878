package canvas

import (
	"fmt"
	"image"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"lockstep/assets"
	"lockstep/engine/scenario"
	"lockstep/wasm/app"
	"lockstep/wasm/scene"
)

// BenchmarkEdit is an edit of an op's time, after which nothing stands where it stood,
// up to the triangles of what is painted anew.
func BenchmarkEdit(b *testing.B) {
	var program []string
	for i := range 20 {
		program = append(program, []string{`{"op":"all_reduce","tensor":"x"}`, `{"op":"compute","for":"1ms"}`}[i%2])
	}
	text := fmt.Sprintf(`{"lockstep":1,"world_size":8,"tensors":{"x":{"dtype":"float32","shape":[4],"fill":"rank"}},"program":[%s]}`, strings.Join(program, ","))
	sc, err := scenario.Parse([]byte(text))
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
