package app

import "lockstep/engine/scenario"

// FamilyOf returns an op's family, or "" when there is no such op.
func FamilyOf(op string) scenario.Family {
	if spec, ok := scenario.SpecOf(op); ok {
		return spec.Family
	}
	return ""
}

// OpsOf lists a family's ops, without the second names that some have.
func OpsOf(f scenario.Family) []string {
	var list []string
	for i := range scenario.Specs {
		s := &scenario.Specs[i]
		if s.Family == f && s.Name != "all_gather_single" && s.Name != "reduce_scatter_single" {
			list = append(list, s.Name)
		}
	}
	return list
}

// shape says what an op's tensor arguments look like, to make a new one that
// runs and to keep it fitting when the world changes.
type shape struct {
	tensor      bool
	out         bool // one out tensor, P times as long
	outPerRank  bool // a list with one entry a rank, may be left out
	list        bool
	listPerRank bool
	input       bool // one input tensor, P times as long
}

func shapeOf(op string) shape {
	switch op {
	case "all_reduce", "broadcast", "reduce", "send", "recv", "isend", "irecv":
		return shape{tensor: true}
	case "all_gather", "gather":
		return shape{tensor: true, outPerRank: true}
	case "all_gather_into_tensor", "all_gather_single":
		return shape{tensor: true, out: true}
	case "scatter", "reduce_scatter":
		return shape{tensor: true, list: true, listPerRank: true}
	case "reduce_scatter_tensor", "reduce_scatter_single":
		return shape{tensor: true, input: true}
	case "all_to_all":
		return shape{list: true, listPerRank: true, outPerRank: true}
	case "all_to_all_single":
		return shape{tensor: true, out: true}
	case "scatter_object_list":
		return shape{listPerRank: true}
	}
	return shape{}
}
