package process

import (
	"encoding/binary"
	"encoding/json"

	"lockstep/engine/failure"
	"lockstep/engine/group"
	"lockstep/engine/pickle"
	"lockstep/engine/tensor"
	"lockstep/engine/trace"
)

// The object collectives are no algorithms of their own (distributed_c10d.py): an
// object is pickled to a tensor of bytes, and what goes over the wire are two or
// three of the other collectives, the numbers of bytes first. So they can meet a
// collective of tensors, and take what it sends for sizes or for pickled bytes.

// maxObject bounds the memory that a call takes because of sizes that it was sent;
// beyond it there is none.
const maxObject = 1 << 28

// pickled is _object_to_tensor.
func pickled(obj json.RawMessage) []byte {
	b, err := pickle.Dump(obj)
	if err != nil {
		panic(err) // the parser has read it
	}
	return b
}

// bytesOf makes a tensor of bytes that no program sees, n of them.
func bytesOf(b []byte, n int) *Array {
	x := tensor.New(tensor.UInt8, []int{n})
	copy(x.Bytes, b)
	return &Array{value: x, index: trace.None}
}

// numbersOf makes a tensor of int64 that no program sees.
func numbersOf(n ...int) *Array {
	x := tensor.New(tensor.Int64, []int{len(n)})
	for i, v := range n {
		binary.LittleEndian.PutUint64(x.At(i), uint64(v))
	}
	return &Array{value: x, index: trace.None}
}

func (x *Array) numbers() []int {
	out := make([]int, x.value.Len())
	for i := range out {
		out[i] = int(binary.LittleEndian.Uint64(x.value.At(i)))
	}
	return out
}

// rows cuts n·size bytes into n tensors.
func rows(n, size int) []*Array {
	out := make([]*Array, n)
	for i := range out {
		out[i] = bytesOf(nil, size)
	}
	return out
}

// object is _tensor_to_object: the first size bytes, unpickled.
func object(b []byte, size int) (json.RawMessage, *failure.Failure) {
	if size < 0 {
		size = max(0, len(b)+size) // a Python slice
	}
	text, e := pickle.Load(b[:min(size, len(b))])
	if e != nil {
		return nil, &failure.Failure{Type: e.Type, Message: e.Message}
	}
	return text, nil
}

// room says whether there is memory for so many bytes.
func room(size int) *failure.Failure {
	switch {
	case size < 0:
		return failure.NegativeSize(size)
	case size > maxObject:
		return failure.NoMemory(size)
	}
	return nil
}

// slots is the list that the program gives for the objects, all None.
func (c *call) slots(n int) []json.RawMessage {
	if c.op.Slots != nil {
		n = *c.op.Slots
	}
	return make([]json.RawMessage, n)
}

// fill puts objects into a list that the program gave, which may be too short.
func fill(list []json.RawMessage, from []*Array, sizes []int) *failure.Failure {
	for i, x := range from {
		o, f := object(x.value.Bytes, sizes[i])
		if f != nil {
			return f
		}
		if i >= len(list) {
			return failure.ListTooShort
		}
		list[i] = o
	}
	return nil
}

// gatherSizes lets everyone know how long everyone's object is, and cuts or fills
// up this one's to the length of the longest, since a gather takes equal tensors.
func (c *call) gatherSizes(g *group.Group, own []byte) (sizes []int, x *Array, f *failure.Failure) {
	list := make([]*Array, g.Size)
	for i := range list {
		list[i] = numbersOf(0)
	}
	if f := c.allGatherOf(g, numbersOf(len(own)), list, nil); f != nil {
		return nil, nil, f
	}
	most := list[0].numbers()[0]
	for _, n := range list {
		sizes = append(sizes, n.numbers()[0])
		most = max(most, n.numbers()[0])
	}
	if most < 0 {
		return nil, nil, failure.SizeOverflow
	}
	if f := room(most); f != nil {
		return nil, nil, f
	}
	if f := room(most * g.Size); f != nil {
		return nil, nil, f
	}
	c.p.spend(2 * most * g.Size) // as bytes, and unpickled
	return sizes, bytesOf(own, most), nil
}

// allGatherObject: torch.distributed.all_gather_object.
func allGatherObject(c *call) *failure.Failure {
	list := c.slots(c.groupSize())
	c.output = func() any { return list }
	g, member, f := c.member()
	if !member {
		return f
	}
	sizes, x, f := c.gatherSizes(g, pickled(c.op.Obj))
	if f != nil {
		return f
	}
	out := rows(g.Size, x.value.Len())
	if f := c.allGatherOf(g, x, out, nil); f != nil {
		return f
	}
	return fill(list, out, sizes)
}

