package app

import (
	"lockstep/engine/lesson"
	"lockstep/engine/recorded"
	"lockstep/engine/scenario"
	"lockstep/engine/trace"
)

// State is everything that a picture is made from. It is a value: Update gives
// back a new one and leaves the old one as it was, maps included, which is what
// lets a test, an undo step or a page that crashed go on from any of them.
type State struct {
	// What is edited, and the versions before and after it.
	Scenario *scenario.Scenario
	Undo     *Version // nil: nothing to take back
	Redo     *Version
	Recorded *recorded.Table // the scenarios that real processes have run; may be nil
	Library  *Library        // the examples that can be chosen; may be nil
	Example  string          // ID of the example that the scenario started as, or ""

	// The course: what there is, where one is in it, and what was done there.
	Course   []*lesson.Lesson
	Study    Study
	Progress *Progress // replaced as a whole when something is done; may be nil

	// What came of it.
	Run    *Run
	Pinned *Run    // kept to compare with; nil: none
	Trials *Trials // the algorithms of one op side by side; nil: not asked for
	start  Starter

	// Room tells whether the frame that is made has room for more of a long run; nil:
	// each Update does one slice.
	Room Room

	mending  *Mending  // of Run, or of an earlier one
	sweeping *Sweeping // likewise
	WhatIf   WhatIf

	// Evidence is the finding whose events are marked.
	Evidence Evidence

	// Where in virtual time one looks.
	Cursor  trace.Time
	Playing bool
	StepBy  StepMode
	Speed   float64 // 1 is the pace at which a person can follow (see playback.go)

	// How one looks.
	Lang         string // "zh" or "en"
	Theme        Theme
	Embed        bool
	ReadOnly     bool
	Panels       Panels
	W, H         float64 // the viewport, in CSS pixels
	Scale        ScaleMode
	Zoom         float64 // of the timeline; 1 fits it to its width
	Pan          float64 // pixels by which the zoomed timeline is moved to the left
	Scroll       Scrolls
	WholeCode    bool   // the code tab shows what every script begins with, too
	Tab          string // the open tab of the side panel: "diagnosis", "values", …
	Hover        string // ID of the control under the pointer
	Focused      string // ID of the control that has the keyboard, when that is to be seen
	Message      int    // the message that is explained, from 1; 0: none
	Watched      int    // the process that the stage shows closely where it has no room for all; one that is no more counts as the first
	ReduceMotion bool

	// What is chosen and open.
	Selected OpRef   // NoOp: nothing
	Chosen   []OpRef // when several are chosen, all of them in order, Selected among them; never changed in place
	Open     Open
	Listed   string // ID of the control whose options are listed, where the browser cannot list them; "": none
	Everyone bool   // an insert goes to all ranks
	Drag     Drag   // what is being dragged
	Line     int    // of the script that is chosen, from 1; 0: none
	typing   string // the field in which going on is the same thing done as the last one; "": none

	keystroke bool // while Update carries one out

	// Texts that were typed and do not say anything valid yet, by control ID.
	Fields map[string]Field
	Notice *Message // one sentence for the person; nil: none
}

// Theme is a set of colours. Auto is resolved by the page before it comes here.
type Theme string

// The themes.
const (
	Light     Theme = "light"
	Dark      Theme = "dark"
	Projector Theme = "projector"
)

// Panels says which parts show.
type Panels struct{ Timeline, Stage, Side bool }

// AllPanels shows everything.
var AllPanels = Panels{true, true, true}

// ScaleMode is how the time axis maps time to place.
type ScaleMode string

// Folded gives moments at which something happens room and folds long idle
// stretches; Linear is true to time; Logical gives every moment the same room.
const (
	Folded  ScaleMode = "folded"
	Linear  ScaleMode = "linear"
	Logical ScaleMode = "logical"
)

// Scrolls holds the scroll offsets of the parts that can overflow, in pixels; Across
// is that of a wide table in the side panel, to the right.
type Scrolls struct{ Lanes, Side, Page, Popover, Options, Across float64 }

