package group

import (
	"lockstep/engine/collective"
	"lockstep/engine/failure"
	"lockstep/engine/sim"
	"lockstep/engine/tensor"
	"lockstep/engine/trace"
	"lockstep/engine/transport"
)

// Work is one collective on its way: what a torch.distributed call with async_op
// gives back, and what one without it waits for.
type Work struct {
	group   *Group
	exec    collective.Exec
	alg     collective.Algorithm
	own     [2]transport.Buffer // a call has one or two as a rule, of its tensor and scratch …
	owned   int
	buffers []*transport.Buffer // … and these are more
	prior   []*Work             // those that have to end before this begins (barrier)
	finish  func() *failure.Failure

	done   bool
	fault  *failure.Failure
	waiter transport.Waiter // the first, as a rule the only one …
	others []transport.Waiter
	onDone func(*Work)
}

// NewWork prepares a call of a collective; prefix is that of its slots.
func (g *Group) NewWork(call int32, prefix uint8) *Work {
	g.sequence++
	return g.newWork(call, transport.CollectiveSlot(prefix, g.NextTag()))
}

func (g *Group) newWork(call int32, slot transport.Slot) *Work {
	return &Work{group: g, exec: collective.Exec{
		Clock: g.Clock, Trace: g.Trace, Proc: g.Proc, Call: call, Slot: slot, Timeout: g.Timeout,
	}}
}

// Scratch gives the call memory that no program sees.
func (w *Work) Scratch(n int) *transport.Buffer {
	w.group.Clock.Spend(n)
	return w.Memory(make([]byte, n), trace.None, 0)
}

// Memory registers memory of the program for the call: a tensor of the trace, or
// trace.None, from byte base on.
func (w *Work) Memory(bytes []byte, tensor int32, base int) *transport.Buffer {
	var b *transport.Buffer
	if w.owned < len(w.own) {
		b = &w.own[w.owned]
		w.owned++
	} else {
		b = new(transport.Buffer)
		w.buffers = append(w.buffers, b)
	}
	w.group.Ctx.PutTensorBuffer(b, w.exec.Call, bytes, tensor, base)
	return b
}

// Run says which algorithm moves the bytes, how it combines them (nil: not at
// all), and what happens at the end, on the same thread (nil: nothing).
func (w *Work) Run(a collective.Algorithm, combine tensor.Combine, finish func() *failure.Failure) {
	w.alg, w.exec.Combine, w.finish = a, combine, finish
}

// Fail makes the work end on its thread with f, before anything is sent: what
// ProcessGroupGloo finds wrong only there.
func (w *Work) Fail(f *failure.Failure) {
	w.Run(nothing{}, nil, func() *failure.Failure { return f })
}

type nothing struct{}

func (nothing) Round(int, *collective.Program) bool { return false }

// After makes the work wait, on its thread, for all that are unfinished now.
func (w *Work) After(prior []*Work) { w.prior = prior }

// Call returns the call in the trace that the work belongs to.
func (w *Work) Call() int32 { return w.exec.Call }

// Done reports whether the work has ended, well or not.
func (w *Work) Done() bool { return w.done }

// Fault returns how it failed, or nil.
func (w *Work) Fault() *failure.Failure { return w.fault }

// Await registers a waiter for the end, or reports that it has come.
func (w *Work) Await(waiter transport.Waiter) bool {
	switch {
	case w.done:
	case w.waiter == nil:
		w.waiter = waiter
	default:
		w.others = append(w.others, waiter)
	}
	return w.done
}

// OnDone calls f at the end, before the waiters go on.
func (w *Work) OnDone(f func(*Work)) { w.onDone = f }

func (w *Work) end(f *failure.Failure) {
	w.done, w.fault = true, f
	for i := range w.owned {
		w.own[i].Release()
	}
	for _, b := range w.buffers {
		b.Release()
	}
	w.buffers, w.alg, w.finish, w.prior = nil, nil, nil, nil
	if w.onDone != nil {
		w.onDone(w)
	}
	if w.waiter != nil {
		w.waiter.Wake()
	}
	for _, waiter := range w.others {
		waiter.Wake()
	}
	w.waiter, w.others = nil, nil
}

// worker is one thread of the group. It has no stack: a work is advanced as far
// as it goes, and again when something that it waits for has changed.
type worker struct {
	clock  *sim.Sim
	work   *Work
	queued bool
	alarm  sim.Alarm
	group  *Group
	steps  collective.Program // of one work after the other
}

func (g *Group) newWorker() *worker {
	t := &worker{group: g, clock: g.Clock}
	t.clock.PutAlarm(&t.alarm, t.Wake)
	return t
}

// Wake is for whatever the work waits for.
func (t *worker) Wake() {
	if t.queued || t.work == nil {
		return
	}
	t.queued = true
	t.clock.Ready(t)
}

func (t *worker) take(w *Work) {
	t.work = w
	w.exec.Start(w.alg, &t.steps)
	t.Wake()
}

// Run is for the clock.
func (t *worker) Run() {
	if t.clock.AnyShut() && t.group.Gate.Hold(t) {
		return
	}
	t.queued = false
	w := t.work
	if w == nil {
		return
	}
	for len(w.prior) > 0 {
		if !w.prior[0].Await(t) {
			return
		}
		if f := w.prior[0].fault; f != nil {
			t.ended(f)
			return
		}
		w.prior = w.prior[1:]
	}
	t.alarm.Clear()
	ended, f, until := w.exec.Advance(t)
	if !ended {
		t.alarm.Set(until)
		return
	}
	if f == nil && w.finish != nil {
		f = w.finish()
	}
	t.ended(f)
}

func (t *worker) ended(f *failure.Failure) {
	w := t.work
	t.work = nil
	if n := len(t.group.queue); n > 0 {
		next := t.group.queue[0]
		t.group.queue = t.group.queue[1:]
		t.take(next)
	}
	w.end(f)
}
