package scene

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/trace"
	"lockstep/wasm/app"
)

// numberEdits change what tensors hold, and what else hardly moves anything.
var numberEdits = []app.Action{
	app.SetElement{Rank: 0, Tensor: "x", Index: 0, Text: "40"}, app.SetElement{Rank: 1, Tensor: "x", Index: 0, Text: "-3"},
	app.SetElement{Rank: 0, Tensor: "x", Index: 0, Text: "no number"}, app.SetTimeout{Text: "77s"}, app.TakeBack{}, app.TakeForward{},
	app.SetElement{Rank: 0, Tensor: "g", Index: 0, Text: "8"}, app.SetLatency{Text: "80us"}, app.TakeBack{},
}

// Whatever is edited, the picture is the one that somebody makes who has not seen the
// one before.
func TestAnEditIsDrawnAsIfItWereTheFirstPicture(t *testing.T) {
	for name := range stories {
		c, s := composer(t), storyState(t, name)
		c.Frame(&s)
		for i, a := range numberEdits {
			s, _ = app.Update(s, a)
			what := fmt.Sprintf("%s after edit %d, %T", name, i, a)
			alike(t, c, composer(t), &s, what)
			s.Cursor = s.End() / 2
			alike(t, c, composer(t), &s, what+", in the midst")
		}
	}
}

// Of a run that goes as before with other numbers nothing of the time is made again,
// and what has changed is.
func TestAnEditOfANumberKeepsTheLanes(t *testing.T) {
	for _, ranks := range []int{2, 8, 64} {
		c, s := composer(t), busy(t, ranks, 20)
		s.Cursor = s.End()
		was := c.Frame(&s)
		lanes, banner := numbers(was, lasting), was.Live
		require.NotEmpty(t, lanes)
		require.NotEmpty(t, banner)
		for i, a := range []app.Action{app.SetElement{Rank: 0, Tensor: "x", Index: 1, Text: "40"}, app.SetTimeout{Text: "77s"}, app.TakeBack{}} {
			s, _ = app.Update(s, a)
			now := c.Frame(&s)
			assert.Equal(t, lanes, numbers(now, lasting), "%d ranks, edit %d", ranks, i)
			alike(t, c, composer(t), &s, fmt.Sprint(ranks))
		}
		for _, a := range []app.Action{app.SetLatency{Text: "80us"}, app.RemoveOp{Rank: 1, Op: 3}, app.SetDebug{Text: "DETAIL"}, app.TakeBack{}} {
			s, _ = app.Update(s, a)
			now := c.Frame(&s)
			assert.NotEqual(t, lanes, numbers(now, lasting), "%d ranks, %T", ranks, a)
			alike(t, c, composer(t), &s, fmt.Sprint(ranks))
		}
	}
}

// numbers are those of a scene's parts of some names.
func numbers(sc *Scene, names map[string]bool) map[partKey]uint64 {
	out := map[partKey]uint64{}
	for _, p := range sc.Parts {
		if names[p.key.name] {
			out[p.key] = p.Number
		}
	}
	return out
}

// Every field of a trace that the lanes are drawn from counts: a run that differs in
// one of them alone is another.
func TestSameTimeLooksAtAll(t *testing.T) {
	s := busy(t, 3, 4)
	fresh := func() *trace.Trace {
		c := *s.Run.Trace
		c.Calls, c.Waits, c.Messages = append([]trace.Call(nil), c.Calls...), append([]trace.Wait(nil), c.Waits...), append([]trace.Message(nil), c.Messages...)
		c.Procs, c.Tensors = append([]trace.Proc(nil), c.Procs...), append([]trace.Tensor(nil), c.Tensors...)
		c.Groups, c.Ticks, c.Events = append([]trace.Group(nil), c.Groups...), append([]trace.Tick(nil), c.Ticks...), append([]trace.Event(nil), c.Events...)
		return &c
	}
	require.True(t, sameTime(fresh(), fresh()))
	for name, change := range map[string]func(t *trace.Trace){
		"end": func(t *trace.Trace) { t.End++ }, "tick": func(t *trace.Trace) { t.Ticks[3].At++ }, "event": func(t *trace.Trace) { t.Events[9].Ref++ },
		"proc": func(t *trace.Trace) { t.Procs[1].Ended++ }, "name": func(t *trace.Trace) { t.Tensors[0].Name += "y" }, "shape": func(t *trace.Trace) { t.Tensors[0].Shape = []int{2, 2} },
		"group": func(t *trace.Trace) { t.Groups[0].Members = []int32{0, 2, 1} }, "call": func(t *trace.Trace) { t.Calls = t.Calls[1:] },
		"start": func(t *trace.Trace) { t.Calls[4].Start++ }, "done": func(t *trace.Trace) { t.Calls[4].Done++ }, "status": func(t *trace.Trace) { t.Calls[4].Status = trace.Error },
		"text": func(t *trace.Trace) { t.Calls[4].Message = "no" }, "root": func(t *trace.Trace) { t.Calls[4].Root = 1 }, "reduce": func(t *trace.Trace) { t.Calls[4].Reduce++ },
		"for ever": func(t *trace.Trace) { t.Waits[2].End = trace.Never }, "peer": func(t *trace.Trace) { t.Waits[2].Peer++ }, "sent": func(t *trace.Trace) { t.Messages[2].Sent++ },
		"bytes": func(t *trace.Trace) { t.Messages[2].Bytes++ }, "fate": func(t *trace.Trace) { t.Messages[2].Fate = trace.Aborted },
	} {
		other := fresh()
		change(other)
		assert.False(t, sameTime(fresh(), other), name)
	}
	failing := fresh()
	failing.Calls[4].Status, failing.Calls[4].Timeout = trace.Error, 1
	other := *failing
	other.Calls = append([]trace.Call(nil), failing.Calls...)
	other.Calls[4].Timeout = 2
	assert.False(t, sameTime(failing, &other), "the timeout of a call that failed is told of")
}
