//go:build js && wasm

package page

import (
	"errors"
	"strings"
	"syscall/js"
	"time"

	"lockstep/engine/scenario"
	program "lockstep/engine/script"
	"lockstep/wasm/app"
)

// answer settles a request: with a reply's type and fields, or with an error's
// path and message.
type answer func(kind string, fields map[string]any)

// verb is one request that other pages may make, by postMessage or by calling
// the method of window.lockstep.
type verb struct {
	name   string // of the message
	method string
	field  string // the message's one field, and the method's argument; "": none
	do     func(p *Page, arg js.Value, reply answer)
}

// verbs are all that there are, as PAGE.md lists them.
var verbs = []verb{
	{"load", "load", "scenario", (*Page).load},
	{"get", "get", "", func(p *Page, _ js.Value, reply answer) { p.state(reply) }},
	{"play", "play", "", act(func(js.Value) (app.Action, string) { return app.Play{}, "" })},
	{"pause", "pause", "", act(func(js.Value) (app.Action, string) { return app.Pause{}, "" })},
	{"seek", "seek", "t", act(func(v js.Value) (app.Action, string) {
		t, ok := virtualTime(v)
		if !ok {
			return nil, `t: a number of nanoseconds, or a duration such as "5ms"`
		}
		return app.Seek{T: t}, ""
	})},
	{"step", "step", "by", act(func(v js.Value) (app.Action, string) {
		if v.IsUndefined() {
			return app.Step{By: 1}, ""
		}
		if v.Type() != js.TypeNumber || v.Float() != float64(v.Int()) {
			return nil, "by: a whole number of moments"
		}
		return app.Step{By: v.Int()}, ""
	})},
	{"set-language", "setLanguage", "lang", act(func(v js.Value) (app.Action, string) {
		if v.Type() != js.TypeString || v.String() != "zh" && v.String() != "en" {
			return nil, `lang: "zh" or "en"`
		}
		return app.SetLang{Text: v.String()}, ""
	})},
	{"set-theme", "setTheme", "theme", func(p *Page, v js.Value, reply answer) {
		if v.Type() != js.TypeString || !p.setTheme(v.String()) {
			bad(reply, `theme: "light", "dark", "auto" or "projector"`)
			return
		}
		p.state(reply)
	}},
}

// bad answers with an error whose path stands before the colon.
func bad(reply answer, text string) {
	path, message, _ := strings.Cut(text, ": ")
	reply("error", map[string]any{"path": path, "message": message})
}

// act makes a verb of an action that always succeeds once its argument is good.
func act(read func(js.Value) (app.Action, string)) func(*Page, js.Value, answer) {
	return func(p *Page, arg js.Value, reply answer) {
		a, wrong := read(arg)
		if wrong != "" {
			bad(reply, wrong)
			return
		}
		p.host.Do(a)
		p.state(reply)
	}
}

// virtualTime reads nanoseconds, or a duration as Go writes it.
func virtualTime(v js.Value) (time.Duration, bool) {
	switch v.Type() {
	case js.TypeNumber:
		f := v.Float()
		return time.Duration(f), f >= 0 && f < 1<<62
	case js.TypeString:
		d, err := time.ParseDuration(v.String())
		return d, err == nil && d >= 0
	}
	return 0, false
}

// load shows a scenario that another page sends, as an object or as text.
func (p *Page) load(v js.Value, reply answer) {
	text, ok := "", false
	switch v.Type() {
	case js.TypeString:
		text, ok = v.String(), true
	case js.TypeObject:
		text, ok = jsonText(v)
	}
	if !ok {
		bad(reply, "scenario: an object or a text is needed")
		return
	}
	if err := p.open([]byte(text)); err != nil {
		path, message := place(err)
		reply("error", map[string]any{"path": path, "message": message})
		return
	}
	p.whenOver(func() {
		p.withResult(func(result any) { reply("loaded", map[string]any{"result": result}) })
	})
}

// open parses and shows a scenario; when it cannot, what was shown stays.
func (p *Page) open(text []byte) error {
	s, err := scenario.Parse(text)
	if err != nil {
		return err
	}
	before := p.host.State().Scenario
	p.host.Do(app.Load{Scenario: s})
	st := p.host.State()
	if st.Scenario == before && st.Notice != nil {
		if _, err := app.Engine(s); err != nil { // what it was that the page said in its own words
			return err
		}
	}
	return nil
}

// place splits an error into the path that it names and its sentence.
func place(err error) (path, message string) {
	var e *scenario.Error
	switch {
	case errors.As(err, &e) && e.Path == "": // where in the text is in the sentence
		return "", e.Error()
	case e != nil:
		return e.Path, e.Sentence(scenario.English(e.Code))
	}
	var in *program.Error
	if errors.As(err, &in) && in.Line > 0 { // script:LINE:COLUMN
		where, message, _ := strings.Cut(in.Error(), ": ")
		return where, message
	}
	return "", err.Error()
}

// state answers with what is shown now.
func (p *Page) state(reply answer) {
	s := *p.host.State()
	p.withResult(func(result any) {
		reply("state", map[string]any{
			"scenario": parseJSON(string(scenario.Format(s.Scenario))),
			"result":   result,
			"cursor":   float64(s.Cursor),
		})
	})
}

// whenOver calls f when the run that is shown has come to its end.
func (p *Page) whenOver(f func()) {
	if p.host.State().Run.Over() {
		f()
		return
	}
	p.waiting = append(p.waiting, f)
}
