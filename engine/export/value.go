package export

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"lockstep/engine/tensor"
)

// shownElements is how many elements of a tensor a line of text shows.
const shownElements = 8

// valueText is the output of a step for people: a tensor by its elements, with
// the dtype in front where it is not float32.
func valueText(raw json.RawMessage) string {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if len(raw) == 0 || d.Decode(&v) != nil {
		return ""
	}
	return anyText(v)
}

func anyText(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case []any:
		return "[" + joinSome(v) + "]"
	case map[string]any:
		if _, ok := v["dtype"]; ok {
			return tensorText(v)
		}
		return objectText(v)
	}
	return fmt.Sprint(v)
}

func joinSome(list []any) string {
	var b strings.Builder
	for i, x := range list {
		if i > 0 {
			b.WriteString(", ")
		}
		if i == shownElements {
			fmt.Fprintf(&b, "… %d", len(list))
			break
		}
		b.WriteString(itemText(x))
	}
	return b.String()
}

// itemText shows an entry of a list: a tensor, an element, or an object of the
// program's own as the file has it.
func itemText(v any) string {
	object, _ := v.(map[string]any)
	if _, isTensor := object["dtype"]; v != nil && (object == nil || isTensor) {
		return anyText(v)
	}
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(text)
}

func tensorText(t map[string]any) string {
	data, _ := t["data"].([]any)
	if rle, long := t["rle"].([]any); long {
		for _, r := range rle {
			if pair, _ := r.([]any); len(pair) == 2 {
				data = append(data, fmt.Sprintf("%v×%v", pair[0], pair[1]))
			}
		}
	}
	s := "[" + joinSome(data) + "]"
	if t["dtype"] != tensor.Float32.String() {
		s = fmt.Sprintf("%v %s", t["dtype"], s)
	}
	return s
}

// objectText shows what an op that returns no tensor gave back, in the order in
// which the recordings name it.
func objectText(o map[string]any) string {
	var parts []string
	for _, k := range []string{"returned", "tensor", "result", "is_completed", "member", "group_rank", "group_size", "is_initialized", "rank", "world_size", "backend"} {
		if v, ok := o[k]; ok && v != nil {
			parts = append(parts, k+" "+anyText(v))
		}
	}
	return strings.Join(parts, ", ")
}

// bytesText shows a tensor's bytes as the trace holds them.
func bytesText(d tensor.DType, b []byte) string {
	if b == nil {
		return "?"
	}
	var s strings.Builder
	s.WriteByte('[')
	n := len(b) / d.Size()
	for i := range n {
		if i > 0 {
			s.WriteString(", ")
		}
		if i == shownElements {
			fmt.Fprintf(&s, "… %d", n)
			break
		}
		s.WriteString(tensor.Text(d, b[i*d.Size():(i+1)*d.Size()]))
	}
	s.WriteByte(']')
	return s.String()
}
