package export

import (
	"strings"
	"time"
)

// A script of the playground is Python but for a few words: names of dtypes and of
// reduce operations may be texts there, durations are texts, and there are functions
// that Python has not. The first are rewritten, the last come along as pieces.

// script writes the whole script, line by line, so that each line knows its own.
func (y *pythonist) script() { y.code(y.s.Script, 1) }

// code writes statements. first is the number of their first line in the script; 0:
// they are an op's own.
func (y *pythonist) code(text string, first int) {
	tokens := scan(text)
	y.borrow(tokens)
	rewrite(tokens)
	var b strings.Builder
	for i := range tokens {
		b.WriteString(tokens[i].text)
	}
	for i, line := range strings.Split(strings.TrimRight(b.String(), "\n"), "\n") {
		if first > 0 {
			y.line = first + i
		}
		y.put("%s", line)
	}
	y.line = 0
}

// token is a word of a program as far as it matters here.
type token struct {
	kind tokenKind
	text string
}

type tokenKind uint8

const (
	blank tokenKind = iota // blanks, line ends, comments
	word                   // a name, a number
	quote                  // a string
	sign                   // anything else, one character
)

// scan cuts a program into tokens that together are the program.
func scan(text string) []token {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	var out []token
	for len(text) > 0 {
		n, kind := 1, sign
		switch c := text[0]; {
		case c == '#':
			n, kind = span(text, func(c byte) bool { return c != '\n' }), blank
		case c == ' ' || c == '\t' || c == '\n':
			n, kind = span(text, func(c byte) bool { return c == ' ' || c == '\t' || c == '\n' }), blank
		case wordByte(c):
			n, kind = span(text, wordByte), word
			if n < len(text) && n <= 2 && (text[n] == '"' || text[n] == '\'') { // r"…", b"…"
				n, kind = n+stringLength(text[n:]), quote
			}
		case c == '"' || c == '\'':
			n, kind = stringLength(text), quote
		}
		out = append(out, token{kind, text[:n]})
		text = text[n:]
	}
	return out
}

func span(text string, in func(byte) bool) int {
	n := 0
	for n < len(text) && in(text[n]) {
		n++
	}
	return n
}

func wordByte(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}

// stringLength is how long the string is with which text begins.
func stringLength(text string) int {
	mark := text[:1]
	if strings.HasPrefix(text, strings.Repeat(mark, 3)) {
		mark = strings.Repeat(mark, 3)
	}
	for i := len(mark); i < len(text); i++ {
		switch {
		case text[i] == '\\':
			i++
		case strings.HasPrefix(text[i:], mark):
			return i + len(mark)
		}
	}
	return len(text)
}

// names are the words of a program that stand alone, not behind a dot.
func names(text string) map[string]bool {
	found := map[string]bool{}
	tokens := solid(scan(text))
	for i, t := range tokens {
		if t.kind == word && (i == 0 || tokens[i-1].text != ".") {
			found[t.text] = true
		}
	}
	return found
}

// solid leaves the blanks out.
func solid(tokens []token) (out []*token) {
	for i := range tokens {
		if tokens[i].kind != blank {
			out = append(out, &tokens[i])
		}
	}
	return out
}

// dtypes and reductions are the words that are texts in the playground and names of
// a module in torch.
var (
	dtypes     = wordSet("float32 float64 float16 bfloat16 int8 int32 int64 uint8 bool")
	reductions = wordSet("SUM PRODUCT MIN MAX BAND BOR BXOR AVG PREMUL_SUM")
)

func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}

