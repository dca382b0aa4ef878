package diagnose

import (
	"fmt"
	"strings"

	"lockstep/engine/trace"
)

// sizeProperty: tensors of different lengths in one collective. Gloo compares
// none: a message that is too long ends its receiver's process, one that is too
// short fills a part, and segments that do not line up are waited for.
var sizeProperty = property{
	code: "size_mismatch", key: "size_mismatch", silent: "size_mismatch.silent",
	of: (*Case).sizeOf, by: (*Case).bytesOf,
}

// sizeOf tells the shape and dtype of what a call cuts its messages from; "" where
// the trace has none.
func (c *Case) sizeOf(call int32) string {
	u := c.payload(call)
	if u == nil {
		return ""
	}
	x := &c.t.Tensors[u.Tensor]
	return fmt.Sprintf("%s %s (%d B)", x.DType, shapeText(c.shapeOf(u)), u.Len)
}

// shapeOf is the shape of what a call was given: of a part of a tensor the number
// of its elements.
func (c *Case) shapeOf(u *trace.Use) []int {
	x := &c.t.Tensors[u.Tensor]
	if int(u.Len) == x.Size() {
		return x.Shape
	}
	return []int{int(u.Len) / x.DType.Size()}
}

// bytesOf tells the bytes of a call's tensor: all that Gloo sees of its shape.
func (c *Case) bytesOf(call int32) string {
	if u := c.payload(call); u != nil {
		return fmt.Sprint(u.Len)
	}
	return ""
}

func shapeText(shape []int) string {
	parts := make([]string, len(shape))
	for i, d := range shape {
		parts[i] = fmt.Sprint(d)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}
