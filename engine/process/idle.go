package process

import "lockstep/engine/failure"

// sleep, compute and load_data take virtual time; they differ in the metric.

func sleep(c *call) *failure.Failure {
	c.p.task.Sleep(c.op.For)
	return nil
}

func compute(c *call) *failure.Failure {
	c.p.task.Sleep(c.op.For)
	c.p.Metrics.Compute += c.op.For
	return nil
}

func loadData(c *call) *failure.Failure {
	c.p.task.Sleep(c.op.For)
	c.p.Metrics.LoadData += c.op.For
	return nil
}
