package scene

import (
	"fmt"
	"strings"

	"lockstep/engine/diagnose"
	"lockstep/engine/result"
)

// toolsSay is what other tools say of the run, each beside what it misses or whom
// it wrongly blames.
func (d *sheet) toolsSay(x, y, width float64) float64 {
	m := d.s.MendingOf()
	if m == nil || len(m.Tools) == 0 {
		return y
	}
	y = d.heading(x, y, width, diagnose.ToolsHeading().In(d.s.Lang))
	for i := range m.Tools {
		tool := &m.Tools[i]
		top := y - 14
		var said []string
		for _, line := range tool.Says {
			said = append(said, line.In(d.s.Lang))
		}
		y = d.paragraph(x, y, width, 18, 0, tool.Name.In(d.s.Lang), ink{size: 12, color: d.pal.Text, bold: true})
		for _, line := range said {
			y = d.paragraph(x+8, y, width-8, 17, 4, line, ink{size: 11.5, color: d.pal.Text})
		}
		mark, color := "✗", d.pal.Error
		if tool.Right {
			mark, color = "✓", d.pal.OK
		}
		d.text(x+8, y+1, 14, mark, ink{size: 12, color: color, bold: true})
		misses := tool.Misses.In(d.s.Lang)
		y = d.paragraph(x+24, y+1, width-24, 17, 0, misses, ink{size: 11.5, color: d.pal.Muted})
		d.hot(Hot{ID: fmt.Sprintf("tool-%d", i), Rect: Rect{x - 4, top, width + 8, y - top}, Role: Group,
			Name: d.pair(tool.Name.In(d.s.Lang), strings.Join(said, " ")+" "+misses)})
		y += 12
	}
	return y + 8
}

// hints are worth knowing of a run in which nothing went wrong.
func (d *sheet) hints(r *result.Result, x, y, width float64) float64 {
	if len(r.Hints) == 0 {
		return y
	}
	y = d.heading(x, y, width, d.say("hints.title"))
	for i := range r.Hints {
		text := r.Hints[i].Text.In(d.s.Lang)
		top := y - 14
		d.text(x, y, 12, "•", ink{size: 12, color: d.pal.Muted})
		y = d.paragraph(x+14, y, width-14, 18, 0, text, ink{size: 12, color: d.pal.Text})
		d.hot(Hot{ID: fmt.Sprintf("hint-%d", i), Rect: Rect{x - 4, top, width + 8, y - top}, Role: Group, Name: text})
		y += 6
	}
	return y + 12
}
