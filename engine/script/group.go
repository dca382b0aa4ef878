package script

import (
	"fmt"
	"strconv"

	"go.starlark.net/starlark"

	"lockstep/engine/scenario"
)

// Group is a process group as dist.new_group gives it back.
type Group struct {
	handle string
	member bool
}

func (g *Group) String() string        { return fmt.Sprintf("<process group %s>", g.handle) }
func (g *Group) Type() string          { return "ProcessGroup" }
func (g *Group) Freeze()               {}
func (g *Group) Truth() starlark.Bool  { return true }
func (g *Group) Hash() (uint32, error) { return starlark.String(g.handle).Hash() }

// groupHandle reads a group argument; None and group.WORLD are the default one.
func groupHandle(v starlark.Value) (string, error) {
	switch g := v.(type) {
	case starlark.NoneType:
		return "", nil
	case *Group:
		return g.handle, nil
	}
	return "", typeError("group takes what dist.new_group gave back, not %s", v.Type())
}

// groupFunctions are those of dist that make groups or ask about them.
func (s *Session) groupFunctions() map[string]function {
	return map[string]function{
		"new_group":               s.named([]string{"ranks?", "timeout?", "backend?", "pg_options?"}, s.newGroup),
		"init_process_group":      s.named([]string{"backend?", "init_method?", "timeout?", "world_size?", "rank?"}, s.initGroup),
		"destroy_process_group":   s.named([]string{"group?"}, s.destroyGroup),
		"is_initialized":          s.named(nil, s.isInitialized),
		"is_available":            s.named(nil, func(arguments) (starlark.Value, error) { return starlark.True, nil }),
		"get_rank":                s.named([]string{"group?"}, s.getRank),
		"get_world_size":          s.named([]string{"group?"}, s.getWorldSize),
		"get_backend":             s.named([]string{"group?"}, func(arguments) (starlark.Value, error) { return starlark.String("gloo"), nil }),
		"get_process_group_ranks": s.named([]string{"group?"}, s.groupRanks),
		"get_global_rank":         s.named([]string{"group", "group_rank"}, s.globalRank),
		"get_group_rank":          s.named([]string{"group", "global_rank"}, s.rankInGroup),
		"TCPStore":                s.named([]string{"host_name", "port", "world_size?", "is_master?", "timeout?", "wait_for_workers?"}, s.tcpStore),
	}
}

func (s *Session) newGroup(a arguments) (starlark.Value, error) {
	op := scenario.Op{Name: "new_group"}
	if a.given(0) {
		ranks, err := intList(a[0])
		if err != nil {
			return nil, err
		}
		op.Ranks = ranks
	}
	if a.given(1) {
		d, ok := duration(a[1])
		if !ok {
			return nil, typeError("new_group takes a timeout such as \"5s\" or a number of seconds, not %s", a[1])
		}
		op.Timeout = d
	}
	s.handle++
	op.As = "group " + strconv.Itoa(s.handle)
	output, err := s.call(&op)
	if err != nil {
		return nil, err
	}
	type made struct {
		Member bool `json:"member"`
	}
	r, err := answer[made](output)
	return &Group{handle: op.As, member: r.Member}, err
}

func (s *Session) initGroup(a arguments) (starlark.Value, error) {
	op := scenario.Op{Name: "init_process_group"}
	if a.given(0) {
		if name, _ := starlark.AsString(a[0]); name != "gloo" {
			return nil, valueError("the backend here is \"gloo\", not %s", a[0])
		}
	}
	if a.given(1) {
		op.InitMethod, _ = starlark.AsString(a[1])
	}
	if a.given(2) {
		d, ok := duration(a[2])
		if !ok {
			return nil, typeError("init_process_group takes a timeout such as \"5s\" or a number of seconds, not %s", a[2])
		}
		op.Timeout = d
	}
	var err error
	if a.given(3) {
		if op.WorldSize, err = intArg("world_size", a[3]); err != nil {
			return nil, err
		}
	}
	if a.given(4) {
		if op.Rank, err = intArg("rank", a[4]); err != nil {
			return nil, err
		}
	}
	_, err = s.call(&op)
	return starlark.None, err
}

func (s *Session) destroyGroup(a arguments) (starlark.Value, error) {
	op := scenario.Op{Name: "destroy_process_group"}
	if a.given(0) {
		var err error
		if op.Group, err = groupHandle(a[0]); err != nil {
			return nil, err
		}
	}
	_, err := s.call(&op)
	return starlark.None, err
}

func (s *Session) isInitialized(arguments) (starlark.Value, error) {
	_, _, ok := s.host.Group("")
	return starlark.Bool(ok), nil
}

// asked finds the group of an argument, or raises what torch raises.
func (s *Session) asked(a arguments) (rank int, ranks []int, err error) {
	handle := ""
	if a.given(0) {
		if handle, err = groupHandle(a[0]); err != nil {
			return 0, nil, err
		}
	}
	rank, ranks, ok := s.host.Group(handle)
	if !ok {
		return 0, nil, valueError("Default process group has not been initialized, please make sure to call init_process_group.")
	}
	return rank, ranks, nil
}

func (s *Session) getRank(a arguments) (starlark.Value, error) {
	rank, _, err := s.asked(a)
	return starlark.MakeInt(rank), err
}

func (s *Session) getWorldSize(a arguments) (starlark.Value, error) {
	rank, ranks, err := s.asked(a)
	if rank < 0 {
		return starlark.MakeInt(-1), err
	}
	return starlark.MakeInt(len(ranks)), err
}

func (s *Session) groupRanks(a arguments) (starlark.Value, error) {
	_, ranks, err := s.asked(a)
	out := make([]starlark.Value, len(ranks))
	for i, r := range ranks {
		out[i] = starlark.MakeInt(r)
	}
	return starlark.NewList(out), err
}

