package scene

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/trace"
	"lockstep/wasm/app"
)

// lateRing is a ring of four of whom rank 2 comes late.
const lateRing = `{"lockstep": 1, "world_size": 4, "tensors": {"x": {"dtype": "float32", "data": [1, 2, 3, 4, 5, 6, 7, 8]}},
	"program": [{"op": "compute", "for": "1ms"}, {"op": "all_reduce", "tensor": "x"}],
	"ranks": [{}, {}, {"program": [{"op": "compute", "for": "6ms"}, {"op": "all_reduce", "tensor": "x"}]}]}`

// A block says in one sentence for whom it waited; where somebody looks, also for
// which part of which call.
func TestABlockSaysForWhomItWaited(t *testing.T) {
	s := stateOf(t, lateRing)
	c := composer(t)
	for lang, want := range map[string]string{"en": `rank 1 waited 4\.\d+ ms for rank 2's seg \d(–\d)? of all_reduce #0\.`, "zh": `rank 1 等待 rank 2 在 all_reduce #0 中的段 \d(–\d)?，共 4\.\d+ ms。`} {
		s.Lang = lang
		assert.Contains(t, hotOf(c.Build(&s), app.OpID(1, 1)).Explanation(), "rank 2")
		s.Focused = app.OpID(1, 1)
		h := hotOf(c.Build(&s), s.Focused)
		require.NotNil(t, h)
		assert.Regexp(t, want, h.Describe)
		assert.Contains(t, strings.ReplaceAll(visible(c.Build(&s)), " ", ""), strings.ReplaceAll(h.Describe[:20], " ", ""), "the focus shows it")
		s.Focused = ""
	}
}

// An arrow says what it carries, in which step, from when to when: where the pointer
// is on its line, and where the keyboard has chosen it.
func TestAnArrowSaysWhatItCarries(t *testing.T) {
	s := stateOf(t, lateRing)
	c := composer(t)
	for lang, want := range map[string]string{"en": `rank \d sends rank \d seg \d = \d+ \(4 B\) in all_reduce #0, (reduce-scatter|all-gather) step \d/3: left at .*, arrived at .*\.`,
		"zh": `rank \d 在 all_reduce #0 中发给 rank \d：段 \d = \d+（4 B），(reduce-scatter|all-gather) 第 \d/3 步；.* 发出，.* 到达。`} {
		s.Lang = lang
		sc := c.Build(&s)
		n := 0
		for i := range sc.Hot {
			h := &sc.Hot[i]
			if !strings.HasPrefix(h.ID, "message-") {
				continue
			}
			n++
			assert.Regexp(t, want, h.Describe)
			mid := Point{(h.Along[0].X + h.Along[1].X) / 2, (h.Along[0].Y + h.Along[1].Y) / 2}
			assert.True(t, h.Hit(mid.X, mid.Y))
			if h.Rect.W > 30 && h.Rect.H > 30 {
				assert.False(t, h.Hit(h.Rect.X+1, h.Rect.bottom()-1) && h.Hit(h.Rect.X+1, h.Rect.Y+1), "not its whole box")
			}
		}
		assert.Equal(t, len(s.Run.Trace.Messages), n)
		s.Focused, s.Message = "messages", 5
		sc = c.Build(&s)
		h := hotOf(sc, "messages")
		require.NotNil(t, h)
		assert.Regexp(t, want, h.ValueText)
		assert.Contains(t, strings.ReplaceAll(visible(sc), " ", ""), strings.ReplaceAll(h.ValueText, " ", ""), "the bubble shows it")
		next, _ := app.Update(s, h.Keys[0].Do)
		assert.Equal(t, 6, next.Message)
		next, _ = app.Update(next, hotOf(c.Build(&next), "messages").Press)
		m := &next.Run.Trace.Messages[5]
		assert.Equal(t, (m.Sent+m.Arrived)/2, next.Cursor, "Enter goes to where it flies")
		s.Focused, s.Message = "", 0
	}
}

