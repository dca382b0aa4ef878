package scene

import (
	"strconv"
	"time"

	"lockstep/engine/trace"
	"lockstep/wasm/app"
)

// waitStory says in one sentence for whom and what a call waited longest: "rank 0
// waited 3 ms for rank 2's segment 1 of all_reduce #3."; "" when it did not wait.
// The segment is named where somebody looks closely, since it is the most costly
// part of a picture to find out.
func (d *sheet) waitStory(p int, call int32, closely bool) string {
	s, ok := d.index.longestIdle(call)
	if !ok {
		return ""
	}
	w := d.waitOf(call, s)
	args := []string{"rank", strconv.Itoa(d.rankAt(p)), "time", formatTime(s.To - s.From), "what", d.awaitedText(call, s, w, closely)}
	switch {
	case s.To <= d.index.t.End:
		return d.say("story.waited", args...)
	case w != nil && d.index.t.Deadline(w) != trace.Never:
		args[3] = formatTime(roundLong(d.index.t.Deadline(w)))
		return d.say("story.stopped", args...)
	case d.index.stop && w != nil && d.index.ends(w):
		return d.say("story.still", args...)
	}
	return d.say("story.waits", args...)
}

// waitOf is the wait of a call in which it stood still, or nil.
func (d *sheet) waitOf(call int32, s span) *trace.Wait {
	for _, w := range d.index.waitsOf(call) {
		if w.Start <= s.From && (w.End == trace.Never || w.End >= s.To) {
			return w
		}
	}
	return nil
}

// awaitedText: "rank 2's segment 1 of all_reduce #3", or as much of it as is known.
func (d *sheet) awaitedText(call int32, s span, w *trace.Wait, closely bool) string {
	name := callName(&d.index.t.Calls[call])
	if s.Peer < 0 || s.Peer >= len(d.index.t.Procs) {
		return d.say("await.any", "call", name)
	}
	rank := strconv.Itoa(d.rankAt(s.Peer))
	if w != nil && w.Kind == trace.WaitSend {
		return d.say("await.take", "rank", rank, "call", name)
	}
	if w != nil && closely {
		if part, x, ok := d.index.reader().Awaited(w); ok {
			if chunk := d.chunkName(x, part); chunk != "" {
				return d.say("await.chunk", "rank", rank, "chunk", chunk, "call", name)
			}
		}
	}
	return d.say("await.rank", "rank", rank, "call", name)
}

// roundLong takes the fractions of a second from what lasts minutes.
func roundLong(t trace.Time) trace.Time {
	if t >= time.Minute {
		return t.Round(time.Second)
	}
	return t
}

// looksClosely reports whether a control is pointed at, focused or chosen.
func (d *sheet) looksClosely(id string, ref app.OpRef) bool {
	return d.s.Hover == id || d.s.Focused == id || d.s.Selected == ref
}
