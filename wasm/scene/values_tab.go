package scene

import (
	"strings"

	"lockstep/engine/trace"
)

// valuesTab tells element by element what each rank's tensors held at the start,
// hold at the cursor and at the end.
func (d *sheet) valuesTab(x, y, width float64) float64 {
	y = d.heading(x, y, width, d.say("values.title"))
	none := true
	for p := range d.index.named {
		for _, id := range d.index.named[p] {
			y = d.beforeAfter(x, y, width, id)
			none = false
		}
	}
	if none {
		d.text(x, y, width, d.say("values.none"), ink{size: 12.5, color: d.pal.Muted})
	}
	return d.model(x, y+12, width)
}

// valuesTables is a table of all tensors before and after, a line for each, and
// below it what was sent and waited.
func (d *sheet) valuesTables(x, y, width float64) float64 {
	if most := d.mostNamed(); most > 0 {
		y = d.valuesTable(x, y, width, most > 1)
	}
	return part(d, "traffic", 0, Rect{x, y, width, 0}, func() float64 {
		return d.trafficTable(x, d.heading(x, y, width, d.say("traffic.title")), width)
	})
}

// valuesTable is what each tensor holds at the beginning, at the cursor and at the
// end.
func (d *sheet) valuesTable(x, y, width float64, several bool) float64 {
	cols := []string{"values.input", "values.now", "values.end"}
	first := 64.0 // for the rank, and for the tensor's name where there are several
	if several {
		first = 92
	}
	col := (width - first) / float64(len(cols))
	if d.tooWide(col - 8) {
		return d.valuesLines(x, y, width, first, cols)
	}
	y = part(d, "values", 0, Rect{x, y, width, first}, func() float64 {
		y := d.heading(x, y, width, d.say("values.title"))
		return d.columnHeads(evenly(x+first, col, 3), 8, y, cols, 11.5)
	})
	for p := range d.index.named {
		for k, id := range d.index.named[p] {
			if y += 26; d.insight(y-16, 26) {
				d.valuesRow(valuesAt{x: x, y: y, left: first, col: col}, p, k, id)
			}
		}
	}
	return y + 40
}

// tooWide tells whether some value has no room in a column of the table: on a
// phone, where a table that hides the number that matters is of no use.
func (d *sheet) tooWide(col float64) bool {
	const most = 16
	k := ink{size: 12, mono: true}
	if col > 150 || len(d.index.named) > most {
		return false
	}
	end := d.index.atEnd()
	for p := range d.index.named {
		for _, id := range d.index.named[p] {
			b := &d.index.t.Tensors[id]
			if data := end.Bytes(id); data != nil && d.width(vector(b.DType, data, 4, 7), k) > col {
				return true
			}
		}
	}
	return false
}

// valuesLines is the table with its columns below each other.
func (d *sheet) valuesLines(x, y, width, first float64, cols []string) float64 {
	y = d.heading(x, y, width, d.say("values.title")) - 8
	for p := range d.index.named {
		for k, id := range d.index.named[p] {
			b := &d.index.t.Tensors[id]
			var start []byte
			if b.Init >= 0 {
				start = d.index.t.Arena[b.Init : int(b.Init)+b.Size()]
			}
			if k == 0 {
				d.text(x, y+18, first-4, "rank "+itoa(d.rankAt(p)), ink{size: 12.5, color: d.rankColor(p).Ink, bold: true})
			}
			if first > 64 {
				d.text(x+first-8, y+18, 40, b.Name, ink{size: 12, color: d.pal.Muted, mono: true, align: End})
			}
			for i, data := range [][]byte{start, d.now.bytes(id), d.index.atEnd().Bytes(id)} {
				text, color := "?", d.pal.Text
				if data != nil {
					text = vector(b.DType, data, 4, 7)
				}
				if i > 0 && string(data) == string(start) {
					color = d.pal.Muted
				}
				y += 18
				d.text(x+first, y, 66, d.say(cols[i]), ink{size: 11, color: d.pal.Muted})
				k := ink{size: 12, color: color, mono: true}
				d.text(x+first+70, y, width-first-70, text, fitInk(d, text, k, width-first-70))
			}
			y += 8
		}
	}
	return y + 32
}

