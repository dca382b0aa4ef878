package scene

import (
	"strings"

	"lockstep/engine/trace"
	"lockstep/wasm/app"
)

const (
	callCell   = 88.0 // the least width of a cell; more ranks are scrolled to
	callHeight = 36.0
	callIndex  = 34.0 // room for the index at the left
)

// callsTab has a table for each process group: what each rank called as the
// group's n-th call, and how far that has come at the cursor.
func (d *sheet) callsTab(x, y, width float64) float64 {
	tables := d.tablesOfCalls()
	if len(tables) == 0 {
		y = d.paragraph(x, y, width, 20, 0, d.say("calls.none"), ink{size: 12.5, color: d.pal.Muted})
	}
	for _, g := range tables {
		y = d.groupTable(x, y, width, g) + 18
	}
	if len(tables) > 0 {
		y = d.callLegend(x, y, width)
	}
	return d.model(x, y+12, width)
}

// groupTable is one group's table; it returns where it ends.
func (d *sheet) groupTable(x, y, width float64, g *groupCalls) float64 {
	name := d.say("calls.world")
	if g.name != "" {
		name = d.say("calls.group", "name", g.name)
	}
	if d.index.attempts() > 1 {
		if c := g.someCall(); c != trace.None { // a group is of one attempt
			name += " · " + d.say("calls.attempt", "n", itoa(d.index.attemptOf(d.index.t.Calls[c].Start)))
		}
	}
	y = d.heading(x, y, width, name)
	y = d.paragraph(x, y-4, width, 18, 0, d.verdict(g), ink{size: 12, color: d.pal.Muted}) + 8
	n := float64(len(g.procs))
	col := max(callCell, (width-callIndex)/max(1, n))
	over := n*col - (width - callIndex)
	across := min(d.s.Scroll.Across, max(0, over))
	table := Rect{x + callIndex, y - 14, width - callIndex + 4, 20 + float64(len(g.rows))*callHeight}
	for i := range g.rows {
		top := y + 12 + float64(i)*callHeight
		if !d.insight(top, callHeight) {
			continue
		}
		if i == g.first {
			d.box(Rect{x - 4, top - 3, width + 8, callHeight}, 6, d.pal.ErrorSoft, 0)
			d.icon("cross", x+2, top+22, 0.6, d.pal.Error)
		}
		d.text(x, top+12, callIndex-4, "#"+itoa(int(g.rows[i].seq)), ink{size: 12, color: d.pal.Muted, mono: true, bold: i == g.first})
	}
	d.clip(Rect{table.X, table.Y, table.W, table.H + 4})
	for k, p := range g.procs {
		at := table.X + float64(k)*col - across
		if at+col < table.X-col || at > table.right()+col {
			continue
		}
		d.text(at, y, col-6, "rank "+itoa(d.rankAt(int(p))), ink{size: 12, color: d.rankColor(int(p)).Ink, bold: true})
		for i := range g.rows {
			if top := y + 12 + float64(i)*callHeight; d.insight(top, callHeight) {
				d.callCell(Rect{at, top, col - 6, callHeight - 6}, table, over, g, &g.rows[i], k)
			}
		}
	}
	d.unclip()
	if over > 0.5 {
		d.out.Areas = append(d.out.Areas, Area{Rect: table.within(d.room), Scroll: acrossScroll{across, over, nil}})
		h := 4.0
		w := max(24, table.W*table.W/(table.W+over))
		d.box(Rect{table.X + (table.W-w)*across/over, table.bottom() + 4, w, h}, 2, d.pal.Faint.alpha(0.6), 0)
		return table.bottom() + 22
	}
	return table.bottom() + 14
}

// within is what of r lies in a room; a room of no height has no bounds.
func (r Rect) within(room Rect) Rect {
	if room.H == 0 {
		return r
	}
	return r.intersect(room)
}

