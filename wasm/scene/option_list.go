package scene

import "lockstep/wasm/app"

// optionRow is the height of an option, for a finger.
const optionRow = 40.0

// optionList lists the options of a control on top of everything, see
// app.ListOptions. Beside it one closes it.
func (d *sheet) optionList() {
	of := d.listed()
	if of == nil {
		return
	}
	k := ink{size: 13.5, mono: of.Mono}
	w := of.Rect.W
	for _, o := range of.Options {
		w = max(w, d.width(o.Label, k)+44)
	}
	h := float64(len(of.Options))*optionRow + 8
	r := d.sheetAt(of.ID, w, h)
	d.hot(Hot{ID: "options.away", Rect: Rect{0, 0, d.s.W, d.s.H}, Role: Button, Name: d.say("close"), Press: app.Close{}, Aside: true})
	d.box(Rect{r.X - 3, r.Y - 1, r.W + 6, r.H + 6}, 14, d.pal.Shadow, 0)
	d.box(r, 12, d.pal.Surface, d.pal.Faint)
	d.hot(Hot{ID: "options", Rect: r, Role: Group, Name: of.Name})
	// What is under the list stands still while a finger is on it.
	d.out.Areas = append(d.out.Areas, Area{Rect: Rect{0, 0, d.s.W, d.s.H}})
	d.scrolledPart("options", d.s.Scroll.Options, r.inset(4), h-8, func(y float64) {
		for i, o := range of.Options {
			at := Rect{r.X + 4, y + float64(i)*optionRow, r.W - 8, optionRow}
			now := o.Value == of.Value
			if now {
				d.box(at, 8, d.pal.Chip, 0)
				d.icon("check", at.X+14, at.Y+at.H/2, 1, d.pal.Accent)
			}
			d.text(at.X+28, at.Y+at.H/2+4.8, at.W-34, o.Label, ink{size: k.size, mono: k.mono, color: d.pal.Text, bold: now})
			d.hot(Hot{ID: app.OptionID(of.ID, i), Rect: at, Role: Button, Name: o.Label, Selected: now, Press: app.TakeOption{Do: of.Set.With(o.Value)}})
		}
	})
}

// listed is the control whose options are to be listed; nil: none that is seen.
func (d *sheet) listed() *Hot {
	if d.s.Listed == "" {
		return nil
	}
	for i := range d.out.Hot {
		if h := d.out.Hot[i]; h.ID == d.s.Listed && h.Role == Combobox && h.Set != nil && !h.Disabled && h.Rect.H > 0 {
			return &h
		}
	}
	return nil
}
