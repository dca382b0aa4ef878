package app

import (
	"fmt"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"lockstep/engine/scenario"
)

// typed is what people type into fields, rightly and wrongly.
var typed = rapid.OneOf(
	rapid.SampledFrom([]string{"", "0", "1", "-1", "2.5", "1e3", "nan", "-inf", "3s", "50us", "x", "y", "[1, 2]", "x; y", "0 1", "true", "SUM", "max", "float64", "bool", "2,2", "never", "1GB/s", "７", "🙂", "a.b", "{", `"`, "1,5"}),
	rapid.String(),
	rapid.Map(rapid.IntRange(-3, 70), strconv.Itoa),
)

// evenly draws one of n, each as likely as another: rapid's own draws prefer the
// small, so that what stands last in a list would hardly ever be done, and how many
// actions mean something would hang on their order.
func evenly(t *rapid.T, n int) int {
	k := 0
	for range 12 {
		k *= 2
		if rapid.Bool().Draw(t, "bit") {
			k++
		}
	}
	return k % n
}

// anyPlace is one of n places, one time in four one that may not exist.
func anyPlace(t *rapid.T, n int) int {
	if evenly(t, 4) == 0 || n == 0 {
		return evenly(t, 8) - 1
	}
	return evenly(t, n)
}

// anyAction is one of all that a page can send, its places sometimes wrong.
func anyAction(t *rapid.T, s *State) Action {
	rank := anyPlace(t, s.Scenario.Processes())
	ops := 0
	if rank >= 0 && rank < s.Scenario.Processes() {
		ops = len(s.Scenario.ProgramOf(rank))
	}
	op := anyPlace(t, ops)
	text := typed.Draw(t, "text")
	name := rapid.SampledFrom(append(scenario.OpNames(), "nonsense")).Draw(t, "name")
	tensor := "x"
	if rank >= 0 && rank < s.Scenario.Processes() {
		if list := s.Scenario.TensorsOf(rank); len(list) > 0 {
			tensor = list[rapid.IntRange(0, len(list)-1).Draw(t, "tensor")].Name
		}
	}
	arg := "tensor"
	if hasOp(s.Scenario, rank, op) {
		if list := ArgsOf(s.Scenario.ProgramOf(rank)[op].Name); len(list) > 0 {
			arg = list[rapid.IntRange(0, len(list)-1).Draw(t, "arg")].Key
		}
	}
	ref, in := OpRef{rank, op}, InnerRef{rank, op, evenly(t, 5)}
	if found := in.Find(s.Scenario); found != nil && in.In > 0 {
		if list := ArgsOf(found.Name); len(list) > 0 {
			arg = list[evenly(t, len(list))].Key
		}
	}
	slot := Slot{InnerRef{anyPlace(t, s.Scenario.Processes()), anyPlace(t, ops), evenly(t, 5)}, evenly(t, 2) == 0}
	fault := rapid.IntRange(-1, len(s.Scenario.Faults)).Draw(t, "fault")
	key := rapid.SampledFrom([]string{"kind", "rank", "op", "phase", "time", "factor", "for", "peer", "latency", "bandwidth"}).Draw(t, "key")
	strike := rapid.SampledFrom(append(FaultNames(), "nonsense")).Draw(t, "strike")
	file := rapid.SampledFrom([]string{text, string(scenario.FormatIndent(s.Scenario)), `{"lockstep": 1, "world_size": 3}`, `[{"op": "barrier"}]`, `[[{"op": "sleep", "for": "1ms"}], []]`}).Draw(t, "file")
	other := rapid.IntRange(-1, s.Scenario.Processes()).Draw(t, "other")
	all := []Action{
		SetElement{rank, tensor, op, text}, SetElement{rank, tensor, 0, text}, SetDType{rank, tensor, text}, SetShape{rank, tensor, text}, SetFill{rank, tensor, text},
		RenameTensor{rank, tensor, text}, AddTensor{rank, op%2 == 0}, RemoveTensor{rank, tensor},
		InsertOp{rank, op, name, op%2 == 0}, InsertOp{rank, op, "all_reduce", true}, RemoveOp{rank, op}, MoveOp{rank, op, other}, MoveOpTo{rank, op, other, op + 1}, DuplicateOp{rank, op},
		SetOpName{rank, op, name}, SetOpArg{rank, op, arg, text}, SetOpArg{rank, op, text, text},
		SetWorldSize{strconv.Itoa(rapid.IntRange(1, 6).Draw(t, "world"))}, SetWorldSize{text}, SetTimeout{text}, SetDebug{text}, SetLatency{text}, SetBandwidth{text}, SetStart{rank, text},
		TakeBack{}, TakeForward{}, Play{}, Pause{}, PlayPause{}, Seek{time.Duration(op) * time.Millisecond}, SeekText{text}, ToStart{}, ToEnd{}, Step{op}, SetSpeed{text}, Tick{16 * time.Millisecond}, CancelRun{},
		SetLang{text}, SetTheme{text}, Resize{float64(op) * 300, 500}, OpenTab{text}, ScrollBy{"lanes", float64(op), 10}, PanBy{float64(op), 10}, ZoomBy{float64(op), 10, 600}, Fit{}, SetScale{text},
		Select{OpRef{rank, op}}, OpenPopover{Open{Kind: OpenOp, Rank: rank, Op: op}}, OpenPopover{Open{Kind: OpenPalette, Rank: rank, Op: op}}, OpenPopover{Open{Kind: OpenTensor, Rank: rank, Tensor: tensor}},
		SelectRange{ref}, SelectToggle{ref}, SelectSame{ref}, SelectProgram{rank}, StepTo{ref, other, op - 2, op%2 == 0},
		RemoveChosen{ref}, MoveChosen{ref, other, 0}, MoveChosen{ref, 0, other}, DuplicateChosen{ref}, SetChosenName{ref, name}, SetChosenArg{ref, arg, text},
		CopyChosen{in}, CutChosen{in}, Paste{Text: file}, Paste{file, in}, SetText{file}, EndTyping{},
		DragTo{Drag{Kind: DragKind(op + 1), From: ref, Fault: fault, Name: name, Rank: other, Op: op, Strike: Strike{other, op, op > 3, ms}}}, Drop{}, Drop{},
		DragTo{Drag{Kind: DragOps, From: ref, In: in.In, Rank: slot.At.Rank, Op: slot.At.Op, To: slot}}, DragTo{Drag{Kind: DragNewOp, Name: name, Rank: slot.At.Rank, To: slot}}, LeaveDrag{},
		AddFault{strike, Strike{rank, op, op%2 == 0, ms}}, MoveFault{fault, Strike{rank, op, false, ms}}, RemoveFault{fault}, RemoveStart{rank}, SetFaultArg{fault, key, text}, SetFaultArg{fault, "kind", strike},
		OpenPopover{Open{Kind: OpenFault, Op: fault}}, OpenPopover{Open{Kind: OpenStart, Rank: rank}}, OpenPopover{Open{Kind: OpenExamples}},
		Swap{in, name}, InsertInner{in, evenly(t, 2) == 0, evenly(t, 2) == 0, name}, RemoveInner{in}, DuplicateInner{in}, MoveInner{in, other, 0}, MoveInner{in, 0, other}, CarryInto{in, 1}, CarryInto{in, -1}, Carry{in, slot}, SetInnerName{in, name}, SetInnerArg{in, arg, text}, StepIn{in, other},
		InsertOp{rank, op, "repeat", true}, OpenPopover{Open{Kind: OpenOp, Rank: rank, Op: op, In: in.In}}, OpenPopover{Open{Kind: OpenPalette, Rank: rank, Op: op, In: in.In, Last: op%2 == 0}},
		OpenPopover{Open{Kind: OpenSwap, Rank: rank, Op: op}}, EnterLanes{}, EnterPanel{text},
		ListOptions{OpID(rank, op) + "." + arg}, TakeOption{SetInnerArg{in, arg, text}}, PreferCalm{op%2 == 0},
		Close{}, DismissNotice{}, SetEveryone{op > 0}, Point{text}, Focused{text}, Abandon{text}, Ask{CopyLink{}}, LoadExample{text},
		SetScript{text}, SetScript{"x = ones(2)\ndist.all_reduce(x)"}, SetLine{op}, ShowLine{op}, ToScript{},
	}
	a := all[evenly(t, len(all))]
	if evenly(t, 8) == 0 {
		return Keystroke{a}
	}
	return a
}

