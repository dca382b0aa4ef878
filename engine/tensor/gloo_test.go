package tensor

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// gloo.txt holds what PyTorch's Gloo backend gave for the inputs below; see
// testdata/gloo.py, which wrote it.
//
//go:embed testdata/gloo.txt
var glooFacts string

// bitsOf returns element i of a digest input: raw bits from r, or where tame
// ones are wanted those of a float near 1.
func bits32(i int, r uint64) uint32 {
	if i%2 == 1 {
		return uint32(r)&0x807fffff | uint32(r>>40%16+120)<<23
	}
	return uint32(r)
}

func bits64(i int, r uint64) uint64 {
	if i%2 == 1 {
		return r&0x800fffffffffffff | (r>>52%16+1016)<<52
	}
	return r
}

// glooInputs makes the local and the received data of testdata/gloo.py.
func glooInputs(d DType) (a, b []byte) {
	const n = 1 << 16
	special32 := []uint32{0, 0x80000000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000, 0x3f800000, 0x7fa00001}
	special64 := []uint64{0, 1 << 63, 0x7ff << 52, 0xfff << 52, 0x7ff8 << 48, 0xfff8 << 48, 0x3ff << 52, 0x7ff4<<48 + 1}
	seedA, seedB := uint64(1), uint64(2)
	for i := range n {
		r, q := splitMix(&seedA), splitMix(&seedB)
		switch d {
		case Float16, BFloat16:
			a, b = le.AppendUint16(a, uint16(i)), le.AppendUint16(b, uint16(r))
		case Int8, UInt8:
			a, b = append(a, byte(i)), append(b, byte(i>>8))
		case Bool:
			a, b = append(a, byte(i%3)), append(b, byte(i/3%3))
		case Int32:
			a, b = le.AppendUint32(a, uint32(r)), le.AppendUint32(b, uint32(q))
		case Int64:
			a, b = le.AppendUint64(a, r), le.AppendUint64(b, q)
		case Float32:
			x, y := bits32(i, r), bits32(i, q)
			if i < 64 {
				x, y = special32[i/8], special32[i%8]
			}
			a, b = le.AppendUint32(a, x), le.AppendUint32(b, y)
		case Float64:
			x, y := bits64(i, r), bits64(i, q)
			if i < 64 {
				x, y = special64[i/8], special64[i%8]
			}
			a, b = le.AppendUint64(a, x), le.AppendUint64(b, y)
		}
	}
	return a, b
}

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8])
}

func TestAsGloo(t *testing.T) {
	seen := 0
	for line := range strings.Lines(glooFacts) {
		f := strings.SplitN(strings.TrimSpace(line), " ", 3)
		what, want := f[0], f[2]
		d, ok := ParseDType(f[1])
		require.True(t, ok, line)
		var got string
		switch {
		case what == "from_float32":
			got = digest(fromFloat32(d))
		case what == "to_float32":
			got = digest(toFloat32(d))
		case strings.HasPrefix(what, "divide"):
			a, _ := glooInputs(d)
			require.NoError(t, Divide(d, a, int(what[len("divide")]-'0')))
			got = digest(a)
		default:
			name, swapped := strings.CutSuffix(what, "_swapped")
			got = reduceDigest(t, name, d, swapped)
		}
		assert.Equal(t, want, got, "%s %s", what, d)
		seen++
	}
	require.Equal(t, 139, seen)
}

func reduceDigest(t *testing.T, name string, d DType, swapped bool) string {
	op, ok := ParseReduceOp(name)
	require.True(t, ok, name)
	a, b := glooInputs(d)
	if swapped {
		a, b = b, a
	}
	if err := Reduce(op, d, a, b); err != nil {
		return err.Error()
	}
	if op == Avg {
		if err := Divide(d, a, 2); err != nil {
			return err.Error()
		}
	}
	return digest(a)
}

func notNaN(bits uint32) uint32 {
	if bits&0x7fffffff > 0x7f800000 {
		return 0
	}
	return bits
}

func fromFloat32(d DType) (out []byte) {
	const n = 1 << 18
	put := func(bits uint32) {
		var e [2]byte
		SetFloat(d, e[:], float64(math.Float32frombits(notNaN(bits))))
		out = append(out, e[:]...)
	}
	seed := uint64(3)
	for range n {
		put(uint32(splitMix(&seed)))
	}
	for _, delta := range []uint32{0, ^uint32(0), 1} {
		for i := range uint32(n) {
			put(i*0x1000 + 0x33000000 + delta)
		}
	}
	return out
}

func toFloat32(d DType) (out []byte) {
	for i := range 1 << 16 {
		v := Float(d, []byte{byte(i), byte(i >> 8)})
		if v != v {
			v = 0
		}
		out = le.AppendUint32(out, math.Float32bits(float32(v)))
	}
	return out
}

// A subslice at an odd offset is what a mismatched receive leaves behind.
func TestReduceAnywhere(t *testing.T) {
	for d := range dtypes {
		d := DType(d)
		a, b := glooInputs(d)
		n := 100 * d.Size()
		want := bytes.Clone(a[:n])
		require.NoError(t, Reduce(Sum, d, want, b[:n]))
		shifted := append([]byte{0xee}, a[:n]...)
		require.NoError(t, Reduce(Sum, d, shifted[1:], b[:n]))
		assert.Equal(t, want, shifted[1:], d)
		assert.Equal(t, byte(0xee), shifted[0])
		f, err := ReduceFunc(Max, d)
		require.NoError(t, err)
		f(nil, nil)
	}
}

func TestPremulSum(t *testing.T) {
	_, err := ReduceFunc(PremulSum, Float32)
	require.EqualError(t, err, "Cannot use ReduceOp.PREMUL_SUM with Gloo")
}

func BenchmarkReduce(b *testing.B) {
	for _, c := range []struct {
		name string
		op   ReduceOp
		d    DType
		n    int
	}{
		{"float32_sum_1", Sum, Float32, 1}, {"float32_sum_1k", Sum, Float32, 1024}, {"float64_sum_1k", Sum, Float64, 1024},
		{"float16_sum_1k", Sum, Float16, 1024}, {"bfloat16_sum_1k", Sum, BFloat16, 1024}, {"int64_max_1k", Max, Int64, 1024},
	} {
		b.Run(c.name, func(b *testing.B) {
			f, err := ReduceFunc(c.op, c.d)
			if err != nil {
				b.Fatal(err)
			}
			x, y := New(c.d, []int{c.n}), New(c.d, []int{c.n})
			x.FillRandom(1)
			b.SetBytes(int64(len(x.Bytes)))
			for b.Loop() {
				f(x.Bytes, y.Bytes)
			}
		})
	}
}
