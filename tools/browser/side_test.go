//go:build browser

package browser_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const slowOne = `{"lockstep":1,"world_size":4,"tensors":{"g":{"dtype":"float32","shape":[6],"fill":"rank"}},
	"program":[{"op":"load_data","for":"1ms"},{"op":"compute","for":"2ms"},{"op":"all_reduce","tensor":"g"},{"op":"broadcast","tensor":"g","src":0}],
	"ranks":[{},{},{"program":[{"op":"load_data","for":"4800us"},{"op":"compute","for":"2ms"},{"op":"all_reduce","tensor":"g"},{"op":"broadcast","tensor":"g","src":0}]}]}`

// The side panel: what was called, where the time went, and two runs beside each
// other, by the controls of the mirror alone.
func TestSidePanel(t *testing.T) {
	x := open(t, "?lang=en", desktop)
	x.load(slowOne)
	x.ok(x.Press("tab-calls"))
	x.ok(x.Press("calls-0.1.rank-2"))
	at, err := x.Attr("rank-2.op-3", "aria-pressed")
	x.ok(err)
	assert.Equal(t, "true", at, "the cell chose its block")
	assert.NotEqual(t, "0", x.value("cursor"))

	x.ok(x.Press("tab-time"))
	said, err := x.Attr("spent-verdict", "aria-label")
	x.ok(err)
	assert.Contains(t, said, "rank 2 spends")
	assert.Contains(t, said, "on loading data, the others wait")

	x.ok(x.Press("pin"))
	x.ok(x.Press("tab-compare"))
	x.ok(x.Type("rank-1.tensor.g.0", "40"))
	said, err = x.Attr("compare-rank-0.g", "aria-label")
	x.ok(err)
	assert.Contains(t, said, "→ [45")
	x.ok(x.Press("unpin"))
	has, err := x.Has("compare-outcome")
	x.ok(err)
	assert.False(t, has)

	x.ok(x.Press("algorithms"))
	x.ok(x.Press("algorithm-chain"))
	var chain bool
	x.ok(x.Eval(`window.lockstep.get().then((s) => JSON.stringify(s.scenario).includes('"algorithm":"chain"'))`, &chain))
	assert.True(t, chain)
}

// A world that is larger than the lanes is a strip, and the page goes on answering
// while it runs; a long run can be cancelled, and what it did stays.
func TestVeryManyRanks(t *testing.T) {
	x := open(t, "?lang=en", desktop)
	x.load(`{"lockstep":1,"world_size":200,"tensors":{"x":{"dtype":"float32","shape":[8],"fill":"rank"}},"program":[{"op":"compute","for":"1ms"},{"op":"all_reduce","tensor":"x","algorithm":"halving_doubling"}]}`)
	has, err := x.Has("ranks-0")
	x.ok(err)
	require.True(t, has)
	has, err = x.Has("rank-0.op-0")
	x.ok(err)
	assert.False(t, has, "there is nothing to edit in a strip")
	assert.Contains(t, x.value("outcome"), "done")

	x.ok(x.Eval(`(window.lockstep.load({lockstep: 1, world_size: 512, tensors: {x: {dtype: 'float32', shape: [512], fill: 'rank'}}, program: [{op: 'all_reduce', tensor: 'x'}]}), true)`, new(bool)))
	x.ok(x.Press("cancel-run"))
	assert.Contains(t, x.value("outcome"), "cancelled")
	has, err = x.Has("ranks-0")
	x.ok(err)
	assert.True(t, has, "what happened so far is there")
}
