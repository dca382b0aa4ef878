package scene

import (
	"html"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/assets"
	"lockstep/engine/lesson"
	"lockstep/engine/recorded"
	"lockstep/wasm/app"
)

// pupil is a page in a room with the course, in the lesson.
func pupil(t testing.TB, id, lang string, w, h float64, embed bool) app.State {
	t.Helper()
	s := storyState(t, "done")
	course, err := lesson.ReadAll(assets.FS, "lessons")
	require.NoError(t, err)
	s.Course, s.Lang, s.W, s.H, s.Embed, s.Library = course, lang, w, h, embed, library(t)
	s, _ = app.Update(s, app.OpenLesson{Text: id})
	require.NotNil(t, s.Study.Lesson)
	return s
}

func acted(s app.State, actions ...app.Action) app.State {
	for _, a := range actions {
		s, _ = app.Update(s, a)
	}
	return s
}

// through goes through a lesson, and calls show at each place with each tab open.
func through(t testing.TB, s app.State, show func(what string, s app.State)) {
	l := s.Study.Lesson
	tabs := func(what string, s app.State) {
		for _, tab := range []string{"lesson", "predict", "record", "check"} {
			show(what+", "+tab, acted(s, app.OpenTab{Tab: tab}))
		}
	}
	for at := range l.Steps {
		s = acted(s, app.GoToStep{Step: at})
		tabs("open step "+strconv.Itoa(at+1), s)
		for k, c := range s.Step().Cells() {
			given := c.Right
			if k == 0 && c.Options == nil {
				given = "-7"
			}
			s = acted(s, app.SetPrediction{Cell: c.ID, Text: given})
		}
		s = acted(s, app.LockPrediction{}, app.ToEnd{})
		tabs("locked step "+strconv.Itoa(at+1), s)
	}
	s = acted(s, app.GoToStep{Step: len(l.Steps)}, app.CheckVariation{})
	tabs("variation", s)
	for i := range l.Quiz {
		s = acted(s, app.SetQuiz{K: i, Text: l.Quiz[i].Right}, app.CheckQuiz{K: i})
	}
	s = acted(s, app.GoToStep{Step: len(l.Steps) + 1})
	tabs("end", s)
}

// Nothing of a lesson is cut short, and every control is one, in every room and
// language.
func TestLessonsFitTheirRooms(t *testing.T) {
	c := composer(t)
	for _, l := range pupil(t, "02", "en", 1280, 800, false).Course {
		for _, room := range rooms {
			for _, lang := range Languages {
				s := pupil(t, l.ID, lang, room.w, room.h, room.embed)
				through(t, s, func(what string, s app.State) {
					what = l.Name + " " + room.name + " " + lang + " " + what
					sc := c.Build(&s)
					ids := map[string]bool{}
					for i := range sc.Hot {
						assert.False(t, ids[sc.Hot[i].ID], "%s: %s is there twice", what, sc.Hot[i].ID)
						ids[sc.Hot[i].ID] = true
					}
					assert.True(t, ids["tab-lesson"] && ids["tab-predict"] && ids["tab-record"] && ids["tab-check"], what)
					for i := range sc.Shapes { // a mark says its word, or is the sign alone
						sh := &sc.Shapes[i]
						assert.False(t, sh.Kind == Text && sh.Fill == paletteOf(s.Theme).Error && strings.HasSuffix(sh.String, ellipsis), "%s: %s", what, sh.String)
					}
					for _, text := range lessonTexts(l, lang) {
						for i := range sc.Shapes {
							if cut, is := strings.CutSuffix(sc.Shapes[i].String, ellipsis); is && prose(cut) && sc.Shapes[i].Points[0].Y > 60 {
								assert.NotContains(t, text, cut, "%s: cut short", what)
							}
						}
					}
				})
			}
		}
	}
}

// prose is more than a name, which a block may cut short.
func prose(text string) bool {
	return len(text) > 24 && strings.IndexFunc(text, func(r rune) bool { return r == ' ' || r > 0x2E80 }) >= 0
}

func lessonTexts(l *lesson.Lesson, lang string) (list []string) {
	for key, s := range l.Words[lang].Sections {
		if key != "question" { // the subtitle of the page, which may be cut
			list = append(append(list, s.Text), s.Items...)
		}
	}
	return list
}

// Before the prediction is locked nothing that is seen or said tells the result.
func TestThePictureKeepsTheSecret(t *testing.T) {
	c := composer(t)
	for _, l := range pupil(t, "02", "en", 1280, 800, false).Course {
		for _, room := range rooms {
			s := pupil(t, l.ID, "en", room.w, room.h, room.embed)
			for at := range l.Steps {
				s = acted(s, app.GoToStep{Step: at})
				for _, tab := range []string{"lesson", "predict", "diagnosis", "stage", "values", "calls", "time", "compare", "whatif", "what-if", "code", "text"} {
					s = acted(s, app.OpenTab{Tab: tab}, app.ToEnd{}, app.Play{})
					sc := c.Build(&s)
					what := l.Name + " " + room.name + " " + tab
					assert.Equal(t, "Predict first, then run. The result shows once the prediction is locked.", sc.Live, what)
					assert.False(t, s.Animating(), what)
					for i := range sc.Shapes {
						assert.NotEqual(t, Hatch, sc.Shapes[i].Kind, "%s: waiting is seen", what)
						assert.False(t, sc.Shapes[i].Arrow, "%s: a message is seen", what)
					}
				}
				s = acted(s, app.LockPrediction{})
			}
		}
	}
}