// On the linear axis lengths are as the times are.
func TestTheLinearAxisIsTrueToTime(t *testing.T) {
	s := stateOf(t, lateRing)
	s, _ = app.Update(s, app.SetScale{Text: "linear"})
	d := composer(t).begin(&s, nil)
	l := d.newTimeline(lookFull, 16, 88, 900, 400)
	perMs := (l.scale.X(2*time.Millisecond) - l.scale.X(time.Millisecond))
	for at := trace.Time(0); at+time.Millisecond < s.End(); at += 500 * time.Microsecond {
		assert.InDelta(t, perMs, l.scale.X(at+time.Millisecond)-l.scale.X(at), perMs*0.02, "at %v", at)
	}
	s, _ = app.Update(s, app.SetScale{Text: "logical"})
	d = composer(t).begin(&s, nil)
	l = d.newTimeline(lookFull, 16, 88, 900, 400)
	early := l.scale.X(2*time.Millisecond) - l.scale.X(time.Millisecond)
	late := l.scale.X(s.End()) - l.scale.X(s.End()-time.Millisecond)
	assert.Greater(t, late, early, "by event: where much happens there is much room")
}

// The axis is laid out once and not with every frame: the same one comes back while
// the cursor moves, and another when anything changes that it depends on.
func TestTheAxisIsLaidOutOnce(t *testing.T) {
	s := stateOf(t, lateRing)
	c := composer(t)
	lay := func() any {
		d := c.begin(&s, nil)
		return d.newTimeline(lookFull, 16, 88, 900, 400).scale
	}
	first := lay()
	s.Cursor = s.End() / 2
	assert.Same(t, first, lay())
	for _, a := range []app.Action{app.ZoomBy{Factor: 2, Width: 600}, app.SetScale{Text: "linear"}, app.SetLang{Text: "zh"}, app.SetLatency{Text: "80us"}} {
		s, _ = app.Update(s, a)
		next := lay()
		assert.NotSame(t, first, next, "%T", a)
		first = next
	}
	s, _ = app.Update(s, app.SetElement{Rank: 0, Tensor: "x", Index: 0, Text: "9"})
	assert.Same(t, first, lay(), "a number moves nothing")
}

// A run that stop_after ended before its timeout is not one that hangs for ever.
func TestStoppedIsNotForEver(t *testing.T) {
	c := composer(t)
	both := `"world_size": 2, "tensors": {"x": {"dtype": "float32", "data": [1]}}, "ranks": [{"program": [{"op": "send", "tensor": "x", "dst": 1}]}, {"program": [{"op": "send", "tensor": "x", "dst": 0}]}]`
	for name, story := range map[string]struct {
		text    string
		forever bool
	}{
		"stopped": {`{"lockstep": 1, "stop_after": "20s", ` + both + `}`, false},
		"frozen":  {`{"lockstep": 1, "world_size": 1, "program": [{"op": "compute", "for": "1ms"}, {"op": "sigstop"}, {"op": "compute", "for": "1ms"}]}`, true},
	} {
		for lang, words := range map[string][2]string{"en": {"for ever", "stopped"}, "zh": {"永远", "停止"}} {
			s := stateOf(t, story.text)
			require.Equal(t, "hung", s.Run.Result.Outcome, name)
			s.Lang = lang
			s.Cursor = s.End()
			sc := c.Build(&s)
			text := visible(sc)
			for i := range sc.Hot {
				text += " " + sc.Hot[i].Name + " " + sc.Hot[i].Explanation()
				if sc.Hot[i].ID == "outcome" {
					text += " " + sc.Hot[i].Value
				}
			}
			assert.Equal(t, story.forever, strings.Contains(text, "∞"), "%s %s", name, lang)
			if !story.forever {
				assert.NotContains(t, text, words[0], "%s %s", name, lang)
				assert.Contains(t, text, words[1], "%s %s", name, lang)
				assert.Contains(t, text, "20 s", "when")
			}
		}
	}
}

