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
)

// Server is a store as its host keeps it.
type Server struct {
	clock   *sim.Sim
	values  map[string][]byte
	waiting map[string][]*sim.Task
	meets   map[string]*Meeting
	clients int
	joining []*sim.Task
	gone    bool
}

// NewServer makes an empty store.
func NewServer(clock *sim.Sim) *Server {
	return &Server{clock: clock, values: map[string][]byte{}, waiting: map[string][]*sim.Task{}, meets: map[string]*Meeting{}}
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

// Watcher is told when a client begins to wait for a key, and when it goes on.
type Watcher interface {
	BeginWait(key string, deadline sim.Time)
	EndWait()
}

// Find returns the address under an index, waiting for it if need be.
func (m *Meeting) Find(t *sim.Task, i int, limit time.Duration, w Watcher) (any, *failure.Failure) {
	deadline := m.server.clock.Now() + limit
	if m.has(i) {
		return m.address[i], nil
	}
	w.BeginWait(m.Key(i), deadline)
	f := m.await(t, i, limit, deadline)
	w.EndWait()
	if f != nil {
		return nil, f
	}
	return m.address[i], nil
}

func (m *Meeting) has(i int) bool { return i >= 0 && i < len(m.address) && m.address[i] != nil }

func (m *Meeting) await(t *sim.Task, i int, limit time.Duration, deadline sim.Time) *failure.Failure {
	s := m.server
	for !m.has(i) {
		switch key := m.Key(i); {
		case s.gone:
			return failure.StoreGone
		case s.clock.Now() >= deadline:
			return failure.KeyMissing(limit, key)
		default:
			s.waiting[key] = append(s.waiting[key], t)
			t.Park(deadline)
		}
	}
	return nil
}
