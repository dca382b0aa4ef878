package app

import (
	"slices"
	"strconv"
	"strings"

	"lockstep/engine/scenario"
)

// Arg is one argument of an op as the editor offers it.
type Arg struct {
	Name     string // as in the file, and in the control's ID
	Choices  Choices
	Optional bool // an empty text takes it away

	get func(*scenario.Op) string
	set func(op *scenario.Op, text string, at place) error
}

// Choices says what a combobox offers; NoChoice is a text field.
type Choices uint8

// What an argument is chosen from.
const (
	NoChoice Choices = iota
	ChooseTensor
	ChooseRank
	ChooseReduceOp
	ChooseFlag
	ChooseGroup
	ChooseHandle
	ChooseAlgorithm
	ChooseQuery
)

// place is where an op stands: what its arguments may refer to.
type place struct {
	s    *scenario.Scenario
	rank int
	op   int
}

// Get is the argument's text in op; "" when it is not given.
func (a *Arg) Get(op *scenario.Op) string { return a.get(op) }

// ArgsOf lists the arguments that an op takes, the telling ones first.
func ArgsOf(op string) []Arg {
	var list []Arg
	for _, name := range argNames(op) {
		list = append(list, args[name])
	}
	return list
}

// argNames follows the table of ops in SCENARIO.
func argNames(op string) []string {
	call := []string{"group", "async", "as", "timeout", "catch"}
	switch op {
	case "all_reduce":
		return append([]string{"tensor", "reduce_op", "algorithm"}, call...)
	case "broadcast":
		return append([]string{"tensor", "src", "algorithm"}, call...)
	case "reduce":
		return append([]string{"tensor", "dst", "reduce_op"}, call...)
	case "all_gather":
		return append([]string{"tensor", "out", "algorithm"}, call...)
	case "all_gather_into_tensor", "all_gather_single":
		return append([]string{"tensor", "out"}, call...)
	case "gather":
		return append([]string{"tensor", "dst", "out", "give_list"}, call...)
	case "scatter":
		return append([]string{"tensor", "src", "list"}, call...)
	case "reduce_scatter":
		return append([]string{"tensor", "list", "reduce_op"}, call...)
	case "reduce_scatter_tensor", "reduce_scatter_single":
		return append([]string{"tensor", "input", "reduce_op"}, call...)
	case "all_to_all":
		return append([]string{"list", "out"}, call...)
	case "all_to_all_single":
		return append([]string{"tensor", "out", "input_split_sizes", "output_split_sizes"}, call...)
	case "barrier":
		return append([]string{"algorithm"}, call...)
	case "monitored_barrier":
		return []string{"timeout", "wait_all_ranks", "group", "catch"}
	case "send":
		return []string{"tensor", "dst", "tag", "group", "catch"}
	case "recv":
		return []string{"tensor", "src", "tag", "group", "catch"}
	case "isend":
		return []string{"tensor", "dst", "tag", "as", "group", "catch"}
	case "irecv":
		return []string{"tensor", "src", "tag", "as", "group", "catch"}
	case "wait":
		return []string{"id", "timeout", "catch"}
	case "poll":
		return []string{"id", "catch"}
	case "new_group":
		return []string{"ranks", "as", "timeout", "catch"}
	case "destroy_process_group":
		return []string{"group", "catch"}
	case "sleep", "compute", "load_data":
		return []string{"for"}
	case "local":
		return []string{"code", "catch"}
	case "raise":
		return []string{"message"}
	case "os_exit":
		return []string{"code"}
	case "sigstop":
		return []string{"cont_after"}
	case "store_set":
		return []string{"key", "value", "catch"}
	case "store_get", "store_delete":
		return []string{"key", "catch"}
	case "store_add":
		return []string{"key", "amount", "catch"}
	case "store_wait":
		return []string{"keys", "timeout", "catch"}
	case "repeat":
		return []string{"times"}
	}
	return []string{"catch"}
}

// The reduce operations, as torch.distributed.ReduceOp names them.
var reduceOps = []string{"SUM", "PRODUCT", "MIN", "MAX", "BAND", "BOR", "BXOR", "AVG"}

// Algorithms by op; the first is what Gloo does.
var Algorithms = map[string][]string{
	"all_reduce": {"ring", "halving_doubling", "bcube", "tree", "naive"},
	"broadcast":  {"tree", "naive", "chain"},
	"all_gather": {"ring", "bruck"},
	"barrier":    {"dissemination", "all_to_one"},
}

// Options lists what can be chosen for an argument of the op at rank's op index.
// An empty string stands for "not given".
func (a *Arg) Options(s *scenario.Scenario, rank, op int) []string {
	var list []string
	if a.Optional && a.Choices != ChooseFlag {
		list = append(list, "")
	}
	program := s.ProgramOf(rank)
	switch a.Choices {
	case ChooseTensor:
		for _, t := range s.TensorsOf(rank) {
			list = append(list, t.Name)
		}
	case ChooseRank:
		for r := range s.WorldSize {
			list = append(list, strconv.Itoa(r))
		}
	case ChooseReduceOp:
		list = append(list, reduceOps...)
	case ChooseFlag:
		list = append(list, "false", "true")
	case ChooseGroup:
		for i := range program {
			if program[i].Name == "new_group" && program[i].As != "" && !slices.Contains(list, program[i].As) {
				list = append(list, program[i].As)
			}
		}
	case ChooseHandle:
		for i := range program[:min(op, len(program))] {
			if program[i].Name != "new_group" && program[i].As != "" && !slices.Contains(list, program[i].As) {
				list = append(list, program[i].As)
			}
		}
	case ChooseAlgorithm:
		list = append(list, Algorithms[program[op].Name]...)
	}
	if now := a.Get(&program[op]); !slices.Contains(list, now) {
		list = append(list, now)
	}
	return list
}

func textArg(name string, f func(*scenario.Op) *string) Arg {
	return Arg{Name: name, Optional: true,
		get: func(op *scenario.Op) string { return *f(op) },
		set: func(op *scenario.Op, text string, _ place) error { *f(op) = strings.TrimSpace(text); return nil }}
}

func choiceArg(name string, c Choices, f func(*scenario.Op) *string) Arg {
	a := textArg(name, f)
	a.Choices = c
	return a
}

func flagArg(name string, f func(*scenario.Op) *bool) Arg {
	return Arg{Name: name, Optional: true, Choices: ChooseFlag,
		get: func(op *scenario.Op) string { return strconv.FormatBool(*f(op)) },
		set: func(op *scenario.Op, text string, _ place) error { *f(op) = halfWidth(text) == "true"; return nil }}
}

func rankArg(name string, optional bool, f func(*scenario.Op) **int) Arg {
	return Arg{Name: name, Choices: ChooseRank, Optional: optional,
		get: func(op *scenario.Op) string {
			if p := *f(op); p != nil {
				return strconv.Itoa(*p)
			}
			return ""
		},
		set: func(op *scenario.Op, text string, at place) error {
			if halfWidth(text) == "" && optional {
				*f(op) = nil
				return nil
			}
			v, err := parseInt(text, 0, at.s.WorldSize-1)
			if err != nil {
				return err
			}
			*f(op) = &v
			return nil
		}}
}
