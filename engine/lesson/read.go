package lesson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"lockstep/engine/scenario"
)

// file is lesson.json as it is written. Scenarios are the names of files beside
// it, without their ending.
type file struct {
	Places Places `json:"places"`
	Steps  []struct {
		Scenario string              `json:"scenario"`
		Predict  []Prediction        `json:"predict"`
		Wrong    []map[string]string `json:"wrong"`
		Look     []Look              `json:"look"`
		Expect   []Condition         `json:"expect"`
	} `json:"steps"`
	Variation struct {
		From   string    `json:"from"`
		Check  Condition `json:"check"`
		Solved string    `json:"solved"`
		Missed []string  `json:"missed"`
	} `json:"variation"`
	Quiz []struct {
		Right string      `json:"right"`
		Run   string      `json:"run"`
		Look  *Look       `json:"look"`
		Proof []Condition `json:"proof"`
	} `json:"quiz"`
}

// ReadAll reads every folder of dir whose name begins with a number, in order.
// One that cannot be read is left out and named in the error.
func ReadAll(files fs.FS, dir string) ([]*Lesson, error) {
	list, bad := ReadTitles(files, dir)
	return slices.DeleteFunc(list, func(l *Lesson) bool {
		err := l.Open()
		bad = errors.Join(bad, err)
		return err != nil
	}), bad
}

// ReadTitles reads of the same folders no more than a list of them shows, the
// names and the titles. The rest of a lesson is there after its Open, so that a
// page that begins does not read a course that nobody has asked for.
func ReadTitles(files fs.FS, dir string) ([]*Lesson, error) {
	entries, err := fs.ReadDir(files, dir)
	if err != nil {
		return nil, fmt.Errorf("lessons: %w", err)
	}
	var list []*Lesson
	var bad error
	for _, e := range entries {
		if id, _, ok := strings.Cut(e.Name(), "-"); !ok || !e.IsDir() || strings.Trim(id, "0123456789") != "" {
			continue
		}
		folder := path.Join(dir, e.Name())
		l := begin(folder)
		if err := l.readTitles(files, folder); err != nil {
			bad = errors.Join(bad, err)
			continue
		}
		l.closed = func() error { return l.read(files, folder) }
		list = append(list, l)
	}
	return list, bad
}

// readTitles takes the first line of each language; the rest is read, and looked
// at, with the lesson.
func (l *Lesson) readTitles(files fs.FS, dir string) error {
	for _, lang := range Languages {
		f, err := files.Open(path.Join(dir, lang+".md"))
		if err != nil {
			return fmt.Errorf("lessons: %w", err)
		}
		line := make([]byte, 256)
		n, err := io.ReadFull(f, line)
		f.Close()
		if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
			return fmt.Errorf("lessons: %s: %w", dir, err)
		}
		line, _, _ = bytes.Cut(line[:n], []byte("\n"))
		l.Words[lang] = Words{Title: string(bytes.TrimSpace(bytes.TrimPrefix(line, []byte("# "))))}
	}
	return nil
}

// Open reads what ReadTitles has left out, once.
func (l *Lesson) Open() error {
	if l.closed == nil {
		return nil
	}
	err := l.closed()
	if l.closed = nil; err != nil {
		l.closed = func() error { return err }
	}
	return err
}

// begin is a lesson of which only the name is known.
func begin(dir string) *Lesson {
	l := &Lesson{Name: path.Base(dir), Words: map[string]Words{}}
	l.ID, _, _ = strings.Cut(l.Name, "-")
	return l
}

// reader reads one folder; the first mistake stays.
type reader struct {
	files fs.FS
	dir   string
	used  map[string]*scenario.Scenario
	err   error
}

// Read reads one lesson's folder, and refuses what it does not know.
func Read(files fs.FS, dir string) (*Lesson, error) {
	l := begin(dir)
	return l, l.read(files, dir)
}

