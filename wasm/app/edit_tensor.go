package app

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"lockstep/engine/scenario"
	"lockstep/engine/tensor"
)

// maxElements is what a page edits; the file's own limit is the scenario's.
const maxElements = 4096

// SetElement writes one element of a rank's tensor, or, when a row was pasted,
// that one and those after it.
type SetElement struct {
	Rank   int
	Tensor string
	Index  int
	Text   string
}

// SetDType changes the element type; the elements stay as they are written, as
// far as the new type can hold them.
type SetDType struct {
	Rank   int
	Tensor string
	Text   string
}

// SetShape changes the shape: "4", "2,3", "[2, 3]", "" for a scalar. New
// elements are 0.
type SetShape struct {
	Rank   int
	Tensor string
	Text   string
}

// SetFill replaces the elements by a rule ("rank", "arange", "random", a
// number), or writes them out again when the text is empty.
type SetFill struct {
	Rank   int
	Tensor string
	Text   string
}

// RenameTensor gives a tensor another name, and the ops that use it too.
type RenameTensor struct {
	Rank   int
	Tensor string
	Text   string
}

// AddTensor adds a tensor with a name that is free on the rank; Everyone adds
// it to all ranks.
type AddTensor struct {
	Rank     int
	Everyone bool
}

// RemoveTensor takes a tensor off a rank. It is refused while an op uses it.
type RemoveTensor struct {
	Rank   int
	Tensor string
}

func (SetElement) action()   {}
func (SetDType) action()     {}
func (SetShape) action()     {}
func (SetFill) action()      {}
func (RenameTensor) action() {}
func (AddTensor) action()    {}
func (RemoveTensor) action() {}

// With gives the action its text.
func (a SetElement) With(text string) Action { a.Text = text; return a }

// With gives the action its text.
func (a SetDType) With(text string) Action { a.Text = text; return a }

// With gives the action its text.
func (a SetShape) With(text string) Action { a.Text = text; return a }

// With gives the action its text.
func (a SetFill) With(text string) Action { a.Text = text; return a }

// With gives the action its text.
func (a RenameTensor) With(text string) Action { a.Text = text; return a }

// rankID is the ID of a control of a rank.
func rankID(rank int, part string) string { return fmt.Sprintf("rank-%d.%s", rank, part) }

func tensorID(rank int, name, part string) string {
	return fmt.Sprintf("rank-%d.tensor.%s.%s", rank, name, part)
}

func (a SetElement) field() string   { return tensorID(a.Rank, a.Tensor, strconv.Itoa(a.Index)) }
func (a SetElement) text() string    { return a.Text }
func (a SetDType) field() string     { return tensorID(a.Rank, a.Tensor, "dtype") }
func (a SetDType) text() string      { return a.Text }
func (a SetShape) field() string     { return tensorID(a.Rank, a.Tensor, "shape") }
func (a SetShape) text() string      { return a.Text }
func (a SetFill) field() string      { return tensorID(a.Rank, a.Tensor, "fill") }
func (a SetFill) text() string       { return a.Text }
func (a RenameTensor) field() string { return tensorID(a.Rank, a.Tensor, "name") }
func (a RenameTensor) text() string  { return a.Text }

// editTensor makes a scenario in which one tensor of one rank is another.
func editTensor(s *scenario.Scenario, rank int, name string, change func(*scenario.TensorSpec) error) (*scenario.Scenario, error) {
	if rank < 0 || rank >= s.Processes() {
		return s, nil
	}
	j := unpack(s)
	k, found := findTensor(j.tensors[rank], name)
	if !found {
		return s, nil
	}
	spec := j.tensors[rank][k].Spec
	spec.Data, spec.Shape = slices.Clone(spec.Data), slices.Clone(spec.Shape)
	if err := change(&spec); err != nil {
		return nil, err
	}
	if sameSpec(spec, j.tensors[rank][k].Spec) {
		return s, nil
	}
	j.tensors[rank] = slices.Clone(j.tensors[rank])
	j.tensors[rank][k].Spec = spec
	return j.pack(), nil
}

