package collective

import "lockstep/engine/transport"

// NaiveAllReduce is what one writes first: rank 0 takes everyone's tensor, one
// after the other, adds it to its own, and sends the sum to each. It has the order
// of a loop: ((x[0] ∘ x[1]) ∘ x[2]) ….
//
// Steps: P, that is P−1 tensors that rank 0 asks for one by one, and the answers,
// which go out together. Bytes: rank 0 sends n(P−1) and receives as much, while the
// lower bound is 2n(P−1)/P for each; all together it is the same 2n(P−1) as a
// ring's, but on one rank's shoulders.
type NaiveAllReduce struct {
	Rank, Size int
	Out        *transport.Buffer // in place
	Scratch    *transport.Buffer // as long, at rank 0
}

// Round is a tensor more at rank 0; the others have only one.
func (a *NaiveAllReduce) Round(i int, p *Program) bool {
	n := a.Out.Len()
	switch {
	case a.Size == 1 || n == 0:
		return false
	case a.Rank != 0:
		p.Send(a.Out, 0, 0, n)
		p.WaitSend(a.Out)
		p.Recv(a.Out, 0, 0, n)
		p.WaitRecv(a.Out)
		return false
	case i < a.Size-1:
		p.Recv(a.Scratch, i+1, 0, n)
		p.WaitRecv(a.Scratch)
		p.Combine(a.Out, 0, a.Scratch, 0, n)
		return true
	}
	for rank := 1; rank < a.Size; rank++ {
		p.Send(a.Out, rank, 0, n)
	}
	for range a.Size - 1 {
		p.WaitSend(a.Out)
	}
	return false
}

var naiveAllReduce = Model{
	Op: "all_reduce", Name: "naive", Source: "the loop over recv and send that a textbook begins with",
	Steps: "P", Sent: "n(P − 1)", quiet: true,
	steps:    func(c Call) int { return c.Ranks },
	messages: func(c Call) int { return 2 * (c.Ranks - 1) },
	sent: func(c Call, rank int) int {
		if rank == 0 {
			return c.Bytes * (c.Ranks - 1)
		}
		return c.Bytes
	},
}
