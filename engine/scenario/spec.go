package scenario

// Spec says of one op which arguments it takes. The table Specs drives the
// parser, the formatter, and the page's palette and editors: an op that is added
// there is known everywhere.
type Spec struct {
	Name   string
	Family Family
	// Doc is one line about the op in English; the page has it in every
	// language under the key "op." + Name.
	Doc string
	// Args are in the order in which Format writes them; those that all ops of
	// a kind share (group, async, as, catch) come last.
	Args []Arg
}

// Family groups ops in the palette.
type Family string

// The families, in the palette's order.
const (
	Compute      Family = "compute"
	Collectives  Family = "collectives"
	PointToPoint Family = "point_to_point"
	Groups       Family = "groups"
	Process      Family = "process"
	Store        Family = "store"
	Checkpoints  Family = "checkpoints"
)

// Families lists the families in the palette's order.
func Families() []Family {
	return []Family{Compute, Collectives, PointToPoint, Groups, Process, Store, Checkpoints}
}

// Arg is one key of an op.
type Arg struct {
	Key      string
	Kind     Kind
	Required bool
	// Default is what holds when the key is left out, as JSON text, or "" when
	// that is not a value ("all ranks", "no timeout"). Format leaves a key out
	// that has its default (but for a root, see orZero).
	Default string
	// Choices are the values of a KindChoice, the default one first.
	Choices []string
	// Min and Max bound a KindInt, where Max > Min.
	Min, Max int64

	// field returns a pointer to the field of Op that holds the argument.
	field func(*Op) any
}

// Kind is what an argument is, and so which editor it gets.
type Kind uint8

// The kinds of arguments.
const (
	KindTensor   Kind = iota // a tensor's name, or a literal
	KindTensors              // a list of them
	KindChoice               // one of Arg.Choices
	KindRank                 // a rank of the default group
	KindRanks                // a list of ranks
	KindInt                  // a whole number
	KindInts                 // a list of them
	KindNumber               // a number
	KindBool                 //
	KindDuration             // "5ms"
	KindName                 // a name that the op defines: of a handle or a group
	KindGroup                // a name that new_group defined
	KindHandle               // a name that an async op defined
	KindString               //
	KindStrings              //
	KindCode                 // Starlark statements
	KindJSON                 // any value
	KindJSONs                // a list of any values
	KindEnv                  // environment variables; null unsets one
	KindNames                // a list of tensors' names
	KindOps                  // a program
)

// SpecOf finds the spec of an op.
func SpecOf(name string) (*Spec, bool) {
	i, ok := specIndex[name]
	if !ok {
		return nil, false
	}
	return &Specs[i], true
}

// Arg finds an argument by key.
func (s *Spec) Arg(key string) (*Arg, bool) {
	for i := range s.Args {
		if s.Args[i].Key == key {
			return &s.Args[i], true
		}
	}
	return nil, false
}

var specIndex = func() map[string]int {
	index := make(map[string]int, len(Specs))
	for i := range Specs {
		index[Specs[i].Name] = i
	}
	return index
}()

// OpNames lists all ops in the order of Specs.
func OpNames() []string {
	names := make([]string, len(Specs))
	for i := range Specs {
		names[i] = Specs[i].Name
	}
	return names
}

func required(a Arg) Arg { a.Required = true; return a }

// orZero is a root that torch takes to be rank 0 when it is left out. Parse
// fills it in, so that nobody after it has to know, and Format writes it.
func orZero(a Arg) Arg { a.Default = "0"; return a }

