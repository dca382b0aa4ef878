package app

import (
	"strconv"
	"strings"

	"lockstep/engine/lesson"
)

// SetQuiz answers question K, from 0: with an option's number, or a number.
type SetQuiz struct {
	K    int
	Text string
}

// CheckQuiz judges the answer to question K.
type CheckQuiz struct{ K int }

// ShowQuiz shows the run that answers question K, at the moment that shows it.
type ShowQuiz struct{ K int }

func (SetQuiz) action()   {}
func (CheckQuiz) action() {}
func (ShowQuiz) action()  {}

// With gives the action its text.
func (a SetQuiz) With(text string) Action { return SetQuiz{a.K, text} }

func (s *State) question(k int) *lesson.Question {
	if l := s.Study.Lesson; l != nil && k >= 0 && k < len(l.Quiz) {
		return &l.Quiz[k]
	}
	return nil
}

func (a SetQuiz) apply(s *State) []Effect {
	text := strings.TrimSpace(a.Text)
	if s.question(a.K) == nil || len(text) > 40 {
		return nil
	}
	s.keepProgress(func(d *Done) {
		key := strconv.Itoa(a.K + 1)
		d.Quiz[key] = text
		delete(d.Marks, key) // another answer is not judged yet
	})
	return nil
}

func (a CheckQuiz) apply(s *State) []Effect {
	q := s.question(a.K)
	key := strconv.Itoa(a.K + 1)
	given := s.Done().Quiz[key]
	if q == nil || given == "" {
		return nil
	}
	right := lesson.SameNumber(given, q.Right)
	s.keepProgress(func(d *Done) { d.Marks[key] = right })
	return []Effect{Answered{s.Study.Lesson.ID, "quiz-" + key, right}, Sight{Of: []string{"quiz-" + key + ".result"}}}
}

func (a ShowQuiz) apply(s *State) []Effect {
	q := s.question(a.K)
	if q == nil {
		return nil
	}
	if _, judged := s.Done().Marks[strconv.Itoa(a.K+1)]; !judged {
		return nil
	}
	y, tab, scroll := s.Study, s.Tab, s.Scroll
	y.Aside = true
	s.load(q.Run, "", y)
	s.Tab, s.Scroll.Side = tab, scroll.Side
	if q.Look == nil {
		s.Cursor = s.End()
	}
	s.look(q.Look)
	if q.Look == nil {
		return s.sightOfLook(nil)
	}
	return s.sightOfLook(q.Look.Rank)
}
