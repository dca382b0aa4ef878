package canvas

import (
	"image"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"lockstep/wasm/scene"
)

// film draws batches as the shader does, pixel by pixel.
type film struct {
	p    *painter
	size image.Point
	pix  []ink
}

func newFilm(p *painter, w, h int) *film {
	return &film{p, image.Pt(w, h), make([]ink, w*h)}
}

func (f *film) draw() {
	for i := range f.p.batches {
		b := &f.p.batches[i]
		for k := 0; k < len(b.indices); k += 3 {
			f.triangle(b, b.vertices[b.indices[k]], b.vertices[b.indices[k+1]], b.vertices[b.indices[k+2]])
		}
	}
}

// triangle fills the pixels whose middles lie in it; one on an edge between two
// belongs to one of them.
func (f *film) triangle(b *batch, u, v, w vertex) {
	cross := func(ax, ay, bx, by, x, y float64) float64 { return (bx-ax)*(y-ay) - (by-ay)*(x-ax) }
	ux, uy, vx, vy, wx, wy := float64(u.DstX), float64(u.DstY), float64(v.DstX), float64(v.DstY), float64(w.DstX), float64(w.DstY)
	whole := cross(ux, uy, vx, vy, wx, wy)
	if whole == 0 {
		return
	}
	top := func(ax, ay, bx, by float64) bool { return (by-ay)*whole < 0 || by == ay && (bx-ax)*whole > 0 }
	r := image.Rect(int(min(ux, vx, wx)), int(min(uy, vy, wy)), int(max(ux, vx, wx))+1, int(max(uy, vy, wy))+1).Intersect(b.clip).Intersect(image.Rectangle{Max: f.size})
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			px, py := float64(x)+0.5, float64(y)+0.5
			a := cross(vx, vy, wx, wy, px, py) / whole
			c := cross(wx, wy, ux, uy, px, py) / whole
			d := cross(ux, uy, vx, vy, px, py) / whole
			if a < 0 || c < 0 || d < 0 || a == 0 && !top(vx, vy, wx, wy) || c == 0 && !top(wx, wy, ux, uy) || d == 0 && !top(ux, uy, vx, vy) {
				continue
			}
			f.shade(b, x, y, a*float64(u.SrcX)+c*float64(v.SrcX)+d*float64(w.SrcX), a*float64(u.SrcY)+c*float64(v.SrcY)+d*float64(w.SrcY), &u)
		}
	}
}

// shade is ink.kage.
func (f *film) shade(b *batch, x, y int, sx, sy float64, v *vertex) {
	rounded := func() float64 {
		qx, qy := math.Abs(sx)-float64(v.Custom0)+float64(v.Custom2), math.Abs(sy)-float64(v.Custom1)+float64(v.Custom2)
		return min(max(qx, qy), 0) + math.Hypot(max(qx, 0), max(qy, 0)) - float64(v.Custom2)
	}
	cover := func(d float64) float32 { return float32(min(max(d, 0), 1)) }
	k := ink{v.ColorR, v.ColorG, v.ColorB, v.ColorA}
	texel := func() ink {
		p := f.p.atlas.pages[b.page].pixels
		at := p.RGBAAt(int(math.Floor(sx)), int(math.Floor(sy)))
		return ink{float32(at.R) / 255, float32(at.G) / 255, float32(at.B) / 255, float32(at.A) / 255}
	}
	switch v.Custom3 {
	case kindGlyph:
		k = k.times(texel().a)
	case kindTriangle:
		k = k.times(cover(0.5 + min(sx, sy, float64(v.Custom0))))
	case kindHatch:
		t := math.Mod((float64(x)+float64(y)+1)*0.70710678, 7*f.p.scale)
		k = k.times(cover(0.5 - rounded())).times(cover(0.5 - (math.Abs(t-3.5*f.p.scale) - 1.1*f.p.scale)))
	case kindImage:
		k = texel().times(k.a)
	default:
		d := rounded()
		if v.Custom3 > 0 {
			d = math.Abs(d) - float64(v.Custom3)
		}
		k = k.times(cover(0.5 - d))
	}
	to := &f.pix[y*f.size.X+x]
	under := to.times(1 - k.a)
	*to = ink{under.r + k.r, under.g + k.g, under.b + k.b, under.a + k.a}
}

