package scene

import (
	"slices"
	"strconv"

	"lockstep/engine/scenario"
	"lockstep/wasm/app"
)

// opEditor changes an op: which one it is, each of its arguments, its place.
func (d *sheet) opEditor() {
	ref := d.s.Open.Inner()
	op := ref.Find(d.s.Scenario)
	id := ref.ID()
	args := app.ArgsOf(op.Name)
	width := 340.0
	inner := min(width, d.s.W-16) - 32
	doc, docInk := d.say("op."+op.Name), ink{size: 12, color: d.pal.Muted}
	docHeight := float64(len(wrap(d.m, doc, docInk, inner)))*18 + 6
	d.column = d.columnOf(args)
	defer func() { d.column = 0 }()
	h := 48 + docHeight + d.fieldHeight(id+".op", inner-d.column) + 50 + 34
	for i := range args {
		h += d.fieldHeight(id+"."+args[i].Key, inner-d.column)
	}
	h += d.bodyList(0, 0, inner, false)
	if d.s.ReadOnly {
		h -= 76
	}
	opener := id
	if !d.has(opener) { // an op of a body that did not run
		opener = app.OpID(ref.Rank, ref.Op)
	}
	r := d.sheetAt(opener, width, h)
	title := d.say("edit.title", "rank", strconv.Itoa(d.rankAt(ref.Rank)), "n", placeText(ref))
	if n := len(d.s.Chosen); n > 1 {
		title = d.say("edit.several", "n", strconv.Itoa(n))
	}
	d.frame(r, title)
	x := r.X + 16
	d.scrolled(content(r), h-42, func(y float64) {
		d.paragraph(x, y+12, inner, 18, 0, doc, docInk)
		d.opFields(ref, op, args, x, y+12+docHeight, inner)
	})
}

// columnOf is the width of the labels of an op's arguments: as wide as the longest
// asks for, so that the fields have the rest.
func (d *sheet) columnOf(args []*scenario.Arg) float64 {
	w := 76.0
	for _, a := range args {
		w = max(w, d.width(a.Key, ink{size: 12.5})+16)
	}
	return min(w, 132)
}

// has reports whether a control is there.
func (d *sheet) has(id string) bool {
	return slices.ContainsFunc(d.out.Hot, func(h Hot) bool { return h.ID == id })
}

// opFields are which op it is, its arguments, and what can be done with it.
func (d *sheet) opFields(ref app.InnerRef, op *scenario.Op, args []*scenario.Arg, x, y, inner float64) {
	id := ref.ID()
	at, next := d.labelled(id+".op", d.say("edit.kind"), x, y, inner)
	d.choice(choice{id: id + ".op", at: at, name: d.say("edit.kind"), value: op.Name, options: d.opOptions(), mono: true, describe: d.say("op." + op.Name), told: true,
		press: d.swapping(op), set: app.SetInnerName{At: ref}, disabled: d.s.ReadOnly, keys: d.wholeKeys(ref)})
	y = next
	for i := range args {
		y = d.opArgument(ref, op, args[i], x, y, inner)
	}
	y = d.bodyList(x, y, inner, true)
	if d.s.ReadOnly {
		return
	}
	if ref.In > 0 {
		d.innerButtons(ref, x, y+6, inner)
		return
	}
	d.opButtons(x, y+6, inner)
}

// wholeKeys are the keys that mean the op itself, for who has just pressed its block
// and has the focus in its editor.
func (d *sheet) wholeKeys(ref app.InnerRef) []KeyAction {
	if d.s.ReadOnly {
		return nil
	}
	all := d.control(app.OpRef{Rank: ref.Rank, Op: ref.Op}).keys
	if ref.In > 0 {
		all = innerKeys(ref)
	}
	var list []KeyAction
	for _, k := range all {
		switch k.Key {
		case "Delete", "Backspace", "Control+d", "Meta+d", "Control+c", "Meta+c", "Control+x", "Meta+x":
			list = append(list, k)
		}
	}
	return list
}

