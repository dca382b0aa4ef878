package app

import (
	"maps"
	"strconv"
)

// Progress is what was done in the course, by lesson. It is kept by the page and
// never changed in place.
type Progress struct {
	Lessons map[string]Done `json:"lessons"`
}

// Done is what was done in one lesson. Keys begin with the number of a step or a
// question, from 1.
type Done struct {
	Step   int               `json:"step,omitempty"`
	Given  map[string]string `json:"given,omitempty"` // "1/rank-0.predict.x.0": a prediction
	Truth  map[string]string `json:"truth,omitempty"` // what the run showed, under the same keys, once it was locked
	Lock   map[string]bool   `json:"lock,omitempty"`  // "1": locked; true: all was right
	Seen   map[string]string `json:"seen,omitempty"`  // "1/rank-0.x": what the run left in a tensor; see Saw
	Varied bool              `json:"varied,omitempty"`
	Tried  bool              `json:"tried,omitempty"` // the variation was checked
	Quiz   map[string]string `json:"quiz,omitempty"`  // "1": what was answered
	Marks  map[string]bool   `json:"marks,omitempty"` // "1": whether the answer was right when it was checked
	Sheet  map[string]string `json:"sheet,omitempty"` // what was written into the worksheet, by its field
}

// of is what was done in a lesson.
func (p *Progress) of(id string) Done {
	if p == nil {
		return Done{}
	}
	return p.Lessons[id]
}

// Done is what was done in the lesson that is open.
func (s *State) Done() Done {
	if s.Study.Lesson == nil {
		return Done{}
	}
	return s.Progress.of(s.Study.Lesson.ID)
}

// DoneIn is what was done in a lesson.
func (s *State) DoneIn(id string) Done { return s.Progress.of(id) }

// Locked reports whether the prediction of a step is made.
func (d Done) Locked(step int) bool {
	_, locked := d.Lock[strconv.Itoa(step+1)]
	return locked
}

// Answer is what was given for a cell of a step, and Shown what the run showed.
func (d Done) Answer(step int, cell string) string { return d.Given[cellKey(step, cell)] }

// Shown is what the run showed for a cell of a step.
func (d Done) Shown(step int, cell string) string { return d.Truth[cellKey(step, cell)] }

func cellKey(step int, cell string) string { return strconv.Itoa(step+1) + "/" + cell }

// keepProgress changes what is kept of the open lesson.
func (s *State) keepProgress(change func(*Done)) {
	l := s.Study.Lesson
	if l == nil {
		return
	}
	d := s.Progress.of(l.ID)
	d.Given, d.Truth, d.Lock, d.Seen = clone(d.Given), clone(d.Truth), clone(d.Lock), clone(d.Seen)
	d.Quiz, d.Marks, d.Sheet = clone(d.Quiz), clone(d.Marks), clone(d.Sheet)
	change(&d)
	next := &Progress{Lessons: map[string]Done{}}
	if s.Progress != nil {
		maps.Copy(next.Lessons, s.Progress.Lessons)
	}
	next.Lessons[l.ID] = d
	s.Progress = next
}

func clone[V any](m map[string]V) map[string]V {
	if m == nil {
		return map[string]V{}
	}
	return maps.Clone(m)
}
