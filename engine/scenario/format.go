package scenario

import (
	"sort"
	"strconv"
	"time"

	"lockstep/engine/tensor"
)

// Format writes s in canonical form: keys in a fixed order, what has its default
// left out, no white space. Scenarios that are equal give equal bytes, so a link
// made of them is the same too.
func Format(s *Scenario) []byte {
	n := fileNode(s)
	return appendCompact(nil, &n)
}

// FormatIndent writes the same for reading and editing, an op on each line.
func FormatIndent(s *Scenario) []byte {
	n := fileNode(s)
	return append(appendIndented(nil, &n, 0, 0), '\n')
}

func (n *node) put(key string, v node) {
	v.key = key
	n.items = append(n.items, v)
}

func object() node { return objectOf(0) }

// objectOf is an object of about so many members.
func objectOf(n int) node { return node{kind: objectKind, items: make([]node, 0, n)} }

func listOf[T any](items []T, of func(*T) node) node {
	n := node{kind: listKind, items: make([]node, len(items))}
	for i := range items {
		n.items[i] = of(&items[i])
	}
	return n
}

func stringNode(s string) node { return node{kind: stringKind, text: s} }
func numberNode(s string) node { return node{kind: numberKind, text: s} }
func intNode(v int64) node     { return numberNode(strconv.FormatInt(v, 10)) }
func intsNode(v []int) node    { return listOf(v, func(i *int) node { return intNode(int64(*i)) }) }
func boolNode(v bool) node     { return node{kind: boolKind, text: strconv.FormatBool(v)} }
func stringsNode(v []string) node {
	return listOf(v, func(s *string) node { return stringNode(*s) })
}
func durationNode(d time.Duration) node { return stringNode(FormatDuration(d)) }

func fileNode(s *Scenario) node {
	n := objectOf(8)
	n.put("lockstep", intNode(Version))
	putText(&n, "title", s.Title)
	putText(&n, "question", s.Question)
	n.put("world_size", intNode(int64(s.WorldSize)))
	if s.Debug != DebugOff && s.Debug != "" {
		n.put("debug", stringNode(string(s.Debug)))
	}
	putDuration(&n, "timeout", s.Timeout, DefaultTimeout)
	if net := networkNode(&s.Network); len(net.items) > 0 {
		n.put("network", net)
	}
	if s.Seed != 0 {
		n.put("seed", intNode(s.Seed))
	}
	if !s.AutoInit {
		n.put("auto_init", boolNode(false))
	}
	if s.AtEnd == Linger {
		n.put("at_end", stringNode(string(Linger)))
	}
	putDuration(&n, "linger", s.Linger, 0)
	putDuration(&n, "stop_after", s.StopAfter, 0)
	if s.Job.MaxRestarts != 0 {
		job := object()
		job.put("max_restarts", intNode(int64(s.Job.MaxRestarts)))
		n.put("job", job)
	}
	if len(s.Faults) > 0 {
		n.put("faults", listOf(s.Faults, faultNode))
	}
	if len(s.Tensors) > 0 {
		n.put("tensors", tensorsNode(s.Tensors))
	}
	if len(s.Program) > 0 {
		n.put("program", listOf(s.Program, opNode))
	}
	if s.Script != "" {
		n.put("script", stringNode(s.Script))
	}
	if len(s.Ranks) > 0 {
		n.put("ranks", listOf(s.Ranks, rankNode))
	}
	return n
}

func putDuration(n *node, key string, d, unless time.Duration) {
	if d != unless {
		n.put(key, durationNode(d))
	}
}

// putText writes one string as one, and languages in the order of their codes,
// but zh and en first: the two that are always there.
func putText(n *node, key string, t Text) {
	if len(t) == 0 {
		return
	}
	if plain, ok := t[""]; ok && len(t) == 1 {
		n.put(key, stringNode(plain))
		return
	}
	langs := make([]string, 0, len(t))
	for lang := range t {
		langs = append(langs, lang)
	}
	first := map[string]string{"zh": "0", "en": "1"}
	sort.Slice(langs, func(i, j int) bool { return first[langs[i]]+langs[i] < first[langs[j]]+langs[j] })
	o := object()
	for _, lang := range langs {
		o.put(lang, stringNode(t[lang]))
	}
	n.put(key, o)
}

