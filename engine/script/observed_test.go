package script

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/scenario"
	"lockstep/engine/tensor"
)

// alone is a host without other ranks: ops end at once and give nothing back.
type alone struct {
	ops   []scenario.Op
	args  [][]Arg
	logs  []string
	pause int
	fails map[string]error
}

func (h *alone) Call(op *scenario.Op, args []Arg) (func() any, error) {
	h.ops, h.args = append(h.ops, *op), append(h.args, args)
	return func() any { return nil }, h.fails[op.Name]
}
func (h *alone) Group(handle string) (int, []int, bool)  { return 0, []int{0}, handle == "" }
func (h *alone) At(int)                                  {}
func (h *alone) Pause()                                  { h.pause++ }
func (h *alone) Save(int, []byte, []*Tensor, bool) error { return nil }
func (h *alone) Load(Query) (*Loaded, error)             { return nil, nil }
func (h *alone) Log(name string, value float64, text string) {
	h.logs = append(h.logs, strings.TrimSpace(name+" "+text))
}

var roomy = Limits{Steps: 100_000_000, Bytes: 256 << 20}

func runText(t *testing.T, text string) (*Session, error) {
	t.Helper()
	p, err := Compile(text)
	require.NoError(t, err, text)
	s := NewSession(Env{WorldSize: 1, Limits: roomy}, &alone{})
	return s, p.Run(s)
}

// observation is a program and what PyTorch made of it: see testdata/observed.py.
type observation struct {
	Code  string          `json:"code"`
	Out   json.RawMessage `json:"out"`
	Error []string        `json:"error"`
}

func observations(t *testing.T) (list []observation) {
	t.Helper()
	text, err := os.ReadFile("testdata/observed.jsonl")
	require.NoError(t, err)
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var o observation
		require.NoError(t, json.Unmarshal(lines.Bytes(), &o))
		list = append(list, o)
	}
	return list
}

// TestAsPyTorch holds every operation to what PyTorch did: class and text of the
// exception, or dtype, shape and bits.
func TestAsPyTorch(t *testing.T) {
	list := observations(t)
	require.Greater(t, len(list), 5000)
	for _, o := range list {
		s, err := runText(t, o.Code)
		if o.Error != nil {
			var e *Error
			if assert.True(t, errors.As(err, &e), "%s\nwant %s", o.Code, o.Error) {
				assert.Equal(t, o.Error[0], e.Type, o.Code)
				assert.Equal(t, o.Error[1], e.Message, o.Code)
			}
			continue
		}
		if !assert.NoError(t, err, o.Code) {
			continue
		}
		x, ok := s.vars["out"].(*Tensor)
		if !ok {
			got, err := s.toJSON(s.vars["out"])
			require.NoError(t, err, o.Code)
			assert.JSONEq(t, string(o.Out), string(got), o.Code)
			continue
		}
		assert.Empty(t, different(t, o.Out, x.Value()), o.Code)
	}
}

// different compares a tensor with its JSON bit for bit; NaN equals NaN.
func different(t *testing.T, want json.RawMessage, got *tensor.Tensor) string {
	t.Helper()
	var w struct {
		DType string            `json:"dtype"`
		Shape []int             `json:"shape"`
		Data  []json.RawMessage `json:"data"`
	}
	require.NoError(t, json.Unmarshal(want, &w))
	d, ok := tensor.ParseDType(w.DType)
	require.True(t, ok, w.DType)
	if d != got.DType || !sameShape(w.Shape, got.Shape) {
		return "want " + w.DType + list(w.Shape) + ", got " + got.DType.String() + list(got.Shape)
	}
	for i, text := range w.Data {
		b := make([]byte, d.Size())
		if err := tensor.Store(d, b, strings.Trim(string(text), `"`)); err != nil {
			return err.Error()
		}
		if d.IsFloat() && math.IsNaN(tensor.Float(d, b)) && math.IsNaN(tensor.Float(d, got.At(i))) {
			continue
		}
		if !bytes.Equal(b, got.At(i)) {
			return "element " + string(rune('0'+i%10)) + ": want " + string(text) + ", got " + tensor.Text(d, got.At(i))
		}
	}
	return ""
}
