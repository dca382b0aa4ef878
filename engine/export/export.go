// Package export gives a scenario and its run out in forms that leave the
// playground: the story of a run as text, a PyTorch script, a Perfetto trace and a
// Markdown report.
//
// It knows the scenario, the trace and the result, and how to lay out text. It
// must never know how the run came about, nor write to anything but the writer
// that it is given.
package export

import (
	"embed"
	"fmt"
	"io"

	"lockstep/engine/wording"
)

//go:embed words
var wordFiles embed.FS

// words are the sentences of this package in all languages.
var words = wording.Compiled(wordFiles, "words")

// Languages lists the languages in which a story can be told.
func Languages() []string { return words.Languages() }

// Speaks reports whether a story can be told in lang.
func Speaks(lang string) bool { return words.Speaks(lang) }

// printer writes lines and keeps the first error, so that a layout reads as a
// list of what it prints.
type printer struct {
	w    io.Writer
	lang string
	err  error
}

func (p *printer) line(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format+"\n", args...)
	}
}

func (p *printer) say(key string, args wording.Args) string { return words.Say(p.lang, key, args) }

// heading stands between two parts, underlined by nothing but the blank line.
func (p *printer) heading(key string) {
	p.line("")
	p.line("%s", p.say(key, nil))
}
