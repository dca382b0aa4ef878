package diagnose

import (
	"slices"
	"strings"

	"lockstep/engine/result"
	"lockstep/engine/trace"
	"lockstep/engine/wording"
)

// consequences says what followed from a cause, in the order of chapters: who
// stood in a circle, who was aborted, who ran into the timeout, who lost the
// connection then, who waits without end. The ranks to blame are the cause's,
// and are filled in by the caller.
func consequences(c *Case, k *cause) []result.Finding {
	var found []result.Finding
	if (k.kind == silentDisagreement || k.kind == skewedCalls) && len(k.wrong) > 0 {
		found = append(found, sayAs("wrong_result", "wrong_values", nil, wording.Args{"wrong": c.offs(k.wrong)}))
	}
	if k.kind == collectiveMismatch || k.kind == collectiveDisagreement || k.kind == skewedCalls {
		if circle := c.circleOf(k.victims); circle != nil {
			found = append(found, sayAs("deadlock", "cycle", nil, wording.Args{"edges": c.edges(circle)}))
		}
	}
	for _, chapter := range []struct {
		code string
		has  func(*Case, int32) bool
	}{
		{"aborted", (*Case).aborted},
		{"timeout", (*Case).timedOut},
		{"connection_lost", (*Case).lostConnection},
		{"group_after_failure", (*Case).usedAfterFailure},
		{"refused", (*Case).refused},
		{"follows", (*Case).failedOtherwise},
		{"hang", (*Case).neverEnds},
	} {
		var calls []int32
		for _, v := range k.victims {
			if chapter.has(c, v) && !(k.kind == ownError || k.kind == nonMember || k.kind == diedRank || k.kind == unknownCause) {
				calls = append(calls, v)
			} else if chapter.has(c, v) && !slices.Contains(k.calls, v) {
				calls = append(calls, v)
			}
		}
		if chapter.code == "hang" {
			cut, endless := c.parted(calls)
			if calls = endless; len(cut) > 0 {
				found = append(found, c.chapter("hang", "hang.cut", cut))
			}
		}
		if len(calls) > 0 {
			found = append(found, c.chapter(chapter.code, chapter.code, calls))
		}
	}
	if story := c.chain(k); story != nil {
		found = append(found, say("chain", nil, wording.Args{"story": story}))
	}
	return found
}

// chapter tells one thing that happened to several calls. Those of which the same
// words are true are told of together.
func (c *Case) chapter(code, sentence string, calls []int32) result.Finding {
	type told struct {
		procs []int32
		call  int32
	}
	var all []told
	index := map[string]int{}
	for _, call := range calls {
		words := words.Say("en", "timeout.one", c.callArgs(call))
		i, known := index[words]
		if !known {
			i = len(all)
			index[words] = i
			all = append(all, told{call: call})
		}
		all[i].procs = append(all[i].procs, c.t.Calls[call].Proc)
	}
	key := "in"
	if code == "timeout" {
		key = "timeout.call"
	}
	if len(all) == 1 {
		key = map[string]string{"in": "in.one", "timeout.call": "timeout.one"}[key]
	}
	const named = 8
	var l wording.List
	for _, one := range all[:min(len(all), named)] {
		args := c.callArgs(one.call)
		args["who"] = c.who(one.procs...)
		l = append(l, wording.Phrase{Key: key, Args: args})
	}
	args := wording.Args{"who": c.who(procsOf(c, calls)...), "calls": l}
	if sentence == "hang.cut" {
		args["at"] = wording.Duration(c.cutAt())
	}
	return sayAs(code, sentence, nil, args)
}

func (c *Case) callArgs(call int32) wording.Args {
	return wording.Args{"call": c.callName(call), "after": wording.Duration(c.endOf(call) - c.t.Calls[call].Start)}
}

// circleOf finds victims that wait for each other round in a circle, one call a
// process; nil if there is none.
func (c *Case) circleOf(victims []int32) []int32 {
	waitsIn := map[int32]int32{} // by process: the first call in which it waited in vain
	for _, v := range victims {
		w := c.blocking(v)
		if w == nil || w.Peer == trace.None || c.aborted(v) || c.refused(v) {
			continue
		}
		if p := c.t.Calls[v].Proc; waitsIn[p] == 0 {
			waitsIn[p] = v + 1
		}
	}
	for _, v := range victims {
		var path []int32
		for call := waitsIn[c.t.Calls[v].Proc] - 1; call >= 0; call = waitsIn[c.blocking(call).Peer] - 1 {
			if i := slices.Index(path, call); i >= 0 {
				return path[i:]
			}
			path = append(path, call)
		}
	}
	return nil
}

func (c *Case) aborted(call int32) bool { return c.t.Calls[call].Status == trace.Killed }

func (c *Case) neverEnds(call int32) bool { return c.t.Calls[call].Status == trace.Running }

// timedOut reports whether a call gave up waiting by the clock. The texts are
// those of Gloo, of wait() and of the store.
func (c *Case) timedOut(call int32) bool {
	k := &c.t.Calls[call]
	if k.Status != trace.Error {
		return false
	}
	for _, part := range []string{"Timed out", "timed out", "wait timeout", "Wait timeout", "Connect timeout"} {
		if strings.Contains(k.Message, part) {
			return true
		}
	}
	return false
}

func (c *Case) lostConnection(call int32) bool {
	k := &c.t.Calls[call]
	return k.Status == trace.Error && !c.timedOut(call) && connectionText(k.Message) && !c.usedAfterFailure(call)
}

func (c *Case) failedOtherwise(call int32) bool {
	k := &c.t.Calls[call]
	return k.Status == trace.Error && !c.timedOut(call) && !connectionText(k.Message) && !c.refused(call)
}

// refused reports whether DETAIL compared the members' calls and found them
// different, which spares everybody the waiting.
func (c *Case) refused(call int32) bool {
	return strings.Contains(c.t.Calls[call].Message, "Detected mismatch between collectives")
}
