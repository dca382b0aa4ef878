// Package conform judges a run by recordings of what real processes did: the
// rule that says when the engine's result and a recorded outcome are the same.
//
// A recorded program can have several outcomes, because the real thing is racy;
// a result matches if it equals one of them. What "equal" leaves out is small
// and listed here: line numbers, addresses and ports in messages, memory that
// was never written, and which of a few texts a rank sees where that depends on
// which process is microseconds earlier.
//
// It knows results and recordings. It must never know how a result was made:
// no engine, no process, no transport is read here.
package conform

import (
	"fmt"
	"strings"

	"lockstep/engine/result"
)

// Difference is the first place where a result leaves a recorded outcome. Step
// is −1 where the rank as a whole differs (its exit, its number of steps), and
// Rank is −1 where the run does.
type Difference struct {
	Rank, Step int
	Op         string
	Field      string
	Got, Want  string
	Note       string // what the recorded step said, where that helps to find the cause
}

// String is one line for a person: where, what was got, what was wanted.
func (d *Difference) String() string {
	at := ""
	switch {
	case d.Step >= 0:
		at = fmt.Sprintf("rank %d step %d %s.%s: ", d.Rank, d.Step, d.Op, d.Field)
	case d.Rank >= 0:
		at = fmt.Sprintf("rank %d %s: ", d.Rank, d.Field)
	default:
		at = d.Field + ": "
	}
	s := at + "got " + d.Got + ", wanted " + d.Want
	if d.Note != "" {
		s += " (" + d.Note + ")"
	}
	return oneLine.Replace(s)
}

// oneLine keeps a difference on its line when a message has several.
var oneLine = strings.NewReplacer("\n", `\n`, "\r", `\r`)

// Judge compares a result with a recording. It returns nil if the result equals
// some outcome, else the first difference from the outcome that it follows
// furthest.
func Judge(rec *Recording, got *result.Result) *Difference {
	var nearest *Difference
	furthest := -1
	for i := range rec.Outcomes {
		agreed, d := follow(&rec.Outcomes[i], got)
		if d == nil {
			return nil
		}
		if agreed > furthest {
			furthest, nearest = agreed, d
		}
	}
	return nearest
}

// follow counts the steps and exits in which got agrees with want, up to the
// first difference.
func follow(want *Outcome, got *result.Result) (agreed int, d *Difference) {
	if len(got.Ranks) != len(want.Ranks) {
		return 0, &Difference{Rank: -1, Step: -1, Field: "ranks", Got: fmt.Sprint(len(got.Ranks)), Want: fmt.Sprint(len(want.Ranks))}
	}
	for i := range want.Ranks {
		n, d := followRank(i, &want.Ranks[i], began(got.Ranks[i].Steps))
		agreed += n
		if d != nil {
			return agreed, d
		}
		if !sameExit(want.Ranks[i].Exit, got.Ranks[i].Exit) {
			return agreed, &Difference{Rank: i, Step: -1, Field: "exit", Got: exitText(got.Ranks[i].Exit), Want: exitText(want.Ranks[i].Exit)}
		}
		agreed++
	}
	return agreed, nil
}

func followRank(rank int, want *Rank, got []*result.Step) (agreed int, d *Difference) {
	afterTimeout := false
	for j := range want.Steps {
		w := &want.Steps[j]
		if j >= len(got) {
			return agreed, stepCount(rank, len(got), len(want.Steps))
		}
		if d := sameStep(w, got[j], afterTimeout); d != nil {
			d.Rank, d.Step, d.Op = rank, j, w.Op
			return agreed, d
		}
		agreed++
		afterTimeout = afterTimeout || w.When == "at_timeout"
	}
	if len(got) > len(want.Steps) {
		return agreed, stepCount(rank, len(got), len(want.Steps))
	}
	return agreed, nil
}

// began leaves out the steps that were skipped: a recording holds only what a
// process came to.
func began(steps []result.Step) []*result.Step {
	var kept []*result.Step
	for i := range steps {
		if steps[i].Status != "skipped" {
			kept = append(kept, &steps[i])
		}
	}
	return kept
}

func stepCount(rank, got, want int) *Difference {
	return &Difference{Rank: rank, Step: -1, Field: "steps", Got: fmt.Sprint(got), Want: fmt.Sprint(want)}
}

// sameStep compares one step. afterTimeout says that an earlier step of this
// rank ended at the timeout, which widens what a message may say.
func sameStep(w *Step, g *result.Step, afterTimeout bool) *Difference {
	for _, f := range []struct{ field, got, want string }{
		{"op", g.Op, w.Op}, {"status", g.Status, w.Status}, {"when", g.When, w.When},
	} {
		if f.got != f.want {
			return &Difference{Field: f.field, Got: orNone(f.got), Want: orNone(f.want), Note: clip(w.Message)}
		}
	}
	if w.Output != nil {
		if d := sameJSON(w.Output, g.Output, "output"); d != nil {
			return d
		}
	}
	if w.Buffer != nil {
		if d := sameJSON(w.Buffer, g.Buffer, "buffer"); d != nil {
			return d
		}
	}
	if w.ErrorType == "" {
		return nil
	}
	if w.ErrorType != g.ErrorType {
		return &Difference{Field: "error_type", Got: orNone(g.ErrorType), Want: w.ErrorType, Note: clip(g.Message)}
	}
	atTimeout := w.When == "at_timeout" || afterTimeout && w.Op == "wait"
	if !sameMessage(w, g.Message, atTimeout, afterTimeout) {
		return &Difference{Field: "message", Got: clip(plain(g.Message)), Want: clip(plain(w.Message))}
	}
	return nil
}

func sameExit(a, b *int) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

func exitText(e *int) string {
	if e == nil {
		return "none (still running)"
	}
	return fmt.Sprint(*e)
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

// clip shortens a text for a line on a terminal; it cuts between runes.
func clip(s string) string {
	const most = 160
	if len(s) <= most {
		return s
	}
	cut := most
	for cut > 0 && s[cut]&0xC0 == 0x80 {
		cut--
	}
	return s[:cut] + "…"
}
