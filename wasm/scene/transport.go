package scene

import (
	"strconv"

	"lockstep/wasm/app"
)

// roomyFrom is the width from which on the bar at the top has words and not only
// icons.
const roomyFrom = 1180

// transportWidth is that of the playback's controls in the bar at the top.
func (d *sheet) transportWidth() float64 {
	return 4*34 + 84 + 4*6 + 10 + 86 + d.stepByWidth() + 34 + 4
}

// transport is the playback's buttons, its pace, what a step is, and the way to
// the first problem.
func (d *sheet) transport(x, y float64) {
	const gap = 6
	over := d.s.End() == 0
	put := func(id, icon string, w float64, a app.Action) {
		d.button(button{id: id, at: Rect{x, y, w, 28}, name: d.say(id), icon: icon, press: a, disabled: over})
		x += w + gap
	}
	put("to-start", "to-start", 34, app.ToStart{})
	put("step-back", "back", 34, app.Step{By: -1})
	d.playButton(Rect{x, y, 84, 28}, true)
	x += 84 + gap
	put("step-forward", "forward", 34, app.Step{By: 1})
	put("to-end", "to-end", 34, app.ToEnd{})
	d.firstProblem(Rect{x, y, 34, 28})
	x += 34 + 4
	d.stepBy(Rect{x, y, d.stepByWidth(), 28}, true)
	d.speed(Rect{x + d.stepByWidth(), y, 86, 28})
}

// stepByWidth leaves room for the word where there is some.
func (d *sheet) stepByWidth() float64 {
	if d.s.W < roomyFrom {
		return 24
	}
	return 74
}

// stepBy chooses what a step is.
func (d *sheet) stepBy(r Rect, quiet bool) {
	list := []Option{{string(app.StepEvent), d.say("step-by.event")}, {string(app.StepMessage), d.say("step-by.message")}}
	for p := range d.s.Scenario.Processes() {
		list = append(list, Option{app.StepMode{Kind: app.StepCall, Rank: p}.Text(), d.say("step-by.call", "rank", itoa(d.rankAt(p)))})
	}
	c := choice{id: "step-by", at: r, name: d.say("step-by"), value: d.s.StepBy.Text(), options: list, set: app.SetStepBy{}, quiet: quiet, size: 11.5}
	switch {
	case r.W < 40: // the arrow alone
		d.icon("down", r.X+r.W/2, r.Y+r.H/2, 1, d.pal.Muted)
		d.hot(Hot{ID: c.id, Rect: r, Role: Combobox, Name: c.name, Value: c.value, Options: list, Set: c.set})
	case d.s.StepBy.Kind == app.StepCall && c.quiet:
		c.shown = d.say("step-by.call.short", "rank", itoa(d.rankAt(d.s.StepBy.Rank)))
		d.choice(c)
	default:
		d.choice(c)
	}
}

// scaleChoice is the rule by which the time axis gives room.
func (d *sheet) scaleChoice(r Rect) {
	var list []Option
	for _, m := range []app.ScaleMode{app.Folded, app.Linear, app.Logical} {
		list = append(list, Option{string(m), d.say("scale." + string(m))})
	}
	d.choice(choice{id: "scale", at: r, name: d.say("scale"), value: string(d.s.Scale), options: list, set: app.SetScale{}, size: 11.5, describe: d.say("scale.describe")})
}

// firstProblem leads to the first thing that went wrong, where something did.
func (d *sheet) firstProblem(r Rect) {
	at, ok := d.s.Run.Problem()
	b := button{id: "first-problem", at: r, name: d.say("first-problem"), icon: "flag", press: app.FirstProblem{}, disabled: !ok, describe: d.say("first-problem.none")}
	if r.W > 60 {
		b.label = d.say("first-problem")
	}
	if ok {
		b.describe = d.say("first-problem.at", "time", formatTime(at))
	}
	d.button(b)
}

func (d *sheet) playButton(r Rect, labelled bool) {
	key, icon := "play", "play"
	if d.s.Playing {
		key, icon = "pause", "pause"
	}
	b := button{id: "play", at: r, name: d.say(key), icon: icon, primary: true, press: app.PlayPause{}, disabled: d.s.End() == 0}
	if labelled {
		b.label = d.say(key)
	}
	d.button(b)
}

func (d *sheet) speed(r Rect) {
	var list []Option
	for _, v := range app.Speeds {
		text := strconv.FormatFloat(v, 'g', -1, 64)
		list = append(list, Option{text, d.say("speed.label", "n", text)})
	}
	d.choice(choice{id: "speed", at: r, name: d.say("speed"), value: strconv.FormatFloat(d.s.Speed, 'g', -1, 64), options: list,
		set: app.SetSpeed{}, quiet: true})
}
