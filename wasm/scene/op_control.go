package scene

import (
	"strconv"

	"lockstep/wasm/app"
)

// opControl is what the control of an op has from one picture to the next, whatever
// comes of a run: an edit of one op moves the blocks of all.
type opControl struct {
	id    string
	keys  []KeyAction
	press app.Action // opens its editor
	name  opName
	told  *told // the run that the words are of
	words opWords
}

// opName is an accessible name, and what it was made of.
type opName struct {
	lang, label, status string
	rank                int
	text                string
}

// controlOf is the control of an op. It depends on where the op stands alone.
func (c *Composer) controlOf(ref app.OpRef) *opControl {
	known, ok := c.controls[ref]
	if !ok {
		known = &opControl{id: app.OpID(ref.Rank, ref.Op), keys: opKeys(ref), press: app.OpenPopover{Open: app.Open{Kind: app.OpenOp, Rank: ref.Rank, Op: ref.Op}}}
		c.controls[ref] = known
	}
	return known
}

// opWords names the op of a block and tells how it went.
func (d *sheet) opWords(l *lane, b *block) opWords {
	c := d.control(app.OpRef{Rank: l.proc, Op: b.op})
	if t := d.told(); c.told != t {
		c.told, c.words = t, opWords{d.blockName(l, b), d.blockStory(l, b, false)}
	}
	return c.words
}

// opName is the accessible name of an op: the rank, the place in its program, the call
// and how it went.
func (d *sheet) opName(ref app.OpRef, status string) string {
	known := &d.control(ref).name
	made := opName{lang: d.s.Lang, label: d.opLabel(&d.s.Scenario.ProgramOf(ref.Rank)[ref.Op]), status: status, rank: d.rankAt(ref.Rank), text: known.text}
	if *known != made {
		made.text = d.say("block.name", "rank", strconv.Itoa(made.rank), "n", strconv.Itoa(ref.Op+1), "call", made.label, "status", status)
		*known = made
	}
	return known.text
}
