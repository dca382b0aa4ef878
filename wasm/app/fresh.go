package app

import (
	"encoding/json"
	"strconv"
	"time"

	"lockstep/engine/scenario"
	"lockstep/engine/tensor"
)

// freshOp is a new op with arguments that run: the rank's first tensor, root 0,
// the next rank as peer, outputs of the size that the op needs.
func freshOp(name string, at place) scenario.Op {
	op := scenario.Op{Name: name}
	n := at.s.WorldSize
	shape := shapeOf(name)
	main, spec := firstTensor(at)
	if shape.tensor {
		op.Tensor = &main
	}
	switch {
	case shape.listPerRank && shape.list:
		for range n {
			op.List = append(op.List, likeTensor(spec, 1))
		}
	case shape.input:
		v := likeTensor(spec, n)
		op.Input = &v
	}
	if shape.out {
		grow := n
		if name == "all_to_all_single" {
			grow = 1
		}
		op.Out = []scenario.Value{likeTensor(spec, grow)}
	}
	if name == "all_to_all" {
		for range n {
			op.Out = append(op.Out, likeTensor(spec, 1))
		}
	}
	next := (at.rank + 1) % max(n, 1)
	before := (at.rank + n - 1) % max(n, 1)
	zero := 0
	switch name {
	case "broadcast", "scatter":
		op.Src = &zero
	case "reduce", "gather":
		op.Dst = &zero
	case "send", "isend":
		op.Dst = &next
	case "recv", "irecv":
		op.Src = &before
	case "compute":
		op.For = time.Millisecond
	case "load_data":
		op.For = 2 * time.Millisecond
	case "sleep":
		op.For = time.Second
	case "new_group":
		op.As = "g" + strconv.Itoa(at.op)
		for r := range n {
			op.Ranks = append(op.Ranks, r)
		}
	case "local":
		op.Code = main.Name + " = " + main.Name + " / world_size"
	case "raise":
		op.Message = "bad batch"
	case "os_exit":
		op.ExitCode = 1
	case "store_set":
		op.Keys, op.Value = []string{"key"}, "value"
	case "store_get", "store_wait", "store_delete":
		op.Keys = []string{"key"}
	case "store_add":
		op.Keys, op.Amount = []string{"count"}, 1
	case "store_compare_set":
		op.Keys, op.Desired = []string{"key"}, "value"
	case "broadcast_object_list":
		op.Src, op.ObjList, op.HasObjList = &zero, []json.RawMessage{json.RawMessage(`"object"`)}, true
	case "scatter_object_list":
		op.Src, op.HasObjList = &zero, true
		for r := range n {
			op.ObjList = append(op.ObjList, json.RawMessage(strconv.Itoa(r)))
		}
	case "all_gather_object":
		op.Obj = json.RawMessage(strconv.Itoa(at.rank))
	case "gather_object":
		op.Dst, op.Obj = &zero, json.RawMessage(strconv.Itoa(at.rank))
	case "repeat":
		op.Times, op.Body = 2, []scenario.Op{{Name: "compute", For: time.Millisecond}}
	}
	if name == "isend" || name == "irecv" {
		op.As = "h" + strconv.Itoa(at.op)
	}
	if name == "wait" || name == "poll" {
		op.ID = lastHandle(at)
	}
	return op
}

// firstTensor is the tensor that an op at this place most likely means: the one
// that the op before it uses, else the rank's first.
func firstTensor(at place) (scenario.Value, scenario.TensorSpec) {
	tensors := at.s.TensorsOf(at.rank)
	program := at.s.ProgramOf(at.rank)
	for i := min(at.op, len(program)) - 1; i >= 0; i-- {
		if v := program[i].Tensor; v != nil && v.Lit == nil {
			if k, ok := findTensor(tensors, v.Name); ok {
				return *v, tensors[k].Spec
			}
		}
	}
	if len(tensors) > 0 {
		return scenario.Value{Name: tensors[0].Name}, tensors[0].Spec
	}
	lit := scenario.TensorSpec{DType: tensor.Float32, Shape: []int{1}, Data: []scenario.Num{"0"}}
	return scenario.Value{Lit: &lit}, lit
}

// likeTensor is a literal of zeros like t, times as long in its first dimension.
func likeTensor(t scenario.TensorSpec, times int) scenario.Value {
	lit := scenario.TensorSpec{DType: t.DType, Fill: zeroOf(t.DType)}
	lit.Shape = append([]int{}, t.Shape...)
	if times != 1 {
		if len(lit.Shape) == 0 {
			lit.Shape = []int{1}
		}
		lit.Shape[0] *= times
	}
	return scenario.Value{Lit: &lit}
}

func lastHandle(at place) string {
	program := at.s.ProgramOf(at.rank)
	for i := min(at.op, len(program)) - 1; i >= 0; i-- {
		if op := &program[i]; op.As != "" && op.Name != "new_group" {
			return op.As
		}
	}
	return "h"
}

// notCarried are arguments that mean something else to each op, or whose size
// depends on it.
var notCarried = map[string]bool{"out": true, "list": true, "input": true, "code": true, "algorithm": true, "tensor": true}

// turned is op made into another one: what both take is kept, a root stays a
// root whether it is called src or dst, what is missing is as in a fresh op.
func turned(op scenario.Op, name string, at place) scenario.Op {
	next := freshOp(name, at)
	spec, _ := scenario.SpecOf(name)
	for _, a := range ArgsOf(op.Name) {
		to, takes := spec.Arg(a.Key)
		if !takes || to.Kind != a.Kind || notCarried[a.Key] {
			continue
		}
		if text := a.Text(&op); text != "" {
			// What cannot be carried over stays as in the fresh op.
			if carried, err := to.WithText(next, text); err == nil {
				next = carried
			}
		}
	}
	if op.Tensor != nil && next.Tensor != nil {
		next.Tensor = op.Tensor
	}
	switch {
	case op.Src != nil && next.Dst != nil && next.Src == nil:
		next.Dst = op.Src
	case op.Dst != nil && next.Src != nil && next.Dst == nil:
		next.Src = op.Dst
	}
	return next
}
