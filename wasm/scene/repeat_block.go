package scene

import (
	"strconv"

	"lockstep/engine/scenario"
	"lockstep/wasm/app"
)

// A repeat is a frame around the blocks of its turns. The frame is the repeat's
// control; the first block of each op of its body is that op's.

// loop is where a repeat is.
type loop struct {
	op          int
	at          Rect
	first, last int32   // calls
	head, foot  float64 // how wide their blocks are
}

// findLoops finds the frames of a lane's repeats.
func (l *lane) findLoops() {
	l.loops = l.loops[:0]
	for i := range l.blocks {
		b := &l.blocks[i]
		if b.in == 0 {
			continue
		}
		n := len(l.loops)
		if n == 0 || l.loops[n-1].op != b.op {
			l.loops = append(l.loops, loop{b.op, b.at, b.call, b.call, b.at.W, b.at.W})
			continue
		}
		s := &l.loops[n-1]
		s.at.W, s.last = max(s.at.right(), b.at.right())-s.at.X, b.call
		if !b.mark {
			s.foot = b.at.W
		}
	}
}

func (l *lane) loopOf(op int) *loop {
	for i := range l.loops {
		if l.loops[i].op == op {
			return &l.loops[i]
		}
	}
	return nil
}

// loopAt is the repeat into whose body something goes that is dropped at x. At its
// ends it goes before or behind the repeat.
func (l *lane) loopAt(x float64) *loop {
	for i := range l.loops {
		s := &l.loops[i]
		if x > s.at.X+min(s.head/4, 20) && x < s.at.right()-min(s.foot/4, 20) {
			return s
		}
	}
	return nil
}

// slotAt is the place in the body of the repeat at x, before or behind the block
// that is there, and where its mark stands.
func (l *lane) slotAt(of *scenario.Scenario, x float64) (app.Slot, float64) {
	s := l.loopAt(x)
	var under *block
	for i := range l.blocks {
		if b := &l.blocks[i]; b.op == s.op && b.in > 0 && !b.mark && (under == nil || b.at.X <= x) {
			under = b
		}
	}
	ref := app.InnerRef{Rank: l.proc, Op: s.op, In: under.in}
	if ref.Find(of) == nil {
		return app.Slot{At: app.InnerRef{Rank: l.proc, Op: s.op}}, s.at.X
	}
	if x < under.at.X+under.at.W/2 {
		return app.Slot{At: ref}, under.at.X
	}
	return app.Behind(of, ref), under.at.right()
}

// slotX is where the mark of a place in a body stands: at the pointer in its lane,
// at the first turn in the others.
func (l *lane) slotX(of *scenario.Scenario, drag *app.Drag, pointed bool) float64 {
	s := l.loopOf(drag.To.At.Op)
	if s == nil {
		return l.gapX(drag.To.At.Op)
	}
	if pointed && l.loopAt(drag.X) == s {
		_, x := l.slotAt(of, drag.X)
		return x
	}
	if drag.To.Last && drag.To.At.In == 0 {
		return s.at.right()
	}
	for i := range l.blocks {
		if b := &l.blocks[i]; b.op == s.op && b.in >= drag.To.At.In {
			return b.at.X
		}
	}
	return s.at.right()
}

// drawLoops draws the frames under the blocks.
func (d *sheet) drawLoops(t *timeline, l *lane) {
	for i := range l.loops {
		s := &l.loops[i]
		if s.at.right() < t.plot.X-8 || s.at.X > t.plot.right() {
			continue
		}
		by := 5.0
		if t.look.block < 30 {
			by = min(3, t.look.blockY-1)
		}
		r := Rect{s.at.X - 1, s.at.Y - by, s.at.W + 2, s.at.H + 2*by}
		stroke, width := d.pal.Faint, 1.0
		if d.s.IsChosen(app.OpRef{Rank: l.proc, Op: s.op}) {
			stroke, width = d.pal.Accent, 2
		}
		d.outline(r, min(9, r.H/4), d.pal.Chip.alpha(0.5), stroke, width)
		if t.look.blockY >= 20 && r.W > 40 {
			op := &d.s.Scenario.ProgramOf(l.proc)[s.op]
			d.text(r.X+5, r.Y-4, r.W-10, d.say("repeat.label", "times", strconv.Itoa(op.Times)), ink{size: 10, color: d.pal.Muted, bold: true})
		}
	}
}

// loopHot makes the frame of a repeat a button that opens its editor.
func (d *sheet) loopHot(t *timeline, l *lane, s *loop) {
	ref := app.OpRef{Rank: l.proc, Op: s.op}
	first, last := &d.index.t.Calls[s.first], &d.index.t.Calls[s.last]
	r := Rect{s.at.X - 2, s.at.Y - 6, s.at.W + 4, s.at.H + 12}
	if t.look.blockY >= 20 { // with its label
		r.Y, r.H = r.Y-12, r.H+12
	}
	d.opHot(t, ref, r, opWords{name: d.opName(ref, d.statusText(last)), story: d.lasted(first.Start, last)})
}

