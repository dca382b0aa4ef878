//go:build js && wasm

package main

import (
	"fmt"
	"io"
	"runtime/debug"
	"syscall/js"
	"time"

	"lockstep/assets"
	"lockstep/engine/lesson"
	"lockstep/engine/recorded"
	"lockstep/engine/scenario"
	"lockstep/wasm/app"
	"lockstep/wasm/page"
	"lockstep/wasm/scene"
	"lockstep/wasm/typeface"
)

// firstExample is what a page shows that was asked for nothing.
const firstExample = "two-scalars"

// playground holds the state, and shows it after each action.
type playground struct {
	state    app.State
	composer *scene.Composer
	screen   screen
	faces    *typeface.Set
	page     *page.Page

	tick    js.Func
	next    func() // the same, called by the screen
	ticking bool
	more    bool    // the scene was too much for one frame, and goes on in the next
	last    float64 // milliseconds, of the browser's animation clock
	pace    pace
	heap    *heap
}

// begin makes the first state. A scenario that was asked for and cannot run is
// complained of, and the first example stands in for it.
func (g *playground) begin(w *page.Wishes) error {
	library, err := app.ListLibrary(assets.FS, "scenarios", scenario.Parse)
	if library.Find(firstExample) == nil {
		return fmt.Errorf("the example %s is missing: %w", firstExample, err)
	}
	course, err := lesson.ReadTitles(assets.FS, "lessons")
	if err != nil {
		return err
	}
	first, id := w.Scenario, ""
	if first == nil {
		id = firstExample
		if library.Find(w.Query.Lesson) != nil {
			id = w.Query.Lesson
		}
		first = library.Find(id).Scenario
	}
	g.state, err = app.New(first, app.Engine)
	if err != nil {
		w.Problem = err
		id = firstExample
		if g.state, err = app.New(library.Find(id).Scenario, app.Engine); err != nil {
			return err
		}
	}
	g.state.Room = g.pace.room
	g.state.Library, g.state.Example = library, id
	if g.state.Recorded, err = knownRuns(); err != nil {
		return err
	}
	g.state.Course, g.state.Progress = course, w.Progress
	v := g.page.Viewport()
	g.state.W, g.state.H = v.W, v.H
	switch wanted := w.Query.Lesson; {
	case wanted == "" || w.Again.Scenario != "" || wanted == id:
	case g.state.FindLesson(wanted) == nil:
		w.NoLesson = wanted
	default:
		g.state, _ = app.Update(g.state, app.OpenLesson{Text: wanted})
		if first == w.Scenario && first != nil { // a link into the lesson's midst
			g.state, _ = app.Update(g.state, app.ShowAside{Scenario: first})
		}
		g.state.Undo = nil
	}
	w.Apply(&g.state)
	if w.Query.Autoplay && !g.state.ReduceMotion {
		g.state, _ = app.Update(g.state, app.Play{})
	}
	return nil
}

// knownRuns is what the assets know of real runs.
func knownRuns() (*recorded.Table, error) {
	packed, err := assets.FS.ReadFile("recorded.bin")
	if err != nil {
		return nil, err
	}
	return recorded.Read(packed)
}

// first shows the first state. One that cannot even be shown must not be met
// again at each reload, so the first example takes its place.
func (g *playground) first(w *page.Wishes) (err error) {
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		if w.Scenario == nil {
			panic(r)
		}
		stack := string(debug.Stack())
		*w = page.Wishes{Query: w.Query, Lang: w.Lang, Theme: w.Theme}
		if err = g.first(w); err == nil {
			g.page.Crash(fmt.Sprint(r), stack)
		}
	}()
	if err := g.begin(w); err != nil {
		return err
	}
	g.refresh()
	return nil
}

// State is what is shown now.
func (g *playground) State() *app.State { return &g.state }

// Do carries out an action and shows what comes of it. This is the one place
// where a panic is caught: the action counts as not done, and the page shows
// what there is to report.
func (g *playground) Do(a app.Action) {
	before := g.state
	var effects []app.Effect
	func() {
		defer func() {
			if r := recover(); r != nil {
				g.state = before
				g.page.Crash(fmt.Sprintf("%v in %T", r, a), string(debug.Stack()))
			}
		}()
		_, tick := a.(app.Tick)
		g.pace.begin(a, &g.state)
		g.state, effects = app.Update(g.state, a)
		switch same := g.state.SameFrame(&before); {
		case tick && same && g.more:
			if !g.composer.Prepare(&g.state, g.pace.more(preparing)) {
				return // there is nothing new to be seen yet
			}
		case tick && same:
			return // something goes on behind the scenes
		case tick && !g.state.Run.Over() && !g.pace.due():
			g.composer.Prepare(&g.state, g.pace.more(following))
			return // a long run is shown as far as it came, and has the most of the time
		}
		g.refresh()
	}()
	for _, e := range effects {
		g.page.Effect(e)
	}
	g.wake()
	g.heap.used(&g.state)
}

func (g *playground) say(m app.Message) { g.Do(app.Tell{Message: m}) }

// refresh shows the state. The canvas draws in the browser's next frame.
func (g *playground) refresh() {
	g.pace.showing()
	sc := g.composer.Frame(&g.state)
	g.more = sc.Unfinished
	g.screen.Show(sc, g.page.Viewport().Scale)
	g.page.Show(&g.state, sc)
	g.pace.shown()
}

// Resized lays out anew for another viewport.
func (g *playground) Resized(v page.Viewport) {
	if g.state.Scenario != nil {
		g.Do(app.Resize{W: v.W, H: v.H})
	}
}

// Picture writes the lanes at the cursor's time as an SVG file.
func (g *playground) Picture(w io.Writer) error {
	return g.composer.Figure(&g.state).WriteSVG(w, g.faces)
}

// Awake goes on with what stood still while nobody could see it.
func (g *playground) Awake() { g.wake() }

// moving reports whether the picture goes on by itself.
func (g *playground) moving() bool { return g.ticking || g.state.Animating() || g.more }

// wake makes the clock tick if something moves and somebody could see it. At
// rest there is no timer and no frame.
func (g *playground) wake() {
	if g.ticking || !g.state.Animating() && !g.more || !g.page.Visible() {
		return
	}
	g.ticking, g.last = true, 0
	if s, ok := g.screen.(interface{ Next(func()) }); ok && g.state.Playing && g.state.Run.Over() {
		s.Next(g.next) // one call for the state and the drawing
		return
	}
	js.Global().Call("requestAnimationFrame", g.tick)
}

func (g *playground) ticked(now float64) {
	g.ticking = false
	elapsed := time.Duration(0)
	if g.last > 0 {
		elapsed = time.Duration((now - g.last) * float64(time.Millisecond))
	}
	was := now
	g.Do(app.Tick{Elapsed: elapsed})
	g.last = was
}
