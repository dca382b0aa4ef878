package lesson

import (
	"strings"

	"lockstep/engine/tensor"
	"lockstep/engine/trace"
)

// Values are a rank's tensor as the run leaves it, or as the op at a place of its
// program leaves it; nil where it has none of that name.
func (r Run) Values(rank int, name string, after *int) []string {
	_, from := r.last()
	at := len(r.Trace.Events)
	if after != nil {
		at = -1
		for i, e := range r.Trace.Events {
			if e.Kind == trace.CallEnd && int(e.Proc) == from+rank && int(r.Trace.Calls[e.Ref].Step) == *after {
				at = i + 1 // the next op can follow within the same moment
			}
		}
		if at < 0 {
			return nil
		}
	}
	for i := range r.Trace.Tensors {
		x := &r.Trace.Tensors[i]
		if int(x.Proc) != from+rank || x.Name != name {
			continue
		}
		c := r.Trace.NewCursor()
		c.SeekEvent(at)
		return elements(x.DType, c.Bytes(int32(i)))
	}
	return nil
}

func elements(t tensor.DType, data []byte) []string {
	size := t.Size()
	list := make([]string, 0, len(data)/size)
	for i := 0; i+size <= len(data); i += size {
		list = append(list, tensor.Text(t, data[i:i+size]))
	}
	return list
}

// Logged is the number that a rank's script logged last under a name.
func (r Run) Logged(rank int, name string) []string {
	_, from := r.last()
	var list []string
	for i := range r.Trace.Logs {
		if l := &r.Trace.Logs[i]; int(l.Proc) == from+rank && l.Name == name {
			list = []string{number(l.Value)}
		}
	}
	return list
}

// Fate is how a rank ended, as in Fates; "" for a process that never started.
func (r Run) Fate(rank int) string {
	procs, _ := r.last()
	if rank < 0 || rank >= len(procs) {
		return ""
	}
	p := &procs[rank]
	last := r.lastCall(rank)
	switch {
	case p.Started == trace.Never:
		return ""
	case p.Ended == trace.Never && last != nil && last.Status == trace.Running:
		return "waits"
	case p.Signal || p.Ended != trace.Never && p.Exit < 0:
		return "fails"
	case p.Ended == trace.Never && last != nil && last.Status == trace.Error, p.Ended != trace.Never && p.Exit != 0:
		if last != nil && last.Status == trace.Error && r.toTheEnd(last) {
			return "waits"
		}
		return "fails"
	}
	return "finishes"
}

// toTheEnd reports whether a call failed because it, or the rank that it stood
// waiting with, had waited for as long as it might.
func (r Run) toTheEnd(c *trace.Call) bool {
	if strings.Contains(c.Message, "Timed out") || strings.Contains(c.Message, "wait timeout") {
		return true
	}
	limit := c.Timeout
	if limit == 0 {
		limit = r.Scenario.Timeout
	}
	return limit > 0 && c.End-c.Start >= limit-limit/50
}

// lastCall is the last call that a rank began and that took part in something.
func (r Run) lastCall(rank int) *trace.Call {
	_, from := r.last()
	for i := len(r.Trace.Calls) - 1; i >= 0; i-- {
		if c := &r.Trace.Calls[i]; int(c.Proc) == from+rank && c.Status != trace.Skipped {
			return c
		}
	}
	return nil
}
