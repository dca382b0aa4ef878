package scene

import (
	"lockstep/engine/scenario"
	"lockstep/wasm/app"
	"lockstep/wasm/timescale"
)

// setting is the axis of a run, set out for a room. It is the same from frame to
// frame, and to find it takes a look at every call.
type setting struct {
	of    settingOf
	scale *timescale.Scale
	tail  float64 // the room behind the last block
	first []int   // the number of each lane's first block among all
}

// settingOf is what a setting depends on beside the run.
type settingOf struct {
	look              look
	width, zoom, page float64
	scale             app.ScaleMode
	lang              string
	readOnly, embed   bool
	scenario          *scenario.Scenario
	pin               *index
	course            *timescale.Course
}

// again is the same for a run in which everything happens at the same times.
func (x *setting) again(r *app.Run) *setting {
	next := *x
	next.of.scenario, next.of.course = r.Of, r.Course()
	return &next
}

// setting is the axis for the lanes as they are placed.
func (d *sheet) setting(t *timeline) *setting {
	course := d.s.Run.Course()
	of := settingOf{t.look, t.plot.W, d.s.Zoom, d.s.W, d.s.Scale, d.s.Lang, d.s.ReadOnly, d.s.Embed, d.s.Scenario, d.pin, course}
	if known := d.index.set; known != nil && known.of == of {
		return known
	}
	set := &setting{of: of, first: make([]int, len(t.lanes))}
	d.index.set = set
	if course.Dense(len(d.index.t.Calls)) {
		set.tail = d.denseTail(t)
		set.scale = d.axisOf(course).SetDense(t.plot.W-set.tail, d.s.Zoom)
		return set
	}
	tail, count := 0.0, 0
	for i := range t.lanes {
		if l := &t.lanes[i]; t.look.slim() {
			bare := d.barely(l.proc)
			l.blocks, l.tail = bare.blocks, bare.tail
		} else {
			known := d.worded(l.proc) // they are looked at, and not placed
			l.blocks, l.tail = known.blocks, known.tail
		}
		count += len(t.lanes[i].blocks)
	}
	items := make([]timescale.Item, 0, 2*count) // a block's own, and mostly its label's
	most, mode := d.blockRoom(t), modeOf(d.s.Scale)
	for i := range t.lanes {
		l := &t.lanes[i]
		set.first[i] = len(items)
		for k := range l.blocks {
			it := d.item(l, &l.blocks[k], t.look)
			it.Min = min(it.Min, most)
			if mode == timescale.Linear {
				it.Min = 0 // true to time, whatever labels and marks ask for
			}
			items = append(items, it)
		}
		tail = max(tail, d.tailWidth(l, t.look))
	}
	share := 0.4
	if d.s.Run.Veiled {
		share = 0.95 // nothing else is there to be seen
	}
	set.tail = min(tail, t.plot.W*share)
	course = d.axisOf(course)
	if mode != timescale.Linear {
		items = d.labelItems(items, t, most)
	}
	set.scale = course.Set(t.plot.W-set.tail, d.s.Zoom, items)
	for i := range t.lanes {
		t.lanes[i].blocks, t.lanes[i].tail = nil, nil
	}
	return set
}

// axisOf is the axis for a course: in the mode that was chosen, for two runs where one
// is kept, and with room for what is for ever.
func (d *sheet) axisOf(course *timescale.Course) *timescale.Course {
	mode := modeOf(d.s.Scale)
	if d.pin != nil {
		course = d.beside(mode)
	} else if mode == timescale.Folded && !d.index.hung {
		return course
	} else if known := d.index.courses[mode]; known != nil && d.index.courseOf == course {
		return known
	} else {
		if d.index.courseOf != course {
			d.index.courses, d.index.courseOf = map[timescale.Mode]*timescale.Course{}, course
		}
		of := course
		if mode != timescale.Folded {
			of = timescale.CourseIn(d.s.Run.Trace, mode)
		}
		of = d.index.onward(of)
		d.index.courses[mode] = of
		return of
	}
	return d.index.onward(course)
}
