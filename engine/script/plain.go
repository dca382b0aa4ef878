package script

import (
	"bytes"
	"encoding/json"
	"math/big"

	"go.starlark.net/starlark"
)

// plainOf is a value in the terms of encoding/json. Tuples become lists, as they
// do wherever JSON carries them.
func plainOf(v starlark.Value) (any, error) {
	switch v := v.(type) {
	case starlark.NoneType:
		return nil, nil
	case starlark.Bool:
		return bool(v), nil
	case starlark.Int:
		return json.Number(v.String()), nil
	case starlark.Float:
		return floatText(float64(v))
	case starlark.String:
		return string(v), nil
	case *starlark.Dict:
		return membersOf(v, "an object's keys are strings here", plainOf)
	case *starlark.List, starlark.Tuple:
		return itemsOf(v.(starlark.Sequence), plainOf)
	}
	return nil, typeError("objects are made of None, bools, numbers, strings, lists and dicts here, not of %s", v.Type())
}

// membersOf makes an object of a dict, each value by convert; keys says what keys
// have to be, for those that are not.
func membersOf(v *starlark.Dict, keys string, convert func(starlark.Value) (any, error)) (any, error) {
	out := make(ordered, 0, v.Len())
	for _, item := range v.Items() {
		key, ok := starlark.AsString(item[0])
		if !ok {
			return nil, typeError("%s, not %s", keys, item[0].Type())
		}
		x, err := convert(item[1])
		if err != nil {
			return nil, err
		}
		out = append(out, member{key, x})
	}
	return out, nil
}

// itemsOf makes a list of a sequence, each item by convert.
func itemsOf(v starlark.Sequence, convert func(starlark.Value) (any, error)) (any, error) {
	out := make([]any, 0, v.Len())
	iter := v.Iterate()
	defer iter.Done()
	for x := starlark.Value(nil); iter.Next(&x); {
		one, err := convert(x)
		if err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	return out, nil
}

// floatText keeps a float a float on the other side: 1.0 is not 1.
func floatText(v float64) (any, error) {
	text, err := json.Marshal(v)
	if err == nil && !bytes.ContainsAny(text, ".e") {
		text = append(text, ".0"...)
	}
	return json.RawMessage(text), err
}

// ordered is an object whose members keep their order.
type ordered []member

type member struct {
	key   string
	value any
}

// MarshalJSON writes the members in order.
func (o ordered) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		key, err := json.Marshal(m.key)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(m.value)
		if err != nil {
			return nil, err
		}
		b.Write(key)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// fromJSON makes a value of JSON text.
func (s *Session) fromJSON(text json.RawMessage) (starlark.Value, error) {
	if err := s.meter.charge(4 * len(text)); err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	return readJSON(d)
}

func readJSON(d *json.Decoder) (starlark.Value, error) {
	tok, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch tok := tok.(type) {
	case nil:
		return starlark.None, nil
	case bool:
		return starlark.Bool(tok), nil
	case string:
		return starlark.String(tok), nil
	case json.Number:
		if i, ok := new(big.Int).SetString(tok.String(), 10); ok {
			return starlark.MakeBigInt(i), nil
		}
		f, err := tok.Float64()
		return starlark.Float(f), err
	case json.Delim:
		if tok == '[' {
			return readList(d)
		}
		return readDict(d)
	}
	return starlark.None, nil
}

func readList(d *json.Decoder) (starlark.Value, error) {
	var out []starlark.Value
	for d.More() {
		v, err := readJSON(d)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	_, err := d.Token()
	return starlark.NewList(out), err
}

func readDict(d *json.Decoder) (starlark.Value, error) {
	out := new(starlark.Dict)
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		v, err := readJSON(d)
		if err != nil {
			return nil, err
		}
		if err := out.SetKey(starlark.String(key.(string)), v); err != nil {
			return nil, err
		}
	}
	_, err := d.Token()
	return out, err
}
