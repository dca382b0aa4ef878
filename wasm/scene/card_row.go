package scene

import (
	"slices"

	"lockstep/engine/scenario"
	"lockstep/engine/tensor"
)

// rowOfTensors puts a rank's tensors beside its name, where a card is one line: all
// if there is room, else those that the lesson asks for, else as much of the first
// as there is room for.
func (d *sheet) rowOfTensors(l *lane, tensors []scenario.NamedTensor, x, right float64) {
	const (
		condition = 118.0 // kept free for it, at the right
		gap, high = 9.0, 26.0
	)
	cell, all := 40.0, 0.0
	for i := range tensors {
		all += float64(tensor.NumElements(tensors[i].Spec.Shape))*(cell+cellGap) + gap + 20
	}
	if all > right-condition-x {
		cell = 30
	}
	name := ink{size: 12, color: d.pal.Muted, mono: true}
	wide := func(t *scenario.NamedTensor) float64 {
		return d.width(t.Name, name) + 5 + float64(tensor.NumElements(t.Spec.Shape))*(cell+cellGap) - cellGap
	}
	room := right - condition - x
	chosen := make([]bool, len(tensors))
	left := room
	take := func(i int) {
		if w := wide(&tensors[i]); !chosen[i] && w <= left {
			chosen[i] = true
			left -= w + gap
		}
	}
	asked := d.askedTensors()
	for i := range tensors {
		if slices.Contains(asked, tensors[i].Name) {
			take(i)
		}
	}
	for i := range tensors {
		take(i)
	}
	if !slices.Contains(chosen, true) && len(tensors) > 0 {
		chosen[0] = true
	}
	alone := true
	for i := range tensors {
		alone = alone && (!chosen[i] || i == slices.Index(chosen, true))
	}
	for i := range tensors {
		t := &tensors[i]
		if !chosen[i] {
			continue
		}
		named := min(60, d.width(t.Name, name))
		d.overArrows(Rect{x, l.at.Y + 8, named, 20})
		d.tensorShort(l, t, x, l.at.Y+25, named)
		x += 5 + named
		w, want := wide(t)-d.width(t.Name, name)-5, cell
		if alone {
			w, want = max(60, right-condition-x), 44
		}
		d.cells(l, t, Rect{x, l.at.Y + 7, w, high}, want)
		x += w + gap
	}
}

// askedTensors are the tensors that the step of the open lesson is about.
func (d *sheet) askedTensors() []string {
	step := d.s.Step()
	if step == nil {
		return nil
	}
	var names []string
	for i := range step.Predict {
		if name := step.Predict[i].Values; name != "" {
			names = append(names, name)
		}
	}
	return names
}
