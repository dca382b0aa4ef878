package scene

import (
	"strconv"
	"strings"

	"lockstep/engine/scenario"
	"lockstep/engine/trace"
	"lockstep/wasm/app"
)

// drawLanes draws the lanes: cards, blocks, arrows, and the axis with the cursor.
// The cursor's place comes first in the list of hot places, so that blocks lie
// on top of it and empty room in a lane moves it.
func (d *sheet) drawLanes(t *timeline) {
	d.cursorHot(t)
	d.fixed("message places", func() { d.messageHots(t, timeDrag{t.scale, t.plot.X - d.s.Pan}) })
	d.clip(t.view)
	mark := len(d.out.Hot)
	for i := range t.lanes {
		if l := &t.lanes[i]; t.near(l, t.view) {
			d.drawLane(t, l)
		}
	}
	d.unclip()
	clip := Rect{t.plot.X - 4, t.view.Y, t.plot.W + 8, t.view.H}
	d.clip(clip)
	d.fixed("messages", func() {
		d.messages(t)
		d.pointed(t)
		d.mutual(t)
		d.faults(t)
		d.evidence(t)
	})
	d.unclip()
	d.enclose(mark, "lanes", t.hidden(), t.view)
	d.fixed("axis", func() {
		d.attemptLines(t)
		d.axis(t)
		d.axisControls(t)
	})
	d.cursorLine(t)
	d.lanesAreas(t)
}

func (d *sheet) drawLane(t *timeline, l *lane) {
	if t.look.plain() {
		part(d, "lane", l.proc, struct{}{}, func() float64 {
			d.laneGround(l)
			d.card(t, l)
			d.laneBlocks(t, l)
			return 0
		})
		return
	}
	part(d, "ground", l.proc, struct{}{}, func() float64 { d.laneGround(l); return 0 })
	d.laneContent(t, l)
}

func (d *sheet) laneGround(l *lane) {
	c := d.rankColor(l.proc)
	radius := min(10, l.at.H/4)
	d.box(l.at, radius, d.pal.Surface, d.pal.Line)
	d.box(Rect{l.at.X, l.at.Y, 5, l.at.H}, 2.5, c.Bar, 0)
}

func (d *sheet) laneContent(t *timeline, l *lane) {
	part(d, "card", l.proc, d.cardAt(t, l), func() float64 { d.card(t, l); return 0 })
	part(d, "blocks", l.proc, struct{}{}, func() float64 { d.laneBlocks(t, l); return 0 })
}

// laneBlocks is what stands beside a card, at any time.
func (d *sheet) laneBlocks(t *timeline, l *lane) {
	if t.look.cardWidth > 0 {
		x := l.at.X + t.look.cardWidth
		d.line(Point{x, l.at.Y + 6}, Point{x, l.at.bottom() - 6}, d.pal.Line, 1)
	}
	d.clip(Rect{t.plot.X - 4, l.at.Y, t.plot.W + 4, l.at.H})
	d.drawStrips(t, l)
	for i := range l.blocks {
		d.drawBlock(t, l, &l.blocks[i])
	}
	for i := range l.tail {
		d.drawGhost(t, l, &l.tail[i])
	}
	d.drawPinned(t, l)
	d.addOp(t, l)
	d.unclip()
}

// rankColor is the colour of a process: that of its rank.
func (d *sheet) rankColor(p int) RankColor { return d.pal.rank(d.rankAt(p)) }

// rankAt is the rank of a process, also before the run has one.
func (d *sheet) rankAt(p int) int {
	if p < len(d.index.t.Procs) {
		return max(0, int(d.index.t.Procs[p].Rank))
	}
	return p
}

// segment is a stretch of a block: moving or standing still.
type segment struct {
	at   Rect
	idle bool
}

