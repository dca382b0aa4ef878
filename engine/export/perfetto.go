package export

import (
	"bufio"
	"encoding/json"
	"io"
	"sort"
	"strconv"

	"lockstep/engine/scenario"
	"lockstep/engine/trace"
)

// Perfetto writes a run in the Trace Event Format, which ui.perfetto.dev and
// chrome://tracing read (Google, "Trace Event Format"): a process for each rank of
// each attempt, with its program, its waiting and its asynchronous work on threads
// of their own, arrows for messages, marks for faults and ends, and counters for
// what scripts log. Times are in microseconds of virtual time. The error is the
// writer's.
func Perfetto(w io.Writer, s *scenario.Scenario, t *trace.Trace) error {
	f := &perfetto{w: bufio.NewWriter(w), s: s, t: t}
	f.text(`{"displayTimeUnit":"ns","otherData":{"model":"teaching model in virtual time: not a prediction for GPUs, NCCL or real networks"`)
	if left := len(t.Messages) - mostArrows; left > 0 {
		f.text(`,"messages left out":"` + strconv.Itoa(left) + `"`)
	}
	f.text(`},"traceEvents":[`)
	f.calls()
	f.names()
	f.waits()
	f.messages()
	f.marks()
	f.text("\n]}\n")
	if f.err == nil {
		f.err = f.w.Flush()
	}
	return f.err
}

// mostArrows bounds a file that a viewer could not open any more: a run of 1,024
// ranks has millions of messages.
const mostArrows = 200_000

// The threads of a process in the picture. Asynchronous works follow, as many as
// there are at a time.
const (
	programThread = iota
	waitThread
	asyncThread
	threadsPerProcess = 1000
)

type perfetto struct {
	w    *bufio.Writer
	s    *scenario.Scenario
	t    *trace.Trace
	some bool // an event has been written
	err  error

	work  []int          // of each call with work that outlives it: its thread, else 0
	lanes [][]trace.Time // of each process's asynchronous threads: until when they are taken
}

// traceEvent is one entry of the format; absent fields are left out.
type traceEvent struct {
	Name  string         `json:"name"`
	Cat   string         `json:"cat,omitempty"`
	Phase string         `json:"ph"`
	TS    *json.Number   `json:"ts,omitempty"`
	Dur   *json.Number   `json:"dur,omitempty"`
	PID   int            `json:"pid"`
	TID   int            `json:"tid"`
	ID    string         `json:"id,omitempty"`
	Scope string         `json:"s,omitempty"`
	Bind  string         `json:"bp,omitempty"`
	Args  map[string]any `json:"args,omitempty"`
}

// at gives an event its place. Viewers take process and thread 0 for idleness, so
// both count from 1, and threads of different processes have different numbers.
func (e traceEvent) at(proc int32, thread int) traceEvent {
	e.PID = int(proc) + 1
	e.TID = e.PID*threadsPerProcess + thread
	return e
}

func (f *perfetto) text(s string) {
	if f.err == nil {
		_, f.err = f.w.WriteString(s)
	}
}

func (f *perfetto) event(e traceEvent) {
	if f.err != nil {
		return
	}
	line, err := json.Marshal(e)
	if err != nil {
		f.err = err
		return
	}
	if f.some {
		f.text(",")
	}
	f.some = true
	f.text("\n")
	f.text(string(line))
}

// micros is a time in microseconds, to the nanosecond.
func micros(t trace.Time) *json.Number {
	text := strconv.FormatInt(int64(t/1000), 10)
	if rest := int64(t % 1000); rest != 0 {
		text += "." + strconv.FormatInt(1000+rest, 10)[1:]
	}
	n := json.Number(text)
	return &n
}

// until is an end, or that of the run where there is none.
func (f *perfetto) until(end trace.Time) trace.Time {
	if end == trace.Never {
		return f.t.End
	}
	return end
}

