package script

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"
)

// source is the text of a script as Starlark's parser reads it. Three things that
// Python has for tensors and Starlark has not are written in other signs there:
//
//	a @ b      a * b, and the sign's place is remembered (see rewrite.go)
//	x[:, 0]    x[__slice(None, None), 0]
//	x ** 2     x .__pow(2)
//
// so that columns move; original takes them back.
type source struct {
	text   string
	matmul map[place]bool // where a * of text is an @
	shifts map[int][]shift
}

type place struct{ line, col int }

// shift says that on its line, from column at of text on, delta columns were added.
type shift struct{ at, delta int }

// original returns the place in the person's text.
func (s *source) original(pos syntax.Position) (line, col int) {
	line, col = int(pos.Line), int(pos.Col)
	delta := 0
	for _, h := range s.shifts[line] {
		if h.at > col {
			break
		}
		delta = h.delta
	}
	return line, max(1, col-delta)
}

// syntaxError words what the parser or the resolver refuses.
func (s *source) syntaxError(err error) error {
	pos, text := syntax.Position{}, err.Error()
	var parse syntax.Error
	var resolved resolve.ErrorList
	switch {
	case errors.As(err, &parse):
		pos, text = parse.Pos, parse.Msg
	case errors.As(err, &resolved) && len(resolved) > 0:
		pos, text = resolved[0].Pos, resolved[0].Msg
	}
	e := &Error{Message: text}
	if got, want, ok := strings.Cut(strings.TrimPrefix(text, "got "), ", want "); ok {
		e.Code, e.Args = "want", [2]string{got, want}
	} else if name, ok := strings.CutPrefix(text, "undefined: "); ok {
		e.Code, e.Args[0] = "undefined", name
	}
	for _, hint := range hints {
		if strings.Contains(text, hint.in) {
			e.Message, e.Code = hint.say, hint.code
			break
		}
	}
	e.Line, e.Column = s.original(pos)
	if e.Args[0] == "newline" && e.Column == 1 && e.Line > 1 {
		// Starlark finds a newline at the beginning of the line behind it; a person
		// looks for it where it was typed.
		e.Line--
		before, _, _ := strings.Cut(lineOf(s.text, e.Line), "#")
		e.Column = utf8.RuneCountInString(strings.TrimRight(before, " \t")) + 1
	}
	return e
}

// lineOf is one line of a text, from 1.
func lineOf(text string, n int) string {
	for line := range strings.Lines(text) {
		if n--; n == 0 {
			return strings.TrimRight(line, "\n")
		}
	}
	return ""
}

// hints say what a person who writes Python should do instead.
var hints = []struct{ in, code, say string }{
	{"got import,", "import", "there is no import: torch and dist are there already"},
	{"got from,", "import", "there is no import: torch and dist are there already"},
	{"got try,", "try", "there is no try: attempt(f, …) calls f and gives back None or the error"},
	{"got raise,", "raise", "there is no raise: fail(\"text\") raises a RuntimeError"},
	{"got with,", "with", "there is no with"},
	{"got class,", "class", "there are no classes: use functions and dicts"},
	{"got del,", "del", "there is no del"},
	{"got assert,", "assert", "there is no assert: use if and fail(\"text\")"},
	{"got is,", "is", "there is no is: use =="},
	{"got yield,", "yield", "there are no generators"},
	{"got global,", "global", "there is no global: keep what changes in a dict or a tensor"},
	{"got nonlocal,", "global", "there is no nonlocal: keep what changes in a dict or a tensor"},
}

// maxNesting bounds how deeply expressions can nest: the parser and the compiler
// recurse once for each level, on a stack that no error gives back.
const maxNesting = 2000

// bracket is an open bracket, or the line outside all of them.
type bracket struct {
	open      byte
	subscript bool
	tokens    int   // since the last separator: a bound on the nesting within
	cuts      []cut // commas and colons at this level
	start     int   // offset behind the bracket
}

type cut struct {
	at   int
	sign byte
}