// The arguments, by what torch.distributed calls them.
var (
	argTensor   = Arg{Key: "tensor", Kind: KindTensor, Required: true, field: func(o *Op) any { return &o.Tensor }}
	argOuts     = Arg{Key: "out", Kind: KindTensors, field: func(o *Op) any { return &o.Out }}
	argOut      = Arg{Key: "out", Kind: KindTensor, Required: true, field: func(o *Op) any { return &o.Out }}
	argList     = Arg{Key: "list", Kind: KindTensors, field: func(o *Op) any { return &o.List }}
	argInput    = Arg{Key: "input", Kind: KindTensor, Required: true, field: func(o *Op) any { return &o.Input }}
	argReduceOp = Arg{Key: "reduce_op", Kind: KindChoice, Default: `"SUM"`, field: func(o *Op) any { return &o.ReduceOp },
		Choices: []string{"SUM", "PRODUCT", "MIN", "MAX", "BAND", "BOR", "BXOR", "AVG", "PREMUL_SUM"}}
	argFactor   = Arg{Key: "factor", Kind: KindNumber, field: func(o *Op) any { return &o.Factor }}
	argSrc      = Arg{Key: "src", Kind: KindRank, field: func(o *Op) any { return &o.Src }}
	argDst      = Arg{Key: "dst", Kind: KindRank, field: func(o *Op) any { return &o.Dst }}
	argTag      = Arg{Key: "tag", Kind: KindInt, Default: "0", field: func(o *Op) any { return &o.Tag }}
	argGiveList = Arg{Key: "give_list", Kind: KindBool, field: func(o *Op) any { return &o.GiveList }}
	argInSplit  = Arg{Key: "input_split_sizes", Kind: KindInts, field: func(o *Op) any { return &o.InputSplitSizes }}
	argOutSplit = Arg{Key: "output_split_sizes", Kind: KindInts, field: func(o *Op) any { return &o.OutputSplitSizes }}
	argTimeout  = Arg{Key: "timeout", Kind: KindDuration, field: func(o *Op) any { return &o.Timeout }}
	argWaitAll  = Arg{Key: "wait_all_ranks", Kind: KindBool, Default: "false", field: func(o *Op) any { return &o.WaitAllRanks }}
	argID       = Arg{Key: "id", Kind: KindHandle, Required: true, field: func(o *Op) any { return &o.ID }}
	argObj      = Arg{Key: "obj", Kind: KindJSON, Default: "null", field: func(o *Op) any { return &o.Obj }}
	argObjList  = Arg{Key: "list", Kind: KindJSONs, field: func(o *Op) any { return &o.ObjList }}
	argSlots    = Arg{Key: "slots", Kind: KindInt, Min: 0, Max: MaxProcesses, field: func(o *Op) any { return &o.Slots }}
	argRanks    = Arg{Key: "ranks", Kind: KindRanks, field: func(o *Op) any { return &o.Ranks }}
	argEnv      = Arg{Key: "env", Kind: KindEnv, field: func(o *Op) any { return &o.Env }}
	argMethod   = Arg{Key: "init_method", Kind: KindString, field: func(o *Op) any { return &o.InitMethod }}
	argRank     = Arg{Key: "rank", Kind: KindInt, field: func(o *Op) any { return &o.Rank }}
	argWorld    = Arg{Key: "world_size", Kind: KindInt, field: func(o *Op) any { return &o.WorldSize }}
	argMaster   = Arg{Key: "is_master", Kind: KindBool, Default: "false", field: func(o *Op) any { return &o.IsMaster }}
	argWorkers  = Arg{Key: "wait_for_workers", Kind: KindBool, field: func(o *Op) any { return &o.WaitForWorkers }}
	argPort     = Arg{Key: "port_offset", Kind: KindInt, Default: "0", Min: 0, Max: 1000, field: func(o *Op) any { return &o.PortOffset }}
	argKey      = Arg{Key: "key", Kind: KindString, Required: true, field: func(o *Op) any { return &o.Keys }}
	argKeys     = Arg{Key: "keys", Kind: KindStrings, Required: true, field: func(o *Op) any { return &o.Keys }}
	argValue    = Arg{Key: "value", Kind: KindString, Required: true, field: func(o *Op) any { return &o.Value }}
	argAmount   = Arg{Key: "amount", Kind: KindInt, Required: true, field: func(o *Op) any { return &o.Amount }}
	argExpected = Arg{Key: "expected", Kind: KindString, Required: true, field: func(o *Op) any { return &o.Expected }}
	argDesired  = Arg{Key: "desired", Kind: KindString, Required: true, field: func(o *Op) any { return &o.Desired }}
	argFor      = Arg{Key: "for", Kind: KindDuration, Required: true, field: func(o *Op) any { return &o.For }}
	argCode     = Arg{Key: "code", Kind: KindCode, Required: true, field: func(o *Op) any { return &o.Code }}
	argExit     = Arg{Key: "code", Kind: KindInt, Default: "0", Min: -255, Max: 255, field: func(o *Op) any { return &o.ExitCode }}
	argMessage  = Arg{Key: "message", Kind: KindString, Default: `""`, field: func(o *Op) any { return &o.Message }}
	argCont     = Arg{Key: "cont_after", Kind: KindDuration, field: func(o *Op) any { return &o.ContAfter }}
	argStep     = Arg{Key: "step", Kind: KindInt, Min: 0, Max: 1 << 53, field: func(o *Op) any { return &o.Step }}
	argNames    = Arg{Key: "names", Kind: KindNames, field: func(o *Op) any { return &o.Names }}
	argShared   = Arg{Key: "shared", Kind: KindBool, Default: "false", field: func(o *Op) any { return &o.Shared }}
	argMine     = Arg{Key: "mine", Kind: KindBool, Default: "false", field: func(o *Op) any { return &o.Mine }}
	argTimes    = Arg{Key: "times", Kind: KindInt, Required: true, Min: 0, Max: MaxTimes, field: func(o *Op) any { return &o.Times }}
	argBody     = Arg{Key: "body", Kind: KindOps, Required: true, field: func(o *Op) any { return &o.Body }}

	argGroup = Arg{Key: "group", Kind: KindGroup, field: func(o *Op) any { return &o.Group }}
	argAsync = Arg{Key: "async", Kind: KindBool, Default: "false", field: func(o *Op) any { return &o.Async }}
	argAs    = Arg{Key: "as", Kind: KindName, field: func(o *Op) any { return &o.As }}
	argCatch = Arg{Key: "catch", Kind: KindBool, Default: "false", field: func(o *Op) any { return &o.Catch }}
)

// argAlgorithm lists the algorithms of one collective, Gloo's choice first.
func argAlgorithm(names ...string) Arg {
	return Arg{Key: "algorithm", Kind: KindChoice, Default: `"` + names[0] + `"`, Choices: names,
		field: func(o *Op) any { return &o.Algorithm }}
}
