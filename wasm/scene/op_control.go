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
	words opWords
	of    callWords
}

// callWords is which call the words of an op's control are about, and what tells more
// of it.
type callWords struct {
	told  *told // of its run
	d     *sheet
	proc  int
	call  int32
	known bool // the story
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

// opWords names the op of a block and tells how it went: at once where somebody looks
// closely, and else when it is asked for.
func (d *sheet) opWords(l *lane, b *block) opWords {
	ref := app.OpRef{Rank: l.proc, Op: b.op}
	c := d.control(ref)
	if t := d.told(); c.of.told != t {
		c.of = callWords{told: t, d: d, proc: l.proc, call: b.call}
		c.words = opWords{name: d.blockName(l, b), later: c}
	}
	if d.looksClosely(c.id, ref) {
		return opWords{name: c.words.name, story: d.blockStory(l.proc, b.call, true)}
	}
	return c.words
}

// Tell tells how the call of the op went.
func (c *opControl) Tell() string {
	if !c.of.known && c.of.d != nil {
		c.of.known = true
		c.words.story = c.of.d.blockStory(c.of.proc, c.of.call, false)
	}
	return c.words.story
}

// forget drops what is known of a run that is not shown any more: an op that is gone
// would keep all of its trace.
func (c *Composer) forget() {
	for _, k := range c.controls {
		k.of = callWords{}
	}
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
