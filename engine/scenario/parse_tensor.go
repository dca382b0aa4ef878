package scenario

import (
	"fmt"
	"sort"
	"strings"

	"lockstep/engine/tensor"
)

func sortTensors(named []NamedTensor) {
	sort.Slice(named, func(i, j int) bool { return named[i].Name < named[j].Name })
}

func shapeText(shape []int) string { return strings.ReplaceAll(fmt.Sprint(shape), " ", ", ") }

// shape reads dimensions and holds their product to MaxElements, so that no
// later arithmetic on it can overflow.
func (p *parser) shape(n *node) []int {
	items := p.list(n, 0)
	if len(items) > MaxDims {
		p.fail(n, "", "limit_dims", "value", len(items), "limit", MaxDims)
		return nil
	}
	shape := make([]int, len(items))
	elements := 1
	for i := range items {
		shape[i] = int(p.int(&items[i], 0, MaxElements))
		if elements *= shape[i]; elements > MaxElements {
			p.fail(n, "", "limit_elements", "shape", shapeText(shape[:i+1]), "limit", MaxElements)
			return nil
		}
	}
	return shape
}

// data reads a flat list, or one element for a scalar. An empty list is not nil.
func (p *parser) data(n *node, d tensor.DType) []Num {
	if n.kind != listKind {
		return []Num{p.element(n, d)}
	}
	if len(n.items) > MaxElements {
		p.fail(n, "", "limit_elements", "shape", len(n.items), "limit", MaxElements)
		return nil
	}
	data := make([]Num, len(n.items))
	for i := range n.items {
		if data[i] = p.element(&n.items[i], d); p.err != nil {
			return nil
		}
	}
	return data
}

// element reads a number, true, false, or one of the strings that stand for
// what JSON cannot say. What people may type into a cell ("+1", "Infinity") is
// tensor.Canonical's affair; a file is stricter.
func (p *parser) element(n *node, d tensor.DType) Num {
	ok := n.kind == numberKind || n.kind == boolKind && d == tensor.Bool ||
		n.kind == stringKind && (n.text == "nan" || n.text == "inf" || n.text == "-inf")
	if ok {
		if text, err := tensor.Canonical(d, n.text); err == nil {
			return Num(text)
		}
	}
	p.wrong(n, "not_element", "dtype", d, "domain", d.Domain())
	return ""
}

func (p *parser) fill(n *node, d tensor.DType) Num {
	if n.kind == stringKind {
		switch n.text {
		case FillRank, FillArange, FillRandom:
			return Num(n.text)
		}
		if n.text != "nan" && n.text != "inf" && n.text != "-inf" {
			p.wrong(n, "not_fill")
			return ""
		}
	}
	return p.element(n, d)
}

// value reads what an op takes for a tensor: a name or a literal.
func (p *parser) value(n *node) (v Value) {
	switch n.kind {
	case stringKind:
		v.Name = p.name(n)
	case objectKind:
		t := p.tensor(n)
		v.Lit = &t
	default:
		p.wrong(n, "not_tensor")
	}
	return v
}
