package tensor

import (
	"encoding/json"
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// What torch.tensor([text], dtype=d).tolist() gave (PyTorch 2.14.1), and how
// the file and the page write the same element.
func TestElement(t *testing.T) {
	for _, c := range []struct {
		d                       DType
		text                    string
		recorded, shown, inFile string
	}{
		{Float32, "0.1", "0.10000000149011612", "0.1", "0.1"},
		{Float32, "1", "1.0", "1", "1"},
		{Float32, "1e300", `"inf"`, "inf", "1e+300"},
		{Float32, "3.4e38", "3.3999999521443642e+38", "3.4e+38", "3.4e+38"},
		{Float32, "-0", "-0.0", "-0", "-0"},
		{Float32, "nan", `"nan"`, "nan", "nan"},
		{Float32, "-inf", `"-inf"`, "-inf", "-inf"},
		{Float32, "0.00001", "9.999999747378752e-06", "0.00001", "0.00001"},
		{Float32, "1e16", "1.0000000272564224e+16", "10000000000000000", "10000000000000000"},
		{Float32, "true", "1.0", "1", "1"},
		{Float64, "0.30000000000000004", "0.30000000000000004", "0.30000000000000004", "0.30000000000000004"},
		{Float64, "9007199254740993", "9007199254740992.0", "9007199254740992", "9007199254740992"},
		{Float64, "1e22", "1e+22", "1e+22", "1e+22"},
		{Float16, "0.1", "0.0999755859375", "0.1", "0.1"},
		{Float16, "1.0004882812509095", "1.0", "1", "1.0004882812509095"}, // rounds by way of float32
		{Float16, "65519.999", `"inf"`, "inf", "65519.999"},
		{Float16, "65519", "65504.0", "65500", "65519"},
		{Float16, "2.980530261993408e-08", "5.960464477539063e-08", "6e-08", "2.980530261993408e-08"},
		{BFloat16, "0.1", "0.10009765625", "0.1", "0.1"},
		{BFloat16, "10000000000", "9999220736.0", "10000000000", "10000000000"},
		{BFloat16, "3.4e38", `"inf"`, "inf", "3.4e+38"},
		{Int8, "-128", "-128", "-128", "-128"},
		{Int8, "1.0", "1", "1", "1"},
		{Int64, "9223372036854775807", "9223372036854775807", "9223372036854775807", "9223372036854775807"},
		{Int64, "-0", "0", "0", "0"},
		{UInt8, "2.55e2", "255", "255", "255"},
		{Bool, "true", "true", "true", "true"},
		{Bool, "0", "false", "false", "false"},
		{Int32, "−7", "-7", "-7", "-7"}, // the minus sign of typesetting
	} {
		b := make([]byte, c.d.Size())
		require.NoError(t, Store(c.d, b, c.text))
		assert.Equal(t, c.recorded, string(AppendElement(nil, c.d, b)), "%s %s recorded", c.d, c.text)
		assert.Equal(t, c.shown, Text(c.d, b), "%s %s shown", c.d, c.text)
		file, err := Canonical(c.d, c.text)
		require.NoError(t, err)
		assert.Equal(t, c.inFile, file, "%s %s in a file", c.d, c.text)
	}
}

func TestBadElement(t *testing.T) {
	for _, c := range []struct {
		d          DType
		text, want string
	}{
		{Int8, "300", "300 is not an int8 (-128 … 127)"},
		{UInt8, "-1", "-1 is not a uint8 (0 … 255)"},
		{Int32, "2147483648", "2147483648 is not an int32 (-2147483648 … 2147483647)"},
		{Int64, "9223372036854775808", "9223372036854775808 is not an int64 (-9223372036854775808 … 9223372036854775807)"},
		{Int32, "1.5", "1.5 is not an int32 (-2147483648 … 2147483647)"},
		{Int64, "nan", "nan is not an int64 (-9223372036854775808 … 9223372036854775807)"},
		{Bool, "2", "2 is not a bool (true, false)"},
		{Float32, "x", "x is not a float32 (a number, nan, inf, -inf)"},
		{Float64, "1e999", "1e999 is not a float64 (a number, nan, inf, -inf)"},
		{Float32, "0x10", "0x10 is not a float32 (a number, nan, inf, -inf)"},
		{Float32, "", " is not a float32 (a number, nan, inf, -inf)"},
	} {
		var b [8]byte
		require.EqualError(t, Store(c.d, b[:c.d.Size()], c.text), c.want)
	}
}

// Every pattern of the small dtypes reads back from what is shown and from what
// is recorded.
func TestEveryPatternReadsBack(t *testing.T) {
	for _, d := range []DType{Float16, BFloat16, Int8, UInt8} {
		patterns := 1 << (8 * d.Size())
		for i := range patterns {
			src := []byte{byte(i), byte(i >> 8)}[:d.Size()]
			back := make([]byte, d.Size())
			require.NoError(t, Store(d, back, Text(d, src)))
			if v := Float(d, src); v != v {
				require.True(t, math.IsNaN(Float(d, back)))
				continue
			}
			require.Equal(t, src, back, "%s %x shown as %s", d, i, Text(d, src))
			var rec any
			require.NoError(t, json.Unmarshal(AppendElement(nil, d, src), &rec))
			if f, ok := rec.(float64); ok {
				SetFloat(d, back, f)
				require.Equal(t, src, back, "%s %x recorded as %v", d, i, f)
			}
		}
	}
}

func TestReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.SampledFrom([]DType{Float32, Float64, Int32, Int64}).Draw(t, "dtype")
		src := rapid.SliceOfN(rapid.Byte(), d.Size(), d.Size()).Draw(t, "bytes")
		if v := Float(d, src); v != v {
			return
		}
		back := make([]byte, d.Size())
		require.NoError(t, Store(d, back, Text(d, src)))
		require.Equal(t, src, back)
		file, err := Canonical(d, Text(d, src))
		require.NoError(t, err)
		again, err := Canonical(d, file)
		require.NoError(t, err)
		require.Equal(t, file, again)
		if d.IsFloat() {
			_, err := strconv.ParseFloat(string(AppendElement(nil, d, src)), 64)
			require.True(t, err == nil || math.IsInf(Float(d, src), 0))
		}
	})
}

