package script

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"lockstep/engine/scenario"
	"lockstep/engine/tensor"
)

// Write puts the programs of a scenario into one script that makes the same calls:
// ranks with programs of their own become branches of an if. Named tensors stay
// what they are, variables that the script begins with. The error is a *Unwritable.
func Write(s *scenario.Scenario) (string, error) {
	w := &composer{}
	type branch struct {
		ranks   []int
		program []scenario.Op
		text    string
	}
	var branches []branch
	for i := range s.Processes() {
		part := &composer{}
		part.ops(s.ProgramOf(i))
		if part.err != nil {
			return "", part.err
		}
		text := part.out.String()
		if k := slices.IndexFunc(branches, func(b branch) bool { return b.text == text }); k >= 0 {
			branches[k].ranks = append(branches[k].ranks, i)
			continue
		}
		branches = append(branches, branch{ranks: []int{i}, program: s.ProgramOf(i), text: text})
	}
	if len(branches) == 1 {
		return branches[0].text, nil
	}
	for k, b := range branches {
		switch {
		case k == len(branches)-1:
			w.line("else:")
		case len(b.ranks) == 1:
			w.line("%s rank == %d:", branchWord(k), b.ranks[0])
		default:
			w.line("%s rank in %s:", branchWord(k), ints(b.ranks))
		}
		w.depth++
		w.ops(b.program)
		if len(b.program) == 0 {
			w.line("pass")
		}
		w.depth--
	}
	return w.out.String(), w.err
}

func branchWord(k int) string {
	if k == 0 {
		return "if"
	}
	return "elif"
}

// Unwritable is an op that a script has no words for.
type Unwritable struct{ Op string }

func (e *Unwritable) Error() string { return e.Op + " cannot be written as a line of a script" }

type composer struct {
	out   strings.Builder
	depth int
	err   error
}

func (w *composer) line(format string, args ...any) {
	w.out.WriteString(strings.Repeat("    ", w.depth))
	fmt.Fprintf(&w.out, format, args...)
	w.out.WriteByte('\n')
}

func (w *composer) ops(program []scenario.Op) {
	for i := range program {
		w.op(&program[i])
	}
}

// fail keeps the first op that cannot be written.
func (w *composer) fail(op string) string {
	if w.err == nil {
		w.err = &Unwritable{op}
	}
	return ""
}

func (w *composer) op(op *scenario.Op) {
	switch op.Name {
	case "compute", "load_data", "sleep":
		w.line("%s(%q)", op.Name, op.For.String())
	case "local":
		for line := range strings.Lines(strings.TrimRight(op.Code, "\n")) {
			w.line("%s", strings.TrimRight(line, "\n"))
		}
	case "repeat":
		w.line("for _ in range(%d):", op.Times)
		w.depth++
		w.ops(op.Body)
		if len(op.Body) == 0 {
			w.line("pass")
		}
		w.depth--
	case "raise":
		w.line("fail(%s)", quoted(op.Message))
	case "wait":
		w.line("%s", w.result("", op, w.name(op, op.ID)+".wait", w.timeout(op)))
	case "poll":
		w.line("%s.is_completed()", w.name(op, op.ID))
	case "new_group":
		args := []string{}
		if op.Ranks != nil {
			args = append(args, ints(op.Ranks))
		}
		w.line("%s", w.result(w.name(op, op.As), op, "dist.new_group", append(args, w.timeout(op)...)))
	default:
		w.call(op)
	}
}

// call is a function of dist with torch's arguments.
func (w *composer) call(op *scenario.Op) {
	args, ok := w.arguments(op)
	if !ok {
		w.fail(op.Name)
		return
	}
	if op.ReduceOp != "" && op.ReduceOp != "SUM" {
		args = append(args, `op="`+op.ReduceOp+`"`)
	}
	if op.Factor != nil || op.Algorithm != "" {
		w.fail(op.Name)
	}
	for _, root := range []struct {
		name string
		rank *int
	}{{"src", op.Src}, {"dst", op.Dst}} {
		if root.rank != nil {
			args = append(args, root.name+"="+strconv.Itoa(*root.rank))
		}
	}
	if op.Tag != 0 {
		args = append(args, "tag="+strconv.Itoa(op.Tag))
	}
	if op.Group != "" {
		args = append(args, "group="+w.name(op, op.Group))
	}
	if op.Async {
		args = append(args, "async_op=True")
	}
	to := ""
	if op.As != "" {
		to = w.name(op, op.As)
	}
	w.line("%s", w.result(to, op, "dist."+op.Name, args))
}

// result is the call, caught or given a name.
func (w *composer) result(to string, op *scenario.Op, function string, args []string) string {
	text := function + "(" + strings.Join(args, ", ") + ")"
	if op.Catch {
		if to != "" {
			w.fail(op.Name) // attempt gives back the error, not the handle
		}
		return "attempt(" + strings.Join(append([]string{function}, args...), ", ") + ")"
	}
	if to != "" {
		return to + " = " + text
	}
	return text
}

