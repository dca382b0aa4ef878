package app

import (
	"slices"
	"strconv"
	"strings"

	"lockstep/engine/scenario"
)

// SetWorldSize changes the number of ranks. A rank that is added gets its
// neighbour's program and tensors; ops that named a rank which is gone name the
// last one that is left.
type SetWorldSize struct{ Text string }

// SetTimeout changes the process group's timeout.
type SetTimeout struct{ Text string }

// SetDebug changes TORCH_DISTRIBUTED_DEBUG.
type SetDebug struct{ Text string }

// SetLatency changes the network's latency.
type SetLatency struct{ Text string }

// SetBandwidth changes the network's bandwidth: "1GB/s", "100 Mbit/s", or bytes
// per second.
type SetBandwidth struct{ Text string }

// SetStart says how late a process starts: a duration, or "never".
type SetStart struct {
	Rank int
	Text string
}

func (SetWorldSize) action() {}
func (SetTimeout) action()   {}
func (SetDebug) action()     {}
func (SetLatency) action()   {}
func (SetBandwidth) action() {}
func (SetStart) action()     {}

// With gives the action its text.
func (SetWorldSize) With(text string) Action { return SetWorldSize{text} }

// With gives the action its text.
func (SetTimeout) With(text string) Action { return SetTimeout{text} }

// With gives the action its text.
func (SetDebug) With(text string) Action { return SetDebug{text} }

// With gives the action its text.
func (SetLatency) With(text string) Action { return SetLatency{text} }

// With gives the action its text.
func (SetBandwidth) With(text string) Action { return SetBandwidth{text} }

// With gives the action its text.
func (a SetStart) With(text string) Action { a.Text = text; return a }

func (SetWorldSize) field() string  { return "world-size" }
func (a SetWorldSize) text() string { return a.Text }
func (SetTimeout) field() string    { return "timeout" }
func (a SetTimeout) text() string   { return a.Text }
func (SetDebug) field() string      { return "debug" }
func (a SetDebug) text() string     { return a.Text }
func (SetLatency) field() string    { return "latency" }
func (a SetLatency) text() string   { return a.Text }
func (SetBandwidth) field() string  { return "bandwidth" }
func (a SetBandwidth) text() string { return a.Text }
func (a SetStart) field() string    { return "rank-" + strconv.Itoa(a.Rank) + ".start" }
func (a SetStart) text() string     { return a.Text }

func (a SetWorldSize) edit(s *scenario.Scenario) (*scenario.Scenario, error) {
	n, err := parseInt(a.Text, MinWorld, MaxWorld)
	if err != nil {
		return nil, err
	}
	if n == s.WorldSize {
		return s, nil
	}
	j := unpack(s)
	next := *s
	next.WorldSize = n
	j.of = &next
	if s.AutoInit { // else the processes are listed one by one, whatever the world's size
		j.resize(n)
	}
	next.Faults = slices.DeleteFunc(slices.Clone(s.Faults), func(f scenario.Fault) bool {
		return f.Rank >= n || f.Peer != nil && *f.Peer >= n
	})
	next.Network.Links = slices.DeleteFunc(slices.Clone(s.Network.Links), func(l scenario.Link) bool {
		return l.From >= n || l.To >= n
	})
	for i := range j.programs {
		j.programs[i] = fitWorld(j.programs[i], s.WorldSize, n)
	}
	return j.pack(), nil
}

func (j *job) resize(n int) {
	for len(j.programs) < n {
		last := len(j.programs) - 1
		j.programs = append(j.programs, j.programs[last])
		j.tensors = append(j.tensors, j.tensors[last])
		j.ranks = append(j.ranks, scenario.Rank{})
	}
	j.programs, j.tensors, j.ranks = j.programs[:n], j.tensors[:n], j.ranks[:n]
}

