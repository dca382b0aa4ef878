package scene

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"lockstep/engine/trace"
	"lockstep/wasm/app"
)

const (
	codeSize    = 11.5
	codePad     = 6.0  // above the first line
	codeMargin  = 8.0  // left of the text
	codeMarks   = 18.0 // room for the marks of ranks
	codeNumbers = 26.0
)

// isScripted: the scenario's program is a script.
func (d *sheet) isScripted() bool { return d.s.Scenario.Script != "" }

// scriptTab is the script in the room r, with the line that each rank is at when
// the cursor is. The text control lies over it while somebody types; both break
// lines at the same width, so the gutter stays beside its lines.
func (d *sheet) scriptTab(r Rect) {
	text := d.s.Scenario.Script
	field, bad := d.s.Fields[app.ScriptID]
	if bad {
		text = field.Text
	}
	foot := d.scriptFootHeight(r.W, &field, bad)
	box := Rect{r.X, r.Y, r.W, max(60, r.H-foot)}
	stroke := d.pal.Line
	if bad {
		stroke = d.pal.Error
	}
	d.box(box, 6, d.pal.Surface, stroke)
	gutter := codeMarks + codeNumbers
	columns := max(8, int((box.W-gutter-2*codeMargin)/d.width("0", d.codeInk())))
	h := Hot{ID: app.ScriptID, Rect: Rect{box.X + gutter, box.Y, box.W - gutter, box.H}, Role: Textbox, Multiline: true, Mono: true, FontSize: codeSize,
		Name: d.say("script.name"), Value: text, Set: app.SetScript{}, Typing: app.SetScript{}, Left: app.EndTyping{}, Invalid: bad,
		Code: Code{Columns: columns, Top: d.s.Scroll.Side, Moved: app.SetLine{}, Scrolled: app.ScrollScript{}}}
	if bad {
		h.Describe = d.textMistake(&field)
	}
	if d.s.ReadOnly {
		h.Set, h.Typing = nil, nil
	}
	d.hot(h)
	d.codeLines(box, text, columns, field.Line)
	d.scriptFoot(Rect{r.X, box.bottom(), r.W, foot}, text, &field, bad)
}

func (d *sheet) codeInk() ink { return ink{size: codeSize, color: d.pal.Text, mono: true} }

// scriptFootHeight is the room for what stands below the text.
func (d *sheet) scriptFootHeight(width float64, field *app.Field, bad bool) float64 {
	k := ink{size: 11.5}
	if bad {
		return float64(len(wrap(d.m, d.textMistake(field), k, width)))*17 + 10 + 28 + 38
	}
	return float64(len(wrap(d.m, d.say("script.help"), k, width)))*17 + 10 + 38
}

// scriptFoot is what is wrong with what was typed, or how the run went.
func (d *sheet) scriptFoot(r Rect, text string, field *app.Field, bad bool) {
	if bad {
		y := d.paragraph(r.X, r.Y+18, r.W, 17, 0, d.textMistake(field), ink{size: 11.5, color: d.pal.Error})
		d.pointAt(r.X, y-2, r.W, strings.Split(text, "\n"), field)
		d.button(button{id: "discard-script", at: Rect{r.X, y + 24, r.W, 28}, label: d.say("text.discard"), press: app.Abandon{ID: app.ScriptID}, size: 12})
		return
	}
	title, _, good := d.headline()
	fill, k := d.pal.OKSoft, ink{size: 12.5, color: d.pal.OK, bold: true}
	switch {
	case !d.s.Run.Over(): // this may take long, and nothing else of it shows here
		fill, k.color = d.pal.Chip, d.pal.Text
	case !good:
		fill, k.color = d.pal.ErrorSoft, d.pal.Error
	}
	at := Rect{r.X, r.Y + 8, r.W, 28}
	d.box(at, 6, fill, 0)
	if !d.s.Run.Over() {
		d.runBar(Rect{at.X + 6, at.bottom() - 4, at.W - 12, 2})
	}
	d.text(at.X+10, at.Y+18, at.W-20, title, k)
	d.hot(Hot{ID: "script-outcome", Rect: at, Role: Button, Name: title, Describe: d.say("script.outcome"), Press: app.OpenTab{Tab: "diagnosis"}})
	d.paragraph(r.X, at.bottom()+18, r.W, 17, 0, d.say("script.help"), ink{size: 11.5, color: d.pal.Muted})
}

