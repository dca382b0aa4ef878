package scene

import (
	"strconv"

	"lockstep/engine/trace"
	"lockstep/wasm/app"
)

// mostPointed is how many arrows at once can be pointed at; the control of the keyboard
// reaches all messages.
const mostPointed = 250

// messageHots are the arrows as places to point at. They lie under the blocks;
// pressing one does what pressing the empty lane does.
func (d *sheet) messageHots(t *timeline, drag Dragger) {
	ids := d.arrowsIn(t).ids
	if len(ids) > mostPointed || t.look.block < 20 {
		return
	}
	for _, id := range ids {
		a, b, _ := d.arrowOf(t, &d.index.t.Messages[id])
		r := Rect{min(a.X, b.X) - 4, min(a.Y, b.Y) - 4, max(a.X, b.X) - min(a.X, b.X) + 8, max(a.Y, b.Y) - min(a.Y, b.Y) + 8}
		d.hot(Hot{ID: messageID(int(id)), Rect: t.across(r.intersect(t.view)), Along: []Point{a, b}, Role: Group, Name: d.messageName(id), Describe: d.messageStory(id),
			Drag: drag})
	}
}

// nameHeight is that of a rank's name and values, where they stand above the blocks.
const nameHeight = 38

func messageID(i int) string { return "message-" + strconv.Itoa(i) }

// arrowOf is where a message's arrow begins and ends; false when it has none.
func (d *sheet) arrowOf(t *timeline, m *trace.Message) (a, b Point, ok bool) {
	if int(m.From) >= len(t.lanes) || int(m.To) >= len(t.lanes) || m.From == m.To {
		return a, b, false
	}
	from, to := &t.lanes[m.From], &t.lanes[m.To]
	down := to.at.Y > from.at.Y
	y0, y1 := from.at.Y+t.look.blockY, to.at.Y+t.look.blockY+t.look.block
	if down {
		y0, y1 = y0+t.look.block, y1-t.look.block
	}
	if m.Sent == trace.Never {
		x := t.x(d, m.Posted)
		length := (t.look.pitch - t.look.block) * 0.4
		if t.look.cardWidth == 0 { // the names stand above the blocks
			if length = min(length, t.look.height-t.look.blockY-t.look.block); !down {
				length = min(length, t.look.blockY-nameHeight)
			}
		}
		if !down {
			length = -length
		}
		return Point{x, y0}, Point{x + 10, y0 + length}, true
	}
	x0 := t.x(d, m.Sent)
	x1 := x0 + 12
	if m.Arrived != trace.Never {
		x1 = max(t.before(d, m.Arrived), x0+2)
	}
	if x1 < t.plot.X || x0 > t.plot.right() {
		return a, b, false
	}
	return Point{x0, y0}, Point{x1, y1}, true
}

// messagesControl leads the keyboard from message to message.
func (d *sheet) messagesControl(t *timeline, r Rect) {
	n := len(d.index.t.Messages)
	if n == 0 {
		return
	}
	text := d.say("messages.n", "n", itoa(n))
	at := d.s.Message
	if at > 0 {
		text = d.say("messages.at", "i", itoa(at), "n", itoa(n))
	}
	k := ink{size: 11.5, color: d.pal.Muted}
	w := d.text(r.X+2, r.Y+14, r.W-4, text, k)
	h := Hot{ID: "messages", Rect: Rect{r.X - 2, r.Y, w + 8, r.H}, Role: Slider, Name: d.say("messages"), Min: 0, Max: float64(n), Now: float64(at),
		Value: itoa(at), ValueText: d.say("messages.none"), Set: app.SetMessage{}, Quiet: true,
		Keys: []KeyAction{{"ArrowRight", app.NextMessage{By: 1}}, {"ArrowLeft", app.NextMessage{By: -1}}, {"ArrowUp", app.NextMessage{By: 1}}, {"ArrowDown", app.NextMessage{By: -1}},
			{"PageUp", app.NextMessage{By: 10}}, {"PageDown", app.NextMessage{By: -10}}, {"Home", app.NextMessage{By: -n}}, {"End", app.NextMessage{By: n}}}}
	if at > 0 && at <= n {
		id := int32(at - 1)
		h.ValueText = d.messageStory(id)
		m := &d.index.t.Messages[id]
		mid := m.Posted
		if m.Sent != trace.Never {
			if mid = m.Sent; m.Arrived != trace.Never {
				mid = (m.Sent + m.Arrived) / 2
			}
		}
		h.Press = app.Seek{T: mid}
	} else {
		h.Press = app.NextMessage{By: 1}
	}
	d.hot(h)
}

