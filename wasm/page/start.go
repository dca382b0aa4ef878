//go:build js && wasm

package page

import (
	"errors"
	"strconv"
	"strings"
	"syscall/js"

	"lockstep/engine/scenario"
	"lockstep/wasm/app"
)

// Wishes are how the page is to begin: what the address asks for, what this tab
// held before, what the person's system prefers.
type Wishes struct {
	Query    Query
	Bad      []BadParameter
	Scenario *scenario.Scenario // nil: none was asked for
	Problem  error              // why the one that was asked for is not shown
	NoLesson string             // the lesson that was asked for and does not exist
	Lang     string
	Theme    string        // as the query's, "auto" included
	Again    kept          // the view of the same tab before a reload
	Progress *app.Progress // what was done in the course before; may be nil
}

// Ask reads the wishes.
func Ask() Wishes {
	location := window.Get("location")
	q, bad := ParseQuery(location.Get("search").String())
	w := Wishes{Query: q, Bad: bad, Lang: q.Lang, Theme: q.Theme}
	if w.Lang == "" {
		w.Lang = "en"
		if strings.HasPrefix(strings.ToLower(window.Get("navigator").Get("language").String()), "zh") {
			w.Lang = "zh"
		}
	}
	if w.Theme == "" {
		w.Theme = "auto"
	}
	if !q.Embed {
		w.Progress = readProgress()
	}
	if k, ok := taken(q); ok {
		if s, err := scenario.Parse([]byte(k.Scenario)); err == nil {
			w.Scenario, w.Again = s, k
			if k.Lang != "" {
				w.Lang = k.Lang
			}
			if k.Theme != "" {
				w.Theme = k.Theme
			}
			return w
		}
	}
	text, ok, err := DecodeLink(location.Get("hash").String())
	if !ok && q.Scenario != "" {
		ok = true
		text, err = fetchText(q.Scenario)
	}
	if ok && err == nil {
		w.Scenario, err = scenario.Parse(text)
	}
	w.Problem = err
	return w
}

// fetchError is a scenario file that the address names and the host has not.
type fetchError struct{ file, why string }

func (e *fetchError) Error() string { return e.file + ": " + e.why }

// fetchText fetches a file of the same host, and waits for it. The browser
// decides what is too slow.
func fetchText(file string) ([]byte, error) {
	type answer struct {
		text []byte
		err  error
	}
	got := make(chan answer, 1)
	refuse := func(why string) { got <- answer{err: &fetchError{clip(file), why}} }
	then(window.Call("fetch", file, map[string]any{"mode": "same-origin"}), func(r js.Value, ok bool) {
		switch {
		case !ok:
			refuse(r.Call("toString").String())
		case !r.Get("ok").Bool():
			refuse(strconv.Itoa(r.Get("status").Int()))
		default:
			then(r.Call("text"), func(v js.Value, ok bool) {
				if !ok {
					refuse(v.Call("toString").String())
					return
				}
				// Too large a text is refused by the parser, which knows its limit.
				got <- answer{text: []byte(v.String())}
			})
		}
	})
	a := <-got
	return a.text, a.err
}

// Apply gives a state what was wished for. What it cannot do is noted.
func (w *Wishes) Apply(s *app.State) {
	s.Lang, s.Theme = w.Lang, resolved(w.Theme)
	s.Embed, s.ReadOnly = w.Query.Embed, w.Query.ReadOnly
	s.ReduceMotion = matches("(prefers-reduced-motion: reduce)")
	if len(w.Query.Panels) > 0 {
		s.Panels = app.Panels{}
		for _, name := range w.Query.Panels {
			switch name {
			case "timeline":
				s.Panels.Timeline = true
			case "stage":
				s.Panels.Stage = true
			case "side":
				s.Panels.Side = true
			}
		}
	}
	if v, err := strconv.ParseFloat(w.Query.Speed, 64); err == nil {
		s.Speed = v
	}
	switch {
	case w.Again.Scenario != "":
		s.Resume(w.Again.Lesson, w.Again.Step, w.Again.Aside)
		s.Cursor, s.Tab = min(w.Again.Cursor, s.End()), w.Again.Tab
	case w.Query.At != nil:
		s.Cursor = min(*w.Query.At, s.End())
	}
}

// Complaints are the sentences about wishes that could not be met, the most
// important last, since the last is what stays to be read.
func (w *Wishes) Complaints() []app.Message {
	var out []app.Message
	if len(w.Bad) > 0 {
		var names []string
		for _, b := range w.Bad {
			names = append(names, b.Name+"="+b.Value)
		}
		out = append(out, app.Say("page.bad_parameter", "parameter", strings.Join(names, ", ")))
	}
	if w.NoLesson != "" {
		out = append(out, app.Say("page.no_lesson", "name", w.NoLesson))
	}
	if w.Problem != nil {
		out = append(out, complaint(w.Problem))
	}
	return out
}

// complaint is the sentence for an error of a link or a file.
func complaint(err error) app.Message {
	var l *LinkError
	if errors.As(err, &l) {
		return app.Say("link."+l.Code, "value", strconv.Itoa(l.Value), "limit", strconv.Itoa(MaxLink))
	}
	var f *fetchError
	if errors.As(err, &f) {
		return app.Say("page.no_file", "name", f.file, "why", f.why)
	}
	return app.Complaint(err)
}

func (p *Page) complain(err error) { p.host.Do(app.Tell{Message: complaint(err)}) }

func matches(query string) bool { return window.Call("matchMedia", query).Get("matches").Bool() }

// resolved is the theme to draw with: auto follows the system.
func resolved(theme string) app.Theme {
	switch theme {
	case "dark":
		return app.Dark
	case "projector":
		return app.Projector
	case "auto":
		if matches("(prefers-color-scheme: dark)") {
			return app.Dark
		}
	}
	return app.Light
}

// setTheme changes the theme; auto keeps following the system from then on.
func (p *Page) setTheme(theme string) bool {
	switch theme {
	case "light", "dark", "projector", "auto":
	default:
		return false
	}
	p.theme = theme
	p.host.Do(app.SetTheme{Text: string(resolved(theme))})
	p.theme = theme
	return true
}

// watchPreferences follows what the system says about motion, and its colours while
// the theme is auto.
func (p *Page) watchPreferences() {
	calm := window.Call("matchMedia", "(prefers-reduced-motion: reduce)")
	listen(calm, "change", nil, func(js.Value) { p.host.Do(app.PreferCalm{On: calm.Get("matches").Bool()}) })
	listen(window.Call("matchMedia", "(prefers-color-scheme: dark)"), "change", nil, func(js.Value) {
		if p.theme == "auto" {
			p.host.Do(app.SetTheme{Text: string(resolved("auto"))})
		}
	})
}