// mostNamed is how many tensors the rank with the most of them has.
func (d *sheet) mostNamed() int {
	most := 0
	for _, named := range d.index.named {
		most = max(most, len(named))
	}
	return most
}

// valuesRow is the line of tensor number k of a process.
func (d *sheet) valuesRow(at valuesAt, p, k int, id int32) {
	b := &d.index.t.Tensors[id]
	var start []byte
	if b.Init >= 0 {
		start = d.index.t.Arena[b.Init : int(b.Init)+b.Size()]
	}
	now := d.now.bytes(id)
	at.known, at.first = now != nil, string(now) == string(start)
	copy(at.bytes[:], now) // no more is written out
	part(d, "values of", int(id), at, func() float64 {
		if k == 0 {
			d.text(at.x, at.y, at.left-4, "rank "+itoa(d.rankAt(p)), ink{size: 12.5, color: d.rankColor(p).Ink, bold: true})
		}
		if at.left > 64 {
			d.text(at.x+at.left-8, at.y, 40, b.Name, ink{size: 12, color: d.pal.Muted, mono: true, align: End})
		}
		for i, data := range [][]byte{start, now, d.index.atEnd().Bytes(id)} {
			text := "?"
			if data != nil {
				text = vector(b.DType, data, 4, 7)
			}
			color := d.pal.Text
			if i > 0 && string(data) == string(start) {
				color = d.pal.Muted
			}
			d.text(at.x+at.left+float64(i)*at.col, at.y, at.col-8, text, ink{size: 12, color: color, mono: true})
		}
		return 0
	})
}

// valuesAt is what a line of the table is made from at a moment.
type valuesAt struct {
	x, y         float64
	left, col    float64 // where the columns of values begin, and how wide each is
	known, first bool
	bytes        [64]byte
}

// trafficTable counts each rank's messages, bytes and waiting up to the end.
func (d *sheet) trafficTable(x, y, width float64) float64 {
	const first = 64.0
	cols := []string{"traffic.messages", "traffic.bytes", "traffic.waiting"}
	col := (width - first) / float64(len(cols))
	y = d.columnHeads(evenly(x+first, col, 3), 8, y, cols, 11.5)
	for p := range d.index.t.Procs {
		if y += 24; !d.insight(y-16, 24) {
			continue
		}
		f := d.trafficOf(p)
		bytes, idle := "…", "…"
		if f.known {
			bytes, idle = formatBytes(f.bytes), formatTimeTo(f.idle, 1)
		}
		d.text(x, y, first-4, "rank "+itoa(d.rankAt(p)), ink{size: 12.5, color: d.rankColor(p).Ink, bold: true})
		for i, text := range []string{itoa(len(d.index.sent[p])), bytes, idle} {
			d.text(x+first+float64(i)*col, y, col-8, text, ink{size: 12, color: d.pal.Text, mono: true})
		}
	}
	d.moreTraffic()
	return d.joiningNote(x, y+24, width) + 6
}

// joiningNote says how long the ranks stood in the rendezvous, where that was
// long: the table counts what their programs call.
func (d *sheet) joiningNote(x, y, width float64) float64 {
	const least, most = int64(1e6), 16 // ns; ranks
	var list []string
	for p := range min(len(d.index.t.Procs), most) {
		var idle int64
		for _, id := range d.index.calls[p] {
			if d.index.t.Calls[id].Step >= 0 {
				break
			}
			spans, _ := d.index.findIdle(id)
			for _, s := range spans {
				idle += int64(s.To - s.From)
			}
		}
		if idle >= least {
			list = append(list, "rank "+itoa(d.rankAt(p))+" "+formatTimeTo(trace.Time(idle), 1))
		}
	}
	if len(list) == 0 {
		return y
	}
	return d.paragraph(x, y, width, 17, 0, d.say("traffic.joining", "list", strings.Join(list, " · ")), ink{size: 11.5, color: d.pal.Muted})
}
