// Package oracle says what a collective should give: it computes from all members'
// inputs at once, in one process and by the definition (MPI's, torch.distributed's),
// with no messages, blocks or order.
//
// It knows tensors and what the calls mean. It must never know an algorithm, a
// trace or time: it is what the runs of those are held against.
package oracle

import (
	"lockstep/engine/tensor"
)

// Data is a tensor's elements, little-endian as everywhere.
type Data struct {
	DType tensor.DType
	Bytes []byte
}

// Member is one member's side of a collective.
type Member struct {
	Op     string // by torch's name
	Reduce tensor.ReduceOp
	Root   int          // group rank of src or dst; outside of the group: none
	DType  tensor.DType // of what the call writes
	// In is what the call reads: the tensor, the list or the input.
	In []Data
	// Splits are the bytes of In[0] for each member; nil for even parts.
	Splits []int
}

// Want is what one output should hold: so many elements, and no others. Beyond
// them nothing was to come.
type Want struct {
	DType tensor.DType
	Bytes []byte
	// Slack is by how much each element may be off, because floats add up
	// differently in another order; +Inf where order decides. nil: the bits count.
	Slack []float64

	judged []byte // the last that was held against it, for the next may be equal …
	wrong  []int  // … and what was wrong in it
}

// Known reports whether there is a definition for an op.
func Known(op string) bool { return definitions[op] != nil }

// definition gives the outputs of member i. Nil entries of the result are outputs
// that the definition leaves open.
type definition func(o *Oracle, i int) []*Want

// Oracle answers for the members of one collective. What several of them ask for
// alike is computed once.
type Oracle struct {
	all  []Member
	done map[asked]*Want
	last asked // as a rule all members ask for one thing …
	want *Want // … which is this; nil: nobody has asked
}

// asked is what a reduction depends on beside the inputs.
type asked struct {
	reduce tensor.ReduceOp
	dtype  tensor.DType
	part   int // which entry of each member's inputs
	bytes  int // of the own one
}

// Of is the oracle of a collective with all its members, in the order of group ranks.
func Of(all []Member) *Oracle { return &Oracle{all: all, done: map[asked]*Want{}} }

var definitions map[string]definition

func init() {
	definitions = map[string]definition{
		"all_reduce":             allReduce,
		"reduce":                 reduce,
		"reduce_scatter":         reduceScatter,
		"reduce_scatter_tensor":  reduceScatterTensor,
		"reduce_scatter_single":  reduceScatterTensor,
		"broadcast":              broadcast,
		"all_gather":             allGather,
		"all_gather_into_tensor": joined(allGather),
		"all_gather_single":      joined(allGather),
		"gather":                 gather,
		"scatter":                scatter,
		"all_to_all":             allToAll,
		"all_to_all_single":      joined(allToAll),
	}
}

// Expect returns what member i should hold in each of its outputs, as it asked for
// them itself: its operation, its root, its dtype. An entry is nil where anything
// is right; the list is nil where there is no definition.
func (o *Oracle) Expect(i int) []*Want {
	if d := definitions[o.all[i].Op]; d != nil {
		return d(o, i)
	}
	return nil
}

// entry is the k-th of what a member gives; nil where it has none.
func (m *Member) entry(k int) *Data {
	if k >= len(m.In) {
		return nil
	}
	return &m.In[k]
}

func allReduce(o *Oracle, i int) []*Want { return []*Want{o.combined(i, 0)} }

func reduce(o *Oracle, i int) []*Want {
	if o.all[i].Root != i { // what the ring leaves on the others is nobody's business
		return []*Want{nil}
	}
	return allReduce(o, i)
}

func reduceScatter(o *Oracle, i int) []*Want { return []*Want{o.combined(i, i)} }

func reduceScatterTensor(o *Oracle, i int) []*Want {
	whole := o.combined(i, 0)
	size := whole.DType.Size()
	n := len(whole.Bytes) / size / len(o.all)
	w := &Want{DType: whole.DType, Bytes: whole.Bytes[i*n*size : (i+1)*n*size]}
	if whole.Slack != nil {
		w.Slack = whole.Slack[i*n : (i+1)*n]
	}
	return []*Want{w}
}

func broadcast(o *Oracle, i int) []*Want {
	return []*Want{moved(o.from(o.all[i].Root, 0), o.all[i].DType)}
}

func scatter(o *Oracle, i int) []*Want {
	return []*Want{moved(o.from(o.all[i].Root, i), o.all[i].DType)}
}

func allGather(o *Oracle, i int) []*Want {
	out := make([]*Want, len(o.all))
	for k := range o.all {
		out[k] = moved(o.from(k, 0), o.all[i].DType)
	}
	return out
}

func gather(o *Oracle, i int) []*Want {
	if o.all[i].Root != i {
		return nil
	}
	return allGather(o, i)
}

// allToAll takes from each member what it has for i: an entry of its list, or a part
// of its tensor. The two kinds of call are one algorithm.
func allToAll(o *Oracle, i int) []*Want {
	out := make([]*Want, len(o.all))
	for k := range o.all {
		m := &o.all[k]
		if m.Op == "all_to_all" {
			out[k] = moved(o.from(k, i), o.all[i].DType)
			continue
		}
		start, end := m.share(i, len(o.all))
		out[k] = moved(&Data{m.In[0].DType, m.In[0].Bytes[start:end]}, o.all[i].DType)
	}
	return out
}

// share is where in In[0] the part for a member lies.
func (m *Member) share(to, members int) (from, end int) {
	if m.Splits == nil {
		n := len(m.In[0].Bytes) / members
		return to * n, (to + 1) * n
	}
	for _, n := range m.Splits[:to] {
		from += n
	}
	return min(from, len(m.In[0].Bytes)), min(from+m.Splits[to], len(m.In[0].Bytes))
}

// joined makes one output of several that stand one behind the other.
func joined(d definition) definition {
	return func(o *Oracle, i int) []*Want {
		parts := d(o, i)
		whole := &Want{DType: o.all[i].DType}
		for _, p := range parts {
			whole.Bytes = append(whole.Bytes, p.Bytes...)
		}
		return []*Want{whole}
	}
}

// from is an entry of what a rank gives; nil where there is no such rank.
func (o *Oracle) from(rank, entry int) *Data {
	if rank < 0 || rank >= len(o.all) {
		return nil
	}
	return o.all[rank].entry(entry)
}

// moved is data as it is, or of another dtype the same numbers.
func moved(x *Data, d tensor.DType) *Want {
	if x == nil {
		return &Want{DType: d}
	}
	return &Want{DType: d, Bytes: converted(x, d)}
}

func converted(x *Data, d tensor.DType) []byte {
	if x.DType == d {
		return x.Bytes
	}
	n := len(x.Bytes) / x.DType.Size()
	out := make([]byte, n*d.Size())
	for i := range n {
		src, dst := x.Bytes[i*x.DType.Size():], out[i*d.Size():]
		if x.DType.IsFloat() || d.IsFloat() {
			tensor.SetFloat(d, dst[:d.Size()], tensor.Float(x.DType, src[:x.DType.Size()]))
		} else {
			tensor.SetInt(d, dst[:d.Size()], tensor.Int(x.DType, src[:x.DType.Size()]))
		}
	}
	return out
}
