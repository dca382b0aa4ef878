package scene

import (
	"strconv"

	"lockstep/wasm/app"
)

// tabs of the side panel, in order.
var tabs = []string{"diagnosis", "values", "text"}

// side is the panel at the right.
func (d *sheet) side(r Rect) {
	d.box(r, 0, d.pal.Surface, 0)
	d.line(Point{r.X, r.Y}, Point{r.X, r.bottom()}, d.pal.Line, 1)
	d.tabRow(r.X+20, r.Y, r.W-40)
	d.line(Point{r.X, r.Y + 40}, Point{r.right(), r.Y + 40}, d.pal.Line, 1)
	d.panel(Rect{r.X, r.Y + 41, r.W, r.H - 41})
}

// tabRow is the row of tabs, their baseline 28 below y.
func (d *sheet) tabRow(x, y, width float64) {
	each := min(width/float64(len(tabs)), 120)
	for _, id := range d.tabs() {
		on := d.tab() == id
		k := ink{size: 13, color: d.pal.Muted, bold: on}
		if on {
			k.color = d.pal.Accent
		}
		w := d.text(x, y+28, each-8, d.say("tab."+id), k)
		if on {
			d.box(Rect{x - 2, y + 38, w + 4, 2.5}, 1, d.pal.Accent, 0)
		}
		d.hot(Hot{ID: "tab-" + id, Rect: Rect{x - 6, y + 6, w + 12, 34}, Role: Tab, Name: d.say("tab." + id), Selected: on, Press: app.OpenTab{Tab: id}})
		x += max(w+24, 56)
	}
}

// tabs of this room: where there is no stage beside, it is one of them.
func (d *sheet) tabs() []string {
	if d.s.W >= wideFrom && !d.s.Embed {
		return tabs
	}
	return append([]string{tabs[0], "stage"}, tabs[1:]...)
}

// tab is the open one; one that this room has not is the first.
func (d *sheet) tab() string {
	for _, id := range d.tabs() {
		if id == d.s.Tab {
			return id
		}
	}
	return tabs[0]
}

// panel is what the open tab shows, scrolled where it is longer than the room.
func (d *sheet) panel(r Rect) {
	if d.tab() == "text" {
		d.textTab(Rect{r.X + 16, r.Y + 12, r.W - 32, r.H - 28})
		return
	}
	d.clip(r)
	top := r.Y - d.s.Scroll.Side
	end := top
	switch d.tab() {
	case "values":
		end = d.valuesTab(r.X+20, top+24, r.W-40)
	default:
		end = d.diagnosis(r.X+20, top+16, r.W-40)
	}
	d.unclip()
	if over := end + 16 - top - r.H; over > 0.5 {
		d.out.Areas = append(d.out.Areas, Area{Rect: r, Scroll: partScroll{"side", d.s.Scroll.Side, over}})
		d.scrollBar(r, d.s.Scroll.Side, over)
	}
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

func itoa(n int) string { return strconv.Itoa(n) }
