package process

import (
	"strconv"
	"time"

	"lockstep/engine/failure"
	"lockstep/engine/sim"
	"lockstep/engine/store"
	"lockstep/engine/trace"
)

// initProcessGroup: torch.distributed.init_process_group. Rank 0 hosts the store,
// all join it, leave their addresses there, and connect to each other.
func initProcessGroup(c *call) *failure.Failure {
	p := c.p
	p.setEnv(c.op.Env)
	if p.groups[""] != nil {
		return failure.InitTwice
	}
	name := p.nextName()
	method := c.op.InitMethod
	if method == "" {
		method = "env://"
	}
	at, f := p.rendezvous(withPorts(method), orMissing(c.op.Rank), orMissing(c.op.WorldSize))
	if f != nil {
		return f
	}
	st, f := p.openStore(c.index, at, storeOptions{
		master: at.rank == 0, shared: true, workers: &at.size, wait: true, timeout: c.patience(),
	})
	if f != nil {
		return f
	}
	p.base = "/default_pg/" + name + "/"
	g, f := p.connect(c.index, st, "/default_pg/"+name+"//cpu//0", at.rank, at.size, c.patience())
	if f != nil {
		p.release()
		return f
	}
	p.info().Rank = int32(at.rank)
	p.register(c, "", g, nil)
	c.output = func() any {
		return struct {
			Rank      int    `json:"rank"`
			WorldSize int    `json:"world_size"`
			Backend   string `json:"backend"`
		}{at.rank, at.size, "gloo"}
	}
	return nil
}

// orMissing is −1 where an argument is not given, as in torch.
func orMissing(n *int) int {
	if n == nil {
		return -1
	}
	return *n
}

// patience is the timeout of what the call makes: its own, or the job's.
func (c *call) patience() time.Duration {
	if c.op.Timeout > 0 {
		return c.op.Timeout
	}
	return c.p.job.Scenario.Timeout
}

// nextName counts the process groups of this process, whether they come to be or
// not: the count is their name in the store.
func (p *Proc) nextName() string {
	p.named++
	return strconv.Itoa(p.named - 1)
}

// storeOptions are those of a TCPStore.
type storeOptions struct {
	master  bool
	shared  bool // may share the server of an earlier one of this process
	workers *int // how many come; nil or negative: not said
	wait    bool // the master waits for them
	timeout time.Duration
}

// openStore makes a TCPStore: the server first, if it is the master, then the
// connection to it.
func (p *Proc) openStore(callIndex int32, at place, o storeOptions) (*store.Client, *failure.Failure) {
	if o.workers != nil && *o.workers == 0 {
		return nil, failure.StoreSize
	}
	var own *store.Server
	if o.master {
		var f *failure.Failure
		if own, at.port, f = p.serve(at.port, o.shared); f != nil {
			return nil, f
		}
		own.Use()
		defer own.Disuse() // the client keeps it up, if there is to be one
	}
	s, f := p.dial(callIndex, at, o.timeout)
	if f != nil {
		return nil, f
	}
	st := s.Connect(o.timeout, own == s)
	if f = p.enter(callIndex, st, o); f != nil {
		st.Close()
		return nil, f
	}
	p.stores = append(p.stores, st)
	return st, nil
}

// enter makes the client known to the server, and lets the master wait for all.
func (p *Proc) enter(callIndex int32, st *store.Client, o storeOptions) *failure.Failure {
	if !o.wait || o.workers == nil || *o.workers < 0 {
		return st.Ping(p.task)
	}
	if f := st.Join(p.task); f != nil || !o.master {
		return f
	}
	return st.AwaitClients(p.task, *o.workers, keyWait{p, callIndex})
}

// serve starts a server on a port of the machine, or shares one of this process.
func (p *Proc) serve(port int, shared bool) (*store.Server, int, *failure.Failure) {
	j := p.job
	if port == 0 {
		port = anyPort + len(j.servers)
	}
	if s := j.servers[port]; s != nil && !s.Gone() {
		if shared && s.Shared && p.hosts(s) {
			return s, port, nil
		}
		return nil, port, failure.PortTaken
	}
	s := store.NewServer(j.Clock, p.gate, j.Scenario.Network.Latency)
	s.Shared = shared
	j.servers[port] = s
	p.served = append(p.served, s)
	return s, port, nil
}

func (p *Proc) hosts(s *store.Server) bool {
	for _, own := range p.served {
		if own == s {
			return true
		}
	}
	return false
}

// The pauses between attempts to connect: the first half a second, each half as
// long again (Backoff.hpp, ExponentialBackoffWithJitter). Real ones are drawn from
// half of it to one and a half; these are the middle.
const (
	firstPause = 500 * time.Millisecond
	mostPause  = time.Minute
)

type backoff struct{ pause time.Duration }

func (b *backoff) next() time.Duration {
	if b.pause == 0 {
		b.pause = firstPause
	}
	pause := b.pause
	b.pause = min(b.pause+b.pause/2, mostPause).Truncate(time.Millisecond)
	return pause
}

// dial connects to the server. The socket tries until the next pause would pass
// its deadline, and the store tries a socket once more if its own has not passed
// then: so it lasts longer than the timeout (socket.cpp, TCPStore.cpp).
func (p *Proc) dial(callIndex int32, at place, limit time.Duration) (*store.Server, *failure.Failure) {
	clock := p.job.Clock
	deadline := clock.Now() + limit
	var b backoff
	defer p.endWait()
	for {
		until := clock.Now() + limit
		for {
			p.task.Sleep(p.job.Scenario.Network.Latency)
			if s := p.job.servers[at.port]; s != nil && !s.Gone() && at.local() {
				return s, nil
			}
			p.beginDial(callIndex, deadline)
			pause := b.next()
			if clock.Now() >= until-pause {
				break
			}
			p.task.Sleep(pause)
		}
		if clock.Now() > deadline {
			return nil, failure.NoServer(limit, at.host)
		}
		p.task.Sleep(b.next())
	}
}

// beginDial tells the trace that nobody listens where the store should be.
func (p *Proc) beginDial(callIndex int32, deadline sim.Time) {
	if p.waiting == trace.None {
		p.beginWait(trace.Wait{Call: callIndex, Peer: trace.None, Kind: trace.WaitConnect}, 0, deadline)
	}
}
