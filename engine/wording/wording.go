// Package wording says a sentence in every language that has a file of words.
//
// The words of a language are one JSON file, key → template, so that adding a
// language is adding a file. A template names what varies: {ranks} is replaced
// by the value of that name, and {ranks|calls|call} by the first form where the
// value is one thing, by the second where it is several.
//
// It knows templates and grammar. It must never know what the sentences are
// about.
package wording

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"sort"
	"strings"

	"lockstep/engine/scenario"
)

// Catalog holds the words of all languages.
type Catalog struct {
	tags  []string // "en", "zh", in order
	words map[string]map[string]string
}

// Read reads every *.json of a folder; a file's name is the language's tag. All
// files must have the same keys: a sentence that one language lacks is an error
// now and not in front of a reader.
func Read(fsys fs.FS, dir string) (*Catalog, error) {
	files, err := fs.Glob(fsys, path.Join(dir, "*.json"))
	if err != nil {
		return nil, err
	}
	c := &Catalog{words: map[string]map[string]string{}}
	for _, file := range files {
		text, err := fs.ReadFile(fsys, file)
		if err != nil {
			return nil, err
		}
		words := map[string]string{}
		if err := json.Unmarshal(text, &words); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		tag := strings.TrimSuffix(path.Base(file), ".json")
		c.tags = append(c.tags, tag)
		c.words[tag] = words
	}
	sort.Strings(c.tags)
	if len(c.tags) == 0 {
		return nil, fmt.Errorf("%s holds no words", dir)
	}
	return c, c.complete()
}

// MustRead is Read for words that are compiled in: a broken file is a broken
// build.
func MustRead(fsys fs.FS, dir string) *Catalog {
	c, err := Read(fsys, dir)
	if err != nil {
		panic(err)
	}
	return c
}

func (c *Catalog) complete() error {
	first := c.words[c.tags[0]]
	for _, tag := range c.tags[1:] {
		for key := range first {
			if _, ok := c.words[tag][key]; !ok {
				return fmt.Errorf("%s.json lacks %q, which %s.json has", tag, key, c.tags[0])
			}
		}
		for key := range c.words[tag] {
			if _, ok := first[key]; !ok {
				return fmt.Errorf("%s.json lacks %q, which %s.json has", c.tags[0], key, tag)
			}
		}
	}
	return nil
}

// Languages lists the tags in order.
func (c *Catalog) Languages() []string { return c.tags }

// Speaks reports whether there are words for a tag.
func (c *Catalog) Speaks(tag string) bool { return c.words[tag] != nil }

// Has reports whether there is a sentence of that key.
func (c *Catalog) Has(key string) bool {
	_, ok := c.words[c.tags[0]][key]
	return ok
}

// Args are the values of a sentence by the names that its template uses.
type Args map[string]Value

// Text says a sentence in all languages.
func (c *Catalog) Text(key string, args Args) scenario.Text {
	t := scenario.Text{}
	for _, tag := range c.tags {
		t[tag] = c.Say(tag, key, args)
	}
	return t
}

// Say says a sentence in one language. A key or a name that does not exist
// panics: it is a slip of ours, which the tests of each sentence find.
func (c *Catalog) Say(tag, key string, args Args) string {
	template, ok := c.words[tag][key]
	if !ok {
		panic(fmt.Sprintf("no words for %q in %q", key, tag))
	}
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(template, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		slot, after, closed := strings.Cut(rest, "}")
		if !closed {
			panic(fmt.Sprintf("%s.json: %q: a brace is not closed", tag, key))
		}
		b.WriteString(c.fill(tag, key, slot, args))
		template = after
	}
}

func (c *Catalog) fill(tag, key, slot string, args Args) string {
	name, forms, choose := strings.Cut(slot, "|")
	value, ok := args[name]
	if !ok {
		panic(fmt.Sprintf("%s.json: %q: nothing is given for {%s}", tag, key, name))
	}
	if !choose {
		return value.say(c, tag)
	}
	one, many, _ := strings.Cut(forms, "|")
	if value.count() == 1 {
		return one
	}
	return many
}
