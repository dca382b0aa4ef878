package lesson_test

import (
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/assets"
	"lockstep/engine"
	"lockstep/engine/lesson"
	"lockstep/engine/scenario"
)

// lengths are how much a lesson may ask one to read, in Chinese characters and in
// words.
var lengths = map[string]int{"zh": 900, "en": 600}

func run(t *testing.T, s *scenario.Scenario) lesson.Run {
	t.Helper()
	r, err := engine.Start(s)
	require.NoError(t, err)
	for !r.Advance(1 << 20) {
	}
	return lesson.Run{Scenario: s, Trace: r.Trace(), Result: r.Outcome()}
}

func all(t *testing.T) []*lesson.Lesson {
	t.Helper()
	list, err := lesson.ReadAll(assets.FS, "lessons")
	require.NoError(t, err)
	require.NotEmpty(t, list)
	return list
}

func each(t *testing.T, f func(t *testing.T, l *lesson.Lesson)) {
	for _, l := range all(t) {
		t.Run(l.Name, func(t *testing.T) { f(t, l) })
	}
}

// right is the step's right prediction, as the author wrote it.
func right(s *lesson.Step) map[string]string {
	cells := map[string]string{}
	for _, c := range s.Cells() {
		cells[c.ID] = c.Right
	}
	return cells
}

// judged are the cells in which a prediction does not agree with the run.
func judged(r lesson.Run, s *lesson.Step, given map[string]string) (wrong []string) {
	for _, c := range s.Cells() {
		if !c.Agrees(given[c.ID], r.Truth(s, c)) {
			wrong = append(wrong, c.ID+" = "+r.Truth(s, c))
		}
	}
	return wrong
}

func TestStepsShowWhatTheySay(t *testing.T) {
	each(t, func(t *testing.T, l *lesson.Lesson) {
		for i := range l.Steps {
			s := &l.Steps[i]
			r := run(t, s.Scenario)
			assert.Empty(t, judged(r, s, right(s)), "step %d: the right prediction", i+1)
			for k := range s.Expect {
				assert.True(t, r.Holds(&s.Expect[k]), "step %d: expect[%d]", i+1, k)
			}
			for k := range s.Look {
				_, found := r.Moment(&s.Look[k])
				assert.True(t, found, "step %d: look[%d] shows nothing", i+1, k)
			}
			for k, cells := range s.Wrong {
				given := right(s)
				maps.Copy(given, cells)
				wrong := judged(r, s, given)
				assert.Len(t, wrong, len(cells), "step %d: every cell of wrong[%d] is wrong", i+1, k)
			}
			for k := range s.Predict {
				holding := 0
				for c := range s.Predict[k].Pick {
					if r.Holds(&s.Predict[k].Pick[c]) {
						holding++
					}
				}
				if len(s.Predict[k].Pick) > 0 {
					assert.Equal(t, 1, holding, "step %d: predict[%d]: one choice is right", i+1, k)
				}
			}
		}
	})
}

func TestVariationsAreJudged(t *testing.T) {
	each(t, func(t *testing.T, l *lesson.Lesson) {
		v := &l.Variation
		assert.True(t, run(t, v.Solved).Holds(&v.Check), "the solution")
		assert.False(t, run(t, v.From).Holds(&v.Check), "nothing changed")
		assert.NotEmpty(t, v.Missed, "changes that do not do it")
		for i, s := range v.Missed {
			assert.False(t, run(t, s).Holds(&v.Check), "missed[%d]", i)
		}
	})
}