// fitWorld rewrites what a program says about ranks for a world of n: roots and
// peers that are gone, members that are gone, and lists with one entry a rank.
func fitWorld(program []scenario.Op, was, n int) []scenario.Op {
	fits := true
	for i := range program {
		op := &program[i]
		if op.Src != nil && *op.Src >= n || op.Dst != nil && *op.Dst >= n || len(op.Ranks) > 0 ||
			len(op.List) == was || len(op.Out) == was || len(op.ObjList) == was || len(op.Body) > 0 {
			fits = false
		}
	}
	if fits {
		return program
	}
	return mapOps(program, func(op *scenario.Op) {
		op.Src, op.Dst = within(op.Src, n), within(op.Dst, n)
		op.Ranks = slices.DeleteFunc(op.Ranks, func(r int) bool { return r >= n })
		if op.Group != "" {
			return // its lists have one entry a member
		}
		if spec := shapeOf(op.Name); spec.listPerRank {
			op.List = resized(op.List, was, n)
			op.ObjList = resized(op.ObjList, was, n)
		}
		if spec := shapeOf(op.Name); spec.outPerRank {
			op.Out = resized(op.Out, was, n)
		}
	})
}

func within(r *int, n int) *int {
	if r == nil || *r < n {
		return r
	}
	last := n - 1
	return &last
}

// resized gives a list that had one entry a rank one for each of n, the last
// one repeated.
func resized[T any](list []T, was, n int) []T {
	if len(list) != was || was == 0 {
		return list
	}
	out := slices.Clone(list[:min(was, n)])
	for len(out) < n {
		out = append(out, out[len(out)-1])
	}
	return out
}

func (a SetTimeout) edit(s *scenario.Scenario) (*scenario.Scenario, error) {
	d, err := parseDuration(a.Text)
	if err != nil {
		return nil, err
	}
	if d == 0 {
		return nil, no("duration.zero")
	}
	if d == s.Timeout {
		return s, nil
	}
	next := *s
	next.Timeout = d
	return &next, nil
}

func (a SetDebug) edit(s *scenario.Scenario) (*scenario.Scenario, error) {
	d := scenario.Debug(strings.ToUpper(halfWidth(a.Text)))
	if d != scenario.DebugOff && d != scenario.DebugInfo && d != scenario.DebugDetail {
		return nil, no("choice.not", "text", a.Text)
	}
	if d == s.Debug {
		return s, nil
	}
	next := *s
	next.Debug = d
	return &next, nil
}

func (a SetLatency) edit(s *scenario.Scenario) (*scenario.Scenario, error) {
	d, err := parseDuration(a.Text)
	if err != nil {
		return nil, err
	}
	if d == s.Network.Latency {
		return s, nil
	}
	next := *s
	next.Network.Latency = d
	return &next, nil
}

func (a SetBandwidth) edit(s *scenario.Scenario) (*scenario.Scenario, error) {
	b, err := parseBandwidth(a.Text)
	if err != nil {
		return nil, err
	}
	if b == s.Network.Bandwidth {
		return s, nil
	}
	next := *s
	next.Network.Bandwidth = b
	return &next, nil
}

func (a SetStart) edit(s *scenario.Scenario) (*scenario.Scenario, error) {
	if a.Rank < 0 || a.Rank >= s.Processes() {
		return s, nil
	}
	j := unpack(s)
	r := &j.ranks[a.Rank]
	was := *r
	if strings.EqualFold(halfWidth(a.Text), "never") {
		r.Never, r.Start = true, 0
	} else {
		d, err := parseDuration(a.Text)
		if err != nil {
			return nil, err
		}
		r.Never, r.Start = false, d
	}
	if was.Never == r.Never && was.Start == r.Start {
		return s, nil
	}
	return j.pack(), nil
}

// bandwidths by unit, in bytes per second.
var bandwidths = []struct {
	suffix string
	bytes  float64
}{
	{"gbit/s", 1e9 / 8}, {"mbit/s", 1e6 / 8}, {"kbit/s", 1e3 / 8}, {"gib/s", 1 << 30}, {"mib/s", 1 << 20}, {"kib/s", 1 << 10},
	{"gb/s", 1e9}, {"mb/s", 1e6}, {"kb/s", 1e3}, {"b/s", 1},
}

func parseBandwidth(text string) (float64, error) {
	t := strings.ToLower(strings.ReplaceAll(halfWidth(text), " ", ""))
	unit := 1.0
	for _, b := range bandwidths {
		if rest, ok := strings.CutSuffix(t, b.suffix); ok {
			t, unit = rest, b.bytes
			break
		}
	}
	v, err := strconv.ParseFloat(t, 64)
	if err != nil || !(v > 0) || v*unit > 1e15 {
		return 0, no("bandwidth.not", "text", text)
	}
	return v * unit, nil
}