// innerHot makes the first block of an op of a body a button that opens its editor.
func (d *sheet) innerHot(t *timeline, l *lane, b *block) {
	ref := app.InnerRef{Rank: l.proc, Op: b.op, In: b.in}
	op := scenario.OpAt(d.s.Scenario.ProgramOf(l.proc), b.op, b.in)
	if op == nil || !b.begin || b.mark {
		return
	}
	open := app.Open{Kind: app.OpenOp, Rank: l.proc, Op: b.op, In: b.in}
	h := Hot{ID: ref.ID(), Rect: t.across(b.at), Reveal: t.unpan(b.at), Role: Button, Press: app.OpenPopover{Open: open}, Expanded: d.s.Open == open,
		Name:     d.say("block.name", "rank", strconv.Itoa(d.rankAt(l.proc)), "n", placeText(ref), "call", d.opLabel(op), "status", d.statusText(&d.index.t.Calls[b.call])),
		Describe: d.blockStory(l.proc, b.call, false),
		Aside:    d.tabStop(l.proc) != b.op || !d.s.IsChosen(app.OpRef{Rank: l.proc, Op: b.op})}
	if !d.s.ReadOnly {
		h.Keys, h.Menu, h.Paste = innerKeys(ref), app.OpenPopover{Open: open}, app.Paste{At: ref}
		h.Drag = grip{t, d.s.Scenario, app.Drag{Kind: app.DragOps, From: app.OpRef{Rank: ref.Rank, Op: ref.Op}, In: ref.In}}
	}
	d.hot(h)
}

// placeText is "3.2" for the second op in the body of op 3, as a person counts.
func placeText(ref app.InnerRef) string {
	text := strconv.Itoa(ref.Op + 1)
	if ref.In > 0 {
		text += "." + strconv.Itoa(ref.In)
	}
	return text
}

func innerKeys(ref app.InnerRef) []KeyAction {
	before := app.OpenPopover{Open: app.Open{Kind: app.OpenPalette, Rank: ref.Rank, Op: ref.Op, In: ref.In}}
	return []KeyAction{
		{"Delete", app.RemoveInner{At: ref}}, {"Backspace", app.RemoveInner{At: ref}},
		{"Alt+ArrowLeft", app.MoveInner{At: ref, By: -1}}, {"Alt+ArrowRight", app.MoveInner{At: ref, By: 1}},
		{"Alt+ArrowUp", app.MoveInner{At: ref, ByRank: -1}}, {"Alt+ArrowDown", app.MoveInner{At: ref, ByRank: 1}},
		{"Alt+Shift+ArrowLeft", app.CarryInto{From: ref, By: -1}}, {"Alt+Shift+ArrowRight", app.CarryInto{From: ref, By: 1}},
		{"ArrowLeft", app.StepIn{From: ref, By: -1}}, {"ArrowRight", app.StepIn{From: ref, By: 1}},
		{"ArrowUp", app.StepTo{From: app.OpRef{Rank: ref.Rank, Op: ref.Op}, Rank: -1}}, {"ArrowDown", app.StepTo{From: app.OpRef{Rank: ref.Rank, Op: ref.Op}, Rank: 1}},
		{"Control+d", app.DuplicateInner{At: ref}}, {"Meta+d", app.DuplicateInner{At: ref}},
		{"Control+c", app.CopyChosen{At: ref}}, {"Meta+c", app.CopyChosen{At: ref}}, {"Control+x", app.CutChosen{At: ref}}, {"Meta+x", app.CutChosen{At: ref}},
		{"Insert", before}, {"i", before},
	}
}

// opLine is an op in a list, with how long it takes where it says so.
func (d *sheet) opLine(op *scenario.Op) string {
	switch op.Name {
	case "compute", "load_data", "sleep":
		return op.Name + "  " + formatTime(op.For)
	}
	return d.opLabel(op)
}

// bodyList is the body of the repeat that the open editor is of: each op is a
// button that leads to its own editor, and the last one adds an op. It returns
// where it ends; nothing is drawn unless really.
func (d *sheet) bodyList(x, y, inner float64, really bool) float64 {
	ref := d.s.Open.Inner()
	op := ref.Find(d.s.Scenario)
	if op == nil || op.Name != "repeat" {
		return y
	}
	const row = 30
	if really {
		d.text(x, y+19, d.labels()-8, d.say("repeat.body"), ink{size: 12.5, color: d.pal.Muted})
	}
	left, in := x+d.labels(), ref.In
	var list func(body []scenario.Op, depth int)
	list = func(body []scenario.Op, depth int) {
		for i := range body {
			in++
			if really {
				at := app.InnerRef{Rank: ref.Rank, Op: ref.Op, In: in}
				by := float64(min(depth, 4)) * 14
				d.button(button{id: app.OpID(ref.Rank, ref.Op) + ".list-" + strconv.Itoa(in-1), at: Rect{left + by, y, inner - d.labels() - by, 26}, radius: 6, size: 12, mono: true, left: true,
					name: d.say("repeat.open", "n", placeText(at), "call", d.opLine(&body[i])), label: d.opLine(&body[i]),
					press: app.OpenPopover{Open: app.Open{Kind: app.OpenOp, Rank: ref.Rank, Op: ref.Op, In: in}}})
			}
			y += row
			list(body[i].Body, depth+1)
		}
	}
	list(op.Body, 0)
	if d.s.ReadOnly {
		return y + 6
	}
	if really {
		d.button(button{id: ref.ID() + ".append", at: Rect{left, y, inner - d.labels(), 26}, radius: 6, size: 12, icon: "plus", label: d.say("repeat.add"),
			press: app.OpenPopover{Open: app.Open{Kind: app.OpenPalette, Rank: ref.Rank, Op: ref.Op, In: ref.In, Last: true}}})
	}
	return y + row + 6
}
