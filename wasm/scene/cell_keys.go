package scene

import (
	"strconv"

	"lockstep/engine/scenario"
	"lockstep/engine/tensor"
	"lockstep/wasm/app"
)

// cellControl is what the control of an element has from one picture to the next.
type cellControl struct {
	id   string
	to   [4]cellRef  // see cellKeys
	keys []KeyAction // to them
}

// cellRef is where an element stands.
type cellRef struct {
	rank int
	name string // of its tensor
	i    int
}

// cellOf is the control of an element.
func (c *Composer) cellOf(ref cellRef) *cellControl {
	known, ok := c.elements[ref]
	if !ok {
		const most = 10_000
		if c.elements == nil || len(c.elements) >= most { // of tensors that had other names
			c.elements = map[cellRef]*cellControl{}
		}
		known = &cellControl{id: tensorID(ref.rank, ref.name, strconv.Itoa(ref.i))}
		c.elements[ref] = known
	}
	return known
}

// cardKeys lead from an element on a card to those before and behind it, and to the
// same of the ranks above and below, as in a spreadsheet.
func (d *sheet) cardKeys(p int, t *scenario.NamedTensor, i int) []KeyAction {
	return d.cellKeys(cellRef{p, t.Name, i}, [4]cellRef{{p, t.Name, i - 1}, {p, t.Name, i + 1}, {p - 1, t.Name, i}, {p + 1, t.Name, i}})
}

// editorKeys lead from an element in a tensor's editor, which has lines of cols, to
// those around it.
func (d *sheet) editorKeys(p int, t *scenario.NamedTensor, i, cols int) []KeyAction {
	return d.cellKeys(cellRef{p, t.Name, i}, [4]cellRef{{p, t.Name, i - 1}, {p, t.Name, i + 1}, {p, t.Name, i - cols}, {p, t.Name, i + cols}})
}

// cellKeys are the keys to those elements to the left, to the right, above and below
// that there are.
func (d *sheet) cellKeys(from cellRef, to [4]cellRef) []KeyAction {
	for k := range to {
		if !d.hasElement(to[k]) {
			to[k] = cellRef{}
		}
	}
	c := d.cellOf(from)
	if c.to == to {
		return c.keys
	}
	c.to, c.keys = to, nil
	for k, at := range to {
		if at != (cellRef{}) {
			key := [4]string{"ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"}[k]
			c.keys = append(c.keys, KeyAction{key, app.Ask{What: app.Focus{ID: d.cellOf(at).id}}})
		}
	}
	return c.keys
}

func (d *sheet) hasElement(at cellRef) bool {
	if at.rank < 0 || at.i < 0 || at.rank >= d.s.Scenario.Processes() {
		return false
	}
	list := d.s.Scenario.TensorsOf(at.rank)
	for k := range list {
		if list[k].Name == at.name {
			return at.i < tensor.NumElements(list[k].Spec.Shape)
		}
	}
	return false
}
