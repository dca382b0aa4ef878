// Package app is the playground without a screen: State, Action, Update and the
// undo history.
//
// It knows scenarios, traces and what a person may do with them. It must never
// know a pixel's colour, a font or a browser: what only the page can do (copy,
// save, move the focus) leaves Update as an Effect.
package app

// Action is something that a person, a message or the clock asks for. Actions
// are comparable data; Update carries them out.
type Action interface{ action() }

// TextAction is an action that still waits for a text: what was typed into a
// field, or the value of the option that was chosen.
type TextAction interface {
	Action
	With(text string) Action
}

// Effect is something that only the page can do. It is data too, so that tests
// read what would have happened.
type Effect interface{ effect() }

// Focus asks the page to move the keyboard focus to the control with this ID
// in the next scene, so that an edit made by keyboard loses no place.
type Focus struct{ ID string }

// CopyLink asks for a link to the scenario on the clipboard.
type CopyLink struct{}

// SaveFile asks for a download; Kind is "scenario", "result", "python", …
type SaveFile struct{ Kind string }

// CopyFile asks for what SaveFile would save on the clipboard.
type CopyFile struct{ Kind string }

// Print asks for the run on paper.
type Print struct{}

// PickFile asks for a scenario file from the person's disk.
type PickFile struct{}

// OpenFull asks for the whole playground with this state, out of an embed.
type OpenFull struct{}

func (Focus) effect()    {}
func (CopyLink) effect() {}
func (SaveFile) effect() {}
func (CopyFile) effect() {}
func (Print) effect()    {}
func (PickFile) effect() {}
func (OpenFull) effect() {}