// edit replaces the del bytes at an offset of the person's text.
type edit struct {
	at, del int
	ins     string
}

// reader goes once over the text, token by token as far as brackets, strings and
// comments go.
type reader struct {
	text    string
	pos     int
	levels  []bracket
	edits   []edit
	operand bool // the token before could end an operand
	lined   bool // a token was seen on this logical line
	matmul  []int
}

func readSource(text string) (*source, error) {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	if !utf8.ValidString(text) {
		return nil, &Error{Line: 1, Column: 1, Message: "not UTF-8 text"}
	}
	r := &reader{text: text, levels: []bracket{{}}}
	for r.pos < len(r.text) {
		if err := r.token(); err != nil {
			return nil, err
		}
	}
	return r.apply(), nil
}

func (r *reader) fail(at int, format string, args ...any) error {
	before := r.text[:at]
	line := 1 + strings.Count(before, "\n")
	col := 1 + utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])
	return &Error{Line: line, Column: col, Message: fmt.Sprintf(format, args...)}
}

func (r *reader) token() error {
	c := r.text[r.pos]
	switch {
	case c == '\n':
		r.pos++
		if len(r.levels) == 1 {
			r.levels[0] = bracket{}
			r.operand, r.lined = false, false
		}
		return nil
	case c == ' ' || c == '\t':
		r.pos++
		return nil
	case c == '\\' && r.next(1) == '\n':
		r.pos += 2
		return nil
	case c == '#':
		for r.pos < len(r.text) && r.text[r.pos] != '\n' {
			r.pos++
		}
		return nil
	}
	if err := r.count(); err != nil {
		return err
	}
	defer func() { r.lined = true }()
	switch {
	case c == '"' || c == '\'':
		r.stringLiteral()
		r.operand = true
	case isWord(c):
		return r.word()
	case c == '(' || c == '[' || c == '{':
		r.pos++
		r.levels = append(r.levels, bracket{open: c, subscript: c == '[' && r.operand, start: r.pos})
		r.operand = false
	case c == ')' || c == ']' || c == '}':
		if len(r.levels) > 1 {
			r.closeBracket()
		}
		r.pos++
		r.operand = true
	default:
		return r.operator(c)
	}
	return nil
}

// count bounds the nesting that the tokens so far can make.
func (r *reader) count() error {
	top := &r.levels[len(r.levels)-1]
	top.tokens++
	if top.tokens < 256 && len(r.levels) < 64 {
		return nil
	}
	sum := 0
	for i := range r.levels {
		sum += r.levels[i].tokens
	}
	if sum > maxNesting {
		return r.fail(r.pos, "an expression of more than %d tokens without a comma: cut it in pieces", maxNesting)
	}
	return nil
}

func (r *reader) operator(c byte) error {
	at := r.pos
	top := &r.levels[len(r.levels)-1]
	r.pos++
	switch {
	case c == ',' || c == ':':
		top.tokens = 0
		if len(r.levels) > 1 {
			top.cuts = append(top.cuts, cut{at, c})
		}
	case c == ';':
		top.tokens = 0
	case c == '@' && !r.lined:
		return r.fail(at, "there are no decorators")
	case c == '@':
		r.edits = append(r.edits, edit{at, 1, "*"})
		r.matmul = append(r.matmul, at)
	case c == '*' && r.next(0) == '*' && r.operand:
		r.pos++
		return r.power(at)
	case c == '*' && r.next(0) == '*':
		r.pos++
	case c >= utf8.RuneSelf:
		_, size := utf8.DecodeRuneInString(r.text[at:])
		r.pos = at + size
	}
	r.operand = false
	return nil
}

