package export

import (
	"fmt"
	"strconv"
	"strings"

	"lockstep/engine/scenario"
)

// op writes the lines of one op, within try where the program catches its error.
func (y *pythonist) op(o *scenario.Op) {
	if !o.Catch {
		y.call(o)
		return
	}
	y.put("try:")
	y.deep++
	y.call(o)
	y.deep--
	y.put("except Exception as error:")
	y.put(`    print(f"rank {rank}: {type(error).__name__}: {error}\n", end="", flush=True)`)
}

// call writes an op by its kind.
func (y *pythonist) call(o *scenario.Op) {
	write, ok := opWriters[o.Name]
	if !ok {
		write = collective
	}
	write(y, o)
}

// opWriters are the ops that do not follow the pattern of a collective.
var opWriters map[string]func(*pythonist, *scenario.Op)

func init() { // a body of repeat has ops again, so a literal would refer to itself
	opWriters = map[string]func(*pythonist, *scenario.Op){
		"repeat": repeat, "local": func(y *pythonist, o *scenario.Op) { y.code(o.Code, 0) },
		"barrier": func(y *pythonist, o *scenario.Op) { y.finish(o, y.tail(nil, o), "") }, "monitored_barrier": monitoredBarrier,
		"send": pointToPoint, "recv": pointToPoint, "isend": pointToPoint, "irecv": pointToPoint,
		"wait": wait, "poll": poll,
		"all_gather_object": objects, "gather_object": objects, "broadcast_object_list": objects, "scatter_object_list": objects,
		"new_group": newGroup, "destroy_process_group": destroyGroup, "init_process_group": initGroup, "query": query,
		"sleep": spend, "compute": spend, "load_data": spend,
		"raise":           func(y *pythonist, o *scenario.Op) { y.put("raise RuntimeError(%s)", quoted(o.Message)) },
		"os_exit":         func(y *pythonist, o *scenario.Op) { y.put("os._exit(%d)", o.ExitCode) },
		"sigkill_self":    func(y *pythonist, _ *scenario.Op) { y.put("os.kill(os.getpid(), signal.SIGKILL)") },
		"sigstop":         stop,
		"save_checkpoint": saveCheckpoint, "load_checkpoint": loadCheckpoint,
		"store_create": storeCreate, "store_wait": storeWait,
		"store_set":      storeCall("set(%s)", func(o *scenario.Op) []string { return []string{o.Keys[0], o.Value} }, false),
		"store_get":      storeCall("get(%s).decode()", func(o *scenario.Op) []string { return o.Keys[:1] }, true),
		"store_delete":   storeCall("delete_key(%s)", func(o *scenario.Op) []string { return o.Keys[:1] }, true),
		"store_num_keys": storeCall("num_keys(%s)", func(*scenario.Op) []string { return nil }, true),
		"store_compare_set": storeCall("compare_set(%s).decode()", func(o *scenario.Op) []string {
			return []string{o.Keys[0], o.Expected, o.Desired}
		}, true),
		"store_add": func(y *pythonist, o *scenario.Op) {
			y.show("store_add", fmt.Sprintf("store.add(%s, %d)", quoted(o.Keys[0]), o.Amount))
		},
	}
}

func repeat(y *pythonist, o *scenario.Op) {
	y.put("for _ in range(%d):", o.Times)
	y.deep++
	for i := range o.Body {
		y.lits = 0
		y.op(&o.Body[i])
	}
	if len(o.Body) == 0 {
		y.put("pass")
	}
	y.deep--
}

// arguments gathers what stands between the parentheses of a call.
type arguments []string

func (a *arguments) add(format string, args ...any) { *a = append(*a, fmt.Sprintf(format, args...)) }

func (a arguments) String() string { return strings.Join(a, ", ") }