// someShape is any shape, here and there over the edge.
func someShape(t *rapid.T) scene.Shape {
	place := func(label string) float64 { return float64(rapid.IntRange(-40, 680).Draw(t, label)) / 4 }
	colour := func(label string) scene.Color {
		return scene.Color(rapid.SampledFrom([]uint32{0, 0x2040ffff, 0xff8800ff, 0x00800080, 0x000000ff}).Draw(t, label))
	}
	s := scene.Shape{
		Kind: rapid.SampledFrom([]scene.Kind{scene.Box, scene.Box, scene.Hatch, scene.Line, scene.Path, scene.Text, scene.Text}).Draw(t, "kind"),
		Rect: scene.Rect{X: place("x"), Y: place("y"), W: place("w") / 3, H: place("h") / 4},
		Fill: colour("fill"), Stroke: colour("stroke"),
		Radius: rapid.SampledFrom([]float64{0, 2, 9}).Draw(t, "radius"),
		Width:  rapid.SampledFrom([]float64{0.5, 1, 1.6, 5}).Draw(t, "width"),
		Arrow:  rapid.Bool().Draw(t, "arrow"),
		Points: []scene.Point{{X: place("x0"), Y: place("y0")}, {X: place("x1"), Y: place("y1")}, {X: place("x2"), Y: place("y2")}, {X: place("x3"), Y: place("y3")}},
		String: rapid.SampledFrom([]string{"all_reduce", "rank 12", "400.012 µs", "环形"}).Draw(t, "text"),
		Size:   rapid.SampledFrom([]float64{9, 12.5, 20}).Draw(t, "size"),
		Align:  rapid.SampledFrom([]scene.Align{scene.Start, scene.Middle, scene.End}).Draw(t, "align"),
	}
	if rapid.Bool().Draw(t, "dashed") {
		s.Dash = [2]float64{5, 3}
	}
	if s.Kind == scene.Path {
		s.Commands = []scene.Command{scene.MoveTo, scene.CubicTo}
		if rapid.Bool().Draw(t, "closed") {
			s.Commands = append(s.Commands, scene.Close)
		}
	}
	return s
}

// change makes another scene out of one: shapes come, go, and change their clip.
func change(t *rapid.T, shapes []scene.Shape) []scene.Shape {
	next := append([]scene.Shape(nil), shapes...)
	for range rapid.IntRange(0, 3).Draw(t, "changes") {
		i := rapid.IntRange(0, len(next)-1).Draw(t, "at")
		switch s := &next[i]; rapid.IntRange(0, 3).Draw(t, "how") {
		case 0:
			if s.Kind != scene.Clip && s.Kind != scene.Unclip {
				*s = someShape(t)
			}
		case 1:
			next = append(next[:i:i], append([]scene.Shape{someShape(t)}, next[i:]...)...)
		case 2:
			if s.Kind != scene.Clip && s.Kind != scene.Unclip && len(next) > 3 {
				next = append(next[:i:i], next[i+1:]...)
			}
		case 3:
			s.Rect.X++
			if s.Kind == scene.Text { // as a time does, and what stands behind it
				s.String = rapid.SampledFrom([]string{"400.013 µs", "400.012 ms", "rank 132", "all_reduce of 2", "环", "rank 12 环", ""}).Draw(t, "another text")
			}
		}
	}
	return next
}

