package export

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"lockstep/engine/scenario"
	"lockstep/engine/tensor"
)

// tensorNames lists the named tensors of all processes.
func (y *pythonist) tensorNames() []string {
	var list []string
	for i := range y.s.Processes() {
		for _, t := range y.s.TensorsOf(i) {
			if !slices.Contains(list, t.Name) {
				list = append(list, t.Name)
			}
		}
	}
	slices.Sort(list)
	return list
}

// tensors makes the named tensors.
func (y *pythonist) tensors() {
	list := y.tensorNames()
	for _, name := range list {
		y.tensor(name)
	}
	if len(list) > 0 {
		y.blank()
	}
}

// tensor makes one that all ranks have, or each its own: then the rank chooses.
func (y *pythonist) tensor(name string) {
	specs := make([]*scenario.TensorSpec, y.s.Processes())
	literals := make([]string, len(specs))
	same, plain := true, true // all alike; all data of one type
	for i := range specs {
		literals[i] = "None"
		for _, t := range y.s.TensorsOf(i) {
			if t.Name == name {
				specs[i] = &t.Spec
				literals[i] = y.literal(&t.Spec, name)
			}
		}
		same = same && literals[i] == literals[0]
		plain = plain && specs[i] != nil && specs[i].Fill == "" && specs[i].DType == specs[0].DType
	}
	id := y.name("tensor", name)
	switch {
	case same:
		y.put("%s = %s", id, literals[0])
	case plain:
		for i := range specs {
			at := 0
			literals[i] = nested(specs[i], specs[i].Shape, &at)
		}
		y.choice(id+" = torch.tensor(", literals, ", dtype=torch."+specs[0].DType.String()+")")
	default:
		y.choice(id+" = ", literals, "")
	}
}

// choice writes a list out of which the rank takes its own, in one line or one a
// rank.
func (y *pythonist) choice(lead string, list []string, tail string) {
	line := lead + "[" + strings.Join(list, ", ") + "][rank]" + tail
	if len(line) <= codeWidth {
		y.put("%s", line)
		return
	}
	y.put("%s[", lead)
	for _, v := range list {
		y.put("    %s,", v)
	}
	y.put("][rank]%s", tail)
}

// value is a tensor argument: a name, or a literal that gets one.
func (y *pythonist) value(v *scenario.Value) string {
	if v.Lit == nil {
		return y.name("tensor", v.Name)
	}
	name := y.fresh("t")
	y.put("%s = %s", name, y.inCall(v))
	return name
}

// values is a list of them; literals stand in it as they are, in lines of their own
// where it is long.
func (y *pythonist) values(list []scenario.Value) string {
	parts := make([]string, len(list))
	for i := range list {
		if list[i].Lit == nil {
			parts[i] = y.name("tensor", list[i].Name)
			continue
		}
		parts[i] = y.inCall(&list[i])
	}
	text := "[" + strings.Join(parts, ", ") + "]"
	if len(text) <= longArgument {
		return text
	}
	name := y.fresh("parts")
	y.put("%s = [", name)
	for _, p := range parts {
		y.put("    %s,", p)
	}
	y.put("]")
	return name
}

// longArgument is from how many characters on an argument gets a name.
const longArgument = 60

// inCall is a literal of a call. Random ones are told apart by the call and by
// how many stand before them in it.
func (y *pythonist) inCall(v *scenario.Value) string {
	y.lits++
	return y.literal(v.Lit, fmt.Sprintf("%d.%d", y.step, y.lits))
}

// literal is a tensor as torch makes it.
func (y *pythonist) literal(t *scenario.TensorSpec, salt string) string {
	dtype := "dtype=torch." + t.DType.String()
	switch t.Fill {
	case "":
		at := 0
		return "torch.tensor(" + nested(t, t.Shape, &at) + ", " + dtype + ")"
	case scenario.FillRank:
		return "torch.full(" + size(t.Shape) + ", rank, " + dtype + ")"
	case scenario.FillArange:
		flat := fmt.Sprintf("torch.arange(%d).to(torch.%s)", tensor.NumElements(t.Shape), t.DType)
		if len(t.Shape) == 1 {
			return flat
		}
		return flat + ".reshape(" + size(t.Shape) + ")"
	case scenario.FillRandom:
		y.need("fill")
		return fmt.Sprintf("random_fill(%d, %q, %s, torch.%s)", y.s.Seed, salt, size(t.Shape), t.DType)
	}
	switch v := element(t.DType, t.Fill); v {
	case "0", "0.0":
		return "torch.zeros(" + size(t.Shape) + ", " + dtype + ")"
	case "1", "1.0":
		return "torch.ones(" + size(t.Shape) + ", " + dtype + ")"
	default:
		return "torch.full(" + size(t.Shape) + ", " + v + ", " + dtype + ")"
	}
}

