package process

import (
	"slices"
	"strings"

	"lockstep/engine/collective"
	"lockstep/engine/failure"
	"lockstep/engine/group"
	"lockstep/engine/scenario"
	"lockstep/engine/tensor"
	"lockstep/engine/transport"
)

// With TORCH_DISTRIBUTED_DEBUG=DETAIL torch puts a wrapper around each process
// group (ProcessGroupWrapper.cpp): before a collective its members meet in a
// monitored barrier and compare what they are about to call, over a process group
// of their own, on the program's thread, also where the call is asynchronous.
// send, recv and monitored_barrier pass through unchecked. INFO and OFF do nothing.

// checkPrefix is where the members of the wrapper's group leave their addresses
// (distributed_c10d.py, _create_process_group_wrapper): beside those of the group
// that it wraps, whose prefix is NAME//cpu//0.
func checkPrefix(prefix string) string {
	name, device, _ := strings.Cut(prefix, "//cpu//")
	return name + "//cpu//pg_wrapper:" + name[strings.LastIndexByte(name, '/')+1:] + "/" + device
}

// wrap gives a group its wrapper's group, if the job is to have one.
func (p *Proc) wrap(callIndex int32, g *group.Group) *failure.Failure {
	if p.job.Scenario.Debug != scenario.DebugDetail {
		return nil
	}
	var f *failure.Failure
	g.Checks, f = p.meet(callIndex, g.Store, checkPrefix(g.Prefix), g.Rank, g.Size, g.Timeout)
	return f
}

// check is what the wrapper does before it hands a collective on
// (runCollectiveChecks). It takes two numbers of its group for the barrier and
// one for each exchange.
func (c *call) check(g *group.Group, op group.OpType, arrays ...*Array) *failure.Failure {
	if g.Checks == nil {
		return nil
	}
	rec := c.record()
	rec.Group = g.Index
	if rec.Seq < 0 {
		rec.Seq = int32(g.Calls())
	}
	tensors := make([]*tensor.Tensor, len(arrays))
	for i, x := range arrays {
		tensors[i] = x.value
	}
	own := g.Fingerprint(op, tensors...)
	if unposted, f := c.checkIn(g.Checks, g.Checks.Timeout, true); unposted {
		return failure.Unchecked(own.Words(), f)
	} else if f != nil {
		return f
	}
	// The length first: tensors of different lengths could not be compared.
	numbers := own.Numbers()
	if f := c.compare(g.Checks, own, []int64{int64(len(numbers))}); f != nil {
		return f
	}
	return c.compare(g.Checks, own, numbers)
}

// compare gathers numbers from all members, and complains of the first that has
// others than this one (verify_tensors).
func (c *call) compare(g *group.Group, own group.Fingerprint, numbers []int64) *failure.Failure {
	w := g.NewWork(c.index, transport.PrefixAllGather)
	bytes := group.Bytes(numbers)
	flat := w.Scratch(g.Size * len(bytes))
	copy(flat.Bytes()[g.Rank*len(bytes):], bytes)
	w.Run(&collective.RingAllGather{Rank: g.Rank, Size: g.Size, Out: flat}, nil, nil)
	g.Enqueue(w)
	if f := c.p.await(w, never); f != nil {
		return f
	}
	for rank, theirs := range group.Rows(flat.Bytes(), g.Size) {
		if !slices.Equal(theirs, numbers) {
			return failure.Mismatch(g.Rank, own.Words(), rank, group.ReadFingerprint(theirs).Words())
		}
	}
	return nil
}

// sameSizes reports whether a list's tensors have one size (check_same_size):
// where not, the wrapper compares no tensors.
func sameSizes(list []*Array) bool {
	for _, x := range list {
		if !sameShape(list[0].value, x.value) {
			return false
		}
	}
	return true
}