// tail adds what many calls may have, in torch's names.
func (y *pythonist) tail(a arguments, o *scenario.Op) arguments {
	switch {
	case o.ReduceOp == "PREMUL_SUM" && o.Factor != nil:
		a.add("op=dist._make_nccl_premul_sum(%s)", number(string(*o.Factor)))
	case o.ReduceOp != "":
		a.add("op=dist.ReduceOp.%s", o.ReduceOp)
	case reduces[o.Name]: // it holds unsaid, and a reader should see it
		a.add("op=dist.ReduceOp.SUM")
	}
	if o.Group != "" {
		a.add("group=%s", y.name("group", o.Group))
	}
	if o.Async {
		a.add("async_op=True")
	}
	return a
}

var reduces = map[string]bool{"all_reduce": true, "reduce": true, "reduce_scatter": true, "reduce_scatter_tensor": true, "reduce_scatter_single": true}

// show prints a value under a name.
func (y *pythonist) show(name, value string) {
	y.need("show")
	y.put("show(%s, %s)", quoted(name), value)
}

// finish writes the call and prints what it left.
func (y *pythonist) finish(o *scenario.Op, a arguments, left string) {
	call := fmt.Sprintf("dist.%s(%s)", o.Name, a)
	if !o.Async && o.Name != "isend" && o.Name != "irecv" {
		y.put("%s", call)
		if left != "" {
			y.show(left, left)
		}
		return
	}
	if o.As == "" {
		y.put("%s", call)
		return
	}
	y.after[o.As] = left
	y.put("%s = %s", y.name("work", o.As), call)
}

// collective writes the calls that follow one pattern. The tensors that are written
// into a call are made in the order in which the engine makes them.
func collective(y *pythonist, o *scenario.Op) {
	var a arguments
	left := ""
	if o.Tensor != nil {
		left = y.value(o.Tensor)
	}
	switch o.Name {
	case "all_reduce":
		a.add("%s", left)
	case "broadcast":
		a.add("%s, src=%d", left, *o.Src)
	case "reduce":
		a.add("%s, dst=%d", left, *o.Dst)
	case "all_gather":
		x := left
		left = y.outputs(o, x)
		a.add("%s, %s", left, x)
	case "all_gather_into_tensor", "all_gather_single", "all_to_all_single":
		x := left
		left = y.value(&o.Out[0])
		a.add("%s, %s", left, x)
		a.splits(o)
	case "gather":
		x := left
		left = y.gathered(o, x)
		a.add("%s, %s, dst=%d", x, left, *o.Dst)
	case "scatter":
		given := "None"
		if o.List != nil {
			given = y.values(o.List)
		}
		a.add("%s, %s, src=%d", left, given, *o.Src)
	case "reduce_scatter":
		a.add("%s, %s", left, y.values(o.List))
	case "reduce_scatter_tensor", "reduce_scatter_single":
		a.add("%s, %s", left, y.value(o.Input))
	case "all_to_all":
		in := y.values(o.List)
		left = y.outputs(o, "")
		a.add("%s, %s", left, in)
	}
	y.finish(o, y.tail(a, o), left)
}

func (a *arguments) splits(o *scenario.Op) {
	if o.OutputSplitSizes != nil {
		a.add("output_split_sizes=[%s]", joinInts(o.OutputSplitSizes))
	}
	if o.InputSplitSizes != nil {
		a.add("input_split_sizes=[%s]", joinInts(o.InputSplitSizes))
	}
}

// outputs makes the list into which a call gathers: the program's, or one tensor
// like x for each rank.
func (y *pythonist) outputs(o *scenario.Op, x string) string {
	name := y.fresh("out")
	y.put("%s = %s", name, y.outputList(o, x))
	return name
}

func (y *pythonist) outputList(o *scenario.Op, x string) string {
	if o.Out != nil {
		return y.values(o.Out)
	}
	return fmt.Sprintf("[torch.zeros_like(%s) for _ in range(%s)]", x, y.size(o))
}

