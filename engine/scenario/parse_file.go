package scenario

import (
	"strconv"

	"lockstep/engine/tensor"
)

var fileKeys = []string{"lockstep", "title", "question", "world_size", "backend", "debug", "timeout", "network", "seed",
	"auto_init", "at_end", "linger", "stop_after", "job", "faults", "tensors", "program", "script", "ranks"}

// New returns a scenario with every default and nothing in it.
func New(worldSize int) *Scenario {
	return &Scenario{
		WorldSize: worldSize, Backend: "gloo", Debug: DebugOff, Timeout: DefaultTimeout,
		Network: Network{Latency: DefaultLatency, Bandwidth: DefaultBandwidth},
		Job:     Job{Policy: "all"}, AutoInit: true, AtEnd: Exit,
	}
}

// file reads the top level. The order is that of dependence: programs need to
// know the world and the tensors.
func (p *parser) file(n *node) *Scenario {
	if n.kind != objectKind {
		p.wrong(n, "not_object")
		return nil
	}
	p.version(n)
	if p.err != nil || !p.object(n, fileKeys...) {
		return nil
	}
	s := New(0)
	if w := n.get("world_size"); w != nil {
		s.WorldSize = p.worldSize(w)
	} else {
		p.fail(n, "world_size", "missing_key")
	}
	p.settings(s, n)
	p.world, p.checkRank = s.WorldSize, s.AutoInit
	if t := n.get("tensors"); t != nil {
		s.Tensors = p.tensors(t)
	}
	if r := n.get("ranks"); r != nil {
		s.Ranks = p.ranks(r, s)
	}
	if o := n.get("program"); o != nil {
		s.Program = p.program(o, 0)
	}
	p.script(s, n)
	if f := n.get("faults"); f != nil {
		s.Faults = p.faults(f, s)
	}
	if p.err == nil {
		p.check(s, n)
	}
	return s
}

func (p *parser) version(n *node) {
	v := n.get("lockstep")
	if v == nil {
		p.fail(n, "lockstep", "version_missing")
		return
	}
	at := int(p.int(v, 0, 0))
	switch {
	case p.err != nil:
	case at > Version:
		p.fail(v, "", "version_newer", "value", at, "version", Version)
	case at < Version:
		for ; at < Version; at++ {
			migrate := migrations[at]
			if migrate == nil {
				p.wrong(v, "out_of_range", "min", Version, "max", Version)
				return
			}
			migrate(n)
		}
	}
}

func (p *parser) worldSize(n *node) int {
	if _, fits := wholeNumber(n.text); n.kind == numberKind && !fits && n.text[0] != '-' && isWhole(n.text) {
		p.fail(n, "", "limit_processes", "value", n.text, "limit", MaxProcesses)
		return 0
	}
	v := p.int(n, 0, 0)
	switch {
	case v > MaxProcesses:
		p.fail(n, "", "limit_processes", "value", v, "limit", MaxProcesses)
	case v < 1:
		p.wrong(n, "out_of_range", "min", 1, "max", MaxProcesses)
	}
	return int(v)
}

// settings reads what concerns the whole job.
func (p *parser) settings(s *Scenario, n *node) {
	for i := range n.items {
		m := &n.items[i]
		switch m.key {
		case "title":
			s.Title = p.text(m)
		case "question":
			s.Question = p.text(m)
		case "backend":
			s.Backend = p.choice(m, "gloo")
		case "debug":
			s.Debug = Debug(p.choice(m, string(DebugOff), string(DebugInfo), string(DebugDetail)))
		case "timeout":
			s.Timeout = p.positive(m)
		case "network":
			s.Network = p.network(m)
		case "seed":
			s.Seed = p.int(m, 0, 0)
		case "auto_init":
			s.AutoInit = p.bool(m)
		case "at_end":
			s.AtEnd = AtEnd(p.choice(m, string(Exit), string(Linger)))
		case "linger":
			s.Linger = p.positive(m)
		case "stop_after":
			s.StopAfter = p.positive(m)
		case "job":
			s.Job = p.job(m)
		}
	}
}

func (p *parser) job(n *node) Job {
	j := Job{Policy: "all"}
	if !p.object(n, "max_restarts", "policy") {
		return j
	}
	if m := n.get("max_restarts"); m != nil {
		j.MaxRestarts = int(p.int(m, 0, MaxRestarts))
	}
	if m := n.get("policy"); m != nil {
		j.Policy = p.choice(m, "all")
	}
	return j
}

func (p *parser) network(n *node) Network {
	net := Network{Latency: DefaultLatency, Bandwidth: DefaultBandwidth}
	if !p.object(n, "latency", "bandwidth", "links") {
		return net
	}
	if m := n.get("latency"); m != nil {
		net.Latency = p.duration(m)
	}
	if m := n.get("bandwidth"); m != nil {
		net.Bandwidth = p.bandwidth(m)
	}
	m := n.get("links")
	if m == nil {
		return net
	}
	seen := make(map[[2]int]bool)
	for i := range p.list(m, MaxLinks) {
		l := p.link(&m.items[i])
		if pair := [2]int{l.From, l.To}; p.err == nil {
			if seen[pair] {
				p.fail(&m.items[i], "", "link_twice", "from", l.From, "to", l.To)
			}
			seen[pair] = true
			net.Links = append(net.Links, l)
		}
	}
	return net
}

