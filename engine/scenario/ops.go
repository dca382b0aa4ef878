package scenario

// Specs is every op that a file may have, by family in the palette's order.
var Specs = buildSpecs()

func buildSpecs() []Spec {
	var specs []Spec
	for _, part := range [][]Spec{computeOps(), collectiveOps(), objectOps(), pointToPointOps(), groupOps(), processOps(), storeOps(), checkpointOps()} {
		specs = append(specs, part...)
	}
	return specs
}

func op(family Family, name, doc string, args ...Arg) Spec {
	return Spec{Name: name, Family: family, Doc: doc, Args: append(args[:len(args):len(args)], argCatch)}
}

// collective is an op of a group that may be asynchronous.
func collective(name, doc string, args ...Arg) Spec {
	return op(Collectives, name, doc, append(args[:len(args):len(args)], argGroup, argAsync, argAs)...)
}

func computeOps() []Spec {
	return []Spec{
		op(Compute, "compute", "Computes for a while; counts as compute time.", argFor),
		op(Compute, "load_data", "Loads data for a while; counts as data-loading time.", argFor),
		op(Compute, "sleep", "Sleeps for a while.", argFor),
		op(Compute, "local", "Runs Starlark statements over this rank's tensors.", argCode),
		op(Compute, "repeat", "Runs a list of ops several times.", argTimes, argBody),
	}
}

func collectiveOps() []Spec {
	return []Spec{
		collective("all_reduce", "Every rank gets the reduction of all ranks' tensors.",
			argTensor, argReduceOp, argFactor, argAlgorithm("ring", "halving_doubling", "bcube", "tree", "naive")),
		collective("broadcast", "Every rank gets src's tensor.", argTensor, required(argSrc), argAlgorithm("tree", "naive", "chain")),
		collective("reduce", "dst gets the reduction of all ranks' tensors.", argTensor, required(argDst), argReduceOp, argFactor),
		collective("all_gather", "Every rank gets the list of all ranks' tensors.", argTensor, argOuts, argAlgorithm("ring", "bruck")),
		collective("all_gather_into_tensor", "Every rank gets all ranks' tensors joined in one.", argTensor, argOut, argAlgorithm("ring", "bruck")),
		collective("all_gather_single", "all_gather_into_tensor by its name since PyTorch 2.14.", argTensor, argOut, argAlgorithm("ring", "bruck")),
		collective("gather", "dst gets the list of all ranks' tensors.", argTensor, orZero(argDst), argOuts, argGiveList),
		collective("scatter", "Each rank gets its entry of src's list.", argTensor, orZero(argSrc), argList),
		collective("reduce_scatter", "Each rank gets the reduction of its entry of all ranks' lists.", argTensor, required(argList), argReduceOp, argFactor),
		collective("reduce_scatter_tensor", "Each rank gets its part of the reduction of all ranks' inputs.", argTensor, argInput, argReduceOp, argFactor),
		collective("reduce_scatter_single", "reduce_scatter_tensor by its name since PyTorch 2.14.", argTensor, argInput, argReduceOp, argFactor),
		collective("all_to_all", "Each rank gets its entry of every rank's list.", required(argList), required(argOuts)),
		collective("all_to_all_single", "Each rank gets its part of every rank's tensor.", argTensor, argOut, argInSplit, argOutSplit),
		collective("barrier", "Waits until every rank has come.", argAlgorithm("dissemination", "all_to_one")),
		op(Collectives, "monitored_barrier", "A barrier that names the rank that did not come.", argTimeout, argWaitAll, argGroup),
	}
}

func objectOps() []Spec {
	return []Spec{
		op(Collectives, "all_gather_object", "Every rank gets the list of all ranks' objects.", argObj, argSlots, argGroup),
		op(Collectives, "gather_object", "dst gets the list of all ranks' objects.", argObj, orZero(argDst), argSlots, argGiveList, argGroup),
		op(Collectives, "broadcast_object_list", "Every rank gets src's list of objects.", required(argObjList), orZero(argSrc), argGroup),
		op(Collectives, "scatter_object_list", "Each rank gets its entry of src's list of objects.", argObjList, orZero(argSrc), argSlots, argGroup),
	}
}

func pointToPointOps() []Spec {
	return []Spec{
		op(PointToPoint, "send", "Sends a tensor to dst and waits until it is taken.", argTensor, required(argDst), argTag, argGroup),
		op(PointToPoint, "recv", "Waits for a tensor from src, or from any rank.", argTensor, argSrc, argTag, argGroup),
		op(PointToPoint, "isend", "Begins to send a tensor to dst.", argTensor, required(argDst), argTag, argGroup, argAs),
		op(PointToPoint, "irecv", "Begins to receive a tensor from src.", argTensor, argSrc, argTag, argGroup, argAs),
		op(PointToPoint, "wait", "Waits for what an async op has begun.", argID, argTimeout),
		op(PointToPoint, "poll", "Asks whether an async op has completed.", argID),
	}
}

func groupOps() []Spec {
	return []Spec{
		op(Groups, "new_group", "Makes a process group of some of the ranks.", argRanks, argTimeout, argAs),
		op(Groups, "destroy_process_group", "Destroys a group, or the default one.", argGroup),
		op(Groups, "init_process_group", "Joins the rendezvous and makes the default group.", argEnv, argMethod, argRank, argWorld, argTimeout),
		op(Groups, "query", "Asks for is_initialized, rank and world size.", argGroup),
	}
}

func processOps() []Spec {
	return []Spec{
		op(Process, "raise", "Raises an exception in the program.", argMessage),
		op(Process, "os_exit", "Ends the process at once with an exit code.", argExit),
		op(Process, "sigkill_self", "The process is killed (SIGKILL)."),
		op(Process, "sigstop", "The process is stopped (SIGSTOP), and perhaps continued.", argCont),
	}
}

func storeOps() []Spec {
	return []Spec{
		op(Store, "store_create", "Makes a TCPStore, as its host or a client.", argMaster, argWorld, argWorkers, argPort, argTimeout),
		op(Store, "store_set", "Sets a key.", argKey, argValue),
		op(Store, "store_get", "Waits for a key and gets its value.", argKey),
		op(Store, "store_add", "Adds to a counter and gets its new value.", argKey, argAmount),
		op(Store, "store_wait", "Waits for keys.", argKeys, argTimeout),
		op(Store, "store_compare_set", "Sets a key if it has the expected value.", argKey, argExpected, argDesired),
		op(Store, "store_delete", "Deletes a key.", argKey),
		op(Store, "store_num_keys", "Counts the keys."),
	}
}

func checkpointOps() []Spec {
	return []Spec{
		op(Checkpoints, "save_checkpoint", "Saves tensors, kept across restarts.", argNames, argStep, argShared),
		op(Checkpoints, "load_checkpoint", "Loads the newest complete checkpoint, or one step's.", argNames, argStep, argMine),
	}
}