// arguments are those in front of the named ones; ok is false of ops that are not
// functions of dist, or that have no outputs to be named.
func (w *composer) arguments(op *scenario.Op) (args []string, ok bool) {
	main := func() string {
		if op.Tensor == nil {
			return w.fail(op.Name)
		}
		return w.value(op, op.Tensor)
	}
	switch op.Name {
	case "all_reduce", "broadcast", "reduce", "send", "recv", "isend", "irecv":
		return []string{main()}, true
	case "barrier", "destroy_process_group":
		return nil, true
	case "monitored_barrier":
		if op.WaitAllRanks {
			return append(w.timeout(op), "wait_all_ranks=True"), true
		}
		return w.timeout(op), true
	case "all_gather":
		if op.Out != nil {
			return []string{w.list(op, op.Out), main()}, true
		}
		return []string{"[" + main() + ".copy() for _ in range(world_size)]", main()}, true
	case "all_gather_into_tensor", "all_gather_single":
		if len(op.Out) == 1 {
			return []string{w.value(op, &op.Out[0]), main()}, true
		}
	case "reduce_scatter":
		return []string{main(), w.list(op, op.List)}, true
	case "reduce_scatter_tensor", "reduce_scatter_single":
		if op.Input != nil {
			return []string{main(), w.value(op, op.Input)}, true
		}
	case "scatter":
		if op.List == nil {
			return []string{main()}, true
		}
		return []string{main(), w.list(op, op.List)}, true
	case "gather":
		if op.Out != nil && (op.GiveList == nil || *op.GiveList) {
			return []string{main(), w.list(op, op.Out)}, true
		}
	case "all_to_all":
		if op.Out != nil {
			return []string{w.list(op, op.Out), w.list(op, op.List)}, true
		}
	case "all_gather_object":
		return []string{"[None] * world_size", jsonText(op.Obj)}, true
	}
	return nil, false
}

func (w *composer) timeout(op *scenario.Op) []string {
	if op.Timeout == 0 {
		return []string{}
	}
	return []string{"timeout=" + strconv.Quote(short(op.Timeout))}
}

func short(d time.Duration) string { return d.String() }

// name is a name that can be one of the language.
func (w *composer) name(op *scenario.Op, name string) string {
	for i, c := range name {
		if c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (i == 0 || c < '0' || c > '9') {
			return w.fail(op.Name)
		}
	}
	if name == "" || taken[name] || keyword[name] {
		return w.fail(op.Name)
	}
	return name
}

// taken are the names that the lines here use themselves: a variable must not be
// called so.
var taken = map[string]bool{
	"dist": true, "tensor": true, "full": true, "arange": true, "float": true, "range": true, "rank": true, "world_size": true,
	"attempt": true, "compute": true, "load_data": true, "sleep": true, "fail": true, "True": true, "False": true, "None": true,
}

func (w *composer) list(op *scenario.Op, values []scenario.Value) string {
	parts := make([]string, len(values))
	for i := range values {
		parts[i] = w.value(op, &values[i])
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// value is a variable, or a new tensor.
func (w *composer) value(op *scenario.Op, v *scenario.Value) string {
	if v.Lit == nil {
		return w.name(op, v.Name)
	}
	x, n := v.Lit, tensor.NumElements(v.Lit.Shape)
	text := ""
	switch {
	case x.Fill == "random":
		return w.fail(op.Name)
	case x.Fill == "arange":
		text = fmt.Sprintf("arange(%d, dtype=%q)", n, x.DType)
	case x.Fill != "":
		return fmt.Sprintf("full(%s, %s, dtype=%q)", ints(x.Shape), literal(x.Fill), x.DType)
	default:
		parts := make([]string, len(x.Data))
		for i, d := range x.Data {
			parts[i] = literal(d)
		}
		text = fmt.Sprintf("tensor([%s], dtype=%q)", strings.Join(parts, ", "), x.DType)
	}
	if len(x.Shape) != 1 {
		text += ".reshape(" + ints(x.Shape) + ")"
	}
	return text
}

// literal is a number as the language writes it.
func literal(n scenario.Num) string {
	switch n {
	case "nan", "inf", "-inf":
		return `float("` + string(n) + `")`
	case "true":
		return "True"
	case "false":
		return "False"
	}
	return string(n)
}

// jsonText writes a JSON value in the language: it differs in three words.
func jsonText(text json.RawMessage) string {
	var b strings.Builder
	for rest := string(text); rest != ""; {
		if rest[0] == '"' {
			end := 1
			for end < len(rest) && rest[end] != '"' {
				if rest[end] == '\\' {
					end++
				}
				end++
			}
			end = min(end+1, len(rest))
			b.WriteString(rest[:end])
			rest = rest[end:]
			continue
		}
		replaced := false
		for _, r := range [][2]string{{"true", "True"}, {"false", "False"}, {"null", "None"}} {
			if strings.HasPrefix(rest, r[0]) {
				b.WriteString(r[1])
				rest, replaced = rest[len(r[0]):], true
			}
		}
		if !replaced {
			b.WriteByte(rest[0])
			rest = rest[1:]
		}
	}
	return b.String()
}

func ints(list []int) string {
	parts := make([]string, len(list))
	for i, n := range list {
		parts[i] = strconv.Itoa(n)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func quoted(text string) string { return strconv.Quote(text) }
