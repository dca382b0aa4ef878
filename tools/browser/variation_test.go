//go:build browser

package browser_test

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"

	"lockstep/assets"
	"lockstep/engine/lesson"
	"lockstep/tools/browser"
)

// variation is a lesson's free part, come to by the way that a learner takes.
type variation struct {
	*tab
	lang   string
	lesson *lesson.Lesson
}

// vary opens a lesson at its variation.
func vary(t *testing.T, id, lang string, v browser.View) *variation {
	t.Helper()
	course, err := lesson.ReadAll(assets.FS, "lessons")
	assert.NoError(t, err)
	x := &variation{tab: open(t, "?lang="+lang+"&theme=light&lesson="+id, v), lang: lang}
	for _, l := range course {
		if l.ID == id {
			x.lesson = l
		}
	}
	x.ok(x.Press("variation"))
	return x
}

// judged asserts what the check says, and that the course keeps it.
func (x *variation) judged(right bool, why string) {
	x.t.Helper()
	x.ok(x.Press("check-variation"))
	done := x.lesson.Text(x.lang, "variation done").Text
	if right {
		assert.Contains(x.t, x.says("variation.result"), done, why)
	} else {
		assert.NotContains(x.t, x.says("variation.result"), done, why)
	}
	assert.Equal(x.t, strconv.FormatBool(right), x.text(`String(JSON.parse(localStorage.getItem('lockstep.course'))?.lessons?.['`+x.lesson.ID+`']?.varied ?? false)`), why)
	x.picture(fmt.Sprintf("variation-%s-%s-%v-%v", x.lesson.ID, x.lang, x.text(`String(innerWidth)`), right))
}

// code writes the statements of an op, of all ranks' or of one alone.
func (x *variation) code(op, text string, everyone bool) {
	x.t.Helper()
	x.ok(x.Press(op))
	if everyone {
		x.ok(x.Press(op + ".same"))
	}
	x.ok(x.Type(op+".code", text))
	x.ok(x.Key(kb.Escape))
}

var narrow = browser.View{W: 390, H: 844, Scale: 2}

// Numbers and ranks: three ranks that end with six.
func TestAVariationOfValues(t *testing.T) {
	x := vary(t, "02", "zh", desktop)
	x.judged(false, "nothing has been done")
	x.ok(x.Type("world-size", "3"))
	x.ok(x.Type("rank-2.tensor.x.0", "4"))
	x.judged(false, "the sum is 7")
	x.ok(x.Type("rank-2.tensor.x.0", "3"))
	x.judged(true, "1 + 2 + 3")
}

// Ops put in, and inputs left alone: the weighted mean.
func TestAVariationOfOps(t *testing.T) {
	x := vary(t, "05", "en", desktop)
	x.ok(x.Type("rank-0.tensor.g.0", "0"))
	x.judged(false, "3 everywhere, but of another input")
	x.ok(x.Press("undo"))
	x.ok(x.Focus("rank-0.op-0"))
	x.ok(x.Key("i"))
	x.ok(x.Press("palette.local"))
	x.code("rank-0.op-0", "g = g * n", true)
	x.judged(false, "the sum is divided by the world size")
	x.ok(x.Focus("rank-0.op-2"))
	x.ok(x.Key("i"))
	x.ok(x.Press("palette.all_reduce"))
	x.ok(x.Press("rank-0.op-2"))
	x.ok(x.Press("rank-0.op-2.same"))
	x.ok(x.Choose("rank-0.op-2.tensor", "n"))
	x.ok(x.Key(kb.Escape))
	x.code("rank-0.op-3", "g = g / n", false)
	x.judged(false, "on rank 0 alone")
	x.ok(x.Press("undo"))
	x.code("rank-0.op-3", "g = g / n", true)
	x.judged(true, "12 / 4")
}

// An error with the right words, from a setting.
func TestAVariationOfErrors(t *testing.T) {
	x := vary(t, "06", "zh", narrow)
	x.ok(x.Press("world"))
	x.ok(x.Choose("debug", "INFO"))
	x.judged(false, "INFO compares nothing")
	x.ok(x.Choose("debug", "DETAIL"))
	x.judged(true, "both fail at the call")
}

// Calls in order: carried past each other, and all of them still there.
func TestAVariationOfCalls(t *testing.T) {
	x := vary(t, "07", "en", narrow)
	x.ok(x.Focus("rank-1.op-0"))
	x.ok(x.Key(kb.Delete))
	x.ok(x.Focus("rank-0.op-1"))
	x.ok(x.Key(kb.Delete))
	x.judged(false, "it ends well, but nobody broadcasts")
	x.ok(x.Press("undo"))
	x.ok(x.Press("undo"))
	x.ok(x.Focus("rank-1.op-0"))
	x.ok(x.Key(kb.ArrowRight, kb.ModifierAlt))
	assert.Equal(t, "all_reduce broadcast", x.program(1))
	x.judged(true, "the same order")
}

// A script that logs the right number after its restart.
func TestAVariationOfAScript(t *testing.T) {
	x := vary(t, "09", "zh", desktop)
	x.judged(false, "w has some steps twice")
	x.ok(x.Press("tab-script"))
	x.retype(`w = ck["w"]`, `w, first = ck["w"], ck["next"]`)
	x.ok(x.Press("tab-lesson"))
	x.judged(false, "nobody has saved the place")
	x.ok(x.Press("tab-script"))
	x.retype(`{"w": w}`, `{"w": w, "next": step + 1}`)
	x.ok(x.Press("tab-lesson"))
	x.judged(true, "each step once")
}

// retype types over a piece of the script.
func (x *tab) retype(old, text string) {
	x.t.Helper()
	x.ok(x.Focus("script"))
	var found bool
	x.eval(`((e, old) => { const at = e.value.indexOf(old); e.setSelectionRange(at, at + old.length); return at >= 0; })(document.activeElement, `+strconv.Quote(old)+`)`, &found)
	assert.True(x.t, found, old)
	x.ok(x.Key(text))
	assert.Contains(x.t, x.script(), text)
}

// Time, from the network alone.
func TestAVariationOfTime(t *testing.T) {
	x := vary(t, "10", "en", desktop)
	x.ok(x.Press("world"))
	x.ok(x.Type("latency", "5 ms"))
	x.ok(x.Key(kb.Escape))
	x.judged(false, "too soon over")
	x.ok(x.Press("world"))
	x.ok(x.Type("latency", "25 ms"))
	x.ok(x.Key(kb.Escape))
	x.judged(true, "the same numbers, late")
}
