package scene

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"lockstep/engine/export"
	"lockstep/engine/scenario"
	"lockstep/wasm/app"
)

const (
	listingSize    = 10.5
	listingNumbers = 22.0 // room for the numbers of lines
	listingMarks   = 20.0 // room for the badges of the four marks
	listingGutter  = listingMarks + listingNumbers
	badgeRadius    = 8.0
)

// programs are the scenario as the PyTorch script that makes the same calls, which
// costs more than a frame should pay twice.
type programs struct {
	of      *scenario.Scenario
	lang    string
	listing *export.Listing
	width   float64 // at which the lines are broken
	lines   []fileLine
	begin   int // the first line, from 0, that belongs to a mark
}

func (c *Composer) program(s *scenario.Scenario, lang string, width float64) *programs {
	if c.script.of != s || c.script.lang != lang {
		c.script = programs{of: s, lang: lang, listing: export.Python(s, lang)}
		for c.script.listing.Lines[c.script.begin].Mark == 0 {
			c.script.begin++
		}
	}
	if c.script.width != width {
		c.script.width, c.script.lines = width, c.breakListing(c.script.listing, width)
	}
	return &c.script
}

// breakListing breaks lines where a reader of code would: behind a blank or a
// comma, else anywhere.
func (c *Composer) breakListing(l *export.Listing, width float64) (lines []fileLine) {
	columns := max(12, int(width/max(1, c.m.Width("0", listingSize, ink{mono: true}.style()))))
	for i := range l.Lines {
		rest := l.Lines[i].Text
		indent := rest[:len(rest)-len(strings.TrimLeft(rest, " "))] + "    "
		if code := strings.TrimSpace(rest); strings.HasPrefix(code, "#") {
			indent = "  "
		}
		for number, lead := i+1, ""; ; number, lead = 0, indent[:min(len(indent), columns/2)] {
			n := columnsOf(rest, columns-len(lead))
			lines = append(lines, fileLine{line: i + 1, number: number, text: lead + rest[:n]})
			if rest = strings.TrimLeft(rest[n:], " "); rest == "" {
				break
			}
		}
	}
	return lines
}

// columnsOf is how much of a text, in bytes, stands in so many columns.
func columnsOf(text string, columns int) int {
	used, good := 0, 0
	for i, r := range text {
		if used += 1; wide(r) {
			used++
		}
		if used > columns {
			if good > i/3 {
				return good
			}
			return max(i, utf8.RuneLen(r))
		}
		if r == ' ' || r == ',' || wide(r) {
			good = i + utf8.RuneLen(r)
		}
	}
	return len(text)
}

// codeTab is that script, with its four marks and the lines that the chosen ops
// became, and below it what the marks mean and how it is run.
func (d *sheet) codeTab(x, y, width float64) float64 {
	program := d.program(d.s.Scenario, d.s.Lang, width-listingGutter-6)
	l := program.listing
	y = d.codeButtons(x, y-8, width)
	y = d.provenance(x, y+6, width) - 2
	y = d.listing(x, y, width, program) + 26
	for k := range l.Marks {
		y = d.mark(x, y, width, k+1, l.Marks[k])
	}
	y = d.heading(x, y+12, width, d.say("code.run.title"))
	y = d.command(x, y, width, l.Run)
	y = d.paragraph(x, y, width, 19, 0, d.say("code.run"), ink{size: 12, color: d.pal.Text}) + 6
	y = d.paragraph(x, y, width, 19, 0, d.say("code.fails"), ink{size: 12, color: d.pal.Muted})
	return y
}

// codeButtons take the script along.
func (d *sheet) codeButtons(x, y, width float64) float64 {
	w := (width - 8) / 2
	for i, b := range []button{
		{id: "code.copy", label: d.say("code.copy"), icon: "copy", press: app.Ask{What: app.CopyFile{Kind: "python"}}},
		{id: "code.save", label: d.say("code.save"), icon: "save", press: app.Ask{What: app.SaveFile{Kind: "python"}}},
	} {
		b.at, b.size = Rect{x + float64(i)*(w+8), y - 8, w, 30}, 12.5
		d.button(b)
	}
	return y + 36
}

