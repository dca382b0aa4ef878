package diagnose

import "fmt"

// rootProperty: members that name different ranks as src or dst. Each follows the
// tree of messages of its own root: they wait for each other, or, where the trees
// happen to fit, end with another rank's data.
var rootProperty = property{
	code: "root_mismatch", key: "root_mismatch", silent: "root_mismatch.silent",
	name: rootName, of: (*Case).rootOf,
}

// rootName is how an op spells its root.
func rootName(op string) string {
	switch op {
	case "broadcast", "scatter", "broadcast_object_list", "scatter_object_list":
		return "src"
	}
	return "dst"
}

// rootOf is the rank that a call names as its root.
func (c *Case) rootOf(call int32) string {
	k := &c.t.Calls[call]
	if !rooted(k.Op) {
		return ""
	}
	return fmt.Sprintf("%s=%d", rootName(k.Op), k.Root)
}
