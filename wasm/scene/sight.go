package scene

// insight tells whether something from top on, h high, lies in the part of the
// panel that is seen, or so near that the keyboard goes there next. What lies
// further away takes its room and is not made: a table of 64 ranks costs what is
// seen of it.
func (d *sheet) insight(top, h float64) bool {
	const near = 60
	return d.room.H == 0 || top+h > d.room.Y-near && top < d.room.bottom()+near
}
