package scene

import (
	"strconv"

	"lockstep/engine/scenario"
	"lockstep/wasm/app"
)

// strikeX is where a fault strikes on the page: at the beginning of its op, or
// at the moment at which it did strike in the run.
func (d *sheet) strikeX(t *timeline, l *lane, s app.Strike, fault int) float64 {
	if at, struck := d.index.struck[int32(fault)]; struck && fault >= 0 && (s.Op < 0 || s.During) {
		return t.x(d, at)
	}
	if s.Op < 0 {
		return t.x(d, min(s.At, d.index.ended()))
	}
	x := l.endX
	l.each(func(b *block) bool {
		if b.op != s.Op {
			return true
		}
		x = b.at.X
		if s.During {
			x += b.at.W / 2
		}
		return false
	})
	return x
}

func strikeOf(f *scenario.Fault) app.Strike {
	s := app.Strike{Rank: f.Rank, Op: -1, During: f.At.During, At: f.At.Time}
	if f.At.Op != nil {
		s.Op = *f.At.Op
	}
	return s
}

// faults stand on the lanes where they strike.
func (d *sheet) faults(t *timeline) {
	for p := range t.lanes {
		l := &t.lanes[p]
		if !t.near(l, t.view) {
			continue
		}
		edge := t.plot.X - 8 // up to where tags stand already
		if p < len(d.s.Scenario.Ranks) {
			if r := d.s.Scenario.Ranks[p]; r.Never || r.Start > 0 {
				edge = d.startTag(t, l, &r, edge)
			}
		}
		for i := range d.s.Scenario.Faults {
			if f := &d.s.Scenario.Faults[i]; f.Rank == p {
				edge = d.faultTag(t, l, i, f, edge)
			}
		}
	}
}

// startTag says that a process starts late or never.
func (d *sheet) startTag(t *timeline, l *lane, r *scenario.Rank, edge float64) float64 {
	text, name := d.say("fault.never"), app.NeverStarts
	if !r.Never {
		text, name = d.say("fault.late")+" "+formatTime(r.Start), app.Late
	}
	open := app.Open{Kind: app.OpenStart, Rank: l.proc}
	h := Hot{ID: "rank-" + strconv.Itoa(l.proc) + ".late", Role: Button, Name: d.say("start.name", "rank", strconv.Itoa(d.rankAt(l.proc)), "what", text),
		Describe: d.say("faultdoc." + name), Press: app.OpenPopover{Open: open}, Expanded: d.s.Open == open}
	if !d.s.ReadOnly {
		h.Keys = []KeyAction{{"Delete", app.RemoveStart{Rank: l.proc}}, {"Backspace", app.RemoveStart{Rank: l.proc}}}
		h.Menu = h.Press
	}
	return d.tag(t, l, t.plot.X+2-d.s.Pan, text, h, edge)
}

// faultTag is one fault: a line through its lane, and what it is.
func (d *sheet) faultTag(t *timeline, l *lane, i int, f *scenario.Fault, edge float64) float64 {
	x := d.strikeX(t, l, strikeOf(f), i)
	open := app.Open{Kind: app.OpenFault, Rank: f.Rank, Op: i}
	h := Hot{ID: app.FaultID(i), Role: Button, Name: d.faultName(f), Describe: d.faultStory(i, f),
		Press: app.OpenPopover{Open: open}, Expanded: d.s.Open.Kind == app.OpenFault && d.s.Open.Op == i}
	if !d.s.ReadOnly {
		h.Keys = append([]KeyAction{{"Delete", app.RemoveFault{Fault: i}}, {"Backspace", app.RemoveFault{Fault: i}}}, d.faultMoves(i, f)...)
		h.Menu = h.Press
		h.Drag = grip{t, d.s.Scenario, app.Drag{Kind: app.DragFault, Fault: i}}
	}
	return d.tag(t, l, x, d.say("fault."+string(f.Kind)), h, edge)
}

