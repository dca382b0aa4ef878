package process

import (
	"fmt"

	"lockstep/engine/failure"
	"lockstep/engine/scenario"
)

// turnsAtOnce is how many turns of a repeat may pass before others go on: most ops
// take time, but not all.
const turnsAtOnce = 1000

// repeat runs its body again and again; an exception in it ends it.
func (p *Proc) repeat(step int32, op *scenario.Op) *failure.Failure {
	if !does(op.Body) {
		return nil
	}
	outer, before := p.turn, p.inner
	defer func() { p.turn, p.inner = outer, before }()
	for turn := range op.Times {
		if turn%turnsAtOnce == turnsAtOnce-1 {
			p.pause()
		}
		if len(p.job.Trace.Calls) >= maxCalls {
			p.exceeded(fmt.Errorf("more than %d calls", maxCalls))
		}
		p.turn = int32(turn)
		inner := before
		for i := range op.Body {
			inner++
			p.inner = inner
			if f := p.runOp(step, &op.Body[i]); f != nil {
				return f
			}
			inner += count(op.Body[i].Body)
		}
	}
	return nil
}

// does reports whether there is anything to do in a body, however deep.
func does(body []scenario.Op) bool {
	for i := range body {
		if body[i].Name != "repeat" || body[i].Times > 0 && does(body[i].Body) {
			return true
		}
	}
	return false
}

// count is how many ops are written in a body.
func count(body []scenario.Op) int32 {
	n := int32(0)
	for i := range body {
		n += 1 + count(body[i].Body)
	}
	return n
}
