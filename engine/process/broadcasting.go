package process

import (
	"fmt"

	"lockstep/engine/failure"
)

// copyable is what Tensor.copy_ asks of two shapes: the source, stretched along
// dimensions of 1 (aligned at the last), must fill the target and no more
// (ATen/ExpandUtils.cpp, TensorIterator.cpp).
func copyable(to, from []int) *failure.Failure {
	shape := make([]int, max(len(to), len(from)))
	fits := true
	for i := 1; i <= len(shape); i++ {
		a, b := fromEnd(to, i), fromEnd(from, i)
		if a != b && a != 1 && b != 1 {
			return failure.Runtime(fmt.Sprintf("The size of tensor a (%d) must match the size of tensor b (%d) at non-singleton dimension %d", a, b, len(shape)-i))
		}
		both := a
		if a == 1 {
			both = b
		}
		shape[len(shape)-i] = both
		fits = fits && i <= len(to) && both == a
	}
	if !fits {
		return failure.Runtime(fmt.Sprintf("output with shape [%s] doesn't match the broadcast shape [%s]", list(to, ", "), list(shape, ", ")))
	}
	return nil
}

// fromEnd is a dimension counted from the last, 1 where there is none.
func fromEnd(shape []int, i int) int {
	if i > len(shape) {
		return 1
	}
	return shape[len(shape)-i]
}
