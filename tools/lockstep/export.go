package main

import (
	"bufio"
	"io"
	"maps"
	"slices"
	"strings"

	"lockstep/assets"
	"lockstep/engine/export"
	"lockstep/engine/scenario"
	"lockstep/wasm/app"
	"lockstep/wasm/scene"
	"lockstep/wasm/typeface"
)

// forms are what a scenario and its run can be given out as. Those that need no
// run do not run anything.
var forms = map[string]func(w io.Writer, c *call, file, lang string) (status int, err error){
	"scenario": func(w io.Writer, c *call, file, _ string) (int, error) {
		s, status := c.scenario(file)
		if s == nil {
			return status, nil
		}
		_, err := w.Write(scenario.FormatIndent(s))
		return statusDone, err
	},
	"python": func(w io.Writer, c *call, file, lang string) (int, error) {
		s, status := c.scenario(file)
		if s == nil {
			return status, nil
		}
		_, err := export.Python(s, lang).WriteTo(w)
		return statusDone, err
	},
	"trace-sheet": func(w io.Writer, c *call, file, lang string) (int, error) {
		s, status := c.scenario(file)
		if s == nil {
			return status, nil
		}
		return statusDone, export.TraceSheet(w, s, lang)
	},
	"svg": func(w io.Writer, c *call, file, lang string) (int, error) {
		s, status := c.scenario(file)
		if s == nil {
			return status, nil
		}
		return statusDone, figure(w, s, lang)
	},
	"perfetto": func(w io.Writer, c *call, file, _ string) (int, error) {
		r, status := c.load(file)
		if r == nil {
			return status, nil
		}
		return status, export.Perfetto(w, r.scenario, r.run.Trace())
	},
	"report": func(w io.Writer, c *call, file, lang string) (int, error) {
		r, status := c.load(file)
		if r == nil {
			return status, nil
		}
		return status, export.Report(w, r.scenario, r.run.Trace(), r.result, lang)
	},
	"json": func(w io.Writer, c *call, file, _ string) (int, error) {
		r, status := c.load(file)
		if r == nil {
			return status, nil
		}
		_, err := r.result.WriteTo(w)
		return status, err
	},
}

// scenario reads and parses a file without running it; where that fails it says so.
func (c *call) scenario(file string) (*scenario.Scenario, int) {
	text, err := c.read(file)
	if err != nil {
		return nil, c.complain("%v", err)
	}
	s, err := scenario.Parse(text)
	if err != nil {
		return nil, c.complain("%s: %v", nameOf(file), err)
	}
	return s, statusDone
}

// exportVerb gives a scenario or its run out in a form that others read.
func exportVerb(c *call) int {
	f := options("export")
	as := f.String("as", "python", "")
	lang := f.String("lang", "en", "")
	f.Int64Var(&c.limits.Events, "limit-events", 0, "")
	file, err := oneFile(f, c.args)
	if err != nil {
		return c.complain("export: %v", err)
	}
	form, ok := forms[*as]
	if !ok {
		return c.complain("export: --as %s: there are %s", *as, strings.Join(slices.Sorted(maps.Keys(forms)), ", "))
	}
	if !export.Speaks(*lang) {
		return c.complain("export: --lang %s: there are %s", *lang, strings.Join(export.Languages(), ", "))
	}
	w := bufio.NewWriter(c.out)
	status, err := form(w, c, file, *lang)
	if err == nil {
		err = w.Flush()
	}
	if err != nil {
		return c.complain("export: %v", err)
	}
	return status
}

// figure draws a run as the page does, at its end.
func figure(w io.Writer, s *scenario.Scenario, lang string) error {
	faces, err := typeface.Load(assets.FS)
	if err != nil {
		return err
	}
	composer, err := scene.Load(assets.FS, faces)
	if err != nil {
		return err
	}
	state, err := app.New(s, app.Engine)
	if err != nil {
		return err
	}
	for !state.Run.Over() {
		state, _ = app.Update(state, app.Tick{})
	}
	state.Lang, state.Cursor = lang, state.End()
	return composer.Figure(&state).WriteSVG(w, faces)
}
