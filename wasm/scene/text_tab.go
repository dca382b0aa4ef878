package scene

import (
	"sort"
	"strconv"
	"strings"

	"lockstep/engine/scenario"
	"lockstep/wasm/app"
)

const (
	textSize    = 11.5
	textLeading = 16.0
)

// fileText is the scenario as its file, which costs more than a frame should pay
// twice.
func (c *Composer) fileText(s *scenario.Scenario) string {
	if c.written != s {
		c.written, c.text = s, string(scenario.FormatIndent(s))
	}
	return c.text
}

// textTab is the scenario's file in the room r: a text that can be edited, and
// under it what is wrong with what was typed and where.
func (d *sheet) textTab(r Rect) {
	text := d.file(d.s.Scenario)
	field, bad := d.s.Fields[app.TextID]
	if bad {
		text = field.Text
	}
	help, k := d.say("text.help"), ink{size: 11.5, color: d.pal.Muted}
	if bad {
		help, k.color = d.textMistake(&field), d.pal.Error
	}
	foot := float64(len(wrap(d.m, help, k, r.W)))*17 + 10
	if bad {
		foot += 28 + 38
	}
	box := Rect{r.X, r.Y, r.W, max(60, r.H-foot)}
	stroke := d.pal.Line
	if bad {
		stroke = d.pal.Error
	}
	d.box(box, 6, d.pal.Surface, stroke)
	d.fileLines(box.inset(1), text, field.Line)
	h := Hot{ID: app.TextID, Rect: box, Role: Textbox, Multiline: true, Mono: true, FontSize: textSize, Name: d.say("text.name"), Value: text,
		Set: app.SetText{}, Typing: app.SetText{}, Left: app.EndTyping{}, Invalid: bad}
	if bad {
		h.Describe = help
	}
	if d.s.ReadOnly {
		h.Set, h.Typing = nil, nil
	}
	d.hot(h)
	y := d.paragraph(r.X, box.bottom()+18, r.W, 17, 0, help, k)
	if bad {
		d.pointAt(r.X, y-2, r.W, strings.Split(text, "\n"), &field)
		d.button(button{id: "text.discard", at: Rect{r.X, y + 24, r.W, 28}, label: d.say("text.discard"), press: app.Abandon{ID: app.TextID}, size: 12})
	}
}

// textMistake is what is wrong, after the place.
func (d *sheet) textMistake(f *app.Field) string {
	text := d.w.Message(f.Why)
	if f.Line > 0 {
		text = d.say("err.place", "line", strconv.Itoa(f.Line), "column", strconv.Itoa(f.Column)) + " · " + text
	}
	return text
}

// fileLine is a piece of a line of the file that fits into the width; Number is
// 0 behind the first piece.
type fileLine struct {
	line   int
	number int
	text   string
	tokens []tokenSpan // of a script
}

// brokenFile is a text broken into what fits, which is the same from frame to
// frame.
type brokenFile struct {
	text  string
	width float64
	lines []fileLine
}

// breakFile breaks the text's lines at width.
func (c *Composer) breakFile(text string, width float64) []fileLine {
	if c.broken.text == text && c.broken.width == width {
		return c.broken.lines
	}
	k := ink{size: textSize, mono: true}
	c.broken = brokenFile{text: text, width: width}
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		number, indent := i+1, ""
		for rest := []rune(strings.ReplaceAll(line, "\t", "  ")); ; number, indent = 0, "    " {
			n := len(rest)
			if c.m.Width(indent+string(rest), k.size, k.style()) > width {
				n = sort.Search(n, func(n int) bool { return c.m.Width(indent+string(rest[:n+1]), k.size, k.style()) > width })
				n = max(n, 1)
			}
			c.broken.lines = append(c.broken.lines, fileLine{line: i + 1, number: number, text: indent + string(rest[:n])})
			if rest = rest[n:]; len(rest) == 0 {
				break
			}
		}
	}
	return c.broken.lines
}

// fileLines draws the lines that there is room for, numbered.
func (d *sheet) fileLines(r Rect, text string, wrong int) {
	d.clip(r)
	number := ink{size: 10, color: d.pal.Faint, mono: true, align: End}
	gutter := d.width("0000", number) + 8
	k := ink{size: textSize, color: d.pal.Text, mono: true}
	lines := d.broken(text, r.W-gutter-10)
	over := float64(len(lines))*textLeading + 12 - r.H
	scroll := min(d.s.Scroll.Side, max(0, over))
	for i := int(scroll / textLeading); i < len(lines); i++ {
		y := r.Y + 6 + float64(i)*textLeading - scroll
		if y > r.bottom() {
			break
		}
		if lines[i].line == wrong {
			d.box(Rect{r.X, y, r.W, textLeading}, 0, d.pal.ErrorSoft, 0)
		}
		if lines[i].number > 0 {
			d.text(r.X+gutter-6, y+12, gutter, strconv.Itoa(lines[i].number), number)
		}
		d.text(r.X+gutter, y+12, r.W-gutter-8, lines[i].text, k)
	}
	d.unclip()
	if over > 0.5 {
		d.out.Areas = append(d.out.Areas, Area{Rect: r, Scroll: partScroll{"side", scroll, over}})
		d.scrollBar(r, scroll, over)
	}
}

// pointAt shows the line that is wrong with a mark under the place, wherever the
// text itself is scrolled to.
func (d *sheet) pointAt(x, y, width float64, lines []string, f *app.Field) {
	if f.Line < 1 || f.Line > len(lines) {
		return
	}
	k := ink{size: textSize, color: d.pal.Text, mono: true}
	line := []rune(strings.ReplaceAll(lines[f.Line-1], "\t", " "))
	at := min(max(f.Column-1, 0), len(line))
	fits := max(8, int(width/max(1, d.width("0", k)))-2)
	from := max(0, min(at-fits/2, len(line)-fits))
	for from < at && line[from] == ' ' {
		from++
	}
	shown := string(line[from:min(len(line), from+fits)])
	d.text(x, y, width, shown, k)
	left := x + d.width(string(line[from:at]), k)
	if left < x+width-4 {
		d.line(Point{left, y + 4}, Point{left + 8, y + 4}, d.pal.Error, 2)
	}
}
