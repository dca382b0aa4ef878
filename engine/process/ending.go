package process

import "lockstep/engine/failure"

// raise is an exception of the program's own.
func raise(c *call) *failure.Failure { return failure.Runtime(c.op.Message) }

// osExit is os._exit: the process ends there, and its sockets close.
func osExit(c *call) *failure.Failure {
	c.p.die(c.op.ExitCode, false)
	return nil
}

func sigkillSelf(c *call) *failure.Failure {
	c.p.die(sigKill, true)
	return nil
}

// sigstop stops the process: nothing in it goes on, not even Gloo's own thread,
// until something continues it.
func sigstop(c *call) *failure.Failure {
	p := c.p
	p.stop()
	if c.op.ContAfter > 0 {
		p.job.Clock.At(p.job.Clock.Now()+c.op.ContAfter, p.job.cont, p.ID)
	}
	p.standStill()
	// Gloo's threads are quicker than the way back into the program.
	p.task.Wake()
	p.task.Park(never)
	return nil
}
