package scenario

import (
	"encoding/json"
	"time"
)

func opNode(o *Op) node {
	n := objectOf(2) // as most have: the op, and what it is about
	n.put("op", stringNode(o.Name))
	spec, ok := SpecOf(o.Name)
	if !ok {
		return n
	}
	for i := range spec.Args {
		a := &spec.Args[i]
		if v, given := argNode(a, o); given {
			n.put(a.Key, v)
		}
	}
	return n
}

// argNode is the value of an argument, and whether it differs from what holds
// when the key is left out.
func argNode(a *Arg, o *Op) (n node, given bool) {
	switch f := a.field(o).(type) {
	case **Value:
		if *f == nil {
			return n, false
		}
		return valueNode(*f), true
	case *[]Value:
		if a.Kind == KindTensor && len(*f) > 0 {
			return valueNode(&(*f)[0]), true
		}
		return listOf(*f, valueNode), *f != nil && a.Kind != KindTensor
	case *string:
		return stringNode(*f), *f != "" || a.Required
	case **int:
		if *f == nil {
			return n, false
		}
		return intNode(int64(**f)), true
	case *int:
		return intNode(int64(*f)), *f != 0 || a.Required
	case *int64:
		return intNode(*f), *f != 0 || a.Required
	case *bool:
		return boolNode(*f), *f
	case **bool:
		if *f == nil {
			return n, false
		}
		return boolNode(**f), true
	case *time.Duration:
		return durationNode(*f), *f != 0 || a.Required
	case *[]int:
		return intsNode(*f), *f != nil
	case *[]string:
		if a.Kind == KindString && len(*f) > 0 {
			return stringNode((*f)[0]), true
		}
		return stringsNode(*f), *f != nil && a.Kind != KindString
	case **Num:
		if *f == nil {
			return n, false
		}
		return numberNode(string(**f)), true
	case *json.RawMessage:
		return rawNode(*f), *f != nil
	case *[]json.RawMessage:
		return listOf(*f, func(r *json.RawMessage) node { return rawNode(*r) }), o.HasObjList
	case *map[string]*string:
		return envNode(*f), len(*f) > 0
	case *[]Op:
		return listOf(*f, opNode), true
	}
	panic("scenario: no way to write " + a.Key)
}

// rawNode reads a value that Parse, or a caller of the package, has put into an
// Op; what is not JSON becomes null.
func rawNode(raw json.RawMessage) node {
	n, err := readJSON(string(raw))
	if err != nil {
		return node{kind: nullKind}
	}
	return n
}

func envNode(env map[string]*string) node {
	n := object()
	for _, key := range envKeys {
		switch v, ok := env[key]; {
		case ok && v == nil:
			n.put(key, node{kind: nullKind})
		case ok:
			n.put(key, stringNode(*v))
		}
	}
	return n
}

// JSON returns the value of the argument in o as canonical JSON text, or "" when
// it is left out or has its default: what a field editor shows.
func (a *Arg) JSON(o *Op) string {
	n, given := argNode(a, o)
	if !given {
		return ""
	}
	return string(appendCompact(nil, &n))
}
