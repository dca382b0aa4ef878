package app

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"sort"
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
	Scenario *scenario.Scenario // nil before Open, where only the titles were read

	read func() (*scenario.Scenario, error)
}

// Open parses the example, once.
func (e *Example) Open() error {
	if e.Scenario != nil || e.read == nil {
		return nil
	}
	s, err := e.read()
	e.Scenario = s
	return err
}

// Find returns the example, open, or nil. A nil library has none.
func (l *Library) Find(id string) *Example {
	if l == nil {
		return nil
	}
	for i := range l.Examples {
		if e := &l.Examples[i]; e.ID == id && e.Open() == nil {
			return e
		}
	}
	return nil
}

// ReadLibrary parses every scenario of a folder, in the order in which its
// order.txt lists their IDs; those not listed follow by name. A line "# name" in
// it begins a group. A file that does
// not parse is left out and named in the error; the others are there all the same.
func ReadLibrary(files fs.FS, dir string, parse func([]byte) (*scenario.Scenario, error)) (*Library, error) {
	l, err := ListLibrary(files, dir, parse)
	if err != nil {
		return nil, err
	}
	var bad error
	kept := l.Examples[:0]
	for _, e := range l.Examples {
		if err := e.Open(); err != nil {
			bad = errors.Join(bad, err)
			continue
		}
		kept = append(kept, e)
	}
	l.Examples = kept
	return l, bad
}

// ListLibrary reads no more than the titles of the same files, which is what a page
// that begins shows of them. Each is parsed when it is opened.
func ListLibrary(files fs.FS, dir string, parse func([]byte) (*scenario.Scenario, error)) (*Library, error) {
	names, err := fs.Glob(files, path.Join(dir, "*.json"))
	if err != nil {
		return nil, fmt.Errorf("library: %w", err)
	}
	l := &Library{}
	for _, name := range names {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, fmt.Errorf("library: %w", err)
		}
		l.Examples = append(l.Examples, Example{
			ID:    strings.TrimSuffix(path.Base(name), ".json"),
			Title: scenario.ReadTitle(string(data)),
			read: func() (*scenario.Scenario, error) {
				data, err := fs.ReadFile(files, name)
				if err != nil {
					return nil, err
				}
				s, err := parse(data)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", name, err)
				}
				return s, nil
			},
		})
	}
	if order, err := fs.ReadFile(files, path.Join(dir, "order.txt")); err == nil {
		l.arrange(string(order))
	}
	return l, nil
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
	sort.SliceStable(l.Examples, func(i, j int) bool { return place[l.Examples[i].ID] < place[l.Examples[j].ID] })
	for i := range l.Examples {
		l.Examples[i].Group = groups[l.Examples[i].ID]
	}
}