// size is a shape as a tuple.
func size(dims []int) string {
	if len(dims) == 1 {
		return "(" + strconv.Itoa(dims[0]) + ",)"
	}
	return "(" + joinInts(dims) + ")"
}

// nested writes data row by row.
func nested(t *scenario.TensorSpec, dims []int, at *int) string {
	if len(dims) == 0 {
		*at++
		return element(t.DType, t.Data[*at-1])
	}
	parts := make([]string, dims[0])
	for i := range parts {
		parts[i] = nested(t, dims[1:], at)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// element is one of a tensor in Python; of floats, it looks like one.
func element(d tensor.DType, n scenario.Num) string {
	text := number(string(n))
	if d.IsFloat() && strings.Trim(text, "-0123456789") == "" {
		text += ".0"
	}
	return text
}

// number is a number in Python.
func number(text string) string {
	switch text {
	case "nan", "inf", "-inf":
		return "float(\"" + text + "\")"
	case "true":
		return "True"
	case "false":
		return "False"
	}
	return text
}

// delta is a duration for torch.
func delta(d time.Duration) string {
	unit, n := "microseconds", max(1, d/time.Microsecond)
	for _, u := range []struct {
		name string
		size time.Duration
	}{{"minutes", time.Minute}, {"seconds", time.Second}, {"milliseconds", time.Millisecond}} {
		if d%u.size == 0 {
			unit, n = u.name, d/u.size
			break
		}
	}
	return fmt.Sprintf("timedelta(%s=%d)", unit, n)
}

// seconds is a duration for time.sleep.
func seconds(d time.Duration) string {
	text := fmt.Sprintf("%.9f", d.Seconds())
	return strings.TrimRight(strings.TrimRight(text, "0"), ".")
}

// name is the identifier of something that the scenario names; kinds keep a group g
// and a tensor g apart.
func (y *pythonist) name(kind, label string) string {
	key := kind + " " + label
	if id, ok := y.names[key]; ok {
		return id
	}
	id := identifier(label)
	if kind == "tensor" && !slices.Contains(reserved, id) {
		y.names[key] = id // the program's own statements know it by this name
		return id
	}
	if kind == "work" || kind == "group" {
		if y.taken(id) {
			id = kind + "_" + id
		}
	}
	for y.taken(id) {
		id += "_"
	}
	y.names[key] = id
	return id
}

// fresh is an identifier that nothing has yet.
func (y *pythonist) fresh(stem string) string {
	id := stem
	for n := 2; y.taken(id); n++ {
		id = stem + strconv.Itoa(n)
	}
	y.names["fresh "+id] = id
	return id
}

// taken reports whether Python, the script or the program's own statements use a
// name already.
func (y *pythonist) taken(id string) bool {
	if slices.Contains(reserved, id) || y.spoken()[id] {
		return true
	}
	for _, other := range y.names {
		if other == id {
			return true
		}
	}
	return false
}

// spoken are the names in the program's own statements that no tensor of the
// scenario has.
func (y *pythonist) spoken() map[string]bool {
	if y.said == nil {
		y.said = map[string]bool{}
		_ = y.s.EachOp(func(o *scenario.Op) (string, error) {
			for name := range names(o.Code) {
				y.said[name] = true
			}
			return "", nil
		})
		for _, name := range y.tensorNames() {
			delete(y.said, name)
		}
	}
	return y.said
}

// identifier is a name as Python takes it.
func identifier(label string) string {
	var b strings.Builder
	for i, r := range label {
		switch {
		case r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' && i > 0:
			b.WriteRune(r)
		case r == ' ' || r == '-' || r == '.':
			b.WriteByte('_')
		default:
			fmt.Fprintf(&b, "_%x", r)
		}
	}
	return b.String()
}

var reserved = strings.Fields(`False None True int float str list isinstance type getattr all max sorted and as assert async await break class continue def del elif else except finally for from global if import
	in is lambda nonlocal not or pass raise return try while with yield print range os re sys time signal pathlib dist torch rank world_size
	restart_count timedelta show error store checkpoint`)