// OpRef names one op of one process's program.
type OpRef struct{ Rank, Op int }

// NoOp refers to no op.
var NoOp = OpRef{-1, -1}

// Open says which popover is open; at most one is.
type Open struct {
	Kind   OpenKind
	Rank   int
	Op     int    // OpenOp: the op; OpenPalette: where the new op goes
	In     int    // of an op in the body of the repeat Op, see InnerRef; OpenPalette: the new op goes before it
	Last   bool   // OpenPalette: the new op goes to the end of the body of In
	Tensor string // OpenTensor; OpenSwap: the name of the op that it is now
}

// OpenKind is a popover.
type OpenKind string

// The popovers.
const (
	OpenNothing OpenKind = ""
	OpenOp      OpenKind = "op"
	OpenPalette OpenKind = "palette"
	OpenSwap    OpenKind = "swap" // the palette for making another op of one
	OpenTensor  OpenKind = "tensor"
	OpenWorld   OpenKind = "world" // network, timeout, debug
	OpenMenu    OpenKind = "menu"  // what a narrow screen has no room for
	OpenHelp    OpenKind = "help"

	OpenLegend   OpenKind = "legend"   // what the marks of the timeline mean
	OpenFault    OpenKind = "fault"    // Op: the fault's index
	OpenStart    OpenKind = "start"    // when a process starts
	OpenFaults   OpenKind = "faults"   // the palette of faults
	OpenExport   OpenKind = "export"   // in which forms the scenario and its run leave the page
	OpenGlossary OpenKind = "glossary" // the terms of the field
	OpenExamples OpenKind = "examples" // the library, with the question of each
)

// Field is a text that was typed into a control and could not be taken.
type Field struct {
	Text string
	Why  Message
	// Line and Column are the place in Text that Why is about, from 1; 0: all of it.
	Line, Column int
}

// Message is a sentence by its key in the locale files, with what goes into its
// {placeholders} as name, value, name, value … It is comparable.
type Message struct {
	Key   string
	Args  [8]string
	Where string // the place in the file that it is about, if that is not plain
	Fine  bool   // good news, not a complaint
}

// Say makes a Message.
func Say(key string, args ...string) Message {
	m := Message{Key: key}
	copy(m.Args[:], args)
	return m
}

// New makes the state of a page that shows s, run to its end or as far as the
// first slice goes. It fails only if s cannot be run at all. start is Engine,
// except in tests.
func New(s *scenario.Scenario, start Starter) (State, error) {
	state := State{
		start: start,
		Speed: 1, Lang: "en", Theme: Light, Panels: AllPanels,
		W: 1280, H: 800, Zoom: 1, Scale: Folded, Tab: "diagnosis",
		Selected: NoOp, Everyone: true,
	}
	run, err := startRun(start, s, nil)
	if err != nil {
		return state, err
	}
	state.Scenario, state.Run = s, run
	state.Tab = tabFor(s, state.Tab)
	return state, nil
}

// End is the last moment of the run as far as it went.
func (s *State) End() trace.Time {
	if s.Run == nil {
		return 0
	}
	return s.Run.End()
}

// AtEnd reports whether the cursor stands behind everything, and would stay
// there when the run gets longer.
func (s *State) AtEnd() bool { return s.Cursor >= s.End() && s.Cursor > 0 }

// Animating reports whether the page must send Tick before every frame.
func (s *State) Animating() bool {
	return s.Playing || s.Run != nil && !s.Run.Over() || s.mendingOn() || s.Trials.Running() || s.sweepingOn()
}

// SameFrame reports whether a Tick has changed nothing that is seen since before:
// the page need not draw then.
func (s *State) SameFrame(before *State) bool {
	return s.Run == before.Run && s.Cursor == before.Cursor && s.Playing == before.Playing && s.MendingOf() == before.MendingOf() && s.Trials == before.Trials && s.SweepingOf() == before.SweepingOf()
}

// Worlds that the page can make. The file allows 1024; the lanes of a page are
// for people, and compact lanes hold 64 (issue: scale).
const (
	MinWorld = 1
	MaxWorld = 64
)
