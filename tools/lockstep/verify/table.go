package verify

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"lockstep/engine/conform"
	"lockstep/engine/result"
)

// headline says what the real thing was and how steady.
func headline(h hello, runs int, outcomes []*Outcome) string {
	s := fmt.Sprintf("PyTorch %s, Gloo, Python %s, one process a rank on 127.0.0.1: ", h.Torch, h.Python)
	switch {
	case runs == 1:
		return s + "1 run"
	case len(outcomes) == 1:
		return s + fmt.Sprintf("%d runs, all alike", runs)
	}
	counts := make([]string, len(outcomes))
	for i, o := range outcomes {
		counts[i] = fmt.Sprint(o.Count)
	}
	return s + fmt.Sprintf("%d runs, %d distinct outcomes (%s); the one nearest to the engine is shown", runs, len(outcomes), strings.Join(counts, ", "))
}

// column is how wide what one side says may be.
const column = 46

// sideBySide prints, for each rank and step, what the engine and what the real
// process did. A difference is marked, and told in full below its line.
func sideBySide(w io.Writer, real *Outcome, engine *result.Result, differences []conform.Difference) {
	at := map[[2]int][]conform.Difference{}
	for _, d := range differences {
		at[[2]int{d.Rank, d.Step}] = append(at[[2]int{d.Rank, d.Step}], d)
	}
	for _, d := range at[[2]int{-1, -1}] {
		fmt.Fprintf(w, "≠ %s\n", plainer(d))
	}
	for i := range max(len(real.Ranks), len(engine.Ranks)) {
		var a []result.Step
		var b []Step
		exits := [2]string{"-", "-"}
		if i < len(engine.Ranks) {
			a, exits[0] = began(engine.Ranks[i].Steps), exit(engine.Ranks[i].Exit)
		}
		if i < len(real.Ranks) {
			b, exits[1] = real.Ranks[i].Steps, exit(real.Ranks[i].Exit)
		}
		row(w, " ", fmt.Sprintf("rank %d", i), "engine", "real")
		if i < len(real.Ranks) && real.Ranks[i].Joining != nil {
			// The result does not hold what precedes the program, so there is nothing to mark.
			s := real.Ranks[i].Joining
			row(w, " ", "  - "+s.Op, "", said(s.Status, s.When, s.took(), s.Output, s.ErrorType, s.Message))
		}
		for j := range max(len(a), len(b)) {
			op, left, right := "", "-", "-"
			if j < len(a) {
				s := &a[j]
				op, left = s.Op, said(s.Status, s.When, took(s.Start, s.End), s.Output, s.ErrorType, s.Message)
			}
			if j < len(b) {
				s := &b[j]
				op, right = s.Op, said(s.Status, s.When, s.took(), s.Output, s.ErrorType, s.Message)
			}
			found := at[[2]int{i, j}]
			row(w, mark(len(found) > 0 || j >= len(a) || j >= len(b)), fmt.Sprintf("%3d %s", j, op), left, right)
			tell(w, found)
		}
		differs := false
		for _, d := range at[[2]int{i, -1}] {
			differs = differs || d.Field == "exit"
			if d.Field != "exit" {
				fmt.Fprintf(w, "≠     %s\n", plainer(d))
			}
		}
		row(w, mark(differs), "    exit", exits[0], exits[1])
	}
	if n := len(differences); n > 0 {
		fmt.Fprintf(w, "%d of the places compared differ (≠)\n", n)
		return
	}
	fmt.Fprintln(w, "engine and real agree")
}

func mark(differs bool) string {
	if differs {
		return "≠"
	}
	return " "
}

func tell(w io.Writer, differences []conform.Difference) {
	for _, d := range differences {
		fmt.Fprintf(w, "      %s\n", plainer(d))
	}
}

// plainer is a difference in the words of this table.
func plainer(d conform.Difference) string {
	return fmt.Sprintf("%s: engine %s, real %s", d.Field, d.Got, d.Want)
}

func row(w io.Writer, mark, name, left, right string) {
	fmt.Fprintln(w, strings.TrimRight(fmt.Sprintf("%s %s %s %s", mark, pad(name, 28), pad(left, column), clip(right, column)), " "))
}

// pad clips and fills to n runes.
func pad(s string, n int) string {
	s = clip(s, n)
	return s + strings.Repeat(" ", n-utf8.RuneCountInString(s))
}

func clip(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n-1]) + "…"
}

// began leaves out what never began, which a real process does not tell.
func began(steps []result.Step) (kept []result.Step) {
	for _, s := range steps {
		if s.Status != "skipped" {
			kept = append(kept, s)
		}
	}
	return kept
}

func exit(code *int) string {
	if code == nil {
		return "still running"
	}
	return fmt.Sprint(*code)
}

// said is one step in a few words.
func said(status, when, took string, output json.RawMessage, errorType, message string) string {
	words := []string{status}
	if when != "" && when != "immediate" && when != "never" {
		words = append(words, strings.ReplaceAll(when, "_", " "))
	}
	if took != "" {
		words = append(words, took)
	}
	if errorType != "" {
		words = append(words, errorType+": "+strings.Join(strings.Fields(message), " "))
	}
	if value := short(output); value != "" {
		words = append(words, value)
	}
	return strings.Join(words, " ")
}

// took is the duration of an engine's step; empty if it has none worth saying.
func took(start, end string) string {
	a, errA := time.ParseDuration(start)
	b, errB := time.ParseDuration(end)
	if errA != nil || errB != nil {
		return ""
	}
	return spent(b - a)
}

func (s *Step) took() string {
	if s.Start == nil || s.End == nil {
		return ""
	}
	return spent(time.Duration((*s.End - *s.Start) * float64(time.Second)))
}

// spent leaves out what is too short to be waiting.
func spent(d time.Duration) string {
	if d < 50*time.Millisecond {
		return ""
	}
	return fmt.Sprintf("%.2fs", d.Seconds())
}

// short is an output without what the reader knows: a tensor's data, a list of
// them, or the JSON.
func short(output json.RawMessage) string {
	output = bytes.TrimSpace(output)
	if len(output) == 0 || string(output) == "null" {
		return ""
	}
	var tensor struct {
		DType string          `json:"dtype"`
		Data  json.RawMessage `json:"data"`
		Runs  json.RawMessage `json:"rle"`
	}
	switch output[0] {
	case '{':
		if json.Unmarshal(output, &tensor) == nil && tensor.DType != "" {
			if tensor.Data != nil {
				return compact(tensor.Data)
			}
			return "runs " + compact(tensor.Runs)
		}
	case '[':
		var list []json.RawMessage
		if json.Unmarshal(output, &list) == nil {
			parts := make([]string, len(list))
			for i, item := range list {
				parts[i] = short(item)
			}
			return "[" + strings.Join(parts, " ") + "]"
		}
	}
	return compact(output)
}

func compact(raw json.RawMessage) string {
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return string(raw)
	}
	return strings.ReplaceAll(b.String(), ",", " ")
}
