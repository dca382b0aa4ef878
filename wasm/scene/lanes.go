package scene

import (
	"strconv"

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
	d.stretch("lanes", func() float64 {
		for i := range t.lanes {
			if l := &t.lanes[i]; t.near(l, t.view) {
				d.drawLane(t, l)
			}
		}
		return 0
	})
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
		d.arrowsTold(t)
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
	d.drawLoops(t, l)
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
	if faultAbove(t.look) && !d.s.Embed {
		d.addFault(t, l, Rect{l.at.right() - 40, l.at.Y + 7, 30, 26})
	}
	if d.isScripted() { // its calls stand in the text
		if d.faultButton(t.look) {
			d.addFault(t, l, Rect{r.X, r.Y, min(faultWidth, r.H), r.H})
		}
		return
	}
	d.dashed(r, min(7, r.H/4), d.pal.Faint)
	d.icon("plus", r.X+r.W/2, r.Y+r.H/2, min(1, r.H/24), d.pal.Muted)
	d.hot(Hot{ID: "rank-" + strconv.Itoa(l.proc) + ".add-op", Rect: t.across(r), Reveal: t.unpan(r), Role: Button,
		Name: d.say("add-op.name", "rank", strconv.Itoa(d.rankAt(l.proc))), Press: app.OpenPopover{Open: open}, Expanded: d.s.Open == open})
	if d.faultButton(t.look) {
		d.addFault(t, l, Rect{r.right() + 4, r.Y, min(faultWidth, r.H), r.H})
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
