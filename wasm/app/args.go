package app

import (
	"slices"
	"strconv"
	"strings"

	"lockstep/engine/scenario"
)

// The arguments of an op are the file's (scenario.Specs). Here is how a person
// sees and types them: short forms for tensors, choices in any case, numbers and
// durations as in the rest of the page.

// ArgsOf lists the arguments that an op takes and that a field can hold, the
// telling ones first.
func ArgsOf(op string) []*scenario.Arg {
	spec, ok := scenario.SpecOf(op)
	if !ok {
		return nil
	}
	var list []*scenario.Arg
	for i := range spec.Args {
		if a := &spec.Args[i]; a.Kind != scenario.KindOps {
			list = append(list, a)
		}
	}
	return list
}

// ArgText is an argument of op as its field shows it; "" when it is not given
// and stands for nothing in particular.
func ArgText(a *scenario.Arg, op *scenario.Op) string {
	switch a.Kind {
	case scenario.KindTensor:
		switch a.Key {
		case "tensor":
			return formatValue(op.Tensor)
		case "input":
			return formatValue(op.Input)
		}
		return formatValues(op.Out)
	case scenario.KindTensors:
		if a.Key == "out" {
			return formatValues(op.Out)
		}
		return formatValues(op.List)
	case scenario.KindInts, scenario.KindRanks:
		return strings.Trim(a.Text(op), "[]")
	}
	return a.Text(op)
}

// place is where an op stands: what its arguments may refer to.
type place struct {
	s    *scenario.Scenario
	rank int
	op   int
}

// ArgOptions lists what can be chosen for an argument of the op at ref, the present
// choice among it; nil for one that is typed. An empty string stands for "not
// given".
func ArgOptions(a *scenario.Arg, s *scenario.Scenario, ref InnerRef) []string {
	rank, op, now := ref.Rank, ref.Op, ref.Find(s)
	program := s.ProgramOf(rank)
	list := []string{}
	switch a.Kind {
	case scenario.KindTensor:
		if a.Key != "tensor" {
			return nil
		}
		for _, t := range s.TensorsOf(rank) {
			list = append(list, t.Name)
		}
	case scenario.KindRank:
		for r := range s.WorldSize {
			list = append(list, strconv.Itoa(r))
		}
	case scenario.KindChoice:
		list = append(list, a.Choices...)
	case scenario.KindBool:
		list = append(list, "false", "true")
	case scenario.KindGroup:
		list = definedNames(program, true)
	case scenario.KindHandle:
		list = definedNames(program[:min(op, len(program))], false)
		if ref.In > 0 { // what its body gives, too
			list = append(list, definedNames(program[op].Body, false)...)
		}
	default:
		return nil
	}
	if !a.Required && a.Default == "" {
		list = append([]string{""}, list...)
	}
	if given := ArgText(a, now); !slices.Contains(list, given) {
		list = append(list, given)
	}
	return list
}

// definedNames lists the names of groups, or of handles, that a program gives.
func definedNames(program []scenario.Op, groups bool) []string {
	list := []string{}
	scenario.Walk(program, func(op *scenario.Op) {
		if op.As != "" && (op.Name == "new_group") == groups && !slices.Contains(list, op.As) {
			list = append(list, op.As)
		}
	})
	return list
}

// setArg gives op the argument as typed.
func setArg(a *scenario.Arg, op scenario.Op, text string, at place) (scenario.Op, error) {
	typed := strings.TrimSpace(text)
	plain := halfWidth(text)
	switch a.Kind {
	case scenario.KindTensor, scenario.KindTensors:
		return setTensors(a, op, typed, at)
	case scenario.KindDuration:
		if plain != "" {
			d, err := parseDuration(text)
			if err != nil {
				return op, err
			}
			typed = FormatDuration(d)
		}
	case scenario.KindChoice:
		typed = anyCase(strings.TrimPrefix(plain, "ReduceOp."), a.Choices)
	case scenario.KindBool:
		typed = strings.ToLower(plain)
	case scenario.KindInt, scenario.KindRank, scenario.KindNumber, scenario.KindName, scenario.KindGroup, scenario.KindHandle:
		typed = strings.TrimPrefix(plain, "+")
	case scenario.KindInts, scenario.KindRanks:
		if typed = commaList(plain); typed != "" {
			typed = "[" + typed + "]"
		}
	case scenario.KindStrings, scenario.KindNames:
		if !strings.HasPrefix(plain, "[") && plain != "" {
			typed = `["` + strings.Join(strings.FieldsFunc(plain, isSeparator), `","`) + `"]`
		}
	}
	return a.WithText(op, typed)
}

// setTensors gives a tensor argument, or a list of them, from the short form.
func setTensors(a *scenario.Arg, op scenario.Op, typed string, at place) (scenario.Op, error) {
	if strings.HasPrefix(typed, "{") || strings.HasPrefix(typed, `"`) || strings.HasPrefix(typed, `["`) || strings.HasPrefix(typed, "[{") {
		return a.WithText(op, typed) // as in the file
	}
	values, err := parseValues(typed, at)
	if err != nil {
		return op, err
	}
	if len(values) == 0 && a.Required {
		return op, no("number.empty")
	}
	if a.Kind == scenario.KindTensor && len(values) > 1 {
		return op, no("value.one")
	}
	switch {
	case a.Key == "out":
		op.Out = values
	case a.Key == "list":
		op.List = values
	case len(values) == 0:
		return a.WithText(op, "")
	case a.Key == "input":
		op.Input = &values[0]
	default:
		op.Tensor = &values[0]
	}
	return op, nil
}

func isSeparator(r rune) bool { return strings.ContainsRune(" ,;\t\n", r) }

// commaList writes "0 2;3" as "0,2,3".
func commaList(text string) string {
	return strings.Join(strings.FieldsFunc(strings.Trim(text, "[]()"), isSeparator), ",")
}

// anyCase finds the choice that text means, whatever its case; else text.
func anyCase(text string, choices []string) string {
	for _, c := range choices {
		if strings.EqualFold(c, text) {
			return c
		}
	}
	return text
}
