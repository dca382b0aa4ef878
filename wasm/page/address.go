//go:build js && wasm

package page

import (
	"encoding/json"
	"strconv"
	"syscall/js"
	"time"

	"lockstep/engine/scenario"
	"lockstep/engine/trace"
	"lockstep/wasm/app"
)

// address keeps the state where a reload, a crash of the tab or the way back
// finds it: in the history entry, and outside an embed in the fragment.
type address struct {
	first   *scenario.Scenario // what the page began with
	touched bool               // something else has been shown since: the fragment follows

	held   *scenario.Scenario // what the history entry holds
	linked *scenario.Scenario // what the fragment holds
	view   kept
	timer  bool         // a write is under way
	frame  bool         // behind the next frame
	number js.Value     // of its timer
	soon   js.Value     // where a message is the next task
	at     [2]time.Time // when the entry and the fragment were written
	left   time.Time    // when the page was last about to go
	entry  string       // which history entry of ours this is; empty before its first write
	write  js.Func
}

// kept is what a history entry holds: the scenario, and how one looked at it. It
// is ours alone, but an older or newer version of us may have written it: what
// does not fit is dropped.
type kept struct {
	Scenario string     `json:"scenario"`
	Lang     string     `json:"lang"`
	Theme    string     `json:"theme"`
	Cursor   trace.Time `json:"cursor"`
	Tab      string     `json:"tab"`
	Touched  bool       `json:"touched"`
	Lesson   string     `json:"lesson,omitempty"`
	Step     int        `json:"step,omitempty"`
	Aside    bool       `json:"aside,omitempty"`
	Entry    string     `json:"entry,omitempty"` // tells entries of one tab apart
	At       int64      `json:"at,omitempty"`    // when it was written, in milliseconds since 1970
}

// How often the entry and the fragment may be written: browsers refuse more
// than a hundred changes in half a minute, and an address that flickers is a
// nuisance.
const (
	entryPace    = 500 * time.Millisecond
	fragmentPace = time.Second
	unseen       = 50 * time.Millisecond // after which no frame comes: nobody sees the page
	// leaving is how long nothing is written once the page is about to go: a
	// change of the address in the midst of a reload loses the entry.
	leaving = 3 * time.Second
)

// keep notes that the state has changed.
func (p *Page) keep(s *app.State) {
	a := &p.address
	if a.first == nil {
		a.first = s.Scenario
	}
	a.touched = a.touched || s.Scenario != a.first
	if p.holds(s) && !p.linkDue(s) {
		return
	}
	p.save()
}

// holds reports whether the history entry holds the state, or all of it but a cursor
// that moves by itself, which is not worth a write.
func (p *Page) holds(s *app.State) bool {
	return p.address.held == s.Scenario && (s.Playing || p.address.view == p.view(s))
}

func (p *Page) view(s *app.State) kept {
	k := kept{Lang: s.Lang, Theme: p.theme, Cursor: s.Cursor, Tab: s.Tab, Touched: p.address.touched}
	if l := s.Study.Lesson; l != nil {
		k.Lesson, k.Step, k.Aside = l.ID, s.Study.Step, s.Study.Aside
	}
	return k
}

func (p *Page) linkDue(s *app.State) bool {
	return !p.query.Embed && p.address.touched && p.address.linked != s.Scenario
}

// save sees to it that what has changed is written when it may be: at once, but
// behind the frame that shows it, for a browser takes some milliseconds over a
// history entry.
func (p *Page) save() {
	a := &p.address
	if a.timer || a.write.IsUndefined() {
		return // it comes, or will be asked for when the page is open
	}
	wait := entryPace - time.Since(a.at[0])
	if gone := time.Since(a.left); gone < leaving {
		wait = max(wait, leaving-gone)
	}
	if a.held == p.host.State().Scenario && p.linkDue(p.host.State()) { // the fragment alone is due
		wait = max(wait, fragmentPace-time.Since(a.at[1]))
	}
	a.timer, a.frame = true, wait <= 0
	if a.frame {
		wait = unseen
	}
	a.number = window.Call("setTimeout", a.write, wait.Milliseconds()+1)
}

