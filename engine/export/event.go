package export

import (
	"strings"

	"lockstep/engine/trace"
	"lockstep/engine/wording"
)

// event says what an event is; "" for one that is not told.
func (n *narrator) event(e trace.Event) string {
	switch e.Kind {
	case trace.ProcStart:
		return n.ifAll("event.start", nil)
	case trace.ProcEnd:
		return n.procEnd(&n.t.Procs[e.Proc])
	case trace.CallBegin:
		if n.t.Calls[e.Ref].Step < 0 && !n.all {
			return "" // what runs unasked
		}
		return n.say("event.begin", wording.Args{"call": n.call(e.Ref)})
	case trace.CallEnd:
		return n.callEnd(e.Ref)
	case trace.CallDone:
		return n.say("event.work", wording.Args{"call": n.call(e.Ref)})
	case trace.WaitBegin:
		return n.waitBegin(&n.t.Waits[e.Ref])
	case trace.WaitEnd:
		return n.waitEnd(&n.t.Waits[e.Ref])
	case trace.MsgPost:
		return n.message("event.post", e.Ref, false)
	case trace.MsgSend:
		return n.message("event.send", e.Ref, false)
	case trace.MsgArrive:
		return n.message("event.arrive", e.Ref, true)
	case trace.MsgAbort:
		return n.message("event.abort", e.Ref, false)
	case trace.Wrote:
		return n.ifAll("event.wrote", wording.Args{"tensor": n.tensor(n.t.Writes[e.Ref].Tensor)})
	case trace.Connected:
		return n.ifAll("event.connected", wording.Args{"peer": n.who(e.Ref)})
	case trace.Closed:
		if peer := &n.t.Procs[e.Ref]; peer.Ended != trace.Never && peer.Exit == 0 {
			return n.ifAll("event.closed", wording.Args{"peer": n.who(e.Ref)}) // it had nothing more to say
		}
		return n.say("event.closed", wording.Args{"peer": n.who(e.Ref)})
	case trace.Struck:
		return n.say("event.struck", wording.Args{"fault": wording.Word(n.s.Faults[e.Ref].Kind)})
	case trace.StoreOp:
		return n.ifAll("event.store", nil)
	}
	return ""
}

// ifAll says what only a reader wants who asked for everything.
func (n *narrator) ifAll(key string, args wording.Args) string {
	if !n.all {
		return ""
	}
	return n.say(key, args)
}

func (n *narrator) procEnd(p *trace.Proc) string {
	switch {
	case p.Ended == trace.Never:
		return n.say("event.unended", nil)
	case p.Exit < 0:
		return n.say("event.signal", wording.Args{"signal": wording.Number(-p.Exit)})
	}
	return n.say("event.exit", wording.Args{"code": wording.Number(p.Exit)})
}

func (n *narrator) callEnd(i int32) string {
	c := &n.t.Calls[i]
	call := n.call(i)
	switch c.Status {
	case trace.OK:
		if c.Step < 0 && !n.all {
			return ""
		}
		if c.Done == trace.Never || c.Done > c.End {
			return n.say("event.posted", wording.Args{"call": call})
		}
		if c.Tensor == trace.None {
			return n.say("event.ok", wording.Args{"call": call})
		}
		value := bytesText(n.t.Tensors[c.Tensor].DType, n.cursor.Bytes(c.Tensor))
		return n.say("event.value", wording.Args{"call": call, "tensor": n.tensor(c.Tensor), "value": wording.Word(value)})
	case trace.Error:
		text := c.ErrorType + ": " + strings.Join(strings.Fields(c.Message), " ")
		const most = 160
		return n.say("event.error", wording.Args{"call": call, "error": wording.Word(fit(text, most))})
	case trace.Killed:
		return n.say("event.killed", wording.Args{"call": call})
	}
	return ""
}

func (n *narrator) tensor(i int32) wording.Word {
	if name := n.t.Tensors[i].Name; name != "" {
		return wording.Word(name)
	}
	return "tensor"
}

func (n *narrator) message(key string, i int32, arrives bool) string {
	if !n.all {
		return ""
	}
	m := &n.t.Messages[i]
	peer := m.To
	if arrives {
		peer = m.From
	}
	return n.say(key, wording.Args{"bytes": wording.Number(m.Bytes), "peer": n.who(peer)})
}

func (n *narrator) waitBegin(w *trace.Wait) string {
	if w.Kind == trace.WaitTime || !n.all && !n.notable(w) {
		return ""
	}
	return n.say("event.wait", wording.Args{"wait": n.wait(w)})
}

func (n *narrator) waitEnd(w *trace.Wait) string {
	if w.Kind == trace.WaitTime || !n.all && !n.notable(w) {
		return ""
	}
	return n.say("event.waited", wording.Args{"wait": n.wait(w), "time": wording.Duration(w.End - w.Start)})
}

// wait says what a process waits for.
func (n *narrator) wait(w *trace.Wait) wording.Value {
	phrase := func(key string, args wording.Args) wording.Value { return wording.Phrase{Key: key, Args: args} }
	switch w.Kind {
	case trace.WaitTime:
		return phrase("wait.time", nil)
	case trace.WaitRecv:
		if w.Peer == trace.None {
			return phrase("wait.recv.any", nil)
		}
		return phrase("wait.recv", wording.Args{"peer": n.who(w.Peer)})
	case trace.WaitSend:
		return phrase("wait.send", wording.Args{"peer": n.who(w.Peer)})
	case trace.WaitStore:
		return phrase("wait.store", wording.Args{"key": wording.Word(n.t.KeyOf(w))})
	case trace.WaitConnect:
		return phrase("wait.connect", wording.Args{"peer": n.who(w.Peer)})
	case trace.WaitHandle:
		return phrase("wait.handle", nil)
	}
	return phrase("wait.stopped", nil)
}
