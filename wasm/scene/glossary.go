package scene

import "strconv"

// glossaryWidth is how wide the popover of terms is, where there is room.
const glossaryWidth = 560.0

// glossaryList is the terms, each with what it means.
func (d *sheet) glossaryList() {
	width := min(glossaryWidth, d.s.W-16)
	inner := width - 40
	terms := d.terms(d.w.Lang)
	k, bold := ink{size: 12.5, color: d.pal.Text}, ink{size: 13, color: d.pal.Text, bold: true}
	h := 12.0
	for _, t := range terms {
		h += 20 + 18*float64(len(wrap(d.m, t.Text, k, inner))) + 12
	}
	high := min(h+46, d.s.H-16)
	r := Rect{(d.s.W - width) / 2, max(8, (d.s.H-high)/2), width, high}
	d.frame(r, d.say("glossary"))
	d.scrolled(content(r), h, func(y float64) {
		y += 20
		for i, t := range terms {
			top := y - 14
			d.text(r.X+16, y, inner, t.Name, bold)
			y = d.paragraph(r.X+16, y+20, inner, 18, 0, t.Text, k)
			d.hot(Hot{ID: "term-" + strconv.Itoa(i+1), Rect: Rect{r.X + 12, top, width - 32, y - top}, Role: Group, Name: d.pair(t.Name, t.Text), Quiet: true})
			y += 12
		}
	})
}
