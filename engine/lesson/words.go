package lesson

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Words are a lesson's texts in one language: a file of headings ("## step 1
// why"), each with a text and perhaps a list of items under it.
type Words struct {
	Title    string
	Sections map[string]Section
}

// Section is what stands under one heading.
type Section struct {
	Text  string // paragraphs, separated by a line break
	Items []string
}

// ReadWords reads such a file. Lines of a paragraph belong together; Chinese
// lines are joined without a space.
func ReadWords(text string) (Words, error) {
	w := Words{Sections: map[string]Section{}}
	key, open := "", false
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "## "):
			key, open = strings.TrimSpace(line[3:]), false
			if _, twice := w.Sections[key]; twice {
				return w, fmt.Errorf("line %d: %q stands here for the second time", i+1, key)
			}
			w.Sections[key] = Section{}
		case strings.HasPrefix(line, "# "):
			if w.Title != "" {
				return w, fmt.Errorf("line %d: a second title", i+1)
			}
			w.Title = strings.TrimSpace(line[2:])
		case line == "":
			open = false
		case key == "":
			return w, fmt.Errorf("line %d: a text before the first heading", i+1)
		default:
			s := w.Sections[key]
			s.add(line, open)
			w.Sections[key], open = s, true
		}
	}
	for key, s := range w.Sections {
		if s.Text == "" && len(s.Items) == 0 {
			return w, fmt.Errorf("%q is empty", key)
		}
	}
	return w, nil
}

// add takes one more line; on says that it goes on from the line before.
func (s *Section) add(line string, on bool) {
	switch item, isItem := strings.CutPrefix(line, "- "); {
	case isItem:
		s.Items = append(s.Items, item)
	case on && len(s.Items) > 0:
		s.Items[len(s.Items)-1] = joined(s.Items[len(s.Items)-1], line)
	case on:
		s.Text = joined(s.Text, line)
	case s.Text != "":
		s.Text += "\n" + line
	default:
		s.Text = line
	}
}

// joined puts two lines together, with a space where one of them is not Chinese.
func joined(a, b string) string {
	last, _ := utf8.DecodeLastRuneInString(a)
	next, _ := utf8.DecodeRuneInString(b)
	if wide(last) && wide(next) {
		return a + b
	}
	return a + " " + b
}

func wide(r rune) bool {
	return unicode.Is(unicode.Han, r) || r >= 0x3000 && r <= 0x303F || r >= 0xFF00 && r <= 0xFFEF
}

// Count measures how much there is to read: Chinese characters in Chinese, words
// elsewhere.
func (w Words) Count(lang string) int {
	n := countIn(lang, w.Title)
	for _, s := range w.Sections {
		n += countIn(lang, s.Text)
		for _, item := range s.Items {
			n += countIn(lang, item)
		}
	}
	return n
}

func countIn(lang, text string) int {
	n := 0
	if lang == "zh" {
		for _, r := range text {
			if unicode.Is(unicode.Han, r) {
				n++
			}
		}
		return n
	}
	for word := range strings.FieldsSeq(text) {
		if strings.IndexFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) >= 0 {
			n++
		}
	}
	return n
}
