package scene

import (
	"strconv"

	"lockstep/engine/trace"
	"lockstep/wasm/app"
)

// scriptText is the two lines of a block that a script called: the call with its
// tensor, and the line that it stands in.
func (d *sheet) scriptText(c *trace.Call) (label, sub string) {
	label = c.Op
	if c.Tensor != trace.None {
		if name := d.index.t.Tensors[c.Tensor].Name; name != "" {
			label += "(" + name + ")"
		}
	}
	if d.troubled() && c.Seq >= 0 {
		label += "  #" + strconv.Itoa(int(c.Seq))
	}
	if c.Line > 0 {
		sub = d.say("script.block.line", "line", strconv.Itoa(lineOf(c)))
	}
	return label, sub
}

// ofLine reports whether a block was called by the chosen line.
func (d *sheet) ofLine(b *block) bool {
	return d.s.Line > 0 && b.call != trace.None && !b.mark && lineOf(&d.index.t.Calls[b.call]) == d.s.Line
}

// blockRoom is the width that no block asks for more than: a script makes more
// calls than an editor of ops would hold, and all of them are to be seen at once.
func (d *sheet) blockRoom(t *timeline) float64 {
	n := 1
	for i := range t.lanes {
		n = max(n, len(t.lanes[i].blocks))
	}
	if each := t.plot.W * 0.9 / float64(n); d.isScripted() && each < crowded {
		return max(leastHot, each)
	}
	return blockMost
}

// crowded is the width below which a block has no room for a word.
const crowded = 36

// leastHot is the width below which a block cannot be pressed: a long run has more
// calls than anybody would walk through.
const leastHot = 3

// scriptHot makes a block of a script a button that shows its line.
func (d *sheet) scriptHot(t *timeline, l *lane, b *block) {
	c := &d.index.t.Calls[b.call]
	if b.mark || c.Line == 0 || b.at.W < leastHot || t.scale.Dense() && b.at.W < labelled || b.at.right() < t.plot.X-8 || b.at.X > t.plot.right()+8 {
		return
	}
	words, id := d.scriptWords(l, b, c), d.callID(l.proc, b.call)
	if d.looksClosely(id, app.OpRef{Rank: -1}) {
		words.story = d.scriptStory(l, b, c, true)
	}
	d.hot(Hot{ID: id, Rect: t.across(b.at), Role: Button, Name: words.name, Describe: words.story,
		Selected: d.ofLine(b), Press: app.ShowLine{Line: lineOf(c)}})
}

// callID is "rank-R.call-N", N counting from 0 in each attempt; behind the first
// attempt "rank-R.attempt-K.call-N".
func (d *sheet) callID(p int, call int32) string {
	c := &d.index.t.Calls[call]
	id := "rank-" + strconv.Itoa(p)
	if k := d.index.attemptOf(c.Start); k > 0 {
		id += ".attempt-" + strconv.Itoa(k)
	}
	return id + ".call-" + strconv.Itoa(int(c.Step))
}

// scriptWords are the accessible name and the story of a script's call.
func (d *sheet) scriptWords(l *lane, b *block, c *trace.Call) opWords {
	t := d.told()
	ref := app.OpRef{Rank: l.proc, Op: int(b.call)} // a script has no ops that it could be mistaken for
	known, ok := t.ops[ref]
	if !ok {
		label, _ := d.scriptText(c)
		known.name = d.say("script.block.name", "rank", strconv.Itoa(d.rankAt(l.proc)), "call", label, "line", strconv.Itoa(lineOf(c)), "status", d.statusText(c))
		known.story = d.scriptStory(l, b, c, false)
		t.ops[ref] = known
	}
	return known
}

func (d *sheet) scriptStory(l *lane, b *block, c *trace.Call, closely bool) string {
	return d.say("script.block.line", "line", strconv.Itoa(lineOf(c))) + " · " + d.blockStory(l.proc, b.call, closely)
}
