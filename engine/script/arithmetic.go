package script

import (
	"fmt"
	"math"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"lockstep/engine/tensor"
)

// arithmetic is x op y where one of them is a tensor, element by element, in
// PyTorch's dtype and with its rounding.
func (s *Session) arithmetic(op syntax.Token, x, y starlark.Value) (starlark.Value, error) {
	a, err := operandOf(x)
	if err != nil {
		return nil, err
	}
	b, err := operandOf(y)
	if err != nil {
		return nil, err
	}
	if op == syntax.STAR && a.t == nil {
		a, b = b, a // torch.Tensor.__rmul__
	}
	if op == syntax.SLASH && a.t == nil {
		// torch.Tensor.__rdiv__: the reciprocal, times the number.
		r, err := s.compute(op, operand{d: tensor.Int64, i: 1, f: 1}, b, nil)
		if err != nil {
			return nil, err
		}
		return s.compute(syntax.STAR, operand{t: r, d: r.dtype()}, a, nil)
	}
	return s.compute(op, a, b, nil)
}

// arithmeticInPlace is x op= y.
func (s *Session) arithmeticInPlace(op syntax.Token, x *Tensor, y starlark.Value) (starlark.Value, error) {
	b, err := operandOf(y)
	if err != nil {
		return nil, err
	}
	if _, err := s.compute(op, operand{t: x, d: x.dtype()}, b, x); err != nil {
		return nil, err
	}
	return x, nil
}

// compute works an operation out, into a new tensor or into the given one.
func (s *Session) compute(op syntax.Token, a, b operand, into *Tensor) (*Tensor, error) {
	d, err := promote(a, b)
	if err != nil {
		return nil, err
	}
	compare := isComparison(op)
	if d, err = refine(op, d, a, b); err != nil {
		return nil, err
	}
	shape, err := broadcast(a.shape(), b.shape())
	if err != nil {
		return nil, err
	}
	result := d
	if compare {
		result = tensor.Bool
	}
	out := into
	if into == nil {
		if out, err = s.fresh(result, shape); err != nil {
			return nil, err
		}
	} else {
		if !sameShape(into.shape, shape) {
			return nil, runtimeError("output with shape %s doesn't match the broadcast shape %s", list(into.shape), list(shape))
		}
		if err := castable(result, into.dtype()); err != nil {
			return nil, err
		}
		s.work(into.length())
		into.mem.Changed = true
	}
	return out, fill(op, d, a, b, shape, out)
}

func isComparison(op syntax.Token) bool {
	switch op {
	case syntax.LT, syntax.LE, syntax.GT, syntax.GE, syntax.EQL, syntax.NEQ:
		return true
	}
	return false
}

// refine is what single operations make of the common dtype, or say to it.
func refine(op syntax.Token, d tensor.DType, a, b operand) (tensor.DType, error) {
	switch op {
	case syntax.SLASH:
		if !d.IsFloat() {
			return tensor.Float32, nil
		}
	case syntax.MINUS:
		if a.d == tensor.Bool && b.d == tensor.Bool {
			return d, exception("NotImplementedError", "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` operator instead.")
		}
		if a.d == tensor.Bool || b.d == tensor.Bool {
			return d, exception("NotImplementedError", "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a mask, use the `~` or `logical_not()` operator instead.")
		}
	case syntax.SLASHSLASH:
		if d == tensor.Bool {
			return d, exception("NotImplementedError", "\"div_floor_cpu\" not implemented for 'Bool'")
		}
	case syntax.PERCENT:
		if d == tensor.Bool {
			return d, exception("NotImplementedError", "\"remainder_cpu\" not implemented for 'Bool'")
		}
	case syntax.AMP, syntax.PIPE, syntax.CIRCUMFLEX, syntax.LTLT, syntax.GTGT:
		name := map[syntax.Token]string{syntax.AMP: "bitwise_and", syntax.PIPE: "bitwise_or", syntax.CIRCUMFLEX: "bitwise_xor", syntax.LTLT: "lshift", syntax.GTGT: "rshift"}[op]
		if d.IsFloat() || d == tensor.Bool && (op == syntax.LTLT || op == syntax.GTGT) {
			return d, exception("NotImplementedError", "\"%s_cpu\" not implemented for '%s'", name, d.ScalarType())
		}
	}
	return d, nil
}

