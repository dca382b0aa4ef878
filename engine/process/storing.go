package process

import (
	"lockstep/engine/failure"
	"lockstep/engine/store"
)

// The ops of a TCPStore that the program makes for itself, apart from that of the
// default group. The program keeps one: making another drops the first.

// storeCreate: TCPStore("127.0.0.1", port, world_size, is_master, timeout,
// wait_for_workers).
func storeCreate(c *call) *failure.Failure {
	p := c.p
	at := place{host: "127.0.0.1", port: firstPort + c.op.PortOffset}
	st, f := p.openStore(c.index, at, storeOptions{
		master: c.op.IsMaster, workers: c.op.WorldSize, wait: c.op.WaitForWorkers == nil || *c.op.WaitForWorkers, timeout: c.patience(),
	})
	if f != nil {
		return f
	}
	p.store = st
	p.release()
	return nil
}

// withStore makes an op of one that needs a store, by its name in torch.
func withStore(method string, do func(*call, *store.Client) *failure.Failure) func(*call) *failure.Failure {
	return func(c *call) *failure.Failure {
		if c.p.store == nil {
			return failure.NoStore(method)
		}
		return do(c, c.p.store)
	}
}

// Keys of programs stand apart from TCPStore's own.
func (c *call) keys() []string {
	keys := make([]string, len(c.op.Keys))
	for i, k := range c.op.Keys {
		keys[i] = "/" + k
	}
	return keys
}

func storeSet(c *call, st *store.Client) *failure.Failure {
	return st.Set(c.keys()[0], c.op.Value)
}

func storeGet(c *call, st *store.Client) *failure.Failure {
	value, f := st.Get(c.p.task, c.keys()[0], keyWait{c.p, c.index})
	c.output = func() any { return value }
	return f
}

func storeAdd(c *call, st *store.Client) *failure.Failure {
	sum, f := st.Add(c.p.task, c.keys()[0], c.op.Amount)
	c.output = func() any { return sum }
	return f
}

func storeWait(c *call, st *store.Client) *failure.Failure {
	return st.Wait(c.p.task, c.keys(), c.op.Timeout, keyWait{c.p, c.index})
}

func storeCompareSet(c *call, st *store.Client) *failure.Failure {
	value, f := st.CompareSet(c.p.task, c.keys()[0], c.op.Expected, c.op.Desired)
	c.output = func() any { return value }
	return f
}

func storeDelete(c *call, st *store.Client) *failure.Failure {
	deleted, f := st.Delete(c.p.task, c.keys()[0])
	c.output = func() any { return deleted }
	return f
}

func storeNumKeys(c *call, st *store.Client) *failure.Failure {
	n, f := st.NumKeys(c.p.task)
	c.output = func() any { return n }
	return f
}