// listing draws the lines in a frame. What every script begins with is folded until
// somebody wants to see it.
func (d *sheet) listing(x, y, width float64, program *programs) float64 {
	l, lines := program.listing, program.lines
	folded := 0
	for !d.s.WholeCode && folded < len(lines) && lines[folded].line <= program.begin {
		folded++
	}
	box := Rect{x - 4, y, width + 8, float64(len(lines)-folded+1)*textLeading + 12}
	d.box(box, 6, d.pal.Surface, d.pal.Line)
	d.fold(Rect{box.X + 1, y + 6, box.W - 2, textLeading}, program.begin)
	here := d.ranksAtLines(l)
	badged := 0
	for i := folded; i < len(lines); i++ {
		line := &l.Lines[lines[i].line-1]
		first := line.Mark > badged && lines[i].number > 0
		if first {
			badged = line.Mark
		}
		row := Rect{box.X + 1, y + 6 + float64(i-folded+1)*textLeading, box.W - 2, textLeading}
		if d.insight(row.Y, row.H) {
			d.listingLine(row, &lines[i], line, here[lines[i].line-1])
			if first {
				d.badge(row.X+listingMarks/2, row.Y+8, line.Mark)
			}
		}
	}
	x = box.X + listingGutter
	d.line(Point{x, box.Y + 1 + 6 + textLeading}, Point{x, box.bottom() - 1}, d.pal.Line, 1)
	return box.bottom()
}

// fold is the row that folds the beginning and unfolds it.
func (d *sheet) fold(r Rect, lines int) {
	icon, key := "up", "code.fold"
	if !d.s.WholeCode {
		icon, key = "down", "code.unfold"
	}
	d.icon(icon, r.X+listingMarks/2, r.Y+8, 0.8, d.pal.Muted)
	text := d.say(key, "n", strconv.Itoa(lines))
	d.text(r.X+listingMarks+4, r.Y+12, r.W-listingMarks-8, text, ink{size: 11, color: d.pal.Muted})
	d.hot(Hot{ID: "code.fold", Rect: r, Role: Button, Name: text, Expanded: d.s.WholeCode, Press: app.ShowWholeCode{On: !d.s.WholeCode}})
}

func (d *sheet) listingLine(r Rect, piece *fileLine, line *export.Line, ranks []int) {
	chosen := d.becameOf(line)
	if chosen {
		d.box(r, 0, d.pal.Accent.alpha(0.12), 0)
	}
	k := ink{size: listingSize, color: d.pal.Text, mono: true}
	switch code := strings.TrimSpace(line.Text); {
	case strings.HasPrefix(code, "#") && line.Mark > 0 && line.Ops == nil && line.Source == 0:
		k.color = d.pal.Accent
	case strings.HasPrefix(code, "#"):
		k.color = d.pal.Muted
	}
	d.text(r.X+listingGutter+6, r.Y+12, r.W-listingGutter-6, piece.text, k)
	if piece.number == 0 {
		return
	}
	number := ink{size: 9.5, color: d.pal.Faint, mono: true, align: End, bold: chosen}
	if chosen || len(ranks) > 0 {
		number.color = d.pal.Text
	}
	d.text(r.X+listingGutter-4, r.Y+12, listingNumbers, strconv.Itoa(piece.number), number)
	if line.Mark == 0 || ranks != nil {
		d.rankMarks(Rect{r.X + 3, r.Y + 2, listingMarks - 6, r.H - 4}, ranks)
	}
	if press := d.pressOf(line); press != nil {
		d.hot(Hot{ID: "code-line-" + strconv.Itoa(piece.number), Rect: r, Role: Button, Selected: chosen, Press: press,
			Name: d.say("code.line", "line", strconv.Itoa(piece.number), "text", strings.TrimSpace(line.Text))})
	}
}

