package scene

import (
	"math"

	"lockstep/engine/scenario"
	"lockstep/wasm/app"
)

// popover draws what is open, on top of everything, and takes the pointer from
// what lies under it.
func (d *sheet) popover() {
	if k := d.s.Drag.Kind; (k == app.DragNewOp || k == app.DragNewFault) && !d.s.Drag.Cancelled {
		return // it would hide the lanes that something is dragged to
	}
	switch d.s.Open.Kind {
	case app.OpenFaults:
		d.faultPalette()
	case app.OpenFault:
		d.faultEditor()
	case app.OpenStart:
		d.startEditor()
	case app.OpenExamples:
		d.examples()
	case app.OpenExport:
		d.exports()
	case app.OpenOp:
		d.opEditor()
	case app.OpenPalette:
		d.opPalette()
	case app.OpenSwap:
		d.swapPalette()
	case app.OpenTensor:
		d.tensorEditor()
	case app.OpenWorld:
		d.worldEditor()
	case app.OpenMenu:
		d.menu()
	case app.OpenHelp:
		d.help()
	case app.OpenGlossary:
		d.glossaryList()
	case app.OpenLegend:
		d.legend()
	}
}

// sheetAt finds the place of a popover of that size near the control that opened
// it: below it, else above, always on the page.
func (d *sheet) sheetAt(opener string, w, h float64) Rect {
	w, h = min(w, d.s.W-16), min(h, d.s.H-16)
	anchor := Rect{d.s.W / 2, 60, 0, 0}
	for i := range d.out.Hot {
		if d.out.Hot[i].ID == opener && d.out.Hot[i].Rect.W > 0 {
			anchor = d.out.Hot[i].Rect
		}
	}
	x := min(max(8, anchor.X), d.s.W-w-8)
	y := anchor.bottom() + 8
	if y+h > d.s.H-8 {
		y = anchor.Y - h - 8
	}
	if y < 8 {
		y = max(8, min(anchor.bottom()+8, d.s.H-h-8))
	}
	return Rect{x, y, w, h}
}

// frame draws a popover's ground, its title and the button that closes it.
func (d *sheet) frame(r Rect, title string) {
	d.box(Rect{r.X - 3, r.Y - 1, r.W + 6, r.H + 6}, 14, d.pal.Shadow, 0)
	d.box(r, 12, d.pal.Surface, d.pal.Faint)
	// What lies under a popover is not pressed through it.
	d.hot(Hot{ID: "popover", Rect: r, Role: Group, Name: title})
	d.text(r.X+16, r.Y+25, r.W-64, title, ink{size: 13.5, color: d.pal.Text, bold: true})
	d.button(button{id: "close", at: Rect{r.right() - 38, r.Y + 6, 28, 28}, name: d.say("close"), icon: "cross", quiet: true, press: app.Close{}})
}

// content is the room in a popover under its title.
func content(r Rect) Rect { return Rect{r.X, r.Y + 34, r.W, r.H - 38} }

// scrolled draws what is height high into body, scrolled where there is less
// room. draw gets where it begins. What is out of sight keeps its control, for
// the keyboard, and loses its place.
func (d *sheet) scrolled(body Rect, height float64, draw func(y float64)) {
	d.scrolledPart("popover", d.s.Scroll.Popover, body, height, draw)
}

// scrolledPart does so for a part that is scrolled by so much.
func (d *sheet) scrolledPart(part string, by float64, body Rect, height float64, draw func(y float64)) {
	scroll, over := 0.0, height-body.H
	if over > 0.5 {
		scroll = min(by, over)
		d.out.Areas = append(d.out.Areas, Area{Rect: body, Scroll: partScroll{part, scroll, over}})
		d.scrollBar(body, scroll, over)
	}
	d.clip(body)
	mark := len(d.out.Hot)
	draw(body.Y - scroll)
	d.unclip()
	d.enclose(mark, part, over, body)
}

const (
	fieldRow   = 36.0
	complaint  = 17.0
	labelWidth = 108.0
)

// fieldHeight is how high a field is with its complaint below it.
func (d *sheet) fieldHeight(id string, width float64) float64 {
	if f, bad := d.s.Fields[id]; bad {
		return fieldRow + float64(len(wrap(d.m, d.w.Message(f.Why), ink{size: 11.5}, width)))*complaint
	}
	return fieldRow
}

// labels is the width of the labels beside fields.
func (d *sheet) labels() float64 {
	if d.column > 0 {
		return d.column
	}
	return labelWidth
}