// gathered is that list where the op says that this rank passes one, else at dst
// alone.
func (y *pythonist) gathered(o *scenario.Op, x string) string {
	switch {
	case o.GiveList != nil && !*o.GiveList:
		return "None"
	case o.GiveList != nil:
		return y.outputs(o, x)
	}
	name := y.fresh("out")
	y.put("%s = %s if rank == %d else None", name, y.outputList(o, x), *o.Dst)
	return name
}

// size is the number of ranks in the op's group.
func (y *pythonist) size(o *scenario.Op) string {
	if o.Group == "" {
		return "world_size"
	}
	return "dist.get_world_size(" + y.name("group", o.Group) + ")"
}

func monitoredBarrier(y *pythonist, o *scenario.Op) {
	a := y.tail(nil, o)
	if o.Timeout > 0 {
		a.add("timeout=%s", delta(o.Timeout))
	}
	if o.WaitAllRanks {
		a.add("wait_all_ranks=True")
	}
	y.finish(o, a, "")
}

func pointToPoint(y *pythonist, o *scenario.Op) {
	var a arguments
	x := y.value(o.Tensor)
	a.add("%s", x)
	if o.Dst != nil {
		a.add("dst=%d", *o.Dst)
	}
	if o.Src != nil {
		a.add("src=%d", *o.Src)
	}
	if o.Tag != 0 {
		a.add("tag=%d", o.Tag)
	}
	if o.Name == "send" {
		y.finish(o, y.tail(a, o), "")
		return
	}
	y.finish(o, y.tail(a, o), x)
}

func wait(y *pythonist, o *scenario.Op) {
	limit := ""
	if o.Timeout > 0 {
		limit = delta(o.Timeout)
	}
	y.put("%s.wait(%s)", y.name("work", o.ID), limit)
	if left := y.after[o.ID]; left != "" {
		y.show(left, left)
	}
}

func poll(y *pythonist, o *scenario.Op) {
	work := y.name("work", o.ID)
	y.show(work, work+".is_completed()")
}

func spend(y *pythonist, o *scenario.Op) {
	remark := ""
	if o.Name != "sleep" {
		remark = "  # " + o.Name
	}
	y.put("time.sleep(%s)%s", seconds(o.For), remark)
}

func stop(y *pythonist, o *scenario.Op) {
	if o.ContAfter > 0 {
		y.put(`os.system(f"(sleep %s; kill -CONT {os.getpid()}) &")`, seconds(o.ContAfter))
	}
	y.put("os.kill(os.getpid(), signal.SIGSTOP)")
}

// saved lists the tensors of a checkpoint op: those that it names, or all.
func (y *pythonist) saved(o *scenario.Op) []string {
	if o.Names != nil {
		return o.Names
	}
	return y.tensorNames()
}

func saveCheckpoint(y *pythonist, o *scenario.Op) {
	y.need("checkpoint")
	var state []string
	for _, n := range y.saved(o) {
		state = append(state, quoted(n)+": "+y.name("tensor", n))
	}
	call := fmt.Sprintf("%s, {%s}", stepOf(o), strings.Join(state, ", "))
	if o.Shared {
		call += ", shared=True"
	}
	y.put("save_checkpoint(%s)", call)
}

func stepOf(o *scenario.Op) string {
	if o.Step == nil {
		return "None"
	}
	return strconv.Itoa(*o.Step)
}

func loadCheckpoint(y *pythonist, o *scenario.Op) {
	y.need("checkpoint")
	var a arguments
	if o.Step != nil {
		a.add("%s", stepOf(o))
	}
	if o.Mine {
		a.add("mine=True")
	}
	y.put("checkpoint = load_checkpoint(%s)", a)
	y.put("if checkpoint is not None:")
	for _, n := range y.saved(o) {
		y.put("    %s.copy_(checkpoint[%s])", y.name("tensor", n), quoted(n))
	}
}
