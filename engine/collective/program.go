// Package collective holds the algorithms: who sends what to whom, in which order,
// and what is added up where. One file for each, with its source, its number of
// steps and bytes, and the lower bound.
//
// An algorithm does not run by itself. It writes, round by round, the steps that
// one rank takes (post a send, post a receive, wait for one, combine), and Exec
// takes them. So it has no stack to keep while it waits, a message costs no
// switch between goroutines, and steps and bytes can be counted without a clock.
//
// It knows ranks, buffers and offsets. It must never know a process, a program of
// ops, or time.
package collective

import "lockstep/engine/transport"

// Algorithm is one rank's part of one call.
type Algorithm interface {
	// Round writes the steps of round i, from 0 on, and reports whether there is
	// another. It is called when all steps before have been taken.
	Round(i int, p *Program) (more bool)
}

// StepKind is what a step does.
type StepKind uint8

// The steps.
const (
	PostSend StepKind = iota
	PostRecv
	WaitSend
	WaitRecv
	Combine // Buf[Off:] = op(Buf[Off:], Src[SrcOff:])
	Copy    // Buf[Off:] = Src[SrcOff:]
	Do
)

// Step is one step of one rank. Offsets and lengths are in bytes.
type Step struct {
	Buf, Src    *transport.Buffer
	Off, SrcOff int32
	N           int32
	Peer        int16
	Kind        StepKind
}

// Program collects the steps of a round.
type Program struct {
	steps []Step
	calls []func() // of the Do steps, in order
	begun int
}

// Steps returns what was written.
func (p *Program) Steps() []Step { return p.steps }

// Reset forgets what was written.
func (p *Program) Reset() { p.steps, p.calls, p.begun = p.steps[:0], p.calls[:0], 0 }

// next returns what the next Do step calls.
func (p *Program) next() func() {
	p.begun++
	return p.calls[p.begun-1]
}

func (p *Program) add(s Step) { p.steps = append(p.steps, s) }

// Send posts a send of buf[off:off+n] to a rank.
func (p *Program) Send(buf *transport.Buffer, peer, off, n int) {
	p.add(Step{Kind: PostSend, Buf: buf, Peer: int16(peer), Off: int32(off), N: int32(n)})
}

// Recv posts a receive into buf[off:off+n] from a rank.
func (p *Program) Recv(buf *transport.Buffer, peer, off, n int) {
	p.add(Step{Kind: PostRecv, Buf: buf, Peer: int16(peer), Off: int32(off), N: int32(n)})
}

// WaitSend waits until one send from buf is complete.
func (p *Program) WaitSend(buf *transport.Buffer) { p.add(Step{Kind: WaitSend, Buf: buf}) }

// WaitRecv waits until one receive into buf is complete.
func (p *Program) WaitRecv(buf *transport.Buffer) { p.add(Step{Kind: WaitRecv, Buf: buf}) }

// Combine reduces: buf[off:off+n] = op(buf[off:off+n], src[srcOff:srcOff+n]).
func (p *Program) Combine(buf *transport.Buffer, off int, src *transport.Buffer, srcOff, n int) {
	p.add(Step{Kind: Combine, Buf: buf, Src: src, Off: int32(off), SrcOff: int32(srcOff), N: int32(n)})
}

// Copy copies within the process.
func (p *Program) Copy(buf *transport.Buffer, off int, src *transport.Buffer, srcOff, n int) {
	p.add(Step{Kind: Copy, Buf: buf, Src: src, Off: int32(off), SrcOff: int32(srcOff), N: int32(n)})
}

// Do calls f: what a call does besides moving bytes.
func (p *Program) Do(f func()) {
	p.calls = append(p.calls, f)
	p.add(Step{Kind: Do})
}
