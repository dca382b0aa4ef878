package scene

import (
	"strconv"

	"lockstep/engine/scenario"
	"lockstep/engine/tensor"
	"lockstep/wasm/app"
)

// popover draws what is open, on top of everything, and takes the pointer from
// what lies under it.
func (d *sheet) popover() {
	switch d.s.Open.Kind {
	case app.OpenOp:
		d.opEditor()
	case app.OpenPalette:
		d.opPalette()
	case app.OpenTensor:
		d.tensorEditor()
	case app.OpenWorld:
		d.worldEditor()
	case app.OpenMenu:
		d.menu()
	case app.OpenHelp:
		d.help()
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

// labelled draws a field's label, and below the field what is wrong with it. It
// returns the place of the field and where the next row is.
func (d *sheet) labelled(id, label string, x, y, width float64) (Rect, float64) {
	d.text(x, y+19, labelWidth-8, label, ink{size: 12.5, color: d.pal.Muted})
	at := Rect{x + labelWidth, y, width - labelWidth, 28}
	if f, bad := d.s.Fields[id]; bad {
		d.paragraph(at.X, y+43, at.W, complaint, 0, d.w.Message(f.Why), ink{size: 11.5, color: d.pal.Error})
	}
	return at, y + d.fieldHeight(id, at.W)
}

// opEditor changes an op: which one it is, each of its arguments, its place.
func (d *sheet) opEditor() {
	o := d.s.Open
	op := &d.s.Scenario.ProgramOf(o.Rank)[o.Op]
	id := app.OpID(o.Rank, o.Op)
	args := app.ArgsOf(op.Name)
	width := 340.0
	inner := min(width, d.s.W-16) - 32
	doc, docInk := d.say("op."+op.Name), ink{size: 12, color: d.pal.Muted}
	docHeight := float64(len(wrap(d.m, doc, docInk, inner)))*18 + 6
	h := 48 + docHeight + d.fieldHeight(id+".op", inner-labelWidth) + 50
	for i := range args {
		h += d.fieldHeight(id+"."+args[i].Key, inner-labelWidth)
	}
	if d.s.ReadOnly {
		h -= 42
	}
	r := d.sheetAt(id, width, h)
	d.frame(r, d.say("edit.title", "rank", strconv.Itoa(d.rankAt(o.Rank)), "n", strconv.Itoa(o.Op+1)))
	x, y := r.X+16, r.Y+46
	d.paragraph(x, y, inner, 18, 0, doc, docInk)
	y += docHeight
	at, next := d.labelled(id+".op", d.say("edit.kind"), x, y, inner)
	d.choice(choice{id: id + ".op", at: at, name: d.say("edit.kind"), value: op.Name, options: d.opOptions(), mono: true, describe: d.say("op." + op.Name),
		set: app.SetOpName{Rank: o.Rank, Op: o.Op}, disabled: d.s.ReadOnly})
	y = next
	for i := range args {
		y = d.opArgument(args[i], x, y, inner)
	}
	if d.s.ReadOnly {
		return
	}
	d.opButtons(x, y+6, inner)
}

// opOptions are all ops, by family.
func (d *sheet) opOptions() []Option {
	var list []Option
	for _, f := range scenario.Families() {
		for _, op := range app.OpsOf(f) {
			list = append(list, Option{op, op})
		}
	}
	return list
}

func (d *sheet) opArgument(a *scenario.Arg, x, y, inner float64) float64 {
	o := d.s.Open
	op := &d.s.Scenario.ProgramOf(o.Rank)[o.Op]
	id := app.OpID(o.Rank, o.Op) + "." + a.Key
	label, help := a.Key, d.say("arg."+a.Key)
	at, next := d.labelled(id, label, x, y, inner)
	set := app.SetOpArg{Rank: o.Rank, Op: o.Op, Arg: a.Key}
	choices := app.ArgOptions(a, d.s.Scenario, o.Rank, o.Op)
	if choices == nil {
		d.entry(entry{id: id, at: at, name: label, value: app.ArgText(a, op), set: set, mono: true, describe: help})
		return next
	}
	var list []Option
	for _, v := range choices {
		text := v
		if v == "" {
			text = d.say("arg.none")
		}
		list = append(list, Option{v, text})
	}
	d.choice(choice{id: id, at: at, name: label, value: app.ArgText(a, op), options: list, set: set, mono: true, disabled: d.s.ReadOnly, describe: help})
	return next
}

// opButtons move, double and remove the op.
func (d *sheet) opButtons(x, y, inner float64) {
	o := d.s.Open
	n := len(d.s.Scenario.ProgramOf(o.Rank))
	id := app.OpID(o.Rank, o.Op)
	put := func(name, icon, label string, w float64, a app.Action, disabled bool) {
		d.button(button{id: id + "." + name, at: Rect{x, y, w, 28}, name: d.say("edit." + name), icon: icon, label: label, press: a, disabled: disabled, size: 12})
		x += w + 6
	}
	put("earlier", "back", "", 34, app.MoveOp{Rank: o.Rank, Op: o.Op, By: -1}, o.Op == 0)
	put("later", "forward", "", 34, app.MoveOp{Rank: o.Rank, Op: o.Op, By: 1}, o.Op == n-1)
	w := (inner - 80 - 6) / 2
	put("duplicate", "", d.say("edit.duplicate"), w, app.DuplicateOp{Rank: o.Rank, Op: o.Op}, false)
	put("remove", "", d.say("edit.remove"), w, app.RemoveOp{Rank: o.Rank, Op: o.Op}, false)
}

// opPalette offers every op, by family, to be put at the end or before an op.
func (d *sheet) opPalette() {
	o := d.s.Open
	width := min(460, d.s.W-16)
	inner := width - 32
	h, _ := d.paletteRows(0, 0, inner, false)
	r := d.sheetAt("rank-"+strconv.Itoa(o.Rank)+".add-op", width, h+96)
	d.frame(r, d.say("palette.title", "rank", strconv.Itoa(d.rankAt(o.Rank))))
	x, y := r.X+16, r.Y+44
	d.everyone(x, y, inner)
	d.clip(Rect{r.X, y + 30, r.W, r.bottom() - y - 34})
	d.paletteRows(x, y+36, inner, true)
	d.unclip()
}

// everyone says whether the new op goes to all ranks.
func (d *sheet) everyone(x, y, inner float64) {
	box := Rect{x, y + 2, 18, 18}
	if d.s.Everyone {
		d.box(box, 4, d.pal.Accent, 0)
		d.icon("check", box.X+9, box.Y+9, 0.9, d.pal.OnAccent)
	} else {
		d.box(box, 4, d.pal.Surface, d.pal.Faint)
	}
	label := d.say("palette.everyone")
	w := d.text(x+26, y+16, inner-26, label, ink{size: 12.5, color: d.pal.Text})
	d.hot(Hot{ID: "palette", Rect: Rect{x - 4, y - 3, w + 34, 28}, Role: Checkbox, Name: label, Checked: d.s.Everyone,
		Press: app.SetEveryone{On: !d.s.Everyone}})
}

// paletteRows lays the families out and, when really, draws them. It returns the
// height.
func (d *sheet) paletteRows(x, y, width float64, really bool) (height, _ float64) {
	top := y
	o := d.s.Open
	k := ink{size: 12, mono: true}
	for _, f := range scenario.Families() {
		if really {
			d.text(x, y+12, width, d.say("family."+string(f)), ink{size: 11, color: d.pal.Muted, bold: true})
		}
		y += 20
		cx := x
		for _, op := range app.OpsOf(f) {
			w := d.width(op, k) + 18
			if cx+w > x+width && cx > x {
				cx, y = x, y+30
			}
			if really {
				d.button(button{id: "palette." + op, at: Rect{cx, y, min(w, width), 26}, label: op, size: 12, radius: 6, describe: d.say("op." + op),
					press: app.InsertOp{Rank: o.Rank, At: o.Op, Name: op, Everyone: d.s.Everyone}})
			}
			cx += w + 6
		}
		y += 36
	}
	return y - top, 0
}

// tensorEditor changes a tensor's name, type, shape, fill and elements.
func (d *sheet) tensorEditor() {
	o := d.s.Open
	for _, t := range d.s.Scenario.TensorsOf(o.Rank) {
		if t.Name != o.Tensor {
			continue
		}
		width := min(340, d.s.W-16)
		inner := width - 32
		n := tensor.NumElements(t.Spec.Shape)
		cols := max(1, int((inner+4)/56))
		if len(t.Spec.Shape) > 1 {
			cols = min(cols, max(1, t.Spec.Shape[len(t.Spec.Shape)-1]))
		}
		rows := min((n+cols-1)/cols, 8)
		h := 46 + float64(rows)*30 + 16 + 44
		for _, part := range []string{"name", "dtype", "shape", "fill"} {
			h += d.fieldHeight(tensorID(o.Rank, o.Tensor, part), inner-labelWidth)
		}
		r := d.sheetAt(tensorID(o.Rank, o.Tensor, "edit"), width, h)
		d.frame(r, d.say("tensor.title", "name", t.Name, "rank", strconv.Itoa(d.rankAt(o.Rank))))
		x, y := r.X+16, r.Y+44
		field := func(part string, e entry) {
			id := tensorID(o.Rank, o.Tensor, part)
			at, next := d.labelled(id, d.say("tensor."+part), x, y, inner)
			e.id, e.at, e.name, e.mono = id, at, d.say("tensor."+part), true
			d.entry(e)
			y = next
		}
		field("name", entry{value: t.Name, set: app.RenameTensor{Rank: o.Rank, Tensor: o.Tensor}})
		id := tensorID(o.Rank, o.Tensor, "dtype")
		at, next := d.labelled(id, d.say("tensor.dtype"), x, y, inner)
		d.choice(choice{id: id, at: at, name: d.say("tensor.dtype"), value: t.Spec.DType.String(), options: options(tensor.DTypeNames()...), mono: true,
			set: app.SetDType{Rank: o.Rank, Tensor: o.Tensor}, disabled: d.s.ReadOnly})
		y = next
		field("shape", entry{value: shapeList(t.Spec.Shape), set: app.SetShape{Rank: o.Rank, Tensor: o.Tensor}})
		field("fill", entry{value: string(t.Spec.Fill), set: app.SetFill{Rank: o.Rank, Tensor: o.Tensor}, describe: d.say("tensor.fill.help")})
		l := &lane{proc: o.Rank}
		for i := range min(n, rows*cols) {
			d.cell(l, &t, i, Rect{x + float64(i%cols)*56, y + 4 + float64(i/cols)*30, 52, 26})
		}
		y += float64(rows)*30 + 12
		if !d.s.ReadOnly {
			d.button(button{id: tensorID(o.Rank, o.Tensor, "remove"), at: Rect{x, y, inner, 28}, label: d.say("tensor.remove"), press: app.RemoveTensor{Rank: o.Rank, Tensor: o.Tensor}})
		}
		return
	}
}

func shapeList(shape []int) string {
	text := ""
	for i, n := range shape {
		if i > 0 {
			text += ", "
		}
		text += strconv.Itoa(n)
	}
	return text
}

// worldEditor is what is changed less often: debug level, network.
func (d *sheet) worldEditor() {
	s := d.s.Scenario
	width := min(320, d.s.W-16)
	inner := width - 32
	r := d.sheetAt("world", width, 250)
	d.frame(r, d.say("network.title"))
	x, y := r.X+16, r.Y+44
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
	d.paragraph(x, y+14, inner, 18, 0, d.say("model.long"), ink{size: 11.5, color: d.pal.Warn})
}

// menu holds what a narrow screen has no room for.
func (d *sheet) menu() {
	width := min(280, d.s.W-16)
	r := Rect{d.s.W - width - 8, narrowBar + 4, width, 230}
	d.frame(r, d.say("menu"))
	x, y, inner := r.X+16, r.Y+48, width-32
	lang := []Option{{"zh", "中文"}, {"en", "English"}}
	row := func(id, label, value string, list []Option, set app.TextAction) {
		at, next := d.labelled(id, label, x, y, inner)
		d.choice(choice{id: id, at: at, name: label, value: value, options: list, set: set})
		y = next
	}
	row("language", d.say("language"), d.s.Lang, lang, app.SetLang{})
	var themes []Option
	for _, t := range []app.Theme{app.Light, app.Dark, app.Projector} {
		themes = append(themes, Option{string(t), d.say("theme." + string(t))})
	}
	row("theme", d.say("theme"), string(d.s.Theme), themes, app.SetTheme{})
	w := (inner - 8) / 2
	d.button(button{id: "share", at: Rect{x, y + 6, w, 32}, label: d.say("share"), name: d.say("share.long"), press: app.Ask{What: app.CopyLink{}}})
	d.button(button{id: "export", at: Rect{x + w + 8, y + 6, w, 32}, label: d.say("export"), name: d.say("export.long"), press: app.Ask{What: app.SaveFile{Kind: "scenario"}}})
	d.button(button{id: "help", at: Rect{x, y + 46, inner, 32}, label: d.say("help"), press: app.OpenPopover{Open: app.Open{Kind: app.OpenHelp}}})
}

// help lists the keys.
func (d *sheet) help() {
	rows := []string{"keys.space", "keys.step", "keys.block", "keys.move", "keys.delete", "keys.undo", "keys.escape"}
	width := min(420, d.s.W-16)
	h := 60 + float64(len(rows))*28
	r := Rect{(d.s.W - width) / 2, max(8, (d.s.H-h)/2), width, h}
	d.frame(r, d.say("help.title"))
	y := r.Y + 62
	for _, key := range rows {
		d.text(r.X+16, y, 130, d.say(key+".key"), ink{size: 12, color: d.pal.Accent, mono: true})
		d.text(r.X+150, y, width-166, d.say(key), ink{size: 12.5, color: d.pal.Text})
		y += 28
	}
}

// complaints are the bubbles at cells whose text could not be taken. In a
// popover the sentence stands below the field.
func (d *sheet) complaints() {
	if len(d.s.Fields) == 0 {
		return
	}
	for i := range d.out.Hot {
		h := d.out.Hot[i]
		if !h.Invalid || h.Rect.W == 0 || d.inPopover(i) {
			continue
		}
		k := ink{size: 11.5, color: d.pal.Error}
		lines := wrap(d.m, h.Describe, k, 216)
		w := 0.0
		for _, l := range lines {
			w = max(w, d.width(l, k))
		}
		r := Rect{min(h.Rect.X, d.s.W-w-32), h.Rect.bottom() + 4, w + 20, float64(len(lines))*17 + 12}
		if r.bottom() > d.s.H-8 {
			r.Y = h.Rect.Y - r.H - 4
		}
		d.box(r, 8, d.pal.ErrorSoft, d.pal.Error)
		d.paragraph(r.X+10, r.Y+18, w+1, 17, 0, h.Describe, k)
	}
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
