package app

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/scenario"
)

// written is a program on one line, bodies in brackets.
func written(ops []scenario.Op) string {
	var list []string
	for i := range ops {
		text := ops[i].Name
		if text == "repeat" {
			text += "[" + written(ops[i].Body) + "]"
		}
		list = append(list, text)
	}
	return strings.Join(list, " ")
}

// two ranks that repeat a barrier and a repeat of a sleep and a compute.
func repeating(t *testing.T) State {
	t.Helper()
	s := twoRanks()
	s.Program = []scenario.Op{{Name: "barrier"}, {Name: "repeat", Times: 2, Body: []scenario.Op{
		{Name: "barrier"}, {Name: "repeat", Times: 3, Body: []scenario.Op{{Name: "sleep", For: time.Second}, {Name: "compute", For: time.Millisecond}}}, {Name: "query"},
	}}}
	state, err := New(s, fakeStart(1))
	require.NoError(t, err)
	return state
}

func TestBodiesAreEdited(t *testing.T) {
	s := repeating(t)
	first := s.Scenario
	at := func(in int) InnerRef { return InnerRef{1, 1, in} }
	for name, c := range map[string]struct {
		do   []Action
		want string // of rank 1
		both bool   // rank 0 is as rank 1
	}{
		"before":    {[]Action{InsertInner{At: at(1), Name: "sleep"}}, "barrier repeat[sleep barrier repeat[sleep compute] query]", false},
		"inside":    {[]Action{InsertInner{At: at(4), Name: "barrier"}}, "barrier repeat[barrier repeat[sleep barrier compute] query]", false},
		"end":       {[]Action{InsertInner{At: at(0), Last: true, Name: "sleep"}}, "barrier repeat[barrier repeat[sleep compute] query sleep]", false},
		"inner end": {[]Action{InsertInner{At: at(2), Last: true, Name: "sleep"}}, "barrier repeat[barrier repeat[sleep compute sleep] query]", false},
		"everyone":  {[]Action{InsertInner{At: at(2), Last: true, Name: "sleep", Everyone: true}}, "barrier repeat[barrier repeat[sleep compute sleep] query]", true},
		"remove":    {[]Action{RemoveInner{at(3)}}, "barrier repeat[barrier repeat[compute] query]", false},
		"remove all": {[]Action{RemoveInner{at(1)}, RemoveInner{at(1)}, RemoveInner{at(1)}},
			"barrier repeat[]", false},
		"of all that are chosen": {[]Action{SelectSame{OpRef{1, 1}}, RemoveInner{at(2)}}, "barrier repeat[barrier query]", true},
		"duplicate":              {[]Action{DuplicateInner{at(2)}}, "barrier repeat[barrier repeat[sleep compute] repeat[sleep compute] query]", false},
		"move":                   {[]Action{MoveInner{at(1), 2, 0}}, "barrier repeat[repeat[sleep compute] query barrier]", false},
		"move within":            {[]Action{MoveInner{at(4), -1, 0}}, "barrier repeat[barrier repeat[compute sleep] query]", false},
		"out of the inner one":   {[]Action{MoveInner{at(4), 1, 0}}, "barrier repeat[barrier repeat[sleep] compute query]", false},
		"out of it":              {[]Action{MoveInner{at(1), -1, 0}}, "barrier barrier repeat[repeat[sleep compute] query]", false},
		"out behind it":          {[]Action{MoveInner{at(5), 1, 0}}, "barrier repeat[barrier repeat[sleep compute]] query", false},
		"into the inner one":     {[]Action{CarryInto{at(1), 1}}, "barrier repeat[repeat[barrier sleep compute] query]", false},
		"back into it":           {[]Action{CarryInto{at(5), -1}}, "barrier repeat[barrier repeat[sleep compute query]]", false},
		"in from outside":        {[]Action{CarryInto{InnerRef{1, 0, 0}, 1}}, "repeat[barrier barrier repeat[sleep compute] query]", false},
		"in on both":             {[]Action{SelectSame{OpRef{1, 0}}, CarryInto{InnerRef{1, 0, 0}, 1}}, "repeat[barrier barrier repeat[sleep compute] query]", true},
		"dropped":                {[]Action{DragTo{Drag{Kind: DragOps, From: OpRef{1, 0}, Rank: 1, To: Slot{InnerRef{1, 1, 4}, false}}}, Drop{}}, "repeat[barrier repeat[sleep barrier compute] query]", false},
		"dropped elsewhere":      {[]Action{DragTo{Drag{Kind: DragOps, From: OpRef{1, 1}, In: 2, Rank: 1, Op: 0}}, Drop{}}, "repeat[sleep compute] barrier repeat[barrier query]", false},
		"dropped at its end":     {[]Action{DragTo{Drag{Kind: DragOps, From: OpRef{1, 1}, In: 3, Rank: 1, To: Slot{InnerRef{1, 1, 0}, true}}}, Drop{}}, "barrier repeat[barrier repeat[compute] query sleep]", false},
		"from another rank":      {[]Action{DragTo{Drag{Kind: DragOps, From: OpRef{0, 1}, In: 5, Rank: 1, To: Slot{InnerRef{1, 1, 1}, false}}}, Drop{}}, "barrier repeat[query barrier repeat[sleep compute] query]", false},
		"a new one":              {[]Action{SetEveryone{true}, DragTo{Drag{Kind: DragNewOp, Name: "poll", Rank: 1, To: Slot{InnerRef{1, 1, 2}, true}}}, Drop{}}, "barrier repeat[barrier repeat[sleep compute poll] query]", true},
		"not into itself":        {[]Action{DragTo{Drag{Kind: DragOps, From: OpRef{1, 1}, Rank: 1, To: Slot{InnerRef{1, 1, 4}, false}}}, Drop{}, DragTo{Drag{Kind: DragOps, From: OpRef{1, 1}, In: 2, Rank: 1, To: Slot{InnerRef{1, 1, 2}, true}}}, Drop{}}, "barrier repeat[barrier repeat[sleep compute] query]", true},
		"before itself":          {[]Action{DragTo{Drag{Kind: DragOps, From: OpRef{1, 1}, In: 2, Rank: 1, To: Slot{InnerRef{1, 1, 2}, false}}}, Drop{}}, "barrier repeat[barrier repeat[sleep compute] query]", true},
		"across":                 {[]Action{MoveInner{InnerRef{0, 1, 5}, 0, 1}}, "barrier repeat[barrier repeat[sleep compute] query query]", false},
		"another":                {[]Action{SetInnerName{at(5), "all_reduce"}}, "barrier repeat[barrier repeat[sleep compute] all_reduce]", false},
		"nowhere":                {[]Action{RemoveInner{at(9)}, DuplicateInner{InnerRef{0, 0, 1}}, InsertInner{At: InnerRef{0, 0, 0}, Last: true, Name: "sleep"}}, "barrier repeat[barrier repeat[sleep compute] query]", true},
	} {
		t.Run(name, func(t *testing.T) {
			got := do(s, c.do...)
			assert.Equal(t, c.want, written(got.Scenario.ProgramOf(1)))
			assert.Equal(t, c.both, written(got.Scenario.ProgramOf(0)) == c.want, "the other rank")
			for got.Undo != nil {
				got = do(got, TakeBack{})
			}
			assert.Same(t, first, got.Scenario)
			assert.Equal(t, "barrier repeat[barrier repeat[sleep compute] query]", written(first.ProgramOf(1)), "what was before is as it was")
		})
	}
}

