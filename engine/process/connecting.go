package process

import (
	"time"

	"lockstep/engine/failure"
	"lockstep/engine/group"
	"lockstep/engine/store"
	"lockstep/engine/trace"
	"lockstep/engine/transport"
)

// connect makes this process's side of a group, and that of its debug wrapper.
func (p *Proc) connect(callIndex int32, st *store.Client, prefix string, rank, size int, timeout time.Duration) (*group.Group, *failure.Failure) {
	g, f := p.meet(callIndex, st, prefix, rank, size, timeout)
	if f != nil {
		return nil, f
	}
	p.live = append(p.live, g)
	if f := p.wrap(callIndex, g); f != nil {
		p.close(g)
		return nil, f
	}
	return g, nil
}

// meet opens this process's side of a group, leaves its address in the store, and
// connects it to the sides that it finds there (gloo/transport/tcp/context.cc).
func (p *Proc) meet(callIndex int32, st *store.Client, prefix string, rank, size int, timeout time.Duration) (*group.Group, *failure.Failure) {
	switch {
	case rank < 0:
		return nil, failure.NegativeRank(rank)
	case rank >= size:
		return nil, failure.RankPastEnd(rank, size)
	}
	j := p.job
	ctx := j.Net.NewContext(p.host, rank, size)
	if f := p.join(callIndex, st, ctx, prefix, timeout); f != nil {
		ctx.Shut(failure.ClosedByPeer)
		p.task.Sleep(transport.Leaving)
		return nil, f
	}
	g := &group.Group{
		Clock: j.Clock, Trace: j.Trace, Ctx: ctx, Gate: p.gate, Proc: p.ID,
		Rank: rank, Size: size, Timeout: timeout, Prefix: prefix, Store: st,
	}
	return g, nil
}

// join finds the other sides by their keys, in the order of ranks, and connects to
// them in that order, one after the other. Whoever left the last address that was
// missing connects all at once, if all agree on what the group is.
func (p *Proc) join(callIndex int32, st *store.Client, ctx *transport.Context, prefix string, timeout time.Duration) *failure.Failure {
	m := st.Meet(prefix)
	if f := st.Leave(m, ctx.Rank, ctx, func() { connectAll(m, ctx.Size) }); f != nil {
		return f
	}
	p.roundtrip()
	found := make([]*transport.Context, 0, min(ctx.Size, 16))
	for i := 0; i < ctx.Size && ctx.Fresh(); i++ {
		at, f := st.Find(p.task, m, i, timeout, keyWait{p, callIndex})
		if f != nil {
			return f
		}
		found = append(found, at.(*transport.Context))
	}
	if !ctx.Fresh() {
		// What was found was asked for, too: so all go on at the same moment.
		p.task.Sleep(ctx.Since + p.answerTime() - p.job.Clock.Now())
		return nil
	}
	for i, to := range found {
		if i == ctx.Rank {
			continue
		}
		if f := p.pair(callIndex, ctx, i, to, timeout); f != nil {
			return f
		}
	}
	return nil
}

// roundtrip is a question to the store and its answer.
func (p *Proc) roundtrip() { p.task.Sleep(p.answerTime()) }

func (p *Proc) answerTime() time.Duration { return 2 * p.job.Scenario.Network.Latency }

// connectAll connects the sides whose addresses stand in the store, if they are
// all of one group and none has begun by itself: then each would find each, and
// every pair would be called and taken.
func connectAll(m *store.Meeting, size int) {
	all := m.All(size)
	if all == nil || m.Replaced {
		return
	}
	for _, a := range all {
		if side := a.(*transport.Context); side.Size != size || !side.Fresh() {
			return
		}
	}
	sides := make([]*transport.Context, size)
	for i, a := range all {
		sides[i] = a.(*transport.Context)
	}
	for _, side := range sides {
		side.ConnectMesh(sides)
	}
}

// longer is how many timeouts Gloo waits for a connection (pair.h, waitUntil).
const longer = 5

// pair makes one connection, or waits for the other side to make it.
func (p *Proc) pair(callIndex int32, ctx *transport.Context, rank int, to *transport.Context, timeout time.Duration) *failure.Failure {
	done, f := ctx.Connect(rank, to, p.task)
	if done || f != nil {
		return f
	}
	clock := p.job.Clock
	deadline := clock.Now() + longer*timeout
	p.beginWait(trace.Wait{Call: callIndex, Peer: to.Host().ID, Kind: trace.WaitConnect}, 0, deadline)
	defer p.endWait()
	for !ctx.Connected(rank) {
		if clock.Now() >= deadline {
			return failure.NotCalled
		}
		p.task.Park(deadline)
	}
	return nil
}
