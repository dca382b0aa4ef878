package scene

// when is what has happened by the cursor's time. While it is the same, time alone has
// passed: nobody stands otherwise, and nothing holds anything else.
type when struct {
	events     int
	begun, end bool
}

func whenIs(d *sheet) when {
	return when{d.index.t.EventsUntil(d.s.Cursor), d.s.Cursor > 0, d.s.Cursor >= d.s.End()}
}

// passage is a row of parts, and what lies between them, that is the same as long as
// nothing happens: then it is not even asked what they are made from.
type passage struct {
	name               string
	shapes, hot, areas Range
	parts              Range
	result             float64
}

// stretch draws what depends on the state without its cursor and on what has happened,
// and on nothing else. It is left out when the last picture has it.
func (d *sheet) stretch(name string, draw func() float64) float64 {
	if d.keep == nil {
		return draw()
	}
	if d.still {
		for i := range d.keep.scene.stretches {
			if old := &d.keep.scene.stretches[i]; old.name == name {
				return d.stretchAgain(old)
			}
		}
	}
	s := d.passage(name)
	s.result = draw()
	return d.noted(s)
}

// passage begins a passage.
func (d *sheet) passage(name string) passage {
	return passage{name: name, shapes: Range{From: len(d.out.Shapes)}, hot: Range{From: len(d.out.Hot)}, areas: Range{From: len(d.out.Areas)}, parts: Range{From: len(d.out.Parts)}}
}

// noted ends one.
func (d *sheet) noted(s passage) float64 {
	s.shapes.To, s.hot.To, s.areas.To, s.parts.To = len(d.out.Shapes), len(d.out.Hot), len(d.out.Areas), len(d.out.Parts)
	d.out.stretches = append(d.out.stretches, s)
	return s.result
}

// stretchAgain puts a passage of the last picture into this one.
func (d *sheet) stretchAgain(old *passage) float64 {
	s, from := d.passage(old.name), d.keep.scene
	s.result = old.result
	shape, hot, area := old.shapes.From, old.hot.From, old.areas.From
	between := func(shapes, hots, areas int) {
		_, d.out.Shapes = appended(d.out.Shapes, from.Shapes, Range{shape, shapes}, false)
		_, d.out.Hot = appended(d.out.Hot, from.Hot, Range{hot, hots}, false)
		_, d.out.Areas = appended(d.out.Areas, from.Areas, Range{area, areas}, false)
	}
	for i := old.parts.From; i < old.parts.To; i++ {
		p := &from.Parts[i]
		between(p.Shapes.From, p.Hot.From, p.areas.From)
		d.again(p)
		shape, hot, area = p.Shapes.To, p.Hot.To, p.areas.To
	}
	between(old.shapes.To, old.hot.To, old.areas.To)
	d.next = old.parts.To
	return d.noted(s)
}
