package script

import (
	"math"
	"math/bits"

	"lockstep/engine/tensor"
)

// Sums of floats, in the order in which PyTorch adds on a CPU with AVX2 (and on
// those with more: this kernel has no wider form), because the order makes the
// bits: aten/src/ATen/native/cpu/SumKernel.cpp. A row is cut into lanes, each lane
// into four interleaved ones, and each of those is added in a cascade of levels.
// Half types are added in float32.
//
// Tensors of more than 32,768 elements PyTorch may cut between its threads; here
// they are added as by one.

const (
	lanes      = 4 // interleaved partial sums
	levels     = 4
	vectorSize = 32 // bytes
)

// number is what is added in: float32, or float64 for float64.
type number interface{ float32 | float64 }

// cascade adds size numbers, of which load gives the i-th, a level after the other.
func cascade[T number](size int, load func(i int) T) T {
	power := max(4, ceilLog2(size)/levels)
	step := 1 << power
	mask := step - 1
	var acc [levels]T
	i := 0
	for i+step <= size {
		for range step {
			acc[0] += load(i)
			i++
		}
		for j := 1; j < levels; j++ {
			acc[j] += acc[j-1]
			acc[j-1] = 0
			if i&(mask<<(j*power)) != 0 {
				break
			}
		}
	}
	for ; i < size; i++ {
		acc[0] += load(i)
	}
	for j := 1; j < levels; j++ {
		acc[0] += acc[j]
	}
	return acc[0]
}

func ceilLog2(n int) int {
	if n <= 2 {
		return 1
	}
	return bits.Len(uint(n - 1))
}

// rowSum adds a row in four interleaved cascades.
func rowSum[T number](size int, load func(i int) T) T {
	quarter := size / lanes
	var part [lanes]T
	for k := range part {
		part[k] = cascade(quarter, func(i int) T { return load(i*lanes + k) })
	}
	for i := quarter * lanes; i < size; i++ {
		part[0] += load(i)
	}
	for k := 1; k < lanes; k++ {
		part[0] += part[k]
	}
	return part[0]
}

// vectorSum adds a row that is contiguous in memory and at least a vector long:
// lane by lane, then the rest, then the lanes.
func vectorSum[T number](d tensor.DType, size int, load func(i int) T) T {
	per := vectorSize / d.Size() // elements in a vector of the dtype
	acc := per
	if d.Size() == 2 {
		acc = per / 2 // two elements go into one lane
	}
	vectors := size / per
	var sum T
	for i := vectors * per; i < size; i++ {
		sum += load(i)
	}
	for lane := range acc {
		sum += rowSum(vectors, func(i int) T {
			switch d {
			case tensor.BFloat16:
				return load(i*per+lane) + load(i*per+acc+lane)
			case tensor.Float16:
				return load(i*per+2*lane) + load(i*per+2*lane+1)
			}
			return load(i*per + lane)
		})
	}
	return sum
}

// summed adds one result: size numbers, stride elements apart in memory, the first
// at off; column is the place of the result among those that stand side by side.
func summed[T number](t *Tensor, off, size, stride, column, columns int) T {
	d := t.dtype()
	load := func(i int) T { return T(tensor.Float(d, t.at(off+i*stride))) }
	per := vectorSize / d.Size()
	lane := per
	if d.Size() == 2 {
		lane = per / 2
	}
	switch {
	case columns == 0 && stride == 1 && size >= per: // along memory
		return vectorSum(d, size, load)
	case columns == 0:
		return rowSum(size, load)
	case columns >= per && column < columns-columns%(lanes*lane): // four vectors side by side
		return cascade(size, load)
	case columns < per && column < columns-columns%lanes: // four columns side by side
		return cascade(size, load)
	}
	return rowSum(size, load)
}

// sumAll adds all elements, in the order of memory where they fill it.
func (t *Tensor) sumAll() float64 {
	x := t
	if !t.isContiguous() {
		x = t.inMemoryOrder()
	}
	if len(x.shape) == 1 && !x.isContiguous() {
		return total(x, x.off, x.shape[0], x.stride[0], 0, 0)
	}
	return total(x, x.off, x.length(), 1, 0, 0)
}

// total is summed in the dtype that the sum is made in; 0 is added last, as the
// kernel does, so that −0 becomes 0.
func total(t *Tensor, off, size, stride, column, columns int) float64 {
	if t.dtype() == tensor.Float64 {
		return 0 + summed[float64](t, off, size, stride, column, columns)
	}
	return float64(0 + summed[float32](t, off, size, stride, column, columns))
}

// inMemoryOrder is the tensor with its dimensions sorted by stride if they fill
// memory, else a contiguous copy.
func (t *Tensor) inMemoryOrder() *Tensor {
	if len(t.shape) == 1 {
		return t
	}
	x := t.view(t.off, append([]int{}, t.shape...), append([]int{}, t.stride...))
	for i := range x.shape { // an insertion sort: at most eight dimensions
		for j := i; j > 0 && x.stride[j-1] < x.stride[j]; j-- {
			x.stride[j-1], x.stride[j] = x.stride[j], x.stride[j-1]
			x.shape[j-1], x.shape[j] = x.shape[j], x.shape[j-1]
		}
	}
	if x.isContiguous() {
		return x
	}
	return t.session.NewTensor(t.Value())
}

// reduceDim is sum(dim) or mean(dim) of floats.
func (t *Tensor) reduceDim(dim int, keep bool, divide bool) (*Tensor, error) {
	x := t
	if !t.isContiguous() {
		x = t.session.NewTensor(t.Value())
	}
	outer, size, inner := tensor.NumElements(x.shape[:dim]), x.shape[dim], tensor.NumElements(x.shape[dim+1:])
	shape := append([]int{}, x.shape[:dim]...)
	if keep {
		shape = append(shape, 1)
	}
	shape = append(shape, x.shape[dim+1:]...)
	out, err := t.session.fresh(x.dtype(), shape)
	if err != nil {
		return nil, err
	}
	t.session.work(x.length())
	for o := range outer {
		for i := range inner {
			columns := inner
			if inner == 1 {
				columns = 0
			}
			v := total(x, x.off+o*size*inner+i, size, inner, i, columns)
			if divide {
				v = quotient(x.dtype(), v, size)
			}
			tensor.SetFloat(x.dtype(), out.at(o*inner+i), v)
		}
	}
	return out, nil
}

// quotient divides a sum by a count, in the dtype that the sum was made in.
func quotient(d tensor.DType, v float64, n int) float64 {
	if n == 0 {
		return math.NaN()
	}
	if d == tensor.Float64 {
		return v / float64(n)
	}
	return float64(float32(v) / float32(n))
}
