package scenario

// faultKeys are the keys of each kind beside kind, rank and at; the first
// required ones are marked.
var faultKeys = map[FaultKind][]string{
	Crash:    {},
	Freeze:   {"for"},
	Slow:     {"factor", "for"},
	DropLink: {"peer", "for"},
	SlowLink: {"peer", "latency", "bandwidth", "for"},
}

// FaultKinds lists the kinds in the palette's order.
func FaultKinds() []FaultKind { return []FaultKind{Crash, Freeze, Slow, DropLink, SlowLink} }

func (p *parser) faults(n *node, s *Scenario) []Fault {
	items := p.list(n, MaxFaults)
	var faults []Fault
	for i := range items {
		faults = append(faults, p.fault(&items[i], s))
		if p.err != nil {
			return nil
		}
	}
	return faults
}

func (p *parser) fault(n *node, s *Scenario) (f Fault) {
	if n.kind != objectKind {
		p.wrong(n, "not_object")
		return f
	}
	for _, key := range []string{"kind", "rank", "at"} {
		if n.get(key) == nil {
			p.fail(n, key, "missing_key")
			return f
		}
	}
	kinds := make([]string, 0, len(faultKeys))
	for _, k := range FaultKinds() {
		kinds = append(kinds, string(k))
	}
	f.Kind = FaultKind(p.choice(n.get("kind"), kinds...))
	if p.err != nil || !p.object(n, append([]string{"kind", "rank", "at"}, faultKeys[f.Kind]...)...) {
		return f
	}
	f.Rank = p.process(n.get("rank"))
	if p.err == nil {
		f.At = p.strike(n.get("at"), s, f.Rank)
	}
	p.faultDetails(n, &f)
	return f
}

func (p *parser) faultDetails(n *node, f *Fault) {
	if m := n.get("peer"); m != nil {
		v := p.process(m)
		if v == f.Rank {
			p.fail(m, "", "link_to_itself")
		}
		f.Peer = &v
	}
	if m := n.get("for"); m != nil {
		f.For = p.positive(m)
	}
	if m := n.get("latency"); m != nil {
		f.Latency = p.positive(m)
	}
	if m := n.get("bandwidth"); m != nil {
		f.Bandwidth = p.bandwidth(m)
	}
	switch m := n.get("factor"); {
	case m != nil:
		f.Factor = p.factor(m)
	case f.Kind == Slow:
		p.fail(n, "factor", "missing_key")
	}
}

// factor stretches compute: 3 is three times as slow.
func (p *parser) factor(n *node) float64 {
	text := p.number(n)
	if p.err != nil {
		return 0
	}
	v := text.float()
	if v < 0.001 || v > 1e6 {
		p.wrong(n, "out_of_range", "min", "0.001", "max", "1000000")
	}
	return v
}

func (p *parser) strike(n *node, s *Scenario, rank int) (at Strike) {
	if !p.object(n, "op", "phase", "time", "attempt") {
		return at
	}
	op, time, phase := n.get("op"), n.get("time"), n.get("phase")
	switch {
	case op == nil && time == nil:
		p.fail(n, "", "at_needs")
	case op != nil && time != nil:
		p.fail(time, "", "at_both")
	case op != nil:
		v := int(p.int(op, 0, 1<<31))
		at.Op = &v
		if ops := len(s.ProgramOf(rank)); p.err == nil && s.Script == "" && v >= ops {
			p.wrong(op, "op_out_of_program", "rank", rank, "ops", ops)
		}
	default:
		at.Time = p.duration(time)
	}
	if phase != nil && p.err == nil {
		if op == nil {
			p.fail(phase, "", "at_both")
		}
		at.During = p.choice(phase, "start", "during") == "during"
	}
	if m := n.get("attempt"); m != nil {
		at.Attempt = int(p.int(m, 0, MaxRestarts))
	}
	return at
}
