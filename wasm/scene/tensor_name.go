package scene

import (
	"strconv"

	"lockstep/engine/scenario"
	"lockstep/wasm/app"
)

// tensorName is the name and type of a tensor; pressed, it opens its editor.
func (d *sheet) tensorName(l *lane, t *scenario.NamedTensor, x, y, width float64) {
	w := d.text(x, y, width/2, t.Name, ink{size: 13, color: d.pal.Muted, mono: true})
	d.text(x+w+6, y, width-w-6, shapeText(t.Spec.DType, t.Spec.Shape), ink{size: 10.5, color: d.pal.Muted, mono: true})
	d.tensorHot(l, t, Rect{x - 4, y - 14, width, 20})
}

// tensorShort is tensorName without the type, where there is no room for it.
func (d *sheet) tensorShort(l *lane, t *scenario.NamedTensor, x, y, width float64) {
	d.text(x, y, width, t.Name, ink{size: 12, color: d.pal.Muted, mono: true})
	d.tensorHot(l, t, Rect{x - 4, y - 16, width + 4, 22})
}

// tensorHot opens a tensor's editor.
func (d *sheet) tensorHot(l *lane, t *scenario.NamedTensor, r Rect) {
	open := app.Open{Kind: app.OpenTensor, Rank: l.proc, Tensor: t.Name}
	d.hot(Hot{ID: tensorID(l.proc, t.Name, "edit"), Rect: r, Role: Button,
		Name:  d.say("tensor.edit", "name", t.Name, "rank", strconv.Itoa(d.rankAt(l.proc)), "type", shapeText(t.Spec.DType, t.Spec.Shape)),
		Press: app.OpenPopover{Open: open}, Expanded: d.s.Open == open})
}

func tensorID(p int, name, part string) string {
	return "rank-" + strconv.Itoa(p) + ".tensor." + name + "." + part
}
