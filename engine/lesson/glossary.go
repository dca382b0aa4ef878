package lesson

import (
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// Term is an entry of the glossary.
type Term struct{ Name, Text string }

// ReadGlossary reads the terms of a language, in their order.
func ReadGlossary(files fs.FS, dir, lang string) ([]Term, error) {
	text, err := fs.ReadFile(files, path.Join(dir, lang+".md"))
	if err != nil {
		return nil, fmt.Errorf("glossary: %w", err)
	}
	words, err := ReadWords(string(text))
	if err != nil {
		return nil, fmt.Errorf("glossary: %s.md: %w", lang, err)
	}
	var list []Term
	for line := range strings.Lines(string(text)) {
		if name, is := strings.CutPrefix(strings.TrimSpace(line), "## "); is {
			list = append(list, Term{name, words.Sections[name].Text})
		}
	}
	return list, nil
}
