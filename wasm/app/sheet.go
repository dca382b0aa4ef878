package app

import "strings"

// SetSheet writes a field of the lesson's worksheet; the text that the page made
// of what was done gives way to it. An empty text brings that back.
type SetSheet struct{ Field, Text string }

func (SetSheet) action() {}

// With gives the action its text.
func (a SetSheet) With(text string) Action { return SetSheet{a.Field, text} }

// mostSheet bounds a field, in bytes: the page's storage is small.
const mostSheet = 8000

func (a SetSheet) apply(s *State) []Effect {
	text := strings.TrimSpace(a.Text)
	if len(text) > mostSheet || s.Study.Lesson == nil {
		return nil
	}
	s.keepProgress(func(d *Done) {
		if text == "" {
			delete(d.Sheet, a.Field)
			return
		}
		d.Sheet[a.Field] = text
	})
	return nil
}
