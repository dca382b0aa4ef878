package script

import (
	"strings"

	"lockstep/engine/tensor"
)

// shownElements is how many elements of a tensor a text shows at most.
const shownElements = 1000

// String is the tensor as PyTorch writes one, but for its rounding to four digits:
// every element is the shortest text that reads back as it.
func (t *Tensor) String() string {
	var b strings.Builder
	b.WriteString("tensor(")
	t.write(&b)
	if d := t.dtype(); d != tensor.Float32 && d != tensor.Int64 && d != tensor.Bool {
		b.WriteString(", dtype=" + d.String())
	}
	b.WriteByte(')')
	return b.String()
}

func (t *Tensor) write(b *strings.Builder) {
	if len(t.shape) == 0 {
		b.WriteString(t.elementText(t.off))
		return
	}
	b.WriteByte('[')
	edge := t.shape[0]
	if t.length() > shownElements {
		edge = min(edge, 3)
	}
	for i := range t.shape[0] {
		if i == edge && i < t.shape[0]-edge {
			b.WriteString(", ...")
		}
		if i >= edge && i < t.shape[0]-edge {
			continue
		}
		if i > 0 {
			b.WriteString(", ")
		}
		t.row(i).write(b)
	}
	b.WriteByte(']')
}

func (t *Tensor) elementText(off int) string {
	d := t.dtype()
	text := tensor.Text(d, t.at(off))
	switch {
	case d == tensor.Bool:
		return strings.ToUpper(text[:1]) + text[1:]
	case d.IsFloat() && !strings.ContainsAny(text, ".einf"):
		return text + "."
	}
	return text
}
