// Package pickle writes JSON values as the bytes into which Python pickles them
// (protocol 4, CPython's Modules/_pickle.c), and reads them back. The object
// collectives of torch.distributed send those bytes, so their number decides what
// fits into whose buffer.
//
// It knows values and bytes. It must never know who sends them, or why.
package pickle

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
)

// The opcodes that JSON values need (Lib/pickletools.py).
const (
	opMark           = '('
	opStop           = '.'
	opNone           = 'N'
	opTrue           = 0x88
	opFalse          = 0x89
	opBinInt         = 'J'
	opBinInt1        = 'K'
	opBinInt2        = 'M'
	opLong1          = 0x8a
	opLong4          = 0x8b
	opBinFloat       = 'G'
	opShortUnicode   = 0x8c
	opBinUnicode     = 'X'
	opEmptyList      = ']'
	opAppend         = 'a'
	opAppends        = 'e'
	opEmptyDict      = '}'
	opSetItem        = 's'
	opSetItems       = 'u'
	opBinGet         = 'h'
	opLongBinGet     = 'j'
	opMemoize        = 0x94
	opProto          = 0x80
	opFrame          = 0x95
	protocol         = 4
	batch            = 1000      // entries that one APPENDS or SETITEMS takes
	frameTarget      = 64 * 1024 // bytes from which on a frame is closed
	frameMin         = 4         // bytes below which a frame has no header
	frameHeaderBytes = 9
)

type kind uint8

const (
	kindNone kind = iota
	kindTrue
	kindFalse
	kindInt
	kindFloat
	kindString
	kindList
	kindDict
)

// value is a JSON value as Python's json module reads it: whole numbers and
// others differ, and the keys of an object keep their order.
type value struct {
	kind  kind
	int   *big.Int
	float float64
	text  string
	items []*value // of a list, or the values of a dict
	keys  []*value // of a dict
}

// parse reads a JSON value; nothing at all is null.
func parse(text []byte) (*value, error) {
	if len(text) == 0 {
		return &value{}, nil
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	return read(d)
}

func read(d *json.Decoder) (*value, error) {
	token, err := d.Token()
	if err != nil {
		return nil, fmt.Errorf("pickle: %w", err)
	}
	switch t := token.(type) {
	case bool:
		if t {
			return &value{kind: kindTrue}, nil
		}
		return &value{kind: kindFalse}, nil
	case json.Number:
		return number(t)
	case string:
		return &value{kind: kindString, text: t}, nil
	case json.Delim:
		return readAll(d, t == '{')
	}
	return &value{}, nil
}

// number tells a whole number, by its writing alone, from a float.
func number(n json.Number) (*value, error) {
	if !strings.ContainsAny(n.String(), ".eE") {
		i, _ := new(big.Int).SetString(n.String(), 10)
		return &value{kind: kindInt, int: i}, nil
	}
	f, err := n.Float64()
	if err != nil {
		return nil, fmt.Errorf("pickle: %w", err)
	}
	return &value{kind: kindFloat, float: f}, nil
}

// readAll reads a list or an object to its end.
func readAll(d *json.Decoder, dict bool) (*value, error) {
	v := &value{kind: kindList}
	if dict {
		v.kind = kindDict
	}
	for d.More() {
		if dict {
			key, err := read(d)
			if err != nil {
				return nil, err
			}
			v.keys = append(v.keys, key)
		}
		item, err := read(d)
		if err != nil {
			return nil, err
		}
		v.items = append(v.items, item)
	}
	_, err := d.Token() // the closing bracket
	return v, err
}

// writer writes values again as JSON. Bytes that were never pickled can hold a
// list that holds itself, so it keeps a limit.
type writer struct {
	bytes.Buffer
	depth    int
	circular bool
}

const (
	maxDepth = 1000
	maxText  = 64 << 20
)

func (w *writer) value(v *value) {
	if w.depth > maxDepth || w.Len() > maxText {
		w.circular = true
	}
	if w.circular {
		return
	}
	w.depth++
	switch v.kind {
	case kindNone:
		w.WriteString("null")
	case kindTrue:
		w.WriteString("true")
	case kindFalse:
		w.WriteString("false")
	case kindInt:
		w.WriteString(v.int.String())
	case kindFloat:
		w.WriteString(floatText(v.float))
	case kindString:
		w.string(v.text)
	case kindList:
		w.all('[', v, ']')
	case kindDict:
		w.all('{', v, '}')
	}
	w.depth--
}

func (w *writer) all(open byte, v *value, end byte) {
	w.WriteByte(open)
	for i, item := range v.items {
		if i > 0 {
			w.WriteByte(',')
		}
		if v.kind == kindDict {
			w.key(v.keys[i])
			w.WriteByte(':')
		}
		w.value(item)
	}
	w.WriteByte(end)
}

// key writes what stands before a value; a key that is no string is written as one.
func (w *writer) key(k *value) {
	if k.kind == kindString {
		w.string(k.text)
		return
	}
	w.WriteByte('"')
	w.value(k)
	w.WriteByte('"')
}

// floatText keeps a float one that is whole.
func floatText(f float64) string {
	text, err := json.Marshal(f)
	if err != nil {
		return "null" // no float of JSON's; bytes that were never pickled can hold one
	}
	if !bytes.ContainsAny(text, ".eE") {
		text = append(text, ".0"...)
	}
	return string(text)
}

func (w *writer) string(s string) {
	e := json.NewEncoder(&w.Buffer)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err) // a string always encodes
	}
	w.Truncate(w.Len() - 1) // Encode ends a line
}
