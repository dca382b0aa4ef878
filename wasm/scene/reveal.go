package scene

import "lockstep/wasm/app"

// reveal is what brings a place into sight that is scrolled out of a part's room;
// nil when it is in sight. The page does it when the place gets the focus, so that
// the keyboard is never where nobody can see it.
func reveal(part string, limit float64, r, room Rect) app.Action {
	const margin = 8
	dy := 0.0
	switch {
	case r.Y < room.Y:
		dy = r.Y - room.Y - margin
	case r.bottom() > room.bottom():
		dy = min(r.bottom()-room.bottom()+margin, r.Y-room.Y)
	}
	if limit <= 0.5 || dy > -1 && dy < 1 {
		return nil
	}
	return app.ScrollBy{Part: part, DY: dy, Limit: limit}
}

// enclose keeps the hot places from number mark on within a part's room: what is
// out of sight keeps its control, and loses its place.
func (d *sheet) enclose(mark int, part string, limit float64, room Rect) {
	for i := mark; i < len(d.out.Hot); i++ {
		h := &d.out.Hot[i]
		if h.Reveal == nil && h.Rect.H > 0 {
			h.Reveal = reveal(part, limit, h.Rect, room)
		}
		h.Rect = h.Rect.intersect(room)
	}
}
