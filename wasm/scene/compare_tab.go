package scene

import (
	"lockstep/engine/trace"
	"lockstep/wasm/app"
)

// compareTab has the run beside one that was kept, and the algorithms of one call
// side by side.
func (d *sheet) compareTab(x, y, width float64) float64 {
	y = d.heading(x, y, width, d.say("compare.title"))
	y = d.compareButtons(x, y-8, width) + 22
	switch {
	case d.s.Pinned == nil:
		y = d.paragraph(x, y, width, 19, 0, d.say("compare.how"), ink{size: 12, color: d.pal.Muted}) + 8
	case d.pin == nil:
		y = d.paragraph(x, y, width, 19, 0, d.say("compare.same"), ink{size: 12, color: d.pal.Muted}) + 8
	default:
		y = d.outcomes(x, y, width)
		y = d.endTimes(x, y+10, width)
		y = d.differentValues(x, y+16, width)
	}
	y = d.algorithms(x, y+16, width)
	return d.model(x, y+14, width)
}

func (d *sheet) compareButtons(x, y, width float64) float64 {
	label := d.say("compare.pin")
	if d.s.Pinned != nil {
		label = d.say("compare.repin")
	}
	w := min(d.buttonWidth(label, ""), width*0.6)
	d.button(button{id: "pin-this", at: Rect{x, y, w, 28}, label: label, press: app.Pin{}, disabled: !d.s.Run.Over() || d.s.Pinned != nil && d.pin == nil, size: 12})
	if d.s.Pinned != nil {
		label = d.say("compare.unpin")
		d.button(button{id: "unpin-this", at: Rect{x + w + 8, y, min(d.buttonWidth(label, ""), width-w-8), 28}, label: label, press: app.Unpin{}, size: 12})
	}
	return y + 28
}

// pinButton keeps the run, or lets the one that is kept go.
func (d *sheet) pinButton(r Rect) {
	b := button{id: "pin", at: r, name: d.say("compare.pin"), icon: "pin", radius: 6, press: app.Pin{}, disabled: !d.s.Run.Over(), describe: d.say("compare.how")}
	if d.s.Pinned != nil {
		b = button{id: "unpin", at: r, name: d.say("compare.unpin"), icon: "pin", radius: 6, press: app.Unpin{}, pressed: true}
	}
	d.button(b)
}

// outcomes is the old outcome above the new one.
func (d *sheet) outcomes(x, y, width float64) float64 {
	was, _, fine := d.outcomeOf(d.s.Pinned)
	now, _, good := d.outcome()
	top := y - 14
	for i, l := range []struct {
		key, text string
		good      bool
	}{{"compare.was", was, fine}, {"compare.now", now, good}} {
		c, icon := d.pal.OK, "check"
		if !l.good {
			c, icon = d.pal.Error, "cross"
		}
		at := y + float64(i)*24
		d.text(x, at, 64, d.say(l.key), ink{size: 12, color: d.pal.Muted})
		d.icon(icon, x+72, at-4, 0.8, c)
		d.text(x+86, at, width-86, l.text, ink{size: 12.5, color: c, bold: true})
	}
	d.hot(Hot{ID: "compare-outcome", Rect: Rect{x - 4, top, width + 8, 50}, Role: Group, Name: d.say("compare.outcome", "was", was, "now", now)})
	return y + 48
}

// outcomeOf is the outcome of another run than the one that is shown.
func (d *sheet) outcomeOf(r *app.Run) (title, detail string, good bool) {
	other := *d
	state := *d.s
	state.Run = r
	other.s = &state
	if d.pin != nil && d.pin.t == r.Trace {
		other.index = d.pin
		other.now = &moment{x: d.pin, at: r.End(), over: true}
	}
	return other.headline()
}