// segments cuts a call's block where it stood still and where its data moved.
// What is narrower than a few pixels is not told apart.
func (d *sheet) segments(t *timeline, b *block) []segment {
	const least = 9
	x := b.at.X
	var list []segment
	put := func(to float64, idle bool) {
		if n := len(list); n > 0 && list[n-1].idle == idle {
			list[n-1].at.W = to - list[n-1].at.X
		} else {
			list = append(list, segment{Rect{x, b.at.Y, to - x, b.at.H}, idle})
		}
		x = to
	}
	var idle []span
	if b.at.W >= least {
		known := false
		if idle, known = d.index.idleNow(b.call); !known {
			d.unfinished()
		}
	}
	for _, s := range idle {
		from, to := max(x, t.before(d, s.From)), min(t.before(d, s.To), b.at.right())
		if s.From == d.index.t.Calls[b.call].Start {
			from = x
		}
		if to-from < least {
			continue
		}
		if from-x >= least {
			put(from, false)
		}
		put(to, true)
	}
	switch rest := b.at.right() - x; {
	case len(list) == 0:
		put(b.at.right(), false)
	case rest >= least:
		put(b.at.right(), false)
	default:
		list[len(list)-1].at.W += rest
	}
	return list
}

// drawBlock draws a call: quiet for what a process does alone, in the rank's
// colour where it communicates, hatched where it waits.
func (d *sheet) drawBlock(t *timeline, l *lane, b *block) {
	if b.mark {
		d.drawMark(b)
		return
	}
	if b.at.right() < t.plot.X-8 || b.at.X > t.plot.right() {
		d.blockHot(t, l, b)
		return
	}
	c := d.rankColor(l.proc)
	call := &d.index.t.Calls[b.call]
	selected := b.op >= 0 && d.s.IsChosen(app.OpRef{Rank: l.proc, Op: b.op}) || d.ofLine(b)
	room := b.at
	if d.communicates(call) {
		room = d.drawSegments(t, b, c)
		d.reductions(t, b, c)
	} else {
		r := d.blockBody(b.at)
		d.box(r, min(7, r.H/4), d.pal.Chip, d.pal.Line)
		d.blockLabel(r, b, d.pal.Text, d.pal.Muted)
	}
	if selected {
		d.outline(d.blockBody(b.at).inset(-2), 9, 0, d.pal.Accent, 2)
	}
	_ = room
	d.blockHot(t, l, b)
}

// communicates: the op needs others. init meets the others too, but is told as
// the quiet beginning that it is, unless it fails.
func (d *sheet) communicates(c *trace.Call) bool {
	switch app.FamilyOf(c.Op) {
	case scenario.Collectives, scenario.PointToPoint:
		return true
	}
	return c.Status == trace.Error || c.Status == trace.Killed || c.End == trace.Never && d.s.Run.Over()
}

// blockBody leaves a gap to the neighbours.
func (d *sheet) blockBody(r Rect) Rect {
	gap := min(blockGap, r.W/4)
	return Rect{r.X + gap, r.Y, max(1, r.W-2*gap), r.H}
}

// drawSegments draws the stretches of a communicating call and puts the label
// into the one with the most room for it.
func (d *sheet) drawSegments(t *timeline, b *block, c RankColor) Rect {
	list := d.segments(t, b)
	best := 0
	for i, s := range list {
		r := d.blockBody(s.at)
		radius := min(7, r.W/2, r.H/4)
		if s.idle {
			d.box(r, radius, d.pal.Surface, 0)
			d.hatch(r, radius, c.Bar)
			d.box(r, radius, 0, c.Bar)
		} else {
			d.box(r, radius, c.Fill, 0)
		}
		if s.at.W > list[best].at.W && (!s.idle || list[best].idle) || list[best].idle && !s.idle && s.at.W > 60 {
			best = i
		}
	}
	r := d.blockBody(list[best].at)
	if list[best].idle {
		d.blockLabel(r, b, d.pal.Text, d.pal.Text)
	} else {
		d.blockLabel(r, b, c.OnFill, c.OnFill)
	}
	return r
}

// labelled is the width below which a block has no label.
const labelled = 24

// blockLabel puts the two lines into a block, or what there is room for.
func (d *sheet) blockLabel(r Rect, b *block, label, sub Color) {
	if r.W < labelled || r.H < 14 {
		return
	}
	k, s := d.blockInk()
	k.color, s.color = label, sub
	if r.H < 24 {
		k.size = 11
	}
	pad := min(10, max(4, (r.W-d.width(b.label, k))/2))
	w := r.W - 2*pad
	if short := fit(d.m, b.label, k, w); len([]rune(short)) < min(4, len([]rune(b.label))) {
		return
	}
	if b.sub == "" || r.H < 32 {
		d.text(r.X+pad, r.Y+r.H/2+4.3, w, b.label, k)
		return
	}
	d.text(r.X+pad, r.Y+15, w, b.label, k)
	if short := fit(d.m, b.sub, s, w); short == b.sub || strings.Contains(b.sub, " ") && len([]rune(short)) >= 5 { // half a word says nothing
		d.text(r.X+pad, r.Y+28, w, b.sub, s)
	}
}