// faultMoves are the keys that move a fault from op to op and from rank to rank.
func (d *sheet) faultMoves(i int, f *scenario.Fault) []KeyAction {
	to := func(key string, rank, op int) KeyAction {
		s := strikeOf(f)
		s.Rank += rank
		if s.Op >= 0 {
			s.Op = max(0, s.Op+op)
		}
		return KeyAction{key, app.MoveFault{Fault: i, To: s}}
	}
	return []KeyAction{to("Alt+ArrowLeft", 0, -1), to("Alt+ArrowRight", 0, 1), to("Alt+ArrowUp", -1, 0), to("Alt+ArrowDown", 1, 0)}
}

// tag draws a mark at x: the line, and above the block, where there is room, a
// label; else a bolt on the line. It returns the right edge of what stands there.
func (d *sheet) tag(t *timeline, l *lane, x float64, text string, h Hot, edge float64) float64 {
	if x < t.plot.X-8 || x > t.plot.right() {
		h.Reveal = t.unpan(Rect{x - 8, l.at.Y, 24, l.at.H})
		d.hot(h)
		return edge
	}
	top := l.at.Y + t.look.blockY
	c := d.pal.Warn
	d.line(Point{x, top - 3}, Point{x, top + t.look.block + 3}, c, 2)
	k := ink{size: 10.5, color: c, bold: true}
	w := d.width(text, k) + 22
	y := top - 18
	if room := t.plot.right() - max(x-4, edge+3); t.look.blockY < 20 || room < 24 {
		w, text, y = 16, "", top-9
	} else {
		w = min(w, room)
	}
	left := min(max(x-4, edge+3), t.plot.right()-w)
	r := Rect{left, y, w, 15}
	d.box(r, 8, d.pal.Surface, c)
	d.icon("bolt", r.X+8, r.Y+7.5, 0.75, c)
	if text != "" {
		d.text(r.X+15, r.Y+11.3, w-19, text, k)
	}
	if h.Expanded {
		d.outline(r.inset(-2), 10, 0, d.pal.Accent, 2)
	}
	h.Rect = t.across(r.inset(-3))
	d.hot(h)
	return r.right()
}

// faultName is "crash on rank 1 at op 3", faultStory what came of it.
func (d *sheet) faultName(f *scenario.Fault) string {
	return d.say("fault.name", "what", d.say("fault."+string(f.Kind)), "rank", strconv.Itoa(d.rankAt(f.Rank)), "when", d.strikeText(f))
}

func (d *sheet) strikeText(f *scenario.Fault) string {
	switch {
	case f.At.Op == nil:
		return formatTime(f.At.Time)
	case f.At.During:
		return d.say("fault.during", "n", strconv.Itoa(*f.At.Op+1))
	}
	return d.say("fault.at", "n", strconv.Itoa(*f.At.Op+1))
}

func (d *sheet) faultStory(i int, f *scenario.Fault) string {
	text := d.say("faultdoc." + string(f.Kind))
	if at, ok := d.index.struck[int32(i)]; ok {
		return d.sentences(text, d.say("fault.struck", "time", formatTime(at)))
	}
	if d.s.Run.Over() {
		return d.sentences(text, d.say("fault.missed"))
	}
	return text
}

// faultEditor changes what strikes, where and when.
func (d *sheet) faultEditor() {
	i := d.s.Open.Op
	f := &d.s.Scenario.Faults[i]
	id := app.FaultID(i)
	args := app.FaultArgs(f)
	width := 330.0
	inner := min(width, d.s.W-16) - 32
	doc, docInk := d.faultStory(i, f), ink{size: 12, color: d.pal.Muted}
	docHeight := float64(len(wrap(d.m, doc, docInk, inner)))*18 + 6
	h := 48 + docHeight + 50
	for _, a := range args {
		h += d.fieldHeight(id+"."+a, inner-labelWidth)
	}
	r := d.sheetAt(id, width, h)
	d.frame(r, d.say("fault."+string(f.Kind)))
	x := r.X + 16
	d.scrolled(content(r), h-42, func(y float64) {
		y += 12
		d.paragraph(x, y, inner, 18, 0, doc, docInk)
		y += docHeight
		for _, a := range args {
			y = d.faultArgument(f, a, x, y, inner)
		}
		if !d.s.ReadOnly {
			d.button(button{id: id + ".remove", at: Rect{x, y + 6, inner, 28}, label: d.say("fault.remove"), press: app.RemoveFault{Fault: i}, size: 12})
		}
	})
}

