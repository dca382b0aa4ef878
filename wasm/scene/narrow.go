package scene

import (
	"lockstep/wasm/app"
)

const narrowBar = 48

// footHeight is that of playback at the foot, and of what the picture is.
func (d *sheet) footHeight() float64 {
	lines, k := d.modelLines(d.s.W-24, d.say("model"), modelInk)
	return 70 + float64(len(lines))*(k.size+4)
}

var modelInk = ink{size: 10, align: Middle}

// narrow is the room of a phone, a small window, or a page zoomed to 200 %: the
// lanes, the outcome and a panel with tabs one under the other, scrolled as one
// page, with playback at the foot.
func (d *sheet) narrow() {
	w, h := d.s.W, d.s.H
	foot := d.footHeight()
	body := Rect{0, narrowBar, w, h - narrowBar - foot}
	mark := len(d.out.Hot)
	d.clip(body)
	d.room = body
	end := d.narrowBody(body, body.Y+12-d.s.Scroll.Page)
	d.unclip()
	over := end + 12 + d.s.Scroll.Page - body.bottom()
	if over > 0.5 {
		down := partScroll{"page", d.s.Scroll.Page, over}
		d.passDown(0, down)
		d.out.Areas = append([]Area{{Rect: body, Scroll: down}}, d.out.Areas...)
		d.scrollBar(body, d.s.Scroll.Page, over)
	}
	d.over(reachPage, over)
	d.enclose(mark, "page", over, body)
	d.fixed("top", d.narrowTop)
	d.transportFoot(Rect{0, h - foot, w, foot})
	d.notice(Rect{10, body.Y, w - 20, body.H - 8})
}

func (d *sheet) narrowBody(body Rect, y float64) float64 {
	margin := 10.0
	width := d.s.W - 2*margin
	if d.crowded() {
		y = d.narrowSettings(margin, y, width)
		d.heatStrip(Rect{margin, y, width, 320})
		y += 330
	} else if d.s.Panels.Timeline {
		y = d.narrowSettings(margin, y, width)
		t := d.newTimeline(d.narrowLook(), margin, y, width, 0)
		d.narrowLanes(t, body)
		y = t.view.bottom() + 10
	}
	d.narrowBanner(Rect{margin, y, width, 44})
	y += 54
	if !d.s.Panels.Side && !d.s.Panels.Stage {
		return y
	}
	at := Rect{margin, y, width, 0}
	mark := len(d.out.Shapes)
	d.box(at, 10, d.pal.Surface, d.pal.Line)
	h := d.tabRows(margin+18, y, width-36)
	d.line(Point{margin, y + h}, Point{margin + width, y + h}, d.pal.Line, 1)
	end := d.narrowPanel(margin+18, y+h+4, width-36)
	d.out.Shapes[mark].Rect.H = max(end+12, body.bottom()-12) - y
	return max(end+12, body.bottom()-12)
}

func (d *sheet) narrowPanel(x, y, width float64) float64 {
	tab := d.tab()
	if tab.fill != nil {
		tab.fill(d, Rect{x - 8, y + 8, width + 16, 330})
		return y + 338
	}
	if tab.id == "diagnosis" { // the banner stands above the tabs here
		return d.diagnosisBody(x, y+24, width)
	}
	return tab.body(d, x, y+24, width)
}

// narrowLook: cards beside the blocks where there is room for both.
func (d *sheet) narrowLook() look {
	switch n := d.s.Scenario.Processes(); {
	case d.s.W > 640 && n <= 8:
		return lookMiddle
	case d.s.W > 640:
		return lookCompact
	case n <= 8:
		return lookPhone
	}
	return lookSlim
}

// narrowLanes has no axis: the slider at the foot is the cursor.
func (d *sheet) narrowLanes(t *timeline, body Rect) {
	var seen []*lane
	t.body = body
	for i := range t.lanes {
		if l := &t.lanes[i]; t.near(l, body) {
			seen = append(seen, l)
		}
	}
	clip := Rect{t.plot.X - 4, t.view.Y, t.plot.W + 8, t.view.H}
	if t.look.cardWidth == 0 {
		// The cards stand between the blocks here: messages pass under them.
		for _, l := range seen {
			d.laneGround(l)
		}
		d.clip(clip)
		d.messages(t)
		d.unclip()
		for _, l := range seen {
			d.laneContent(t, l)
		}
		d.clip(clip)
	} else {
		for _, l := range seen {
			d.drawLane(t, l)
		}
		d.clip(clip)
		d.messages(t)
	}
	d.mutual(t)
	d.faults(t)
	d.evidence(t)
	if x := t.x(d, d.s.Cursor); x >= t.plot.X-2 && x <= t.plot.right()+2 {
		for i := range t.lanes {
			y := t.lanes[i].at.Y
			d.line(Point{x, y + t.look.blockY - 6}, Point{x, y + t.look.blockY + t.look.block + 6}, d.pal.Accent, 1.6)
		}
	}
	d.unclip()
	d.arrowsTold(t)
	wide := t.wide()
	area := Area{Rect: t.plot.intersect(body), Zoom: timeZoom{t.plot, d.s}}
	if wide > 0.5 {
		area.Scroll = lanesScroll{0, 0, d.s.Pan, wide}
	}
	d.out.Areas = append(d.out.Areas, area)
}

