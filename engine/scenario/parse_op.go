package scenario

import (
	"encoding/json"
	"strconv"
	"time"
)

// program reads a list of ops, depth repeats deep.
func (p *parser) program(n *node, depth int) []Op {
	items := p.list(n, 0)
	if len(items) > MaxOps {
		p.fail(n, "", "limit_ops", "value", len(items), "limit", MaxOps)
		return nil
	}
	if depth > MaxRepeatDepth {
		p.fail(n, "", "limit_repeat", "limit", MaxRepeatDepth)
		return nil
	}
	if len(items) == 0 {
		return nil
	}
	ops := make([]Op, len(items))
	for i := range items {
		p.op(&items[i], depth, &ops[i])
		if p.err != nil {
			return nil
		}
	}
	return ops
}

// op reads one op into o, which is too large to be handed about.
func (p *parser) op(n *node, depth int, o *Op) {
	if n.kind != objectKind {
		p.wrong(n, "not_object")
		return
	}
	name := n.get("op")
	if name == nil {
		p.fail(n, "op", "missing_key")
		return
	}
	spec, ok := SpecOf(p.string(name, MaxString))
	if !ok {
		p.unknown(name, "unknown_op", "near_op", name.text, OpNames())
		return
	}
	o.Name = spec.Name
	for i := range n.items {
		m := &n.items[i]
		if m.key == "op" {
			continue
		}
		arg, ok := spec.Arg(m.key)
		if !ok {
			p.unknown(m, "unknown_key", "near_key", m.key, spec.keys())
			return
		}
		p.arg(m, arg, o, depth)
	}
	for i := range spec.Args {
		switch a := &spec.Args[i]; {
		case n.get(a.Key) != nil:
		case a.Required:
			p.fail(n, a.Key, "missing_key")
		case a.Kind == KindRank && a.Default != "":
			*a.field(o).(**int) = new(int)
		}
	}
	p.ranksOfOp(n, o)
}

func (s *Spec) keys() []string {
	keys := make([]string, 0, len(s.Args))
	for i := range s.Args {
		keys = append(keys, s.Args[i].Key)
	}
	return keys
}

// arg reads one argument into its field of o. The type of the field and the
// kind of the argument together say how.
func (p *parser) arg(n *node, a *Arg, o *Op, depth int) {
	switch f := a.field(o).(type) {
	case **Value:
		v := p.value(n)
		*f = &v
	case *[]Value:
		p.values(n, a, f)
	case *string:
		*f = p.stringArg(n, a)
	case **int:
		v := int(p.int(n, a.Min, a.Max))
		*f = &v
	case *int:
		*f = int(p.int(n, a.Min, a.Max))
	case *int64:
		*f = p.int(n, a.Min, a.Max)
	case *bool:
		*f = p.bool(n)
	case **bool:
		v := p.bool(n)
		*f = &v
	case *time.Duration:
		if a.Required {
			*f = p.duration(n)
		} else {
			*f = p.positive(n)
		}
	case *[]int:
		*f = p.ints(n)
	case *[]string:
		*f = p.strings(n, a)
	case **Num:
		v := p.number(n)
		*f = &v
	case *json.RawMessage:
		*f = p.json(n)
	case *[]json.RawMessage:
		*f, o.HasObjList = p.jsons(n), true
	case *map[string]*string:
		*f = p.env(n)
	case *[]Op:
		*f = p.program(n, depth+1)
	default:
		panic("scenario: no way to read " + a.Key)
	}
}

func (p *parser) values(n *node, a *Arg, f *[]Value) {
	if a.Kind == KindTensor {
		*f = []Value{p.value(n)}
		return
	}
	items := p.list(n, MaxProcesses)
	*f = make([]Value, len(items))
	for i := range items {
		(*f)[i] = p.value(&items[i])
	}
}

func (p *parser) stringArg(n *node, a *Arg) string {
	switch a.Kind {
	case KindChoice:
		if v := p.choice(n, a.Choices...); v != a.Choices[0] {
			return v
		}
		return ""
	case KindName, KindGroup, KindHandle:
		return p.label(n)
	case KindCode:
		return p.string(n, MaxScript)
	}
	return p.string(n, MaxString)
}

func (p *parser) ints(n *node) []int {
	items := p.list(n, MaxProcesses)
	v := make([]int, len(items))
	for i := range items {
		v[i] = int(p.int(&items[i], -1<<31, 1<<31))
	}
	return v
}

func (p *parser) strings(n *node, a *Arg) []string {
	switch a.Kind {
	case KindString:
		return []string{p.string(n, MaxString)}
	case KindNames:
		items := p.list(n, MaxTensors)
		v := make([]string, len(items))
		for i := range items {
			v[i] = p.name(&items[i])
		}
		return v
	}
	items := p.list(n, MaxProcesses)
	v := make([]string, len(items))
	for i := range items {
		v[i] = p.string(&items[i], MaxString)
	}
	return v
}

func (p *parser) number(n *node) Num {
	if n.kind != numberKind {
		p.wrong(n, "not_number")
		return ""
	}
	f, err := strconv.ParseFloat(n.text, 64)
	if err != nil {
		p.wrong(n, "not_number")
	}
	return Num(strconv.FormatFloat(f, 'g', -1, 64))
}

// json keeps any value in compact form; null is the same as nothing.
func (p *parser) json(n *node) json.RawMessage {
	if n.kind == nullKind {
		return nil
	}
	return appendCompact(nil, n)
}

func (p *parser) jsons(n *node) []json.RawMessage {
	items := p.list(n, MaxProcesses)
	v := make([]json.RawMessage, len(items))
	for i := range items {
		v[i] = appendCompact(nil, &items[i])
	}
	return v
}

func (p *parser) env(n *node) map[string]*string {
	if !p.object(n, envKeys...) || len(n.items) == 0 {
		return nil
	}
	env := make(map[string]*string, len(n.items))
	for i := range n.items {
		m := &n.items[i]
		if m.kind == nullKind {
			env[m.key] = nil
			continue
		}
		v := p.string(m, MaxString)
		env[m.key] = &v
	}
	return env
}

// envKeys are what env:// rendezvous reads, in the order in which Format writes.
var envKeys = []string{"RANK", "WORLD_SIZE", "MASTER_ADDR", "MASTER_PORT"}

// ranksOfOp refuses a src, dst or member that is no rank of the world: a slip
// of the pen, in all likelihood. Who wants to see what PyTorch says to it (it
// raises ValueError, or waits for a process that does not exist) writes
// "catch": true. With auto_init off the world is whatever init_process_group
// makes of it, and nothing can be said beforehand.
func (p *parser) ranksOfOp(n *node, o *Op) {
	if !p.checkRank || o.Catch || p.err != nil {
		return
	}
	for _, key := range []string{"src", "dst"} {
		if m := n.get(key); m != nil {
			p.rankOfWorld(m)
		}
	}
	if m := n.get("ranks"); m != nil {
		for i := range m.items {
			p.rankOfWorld(&m.items[i])
		}
	}
}

func (p *parser) rankOfWorld(n *node) {
	if v := p.int(n, 0, 0); p.err == nil && (v < 0 || v >= int64(p.world)) {
		p.wrong(n, "rank_out_of_world", "world", p.world)
	}
}
