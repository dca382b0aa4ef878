package scene

import (
	"math"
	"strconv"

	"lockstep/wasm/app"
)

const embedBar = 40

// embed is the compact room inside somebody else's page: what runs, one line of
// playback, the lanes, and what is going on in words.
func (d *sheet) embed() {
	d.embedBar()
	if d.lessonOpen() && d.s.Panels.Side {
		d.embedLesson()
		return
	}
	d.embedBody()
}

// embedBody is what stands below the bar.
func (d *sheet) embedBody() {
	w := d.s.W
	foot := 42.0
	y := embedBar + 12.0
	room := d.s.H - y - foot
	say := 0.0
	if d.s.Panels.Stage || d.s.Panels.Side {
		say = min(140, max(84, room*0.38))
	}
	if d.crowded() {
		d.heatStrip(Rect{12, y, w - 24, room - say - 8})
		y += room - say
	} else if d.s.Panels.Timeline {
		t := d.newTimeline(d.embedLook(room-say-8), 12, y, w-24, room-say-8)
		y = t.view.bottom() + max(8, d.embedLanes(t))
	}
	if say > 0 {
		d.embedWords(Rect{12, y, w - 24, max(60, d.s.H-foot-y-6)})
	}
	d.cursorTrack(d.runTrack(Rect{12, d.s.H - foot + 4, w - 24, 12}), 5)
	k := ink{size: 10.5, color: d.pal.Muted, mono: true}
	d.text(12, d.s.H-10, 60, "0", k)
	k.align = End
	right := d.text(w-12, d.s.H-10, 120, formatTime(d.s.End()), k)
	if say == 0 {
		d.modelLine(40, d.s.H-9, w-72-right, d.say("model"), ink{size: 10, align: Middle})
	}
	d.notice(Rect{12, d.s.H - 64, w - 24, 40})
	d.out.Natural = d.embedHeight(foot)
}

// embedHeight is that of a frame in which the lanes have their full height and
// the words all their lines.
func (d *sheet) embedHeight(foot float64) float64 {
	h := embedBar + 12 + foot
	if d.s.Panels.Timeline {
		h += float64(d.s.Scenario.Processes())*lookEmbed.pitch + 8
	}
	if d.s.Panels.Stage || d.s.Panels.Side {
		h += 140
	}
	return h
}

// embedBar is the title, playback, and the way out into the whole playground.
func (d *sheet) embedBar() {
	w := d.s.W
	d.box(Rect{0, 0, w, embedBar}, 0, d.pal.Surface, 0)
	d.line(Point{0, embedBar}, Point{w, embedBar}, d.pal.Line, 1)
	const each, gap = 30.0, 6.0
	play := 78.0
	if w < 480 {
		play = 36
	}
	buttons := 4*(each+gap) + play
	open := d.say("open-full")
	k := ink{size: 12, color: d.pal.Accent, align: End}
	ow := d.width(open, k)
	if w < 560 {
		open, ow = "", 16
	}
	left := min((w-buttons)/2, w-16-ow-16-buttons)
	d.text(16, 26, left-28, d.title(), ink{size: 13.5, color: d.pal.Text, bold: true})
	x := left
	over := d.s.End() == 0
	put := func(id, icon string, a app.Action) {
		d.button(button{id: id, at: Rect{x, 7, each, 26}, name: d.say(id), icon: icon, press: a, disabled: over})
		x += each + gap
	}
	put("to-start", "to-start", app.ToStart{})
	put("step-back", "back", app.Step{By: -1})
	d.playButton(Rect{x, 7, play, 26}, play > 60)
	x += play + gap
	put("step-forward", "forward", app.Step{By: 1})
	put("to-end", "to-end", app.ToEnd{})
	// Whoever has changed something can have it back; there is no room for more.
	over = d.s.ReadOnly
	if x += gap; d.s.Undo != nil {
		put("undo", "undo", app.TakeBack{})
	}
	if d.s.Redo != nil && x+each < w-16-ow-24 {
		put("redo", "redo", app.TakeForward{})
	}
	d.text(w-16-14, 26, ow, open, k)
	d.icon("out", w-16-5, 21, 0.8, d.pal.Accent)
	d.hot(Hot{ID: "open-full", Rect: Rect{w - 16 - ow - 24, 6, ow + 28, 28}, Role: Button, Name: d.say("open-full"), Press: app.Ask{What: app.OpenFull{}}})
}

func (d *sheet) embedLook(room float64) look {
	n := float64(d.s.Scenario.Processes())
	card := 128.0
	if d.s.W < 480 {
		card = 104
	}
	for _, l := range []look{lookEmbed, {pitch: 50, height: 44, blockY: 8, block: 28, tensors: 1}, {pitch: 40, height: 34, blockY: 5, block: 24, tensors: 1}} {
		if l.cardWidth = card; n*l.pitch <= room {
			return l
		}
	}
	pitch := min(26, max(18, math.Floor(room/n)))
	return look{cardWidth: 84, pitch: pitch, height: pitch - 4, blockY: 2, block: pitch - 8}
}

