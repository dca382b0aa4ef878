package oracle

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"lockstep/engine/tensor"
)

// of makes data of numbers.
func of(d tensor.DType, values ...float64) Data {
	x := Data{DType: d, Bytes: make([]byte, len(values)*d.Size())}
	for i, v := range values {
		tensor.SetFloat(d, x.Bytes[i*d.Size():(i+1)*d.Size()], v)
	}
	return x
}

func numbers(w *Want) (out []float64) {
	for i := 0; i < len(w.Bytes); i += w.DType.Size() {
		out = append(out, tensor.Float(w.DType, w.Bytes[i:i+w.DType.Size()]))
	}
	return out
}

// members makes one of each list of inputs.
func members(op string, d tensor.DType, in ...[]float64) []Member {
	all := make([]Member, len(in))
	for i, values := range in {
		all[i] = Member{Op: op, Root: 0, DType: d, In: []Data{of(d, values...)}}
	}
	return all
}

func TestDefinitions(t *testing.T) {
	f := tensor.Float32
	in := [][]float64{{1, 2}, {10, 20}, {100, 200}}
	for op, want := range map[string][]float64{
		"all_reduce": {111, 222}, "broadcast": {1, 2}, "all_gather_into_tensor": {1, 2, 10, 20, 100, 200},
	} {
		assert.Equal(t, want, numbers(Of(members(op, f, in...)).Expect(2)[0]), op)
	}
	reduced := Of(members("reduce", f, in...))
	assert.Equal(t, []float64{111, 222}, numbers(reduced.Expect(0)[0]))
	assert.Nil(t, reduced.Expect(1)[0], "what the ring leaves on other ranks is nobody's business")
	assert.Len(t, Of(members("gather", f, in...)).Expect(0), 3)
	assert.Nil(t, Of(members("gather", f, in...)).Expect(1))

	parts := Of(members("reduce_scatter_tensor", f, []float64{1, 2, 3, 4}, []float64{10, 20, 30, 40}))
	assert.Equal(t, []float64{33, 44}, numbers(parts.Expect(1)[0]))

	swap := members("all_to_all_single", f, []float64{1, 2, 3}, []float64{10, 20, 30})
	swap[0].Splits, swap[1].Splits = []int{4, 8}, []int{8, 4}
	assert.Equal(t, []float64{1, 10, 20}, numbers(Of(swap).Expect(0)[0]))
	assert.Equal(t, []float64{2, 3, 30}, numbers(Of(swap).Expect(1)[0]))
	assert.False(t, Known("barrier"))
}

// Each member asks by its own operation, root and dtype.
func TestWhoAsksOtherwise(t *testing.T) {
	all := members("all_reduce", tensor.Float32, []float64{1}, []float64{5}, []float64{3})
	all[1].Reduce = tensor.Max
	o := Of(all)
	assert.Equal(t, []float64{9}, numbers(o.Expect(0)[0]))
	assert.Equal(t, []float64{5}, numbers(o.Expect(1)[0]))

	mixed := members("broadcast", tensor.Float32, []float64{1.5}, []float64{0})
	mixed[1].DType = tensor.Int32
	assert.Equal(t, []float64{1}, numbers(Of(mixed).Expect(1)[0]))

	short := Of(members("all_reduce", tensor.Float32, []float64{1, 2}, []float64{1, 2, 3})).Expect(1)[0]
	assert.Equal(t, []int{2}, short.Wrong(of(tensor.Float32, 2, 4, 3).Bytes), "for the third element nothing came")
}

// A float may be off by what another order of adding makes, and by no more.
func TestSlack(t *testing.T) {
	w := Of(members("all_reduce", tensor.Float32, []float64{0.1}, []float64{0.2}, []float64{0.3})).Expect(0)[0]
	near := of(tensor.Float32, math.Nextafter(0.6, 1)).Bytes
	binary.LittleEndian.PutUint32(near, binary.LittleEndian.Uint32(near)+1)
	assert.Empty(t, w.Wrong(near))
	assert.Equal(t, []int{0}, w.Wrong(of(tensor.Float32, 0.6001).Bytes))

	nan := Of(members("all_reduce", tensor.Float64, []float64{math.NaN()}, []float64{1})).Expect(0)[0]
	assert.Empty(t, nan.Wrong(of(tensor.Float64, 1).Bytes), "whether a NaN survives is a matter of order")

	over := Of(members("all_reduce", tensor.Float16, []float64{60000}, []float64{60000}, []float64{-60000})).Expect(0)[0]
	assert.Empty(t, over.Wrong(of(tensor.Float16, math.Inf(1)).Bytes), "some orders overflow")

	whole := Of(members("all_reduce", tensor.Int8, []float64{100}, []float64{100})).Expect(0)[0]
	assert.Equal(t, []float64{-56}, numbers(whole), "integers wrap")
	assert.Equal(t, []int{0}, whole.Wrong(of(tensor.Int8, -55).Bytes))
}
