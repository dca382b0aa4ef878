package scene

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/wasm/app"
)

// whole builds a state until all of it is there, and says how many frames that
// took.
func whole(c *Composer, s *app.State) (*Scene, int) {
	for n := 1; ; n++ {
		if sc := c.Build(s); !sc.Unfinished {
			return sc, n
		}
	}
}

func TestManyRanksAreAStripThatComesFrameByFrame(t *testing.T) {
	c := composer(t)
	s := busy(t, 64, 2)
	require.Nil(t, hotOf(c.Build(&s), "ranks-0"), "64 have lanes")
	s = shown(t, strings.Replace(stories["crowd"], `72`, `300`, 1))
	sc, frames := whole(c, &s)
	assert.Greater(t, frames, 1)
	assert.Less(t, len(sc.Hot), 350)
	require.Nil(t, hotOf(sc, "rank-0.op-0"), "no editing of lanes")
	require.NotNil(t, hotOf(sc, "ranks-0"))
	require.NotNil(t, hotOf(sc, "tab-text"), "the file is edited")

	s.Hover, s.Cursor = "ranks-0", 1500*time.Microsecond
	sc, _ = whole(c, &s)
	assert.Contains(t, hotOf(sc, "ranks-0").Name, "rank 0, 1")
	assert.Contains(t, hotOf(sc, "ranks-0").Describe, "1 loading data")
	act := hotOf(sc, "ranks-0").Drag.At(hotOf(sc, "ranks-0").Rect.right(), 0)
	s, _ = app.Update(s, act)
	assert.Equal(t, s.End(), s.Cursor, "the strip moves the cursor")
}

// A cell shows what a rank mostly does in its stretch of time.
func TestACellOfTheStripIsWhatARankDoesThen(t *testing.T) {
	s := shown(t, stories["crowd"])
	c := composer(t)
	whole(c, &s)
	h := c.index.heat
	at := func(p int, from, to time.Duration) (list []warmth) {
		for i, b := range h.bins {
			if b.from >= from && b.to <= to {
				if w := h.cells[p][i]; len(list) == 0 || list[len(list)-1] != w {
					list = append(list, w)
				}
			}
		}
		return list
	}
	assert.Equal(t, []warmth{warmLoading}, at(0, 310*time.Microsecond, 2290*time.Microsecond), "rank 0 loads data for 2 ms")
	assert.Equal(t, []warmth{warmWorking}, at(5, 310*time.Microsecond, 1290*time.Microsecond))
	assert.Contains(t, at(5, 1400*time.Microsecond, 2290*time.Microsecond), warmWaiting, "for rank 0, through others")
	assert.Contains(t, at(5, 1290*time.Microsecond, s.End()), warmMoving)
	assert.Equal(t, []warmth{warmEnded}, at(71, s.Run.Trace.Procs[71].Ended, s.End()))
}