// Whatever is done, the scenario is one that its file format takes, undo leads
// back to the first, and nothing panics.
func TestAnyActions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, err := New(twoRanks(), fakeStart(1))
		require.NoError(t, err)
		first := string(scenario.Format(s.Scenario))
		for range rapid.IntRange(1, 100).Draw(t, "n") {
			before := s
			a := anyAction(t, &s)
			s, _ = Update(s, a)
			checkState(t, &s, fmt.Sprintf("%T%+v", a, a))
			if s.Scenario != before.Scenario {
				require.NoError(t, before.Scenario.Check(), "the scenario before is as it was")
			}
		}
		for s.Undo != nil {
			s, _ = Update(s, TakeBack{})
		}
		require.Equal(t, first, string(scenario.Format(s.Scenario)))
	})
}

// The same on the real engine, 10,000 actions in one sitting.
func TestTenThousandActions(t *testing.T) {
	s, err := New(twoRanks(), Engine)
	require.NoError(t, err)
	first := string(scenario.Format(s.Scenario))
	next := rapid.Custom(func(t *rapid.T) Action { return anyAction(t, &s) })
	n := 10_000
	if testing.Short() {
		n = 500
	}
	edits := 0
	for i := range n {
		before := s.Scenario
		a := next.Example(i)
		s, _ = Update(s, a)
		checkState(t, &s, fmt.Sprintf("%d: %T%+v", i, a, a))
		if s.Scenario != before {
			edits++
		}
	}
	require.Greater(t, edits, n/20, "the actions must do something")
	for s.Undo != nil {
		s, _ = Update(s, TakeBack{})
	}
	require.Equal(t, first, string(scenario.Format(s.Scenario)))
}

