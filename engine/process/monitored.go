package process

import (
	"encoding/binary"
	"time"

	"lockstep/engine/failure"
	"lockstep/engine/group"
	"lockstep/engine/trace"
	"lockstep/engine/transport"
)

// defaultTimeout is torch's own for Gloo (default_pg_timeout): what a monitored
// barrier takes that is given none, whatever the group's is.
const defaultTimeout = 30 * time.Minute

// monitoredBarrier: torch.distributed.monitored_barrier.
func monitoredBarrier(c *call) *failure.Failure {
	g, member, f := c.member()
	if !member {
		return f
	}
	limit := c.op.Timeout
	if limit == 0 {
		limit = defaultTimeout
	}
	rec := c.record()
	rec.Group, rec.Seq, rec.Algorithm = g.Index, int32(g.Calls()), "monitored"
	_, f = c.checkIn(g, limit, c.op.WaitAllRanks)
	return f
}

// checkIn is a monitored barrier (ProcessGroupGloo.cpp, monitoredBarrier): every
// rank tells rank 0 that it has come and waits for leave to go, by a send and a
// receive like any other, whose tags are two of the group's call numbers. Rank 0
// alone has the barrier's timeout, so that it can name who is missing before the
// others give up. Unposted tells an error of a connection that was lost before,
// which is raised bare.
//
// Steps: two messages one after the other for each rank; bytes: 8(P−1) in all.
func (c *call) checkIn(g *group.Group, limit time.Duration, waitAll bool) (unposted bool, f *failure.Failure) {
	b := &monitored{call: c, g: g, limit: limit, waitAll: waitAll, began: c.p.job.Clock.Now(), memory: make([]byte, 4)}
	binary.LittleEndian.PutUint32(b.memory, uint32(g.Rank))
	here, leave := transport.Slot(g.NextTag()), transport.Slot(g.NextTag())
	defer b.release()
	if g.Rank != 0 {
		return b.ask(here, leave)
	}
	for _, stage := range []struct {
		way  failure.Direction
		slot transport.Slot
	}{{failure.Recv, here}, {failure.Send, leave}} {
		if f := b.postAll(stage.way, stage.slot); f != nil {
			return true, f
		}
		if f := b.await(stage.way); f != nil {
			return false, f
		}
	}
	return false, nil
}

// monitored is one monitored barrier of one rank under way.
type monitored struct {
	call    *call
	g       *group.Group
	limit   time.Duration
	waitAll bool
	began   trace.Time
	memory  []byte              // one tensor for all messages: what comes in goes out again
	posted  []*transport.Buffer // of the present stage, by rank; rank 0 has none with itself
	all     []*transport.Buffer
}

// ask is the part of a rank that is not rank 0.
func (b *monitored) ask(here, leave transport.Slot) (unposted bool, f *failure.Failure) {
	out, f := b.post(failure.Send, 0, here)
	if f != nil {
		return true, f
	}
	in, f := b.post(failure.Recv, 0, leave)
	if f != nil {
		return true, f
	}
	f = b.call.p.awaitBuffer(b.call.index, out, failure.Send, b.g.Timeout)
	if f == nil {
		f = b.call.p.awaitBuffer(b.call.index, in, failure.Recv, b.g.Timeout)
	}
	if f != nil {
		return false, failure.BarrierUnanswered(b.g.Rank, f)
	}
	return false, nil
}

// post posts one message of four bytes: at first the number of this rank.
func (b *monitored) post(way failure.Direction, peer int, slot transport.Slot) (*transport.Buffer, *failure.Failure) {
	buf := b.g.Ctx.NewBuffer(b.call.index, b.memory)
	b.all = append(b.all, buf)
	post := buf.Recv
	if way == failure.Send {
		post = buf.Send
	}
	if f := post(peer, slot, 0, buf.Len()); f != nil {
		return nil, f
	}
	b.g.Posted()
	return buf, nil
}

func (b *monitored) postAll(way failure.Direction, slot transport.Slot) *failure.Failure {
	b.posted = make([]*transport.Buffer, b.g.Size)
	for rank := 1; rank < b.g.Size; rank++ {
		buf, f := b.post(way, rank, slot)
		if f != nil {
			return f
		}
		b.posted[rank] = buf
	}
	return nil
}

// await waits for each rank in turn: for what is left of the time, or, where all
// are to be named, for the whole time each.
func (b *monitored) await(way failure.Direction) *failure.Failure {
	var passed, missing []int
	for rank := 1; rank < b.g.Size; rank++ {
		f := b.awaitOne(rank, way, passed)
		switch {
		case f == nil:
			passed = append(passed, rank)
		case b.waitAll:
			missing = append(missing, rank)
		default:
			return failure.RankMissing(rank, b.limit, f)
		}
	}
	if len(missing) > 0 {
		return failure.RanksMissing(missing, b.limit)
	}
	return nil
}

func (b *monitored) awaitOne(rank int, way failure.Direction, passed []int) *failure.Failure {
	p := b.call.p
	left := b.limit
	if !b.waitAll {
		// PyTorch counts the time that has passed in whole milliseconds.
		left -= (p.job.Clock.Now() - b.began).Truncate(time.Millisecond)
		if left <= 0 {
			return failure.BarrierOver(b.g.Rank, b.limit, passed)
		}
	}
	return p.awaitBuffer(b.call.index, b.posted[rank], way, left)
}

// release says that the call is over: what is still posted blocks its connection
// if the other half comes.
func (b *monitored) release() {
	for _, buf := range b.all {
		buf.Release()
	}
}