// withMover puts a line that moves by itself somewhere into a scene: at times nothing
// lies on it or cuts it, at times it does, and at times it is no such line.
func withMover(t *rapid.T, sc *scene.Scene) *scene.Scene {
	next := *sc
	i := rapid.IntRange(0, len(sc.Shapes)).Draw(t, "where the mover stands")
	if rapid.IntRange(0, 2).Draw(t, "what moves comes last") > 0 {
		i = len(sc.Shapes)
	}
	x, y := rapid.Float64Range(0, 160).Draw(t, "mover"), float64(rapid.IntRange(0, 60).Draw(t, "top"))
	line := scene.Shape{
		Kind: scene.Line, Points: []scene.Point{{X: x, Y: y}, {X: x, Y: y + rapid.SampledFrom([]float64{40, 41}).Draw(t, "high")}},
		Stroke: rapid.SampledFrom([]scene.Color{0x2040ffff, 0x2040ffff, 0xff880080}).Draw(t, "colour of the mover"),
		Width:  rapid.SampledFrom([]float64{0.5, 1, 1.6, 5.5}).Draw(t, "width of the mover"),
	}
	next.Shapes = append(append(append([]scene.Shape(nil), sc.Shapes[:i]...), line), sc.Shapes[i:]...)
	next.Mover = i + 1
	return &next
}

// alike: the same in a byte for each colour. What covers a pixel as a whole does so but
// for the rounding of its edges' distances.
func alike(a, b ink) bool {
	near := func(x, y float32) bool { return max(x-y, y-x) < 1e-3 }
	return near(a.r, b.r) && near(a.g, b.g) && near(a.b, b.b) && near(a.a, b.a)
}

// finish draws what moves over the picture, as the canvas does where it is seen.
func (f *film) finish(sc *scene.Scene) []ink {
	pix := append([]ink(nil), f.pix...)
	if m := f.p.mover; m.of == sc && m.place >= 0 {
		r := m.at.Intersect(image.Rectangle{Max: f.size})
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				pix[y*f.size.X+x] = inkOf(m.color)
			}
		}
	}
	return pix
}

// What is painted where two pictures differ, and what is drawn over it, makes of the
// first the second, pixel by pixel.
func TestWhatIsPaintedAgainIsTheWholePicture(t *testing.T) {
	again, whole := newTestPainter(t), newTestPainter(t)
	const w, h = 170, 120
	bounds := image.Rect(0, 0, w, h)
	spared, over := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		scale := rapid.SampledFrom([]float64{1, 1.25, 2}).Draw(t, "scale")
		var shapes []scene.Shape
		for range rapid.IntRange(1, 8).Draw(t, "shapes") {
			shapes = append(shapes, someShape(t))
		}
		clip := scene.Shape{Kind: scene.Clip, Rect: scene.Rect{X: 10.3, Y: 12, W: 80, H: 60}}
		shapes = append(shapes, clip, someShape(t), someShape(t), scene.Shape{Kind: scene.Unclip}, someShape(t))
		still := &scene.Scene{W: w, H: h, Background: 0xfafaf7ff, Shapes: shapes}
		now := withMover(t, still)
		screen := newFilm(again, w, h)
		again.paint(now, scale, w, h)
		screen.draw()
		var d damage
		for range rapid.IntRange(1, 4).Draw(t, "pictures") {
			for range rapid.IntRange(1, 2).Draw(t, "shown before one is drawn") {
				changed := *still
				changed.Shapes = change(t, still.Shapes)
				still = &changed
				next := withMover(t, still)
				again.differ(&d, now, next, scale)
				now = next
			}
			places := d.within(bounds)
			for _, r := range places {
				spared += area(bounds)/len(places) - area(r)
			}
			again.repaint(now, scale, places)
			screen.draw()
			d.clear()
			want := newFilm(whole, w, h)
			whole.paint(now, scale, w, h)
			want.draw()
			if again.mover.place >= 0 {
				over++
			}
			seen := screen.finish(now)
			for i := range want.pix {
				a, b := want.pix[i], seen[i]
				if a != b && !(again.mover.place >= 0 && image.Pt(i%w, i/w).In(again.mover.at.Inset(-1)) && alike(a, b)) {
					t.Fatalf("pixel %d, %d is %v, not %v; painted were %v", i%w, i/w, b, a, places)
				}
			}
		}
	})
	assert.Positive(t, spared, "something was spared")
	assert.Positive(t, over, "something was drawn over the picture")
}

