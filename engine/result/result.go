// Package result is the outcome of a run in the words of torch: what
// `lockstep run --json` prints, and what recordings of real runs hold.
//
// It knows the JSON form. It must never know how the outcome came about.
package result

import (
	"encoding/json"

	"lockstep/engine/scenario"
)

// The outcomes of a run.
const (
	Done   = "done"
	Failed = "failed"
	Hung   = "hung"
	Limit  = "limit"
)

// Result is the whole outcome.
type Result struct {
	Outcome     string    `json:"outcome"`
	Limit       string    `json:"limit,omitempty"` // that ended the run: "events: 16777216", or of a script with its place
	End         string    `json:"end"`             // virtual time, as time.Duration prints it
	TraceSHA256 string    `json:"trace_sha256"`
	Ranks       []Rank    `json:"ranks"` // of the last attempt
	Attempts    []Attempt `json:"attempts,omitempty"`
	Metrics     []Metric  `json:"metrics"`
	Recovery    *Recovery `json:"recovery,omitempty"` // of a job that was restarted
	Findings    []Finding `json:"findings"`
	// Hints are worth knowing and nothing wrong: a correct program may have some.
	Hints []Finding `json:"hints,omitempty"`
}

// Rank is the outcome of one process.
type Rank struct {
	Rank  int    `json:"rank"`
	Exit  *int   `json:"exit"` // nil: still running; −signal: killed
	Steps []Step `json:"steps"`
	Log   []Log  `json:"log,omitempty"`
}

// Attempt is one start of the job by its launcher: all processes, from the first on.
type Attempt struct {
	Attempt int    `json:"attempt"`
	Start   string `json:"start"`
	End     string `json:"end"`
	Ranks   []Rank `json:"ranks"`
}

// Log is what a script told of itself: a metric, or a text.
type Log struct {
	Line  int             `json:"line,omitempty"`
	Name  string          `json:"name,omitempty"`
	Value json.RawMessage `json:"value,omitempty"`
	Text  string          `json:"text,omitempty"`
}

// Step is the outcome of one op that began, or was skipped.
type Step struct {
	Op        string          `json:"op"`
	Line      int             `json:"line,omitempty"` // of the script
	Status    string          `json:"status"`         // ok error hang killed skipped
	When      string          `json:"when,omitempty"` // immediate delayed at_timeout late never
	Start     string          `json:"start,omitempty"`
	End       string          `json:"end,omitempty"`
	Output    json.RawMessage `json:"output,omitempty"`
	ErrorType string          `json:"error_type,omitempty"`
	Message   string          `json:"message,omitempty"`
	Buffer    json.RawMessage `json:"buffer,omitempty"`
}

// Metric counts for one process. Durations are printed as time.Duration does.
type Metric struct {
	Rank         int    `json:"rank"`
	MessagesSent int64  `json:"messages_sent"`
	BytesSent    int64  `json:"bytes_sent"`
	Compute      string `json:"compute"`
	LoadData     string `json:"load_data"`
	Wait         string `json:"wait"`
	Transfer     string `json:"transfer"`
}

// Finding is what diagnose says: a code, the ranks to blame, the call (the
// group's call counter) and the sentence in both languages.
type Finding struct {
	Code  string        `json:"code"`
	Ranks []int         `json:"ranks"`
	Call  *int          `json:"call,omitempty"`
	Text  scenario.Text `json:"text"`
	// Events are indices into Trace.Events that prove it, first the decisive one.
	Events []int `json:"events,omitempty"`
	// Attempt of the job in which it was found, where there are several.
	Attempt *int `json:"attempt,omitempty"`
	// Cause is set on what only followed: the index in Findings of its cause.
	Cause *int `json:"cause,omitempty"`
}
