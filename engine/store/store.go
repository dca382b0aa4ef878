// Package store is the rendezvous key-value store (TCPStore): one process hosts
// it, the others are its clients, and a key can be waited for.
//
// It knows keys and waiting clients. It must never know what is kept under a key,
// or who needs it.
package store

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"lockstep/engine/failure"
	"lockstep/engine/sim"
	"lockstep/engine/trace"
)

// Server is a store as its host keeps it.
type Server struct {
	clock   *sim.Sim
	trace   *trace.Trace
	values  map[string][]byte
	waiting map[string][]*sim.Task
	meets   map[string]*Meeting
	clients int
	joining []*sim.Task
	gone    bool
}

// NewServer makes an empty store.
func NewServer(clock *sim.Sim, tr *trace.Trace) *Server {
	return &Server{clock: clock, trace: tr, values: map[string][]byte{}, waiting: map[string][]*sim.Task{}, meets: map[string]*Meeting{}}
}

// Join counts a client in.
func (s *Server) Join() {
	s.clients++
	s.wake(&s.joining)
}

// AwaitClients waits until n clients have joined.
func (s *Server) AwaitClients(t *sim.Task, n int, limit time.Duration) *failure.Failure {
	deadline := s.clock.Now() + limit
	for s.clients < n {
		if s.clock.Now() >= deadline {
			return failure.ClientsMissing(limit, s.clients, n)
		}
		s.joining = append(s.joining, t)
		t.Park(deadline)
	}
	return nil
}

// Close is the end of the host.
func (s *Server) Close() {
	s.gone = true
	s.wake(&s.joining)
	for _, key := range slices.Sorted(maps.Keys(s.waiting)) {
		s.wakeKey(key)
	}
}

func (s *Server) wake(list *[]*sim.Task) {
	tasks := *list
	*list = nil
	for _, t := range tasks {
		t.Wake()
	}
}

func (s *Server) wakeKey(key string) {
	tasks := s.waiting[key]
	delete(s.waiting, key)
	for _, t := range tasks {
		t.Wake()
	}
}

// Set puts a value under a key and wakes those that wait for it.
func (s *Server) Set(key string, value []byte) {
	s.values[key] = value
	s.wakeKey(key)
}

// Get returns the value under a key.
func (s *Server) Get(key string) ([]byte, bool) {
	v, ok := s.values[key]
	return v, ok
}

// Meeting is a family of keys prefix/0, prefix/1, … under which the members of a
// group leave their addresses. It is kept as a list, because a group of 1024 looks
// up a million of them.
type Meeting struct {
	server  *Server
	prefix  string
	address []any
	count   int
	// Cache is whatever a reader made of the complete list; a new address clears it.
	Cache any
}

// Meet returns the family of a prefix.
func (s *Server) Meet(prefix string) *Meeting {
	m := s.meets[prefix]
	if m == nil {
		m = &Meeting{server: s, prefix: prefix}
		s.meets[prefix] = m
	}
	return m
}

// Key returns the key of an index.
func (m *Meeting) Key(i int) string { return fmt.Sprintf("%s/%d", m.prefix, i) }

// Leave puts an address under an index. A second one replaces the first.
func (m *Meeting) Leave(i int, address any) {
	for len(m.address) <= i {
		m.address = append(m.address, nil)
	}
	if m.address[i] == nil {
		m.count++
	}
	m.address[i], m.Cache = address, nil
	m.server.wakeKey(m.Key(i))
}

// All returns the addresses of 0 … n−1 where all have been left, else nil. The
// list is that of the store: it is not to be changed.
func (m *Meeting) All(n int) []any {
	if m.count < n || len(m.address) != n {
		return nil
	}
	return m.address
}

// Find returns the address under an index, waiting for it if need be.
func (m *Meeting) Find(t *sim.Task, i int, limit time.Duration, wait trace.Wait) (any, *failure.Failure) {
	s := m.server
	deadline := s.clock.Now() + limit
	open := trace.None
	defer func() {
		if open != trace.None {
			s.trace.EndWait(s.clock.Now(), open)
		}
	}()
	for i >= len(m.address) || i < 0 || m.address[i] == nil {
		if s.gone {
			return nil, failure.StoreGone
		}
		if s.clock.Now() >= deadline {
			return nil, failure.KeyMissing(limit, m.Key(i))
		}
		if open == trace.None {
			wait.Kind, wait.Peer, wait.Deadline = trace.WaitStore, trace.None, deadline
			wait.Slot = uint64(s.trace.Name(m.Key(i)))
			open = s.trace.BeginWait(s.clock.Now(), wait)
		}
		key := m.Key(i)
		s.waiting[key] = append(s.waiting[key], t)
		t.Park(deadline)
	}
	return m.address[i], nil
}
