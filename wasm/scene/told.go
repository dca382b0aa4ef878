package scene

import (
	"slices"

	"lockstep/engine/scenario"
	"lockstep/engine/trace"
	"lockstep/wasm/app"
)

// told is what has been put into words about a run as far as it went, in one
// language: the same from frame to frame, and most of what a frame would cost.
type told struct {
	lang   string
	blocks map[int]laneWords
	ops    map[app.OpRef]opWords   // of a script's calls; those of a program are kept with the controls of its ops
	labels map[*scenario.Op]string // see opLabel
	times  map[trace.Time]string   // see time

	traffic wordedTraffic // that was said last
}

// laneWords are a lane's blocks before they are placed.
type laneWords struct {
	blocks, tail []block
	worded       bool // the blocks have their words
}

// opWords are a block's accessible name, and its story, or who tells it.
type opWords struct {
	name, story string
	later       Teller
}

func (d *sheet) told() *told {
	if t := d.index.told; t == nil || t.lang != d.s.Lang {
		d.index.told = &told{lang: d.s.Lang, blocks: map[int]laneWords{}, ops: map[app.OpRef]opWords{}, labels: map[*scenario.Op]string{}, times: map[trace.Time]string{}}
	}
	return d.index.told
}

// blocksOf are the blocks of a process and the ops that were not called, to be
// placed.
func (d *sheet) blocksOf(p int) (blocks, tail []block) {
	known := d.worded(p)
	return slices.Clone(known.blocks), slices.Clone(known.tail)
}

// worded are the same for all who only look at them.
func (d *sheet) worded(p int) laneWords {
	known := d.barely(p)
	if !known.worded {
		d.word(p, known.blocks)
		known.worded = true
		d.told().blocks[p] = known
	}
	return known
}

// barely are the same before it is known what they say, which lanes out of sight
// need not be asked where it does not make them any wider.
func (d *sheet) barely(p int) laneWords {
	t := d.told()
	known, ok := t.blocks[p]
	if !ok {
		known.blocks, known.tail = d.tellLane(p)
		t.blocks[p] = known
	}
	return known
}

// time is formatTime for when calls begin and end: one ends when the next begins, and
// many ranks do the same at the same time.
func (d *sheet) time(at trace.Time) string {
	t := d.told()
	text, ok := t.times[at]
	if !ok {
		text = formatTime(at)
		t.times[at] = text
	}
	return text
}
