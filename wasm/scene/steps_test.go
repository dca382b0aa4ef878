package scene

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/scenario"
	"lockstep/engine/trace"
	"lockstep/wasm/app"
)

func trainingOf(t *testing.T, text string) (*training, *index) {
	t.Helper()
	s, err := scenario.Parse([]byte(text))
	require.NoError(t, err)
	state, err := app.New(s, app.Engine)
	require.NoError(t, err)
	x := newIndex(state.Run.Trace.Seated(), true)
	x.lives = livesOf(state.Run.Trace)
	return x.findTraining(x.findSpent(func(int) {}), func(int) {}), x
}

// What a step takes is told apart, adds up, and shows for whom the others wait.
func TestSteps(t *testing.T) {
	tr, _ := trainingOf(t, `{"lockstep": 1, "world_size": 3, "script": "for i in range(3):\n    begin_step(10 + i)\n    load_data(\"1ms\")\n    compute(\"9ms\" if rank == 1 and i == 2 else \"3ms\")\n    dist.all_reduce(ones(4))\n    log(\"loss\", i + rank)\n"}`)
	require.Len(t, tr.steps, 3)
	for i, st := range tr.steps {
		assert.Equal(t, int64(10+i), st.number)
		for p := range 3 {
			sum := trace.Time(0)
			for u := range uses {
				sum += st.share[p][u]
			}
			assert.Equal(t, st.To[p]-st.From[p], sum, "step %d of rank %d", i, p)
			assert.Equal(t, time.Millisecond, st.share[p][loading])
		}
	}
	assert.Equal(t, 9*time.Millisecond, tr.steps[2].share[1][working])
	assert.Equal(t, []int{-1, -1, 1}, []int{tr.steps[0].slow, tr.steps[1].slow, tr.steps[2].slow})
	assert.InDelta(t, float64(12*time.Millisecond), float64(tr.steps[2].waited), float64(time.Millisecond), "two ranks wait six each")
	require.Len(t, tr.logs, 1)
	assert.Equal(t, "12", tr.logs[0].entries[2][2].step)
	assert.False(t, tr.logs[0].agree(0))
}

// A step that is done again after a restart is another one, and a lost one ends
// with its process.
func TestStepsOfAttempts(t *testing.T) {
	tr, x := trainingOf(t, `{"lockstep": 1, "world_size": 2, "job": {"max_restarts": 1}, "faults": [{"kind": "crash", "rank": 1, "at": {"op": 2}}],
		"script": "for i in range(2):\n    begin_step(i)\n    compute(\"3ms\")\n    dist.barrier()\n"}`)
	require.Equal(t, 2, x.attempts())
	var got [][2]int64
	for i := range tr.steps {
		got = append(got, [2]int64{int64(tr.steps[i].attempt), tr.steps[i].number})
		for p := range 2 {
			assert.GreaterOrEqual(t, tr.steps[i].To[p], tr.steps[i].From[p])
			assert.Equal(t, tr.steps[i].attempt, x.attemptOf(tr.steps[i].To[p]-1), "a step does not reach into the next attempt")
		}
	}
	assert.Equal(t, [][2]int64{{0, 0}, {0, 1}, {1, 0}, {1, 1}}, got)
}

// A repeat of a list of ops has steps too.
func TestTurnsAreSteps(t *testing.T) {
	tr, _ := trainingOf(t, stories["straggler"])
	require.Len(t, tr.steps, 2)
	assert.Equal(t, int64(1), tr.steps[1].number)
	assert.Equal(t, 2, tr.steps[0].slow)
}

func TestProcessesByTime(t *testing.T) {
	_, x := trainingOf(t, stories["script"])
	require.Equal(t, 2, x.attempts())
	begin := x.lives.begins[1]
	assert.Equal(t, int32(0), x.procAt(1, begin-1).Attempt)
	assert.Equal(t, int32(1), x.procAt(1, begin).Attempt)
	assert.Equal(t, -9, int(x.procAt(1, begin-1).Exit))
	assert.Equal(t, []int{0, 0, 1}, []int{x.attemptOf(0), x.attemptOf(begin - 1), x.attemptOf(begin)})
}
