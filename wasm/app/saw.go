package app

import (
	"strconv"
	"strings"

	"lockstep/engine/lesson"
	"lockstep/engine/scenario"
)

// What is kept of a run that was locked, beside what was predicted: enough for the
// worksheet to tell of each rank what it had in the end, how it ended and how long
// it waited, without running the step again.
const (
	SawFate = "!fate" // one of lesson.Fates
	SawWait = "!wait" // "3ms"
	mostSaw = 8       // ranks, and elements of a tensor
)

// Saw is what the locked run of a step showed of a rank: a tensor by its name, or
// one of the above. "" where nothing was kept.
func (d Done) Saw(step, rank int, what string) string { return d.Seen[sawKey(step, rank, what)] }

func sawKey(step, rank int, what string) string {
	return cellKey(step, "rank-"+strconv.Itoa(rank)+"."+what)
}

// keepSeen writes down what a step's run showed.
func (d *Done) keepSeen(step int, r lesson.Run) {
	for rank := range min(r.Scenario.Processes(), mostSaw) {
		d.Seen[sawKey(step, rank, SawFate)] = r.Fate(rank)
		d.Seen[sawKey(step, rank, SawWait)] = r.Waited(rank)
		for _, t := range r.Scenario.TensorsOf(rank) {
			if text := bracketed(r.Values(rank, t.Name, nil)); text != "" {
				d.Seen[sawKey(step, rank, t.Name)] = text
			}
		}
		for _, name := range logged(r.Scenario) {
			if text := strings.Join(r.Logged(rank, name), ", "); text != "" {
				d.Seen[sawKey(step, rank, name)] = text
			}
		}
	}
}

// logged are the names under which a script logs what a lesson may ask for.
func logged(s *scenario.Scenario) []string {
	var names []string
	for _, part := range strings.Split(s.Script, "log(\"")[1:] {
		if name, _, ok := strings.Cut(part, "\""); ok {
			names = append(names, name)
		}
	}
	return names
}

// bracketed writes the elements of a tensor, the first ones of a long one.
func bracketed(list []string) string {
	if len(list) == 0 {
		return ""
	}
	more := ""
	if len(list) > mostSaw {
		list, more = list[:mostSaw], ", …"
	}
	return "[" + strings.Join(list, ", ") + more + "]"
}