func TestAnswersAreBackedByRuns(t *testing.T) {
	each(t, func(t *testing.T, l *lesson.Lesson) {
		for i := range l.Quiz {
			q := &l.Quiz[i]
			r := run(t, q.Run)
			assert.NotEmpty(t, q.Proof, "quiz %d", i+1)
			for k := range q.Proof {
				assert.True(t, r.Holds(&q.Proof[k]), "quiz %d: proof[%d]", i+1, k)
			}
			if q.Look != nil {
				_, found := r.Moment(q.Look)
				assert.True(t, found, "quiz %d: look", i+1)
			}
			for _, lang := range lesson.Languages {
				items := l.Text(lang, "quiz "+strconv.Itoa(i+1)).Items
				if n, err := strconv.Atoi(q.Right); len(items) > 0 {
					assert.True(t, err == nil && n >= 1 && n <= len(items), "quiz %d: right", i+1)
				} else {
					assert.True(t, lesson.SameNumber(q.Right, q.Right), "quiz %d: a number", i+1)
				}
			}
			assert.Equal(t, len(l.Text("zh", "quiz "+strconv.Itoa(i+1)).Items), len(l.Text("en", "quiz "+strconv.Itoa(i+1)).Items))
		}
	})
}

func TestLessonsAreShort(t *testing.T) {
	each(t, func(t *testing.T, l *lesson.Lesson) {
		for lang, most := range lengths {
			assert.LessOrEqual(t, l.Words[lang].Count(lang), most, lang)
		}
	})
}

func TestEveryFileIsUsed(t *testing.T) {
	each(t, func(t *testing.T, l *lesson.Lesson) {
		text, err := assets.FS.ReadFile("lessons/" + l.Name + "/lesson.json")
		require.NoError(t, err)
		entries, err := os.ReadDir("../../assets/lessons/" + l.Name)
		require.NoError(t, err)
		for _, e := range entries {
			name, is := strings.CutSuffix(e.Name(), ".json")
			if is && name != "lesson" {
				assert.Contains(t, string(text), strconv.Quote(name), "no one asks for it")
			}
		}
	})
}

// TestRefusals: a folder that is not as it must be says where.
func TestRefusals(t *testing.T) {
	read := func(change func(files fstest.MapFS)) error {
		files := fstest.MapFS{}
		names, err := assets.FS.ReadDir("lessons/02-two-scalars")
		require.NoError(t, err)
		for _, n := range names {
			data, err := assets.FS.ReadFile("lessons/02-two-scalars/" + n.Name())
			require.NoError(t, err)
			files["02-x/"+n.Name()] = &fstest.MapFile{Data: data}
		}
		change(files)
		_, err = lesson.Read(files, "02-x")
		return err
	}
	swap := func(name, old, text string) func(fstest.MapFS) {
		return func(files fstest.MapFS) {
			before := string(files["02-x/"+name].Data)
			require.Contains(t, before, old)
			files["02-x/"+name] = &fstest.MapFile{Data: []byte(strings.Replace(before, old, text, 1))}
		}
	}
	require.NoError(t, read(func(fstest.MapFS) {}))
	for want, change := range map[string]func(fstest.MapFS){
		`unknown field "predictions"`:               swap("lesson.json", `"predict":`, `"predictions":`),
		`"step 1 why" is missing`:                   swap("en.md", "## step 1 why", "## step 9 why"),
		`nothing asks for "step 3 why"`:             swap("zh.md", "## quiz 1\n", "## step 3 why\n好\n## quiz 1\n"),
		`"step 2 pick 1" has 2 items`:               swap("zh.md", "- 谁也没等\n", ""),
		`there is no rank-1.predict.x.7`:            swap("lesson.json", "rank-1.predict.x.0", "rank-1.predict.x.7"),
		`values for a tensor of 1`:                  swap("lesson.json", `["3"], ["3"]`, `["3", "4"], ["3"]`),
		`scalars.json`:                              func(files fstest.MapFS) { delete(files, "02-x/scalars.json") },
		`5 is not a rank`:                           swap("scalars.json", `"all_reduce", "tensor": "x"`, `"broadcast", "tensor": "x", "src": 5`),
		`stands here for the second time`:           swap("en.md", "## step 1 why", "## step 1\nAgain.\n## step 1 why"),
		`a text before the first heading`:           swap("en.md", "# All-reduce of two scalars\n", "# All-reduce of two scalars\nHello.\n"),
		`one of values, fate, log, metric and pick`: swap("lesson.json", `"metric": "bytes_sent", "right"`, `"metric": "bytes_sent", "fate": true, "right"`),
		`a step and four questions are the least`: swap("lesson.json", `,
    {"right": "8", "run": "vectors", "proof": [{"rank": 0, "metric": "bytes_sent", "is": "8"}, {"rank": 1, "metric": "bytes_sent", "is": "8"}]}`, ""),
		`something stands behind its end`: func(files fstest.MapFS) { f := files["02-x/lesson.json"]; f.Data = append(slices.Clone(f.Data), '}') },
	} {
		err := read(change)
		if assert.Error(t, err, want) {
			assert.ErrorContains(t, err, want)
		}
	}
}

