package scene

import (
	"fmt"
	"io/fs"
	"slices"

	"lockstep/engine/lesson"
	"lockstep/engine/scenario"
	"lockstep/engine/trace"
	"lockstep/wasm/app"
)

// Composer makes scenes. It remembers what is costly to find out about a run,
// and nothing else: the same state gives the same scene.
type Composer struct {
	m     Measurer
	files fs.FS // the assets; nil: all words are there
	words map[string]*Words
	terms map[string][]lesson.Term // the glossary, by language

	run             *app.Run
	events          int
	index           *index
	renewing        *renewing     // the next one, while it is made
	seated          seated        // see seatedOf
	pinned          *index        // of the run that is kept to compare with
	cursor, earlier *trace.Cursor // see moment

	written *scenario.Scenario // whose file text is
	text    string
	seen    lookup     // see seenOf
	script  programs   // see program
	broken  brokenFile // see breakFile

	brokenCode brokenFile               // see breakCode
	controls   map[app.OpRef]*opControl // see controlOf
	elements   map[cellRef]*cellControl // see cellOf
	block      []Point                  // see points

	shapes, hots int // how many the last scene had

	kept retained // see Frame
}

// Languages that are shipped; the first is the one for a language that is not.
var Languages = []string{"en", "zh"}

// NewComposer makes a composer that measures with m and speaks with words.
func NewComposer(m Measurer, words ...*Words) *Composer {
	c := &Composer{m: m, words: map[string]*Words{}, controls: map[app.OpRef]*opControl{}}
	for _, w := range words {
		c.words[w.Lang] = w
	}
	return c
}

// Load makes a composer with the words of the assets. Those of a language, and its
// glossary, are read when they are first wanted: few people want both, and nobody
// before the first picture.
func Load(files fs.FS, m Measurer) (*Composer, error) {
	c := NewComposer(m)
	c.files, c.terms = files, map[string][]lesson.Term{}
	for _, lang := range Languages {
		if _, err := fs.Stat(files, localeFile(lang)); err != nil {
			return nil, fmt.Errorf("scene: words of %q: %w", lang, err)
		}
	}
	return c, nil
}

// speaks are the words of a language; of one that there is not, those of the first.
func (c *Composer) speaks(lang string) *Words {
	if w := c.words[lang]; w != nil {
		return w
	}
	if c.files != nil && slices.Contains(Languages, lang) {
		if w, err := LoadWords(c.files, lang); err == nil { // a test reads them all
			c.words[lang] = w
			return w
		}
	}
	if lang == Languages[0] {
		return nil
	}
	return c.speaks(Languages[0])
}

// glossary is the terms of a language.
func (c *Composer) glossary(lang string) []lesson.Term {
	list, known := c.terms[lang]
	if !known && c.files != nil {
		list, _ = lesson.ReadGlossary(c.files, "glossary", lang) // a test reads them all
		c.terms[lang] = list
	}
	return list
}

// Build makes the scene of a state.
func (c *Composer) Build(s *app.State) *Scene {
	c.kept.scene = nil // what is found out for this one may be lacking in that one
	if s.Theme == app.Projector {
		smaller := *s
		smaller.W, smaller.H = s.W/projectorScale, s.H/projectorScale
		sc := c.build(&smaller)
		sc.enlarge(projectorScale)
		return sc
	}
	return c.build(s)
}

func (c *Composer) build(s *app.State) *Scene {
	d := c.begin(s, nil)
	c.draw(d)
	return &d.out
}

// draw makes the picture.
func (c *Composer) draw(d *sheet) {
	d.skips()
	switch s := d.s; {
	case s.Embed:
		d.embed()
	case s.W >= wideFrom:
		d.wide()
	default:
		d.narrow()
	}
	d.popover()
	d.optionList()
	d.dragging()
	d.complaints()
	d.hover()
	d.drawSkips()
	d.finish()
	c.shapes, c.hots = len(d.out.Shapes), len(d.out.Hot)
}

// wideFrom is the width from which on there is room for a side panel.
const wideFrom = 1000

// begin lays a sheet out for a state. The memory of old, if it is given, is used
// again.
func (c *Composer) begin(s *app.State, old *Scene) *sheet {
	w := c.speaks(s.Lang)
	pal := paletteOf(s.Theme)
	ready := c.indexOf(s.Run, renewUnits)
	c.index.room, c.index.lacking = idleLooks, c.index.lacking[:0]
	d := &sheet{s: s, m: c.m, w: w, pal: pal, index: c.index, file: c.fileText, program: c.program, seen: c.seenOf, broken: c.breakFile, code: c.breakCode, control: c.controlOf, cellOf: c.cellOf, block: &c.block, terms: c.glossary}
	d.now = momentAt(c.index, c.cursor, c.earlier, s.Cursor, s.Run.Over())
	c.pinnedAt(d)
	d.out = Scene{W: s.W, H: s.H, Background: pal.Background, Dark: pal.Dark}
	if !ready {
		d.unfinished()
	}
	if d.old = old; old != nil {
		d.out.Shapes, d.out.Hot, d.out.Areas, d.out.Parts = old.Shapes[:0], old.Hot[:0], old.Areas[:0], old.Parts[:0]
		d.out.stretches = old.stretches[:0]
		return d
	}
	d.out.Shapes, d.out.Hot = make([]Shape, 0, c.shapes+32), make([]Hot, 0, c.hots+8)
	return d
}

// outdated tells whether the index has to be made anew. That of a run that goes on
// is made again when there is half as much more: it would else take longer with
// each frame, and the run would never come to its end.
func (c *Composer) outdated(r *app.Run) bool {
	switch events := len(r.Trace.Events); {
	case c.index == nil || c.run.Trace != r.Trace || c.index.over != r.Over() || c.renewing != nil:
		return true
	case r.Over():
		return c.events != events
	default:
		return events > c.events+c.events/2
	}
}

// finish adds what is said and what holds everywhere.
func (d *sheet) finish() {
	if d.index.lacks() {
		d.unfinished()
	}
	d.out.Title = d.title() + " · Lockstep"
	d.out.Live = d.live()
	if !d.s.ReadOnly {
		d.out.Paste = app.Paste{}
	}
	d.out.Keys = []KeyAction{
		{"Control+z", app.TakeBack{}}, {"Meta+z", app.TakeBack{}},
		{"Control+Shift+z", app.TakeForward{}}, {"Meta+Shift+z", app.TakeForward{}}, {"Control+y", app.TakeForward{}},
		{"Escape", app.Close{}}, {"?", app.OpenPopover{Open: app.Open{Kind: app.OpenHelp}}},
		{"Space", app.PlayPause{}}, {",", app.Step{By: -1}}, {".", app.Step{By: 1}},
		{"!", app.FirstProblem{}},
	}
	if !d.s.Embed { // there the arrows scroll the page around
		d.out.Keys = append(d.out.Keys, KeyAction{"ArrowDown", app.EnterLanes{}}, KeyAction{"ArrowRight", app.EnterLanes{}})
	}
}

// title is the scenario's, or the product's sentence.
func (d *sheet) title() string {
	if l := d.s.Study.Lesson; l != nil {
		return d.lessonTitle(l)
	}
	if t := d.s.Scenario.Title.In(d.s.Lang); t != "" {
		return t
	}
	return d.say("untitled")
}
