package diagnose

// shapeProperty: as many elements in other shapes. Gloo compares none, so that
// elements are combined by their place in memory; DETAIL compares and refuses.
var shapeProperty = property{
	code: "shape_mismatch", key: "shape_mismatch", silent: "shape_mismatch.silent",
	of: (*Case).sizeOf, by: (*Case).wholeShape,
}

// wholeShape is the shape of a call's tensor where the trace holds it: of a part
// of a tensor it does not.
func (c *Case) wholeShape(call int32) string {
	u := c.payload(call)
	if u == nil || int(u.Len) != c.t.Tensors[u.Tensor].Size() {
		return ""
	}
	return shapeText(c.t.Tensors[u.Tensor].Shape)
}