// narrowSettings is world size and timeout above the lanes.
func (d *sheet) narrowSettings(x, y, width float64) float64 {
	k := ink{size: 11, color: d.pal.Muted, bold: true}
	w := d.text(x+2, y+15, 90, d.say("heading.ranks.short"), k)
	left := d.worldSize(x+w+10, y)
	right := d.networkButton(x+width, y)
	d.pinButton(Rect{right - 22, y, 26, 22})
	right -= 30
	d.timeoutEntry(right, y, left+8)
	return y + 32
}

// narrowBanner is the outcome in one line.
func (d *sheet) narrowBanner(r Rect) {
	d.banner(r, false)
}

// narrowTop is the title, which chooses an example, and the menu.
func (d *sheet) narrowTop() {
	w := d.s.W
	d.box(Rect{0, 0, w, narrowBar}, 0, d.pal.Surface, 0)
	d.line(Point{0, narrowBar}, Point{w, narrowBar}, d.pal.Line, 1)
	menu := app.Open{Kind: app.OpenMenu}
	right := w - 10
	put := func(b button) {
		right -= 36
		b.at = Rect{right, 8, 32, 32}
		b.quiet = true
		d.button(b)
	}
	r := Rect{16, 4, right - 3*36 - 32, 40}
	k := ink{size: 15, color: d.pal.Text, bold: true}
	k.size = max(12.5, fitInk(d, d.title(), k, r.W-18).size)
	shown := d.text(r.X, 31, r.W-18, d.title(), k)
	if d.s.Library != nil {
		d.icon("down", r.X+shown+12, 26, 1, d.pal.Muted)
		d.hot(d.exampleHot(r))
	}
	undo := button{id: "undo", name: d.say("undo"), icon: "undo", press: app.TakeBack{}, disabled: d.s.Undo == nil || d.s.ReadOnly}
	redo := button{id: "redo", name: d.say("redo"), icon: "redo", press: app.TakeForward{}, disabled: d.s.Redo == nil || d.s.ReadOnly}
	right = w - 10 - 2*36
	put(undo)
	right = w - 10 - 36
	put(redo)
	right = w - 10
	put(button{id: "menu", name: d.say("menu"), icon: "menu", press: app.OpenPopover{Open: menu}, expanded: d.s.Open == menu})
}

// transportFoot is the slider and the playback's buttons. What a step is stands in
// the menu.
func (d *sheet) transportFoot(r Rect) {
	d.box(r, 0, d.pal.Surface, 0)
	d.line(Point{r.X, r.Y}, Point{r.right(), r.Y}, d.pal.Line, 1)
	d.cursorTrack(d.runTrack(Rect{r.X + 16, r.Y + 9, r.W - 32, 12}), 6)
	time := formatTime(d.s.Cursor)
	each, play, gap := 36.0, 52.0, 6.0
	if r.W < 420 { // the time and the speed have to have room beside them
		each, gap = 34, 4
	}
	x := r.X + (r.W-4*each-play-4*gap)/2
	if r.W < 360 { // the speed is not there, and the time takes its room
		x = r.W - 4*each - play - 4*gap - 12
	}
	d.text(12, r.Y+51, x-18, time, fitInk(d, time, ink{size: 11.5, color: d.pal.Accent, bold: true, mono: true}, x-18))
	over := d.s.End() == 0
	put := func(id, icon string, a app.Action) {
		d.button(button{id: id, at: Rect{x, r.Y + 30, each, 32}, name: d.say(id), icon: icon, press: a, disabled: over})
		x += each + gap
	}
	put("to-start", "to-start", app.ToStart{})
	put("step-back", "back", app.Step{By: -1})
	d.playButton(Rect{x, r.Y + 30, play, 32}, false)
	x += play + gap
	put("step-forward", "forward", app.Step{By: 1})
	put("to-end", "to-end", app.ToEnd{})
	if r.W >= 360 {
		d.speed(Rect{min(x+2, r.right()-88), r.Y + 32, 86, 28})
	}
	d.modelLine(12, r.bottom()-8, r.W-24, d.say("model"), modelInk)
}
