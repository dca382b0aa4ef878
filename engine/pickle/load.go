package pickle

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"slices"
	"unicode/utf8"
)

// Error is the exception of Python's unpickler.
type Error struct{ Type, Message string }

func (e *Error) Error() string { return e.Type + ": " + e.Message }

func unpickling(text string) *Error { return &Error{"UnpicklingError", text} }

// Load unpickles to JSON text. The bytes may be any: a collective that met a
// stranger hands over what it got. Opcodes that no JSON value needs count as none.
func Load(data []byte) ([]byte, *Error) {
	l := loader{rest: data}
	for {
		op, e := l.byte()
		if e != nil {
			return nil, &Error{"EOFError", "Ran out of input"}
		}
		if op == opStop {
			break
		}
		if e := l.step(op); e != nil {
			return nil, e
		}
	}
	v, e := l.pop()
	if e != nil {
		return nil, e
	}
	var w writer
	w.value(v)
	if w.circular {
		return nil, &Error{"ValueError", "Circular reference detected"}
	}
	return w.Bytes(), nil
}

type loader struct {
	rest  []byte
	stack []*value
	marks []int
	memo  []*value
}

func (l *loader) take(n int) ([]byte, *Error) {
	if n < 0 || n > len(l.rest) {
		return nil, unpickling("pickle data was truncated")
	}
	b := l.rest[:n]
	l.rest = l.rest[n:]
	return b, nil
}

func (l *loader) byte() (byte, *Error) {
	b, e := l.take(1)
	if e != nil {
		return 0, e
	}
	return b[0], nil
}

// length reads a little-endian number of n bytes.
func (l *loader) length(n int) (int, *Error) {
	b, e := l.take(n)
	if e != nil {
		return 0, e
	}
	var wide [8]byte
	copy(wide[:], b)
	return int(binary.LittleEndian.Uint64(wide[:])), nil
}

func (l *loader) push(v *value) *Error {
	l.stack = append(l.stack, v)
	return nil
}

// floor is where the values since the last mark begin.
func (l *loader) floor() int {
	if len(l.marks) == 0 {
		return 0
	}
	return l.marks[len(l.marks)-1]
}

func (l *loader) pop() (*value, *Error) {
	if len(l.stack) <= l.floor() {
		if len(l.marks) > 0 {
			return nil, unpickling("unexpected MARK found")
		}
		return nil, unpickling("unpickling stack underflow")
	}
	v := l.stack[len(l.stack)-1]
	l.stack = l.stack[:len(l.stack)-1]
	return v, nil
}

// sinceMark takes the values that were pushed since the last mark.
func (l *loader) sinceMark() ([]*value, *Error) {
	if len(l.marks) == 0 {
		return nil, unpickling("could not find MARK")
	}
	at := l.floor()
	l.marks = l.marks[:len(l.marks)-1]
	values := slices.Clone(l.stack[at:])
	l.stack = l.stack[:at]
	return values, nil
}

func (l *loader) step(op byte) *Error {
	switch op {
	case opProto:
		v, e := l.byte()
		if e == nil && v > 5 {
			return &Error{"ValueError", fmt.Sprintf("unsupported pickle protocol: %d", v)}
		}
		return e
	case opFrame:
		n, e := l.length(8)
		if e == nil && (n < 0 || n > len(l.rest)) {
			e = unpickling("pickle data was truncated")
		}
		return e
	case opMark:
		l.marks = append(l.marks, len(l.stack))
		return nil
	case opNone:
		return l.push(&value{})
	case opTrue:
		return l.push(&value{kind: kindTrue})
	case opFalse:
		return l.push(&value{kind: kindFalse})
	case opBinInt, opBinInt1, opBinInt2, opLong1, opLong4:
		return l.integer(op)
	case opBinFloat:
		b, e := l.take(8)
		if e != nil {
			return e
		}
		return l.push(&value{kind: kindFloat, float: math.Float64frombits(binary.BigEndian.Uint64(b))})
	case opShortUnicode:
		return l.text(1)
	case opBinUnicode:
		return l.text(4)
	case opEmptyList:
		return l.push(&value{kind: kindList})
	case opEmptyDict:
		return l.push(&value{kind: kindDict})
	case opAppend, opAppends, opSetItem, opSetItems:
		return l.fill(op)
	case opMemoize:
		if len(l.stack) <= l.floor() {
			return unpickling("unpickling stack underflow")
		}
		l.memo = append(l.memo, l.stack[len(l.stack)-1])
		return nil
	case opBinGet:
		return l.recall(1)
	case opLongBinGet:
		return l.recall(4)
	}
	return unpickling(fmt.Sprintf("invalid load key, '%s'.", shown(op)))
}

