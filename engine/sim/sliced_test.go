package sim

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Each slice does what it was asked for and no more, and all slices together do
// what was to be done, once.
func TestSlicedWork(t *testing.T) {
	var seen []int
	s := NewSliced(func(did func(int)) {
		for i := range 10 {
			seen = append(seen, i)
			did(1)
		}
	})
	assert.Empty(t, seen, "nothing before it is asked for")
	assert.False(t, s.Advance(3))
	assert.Len(t, seen, 3)
	assert.False(t, s.Advance(1))
	assert.Len(t, seen, 4)
	assert.True(t, s.Advance(100))
	assert.Equal(t, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, seen)
	assert.True(t, s.Advance(1))
	s.Close()
}

// What is given up runs its deferred calls and goes no further.
func TestSlicedWorkGivenUp(t *testing.T) {
	cleaned, further := false, false
	s := NewSliced(func(did func(int)) {
		defer func() { cleaned = true }()
		did(5)
		further = true
	})
	assert.False(t, s.Advance(1))
	s.Close()
	s.Close()
	assert.True(t, cleaned)
	assert.False(t, further)

	NewSliced(func(func(int)) { t.Error("it was never begun") }).Close()
}
