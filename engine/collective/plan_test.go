package collective

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What one rank's plan sends another's receives: the same bytes, in the same order,
// in a phase that exists. And all of it is what the formula counts.
func TestPlansFitTogether(t *testing.T) {
	for _, m := range models {
		for _, ranks := range []int{2, 3, 4, 5, 6, 8, 11, 16} {
			for _, bytes := range []int{4, 8, 4 * ranks, 28 * ranks} {
				t.Run(fmt.Sprintf("%s/%s/%d/%d", m.Op, m.Name, ranks, bytes), func(t *testing.T) {
					c := Call{Ranks: ranks, Bytes: bytes, Elem: 4, Root: ranks - 1}
					plans := make([][]Move, ranks)
					sent := make([]int, ranks)
					for r := range plans {
						plans[r] = Plan(m.Op, m.Name, r, c)
					}
					if plans[0] == nil && plans[1] == nil {
						assert.Contains(t, []string{"reduce_scatter", "reduce_scatter_tensor"}, m.Op)
						return
					}
					messages := 0
					for from := range plans {
						for to := range plans {
							out, in := between(plans[from], to, true), between(plans[to], from, false)
							require.Len(t, in, len(out), "%d to %d", from, to)
							for k := range out {
								messages++
								sent[from] += out[k].N
								assert.Equal(t, out[k].N, in[k].N)
								if out[k].N > 0 {
									assert.Equal(t, out[k].Off, in[k].Off, "%d to %d, message %d", from, to, k)
								}
								ph := PhaseOf(m.Op, m.Name, to, c, in[k])
								assert.NotEmpty(t, ph.Name)
								assert.True(t, 1 <= ph.Step && ph.Step <= ph.Of, "%v", ph)
							}
						}
					}
					cost := m.Cost(c)
					assert.Equal(t, cost.Messages, messages)
					assert.Equal(t, cost.Sent, sent)
				})
			}
		}
	}
}

func between(plan []Move, peer int, send bool) (list []Move) {
	for _, m := range plan {
		if m.Peer == peer && m.Send == send {
			list = append(list, m)
		}
	}
	return list
}
