//go:build browser

package browser_test

import (
	"flag"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/assets"
	"lockstep/engine/lesson"
	"lockstep/tools/browser"
)

// hand is how a person works the page: with the mouse alone, or with the keyboard.
type hand interface {
	press(id string)
	fill(id, text string)
	choose(id, option string)
}

// walker is somebody in the course, and the window that they look at.
type walker struct {
	*tab
	w, h float64
}

// mouse presses where a control is drawn, and turns the wheel until it is.
type mouse struct{ *walker }

// keys presses Tab until a control has the focus, and Enter.
type keys struct {
	*walker
	longest int // of Tabs, and for which control
	to      string
}

// seen is how high the part of a control is that is in the window, once what was
// asked for has been drawn: nothing of it when it is scrolled away.
func (x *walker) seen(id string) float64 {
	x.t.Helper()
	var r []float64
	x.eval(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
		const e = document.querySelector('#mirror [data-id="`+id+`"]');
		const r = e && e.getBoundingClientRect();
		done(e ? [Math.min(r.bottom, innerHeight) - Math.max(r.top, 0), innerWidth, innerHeight] : [0, innerWidth, innerHeight]);
	})))`, &r)
	x.w, x.h = r[1], r[2]
	return r[0]
}

// inSight asserts that nobody has to scroll for what an action has brought.
func (x *walker) inSight(id string) {
	x.t.Helper()
	assert.Greater(x.t, x.seen(id), 6.0, "%s is to be seen without scrolling", id)
}

func (m mouse) press(id string) {
	m.t.Helper()
	for turn := 0; m.seen(id) < 6; turn++ {
		require.Less(m.t, turn, 40, "%s is nowhere to be seen", id)
		down := 160.0
		if turn >= 20 { // it lies above
			down = -160
		}
		// In the side panel where there is one, else in the page.
		m.ok(m.Wheel(m.w-60, m.h*0.6, down))
	}
	m.ok(m.Click(id))
}

func (m mouse) fill(id, text string) {
	m.t.Helper()
	m.press(id)
	m.ok(m.Key(text)) // numbers have to be typed
}

// choose clicks the list, and takes the option as its menu does, which is a window of
// the browser's own that no protocol reaches.
func (m mouse) choose(id, option string) {
	m.t.Helper()
	m.press(id)
	m.ok(m.Choose(id, option))
	m.ok(m.Key(kb.Escape))
}

// reach presses Tab, or Tab with Shift when what is wanted lies behind, as often as
// there are controls in between, and looks where it has come to.
func (k *keys) reach(id string) {
	k.t.Helper()
	pressed := 0
	for range 8 {
		k.ok(k.Settle())
		var away *int
		k.eval(`(() => {
			const stops = [...document.querySelectorAll('#mirror > *')].filter((e) => e.tabIndex >= 0);
			const at = stops.findIndex((e) => e === document.activeElement);
			const to = stops.findIndex((e) => e.dataset.id === `+strconv.Quote(id)+`);
			return to < 0 ? null : to - at;
		})()`, &away)
		require.NotNil(k.t, away, "there is no %s", id)
		if *away == 0 {
			if pressed > k.longest {
				k.longest, k.to = pressed, id
			}
			return
		}
		var held []kb.Modifier
		if *away < 0 {
			held = []kb.Modifier{kb.ModifierShift}
		}
		for range max(*away, -*away) {
			k.ok(k.Key(kb.Tab, held...))
			pressed++
		}
	}
	require.Fail(k.t, "Tab does not lead to "+id)
}

func (k *keys) press(id string) {
	k.t.Helper()
	k.reach(id)
	k.ok(k.Key(browser.Enter))
	// What takes the focus may lie out of sight; the browser must not move the controls
	// to show it, for they lie on a picture that is moved instead.
	assert.Equal(k.t, "0 0", k.text(`(({ scrollTop: a, scrollLeft: b }) => a + ' ' + b)(document.getElementById('mirror'))`))
}

func (k *keys) fill(id, text string) {
	k.t.Helper()
	k.reach(id)
	k.ok(k.Key(text))
	k.ok(k.Key(browser.Enter))
}

// choose types the beginning of the option's name.
func (k *keys) choose(id, option string) {
	k.t.Helper()
	k.reach(id)
	var down int
	k.eval(fmt.Sprintf(`(() => { const e = document.activeElement; return [...e.options].findIndex((o) => o.value === %q) - e.selectedIndex; })()`, option), &down)
	for range down {
		k.ok(k.Key(kb.ArrowDown))
	}
	assert.Equal(k.t, option, k.value(id))
}

// Every lesson is done from its first question to its worksheet with the mouse alone,
// and everything that an action brings is in sight without scrolling.
func TestEveryLessonByMouse(t *testing.T) {
	walkAll(t, 0, "mouse", func(x *walker) hand { return mouse{x} })
}

// Every lesson is done with the keyboard alone: Tab leads to everything, and goes on
// where one was when a control is gone. Without motion, as whoever asks for that sees it.
func TestEveryLessonByKeys(t *testing.T) {
	walkAll(t, 1, "keys", func(x *walker) hand { return &keys{walker: x} })
}

var every = flag.Bool("every", false, "go through every lesson in each language and room with either hand, not through a quarter of that")

// walkAll goes through each lesson in each language and in each room once, some with
// one hand and some with the other; through all forty with each hand if -every asks for
// it, which takes more than half an hour.
func walkAll(t *testing.T, odd int, hands string, by func(*walker) hand) {
	course, err := lesson.ReadAll(assets.FS, "lessons")
	require.NoError(t, err)
	for i, l := range course {
		for k, lang := range lesson.Languages {
			for j, v := range []browser.View{desktop, {W: 390, H: 844, Scale: 2}} {
				if !*every && (i+2*k+3*j)%4 != odd {
					continue
				}
				t.Run(fmt.Sprintf("%s-%s-%v", l.ID, lang, v.W), func(t *testing.T) {
					x := &walker{tab: open(t, "?lang="+lang+"&theme=light&lesson="+l.ID, v)}
					walk(x, by(x), l, lang, fmt.Sprintf("%s-%s-%v-%s-", l.ID, lang, v.W, hands))
				})
			}
		}
	}
}

// A control that was scrolled out of sight keeps the focus, and its ring is not drawn
// over what is in sight.
func TestAFocusOutOfSightHasNoRing(t *testing.T) {
	x := &walker{tab: open(t, "?lang=en&lesson=02", browser.View{W: 390, H: 844, Still: true})}
	k := &keys{walker: x}
	k.reach("glossary")
	ring := func() string { return x.text(`getComputedStyle(document.activeElement).clipPath`) }
	assert.Equal(t, "none", ring())
	for turn := 0; x.seen("glossary") > 1; turn++ {
		require.Less(t, turn, 20)
		x.ok(x.Wheel(200, 500, -160))
	}
	assert.Equal(t, "glossary", x.focused())
	assert.Equal(t, "inset(50%)", ring())
}

// walk goes one lesson's whole way. Its pictures are kept under the name given.
func walk(x *walker, h hand, l *lesson.Lesson, lang, name string) {
	x.picture(name + "0")
	h.press("to-predict")
	for at := range l.Steps {
		if at > 0 {
			h.press("next")
		}
		n := fmt.Sprint(at + 1)
		for _, c := range l.Steps[at].Cells() {
			switch {
			case c.Rank < 0:
				h.press(c.ID + "." + c.Right)
			case c.Options != nil:
				h.choose(c.ID, c.Right)
			default:
				h.fill(c.ID, c.Right)
			}
		}
		x.picture(name + n + "a")
		h.press("lock")
		x.inSight("prediction.result")
		x.inSight("why")
		cells := fmt.Sprint(len(l.Steps[at].Cells()))
		assert.Equal(x.t, 2, strings.Count(x.says("prediction.result"), cells), "all of %s as it came: %s", cells, x.says("prediction.result"))
		x.picture(name + n + "b")
		h.press("why")
		x.picture(name + n + "c")
		for k := range l.Steps[at].Look {
			h.press(fmt.Sprintf("look-%d", k+1))
			if r := l.Steps[at].Look[k].Rank; r != nil && l.Steps[at].Scenario.Script == "" {
				x.inSight(fmt.Sprintf("rank-%d.op-0", *r))
			}
		}
		x.picture(name + n + "d")
	}
	h.press("next")
	x.inSight("check-variation")
	h.press("check-variation")
	x.inSight("variation.result")
	x.picture(name + "v")
	h.press("next")
	x.inSight("tab-lesson")
	x.picture(name + "w")
	h.press("to-check")
	x.picture(name + "x")
	for i, q := range l.Quiz {
		id := fmt.Sprintf("quiz-%d", i+1)
		if len(l.Text(lang, fmt.Sprintf("quiz %d", i+1)).Items) > 0 {
			h.press(id + "." + q.Right)
		} else {
			h.fill(id, q.Right)
		}
		h.press(id + ".check")
		x.inSight(id + ".result")
		assert.NotEqual(x.t, "true", x.attr(id+".check", "aria-invalid"))
		h.press(id + ".run")
		x.picture(name + "y" + fmt.Sprint(i+1))
	}
	assert.Contains(x.t, x.text(`JSON.stringify(Object.values(JSON.parse(localStorage.getItem('lockstep.course')).lessons['`+l.ID+`'].marks))`), "[true,true,true,true")
	h.press("tab-record")
	x.picture(name + "z")
	for _, field := range []string{"io", "facts", "not", "next", "values", "sync", "failure", "boundary"} {
		assert.NotEmpty(x.t, x.value("sheet."+field), "the worksheet's %s", field)
	}
	if k, ok := h.(*keys); ok {
		x.t.Logf("the longest way by Tab: %d, to %s", k.longest, k.to)
	}
}
