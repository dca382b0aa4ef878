package scene

import (
	"math"
	"sort"
	"strconv"
)

// logsSection has a table for each name under which the program logs values: a row
// for each rank, a column for each time that it was logged, up to the cursor.
func (d *sheet) logsSection(x, y, width float64) float64 {
	tr := d.training()
	if len(tr.logs) == 0 {
		return y
	}
	y = d.heading(x, y, width, d.say("logs.title")) - 4
	y = d.logsOnce(x, y, width, tr)
	for i := range tr.logs {
		if tr.logs[i].longest == 1 {
			continue
		}
		h := 44 + 19*float64(len(d.index.t.Procs))
		if !d.insight(y, h) {
			y += h
			continue
		}
		y = d.logTable(x, y, width, &tr.logs[i])
	}
	return y + 6
}

// logsOnce has a row for each name that every rank logs once: numbers that are to
// be compared with each other, as the means of a gradient.
func (d *sheet) logsOnce(x, y, width float64, tr *training) float64 {
	first := width * 0.46
	fit := max(1, min(len(d.index.t.Procs), int((width-first)/logColumn)))
	col := (width - first) / float64(fit)
	head := true
	for i := range tr.logs {
		m := &tr.logs[i]
		if m.longest != 1 {
			continue
		}
		if head {
			y += 4
			for p := range fit {
				d.text(x+first+float64(p)*col, y, col-6, "rank "+itoa(d.rankAt(p)), ink{size: 12, color: d.rankColor(p).Ink, bold: true})
			}
			head = false
		}
		y += 20
		d.text(x, y, first-8, m.name, ink{size: 12, color: d.pal.Text, mono: true})
		spoken := ""
		for p := range m.entries {
			if len(m.entries[p]) == 0 {
				continue
			}
			e := m.entries[p][0]
			spoken += " " + strconv.FormatFloat(e.value, 'g', -1, 64)
			k := ink{size: 12, color: d.pal.Text, mono: true}
			if e.at > d.now.at && d.s.Cursor > 0 {
				k.color = d.pal.Faint
			} else if !m.agree(0) {
				k.color = d.pal.Warn
			}
			if p < fit {
				d.text(x+first+float64(p)*col, y, col-6, formatMetric(e.value), k)
			}
		}
		d.hot(Hot{ID: "log-" + m.name, Rect: Rect{x - 4, y - 14, width + 8, 20}, Role: Group, Name: m.name + ":" + spoken})
	}
	if !head {
		y += 24
	}
	return y
}

// logColumn is the least width of a column.
const logColumn = 62.0

func (d *sheet) logTable(x, y, width float64, m *metricLog) float64 {
	d.text(x, y+6, width, m.name, ink{size: 12.5, color: d.pal.Text, bold: true, mono: true})
	y += 24
	fit := max(1, int((width-stepLabel)/logColumn))
	// The columns end with what was logged last at the cursor.
	seen := 0
	for p := range m.entries {
		list := m.entries[p]
		seen = max(seen, sort.Search(len(list), func(k int) bool { return list[k].at > d.now.at }))
	}
	last := min(m.longest, max(seen, fit))
	first := max(0, last-fit)
	for c := first; c < last; c++ {
		d.text(x+stepLabel+float64(c-first)*logColumn, y, logColumn-6, d.logHeading(m, c), ink{size: 10.5, color: d.pal.Muted})
	}
	for p := range m.entries {
		y += 19
		d.text(x, y, stepLabel-4, "rank "+itoa(d.rankAt(p)), ink{size: 12, color: d.rankColor(p).Ink, bold: true})
		spoken := ""
		for c := first; c < min(last, len(m.entries[p])); c++ {
			e := m.entries[p][c]
			k := ink{size: 11.5, color: d.pal.Text, mono: true}
			if e.at > d.now.at && d.s.Cursor > 0 {
				k.color = d.pal.Faint
			} else if !m.agree(c) {
				k.color = d.pal.Warn
			}
			text := formatMetric(e.value)
			d.text(x+stepLabel+float64(c-first)*logColumn, y, logColumn-4, text, k)
			spoken += " " + strconv.FormatFloat(e.value, 'g', -1, 64)
		}
		d.hot(Hot{ID: "log-" + m.name + "-" + itoa(p), Rect: Rect{x - 4, y - 14, width + 8, 19}, Role: Group,
			Name: d.say("logs.row", "name", m.name, "rank", itoa(d.rankAt(p)), "values", spoken)})
	}
	return y + 20
}

// logHeading is the step in which a column was logged, on the first rank that has
// it.
func (d *sheet) logHeading(m *metricLog, c int) string {
	for p := range m.entries {
		if c < len(m.entries[p]) {
			if s := m.entries[p][c].step; s != "" {
				return d.say("logs.step", "n", s)
			}
			return ""
		}
	}
	return ""
}

// agree reports whether all ranks that logged a column logged the same.
func (m *metricLog) agree(c int) bool {
	first, have := 0.0, false
	for p := range m.entries {
		if c >= len(m.entries[p]) {
			continue
		}
		v := m.entries[p][c].value
		if have && v != first && !(math.IsNaN(v) && math.IsNaN(first)) {
			return false
		}
		first, have = v, true
	}
	return true
}

// formatMetric writes a value in as few signs as a cell has room for.
func formatMetric(v float64) string {
	text := strconv.FormatFloat(v, 'g', -1, 64)
	if len(text) > 8 {
		text = strconv.FormatFloat(v, 'g', 4, 64)
	}
	return text
}