// saveBehind writes what waits for the frame that has just been drawn, in the next
// task.
func (p *Page) saveBehind() {
	if a := &p.address; a.frame {
		a.frame = false
		window.Call("clearTimeout", a.number)
		a.soon.Call("postMessage", nil)
	}
}

// write puts the state into the history entry, and the scenario into the
// fragment if asked. Both may be forbidden; the page works without. It returns what
// the entry holds.
func (p *Page) write(link bool) (held string) {
	a, s := &p.address, p.host.State()
	text := scenario.Format(s.Scenario)
	view := p.view(s)
	a.held, a.view, a.at[0] = s.Scenario, view, time.Now()
	if a.entry == "" {
		a.entry = strconv.FormatInt(a.at[0].UnixNano(), 36)
	}
	view.Scenario, view.Entry, view.At = string(text), a.entry, a.at[0].UnixMilli()
	state, err := json.Marshal(view)
	if err != nil {
		return ""
	}
	held = string(state)
	args := []any{map[string]any{"lockstep": held}, ""}
	if link {
		a.linked, a.at[1] = s.Scenario, a.at[0]
		if fragment, err := EncodeLink(text); err == nil {
			args = append(args, "#"+fragment)
		} else {
			// Too large for a link: the history entry alone holds it.
			args = append(args, window.Get("location").Get("pathname").String()+window.Get("location").Get("search").String())
		}
	}
	defer func() { recover() }() //nolint:errcheck // a sandbox or a limit forbids it
	window.Get("history").Call("replaceState", args...)
	return held
}

// remembered is what a history entry of ours holds, if this is one.
func remembered() (kept, bool) {
	state := window.Get("history").Get("state")
	if state.Type() != js.TypeObject {
		return kept{}, false
	}
	return readKept(state.Get("lockstep"))
}

func readKept(text js.Value) (kept, bool) {
	var k kept
	if text.Type() != js.TypeString {
		return k, false
	}
	err := json.Unmarshal([]byte(text.String()), &k)
	return k, err == nil && k.Scenario != ""
}

// watchAddress opens what a person puts behind the # by hand, and saves before
// the page goes: Ebitengine reloads it when the graphics context is lost.
func (p *Page) watchAddress() {
	p.address.write = js.FuncOf(func(js.Value, []js.Value) any {
		a, s := &p.address, p.host.State()
		a.timer, a.frame = false, false
		if link := p.linkDue(s) && time.Since(a.at[1]) >= fragmentPace; (link || !p.holds(s)) && time.Since(a.left) >= leaving {
			p.write(link)
		}
		p.keep(s) // what may not be written yet
		return nil
	})
	p.address.soon = nextTask(p.address.write)
	listen(window, "hashchange", nil, func(js.Value) {
		k, _ := remembered() // nothing, where a new fragment began an entry of its own
		p.address.entry = k.Entry
		p.openFragment()
	})
	// At the last moment the entry is all that can be written: a change of the
	// address would come too late. A reload reads it before pagehide, which is
	// there for the way back; the third event does not bubble, but can be caught
	// on its way down.
	last := func(js.Value) {
		p.leave(p.write(false))
		p.address.left = time.Now()
	}
	listen(window, "beforeunload", nil, last)
	listen(window, "pagehide", nil, last)
	listen(window, "webglcontextlost", map[string]any{"capture": true}, last)
	p.keep(p.host.State())
}

// openFragment shows the scenario of the fragment, or says what is wrong.
func (p *Page) openFragment() {
	text, ok, err := DecodeLink(window.Get("location").Get("hash").String())
	if !ok {
		return
	}
	if err == nil {
		err = p.open(text)
	}
	if err != nil {
		p.complain(err)
	}
}
