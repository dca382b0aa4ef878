package tensor

import (
	"errors"
	"fmt"
)

// ReduceOp is a torch.distributed.ReduceOp.
type ReduceOp uint8

// The reduce operations. Avg adds; the division follows once, after the
// collective (see Divide). PremulSum adds too: the factor is applied before.
const (
	Sum ReduceOp = iota
	Product
	Min
	Max
	BAnd
	BOr
	BXor
	Avg
	PremulSum
)

var reduceOpNames = [...]string{"SUM", "PRODUCT", "MIN", "MAX", "BAND", "BOR", "BXOR", "AVG", "PREMUL_SUM"}

// String returns the name without the "ReduceOp." prefix.
func (op ReduceOp) String() string { return reduceOpNames[op] }

// ParseReduceOp finds an operation by name; "" is SUM, torch's default.
func ParseReduceOp(name string) (ReduceOp, bool) {
	if name == "" {
		return Sum, true
	}
	for op, n := range reduceOpNames {
		if n == name {
			return ReduceOp(op), true
		}
	}
	return 0, false
}

// ReduceOpNames lists the names in declaration order.
func ReduceOpNames() []string { return append([]string(nil), reduceOpNames[:]...) }

// Combine is acc = op(acc, in), element by element: acc is the local data, in
// what was received. Both have the same length, a whole number of elements.
type Combine func(acc, in []byte)

// combines holds one loop per operation and dtype, so that dispatch happens
// once per call of a collective and not once per chunk. PyTorch's Gloo backend
// treats bool as uint8 (a true that came from 1 + 1 is stored as 2).
var combines = [...][len(dtypes)]Combine{
	Sum: {Float32: sumFloat32, Float64: sumFloat64, Float16: sumFloat16, BFloat16: sumBFloat16,
		Int8: sumInt8, Int32: sumInt32, Int64: sumInt64, UInt8: sumInt8, Bool: sumInt8},
	Product: {Float32: productFloat32, Float64: productFloat64, Float16: productFloat16, BFloat16: productBFloat16,
		Int8: productInt8, Int32: productInt32, Int64: productInt64, UInt8: productInt8, Bool: productInt8},
	Min: {Float32: minFloat32, Float64: minFloat64, Float16: minFloat16, BFloat16: minBFloat16,
		Int8: minInt8, Int32: minInt32, Int64: minInt64, UInt8: minUInt8, Bool: minUInt8},
	Max: {Float32: maxFloat32, Float64: maxFloat64, Float16: maxFloat16, BFloat16: maxBFloat16,
		Int8: maxInt8, Int32: maxInt32, Int64: maxInt64, UInt8: maxUInt8, Bool: maxUInt8},
	BAnd: {Int8: bitAnd, Int32: bitAnd, Int64: bitAnd, UInt8: bitAnd, Bool: bitAnd},
	BOr:  {Int8: bitOr, Int32: bitOr, Int64: bitOr, UInt8: bitOr, Bool: bitOr},
	BXor: {Int8: bitXor, Int32: bitXor, Int64: bitXor, UInt8: bitXor, Bool: bitXor},
}

// ReduceFunc returns the loop for op on d. The error is, word for word, the text
// of the RuntimeError that ProcessGroupGloo raises (torch, ProcessGroupGloo,
// toFunction), for which the rule of lower-case errors is set aside.
func ReduceFunc(op ReduceOp, d DType) (Combine, error) {
	switch op {
	case Avg:
		op = Sum
	case PremulSum:
		//lint:ignore ST1005 this is the text that PyTorch raises
		return nil, errors.New("Cannot use ReduceOp.PREMUL_SUM with Gloo")
	}
	f := combines[op][d]
	if f == nil {
		//lint:ignore ST1005 this is the text that PyTorch raises
		return nil, fmt.Errorf("Cannot use ReduceOp.%s with non-integral dtype", op)
	}
	return f, nil
}

// Reduce is ReduceFunc for a single use.
func Reduce(op ReduceOp, d DType, acc, in []byte) error {
	f, err := ReduceFunc(op, d)
	if err != nil {
		return err
	}
	f(acc, in)
	return nil
}

// Divide is the second half of AVG: buf /= n in place, as Tensor.div_ does it.
// Integers and bool keep the sum and give torch's error, word for word.
func Divide(d DType, buf []byte, n int) error {
	switch d {
	case Float32:
		divideFloat32(buf, float32(n))
	case Float64:
		divideFloat64(buf, float64(n))
	case Float16:
		divideFloat16(buf, float32(n))
	case BFloat16:
		divideBFloat16(buf, float32(n))
	default:
		return fmt.Errorf("result type Float can't be cast to the desired output type %s", d.ScalarType())
	}
	return nil
}