func (f *perfetto) names() {
	for i := range f.t.Procs {
		p := &f.t.Procs[i]
		name := "rank " + strconv.Itoa(int(p.Rank))
		if f.t.Attempts() > 1 {
			name += ", attempt " + strconv.Itoa(int(p.Attempt))
		}
		proc := int32(i)
		f.event(traceEvent{Name: "process_name", Phase: "M", Args: map[string]any{"name": name}}.at(proc, programThread))
		f.event(traceEvent{Name: "process_sort_index", Phase: "M", Args: map[string]any{"sort_index": i}}.at(proc, programThread))
		f.thread(proc, programThread, "program")
		f.thread(proc, waitThread, "waiting")
		for k := range f.lanes[i] {
			f.thread(proc, asyncThread+k, "asynchronous work")
		}
	}
}

func (f *perfetto) thread(proc int32, thread int, name string) {
	f.event(traceEvent{Name: "thread_name", Phase: "M", Args: map[string]any{"name": name}}.at(proc, thread))
	f.event(traceEvent{Name: "thread_sort_index", Phase: "M", Args: map[string]any{"sort_index": thread}}.at(proc, thread))
}

// calls are slices of the program's thread: a program is in one call at a time.
// What goes on behind an asynchronous call is a slice of another thread.
func (f *perfetto) calls() {
	f.work = make([]int, len(f.t.Calls))
	f.lanes = make([][]trace.Time, len(f.t.Procs))
	for i := range f.t.Calls {
		c := &f.t.Calls[i]
		end := f.until(c.End)
		e := traceEvent{Name: c.Op, Cat: "call", Phase: "X", TS: micros(c.Start), Dur: micros(end - c.Start), Args: f.about(i)}
		f.event(e.at(c.Proc, programThread))
		if done := f.until(c.Done); c.End != trace.Never && done > end {
			e.Cat, e.TS, e.Dur = "async", micros(end), micros(done-end)
			f.work[i] = f.lane(c.Proc, end, done)
			f.event(e.at(c.Proc, f.work[i]))
		}
	}
}

// lane finds a thread of a process that is free from one time on, and takes it to
// another.
func (f *perfetto) lane(proc int32, from, to trace.Time) int {
	lanes := &f.lanes[proc]
	for k := range *lanes {
		if (*lanes)[k] <= from {
			(*lanes)[k] = to
			return asyncThread + k
		}
	}
	*lanes = append(*lanes, to)
	return asyncThread + len(*lanes) - 1
}

func (f *perfetto) about(i int) map[string]any {
	c := &f.t.Calls[i]
	args := map[string]any{"status": statusName(c.Status), "call": i}
	if c.Seq >= 0 {
		args["number"] = c.Seq
	}
	if c.Group != trace.None && f.t.Groups[c.Group].Name != "" {
		args["group"] = f.t.Groups[c.Group].Name
	}
	if c.Algorithm != "" {
		args["algorithm"] = c.Algorithm
	}
	if c.Line > 0 {
		args["line"] = c.Line
	}
	if c.Status == trace.Error {
		args["error"] = c.ErrorType + ": " + c.Message
	}
	return args
}

func statusName(s trace.Status) string {
	switch s {
	case trace.OK:
		return "ok"
	case trace.Error:
		return "error"
	case trace.Killed:
		return "killed"
	case trace.Skipped:
		return "skipped"
	}
	return "hang"
}

// waits are slices of a thread of their own. Several at a time (an asynchronous
// call's beside the program's) would not nest, so each stretch is shown once, from
// where the one before has ended.
func (f *perfetto) waits() {
	order := make([]int, len(f.t.Waits))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool { return f.t.Waits[order[i]].Start < f.t.Waits[order[j]].Start })
	free := make([]trace.Time, len(f.t.Procs))
	for _, i := range order {
		w := &f.t.Waits[i]
		start, end := max(w.Start, free[w.Proc]), f.until(w.End)
		if end <= start {
			continue
		}
		free[w.Proc] = end
		name := waitName(w.Kind)
		args := map[string]any{"wait": i}
		if w.Peer != trace.None {
			name += " rank " + strconv.Itoa(int(f.t.Procs[w.Peer].Rank))
		}
		if key := f.t.KeyOf(w); key != "" {
			args["key"] = key
		}
		f.event(traceEvent{Name: name, Cat: "wait", Phase: "X", TS: micros(start), Dur: micros(end - start), Args: args}.at(w.Proc, waitThread))
	}
}

