package verify

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"

	"lockstep/engine/scenario"
)

// recording is one line of a recordings file, as engine/conform reads it.
type recording struct {
	ID       string          `json:"id"`
	Title    string          `json:"title"`
	Source   string          `json:"source"`
	Runs     int             `json:"runs"`
	Scenario json.RawMessage `json:"scenario"`
	Outcomes []Outcome       `json:"outcomes"`
}

// write adds one line to the file of recordings; "-" is standard output.
func (v *Verb) write(o *options, s *scenario.Scenario, text []byte, h hello, outcomes []*Outcome) error {
	var compact bytes.Buffer
	if err := json.Compact(&compact, text); err != nil {
		return err
	}
	rec := recording{ID: o.name(), Title: s.Title.In("en"), Runs: o.runs, Scenario: compact.Bytes(),
		Source: fmt.Sprintf("PyTorch %s Gloo, %s/%s, 127.0.0.1", h.Torch, runtime.GOOS, runtime.GOARCH)}
	for _, out := range outcomes {
		rec.Outcomes = append(rec.Outcomes, out.timeless())
	}
	line := &bytes.Buffer{}
	enc := json.NewEncoder(line)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(rec); err != nil {
		return err
	}
	if o.record == "-" {
		_, err := v.Out.Write(line.Bytes())
		return err
	}
	f, err := os.OpenFile(o.record, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	if _, err := io.Copy(f, line); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// timeless is the outcome without clock times, which differ from run to run, and
// without what precedes the program, which no recording holds.
func (o *Outcome) timeless() Outcome {
	c := Outcome{Count: o.Count}
	for _, r := range o.Ranks {
		r.Joining = nil
		r.Steps = append([]Step{}, r.Steps...)
		for i := range r.Steps {
			r.Steps[i].Start, r.Steps[i].End = nil, nil
		}
		c.Ranks = append(c.Ranks, r)
	}
	return c
}
