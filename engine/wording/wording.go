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
	"fmt"
	"io/fs"
	"path"
	"sort"
	"strings"
	"sync"

	"lockstep/engine/scenario"
)

// Catalog holds the words of all languages.
type Catalog struct {
	tags  []string // "en", "zh", in order
	table map[string]map[string]string

	once sync.Once
	late func() error // reads the words, when the first is asked for
}

// words are those of a language, nil if there are none.
func (c *Catalog) words(tag string) map[string]string {
	c.read()
	return c.table[tag]
}

func (c *Catalog) read() {
	c.once.Do(func() {
		if c.late == nil {
			return
		}
		if err := c.late(); err != nil {
			panic(err)
		}
	})
}

// Read reads every *.json of a folder; a file's name is the language's tag. All
// files must have the same keys: a sentence that one language lacks is an error
// now and not in front of a reader.
func Read(fsys fs.FS, dir string) (*Catalog, error) {
	c := &Catalog{}
	if err := c.readFiles(fsys, dir); err != nil {
		return nil, err
	}
	return c, nil
}

// Compiled is Read for words that are compiled in, where a broken file is a broken
// build and panics. They are read when the first is asked for: a page that begins
// has nothing to say yet, and somebody is waiting for it.
func Compiled(fsys fs.FS, dir string) *Catalog {
	c := &Catalog{}
	c.late = func() error { return c.readFiles(fsys, dir) }
	return c
}

func (c *Catalog) readFiles(fsys fs.FS, dir string) error {
	files, err := fs.Glob(fsys, path.Join(dir, "*.json"))
	if err != nil {
		return err
	}
	c.table = map[string]map[string]string{}
	for _, file := range files {
		text, err := fs.ReadFile(fsys, file)
		if err != nil {
			return err
		}
		words, err := scenario.ReadTable(string(text))
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		tag := strings.TrimSuffix(path.Base(file), ".json")
		c.tags = append(c.tags, tag)
		c.table[tag] = words
	}
	sort.Strings(c.tags)
	if len(c.tags) == 0 {
		return fmt.Errorf("%s holds no words", dir)
	}
	return c.complete()
}

func (c *Catalog) complete() error {
	first := c.table[c.tags[0]]
	for _, tag := range c.tags[1:] {
		for key := range first {
			if _, ok := c.table[tag][key]; !ok {
				return fmt.Errorf("%s.json lacks %q, which %s.json has", tag, key, c.tags[0])
			}
		}
		for key := range c.table[tag] {
			if _, ok := first[key]; !ok {
				return fmt.Errorf("%s.json lacks %q, which %s.json has", c.tags[0], key, tag)
			}
		}
	}
	return nil
}

// Languages lists the tags in order.
func (c *Catalog) Languages() []string {
	c.read()
	return c.tags
}

// Speaks reports whether there are words for a tag.
func (c *Catalog) Speaks(tag string) bool { return c.words(tag) != nil }

// Has reports whether there is a sentence of that key.
func (c *Catalog) Has(key string) bool {
	_, ok := c.words(c.Languages()[0])[key]
	return ok
}

// Args are the values of a sentence by the names that its template uses.
type Args map[string]Value

// Text says a sentence in all languages.
func (c *Catalog) Text(key string, args Args) scenario.Text {
	t := scenario.Text{}
	for _, tag := range c.Languages() {
		t[tag] = c.Say(tag, key, args)
	}
	return t
}

// Say says a sentence in one language. A key or a name that does not exist
// panics: it is a slip of ours, which the tests of each sentence find.
func (c *Catalog) Say(tag, key string, args Args) string {
	template, ok := c.words(tag)[key]
	if !ok {
		panic(fmt.Sprintf("no words for %q in %q", key, tag))
	}
	var b []byte
	for {
		before, rest, found := strings.Cut(template, "{")
		if !found {
			return string(Slot(b, before, ""))
		}
		slot, after, closed := strings.Cut(rest, "}")
		if !closed {
			panic(fmt.Sprintf("%s.json: %q: a brace is not closed", tag, key))
		}
		b = Slot(b, before, c.fill(tag, key, slot, args))
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
