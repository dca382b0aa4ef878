package scene

import (
	"hash/maphash"
	"strconv"

	"lockstep/engine/scenario"
	"lockstep/engine/tensor"
	"lockstep/engine/trace"
	"lockstep/wasm/app"
)

// card names a process at the left of its lane: rank, condition, tensors.
func (d *sheet) card(t *timeline, l *lane) {
	c := d.rankColor(l.proc)
	h := l.at.H
	width := t.look.cardWidth
	if width == 0 {
		width = l.at.W
	}
	name := "rank " + strconv.Itoa(d.rankAt(l.proc))
	nameY := l.at.Y + 22
	size := 14.0
	switch {
	case h < 24:
		nameY, size = l.at.Y+h/2+4, 11
	case h < 40:
		nameY = l.at.Y + h/2 + 5
	}
	x := l.at.X + 16
	if t.look.cardWidth == 0 {
		d.overArrows(Rect{x, l.at.Y + 8, d.width(name, ink{size: size, bold: true}), 20})
	}
	w := d.text(x, nameY, width-24, name, ink{size: size, color: c.Ink, bold: true})
	state, color := d.conditionText(l.proc)
	right := d.cardRight(t, l, width)
	stateWidth := right - (x + w + 8)
	if h >= 40 {
		if h >= 70 && width >= 200 && t.look.cardWidth > 0 {
			w += 8 + d.text(x+w+8, nameY, 60, "pid "+strconv.Itoa(d.pid(l.proc)), ink{size: 11, color: d.pal.Muted})
			stateWidth = right - (x + w + 8)
		}
		if t.look.cardWidth == 0 { // the cells stand between the name and the state
			stateWidth = min(stateWidth, 100)
		}
		if t.look.cardWidth == 0 || width >= 200 {
			k := ink{size: 11.5, color: color, align: End}
			if t.look.cardWidth == 0 {
				wide := min(stateWidth, d.width(state, k))
				d.overArrows(Rect{right - wide, l.at.Y + 8, wide, 20})
			}
			d.text(right, nameY, stateWidth, state, k)
		}
	} else if width >= 200 {
		stateWidth = 0
	}
	d.cardTensors(t, l, x, w, width)
}

// overArrows is the ground for words where a lane has no card of its own and
// messages pass below.
func (d *sheet) overArrows(words Rect) {
	d.box(Rect{words.X - 2, words.Y, words.W + 4, words.H}, 0, d.pal.Surface, 0)
}

// plain: there is no room in the card for what changes with time.
func (l look) plain() bool {
	return l.height < 24 && l.cardWidth > 0 && l.cardWidth < 200 && l.tensors == 0
}

// cardAt is what a card is made from at a moment.
func (d *sheet) cardAt(t *timeline, l *lane) standingAt {
	at := standingAt{begun: d.s.Cursor > 0, pid: d.pid(l.proc)}
	if l.proc < len(d.index.t.Procs) {
		at.condition, at.peer, at.call = d.now.standing(l.proc)
	}
	if d.keep == nil || d.now.earlier == nil || t.look.tensors == 0 {
		return at
	}
	var h maphash.Hash
	h.SetSeed(seed)
	tensors := d.s.Scenario.TensorsOf(l.proc)
	for i := range min(len(tensors), t.look.tensors) {
		id := d.now.named(l.proc, tensors[i].Name)
		if id == trace.None {
			continue
		}
		shown := mostHots * d.index.t.Tensors[id].DType.Size()
		now, before := d.now.bytes(id), d.now.earlier.Bytes(id)
		maphash.WriteComparable(&h, [3]int{int(id), len(now), len(before)})
		h.Write(now[:min(len(now), shown)])
		h.Write(before[:min(len(before), shown)])
	}
	at.holds = h.Sum64()
	return at
}

// standingAt is how a process stands, and a sum of what it holds and held before.
type standingAt struct {
	condition condition
	peer      int
	call      *trace.Call
	begun     bool
	pid       int
	holds     uint64
}

var seed = maphash.MakeSeed()

// cardRight is the right edge of what a card says.
func (d *sheet) cardRight(t *timeline, l *lane, width float64) float64 {
	right := l.at.X + width - 10
	if faultAbove(t.look) && !d.s.ReadOnly && !d.s.Embed {
		right -= 38
	}
	return right
}