// Parts of one number are taken for the same without a look, so only the rest is
// painted; where their clip differs they are looked at.
func TestPartsAreNotComparedAgain(t *testing.T) {
	p := newTestPainter(t)
	box := func(x float64, c scene.Color) scene.Shape {
		return scene.Shape{Kind: scene.Box, Rect: scene.Rect{X: x, Y: 0, W: 10, H: 10}, Fill: c}
	}
	unclip := scene.Shape{Kind: scene.Unclip}
	of := func(clip float64, last scene.Color) *scene.Scene {
		return &scene.Scene{W: 1000, H: 100, Parts: []scene.Part{{Number: 7, Shapes: scene.Range{From: 1, To: 3}}},
			Shapes: []scene.Shape{{Kind: scene.Clip, Rect: scene.Rect{W: clip, H: 100}}, box(20, 0xff), box(500, 0xff), unclip, box(900, last)}}
	}
	places := func(a, b *scene.Scene) []image.Rectangle {
		var d damage
		p.differ(&d, a, b, 1)
		return d.within(image.Rect(0, 0, 1000, 100))
	}
	assert.Empty(t, places(of(400, 1), of(400, 1)))
	got := places(of(400, 1), of(400, 0xff00ff))
	require.Len(t, got, 1)
	assert.True(t, image.Pt(905, 5).In(got[0]) && !image.Pt(505, 5).In(got[0]), got)
	got = places(of(400, 1), of(600, 1))
	assert.True(t, slices.ContainsFunc(got, image.Pt(505, 5).In), "what the clip hid shows now: %v", got)
	other := of(400, 1)
	other.Background = 5
	assert.Equal(t, []image.Rectangle{image.Rect(0, 0, 1000, 100)}, places(of(400, 1), other))
}

// Places far from each other are painted apart, those nearby as one, and never
// more than a few.
func TestPlacesAreJoined(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var d damage
		var all []image.Rectangle
		for range rapid.IntRange(0, 60).Draw(t, "n") {
			x, y := rapid.IntRange(0, 1200).Draw(t, "x"), rapid.IntRange(0, 700).Draw(t, "y")
			r := image.Rect(x, y, x+rapid.IntRange(0, 60).Draw(t, "w"), y+rapid.IntRange(0, 400).Draw(t, "h"))
			all = append(all, r)
			d.add(r)
		}
		if len(d.rects) > mostRects {
			t.Fatal("more places than can be painted apart")
		}
		for _, r := range all {
			for _, corner := range []image.Point{r.Min, r.Max.Sub(image.Pt(1, 1))} {
				in := r.Empty()
				for _, o := range d.rects {
					in = in || corner.In(o)
				}
				if !in {
					t.Fatalf("%v of %v is in none of %v", corner, r, d.rects)
				}
			}
		}
	})
}

// Of a time that goes on, the digits that change are painted, and nothing of a text
// that stands still.
func TestOfATextTheLettersThatChangeArePainted(t *testing.T) {
	p := newTestPainter(t)
	of := func(text string, x float64) *scene.Scene {
		return &scene.Scene{W: 400, H: 100, Shapes: []scene.Shape{{Kind: scene.Text, Mono: true, Size: 20, Fill: 0xff, String: text, Points: []scene.Point{{X: x, Y: 50}}}}}
	}
	places := func(a, b *scene.Scene) []image.Rectangle {
		var d damage
		p.differ(&d, a, b, 1)
		return d.rects
	}
	whole := places(of("x", 20), of("cursor 15.895 ms", 20))
	require.Len(t, whole, 1)
	digit := places(of("cursor 15.895 ms", 20), of("cursor 15.995 ms", 20))
	require.Len(t, digit, 1)
	assert.True(t, digit[0].In(whole[0]))
	assert.Less(t, 10*digit[0].Dx(), whole[0].Dx())
	assert.Empty(t, places(of("same", 20), of("same", 20)))
	moved := places(of("cursor 15.895 ms", 20), of("cursor 15.895 ms", 21))
	require.Len(t, moved, 1)
	assert.GreaterOrEqual(t, moved[0].Dx(), whole[0].Dx())
}
