// Package engine turns a scenario into a trace: Start, Advance until done,
// Result. It knows virtual time only. It must never know a screen, a file
// system, the wall clock or a global random source.
//
// # The way through
//
//	scenario file ──scenario.Parse──▶ Scenario ──Start──▶ Run ──Advance──▶ Trace
//	                                                       │                 │
//	                                                       └──Result──▶ Result ◀──diagnose.Run── findings
//
// Everything is a value that the next stage reads and does not change. An edit
// makes a new scenario and a new run; undo is the scenario before.
//
// # The packages, from the ground up
//
//	tensor      dtypes bit for bit, reduce operations as Gloo computes them
//	failure     the texts of PyTorch's exceptions, by cause
//	pickle      the bytes into which Python pickles a JSON value
//	scenario    the file: types, strict parser, canonical format, limits
//	trace       what happened: calls, waits, messages, writes, events
//	sim         virtual time; one thing runs at a time
//	transport   a connection per pair of ranks: slots, posted receives, timeouts
//	store       the key-value store in which ranks find each other
//	collective  one file per algorithm: who sends what to whom
//	group       a process group: rank, size, call counter, threads
//	process     one process's life: its program, its end, its faults
//	training    what a restart did to the steps and the parameters of a job
//	engine      the run as a whole, and its result
//
// Beside them stand those that look at a run from outside and read scenario,
// trace and result alone: diagnose (what went wrong and who is to blame), export
// (a run as text and in other tools' forms), conform (the rule by which
// recordings of real runs judge a result), and wording, with which they speak
// every language that has a file of words. Imports go one way;
// tools/check/architecture holds the rule as text.
//
// # What carries it
//
// Behaviour emerges. No mismatch, hang or silent wrong result is coded as a case.
// A collective is a list of sends and receives on slots; a slot is made of the
// operation, the group's call counter and the step; two messages meet if their
// slots are equal, and what does not meet waits. So different collectives at the
// same place hang, the same collective with other sizes does what its messages
// happen to do, and both do it as Gloo does.
//
// Time moves only when everyone waits. Events stand in one queue by (time, order);
// the one that is due runs until it has to wait, and leaves the reason in the
// trace. An empty queue with somebody waiting is a hang, found at once; a timeout
// of half an hour costs nothing.
//
// Same scenario, same bytes, natively and in every browser: no map order, no
// clock, no global random source, no fused multiply-add. The trace's SHA-256
// stands in the result, and tools/check compares it between platforms.
//
// An outcome is data. A Go error from this package means a bad scenario; what
// became of the ranks is in the Result, and its judge is testdata/recordings.
package engine