func (a SetElement) edit(s *scenario.Scenario) (*scenario.Scenario, error) {
	return editTensor(s, a.Rank, a.Tensor, func(t *scenario.TensorSpec) error {
		values, err := parseElements(a.Text, t.DType)
		if err != nil {
			return err
		}
		writeOut(t, a.Rank)
		if a.Index < 0 || a.Index >= len(t.Data) {
			return no("tensor.outside")
		}
		if a.Index+len(values) > len(t.Data) {
			return no("tensor.toomany", "n", strconv.Itoa(len(values)), "room", strconv.Itoa(len(t.Data)-a.Index))
		}
		copy(t.Data[a.Index:], values)
		return nil
	})
}

// writeOut replaces a fill by the elements that it stands for, where they can
// be written; "random" has none until it runs and becomes zeros.
func writeOut(t *scenario.TensorSpec, rank int) {
	if t.Fill == "" {
		return
	}
	n := tensor.NumElements(t.Shape)
	t.Data = make([]scenario.Num, n)
	for i := range t.Data {
		switch t.Fill {
		case "rank":
			t.Data[i] = scenario.Num(strconv.Itoa(rank))
		case "arange":
			t.Data[i] = scenario.Num(strconv.Itoa(i))
		case "random":
			t.Data[i] = "0"
		default:
			t.Data[i] = t.Fill
		}
	}
	t.Fill = ""
}

func (a SetDType) edit(s *scenario.Scenario) (*scenario.Scenario, error) {
	d, ok := tensor.ParseDType(strings.TrimPrefix(strings.ToLower(halfWidth(a.Text)), "torch."))
	if !ok {
		return nil, no("dtype.not", "text", a.Text)
	}
	return editTensor(s, a.Rank, a.Tensor, func(t *scenario.TensorSpec) error {
		for i, v := range t.Data {
			if v == "true" || v == "false" {
				v = map[scenario.Num]scenario.Num{"true": "1", "false": "0"}[v]
			}
			n, err := parseElement(string(v), d)
			if err != nil {
				return err
			}
			t.Data[i] = n
		}
		t.DType = d
		return nil
	})
}

// parseShape reads "2,3", "2 3", "[2, 3]", "(2,)", "2×3"; "" is a scalar.
func parseShape(text string) ([]int, error) {
	words := strings.FieldsFunc(halfWidth(text), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(",[]()x×*", r)
	})
	shape := make([]int, 0, len(words))
	n := 1
	for _, w := range words {
		d, err := strconv.Atoi(w)
		if err != nil || d < 0 {
			return nil, no("shape.not", "text", text)
		}
		shape = append(shape, d)
		if n *= d; n > maxElements {
			return nil, no("shape.large", "max", strconv.Itoa(maxElements))
		}
	}
	return shape, nil
}

func (a SetShape) edit(s *scenario.Scenario) (*scenario.Scenario, error) {
	shape, err := parseShape(a.Text)
	if err != nil {
		return nil, err
	}
	return editTensor(s, a.Rank, a.Tensor, func(t *scenario.TensorSpec) error {
		t.Shape = shape
		if t.Fill != "" {
			return nil
		}
		n := tensor.NumElements(shape)
		for len(t.Data) < n {
			t.Data = append(t.Data, zeroOf(t.DType))
		}
		t.Data = t.Data[:n]
		return nil
	})
}

func zeroOf(d tensor.DType) scenario.Num {
	if d == tensor.Bool {
		return "false"
	}
	return "0"
}

func (a SetFill) edit(s *scenario.Scenario) (*scenario.Scenario, error) {
	return editTensor(s, a.Rank, a.Tensor, func(t *scenario.TensorSpec) error {
		switch text := strings.ToLower(halfWidth(a.Text)); text {
		case "":
			writeOut(t, a.Rank)
		case "rank", "arange", "random":
			t.Fill, t.Data = scenario.Num(text), nil
		default:
			n, err := parseElement(text, t.DType)
			if err != nil {
				return err
			}
			t.Fill, t.Data = n, nil
		}
		return nil
	})
}

