package trace

import (
	"encoding/hex"
	"math"

	"lockstep/engine/sha256"
)

// hasher feeds fixed-width little-endian fields to SHA-256 through a buffer, so
// that the digest is that of one canonical byte string on every platform.
type hasher struct {
	h   *sha256.Hash
	buf []byte
	did func(units int) // see SHA256With; may be nil
}

func (w *hasher) flush() {
	w.h.Write(w.buf)
	if w.did != nil {
		w.did(1 + len(w.buf)/hashedBytes)
	}
	w.buf = w.buf[:0]
}

// hashedBytes are so many as cost what an event of a run does.
const hashedBytes = 32

func (w *hasher) room(n int) {
	if len(w.buf)+n > cap(w.buf) {
		w.flush()
	}
}

// space returns the buffer with room for n bytes more from its end on, which wrote
// then moves.
func (w *hasher) space(n int) ([]byte, int) {
	w.room(n)
	return w.buf[:cap(w.buf)], len(w.buf)
}

func (w *hasher) wrote(n int) { w.buf = w.buf[:n] }

func (w *hasher) u32(v ...int32) {
	for _, x := range v {
		w.buf = append(w.buf, byte(x), byte(x>>8), byte(x>>16), byte(x>>24))
	}
}

func (w *hasher) u64(v ...int64) {
	for _, x := range v {
		w.buf = append(w.buf, byte(x), byte(x>>8), byte(x>>16), byte(x>>24), byte(x>>32), byte(x>>40), byte(x>>48), byte(x>>56))
	}
}

func (w *hasher) str(s string) {
	w.room(8)
	w.u32(int32(len(s)))
	w.flush()
	w.h.Write([]byte(s))
}

// SHA256 returns the digest of everything in the trace, in hexadecimal: equal for
// the same scenario on every platform, and different if anything at all differs.
func (t *Trace) SHA256() string { return t.SHA256With(nil) }

// SHA256With is SHA256 for a caller that wants to be told how far it has come: did is
// called again and again with the work done since, in events' worth.
func (t *Trace) SHA256With(did func(units int)) string {
	w := &hasher{h: sha256.New(), buf: make([]byte, 0, 1<<16), did: did}
	w.str("lockstep trace 2")
	w.u32(int32(t.World))
	w.u64(int64(t.End))
	w.nouns(t)
	w.moments(t)
	w.flush()
	for i := 0; i < len(t.Arena); i += cap(w.buf) {
		part := t.Arena[i:min(i+cap(w.buf), len(t.Arena))]
		w.h.Write(part)
		if did != nil {
			did(1 + len(part)/hashedBytes)
		}
	}
	sum := w.h.Sum()
	return hex.EncodeToString(sum[:])
}

// nouns hashes what there is.
func (w *hasher) nouns(t *Trace) {
	w.u32(int32(len(t.Procs)), int32(len(t.Groups)), int32(len(t.Tensors)), int32(len(t.Calls)), int32(len(t.Keys)))
	for i := range t.Procs {
		p := &t.Procs[i]
		w.room(32)
		w.u32(p.Rank, p.Exit, bit(p.Signal))
		w.u64(int64(p.Started), int64(p.Ended))
	}
	for i := range t.Groups {
		g := &t.Groups[i]
		w.str(g.Name)
		for _, m := range g.Members {
			w.room(4)
			w.u32(m)
		}
	}
	for i := range t.Tensors {
		x := &t.Tensors[i]
		w.str(x.Name)
		w.room(24 + 8*len(x.Shape))
		w.u32(x.Proc, x.Call, int32(x.DType), x.Init, int32(len(x.Shape)))
		for _, d := range x.Shape {
			w.u64(int64(d))
		}
	}
	for i := range t.Calls {
		c := &t.Calls[i]
		w.str(c.Op)
		w.str(c.ErrorType)
		w.str(c.Message)
		w.str(c.Algorithm)
		w.room(64)
		w.u32(c.Proc, c.Step, c.Group, c.Seq, c.Tensor, c.Handle, int32(c.Status))
		w.u64(int64(c.Start), int64(c.End), int64(c.Done), int64(c.Timeout))
	}
	for _, k := range t.Keys {
		w.str(k)
	}
	w.telling(t)
}

// telling hashes what only some runs have: scripts, repeats, restarts.
func (w *hasher) telling(t *Trace) {
	for i := range t.Procs {
		if a := t.Procs[i].Attempt; a != 0 {
			w.room(8)
			w.u32(int32(i), a)
		}
	}
	for i := range t.Calls {
		if c := &t.Calls[i]; c.Line != 0 || c.Inner != 0 {
			w.room(16)
			w.u32(int32(i), c.Line, c.Inner, c.Turn)
		}
	}
	for i := range t.Logs {
		l := &t.Logs[i]
		w.str(l.Name)
		w.str(l.Text)
		w.room(16)
		w.u32(l.Proc, l.Line)
		w.u64(int64(math.Float64bits(l.Value)))
	}
	for i := range t.Saves {
		x := &t.Saves[i]
		w.room(56)
		w.u32(x.Proc, x.Call, bit(x.Load), bit(x.Shared), x.From)
		w.u64(x.Step, x.Bytes, int64(x.Start), int64(x.End))
	}
}

func bit(b bool) int32 {
	if b {
		return 1
	}
	return 0
}