func networkNode(net *Network) node {
	n := object()
	putDuration(&n, "latency", net.Latency, DefaultLatency)
	if net.Bandwidth != DefaultBandwidth {
		n.put("bandwidth", stringNode(FormatBandwidth(net.Bandwidth)))
	}
	if len(net.Links) > 0 {
		n.put("links", listOf(net.Links, func(l *Link) node {
			o := object()
			o.put("from", intNode(int64(l.From)))
			o.put("to", intNode(int64(l.To)))
			putDuration(&o, "latency", l.Latency, 0)
			if l.Bandwidth != 0 {
				o.put("bandwidth", stringNode(FormatBandwidth(l.Bandwidth)))
			}
			return o
		}))
	}
	return n
}

func rankNode(r *Rank) node {
	n := object()
	switch {
	case r.Never:
		n.put("start", stringNode("never"))
	case r.Start > 0:
		n.put("start", durationNode(r.Start))
	}
	if len(r.Tensors) > 0 {
		n.put("tensors", tensorsNode(r.Tensors))
	}
	if r.HasProgram {
		n.put("program", listOf(r.Program, opNode))
	}
	return n
}

func tensorsNode(named []NamedTensor) node {
	n := object()
	for i := range named {
		n.put(named[i].Name, tensorNode(&named[i].Spec))
	}
	return n
}

func tensorNode(t *TensorSpec) node {
	n := objectOf(3)
	n.put("dtype", stringNode(t.DType.String()))
	n.put("shape", intsNode(t.Shape))
	if t.Fill != "" {
		n.put("fill", numNode(t.Fill))
	} else {
		n.put("data", listOf(t.Data, func(v *Num) node { return numNode(*v) }))
	}
	return n
}

// numNode writes an element or a fill: a word in quotes, the rest as it is.
func numNode(v Num) node {
	switch v {
	case "true", "false":
		return node{kind: boolKind, text: string(v)}
	case "nan", "inf", "-inf", FillRank, FillArange, FillRandom:
		return stringNode(string(v))
	}
	return numberNode(string(v))
}

func valueNode(v *Value) node {
	if v.Lit != nil {
		return tensorNode(v.Lit)
	}
	return stringNode(v.Name)
}

func faultNode(f *Fault) node {
	n := object()
	n.put("kind", stringNode(string(f.Kind)))
	n.put("rank", intNode(int64(f.Rank)))
	if f.Peer != nil {
		n.put("peer", intNode(int64(*f.Peer)))
	}
	at := object()
	if f.At.Op != nil {
		at.put("op", intNode(int64(*f.At.Op)))
		if f.At.During {
			at.put("phase", stringNode("during"))
		}
	} else {
		at.put("time", durationNode(f.At.Time))
	}
	if f.At.Attempt != 0 {
		at.put("attempt", intNode(int64(f.At.Attempt)))
	}
	n.put("at", at)
	if f.Factor != 0 {
		n.put("factor", numberNode(strconv.FormatFloat(f.Factor, 'g', -1, 64)))
	}
	putDuration(&n, "latency", f.Latency, 0)
	if f.Bandwidth != 0 {
		n.put("bandwidth", stringNode(FormatBandwidth(f.Bandwidth)))
	}
	putDuration(&n, "for", f.For, 0)
	return n
}

// DType returns the canonical text of element v in d, or Store's error: what an
// editor calls with what was typed.
func CanonicalNum(d tensor.DType, typed string) (Num, error) {
	text, err := tensor.Canonical(d, typed)
	return Num(text), err
}

// FormatOps writes a program as it stands in a file, an op on each line: what an
// editor puts on the clipboard.
func FormatOps(ops []Op) []byte {
	n := listOf(ops, opNode)
	return appendIndented(nil, &n, 0, 0)
}
