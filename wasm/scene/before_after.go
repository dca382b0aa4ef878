package scene

import (
	"strconv"

	"lockstep/engine/tensor"
	"lockstep/engine/trace"
)

// holding is a row of the table of one tensor: what it holds at some moment, and
// beside which other row it is read.
type holding struct {
	key   string // of its name
	bytes []byte // nil: was not recorded
	than  []byte // what it is compared with; nil: with nothing
	diff  bool   // the row shows by how much it differs
	ghost bool   // of the run that is kept to compare with
}

const (
	holdingName   = 72.0 // room for the names of the rows
	holdingHeight = 22.0
	elementLeast  = 46.0 // an element's cell
)

// beforeAfter is the table of one tensor: an element a column, and below each
// other what it holds at the beginning, at the cursor and at the end, with the
// differences. It returns where it ends.
func (d *sheet) beforeAfter(x, y, width float64, id int32) float64 {
	b := &d.index.t.Tensors[id]
	rows := d.holdings(id)
	h := 24 + float64(len(rows))*holdingHeight + 16
	if !d.insight(y-16, h) {
		return y + h
	}
	n := tensor.NumElements(b.Shape)
	shown := min(n, max(1, int((width-holdingName)/elementLeast)))
	from := firstShown(rows, b.DType.Size(), shown, n)
	p := int(b.Proc)
	k := ink{size: 12.5, color: d.rankColor(p).Ink, bold: true}
	w := d.text(x, y, width*0.5, "rank "+itoa(d.rankAt(p)), k)
	about := b.Name + "  " + shapeText(b.DType, b.Shape)
	if shown < n {
		about += "  " + d.say("values.part", "from", itoa(from), "to", itoa(from+shown-1), "of", itoa(n))
	}
	d.text(x+w+10, y, width-w-10, about, ink{size: 11, color: d.pal.Muted, mono: true})
	col := min((width-holdingName)/float64(max(1, shown)), 72)
	y += 24
	for i := range rows {
		d.holding(x, y, col, from, shown, b.DType, &rows[i])
		y += holdingHeight
	}
	return y + 16
}

// firstShown is the first element that has a column: where they do not all fit,
// one of them is the first that changes.
func firstShown(rows []holding, size, shown, n int) int {
	first := n
	for i := range rows {
		r := &rows[i]
		for k := 0; k < first && len(r.than) == len(r.bytes) && k < len(r.bytes)/size; k++ {
			if string(r.than[k*size:(k+1)*size]) != string(r.bytes[k*size:(k+1)*size]) {
				first = k
			}
		}
	}
	if first == n || first < shown {
		return 0
	}
	return min(first, n-shown)
}

// holdings are the rows there are: what never changes is said once.
func (d *sheet) holdings(id int32) []holding {
	t := d.index.t
	var start []byte
	if b := &t.Tensors[id]; b.Init >= 0 {
		start = t.Arena[b.Init : int(b.Init)+b.Size()]
	}
	now, end := d.now.bytes(id), d.index.atEnd().Bytes(id)
	rows := []holding{{key: "values.row.input", bytes: start}}
	atEnd := d.s.Cursor >= d.s.End()
	switch {
	case atEnd:
	case string(now) == string(end) && now != nil:
		rows = append(rows, holding{key: "values.row.both", bytes: now, than: start})
		return d.kept(d.differs(rows, id, now, start), id, end)
	default:
		rows = append(rows, holding{key: "values.row.now", bytes: now, than: start})
		rows = d.differs(rows, id, now, start)
	}
	rows = append(rows, holding{key: "values.row.end", bytes: end, than: start})
	return d.kept(d.differs(rows, id, end, start), id, end)
}

// kept adds what the tensor held at the end of the run that is kept, where that
// was something else.
func (d *sheet) kept(rows []holding, id int32, end []byte) []holding {
	b := &d.index.t.Tensors[id]
	was := d.pinnedTensor(int(b.Proc), b.Name)
	if was == trace.None || d.pin.t.Tensors[was].DType != b.DType || d.alike(id, was) {
		return rows
	}
	old := d.pin.atEnd().Bytes(was)
	if len(old) != len(end) {
		return rows // of another shape: the comparison tells it
	}
	return append(rows, holding{key: "values.row.pinned", bytes: old, than: end, ghost: true})
}

// differs adds the row of the differences, where there are some.
func (d *sheet) differs(rows []holding, id int32, now, start []byte) []holding {
	if now == nil || start == nil || string(now) == string(start) || d.index.t.Tensors[id].DType == tensor.Bool {
		return rows
	}
	return append(rows, holding{key: "values.difference", bytes: now, than: start, diff: true})
}

// holding draws one row. What differs is marked by its ground and its weight.
func (d *sheet) holding(x, y, col float64, from, shown int, dt tensor.DType, r *holding) {
	name := ink{size: 11.5, color: d.pal.Muted}
	if r.diff {
		name.align = End
		d.text(x+holdingName-10, y, holdingName-10, d.say(r.key), name)
	} else {
		d.text(x, y, holdingName-6, d.say(r.key), name)
	}
	x += holdingName
	size := dt.Size()
	for i := range shown {
		at := Rect{x + float64(i)*col, y - 15, col - 4, 20}
		i += from
		k := ink{size: 12, color: d.pal.Text, mono: true, align: Middle}
		if r.bytes == nil {
			d.text(at.X+at.W/2, y, at.W, "?", k)
			continue
		}
		e := r.bytes[i*size : (i+1)*size]
		text := formatElement(dt, e, 6)
		changed := len(r.than) == len(r.bytes) && string(r.than[i*size:(i+1)*size]) != string(e)
		switch {
		case r.diff:
			if k.size, k.color, text = 10.5, d.pal.Muted, "·"; changed {
				text, k.color = difference(dt, r.than[i*size:(i+1)*size], e), d.pal.OK
			}
		case r.ghost:
			d.dashed(at, 4, d.pal.Faint)
			k.color = d.pal.Muted
			if changed {
				k.color = d.pal.Text
			}
		case changed:
			d.box(at, 4, d.pal.Changed, d.pal.Line)
			k.bold = true
		default:
			d.box(at, 4, d.pal.Surface, d.pal.Line)
		}
		d.text(at.X+at.W/2, y, at.W-4, text, k)
	}
}

// difference writes by how much an element rose or fell.
func difference(dt tensor.DType, from, to []byte) string {
	if !dt.IsFloat() {
		by := tensor.Int(dt, to) - tensor.Int(dt, from)
		if by > 0 {
			return "+" + strconv.FormatInt(by, 10)
		}
		return "−" + strconv.FormatUint(uint64(-by), 10)
	}
	by := tensor.Float(dt, to) - tensor.Float(dt, from)
	switch {
	case by > 0:
		return "+" + strconv.FormatFloat(by, 'g', 4, 64)
	case by < 0:
		return "−" + strconv.FormatFloat(-by, 'g', 4, 64)
	}
	return strconv.FormatFloat(by, 'g', 4, 64) // not a number, or of other bits alone
}
