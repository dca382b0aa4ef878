package trace

import "unsafe"

// Weight is the bytes that the trace takes, but for the texts and small lists in it.
func (t *Trace) Weight() int {
	return weight(t.Procs) + weight(t.Tensors) + weight(t.Calls) + weight(t.Uses) + weight(t.Waits) + weight(t.Messages) + weight(t.Writes) +
		weight(t.Events) + weight(t.Ticks) + weight(t.Logs) + weight(t.Saves) + weight(t.Terms) + cap(t.Arena)
}

func weight[T any](list []T) int {
	var one T
	return cap(list) * int(unsafe.Sizeof(one))
}
