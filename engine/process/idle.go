package process

import "lockstep/engine/failure"

// sleep, compute and load_data take virtual time; they differ in the metric, and a
// fault that makes the process slow does not make it sleep longer.

func sleep(c *call) *failure.Failure {
	c.p.task.Sleep(c.op.For)
	return nil
}

func compute(c *call) *failure.Failure {
	c.p.Metrics.Compute += c.p.work(c.op.For)
	return nil
}

func loadData(c *call) *failure.Failure {
	c.p.Metrics.LoadData += c.p.work(c.op.For)
	return nil
}
