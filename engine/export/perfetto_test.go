package export_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/export"
	"lockstep/engine/scenario"
)

func perfetto(t *testing.T, s *scenario.Scenario) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, export.Perfetto(&b, s, ran(t, s).Trace()))
	return b.Bytes()
}

// TestTracesKeepTheRulesOfTheFormat holds what is written for every example to the
// rules of the Trace Event Format.
func TestTracesKeepTheRulesOfTheFormat(t *testing.T) {
	all := examples(t)
	all["restarted"] = parse(t, restarted)
	all["asynchronous"] = parse(t, asynchronous)
	for name, s := range all {
		t.Run(name, func(t *testing.T) {
			for _, complaint := range againstTheFormat(perfetto(t, s)) {
				t.Error(complaint)
			}
		})
	}
}

const asynchronous = `{"lockstep": 1, "world_size": 2, "tensors": {"x": {"dtype": "float32", "data": [1]}, "y": {"dtype": "float32", "data": [1]}}, "program": [
 {"op": "all_reduce", "tensor": "x", "async": true, "as": "a"}, {"op": "all_reduce", "tensor": "y", "async": true, "as": "b"},
 {"op": "compute", "for": "1ms"}, {"op": "wait", "id": "a"}, {"op": "wait", "id": "b"}]}`

func TestATraceShowsWhatHappened(t *testing.T) {
	text := string(perfetto(t, parse(t, restarted)))
	for _, says := range []string{`"rank 1, attempt 0"`, `"rank 0, attempt 1"`, `"fault: crash"`, `"exit -9"`, `"checkpoint of step 1"`, `"error":"RuntimeError: `} {
		assert.Contains(t, text, says)
	}
	text = string(perfetto(t, parse(t, asynchronous)))
	assert.Equal(t, 4, strings.Count(text, `"cat":"async"`), "two works of two ranks")
}

// TestTheRulesFindMistakes breaks a trace in every way that a rule forbids.
func TestTheRulesFindMistakes(t *testing.T) {
	whole := string(perfetto(t, examples(t)["two-scalars"]))
	require.Empty(t, againstTheFormat([]byte(whole)))
	for _, c := range []struct{ from, to, says string }{
		{`]}`, `]`, "not JSON"},
		{`"traceEvents"`, `"events"`, "unknown field"},
		{`"displayTimeUnit":"ns"`, `"displayTimeUnit":"us"`, "displayTimeUnit"},
		{`"ph":"X"`, `"ph":"Y"`, "phase"},
		{`"dur":`, `"dur":-`, "duration"},
		{`"ts":300`, `"ts":-300`, "time"},
		{`"pid":1,"tid":1000`, `"pid":7,"tid":1000`, "no name"},
		{`"ph":"f"`, `"ph":"s"`, "arrow"},
		{`"bp":"e"`, `"bp":"x"`, "bind"},
		{`"name":"process_name"`, `"name":"process_title"`, "metadata"},
		{`"s":"t"`, `"s":"q"`, "scope"},
	} {
		assert.Contains(t, whole, c.from)
		found := strings.Join(againstTheFormat([]byte(strings.Replace(whole, c.from, c.to, 1))), "\n")
		assert.Contains(t, found, c.says, "%s → %s", c.from, c.to)
	}
}

// formatEvent is an event of the Trace Event Format with all the keys that it knows.
type formatEvent struct {
	Name *string        `json:"name"`
	Cat  string         `json:"cat"`
	Ph   string         `json:"ph"`
	TS   *float64       `json:"ts"`
	Dur  *float64       `json:"dur"`
	PID  *int           `json:"pid"`
	TID  *int           `json:"tid"`
	ID   string         `json:"id"`
	S    string         `json:"s"`
	BP   string         `json:"bp"`
	Args map[string]any `json:"args"`
}

type formatFile struct {
	Unit   string            `json:"displayTimeUnit"`
	Other  map[string]string `json:"otherData"`
	Events []formatEvent     `json:"traceEvents"`
}

// againstTheFormat lists in what a file breaks the rules.
func againstTheFormat(text []byte) []string {
	var f formatFile
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		return []string{"not JSON of this format: " + err.Error()}
	}
	c := &formatCheck{slices: map[[2]int][]span{}, named: map[[2]int]bool{}, arrows: map[string][]*formatEvent{}}
	if f.Events == nil {
		c.say("no traceEvents")
	}
	if f.Unit != "ms" && f.Unit != "ns" {
		c.say("displayTimeUnit %q", f.Unit)
	}
	for i := range f.Events {
		c.event(i, &f.Events[i])
	}
	c.across(f.Events)
	return c.found
}

type span struct{ from, to int64 }

