package scenario

import (
	"strconv"
	"unicode/utf8"

	"lockstep/engine/tensor"
)

// check holds what only the whole can show: that each tensor that an op names
// exists on each rank that runs the op, and that all tensors together stay
// within bounds. Handles and groups are not checked: they are variables of the
// running program, and one that was never set is its NameError.
func (p *parser) check(s *Scenario, n *node) {
	p.checkNames(s, n)
	p.checkTotal(s)
}

// Check reports what Parse would say of s written to a file: for scenarios that
// were edited, not read.
func (s *Scenario) Check() error {
	n := fileNode(s)
	if room := MaxFileBytes; readable(&n, 0, &room) { // as it is after each edit, and no text is needed
		p := &parser{root: &n}
		if p.file(&n); p.err == nil {
			return nil
		}
	}
	_, err := Parse(Format(s))
	return err
}

// readable reports whether n, written and read again, is certainly the same: nothing in
// it is what readJSON refuses or takes for something else. It takes what the text needs
// at most out of room, in bytes.
func readable(n *node, depth int, room *int) bool {
	const escaped = 6 // bytes of the longest way to write one
	*room -= escaped*(len(n.key)+len(n.text)) + len(`"":[],`)
	if *room < 0 || depth > MaxNesting || !utf8.ValidString(n.key) || !utf8.ValidString(n.text) {
		return false
	}
	if n.kind == numberKind {
		r := reader{src: n.text}
		r.number()
		return r.err == nil && r.pos == len(n.text)
	}
	if n.kind == objectKind && !distinct(n.items) {
		return false
	}
	for i := range n.items {
		if !readable(&n.items[i], depth+1, room) {
			return false
		}
	}
	return true
}

// distinct reports whether no key stands twice among a few; of many it does not know.
func distinct(items []node) bool {
	const few = 32
	if len(items) > few {
		return false
	}
	for i := range items {
		for k := range i {
			if items[k].key == items[i].key {
				return false
			}
		}
	}
	return true
}

func (p *parser) checkNames(s *Scenario, n *node) {
	var common []int // the processes that run the shared program
	for i := range s.Processes() {
		if i < len(s.Ranks) && s.Ranks[i].HasProgram {
			ops := n.get("ranks").items[i].get("program")
			p.checkProgram(s, ops, s.Ranks[i].Program, []int{i})
		} else {
			common = append(common, i)
		}
	}
	if o := n.get("program"); o != nil && len(common) > 0 {
		p.checkProgram(s, o, s.Program, common)
	}
}

// checkProgram walks nodes and ops side by side.
func (p *parser) checkProgram(s *Scenario, n *node, ops []Op, processes []int) {
	for i := range ops {
		if p.err != nil {
			return
		}
		switch ops[i].Name {
		case "local", "load_checkpoint":
			return // from here on, names may be made that no file knows
		case "repeat":
			p.checkProgram(s, n.items[i].get("body"), ops[i].Body, processes)
		}
		spec, _ := SpecOf(ops[i].Name)
		for a := range spec.Args {
			switch m := n.items[i].get(spec.Args[a].Key); {
			case m == nil:
			case spec.Args[a].Kind == KindTensor:
				p.checkName(s, m, processes)
			case spec.Args[a].Kind == KindTensors, spec.Args[a].Kind == KindNames:
				for j := range m.items {
					p.checkName(s, &m.items[j], processes)
				}
			}
		}
	}
}

func (p *parser) checkName(s *Scenario, n *node, processes []int) {
	if n.kind != stringKind || p.err != nil || hasTensor(s.Tensors, n.text) {
		return
	}
	for _, i := range processes {
		if i >= len(s.Ranks) || !hasTensor(s.Ranks[i].Tensors, n.text) {
			p.fail(n, "", "no_tensor", "rank", i, "value", strconv.Quote(n.text))
			return
		}
	}
}

func hasTensor(named []NamedTensor, name string) bool {
	for i := range named {
		if named[i].Name == name {
			return true
		}
	}
	return false
}

// checkTotal counts the elements that a run would hold at once.
func (p *parser) checkTotal(s *Scenario) {
	total := 0
	shared := literals(s.Program)
	for i := range s.Processes() {
		for _, t := range s.TensorsOf(i) {
			total += tensor.NumElements(t.Spec.Shape)
		}
		if i < len(s.Ranks) && s.Ranks[i].HasProgram {
			total += literals(s.Ranks[i].Program)
		} else {
			total += shared
		}
		if total > MaxTotalElements {
			p.fail(p.root, "tensors", "limit_total_elements", "limit", MaxTotalElements)
			return
		}
	}
}

// literals counts the elements of all literals in ops. Each is bounded and their
// number is that of the file's bytes, so the sum fits an int64.
func literals(ops []Op) int {
	n := 0
	count := func(v *Value) {
		if v != nil && v.Lit != nil {
			n += tensor.NumElements(v.Lit.Shape)
		}
	}
	for i := range ops {
		o := &ops[i]
		count(o.Tensor)
		count(o.Input)
		for j := range o.Out {
			count(&o.Out[j])
		}
		for j := range o.List {
			count(&o.List[j])
		}
		n += literals(o.Body)
	}
	return n
}
