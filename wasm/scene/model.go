package scene

// Every picture says what it is, wherever it is seen: on the page, in somebody
// else's page, on a phone, in a file. Where there is a stage, its foot does.

// modelLine says it upwards from the baseline y, in as many lines as it takes. It returns how high that is.
func (d *sheet) modelLine(x, y, width float64, text string, k ink) float64 {
	k.color = d.pal.Warn
	lines, k := d.modelLines(width, text, k)
	for i, line := range lines {
		at := x
		switch k.align {
		case Middle:
			at = x + width/2
		case End:
			at = x + width
		}
		d.text(at, y-float64(len(lines)-1-i)*(k.size+4), width, line, k)
	}
	return float64(len(lines)) * (k.size + 4)
}

// modelLines breaks it into at most two lines, smaller where it has to be.
func (d *sheet) modelLines(width float64, text string, k ink) ([]string, ink) {
	if smaller := fitInk(d, text, k, width); d.width(text, smaller) <= width {
		return []string{text}, smaller
	}
	lines := wrap(d.m, text, k, width)
	for ; len(lines) > 2 && k.size > 8.5; lines = wrap(d.m, text, k, width) {
		k.size = max(8.5, k.size-0.5)
	}
	if len(lines) > 2 {
		lines = []string{lines[0], fit(d.m, rejoined(lines[1], lines[2]), k, width)}
	}
	return lines, k
}
