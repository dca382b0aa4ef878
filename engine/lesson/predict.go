package lesson

import (
	"strconv"
	"strings"

	"lockstep/engine/scenario"
	"lockstep/engine/tensor"
)

// Prediction is one thing to predict; exactly one of Values, Fate, Log, Metric and
// Pick is given. Right is what the author knows to come; a test holds the run to
// it, and the page goes by the run alone.
type Prediction struct {
	Values string `json:"values"` // a tensor's name: its elements on each rank …
	After  *int   `json:"after"`  // … after the op at this place of its program; nil: at the end
	Fate   bool   `json:"fate"`   // how each rank ends: see Fates
	Log    string `json:"log"`    // the number that a script logged last under this name
	Metric string `json:"metric"` // bytes_sent or messages_sent of each rank
	// Pick is a choice among the items of the words, each with what must hold for
	// it to be the right one.
	Pick []Condition `json:"pick"`

	Right [][]string `json:"right"` // by rank; an empty list: this rank is not asked. A pick has [["2"]].
}

// Fates are the ways a rank can end: its program ended; it stood in a call to the
// timeout or for ever; it failed or died before.
var Fates = []string{"finishes", "waits", "fails"}

// Cell is one answer to give.
type Cell struct {
	ID      string
	At      int // which prediction of the step
	Rank    int // −1: of no rank
	Element int // of a tensor
	Right   string
	Options []string // a choice among these; nil: a number
}

// Cells are those of a step, in reading order.
func (s *Step) Cells() []Cell {
	var list []Cell
	picks := 0
	for i := range s.Predict {
		p := &s.Predict[i]
		if len(p.Pick) > 0 {
			picks++
			c := Cell{ID: "predict.pick-" + strconv.Itoa(picks), At: i, Rank: -1}
			for k := range p.Pick {
				c.Options = append(c.Options, strconv.Itoa(k+1))
			}
			if len(p.Right) > 0 && len(p.Right[0]) > 0 {
				c.Right = p.Right[0][0]
			}
			list = append(list, c)
			continue
		}
		for rank, row := range p.Right {
			for k, right := range row {
				list = append(list, p.cell(i, rank, k, right))
			}
		}
	}
	return list
}

func (p *Prediction) cell(at, rank, element int, right string) Cell {
	c := Cell{ID: "rank-" + strconv.Itoa(rank) + ".predict.", At: at, Rank: rank, Element: element, Right: right}
	switch {
	case p.Fate:
		c.ID += "fate"
		c.Options = Fates
	case p.Metric != "":
		c.ID += p.Metric
	case p.Log != "":
		c.ID += "log." + p.Log
	default:
		c.ID += p.Values
		if p.After != nil {
			c.ID += "@" + strconv.Itoa(*p.After)
		}
		c.ID += "." + strconv.Itoa(element)
	}
	return c
}

// Truth is what the run shows for a cell, "" where it shows nothing.
func (r Run) Truth(s *Step, c Cell) string {
	p := &s.Predict[c.At]
	switch {
	case len(p.Pick) > 0:
		for i := range p.Pick {
			if r.Holds(&p.Pick[i]) {
				return strconv.Itoa(i + 1)
			}
		}
		return ""
	case p.Fate:
		return r.Fate(c.Rank)
	case p.Metric != "":
		v, _ := r.metric(c.Rank, p.Metric)
		return number(v)
	case p.Log != "":
		return strings.Join(r.Logged(c.Rank, p.Log), "")
	}
	values := r.Values(c.Rank, p.Values, p.After)
	if c.Element >= len(values) {
		return ""
	}
	return values[c.Element]
}

// Agrees reports whether what was given means the truth. A number may be written
// as a fraction, and one that is not whole need only be right to half a percent.
func (c Cell) Agrees(given, truth string) bool {
	if truth == "" {
		return false
	}
	if c.Options != nil {
		return given == truth
	}
	return SameNumber(given, truth)
}

// check says what is wrong with a prediction as it is written.
func (p *Prediction) check(s *scenario.Scenario) string {
	kinds := 0
	for _, is := range []bool{p.Values != "", p.Fate, p.Log != "", p.Metric != "", len(p.Pick) > 0} {
		if is {
			kinds++
		}
	}
	switch {
	case kinds != 1:
		return "one of values, fate, log, metric and pick is needed"
	case len(p.Right) == 0:
		return "right is missing"
	case len(p.Pick) == 1:
		return "a pick needs two choices or more"
	case len(p.Right) > s.Processes():
		return "right has more rows than there are processes"
	case p.Metric != "" && p.Metric != "bytes_sent" && p.Metric != "messages_sent":
		return "metric: bytes_sent or messages_sent"
	}
	if p.Values != "" {
		return p.checkTensor(s)
	}
	return ""
}

func (p *Prediction) checkTensor(s *scenario.Scenario) string {
	for rank, row := range p.Right {
		if len(row) == 0 {
			continue
		}
		n := -1
		for _, t := range s.TensorsOf(rank) {
			if t.Name == p.Values {
				n = tensor.NumElements(t.Spec.Shape)
			}
		}
		if n != len(row) {
			return "rank " + strconv.Itoa(rank) + ": " + strconv.Itoa(len(row)) + " values for a tensor of " + strconv.Itoa(n)
		}
	}
	return ""
}
