package collective

import "math/bits"

// Call is what the cost of a collective depends on, in a group of Ranks members.
type Call struct {
	Ranks int
	// Bytes is n: what one rank gives or gets. all_reduce, reduce, broadcast: the
	// tensor; all_gather, gather: one rank's input; scatter, reduce_scatter: one
	// rank's result; all_to_all: what one rank sends to one other.
	Bytes int
	Elem  int // bytes of one element; 0 is 1
	Root  int // group rank of src or dst, where there is one
}

// Cost is what a call costs when all ranks begin it together, and what no
// algorithm can do better.
type Cost struct {
	// Steps is how many messages follow each other on the longest chain, each
	// sent or asked for only after the one before has come: so many latencies
	// the call takes (so counts docs/algorithms.md of Gloo).
	Steps int
	// Messages is how many all ranks send in all; Sent the bytes that each sends.
	Messages int
	Sent     []int
	// LeastSteps is the lower bound of steps where a rank sends to one other at
	// a time: then those who know of one rank's part at most double with each.
	// What takes fewer sends to many at once, and pays for it in bytes.
	LeastSteps int
	// LeastBytes is the lower bound of what the busiest rank sends or receives.
	LeastBytes int
}

// Total is the bytes that all ranks send.
func (c *Cost) Total() int {
	n := 0
	for _, sent := range c.Sent {
		n += sent
	}
	return n
}

// Busiest is the most bytes that one rank sends.
func (c *Cost) Busiest() int {
	n := 0
	for _, sent := range c.Sent {
		n = max(n, sent)
	}
	return n
}

// Model is an algorithm as one reads of it: Steps and Sent are the textbook's
// formulas for P ranks and n bytes, the latter of the busiest rank. The functions
// count exactly, with the rounding of chunks to whole elements.
type Model struct {
	Op, Name    string
	Source      string // the paper, or the file of Gloo
	Steps, Sent string

	quiet    bool // a call without bytes sends nothing
	steps    func(Call) int
	messages func(Call) int
	sent     func(c Call, rank int) int
}

// Cost counts what c costs.
func (m *Model) Cost(c Call) Cost {
	c.Elem = max(1, c.Elem)
	out := Cost{Sent: make([]int, c.Ranks)}
	if c.Ranks == 1 || m.quiet && c.Bytes == 0 {
		return out
	}
	out.Steps, out.Messages = m.steps(c), m.messages(c)
	for rank := range out.Sent {
		out.Sent[rank] = m.sent(c, rank)
	}
	out.LeastSteps, out.LeastBytes = log2Up(c.Ranks), leastBytes(m.Op, c)
	return out
}

// CostOf counts what a call of op by the named algorithm costs; no name is Gloo's
// own. It reports whether there is such an algorithm.
func CostOf(op, algorithm string, c Call) (Cost, bool) {
	m, ok := ModelOf(op, algorithm)
	if !ok {
		return Cost{}, false
	}
	return m.Cost(c), true
}

// ModelOf finds an algorithm; no name is Gloo's own.
func ModelOf(op, algorithm string) (*Model, bool) {
	if same, ok := sameAlgorithms[op]; ok {
		op = same
	}
	for _, m := range models {
		if m.Op == op && (m.Name == algorithm || algorithm == "") {
			return m, true
		}
	}
	return nil, false
}

// Algorithms lists the names that op can be told, Gloo's own first.
func Algorithms(op string) []string {
	if same, ok := sameAlgorithms[op]; ok {
		op = same
	}
	var names []string
	for _, m := range models {
		if m.Op == op {
			names = append(names, m.Name)
		}
	}
	return names
}

// models is every algorithm there is, Gloo's own first for each op.
var models = []*Model{
	&ringAllReduce, &halvingDoubling, &bcube, &treeAllReduce, &naiveAllReduce,
	&binomialBroadcast, &naiveBroadcast, &chainBroadcast,
	&ringReduce,
	&ringAllGather, &bruckAllGather,
	&directGather, &directScatter, &directAllToAll,
	&ringReduceScatter, &ringReduceScatterTensor,
	&disseminationBarrier, &allToOneBarrier,
}

// sameAlgorithms tells which op's messages those of another name are.
var sameAlgorithms = map[string]string{
	"all_gather_into_tensor": "all_gather", "all_gather_single": "all_gather", "all_to_all_single": "all_to_all",
	"reduce_scatter_single": "reduce_scatter_tensor",
}

// leastBytes is what the busiest rank cannot help sending or receiving: Chan et
// al., Collective communication: theory, practice, and experience, 2007; of
// all_reduce Patarasuk and Yuan, 2009.
func leastBytes(op string, c Call) int {
	switch op {
	case "all_reduce":
		return (2*c.Bytes*(c.Ranks-1) + c.Ranks - 1) / c.Ranks
	case "reduce", "broadcast":
		return c.Bytes
	case "barrier":
		return 0
	}
	return c.Bytes * (c.Ranks - 1)
}

// log2Up is ⌈log₂ n⌉, log2Down ⌊log₂ n⌋.
func log2Up(n int) int   { return bits.Len(uint(n - 1)) }
func log2Down(n int) int { return bits.Len(uint(n)) - 1 }

// ceilDiv is ⌈a/b⌉.
func ceilDiv(a, b int) int { return (a + b - 1) / b }

// clamp is how much of [off, off+n) lies before total.
func clamp(off, n, total int) int { return max(0, min(n, total-off)) }