// validName reports whether a tensor may be called so: a word that a program
// can write.
func validName(name string) bool {
	for i, r := range name {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return name != "" && len(name) <= 32
}

func (a RenameTensor) edit(s *scenario.Scenario) (*scenario.Scenario, error) {
	name := halfWidth(a.Text)
	if name == a.Tensor || a.Rank < 0 || a.Rank >= s.Processes() {
		return s, nil
	}
	if !validName(name) {
		return nil, no("name.not", "text", a.Text)
	}
	j := unpack(s)
	if _, taken := findTensor(j.tensors[a.Rank], name); taken {
		return nil, no("name.taken", "name", name)
	}
	k, found := findTensor(j.tensors[a.Rank], a.Tensor)
	if !found {
		return s, nil
	}
	spec := j.tensors[a.Rank][k].Spec
	rest := slices.Delete(slices.Clone(j.tensors[a.Rank]), k, k+1)
	k, _ = findTensor(rest, name)
	j.tensors[a.Rank] = slices.Insert(rest, k, scenario.NamedTensor{Name: name, Spec: spec})
	j.programs[a.Rank] = mapOps(j.programs[a.Rank], func(op *scenario.Op) {
		for _, v := range values(op) {
			if v.Name == a.Tensor {
				v.Name = name
			}
		}
	})
	return j.pack(), nil
}

// reopen lets the open editor follow the name, and settle the focus.
func (a RenameTensor) reopen(was Open) Open {
	if was == (Open{Kind: OpenTensor, Rank: a.Rank, Tensor: a.Tensor}) {
		was.Tensor = halfWidth(a.Text)
	}
	return was
}

func (a RenameTensor) settle(s *State) []Effect {
	return []Effect{Focus{tensorID(a.Rank, halfWidth(a.Text), "name")}}
}

func (a AddTensor) edit(s *scenario.Scenario) (*scenario.Scenario, error) {
	if a.Rank < 0 || a.Rank >= s.Processes() {
		return s, nil
	}
	j := unpack(s)
	name := j.freeName(a)
	spec := scenario.TensorSpec{DType: tensor.Float32, Shape: []int{1}, Data: []scenario.Num{"0"}}
	for r := range j.tensors {
		if r != a.Rank && !a.Everyone {
			continue
		}
		if k, taken := findTensor(j.tensors[r], name); !taken {
			j.tensors[r] = slices.Insert(slices.Clone(j.tensors[r]), k, scenario.NamedTensor{Name: name, Spec: spec})
		}
	}
	return j.pack(), nil
}

// settle opens the editor of the new tensor: it wants a name, a shape and values.
func (a AddTensor) settle(s *State) []Effect {
	for _, t := range s.Scenario.TensorsOf(a.Rank) {
		if _, was := findTensor(s.Undo.Scenario.TensorsOf(a.Rank), t.Name); !was {
			s.Open, s.Scroll.Popover = Open{Kind: OpenTensor, Rank: a.Rank, Tensor: t.Name}, 0
			return []Effect{Focus{s.Open.first()}}
		}
	}
	return nil
}

// freeName is a name that none of the ranks which get the tensor has.
func (j *job) freeName(a AddTensor) string {
	for i := 0; ; i++ {
		name := "t" + strconv.Itoa(i)
		if i < len("xyzwuv") {
			name = "xyzwuv"[i : i+1]
		}
		taken := false
		for r := range j.tensors {
			_, has := findTensor(j.tensors[r], name)
			taken = taken || has && (r == a.Rank || a.Everyone)
		}
		if !taken {
			return name
		}
	}
}

func (a RemoveTensor) edit(s *scenario.Scenario) (*scenario.Scenario, error) {
	if a.Rank < 0 || a.Rank >= s.Processes() {
		return s, nil
	}
	j := unpack(s)
	k, found := findTensor(j.tensors[a.Rank], a.Tensor)
	if !found {
		return s, nil
	}
	for i := range j.programs[a.Rank] {
		op := j.programs[a.Rank][i]
		for _, v := range values(&op) {
			if v.Name == a.Tensor {
				return nil, no("tensor.used", "name", a.Tensor, "op", op.Name, "n", strconv.Itoa(i))
			}
		}
	}
	j.tensors[a.Rank] = slices.Delete(slices.Clone(j.tensors[a.Rank]), k, k+1)
	return j.pack(), nil
}
