package oracle

import (
	"bytes"
	"math"

	"lockstep/engine/tensor"
)

// combined is the reduction of what all members give at a place of their inputs, as
// many elements as the shortest has, in the dtype and by the operation of member i.
func (o *Oracle) combined(i, place int) *Want {
	m := &o.all[i]
	own := m.entry(place)
	if own == nil {
		return &Want{DType: m.DType}
	}
	key := asked{m.Reduce, own.DType, place, len(own.Bytes)}
	if o.want != nil && o.last == key {
		return o.want
	}
	if o.done[key] == nil {
		o.done[key] = o.combine(m.Reduce, own, place)
	}
	o.last, o.want = key, o.done[key]
	return o.want
}

func (o *Oracle) combine(op tensor.ReduceOp, own *Data, place int) *Want {
	d, n := own.DType, len(own.Bytes)
	in := make([][]byte, len(o.all))
	for k := range o.all {
		x := o.all[k].entry(place)
		if x == nil {
			return &Want{DType: d}
		}
		in[k] = converted(x, d)
		n = min(n, len(in[k]))
	}
	for k := range in {
		in[k] = in[k][:n]
	}
	if d.IsFloat() {
		return floats(op, d, in, n/d.Size())
	}
	w := &Want{DType: d, Bytes: append([]byte(nil), in[0]...)}
	for _, x := range in[1:] {
		if err := tensor.Reduce(op, d, w.Bytes, x); err != nil {
			return &Want{DType: d}
		}
	}
	return w
}

// floats combines in float64. The error bound of a sum of P terms in any order is
// (P−1)·ε·Σ|x| (Higham, Accuracy and Stability of Numerical Algorithms, 4.2), that
// of a product P·ε of it.
func floats(op tensor.ReduceOp, d tensor.DType, in [][]byte, n int) *Want {
	size := d.Size()
	w := &Want{DType: d, Bytes: make([]byte, n*size), Slack: make([]float64, n)}
	terms := make([]float64, len(in))
	f := formats[d]
	for e := range n {
		for k := range in {
			terms[k] = tensor.Float(d, in[k][e*size:(e+1)*size])
		}
		value, slack := element(op, &f, terms)
		tensor.SetFloat(d, w.Bytes[e*size:(e+1)*size], value)
		w.Slack[e] = slack
	}
	return w
}

func element(op tensor.ReduceOp, f *format, terms []float64) (value, slack float64) {
	for _, x := range terms {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return x, math.Inf(1) // which of them survives is a matter of order
		}
	}
	value = terms[0]
	p := float64(len(terms))
	switch op {
	case tensor.Min, tensor.Max:
		for _, x := range terms[1:] {
			if op == tensor.Min && x < value || op == tensor.Max && x > value {
				value = x
			}
		}
		return value, 0
	case tensor.Product:
		return product(terms, f)
	}
	sum := math.Abs(value)
	for _, x := range terms[1:] {
		value += x
		sum += math.Abs(x)
	}
	if sum >= f.largest {
		return value, math.Inf(1) // some orders overflow
	}
	slack = float64(p*f.epsilon*sum) + f.least
	if op == tensor.Avg {
		value /= p
		slack = slack/p + float64(2*f.epsilon*math.Abs(value)) + f.least
	}
	return value, slack
}

func product(terms []float64, f *format) (value, slack float64) {
	value = 1
	high, low := 1.0, 1.0
	for _, x := range terms {
		value *= x
		if a := math.Abs(x); a > 1 {
			high *= a
		} else if a > 0 {
			low *= a
		}
	}
	if high >= f.largest || low <= f.normal {
		return value, math.Inf(1)
	}
	return value, float64(2*float64(len(terms))*f.epsilon*math.Abs(value)) + f.least
}

// format is what a dtype's arithmetic can hold.
type format struct {
	epsilon float64 // from 1 to the next number
	largest float64
	normal  float64 // the smallest with all its digits
	least   float64 // the smallest there is
}

var formats = map[tensor.DType]format{
	tensor.Float64:  {0x1p-52, math.MaxFloat64, 0x1p-1022, 0x1p-1074},
	tensor.Float32:  {0x1p-23, math.MaxFloat32, 0x1p-126, 0x1p-149},
	tensor.Float16:  {0x1p-10, 65504, 0x1p-14, 0x1p-24},
	tensor.BFloat16: {0x1p-7, 0x1.fep127, 0x1p-126, 0x1p-133},
}

// Wrong lists the elements of got that are not what was wanted: those that are off
// by more than the slack, and those that nothing was to come for.
func (w *Want) Wrong(got []byte) []int {
	if w.judged != nil && bytes.Equal(got, w.judged) {
		return w.wrong
	}
	var wrong []int
	size := w.DType.Size()
	for e := 0; (e+1)*size <= len(got); e++ {
		if (e+1)*size > len(w.Bytes) || !w.right(e, got[e*size:(e+1)*size]) {
			wrong = append(wrong, e)
		}
	}
	w.judged, w.wrong = got, wrong
	return wrong
}

func (w *Want) right(e int, got []byte) bool {
	size := w.DType.Size()
	want := w.Bytes[e*size : (e+1)*size]
	if string(got) == string(want) {
		return true
	}
	if w.DType == tensor.Bool {
		return (got[0] != 0) == (want[0] != 0)
	}
	if w.Slack == nil {
		return false
	}
	a, b := tensor.Float(w.DType, got), tensor.Float(w.DType, want)
	return math.IsInf(w.Slack[e], 1) || math.Abs(a-b) <= w.Slack[e]
}