// What was done fills the worksheet, which goes out as text.
func TestTheWorksheetHoldsWhatWasDone(t *testing.T) {
	c := composer(t)
	s := pupil(t, "02", "en", 1280, 800, false)
	s = acted(s, app.SetPrediction{Cell: "rank-0.predict.x.0", Text: "3"}, app.SetPrediction{Cell: "rank-1.predict.x.0", Text: "2"}, app.LockPrediction{},
		app.SetQuiz{K: 0, Text: "2"}, app.CheckQuiz{K: 0}, app.SetSheet{Field: "next", Text: "broadcast <all>"}, app.SetSheet{Field: "way", Text: "paper"}, app.OpenTab{Tab: "record"})
	out := map[string]string{}
	sc := c.Build(&s)
	for i := range sc.Hot {
		if ask, is := sc.Hot[i].Press.(app.Ask); is {
			switch e := ask.What.(type) {
			case app.SaveText:
				out[e.Type] = e.Text
			case app.PrintText:
				out[sc.Hot[i].ID] = e.HTML
			}
		}
	}
	assert.Contains(t, out["text/markdown"], "- Step 1: x: rank 0 [1] → [3] (predicted 3 ✓); rank 1 [2] → [3] (predicted 2 ✗)")
	assert.Contains(t, out["text/markdown"], "Done by: tracing on paper")
	assert.Contains(t, out["application/json"], `"question": 1`)
	assert.Contains(t, out["application/json"], `"cell": "rank-1.predict.x.0"`)
	assert.Contains(t, out["sheet.print"], "broadcast &lt;all&gt;")
	assert.Contains(t, out["sheet.trace"], "☐ rank 0 for rank 1")
	assert.Contains(t, out["sheet.trace"], "<td>all_reduce(x, SUM)<br>")
	for _, l := range s.Course { // paper tracing is a full way to learn: every lesson has a blank trace, in both languages
		for _, lang := range Languages {
			blank := pupil(t, l.ID, lang, 1280, 800, false)
			blank = acted(blank, app.OpenTab{Tab: "record"})
			page := ""
			sc := c.Build(&blank)
			for i := range sc.Hot {
				if ask, is := sc.Hot[i].Press.(app.Ask); is && sc.Hot[i].ID == "sheet.trace" {
					page = ask.What.(app.PrintText).HTML
				}
			}
			assert.Contains(t, page, l.Title(lang))
			for at := range l.Steps {
				assert.Contains(t, html.UnescapeString(page), l.Text(lang, app.StepKey(at)).Text, "%s %s: step %d", l.Name, lang, at+1)
			}
			assert.NotContains(t, page, "checked", "nothing is filled in")
		}
	}
	again := acted(s, app.SetSheet{Field: "next"})
	assert.NotContains(t, again.Done().Sheet, "next")
}

// Each number of a lesson says whether it was seen in real runs or is the teaching
// model's alone: programs with Starlark of our own and networks that are set have no
// real run to be compared with.
func TestLessonsSayWhatWasSeen(t *testing.T) {
	packed, err := assets.FS.ReadFile("recorded.bin")
	require.NoError(t, err)
	table, err := recorded.Read(packed)
	require.NoError(t, err)
	c := composer(t)
	says := func(s app.State) string {
		sc := c.Build(&s)
		for i := range sc.Hot {
			if sc.Hot[i].ID == "provenance" {
				return sc.Hot[i].Name
			}
		}
		return ""
	}
	for _, l := range pupil(t, "02", "en", 1280, 800, false).Course {
		s := pupil(t, l.ID, "en", 1280, 800, false)
		s.Recorded = table
		for at := range l.Steps {
			s = acted(s, app.GoToStep{Step: at}, app.LockPrediction{})
			want := "Seen so in "
			if l.ID == "05" || l.ID == "09" || l.ID == "10" && at == 1 {
				want = "Teaching model: "
			}
			for _, tab := range []string{"predict", "lesson"} {
				assert.Contains(t, says(acted(s, app.OpenTab{Tab: tab})), want, "%s, step %d, %s", l.ID, at+1, tab)
			}
		}
	}
	s := pupil(t, "02", "en", 1280, 800, false)
	s.Recorded = table
	s = acted(s, app.OpenTab{Tab: "check"}, app.SetQuiz{K: 0, Text: "2"}, app.CheckQuiz{K: 0})
	assert.Empty(t, says(s), "no answer's run is shown")
	assert.Contains(t, says(acted(s, app.ShowQuiz{K: 0})), "Teaching model: ", "a division in Starlark was not recorded")
	assert.Contains(t, says(acted(s, app.SetQuiz{K: 1, Text: "3"}, app.CheckQuiz{K: 1}, app.ShowQuiz{K: 1})), "Seen so in ")
}