func TestNumbers(t *testing.T) {
	for _, c := range []struct {
		given, truth string
		same         bool
	}{
		{"3", "3", true}, {" 3.0 ", "3", true}, {"3.01", "3", false}, {"1/3", "0.33333334", true}, {"0.333", "0.33333334", true},
		{"0.3", "0.33333334", false}, {"−2", "-2", true}, {"", "0", false}, {"nan", "nan", true}, {"1/0", "inf", false}, {"inf", "inf", true},
	} {
		assert.Equal(t, c.same, lesson.SameNumber(c.given, c.truth), "%q for %s", c.given, c.truth)
	}
}

func TestWordsAreCounted(t *testing.T) {
	w, err := lesson.ReadWords("# 标题 one\n\n## a\n一行\n接着。\nNew\nline\n\n- x\n- y z\n")
	require.NoError(t, err)
	assert.Equal(t, "一行接着。 New line", w.Sections["a"].Text)
	assert.Equal(t, []string{"x", "y z"}, w.Sections["a"].Items)
	assert.Equal(t, 6, w.Count("zh"))
	assert.True(t, slices.Contains(lesson.Languages, "zh"))
}

// Both languages have the same terms, and the teacher's words are whole.
func TestGlossaryAndTeaching(t *testing.T) {
	zh, err := lesson.ReadGlossary(assets.FS, "glossary", "zh")
	require.NoError(t, err)
	en, err := lesson.ReadGlossary(assets.FS, "glossary", "en")
	require.NoError(t, err)
	assert.Len(t, en, len(zh))
	assert.Greater(t, len(en), 20)
	for i := range zh {
		assert.NotEmpty(t, zh[i].Text, zh[i].Name)
		assert.NotEmpty(t, en[i].Text, en[i].Name)
	}
	each(t, func(t *testing.T, l *lesson.Lesson) {
		var sizes [][2]int
		for _, lang := range lesson.Languages {
			w, err := lesson.ReadTeaching(os.DirFS("../../assets/lessons"), ".", l, lang)
			require.NoError(t, err)
			sizes = append(sizes, [2]int{len(w.Aims), len(w.Ask)})
			assert.GreaterOrEqual(t, len(l.Mistakes(lang)), 3)
		}
		assert.Equal(t, sizes[0], sizes[1])
	})
}

// A list of lessons shows the titles that the open lessons have, and a lesson that
// is opened late is the lesson that is read at once.
func TestTitlesAreThoseOfTheLessons(t *testing.T) {
	files := assets.FS
	list, err := lesson.ReadTitles(files, "lessons")
	require.NoError(t, err)
	all, err := lesson.ReadAll(files, "lessons")
	require.NoError(t, err)
	require.Len(t, list, len(all))
	for i, l := range list {
		assert.Empty(t, l.Steps)
		for _, lang := range lesson.Languages {
			assert.Equal(t, all[i].Title(lang), l.Title(lang))
		}
		require.NoError(t, l.Open())
		require.NoError(t, l.Open())
		assert.Equal(t, all[i], l)
	}
}
