package conform

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
)

// Recording is one line of a recordings file: a small program and the distinct
// outcomes of running it for real, commonest first.
type Recording struct {
	ID       string          `json:"id"`
	Title    string          `json:"title"`
	Source   string          `json:"source"` // what it was recorded with
	Runs     int             `json:"runs"`
	Scenario json.RawMessage `json:"scenario"`
	Outcomes []Outcome       `json:"outcomes"`
}

// Outcome is one way in which the program went, and in how many of the runs.
type Outcome struct {
	Count int    `json:"count"`
	Ranks []Rank `json:"ranks"`
}

// Rank is what one process did. Exit is nil for a process that was still
// running when the run was stopped.
type Rank struct {
	Exit  *int   `json:"exit"`
	Steps []Step `json:"steps"`
}

// Step is one op that began. Output and Buffer are nil where the recording has
// none, and the four bytes null where it recorded None.
type Step struct {
	Op        string          `json:"op"`
	Status    string          `json:"status"`
	When      string          `json:"when"`
	Output    json.RawMessage `json:"output"`
	Buffer    json.RawMessage `json:"buffer"`
	ErrorType string          `json:"error_type"`
	Message   string          `json:"message"`
}

// Read parses a file of recordings, one JSON object a line, plain or as gzip.
// The error names the line.
func Read(r io.Reader) ([]Recording, error) {
	lines := bufio.NewReader(r)
	if magic, _ := lines.Peek(2); string(magic) == "\x1f\x8b" {
		z, err := gzip.NewReader(lines)
		if err != nil {
			return nil, err
		}
		lines = bufio.NewReader(z)
	}
	var recs []Recording
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			var rec Recording
			if e := json.Unmarshal(line, &rec); e != nil {
				return nil, fmt.Errorf("line %d: %w", n, e)
			}
			recs = append(recs, rec)
		}
		if err == io.EOF {
			return recs, nil
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
}
