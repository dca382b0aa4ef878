package mend

import (
	"slices"

	"lockstep/engine/result"
	"lockstep/engine/trace"
)

// standing is how bad a run is: its causes, and when the first of them struck.
type standing struct {
	roots int
	first result.Finding
	at    trace.Time
}

func standingOf(t *trace.Trace, findings []result.Finding) standing {
	var s standing
	for _, f := range findings {
		if f.Cause != nil {
			continue
		}
		if s.roots == 0 {
			s.first = f
			if len(f.Events) > 0 {
				s.at = t.EventTime(f.Events[0])
			}
		}
		s.roots++
	}
	return s
}

// betterThan reports whether the first cause is gone: there are fewer, or another
// one comes first now that strikes no earlier, or the same kind strikes later.
func (s standing) betterThan(old standing) bool {
	if s.roots != old.roots {
		return s.roots < old.roots
	}
	return s.at > old.at || s.at == old.at && !s.sameFirst(old)
}

func (s standing) sameFirst(old standing) bool {
	call := func(f result.Finding) int {
		if f.Call == nil {
			return -1
		}
		return *f.Call
	}
	return s.first.Code == old.first.Code && call(s.first) == call(old.first) && slices.Equal(s.first.Ranks, old.first.Ranks)
}