// fill computes in d and stores in the dtype of out.
func fill(op syntax.Token, d tensor.DType, a, b operand, shape []int, out *Tensor) error {
	set := func(off int, v float64) { tensor.SetFloat(out.dtype(), out.at(off), v) }
	switch {
	case d == tensor.Float64:
		f := operation64[op]
		x, y := a.floats64(shape), b.floats64(shape)
		sx, sy := step(x), step(y)
		out.each(func(i, off int) { set(off, f(x[i*sx], y[i*sy])) })
	case d.IsFloat():
		f := operation32(op, d)
		// A kernel that takes its second operand as a scalar keeps it in float32.
		exact := b.single() && (op == syntax.STAR || op == syntax.SLASH || op == syntax.SLASHSLASH)
		if exact && op == syntax.SLASHSLASH {
			f = operation32(op, tensor.Float32)
		}
		x, y := a.floats32(d, shape, false), b.floats32(d, shape, exact)
		sx, sy := step(x), step(y)
		out.each(func(i, off int) { set(off, float64(f(x[i*sx], y[i*sy]))) })
	default:
		f := operationInt(op, d)
		x, y := a.ints(d, shape), b.ints(d, shape)
		if op == syntax.SLASHSLASH || op == syntax.PERCENT {
			for _, v := range y {
				if v == 0 && out.length() > 0 {
					return runtimeError("ZeroDivisionError")
				}
			}
		}
		sx, sy := step(x), step(y)
		out.each(func(i, off int) { tensor.SetInt(out.dtype(), out.at(off), f(x[i*sx], y[i*sy])) })
	}
	return nil
}

// step is 0 for what is one element for all.
func step[T any](list []T) int {
	if len(list) == 1 {
		return 0
	}
	return 1
}

func truth[T float32 | float64 | int64](b bool) T {
	if b {
		return 1
	}
	return 0
}

var operation64 = map[syntax.Token]func(a, b float64) float64{
	syntax.PLUS:  func(a, b float64) float64 { return a + b },
	syntax.MINUS: func(a, b float64) float64 { return a - b },
	syntax.STAR:  func(a, b float64) float64 { return a * b },
	syntax.SLASH: func(a, b float64) float64 { return a / b },
	syntax.SLASHSLASH: func(a, b float64) float64 {
		return floorDivide(a, b, func(v float64) float64 { return v })
	},
	syntax.PERCENT: func(a, b float64) float64 { return remainder(a, b, func(v float64) float64 { return v }) },
	syntax.LT:      func(a, b float64) float64 { return truth[float64](a < b) },
	syntax.LE:      func(a, b float64) float64 { return truth[float64](a <= b) },
	syntax.GT:      func(a, b float64) float64 { return truth[float64](a > b) },
	syntax.GE:      func(a, b float64) float64 { return truth[float64](a >= b) },
	syntax.EQL:     func(a, b float64) float64 { return truth[float64](a == b) },
	syntax.NEQ:     func(a, b float64) float64 { return truth[float64](a != b) },
}

