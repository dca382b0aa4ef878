// Package app is the playground without a screen: State, Action, Update and the
// undo history.
//
// It knows scenarios, traces and what a person may do with them. It must never
// know a pixel or a browser.
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
