package scene

import (
	"lockstep/engine/failure"
	"lockstep/engine/result"
	"lockstep/wasm/app"
)

// fixes stand below the first cause: the smallest edit that puts the run right,
// and what DETAIL would have said, each with a button that does it.
func (d *sheet) fixes(x, y, width float64) float64 {
	m := d.s.MendingOf()
	if m == nil {
		return y
	}
	y = d.smallestFix(m, x, y, width)
	if m.Over && m.Detail != nil {
		y = d.withDetail(m.Detail, x, y, width)
	}
	return y
}

func (d *sheet) smallestFix(m *app.Mending, x, y, width float64) float64 {
	if m.Fix == nil {
		key := "fix.searching"
		if m.Over {
			key = "fix.none"
		}
		return d.paragraph(x+8, y, width-8, 18, 0, d.say(key), ink{size: 12, color: d.pal.Muted}) + 12
	}
	text := m.Fix.Text.In(d.s.Lang)
	return d.offer(offer{
		id: "finding-0.fix", title: d.say("fix.title"), text: text, label: d.say("fix.apply"), name: d.say("fix.apply.name", "fix", text), press: app.ApplyFix{},
	}, x, y, width)
}

// withDetail says what the debug level DETAIL would have made of the run.
func (d *sheet) withDetail(r *result.Result, x, y, width float64) float64 {
	var text string
	switch who, what := firstRefusal(r); {
	case what != "":
		text = d.say("detail.says", "rank", itoa(who), "text", what)
	case r.Outcome == result.Done:
		text = d.say("detail.misses")
	default:
		text = d.say("detail.same")
	}
	return d.offer(offer{
		id: "finding-0.detail", title: d.say("detail.title"), text: text, label: d.say("detail.apply"), name: d.say("detail.apply.name"),
		press: app.SetDebug{Text: "DETAIL"}, quiet: true,
	}, x, y, width)
}

// firstRefusal is the first error that DETAIL's own checks raised: the rank and
// the text.
func firstRefusal(r *result.Result) (rank int, text string) {
	for i := range r.Ranks {
		for k := range r.Ranks[i].Steps {
			if m := r.Ranks[i].Steps[k].Message; failure.RaisedByDetail(m) {
				return r.Ranks[i].Rank, m
			}
		}
	}
	return 0, ""
}

// offer is a thing that can be done about a finding.
type offer struct {
	id, title, text, label, name string
	press                        app.Action
	quiet                        bool
}

func (d *sheet) offer(o offer, x, y, width float64) float64 {
	top := y - 16
	mark := len(d.out.Shapes)
	d.box(Rect{x - 4, top, width + 8, 0}, 8, d.pal.Chip, 0)
	bw := d.buttonWidth(o.label, "")
	d.text(x+8, y+4, width-bw-24, o.title, ink{size: 12, color: d.pal.Text, bold: true})
	d.button(button{id: o.id, at: Rect{x + width - bw - 2, y - 10, bw, 26}, label: o.label, name: o.name, primary: !o.quiet, press: o.press, size: 12})
	y = d.paragraph(x+8, y+31, width-16, 18, 5, o.text, ink{size: 12, color: d.pal.Text})
	d.out.Shapes[mark].Rect.H = y - 6 - top
	return y + 20
}
