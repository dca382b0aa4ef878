package scene

import (
	"strings"

	"lockstep/wasm/app"
)

const (
	figureWidth  = 960.0
	figureMargin = 24.0
	figureStage  = 320.0 // how high the data flow is
)

// Figure is the scene of a state as a picture for a page of a course or a paper: its
// title, the lanes, the data flow at the cursor and what came of the run, without
// anything to press. It is as high as it needs to be.
func (c *Composer) Figure(s *app.State) *Scene {
	still := *s
	still.W, still.H, still.Embed, still.ReadOnly = figureWidth, 800, false, true
	still.Open, still.Hover, still.Focused, still.Notice, still.Fields = app.Open{}, "", "", nil, nil
	still.Selected, still.Chosen, still.Drag = app.NoOp, nil, app.Drag{}
	still.Zoom, still.Pan, still.Scroll = 1, 0, app.Scrolls{}
	if still.Theme == app.Projector {
		still.Theme = app.Light
	}
	d := c.begin(&still, nil)
	d.out.H = d.figure()
	d.out.Hot, d.out.Areas, d.out.Natural = nil, nil, 0
	d.out.Title = d.title()
	return &d.out
}

// figure draws it and returns its height.
func (d *sheet) figure() float64 {
	x, width := figureMargin, figureWidth-2*figureMargin
	y := d.paragraph(x, figureMargin+16, width, 24, 0, d.title(), ink{size: 18, color: d.pal.Text, bold: true})
	y = d.paragraph(x, y, width, 20, 0, d.subtitle(), ink{size: 13, color: d.pal.Muted})
	look := lookMiddle
	if d.s.Scenario.Processes() > 8 {
		look = lookCompact
	}
	t := d.newTimeline(look, x, y, width, 0)
	d.narrowLanes(t, Rect{0, 0, figureWidth, t.view.bottom() + 100})
	y = t.view.bottom() + 28
	if !d.crowded() {
		r := Rect{x, t.view.bottom() + 12, width, figureStage}
		d.box(r, 12, d.pal.Surface, d.pal.Line)
		d.stage(r)
		y = r.bottom() + 28
	}
	title, detail, good := d.headline()
	k := ink{size: 14, color: d.pal.OK, bold: true}
	if !good {
		k.color = d.pal.Error
	}
	y = d.paragraph(x, y, width, 21, 0, title, k)
	y = d.paragraph(x, y, width, 20, 0, detail, ink{size: 12.5, color: d.pal.Muted})
	if r := d.s.Run.Result; r != nil {
		for i := range r.Findings {
			if f := &r.Findings[i]; f.Cause == nil {
				y = d.paragraph(x, y+4, width, 20, 0, f.Text.In(d.s.Lang), ink{size: 12.5, color: d.pal.Text})
			}
		}
	}
	y = d.paragraph(x, y+10, width, 18, 0, strings.Join(strings.Fields(d.say("model.long")), " "), ink{size: 11.5, color: d.pal.Warn})
	return y + figureMargin - 12
}
