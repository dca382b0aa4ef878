package scenario

import (
	"encoding/json"
	"strings"
	"time"
)

// An editor of one argument shows Text and gives what was typed to WithText.

// Text is the value of the argument in o as a person writes it: a name or a
// duration without quotes, a literal or list as JSON; "" when it is left out.
func (a *Arg) Text(o *Op) string {
	n, given := argNode(a, o)
	switch {
	case !given && a.Kind == KindChoice:
		return a.Choices[0]
	case !given:
		return strings.Trim(a.Default, `"`)
	case n.kind == stringKind:
		return n.text
	case n.kind < listKind:
		return string(appendCompact(nil, &n))
	}
	return string(appendLine(nil, &n))
}

// WithText returns o with the argument as typed; nothing typed leaves an
// optional argument out. The error is an *Error whose path is the key.
func (a *Arg) WithText(o Op, typed string) (Op, error) {
	typed = strings.TrimSpace(typed)
	if typed == "" && !a.Required {
		a.clear(&o)
		return o, nil
	}
	if a.bare(typed) {
		typed = string(appendString(nil, typed))
	}
	n, err := readJSON(typed)
	if err != nil {
		err.Path = a.Key
		return o, err
	}
	n.key = a.Key
	root := node{kind: objectKind, items: []node{n}, start: -1}
	p := &parser{root: &root}
	p.arg(&root.items[0], a, &o, 0)
	if p.err != nil {
		return o, p.err
	}
	return o, nil
}

// bare reports whether what was typed is a string without its quotes.
func (a *Arg) bare(typed string) bool {
	switch a.Kind {
	case KindChoice, KindDuration, KindName, KindGroup, KindHandle, KindString, KindCode:
		return true
	case KindTensor:
		return typed != "" && !strings.ContainsAny(typed[:1], `{["`)
	}
	return false
}

// clear makes the argument as if it had not been given.
func (a *Arg) clear(o *Op) {
	switch f := a.field(o).(type) {
	case **Value:
		*f = nil
	case *[]Value:
		*f = nil
	case *string:
		*f = ""
	case **int:
		*f = nil
	case *int:
		*f = 0
	case *int64:
		*f = 0
	case *bool:
		*f = false
	case **bool:
		*f = nil
	case *time.Duration:
		*f = 0
	case *[]int:
		*f = nil
	case *[]string:
		*f = nil
	case **Num:
		*f = nil
	case *json.RawMessage:
		*f = nil
	case *[]json.RawMessage:
		*f, o.HasObjList = nil, false
	case *map[string]*string:
		*f = nil
	case *[]Op:
		*f = nil
	}
}
