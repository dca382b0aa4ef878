package scene

import (
	"fmt"
	"strings"
)

// Transcript writes a scene so that a person can read it and a test can compare
// it: what is on it, in order, and what can be operated.
func (sc *Scene) Transcript() string {
	var b strings.Builder
	fmt.Fprintf(&b, "scene %s × %s  %q\nlive %q\n\n", num(sc.W), num(sc.H), sc.Title, sc.Live)
	depth := 0
	for i := range sc.Shapes {
		sh := &sc.Shapes[i]
		if sh.Kind == Unclip {
			depth--
		}
		fmt.Fprintf(&b, "%s%s\n", strings.Repeat("  ", max(depth, 0)), sh.transcript())
		if sh.Kind == Clip {
			depth++
		}
	}
	b.WriteString("\n")
	for i := range sc.Hot {
		b.WriteString(sc.Hot[i].transcript() + "\n")
	}
	return b.String()
}

func (r Rect) String() string {
	return fmt.Sprintf("%s,%s %s×%s", short(r.X), short(r.Y), short(r.W), short(r.H))
}

// short writes a coordinate to a tenth of a pixel: enough to see, and not so
// much that the last bit of a sum shows.
func short(v float64) string {
	text := fmt.Sprintf("%.1f", v)
	text = strings.TrimSuffix(text, ".0")
	if text == "-0" {
		return "0"
	}
	return text
}

func (s *Shape) transcript() string {
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	switch s.Kind {
	case Box, Hatch, Clip:
		add("%s %v", map[Kind]string{Box: "box", Hatch: "hatch", Clip: "clip"}[s.Kind], s.Rect)
	case Line:
		add("line %s", places(s.Points))
	case Path:
		add("path %s", places(s.Points))
	case Text:
		add("text %s %q size %s", places(s.Points), s.String, short(s.Size))
		if s.Weight == Bold {
			add("bold")
		}
		if s.Mono {
			add("mono")
		}
		if s.Align != Start {
			add("%s", map[Align]string{Middle: "middle", End: "end"}[s.Align])
		}
	case Unclip:
		return "unclip"
	}
	if s.Fill != 0 {
		add("fill %08x", uint32(s.Fill))
	}
	if s.Stroke != 0 {
		add("stroke %08x", uint32(s.Stroke))
	}
	if s.Dash[0] > 0 {
		add("dashed")
	}
	if s.Arrow {
		add("arrow")
	}
	return strings.Join(parts, " ")
}

func places(points []Point) string {
	var list []string
	for _, p := range points {
		list = append(list, short(p.X)+","+short(p.Y))
	}
	return strings.Join(list, " ")
}

func (h *Hot) transcript() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-10s %-26s %v %q", h.Role, h.ID, h.Rect, h.Name)
	if h.Value != "" {
		fmt.Fprintf(&b, " = %q", h.Value)
	}
	if h.ValueText != "" && h.ValueText != h.Value {
		fmt.Fprintf(&b, " (%s)", h.ValueText)
	}
	for _, f := range []struct {
		on   bool
		word string
	}{{h.Disabled, "disabled"}, {h.Selected, "selected"}, {h.Checked, "checked"}, {h.Expanded, "expanded"}, {h.Invalid, "invalid"}} {
		if f.on {
			b.WriteString(" " + f.word)
		}
	}
	if text := h.Explanation(); text != "" {
		fmt.Fprintf(&b, " — %s", text)
	}
	return b.String()
}