// codeLines draws the lines that there is room for, numbered, with the marks of the
// ranks that are at them.
func (d *sheet) codeLines(box Rect, text string, columns, wrong int) {
	r := box.inset(1)
	lines := d.code(text, float64(columns)*d.width("0", d.codeInk())+0.5)
	over := float64(len(lines))*app.ScriptLeading + 2*codePad - r.H
	scroll := min(d.s.Scroll.Side, max(0, over))
	here := d.linesOfRanks()
	d.clip(r)
	for i := max(0, int((scroll-codePad)/app.ScriptLeading)); i < len(lines); i++ {
		y := r.Y + codePad + float64(i)*app.ScriptLeading - scroll
		if y > r.bottom() {
			break
		}
		d.codeLine(Rect{r.X, y, r.W, app.ScriptLeading}, &lines[i], here[lines[i].line], lines[i].line == wrong)
	}
	x := r.X + codeMarks + codeNumbers
	d.line(Point{x, r.Y}, Point{x, r.bottom()}, d.pal.Line, 1)
	d.unclip()
	if over > 0.5 {
		d.out.Areas = append(d.out.Areas, Area{Rect: r, Scroll: partScroll{"side", scroll, over}})
		d.scrollBar(r, scroll, over)
	}
}

// codeLine is one line, or a piece of one that is longer than the room.
func (d *sheet) codeLine(r Rect, l *fileLine, ranks []int, wrong bool) {
	switch {
	case wrong:
		d.box(r, 0, d.pal.ErrorSoft, 0)
	case l.line == d.s.Line:
		d.box(r, 0, d.pal.Accent.alpha(0.10), 0)
	}
	x := r.X + codeMarks + codeNumbers
	if l.number > 0 {
		number := ink{size: 10, color: d.pal.Faint, mono: true, align: End, bold: l.line == d.s.Line}
		if len(ranks) > 0 || number.bold {
			number.color = d.pal.Text
		}
		d.text(x-5, r.Y+12, codeNumbers, strconv.Itoa(l.number), number)
		d.rankMarks(Rect{r.X + 2, r.Y + 2, codeMarks - 2, r.H - 4}, ranks)
		name := d.say("script.line", "line", strconv.Itoa(l.number))
		if len(ranks) > 0 {
			name = d.say("script.line.at", "line", strconv.Itoa(l.number), "ranks", d.rankList(ranks))
		}
		d.hot(Hot{ID: "line-" + strconv.Itoa(l.number), Rect: Rect{r.X, r.Y, codeMarks + codeNumbers, r.H}, Role: Button, Name: name,
			Selected: l.line == d.s.Line, Press: app.SetLine{Line: l.line}})
	}
	d.codeText(x+codeMargin, r.Y+12, r.W, l)
}

// rankMarks are small bars in the colours of ranks: as many as there is room for.
func (d *sheet) rankMarks(r Rect, ranks []int) {
	const most = 4
	w := min(5, r.W/float64(max(1, min(len(ranks), most)))-1)
	for i, p := range ranks {
		if i == most {
			break
		}
		d.box(Rect{r.X + float64(i)*(w+1), r.Y, w, r.H}, 1, d.rankColor(p).Bar, 0)
	}
}

func (d *sheet) rankList(ranks []int) string {
	names := make([]string, len(ranks))
	for i, p := range ranks {
		names[i] = strconv.Itoa(d.rankAt(p))
	}
	return strings.Join(names, ", ")
}

// linesOfRanks tells for each line of the script which processes are at it when the
// cursor is: in its call, or in the calculation behind it.
func (d *sheet) linesOfRanks() map[int][]int {
	at := map[int][]int{}
	for p := range d.index.t.Procs {
		if c, _, _ := d.now.standing(p); c == finished || c == failed || c == killed || c == absent {
			continue
		}
		if c := d.index.callAt(p, d.now.at); c != nil && c.Line > 0 && c.Start >= d.index.procAt(p, d.now.at).Started {
			at[int(c.Line)] = append(at[int(c.Line)], p)
		}
	}
	return at
}

// breakCode breaks a script's lines where the text control does: at the width, in
// the middle of a word too.
func (c *Composer) breakCode(text string, width float64) []fileLine {
	if c.brokenCode.text == text && c.brokenCode.width == width && c.brokenCode.lines != nil {
		return c.brokenCode.lines
	}
	k := ink{size: codeSize, mono: true}
	var lines []fileLine
	whole := strings.Split(strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\t", "        "), "\n")
	for i, spans := range tokens(whole) {
		number, rest := i+1, whole[i]
		for {
			n := len(rest)
			if c.m.Width(rest, k.size, k.style()) > width {
				n = len(longestPrefix(c.m, rest, k, width))
			}
			n = max(n, min(len(rest), firstRune(rest)))
			from := len(whole[i]) - len(rest)
			lines = append(lines, fileLine{line: i + 1, number: number, text: rest[:n], tokens: cutTokens(spans, from, from+n)})
			number = 0
			if rest = rest[n:]; rest == "" {
				break
			}
		}
	}
	c.brokenCode = brokenFile{text: text, width: width, lines: lines}
	return lines
}

func firstRune(s string) int {
	_, n := utf8.DecodeRuneInString(s)
	return n
}

// lineOf is the line of the script that made a call; 0: none.
func lineOf(c *trace.Call) int { return int(c.Line) }
