package trace

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestSeated: what two attempts of two processes did stands at two places, in the
// order in which it happened, and everything keeps its index.
func TestSeated(t *testing.T) {
	whole := &Trace{World: 2, Seats: 2, Procs: []Proc{
		{Rank: 0, Started: 0, Ended: 5, Exit: 1}, {Rank: 1, Started: Never, Ended: Never},
		{Rank: 0, Attempt: 1, Started: 7, Ended: 9}, {Rank: 1, Attempt: 1, Started: 8, Ended: Never},
	}}
	whole.Groups = []Group{{Members: []int32{0, 1}}, {Members: []int32{2, 3}}}
	whole.Calls = []Call{{Proc: 0}, {Proc: 3}}
	whole.Waits = []Wait{{Proc: 2, Peer: 3}, {Proc: 2, Peer: None}}
	whole.Messages = []Message{{From: 3, To: 2}}
	whole.Tensors = []Tensor{{Proc: 0}, {Proc: 2}}
	whole.Logs = []Log{{Proc: 3}}
	whole.Saves = []Save{{Proc: 2}}
	whole.Record(7, ProcStart, 2, 0)
	whole.Record(8, Connected, 2, 3)
	before := whole.SHA256()

	s := whole.Seated()
	assert.Equal(t, []Proc{{Rank: 0, Attempt: 1, Started: 0, Ended: 9}, {Rank: 1, Attempt: 1, Started: 8, Ended: Never}}, s.Procs)
	assert.Equal(t, []int32{0, 1}, s.Groups[1].Members)
	assert.Equal(t, int32(1), s.Calls[1].Proc)
	assert.Equal(t, []Wait{{Proc: 0, Peer: 1}, {Proc: 0, Peer: None}}, s.Waits)
	assert.Equal(t, Message{From: 1, To: 0}, s.Messages[0])
	assert.Equal(t, int32(0), s.Tensors[1].Proc)
	assert.Equal(t, int32(1), s.Logs[0].Proc)
	assert.Equal(t, int32(0), s.Saves[0].Proc)
	assert.Equal(t, []Event{{Proc: 0, Kind: ProcStart}, {Proc: 0, Kind: Connected, Ref: 1}}, s.Events)
	assert.Equal(t, before, whole.SHA256(), "the trace itself is as it was")
	assert.Len(t, s.Lives(0), 1)
	assert.Equal(t, []Proc{whole.Procs[1], whole.Procs[3]}, whole.Lives(1))

	once := &Trace{World: 1, Seats: 1, Procs: []Proc{{}}}
	assert.Same(t, once, once.Seated())
}