// power turns x ** 2 into a call of a method, which binds as tightly.
func (r *reader) power(at int) error {
	for r.pos < len(r.text) && (r.text[r.pos] == ' ' || r.text[r.pos] == '\t') {
		r.pos++
	}
	from := r.pos
	for r.pos < len(r.text) && (isWord(r.text[r.pos]) || r.text[r.pos] == '.') {
		r.pos++
	}
	exponent := r.text[from:r.pos]
	if exponent == "" || strings.HasPrefix(r.text[r.pos:], "(") || strings.HasPrefix(r.text[r.pos:], "[") {
		return r.fail(at, "** takes a number or a name: write x.pow(…) for anything else")
	}
	r.edits = append(r.edits, edit{at, r.pos - at, " .__pow(" + exponent + ")"})
	r.operand = true
	return nil
}

// word reads a name, a keyword or a number.
func (r *reader) word() error {
	from := r.pos
	number := r.text[from] >= '0' && r.text[from] <= '9'
	for r.pos < len(r.text) && (isWord(r.text[r.pos]) || number && r.text[r.pos] == '.') {
		r.pos++
	}
	word := r.text[from:r.pos]
	if c := r.next(0); c == '"' || c == '\'' {
		switch strings.ToLower(word) {
		case "f", "rf", "fr":
			return r.fail(from, "there are no f-strings: write \"loss %%s\" %% loss")
		case "r", "b", "rb", "br":
			r.stringLiteral()
		}
		r.operand = true
		return nil
	}
	r.operand = !keyword[word]
	return nil
}

var keyword = map[string]bool{
	"and": true, "break": true, "continue": true, "def": true, "elif": true, "else": true, "for": true, "if": true, "in": true,
	"lambda": true, "load": true, "not": true, "or": true, "pass": true, "return": true, "while": true,
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= utf8.RuneSelf
}

func (r *reader) next(n int) byte {
	if r.pos+n < len(r.text) {
		return r.text[r.pos+n]
	}
	return 0
}

// stringLiteral skips a string. Raw strings need no care: in them too a quote
// behind a backslash does not end it.
func (r *reader) stringLiteral() {
	quote := r.text[r.pos : r.pos+1]
	if strings.HasPrefix(r.text[r.pos:], strings.Repeat(quote, 3)) {
		quote = strings.Repeat(quote, 3)
	}
	for r.pos += len(quote); r.pos < len(r.text); r.pos++ {
		switch {
		case r.text[r.pos] == '\\' && r.pos+1 < len(r.text):
			r.pos++
		case strings.HasPrefix(r.text[r.pos:], quote):
			r.pos += len(quote)
			return
		case len(quote) == 1 && r.text[r.pos] == '\n':
			return // the parser will say so
		}
	}
}

// closeBracket ends a bracket; a subscript with a comma and a colon is written in
// another way.
func (r *reader) closeBracket() {
	top := r.levels[len(r.levels)-1]
	r.levels = r.levels[:len(r.levels)-1]
	commas, colons := 0, 0
	for _, c := range top.cuts {
		if c.sign == ',' {
			commas++
		} else {
			colons++
		}
	}
	if !top.subscript || commas == 0 || colons == 0 {
		return
	}
	from := top.start
	var inner []int
	for _, c := range append(top.cuts, cut{r.pos, ','}) {
		if c.sign == ':' {
			inner = append(inner, c.at)
			continue
		}
		r.sliceElement(from, c.at, inner)
		from, inner = c.at+1, nil
	}
}

// sliceElement writes lo:hi:step as a call.
func (r *reader) sliceElement(from, to int, colons []int) {
	if len(colons) == 0 {
		return
	}
	blank := func(a, b int) string {
		if strings.TrimSpace(r.text[a:b]) == "" {
			return "None"
		}
		return ""
	}
	for from < colons[0] && (r.text[from] == ' ' || r.text[from] == '\n') {
		from++
	}
	last := from
	for i, at := range colons {
		ins := blank(last, at) + ","
		if i == 0 {
			ins = blank(last, at) + ","
			r.edits = append(r.edits, edit{from, 0, "__slice("})
		}
		r.edits = append(r.edits, edit{at, 1, ins})
		last = at + 1
	}
	r.edits = append(r.edits, edit{to, 0, blank(last, to) + ")"})
}
