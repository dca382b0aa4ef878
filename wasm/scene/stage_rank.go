package scene

import (
	"strings"

	"lockstep/engine/trace"
)

// isDot: there is no room for more than the rank's number.
func (s spot) isDot() bool { return s.w == 0 && s.r < 26 }

// spot draws a rank: its name, what it holds, what it computed just now; or the
// call that it stands in and for whom it waits.
func (d *sheet) spot(p int, s spot, what *showing) {
	c := d.rankColor(p)
	at := s.rect()
	radius := s.r
	if s.w > 0 {
		radius = 10
	}
	cond, _, _ := d.now.standing(p)
	fill, ring, width := d.pal.Background, c.Bar, 3.0
	if s.w > 0 {
		width = 2
	}
	if cond == failed || cond == killed {
		fill, ring = d.pal.ErrorSoft, d.pal.Error
	}
	d.outline(at, radius, fill, 0, 0)
	if (cond == waiting || cond == hanging) && s.w == 0 {
		d.hatchUnder(at, radius, c.Bar)
	}
	d.outline(at, radius, 0, ring, width)
	switch {
	case s.w > 0:
		d.plate(p, at, what)
	case s.isDot():
		size := max(9, s.r*0.7)
		d.text(s.c.X, s.c.Y+size*0.36, 2*s.r-2, itoa(d.rankAt(p)), ink{size: size, color: c.Ink, bold: true, align: Middle})
	case s.r < 44:
		d.smallSpot(p, s, what)
	case what.waits || cond == absent:
		d.spotWaiting(p, s, what.calls[p])
	default:
		d.spotValues(p, s, what)
	}
}

// plate: the rank and how it stands in the first line, then what it holds, then
// the sum.
func (d *sheet) plate(p int, r Rect, what *showing) {
	c := d.rankColor(p)
	size := 12.5
	head := r.Y + 17
	if r.H < 60 {
		size, head = 11, r.Y+13
	}
	w := d.text(r.X+9, head, r.W-16, "rank "+itoa(d.rankAt(p)), ink{size: size, color: c.Ink, bold: true})
	text, color := d.conditionText(p)
	sum := d.arithmetic(p, what)
	k := ink{size: size - 2, color: color, align: End}
	top := head + 7
	room := r.bottom() - top - 5
	foot := ink{size: 11.5, color: d.pal.OK, bold: true, mono: true, align: Middle}
	if call := what.calls[p]; what.waits && call != nil && room >= 46 {
		room -= 17
		name := callName(call)
		d.text(r.X+r.W/2, r.bottom()-7, r.W-10, name, fitInk(d, name, ink{size: 11, color: d.pal.Text, mono: true, align: Middle}, r.W-10))
	}
	switch {
	case sum != "" && room >= 46: // a line of its own
		room -= 17
		d.text(r.X+r.W/2, r.bottom()-7, r.W-10, sum, fitInk(d, sum, foot, r.W-10))
	case sum != "":
		text, k.color, k.bold, k.mono = strings.TrimSuffix(sum, more(true)), d.pal.OK, true, true
	}
	if left := r.W - w - 26; left > 24 {
		if c, peer, _ := d.now.standing(p); (c == waiting || c == hanging) && peer >= 0 && sum == "" && d.width(text, fitInk(d, text, k, left)) > left {
			text = "→ " + itoa(d.rankAt(peer))
		}
		d.text(r.right()-9, head, left, text, fitInk(d, text, k, left))
	}
	d.drawCells(p, Rect{r.X + 7, top, r.W - 14, room}, d.cellsOf(p, what))
}

// fitInk makes a text a little smaller before it is cut.
func fitInk(d *sheet, text string, k ink, width float64) ink {
	if w := d.width(text, k); w > width {
		k.size = max(8.5, k.size*width/w)
	}
	return k
}

// smallSpot has room for the rank and one line: the values, or the condition.
func (d *sheet) smallSpot(p int, s spot, what *showing) {
	c := d.rankColor(p)
	d.text(s.c.X, s.c.Y-2, s.r*1.7, "rank "+itoa(d.rankAt(p)), ink{size: 11, color: c.Ink, bold: true, align: Middle})
	id := d.mainTensor(p, what.calls[p])
	text, color := d.conditionText(p)
	k := ink{size: 9.5, color: color, align: Middle}
	if id != trace.None && !what.waits {
		if now := d.now.bytes(id); now != nil {
			b := &d.index.t.Tensors[id]
			text, k.mono, k.color = vector(b.DType, now, 2, 5), true, d.pal.Text
		}
	}
	if _, peer, _ := d.now.standing(p); what.waits && peer >= 0 && d.width(text, fitInk(d, text, k, s.r*1.75)) > s.r*1.75 {
		text = "→ " + itoa(d.rankAt(peer))
	}
	d.text(s.c.X, s.c.Y+13, s.r*1.75, text, fitInk(d, text, k, s.r*1.75))
}

