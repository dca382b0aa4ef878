package scene

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	"lockstep/engine/scenario"
	"lockstep/engine/wording"
	"lockstep/wasm/app"
)

// Words are the sentences of one language by key. A text may have
// {placeholders}; it never depends on a number's plural, because languages differ
// in how many they have.
type Words struct {
	Lang string
	text map[string]*phrase
}

// phrase is a text, and its placeholders once it has been said: a picture says some
// hundred of them, and most of them often.
type phrase struct {
	text   string
	holes  []hole
	known  bool
	buffer []byte // of with
	last   said
}

// said is what was said last, and of what: neighbours in a picture often say the same.
type said struct {
	args [4]string
	n    int
	text string
}

// hole is a placeholder at text[from:to], and its name.
type hole struct {
	from, to int
	name     string
}

// NewWords makes words from a table, for tests and other languages.
func NewWords(lang string, text map[string]string) *Words {
	w, list := &Words{lang, make(map[string]*phrase, len(text))}, make([]phrase, 0, len(text))
	for key, t := range text {
		list = append(list, phrase{text: t})
		w.text[key] = &list[len(list)-1]
	}
	return w
}

func localeFile(lang string) string { return path.Join("locales", lang+".json") }

// LoadWords reads locales/<lang>.json from the assets.
func LoadWords(files fs.FS, lang string) (*Words, error) {
	data, err := fs.ReadFile(files, localeFile(lang))
	if err != nil {
		return nil, fmt.Errorf("words of %q: %w", lang, err)
	}
	text, err := scenario.ReadTable(string(data))
	if err != nil {
		return nil, fmt.Errorf("words of %q: %w", lang, err)
	}
	return NewWords(lang, text), nil
}

// Say returns the text of key with name, value, name, value … put in. A missing
// key shows as itself, so that it is seen and not silently empty.
func (w *Words) Say(key string, args ...string) string {
	t, ok := w.text[key]
	if !ok {
		return key
	}
	return t.with(args)
}

// Has reports whether there is a text for key.
func (w *Words) Has(key string) bool { _, ok := w.text[key]; return ok }

// Message says what app had to say.
func (w *Words) Message(m app.Message) string {
	text := w.Say(m.Key, m.Args[:]...)
	if m.Where != "" {
		return w.Say("pair", "name", m.Where, "text", text)
	}
	return text
}

// find finds the placeholders.
func (p *phrase) find() {
	p.known = true
	for at := 0; ; {
		open := strings.IndexByte(p.text[at:], '{')
		if open < 0 {
			return
		}
		end := strings.IndexByte(p.text[at+open:], '}')
		if end < 0 {
			return
		}
		from, to := at+open, at+open+end+1
		p.holes = append(p.holes, hole{from, to, p.text[from+1 : to-1]})
		at = to
	}
}

// with puts the arguments into the placeholders, in one pass: what a person typed is
// not searched for placeholders again.
func (p *phrase) with(args []string) string {
	if !p.known {
		p.find()
	}
	if len(p.holes) == 0 {
		return p.text
	}
	if p.last.of(args) {
		return p.last.text
	}
	b, at := p.buffer[:0], 0
	for i := range p.holes {
		h := &p.holes[i]
		b = wording.Slot(b, p.text[at:h.from], h.of(p, args))
		at = h.to
	}
	p.buffer = wording.Slot(b, p.text[at:], "")
	text := string(p.buffer)
	if len(args) <= len(p.last.args) {
		p.last.n, p.last.text = len(args), text
		copy(p.last.args[:], args)
	}
	return text
}

// of tells whether it was said of these.
func (s *said) of(args []string) bool {
	if s.n != len(args) || s.n == 0 {
		return false
	}
	for i := s.n - 1; i >= 0; i-- { // names come first, and are the same
		if s.args[i] != args[i] {
			return false
		}
	}
	return true
}

// of is what comes into a placeholder; one that nothing is meant for shows as itself.
func (h *hole) of(p *phrase, args []string) string {
	for i := 0; i+1 < len(args); i += 2 {
		if args[i] == h.name && h.name != "" {
			return args[i+1]
		}
	}
	return p.text[h.from:h.to]
}
