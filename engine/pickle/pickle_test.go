package pickle

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// long makes the values that testdata/pickles.py calls by a name.
var long = map[string]func() any{
	"x255":   func() any { return strings.Repeat("x", 255) },
	"x256":   func() any { return strings.Repeat("x", 256) },
	"x65535": func() any { return strings.Repeat("x", 65535) },
	"x65536": func() any { return strings.Repeat("x", 65536) },
	"pair":   func() any { return []string{strings.Repeat("x", 70000), "y", "y"} },
	"n999":   func() any { return upTo(999) },
	"n1000":  func() any { return upTo(1000) },
	"n1001":  func() any { return upTo(1001) },
	"n2001":  func() any { return upTo(2001) },
	"d1001": func() any {
		keys := make([]string, 1001)
		for i := range keys {
			keys[i] = fmt.Sprintf(`"%d":%d`, i, i)
		}
		return json.RawMessage("{" + strings.Join(keys, ",") + "}")
	},
	"frames": func() any {
		texts := make([]string, 9000)
		for i := range texts {
			texts[i] = fmt.Sprintf("abcdefgh%d", i)
		}
		return texts
	},
	"memo": func() any {
		var list []map[string]int
		for i := range 600 {
			list = append(list, map[string]int{fmt.Sprintf("k%d", i%300): i / 300})
		}
		return list
	},
}

func upTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// The bytes are those of CPython.
func TestDumpIsPythons(t *testing.T) {
	golden, err := os.ReadFile("testdata/pickles.txt")
	require.NoError(t, err)
	for _, line := range strings.Split(strings.TrimSpace(string(golden)), "\n") {
		text, want, _ := strings.Cut(line, " ")
		t.Run(text, func(t *testing.T) {
			if name, ok := strings.CutPrefix(text, "%"); ok {
				require.Contains(t, long, name)
				whole, err := json.Marshal(long[name]())
				require.NoError(t, err)
				b, err := Dump(whole)
				require.NoError(t, err)
				sum := sha256.Sum256(b)
				assert.Equal(t, want, fmt.Sprintf("%d %x", len(b), sum))
				return
			}
			b, err := Dump([]byte(text))
			require.NoError(t, err)
			assert.Equal(t, want, hex.EncodeToString(b))
		})
	}
}

func TestNothingIsNone(t *testing.T) {
	b, err := Dump(nil)
	require.NoError(t, err)
	assert.Equal(t, "\x80\x04N.", string(b))
}

func TestWhatIsPickledComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, err := json.Marshal(anything(3).Draw(t, "value"))
		require.NoError(t, err)
		b, err := Dump(text)
		require.NoError(t, err)
		back, e := Load(b)
		require.Nil(t, e)
		assert.JSONEq(t, string(text), string(back))
	})
}

func anything(depth int) *rapid.Generator[any] {
	leaf := rapid.OneOf(rapid.Just[any](nil), rapid.Bool().AsAny(), rapid.Int64().AsAny(), rapid.Float64Range(-1e9, 1e9).AsAny(), rapid.StringN(0, 300, -1).AsAny())
	if depth == 0 {
		return leaf
	}
	return rapid.OneOf(leaf, rapid.SliceOfN(anything(depth-1), 0, 5).AsAny(), rapid.MapOfN(rapid.String(), anything(depth-1), 0, 5).AsAny())
}

// A whole float stays one.
func TestAFloatStaysAFloat(t *testing.T) {
	b, err := Dump([]byte("[1.0, 1, 1e3]"))
	require.NoError(t, err)
	back, e := Load(b)
	require.Nil(t, e)
	assert.Equal(t, "[1.0,1,1000.0]", string(back))
}

// The complaints about bytes that nobody pickled are CPython's.
func TestLoadComplainsAsPython(t *testing.T) {
	for bytes, want := range map[string]string{
		"":                     "EOFError: Ran out of input",
		"\x00":                 `UnpicklingError: invalid load key, '\x00'.`,
		"'":                    `UnpicklingError: invalid load key, '\x27'.`,
		"\x80":                 "UnpicklingError: pickle data was truncated",
		"\x80\x04":             "EOFError: Ran out of input",
		"\x80\x04K\x01":        "EOFError: Ran out of input",
		"\x80\x04K":            "UnpicklingError: pickle data was truncated",
		"\x80\x04.":            "UnpicklingError: unpickling stack underflow",
		"\x80\x09N.":           "ValueError: unsupported pickle protocol: 9",
		"\x95\x0a\x00\x00\x00": "UnpicklingError: pickle data was truncated",
		"e.":                   "UnpicklingError: could not find MARK",
		"(.":                   "UnpicklingError: unexpected MARK found",
		"\x94.":                "UnpicklingError: unpickling stack underflow",
		"h\x05.":               "UnpicklingError: Memo value not found at index 5",
		"\x8c\x05ab":           "UnpicklingError: pickle data was truncated",
		"\x8c\x01\xff.":        "UnicodeDecodeError: 'utf-8' codec can't decode byte 0xff in position 0: invalid start byte",
		"]\x94h\x00a.":         "ValueError: Circular reference detected",
	} {
		_, e := Load([]byte(bytes))
		if assert.NotNil(t, e, "%q", bytes) {
			assert.Equal(t, want, e.Error(), "%q", bytes)
		}
	}
}

func FuzzLoad(f *testing.F) {
	f.Add([]byte("\x80\x04]\x94(]\x94]\x94e."))
	f.Add([]byte("}K\x01Ns."))
	f.Fuzz(func(t *testing.T, data []byte) {
		if text, e := Load(data); e == nil {
			assert.True(t, json.Valid(text), "%q gave %s", data, text)
		}
	})
}