// operation32 is an operation of float32, or of a half type: there a float32
// operation and a rounding for each step.
func operation32(op syntax.Token, d tensor.DType) func(a, b float32) float32 {
	switch op {
	case syntax.PLUS:
		return func(a, b float32) float32 { return a + b }
	case syntax.MINUS:
		return func(a, b float32) float32 { return a - b }
	case syntax.STAR:
		return func(a, b float32) float32 { return a * b }
	case syntax.SLASH:
		return func(a, b float32) float32 { return a / b }
	}
	if f := operation64[op]; isComparison(op) {
		return func(a, b float32) float32 { return float32(f(float64(a), float64(b))) }
	}
	var buf [4]byte
	round := func(v float64) float64 {
		tensor.SetFloat(d, buf[:d.Size()], v)
		return tensor.Float(d, buf[:d.Size()])
	}
	if op == syntax.SLASHSLASH {
		return func(a, b float32) float32 { return float32(floorDivide(float64(a), float64(b), round)) }
	}
	return func(a, b float32) float32 { return float32(remainder(float64(a), float64(b), round)) }
}

// floorDivide is c10::div_floor_floating, every step rounded. A float32 step is
// exact enough in float64: one operation of two float32 rounds there first, but
// never to another float32 in the end.
func floorDivide(a, b float64, round func(float64) float64) float64 {
	if b == 0 {
		return round(a / b)
	}
	mod := math.Mod(a, b)
	div := round(round(a-mod) / b)
	if mod != 0 && (b < 0) != (mod < 0) {
		div = round(div - 1)
	}
	if div == 0 {
		return math.Copysign(0, a/b)
	}
	floor := math.Floor(div)
	if round(div-floor) > 0.5 {
		floor = round(floor + 1)
	}
	return floor
}

// remainder has the sign of b, as Python's.
func remainder(a, b float64, round func(float64) float64) float64 {
	mod := math.Mod(a, b)
	if mod != 0 && (b < 0) != (mod < 0) {
		mod = round(mod + b)
	}
	return mod
}

// operationInt is an operation of integers or bools, in 64 bits: the store wraps.
func operationInt(op syntax.Token, d tensor.DType) func(a, b int64) int64 {
	switch op {
	case syntax.PLUS:
		return func(a, b int64) int64 { return a + b }
	case syntax.MINUS:
		return func(a, b int64) int64 { return a - b }
	case syntax.STAR:
		return func(a, b int64) int64 { return a * b }
	case syntax.SLASHSLASH:
		return func(a, b int64) int64 {
			q := a / b
			if a%b != 0 && (a < 0) != (b < 0) {
				q--
			}
			return q
		}
	case syntax.PERCENT:
		return func(a, b int64) int64 {
			r := a % b
			if r != 0 && (r < 0) != (b < 0) {
				r += b
			}
			return r
		}
	case syntax.AMP:
		return func(a, b int64) int64 { return a & b }
	case syntax.PIPE:
		return func(a, b int64) int64 { return a | b }
	case syntax.CIRCUMFLEX:
		return func(a, b int64) int64 { return a ^ b }
	case syntax.LTLT, syntax.GTGT:
		return shift64(op, d)
	case syntax.LT:
		return func(a, b int64) int64 { return truth[int64](a < b) }
	case syntax.LE:
		return func(a, b int64) int64 { return truth[int64](a <= b) }
	case syntax.GT:
		return func(a, b int64) int64 { return truth[int64](a > b) }
	case syntax.GE:
		return func(a, b int64) int64 { return truth[int64](a >= b) }
	case syntax.EQL:
		return func(a, b int64) int64 { return truth[int64](a == b) }
	case syntax.NEQ:
		return func(a, b int64) int64 { return truth[int64](a != b) }
	}
	panic(fmt.Sprintf("script: no operation %s", op))
}

func shift64(op syntax.Token, d tensor.DType) func(a, b int64) int64 {
	bits := int64(d.Size() * 8)
	if op == syntax.LTLT {
		return func(a, b int64) int64 {
			if b < 0 || b >= bits {
				return 0
			}
			return a << b
		}
	}
	most := bits - 1
	if d == tensor.UInt8 {
		most = bits
	}
	return func(a, b int64) int64 {
		if b < 0 || b >= most {
			b = most
		}
		return a >> b
	}
}