// nanos is what viewers make of a time or a duration.
func nanos(micros float64) int64 { return int64(math.Round(micros * 1000)) }

type formatCheck struct {
	found  []string
	slices map[[2]int][]span
	named  map[[2]int]bool
	arrows map[string][]*formatEvent
}

func (c *formatCheck) say(format string, args ...any) {
	c.found = append(c.found, fmt.Sprintf(format, args...))
}

// event holds one event to the rules of its phase.
func (c *formatCheck) event(i int, e *formatEvent) {
	if e.Name == nil || *e.Name == "" || e.PID == nil || e.TID == nil {
		c.say("event %d: name, pid and tid are needed", i)
		return
	}
	if *e.PID == 0 || *e.TID == 0 {
		c.say("event %d: 0 is the idle process", i)
	}
	if e.Ph != "M" && (e.TS == nil || *e.TS < 0) {
		c.say("event %d: a time is needed", i)
		return
	}
	place := [2]int{*e.PID, *e.TID}
	switch e.Ph {
	case "X":
		if e.Dur == nil || *e.Dur < 0 {
			c.say("event %d: a duration is needed", i)
			return
		}
		c.slices[place] = append(c.slices[place], span{nanos(*e.TS), nanos(*e.TS) + nanos(*e.Dur)})
	case "i":
		if e.S != "g" && e.S != "p" && e.S != "t" {
			c.say("event %d: scope %q", i, e.S)
		}
	case "C":
		for key, v := range e.Args {
			if _, ok := v.(float64); !ok {
				c.say("event %d: counter %s is no number", i, key)
			}
		}
	case "s", "f":
		if e.ID == "" || e.Cat == "" {
			c.say("event %d: an arrow needs an id and a category", i)
		}
		if e.Ph == "f" && e.BP != "e" {
			c.say("event %d: bind to the enclosing slice is bp e", i)
		}
		key := e.Cat + "/" + *e.Name + "/" + e.ID
		c.arrows[key] = append(c.arrows[key], e)
	case "M":
		c.metadata(i, e)
	default:
		c.say("event %d: phase %q", i, e.Ph)
	}
}

func (c *formatCheck) metadata(i int, e *formatEvent) {
	want := map[string]string{"process_name": "name", "thread_name": "name", "process_sort_index": "sort_index", "thread_sort_index": "sort_index"}
	key, ok := want[*e.Name]
	if !ok || e.Args[key] == nil || len(e.Args) != 1 {
		c.say("event %d: metadata %s", i, *e.Name)
	}
	switch *e.Name {
	case "thread_name":
		c.named[[2]int{*e.PID, *e.TID}] = true
	case "process_name":
		c.named[[2]int{*e.PID, 0}] = true
	}
}

// across holds the events together to the rules: names for all, slices that nest,
// arrows that begin and end in one.
func (c *formatCheck) across(events []formatEvent) {
	owner := map[int]int{}
	for i := range events {
		e := &events[i]
		if e.PID == nil || e.TID == nil {
			continue
		}
		if !c.named[[2]int{*e.PID, 0}] || e.Ph != "M" && !c.named[[2]int{*e.PID, *e.TID}] {
			c.say("event %d: process %d thread %d has no name", i, *e.PID, *e.TID)
		}
		if pid, known := owner[*e.TID]; known && pid != *e.PID {
			c.say("event %d: thread %d is of two processes", i, *e.TID)
		}
		owner[*e.TID] = *e.PID
	}
	for place, list := range c.slices {
		sort.SliceStable(list, func(a, b int) bool {
			return list[a].from < list[b].from || list[a].from == list[b].from && list[a].to > list[b].to
		})
		var open []span
		for _, s := range list {
			for len(open) > 0 && open[len(open)-1].to <= s.from {
				open = open[:len(open)-1]
			}
			if len(open) > 0 && s.to > open[len(open)-1].to {
				c.say("process %d thread %d: slices that overlap at %v", place[0], place[1], s.from)
			}
			open = append(open, s)
		}
	}
	for key, ends := range c.arrows {
		if len(ends) != 2 || ends[0].Ph != "s" || ends[1].Ph != "f" || *ends[0].TS > *ends[1].TS {
			c.say("arrow %s does not go from one to one", key)
			continue
		}
		for _, e := range ends {
			if !c.inside(e) {
				c.say("arrow %s %s is in no slice", key, e.Ph)
			}
		}
	}
}

func (c *formatCheck) inside(e *formatEvent) bool {
	for _, s := range c.slices[[2]int{*e.PID, *e.TID}] {
		if s.from <= nanos(*e.TS) && nanos(*e.TS) <= s.to {
			return true
		}
	}
	return false
}
