package scene

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/flow"
	"lockstep/engine/scenario"
	"lockstep/engine/trace"
	"lockstep/wasm/app"
)

// gone is the state of the page when the run of a scenario is over.
func gone(t *testing.T, text string) app.State {
	t.Helper()
	s, err := scenario.Parse([]byte(text))
	require.NoError(t, err)
	state, err := app.New(s, app.Engine)
	require.NoError(t, err)
	for range 100_000 {
		if state.Run.Over() {
			break
		}
		state, _ = app.Update(state, app.Tick{})
	}
	require.True(t, state.Run.Over())
	return state
}

func gridState(t *testing.T, text string) app.State {
	t.Helper()
	state := gone(t, text)
	state.W, state.H, state.Lang = 1280, 800, "en"
	return state
}

// settled makes frames until everything is found out, as the page does.
func settled(t *testing.T, c *Composer, s *app.State) *Scene {
	t.Helper()
	for range 1000 {
		if sc := c.Frame(s); !sc.Unfinished {
			return sc
		}
		c.Prepare(s, nil)
	}
	require.Fail(t, "it never comes to an end")
	return nil
}

// cellTexts are the words of each rank's cell in the grid.
func cellTexts(sc *Scene) map[int]string {
	cells := map[int]string{}
	for i := range sc.Hot {
		h := &sc.Hot[i]
		var p int
		if n, _ := fmt.Sscanf(h.ID, "stage-rank-%d", &p); n != 1 {
			continue
		}
		for k := range sc.Shapes {
			if sh := &sc.Shapes[k]; sh.Kind == Text && h.Rect.Contains(sh.Points[0].X, sh.Points[0].Y) {
				cells[p] += " " + sh.String
			}
		}
	}
	return cells
}

// Between 17 and 64 ranks each has a cell with what it holds of the stretch that it
// took in last: the sum that its contributions make.
func TestTheGridShowsWhatEachRankHolds(t *testing.T) {
	const n = 24
	state := gridState(t, fmt.Sprintf(`{"lockstep":1,"world_size":%d,"tensors":{"x":{"dtype":"float32","shape":[48],"fill":"rank"}},"program":[{"op":"all_reduce","tensor":"x","algorithm":"ring"}]}`, n))
	tr := state.Run.Trace
	reader := flow.NewReader(tr)
	x := reader.All()[0]
	c := composer(t)
	for _, share := range []trace.Time{20, 45, 70, 95} {
		state.Cursor = state.End() * share / 100
		got := cellTexts(settled(t, c, &state))
		require.Len(t, got, n)
		states := reader.At(x, tr.EventsUntil(state.Cursor))
		for p := range n {
			st := &states[p]
			if !st.Begun || st.Ended || st.Took == nil {
				continue
			}
			sum := 0
			for r := range n {
				if st.Segments[st.Took.First].From.Has(r) {
					sum += r
				}
			}
			assert.Contains(t, got[p]+" ", fmt.Sprintf(" %d ", sum), "rank %d at %v", p, state.Cursor)
		}
	}
}

// While nothing stands still, what many ranks hold is not worked out; frame by frame it
// is, and then stays the same.
func TestTheGridIsFoundOutInParts(t *testing.T) {
	state := gridState(t, `{"lockstep":1,"world_size":64,"tensors":{"x":{"dtype":"float32","shape":[64],"fill":"rank"}},"program":[{"op":"all_reduce","tensor":"x","algorithm":"ring"}]}`)
	state.Cursor = state.End() / 2
	c := composer(t)
	assert.True(t, c.Frame(&state).Unfinished)
	whole := settled(t, c, &state)
	assert.Equal(t, cellTexts(composer(t).Build(&state)), cellTexts(whole))
	state.Playing = true
	assert.False(t, c.Frame(&state).Unfinished)
}

// In a hang each cell says for whom its rank waits, and the one that is watched leads
// along to the one that nobody hears from.
func TestTheGridLeadsToTheCulprit(t *testing.T) {
	state := gridState(t, `{"lockstep":1,"world_size":20,"timeout":"5s","tensors":{"x":{"dtype":"float32","data":[1]}},"program":[{"op":"all_reduce","tensor":"x","algorithm":"ring"}],
		"faults":[{"kind":"freeze","rank":5,"at":{"op":0}}]}`)
	state.Cursor = state.End() / 2
	c := composer(t)
	state, _ = app.Update(state, app.Watch{Proc: 9})
	sc := settled(t, c, &state)
	cells := cellTexts(sc)
	assert.Contains(t, cells[9], "→")
	assert.NotContains(t, cells[5], "→", "it waits for nobody")
	words := wordsOf(sc)
	assert.Contains(t, words, "rank 9")
	plates := 0
	for i := range sc.Shapes {
		if sh := &sc.Shapes[i]; sh.Kind == Text && sh.Points[0].X > 460 && sh.Points[0].Y > 560 && sh.String == "rank 5" {
			plates++
		}
	}
	assert.Equal(t, 1, plates, "the chain ends at rank 5")
}

// A cell is pressed to see its rank closely, and the arrows go from rank to rank.
func TestARankIsWatched(t *testing.T) {
	state := gridState(t, `{"lockstep":1,"world_size":40,"tensors":{"x":{"dtype":"float32","data":[1]}},"program":[{"op":"all_reduce","tensor":"x"}]}`)
	state.Cursor = state.End() / 2
	c := composer(t)
	press := func(id string) app.Action {
		sc := settled(t, c, &state)
		for i := range sc.Hot {
			if sc.Hot[i].ID == id {
				return sc.Hot[i].Press
			}
		}
		require.Fail(t, id)
		return nil
	}
	state, _ = app.Update(state, press("stage-rank-33"))
	assert.Equal(t, 33, state.Watched)
	sc := settled(t, c, &state)
	for i := range sc.Hot {
		if h := &sc.Hot[i]; h.ID == "stage-rank" {
			assert.Equal(t, "rank 33", h.ValueText)
			for _, k := range h.Keys {
				if k.Key == "ArrowRight" {
					state, _ = app.Update(state, k.Do)
				}
			}
		}
	}
	assert.Equal(t, 34, state.Watched)
	assert.True(t, strings.Contains(wordsOf(settled(t, c, &state)), "rank 34"))
	for range 20 {
		state, _ = app.Update(state, app.WatchNext{By: 10})
	}
	assert.Equal(t, 39, state.Watched)
	state, _ = app.Update(state, app.SetWorldSize{Text: "18"})
	settled(t, c, &state) // there is no rank 39 any more
}

// While a run plays, a grid is made of what has changed alone, and is what it would be
// if it were made as a whole.
func TestAGridThatPlaysIsMadeOfItsParts(t *testing.T) {
	state := gridState(t, `{"lockstep":1,"world_size":20,"tensors":{"x":{"dtype":"float32","shape":[12],"fill":"rank"}},
		"program":[{"op":"all_reduce","tensor":"x"},{"op":"compute","for":"1ms"},{"op":"all_reduce","tensor":"x"},{"op":"barrier"}],
		"faults":[{"kind":"crash","rank":7,"at":{"op":2}}]}`)
	state.Playing = true
	c, alone := composer(t), composer(t)
	for i := range 240 {
		state.Cursor = state.End() / 240 * trace.Time(i+1)
		if i == 100 {
			state, _ = app.Update(state, app.Watch{Proc: 6})
		}
		alike(t, c, alone, &state, fmt.Sprintf("frame %d", i))
	}
	kept := 0
	for _, p := range c.kept.scene.Parts {
		if p.key.name == "close" {
			kept++
		}
	}
	assert.Positive(t, kept)
}
