package app

import (
	"strconv"
	"strings"
	"time"

	"lockstep/engine/scenario"
)

// args is every argument by its name in the file.
var args = func() map[string]Arg {
	list := []Arg{
		{Name: "tensor", Choices: ChooseTensor, get: func(op *scenario.Op) string { return formatValue(op.Tensor) }, set: setTensor},
		{Name: "input", get: func(op *scenario.Op) string { return formatValue(op.Input) }, set: setInput},
		{Name: "list", get: func(op *scenario.Op) string { return formatValues(op.List) }, set: func(op *scenario.Op, text string, at place) error {
			return setValues(&op.List, text, at)
		}},
		{Name: "out", Optional: true, get: func(op *scenario.Op) string { return formatValues(op.Out) }, set: func(op *scenario.Op, text string, at place) error {
			return setValues(&op.Out, text, at)
		}},
		{Name: "reduce_op", Choices: ChooseReduceOp, get: getReduceOp, set: setReduceOp},
		{Name: "tag", Optional: true, get: func(op *scenario.Op) string { return strconv.Itoa(op.Tag) }, set: setTag},
		{Name: "ranks", Optional: true, get: func(op *scenario.Op) string { return formatInts(op.Ranks) }, set: setRanks},
		{Name: "for", get: func(op *scenario.Op) string { return FormatDuration(op.For) }, set: func(op *scenario.Op, text string, _ place) (err error) {
			op.For, err = parseDuration(text)
			return err
		}},
		durationArg("timeout", func(op *scenario.Op) *time.Duration { return &op.Timeout }),
		durationArg("cont_after", func(op *scenario.Op) *time.Duration { return &op.ContAfter }),
		rankArg("src", false, func(op *scenario.Op) **int { return &op.Src }),
		rankArg("dst", false, func(op *scenario.Op) **int { return &op.Dst }),
		choiceArg("group", ChooseGroup, func(op *scenario.Op) *string { return &op.Group }),
		choiceArg("id", ChooseHandle, func(op *scenario.Op) *string { return &op.ID }),
		choiceArg("algorithm", ChooseAlgorithm, func(op *scenario.Op) *string { return &op.Algorithm }),
		textArg("as", func(op *scenario.Op) *string { return &op.As }),
		textArg("code", func(op *scenario.Op) *string { return &op.Code }),
		textArg("message", func(op *scenario.Op) *string { return &op.Message }),
		textArg("value", func(op *scenario.Op) *string { return &op.Value }),
		flagArg("async", func(op *scenario.Op) *bool { return &op.Async }),
		flagArg("catch", func(op *scenario.Op) *bool { return &op.Catch }),
		flagArg("wait_all_ranks", func(op *scenario.Op) *bool { return &op.WaitAllRanks }),
		{Name: "give_list", Choices: ChooseFlag, Optional: true, get: getGiveList, set: setGiveList},
		{Name: "key", get: getKey, set: setKeys},
		{Name: "keys", get: getKey, set: setKeys},
		{Name: "amount", get: func(op *scenario.Op) string { return strconv.FormatInt(op.Amount, 10) }, set: setAmount},
		{Name: "times", get: func(op *scenario.Op) string { return strconv.Itoa(op.Times) }, set: func(op *scenario.Op, text string, _ place) (err error) {
			op.Times, err = parseInt(text, 0, 1_000_000)
			return err
		}},
		intsArg("input_split_sizes", func(op *scenario.Op) *[]int { return &op.InputSplitSizes }),
		intsArg("output_split_sizes", func(op *scenario.Op) *[]int { return &op.OutputSplitSizes }),
	}
	table := map[string]Arg{}
	for _, a := range list {
		table[a.Name] = a
	}
	return table
}()

// argOf finds the argument called name of op; the same name can mean different
// things (an exit code, a program text).
func argOf(op *scenario.Op, name string) (Arg, bool) {
	for _, a := range ArgsOf(op.Name) {
		if a.Name == name {
			if op.Name == "os_exit" {
				return exitCode, true
			}
			if name == "src" && (op.Name == "recv" || op.Name == "irecv") {
				return anySource, true
			}
			return a, true
		}
	}
	return Arg{}, false
}

