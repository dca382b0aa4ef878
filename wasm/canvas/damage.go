package canvas

import (
	"image"
	"slices"

	"lockstep/wasm/scene"
)

// damage is where what is on the screen is not what is to be seen any more.
type damage struct {
	all   bool
	rects []image.Rectangle
}

const (
	// mostRects is how many places are painted apart, and apartFrom the number of
	// pixels from which it pays to paint two places apart and not the box of both.
	mostRects = 12
	apartFrom = 6000
	// lookAhead is how far a shape is searched for that is not where it was.
	lookAhead = 24
)

func (d *damage) clear() { d.all, d.rects = false, d.rects[:0] }

// add puts a place to the others, and joins those that lie close to each other.
func (d *damage) add(r image.Rectangle) {
	for {
		if r.Empty() {
			return
		}
		best, growth := -1, 0
		for i, o := range d.rects {
			if r.In(o) {
				return
			}
			g := area(o.Union(r)) - area(o) - area(r)
			if best < 0 || g < growth {
				best, growth = i, g
			}
		}
		if best < 0 || growth > apartFrom && len(d.rects) < mostRects {
			d.rects = append(d.rects, r)
			return
		}
		r = r.Union(d.rects[best])
		d.rects = slices.Delete(d.rects, best, best+1)
	}
}

// covers tells whether one of the places has another in it.
func (d *damage) covers(r image.Rectangle) bool {
	for _, o := range d.rects {
		if r.In(o) {
			return true
		}
	}
	return false
}

func area(r image.Rectangle) int { return r.Dx() * r.Dy() }

// within are the places to paint on a screen.
func (d *damage) within(bounds image.Rectangle) []image.Rectangle {
	if d.all {
		return []image.Rectangle{bounds}
	}
	sum, kept := 0, d.rects[:0]
	for _, r := range d.rects {
		if r = onGrid(r).Intersect(bounds); !r.Empty() {
			kept = append(kept, r)
			sum += area(r)
		}
	}
	if d.rects = kept; sum > area(bounds)*7/10 {
		return []image.Rectangle{bounds}
	}
	return kept
}

// onGrid is a place a little larger, so that it is the same for some pictures in
// which it moves by a pixel or two: what draws there is kept.
func onGrid(r image.Rectangle) image.Rectangle {
	const grid = 8
	return image.Rect(r.Min.X&^(grid-1), r.Min.Y&^(grid-1), (r.Max.X+grid-1)&^(grid-1), (r.Max.Y+grid-1)&^(grid-1))
}

// differ adds to d where scene b does not look as scene a, both at a scale. Whatever
// is in both in the same order, with the same clip, needs no paint where nothing
// else has come or gone.
func (p *painter) differ(d *damage, a, b *scene.Scene, scale float64) {
	p.scale = scale
	over := p.mover
	if over.of != a { // then it was not left out
		over = mover{place: -1}
	}
	var before []*partExtent // of a, when it was the last that was looked at
	if p.reached == a && p.extents.scale == scale {
		p.before = append(p.before[:0], p.reaches...)
		before = p.before
	}
	p.reachOut(b)
	p.mover = p.moverOf(b)
	if d.all = d.all || a == nil || a.W != b.W || a.H != b.H || a.Background != b.Background; d.all {
		return
	}
	was, is := walk{p: p, sc: a, over: over.place, list: p.marks[0][:0], reaches: before}, walk{p: p, sc: b, over: p.mover.place, list: p.marks[1][:0], reaches: p.reaches}
	k := 0
	for j := range b.Parts {
		i := k
		for i < len(a.Parts) && a.Parts[i].Number != b.Parts[j].Number {
			i++
		}
		if i == len(a.Parts) {
			continue // it is new
		}
		was.to(a.Parts[i].Shapes.From)
		is.to(b.Parts[j].Shapes.From)
		if !slices.Equal(was.clips, is.clips) {
			continue
		}
		p.compare(d, &was, &is)
		was.at, is.at, k = a.Parts[i].Shapes.To, b.Parts[j].Shapes.To, i+1
	}
	was.to(len(a.Shapes))
	is.to(len(b.Shapes))
	p.compare(d, &was, &is)
	p.marks[0], p.marks[1] = was.list, is.list
	if len(d.rects) == 0 && over.at != p.mover.at {
		// Nothing is finished anew where nothing is painted.
		d.add(image.Rectangle{Min: over.at.Union(p.mover.at).Min, Max: over.at.Union(p.mover.at).Min.Add(image.Pt(1, 1))})
	}
}