// What the marks mean can be read in every room in which they stand.
func TestTheLegendIsReachable(t *testing.T) {
	c := composer(t)
	for _, room := range []struct {
		w, h float64
		menu bool
	}{{1280, 800, false}, {1000, 640, false}, {390, 844, true}} {
		s := storyState(t, "crash")
		s.W, s.H = room.w, room.h
		if room.menu {
			s, _ = app.Update(s, hotOf(c.Build(&s), "menu").Press)
		}
		h := hotOf(c.Build(&s), "legend")
		require.NotNil(t, h, "%v", room)
		s, _ = app.Update(s, h.Press)
		text := visible(c.Build(&s))
		for _, word := range []string{"transferring", "waiting", "reducing", "failed"} {
			assert.Contains(t, text, word, "%v", room)
		}
	}
}

// How a call went is told without colour: what is transferring is filled and what is
// waiting hatched, a failure has a bar with a sign of its own kind, what was skipped
// is dashed, and a reduction has a mark.
func TestConditionsAreToldWithoutColour(t *testing.T) {
	s := stateOf(t, lateRing)
	d := composer(t).begin(&s, nil)
	d.newTimeline(lookFull, 16, 88, 900, 400)
	d.drawLanes(d.lanes)
	kinds := map[string]int{}
	for i := range d.out.Shapes {
		switch sh := &d.out.Shapes[i]; {
		case sh.Kind == Hatch:
			kinds["hatch"]++
		case sh.Kind == Box && sh.Rect.W == 10 && sh.Rect.H == 10:
			kinds["sum"]++
		}
	}
	assert.GreaterOrEqual(t, kinds["hatch"], 3, "three ranks wait for the one that is late")
	assert.GreaterOrEqual(t, kinds["sum"], 4, "each rank reduces")

	marks := map[string]string{}
	for name, program := range map[string]string{
		"killed": `[{"op": "sigkill_self"}]`, "failed": `[{"op": "raise", "message": "no"}]`, "timeout": `[{"op": "recv", "tensor": "x", "src": 1}]`,
	} {
		s := stateOf(t, fmt.Sprintf(`{"lockstep": 1, "world_size": 2, "timeout": "2s", "at_end": "linger", "tensors": {"x": {"dtype": "float32", "data": [1]}}, "program": [], "ranks": [{"program": %s}]}`, program))
		d := composer(t).begin(&s, nil)
		l := d.newTimeline(lookFull, 16, 88, 900, 400)
		for i := range l.lanes[0].blocks {
			if b := &l.lanes[0].blocks[i]; b.mark {
				d.out.Shapes = nil
				d.drawMark(b)
				for k := range d.out.Shapes {
					if d.out.Shapes[k].Kind == Path {
						marks[name] = fmt.Sprint(len(d.out.Shapes[k].Commands), d.out.Shapes[k].Fill != 0)
					}
				}
			}
		}
	}
	assert.Len(t, marks, 3)
	assert.NotEqual(t, marks["killed"], marks["failed"])
	assert.NotEqual(t, marks["timeout"], marks["failed"])
	assert.NotEqual(t, marks["timeout"], marks["killed"])
}

// Lanes out of sight are not put into words where that makes no place any wider, and
// say what the others do when they come into sight.
func TestLanesOutOfSightAreNotPutIntoWords(t *testing.T) {
	c, s := composer(t), busy(t, 64, 20)
	worded := func() (n int) {
		for _, l := range c.index.told.blocks {
			if l.worded {
				n++
			}
		}
		return n
	}
	c.Frame(&s)
	assert.Len(t, c.index.told.blocks, 64)
	seen := worded()
	assert.Less(t, seen, 40)
	s.Scroll.Lanes = 1e6
	alike(t, c, composer(t), &s, "scrolled to the end")
	assert.Greater(t, worded(), seen)
	for p, l := range c.index.told.blocks {
		if l.worded {
			continue
		}
		for _, b := range l.blocks {
			assert.Empty(t, b.label, "rank %d", p)
		}
	}
}
