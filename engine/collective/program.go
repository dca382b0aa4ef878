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
	room    []Step
	written int
	calls   []func() // of the Do steps, in order
	begun   int
}

// Steps returns what was written.
func (p *Program) Steps() []Step { return p.room[:p.written] }

// Reset forgets what was written.
func (p *Program) Reset() { p.written, p.calls, p.begun = 0, p.calls[:0], 0 }

// next returns what the next Do step calls.
func (p *Program) next() func() {
	p.begun++
	return p.calls[p.begun-1]
}

// add makes room for a step, whose fields are those of whatever stood there: only
// those that its kind has are read.
func (p *Program) add(kind StepKind) *Step {
	if p.written == len(p.room) {
		p.room = append(p.room, make([]Step, max(8, p.written))...)
	}
	s := &p.room[p.written]
	p.written++
	s.Kind = kind
	return s
}

// Send posts a send of buf[off:off+n] to a rank.
func (p *Program) Send(buf *transport.Buffer, peer, off, n int) {
	s := p.add(PostSend)
	s.Buf, s.Peer, s.Off, s.N = buf, int16(peer), int32(off), int32(n)
}

// Recv posts a receive into buf[off:off+n] from a rank.
func (p *Program) Recv(buf *transport.Buffer, peer, off, n int) {
	s := p.add(PostRecv)
	s.Buf, s.Peer, s.Off, s.N = buf, int16(peer), int32(off), int32(n)
}

// WaitSend waits until one send from buf is complete.
func (p *Program) WaitSend(buf *transport.Buffer) { p.add(WaitSend).Buf = buf }

// WaitRecv waits until one receive into buf is complete.
func (p *Program) WaitRecv(buf *transport.Buffer) { p.add(WaitRecv).Buf = buf }

// Combine reduces: buf[off:off+n] = op(buf[off:off+n], src[srcOff:srcOff+n]).
func (p *Program) Combine(buf *transport.Buffer, off int, src *transport.Buffer, srcOff, n int) {
	p.move(Combine, buf, off, src, srcOff, n)
}

// Copy copies within the process.
func (p *Program) Copy(buf *transport.Buffer, off int, src *transport.Buffer, srcOff, n int) {
	p.move(Copy, buf, off, src, srcOff, n)
}

func (p *Program) move(kind StepKind, buf *transport.Buffer, off int, src *transport.Buffer, srcOff, n int) {
	s := p.add(kind)
	s.Buf, s.Off, s.Src, s.SrcOff, s.N = buf, int32(off), src, int32(srcOff), int32(n)
}

// Do calls f: what a call does besides moving bytes.
func (p *Program) Do(f func()) {
	p.calls = append(p.calls, f)
	p.add(Do)
}