// embedLanes are the lanes without an axis: the track at the foot is one. It returns
// the room of what is said below them.
func (d *sheet) embedLanes(t *timeline) float64 {
	d.messageHots(t, nil)
	d.clip(t.view)
	mark := len(d.out.Hot)
	for i := range t.lanes {
		if l := &t.lanes[i]; t.near(l, t.view) {
			d.drawLane(t, l)
		}
	}
	d.clip(Rect{t.plot.X - 4, t.view.Y, t.plot.W + 8, t.view.H})
	d.messages(t)
	d.pointed(t)
	d.mutual(t)
	d.faults(t)
	d.evidence(t)
	d.unclip()
	d.unclip()
	told := d.arrowsTold(t)
	d.enclose(mark, "lanes", t.hidden(), t.view)
	if x := t.x(d, d.s.Cursor); x >= t.plot.X-2 && x <= t.plot.right()+2 {
		d.line(Point{x, t.view.Y - 6}, Point{x, t.view.bottom() + 6}, d.pal.Accent, 1.6)
	}
	d.lanesAreas(t)
	return told
}

// embedWords is the outcome and the moment in words.
func (d *sheet) embedWords(r Rect) {
	d.box(r, 10, d.pal.Surface, d.pal.Line)
	title, detail, good := d.headline()
	color := d.pal.OK
	switch {
	case d.s.Run.Veiled:
		color = d.pal.Text
	case !good:
		color = d.pal.Error
	}
	d.hot(Hot{ID: "outcome", Rect: Rect{r.X, r.Y, r.W, 32}, Role: Status, Name: d.say("outcome"), Value: d.say("outcome.stated", "title", title, "detail", detail)})
	w := d.text(r.X+16, r.Y+24, r.W*0.4, d.say("now.title"), ink{size: 12.5, color: d.pal.Text, bold: true})
	right := r.right() - 16
	if !d.s.Run.Over() {
		color = d.pal.Text
	}
	d.text(right, r.Y+24, right-r.X-w-32, title, ink{size: 12, color: color, bold: true, align: End})
	y := r.Y + 49
	foot := r.bottom() - 16
	foot -= d.modelLine(r.X+16, foot+2, r.W-32, d.say("model.at", "time", formatTime(d.s.Cursor)), ink{size: 11}) - 15
	k := ink{size: 12.5, color: d.pal.Text}
	for _, line := range d.story() {
		room := int((foot-18-y)/22) + 1 // lines that still fit
		if y > foot-18 {
			break
		}
		y = d.paragraph(r.X+16, y, r.W-32, 22, room, line, k)
	}
}

// story tells the moment in sentences: what each rank does or waits for, then
// the first finding.
func (d *sheet) story() []string {
	var list []string
	if r := d.s.Run.Result; r != nil && len(r.Findings) > 0 && d.s.Cursor >= d.s.End() {
		list = append(list, r.Findings[0].Text.In(d.s.Lang))
	}
	for p := range d.index.t.Procs {
		if len(list) >= 4 {
			break
		}
		list = append(list, d.rankStory(p))
	}
	return list
}

// rankStory is one sentence about a rank at the cursor.
func (d *sheet) rankStory(p int) string {
	rank := strconv.Itoa(d.rankAt(p))
	how, _, call := d.now.standing(p)
	if sum := d.arithmetic(p, d.showing(false)); sum != "" {
		return d.say("now.reduced", "rank", rank, "sum", sum)
	}
	state, _ := d.conditionText(p)
	if call != nil && how != finished { // whose last call is over as well
		return d.say("now.in", "rank", rank, "call", callName(call), "state", state)
	}
	return d.say("now.is", "rank", rank, "state", state)
}

// trackDrag turns a place on a plain track into a time, by the run's course.
type trackDrag struct {
	at  Rect
	run *app.Run
}

// At is the action for a place.
func (t trackDrag) At(x, _ float64) app.Action {
	course := t.run.Course()
	return app.Seek{T: course.Time((x - t.at.X) / t.at.W * course.Length())}
}

// cursorTrack is a slider along a line: the run from its beginning to its end.
// It stands in for the axis where there is no room for one.
func (d *sheet) cursorTrack(r Rect, knob float64) {
	course := d.s.Run.Course()
	share := 0.0
	if course.Length() > 0 {
		share = course.At(d.s.Cursor) / course.Length()
	}
	y := r.Y + r.H/2
	d.box(Rect{r.X, y - 3, r.W, 6}, 3, d.pal.Line, 0)
	d.box(Rect{r.X, y - 3, r.W * share, 6}, 3, d.pal.Accent, 0)
	d.box(Rect{r.X + r.W*share - knob - 3, y - knob - 3, 2*knob + 6, 2*knob + 6}, knob+3, d.pal.Accent, 0)
	h := d.cursorSlider()
	h.Rect, h.Drag = Rect{r.X - 8, r.Y - 8, r.W + 16, r.H + 16}, trackDrag{r, d.s.Run}
	d.hot(h)
}
