package app

// Family is a group of ops in the palette.
type Family struct {
	ID  string // its key in the locale files: "family." + ID
	Ops []string
}

// Families is the palette: every op that the file knows, in the order in which
// one meets them.
var Families = []Family{
	{"collective", []string{
		"all_reduce", "broadcast", "reduce", "all_gather", "all_gather_into_tensor", "gather", "scatter",
		"reduce_scatter", "reduce_scatter_tensor", "all_to_all", "all_to_all_single", "barrier", "monitored_barrier",
	}},
	{"compute", []string{"compute", "load_data", "sleep", "local"}},
	{"p2p", []string{"send", "recv", "isend", "irecv", "wait", "poll"}},
	{"object", []string{"all_gather_object", "gather_object", "broadcast_object_list", "scatter_object_list"}},
	{"group", []string{"new_group", "init_process_group", "destroy_process_group", "query"}},
	{"store", []string{
		"store_create", "store_set", "store_get", "store_add", "store_wait", "store_compare_set", "store_delete", "store_num_keys",
	}},
	{"process", []string{"raise", "os_exit", "sigkill_self", "sigstop"}},
	{"job", []string{"repeat", "save_checkpoint", "load_checkpoint"}},
}

// FamilyOf returns the family's ID, or "".
func FamilyOf(op string) string {
	for _, f := range Families {
		for _, name := range f.Ops {
			if name == op {
				return f.ID
			}
		}
	}
	switch op { // the names that they have since 2.14
	case "all_gather_single", "reduce_scatter_single":
		return "collective"
	}
	return ""
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
