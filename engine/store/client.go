package store

import (
	"slices"
	"time"

	"lockstep/engine/failure"
	"lockstep/engine/sim"
)

// Client is one connection to a server, and the store as a program has it. Its
// calls are made by one task at a time, which waits for the answers.
type Client struct {
	server  *Server
	timeout time.Duration // of waits that are given none
	hosting bool          // it has made the server, or shares it
	state   connection
	task    *sim.Task // waits for an answer
	lacks   int       // keys that it waits for
	there   bool      // the answer to a wait has come
}

// connection is how a client finds its end of the connection. The server's end of
// it is seen by who reads; the first who writes after it hears nothing of it yet,
// for the bytes are off, and every one after him does.
type connection uint8

const (
	open connection = iota
	ended
	broken
)

// Watcher is told when a client begins to wait for a key, and when it goes on.
type Watcher interface {
	BeginWait(key string, deadline sim.Time)
	EndWait()
}

// Connect makes a client of a server. A hosting one keeps the server up.
func (s *Server) Connect(timeout time.Duration, hosting bool) *Client {
	c := &Client{server: s, timeout: timeout, hosting: hosting}
	if hosting {
		s.Use()
	}
	if s.gone {
		c.state = ended
	} else {
		s.clients = append(s.clients, c)
	}
	return c
}

// Close is the end of the store in its process.
func (c *Client) Close() {
	c.server.clients = slices.DeleteFunc(c.server.clients, func(other *Client) bool { return other == c })
	c.state = broken
	if c.hosting {
		c.hosting = false
		c.server.Disuse()
	}
}

// lose is the end of the connection by the server.
func (c *Client) lose() {
	if c.state == open {
		c.state = ended
	}
	if t := c.task; t != nil {
		t.Wake()
	}
}

// send is what every call begins with.
func (c *Client) send() *failure.Failure {
	switch c.state {
	case broken:
		return failure.StoreBroken
	case ended:
		c.state = broken
	}
	return nil
}

// answer waits for the server's answer to what was sent: as long as a message
// takes there and back, and until the server's process goes on, if it is stopped.
func (c *Client) answer(t *sim.Task) *failure.Failure {
	if c.state != open {
		return failure.StoreClosed
	}
	c.task = t
	t.Sleep(2 * c.server.latency)
	c.stall(t)
	c.task = nil
	if c.state != open {
		return failure.StoreClosed
	}
	return nil
}

// stall waits for a stopped server.
func (c *Client) stall(t *sim.Task) {
	for c.state == open && c.server.gate.IsShut() {
		c.server.stalled = append(c.server.stalled, t)
		t.Park(sim.Never)
	}
}

// ask sends one request and waits for its answer.
func (c *Client) ask(t *sim.Task, do func()) *failure.Failure {
	if f := c.send(); f != nil {
		return f
	}
	if c.state == open {
		c.server.handle(do)
	}
	return c.answer(t)
}

// Ping is the first thing that a new client does: the server has to answer. Who
// joins asks for more in the same message.
func (c *Client) Ping(t *sim.Task) *failure.Failure { return c.ask(t, func() {}) }

// Join counts the client in among those that are waited for.
func (c *Client) Join(t *sim.Task) *failure.Failure {
	_, f := c.add(t, initKey, 1)
	return f
}

// polling is how long the host waits before it asks again who has joined.
const polling = 10 * time.Millisecond

// AwaitClients waits on the host until n clients have joined. The limit is the
// first whole second after the timeout, because only whole seconds are counted. The
// host asks its own server again and again, so it goes on later than the client that
// came last (TCPStore::waitForWorkers).
func (c *Client) AwaitClients(t *sim.Task, n int, w Watcher) *failure.Failure {
	s := c.server
	limit := c.timeout.Truncate(time.Second) + time.Second
	began := s.clock.Now()
	deadline := began + limit
	if s.joined() < n {
		w.BeginWait(initKey, deadline)
		defer w.EndWait()
	}
	for s.joined() < n {
		if s.clock.Now() >= deadline {
			return failure.ClientsMissing(limit, s.joined(), n)
		}
		s.joining = append(s.joining, t)
		t.Park(deadline)
	}
	if late := (s.clock.Now() - began) % polling; late > 0 {
		t.Sleep(polling - late)
	}
	t.Sleep(s.latency)
	return nil
}

