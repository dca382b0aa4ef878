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

// Example is one scenario of the library; its ID is the file's name.
type Example struct {
	ID       string
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
// order.txt lists their IDs; those not listed follow by name. A file that does
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
				l.Examples = append(l.Examples, Example{id, s.Title, s})
				continue
			}
		}
		bad = errors.Join(bad, fmt.Errorf("%s: %w", name, err))
	}
	if order, err := fs.ReadFile(files, path.Join(dir, "order.txt")); err == nil {
		place := make(map[string]int)
		for i, id := range strings.Fields(string(order)) {
			place[id] = i - 1<<20 // before those that are not listed, which are at 0
		}
		slices.SortStableFunc(l.Examples, func(a, b Example) int { return place[a.ID] - place[b.ID] })
	}
	return l, bad
}
