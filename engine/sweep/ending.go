package sweep

import (
	"encoding/binary"

	"lockstep/engine/result"
	"lockstep/engine/sha256"
	"lockstep/engine/trace"
)

// Outcome is how a run of a sweep ended.
type Outcome string

// The outcomes. Recovers: all processes ended well, with the numbers of the run in
// which nothing struck. Wrong: they ended well, and somebody holds other numbers.
const (
	Recovers Outcome = "recovers"
	Wrong    Outcome = "wrong"
	Fails    Outcome = "fails"
	Hangs    Outcome = "hangs"
	TooLong  Outcome = "limit"
	Refused  Outcome = "refused"
)

// Outcomes lists those that a person meets, the good one first.
func Outcomes() []Outcome { return []Outcome{Recovers, Wrong, Fails, Hangs, TooLong} }

// ending is what can be compared of two runs.
type ending struct {
	outcome  string
	findings int
	numbers  [sha256.Size]byte // of all tensors at the end, by rank
}

// endOf takes the digest of what the processes of the last attempt hold at the end,
// each in the order of its own program, which is the same in every run.
func endOf(t *trace.Trace) ending {
	var e ending
	last := int32(0)
	for i := range t.Procs {
		last = max(last, t.Procs[i].Attempt)
	}
	c := t.NewCursor()
	c.Seek(t.End)
	held := make([][]byte, len(t.Procs))
	for id := range t.Tensors {
		p := t.Tensors[id].Proc
		held[p] = append(held[p], c.Bytes(int32(id))...)
	}
	h := sha256.New()
	for p := range t.Procs {
		if t.Procs[p].Attempt != last {
			continue
		}
		var head [8]byte
		binary.LittleEndian.PutUint64(head[:], uint64(len(held[p])))
		h.Write(head[:])
		h.Write(held[p])
	}
	e.numbers = h.Sum()
	return e
}

// beside says how a run ended beside the one in which nothing struck.
func (e ending) beside(calm ending) Outcome {
	switch e.outcome {
	case result.Done:
		if e.numbers != calm.numbers {
			return Wrong
		}
		return Recovers
	case result.Hung:
		return Hangs
	case result.Limit:
		return TooLong
	}
	return Fails
}
