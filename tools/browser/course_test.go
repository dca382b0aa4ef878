//go:build browser

package browser_test

import (
	"flag"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/assets"
	"lockstep/engine/lesson"
	"lockstep/engine/scenario"
	"lockstep/wasm/app"
	"lockstep/wasm/scene"
	"lockstep/wasm/typeface"
)

var pictures = flag.String("pictures", "", "folder for pictures of what the tests see, to look at")

// A learner goes through a step with the keyboard alone.
func TestALessonByKeyboard(t *testing.T) {
	x := open(t, "?lang=en&lesson=02", desktop)
	assert.Equal(t, "02", x.value("lesson"))
	x.ok(x.Press("to-predict"))
	assert.Equal(t, "Predict first, then run. The result shows once the prediction is locked.", x.text(`document.getElementById('spoken').textContent`))
	x.ok(x.Type("rank-0.predict.x.0", "3"))
	x.ok(x.Type("rank-1.predict.x.0", "2"))
	x.ok(x.Press("lock"))
	assert.Contains(t, x.value("rank-0.predict.x.0")+x.text(`document.querySelector('[data-id="rank-0.predict.x.0"]').textContent`), "as it came")
	assert.Contains(t, x.text(`document.querySelector('[data-id="rank-1.predict.x.0"]').textContent`), "it came: 3")
	x.ok(x.Press("why"))
	x.ok(x.Press("look-2"))
	assert.Equal(t, "350004", x.value("cursor"), "the cursor stands where it shows")
	x.ok(x.Reload())
	assert.Equal(t, "02", x.value("lesson"), "a reload stays in the lesson")
	x.ok(x.Press("tab-predict"))
	assert.Contains(t, x.text(`document.querySelector('[data-id="rank-1.predict.x.0"]').textContent`), "it came: 3", "and keeps what was done")
	x.ok(x.Press("tab-check"))
	x.ok(x.Press("quiz-1.2"))
	x.ok(x.Press("quiz-1.check"))
	assert.Contains(t, x.text(`document.querySelector('[data-id="quiz-1.result"]').textContent`), "Right.")
	x.ok(x.Press("quiz-1.run"))
	assert.Equal(t, "1.5", x.value("rank-0.tensor.x.0"))
	x.ok(x.Press("undo"))
	x.ok(x.Choose("lesson", ""))
	has, err := x.Has("tab-lesson")
	x.ok(err)
	assert.False(t, has)
	assert.Contains(t, x.text(`localStorage.getItem('lockstep.course')`), `"1/rank-1.predict.x.0":"2"`)
}

// In a page of another origin, without storage, a lesson works and tells what was
// answered.
func TestALessonInAFrame(t *testing.T) {
	outer := serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, strings.Replace(fmt.Sprintf(around, address), "?embed=1", "?embed=1&lesson=02&lang=en", 1))
	}))
	p, err := chrome.Blank(desktop)
	require.NoError(t, err)
	t.Cleanup(func() {
		assert.Empty(t, p.Problems())
		p.Close()
	})
	require.NoError(t, p.Load(outer))
	x := &tab{Page: p, t: t}
	x.text(`until((m) => m.type === 'ready').then((m) => m.version)`)
	// What lies in the frame cannot be reached but by the pointer.
	x.clickAt(framed(t, "tab-predict"))
	x.clickAt(framed(t, "lock", app.OpenTab{Tab: "predict"}))
	assert.Equal(t, "02 step-1 false", x.text(`until((m) => m.type === 'answered').then((m) => m.lesson + ' ' + m.question + ' ' + m.correct)`))
	x.picture("frame")
}

// framed is where a control of the lesson stands in a frame of 720 × 420.
func framed(t *testing.T, id string, actions ...app.Action) (x, y float64) {
	t.Helper()
	return framedIn(t, "en", 720, 420, id, actions...)
}

// framedIn is where a control of lesson 02 stands in a frame of a size.
func framedIn(t *testing.T, lang string, w, h float64, id string, actions ...app.Action) (x, y float64) {
	t.Helper()
	faces, err := typeface.Load(assets.FS)
	require.NoError(t, err)
	c, err := scene.Load(assets.FS, faces)
	require.NoError(t, err)
	library, err := app.ReadLibrary(assets.FS, "scenarios", scenario.Parse)
	require.NoError(t, err)
	s, err := app.New(library.Find("two-scalars").Scenario, app.Engine)
	require.NoError(t, err)
	s.Course, err = lesson.ReadAll(assets.FS, "lessons")
	require.NoError(t, err)
	s.Library, s.Lang, s.Embed, s.W, s.H = library, lang, true, w, h
	for _, a := range append([]app.Action{app.OpenLesson{Text: "02"}}, actions...) {
		s, _ = app.Update(s, a)
	}
	for _, h := range c.Build(&s).Hot {
		if h.ID == id {
			return h.Rect.X + h.Rect.W/2, h.Rect.Y + h.Rect.H/2
		}
	}
	t.Fatalf("no %s", id)
	return 0, 0
}

func (x *tab) clickAt(px, py float64) {
	x.t.Helper()
	x.ok(x.Settle())
	x.ok(x.Drag(px, py, px, py))
	x.ok(x.Settle())
}

// says is the text of a control.
func (x *tab) says(id string) string {
	x.t.Helper()
	return x.text(`document.querySelector('[data-id="` + id + `"]').textContent`)
}

// picture keeps what is seen now, if pictures are asked for.
func (x *tab) picture(name string) {
	x.t.Helper()
	if *pictures == "" {
		return
	}
	x.ok(x.Shot(filepath.Join(*pictures, name+".png")))
}