// swapping opens the palette in place of the editor.
func (d *sheet) swapping(op *scenario.Op) app.Action {
	if d.s.ReadOnly {
		return nil
	}
	o := d.s.Open
	return app.OpenPopover{Open: app.Open{Kind: app.OpenSwap, Rank: o.Rank, Op: o.Op, In: o.In, Tensor: op.Name}}
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

func (d *sheet) opArgument(ref app.InnerRef, op *scenario.Op, a *scenario.Arg, x, y, inner float64) float64 {
	id := ref.ID() + "." + a.Key
	label, help := a.Key, d.say("arg."+a.Key)
	at, next := d.labelled(id, label, x, y, inner)
	set := app.SetInnerArg{At: ref, Arg: a.Key}
	choices := app.ArgOptions(a, d.s.Scenario, ref)
	if choices == nil {
		d.entry(entry{id: id, at: at, name: label, value: app.ArgText(a, op), set: set, mono: true, describe: help, none: d.say("arg.none")})
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

// putter lays buttons of an editor in rows.
func (d *sheet) putter(id string, x, y *float64) func(name, icon string, w float64, a app.Action, disabled bool) {
	return func(name, icon string, w float64, a app.Action, disabled bool) {
		b := button{id: id + "." + name, at: Rect{*x, *y, w, 28}, name: d.say("edit." + name), icon: icon, press: a, disabled: disabled, size: 12}
		if icon == "" {
			b.label = b.name
		}
		d.button(b)
		*x += w + 6
	}
}

// opButtons move, double, copy and remove what is chosen, choose more, and open
// the palette beside it.
func (d *sheet) opButtons(x, y, inner float64) {
	o := d.s.Open
	ref := app.OpRef{Rank: o.Rank, Op: o.Op}
	n := len(d.s.Scenario.ProgramOf(o.Rank))
	left := x
	put := d.putter(app.OpID(o.Rank, o.Op), &x, &y)
	half := (inner - 80 - 6) / 2
	put("earlier", "back", 34, app.MoveChosen{At: ref, By: -1}, o.Op == 0)
	put("later", "forward", 34, app.MoveChosen{At: ref, By: 1}, o.Op == n-1)
	put("duplicate", "", half, app.DuplicateChosen{At: ref}, false)
	put("remove", "", half, app.RemoveChosen{At: ref}, false)
	x, y = left, y+34
	put("before", "insert-before", 34, app.OpenPopover{Open: app.Open{Kind: app.OpenPalette, Rank: o.Rank, Op: o.Op}}, false)
	put("after", "insert-after", 34, app.OpenPopover{Open: app.Open{Kind: app.OpenPalette, Rank: o.Rank, Op: o.Op + 1}}, false)
	put("copy", "", half, app.CopyChosen{At: o.Inner()}, false)
	put("same", "", half, app.SelectSame{Ref: ref}, d.s.Scenario.Processes() < 2)
}

// innerButtons do so for an op of a body, and lead back to its repeat.
func (d *sheet) innerButtons(ref app.InnerRef, x, y, inner float64) {
	left := x
	put := d.putter(ref.ID(), &x, &y)
	half := (inner - 80 - 6) / 2
	put("earlier", "back", 34, app.MoveInner{At: ref, By: -1}, false)
	put("later", "forward", 34, app.MoveInner{At: ref, By: 1}, false)
	put("duplicate", "", half, app.DuplicateInner{At: ref}, false)
	put("remove", "", half, app.RemoveInner{At: ref}, false)
	x, y = left, y+34
	put("before", "insert-before", 34, app.OpenPopover{Open: app.Open{Kind: app.OpenPalette, Rank: ref.Rank, Op: ref.Op, In: ref.In}}, false)
	put("copy", "", (inner-46)/2, app.CopyChosen{At: ref}, false)
	put("repeat", "", (inner-46)/2, app.OpenPopover{Open: app.Open{Kind: app.OpenOp, Rank: ref.Rank, Op: ref.Op}}, false)
}
