package app

import (
	"strconv"
	"strings"

	"lockstep/engine/scenario"
	"lockstep/engine/tensor"
)

// A tensor argument in the editor is a name, or a literal as one writes it in
// Python with the dtype behind it: "[1, 2]", "[[1, 2], [3, 4]] float64", "3 int32",
// or a rule: "arange [8]", "0 [2, 3] float64". Several stand between semicolons.

func formatValue(v *scenario.Value) string {
	switch {
	case v == nil:
		return ""
	case v.Lit == nil:
		return v.Name
	}
	t := v.Lit
	text := ""
	switch {
	case t.Fill != "":
		text = string(t.Fill) + " [" + shapeWords(t.Shape) + "]"
	case len(t.Shape) == 0 && len(t.Data) == 1:
		text = string(t.Data[0])
	default:
		text = nested(t.Data, t.Shape)
	}
	if t.DType != tensor.Float32 {
		text += " " + t.DType.String()
	}
	return text
}

func shapeWords(shape []int) string {
	words := make([]string, len(shape))
	for i, n := range shape {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, ", ")
}

func nested(data []scenario.Num, shape []int) string {
	if len(shape) == 0 {
		if len(data) == 0 {
			return "0"
		}
		return string(data[0])
	}
	parts := make([]string, shape[0])
	step := tensor.NumElements(shape[1:])
	for i := range parts {
		parts[i] = nested(data[min(i*step, len(data)):min((i+1)*step, len(data))], shape[1:])
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func formatValues(list []scenario.Value) string {
	parts := make([]string, len(list))
	for i := range list {
		parts[i] = formatValue(&list[i])
	}
	return strings.Join(parts, "; ")
}

func parseValues(text string, at place) ([]scenario.Value, error) {
	var list []scenario.Value
	t := strings.NewReplacer("；", ";", "，", ",").Replace(text)
	for part := range strings.SplitSeq(t, ";") {
		if halfWidth(part) == "" {
			continue
		}
		v, err := parseValue(part, at)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, nil
}

// parseValue reads a name that the rank has, or a literal.
func parseValue(text string, at place) (scenario.Value, error) {
	t := halfWidth(text)
	if t == "" {
		return scenario.Value{}, no("number.empty")
	}
	if _, found := findTensor(at.s.TensorsOf(at.rank), t); found {
		return scenario.Value{Name: t}, nil
	}
	lit := scenario.TensorSpec{DType: tensor.Float32}
	if i := strings.LastIndexAny(t, " ]"); i >= 0 {
		if d, ok := tensor.ParseDType(strings.TrimSpace(t[i+1:])); ok {
			lit.DType, t = d, strings.TrimSpace(t[:i+1])
		}
	}
	if head, shape, ok := strings.Cut(t, " ["); ok && head != "" && !strings.HasPrefix(head, "[") {
		return fillValue(head, shape, lit)
	}
	rest, err := parseNested(t, &lit, 0)
	if err != nil {
		return scenario.Value{}, err
	}
	if strings.TrimSpace(rest) != "" || tensor.NumElements(lit.Shape) != len(lit.Data) {
		return scenario.Value{}, no("value.not", "text", text)
	}
	return scenario.Value{Lit: &lit}, nil
}

func fillValue(head, shape string, lit scenario.TensorSpec) (scenario.Value, error) {
	dims, err := parseShape(shape)
	if err != nil {
		return scenario.Value{}, err
	}
	lit.Shape = dims
	switch head {
	case "rank", "arange", "random":
		lit.Fill = scenario.Num(head)
	default:
		if lit.Fill, err = parseElement(head, lit.DType); err != nil {
			return scenario.Value{}, no("value.not", "text", head)
		}
	}
	return scenario.Value{Lit: &lit}, nil
}

// parseNested reads a number or a bracketed list of them, and notes at each
// depth how many there were the first time.
func parseNested(t string, lit *scenario.TensorSpec, depth int) (rest string, err error) {
	t = strings.TrimSpace(t)
	if !strings.HasPrefix(t, "[") {
		end := strings.IndexAny(t, ",]")
		if end < 0 {
			end = len(t)
		}
		n, err := parseElement(t[:end], lit.DType)
		if err != nil {
			return "", no("value.not", "text", strings.TrimSpace(t[:end]))
		}
		if len(lit.Data) >= maxElements {
			return "", no("shape.large", "max", strconv.Itoa(maxElements))
		}
		lit.Data = append(lit.Data, n)
		return t[end:], nil
	}
	if len(lit.Shape) == depth {
		if len(lit.Data) > 0 || depth > 7 {
			return "", no("value.ragged")
		}
		lit.Shape = append(lit.Shape, -1)
	}
	t = strings.TrimSpace(t[1:])
	count := 0
	for !strings.HasPrefix(t, "]") {
		if t == "" {
			return "", no("value.bracket")
		}
		if t, err = parseNested(t, lit, depth+1); err != nil {
			return "", err
		}
		count++
		t = strings.TrimPrefix(strings.TrimSpace(t), ",")
		t = strings.TrimSpace(t)
	}
	if lit.Shape[depth] < 0 {
		lit.Shape[depth] = count
	} else if lit.Shape[depth] != count {
		return "", no("value.ragged")
	}
	return t[1:], nil
}
