package scene

import (
	"strconv"

	"lockstep/engine/scenario"
	"lockstep/engine/tensor"
	"lockstep/wasm/app"
)

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
		rows := min((n+cols-1)/cols, 40)
		h := 46 + float64(rows)*30 + 16 + 44
		for _, part := range []string{"name", "dtype", "shape", "fill"} {
			h += d.fieldHeight(tensorID(o.Rank, o.Tensor, part), inner-labelWidth)
		}
		h += d.tensorList(0, 0, inner, false)
		if why := d.wrongCell(&t, rows*cols); why != "" {
			h += 6 + complaint*float64(len(wrap(d.m, why, wrongInk, inner)))
		}
		r := d.sheetAt(tensorID(o.Rank, o.Tensor, "edit"), width, h)
		d.frame(r, d.say("tensor.title", "name", t.Name, "rank", strconv.Itoa(d.rankAt(o.Rank))))
		d.scrolled(content(r), h-40, func(y float64) { d.tensorFields(&t, rows, cols, r.X+16, y+10, inner) })
		return
	}
}

// tensorFields are a tensor's name, type, shape, fill and elements.
func (d *sheet) tensorFields(t *scenario.NamedTensor, rows, cols int, x, y, inner float64) {
	o := d.s.Open
	n := tensor.NumElements(t.Spec.Shape)
	field := func(part string, e entry) {
		id := tensorID(o.Rank, o.Tensor, part)
		at, next := d.labelled(id, d.say("tensor."+part), x, y, inner)
		e.id, e.at, e.name, e.mono = id, at, d.say("tensor."+part), true
		d.entry(e)
		y = next
	}
	y = d.tensorList(x, y, inner, true)
	field("name", entry{value: t.Name, set: app.RenameTensor{Rank: o.Rank, Tensor: o.Tensor}})
	id := tensorID(o.Rank, o.Tensor, "dtype")
	at, next := d.labelled(id, d.say("tensor.dtype"), x, y, inner)
	d.choice(choice{id: id, at: at, name: d.say("tensor.dtype"), value: t.Spec.DType.String(), options: options(tensor.DTypeNames()...), mono: true,
		set: app.SetDType{Rank: o.Rank, Tensor: o.Tensor}, disabled: d.s.ReadOnly})
	y = next
	field("shape", entry{value: shapeList(t.Spec.Shape), set: app.SetShape{Rank: o.Rank, Tensor: o.Tensor}})
	field("fill", entry{value: string(t.Spec.Fill), set: app.SetFill{Rank: o.Rank, Tensor: o.Tensor}, describe: d.say("tensor.fill.help"), none: d.say("arg.none")})
	l := &lane{proc: o.Rank}
	for i := range min(n, rows*cols) {
		e := d.cellEntry(l.proc, t, i)
		e.at = Rect{x + float64(i%cols)*56, y + 4 + float64(i/cols)*30, 52, 26}
		e.keys = d.editorKeys(o.Rank, t, i, cols)
		d.entry(e)
	}
	y += float64(rows)*30 + 12
	if why := d.wrongCell(t, rows*cols); why != "" {
		k := wrongInk
		k.color = d.pal.Error
		y = d.paragraph(x, y+5, inner, complaint, 0, why, k) + 1
	}
	if !d.s.ReadOnly {
		d.button(button{id: tensorID(o.Rank, o.Tensor, "remove"), at: Rect{x, y, inner, 28}, label: d.say("tensor.remove"), press: app.RemoveTensor{Rank: o.Rank, Tensor: o.Tensor}})
	}
}

// tensorList leads to the rank's other tensors, and to a new one: a card has not
// always the room for them.
func (d *sheet) tensorList(x, y, inner float64, really bool) float64 {
	o := d.s.Open
	var list []button
	for _, t := range d.s.Scenario.TensorsOf(o.Rank) {
		b := button{id: tensorID(o.Rank, t.Name, "open"), label: t.Name, mono: true, pressed: t.Name == o.Tensor,
			name: d.say("tensor.edit", "name", t.Name, "rank", strconv.Itoa(d.rankAt(o.Rank)), "type", shapeText(t.Spec.DType, t.Spec.Shape))}
		if t.Name != o.Tensor {
			b.press = app.OpenPopover{Open: app.Open{Kind: app.OpenTensor, Rank: o.Rank, Tensor: t.Name}}
		}
		list = append(list, b)
	}
	if !d.s.ReadOnly {
		list = append(list, button{id: tensorID(o.Rank, o.Tensor, "another"), label: d.say("tensor.add"),
			name: d.say("tensor.add.name", "rank", strconv.Itoa(d.rankAt(o.Rank))), press: app.AddTensor{Rank: o.Rank, Everyone: true}})
	}
	return d.paletteFamily(d.say("tensor.all"), list, x, y, inner, really)
}

var wrongInk = ink{size: 11.5}

// wrongCell is what is wrong with the first of a tensor's elements that could not
// be taken.
func (d *sheet) wrongCell(t *scenario.NamedTensor, n int) string {
	if len(d.s.Fields) == 0 {
		return ""
	}
	for i := range min(n, tensor.NumElements(t.Spec.Shape)) {
		if f, bad := d.s.Fields[d.cellEntry(d.s.Open.Rank, t, i).id]; bad {
			return d.w.Message(f.Why)
		}
	}
	return ""
}

// edited tells whether a tensor is open in its editor, which then has its cells.
func (d *sheet) edited(p int, name string) bool {
	o := d.s.Open
	return o.Kind == app.OpenTensor && o.Rank == p && o.Tensor == name
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
