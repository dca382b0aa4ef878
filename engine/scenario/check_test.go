package scenario

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Check goes without a text where it can; what it says is what Parse says of one.
func TestCheckSaysWhatParseSays(t *testing.T) {
	sample := func() *Scenario {
		s, err := Parse([]byte(`{"lockstep":1,"world_size":2,"tensors":{"x":{"dtype":"float32","shape":[2],"data":[1,2]},"y":{"dtype":"int64","shape":[1],"fill":"rank"}},
			"program":[{"op":"all_reduce","tensor":"x"},{"op":"compute","for":"1ms"},{"op":"broadcast_object_list","src":0,"list":[{"a":1}]}],
			"ranks":[{"start":"1ms","program":[{"op":"local","code":"x += 1"}]}]}`))
		require.NoError(t, err)
		return s
	}
	require.NoError(t, sample().Check())
	nested := func(deep int) json.RawMessage {
		return json.RawMessage(strings.Repeat("[", deep) + strings.Repeat("]", deep))
	}
	for name, spoil := range map[string]func(s *Scenario){
		"nothing":              func(*Scenario) {},
		"title":                func(s *Scenario) { s.Title = Text{"": "\"\\\n\x00\x7f\u2028\U0001F600"} },
		"title in UTF-16":      func(s *Scenario) { s.Title = Text{"": "a\xffb"} },
		"language":             func(s *Scenario) { s.Title = Text{"e\xff": "a"} },
		"no number":            func(s *Scenario) { s.Tensors[0].Spec.Data = []Num{"1", "abc"} },
		"two numbers":          func(s *Scenario) { s.Tensors[0].Spec.Data = []Num{"1", "2,3"} },
		"number with a zero":   func(s *Scenario) { s.Tensors[0].Spec.Data = []Num{"1", "01"} },
		"empty number":         func(s *Scenario) { s.Tensors[0].Spec.Data = []Num{"1", ""} },
		"object for a number":  func(s *Scenario) { s.Tensors[0].Spec.Data = []Num{"1", "{}"} },
		"word":                 func(s *Scenario) { s.Tensors[0].Spec.Data = []Num{"1", "nan"} },
		"tensor twice":         func(s *Scenario) { s.Tensors[1].Name = "x" },
		"tensor without name":  func(s *Scenario) { s.Tensors[1].Name = "" },
		"tensor that is not":   func(s *Scenario) { s.Program[0].Tensor = &Value{Name: "z"} },
		"literal":              func(s *Scenario) { s.Program[0].Tensor = &Value{Lit: &s.Tensors[0].Spec} },
		"shape":                func(s *Scenario) { s.Tensors[0].Spec.Shape = []int{3} },
		"world":                func(s *Scenario) { s.WorldSize = 0 },
		"rank outside":         func(s *Scenario) { s.Program[2].Src = new(int); *s.Program[2].Src = 2 },
		"op":                   func(s *Scenario) { s.Program[0].Name = "all_reduc" },
		"negative time":        func(s *Scenario) { s.Program[1].For = -1 },
		"deep":                 func(s *Scenario) { s.Program[2].ObjList[0] = nested(MaxNesting - 4) },
		"deepest":              func(s *Scenario) { s.Program[2].ObjList[0] = nested(MaxNesting - 3) },
		"too deep":             func(s *Scenario) { s.Program[2].ObjList[0] = nested(MaxNesting - 2) },
		"deeper than an obj":   func(s *Scenario) { s.Program[2].ObjList[0] = nested(MaxNesting + 2) },
		"long script":          func(s *Scenario) { s.Ranks, s.Program, s.Script = nil, nil, strings.Repeat("x", MaxScript) },
		"longer script":        func(s *Scenario) { s.Ranks, s.Program, s.Script = nil, nil, strings.Repeat("x", MaxScript+1) },
		"script of null bytes": func(s *Scenario) { s.Ranks, s.Program, s.Script = nil, nil, strings.Repeat("\x00", MaxScript) },
		"script and ops":       func(s *Scenario) { s.Script = "x" },
		"many tensors": func(s *Scenario) {
			for i := range MaxTensors {
				s.Tensors = append(s.Tensors, NamedTensor{Name: "t" + string(rune('a'+i%26)) + string(rune('a'+i/26)), Spec: s.Tensors[0].Spec})
			}
		},
	} {
		s := sample()
		spoil(s)
		_, want := Parse(Format(s))
		assert.Equal(t, want, s.Check(), name)
	}
}
