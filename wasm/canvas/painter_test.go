package canvas

import (
	"fmt"
	"image"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"lockstep/assets"
	"lockstep/wasm/scene"
	"lockstep/wasm/typeface"
)

func newTestPainter(t testing.TB) *painter {
	t.Helper()
	faces, err := typeface.Load(assets.FS)
	require.NoError(t, err)
	return newPainter(faces, nil)
}

// corners are the bounds of what the shader fills: the extents that the vertices
// carry, around the middle of the quad.
func filled(v []vertex) (x0, y0, x1, y1 float32) {
	cx, cy := (v[0].DstX+v[2].DstX)/2, (v[0].DstY+v[2].DstY)/2
	return cx - v[0].Custom0, cy - v[0].Custom1, cx + v[0].Custom0, cy + v[0].Custom1
}

// At any resolution the edges of a box lie between pixels and a hairline runs
// through the middle of them, so that neither is blurred.
func TestEdgesLieOnTheDeviceGrid(t *testing.T) {
	for _, scale := range []float64{1, 1.25, 1.5, 2, 3} {
		t.Run(fmt.Sprint(scale), func(t *testing.T) {
			p := newTestPainter(t)
			sc := &scene.Scene{Shapes: []scene.Shape{
				{Kind: scene.Box, Rect: scene.Rect{X: 16.3, Y: 88.7, W: 100.2, H: 33.1}, Radius: 7, Fill: 0xffffffff, Stroke: 0x000000ff, Width: 1},
			}}
			p.paint(sc, scale, 2000, 2000)
			v := p.batches[0].vertices
			require.Len(t, v, 8)
			x0, y0, x1, y1 := filled(v[:4])
			for _, edge := range []float32{x0, y0, x1, y1} {
				assert.InDelta(t, math.Round(float64(edge)), edge, 1e-3, "a filled edge")
			}
			width := 2 * float64(v[4].Custom3)
			assert.InDelta(t, math.Round(width), width, 1e-6, "a stroke is whole pixels wide")
			x0, _, _, _ = filled(v[4:])
			outer := float64(x0) - width/2
			assert.InDelta(t, math.Round(outer), outer, 1e-3, "its outer edge lies between pixels")
		})
	}
}

func TestThinStrokeIsFaintNotWide(t *testing.T) {
	p := newTestPainter(t)
	p.scale = 1
	w, strength := p.strokeWidth(0.5)
	assert.Equal(t, 1.0, w)
	assert.Equal(t, float32(0.5), strength)
	w, strength = p.strokeWidth(0)
	assert.Zero(t, w)
	assert.Zero(t, strength)
}

// Boxes are cut to their clip before they are drawn, so that one call draws them all;
// what slants has a call that cuts, which what follows in the same clip shares.
func TestClipsNestAndBatchesSplitOnlyWhereTheyMust(t *testing.T) {
	box := func(x float64) scene.Shape {
		return scene.Shape{Kind: scene.Box, Rect: scene.Rect{X: x, Y: 0, W: 10, H: 10}, Fill: 0xff}
	}
	clip := func(x, w float64) scene.Shape {
		return scene.Shape{Kind: scene.Clip, Rect: scene.Rect{X: x, Y: 0, W: w, H: 100}}
	}
	slanted := scene.Shape{Kind: scene.Line, Points: []scene.Point{{X: 0, Y: 0}, {X: 100, Y: 50}}, Stroke: 0xff, Width: 2}
	unclip := scene.Shape{Kind: scene.Unclip}
	p := newTestPainter(t)
	told := func(shapes ...scene.Shape) (got []string) {
		p.paint(&scene.Scene{Shapes: shapes}, 1, 200, 100)
		for _, b := range p.batches {
			text := fmt.Sprint(b.clip)
			for k := 0; k < len(b.vertices); k += 4 {
				text += fmt.Sprintf(" %g", b.vertices[k].DstX)
				if v := b.vertices[k+1]; v.DstY == b.vertices[k].DstY {
					text += fmt.Sprintf("…%g", v.DstX)
				}
			}
			got = append(got, text)
		}
		return got
	}
	assert.Equal(t, []string{"(0,0)-(200,100) -1…11 19…31 19…31 54…60 57…60 39…51 -1…11"},
		told(box(0), box(20), clip(10, 50), box(20), box(55), clip(30, 100), box(58), box(40), box(500), unclip, unclip, unclip, box(0)),
		"the box at 500 is out of sight, and the third unclip has no clip")
	got := told(box(0), clip(10, 50), box(20), slanted, box(55), unclip, slanted, box(0))
	require.Len(t, got, 3)
	assert.Equal(t, "(0,0)-(200,100) -1…11 19…31", got[0])
	assert.Regexp(t, `^\(10,0\)-\(60,100\) \S+ 54…60$`, got[1])
	assert.Regexp(t, `^\(0,0\)-\(200,100\) \S+ -1…11$`, got[2])
}