// pointedMessage is the one that the pointer is over, or the keyboard is at; −1:
// none.
func (d *sheet) pointedMessage() int {
	if d.s.Focused == "messages" && d.s.Message > 0 && d.s.Message <= len(d.index.t.Messages) {
		return d.s.Message - 1
	}
	if len(d.s.Hover) > 8 && d.s.Hover[:8] == "message-" {
		if i, err := strconv.Atoi(d.s.Hover[8:]); err == nil && i >= 0 && i < len(d.index.t.Messages) {
			return i
		}
	}
	return -1
}

// pointed draws the arrow that is looked at once more, strong, and its story where
// the keyboard has chosen it.
func (d *sheet) pointed(t *timeline) {
	i := d.pointedMessage()
	if i < 0 {
		return
	}
	m := &d.index.t.Messages[i]
	a, b, ok := d.arrowOf(t, m)
	if !ok {
		return
	}
	c := d.rankColor(int(m.From)).Bar
	if m.Fate == trace.Aborted || m.Fate == trace.Rejected || m.Sent == trace.Never {
		c = d.pal.Error
	}
	d.line(a, b, d.pal.Surface, 7)
	d.arrow(a, b, c, 3.4, [2]float64{})
}

// pickedMessage is where the bubble of the message goes that the keyboard chose.
func (d *sheet) pickedMessage() (Rect, string, bool) {
	i := d.pointedMessage()
	if d.s.Focused != "messages" || i < 0 || d.lanes == nil {
		return Rect{}, "", false
	}
	a, b, ok := d.arrowOf(d.lanes, &d.index.t.Messages[i])
	return Rect{(a.X+b.X)/2 - 4, (a.Y+b.Y)/2 - 4, 8, 8}, d.messageStory(int32(i)), ok
}

// messageName: "message 3, rank 1 to rank 0".
func (d *sheet) messageName(id int32) string {
	m := &d.index.t.Messages[id]
	return d.say("message.name", "n", itoa(int(id)+1), "from", itoa(d.rankAt(int(m.From))), "to", itoa(d.rankAt(int(m.To))))
}

// messageStory says in one sentence what a message carries, for which call and in
// which step, and what became of it.
func (d *sheet) messageStory(id int32) string {
	m := &d.index.t.Messages[id]
	what := formatBytes(int64(m.Bytes))
	step := ""
	for _, c := range d.chunks([]int32{id}) {
		if c.value != "" && m.Bytes > 0 {
			what = c.value
		}
		if c.name != "" {
			what = c.name + " = " + what
		}
		if c.x != nil && c.part.Name != "" {
			step = d.say("message.step", "phase", d.say("phase."+c.part.Name), "n", itoa(c.part.Step), "of", itoa(c.part.Of))
		}
	}
	call := ""
	if m.SendCall != trace.None {
		call = callName(&d.index.t.Calls[m.SendCall])
	}
	text := d.say("message.story", "from", itoa(d.rankAt(int(m.From))), "to", itoa(d.rankAt(int(m.To))), "what", what, "bytes", formatBytes(int64(m.Bytes)), "call", call) + step
	switch {
	case m.Sent == trace.Never:
		return text + d.say("message.unsent", "time", formatTime(m.Posted))
	case m.Arrived != trace.Never:
		return text + d.say("message.came", "sent", formatTime(m.Sent), "arrived", formatTime(m.Arrived))
	case m.Fate == trace.InFlight:
		return text + d.say("message.flies", "sent", formatTime(m.Sent))
	}
	return text + d.say("message.lost", "sent", formatTime(m.Sent))
}