func (l *Lesson) read(files fs.FS, dir string) error {
	r := &reader{files: files, dir: dir, used: map[string]*scenario.Scenario{}}
	var f file
	d := json.NewDecoder(bytes.NewReader(r.bytes("lesson.json")))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		r.fail("lesson.json: %w", err)
	} else if _, err := d.Token(); err != io.EOF {
		r.fail("lesson.json: something stands behind its end")
	}
	l.Places = f.Places
	for i := range f.Steps {
		s := &f.Steps[i]
		step := Step{r.scenario(s.Scenario), s.Predict, s.Wrong, s.Look, s.Expect}
		r.check(i, &step)
		l.Steps = append(l.Steps, step)
	}
	v := &f.Variation
	l.Variation = Variation{From: r.scenario(v.From), Check: v.Check, Solved: r.scenario(v.Solved)}
	for _, name := range v.Missed {
		l.Variation.Missed = append(l.Variation.Missed, r.scenario(name))
	}
	for _, q := range f.Quiz {
		l.Quiz = append(l.Quiz, Question{q.Right, r.scenario(q.Run), q.Look, q.Proof})
	}
	for _, p := range []Place{f.Places.PyTorch, f.Places.CMU, f.Places.MIT} {
		if p.Topic == "" || !strings.HasPrefix(p.URL, "https://") {
			r.fail("lesson.json: places: a topic and an address for each of pytorch, cmu and mit")
		}
	}
	if len(l.Steps) == 0 || len(l.Quiz) < 4 {
		r.fail("lesson.json: a step and four questions are the least")
	}
	for _, lang := range Languages {
		l.Words[lang] = r.words(lang, l)
	}
	return r.err
}

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(r.dir+"/"+format, args...)
	}
}

func (r *reader) bytes(name string) []byte {
	data, err := fs.ReadFile(r.files, path.Join(r.dir, name))
	if err != nil {
		r.fail("%s: %w", name, err)
	}
	return data
}

// scenario reads a file once: steps that share one share the value.
func (r *reader) scenario(name string) *scenario.Scenario {
	if s, ok := r.used[name]; ok || r.err != nil {
		return s
	}
	s, err := scenario.Parse(r.bytes(name + ".json"))
	if err != nil {
		r.fail("%s.json: %w", name, err)
	}
	r.used[name] = s
	return s
}

func (r *reader) check(i int, s *Step) {
	if r.err != nil {
		return
	}
	if len(s.Predict) == 0 || len(s.Wrong) == 0 || len(s.Look) == 0 {
		r.fail("lesson.json: steps[%d]: predict, wrong and look are needed", i)
	}
	for k := range s.Predict {
		if why := s.Predict[k].check(s.Scenario); why != "" {
			r.fail("lesson.json: steps[%d].predict[%d]: %s", i, k, why)
		}
	}
	known := map[string]bool{}
	for _, c := range s.Cells() {
		known[c.ID] = true
	}
	for k, cells := range s.Wrong {
		for id := range cells {
			if !known[id] {
				r.fail("lesson.json: steps[%d].wrong[%d]: there is no %s", i, k, id)
			}
		}
	}
}

// words reads one language, which must have what the lesson has and no more.
func (r *reader) words(lang string, l *Lesson) Words {
	w, err := ReadWords(string(r.bytes(lang + ".md")))
	if err != nil {
		r.fail("%s.md: %w", lang, err)
	}
	if r.err != nil {
		return w
	}
	if w.Title == "" {
		r.fail("%s.md: the title is missing", lang)
	}
	keys := l.keys()
	for key, items := range keys {
		s, ok := w.Sections[key]
		switch {
		case !ok:
			r.fail("%s.md: %q is missing", lang, key)
		case items > 0 && len(s.Items) != items:
			r.fail("%s.md: %q has %d items, and needs %d", lang, key, len(s.Items), items)
		case items == plain && (s.Text == "" || len(s.Items) > 0), items == several && len(s.Items) < 2:
			r.fail("%s.md: %q: a text or a list is missing or too much", lang, key)
		}
	}
	for key, s := range w.Sections {
		if _, ok := keys[key]; !ok && (key != "table" || len(s.Items) < 2) {
			r.fail("%s.md: nothing asks for %q", lang, key)
		}
	}
	return w
}

// What a heading of the words needs beside a number of items.
const (
	plain   = 0  // a text
	several = -1 // two items or more
	either  = -2 // a text, and items or not
)

// keys are the headings that a lesson's words must have, with their items.
func (l *Lesson) keys() map[string]int {
	keys := map[string]int{"question": plain, "variation": plain, "variation done": plain, "shows": several, "shows not": several}
	for i := range l.Steps {
		step := "step " + strconv.Itoa(i+1)
		keys[step], keys[step+" why"] = plain, plain
		for k := range l.Steps[i].Look {
			keys[step+" look "+strconv.Itoa(k+1)] = plain
		}
		for k := range l.Steps[i].Wrong {
			keys[step+" wrong "+strconv.Itoa(k+1)] = plain
		}
		picks := 0
		for k := range l.Steps[i].Predict {
			if n := len(l.Steps[i].Predict[k].Pick); n > 0 {
				picks++
				keys[step+" pick "+strconv.Itoa(picks)] = n
			}
		}
	}
	for i := range l.Quiz {
		q := "quiz " + strconv.Itoa(i+1)
		keys[q], keys[q+" because"] = either, plain
	}
	return keys
}
