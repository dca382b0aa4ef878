package scene

import (
	"strconv"

	"lockstep/engine/scenario"
	"lockstep/wasm/app"
)

// opPalette offers every op, by family, to be put at the end or before an op, and
// what can strike. All of it can be dragged to a lane too.
func (d *sheet) opPalette() {
	o := d.s.Open
	width := min(570, d.s.W-16)
	inner := width - 32
	h := d.paletteRows(0, 0, inner, false)
	opener := "rank-" + strconv.Itoa(o.Rank) + ".add-op"
	title := d.say("palette.title", "rank", strconv.Itoa(d.rankAt(o.Rank)))
	if n := len(d.s.Scenario.ProgramOf(o.Rank)); o.Op < n {
		opener = app.OpID(o.Rank, o.Op)
		title = d.say("palette.before", "rank", strconv.Itoa(d.rankAt(o.Rank)), "n", strconv.Itoa(o.Op+1))
	}
	if ref := o.Inner(); o.IntoBody() {
		title = d.say("palette.body", "rank", strconv.Itoa(d.rankAt(o.Rank)), "n", placeText(ref))
		if !o.Last {
			title = d.say("palette.before", "rank", strconv.Itoa(d.rankAt(o.Rank)), "n", placeText(ref))
		}
	}
	r := d.sheetAt(opener, width, h+80)
	d.frame(r, title)
	x, y := r.X+16, r.Y+44
	d.everyone(x, y, inner)
	body := Rect{r.X, y + 30, r.W, r.bottom() - y - 34}
	d.scrolled(body, h, func(y float64) { d.paletteRows(x, y+2, inner, true) })
}

// swapPalette offers every op in place of one.
func (d *sheet) swapPalette() {
	o := d.s.Open
	width := min(570, d.s.W-16)
	inner := width - 32
	h := d.swapRows(0, 0, inner, false)
	r := d.sheetAt(app.OpID(o.Rank, o.Op), width, h+48)
	title := d.say("palette.swap", "rank", strconv.Itoa(d.rankAt(o.Rank)), "n", placeText(o.Inner()))
	if n := len(d.s.Chosen); n > 1 {
		title = d.say("palette.swap.several", "n", strconv.Itoa(n))
	}
	d.frame(r, title)
	d.scrolled(content(r), h, func(y float64) { d.swapRows(r.X+16, y+8, inner, true) })
}

func (d *sheet) swapRows(x, y, width float64, really bool) float64 {
	top := y
	ref := d.s.Open.Inner()
	now := ref.Find(d.s.Scenario).Name
	for _, f := range scenario.Families() {
		var list []button
		for _, op := range app.OpsOf(f) {
			list = append(list, button{id: "palette." + op, label: op, describe: d.say("op." + op), press: app.Swap{At: ref, Name: op}, mono: true, pressed: op == now})
		}
		y = d.paletteFamily(d.say("family."+string(f)), list, x, y, width, really)
	}
	return y - top
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

// paletteRows lays the families out, the faults last, and, when really, draws
// them. It returns the height.
func (d *sheet) paletteRows(x, y, width float64, really bool) float64 {
	top := y
	o := d.s.Open
	for _, f := range scenario.Families() {
		var list []button
		for _, op := range app.OpsOf(f) {
			insert, other := d.inserting(op)
			list = append(list, button{id: "palette." + op, label: op, describe: d.say("op." + op), press: insert, mono: true,
				keys: []KeyAction{{"Alt+Enter", other}, {"Alt+Click", other}}, drag: app.Drag{Kind: app.DragNewOp, Name: op}})
		}
		y = d.paletteFamily(d.say("family."+string(f)), list, x, y, width, really)
	}
	if o.IntoBody() {
		return y - top
	}
	y = d.paletteFamily(d.say("family.faults"), d.faultButtons(o.Op), x, y, width, really)
	whole := button{id: "to-script", label: d.say("script.write"), describe: d.say("script.write.about"), press: app.ToScript{}}
	return d.paletteFamily(d.say("script.write.title"), []button{whole}, x, y, width, really) - top
}

// inserting is what putting an op where the palette says means, and what it means
// with Alt held: to all ranks, or to this one alone.
func (d *sheet) inserting(op string) (insert, other app.Action) {
	o := d.s.Open
	if o.IntoBody() {
		a := app.InsertInner{At: o.Inner(), Last: o.Last, Name: op, Everyone: d.s.Everyone}
		b := a
		b.Everyone = !b.Everyone
		return a, b
	}
	a := app.InsertOp{Rank: o.Rank, At: o.Op, Name: op, Everyone: d.s.Everyone}
	b := a
	b.Everyone = !b.Everyone
	return a, b
}

// faultButtons offer what can strike, on the open palette's rank at an op.
func (d *sheet) faultButtons(op int) []button {
	var list []button
	for _, name := range app.FaultNames() {
		list = append(list, button{id: "palette." + name, label: d.say("fault." + name), describe: d.say("faultdoc." + name),
			press: app.AddFault{Name: name, To: app.Strike{Rank: d.s.Open.Rank, Op: op}}, drag: app.Drag{Kind: app.DragNewFault, Name: name}})
	}
	return list
}

// paletteFamily is a heading and its buttons in rows; it returns where they end.
func (d *sheet) paletteFamily(title string, list []button, x, y, width float64, really bool) float64 {
	if really {
		d.text(x, y+12, width, title, ink{size: 11, color: d.pal.Muted, bold: true})
	}
	y += 20
	cx := x
	for _, b := range list {
		w := min(d.width(b.label, ink{size: 12, mono: b.mono})+18, width)
		if cx+w > x+width && cx > x {
			cx, y = x, y+30
		}
		if really {
			b.at, b.size, b.radius = Rect{cx, y, w, 26}, 12, 6
			d.paletteButton(b)
		}
		cx += w + 6
	}
	return y + 36
}

func (d *sheet) paletteButton(b button) {
	d.button(b)
	if d.lanes != nil && b.drag.Kind != app.DragNothing {
		d.out.Hot[len(d.out.Hot)-1].Drag = grip{d.lanes, d.s.Scenario, b.drag}
	}
}

// faultPalette offers what can strike alone.
func (d *sheet) faultPalette() {
	o := d.s.Open
	width := min(340, d.s.W-16)
	inner := width - 32
	op := d.firstOp(o.Rank)
	list := d.faultButtons(op)
	h := d.paletteFamily("", list, 0, 0, inner, false)
	help, k := d.say("faults.help"), ink{size: 12, color: d.pal.Muted}
	helpHeight := float64(len(wrap(d.m, help, k, inner))) * 18
	r := d.sheetAt("rank-"+strconv.Itoa(o.Rank)+".add-fault", width, 48+helpHeight+h)
	d.frame(r, d.say("faults.title", "rank", strconv.Itoa(d.rankAt(o.Rank))))
	d.scrolled(content(r), helpHeight+h-10, func(y float64) {
		d.paragraph(r.X+16, y+12, inner, 18, 0, help, k)
		d.paletteFamily("", list, r.X+16, y+helpHeight-6, inner, true)
	})
}

// firstOp is the op that is chosen on a rank, else its first that communicates.
func (d *sheet) firstOp(rank int) int {
	if d.s.Selected.Rank == rank {
		return d.s.Selected.Op
	}
	for i, op := range d.s.Scenario.ProgramOf(rank) {
		if f := app.FamilyOf(op.Name); f == scenario.Collectives || f == scenario.PointToPoint {
			return i
		}
	}
	return 0
}