// mark is a shape, the clip that it is drawn with, and its extent if that is known.
type mark struct {
	shape  *scene.Shape
	clip   image.Rectangle
	extent *image.Rectangle
}

func (p *painter) extentOf(m *mark) image.Rectangle {
	if m.extent != nil {
		return *m.extent
	}
	return p.extent(m.shape)
}

// walk goes through a scene and notes what is drawn on the way.
type walk struct {
	p     *painter
	sc    *scene.Scene
	at    int
	over  int // what is not drawn with the others, see mover
	clips []image.Rectangle
	list  []mark

	reaches []*partExtent // of its parts, as far as they are known
	part    int           // the next one that is not over
}

var everywhere = image.Rect(-1<<30, -1<<30, 1<<30, 1<<30)

func (w *walk) to(end int) {
	for ; w.at < end; w.at++ {
		if w.at == w.over {
			continue
		}
		s := &w.sc.Shapes[w.at]
		clip := everywhere
		if n := len(w.clips); n > 0 {
			clip = w.clips[n-1]
		}
		switch s.Kind {
		case scene.Clip:
			w.clips = append(w.clips, clip.Intersect(w.p.pixels(s.Rect)))
		case scene.Unclip:
			if len(w.clips) > 0 {
				w.clips = w.clips[:len(w.clips)-1]
			}
		default:
			w.list = append(w.list, mark{s, clip, w.extent()})
		}
	}
}

// extent is that of the shape at hand, if it is in a part whose are known.
func (w *walk) extent() *image.Rectangle {
	for w.part < len(w.reaches) && w.at >= w.sc.Parts[w.part].Shapes.To {
		w.part++
	}
	if w.part == len(w.reaches) {
		return nil
	}
	if n := w.at - w.sc.Parts[w.part].Shapes.From; n >= 0 {
		return &w.reaches[w.part].each[n]
	}
	return nil
}

// compare adds where two stretches differ, and forgets them.
func (p *painter) compare(d *damage, was, is *walk) {
	a, b := was.list, is.list
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(a) == 0:
			p.spoil(d, b)
			b = nil
			continue
		case len(b) == 0:
			p.spoil(d, a)
			a = nil
			continue
		case a[0].same(&b[0]):
			a, b = a[1:], b[1:]
			continue
		}
		// The next place at which they are the same again. What has only moved to and
		// fro, as all that stands on an axis does after an edit, needs no search.
		i, j := 1, 1
		for k := 1; k <= lookAhead && !a[0].moved(&b[0]); k++ {
			if k < len(a) && a[k].same(&b[0]) {
				i, j = k, 0
				break
			}
			if k < len(b) && a[0].same(&b[k]) {
				i, j = 0, k
				break
			}
			if k < len(a) && k < len(b) && a[k].same(&b[k]) {
				i, j = k, k
				break
			}
		}
		if i == j {
			for k := range a[:i] {
				p.respoil(d, &a[k], &b[k])
			}
		} else {
			p.spoil(d, a[:i])
			p.spoil(d, b[:j])
		}
		a, b = a[i:], b[j:]
	}
	was.list, is.list = was.list[:0], is.list[:0]
}

func (p *painter) spoil(d *damage, list []mark) {
	for i := range list {
		p.spoilOne(d, &list[i])
	}
}

// moved: the same further left or right, or another length of it.
func (m *mark) moved(o *mark) bool {
	s, t := m.shape, o.shape
	if s.Kind != t.Kind || s.Fill != t.Fill || s.Stroke != t.Stroke || s.String != t.String || m.clip != o.clip {
		return false
	}
	if s.Kind == scene.Box || s.Kind == scene.Hatch {
		return s.Rect.Y == t.Rect.Y && s.Rect.H == t.Rect.H
	}
	return len(s.Points) > 0 && len(s.Points) == len(t.Points) && s.Points[0].Y == t.Points[0].Y
}

// same: to be drawn alike, pixel by pixel.
func (m *mark) same(o *mark) bool {
	s, t := m.shape, o.shape
	return m.clip == o.clip && s.Kind == t.Kind && s.Rect == t.Rect && s.Radius == t.Radius && s.Fill == t.Fill && s.Stroke == t.Stroke && s.Width == t.Width &&
		s.Dash == t.Dash && s.Arrow == t.Arrow && s.String == t.String && s.Size == t.Size && s.Weight == t.Weight && s.Mono == t.Mono && s.Align == t.Align &&
		slices.Equal(s.Points, t.Points) && slices.Equal(s.Commands, t.Commands)
}