// drawMark is the bar at which a call failed, and what it says.
func (d *sheet) drawMark(b *block) {
	d.box(Rect{b.at.X - 1, b.at.Y - 4, 4, b.at.H + 8}, 2, d.pal.Error, 0)
	icon := "cross"
	switch call := &d.index.t.Calls[b.call]; {
	case call.Status == trace.Killed:
		icon = "bolt"
	case b.sub != "" && timedOut(call):
		icon = "clock"
	}
	mid := b.at.Y + b.at.H/2
	w := b.at.W - 12
	if w < 16 { // the sign at least
		d.icon(icon, b.at.X+9, b.at.Y-1, 0.7, d.pal.Error)
		return
	}
	if b.sub != "" && b.at.H >= 32 {
		mid = b.at.Y + 10
		d.text(b.at.X+10, b.at.Y+b.at.H-4, w, b.sub, ink{size: 10.5, color: d.pal.Error, mono: true})
	}
	d.icon(icon, b.at.X+16, mid, 1, d.pal.Error)
	d.text(b.at.X+28, mid+4, w-18, b.label, ink{size: 12, color: d.pal.Error, bold: true})
}

// drawGhost is an op that did not run.
func (d *sheet) drawGhost(t *timeline, l *lane, b *block) {
	r := d.blockBody(b.at)
	d.dashed(r, min(7, r.H/4), d.pal.Faint)
	d.blockLabel(r, b, d.pal.Muted, d.pal.Muted)
	if d.s.IsChosen(app.OpRef{Rank: l.proc, Op: b.op}) {
		d.outline(r.inset(-2), 9, 0, d.pal.Accent, 2)
	}
	d.blockHot(t, l, b)
}

