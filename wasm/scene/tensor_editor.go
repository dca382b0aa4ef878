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
		e := d.cellEntry(l.proc, t, i)
		e.at = Rect{x + float64(i%cols)*56, y + 4 + float64(i/cols)*30, 52, 26}
		e.keys = append(d.across(o.Rank, t, i), d.neighbour("ArrowUp", o.Rank, t, i-cols)...)
		e.keys = append(e.keys, d.neighbour("ArrowDown", o.Rank, t, i+cols)...)
		d.entry(e)
	}
	y += float64(rows)*30 + 12
	if !d.s.ReadOnly {
		d.button(button{id: tensorID(o.Rank, o.Tensor, "remove"), at: Rect{x, y, inner, 28}, label: d.say("tensor.remove"), press: app.RemoveTensor{Rank: o.Rank, Tensor: o.Tensor}})
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
