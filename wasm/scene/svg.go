package scene

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// WriteSVG writes the picture as an SVG file: what an export gives, and how a
// layout is looked at without a browser. The marks are those of the canvas; the
// texts are left to the reader's fonts, and keep their width by textLength.
func (sc *Scene) WriteSVG(w io.Writer, m Measurer) error {
	s := svgWriter{m: m, hatches: map[[2]Color]int{}}
	for i := range sc.Shapes {
		s.shape(&sc.Shapes[i])
	}
	for ; s.open > 0; s.open-- {
		s.body.WriteString("</g>")
	}
	_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s"><defs>%s</defs><rect width="100%%" height="100%%"%s/>%s</svg>`+"\n",
		num(sc.W), num(sc.H), num(sc.W), num(sc.H), s.defs.String(), paint("fill", sc.Background), s.body.String())
	return err
}

type svgWriter struct {
	m       Measurer
	defs    strings.Builder
	body    strings.Builder
	hatches map[[2]Color]int
	clips   int
	open    int
}

// num writes a coordinate to a hundredth of a pixel.
func num(v float64) string {
	return strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64)
}

// paint writes a colour attribute; nothing is "none".
func paint(name string, c Color) string {
	if c == 0 {
		return ` ` + name + `="none"`
	}
	text := fmt.Sprintf(` %s="#%06x"`, name, uint32(c)>>8)
	if a := c & 0xFF; a != 0xFF {
		text += fmt.Sprintf(` %s-opacity="%s"`, name, num(float64(a)/255))
	}
	return text
}

func (s *svgWriter) shape(sh *Shape) {
	switch sh.Kind {
	case Box:
		s.rect(sh, paint("fill", sh.Fill))
	case Hatch:
		s.rect(&Shape{Rect: sh.Rect, Radius: sh.Radius}, fmt.Sprintf(` fill="url(#h%d)"`, s.hatch(sh)))
	case Line:
		fmt.Fprintf(&s.body, `<line x1="%s" y1="%s" x2="%s" y2="%s"%s/>`, num(sh.Points[0].X), num(sh.Points[0].Y), num(sh.Points[1].X), num(sh.Points[1].Y), s.stroke(sh))
	case Path:
		fmt.Fprintf(&s.body, `<path d="%s"%s%s/>`, pathData(sh), paint("fill", sh.Fill), s.stroke(sh))
	case Text:
		s.text(sh)
	case Clip:
		s.clips++
		s.open++
		fmt.Fprintf(&s.defs, `<clipPath id="c%d"><rect x="%s" y="%s" width="%s" height="%s"/></clipPath>`, s.clips, num(sh.Rect.X), num(sh.Rect.Y), num(sh.Rect.W), num(sh.Rect.H))
		fmt.Fprintf(&s.body, `<g clip-path="url(#c%d)">`, s.clips)
	case Unclip:
		s.open--
		s.body.WriteString("</g>")
	}
}

func (s *svgWriter) rect(sh *Shape, fill string) {
	fmt.Fprintf(&s.body, `<rect x="%s" y="%s" width="%s" height="%s" rx="%s"%s%s/>`,
		num(sh.Rect.X), num(sh.Rect.Y), num(sh.Rect.W), num(sh.Rect.H), num(sh.Radius), fill, s.stroke(sh))
}

func (s *svgWriter) hatch(sh *Shape) int {
	key := [2]Color{sh.Fill, sh.Stroke}
	id, ok := s.hatches[key]
	if !ok {
		id = len(s.hatches) + 1
		s.hatches[key] = id
		fmt.Fprintf(&s.defs, `<pattern id="h%d" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="7" height="7"%s/><line x1="0" y1="0" x2="0" y2="7" stroke-width="4.4"%s/></pattern>`,
			id, paint("fill", sh.Fill), paint("stroke", sh.Stroke))
	}
	return id
}

func (s *svgWriter) stroke(sh *Shape) string {
	if sh.Stroke == 0 || sh.Width == 0 {
		return ""
	}
	text := paint("stroke", sh.Stroke) + ` stroke-width="` + num(sh.Width) + `"`
	if sh.Dash[0] > 0 {
		text += ` stroke-dasharray="` + num(sh.Dash[0]) + ` ` + num(sh.Dash[1]) + `"`
	}
	if sh.Kind == Path {
		text += ` stroke-linejoin="round" stroke-linecap="round"`
	}
	if sh.Arrow {
		id := s.marker(sh.Stroke)
		text += fmt.Sprintf(` marker-end="url(#a%d)"`, id)
	}
	return text
}

func (s *svgWriter) marker(c Color) int {
	key := [2]Color{c, 1}
	id, ok := s.hatches[key]
	if !ok {
		id = len(s.hatches) + 1
		s.hatches[key] = id
		fmt.Fprintf(&s.defs, `<marker id="a%d" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 L8 4 L0 8 z"%s/></marker>`, id, paint("fill", c))
	}
	return id
}

func pathData(sh *Shape) string {
	var b strings.Builder
	k := 0
	put := func(letter byte, n int) {
		b.WriteByte(letter)
		for range n {
			b.WriteString(num(sh.Points[k].X) + " " + num(sh.Points[k].Y) + " ")
			k++
		}
	}
	for _, c := range sh.Commands {
		switch c {
		case MoveTo:
			put('M', 1)
		case LineTo:
			put('L', 1)
		case CubicTo:
			put('C', 3)
		case Close:
			b.WriteByte('z')
		}
	}
	return strings.TrimSpace(b.String())
}

func (s *svgWriter) text(sh *Shape) {
	family, weight := "Noto Sans CJK SC, Noto Sans SC, sans-serif", ""
	if sh.Mono {
		family = "DejaVu Sans Mono, monospace"
	}
	if sh.Weight == Bold {
		weight = ` font-weight="700"`
	}
	anchor := ""
	switch sh.Align {
	case Middle:
		anchor = ` text-anchor="middle"`
	case End:
		anchor = ` text-anchor="end"`
	}
	length := s.m.Width(sh.String, sh.Size, sh.Style())
	fmt.Fprintf(&s.body, `<text x="%s" y="%s" font-size="%s" font-family="%s"%s%s textLength="%s" lengthAdjust="spacingAndGlyphs" xml:space="preserve"%s>%s</text>`,
		num(sh.Points[0].X), num(sh.Points[0].Y), num(sh.Size), family, weight, anchor, num(length), paint("fill", sh.Fill), textXML(sh.String))
}

// textXML is a text as XML holds it. Characters that XML has no way to write, which
// a title may well have, are shown as the one that stands for what is unknown.
func textXML(text string) string {
	return escape.Replace(strings.Map(func(r rune) rune {
		if r < 0x20 && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF {
			return '\uFFFD'
		}
		return r
	}, text))
}

var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")
