package diagnose

import "lockstep/engine/tensor"

// dtypeProperty: as many elements, or as many bytes, under different dtypes. Gloo
// moves bytes and knows no types: where the bytes are as many, those of one rank
// are read as another's type.
var dtypeProperty = property{
	code: "dtype_mismatch", key: "dtype_mismatch", silent: "dtype_mismatch.silent",
	of: (*Case).sizeOf, camps: (*Case).dtypeCamps,
}

// dtypeCamps are those who have one dtype each. Where neither the elements nor the
// bytes are as many everywhere, the sizes are what is wrong first.
func (c *Case) dtypeCamps(calls []int32) ([]variant, bool) {
	elements, bytes := true, true
	first := c.payload(calls[0])
	for _, call := range calls {
		u := c.payload(call)
		if u == nil || first == nil {
			return nil, false
		}
		elements = elements && tensor.NumElements(c.shapeOf(u)) == tensor.NumElements(c.shapeOf(first))
		bytes = bytes && u.Len == first.Len
	}
	camps := c.variants(calls, func(call int32) string { return c.t.Tensors[c.payload(call).Tensor].DType.String() })
	return camps, len(camps) > 1 && (elements || bytes)
}