func (s *Session) globalRank(a arguments) (starlark.Value, error) {
	_, ranks, err := s.asked(a)
	if err != nil {
		return nil, err
	}
	i, ok := indexOf(a[1])
	if !ok || i < 0 || i >= len(ranks) {
		return nil, valueError("Group rank %s is not part of group", a[1])
	}
	return starlark.MakeInt(ranks[i]), nil
}

func (s *Session) rankInGroup(a arguments) (starlark.Value, error) {
	_, ranks, err := s.asked(a)
	if err != nil {
		return nil, err
	}
	global, ok := indexOf(a[1])
	for i, r := range ranks {
		if ok && r == global {
			return starlark.MakeInt(i), nil
		}
	}
	return nil, valueError("Global rank %s is not part of group", a[1])
}

// Store is a TCPStore: the process has one at a time.
type Store struct{ s *Session }

func (st *Store) String() string        { return "<TCPStore>" }
func (st *Store) Type() string          { return "TCPStore" }
func (st *Store) Freeze()               {}
func (st *Store) Truth() starlark.Bool  { return true }
func (st *Store) Hash() (uint32, error) { return 0, typeError("unhashable type: TCPStore") }

// tcpStore takes the port as an offset to the scenario's: there is no other.
func (s *Session) tcpStore(a arguments) (starlark.Value, error) {
	op := scenario.Op{Name: "store_create"}
	port, err := intArg("port", a[1])
	if err != nil {
		return nil, err
	}
	op.PortOffset = *port
	if a.given(2) {
		if op.WorldSize, err = intArg("world_size", a[2]); err != nil {
			return nil, err
		}
	}
	op.IsMaster = a.given(3) && bool(a[3].Truth())
	if a.given(4) {
		d, ok := duration(a[4])
		if !ok {
			return nil, typeError("TCPStore takes a timeout such as \"5s\" or a number of seconds, not %s", a[4])
		}
		op.Timeout = d
	}
	if a.given(5) {
		wait := bool(a[5].Truth())
		op.WaitForWorkers = &wait
	}
	if _, err := s.call(&op); err != nil {
		return nil, err
	}
	return &Store{s}, nil
}

// Attr gives the methods that the scenario has ops for.
func (st *Store) Attr(name string) (starlark.Value, error) {
	s := st.s
	op := func(params []string, build func(op *scenario.Op, a arguments) error) (starlark.Value, error) {
		return starlark.NewBuiltin(name, s.named(params, func(a arguments) (starlark.Value, error) {
			op := scenario.Op{Name: storeOps[name]}
			if err := build(&op, a); err != nil {
				return nil, err
			}
			output, err := s.call(&op)
			if err != nil {
				return nil, err
			}
			return s.outputValue(output)
		})), nil
	}
	switch name {
	case "set":
		return op([]string{"key", "value"}, func(op *scenario.Op, a arguments) error { return texts(a, &op.Keys, &op.Value) })
	case "get", "delete_key":
		return op([]string{"key"}, func(op *scenario.Op, a arguments) error { return texts(a, &op.Keys) })
	case "add":
		return op([]string{"key", "amount"}, func(op *scenario.Op, a arguments) error {
			n, err := intArg("amount", a[1])
			if err != nil {
				return err
			}
			op.Amount = int64(*n)
			return texts(a[:1], &op.Keys)
		})
	case "compare_set":
		return op([]string{"key", "expected_value", "desired_value"}, func(op *scenario.Op, a arguments) error {
			return texts(a, &op.Keys, &op.Expected, &op.Desired)
		})
	case "wait":
		return op([]string{"keys", "timeout?"}, st.waitArgs)
	case "num_keys":
		return op(nil, func(*scenario.Op, arguments) error { return nil })
	}
	return nil, nil
}

// AttrNames lists them.
func (st *Store) AttrNames() []string {
	return []string{"add", "compare_set", "delete_key", "get", "num_keys", "set", "wait"}
}

var storeOps = map[string]string{
	"set": "store_set", "get": "store_get", "add": "store_add", "wait": "store_wait",
	"compare_set": "store_compare_set", "delete_key": "store_delete", "num_keys": "store_num_keys",
}

func (st *Store) waitArgs(op *scenario.Op, a arguments) error {
	seq, ok := a[0].(starlark.Sequence)
	if !ok {
		return typeError("wait takes a list of keys, not %s", a[0].Type())
	}
	iter := seq.Iterate()
	defer iter.Done()
	for x := starlark.Value(nil); iter.Next(&x); {
		key, ok := starlark.AsString(x)
		if !ok {
			return typeError("a key is a string, not %s", x.Type())
		}
		op.Keys = append(op.Keys, key)
	}
	if a.given(1) {
		d, ok := duration(a[1])
		if !ok {
			return typeError("wait takes a timeout such as \"5s\" or a number of seconds, not %s", a[1])
		}
		op.Timeout = d
	}
	return nil
}

// texts reads string arguments: the first into keys, the others in order.
func texts(a arguments, keys *[]string, others ...*string) error {
	for i, v := range a {
		text, ok := starlark.AsString(v)
		if !ok {
			return typeError("the store's keys and values are strings, not %s", v.Type())
		}
		if i == 0 {
			*keys = []string{text}
		} else {
			*others[i-1] = text
		}
	}
	return nil
}

// outputValue is an op's output as a value of the language.
func (s *Session) outputValue(output func() any) (starlark.Value, error) {
	text, err := encode(output)
	if err != nil || text == nil {
		return starlark.None, err
	}
	return s.fromJSON(text)
}
