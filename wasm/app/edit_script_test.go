package app

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/scenario"
)

func scriptState(t *testing.T, text string) State {
	t.Helper()
	s := scenario.New(2)
	s.Script = text
	state, err := New(s, Engine)
	require.NoError(t, err)
	return state
}

func TestTypingAScriptRunsIt(t *testing.T) {
	s := scriptState(t, "dist.barrier()")
	assert.Equal(t, ScriptID, s.Tab, "the program is what one sees first")
	first := s.Scenario
	for _, text := range []string{"dist.barrier()\n", "dist.barrier()\nx", "dist.barrier()\nx = 1", "dist.barrier()\ncompute(\"5ms\")"} {
		s, _ = Update(s, SetScript{text})
	}
	assert.Equal(t, "dist.barrier()\ncompute(\"5ms\")", s.Scenario.Script)
	assert.Equal(t, "compute", s.Run.Result.Ranks[0].Steps[1].Op)
	assert.Empty(t, s.Fields)
	s, _ = Update(s, TakeBack{})
	assert.Same(t, first, s.Scenario, "typing on is one thing done")
}

// What is no script stays as it was typed, with the place of the mistake, and what
// ran before is still shown.
func TestAMistakeInAScriptIsKeptAndMarked(t *testing.T) {
	for _, c := range []struct {
		text         string
		line, column int
		why          Message
	}{
		{"x = 1\nfor i in range(3)\n    x", 2, 18, Say("script.want", "got", "newline", "want", "':'")},
		{"x = 1\ny = x + foo", 2, 9, Say("script.undefined", "name", "foo")},
		{"import torch", 1, 1, Say("script.no.import")},
		{"return 3", 1, 1, Say("script.wrong", "what", "return statement not within a function")},
		{"", 0, 0, Say("script.empty")},
	} {
		s := scriptState(t, "dist.barrier()")
		before := s.Scenario
		s, _ = Update(s, SetScript{c.text})
		assert.Same(t, before, s.Scenario)
		assert.Equal(t, Field{Text: c.text, Why: c.why, Line: c.line, Column: c.column}, s.Fields[ScriptID], c.text)
		s, _ = Update(s, Abandon{ScriptID})
		assert.Empty(t, s.Fields)
	}
}

func TestALineIsShownAndGoesWithItsScript(t *testing.T) {
	s := scriptState(t, "x = 1\n\n\n\n\n\n\n\n\ndist.barrier()")
	s.Tab = "values"
	s, _ = Update(s, ShowLine{10})
	assert.Equal(t, 10, s.Line)
	assert.Equal(t, ScriptID, s.Tab)
	assert.Equal(t, 3.0*ScriptLeading, s.Scroll.Side, "with some lines above it")
	s, _ = Update(s, SetLine{}.With("11"))
	assert.Equal(t, 10, s.Line, "there is no such line")
	s, _ = Update(s, SetScript{"dist.barrier()"})
	assert.Zero(t, s.Line)
	s, _ = Update(s, ScrollScript{"48"})
	assert.Equal(t, 48.0, s.Scroll.Side)
}

func TestTheTabFollowsTheKindOfProgram(t *testing.T) {
	s := scriptState(t, "dist.barrier()")
	s, _ = Update(s, Load{scenario.New(2)})
	assert.Equal(t, "diagnosis", s.Tab)
	s, _ = Update(s, OpenTab{"values"})
	other := scenario.New(3)
	other.Script = "dist.barrier()"
	s, _ = Update(s, Load{other})
	assert.Equal(t, "values", s.Tab, "another tab that was chosen stays")
}

// A program becomes a script that makes the same calls; its tensors stay.
func TestAProgramBecomesAScript(t *testing.T) {
	s, err := New(twoRanks(), Engine)
	require.NoError(t, err)
	before := s.Run.Result.Ranks
	s, effects := Update(s, ToScript{})
	assert.Empty(t, effects)
	assert.NotEmpty(t, s.Scenario.Script)
	assert.Equal(t, ScriptID, s.Tab)
	assert.NotEmpty(t, s.Scenario.TensorsOf(0))
	after := s.Run.Result.Ranks
	require.Len(t, after, len(before))
	for i := range before {
		require.Len(t, after[i].Steps, len(before[i].Steps))
		for k := range before[i].Steps {
			assert.Equal(t, before[i].Steps[k].Op, after[i].Steps[k].Op)
			assert.JSONEq(t, string(before[i].Steps[k].Output), string(after[i].Steps[k].Output))
		}
	}
	s, _ = Update(s, TakeBack{})
	assert.Empty(t, s.Scenario.Script)

	s, _ = Update(s, InsertOp{Rank: 0, At: 0, Name: "store_set", Everyone: true})
	s, _ = Update(s, ToScript{})
	require.NotNil(t, s.Notice)
	assert.Equal(t, Say("script.cannot", "op", "store_set"), *s.Notice)
}