// cardTensors puts the rank's tensors into its card.
func (d *sheet) cardTensors(t *timeline, l *lane, x, nameWidth, width float64) {
	tensors := d.s.Scenario.TensorsOf(l.proc)
	h := l.at.H
	right := d.cardRight(t, l, width)
	switch {
	case t.look.tensors == 0:
		return
	case t.look.cardWidth == 0: // phone: beside the name
		d.rowOfTensors(l, tensors, x+nameWidth+10, right)
	case h >= 70 && width < 200: // embed: below the name, the dtype beside
		if len(tensors) > 0 {
			d.cells(l, &tensors[0], Rect{x, l.at.Y + 34, right - x, 26}, 44)
		}
	case h >= 70:
		for i := range min(len(tensors), t.look.tensors) {
			y := l.at.Y + 33 + float64(i)*30
			d.tensorName(l, &tensors[i], x, y+15, 88)
			d.cells(l, &tensors[i], Rect{x + 92, y, right - (x + 92), 26}, 44)
		}
		y := l.at.Y + 33 + float64(t.look.tensors)*30
		d.addTensor(l, x, y, len(tensors) > t.look.tensors)
	case h >= 50:
		if len(tensors) > 0 {
			d.tensorName(l, &tensors[0], x, l.at.Y+42, 88)
			d.cells(l, &tensors[0], Rect{x + 92, l.at.Y + 29, right - (x + 92), 20}, 40)
		}
	case width < 200: // a narrow embed
		if len(tensors) > 0 {
			left := x + nameWidth + 8
			d.cells(l, &tensors[0], Rect{left, l.at.Y + (h-22)/2, right - left, 22}, 34)
		}
	default:
		if len(tensors) > 0 {
			d.tensorShort(l, &tensors[0], x+nameWidth+12, l.at.Y+h/2+5, 92-nameWidth-16)
			d.cells(l, &tensors[0], Rect{x + 92, l.at.Y + (h-22)/2, right - (x + 92), 22}, 40)
		}
	}
}

// addTensor is the last line of a card.
func (d *sheet) addTensor(l *lane, x, y float64, more bool) {
	if d.s.ReadOnly || d.isScripted() && len(d.s.Scenario.TensorsOf(l.proc)) == 0 { // a script makes its own
		return
	}
	text := d.say("tensor.add")
	w := d.text(x, y+11, 100, text, ink{size: 11.5, color: d.pal.Accent})
	d.hot(Hot{ID: "rank-" + strconv.Itoa(l.proc) + ".add-tensor", Rect: Rect{x - 4, y - 4, w + 8, 20}, Role: Button,
		Name: d.say("tensor.add.name", "rank", strconv.Itoa(d.rankAt(l.proc))), Press: app.AddTensor{Rank: l.proc, Everyone: true}})
}

// cell is one element: what it holds at the cursor, edited in place.
func (d *sheet) cell(l *lane, t *scenario.NamedTensor, i int, r Rect) {
	e := d.cellEntry(l.proc, t, i)
	e.at = r
	if w := d.cellWidthOf(e.shown) - 10; w > r.W-6 && w*11/13 <= r.W-6 { // rather small than cut
		e.size = 11
	}
	e.keys = d.cardKeys(l.proc, t, i)
	e.still = d.edited(l.proc, t.Name) // there is one control of a name
	d.entry(e)
}

// hiddenCell is one that there is no room for: the mirror has it all the same.
func (d *sheet) hiddenCell(l *lane, t *scenario.NamedTensor, i int, r Rect) {
	if d.edited(l.proc, t.Name) {
		return
	}
	e := d.cellEntry(l.proc, t, i)
	h := Hot{ID: e.id, Rect: r, Role: Textbox, Name: e.name, Value: e.value, Mono: true, FontSize: 13, Set: e.set, Describe: e.describe}
	if f, bad := d.s.Fields[e.id]; bad {
		h.Value, h.Invalid, h.Describe = f.Text, true, d.w.Message(f.Why)
	}
	if d.s.ReadOnly {
		h.Set = nil
	}
	d.hot(h)
}

// cellEntry says what an element's cell holds: the input as it is written while
// the cursor is at the start, later what the tensor holds at the cursor.
func (d *sheet) cellEntry(p int, t *scenario.NamedTensor, i int) entry {
	e := entry{
		id:   d.cellOf(cellRef{p, t.Name, i}).id,
		name: d.say("cell.name", "rank", strconv.Itoa(d.rankAt(p)), "tensor", t.Name, "i", strconv.Itoa(i)),
		set:  app.SetElement{Rank: p, Tensor: t.Name, Index: i}, mono: true, centered: true, size: 13,
	}
	input := d.inputText(p, t, i)
	e.value, e.shown = input, d.shownElement(p, t, i)
	id, b := d.element(p, t, i)
	switch {
	case b == nil:
		e.value = e.shown
		return e
	case d.s.Cursor > 0:
		e.value = tensor.Text(t.Spec.DType, b)
		e.describe = d.say("cell.describe", "input", input, "now", exactText(t.Spec.DType, b))
	default:
		e.describe = d.say("cell.exact", "now", exactText(t.Spec.DType, b))
	}
	if d.now.changed(id, i) {
		e.fill, e.stroke = d.pal.Changed, d.rankColor(p).Bar
	}
	return e
}

