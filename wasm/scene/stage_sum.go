package scene

import (
	"strconv"

	"lockstep/engine/tensor"
	"lockstep/engine/trace"
)

// arithmetic writes what a rank computed last in the collective that it is in, as
// "1 + 2 → 3": own value, what came, result; with the dtype where that rounds. ""
// when it took data in without computing, or has returned.
func (d *sheet) arithmetic(p int, s *showing) string {
	x, state := d.stateOf(p, s)
	if state == nil || state.Took == nil || state.Ended && state.Took.Event < d.now.since {
		return ""
	}
	k := state.Took
	size := x.Elem
	if len(k.Before) < size || len(k.After) < size {
		return ""
	}
	t := d.typeIn(x, x.Rank(d.index.t, int32(p)))
	a, c := formatElement(t, k.Before[:size], 7), formatElement(t, k.After[:size], 7)
	op := d.index.t.Calls[x.Calls[x.Rank(d.index.t, int32(p))]].Reduce
	switch {
	case k.Message == trace.None && op == tensor.Avg:
		return a + " ÷ " + itoa(x.Ranks) + " → " + c + d.rounding(t, a, itoa(x.Ranks), "÷", c) + more(k.N > size)
	case !k.Combine || len(k.Came) < size:
		return ""
	}
	b := formatElement(t, k.Came[:size], 7)
	sign := operatorOf(op)
	return a + sign + b + " → " + c + d.rounding(t, a, b, sign, c) + more(k.N > size)
}

func more(there bool) string {
	if there {
		return ", " + ellipsis
	}
	return ""
}

// rounding names the dtype where the numbers as they are written have another
// result: 2048 + 1 is 2048 in float16, and 100 + 100 is -56 in int8.
func (d *sheet) rounding(t tensor.DType, a, b, sign, c string) string {
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	z, errZ := strconv.ParseFloat(c, 64)
	if errX != nil || errY != nil || errZ != nil {
		return ""
	}
	var exact float64
	switch sign {
	case "+":
		exact = x + y
	case "×":
		exact = float64(x * y)
	case "÷":
		exact = x / y
	default:
		return ""
	}
	if exact == z || strconv.FormatFloat(exact, 'g', 6, 64) == strconv.FormatFloat(z, 'g', 6, 64) {
		return ""
	}
	return " (" + t.String() + ")"
}

// operatorOf is the sign of a reduce operation; of one that is not known, a circle.
func operatorOf(op tensor.ReduceOp) string {
	switch op {
	case tensor.Sum, tensor.Avg:
		return "+"
	case tensor.Product:
		return "×"
	case tensor.Min:
		return " min "
	case tensor.Max:
		return " max "
	case tensor.BAnd:
		return " & "
	case tensor.BOr:
		return " | "
	case tensor.BXor:
		return " ^ "
	}
	return "∘"
}
