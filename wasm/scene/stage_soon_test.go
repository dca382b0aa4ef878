package scene

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"lockstep/engine/trace"
	"lockstep/wasm/app"
)

// twoGroups are ranks of which the two halves are in a collective of their own each.
const twoGroups = `{"lockstep":1,"world_size":24,"tensors":{"x":{"dtype":"float32","shape":[24],"fill":"rank"}},
	"program":[{"op":"new_group","as":"low","ranks":[0,1,2,3,4,5,6,7,8,9,10,11]},{"op":"new_group","as":"high","ranks":[12,13,14,15,16,17,18,19,20,21,22,23]},{"op":"all_reduce","tensor":"x","group":"low"},{"op":"all_reduce","tensor":"x","group":"high"}]}`

// wholly is a picture that is made at once, and lacks nothing.
func wholly(c *Composer, s *app.State) *Scene {
	sc, _ := whole(c, s)
	return sc
}

// What several collectives hold at one moment is found out of each of them.
func TestTheGridOfSeveralCollectivesComesToAnEnd(t *testing.T) {
	state := gridState(t, twoGroups)
	c, alone := composer(t), composer(t)
	most := 0
	for share := range trace.Time(9) {
		state.Cursor = state.End() * (share + 1) / 10
		assert.Equal(t, cellTexts(wholly(alone, &state)), cellTexts(settled(t, c, &state)), "at %v", state.Cursor)
		most = max(most, len(c.index.soon))
	}
	assert.Equal(t, 2, most)
}

// read counts the collectives that have been looked into, and their messages.
func read(c *Composer) (collectives, messages int) {
	for _, x := range c.index.reader().All() {
		if x.Known() {
			collectives++
			messages += x.Messages()
		}
	}
	return collectives, messages
}

// A frame looks into no collective: that is done behind the picture, one after the
// other, and of those that were left only the last ones are kept.
func TestAFrameReadsNoCollective(t *testing.T) {
	state := gridState(t, `{"lockstep":1,"world_size":64,"tensors":{"x":{"dtype":"float32","shape":[64],"fill":"rank"}},
		"program":[{"op":"repeat","times":9,"body":[{"op":"compute","for":"1ms"},{"op":"all_reduce","tensor":"x"}]}]}`)
	c, alone := composer(t), composer(t)
	settled(t, c, &state)
	for i := range 40 {
		state.Cursor = state.End() / 41 * trace.Time(i*17%41)
		before, _ := read(c)
		c.Frame(&state)
		after, _ := read(c)
		assert.LessOrEqual(t, after, before, "at %v", state.Cursor)
		sc := settled(t, c, &state)
		if i%8 == 0 {
			assert.Equal(t, cellTexts(wholly(alone, &state)), cellTexts(sc), "at %v", state.Cursor)
		}
		_, messages := read(c)
		assert.LessOrEqual(t, messages, mostRead+64*126)
	}
}

// A look that is broken off by the next jump leaves nothing half done.
func TestAJumpBreaksTheLookOff(t *testing.T) {
	state := gridState(t, twoGroups)
	c, alone := composer(t), composer(t)
	settled(t, c, &state)
	for i := range 30 {
		state.Cursor = state.End() / 31 * trace.Time(i*17%31)
		c.Frame(&state)
		pieces := 0
		c.Prepare(&state, app.Room(func() bool { pieces++; return pieces < i%5 }))
	}
	assert.Equal(t, cellTexts(wholly(alone, &state)), cellTexts(settled(t, c, &state)))
}