// badge is the number of a mark.
func (d *sheet) badge(x, y float64, mark int) {
	d.box(Rect{x - badgeRadius, y - badgeRadius, 2 * badgeRadius, 2 * badgeRadius}, badgeRadius, d.pal.Accent, 0)
	d.text(x, y+4, 2*badgeRadius, strconv.Itoa(mark), ink{size: 11, color: d.pal.OnAccent, bold: true, align: Middle})
}

// mark is what one of the four means.
func (d *sheet) mark(x, y, width float64, n int, m export.Mark) float64 {
	top := y - 12
	d.badge(x+badgeRadius-2, y-4, n)
	d.text(x+26, y, width-26, m.Title, ink{size: 12.5, color: d.pal.Text, bold: true})
	y = d.paragraph(x+26, y+20, width-26, 19, 0, m.Answer, ink{size: 12, color: d.pal.Text})
	d.hot(Hot{ID: "code-mark-" + strconv.Itoa(n), Rect: Rect{x - 4, top, width + 8, y - top - 8}, Role: Group, Name: d.pair(m.Title, m.Answer)})
	return y + 12
}

// command is a line for a terminal.
func (d *sheet) command(x, y, width float64, text string) float64 {
	k := ink{size: 11, color: d.pal.Text, mono: true}
	lines := wrap(d.m, text, k, width-16)
	h := float64(len(lines))*16 + 12
	d.box(Rect{x - 4, y - 14, width + 8, h}, 6, d.pal.Chip, 0)
	d.hot(Hot{ID: "code.command", Rect: Rect{x - 4, y - 14, width + 8, h}, Role: Button, Name: text, Describe: d.say("code.command"), Press: app.Ask{What: app.CopyText{Text: text}}})
	d.paragraph(x+6, y+2, width-12, 16, 0, text, k)
	return y + h + 4
}

// becameOf reports whether a line is what something chosen became.
func (d *sheet) becameOf(line *export.Line) bool {
	if line.Source > 0 {
		return line.Source == d.s.Line
	}
	for _, op := range line.Ops {
		if d.s.IsChosen(app.OpRef{Rank: op.Proc, Op: op.Op}) {
			return true
		}
	}
	return false
}

// pressOf chooses what a line was, of the rank that is chosen if it is one of those
// that share the line, and goes to its call.
func (d *sheet) pressOf(line *export.Line) app.Action {
	switch {
	case line.Source > 0:
		return app.SetLine{Line: line.Source}
	case len(line.Ops) == 0:
		return nil
	}
	op := line.Ops[0]
	for _, o := range line.Ops {
		if o.Proc == d.s.Selected.Rank {
			op = o
		}
	}
	ref := app.OpRef{Rank: op.Proc, Op: op.Op}
	for _, id := range d.callsOf(op.Proc) {
		if c := &d.index.t.Calls[id]; int(c.Step) == op.Op && c.Inner == 0 {
			return app.Visit{Ref: ref, T: c.Start, Lanes: d.lanesFor(op.Proc)}
		}
	}
	return app.Select{Ref: ref}
}

// callsOf are the calls of a process of the first attempt, by its place in the
// scenario; none if it never started.
func (d *sheet) callsOf(p int) []int32 {
	if p >= len(d.index.calls) {
		return nil
	}
	return d.index.calls[p]
}

// ranksAtLines tells for each line, from 0, which processes are at it when the
// cursor is.
func (d *sheet) ranksAtLines(l *export.Listing) map[int][]int {
	at := map[int][]int{}
	for p := range d.index.t.Procs {
		if c, _, _ := d.now.standing(p); c == finished || c == failed || c == killed || c == absent {
			continue
		}
		c := d.index.callAt(p, d.now.at)
		if c == nil {
			continue
		}
		op := export.OpRef{Proc: d.index.t.Seat(int32(p)), Op: int(c.Step)}
		for i := range l.Lines {
			line := &l.Lines[i]
			if c.Line > 0 && line.Source == int(c.Line) || c.Line == 0 && slices.Contains(line.Ops, op) {
				at[i] = append(at[i], p)
				break
			}
		}
	}
	return at
}
