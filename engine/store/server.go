// Package store is the rendezvous key-value store (TCPStore): one process hosts
// it, the others are its clients, and a key can be waited for
// (torch/csrc/distributed/c10d/TCPStore.cpp, TCPStoreLibUvBackend.cpp).
//
// It knows keys, connections and waiting clients. It must never know what is kept
// under a key, or who needs it.
package store

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"lockstep/engine/sim"
)

// initKey counts the clients that have joined and mean to be waited for. Those of
// programs begin with a slash, so that none of them is it.
const initKey = "init/"

// Server is a store as its host keeps it.
type Server struct {
	// Shared says that a second store of the same process and port may use this
	// one (multiTenant).
	Shared bool

	clock   *sim.Sim
	latency time.Duration // of a message to it, or from it
	gate    *sim.Gate     // shut while its process is stopped
	values  map[string]string
	meets   map[string]*Meeting
	waiting map[string][]*Client // by the key that they lack
	joining []*sim.Task          // wait for clients
	stalled []*sim.Task          // wait for a stopped server to go on
	asked   []func()             // what came while it was stopped
	clients []*Client
	users   int // stores of its process that keep it up
	gone    bool
}

// NewServer makes an empty store in a process that the gate stops; latency is
// that of a message between it and a client.
func NewServer(clock *sim.Sim, gate *sim.Gate, latency time.Duration) *Server {
	return &Server{
		clock: clock, gate: gate, latency: latency,
		values: map[string]string{}, meets: map[string]*Meeting{}, waiting: map[string][]*Client{},
	}
}

// Gone reports whether the server has been closed.
func (s *Server) Gone() bool { return s.gone }

// Use counts one more store of the server's own process that needs it.
func (s *Server) Use() { s.users++ }

// Disuse is the end of such a store; the last one takes the server with it.
func (s *Server) Disuse() {
	if s.users--; s.users <= 0 {
		s.Close()
	}
}

// Close is the end of the server: every client finds its connection closed.
func (s *Server) Close() {
	if s.gone {
		return
	}
	s.gone = true
	for _, c := range s.clients {
		c.lose()
	}
	s.clients, s.asked = nil, nil
	wake(&s.joining)
	wake(&s.stalled)
	clear(s.waiting)
}

// Resume lets a server whose process was stopped answer what it was asked
// meanwhile, in order.
func (s *Server) Resume() {
	asked := s.asked
	s.asked = nil
	for _, do := range asked {
		do()
	}
	wake(&s.stalled)
}

// handle does what a client asks for, now or when the server goes on.
func (s *Server) handle(do func()) {
	if s.gate.IsShut() {
		s.asked = append(s.asked, do)
		return
	}
	do()
}

func wake(list *[]*sim.Task) {
	tasks := *list
	*list = nil
	for _, t := range tasks {
		t.Wake()
	}
}

// await notes that a client waits for those of the keys that there are not, and
// reports whether there are none (waitKeys). Only their number is kept: a key that
// came counts, though it may be deleted before the last has come.
func (s *Server) await(c *Client, keys []string) bool {
	c.lacks = 0
	for _, key := range keys {
		if !s.has(key) {
			s.waiting[key] = append(s.waiting[key], c)
			c.lacks++
		}
	}
	return c.lacks == 0
}

// touched tells those that wait for a key that something has been done with it.
func (s *Server) touched(key string) {
	if len(s.waiting) == 0 {
		return
	}
	clients := s.waiting[key]
	delete(s.waiting, key)
	for _, c := range clients {
		if c.lacks--; c.lacks == 0 {
			c.answered()
		}
	}
}

// forget takes back what a client waits for.
func (s *Server) forget(c *Client, keys []string) {
	for _, key := range keys {
		if list := slices.DeleteFunc(s.waiting[key], func(other *Client) bool { return other == c }); len(list) > 0 {
			s.waiting[key] = list
		} else {
			delete(s.waiting, key)
		}
	}
}

// set puts a value under a key and wakes those that wait for it.
func (s *Server) set(key, value string) {
	s.values[key] = value
	s.touched(key)
}

// add adds to the number under a key, from 0 where there is none, and reports
// whether what stands there is one. As in C++ it is one if it begins as one.
func (s *Server) add(key string, amount int64) (int64, bool) {
	if text, ok := s.values[key]; ok {
		have, ok := leadingInt(text)
		if !ok {
			return 0, false
		}
		amount += have
	}
	s.set(key, strconv.FormatInt(amount, 10))
	if key == initKey {
		wake(&s.joining)
	}
	return amount, true
}

// compareSet puts desired under a key if expected stands there, and returns what
// stands there then. Where there is no such key, nothing is expected rightly; who
// expected something gets that back, and wakes whoever waits for the key.
func (s *Server) compareSet(key, expected, desired string) string {
	have, ok := s.values[key]
	now := have
	switch {
	case !ok && expected != "":
		now = expected
	case !ok || have == expected:
		now = desired
		s.values[key] = desired
	}
	s.touched(key)
	return now
}

// leadingInt reads a number as std::stoll does: blanks, a sign, digits, and then
// whatever there is.
func leadingInt(text string) (int64, bool) {
	text = strings.TrimLeft(text, " \t\n\v\f\r")
	n := 0
	if n < len(text) && (text[n] == '-' || text[n] == '+') {
		n++
	}
	for n < len(text) && '0' <= text[n] && text[n] <= '9' {
		n++
	}
	v, err := strconv.ParseInt(text[:n], 10, 64)
	return v, err == nil
}

// joined returns how many clients have.
func (s *Server) joined() int {
	n, _ := leadingInt(s.values[initKey])
	return int(n)
}

// has reports whether there is such a key.
func (s *Server) has(key string) bool {
	if _, ok := s.values[key]; ok {
		return true
	}
	i := strings.LastIndexByte(key, '/')
	if i < 0 || len(s.meets) == 0 {
		return false
	}
	m := s.meets[key[:i]]
	n, err := strconv.Atoi(key[i+1:])
	return m != nil && err == nil && m.has(n)
}

// size returns how many keys there are.
func (s *Server) size() int {
	n := len(s.values)
	for _, m := range s.meets {
		n += m.count
	}
	return n
}