// element is the tensor that a process has by now, if it has it, and what its element i
// holds, if it has that.
func (d *sheet) element(p int, t *scenario.NamedTensor, i int) (id int32, held []byte) {
	if id = d.now.named(p, t.Name); id == trace.None {
		return id, nil
	}
	b, size := d.now.bytes(id), t.Spec.DType.Size()
	if (i+1)*size > len(b) {
		return id, nil
	}
	return id, b[i*size : (i+1)*size]
}

// shownElement is what a cell has room for.
func (d *sheet) shownElement(p int, t *scenario.NamedTensor, i int) string {
	input := d.inputText(p, t, i)
	switch id, held := d.element(p, t, i); {
	case held != nil && d.s.Cursor > 0:
		return formatElement(t.Spec.DType, held, 7)
	case held != nil:
		return shortNumber(input)
	case id != trace.None && d.s.Cursor > 0:
		return "?"
	}
	return input
}

// inputText is element i as it is written in the scenario.
func (d *sheet) inputText(p int, t *scenario.NamedTensor, i int) string {
	switch {
	case i < len(t.Spec.Data):
		return string(t.Spec.Data[i])
	case t.Spec.Fill == "rank":
		return strconv.Itoa(d.rankAt(p))
	case t.Spec.Fill == "arange":
		return strconv.Itoa(i)
	case t.Spec.Fill == "random":
		return "?"
	}
	return string(t.Spec.Fill)
}

// conditionText says how a process stands at the cursor, and in which colour.
func (d *sheet) conditionText(p int) (string, Color) {
	if p >= len(d.index.t.Procs) {
		return d.say("state.absent"), d.pal.Muted
	}
	c, peer, call := d.now.standing(p)
	switch c {
	case absent:
		if d.index.t.Procs[p].Started == trace.Never && d.s.Cursor > 0 {
			return d.say("state.never"), d.pal.Error
		}
		return d.say("state.absent"), d.pal.Muted
	case joining:
		return d.say("state.joining"), d.pal.Muted
	case computing:
		if call != nil && call.Op == "load_data" {
			return d.say("state.loading"), d.pal.Warn
		}
		if call != nil && call.Op == "sleep" {
			return d.say("state.sleeping"), d.pal.Muted
		}
		return d.say("state.computing"), d.pal.Muted
	case moving:
		return d.say("state.moving"), d.pal.OK
	case waiting:
		return d.waitText(peer), d.pal.Warn
	case stopped:
		return d.say("state.stopped"), d.pal.Error
	case finished:
		return d.say("state.finished"), d.pal.OK
	case failed:
		if timedOut(call) {
			return d.say("state.timeout"), d.pal.Error
		}
		return d.say("state.failed"), d.pal.Error
	case killed:
		if d.index.procAt(p, d.now.at).Exit == abortExit {
			return d.say("state.aborted"), d.pal.Error
		}
		return d.say("state.killed"), d.pal.Error
	case hanging:
		if w := d.index.waitAt(p, d.now.at); w != nil && d.index.ends(w) {
			return d.say("state.stopped.run"), d.pal.Error
		}
		return d.say("state.hanging"), d.pal.Error
	}
	return d.say("state.ready"), d.pal.Muted
}

// abortExit is how a process ends that its own library aborts (SIGABRT): nobody
// has killed it from outside.
const abortExit = -6

// aborted tells whether the process of a call ended itself in it.
func (d *sheet) aborted(c *trace.Call) bool {
	return c.Status == trace.Killed && int(c.Proc) < len(d.index.t.Procs) && d.index.procAt(int(c.Proc), c.End).Exit == abortExit
}

// pid numbers the processes, those of a later attempt behind those of the first.
func (d *sheet) pid(p int) int {
	const first = 4100
	if p >= len(d.index.t.Procs) {
		return first + p
	}
	return first + p + int(d.index.procAt(p, d.s.Cursor).Attempt)*len(d.index.t.Procs)
}
