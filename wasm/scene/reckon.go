package scene

import "lockstep/engine/sim"

// reckoning is finding out where the time of a long run went, step by step and in all,
// and what its collectives cost: more than fits a frame, so it is done behind the
// picture, see Prepare.
type reckoning struct{ work *sim.Sliced }

// reckons tells whether it is still being found out.
func (d *sheet) reckons() bool {
	x := d.index
	if !x.long() || d.keep == nil { // or this picture is the only one
		return false
	}
	if x.reckoned == nil {
		x.reckoned = &reckoning{sim.NewSliced(func(did func(int)) {
			spent := x.spent
			if spent == nil {
				spent = x.findSpent(did)
			}
			training, costs := x.training, x.costs
			if training == nil && d.isTraining() {
				training = x.findTraining(spent, did)
			}
			if costs == nil {
				costs = d.findCosts(did)
			}
			x.spent, x.training, x.costs = spent, training, costs
		})}
	}
	return !x.reckoned.work.Done()
}
