package scene

import (
	"slices"

	"lockstep/engine/scenario"
	"lockstep/engine/trace"
	"lockstep/wasm/app"
)

// An edit of a number changes what tensors hold and, as a rule, nothing of who calls
// what when. All that was found out and drawn of the time then holds for the new run
// as well, and is not made again. Whether it is so is not guessed by the kind of the
// edit: the two runs are compared.

// unmoved is the index of a run in which everything happens as in the run of this
// index, only with other numbers.
func (x *index) unmoved(r *app.Run) *index {
	x.from = nil
	next := &index{t: r.Trace, from: x, lists: x.lists, events: x.events, over: true, last: x.last, failed: x.failed, idles: x.idles, told: x.told}
	if x.set != nil {
		next.set = x.set.again(r)
	}
	return next
}

// sameRun tells whether two runs that are over differ in numbers alone.
func sameRun(a, b *app.Run) bool {
	return a.Result != nil && b.Result != nil && a.Result.Outcome == b.Result.Outcome && !a.Veiled && !b.Veiled &&
		sameProgram(a.Of, b.Of) && sameTime(a.Trace, b.Trace)
}

// sameProgram tells whether two scenarios have the same ops and faults. Versions of
// one scenario share what an edit did not touch.
func sameProgram(a, b *scenario.Scenario) bool {
	if a.Processes() != b.Processes() || a.Script != b.Script || !sameSlice(a.Faults, b.Faults) {
		return false
	}
	for p := range a.Processes() {
		if !sameSlice(a.ProgramOf(p), b.ProgramOf(p)) || startOf(a, p) != startOf(b, p) {
			return false
		}
	}
	return true
}

func sameSlice[T any](a, b []T) bool { return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0]) }

// start is when a process comes.
type start struct {
	late  trace.Time
	never bool
}

func startOf(s *scenario.Scenario, p int) start {
	if p >= len(s.Ranks) {
		return start{}
	}
	return start{s.Ranks[p].Start, s.Ranks[p].Never}
}

// sameTime tells whether the same happened at the same times in two runs to their
// ends, whatever it was about. One that was stopped, or goes on for ever, is told of
// with times that are not in the trace.
func sameTime(a, b *trace.Trace) bool {
	return a.Attempts() == 1 && b.Attempts() == 1 && a.End == b.End &&
		slices.EqualFunc(a.Calls, b.Calls, sameCall) && slices.Equal(a.Procs, b.Procs) && slices.Equal(a.Ticks, b.Ticks) &&
		slices.EqualFunc(a.Messages, b.Messages, sameMessage) && slices.EqualFunc(a.Waits, b.Waits, sameWait) &&
		slices.EqualFunc(a.Tensors, b.Tensors, sameTensor) && slices.EqualFunc(a.Groups, b.Groups, sameGroup) && slices.Equal(a.Events, b.Events)
}

func sameCall(a, b trace.Call) bool {
	return a.Proc == b.Proc && a.Step == b.Step && a.Op == b.Op && a.Group == b.Group && a.Seq == b.Seq && a.Tensor == b.Tensor && a.Handle == b.Handle &&
		a.Start == b.Start && a.End == b.End && a.End != trace.Never && a.Done == b.Done && a.Status == b.Status && a.ErrorType == b.ErrorType && a.Message == b.Message &&
		(a.Timeout == b.Timeout || a.Status == trace.OK) && a.Algorithm == b.Algorithm && a.Line == b.Line && a.Inner == b.Inner && a.Turn == b.Turn &&
		a.Reduce == b.Reduce && a.Root == b.Root && a.Tag == b.Tag && slices.Equal(a.Ranks, b.Ranks)
}

func sameMessage(a, b trace.Message) bool {
	return a.From == b.From && a.To == b.To && a.SendCall == b.SendCall && a.RecvCall == b.RecvCall && a.Bytes == b.Bytes && a.Fate == b.Fate &&
		a.Posted == b.Posted && a.Sent == b.Sent && a.Arrived == b.Arrived
}

func sameWait(a, b trace.Wait) bool {
	return a.Proc == b.Proc && a.Call == b.Call && a.Peer == b.Peer && a.Kind == b.Kind && a.Start == b.Start && a.End == b.End && a.End != trace.Never
}

func sameTensor(a, b trace.Tensor) bool {
	return a.Proc == b.Proc && a.Name == b.Name && a.Call == b.Call && a.DType == b.DType && slices.Equal(a.Shape, b.Shape)
}

func sameGroup(a, b trace.Group) bool { return a.Name == b.Name && slices.Equal(a.Members, b.Members) }

// lasts tells whether what was drawn last of the time holds for a state with another
// run, see lasting.
func (k *retained) lasts(s *app.State, d *sheet) bool {
	return k.scene != nil && k.whole && s.Run.Over() && d.index.from != nil && k.index == d.index.from && k.pin == d.pin &&
		k.state.Evidence.Of == nil && s.Message == 0 && d.pointedMessage() < 0 && // what a message brings is told
		k.state.LooksAs(s)
}

// lasting are the parts that tell when what is called, and of no number.
var lasting = map[string]bool{"messages": true, "axis": true, "lane": true, "ground": true, "blocks": true}
