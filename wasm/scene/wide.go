package scene

import (
	"strconv"

	"lockstep/wasm/app"
)

// stageLeast is the height below which the stage tells nothing.
const stageLeast = 210

// sideWidth is the side panel's, which grows a little on a large screen.
func sideWidth(w float64) float64 { return min(440, max(300, 340+(w-1280)*0.1)) }

// wide is the room for a desktop: lanes above, the stage below, the panel beside.
func (d *sheet) wide() {
	d.fixed("top", d.topbar)
	main := d.s.W
	if d.s.Panels.Side {
		main -= sideWidth(d.s.W)
	}
	d.fixed("settings", func() { d.settings(main) })
	y := 88.0
	bottom := d.s.H - 16
	width := main - 32
	axisEnd := y
	if !d.s.Panels.Stage || d.crowded() {
		bottom -= d.modelLine(16, bottom, width, d.say("model"), ink{size: 11.5, align: End})
	}
	if d.crowded() {
		d.heatStrip(Rect{16, y, width, bottom - y})
	} else if d.s.Panels.Timeline {
		room := bottom - y - axisHeight
		if d.s.Panels.Stage {
			room -= stageLeast + 8
		}
		t := d.newTimeline(d.chooseLook(room), 16, y, width, room)
		d.drawLanes(t)
		axisEnd = t.at.bottom()
	} else { // without an axis to scrub on
		d.cursorTrack(Rect{24, y + 4, width - 16, 12}, 5)
		axisEnd += 24
	}
	if d.s.Panels.Stage && !d.crowded() {
		r := Rect{16, axisEnd + 8, width, max(stageLeast, bottom-axisEnd-8)}
		d.box(r, 12, d.pal.Surface, d.pal.Line)
		d.stage(r)
	}
	if d.s.Panels.Side {
		d.side(Rect{main, topbarHeight, d.s.W - main, d.s.H - topbarHeight})
	}
	d.notice(Rect{16, d.s.H - 64, width, 40})
}

// chooseLook takes the roomiest lanes that fit, with a line for each tensor if
// possible.
func (d *sheet) chooseLook(room float64) look {
	n := float64(d.s.Scenario.Processes())
	rows := 1
	for p := range d.s.Scenario.Processes() {
		rows = max(rows, len(d.s.Scenario.TensorsOf(p)))
	}
	for r := min(rows, 4); r >= 1; r-- {
		l := lookFull
		extra := float64(r-1) * 30
		l.tensors, l.pitch, l.height, l.blockY = r, l.pitch+extra, l.height+extra, l.blockY+extra/2
		if n <= 3 {
			l.pitch += 8
		}
		if n*l.pitch <= room {
			return l
		}
	}
	for _, l := range []look{lookMiddle, lookCompact} {
		if n*l.pitch <= room {
			return l
		}
	}
	if n > 16 {
		return lookSlim
	}
	return lookCompact
}

// settings is the line above the lanes: the world's size at the left, timeout,
// debug level and network at the right.
func (d *sheet) settings(main float64) {
	const y = 58.0
	k := ink{size: 11, color: d.pal.Muted, bold: true}
	w := d.text(16, y+15, 130, d.say("heading.ranks"), k)
	d.worldSize(16+w+10, y)
	const x = 272.0
	right := d.networkButton(main-16, y)
	right = d.debugChoice(right, y)
	right = d.timeoutEntry(right, y, x+160)
	right = d.zoomButtons(right, y)
	if !d.s.Run.Over() {
		d.runChip(Rect{min(x, right-8-28), y, max(28, right-8-x), 22})
		return
	}
	heading := d.say("heading.timeline")
	if d.width(heading, k) > right-x-8 {
		heading = d.say("heading.timeline.short")
	}
	d.text(x, y+15, right-x-8, heading, k)
}

// worldSize is a number with − and + beside it.
func (d *sheet) worldSize(x, y float64) float64 {
	n := d.s.Scenario.WorldSize
	step := func(id, icon string, to int) {
		d.button(button{id: id, at: Rect{x, y, 22, 22}, name: d.say(id), icon: icon, radius: 6,
			press: app.SetWorldSize{Text: strconv.Itoa(to)}, disabled: to < app.MinWorld || to > app.MaxWorld || d.s.ReadOnly})
		x += 24
	}
	step("world-less", "minus", n-1)
	wide := 34.0
	if n > 999 {
		wide = 44
	}
	d.entry(entry{id: "world-size", at: Rect{x, y, wide, 22}, name: d.say("world-size"), value: strconv.Itoa(n), set: app.SetWorldSize{},
		role: Spinbutton, min: app.MinWorld, max: app.MaxWorld, now: float64(n), mono: true, centered: true})
	x += wide + 2
	step("world-more", "plus", n+1)
	return x
}

