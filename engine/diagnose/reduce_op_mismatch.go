package diagnose

// reduceOpProperty: members that combine by different operations. Nothing compares
// them, DETAIL neither: each block of the ring is combined by whoever holds it, so
// that the result is a mixture, the same on all ranks or not.
var reduceOpProperty = property{
	code: "reduce_op_mismatch", key: "reduce_op_mismatch", silent: "reduce_op_mismatch.silent",
	of: (*Case).reduceOf,
}

// reduceOf is the reduce operation of a call that combines.
func (c *Case) reduceOf(call int32) string {
	k := &c.t.Calls[call]
	if !reducing(k.Op) {
		return ""
	}
	return k.Reduce.String()
}
