package scene

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	"lockstep/engine/scenario"
	"lockstep/wasm/app"
)

// Words are the sentences of one language by key. A text may have
// {placeholders}; it never depends on a number's plural, because languages differ
// in how many they have.
type Words struct {
	Lang string
	text map[string]string
}

// NewWords makes words from a table, for tests and other languages.
func NewWords(lang string, text map[string]string) *Words { return &Words{lang, text} }

// LoadWords reads locales/<lang>.json from the assets.
func LoadWords(files fs.FS, lang string) (*Words, error) {
	data, err := fs.ReadFile(files, path.Join("locales", lang+".json"))
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
	return fill(t, args)
}

// Has reports whether there is a text for key.
func (w *Words) Has(key string) bool { _, ok := w.text[key]; return ok }

// Message says what app had to say.
func (w *Words) Message(m app.Message) string {
	text := w.Say(m.Key, m.Args[:]...)
	if m.Where != "" {
		return m.Where + ": " + text
	}
	return text
}

// fill puts the arguments into the placeholders, in one pass: what a person
// typed is not searched for placeholders again.
func fill(t string, args []string) string {
	if !strings.Contains(t, "{") {
		return t
	}
	var b strings.Builder
	for {
		open := strings.IndexByte(t, '{')
		if open < 0 {
			break
		}
		end := strings.IndexByte(t[open:], '}')
		if end < 0 {
			break
		}
		b.WriteString(t[:open])
		name := t[open+1 : open+end]
		found := false
		for i := 0; i+1 < len(args); i += 2 {
			if args[i] == name && name != "" {
				b.WriteString(args[i+1])
				found = true
				break
			}
		}
		if !found {
			b.WriteString(t[open : open+end+1])
		}
		t = t[open+end+1:]
	}
	b.WriteString(t)
	return b.String()
}
