package scene

import (
	"fmt"

	"lockstep/wasm/app"
)

// evidence marks on the lanes the events that prove the finding that was pressed,
// numbered in the order in which diagnose names them: the decisive one is 1.
func (d *sheet) evidence(t *timeline) {
	e, r := d.s.Evidence, d.s.Run.Result
	if e.Of != d.s.Run || r == nil || e.Finding >= len(r.Findings) {
		return
	}
	const radius = 7.5
	last := map[[2]int]int{} // what stands at a place already
	for n, i := range r.Findings[e.Finding].Events {
		if i < 0 || i >= len(d.index.t.Events) {
			continue
		}
		p := int(d.index.t.Events[i].Proc)
		if p < 0 || p >= len(t.lanes) || !t.near(&t.lanes[p], t.view) {
			continue
		}
		x := t.x(d, d.index.t.EventTime(i))
		if x < t.plot.X-8 || x > t.plot.right()+8 {
			continue
		}
		place := [2]int{p, int(x / (2 * radius))}
		x += radius + 2 + 2*radius*float64(last[place]) // beside the cursor's line, which stands at the first
		last[place]++
		y := t.lanes[p].at.Y + t.look.blockY + t.look.block
		d.box(Rect{x - radius, y - radius, 2 * radius, 2 * radius}, radius, d.pal.Error, d.pal.Surface)
		d.text(x, y+3.7, 2*radius, itoa(n+1), ink{size: 10, color: d.pal.OnAccent, bold: true, align: Middle})
	}
}

// showEvents is the press that marks the events of a finding.
func (d *sheet) showEvents(i int, x, y, width float64) float64 {
	label := d.say("finding.show")
	w := d.text(x, y, width, label, ink{size: 12, color: d.pal.Accent})
	d.hot(Hot{ID: fmt.Sprintf("finding-%d.show", i), Rect: Rect{x - 6, y - 16, w + 12, 24}, Role: Button, Name: label,
		Selected: d.s.Evidence == app.Evidence{Of: d.s.Run, Finding: i}, Press: app.ShowFinding{N: i}})
	return y + 20
}
