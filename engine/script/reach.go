package script

import (
	"go.starlark.net/starlark"

	"lockstep/engine/tensor"
)

// reachable counts the bytes that the script's variables hold, each thing once,
// those of functions under way included.
func (s *Session) reachable() int64 {
	r := &reach{seen: map[any]bool{}}
	for _, v := range s.vars {
		r.add(v)
	}
	for d := 0; d < s.thread.CallStackDepth(); d++ {
		frame := s.thread.DebugFrame(d)
		for i := range frame.NumLocals() {
			if _, v := frame.Local(i); v != nil {
				r.add(v)
			}
		}
		if fn, ok := frame.Callable().(*starlark.Function); ok {
			r.add(fn)
		}
	}
	r.run()
	return r.bytes
}

// reach is a walk with a list of its own in place of recursion.
type reach struct {
	seen  map[any]bool
	todo  []starlark.Value
	bytes int64

	find  *tensor.Tensor
	found bool
}

func (r *reach) add(v starlark.Value) {
	if v != nil {
		r.todo = append(r.todo, v)
	}
}

func (r *reach) run() {
	for len(r.todo) > 0 {
		v := r.todo[len(r.todo)-1]
		r.todo = r.todo[:len(r.todo)-1]
		r.visit(v)
	}
}

// first reports whether a thing is met for the first time.
func (r *reach) first(id any) bool {
	if r.seen[id] {
		return false
	}
	r.seen[id] = true
	return true
}

func (r *reach) visit(v starlark.Value) {
	switch v := v.(type) {
	case starlark.Tuple:
		if len(v) == 0 || !r.first(&v[0]) {
			return
		}
		for _, x := range v {
			r.add(x)
		}
	case *starlark.List:
		if !r.first(v) {
			return
		}
		for i := range v.Len() {
			r.add(v.Index(i))
		}
	case *starlark.Dict:
		if !r.first(v) {
			return
		}
		for _, item := range v.Items() {
			r.add(item[0])
			r.add(item[1])
		}
	case *starlark.Set:
		if !r.first(v) {
			return
		}
		iter := v.Iterate()
		defer iter.Done()
		for x := starlark.Value(nil); iter.Next(&x); {
			r.add(x)
		}
	case *Tensor:
		r.found = r.found || v.mem.Whole == r.find
		if r.first(v.mem) {
			r.bytes += int64(len(v.mem.Whole.Bytes))
		}
		r.bytes += 96
		return
	case *starlark.Function:
		r.function(v)
		return
	}
	r.bytes += int64(flat(v))
}

func (r *reach) function(f *starlark.Function) {
	if !r.first(f) {
		return
	}
	r.bytes += 96
	for i := range f.NumFreeVars() {
		_, v := f.FreeVar(i)
		r.add(v)
	}
	for i := range f.NumParams() {
		r.add(f.ParamDefault(i))
	}
	if r.first(f.Module()) {
		for _, v := range f.Globals() {
			r.add(v)
		}
	}
}
