package scene

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/collective"
	"lockstep/engine/scenario"
	"lockstep/engine/trace"
	"lockstep/wasm/app"
)

// collectiveStory is one collective by an algorithm over ranks whose numbers show
// in a sum whose they are: one decimal digit for each rank.
func collectiveStory(op, algorithm string, ranks, n int, more string) string {
	list := make([]string, ranks)
	for r := range list {
		data := make([]string, n)
		for i := range data {
			data[i] = strconv.FormatInt(stageValue(r, i), 10)
		}
		list[r] = fmt.Sprintf(`{"tensors": {"x": {"dtype": "int64", "data": [%s]}}}`, strings.Join(data, ", "))
	}
	return fmt.Sprintf(`{"lockstep": 1, "title": "%s by %s", "world_size": %d, "program": [{"op": "compute", "for": "1ms"}, {"op": %q, "tensor": "x"%s, "algorithm": %q}], "ranks": [%s]}`,
		op, algorithm, ranks, op, more, algorithm, strings.Join(list, ", "))
}

func stageValue(r, i int) int64 {
	v := int64(1 + i%9)
	for range r {
		v *= 10
	}
	return v
}

func stateOf(t testing.TB, text string) app.State {
	t.Helper()
	s, err := scenario.Parse([]byte(text))
	require.NoError(t, err)
	state, err := app.New(s, app.Engine)
	require.NoError(t, err)
	require.True(t, state.Run.Over())
	return state
}

// What the stage shows of every rank at every moment at which something happened
// is, segment by segment, the sum of the inputs of those ranks whose contributions
// its bar shows; and in the end that is all of all.
func TestStageShowsPartialSums(t *testing.T) {
	for _, c := range []struct {
		op, algorithm string
		ranks, n      int
	}{
		{"all_reduce", "ring", 4, 8}, {"all_reduce", "ring", 2, 2}, {"all_reduce", "tree", 8, 1}, {"all_reduce", "tree", 6, 1},
		{"all_reduce", "halving_doubling", 4, 4}, {"all_reduce", "halving_doubling", 6, 4}, {"all_gather", "ring", 4, 1}, {"all_gather", "bruck", 5, 1},
	} {
		t.Run(fmt.Sprintf("%s/%s/%d", c.op, c.algorithm, c.ranks), func(t *testing.T) {
			s := stateOf(t, collectiveStory(c.op, c.algorithm, c.ranks, c.n, ""))
			comp := composer(t)
			tr := s.Run.Trace
			var call *trace.Call
			for i := range tr.Calls {
				if tr.Calls[i].Op == c.op && (call == nil || tr.Calls[i].Start < call.Start) {
					call = &tr.Calls[i]
				}
			}
			moments, whole := 0, 0
			for _, tick := range tr.Ticks {
				if tick.At < call.Start {
					continue
				}
				s.Cursor = tick.At
				d := comp.begin(&s, nil)
				what := d.showing(false)
				require.NotNil(t, what.x)
				moments++
				whole = 0
				for p := range c.ranks {
					cells := d.cellsOf(p, what)
					require.NotEmpty(t, cells)
					for i, cell := range cells {
						want := int64(0)
						for _, r := range cell.from {
							element := i
							if c.op == "all_gather" {
								require.Equal(t, i, r, "the block of rank %d", i)
								element = 0
							}
							want += stageValue(r, element)
						}
						if cell.missing {
							require.Contains(t, []string{"·", ellipsis}, cell.text)
							continue
						}
						require.Equal(t, strconv.FormatInt(want, 10), cell.text, "at %v, rank %d, segment %d", tick.At, p, i)
						if len(cell.from) == c.ranks || c.op == "all_gather" {
							whole++
						}
					}
				}
				texts := map[string]bool{}
				d.stage(Rect{0, 0, 1000, 420})
				for i := range d.out.Shapes {
					texts[d.out.Shapes[i].String] = true
				}
				if len(d.stuck()) == 0 {
					for _, cell := range d.cellsOf(0, what) {
						require.True(t, texts[cell.text], "%s is drawn at %v", cell.text, tick.At)
					}
				}
			}
			assert.Greater(t, moments, 2)
			n := c.n
			if c.op == "all_gather" {
				n = c.ranks
			}
			assert.Equal(t, c.ranks*n, whole, "in the end all is everywhere")
		})
	}
}