// blockHot makes the block a button: Enter opens its editor.
func (d *sheet) blockHot(t *timeline, l *lane, b *block) {
	if d.isScripted() {
		if b.op >= 0 && b.call != trace.None {
			d.scriptHot(t, l, b)
		}
		return
	}
	if !b.first || b.op < 0 {
		return
	}
	ref, words := app.OpRef{Rank: l.proc, Op: b.op}, d.opWords(l, b)
	id := app.OpID(l.proc, b.op)
	if d.looksClosely(id, ref) {
		words.story = d.blockStory(l, b, true)
	}
	open := app.Open{Kind: app.OpenOp, Rank: l.proc, Op: b.op}
	h := Hot{ID: id, Rect: t.across(b.at), Reveal: t.unpan(b.at), Role: Button,
		Name: words.name, Describe: words.story, Press: app.OpenPopover{Open: open},
		Selected: d.s.IsChosen(ref), Expanded: d.s.Open == open, Aside: b.op != d.tabStop(l.proc)}
	if !d.s.ReadOnly {
		h.Keys = d.keys(ref)
		h.Menu = app.OpenPopover{Open: open}
		h.Drag = grip{t, app.Drag{Kind: app.DragOps, From: ref}}
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
	return []KeyAction{
		{"Delete", app.RemoveChosen{At: ref}}, {"Backspace", app.RemoveChosen{At: ref}},
		{"Alt+ArrowLeft", app.MoveChosen{At: ref, By: -1}}, {"Alt+ArrowRight", app.MoveChosen{At: ref, By: 1}},
		{"Alt+ArrowUp", app.MoveChosen{At: ref, ByRank: -1}}, {"Alt+ArrowDown", app.MoveChosen{At: ref, ByRank: 1}},
		{"ArrowLeft", app.StepTo{From: ref, By: -1}}, {"ArrowRight", app.StepTo{From: ref, By: 1}},
		{"ArrowUp", app.StepTo{From: ref, Rank: -1}}, {"ArrowDown", app.StepTo{From: ref, Rank: 1}},
		{"Shift+ArrowLeft", app.StepTo{From: ref, By: -1, Extend: true}}, {"Shift+ArrowRight", app.StepTo{From: ref, By: 1, Extend: true}},
		{"Shift+ArrowUp", app.StepTo{From: ref, Rank: -1, Extend: true}}, {"Shift+ArrowDown", app.StepTo{From: ref, Rank: 1, Extend: true}},
		{"Shift+Click", app.SelectRange{To: ref}}, {"Shift+Enter", app.SelectRange{To: ref}},
		{"Control+Click", app.SelectToggle{Ref: ref}}, {"Meta+Click", app.SelectToggle{Ref: ref}}, {"Control+Enter", app.SelectToggle{Ref: ref}}, {"Meta+Enter", app.SelectToggle{Ref: ref}},
		{"a", app.SelectSame{Ref: ref}}, {"Control+a", app.SelectProgram{Rank: ref.Rank}}, {"Meta+a", app.SelectProgram{Rank: ref.Rank}},
		{"Control+d", app.DuplicateChosen{At: ref}}, {"Meta+d", app.DuplicateChosen{At: ref}},
		{"Control+c", app.CopyChosen{At: ref}}, {"Meta+c", app.CopyChosen{At: ref}}, {"Control+x", app.CutChosen{At: ref}}, {"Meta+x", app.CutChosen{At: ref}},
		{"Insert", before}, {"i", before},
	}
}

// blockName is the accessible name: the rank, the place in its program, the call
// and how it went.
func (d *sheet) blockName(l *lane, b *block) string {
	status := d.say("status.not-run")
	if b.call != trace.None {
		status = d.statusText(&d.index.t.Calls[b.call])
	}
	program := d.s.Scenario.ProgramOf(l.proc)
	return d.say("block.name", "rank", strconv.Itoa(d.rankAt(l.proc)), "n", strconv.Itoa(b.op+1), "call", d.opLabel(&program[b.op]), "status", status)
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

// blockStory says in one sentence when the call ran and whom it waited for.
func (d *sheet) blockStory(l *lane, b *block, closely bool) string {
	if b.call == trace.None {
		return d.say("story.not-run")
	}
	c := &d.index.t.Calls[b.call]
	text := d.say("story.ran", "from", formatTime(c.Start), "to", formatTime(d.index.endOf(c)))
	if c.End == trace.Never {
		text = d.say("story.from", "from", formatTime(c.Start))
	}
	if told := d.waitStory(l.proc, b.call, closely); told != "" {
		text = told + " " + text
	}
	if c.Message != "" {
		text += " " + c.ErrorType + ": " + c.Message
	}
	return text
}

// addOp is the place behind the last op.
func (d *sheet) addOp(t *timeline, l *lane) {
	if d.s.ReadOnly {
		return
	}
	n := len(d.s.Scenario.ProgramOf(l.proc))
	open := app.Open{Kind: app.OpenPalette, Rank: l.proc, Op: n}
	r := Rect{l.endX + 4, l.at.Y + t.look.blockY, addWidth, t.look.block}
	if t.look.block < 20 {
		r.W = t.look.block
	}
	if d.isScripted() { // its calls stand in the text
		if d.faultButton(t.look) {
			d.addFault(t, l, Rect{r.X, r.Y, faultWidth, r.H})
		}
		return
	}
	d.dashed(r, min(7, r.H/4), d.pal.Faint)
	d.icon("plus", r.X+r.W/2, r.Y+r.H/2, min(1, r.H/24), d.pal.Muted)
	d.hot(Hot{ID: "rank-" + strconv.Itoa(l.proc) + ".add-op", Rect: t.across(r), Reveal: t.unpan(r), Role: Button,
		Name: d.say("add-op.name", "rank", strconv.Itoa(d.rankAt(l.proc))), Press: app.OpenPopover{Open: open}, Expanded: d.s.Open == open})
	if d.faultButton(t.look) {
		d.addFault(t, l, Rect{r.right() + 4, r.Y, faultWidth, r.H})
	}
}

// addFault opens the palette of faults.
func (d *sheet) addFault(t *timeline, l *lane, r Rect) {
	open := app.Open{Kind: app.OpenFaults, Rank: l.proc}
	d.dashed(r, min(7, r.H/4), d.pal.Faint)
	d.icon("bolt", r.X+r.W/2, r.Y+r.H/2, min(1, r.H/28), d.pal.Muted)
	d.hot(Hot{ID: "rank-" + strconv.Itoa(l.proc) + ".add-fault", Rect: t.across(r), Reveal: t.unpan(r), Role: Button,
		Name: d.say("add-fault.name", "rank", strconv.Itoa(d.rankAt(l.proc))), Press: app.OpenPopover{Open: open}, Expanded: d.s.Open == open})
}