// labelled draws a field's label, and below the field what is wrong with it. It
// returns the place of the field and where the next row is.
func (d *sheet) labelled(id, label string, x, y, width float64) (Rect, float64) {
	column := d.labels()
	d.text(x, y+19, column-8, label, ink{size: 12.5, color: d.pal.Muted})
	at := Rect{x + column, y, width - column, 28}
	if f, bad := d.s.Fields[id]; bad {
		d.paragraph(at.X, y+43, at.W, complaint, 0, d.w.Message(f.Why), ink{size: 11.5, color: d.pal.Error})
	}
	return at, y + d.fieldHeight(id, at.W)
}

// worldEditor is what is changed less often: debug level, network.
func (d *sheet) worldEditor() {
	s := d.s.Scenario
	width := min(320, d.s.W-16)
	inner := width - 32
	about, aboutInk := d.say("model.long"), ink{size: 11.5, color: d.pal.Warn}
	h := 2*fieldRow + 14 + 18*float64(len(wrap(d.m, about, aboutInk, inner)))
	if d.s.W < wideFrom {
		h += fieldRow
	}
	for _, id := range []string{"debug", "latency", "bandwidth"} {
		h += d.fieldHeight(id, inner-labelWidth) - fieldRow
	}
	r := d.sheetAt("world", width, h+54)
	d.frame(r, d.say("network.title"))
	d.scrolled(content(r), h+8, func(y float64) { d.worldFields(s, r.X+16, y+10, inner, about, aboutInk) })
}

func (d *sheet) worldFields(s *scenario.Scenario, x, y, inner float64, about string, aboutInk ink) {
	row := func(id string, draw func(at Rect)) {
		at, next := d.labelled(id, d.say(id), x, y, inner)
		draw(at)
		y = next
	}
	if d.s.W < wideFrom {
		row("debug", func(at Rect) {
			d.choice(choice{id: "debug", at: at, name: d.say("debug.name"), value: string(s.Debug), options: options("OFF", "INFO", "DETAIL"), set: app.SetDebug{}, disabled: d.s.ReadOnly})
		})
	}
	row("latency", func(at Rect) {
		d.entry(entry{id: "latency", at: at, name: d.say("latency"), value: app.FormatDuration(s.Network.Latency), set: app.SetLatency{}, mono: true})
	})
	row("bandwidth", func(at Rect) {
		d.entry(entry{id: "bandwidth", at: at, name: d.say("bandwidth"), value: app.FormatBandwidth(s.Network.Bandwidth), set: app.SetBandwidth{}, mono: true})
	})
	d.paragraph(x, y+14, inner, 18, 0, about, aboutInk)
}

// menu holds what a narrow screen has no room for.
func (d *sheet) menu() {
	high := 5*fieldRow + 2*40 + 8
	width := min(280, d.s.W-16)
	if len(d.s.Course) > 0 {
		high += fieldRow
	}
	r := Rect{d.s.W - width - 8, narrowBar + 4, width, min(high+38, d.s.H-narrowBar-12)}
	d.frame(r, d.say("menu"))
	d.scrolled(content(r), high, func(y float64) { d.menuRows(r.X+16, y+8, width-32) })
}

func (d *sheet) menuRows(x, y, inner float64) {
	row := func(id string, draw func(at Rect)) {
		at, next := d.labelled(id, d.say(id), x, y, inner)
		draw(at)
		y = next
	}
	if len(d.s.Course) > 0 {
		row("lesson", func(at Rect) { d.lessonChoice(at, false) })
	}
	row("language", func(at Rect) {
		d.choice(choice{id: "language", at: at, name: d.say("language"), value: d.s.Lang, options: []Option{{"zh", "中文"}, {"en", "English"}}, set: app.SetLang{}})
	})
	var themes []Option
	for _, t := range []app.Theme{app.Light, app.Dark, app.Projector} {
		themes = append(themes, Option{string(t), d.say("theme." + string(t))})
	}
	row("theme", func(at Rect) {
		d.choice(choice{id: "theme", at: at, name: d.say("theme"), value: string(d.s.Theme), options: themes, set: app.SetTheme{}})
	})
	row("step-by", func(at Rect) { d.stepBy(at, false) })
	row("scale", func(at Rect) { d.scaleChoice(at) })
	d.firstProblem(Rect{x, y, inner, 30})
	y += fieldRow
	w := (inner - 8) / 2
	d.button(button{id: "share", at: Rect{x, y, w, 32}, label: d.say("share"), name: d.say("share.long"), press: app.Ask{What: app.CopyLink{}}})
	d.button(button{id: "export", at: Rect{x + w + 8, y, w, 32}, label: d.say("export"), name: d.say("export.long"), press: app.OpenPopover{Open: app.Open{Kind: app.OpenExport}}})
	d.button(button{id: "legend", at: Rect{x, y + 40, w, 32}, label: d.say("legend"), press: app.OpenPopover{Open: app.Open{Kind: app.OpenLegend}}})
	d.button(button{id: "help", at: Rect{x + w + 8, y + 40, w, 32}, label: d.say("help"), press: app.OpenPopover{Open: app.Open{Kind: app.OpenHelp}}})
}

