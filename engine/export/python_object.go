package export

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lockstep/engine/scenario"
)

// objects writes the calls that carry objects.
func objects(y *pythonist, o *scenario.Op) {
	size := y.size(o)
	if o.Slots != nil {
		size = strconv.Itoa(*o.Slots)
	}
	name := y.fresh("objects")
	var a arguments
	switch o.Name {
	case "all_gather_object":
		y.put("%s = [None] * %s", name, size)
		a.add("%s, %s", name, object(o.Obj))
	case "gather_object":
		y.put("%s = %s", name, listAt(o, "[None] * "+size))
		a.add("%s, %s, dst=%d", object(o.Obj), name, *o.Dst)
	case "broadcast_object_list":
		y.put("%s = [%s]", name, objectList(o.ObjList))
		a.add("%s, src=%d", name, *o.Src)
	case "scatter_object_list":
		if o.Slots == nil {
			size = "1"
		}
		y.put("%s = [None] * %s", name, size)
		list := "None"
		if o.HasObjList {
			list = "[" + objectList(o.ObjList) + "]"
		}
		a.add("%s, %s, src=%d", name, list, *o.Src)
	}
	if o.Group != "" {
		a.add("group=%s", y.name("group", o.Group))
	}
	y.finish(o, a, name)
}

// listAt is a list that the op gives on this rank, or at dst alone.
func listAt(o *scenario.Op, list string) string {
	switch {
	case o.GiveList != nil && *o.GiveList:
		return list
	case o.GiveList != nil:
		return "None"
	}
	return fmt.Sprintf("%s if rank == %d else None", list, *o.Dst)
}

func objectList(list []json.RawMessage) string {
	parts := make([]string, len(list))
	for i, raw := range list {
		parts[i] = object(raw)
	}
	return strings.Join(parts, ", ")
}

// object is a JSON value in Python.
func object(raw json.RawMessage) string {
	var v any
	d := json.NewDecoder(strings.NewReader(string(raw)))
	d.UseNumber()
	if len(raw) == 0 || d.Decode(&v) != nil {
		return "None"
	}
	return objectValue(v)
}

func objectValue(v any) string {
	switch v := v.(type) {
	case nil:
		return "None"
	case bool:
		return truth(v)
	case string:
		return quoted(v)
	case json.Number:
		return v.String()
	case []any:
		parts := make([]string, len(v))
		for i, x := range v {
			parts[i] = objectValue(x)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case map[string]any:
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		for i, k := range keys {
			keys[i] = quoted(k) + ": " + objectValue(v[k])
		}
		return "{" + strings.Join(keys, ", ") + "}"
	}
	return "None" // a decoder gives nothing else
}

func truth(b bool) string {
	if b {
		return "True"
	}
	return "False"
}

// quoted is a string in Python. JSON's form is one of its forms, but for
// characters beyond the first plane, which it keeps as they are.
func quoted(text string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(text) != nil {
		return `""`
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func quotedList(list []string) string {
	parts := make([]string, len(list))
	for i, text := range list {
		parts[i] = quoted(text)
	}
	return strings.Join(parts, ", ")
}
