package scene

import (
	"lockstep/engine/trace"
	"lockstep/wasm/app"
)

// blockHot makes the block a button: Enter opens its editor.
func (d *sheet) blockHot(t *timeline, l *lane, b *block) {
	if d.isScripted() {
		if b.op >= 0 && b.call != trace.None {
			d.scriptHot(t, l, b)
		}
		return
	}
	if b.op < 0 {
		return
	}
	if b.in > 0 {
		if b.first {
			d.loopHot(t, l, l.loopOf(b.op))
		}
		d.innerHot(t, l, b)
		return
	}
	if !b.first {
		return
	}
	ref, words := app.OpRef{Rank: l.proc, Op: b.op}, d.opWords(l, b)
	d.opHot(t, ref, b.at, words)
}

// opHot is the control of an op of the program.
func (d *sheet) opHot(t *timeline, ref app.OpRef, at Rect, words opWords) {
	open, c := app.Open{Kind: app.OpenOp, Rank: ref.Rank, Op: ref.Op}, d.control(ref)
	h := Hot{ID: c.id, Rect: t.across(at), Reveal: t.unpan(at), Role: Button,
		Name: words.name, Describe: words.story, Later: words.later, Press: c.press,
		Selected: d.s.IsChosen(ref), Expanded: d.s.Open == open, Aside: ref.Op != d.tabStop(ref.Rank)}
	if !d.s.ReadOnly {
		h.Keys = c.keys
		h.Menu = c.press
		h.Drag = grip{t, d.s.Scenario, app.Drag{Kind: app.DragOps, From: ref}}
	}
	d.hot(h)
}

// tabStop is the one op of a process that the Tab key stops at; arrow keys go on
// from there. Else it would take a thousand keys to get past the lanes.
func (d *sheet) tabStop(p int) int {
	if d.s.Selected.Rank == p {
		return d.s.Selected.Op
	}
	return 0
}

// opKeys are the keys of a block, and the presses with a key held.
func opKeys(ref app.OpRef) []KeyAction {
	before := app.OpenPopover{Open: app.Open{Kind: app.OpenPalette, Rank: ref.Rank, Op: ref.Op}}
	at := app.InnerRef{Rank: ref.Rank, Op: ref.Op}
	return []KeyAction{
		{"Delete", app.RemoveChosen{At: ref}}, {"Backspace", app.RemoveChosen{At: ref}},
		{"Alt+ArrowLeft", app.MoveChosen{At: ref, By: -1}}, {"Alt+ArrowRight", app.MoveChosen{At: ref, By: 1}},
		{"Alt+Shift+ArrowLeft", app.CarryInto{From: at, By: -1}}, {"Alt+Shift+ArrowRight", app.CarryInto{From: at, By: 1}},
		{"Alt+ArrowUp", app.MoveChosen{At: ref, ByRank: -1}}, {"Alt+ArrowDown", app.MoveChosen{At: ref, ByRank: 1}},
		{"ArrowLeft", app.StepTo{From: ref, By: -1}}, {"ArrowRight", app.StepTo{From: ref, By: 1}},
		{"ArrowUp", app.StepTo{From: ref, Rank: -1}}, {"ArrowDown", app.StepTo{From: ref, Rank: 1}},
		{"Shift+ArrowLeft", app.StepTo{From: ref, By: -1, Extend: true}}, {"Shift+ArrowRight", app.StepTo{From: ref, By: 1, Extend: true}},
		{"Shift+ArrowUp", app.StepTo{From: ref, Rank: -1, Extend: true}}, {"Shift+ArrowDown", app.StepTo{From: ref, Rank: 1, Extend: true}},
		{"Shift+Click", app.SelectRange{To: ref}}, {"Shift+Enter", app.SelectRange{To: ref}},
		{"Control+Click", app.SelectToggle{Ref: ref}}, {"Meta+Click", app.SelectToggle{Ref: ref}}, {"Control+Enter", app.SelectToggle{Ref: ref}}, {"Meta+Enter", app.SelectToggle{Ref: ref}},
		{"a", app.SelectSame{Ref: ref}}, {"Control+a", app.SelectProgram{Rank: ref.Rank}}, {"Meta+a", app.SelectProgram{Rank: ref.Rank}},
		{"Control+d", app.DuplicateChosen{At: ref}}, {"Meta+d", app.DuplicateChosen{At: ref}},
		{"Control+c", app.CopyChosen{At: at}}, {"Meta+c", app.CopyChosen{At: at}}, {"Control+x", app.CutChosen{At: at}}, {"Meta+x", app.CutChosen{At: at}},
		{"Insert", before}, {"i", before},
	}
}

// blockName is the accessible name of the op of a block.
func (d *sheet) blockName(l *lane, b *block) string {
	status := d.say("status.not-run")
	if b.call != trace.None {
		status = d.statusText(&d.index.t.Calls[b.call])
	}
	return d.opName(app.OpRef{Rank: l.proc, Op: b.op}, status)
}

func (d *sheet) statusText(c *trace.Call) string {
	switch c.Status {
	case trace.OK:
		return d.say("status.ok")
	case trace.Error:
		return d.say("status.error", "type", c.ErrorType)
	case trace.Killed:
		if d.aborted(c) {
			return d.say("status.aborted")
		}
		return d.say("status.killed")
	case trace.Skipped:
		return d.say("status.not-run")
	}
	if d.s.Run.Over() {
		if d.index.stop {
			return d.say("status.stopped")
		}
		return d.say("status.hang")
	}
	return d.say("status.running")
}

// lasted says from when on a call ran, or several to this one, and until when.
func (d *sheet) lasted(from trace.Time, last *trace.Call) string {
	switch {
	case last.End != trace.Never:
		return d.say("story.ran", "from", d.time(from), "to", d.time(last.End))
	case d.index.cut > 0:
		return d.say("story.until", "from", d.time(from), "to", d.time(d.index.cut))
	}
	return d.say("story.from", "from", d.time(from))
}

// blockStory says in one sentence when the call ran and whom it waited for.
func (d *sheet) blockStory(p int, call int32, closely bool) string {
	if call == trace.None {
		return d.say("story.not-run")
	}
	c := &d.index.t.Calls[call]
	text := d.lasted(c.Start, c)
	if told := d.waitStory(p, call, closely); told != "" {
		text = d.sentences(told, text)
	}
	if c.Message != "" {
		text = d.sentences(text, c.ErrorType+": "+c.Message)
	}
	return text
}