// shown is a byte as the unpickler's complaint has it.
func shown(b byte) string {
	if b >= ' ' && b < 0x7f && b != '\'' && b != '\\' {
		return string(rune(b))
	}
	return fmt.Sprintf(`\x%02x`, b)
}

func (l *loader) integer(op byte) *Error {
	n := map[byte]int{opBinInt: 4, opBinInt1: 1, opBinInt2: 2}[op]
	if op == opLong1 || op == opLong4 {
		var e *Error
		if n, e = l.length(map[byte]int{opLong1: 1, opLong4: 4}[op]); e != nil {
			return e
		}
	}
	b, e := l.take(n)
	if e != nil {
		return e
	}
	b = slices.Clone(b)
	slices.Reverse(b)
	i := new(big.Int).SetBytes(b)
	signed := op != opBinInt1 && op != opBinInt2
	if signed && len(b) > 0 && b[0] >= 0x80 {
		i.Sub(i, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
	}
	return l.push(&value{kind: kindInt, int: i})
}

func (l *loader) text(width int) *Error {
	n, e := l.length(width)
	if e != nil {
		return e
	}
	b, e := l.take(n)
	if e != nil {
		return e
	}
	for at, rest := 0, b; len(rest) > 0; {
		r, size := utf8.DecodeRune(rest)
		if r == utf8.RuneError && size == 1 {
			why := "invalid continuation byte"
			if rest[0] < 0xc2 || rest[0] > 0xf4 {
				why = "invalid start byte"
			}
			return &Error{"UnicodeDecodeError", fmt.Sprintf("'utf-8' codec can't decode byte 0x%02x in position %d: %s", rest[0], at, why)}
		}
		at, rest = at+size, rest[size:]
	}
	return l.push(&value{kind: kindString, text: string(b)})
}

// fill puts values into the list or dict beneath them.
func (l *loader) fill(op byte) *Error {
	var values []*value
	if op == opAppends || op == opSetItems {
		var e *Error
		if values, e = l.sinceMark(); e != nil {
			return e
		}
	} else {
		n := map[byte]int{opAppend: 1, opSetItem: 2}[op]
		if len(l.stack)-n < l.floor() {
			return unpickling("unpickling stack underflow")
		}
		values = slices.Clone(l.stack[len(l.stack)-n:])
		l.stack = l.stack[:len(l.stack)-n]
	}
	if len(l.stack) <= l.floor() {
		return unpickling("unpickling stack underflow")
	}
	into := l.stack[len(l.stack)-1]
	if op == opAppend || op == opAppends {
		if into.kind != kindList {
			return &Error{"AttributeError", "'" + into.kind.python() + "' object has no attribute 'append'"}
		}
		into.items = append(into.items, values...)
		return nil
	}
	if len(values)%2 != 0 {
		return unpickling("odd number of items for SETITEMS")
	}
	if into.kind != kindDict {
		return &Error{"TypeError", "'" + into.kind.python() + "' object does not support item assignment"}
	}
	for i := 0; i < len(values); i += 2 {
		if k := values[i].kind; k == kindList || k == kindDict {
			return &Error{"TypeError", "unhashable type: '" + k.python() + "'"}
		}
		into.set(values[i], values[i+1])
	}
	return nil
}

// set replaces the value of a key that is there.
func (v *value) set(key, item *value) {
	for i, k := range v.keys {
		if k.kind == kindString && key.kind == kindString && k.text == key.text {
			v.items[i] = item
			return
		}
	}
	v.keys, v.items = append(v.keys, key), append(v.items, item)
}

func (l *loader) recall(width int) *Error {
	i, e := l.length(width)
	if e != nil {
		return e
	}
	if i >= len(l.memo) {
		return unpickling(fmt.Sprintf("Memo value not found at index %d", i))
	}
	return l.push(l.memo[i])
}

// python is the name of the type in Python.
func (k kind) python() string {
	return [...]string{"NoneType", "bool", "bool", "int", "float", "str", "list", "dict"}[k]
}
