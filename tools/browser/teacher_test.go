//go:build browser

package browser_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/assets"
	"lockstep/engine/lesson"
	"lockstep/tools/browser"
	"lockstep/wasm/app"
)

// The teacher's page is read in both languages on every screen, and nothing of it
// sticks out.
func TestTeachersPageFits(t *testing.T) {
	for _, lang := range lesson.Languages {
		for _, v := range []browser.View{desktop, {W: 390, H: 844, Scale: 2}, {W: 720, H: 420}} {
			p, err := chrome.Blank(v)
			require.NoError(t, err)
			require.NoError(t, p.Load(address+"teacher-"+lang+".html"))
			x := &tab{Page: p, t: t}
			assert.Equal(t, "true", x.text(`String(document.documentElement.scrollWidth <= innerWidth)`), "%s at %v", lang, v.W)
			x.picture("teacher-" + lang + "-" + strconv.Itoa(int(v.W)))
			x.text(`(document.getElementById('02').scrollIntoView(), '')`)
			x.picture("teacher-" + lang + "-" + strconv.Itoa(int(v.W)) + "-02")
			assert.Empty(t, p.Problems())
			p.Close()
		}
	}
}

// What a teacher copies from the page works wherever it is put, and tells the page
// around what was answered there: for a grade book, question by question.
func TestTeachersLinesTellAnswers(t *testing.T) {
	course, err := lesson.ReadAll(assets.FS, "lessons")
	require.NoError(t, err)
	quiz := course[1].Quiz // of lesson 02
	for _, lang := range lesson.Languages {
		t.Run(lang, func(t *testing.T) {
			p, err := chrome.Blank(desktop)
			require.NoError(t, err)
			t.Cleanup(p.Close)
			require.NoError(t, p.Load(address+"teacher-"+lang+".html"))
			x := &tab{Page: p, t: t}
			lines := x.text(`[...document.querySelectorAll('pre')].map((e) => e.textContent).find((s) => s.includes('lesson="02"'))`)
			home := serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "text/html")
				_, _ = w.Write([]byte("<!doctype html><meta charset=\"utf-8\"><link rel=\"icon\" href=\"data:,\"><title>Week 2</title>\n" + lines))
			}))
			assert.Contains(t, lines, address+"embed.js", "where the playground is, and not where the course page is")

			require.NoError(t, p.Before(`window.got = []; addEventListener('message', (e) => got.push({ from: e.origin, ...e.data }))`))
			require.NoError(t, p.Load(home+"week/2.html"))
			x.text(until(`m.type === 'ready'`))
			// What lies in a frame of another origin can be reached by the pointer alone.
			var height float64
			x.eval(`Promise.resolve(`+until(`m.type === 'resize'`)+`).then((m) => JSON.parse(m).height)`, &height)
			r := [4]float64{}
			x.eval(`(() => { const r = document.querySelector('iframe').getBoundingClientRect(); return [r.x, r.y, r.width, r.height]; })()`, &r)
			assert.Equal(t, height, r[3], "the frame is as high as it asks to be")
			click := func(id string, actions ...app.Action) {
				px, py := framedIn(t, lang, r[2], r[3], id, actions...)
				x.clickAt(r[0]+px, r[1]+py)
			}
			told := func(question string) string {
				return x.text(`Promise.resolve(` + until(`m.type === 'answered' && m.question === '`+question+`'`) + `).then((m) => { const { from, lockstep, lesson, correct } = JSON.parse(m); return [from, lockstep, lesson, correct].join(' '); })`)
			}
			from := strings.TrimSuffix(address, "/")
			click("tab-check")
			check := app.OpenTab{Tab: "check"}
			click("quiz-1."+quiz[0].Right, check)
			click("quiz-1.check", check)
			assert.Equal(t, from+" 1 02 true", told("quiz-1"))
			click("tab-predict")
			click("lock", app.OpenTab{Tab: "predict"})
			assert.Equal(t, from+" 1 02 false", told("step-1"), "nothing was predicted")
			x.picture("teacher-answered-" + lang)
			assert.Empty(t, p.Problems())
		})
	}
}

// until waits for a message that the page around has got.
func until(js string) string {
	return `new Promise((done) => { const look = () => { const m = window.got && got.find((m) => ` + js + `); if (m) done(JSON.stringify(m)); else setTimeout(look, 20); }; look(); })`
}
