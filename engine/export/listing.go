package export

import (
	"io"
	"slices"
	"strings"
)

// Listing is a program as text that still knows where its lines come from, so that
// a view beside the lanes can point from one to the other.
type Listing struct {
	Name  string // of the file
	Run   string // the command that runs it
	Lines []Line
	Marks [len(markKeys)]Mark
}

// Line is one line of a listing.
type Line struct {
	Text string
	Mark int // 1 … 4: the mark that the line belongs to; 0: none
	// Ops are what the line became of, in order of processes; several where all
	// ranks share the line. Source is the line of the scenario's script instead.
	Ops    []OpRef
	Source int
}

// OpRef names one op of one process's program.
type OpRef struct{ Proc, Op int }

// Mark is one of the four questions that a distributed program answers: who starts
// the processes, where the group is made, whether all ranks run the same control
// flow, and how it is cleaned up.
type Mark struct{ Title, Answer string }

// Text is the whole program.
func (l *Listing) Text() string {
	var b strings.Builder
	for i := range l.Lines {
		b.WriteString(l.Lines[i].Text)
		b.WriteByte('\n')
	}
	return b.String()
}

// WriteTo writes the program. The error is the writer's.
func (l *Listing) WriteTo(w io.Writer) (int64, error) {
	n, err := io.WriteString(w, l.Text())
	return int64(n), err
}

// LinesOf finds the lines, from 0, that an op became.
func (l *Listing) LinesOf(op OpRef) (lines []int) {
	for i := range l.Lines {
		if slices.Contains(l.Lines[i].Ops, op) {
			lines = append(lines, i)
		}
	}
	return lines
}