// The sum of a step stands there with its dtype where that rounds.
func TestArithmeticOfAStep(t *testing.T) {
	for _, c := range []struct{ dtype, a, b, op, want string }{
		{"float32", "1", "2", "SUM", "1+2 → 3"},
		{"float16", "2048", "1", "SUM", "2048+1 → 2048 (float16)"},
		{"bfloat16", "256", "1", "SUM", "256+1 → 256 (bfloat16)"},
		{"int8", "100", "100", "SUM", "100+100 → -56 (int8)"},
		{"float32", "3", "4", "PRODUCT", "3×4 → 12"},
		{"float32", "3", "4", "MAX", "3 max 4 → 4"},
	} {
		s := stateOf(t, fmt.Sprintf(`{"lockstep": 1, "world_size": 2, "program": [{"op": "all_reduce", "tensor": "x", "reduce_op": %q}],
			"ranks": [{"tensors": {"x": {"dtype": %q, "data": [%s]}}}, {"tensors": {"x": {"dtype": %q, "data": [%s]}}}]}`, c.op, c.dtype, c.a, c.dtype, c.b))
		seen := map[string]bool{}
		atEachTick(t, s, func(d *sheet) { seen[d.arithmetic(0, d.showing(false))] = true })
		assert.True(t, seen[c.want], "%s: %v", c.want, seen)
	}
}

// atEachTick calls look with the page as it stands at each moment of a run.
func atEachTick(t *testing.T, s app.State, look func(*sheet)) {
	comp := composer(t)
	for _, tick := range s.Run.Trace.Ticks {
		s.Cursor = tick.At
		look(comp.begin(&s, nil))
	}
}

// An average divides at the end.
func TestArithmeticOfAnAverage(t *testing.T) {
	s := stateOf(t, `{"lockstep": 1, "world_size": 2, "program": [{"op": "all_reduce", "tensor": "x", "reduce_op": "AVG"}],
		"ranks": [{"tensors": {"x": {"dtype": "float32", "data": [2]}}}, {"tensors": {"x": {"dtype": "float32", "data": [5]}}}]}`)
	seen := map[string]bool{}
	atEachTick(t, s, func(d *sheet) {
		for p := range 2 {
			seen[d.arithmetic(p, d.showing(false))] = true
		}
	})
	assert.True(t, seen["7 ÷ 2 → 3.5"], "%v", seen)
}

// Every phase that an algorithm has is called something.
func TestEveryPhaseHasWords(t *testing.T) {
	words := allWords(t)
	for _, op := range []string{"all_reduce", "reduce", "broadcast", "all_gather", "gather", "scatter", "all_to_all", "barrier"} {
		for _, algorithm := range collective.Algorithms(op) {
			for _, ranks := range []int{2, 3, 6, 8} {
				c := collective.Call{Ranks: ranks, Bytes: 96, Elem: 4}
				for rank := range ranks {
					for _, m := range collective.Plan(op, algorithm, rank, c) {
						if !m.Send {
							key := "phase." + collective.PhaseOf(op, algorithm, rank, c, m).Name
							require.True(t, words["en"].Has(key) && words["zh"].Has(key), key)
						}
					}
				}
			}
		}
	}
}

// stages are the pictures of algorithms in the middle of a step.
var stages = []struct{ name, story string }{
	{"ring", collectiveStory("all_reduce", "ring", 4, 8, "")},
	{"tree", collectiveStory("all_reduce", "tree", 8, 2, "")},
	{"halving", collectiveStory("all_reduce", "halving_doubling", 8, 8, "")},
	{"gather-ring", collectiveStory("all_gather", "ring", 3, 2, "")},
	{"star", collectiveStory("all_reduce", "naive", 5, 2, "")},
	{"line", collectiveStory("broadcast", "chain", 6, 2, `, "src": 1`)},
}

var stageRooms = []struct {
	room, lang string
	theme      app.Theme
}{{"desktop", "zh", app.Light}, {"desktop", "en", app.Dark}, {"phone", "en", app.Light}}

func TestStages(t *testing.T) {
	c := composer(t)
	for _, story := range stages {
		for _, at := range stageRooms {
			name := "stage-" + story.name + "-" + at.room + "-" + at.lang
			t.Run(name, func(t *testing.T) {
				s := stateOf(t, story.story)
				for _, room := range rooms {
					if room.name == at.room {
						s.W, s.H = room.w, room.h
					}
				}
				s.Lang, s.Theme, s.Tab = at.lang, at.theme, "stage"
				m := &s.Run.Trace.Messages[len(s.Run.Trace.Messages)/2]
				s.Cursor = (m.Sent + m.Arrived) / 2
				sc := c.Build(&s)
				golden(t, name, sc.Transcript())
				picture(t, name, sc)
			})
		}
	}
}

// Each rank reads the bytes as what it gave: a sum of float32 beside int32 is a sum
// of bits, and shows as such on one side alone.
func TestRanksShowTheirOwnTypes(t *testing.T) {
	s := stateOf(t, `{"lockstep": 1, "world_size": 2, "program": [{"op": "broadcast", "tensor": "x", "src": 0}],
		"ranks": [{"tensors": {"x": {"dtype": "float32", "data": [1, 2]}}}, {"tensors": {"x": {"dtype": "int32", "data": [7, 8]}}}]}`)
	seen := map[string]bool{}
	atEachTick(t, s, func(d *sheet) {
		what := d.showing(false)
		for p := range 2 {
			for _, c := range d.cellsOf(p, what) {
				seen[fmt.Sprint(p, " ", c.text)] = true
			}
		}
		for _, c := range d.chunks(d.now.inFlight()) {
			seen["sent "+c.value] = true
		}
	})
	for _, want := range []string{"0 1, 2", "1 1065353216, 1073741824", "sent 1, 2"} {
		assert.True(t, seen[want], "%s in %v", want, seen)
	}
	for text := range seen {
		assert.NotContains(t, text, "0 1065353216", "rank 0 has floats")
	}
}

