package store

import (
	"strconv"
	"time"

	"lockstep/engine/failure"
	"lockstep/engine/sim"
)

// Meeting is a family of keys prefix/0, prefix/1, … under which the members of a
// group leave their addresses. It is kept as a list, because a group of 1024 looks
// up a million of them.
type Meeting struct {
	server  *Server
	prefix  string
	address []any
	count   int
	// Replaced tells that an address was left where another one stood: then who
	// reads early and who reads late do not read the same.
	Replaced bool
}

// Meet returns the family of a prefix.
func (c *Client) Meet(prefix string) *Meeting {
	s := c.server
	m := s.meets[prefix]
	if m == nil {
		m = &Meeting{server: s, prefix: prefix}
		s.meets[prefix] = m
	}
	return m
}

// Key returns the key of an index.
func (m *Meeting) Key(i int) string { return m.prefix + "/" + strconv.Itoa(i) }

// Leave puts an address under an index, and calls done when it is there. A second
// one replaces the first.
func (c *Client) Leave(m *Meeting, i int, address any, done func()) *failure.Failure {
	return c.tell(func() {
		m.leave(i, address)
		done()
	})
}

func (m *Meeting) leave(i int, address any) {
	for len(m.address) <= i {
		m.address = append(m.address, nil)
	}
	if m.address[i] == nil {
		m.count++
	} else {
		m.Replaced = true
	}
	m.address[i] = address
	if len(m.server.waiting) > 0 {
		m.server.touched(m.Key(i))
	}
}

// All returns the addresses of 0 … n−1 where all have been left and no others,
// else nil. The list is that of the store: it is not to be changed.
func (m *Meeting) All(n int) []any {
	if m.count < n || len(m.address) != n {
		return nil
	}
	return m.address
}

func (m *Meeting) has(i int) bool { return i >= 0 && i < len(m.address) && m.address[i] != nil }

// Find returns the address under an index, waiting for it if need be.
func (c *Client) Find(t *sim.Task, m *Meeting, i int, limit time.Duration, w Watcher) (any, *failure.Failure) {
	if c.state == open && !m.server.gate.IsShut() && m.has(i) {
		return m.address[i], nil // the answer came with the one before it
	}
	if f := c.Wait(t, []string{m.Key(i)}, limit, w); f != nil {
		return nil, f
	}
	return m.address[i], nil
}