func TestFill(t *testing.T) {
	x := New(Int8, []int{301})
	x.FillArange()
	assert.Equal(t, "44", Text(Int8, x.At(300))) // 300 wraps as torch's .to(int8) does
	x.FillInt(200)
	assert.Equal(t, "-56", Text(Int8, x.At(0)))
	for d := range dtypes {
		a, b, c := New(DType(d), []int{2, 50}), New(DType(d), []int{2, 50}), New(DType(d), []int{2, 50})
		a.FillRandom(7)
		b.FillRandom(7)
		c.FillRandom(8)
		assert.Equal(t, a.Bytes, b.Bytes)
		assert.NotEqual(t, a.Bytes, c.Bytes)
		assert.Equal(t, a.Bytes, a.Clone().Bytes)
	}
	f := New(Float32, []int{4})
	f.FillRandom(0)
	assert.Equal(t, `{"dtype":"float32","shape":[4],"data":[0.765625,-0.140625,-0.953125,0.9375]}`,
		string(f.AppendJSON(nil)), "the same seed gives the same numbers for ever: files are shared")
}

// Long tensors are given as runs, as recordings have them.
func TestAppendJSON(t *testing.T) {
	x := New(Float32, []int{65})
	assert.Equal(t, `{"dtype":"float32","shape":[65],"rle":[[0.0,65]]}`, string(x.AppendJSON(nil)))
	x.FillArange()
	assert.Equal(t, `{"dtype":"float32","shape":[65],"rle":[[0.0,1],[1.0,1],[2.0,1],[3.0,1],[4.0,1],[5.0,1],[6.0,1],[7.0,1],[8.0,1],[9.0,1],[10.0,1],[11.0,1]],"rle_truncated_of":65}`,
		string(x.AppendJSON(nil)))
	nan := New(Float32, []int{66})
	for i := range 66 {
		le.PutUint32(nan.At(i), 0x7fc00000|uint32(i))
	}
	assert.Equal(t, `{"dtype":"float32","shape":[66],"rle":[["nan",66]]}`, string(nan.AppendJSON(nil)), "NaN equals NaN")
	b := New(Bool, []int{})
	b.Bytes[0] = 2
	out, err := json.Marshal(b)
	require.NoError(t, err)
	assert.Equal(t, `{"dtype":"bool","shape":[],"data":[true]}`, string(out))
	assert.Equal(t, `{"dtype":"int32","shape":[0],"data":[]}`, string(New(Int32, []int{0}).AppendJSON(nil)))
}
