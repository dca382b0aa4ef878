package scene

import (
	"strconv"

	"lockstep/engine/recorded"
	"lockstep/engine/scenario"
)

// lookup is what is known of a scenario from real runs, which is looked up once.
type lookup struct {
	of   *scenario.Scenario
	in   *recorded.Table
	seen recorded.Seen
	ok   bool
}

func (c *Composer) seenOf(s *scenario.Scenario, t *recorded.Table) (recorded.Seen, bool) {
	if c.seen.of != s || c.seen.in != t {
		c.seen = lookup{of: s, in: t}
		c.seen.seen, c.seen.ok = t.Find(s)
	}
	return c.seen.seen, c.seen.ok
}

// provenance says whether what is shown was seen in real runs, or is the model's
// alone. It returns the baseline of what follows.
func (d *sheet) provenance(x, y, width float64) float64 {
	seen, ok := d.seen(d.s.Scenario, d.s.Recorded)
	text, color := d.say("seen.never"), d.pal.Muted
	switch {
	case ok && seen.Agree > 0:
		text, color = d.say("seen.so", "agree", strconv.Itoa(seen.Agree), "runs", strconv.Itoa(seen.Runs)), d.pal.OK
	case ok:
		text, color = d.say("seen.otherwise", "runs", strconv.Itoa(seen.Runs)), d.pal.Warn
	}
	top := y
	d.box(Rect{x, y - 8, 7, 7}, 3.5, color, 0)
	y = d.paragraph(x+14, y, width-14, 17, 0, text, ink{size: 11.5, color: color})
	d.hot(Hot{ID: "provenance", Rect: Rect{x - 4, top - 13, width + 8, y - top}, Role: Group, Name: text})
	return y
}