var exitCode = Arg{Name: "code", get: func(op *scenario.Op) string { return strconv.Itoa(op.ExitCode) },
	set: func(op *scenario.Op, text string, _ place) (err error) {
		op.ExitCode, err = parseInt(text, 0, 255)
		return err
	}}

// anySource is recv's src, which may be left out.
var anySource = rankArg("src", true, func(op *scenario.Op) **int { return &op.Src })

func setTensor(op *scenario.Op, text string, at place) error {
	v, err := parseValue(text, at)
	if err == nil {
		op.Tensor = &v
	}
	return err
}

func setInput(op *scenario.Op, text string, at place) error {
	v, err := parseValue(text, at)
	if err == nil {
		op.Input = &v
	}
	return err
}

func setValues(list *[]scenario.Value, text string, at place) error {
	all, err := parseValues(text, at)
	if err == nil {
		*list = all
	}
	return err
}

func getReduceOp(op *scenario.Op) string {
	if op.ReduceOp == "" {
		return "SUM"
	}
	return op.ReduceOp
}

func setReduceOp(op *scenario.Op, text string, _ place) error {
	t := strings.ToUpper(halfWidth(text))
	t = strings.TrimPrefix(t, "REDUCEOP.")
	for _, name := range reduceOps {
		if name == t {
			op.ReduceOp = t
			if t == "SUM" { // what is meant when nothing is written
				op.ReduceOp = ""
			}
			return nil
		}
	}
	return no("choice.not", "text", text)
}

func setTag(op *scenario.Op, text string, _ place) (err error) {
	if halfWidth(text) == "" {
		op.Tag = 0
		return nil
	}
	op.Tag, err = parseInt(text, 0, 1<<31-1)
	return err
}

func setRanks(op *scenario.Op, text string, at place) error {
	list, err := parseInts(text, 0, at.s.WorldSize-1)
	if err != nil {
		return err
	}
	op.Ranks = list
	return nil
}

func durationArg(name string, f func(*scenario.Op) *time.Duration) Arg {
	return Arg{Name: name, Optional: true,
		get: func(op *scenario.Op) string {
			if *f(op) == 0 {
				return ""
			}
			return FormatDuration(*f(op))
		},
		set: func(op *scenario.Op, text string, _ place) (err error) {
			if halfWidth(text) == "" {
				*f(op) = 0
				return nil
			}
			d, err := parseDuration(text)
			if err == nil {
				*f(op) = d
			}
			return err
		}}
}

func getGiveList(op *scenario.Op) string {
	if op.GiveList == nil {
		return ""
	}
	return strconv.FormatBool(*op.GiveList)
}

func setGiveList(op *scenario.Op, text string, _ place) error {
	op.GiveList = nil
	if t := halfWidth(text); t != "" {
		v := t == "true"
		op.GiveList = &v
	}
	return nil
}

func getKey(op *scenario.Op) string { return strings.Join(op.Keys, " ") }

func setKeys(op *scenario.Op, text string, _ place) error {
	keys := strings.Fields(halfWidth(text))
	if len(keys) == 0 {
		return no("number.empty")
	}
	op.Keys = keys
	return nil
}

func setAmount(op *scenario.Op, text string, _ place) error {
	v, err := strconv.ParseInt(halfWidth(text), 10, 64)
	if err != nil {
		return no("number.whole", "text", text)
	}
	op.Amount = v
	return nil
}

func intsArg(name string, f func(*scenario.Op) *[]int) Arg {
	return Arg{Name: name, Optional: true,
		get: func(op *scenario.Op) string { return formatInts(*f(op)) },
		set: func(op *scenario.Op, text string, _ place) error {
			list, err := parseInts(text, 0, maxElements)
			if err == nil {
				*f(op) = list
			}
			return err
		}}
}

func formatInts(list []int) string {
	words := make([]string, len(list))
	for i, v := range list {
		words[i] = strconv.Itoa(v)
	}
	return strings.Join(words, ", ")
}

// parseInts reads "0, 2 3"; an empty text is no list.
func parseInts(text string, low, high int) ([]int, error) {
	var list []int
	for _, w := range strings.FieldsFunc(halfWidth(text), func(r rune) bool { return strings.ContainsRune(" ,[]()\t", r) }) {
		v, err := parseInt(w, low, high)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, nil
}