// verdict says where the calls part, and who made which.
func (d *sheet) verdict(g *groupCalls) string {
	if g.first < 0 {
		return d.say("calls.alike", "n", itoa(len(g.rows)))
	}
	type camp struct {
		what  string
		ranks []int
	}
	var camps []camp
	for k, id := range g.rows[g.first].calls {
		what := d.say("calls.nothing")
		if id != trace.None {
			what = d.signature(id)
		}
		rank := d.rankAt(int(g.procs[k]))
		at := -1
		for i := range camps {
			if camps[i].what == what {
				at = i
			}
		}
		if at < 0 {
			camps, at = append(camps, camp{what: what}), len(camps)
		}
		camps[at].ranks = append(camps[at].ranks, rank)
	}
	parts := make([]string, len(camps))
	for i, c := range camps {
		parts[i] = d.say("calls.camp", "ranks", ranges(c.ranks), "what", c.what)
	}
	return d.say("calls.diverge", "seq", itoa(int(g.rows[g.first].seq)), "who", strings.Join(parts, d.say("calls.and")))
}

// ranges writes rising numbers, neighbours as "3–7".
func ranges(list []int) string {
	var parts []string
	for i := 0; i < len(list); {
		k := i
		for k+1 < len(list) && list[k+1] == list[k]+1 {
			k++
		}
		text := itoa(list[i])
		switch {
		case k == i+1:
			text += ", " + itoa(list[k])
		case k > i:
			text += "–" + itoa(list[k])
		}
		parts = append(parts, text)
		i = k + 1
	}
	const most = 8
	if len(parts) > most {
		parts = append(parts[:most-1], ellipsis)
	}
	return strings.Join(parts, ", ")
}

// callCell is one rank's call at one index.
func (d *sheet) callCell(at, table Rect, over float64, g *groupCalls, r *callRow, k int) {
	p := g.procs[k]
	id := "calls-" + itoa(int(g.group)) + "." + itoa(int(r.seq)) + ".rank-" + itoa(int(p))
	rank := itoa(d.rankAt(int(p)))
	call := r.calls[k]
	if call == trace.None {
		icon, state := "", d.say("calls.not-yet")
		if d.s.Run.Over() {
			icon, state = "minus", d.say("calls.never")
		}
		d.dashed(at, 6, d.pal.Faint)
		what := d.say("calls.nothing")
		if op := r.never[k]; op != nil {
			what = callText(op)
			d.text(at.X+6, at.Y+at.H/2+4, at.W-24, what, ink{size: 11, color: d.pal.Muted})
			d.icon(icon, at.right()-10, at.Y+at.H/2, 0.7, d.pal.Faint)
		} else if icon != "" {
			d.icon(icon, at.X+at.W/2, at.Y+at.H/2, 0.8, d.pal.Faint)
		}
		d.hot(Hot{ID: id, Rect: at.intersect(table), Role: Group, Name: d.say("calls.cell", "rank", rank, "seq", itoa(int(r.seq)), "what", what, "state", state)})
		return
	}
	c := &d.index.t.Calls[call]
	st := d.callState(c)
	d.box(at, 6, d.pal.Surface, d.pal.Line)
	if st == callRunning {
		d.hatch(at, 6, d.rankColor(int(p)).Bar)
	}
	ref := app.NoOp
	if c.Line == 0 && c.Step >= 0 {
		ref = app.OpRef{Rank: d.index.t.Seat(p), Op: int(c.Step)}
	}
	if ref != app.NoOp && d.s.IsChosen(ref) {
		d.outline(at, 6, 0, d.pal.Accent, 1.6)
	}
	first, second := d.callLines(c)
	color := d.pal.Text
	if st == callLater {
		color = d.pal.Muted
	}
	d.text(at.X+6, at.Y+12, at.W-24, first, ink{size: 11, color: color, bold: true})
	d.text(at.X+6, at.Y+25, at.W-10, second, ink{size: 9.5, color: d.pal.Muted, mono: true})
	d.stateIcon(st, at.right()-10, at.Y+8)
	d.hot(Hot{ID: id, Rect: at.intersect(table), Role: Button,
		Name:     d.say("calls.cell", "rank", rank, "seq", itoa(int(r.seq)), "what", d.signature(call), "state", d.say(callStates[st])),
		Describe: d.say("calls.goto", "time", formatTime(c.Start)), Quiet: true, Selected: ref != app.NoOp && d.s.IsChosen(ref),
		Press: app.Visit{Ref: ref, T: c.Start, Lanes: d.lanesFor(int(p))}, Reveal: revealAcross(at, table, over)})
}