func TestDashes(t *testing.T) {
	var parts [][2]pt
	dashes([]pt{{0, 0}, {10, 0}, {10, 10}}, 4, 2, func(p []pt) { parts = append(parts, [2]pt{p[0], p[len(p)-1]}) })
	assert.Equal(t, [][2]pt{{{0, 0}, {4, 0}}, {{6, 0}, {10, 0}}, {{10, 2}, {10, 6}}, {{10, 8}, {10, 10}}}, parts)
}

// Dashes cover their share of any line, and never leave it.
func TestDashesCoverTheirShare(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var line []pt
		for range rapid.IntRange(2, 8).Draw(t, "points") {
			line = append(line, pt{rapid.Float64Range(-50, 50).Draw(t, "x"), rapid.Float64Range(-50, 50).Draw(t, "y")})
		}
		if line = distinct(line); len(line) < 2 {
			return
		}
		// Of the line as it is drawn: points too near to each other have become one.
		length := 0.0
		for i := range line[1:] {
			length += line[i+1].minus(line[i]).length()
		}
		on, off := rapid.Float64Range(1, 9).Draw(t, "on"), rapid.Float64Range(1, 9).Draw(t, "off")
		covered := 0.0
		dashes(line, on, off, func(p []pt) {
			for i := 1; i < len(p); i++ {
				covered += p[i].minus(p[i-1]).length()
			}
		})
		whole := math.Floor(length / (on + off))
		want := whole*on + math.Min(on, length-whole*(on+off))
		if math.Abs(covered-want) > 1e-6*(1+length) {
			t.Fatalf("dashes cover %g of %g, want %g", covered, length, want)
		}
	})
}

// A flattened curve begins and ends where it should and keeps to the curve.
func TestCubicKeepsToTheCurve(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var c [4]pt
		for i := range c {
			c[i] = pt{rapid.Float64Range(0, 500).Draw(t, "x"), rapid.Float64Range(0, 500).Draw(t, "y")}
		}
		flat := append([]pt{c[0]}, cubic(nil, c[0], c[1], c[2], c[3])...)
		if flat[len(flat)-1].minus(c[3]).length() > 1e-6 {
			t.Fatal("the curve does not end at its end")
		}
		for i := range 50 {
			u := float64(i) / 49
			s := 1 - u
			q := pt{}.plus(c[0], s*s*s).plus(c[1], 3*s*s*u).plus(c[2], 3*s*u*u).plus(c[3], u*u*u)
			if d := distance(flat, q); d > 0.15 {
				t.Fatalf("%g pixels off the curve at %g", d, u)
			}
		}
	})
}

func distance(line []pt, q pt) float64 {
	best := math.Inf(1)
	for i := 1; i < len(line); i++ {
		a, d := line[i-1], line[i].minus(line[i-1])
		f := 0.0
		if l := d.dot(d); l > 0 {
			f = math.Max(0, math.Min(1, q.minus(a).dot(d)/l))
		}
		best = math.Min(best, q.minus(a.plus(d, f)).length())
	}
	return best
}

