package scene

import (
	"lockstep/engine/trace"
)

// waitEdge says that a process needs another one to go on.
type waitEdge struct {
	from, to int
	wait     *trace.Wait
}

// stuck lists who waits for whom when nothing moves at the cursor: nobody's data
// is on the way, and nobody who is waited for is just computing.
func (d *sheet) stuck() []waitEdge {
	if len(d.now.inFlight()) > 0 {
		return nil
	}
	var edges []waitEdge
	busy := false
	for p := range d.index.t.Procs {
		c, peer, _ := d.now.standing(p)
		switch c {
		case computing, moving, joining:
			busy = true
		case waiting, hanging:
			if w := d.index.waitAt(p, d.s.Cursor); w != nil && peer >= 0 && peer < len(d.index.t.Procs) {
				edges = append(edges, waitEdge{p, peer, w})
			}
		}
	}
	if busy {
		return nil
	}
	return edges
}

// waitEdges draws the wait-for graph: a dashed arrow from who waits to who is
// waited for.
func (d *sheet) waitEdges(spots []spot, edges []waitEdge) {
	for i, e := range edges {
		mid := d.link(spots[e.from], spots[e.to], d.pal.Error, 2.4, [2]float64{7, 5})
		if len(edges) > 4 || spots[e.from].r < 40 {
			continue
		}
		call := &d.index.t.Calls[e.wait.Call]
		text := d.say("stage.needs", "rank", itoa(d.rankAt(e.to)), "call", callName(call))
		k := ink{size: 12.5, color: d.pal.Error, align: Middle}
		y := mid.Y - 12
		if spots[e.from].c.X > spots[e.to].c.X || i%2 == 1 && spots[e.from].c.X == spots[e.to].c.X {
			y = mid.Y + 22
		}
		room := d.out.W * 0.3
		if len(spots) == 2 {
			room = spots[1].c.X - spots[0].c.X - 2*spots[0].r + 40
		}
		d.text(mid.X, y, room, text, k)
	}
}