// timeoutEntry is the process group's timeout, at the right edge x, its label not
// further left than least; it returns its left edge.
func (d *sheet) timeoutEntry(x, y, least float64) float64 {
	label := d.say("timeout")
	k := ink{size: 11.5, color: d.pal.Muted}
	w := d.width(label, k)
	value := app.FormatDuration(d.s.Scenario.Timeout)
	x -= 58
	d.entry(entry{id: "timeout", at: Rect{x, y, 58, 22}, name: d.say("timeout.name"), value: value, set: app.SetTimeout{}, mono: true, centered: true, size: 11.5})
	left := max(x-w-6, least)
	if x-left-4 >= w { // a stump of it says nothing
		d.text(left, y+15, x-left-4, label, k)
	}
	return left - 12
}

func (d *sheet) debugChoice(x, y float64) float64 {
	x -= 92
	value := string(d.s.Scenario.Debug)
	d.choice(choice{id: "debug", at: Rect{x, y, 92, 22}, name: d.say("debug.name"), value: value, size: 11.5,
		options: []Option{{"OFF", "debug OFF"}, {"INFO", "debug INFO"}, {"DETAIL", "DETAIL"}}, set: app.SetDebug{}, disabled: d.s.ReadOnly})
	return x - 12
}

// networkButton opens what is changed less often.
func (d *sheet) networkButton(x, y float64) float64 {
	open := app.Open{Kind: app.OpenWorld}
	d.button(button{id: "world", at: Rect{x - 30, y, 30, 22}, name: d.say("network"), icon: "sliders", radius: 6,
		press: app.OpenPopover{Open: open}, expanded: d.s.Open == open})
	return x - 30 - 8
}

// zoomButtons show while there is something to zoom back from, or room.
func (d *sheet) zoomButtons(x, y float64) float64 {
	at := d.s.W / 4
	put := func(id, icon, label string, w float64, a app.Action, disabled bool) {
		x -= w
		d.button(button{id: id, at: Rect{x, y, w, 22}, name: d.say(id), icon: icon, label: label, press: a, radius: 6, disabled: disabled, size: 11})
		x -= 4
	}
	put("zoom-in", "plus", "", 24, app.ZoomBy{Factor: 1.5, At: at, Width: 2 * at}, false)
	put("fit", "", d.say("fit.short"), 36, app.Fit{}, d.s.Zoom == 1)
	put("zoom-out", "minus", "", 24, app.ZoomBy{Factor: 1 / 1.5, At: at, Width: 2 * at}, d.s.Zoom <= 1)
	if !d.s.Run.Over() {
		return x + 4 // what cannot be kept yet makes room for what cancels it
	}
	d.pinButton(Rect{x - 30, y, 26, 22})
	return x - 34
}

// notice is one sentence for the person, until it is dismissed.
func (d *sheet) notice(r Rect) {
	if d.s.Notice == nil {
		return
	}
	text := d.w.Message(*d.s.Notice)
	k := ink{size: 13, color: d.pal.Error}
	soft, edge := d.pal.ErrorSoft, d.pal.Error
	if d.s.Notice.Fine {
		k.color, soft, edge = d.pal.Text, d.pal.Surface, d.pal.Line
	}
	w := min(r.W, d.width(text, k)+64)
	lines := wrap(d.m, text, k, w-64)
	h := float64(len(lines))*20 + 20
	box := Rect{r.X + (r.W-w)/2, r.bottom() - h, w, h}
	d.box(box, 10, soft, edge)
	d.hot(Hot{ID: "notice", Rect: box, Role: Status, Name: d.say("notice"), Value: text})
	d.paragraph(box.X+16, box.Y+24, w-64, 20, 0, text, k)
	d.button(button{id: "notice.close", at: Rect{box.right() - 36, box.Y + 6, 28, 28}, name: d.say("close"), icon: "cross", quiet: true, press: app.DismissNotice{}})
}