// spotWaiting names the call that a rank stands in.
func (d *sheet) spotWaiting(p int, s spot, call *trace.Call) {
	c := d.rankColor(p)
	size := min(15, max(10, s.r*0.2))
	d.text(s.c.X, s.c.Y-s.r*0.14, s.r*1.7, "rank "+itoa(d.rankAt(p)), ink{size: size, color: c.Ink, bold: true, align: Middle})
	if call != nil && s.r >= 40 {
		name := callName(call)
		if call.Step < 0 {
			name = "init"
		}
		d.text(s.c.X, s.c.Y+s.r*0.14, s.r*1.8, name, ink{size: min(12.5, s.r*0.17), color: d.pal.Text, mono: true, align: Middle})
	}
	text, color := d.conditionText(p)
	d.text(s.c.X, s.c.Y+s.r*0.38, s.r*1.6, text, ink{size: min(12, max(9, s.r*0.16)), color: color, align: Middle})
}

// spotValues shows the input, the values now, and the arithmetic of this moment.
func (d *sheet) spotValues(p int, s spot, what *showing) {
	c := d.rankColor(p)
	size := min(22, max(10.5, s.r*0.163))
	d.text(s.c.X, s.c.Y-s.r*0.62, s.r*1.5, "rank "+itoa(d.rankAt(p)), ink{size: size, color: c.Ink, bold: true, align: Middle})
	text, color := d.conditionText(p)
	foot := ink{size: min(12, max(9, s.r*0.16)), color: color, align: Middle}
	if sum := d.arithmetic(p, what); sum != "" {
		text, foot = sum, ink{size: min(12.5, s.r*0.17), color: d.pal.OK, bold: true, mono: true, align: Middle}
	}
	list := d.cellsOf(p, what)
	if len(list) == 0 {
		d.text(s.c.X, s.c.Y+4, s.r*1.6, text, foot)
		return
	}
	t := d.index.t
	call := d.callShown(p, what)
	if id := d.mainTensor(p, call); s.r >= 60 && id != trace.None {
		b := &t.Tensors[id]
		note := b.Name // of which tensor the numbers are
		if b.Init != trace.None && d.untouched(p, id, call) {
			note = d.say("stage.input", "value", vector(b.DType, t.Arena[b.Init:int(b.Init)+b.Size()], 4, 6))
			if d.isScripted() && b.Name != "" { // no card names them
				note = b.Name + " · " + note
			}
		}
		d.text(s.c.X, s.c.Y-s.r*0.62+max(13.5, s.r*0.2), s.r*1.6, note, ink{size: min(12, s.r*0.175), color: d.pal.Muted, mono: true, align: Middle})
	}
	y := s.c.Y - s.r*0.2
	end := d.drawCells(p, Rect{s.c.X - s.r*0.86, y, s.r * 1.72, s.r * 0.66}, list)
	d.text(s.c.X, max(end+14, s.c.Y+s.r*0.42), s.r*1.5, text, fitInk(d, text, foot, s.r*1.5))
}

// callShown is the call that the cells of a rank's place are of: its call in the
// collective that is shown, else the one that it stands in.
func (d *sheet) callShown(p int, what *showing) *trace.Call {
	if x, state := d.stateOf(p, what); state != nil {
		if id := x.Calls[x.Rank(d.index.t, int32(p))]; id != trace.None {
			return &d.index.t.Calls[id]
		}
	}
	return what.calls[p]
}

// untouched tells whether a tensor came to a call as the scenario has it: none of
// the process's calls before may have written it.
func (d *sheet) untouched(p int, id int32, call *trace.Call) bool {
	for _, i := range d.index.calls[p] {
		c := &d.index.t.Calls[i]
		switch {
		case c == call:
			return true
		case c.Tensor == id || c.Op == "local":
			return false
		}
	}
	return true
}
