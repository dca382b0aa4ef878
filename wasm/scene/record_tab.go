package scene

import "lockstep/wasm/app"

// recordTab is the worksheet: filled from what was done, and the learner's to
// change.
func (d *sheet) recordTab(x, y, width float64) float64 {
	y = d.heading(x, y, width, d.say("sheet.title", "lesson", d.s.Study.Lesson.ID))
	y = d.paragraph(x, y-2, width, 17, 0, d.say("sheet.help"), ink{size: 11.5, color: d.pal.Muted}) + 8
	d.text(x, y+10, 60, d.say("sheet.way"), ink{size: 12, color: d.pal.Muted})
	at := x + 64
	for _, way := range []string{"ran", "paper"} {
		label := d.say("sheet.way." + way)
		w := d.buttonWidth(label, "")
		d.button(button{id: "sheet.way." + way, at: Rect{at, y - 8, w, 28}, label: label, pressed: d.sheetWay() == way, press: app.SetSheet{Field: "way", Text: way}, size: 12})
		at += w + 6
	}
	y += 44
	for _, f := range d.worksheet(sheetKeys) {
		y = d.sheetField(f, x, y, width)
	}
	y = d.heading(x, y+4, width, d.say("sheet.summary"))
	col := (width - 8) / 2
	for i, sums := 0, d.worksheet(sheetSums); i < len(sums); i += 2 { // four columns on paper; two and two here
		left := d.sheetField(sums[i], x, y, col)
		right := d.sheetField(sums[i+1], x+col+8, y, col)
		y = max(left, right)
	}
	at = x
	for _, b := range d.sheetWays() {
		w := d.buttonWidth(b.label, "")
		if at > x && at+w > x+width {
			at, y = x, y+38
		}
		b.at, b.size = Rect{at, y - 4, w, 30}, 12.5
		d.button(b)
		at += w + 8
	}
	return y + 40
}

// sheetField is a text to write into, as high as what it holds.
func (d *sheet) sheetField(f sheetField, x, y, width float64) float64 {
	d.text(x, y, width, f.label, ink{size: 12, color: d.pal.Muted})
	k := ink{size: 12, color: d.pal.Text}
	lines := wrap(d.m, f.text, k, width-16)
	r := Rect{x, y + 7, width, float64(max(2, len(lines)))*17 + 14}
	stroke := d.pal.Line
	if f.own {
		stroke = d.pal.Accent
	}
	d.box(r, 6, d.pal.Surface, stroke)
	d.paragraph(x+8, r.Y+19, width-16, 17, 0, f.text, k)
	h := Hot{ID: "sheet." + f.key, Rect: r, Role: Textbox, Multiline: true, Name: f.label, Value: f.text, Set: app.SetSheet{Field: f.key}, FontSize: 12}
	d.hot(h)
	return r.bottom() + 24
}
