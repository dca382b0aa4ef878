// Package collective holds the algorithms: who sends what to whom, in which order,
// and what is added up where. One file for each, with its source, its number of
// steps and bytes, and the lower bound.
//
// An algorithm does not run by itself. It tells, round by round, the steps that
// one rank takes (post a send, post a receive, wait for one, combine), and Exec
// takes them. So it has no stack to keep while it waits, a message costs no
// switch between goroutines, and steps and bytes can be counted without a clock.
//
// It knows ranks, buffers and offsets. It must never know a process, a program of
// ops, or time.
package collective

import (
	"lockstep/engine/failure"
	"lockstep/engine/trace"
	"lockstep/engine/transport"
)

// Algorithm is one rank's part of one call.
type Algorithm interface {
	// Round tells the steps of round i, from 0 on, and reports whether there is
	// another. It is called when all steps before have been taken.
	Round(i int, p *Program) (more bool)
}

// stepKind is what a step does.
type stepKind uint8

const (
	postSend stepKind = iota
	postRecv
	waitSend
	waitRecv
	combine // buf[off:] = op(buf[off:], src[srcOff:])
	moved   // buf[off:] = src[srcOff:]
)

// step is one step of one rank that cannot be taken yet. Offsets and lengths are in
// bytes.
type step struct {
	buf, src    *transport.Buffer
	off, srcOff int32
	n           int32
	peer        int16
	kind        stepKind
}

// Program takes the steps of a round as it is told them, up to one that has to
// wait; that one and those behind it are kept. A round that ends with its wait
// keeps nothing else, which is what makes a ring's message cheap. (For Plan, which
// wants to read steps and not to take them, all are kept.)
type Program struct {
	exec    *Exec
	waiting bool // the steps told from now on are kept, or of no use after a failure
	fault   *failure.Failure
	room    []step
	kept    int
}

// reset forgets what was told.
func (p *Program) reset() { p.kept, p.waiting = 0, false }

// keep makes room for a step, whose fields are those of whatever stood there: only
// those that its kind has are read.
func (p *Program) keep(kind stepKind, buf *transport.Buffer) *step {
	if p.kept == len(p.room) {
		p.room = append(p.room, make([]step, max(4, p.kept))...)
	}
	s := &p.room[p.kept]
	p.kept++
	s.kind, s.buf = kind, buf
	return s
}

// failed ends the program where it stands.
func (p *Program) failed(f *failure.Failure) { p.fault, p.waiting = f, true }

// Send posts a send of buf[off:off+n] to a rank.
func (p *Program) Send(buf *transport.Buffer, peer, off, n int) {
	if p.waiting {
		p.keep(postSend, buf).to(peer, off, n)
	} else if f := buf.Send(peer, p.exec.Slot, off, n); f != nil {
		p.failed(f)
	}
}

// Recv posts a receive into buf[off:off+n] from a rank.
func (p *Program) Recv(buf *transport.Buffer, peer, off, n int) {
	if p.waiting {
		p.keep(postRecv, buf).to(peer, off, n)
	} else if f := buf.Recv(peer, p.exec.Slot, off, n); f != nil {
		p.failed(f)
	}
}

func (s *step) to(peer, off, n int) { s.peer, s.off, s.n = int16(peer), int32(off), int32(n) }

// WaitSend waits until one send from buf is complete.
func (p *Program) WaitSend(buf *transport.Buffer) {
	if p.waiting || !buf.TakeSend() {
		p.wait(waitSend, buf)
	}
}

// WaitRecv waits until one receive into buf is complete.
func (p *Program) WaitRecv(buf *transport.Buffer) {
	if p.waiting || !buf.TakeRecv() {
		p.wait(waitRecv, buf)
	}
}

// wait keeps a wait; what stands behind it has to wait too.
func (p *Program) wait(kind stepKind, buf *transport.Buffer) {
	p.keep(kind, buf)
	p.waiting = true
}

// Combine reduces: buf[off:off+n] = op(buf[off:off+n], src[srcOff:srcOff+n]).
func (p *Program) Combine(buf *transport.Buffer, off int, src *transport.Buffer, srcOff, n int) {
	if p.waiting {
		p.keep(combine, buf).from(off, src, srcOff, n)
		return
	}
	p.exec.Combine(buf.Bytes()[off:off+n], src.Bytes()[srcOff:srcOff+n])
	buf.Wrote(off, n, src.Arrival(srcOff), true)
}

// Copy copies within the process.
func (p *Program) Copy(buf *transport.Buffer, off int, src *transport.Buffer, srcOff, n int) {
	if p.waiting {
		p.keep(moved, buf).from(off, src, srcOff, n)
		return
	}
	copy(buf.Bytes()[off:off+n], src.Bytes()[srcOff:srcOff+n])
	buf.Wrote(off, n, trace.None, false)
}

func (s *step) from(off int, src *transport.Buffer, srcOff, n int) {
	s.off, s.src, s.srcOff, s.n = int32(off), src, int32(srcOff), int32(n)
}
