package scene

import "lockstep/wasm/app"

// A long run shows how far it has come, and can be cancelled, at a place that is seen
// whatever else is: above the lanes, and on a phone and in an embed beside the cursor.

// cancelWidth is the room of what cancels a run beside a track.
const cancelWidth = 78

// runChip is that above the lanes: as much of it as there is room for.
func (d *sheet) runChip(r Rect) {
	const least = 150
	if r.W < least { // what cancels, and the bar below it
		r.X, r.W = r.right()-min(r.W, 28), min(r.W, 28)
		d.cancelRun(r, true)
		d.runBar(Rect{r.X, r.bottom() + 1, r.W, 2})
		return
	}
	d.box(r, 6, d.pal.Chip, 0)
	each := d.width(d.say("cancel"), ink{size: 11}) + 20
	k := ink{size: 11.5, color: d.pal.Text, bold: true}
	room := r.W - each - 16
	w := d.text(r.X+8, r.Y+15, room, d.say("outcome.running"), k)
	k.bold, k.color = false, d.pal.Muted
	if text := d.say("outcome.events", "n", itoa(len(d.s.Run.Trace.Events))); d.width(text, k) < room-w-8 {
		d.text(r.X+16+w, r.Y+15, room-w-8, text, k)
	}
	d.runBar(Rect{r.X + 4, r.bottom() - 2, r.W - each - 8, 2})
	d.cancelRun(Rect{r.right() - each, r.Y, each, r.H}, false)
}

// runTrack makes room beside the track of the cursor while a run goes on, and gives
// back what is left of it.
func (d *sheet) runTrack(r Rect) Rect {
	if d.s.Run.Over() {
		return r
	}
	at := Rect{r.right() - cancelWidth + 12, r.Y - 6, cancelWidth - 12, 24}
	d.cancelRun(at, false)
	d.runBar(Rect{at.X + 4, at.bottom() - 3, at.W - 8, 2})
	r.W -= cancelWidth
	return r
}

func (d *sheet) cancelRun(r Rect, small bool) {
	b := button{id: "cancel-run", at: r, name: d.say("cancel.run"), press: app.CancelRun{}, size: 11, radius: 6}
	if b.label = d.say("cancel"); small {
		b.label, b.icon = "", "cross"
	}
	d.button(b)
}

// runBar shows how much of what a run may do this one has done.
func (d *sheet) runBar(r Rect) {
	share := min(1, float64(len(d.s.Run.Trace.Events))/app.MostEvents)
	d.box(r, r.H/2, d.pal.Line, 0)
	d.box(Rect{r.X, r.Y, max(r.H, r.W*share), r.H}, r.H/2, d.pal.Accent, 0)
}