func TestBodiesAreRetuned(t *testing.T) {
	s := repeating(t)
	arg := func(text string) Action { return SetInnerArg{InnerRef{1, 1, 3}, "for", text} }
	got := do(s, arg("7ms"))
	assert.Equal(t, 7*time.Millisecond, got.Scenario.ProgramOf(1)[1].Body[1].Body[0].For)
	assert.Equal(t, time.Second, got.Scenario.ProgramOf(0)[1].Body[1].Body[0].For)
	got = do(s, SelectSame{OpRef{1, 1}}, arg("7ms"))
	assert.Equal(t, 7*time.Millisecond, got.Scenario.ProgramOf(0)[1].Body[1].Body[0].For, "on all that are chosen")
	bad := do(s, arg("soon"))
	assert.Same(t, s.Scenario, bad.Scenario)
	assert.Equal(t, "soon", bad.Fields["rank-1.op-1.body-2.for"].Text)
	assert.Empty(t, do(bad, arg("7ms")).Fields)
}

// The focus goes where the op went.
func TestTheFocusFollowsIntoBodies(t *testing.T) {
	for name, c := range map[string]struct {
		do   Action
		want string
	}{
		"moved":      {MoveInner{InnerRef{1, 1, 1}, 1, 0}, "rank-1.op-1.body-3"},
		"back":       {MoveInner{InnerRef{1, 1, 5}, -1, 0}, "rank-1.op-1.body-1"},
		"doubled":    {DuplicateInner{InnerRef{1, 1, 2}}, "rank-1.op-1.body-4"},
		"put in":     {InsertInner{At: InnerRef{1, 1, 2}, Last: true, Name: "sleep"}, "rank-1.op-1.body-4"},
		"removed":    {RemoveInner{InnerRef{1, 1, 3}}, "rank-1.op-1.body-2"},
		"last":       {RemoveInner{InnerRef{1, 1, 5}}, "rank-1.op-1.body-3"},
		"walked":     {StepIn{InnerRef{1, 1, 0}, 1}, "rank-1.op-1.body-0"},
		"walked out": {StepIn{InnerRef{1, 1, 1}, -1}, "rank-1.op-1"},
	} {
		t.Run(name, func(t *testing.T) {
			_, effects := Update(repeating(t), c.do)
			assert.Equal(t, []Effect{Focus{c.want}}, effects)
		})
	}
}