// A rank that does not call what the others call holds what it holds.
func TestWhoDoesNotCallShowsItsInput(t *testing.T) {
	s := stateOf(t, stories["mismatch"])
	atEachTick(t, s, func(d *sheet) {
		what := d.showing(false)
		for p := range 2 {
			for _, c := range d.cellsOf(p, what) {
				assert.NotEqual(t, "?", c.text, "rank %d at %v", p, d.s.Cursor)
			}
		}
	})
}

// Where the stage is low a message between two ranks is drawn whole.
func TestAMessageOnALowStageIsWhole(t *testing.T) {
	s := pupil(t, "03", "zh", 1280, 800, false)
	s = acted(s, app.OpenTab{Tab: "check"}, app.SetQuiz{K: 2, Text: "2"}, app.CheckQuiz{K: 2}, app.ShowQuiz{K: 2})
	sc := composer(t).Build(&s)
	var clip Rect
	tokens := 0
	for i := range sc.Shapes {
		switch sh := &sc.Shapes[i]; {
		case sh.Kind == Clip:
			clip = sh.Rect
		case sh.Kind == Box && sh.Radius > 6 && sh.Rect.H > 14 && sh.Rect.H < 30 && math.Abs(sh.Radius-sh.Rect.H/2) < 0.1 && clip.Y > 400 && clip.H > 100:
			tokens++
			assert.True(t, within(sh.Rect, clip), "%v in %v", sh.Rect, clip)
		}
	}
	assert.Positive(t, tokens)
}

// What a rank has made of its tensor since a collective is what the stage shows, and
// no longer what the collective left there.
func TestStageShowsWhatIsHeldSince(t *testing.T) {
	s := stateOf(t, `{"lockstep": 1, "world_size": 2, "program": [{"op": "all_reduce", "tensor": "g"}, {"op": "compute", "for": "1ms"}, {"op": "local", "code": "g = g / world_size"}],
		"ranks": [{"tensors": {"g": {"dtype": "float32", "data": [3]}}}, {"tensors": {"g": {"dtype": "float32", "data": [35]}}}]}`)
	c := composer(t)
	s.W, s.H, s.Lang = 1280, 800, "en"
	for _, at := range []struct {
		t       trace.Time
		is, not string
	}{{s.Run.Trace.Calls[2].End + 1, "38", "19"}, {s.Run.Trace.End, "19", "38"}} {
		s.Cursor = at.t
		var texts []string
		for _, sh := range c.Build(&s).Shapes {
			if sh.Kind == Text && sh.Points[0].X < 940 && sh.Points[0].Y > 340 { // on the stage
				texts = append(texts, sh.String)
			}
		}
		assert.Contains(t, texts, at.is, "at %v", at.t)
		assert.NotContains(t, texts, at.not, "at %v", at.t)
	}
}

// Where the parts of a tensor cannot be equal, the busiest rank sends more than the
// formula says, and nothing claims that it were as much.
func TestNoFormulaIsClaimedThatDoesNotHold(t *testing.T) {
	const ring = `{"lockstep": 1, "world_size": 3, "tensors": {"x": {"dtype": "float32", "shape": [%s], "fill": "rank"}}, "program": [{"op": "all_reduce", "tensor": "x"}]}`
	uneven := stateOf(t, strings.Replace(ring, "%s", "3", 1))
	uneven.Cursor = uneven.End()
	text := visible(composer(t).Build(&uneven))
	assert.Contains(t, text, "20 B")
	assert.NotContains(t, text, "20 B = ")
	assert.Contains(t, text, "16 B")
	even := stateOf(t, strings.Replace(ring, "%s", "24", 1))
	even.Cursor = even.End()
	assert.Contains(t, visible(composer(t).Build(&even)), "= lower bound 2n(P − 1)/P")
}

// A narrow card shows a number whole, or none of it that would be another.
func TestANarrowCardHasTheWholeNumber(t *testing.T) {
	s := stateOf(t, `{"lockstep": 1, "world_size": 4, "tensors": {"x": {"dtype": "float32", "data": [1000, 1000, 1000, 1000]}}, "program": [{"op": "all_reduce", "tensor": "x"}]}`)
	s.Embed, s.W, s.H = true, 984, 520
	var cells []string
	for _, x := range seenTexts(composer(t).Build(&s)) {
		if x.at.X < 150 && strings.HasPrefix(x.text, "1") {
			cells = append(cells, x.text)
		}
	}
	assert.Equal(t, []string{"1000", "1000", "1000", "1000"}, cells)
}
