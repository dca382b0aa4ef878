package app

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"lockstep/engine/scenario"
)

// Late and NeverStarts are dropped on a lane like faults; the file has them as
// the start of a rank.
const (
	Late        = "late"
	NeverStarts = "never"
)

// FaultNames lists what can be dropped on a lane, in the palette's order.
func FaultNames() []string {
	var names []string
	for _, k := range scenario.FaultKinds() {
		names = append(names, string(k))
	}
	return append(names, Late, NeverStarts)
}

// Strike says on which rank and when a fault strikes: at the beginning of an op,
// during it, or, with Op −1, at a time.
type Strike struct {
	Rank, Op int
	During   bool
	At       time.Duration
}

// AddFault lets something strike.
type AddFault struct {
	Name string
	To   Strike
}

// MoveFault lets a fault strike elsewhere.
type MoveFault struct {
	Fault int
	To    Strike
}

// RemoveFault takes a fault out.
type RemoveFault struct{ Fault int }

// RemoveStart lets a rank start like the others.
type RemoveStart struct{ Rank int }

// SetFaultArg sets one key of a fault: kind, rank, op, phase, time, factor, for,
// peer, latency, bandwidth.
type SetFaultArg struct {
	Fault     int
	Arg, Text string
}

func (AddFault) action()    {}
func (MoveFault) action()   {}
func (RemoveFault) action() {}
func (RemoveStart) action() {}
func (SetFaultArg) action() {}

// With gives the action its text.
func (a SetFaultArg) With(text string) Action { a.Text = text; return a }

// FaultID is the control's ID of a fault.
func FaultID(fault int) string { return "fault-" + strconv.Itoa(fault) }

func (a SetFaultArg) field() string { return FaultID(a.Fault) + "." + a.Arg }
func (a SetFaultArg) text() string  { return a.Text }

// put lets f strike there; an op that there is not becomes the last one.
func (to Strike) put(s *scenario.Scenario, f *scenario.Fault) {
	f.Rank = min(max(to.Rank, 0), s.Processes()-1)
	if f.Peer != nil && *f.Peer == f.Rank {
		f.Peer = nil
	}
	n := len(s.ProgramOf(f.Rank))
	if to.Op < 0 || n == 0 {
		f.At = scenario.Strike{Time: max(to.At, 0), Attempt: f.At.Attempt}
		return
	}
	op := min(to.Op, n-1)
	f.At = scenario.Strike{Op: &op, During: to.During, Attempt: f.At.Attempt}
}

func (a AddFault) edit(s *scenario.Scenario) (*scenario.Scenario, error) {
	if a.To.Rank < 0 || a.To.Rank >= s.Processes() {
		return s, nil
	}
	switch a.Name {
	case Late:
		return SetStart{a.To.Rank, "1s"}.edit(s)
	case NeverStarts:
		return SetStart{a.To.Rank, "never"}.edit(s)
	}
	if !slices.Contains(scenario.FaultKinds(), scenario.FaultKind(a.Name)) {
		return s, nil
	}
	f := scenario.Fault{Kind: scenario.FaultKind(a.Name)}
	a.To.put(s, &f)
	fresh(&f)
	next := *s
	next.Faults = append(slices.Clone(s.Faults), f)
	return &next, nil
}

// fresh gives a fault the numbers of its kind that show something, and takes
// those that its kind has not.
func fresh(f *scenario.Fault) {
	kept := *f
	*f = scenario.Fault{Kind: f.Kind, Rank: f.Rank, At: f.At}
	switch f.Kind {
	case scenario.Freeze:
		f.For = kept.For
	case scenario.Slow:
		f.For, f.Factor = kept.For, kept.Factor
		if f.Factor == 0 {
			f.Factor = 3
		}
	case scenario.DropLink:
		f.For, f.Peer = kept.For, kept.Peer
	case scenario.SlowLink:
		f.For, f.Peer, f.Latency, f.Bandwidth = kept.For, kept.Peer, kept.Latency, kept.Bandwidth
		if f.Latency == 0 && f.Bandwidth == 0 {
			f.Latency = 5 * time.Millisecond
		}
	}
}

func (a AddFault) settle(s *State) []Effect {
	switch a.Name {
	case Late, NeverStarts:
		s.Open = Open{Kind: OpenStart, Rank: a.To.Rank}
	default:
		s.Open = Open{Kind: OpenFault, Rank: a.To.Rank, Op: len(s.Scenario.Faults) - 1}
	}
	s.keepValid()
	return []Effect{Focus{s.Open.first()}}
}

func (a MoveFault) edit(s *scenario.Scenario) (*scenario.Scenario, error) {
	return changeFault(s, a.Fault, func(f *scenario.Fault) error {
		if a.To.Rank >= 0 && a.To.Rank < s.Processes() {
			a.To.put(s, f)
		}
		return nil
	})
}

func (a MoveFault) settle(*State) []Effect { return []Effect{Focus{FaultID(a.Fault)}} }

func (a RemoveFault) edit(s *scenario.Scenario) (*scenario.Scenario, error) {
	if a.Fault < 0 || a.Fault >= len(s.Faults) {
		return s, nil
	}
	next := *s
	next.Faults = slices.Delete(slices.Clone(s.Faults), a.Fault, a.Fault+1)
	return &next, nil
}

func (a RemoveFault) settle(s *State) []Effect {
	s.Open = Open{}
	if len(s.Scenario.Faults) > 0 {
		return []Effect{Focus{FaultID(min(a.Fault, len(s.Scenario.Faults)-1))}}
	}
	return []Effect{Focus{"rank-0.add-fault"}}
}