func (p *parser) link(n *node) (l Link) {
	if !p.object(n, "from", "to", "latency", "bandwidth") {
		return l
	}
	for _, end := range []struct {
		key string
		to  *int
	}{{"from", &l.From}, {"to", &l.To}} {
		m := n.get(end.key)
		if m == nil {
			p.fail(n, end.key, "missing_key")
			return l
		}
		*end.to = p.process(m)
	}
	if l.From == l.To && p.err == nil {
		p.fail(n, "", "link_to_itself")
	}
	if m := n.get("latency"); m != nil {
		l.Latency = p.positive(m)
	}
	if m := n.get("bandwidth"); m != nil {
		l.Bandwidth = p.bandwidth(m)
	}
	return l
}

// process is the index of a process: a rank, unless auto_init is off.
func (p *parser) process(n *node) int {
	v := p.int(n, 0, 0)
	count := p.processes()
	if p.err == nil && (v < 0 || v >= int64(count)) {
		if r := p.root.get("auto_init"); r != nil && r.text == "false" {
			p.wrong(n, "not_process", "processes", count)
		} else {
			p.wrong(n, "rank_out_of_world", "world", count)
		}
	}
	return int(v)
}

// processes is Scenario.Processes before there is a scenario.
func (p *parser) processes() int {
	if a, r := p.root.get("auto_init"), p.root.get("ranks"); a != nil && a.text == "false" && r != nil && len(r.items) > 0 {
		return len(r.items)
	}
	if w := p.root.get("world_size"); w != nil {
		v, _ := strconv.Atoi(w.text)
		return v
	}
	return 0
}

func (p *parser) script(s *Scenario, n *node) {
	m := n.get("script")
	if m == nil {
		return
	}
	s.Script = p.string(m, MaxScript)
	if s.Script == "" {
		p.fail(m, "", "empty")
	}
	if o := n.get("program"); o != nil {
		p.fail(o, "", "script_and_ops")
	}
}

func (p *parser) ranks(n *node, s *Scenario) []Rank {
	items := p.list(n, 0)
	switch {
	case len(items) > MaxProcesses:
		p.fail(n, "", "limit_processes", "value", len(items), "limit", MaxProcesses)
		return nil
	case s.AutoInit && len(items) > s.WorldSize:
		p.fail(n, "", "ranks_too_many", "ranks", len(items), "world", s.WorldSize)
		return nil
	}
	ranks := make([]Rank, len(items))
	used := 0 // trailing ranks that say nothing are the same as none
	for i := range items {
		ranks[i] = p.rank(&items[i])
		if len(items[i].items) > 0 && (len(ranks[i].Tensors) > 0 || ranks[i].HasProgram || ranks[i].Start > 0 || ranks[i].Never) {
			used = i + 1
		}
	}
	if s.AutoInit {
		ranks = ranks[:used:used]
	}
	if len(ranks) == 0 {
		return nil
	}
	return ranks
}

func (p *parser) rank(n *node) (r Rank) {
	if !p.object(n, "program", "tensors", "start") {
		return r
	}
	if m := n.get("tensors"); m != nil {
		r.Tensors = p.tensors(m)
	}
	if m := n.get("program"); m != nil {
		if s := p.root.get("script"); s != nil {
			p.fail(m, "", "script_and_ops")
		}
		r.Program, r.HasProgram = p.program(m, 0), true
	}
	if m := n.get("start"); m != nil {
		if m.kind == stringKind && m.text == "never" {
			r.Never = true
		} else {
			r.Start = p.duration(m)
		}
	}
	return r
}

func (p *parser) tensors(n *node) []NamedTensor {
	if n.kind != objectKind {
		p.wrong(n, "not_object")
		return nil
	}
	if len(n.items) > MaxTensors {
		p.fail(n, "", "limit_items", "value", len(n.items), "limit", MaxTensors)
		return nil
	}
	var named []NamedTensor
	for i := range n.items {
		m := &n.items[i]
		if !isName(m.key) || len(m.key) > MaxName {
			p.fail(m, "", "not_name", "value", strconv.Quote(m.key))
			return nil
		}
		named = append(named, NamedTensor{Name: m.key, Spec: p.tensor(m)})
	}
	sortTensors(named)
	return named
}

// tensor reads a TENSOR literal.
func (p *parser) tensor(n *node) (t TensorSpec) {
	if !p.object(n, "dtype", "shape", "data", "fill") {
		return t
	}
	m := n.get("dtype")
	if m == nil {
		p.fail(n, "dtype", "missing_key")
		return t
	}
	d, _ := tensor.ParseDType(p.choice(m, tensor.DTypeNames()...))
	t.DType = d
	shape, data, fill := n.get("shape"), n.get("data"), n.get("fill")
	switch {
	case data != nil && fill != nil:
		p.fail(fill, "", "data_and_fill")
	case data != nil:
		t.Data = p.data(data, d)
		if data.kind == listKind {
			t.Shape = []int{len(t.Data)}
		}
	case fill != nil:
		t.Fill = p.fill(fill, d)
	default:
		p.fail(n, "", "no_data")
	}
	if shape != nil && p.err == nil {
		t.Shape = p.shape(shape)
	}
	if len(t.Shape) == 0 {
		t.Shape = nil
	}
	if want := tensor.NumElements(t.Shape); p.err == nil && data != nil && want != len(t.Data) {
		p.fail(data, "", "data_length", "elements", len(t.Data), "shape", shapeText(t.Shape), "want", want)
	}
	return t
}
