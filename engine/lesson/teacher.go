package lesson

import (
	"fmt"
	"io/fs"
	"path"
	"strconv"
)

// Teaching is what the teacher's page says of a lesson in one language, beside the
// lesson itself.
type Teaching struct {
	Aims    []string
	Minutes string
	Ask     []string
}

// ReadTeaching reads a lesson's teacher-LANG.md.
func ReadTeaching(files fs.FS, dir string, l *Lesson, lang string) (Teaching, error) {
	name := path.Join(dir, l.Name, "teacher-"+lang+".md")
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return Teaching{}, fmt.Errorf("teaching: %w", err)
	}
	w, err := ReadWords(string(text))
	if err != nil {
		return Teaching{}, fmt.Errorf("%s: %w", name, err)
	}
	t := Teaching{w.Sections["aims"].Items, w.Sections["minutes"].Text, w.Sections["ask"].Items}
	if len(t.Aims) == 0 || t.Minutes == "" || len(t.Ask) == 0 || len(w.Sections) != 3 {
		return t, fmt.Errorf("%s: aims, minutes and ask are needed, and nothing else", name)
	}
	return t, nil
}

// Mistakes are what people are known to think, each with what to say to it.
func (l *Lesson) Mistakes(lang string) []string {
	var list []string
	for i := range l.Steps {
		for k := range l.Steps[i].Wrong {
			list = append(list, l.Text(lang, "step "+strconv.Itoa(i+1)+" wrong "+strconv.Itoa(k+1)).Text)
		}
	}
	return list
}