func (d *sheet) faultArgument(f *scenario.Fault, arg string, x, y, inner float64) float64 {
	i := d.s.Open.Op
	id := app.FaultID(i) + "." + arg
	label := d.say("faultarg." + arg)
	at, next := d.labelled(id, label, x, y, inner)
	set := app.SetFaultArg{Fault: i, Arg: arg}
	value := app.FaultText(f, arg)
	list := d.faultOptions(f, arg)
	if list == nil {
		none := ""
		switch arg {
		case "for":
			none = d.say("faultarg.forever")
		case "latency", "bandwidth":
			none = d.say("faultarg.unchanged")
		}
		d.entry(entry{id: id, at: at, name: label, value: value, set: set, mono: true, none: none})
		return next
	}
	d.choice(choice{id: id, at: at, name: label, value: value, options: list, set: set, disabled: d.s.ReadOnly})
	return next
}

func (d *sheet) faultOptions(f *scenario.Fault, arg string) []Option {
	var list []Option
	switch arg {
	case "kind":
		for _, k := range scenario.FaultKinds() {
			list = append(list, Option{string(k), d.say("fault." + string(k))})
		}
	case "rank", "peer":
		if arg == "peer" {
			list = append(list, Option{"", d.say("faultarg.anyone")})
		}
		for p := range d.s.Scenario.Processes() {
			if arg == "rank" || p != f.Rank {
				list = append(list, Option{strconv.Itoa(p), "rank " + strconv.Itoa(d.rankAt(p))})
			}
		}
	case "op":
		if d.s.Scenario.Script != "" {
			return nil
		}
		list = append(list, Option{"", d.say("faultarg.attime")})
		program := d.s.Scenario.ProgramOf(f.Rank)
		for k := range program {
			list = append(list, Option{strconv.Itoa(k), strconv.Itoa(k+1) + " · " + d.opLabel(&program[k])})
		}
	case "phase":
		return []Option{{"start", d.say("faultarg.start")}, {"during", d.say("faultarg.during")}}
	}
	return list
}

// startEditor says how late a process starts.
func (d *sheet) startEditor() {
	p := d.s.Open.Rank
	rank := "rank-" + strconv.Itoa(p)
	r := scenario.Rank{}
	if p < len(d.s.Scenario.Ranks) {
		r = d.s.Scenario.Ranks[p]
	}
	value := app.FormatDuration(r.Start)
	if r.Never {
		value = app.NeverStarts
	}
	width := min(330, d.s.W-16)
	inner := width - 32
	doc, docInk := d.say("start.help"), ink{size: 12, color: d.pal.Muted}
	docHeight := float64(len(wrap(d.m, doc, docInk, inner)))*18 + 6
	at := d.sheetAt(rank+".late", width, 48+docHeight+d.fieldHeight(rank+".start", inner-labelWidth)+50)
	d.frame(at, d.say("start.title", "rank", strconv.Itoa(d.rankAt(p))))
	x, y := at.X+16, at.Y+46
	d.paragraph(x, y, inner, 18, 0, doc, docInk)
	y += docHeight
	field, next := d.labelled(rank+".start", d.say("start.after"), x, y, inner)
	d.entry(entry{id: rank + ".start", at: field, name: d.say("start.after"), value: value, set: app.SetStart{Rank: p}, mono: true})
	if !d.s.ReadOnly {
		d.button(button{id: rank + ".start.remove", at: Rect{x, next + 6, inner, 28}, label: d.say("start.remove"), press: app.RemoveStart{Rank: p}, size: 12})
	}
}
