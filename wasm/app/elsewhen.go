package app

import (
	"maps"
	"slices"
)

// Elsewhen reports whether two states differ in the cursor alone: whatever does
// not tell of the time that one looks at is the same in both. It is how a picture
// knows during playback what of itself still holds.
func (s *State) Elsewhen(of *State) bool {
	return s.Scenario == of.Scenario && s.Undo == of.Undo && s.Redo == of.Redo && s.Recorded == of.Recorded && s.Library == of.Library && s.Example == of.Example &&
		slices.Equal(s.Course, of.Course) && s.Study == of.Study && s.Progress == of.Progress &&
		s.Run == of.Run && s.Pinned == of.Pinned && s.Trials == of.Trials && s.mending == of.mending && s.sweeping == of.sweeping &&
		s.WhatIf == of.WhatIf && s.Evidence == of.Evidence &&
		s.Playing == of.Playing && s.StepBy == of.StepBy && s.Speed == of.Speed &&
		s.Lang == of.Lang && s.Theme == of.Theme && s.Embed == of.Embed && s.ReadOnly == of.ReadOnly && s.Panels == of.Panels && s.W == of.W && s.H == of.H &&
		s.Scale == of.Scale && s.Zoom == of.Zoom && s.Pan == of.Pan && s.Scroll == of.Scroll && s.WholeCode == of.WholeCode && s.Tab == of.Tab &&
		s.Hover == of.Hover && s.Focused == of.Focused && s.Message == of.Message && s.Watched == of.Watched && s.ReduceMotion == of.ReduceMotion &&
		s.Selected == of.Selected && slices.Equal(s.Chosen, of.Chosen) && s.Open == of.Open && s.Listed == of.Listed && s.Everyone == of.Everyone && s.Drag == of.Drag &&
		s.Line == of.Line && s.typing == of.typing && s.keystroke == of.keystroke && maps.Equal(s.Fields, of.Fields) && sameMessage(s.Notice, of.Notice)
}

// LooksAs reports whether two states differ in the cursor, in the scenario and what
// came of it, and in what an edit leaves behind: one looks at both in the same way.
func (s *State) LooksAs(of *State) bool {
	like := *s
	like.Scenario, like.Undo, like.Redo, like.Example, like.Run = of.Scenario, of.Undo, of.Redo, of.Example, of.Run
	like.mending, like.sweeping, like.Fields, like.Notice, like.typing, like.keystroke = of.mending, of.sweeping, of.Fields, of.Notice, of.typing, of.keystroke
	return like.Elsewhen(of)
}

func sameMessage(a, b *Message) bool { return a == b || a != nil && b != nil && *a == *b }
