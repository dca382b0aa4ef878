package scene

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/assets"
	"lockstep/wasm/app"
)

// twice makes every text of a language twice as long, as another language may
// have it.
func twice(w *Words) *Words {
	long := map[string]string{}
	for k, t := range w.text {
		long[k] = t.text + " " + t.text
	}
	return NewWords("xx", long)
}

// seen is the visible part of each text of a scene.
type seenText struct {
	text string
	at   Rect
}

func seenTexts(sc *Scene) []seenText {
	clips := []Rect{{0, 0, sc.W, sc.H}}
	var list []seenText
	for i := range sc.Shapes {
		s := &sc.Shapes[i]
		switch s.Kind {
		case Clip:
			clips = append(clips, s.Rect.intersect(clips[len(clips)-1]))
		case Unclip:
			clips = clips[:len(clips)-1]
		case Text:
			if r := textRect(s); r.intersect(clips[len(clips)-1]).W > 0 && r.intersect(clips[len(clips)-1]).H > 0 {
				list = append(list, seenText{s.String, r.intersect(clips[len(clips)-1])})
			}
		}
	}
	return list
}

func textRect(s *Shape) Rect {
	w := faces.Width(s.String, s.Size, s.Style())
	x := s.Points[0].X
	switch s.Align {
	case Middle:
		x -= w / 2
	case End:
		x -= w
	}
	return Rect{x, s.Points[0].Y - 0.78*s.Size, w, s.Size}
}

var sizes = []struct {
	w, h  float64
	embed bool
}{
	{320, 640, false}, {390, 844, false}, {641, 700, false}, {800, 600, false}, {1000, 700, false}, {1280, 800, false},
	{1920, 1080, false}, {2560, 1440, false}, {720, 420, true}, {320, 300, true}, {1200, 600, true},
}

// TestTextsKeepToTheirPlace: whatever the language, the size and the run, no text
// leaves the page and no two texts lie on each other.
func TestTextsKeepToTheirPlace(t *testing.T) {
	composer(t)
	en, err := LoadWords(assets.FS, "en")
	require.NoError(t, err)
	zh, err := LoadWords(assets.FS, "zh")
	require.NoError(t, err)
	c := NewComposer(faces, en, zh, twice(en))
	for name := range stories {
		for _, size := range sizes {
			for _, lang := range []string{"en", "zh", "xx"} {
				for _, tab := range []string{"diagnosis", "values", "stage"} {
					s := storyState(t, name)
					s.W, s.H, s.Embed, s.Lang, s.Tab = size.w, size.h, size.embed, lang, tab
					s.Library = &app.Library{Examples: []app.Example{{ID: "x", Title: s.Scenario.Title, Scenario: s.Scenario}}}
					for _, at := range []float64{0, 0.4, 1} {
						s.Cursor = s.Run.Course().Time(at * s.Run.Course().Length())
						where := fmt.Sprintf("%s %gx%g embed=%v %s %s at %g", name, size.w, size.h, size.embed, lang, tab, at)
						texts := seenTexts(c.Build(&s))
						inside(t, where, texts, Rect{0, 0, size.w, size.h})
						apart(t, where, texts)
					}
				}
			}
		}
	}
}

// Whatever is open, in every language and at every size, keeps to its place too.
func TestPopoversKeepToTheirPlace(t *testing.T) {
	composer(t)
	all := allWords(t)
	c := NewComposer(faces, all["en"], all["zh"], twice(all["en"]))
	examples := library(t)
	for _, do := range doings {
		for _, size := range sizes {
			for _, lang := range []string{"en", "zh", "xx"} {
				s := storyState(t, do.story)
				s.W, s.H, s.Embed, s.Library = size.w, size.h, size.embed, examples
				s.Cursor = telling(&s)
				for _, a := range do.actions {
					s, _ = app.Update(s, a)
				}
				s.Lang = lang
				where := fmt.Sprintf("%s %gx%g embed=%v %s", do.name, size.w, size.h, size.embed, lang)
				onTop(t, where, &s, c)
			}
		}
	}
}

// onTop looks at what a popover or the text tab shows, without what it covers.
func onTop(t *testing.T, where string, s *app.State, c *Composer) {
	t.Helper()
	sc := c.Build(s)
	page := Rect{0, 0, sc.W, sc.H}
	ground := page
	for i := range sc.Hot {
		h := &sc.Hot[i]
		if h.ID == "popover" || h.ID == "options" {
			ground = h.Rect
		}
	}
	if ground == page {
		texts := seenTexts(sc)
		inside(t, where, texts, page)
		return
	}
	assert.True(t, within(ground, page), "%s: the popover at %v leaves the page", where, ground)
	from := 0
	for i := range sc.Shapes {
		if sh := &sc.Shapes[i]; sh.Kind == Box && sh.Rect == ground {
			from = i
		}
	}
	own := *sc
	own.Shapes = sc.Shapes[from:]
	texts := seenTexts(&own)
	if s.Theme == app.Projector {
		return // everything is as at the smaller size
	}
	for _, x := range texts {
		assert.True(t, within(x.at, ground), "%s: %q at %v leaves the popover %v", where, x.text, x.at, ground)
	}
	apart(t, where, texts)
}

// within allows for half a pixel.
func within(r, room Rect) bool {
	return r.X >= room.X-0.5 && r.Y >= room.Y-0.5 && r.right() <= room.right()+0.5 && r.bottom() <= room.bottom()+0.5
}

func inside(t *testing.T, where string, texts []seenText, page Rect) {
	t.Helper()
	for _, x := range texts {
		assert.True(t, x.at.X >= -0.5 && x.at.right() <= page.right()+0.5, "%s: %q at %v leaves the page", where, x.text, x.at)
	}
}

func apart(t *testing.T, where string, texts []seenText) {
	t.Helper()
	for i := range texts {
		for k := range i {
			if both := texts[i].at.intersect(texts[k].at); both.W > 1.5 && both.H > 2 {
				t.Errorf("%s: %q at %v lies on %q at %v", where, texts[i].text, texts[i].at, texts[k].text, texts[k].at)
			}
		}
	}
}