// help lists the keys.
func (d *sheet) help() {
	rows := []string{"keys.enter", "keys.space", "keys.step", "keys.problem", "keys.block", "keys.walk", "keys.choose", "keys.same", "keys.insert", "keys.move", "keys.into", "keys.double", "keys.copy",
		"keys.delete", "keys.undo", "keys.cells", "keys.escape"}
	width := min(460, d.s.W-16)
	keys, doc := ink{size: 12, color: d.pal.Accent, mono: true}, ink{size: 12.5, color: d.pal.Text}
	left := 0.0
	for _, key := range rows {
		left = max(left, d.width(d.say(key+".key"), keys))
	}
	left = min(left+14, width*0.45)
	h := 12.0
	lines := func(key string) float64 {
		n := max(len(wrap(d.m, d.say(key), doc, width-32-left)), len(wrap(d.m, d.say(key+".key"), keys, left-8)))
		return float64(n)*17 + 8
	}
	for _, key := range rows {
		h += lines(key)
	}
	high := min(h+46, d.s.H-16)
	r := Rect{(d.s.W - width) / 2, max(8, (d.s.H-high)/2), width, high}
	d.frame(r, d.say("help.title"))
	d.scrolled(content(r), h, func(y float64) {
		y += 18
		for _, key := range rows {
			d.paragraph(r.X+16, y, left-8, 17, 0, d.say(key+".key"), keys)
			d.paragraph(r.X+16+left, y, width-32-left, 17, 0, d.say(key), doc)
			y += lines(key)
		}
	})
}

// complaints are the bubbles at cells whose text could not be taken. In a
// popover, below a file and below a script the sentence stands below the field.
func (d *sheet) complaints() {
	if len(d.s.Fields) == 0 {
		return
	}
	var wrong []Hot
	for i := range d.out.Hot {
		h := d.out.Hot[i]
		if h.Invalid && h.Rect.W > 0 && h.ID != app.TextID && h.ID != app.ScriptID && !h.Quiet && !d.inPopover(i) {
			wrong = append(wrong, h)
		}
	}
	var said []Rect
	for _, h := range wrong {
		k := ink{size: 11.5, color: d.pal.Error}
		lines := wrap(d.m, h.Describe, k, 216)
		w := 0.0
		for _, l := range lines {
			w = max(w, d.width(l, k))
		}
		r := d.complaintAt(Rect{min(h.Rect.X, d.s.W-w-32), 0, w + 20, float64(len(lines))*17 + 12}, h.Rect, wrong, said)
		said = append(said, r)
		d.box(r, 8, d.pal.ErrorSoft, d.pal.Error)
		d.paragraph(r.X+10, r.Y+18, w+1, 17, 0, h.Describe, k)
	}
}

// complaintAt is where what is said of a cell goes, a bubble of the size of r: below
// it, or above, or below another bubble, so that it hides neither another cell to be
// put right nor another bubble; where it cannot help that, as little of them as it can.
func (d *sheet) complaintAt(r, of Rect, wrong []Hot, said []Rect) Rect {
	const gap = 4
	tries := []float64{of.bottom() + gap, of.Y - r.H - gap}
	for _, other := range said {
		tries = append(tries, other.bottom()+gap)
	}
	for i := range wrong {
		tries = append(tries, wrong[i].Rect.bottom()+gap)
	}
	best, least := r, math.Inf(1)
	for _, r.Y = range tries {
		if r.Y < 4 || r.bottom() > d.s.H-8 {
			continue
		}
		hidden := 0.0
		hides := func(o Rect) {
			if both := r.intersect(o); both.W > 0 && both.H > 0 {
				hidden += both.W * both.H
			}
		}
		for _, o := range said {
			hides(o)
		}
		for i := range wrong {
			hides(wrong[i].Rect)
		}
		if hidden < least {
			best, least = r, hidden
		}
	}
	if math.IsInf(least, 1) {
		best.Y = of.bottom() + gap
	}
	return best
}

// inPopover reports whether hot place i belongs to what is open on top.
func (d *sheet) inPopover(i int) bool {
	for k := range i {
		if d.out.Hot[k].ID == "popover" {
			return true
		}
	}
	return false
}