// endTimes is when each rank's process ended, in both runs.
func (d *sheet) endTimes(x, y, width float64) float64 {
	y = d.heading(x, y, width, d.say("compare.ends"))
	const first = 64.0
	col := (width - first) / 3
	y = d.columnHeads(evenly(x+first, col, 3), 6, y, []string{"compare.was", "compare.now", "values.difference"}, 11.5)
	row := func(name string, c Color, was, now trace.Time) {
		if y += 22; !d.insight(y-16, 22) {
			return
		}
		d.text(x, y, first-4, name, ink{size: 12.5, color: c, bold: true})
		k := ink{size: 11.5, color: d.pal.Text, mono: true}
		diff, same := "", was == now
		switch {
		case was == trace.Never || now == trace.Never:
		case now > was:
			diff = "+" + formatTime(now-was)
		case now < was:
			diff = "−" + formatTime(was-now)
		}
		for i, t := range []trace.Time{was, now} {
			text := "∞"
			if t != trace.Never {
				text = formatTime(t)
			}
			if same {
				k.color = d.pal.Muted
			}
			d.text(x+first+float64(i)*col, y, col-6, text, k)
		}
		d.text(x+first+2*col, y, col-2, diff, ink{size: 11.5, color: d.pal.Warn, mono: true, bold: true})
	}
	for p := range max(len(d.pin.t.Procs), len(d.index.t.Procs)) {
		row("rank "+itoa(d.rankAt(p)), d.rankColor(p).Ink, endedAt(d.pin, p), endedAt(d.index, p))
	}
	row(d.say("compare.run"), d.pal.Text, d.pin.ended(), d.index.ended())
	return y + 20
}

func endedAt(x *index, p int) trace.Time {
	if p >= len(x.t.Procs) {
		return trace.Never
	}
	return x.t.Procs[p].Ended
}

// differentValues are the tensors that end with other values than in the run that
// is kept, element by element.
func (d *sheet) differentValues(x, y, width float64) float64 {
	y = d.heading(x, y, width, d.say("compare.values"))
	none := true
	for p := range d.index.named {
		for _, id := range d.index.named[p] {
			was := d.pinnedTensor(p, d.index.t.Tensors[id].Name)
			if was == trace.None || d.alike(id, was) {
				continue
			}
			none = false
			y = d.differentTensor(x, y, width, id, was)
		}
	}
	if none {
		y = d.paragraph(x, y, width, 19, 0, d.say("compare.alike"), ink{size: 12, color: d.pal.Muted})
	}
	return y
}

// pinnedTensor is a process's tensor of that name in the run that is kept.
func (d *sheet) pinnedTensor(p int, name string) int32 {
	if d.pin == nil || p >= len(d.pin.named) {
		return trace.None
	}
	for _, id := range d.pin.named[p] {
		if d.pin.t.Tensors[id].Name == name {
			return id
		}
	}
	return trace.None
}

// alike tells whether a tensor ends as it did.
func (d *sheet) alike(id, was int32) bool {
	a, b := &d.index.t.Tensors[id], &d.pin.t.Tensors[was]
	return a.DType == b.DType && string(d.index.atEnd().Bytes(id)) == string(d.pin.atEnd().Bytes(was))
}

func (d *sheet) differentTensor(x, y, width float64, id, was int32) float64 {
	const h = 2*holdingHeight + 40
	if !d.insight(y-14, h) {
		return y + h
	}
	a, b := &d.index.t.Tensors[id], &d.pin.t.Tensors[was]
	p := int(a.Proc)
	w := d.text(x, y, width*0.5, "rank "+itoa(d.rankAt(p)), ink{size: 12.5, color: d.rankColor(p).Ink, bold: true})
	about := a.Name + "  " + shapeText(a.DType, a.Shape)
	if shapeText(b.DType, b.Shape) != shapeText(a.DType, a.Shape) {
		about = a.Name + "  " + shapeText(b.DType, b.Shape) + " → " + shapeText(a.DType, a.Shape)
	}
	d.text(x+w+10, y, width-w-10, about, ink{size: 11, color: d.pal.Muted, mono: true})
	old, now := d.pin.atEnd().Bytes(was), d.index.atEnd().Bytes(id)
	rows := []holding{{key: "compare.was", bytes: old, ghost: true, than: now}, {key: "compare.now", bytes: now, than: old}}
	names := "rank " + itoa(d.rankAt(p)) + " " + a.Name + ": "
	for i, t := range []struct {
		b *trace.Tensor
		r *holding
	}{{b, &rows[0]}, {a, &rows[1]}} {
		n := len(t.r.bytes) / t.b.DType.Size()
		shown := min(n, max(1, int((width-holdingName)/elementLeast)))
		from := firstShown(rows[1:], a.DType.Size(), shown, n)
		d.holding(x, y+24+float64(i)*holdingHeight, min((width-holdingName)/float64(max(1, shown)), 72), from, shown, t.b.DType, t.r)
		if i == 1 {
			names += " → "
		}
		names += vector(t.b.DType, t.r.bytes, 8, 9)
	}
	d.hot(Hot{ID: "compare-rank-" + itoa(p) + "." + a.Name, Rect: Rect{x - 4, y - 14, width + 8, h - 8}, Role: Group, Name: names})
	return y + h
}
