package scene

import (
	"math"
	"slices"
	"strconv"

	"lockstep/wasm/app"
)

// side is the panel at the right.
func (d *sheet) side(r Rect) {
	h := part(d, "side", 0, r, func() float64 {
		d.box(r, 0, d.pal.Surface, 0)
		d.line(Point{r.X, r.Y}, Point{r.X, r.bottom()}, d.pal.Line, 1)
		h := d.tabRows(r.X+20, r.Y, r.W-40)
		d.line(Point{r.X, r.Y + h}, Point{r.right(), r.Y + h}, d.pal.Line, 1)
		return h
	})
	d.panel(Rect{r.X, r.Y + h + 1, r.W, r.H - h - 1})
}

// panel is what the open tab shows, scrolled where it is longer than the room.
func (d *sheet) panel(r Rect) {
	tab := d.tab()
	if tab.fill != nil {
		tab.fill(d, Rect{r.X + 16, r.Y + 12, r.W - 32, r.H - 28})
		return
	}
	d.clip(r)
	d.room = r
	shapes, hots, areas, parts, stretches := len(d.out.Shapes), len(d.out.Hot), len(d.out.Areas), len(d.out.Parts), len(d.out.stretches)
	scroll := d.s.Scroll.Side
	body := func() (over float64) {
		top := r.Y - scroll
		draw := func() float64 { return tab.body(d, r.X+20, top+24, r.W-40) + 16 - top - r.H }
		if tab.id == "stage" { // it tells the time
			return draw()
		}
		return d.stretch("panel", draw)
	}
	over := body()
	if least := max(0, over); scroll > least { // it has become shorter: once more, from where it ends now
		d.out.Shapes, d.out.Hot, d.out.Areas, d.out.Parts = d.out.Shapes[:shapes], d.out.Hot[:hots], d.out.Areas[:areas], d.out.Parts[:parts]
		d.old, d.goOn, d.lasts, d.still = nil, false, false, false // what was there has been written over
		d.out.stretches = d.out.stretches[:stretches]
		scroll = least
		over = body()
	}
	d.unclip()
	d.over(reachSide, over)
	d.enclose(hots, "side", over, r)
	if over > 0.5 {
		down := partScroll{"side", scroll, over}
		d.passDown(areas, down)
		d.out.Areas = slices.Insert(d.out.Areas, areas, Area{Rect: r, Scroll: down})
		d.scrollBar(r, scroll, over)
	}
}

// passDown tells what scrolls to the side only or not at all, from area number mark
// on, what scrolls up and down around it.
func (d *sheet) passDown(mark int, down Scroller) {
	for i := mark; i < len(d.out.Areas); i++ {
		switch a := d.out.Areas[i].Scroll.(type) {
		case acrossScroll:
			a.down = down
			d.out.Areas[i].Scroll = a
		case lanesScroll:
			if a.limit <= 0 {
				d.out.Areas[i].Scroll = withinScroll{a, down}
			}
		case nil:
			d.out.Areas[i].Scroll = down
		}
	}
}

// withinScroll pans the time to the side, and scrolls what is around up and down.
type withinScroll struct{ across, down Scroller }

// By is the action for a distance.
func (s withinScroll) By(dx, dy float64) app.Action {
	if math.Abs(dx) > math.Abs(dy) {
		if a := s.across.By(dx, 0); a != nil {
			return a
		}
	}
	return s.down.By(0, dy)
}

// scrollBar shows where one is in something longer.
func (d *sheet) scrollBar(r Rect, scroll, over float64) {
	h := max(24, r.H*r.H/(r.H+over))
	y := r.Y + (r.H-h)*min(1, scroll/over)
	d.box(Rect{r.right() - 6, y + 2, 4, h - 4}, 2, d.pal.Faint.alpha(0.6), 0)
}

// partScroll scrolls one part up and down.
type partScroll struct {
	part       string
	now, limit float64
}

// By is the action for a distance.
func (p partScroll) By(_, dy float64) app.Action {
	if dy < 0 && p.now > 0 || dy > 0 && p.now < p.limit {
		return app.ScrollBy{Part: p.part, DY: dy, Limit: p.limit}
	}
	return nil
}

// heading is a section's title; it returns the baseline of what follows.
func (d *sheet) heading(x, y, width float64, text string) float64 {
	d.text(x, y, width, text, ink{size: 13, color: d.pal.Text, bold: true})
	return y + 24
}

// columnHeads are the heads of a table, whose columns end a gap before the next
// begins. A head that is too long for its column goes on in a second line; all end
// on the same one, whose y it returns.
func (d *sheet) columnHeads(at []float64, gap, y float64, keys []string, size float64) float64 {
	const line = 14
	k := ink{size: size, color: d.pal.Muted}
	most := 1
	for i, key := range keys {
		most = max(most, len(wrap(d.m, d.say(key), k, at[i+1]-at[i]-gap)))
	}
	y += float64(most-1) * line
	for i, key := range keys {
		width := at[i+1] - at[i] - gap
		head := wrap(d.m, d.say(key), k, width)
		for n, text := range head {
			d.text(at[i], y-float64(len(head)-1-n)*line, width, text, k)
		}
	}
	return y
}

// evenly are where n columns of one width begin, and where the last ends.
func evenly(x, width float64, n int) []float64 {
	at := make([]float64, n+1)
	for i := range at {
		at[i] = x + float64(i)*width
	}
	return at
}

func itoa(n int) string { return strconv.Itoa(n) }