// rewrite puts torch's words for the playground's: op="SUM" is
// op=dist.ReduceOp.SUM, dtype="int64" is dtype=torch.int64, timeout="5s" is
// timeout=timedelta(seconds=5), and zeros is torch.zeros.
func rewrite(tokens []token) {
	list := solid(tokens)
	own := assigned(list)
	for i, t := range list {
		switch {
		case t.kind == quote:
			argument(list, i)
		case t.kind != word || i+1 == len(list) || list[i+1].text != "(":
		case i > 0 && list[i-1].text == ".":
			if t.text == "copy" {
				t.text = "clone"
			} else if t.text == "tensor" && i > 1 && list[i-2].text == "torch" {
				float32s(list[i+1:])
			}
		case t.text == "tensor" && !own[t.text]:
			t.text = "torch.tensor"
			float32s(list[i+1:])
		case torchs[t.text] != "" && !own[t.text]:
			t.text = "torch." + torchs[t.text]
		}
	}
}

// torchs are functions of torch that have a name of their own in the playground,
// where memory that was never written holds zeros.
var torchs = map[string]string{
	"zeros": "zeros", "ones": "ones", "full": "full", "empty": "zeros", "arange": "arange", "cat": "cat", "stack": "stack",
	"zeros_like": "zeros_like", "ones_like": "ones_like", "empty_like": "zeros_like",
}

// assigned are the names to which a program gives a meaning of its own.
func assigned(list []*token) map[string]bool {
	own := map[string]bool{}
	for i, t := range list {
		if t.kind != word {
			continue
		}
		if i > 0 && list[i-1].text == "def" || i+2 < len(list) && list[i+1].text == "=" && list[i+2].text != "=" && (i == 0 || list[i-1].text != "(" && list[i-1].text != ",") {
			own[t.text] = true
		}
	}
	return own
}

// argument rewrites a text that stands for something else.
func argument(list []*token, i int) {
	t := list[i]
	if i < 2 || len(t.text) < 2 {
		return
	}
	inner := t.text[1 : len(t.text)-1]
	key, call := "", ""
	switch list[i-1].text {
	case "=":
		key = list[i-2].text
	case "(":
		call = list[i-2].text
	default:
		return
	}
	d, err := time.ParseDuration(inner)
	switch {
	case key == "op" && reductions[inner]:
		t.text = "dist.ReduceOp." + inner
	case (key == "dtype" || call == "to") && dtypes[inner]:
		t.text = "torch." + inner
	case (key == "timeout" || call == "wait") && err == nil:
		t.text = delta(d)
	case borrowed[call] == "time" && err == nil:
		t.text = seconds(d)
	}
}

// float32s gives a call of tensor, whose parentheses list begins with, its dtype:
// torch would take that of the data.
func float32s(list []*token) {
	depth, commas := 0, 0
	for i, t := range list {
		switch {
		case t.text == "(" || t.text == "[" || t.text == "{":
			depth++
		case t.text == ")" || t.text == "]" || t.text == "}":
			if depth--; depth > 0 {
				continue
			}
			if commas == 0 || commas == 1 && list[i-1].text == "," {
				t.text = strings.Repeat(", ", 1-commas) + "dtype=torch.float32)"
			}
			return
		case t.text == "," && depth == 1:
			commas++
		case t.text == "dtype":
			return
		case t.kind == quote && depth == 1 && len(t.text) > 2 && dtypes[t.text[1:len(t.text)-1]]:
			t.text = "torch." + t.text[1:len(t.text)-1]
		}
	}
}

// borrowed says which piece gives a word its meaning.
var borrowed = map[string]string{
	"random": "random", "compute": "time", "load_data": "time", "sleep": "time", "log": "log", "begin_step": "log",
	"attempt": "attempt", "fail": "fail", "save_checkpoint": "checkpoint", "load_checkpoint": "checkpoint",
}

// borrow asks for the pieces whose words a program uses. Where all durations are
// written out, they are numbers, and no piece has to read texts.
func (y *pythonist) borrow(tokens []token) {
	list := solid(tokens)
	for i, t := range list {
		name, ok := borrowed[t.text]
		if !ok || t.kind != word {
			continue
		}
		y.need(name)
		if name == "time" && (i+3 >= len(list) || list[i+1].text != "(" || list[i+2].kind != quote || list[i+3].text != ")") {
			y.need("duration")
		}
	}
}