// callLines are the call and what it moves, short.
func (d *sheet) callLines(c *trace.Call) (first, second string) {
	first = c.Op
	if op := d.opOf(c); op != nil {
		first = callText(op)
	}
	if c.Tensor != trace.None {
		b := &d.index.t.Tensors[c.Tensor]
		second = shapeText(b.DType, b.Shape)
	}
	return first, second
}

// callState is how far a call has come at the cursor.
type callState uint8

const (
	callLater   callState = iota // not begun
	callRunning                  // begun, not completed
	callDone
	callFailed
	callHanging // begun, and never completed
)

var callStates = [...]string{"calls.later", "calls.started", "calls.completed", "calls.failed", "calls.hangs"}

func (d *sheet) callState(c *trace.Call) callState {
	at := d.s.Cursor
	end := max(c.End, c.Done)
	if c.Done == trace.Never {
		end = trace.Never
	}
	switch {
	case c.Start > at:
		return callLater
	case end == trace.Never && d.s.Run.Over() && at >= d.s.End():
		return callHanging
	case end == trace.Never || end > at:
		return callRunning
	case c.Status == trace.Error || c.Status == trace.Killed:
		return callFailed
	}
	return callDone
}

// stateIcon is the sign of a state.
func (d *sheet) stateIcon(st callState, x, y float64) {
	switch st {
	case callDone:
		d.icon("check", x, y, 0.7, d.pal.OK)
	case callFailed, callHanging:
		d.icon("cross", x, y, 0.7, d.pal.Error)
	case callRunning:
		d.icon("clock", x, y, 0.7, d.pal.Text)
	}
}

// callLegend explains the signs.
func (d *sheet) callLegend(x, y, width float64) float64 {
	k := ink{size: 11, color: d.pal.Muted}
	left := x
	put := func(sign func(x, y float64), key string) {
		text := d.say(key)
		if w := d.width(text, k); left > x && left+16+w > x+width {
			left, y = x, y+20
		}
		sign(left+5, y-4)
		left += 16 + d.text(left+16, y, width-16, text, k) + 16
	}
	for _, st := range []callState{callDone, callRunning, callFailed} {
		put(func(x, y float64) { d.stateIcon(st, x, y) }, callStates[st])
	}
	put(func(x, y float64) { d.icon("minus", x, y, 0.7, d.pal.Faint) }, "calls.never")
	return y + 12
}

// lanesFor is how far the lanes are to be scrolled so that a process is in sight.
func (d *sheet) lanesFor(p int) float64 {
	t := d.lanes
	if t == nil || p >= len(t.lanes) {
		return d.s.Scroll.Lanes
	}
	l := t.lanes[p].at
	if l.Y >= t.view.Y && l.bottom() <= t.view.bottom() {
		return d.s.Scroll.Lanes
	}
	return min(max(0, float64(p)*t.look.pitch-t.view.H/2), max(0, t.hidden()))
}

// acrossScroll scrolls a wide table to the right, and leaves the other direction
// to what the table stands in.
type acrossScroll struct {
	now, limit float64
	down       Scroller
}

// By is the action for a distance.
func (s acrossScroll) By(dx, dy float64) app.Action {
	if dx < 0 && s.now > 0 || dx > 0 && s.now < s.limit {
		return app.ScrollAcross{DX: dx, Limit: s.limit}
	}
	if s.down != nil && dy != 0 {
		return s.down.By(0, dy)
	}
	return nil
}

// revealAcross brings a cell into sight that is scrolled out at the left or right.
func revealAcross(at, table Rect, over float64) app.Action {
	switch {
	case over <= 0.5:
		return nil
	case at.X < table.X-1:
		return app.ScrollAcross{DX: at.X - table.X - 8, Limit: over}
	case at.right() > table.right()+1:
		return app.ScrollAcross{DX: at.right() - table.right() + 8, Limit: over}
	}
	return nil
}
