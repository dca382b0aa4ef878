package canvas

import (
	"image"
	"math"

	"lockstep/wasm/scene"
	"lockstep/wasm/typeface"
)

// foreigner draws a run that no shipped face holds; the browser does.
type foreigner interface {
	raster(run string, ppem float64, style typeface.Style) picture
}

// painter turns shapes into batches. It keeps its buffers and its glyphs from
// one picture to the next.
type painter struct {
	faces   *typeface.Set
	foreign foreigner
	atlas   *atlas
	scale   float64 // device pixels per CSS pixel
	batches []batch
	clips   []image.Rectangle // the place that is painted, and in it the clips of the scene
	bounds  []image.Rectangle // the same without the place
	layouts layouts
	recent  recent
	picture int  // how many there were
	flat    []pt // the path that is being flattened
	extents extents
	reaches []*partExtent // of the parts of the scene that was shown or painted last
	reached *scene.Scene  // whose they are
	before  []*partExtent // see differ
	mover   mover         // of the scene that was shown last
	marks   [2][]mark     // see differ
}

func newPainter(faces *typeface.Set, foreign foreigner) *painter {
	return &painter{faces: faces, foreign: foreign, atlas: newAtlas(), scale: 1, layouts: layouts{}}
}

// paint fills p.batches with the picture at a scale, on w × h device pixels.
func (p *painter) paint(sc *scene.Scene, scale float64, w, h int) {
	p.repaint(sc, scale, []image.Rectangle{image.Rect(0, 0, w, h)})
}

// repaint fills p.batches with what of the picture lies in some places.
func (p *painter) repaint(sc *scene.Scene, scale float64, places []image.Rectangle) {
	p.scale = scale
	p.age()
	if p.shapes(sc, places); p.atlas.overflowed {
		// The textures were full of glyphs of other sizes. Fresh ones hold what
		// this picture needs; what even they do not hold is left out.
		p.atlas.clear()
		p.shapes(sc, places)
	}
}

func (p *painter) shapes(sc *scene.Scene, places []image.Rectangle) {
	for i := range p.batches {
		p.batches[i].vertices = p.batches[i].vertices[:0]
		p.batches[i].indices = p.batches[i].indices[:0]
	}
	p.batches = p.batches[:0]
	p.reachOut(sc)
	for _, place := range places {
		p.clips, p.bounds = append(p.clips[:0], place), append(p.bounds[:0], everywhere)
		p.ground(sc.Background)
		next := 0
		for i := range sc.Parts {
			part := &sc.Parts[i]
			p.stretch(sc, next, part.Shapes.From)
			next = part.Shapes.To
			p.part(sc, part.Shapes.From, p.reaches[i])
		}
		p.stretch(sc, next, len(sc.Shapes))
	}
}

// ground covers what was there before.
func (p *painter) ground(c scene.Color) {
	r := p.clip()
	p.rounded(float64(r.Min.X)-2, float64(r.Min.Y)-2, float64(r.Max.X)+2, float64(r.Max.Y)+2, 0, 0, inkOf(c))
}

// part paints of a part what is in sight.
func (p *painter) part(sc *scene.Scene, from int, x *partExtent) {
	if !x.all.Overlaps(p.clip()) {
		return
	}
	for i := range x.each {
		s := &sc.Shapes[from+i]
		if s.Kind == scene.Clip || s.Kind == scene.Unclip || x.each[i].Overlaps(p.clip()) {
			p.shape(s)
		}
	}
}

func (p *painter) stretch(sc *scene.Scene, from, to int) {
	over := -1
	if p.mover.of == sc {
		over = p.mover.place
	}
	for i := from; i < to; i++ {
		if i != over {
			p.shape(&sc.Shapes[i])
		}
	}
}

func (p *painter) shape(s *scene.Shape) {
	switch s.Kind {
	case scene.Clip:
		r := p.pixels(s.Rect)
		p.clips, p.bounds = append(p.clips, p.clip().Intersect(r)), append(p.bounds, p.bounds[len(p.bounds)-1].Intersect(r))
	case scene.Unclip:
		if len(p.clips) > 1 {
			p.clips, p.bounds = p.clips[:len(p.clips)-1], p.bounds[:len(p.bounds)-1]
		}
	case scene.Box, scene.Hatch:
		if !p.far(s) {
			p.box(s)
		}
	case scene.Line:
		if len(s.Points) >= 2 {
			p.line(s)
		}
	case scene.Path:
		p.path(s)
	case scene.Text:
		if len(s.Points) >= 1 && s.String != "" {
			p.text(s)
		}
	}
}

func (p *painter) clip() image.Rectangle { return p.clips[len(p.clips)-1] }

// pixels is a rectangle on the device grid.
func (p *painter) pixels(r scene.Rect) image.Rectangle {
	return image.Rect(round(r.X*p.scale), round(r.Y*p.scale), round((r.X+r.W)*p.scale), round((r.Y+r.H)*p.scale))
}

// visible reports whether any of a box of device pixels can show.
func (p *painter) visible(x0, y0, x1, y1 float64) bool {
	c := p.clip()
	return !c.Empty() && x1 >= float64(c.Min.X) && x0 <= float64(c.Max.X) && y1 >= float64(c.Min.Y) && y0 <= float64(c.Max.Y)
}

// anyPage lets triangles without a texture join whatever batch is open.
const anyPage = -1

func round(x float64) int { return int(math.Floor(x + 0.5)) }
