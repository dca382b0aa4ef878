package timescale

import "lockstep/engine/trace"

// Beside is the course of two runs that are looked at together: the moments of
// both, so that each has its place. What is typical is so of the first.
func Beside(a, b *trace.Trace, mode Mode) *Course {
	at := []trace.Time{0}
	add := func(m trace.Time) {
		if m > at[len(at)-1] {
			at = append(at, m)
		}
	}
	i, k := 0, 0
	for i < len(a.Ticks) || k < len(b.Ticks) {
		if k == len(b.Ticks) || i < len(a.Ticks) && a.Ticks[i].At <= b.Ticks[k].At {
			add(a.Ticks[i].At)
			i++
		} else {
			add(b.Ticks[k].At)
			k++
		}
	}
	add(max(a.End, b.End))
	c := courseOf(at, mode, typical(a), func(int) {})
	if met, other := rendezvous(a), rendezvous(b); mode == Folded && met > 0 && other > 0 {
		c.shorten(max(met, other))
	}
	return c
}
