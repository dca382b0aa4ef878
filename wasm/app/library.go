package app

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"lockstep/engine/scenario"
)

// Library is the examples that can be chosen, in their order.
type Library struct{ Examples []Example }

// Example is one scenario of the library; its ID is the file's name. Group is the
// heading of order.txt that it stands under, "" before the first.
type Example struct {
	ID       string
	Group    string
	Title    scenario.Text
	Scenario *scenario.Scenario
}

// Find returns the example, or nil. A nil library has none.
func (l *Library) Find(id string) *Example {
	if l == nil {
		return nil
	}
	for i := range l.Examples {
		if l.Examples[i].ID == id {
			return &l.Examples[i]
		}
	}
	return nil
}

// ReadLibrary parses every scenario of a folder, in the order in which its
// order.txt lists their IDs; those not listed follow by name. A line "# name" in
// it begins a group. A file that does
// not parse is left out and named in the error; the others are there all the same.
func ReadLibrary(files fs.FS, dir string, parse func([]byte) (*scenario.Scenario, error)) (*Library, error) {
	names, err := fs.Glob(files, path.Join(dir, "*.json"))
	if err != nil {
		return nil, fmt.Errorf("library: %w", err)
	}
	l := &Library{}
	var bad error
	for _, name := range names {
		data, err := fs.ReadFile(files, name)
		if err == nil {
			var s *scenario.Scenario
			if s, err = parse(data); err == nil {
				id := strings.TrimSuffix(path.Base(name), ".json")
				l.Examples = append(l.Examples, Example{ID: id, Title: s.Title, Scenario: s})
				continue
			}
		}
		bad = errors.Join(bad, fmt.Errorf("%s: %w", name, err))
	}
	if order, err := fs.ReadFile(files, path.Join(dir, "order.txt")); err == nil {
		l.arrange(string(order))
	}
	return l, bad
}

// arrange puts the examples into the order of the list and into its groups.
func (l *Library) arrange(order string) {
	place, group, groups := map[string]int{}, "", map[string]string{}
	for line := range strings.Lines(order) {
		id := strings.TrimSpace(line)
		if name, heading := strings.CutPrefix(id, "#"); heading {
			group = strings.TrimSpace(name)
			continue
		}
		place[id] = len(place) - 1<<20 // before those that are not listed, which are at 0
		groups[id] = group
	}
	slices.SortStableFunc(l.Examples, func(a, b Example) int { return place[a.ID] - place[b.ID] })
	for i := range l.Examples {
		l.Examples[i].Group = groups[l.Examples[i].ID]
	}
}