// Set puts a value under a key. The server does not answer.
func (c *Client) Set(key, value string) *failure.Failure {
	return c.tell(func() { c.server.set(key, value) })
}

func (c *Client) tell(do func()) *failure.Failure {
	if f := c.send(); f != nil {
		return f
	}
	if c.state == open {
		c.server.handle(do)
	}
	return nil
}

// Get returns the value under a key, for which it waits; nothing if there is none
// after all.
func (c *Client) Get(t *sim.Task, key string, w Watcher) (string, *failure.Failure) {
	if f := c.Wait(t, []string{key}, 0, w); f != nil {
		return "", f
	}
	var value string
	f := c.ask(t, func() { value = c.server.values[key] })
	return value, f
}

// Add adds to the number under a key and returns the sum. Where no number stands
// the server drops the client.
func (c *Client) Add(t *sim.Task, key string, amount int64) (int64, *failure.Failure) {
	return c.add(t, key, amount)
}

func (c *Client) add(t *sim.Task, key string, amount int64) (sum int64, f *failure.Failure) {
	f = c.ask(t, func() {
		var ok bool
		if sum, ok = c.server.add(key, amount); !ok {
			c.lose()
		}
	})
	return sum, f
}

// CompareSet puts desired under a key if expected stands there, and returns what
// stands there then, or what it pretends.
func (c *Client) CompareSet(t *sim.Task, key, expected, desired string) (now string, f *failure.Failure) {
	f = c.ask(t, func() { now = c.server.compareSet(key, expected, desired) })
	return now, f
}

// Delete removes a key and reports whether there was one.
func (c *Client) Delete(t *sim.Task, key string) (deleted bool, f *failure.Failure) {
	f = c.ask(t, func() {
		_, deleted = c.server.values[key]
		delete(c.server.values, key)
	})
	return deleted, f
}

// NumKeys counts the keys of the server, whoever made them.
func (c *Client) NumKeys(t *sim.Task) (n int, f *failure.Failure) {
	f = c.ask(t, func() { n = c.server.size() })
	return n, f
}

// Wait waits until there are all keys; limit 0 is the store's timeout.
func (c *Client) Wait(t *sim.Task, keys []string, limit time.Duration, w Watcher) *failure.Failure {
	if limit == 0 {
		limit = c.timeout
	}
	if f := c.send(); f != nil {
		return f
	}
	if c.state != open {
		return failure.StoreClosed
	}
	c.task, c.there = t, false
	c.server.handle(func() {
		if c.server.await(c, keys) {
			c.there = true
		}
	})
	f := c.await(t, keys, limit, w)
	c.task = nil
	return f
}

// answered is the server's word that all keys have come.
func (c *Client) answered() {
	c.there = true
	if c.task != nil {
		c.task.Wake()
	}
}

func (c *Client) await(t *sim.Task, keys []string, limit time.Duration, w Watcher) *failure.Failure {
	s := c.server
	deadline := s.clock.Now() + limit
	t.Sleep(min(limit, 2*s.latency))
	if !c.there && c.state == open {
		w.BeginWait(first(s, keys), deadline)
		defer w.EndWait()
	}
	for {
		switch {
		case c.state != open:
			return failure.StoreClosed
		case c.there:
			return nil
		case s.clock.Now() >= deadline:
			// The client takes its question back, and waits for the answer to that.
			s.handle(func() { s.forget(c, keys) })
			c.stall(t)
			if c.state != open {
				return failure.StoreClosed
			}
			return failure.KeysMissing(limit, keys)
		}
		if s.gate.IsShut() {
			s.stalled = append(s.stalled, t)
		}
		t.Park(deadline)
	}
}

// first is the key that a wait is shown to be for.
func first(s *Server, keys []string) string {
	for _, key := range keys {
		if !s.has(key) {
			return key
		}
	}
	return ""
}
