package sim

// Sliced is work that takes long and is done a piece at a time, so that whoever
// asks for it can do something else in between. Its body says how much it has done,
// and stands still there when that was enough for now.
type Sliced struct {
	c    *coroutine
	left int
	done bool
}

// NewSliced returns work that has not begun. The body calls did with the units that
// it has done since the last time; what it does between two calls is not cut.
func NewSliced(body func(did func(units int))) *Sliced {
	s := &Sliced{}
	s.c = newCoroutine(func() {
		body(s.did)
		s.done = true
	})
	return s
}

func (s *Sliced) did(units int) {
	s.left -= units
	for s.left <= 0 {
		s.c.pause()
	}
}

// Advance lets about so many units be done and reports whether all is.
func (s *Sliced) Advance(units int) (done bool) {
	if s.done {
		return true
	}
	s.left = units
	s.c.resume()
	return s.done
}

// Done reports whether all is done.
func (s *Sliced) Done() bool { return s.done }

// Close gives up what is not done. It may be called twice.
func (s *Sliced) Close() {
	if !s.done {
		s.c.kill()
	}
}
