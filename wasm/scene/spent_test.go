package scene

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The slow rank works 3.8 ms longer than the others in each of two steps; they
// wait for that long, whatever neighbour of the ring they wait for.
func TestTheSlowRankShowsAsTheOthersWaiting(t *testing.T) {
	s := shown(t, stories["straggler"])
	d := composer(t).begin(&s, nil)
	got := d.spent()
	whole := float64(got.To - got.From)
	require.Equal(t, 2, got.slow)
	assert.Equal(t, loading, got.slowUse)
	assert.InDelta(t, float64(2*4800*time.Microsecond)/whole, got.share[2][loading], 1e-9)
	assert.InDelta(t, float64(2*3800*time.Microsecond)/whole, got.others, 0.01)
	assert.Zero(t, got.share[2][standingBy])
	for i := range got.share {
		sum := 0.0
		for _, v := range got.share[i] {
			sum += v
		}
		assert.InDelta(t, 1, sum, 1e-9, "rank %d", i)
	}
	title, detail := d.verdictOnTime(got)
	assert.Contains(t, title, percent(busyShare(got.average)))
	assert.Contains(t, detail, "rank 2 spends 68 % on loading data, the others wait 53 % for it")
}

func TestNobodyIsCalledSlowWhoIsNot(t *testing.T) {
	for name, file := range map[string]string{
		"alike": stories["eight"], "absent": stories["absent"], "alone": `{"lockstep":1,"world_size":1,"program":[{"op":"compute","for":"1ms"}]}`,
		"working apart": `{"lockstep":1,"world_size":2,"program":[{"op":"compute","for":"1ms"}],"ranks":[{"program":[{"op":"compute","for":"9ms"}]}]}`,
		"all slow in turn": `{"lockstep":1,"world_size":2,"program":[{"op":"compute","for":"1ms"},{"op":"barrier"},{"op":"compute","for":"5ms"},{"op":"barrier"}],
			"ranks":[{"program":[{"op":"compute","for":"5ms"},{"op":"barrier"},{"op":"compute","for":"1ms"},{"op":"barrier"}]}]}`,
	} {
		s := shown(t, file)
		assert.Equal(t, -1, composer(t).begin(&s, nil).spent().slow, name)
	}
}

// An asynchronous call that is computed beside takes no time of the program.
func TestWorkBesideTheProgramIsNotWaiting(t *testing.T) {
	s := shown(t, `{"lockstep":1,"world_size":2,"tensors":{"x":{"dtype":"float32","data":[1]}},
		"program":[{"op":"all_reduce","tensor":"x","async":true,"as":"h"},{"op":"compute","for":"10ms"},{"op":"wait","id":"h"}]}`)
	got := composer(t).begin(&s, nil).spent()
	for i := range got.share {
		assert.Greater(t, got.share[i][working], 0.99)
	}
}

// What the table calls a formula is what the run sent, for every collective that
// has one.
func TestTheCostsOfTheTableAreThoseOfTheRun(t *testing.T) {
	for _, of := range []struct{ op, names string }{
		{`{"op":"all_reduce","tensor":"x","algorithm":"%s"}`, "ring halving_doubling tree naive bcube"},
		{`{"op":"broadcast","tensor":"x","src":1,"algorithm":"%s"}`, "tree naive chain"},
		{`{"op":"reduce","tensor":"x","dst":1}`, ""},
		{`{"op":"all_gather","tensor":"x","algorithm":"%s"}`, "ring bruck"},
		{`{"op":"gather","tensor":"x","dst":1}`, ""},
		{`{"op":"reduce_scatter_tensor","tensor":"x","input":{"dtype":"float32","shape":[%d],"fill":1}}`, ""},
		{`{"op":"all_to_all_single","tensor":"y","out":{"dtype":"float32","shape":[%d],"fill":0}}`, ""},
		{`{"op":"barrier","algorithm":"%s"}`, "dissemination all_to_one"},
	} {
		op := of.op
		for _, name := range append([]string{""}, strings.Fields(of.names)...) {
			for _, p := range []int{2, 3, 4, 7} {
				one := op
				switch {
				case strings.Contains(op, "%s") && name == "":
					one = strings.ReplaceAll(op, `,"algorithm":"%s"`, "")
				case strings.Contains(op, "%s"):
					one = fmt.Sprintf(op, name)
				case strings.Contains(op, "%d"):
					one = fmt.Sprintf(op, 5*p)
				}
				s := shown(t, fmt.Sprintf(`{"lockstep":1,"world_size":%d,"tensors":{"x":{"dtype":"float32","shape":[5],"fill":"rank"},"y":{"dtype":"float32","shape":[%d],"fill":"rank"}},"program":[%s]}`, p, 5*p, one))
				lines := composer(t).begin(&s, nil).costLines()
				require.Len(t, lines, 1, "%s, %d ranks", one, p)
				l := &lines[0]
				assert.True(t, l.complete, one)
				assert.Equal(t, l.cost.Messages, l.messages, "%s, %d ranks", one, p)
				assert.EqualValues(t, l.cost.Busiest(), l.busiest, "%s, %d ranks", one, p)
			}
		}
	}
}