func (a RemoveStart) edit(s *scenario.Scenario) (*scenario.Scenario, error) {
	return SetStart{a.Rank, "0s"}.edit(s)
}

func (a RemoveStart) settle(s *State) []Effect {
	s.Open = Open{}
	return []Effect{Focus{rankID(a.Rank, "add-fault")}}
}

// changeFault makes a scenario in which one fault is another.
func changeFault(s *scenario.Scenario, fault int, change func(*scenario.Fault) error) (*scenario.Scenario, error) {
	if fault < 0 || fault >= len(s.Faults) {
		return s, nil
	}
	f := s.Faults[fault]
	if err := change(&f); err != nil {
		return nil, err
	}
	next := *s
	next.Faults = slices.Clone(s.Faults)
	next.Faults[fault] = f
	if string(scenario.Format(&next)) == string(scenario.Format(s)) {
		return s, nil
	}
	return &next, nil
}

// FaultArgs lists the keys that a fault's editor has, by its kind.
func FaultArgs(f *scenario.Fault) []string {
	args := []string{"kind", "rank", "op"}
	if f.At.Op != nil {
		args = append(args, "phase")
	} else {
		args = append(args, "time")
	}
	switch f.Kind {
	case scenario.Freeze:
		return append(args, "for")
	case scenario.Slow:
		return append(args, "factor", "for")
	case scenario.DropLink:
		return append(args, "peer", "for")
	case scenario.SlowLink:
		return append(args, "peer", "latency", "bandwidth", "for")
	}
	return args
}

// FaultText is a key of a fault as its field shows it; "" when it is not given.
func FaultText(f *scenario.Fault, arg string) string {
	length := func(d time.Duration) string {
		if d == 0 {
			return ""
		}
		return FormatDuration(d)
	}
	switch arg {
	case "kind":
		return string(f.Kind)
	case "rank":
		return strconv.Itoa(f.Rank)
	case "op":
		if f.At.Op != nil {
			return strconv.Itoa(*f.At.Op)
		}
	case "phase":
		if f.At.During {
			return "during"
		}
		return "start"
	case "time":
		return FormatDuration(f.At.Time)
	case "factor":
		return strconv.FormatFloat(f.Factor, 'g', -1, 64)
	case "for":
		return length(f.For)
	case "peer":
		if f.Peer != nil {
			return strconv.Itoa(*f.Peer)
		}
	case "latency":
		return length(f.Latency)
	case "bandwidth":
		if f.Bandwidth != 0 {
			return FormatBandwidth(f.Bandwidth)
		}
	}
	return ""
}

func (a SetFaultArg) edit(s *scenario.Scenario) (*scenario.Scenario, error) {
	return changeFault(s, a.Fault, func(f *scenario.Fault) error { return setFaultArg(s, f, a.Arg, a.Text) })
}

func setFaultArg(s *scenario.Scenario, f *scenario.Fault, arg, text string) (err error) {
	plain := halfWidth(text)
	switch arg {
	case "kind":
		f.Kind = scenario.FaultKind(plain)
		if !slices.Contains(scenario.FaultKinds(), f.Kind) {
			return no("choice.not", "text", text)
		}
		fresh(f)
	case "rank":
		rank, err := parseInt(text, 0, s.Processes()-1)
		if err != nil {
			return err
		}
		to := Strike{Rank: rank, Op: -1, During: f.At.During, At: f.At.Time}
		if f.At.Op != nil {
			to.Op = *f.At.Op
		}
		to.put(s, f)
	case "op":
		return setStrikeOp(s, f, plain)
	case "phase":
		if f.At.Op != nil {
			f.At.During = strings.EqualFold(plain, "during")
		}
	case "peer":
		return setPeer(s, f, plain)
	case "factor":
		f.Factor, err = strconv.ParseFloat(plain, 64)
		if err != nil || !(f.Factor >= 0.001 && f.Factor <= 1e6) {
			return no("number.between", "text", text, "min", "0.001", "max", "1000000")
		}
	case "bandwidth":
		if f.Bandwidth = 0; plain != "" {
			f.Bandwidth, err = parseBandwidth(text)
		}
	case "time":
		f.At.Time, err = parseDuration(text)
	case "for":
		f.For, err = optionalDuration(text)
	case "latency":
		f.Latency, err = optionalDuration(text)
	}
	return err
}

// optionalDuration reads a length; none is 0.
func optionalDuration(text string) (time.Duration, error) {
	if halfWidth(text) == "" {
		return 0, nil
	}
	return parseDuration(text)
}

// setStrikeOp lets a fault strike at an op of the program, or, when none is
// given, at a time.
func setStrikeOp(s *scenario.Scenario, f *scenario.Fault, text string) error {
	if text == "" {
		f.At.Op, f.At.During = nil, false
		return nil
	}
	n := len(s.ProgramOf(f.Rank))
	if s.Script != "" {
		n = 1 << 20
	}
	op, err := parseInt(text, 0, max(0, n-1))
	if err == nil {
		f.At.Op, f.At.Time = &op, 0
	}
	return err
}

func setPeer(s *scenario.Scenario, f *scenario.Fault, text string) error {
	if text == "" {
		f.Peer = nil
		return nil
	}
	peer, err := parseInt(text, 0, s.Processes()-1)
	if err == nil {
		f.Peer = &peer
	}
	return err
}