func checkState(t require.TestingT, s *State, after string) {
	require.NoError(t, s.Scenario.Check(), "after %s:\n%s", after, scenario.FormatIndent(s.Scenario))
	require.GreaterOrEqual(t, s.Cursor, time.Duration(0), after)
	require.LessOrEqual(t, s.Cursor, s.End(), after)
	require.True(t, s.Selected == NoOp || hasOp(s.Scenario, s.Selected.Rank, s.Selected.Op), after)
	for i, r := range s.Chosen {
		require.True(t, hasOp(s.Scenario, r.Rank, r.Op) && len(s.Chosen) > 1, after)
		require.True(t, i == 0 || s.Chosen[i-1].compare(r) < 0, after)
	}
	require.True(t, len(s.Chosen) == 0 || s.IsChosen(s.Selected), after)
	if s.Open.Kind == OpenFault {
		require.True(t, s.Open.Op >= 0 && s.Open.Op < len(s.Scenario.Faults), after)
	}
	if s.Open.Kind == OpenOp {
		require.NotNil(t, s.Open.Inner().Find(s.Scenario), after)
	}
	require.Contains(t, []string{"zh", "en"}, s.Lang)
	require.True(t, slices.Contains([]Theme{Light, Dark, Projector}, s.Theme))
	require.True(t, s.Zoom >= 1 && s.Pan >= 0, "%s: zoom %g pan %g", after, s.Zoom, s.Pan)
	for id, f := range s.Fields {
		require.NotEmpty(t, f.Why.Key, id)
	}
}