func waitName(k trace.WaitKind) string {
	switch k {
	case trace.WaitTime:
		return "time"
	case trace.WaitRecv:
		return "data from"
	case trace.WaitSend:
		return "to be received by"
	case trace.WaitStore:
		return "store"
	case trace.WaitConnect:
		return "connection"
	case trace.WaitHandle:
		return "asynchronous work"
	}
	return "stopped"
}

// messages are arrows from the slice that sends to the slice that receives.
func (f *perfetto) messages() {
	for i := range f.t.Messages[:min(len(f.t.Messages), mostArrows)] {
		m := &f.t.Messages[i]
		if m.Sent == trace.Never || m.Arrived == trace.Never || m.RecvCall == trace.None {
			continue
		}
		e := traceEvent{Name: "message", Cat: "message", Phase: "s", ID: strconv.Itoa(i), Args: map[string]any{"bytes": m.Bytes}}
		thread, from := f.bound(m.SendCall, m.Sent)
		e.TS = micros(from)
		f.event(e.at(m.From, thread))
		thread, to := f.bound(m.RecvCall, m.Arrived)
		e.Phase, e.Bind, e.TS, e.Args = "f", "e", micros(max(from, to)), nil
		f.event(e.at(m.To, thread))
	}
}

// bound is the slice of a call to which an arrow at a time belongs, and the time in
// it: a message can arrive a moment before the call that takes it in has begun.
func (f *perfetto) bound(call int32, at trace.Time) (thread int, within trace.Time) {
	c := &f.t.Calls[call]
	end := f.until(c.End)
	if at > end && f.work[call] > 0 {
		return f.work[call], min(at, f.until(c.Done))
	}
	return programThread, min(max(at, c.Start), end)
}

// marks are what happens at a moment.
func (f *perfetto) marks() {
	for i, e := range f.t.Events {
		at := micros(f.t.EventTime(i))
		proc := int32(e.Proc)
		mark := traceEvent{Phase: "i", TS: at, Scope: "t"}
		switch e.Kind {
		case trace.ProcEnd:
			mark.Name, mark.Cat = "exit "+strconv.Itoa(int(f.t.Procs[proc].Exit)), "process"
		case trace.Struck:
			mark.Name, mark.Cat, mark.Scope = "fault: "+string(f.s.Faults[e.Ref].Kind), "fault", "p"
		case trace.Saved:
			s := &f.t.Saves[e.Ref]
			mark.Name, mark.Cat = "checkpoint of step "+strconv.Itoa(int(s.Step)), "checkpoint"
			mark.Args = map[string]any{"loaded": s.Load, "bytes": s.Bytes}
		case trace.Logged:
			f.logged(&f.t.Logs[e.Ref], at, proc)
			continue
		default:
			continue
		}
		f.event(mark.at(proc, programThread))
	}
}

// logged is a counter where it has a name and a number that JSON knows, else a mark.
func (f *perfetto) logged(l *trace.Log, at *json.Number, proc int32) {
	value := strconv.FormatFloat(l.Value, 'g', -1, 64)
	switch {
	case l.Name == "":
		f.event(traceEvent{Name: l.Text, Cat: "log", Phase: "i", TS: at, Scope: "t"}.at(proc, programThread))
	case l.Value-l.Value != 0:
		f.event(traceEvent{Name: l.Name + " " + value, Cat: "log", Phase: "i", TS: at, Scope: "t"}.at(proc, programThread))
	default:
		f.event(traceEvent{Name: l.Name, Cat: "log", Phase: "C", TS: at, Args: map[string]any{"value": json.Number(value)}}.at(proc, programThread))
	}
}