// gatherObject: torch.distributed.gather_object. As programs do, only dst gives a
// list, unless give_list says otherwise.
func gatherObject(c *call) *failure.Failure {
	give := named(c.op.Dst) == c.p.rank()
	if c.op.GiveList != nil {
		give = *c.op.GiveList
	}
	var list []json.RawMessage
	output := func() any { return nil }
	if give {
		list = c.slots(c.groupSize())
		output = func() any { return list }
	}
	c.output = output
	g, dst, member, f := c.rooted(c.op.Dst)
	if !member {
		return f
	}
	if f := listOfRoot(g, dst, len(list)); f != nil {
		return f
	}
	sizes, x, f := c.gatherSizes(g, pickled(c.op.Obj))
	if f != nil {
		return f
	}
	var out []*Array
	if dst == g.Rank {
		out = rows(g.Size, x.value.Len())
	}
	f = c.gatherTo(g, dst, x, out)
	c.output = output
	if f != nil {
		return f
	}
	return fill(list, out, sizes)
}

// broadcastObjectList: torch.distributed.broadcast_object_list. The lists must be
// equally long, for all sizes go in one tensor.
func broadcastObjectList(c *call) *failure.Failure {
	list := append([]json.RawMessage{}, c.op.ObjList...)
	c.output = func() any { return list }
	g, src, member, f := c.rooted(c.op.Src)
	if !member {
		return f
	}
	sizes := make([]int, len(list))
	var all []byte
	if src == g.Rank {
		if len(list) == 0 {
			return failure.NothingToUnpack
		}
		for i, o := range list {
			b := pickled(o)
			sizes[i], all = len(b), append(all, b...)
		}
	}
	told := numbersOf(sizes...)
	if f := c.broadcastFrom(g, src, told); f != nil {
		return f
	}
	total := 0
	for _, n := range told.numbers() {
		total += n
	}
	if src == g.Rank {
		return c.broadcastFrom(g, src, bytesOf(all, len(all)))
	}
	if f := room(total); f != nil {
		return f
	}
	c.p.spend(2 * total)
	x := bytesOf(nil, total)
	if f := c.broadcastFrom(g, src, x); f != nil {
		return f
	}
	for i, n := range told.numbers() {
		end := min(max(n, 0), len(x.value.Bytes))
		if list[i], f = object(x.value.Bytes[:end], n); f != nil {
			return f
		}
		x.value.Bytes = x.value.Bytes[end:]
	}
	return nil
}

// scatterObjectList: torch.distributed.scatter_object_list: the greatest length, the
// bytes, and each object's own length.
func scatterObjectList(c *call) *failure.Failure {
	out := c.slots(1)
	c.output = func() any { return out }
	g, src, member, f := c.rooted(c.op.Src)
	if !member {
		return f
	}
	if len(out) < 1 {
		return failure.Value("Expected argument scatter_object_output_list to be a list of size at least 1.")
	}
	objects, sizes, most, f := c.toScatter(src == g.Rank)
	if f != nil {
		return f
	}
	told := numbersOf(most)
	if f := c.broadcastFrom(g, src, told); f != nil {
		return f
	}
	most = told.numbers()[0]
	if f := room(most); f != nil {
		return f
	}
	x, size := bytesOf(nil, most), numbersOf(0)
	if f := c.scatterFrom(g, src, x, objects); f != nil {
		return f
	}
	if f := c.scatterFrom(g, src, size, sizes); f != nil {
		return f
	}
	out[0], f = object(x.value.Bytes, size.numbers()[0])
	return f
}

// toScatter pickles src's list, all entries filled up to the longest.
func (c *call) toScatter(root bool) (objects, sizes []*Array, most int, f *failure.Failure) {
	switch {
	case !root:
		return nil, nil, 0, nil
	case !c.op.HasObjList:
		return nil, nil, 0, failure.Value("source rank must provide non-None scatter_object_input_list")
	case len(c.op.ObjList) == 0:
		return nil, nil, 0, failure.NothingToUnpack
	}
	all := make([][]byte, len(c.op.ObjList))
	for i, o := range c.op.ObjList {
		all[i] = pickled(o)
		most = max(most, len(all[i]))
	}
	for _, b := range all {
		objects, sizes = append(objects, bytesOf(b, most)), append(sizes, numbersOf(len(b)))
	}
	return objects, sizes, most, nil
}

// listOfRoot is _validate_output_list_for_rank.
func listOfRoot(g *group.Group, dst, n int) *failure.Failure {
	switch {
	case dst == g.Rank && n == 0:
		return failure.Value("Argument ``gather_list`` must be specified on destination rank.")
	case dst != g.Rank && n > 0:
		return failure.Value("Argument ``gather_list`` must NOT be specified on non-destination ranks.")
	}
	return nil
}
