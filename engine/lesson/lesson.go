// Package lesson is the course as data: it reads a lesson's folder strictly, says
// what there is to predict, and judges predictions and variations by what a run
// shows.
//
// It knows scenarios, traces and results. It must never know the engine, a screen
// or the learner's wording: what is checked is a number, a choice or the run.
package lesson

import (
	"lockstep/engine/result"
	"lockstep/engine/scenario"
	"lockstep/engine/trace"
)

// Languages in which every lesson is written.
var Languages = []string{"zh", "en"}

// Lesson is one folder of assets/lessons.
type Lesson struct {
	ID     string // "02": the digits before the folder's name
	Name   string // the folder's name, "02-two-scalars"
	Places Places
	Steps  []Step
	// Variation is the free exercise at the end.
	Variation Variation
	Quiz      []Question
	Words     map[string]Words // by language

	closed func() error // reads all but the names and titles; nil once it has
}

// Places are pages elsewhere on the lesson's topic.
type Places struct {
	PyTorch Place `json:"pytorch"` // the torch.distributed documentation
	CMU     Place `json:"cmu"`     // CMU 10-414/714, Deep Learning Systems
	MIT     Place `json:"mit"`     // MIT 6.5840, Distributed Systems
}

// Place is one page, by the topic that it has there.
type Place struct {
	Topic string `json:"topic"`
	URL   string `json:"url"`
}

// Step is one scenario with what to predict of it.
type Step struct {
	Scenario *scenario.Scenario
	Predict  []Prediction
	// Wrong are predictions that people make, each by the cells that it is made of.
	Wrong  []map[string]string
	Look   []Look
	Expect []Condition // what the run is known to show
}

// Variation is a change that the learner makes. From is where it starts.
type Variation struct {
	From   *scenario.Scenario
	Check  Condition
	Solved *scenario.Scenario   // one way to do it
	Missed []*scenario.Scenario // changes that do not do it
}

// Question is one of the self-check: a choice, or a number if its words have no
// list. What Run shows answers it.
type Question struct {
	Right string // the option's number from 1, or the number
	Run   *scenario.Scenario
	Look  *Look
	Proof []Condition
}

// Run is a run that is over, as the checks read it.
type Run struct {
	Scenario *scenario.Scenario
	Trace    *trace.Trace
	Result   *result.Result
}

// Text returns the words under key in lang; a language that is missing is the
// first.
func (l *Lesson) Text(lang, key string) Section {
	w, ok := l.Words[lang]
	if !ok {
		w = l.Words[Languages[0]]
	}
	return w.Sections[key]
}

// Title is the lesson's.
func (l *Lesson) Title(lang string) string {
	if w, ok := l.Words[lang]; ok {
		return w.Title
	}
	return l.Words[Languages[0]].Title
}