// Whatever a scene holds, every vertex is a number and every index is in range:
// Ebitengine panics otherwise, and the page would be gone.
func TestAnySceneGivesSoundTriangles(t *testing.T) {
	p := newTestPainter(t)
	number := rapid.OneOf(rapid.Float64Range(-2000, 2000), rapid.SampledFrom([]float64{0, 1, 0.5, 1e-9, -1}))
	point := rapid.Custom(func(t *rapid.T) scene.Point { return scene.Point{X: number.Draw(t, "x"), Y: number.Draw(t, "y")} })
	shape := rapid.Custom(func(t *rapid.T) scene.Shape {
		return scene.Shape{
			Kind:   scene.Kind(rapid.IntRange(0, int(scene.Unclip)).Draw(t, "kind")),
			Rect:   scene.Rect{X: number.Draw(t, "x"), Y: number.Draw(t, "y"), W: number.Draw(t, "w"), H: number.Draw(t, "h")},
			Radius: number.Draw(t, "radius"), Width: number.Draw(t, "width"),
			Fill: scene.Color(rapid.Uint32().Draw(t, "fill")), Stroke: scene.Color(rapid.Uint32().Draw(t, "stroke")),
			Dash:   [2]float64{number.Draw(t, "on"), number.Draw(t, "off")},
			Arrow:  rapid.Bool().Draw(t, "arrow"),
			Points: rapid.SliceOfN(point, 0, 9).Draw(t, "points"),
			Commands: rapid.SliceOfN(rapid.Custom(func(t *rapid.T) scene.Command {
				return scene.Command(rapid.IntRange(0, int(scene.Close)).Draw(t, "command"))
			}), 0, 6).Draw(t, "commands"),
			String: rapid.StringN(0, 12, -1).Draw(t, "string"), Size: rapid.SampledFrom([]float64{0, 10, 13.5, 40}).Draw(t, "size"),
			Weight: scene.Weight(rapid.IntRange(0, 1).Draw(t, "weight")), Mono: rapid.Bool().Draw(t, "mono"),
			Align: scene.Align(rapid.IntRange(0, 2).Draw(t, "align")),
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		sc := &scene.Scene{Shapes: rapid.SliceOfN(shape, 0, 12).Draw(t, "shapes")}
		p.paint(sc, rapid.SampledFrom([]float64{1, 1.25, 3}).Draw(t, "scale"), 800, 600)
		for _, b := range p.batches {
			for _, v := range b.vertices {
				sum := float64(v.DstX + v.DstY + v.SrcX + v.SrcY + v.Custom0 + v.Custom1 + v.Custom2 + v.Custom3 + v.ColorA)
				if math.IsNaN(sum) || math.IsInf(sum, 0) {
					t.Fatalf("a vertex is not a number: %+v", v)
				}
			}
			for _, i := range b.indices {
				if int(i) >= len(b.vertices) {
					t.Fatalf("index %d of %d vertices", i, len(b.vertices))
				}
			}
			if len(b.vertices) > 1<<16 {
				t.Fatalf("%d vertices in one batch", len(b.vertices))
			}
		}
	})
}

func TestAtlasStartsAnewWhenFull(t *testing.T) {
	p := newTestPainter(t)
	text := "永和九年岁在癸丑暮春之初会于会稽山阴之兰亭修禊事也群贤毕至少长咸集"
	paint := func(size float64) {
		p.paint(&scene.Scene{Shapes: []scene.Shape{{Kind: scene.Text, Points: []scene.Point{{X: 0, Y: 200}}, String: text, Size: size, Fill: 0xff}}}, 1, 8000, 400)
	}
	for size := 20.0; size < 180; size++ {
		paint(size)
		assert.False(t, p.atlas.overflowed, "what one picture needs always fits")
	}
	assert.LessOrEqual(t, len(p.atlas.pages), maxPages)
}

func TestAtlasCellsDoNotOverlap(t *testing.T) {
	a := newAtlas()
	var cells []cell
	for i := range 400 {
		c := a.put(picture{alpha: image.NewAlpha(image.Rect(0, 0, 5+i%40, 8+i%23))})
		for _, o := range cells {
			if o.page == c.page && image.Rect(o.x, o.y, o.x+o.w, o.y+o.h).Overlaps(image.Rect(c.x, c.y, c.x+c.w, c.y+c.h)) {
				t.Fatalf("%+v overlaps %+v", o, c)
			}
		}
		cells = append(cells, c)
	}
}

func TestManyShapesSplitIntoBatches(t *testing.T) {
	p := newTestPainter(t)
	sc := &scene.Scene{}
	for i := range 20_000 {
		sc.Shapes = append(sc.Shapes, scene.Shape{Kind: scene.Box, Rect: scene.Rect{X: float64(i % 100), Y: 1, W: 5, H: 5}, Fill: 0xff})
	}
	p.paint(sc, 1, 200, 100)
	require.Len(t, p.batches, 2)
	total := 0
	for _, b := range p.batches {
		total += len(b.indices) / 6
	}
	assert.Equal(t, 20_000, total)
}

func BenchmarkPaint(b *testing.B) {
	p := newTestPainter(b)
	sc := &scene.Scene{}
	for i := range 2000 {
		x, y := float64(i%50)*25, float64(i/50)*20
		sc.Shapes = append(sc.Shapes,
			scene.Shape{Kind: scene.Box, Rect: scene.Rect{X: x, Y: y, W: 22, H: 16}, Radius: 4, Fill: 0xffffffff, Stroke: 0xff, Width: 1},
			scene.Shape{Kind: scene.Text, Points: []scene.Point{{X: x, Y: y + 12}}, String: "x[0] = 3.5", Size: 11, Fill: 0xff})
	}
	for b.Loop() {
		p.paint(sc, 2, 2560, 1600)
	}
}
