package scene

import "strings"

// lessonTable sets rows whose columns are separated by "|"; the first is the head,
// and the first column names the row.
func (d *sheet) lessonTable(x, y, width float64, rows []string) float64 {
	n := len(strings.Split(rows[0], "|"))
	col := width / float64(n)
	for i, row := range rows {
		k := ink{size: 11.5, color: d.pal.Text, bold: i == 0}
		most := 1
		cells := strings.Split(row, "|")
		for c, cell := range cells {
			cell = strings.TrimSpace(cell)
			if c == 0 {
				k.color = d.pal.Muted
			} else {
				k.color = d.pal.Text
			}
			lines := wrap(d.m, cell, k, col-8)
			most = max(most, len(lines))
			d.paragraph(x+float64(c)*col, y, col-8, 16, 0, cell, k)
		}
		y += float64(most)*16 + 6
		d.line(Point{x, y - 15}, Point{x + width, y - 15}, d.pal.Line, 1)
		y += 3
	}
	return y + 6
}