// Ops of bodies are copied, cut and pasted as those of lanes are.
func TestBodiesOnTheClipboard(t *testing.T) {
	s := repeating(t)
	at := func(in int) InnerRef { return InnerRef{1, 1, in} }
	copied := func(s State, a Action) string {
		t.Helper()
		_, fx := Update(s, a)
		for _, e := range fx {
			if c, ok := e.(CopyText); ok {
				return c.Text
			}
		}
		require.Fail(t, "nothing is copied")
		return ""
	}
	text := copied(s, CopyChosen{at(3)})
	assert.JSONEq(t, `[{"op": "sleep", "for": "1s"}]`, text)
	assert.JSONEq(t, `[[{"op": "query"}], [{"op": "query"}]]`, copied(do(s, SelectSame{OpRef{1, 1}}), CopyChosen{at(5)}), "of all that are chosen, with a list for each rank")
	assert.JSONEq(t, `[{"op": "query"}]`, copied(s, CutChosen{at(5)}))
	const sleeps = `[{"op": "sleep", "for": "1s"}, {"op": "sleep", "for": "2s"}]`
	for name, c := range map[string]struct {
		do    []Action
		want  string
		both  bool
		focus string
	}{
		"cut":                {[]Action{CutChosen{at(2)}}, "barrier repeat[barrier query]", false, "rank-1.op-1.body-1"},
		"cut the last":       {[]Action{CutChosen{at(4)}}, "barrier repeat[barrier repeat[sleep] query]", false, "rank-1.op-1.body-2"},
		"cut on both":        {[]Action{SelectSame{OpRef{1, 1}}, CutChosen{at(2)}}, "barrier repeat[barrier query]", true, "rank-1.op-1.body-1"},
		"behind":             {[]Action{Paste{text, at(1)}}, "barrier repeat[barrier sleep repeat[sleep compute] query]", false, "rank-1.op-1.body-1"},
		"behind the last":    {[]Action{Paste{sleeps, at(5)}}, "barrier repeat[barrier repeat[sleep compute] query sleep sleep]", false, "rank-1.op-1.body-5"},
		"in the inner one":   {[]Action{Paste{text, at(4)}}, "barrier repeat[barrier repeat[sleep compute sleep] query]", false, "rank-1.op-1.body-4"},
		"behind a repeat":    {[]Action{Paste{text, at(2)}}, "barrier repeat[barrier repeat[sleep compute] sleep query]", false, "rank-1.op-1.body-4"},
		"of all ranks":       {[]Action{Paste{`[[{"op": "barrier"}], [{"op": "barrier"}]]`, at(1)}}, "barrier repeat[barrier barrier repeat[sleep compute] query]", true, "rank-0.op-1.body-1"},
		"in an editor":       {[]Action{OpenPopover{Open{Kind: OpenOp, Rank: 1, Op: 1, In: 1}}, Paste{Text: text}}, "barrier repeat[barrier sleep repeat[sleep compute] query]", false, "rank-1.op-1.body-1.op"},
		"in a lane's editor": {[]Action{OpenPopover{Open{Kind: OpenOp, Rank: 1, Op: 1}}, Paste{Text: text}}, "barrier repeat[barrier repeat[sleep compute] query] sleep", false, "rank-1.op-2"},
	} {
		t.Run(name, func(t *testing.T) {
			got, fx := s, []Effect(nil)
			for _, a := range c.do {
				got, fx = Update(got, a)
			}
			assert.Equal(t, c.want, written(got.Scenario.ProgramOf(1)))
			assert.Equal(t, c.both, written(got.Scenario.ProgramOf(0)) == c.want, "the other rank")
			assert.Contains(t, fx, Focus{c.focus})
			assert.Same(t, s.Scenario, do(got, TakeBack{}).Scenario, "one step")
		})
	}
	assert.Equal(t, 3, do(s, Paste{`{"lockstep": 1, "world_size": 3}`, at(1)}).Scenario.WorldSize, "a whole scenario replaces what is shown")
	for text, key := range map[string]string{"hello": "paste.not", `[{"op": "jump"}]`: "err.unknown_op"} {
		bad := do(s, Paste{text, at(1)})
		assert.Same(t, s.Scenario, bad.Scenario, text)
		require.NotNil(t, bad.Notice, text)
		assert.Equal(t, key, bad.Notice.Key, text)
	}
	uneven := do(s, RemoveOp{0, 1})
	bad := do(uneven, Paste{`[[{"op": "barrier"}], [{"op": "barrier"}]]`, at(1)})
	assert.Same(t, uneven.Scenario, bad.Scenario)
	assert.Equal(t, "move.no_body", bad.Notice.Key, "rank 0 has no such body")
	assert.Same(t, s.Scenario, do(s, CopyChosen{at(9)}, CutChosen{at(9)}).Scenario, "nowhere")
}

// What closes gives the focus back to what it was opened from.
func TestTheFocusGoesBackIntoTheBody(t *testing.T) {
	s := do(repeating(t), OpenPopover{Open{Kind: OpenOp, Rank: 1, Op: 1, In: 3}})
	_, fx := Update(s, Close{})
	assert.Equal(t, []Effect{Focus{"rank-1.op-1.body-2"}}, fx)
}
