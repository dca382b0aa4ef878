package pickle

import (
	"encoding/binary"
	"math"
	"math/big"
	"slices"
	"unicode/utf8"
)

// Dump pickles a JSON value. The error is that of text that is no JSON.
func Dump(text []byte) ([]byte, error) {
	v, err := parse(text)
	if err != nil {
		return nil, err
	}
	d := dumper{keys: map[string]int{}, shared: map[string]int{}, frame: -1}
	d.out = append(d.out, opProto, protocol)
	d.framing = true
	d.save(v, false)
	d.write(opStop)
	d.closeFrame()
	return d.out, nil
}

// dumper writes one value. Python remembers objects, not values: what was written
// before is referred to only if it is the same object. Of what json.loads gives,
// that holds for equal keys, and for strings that exist once in an interpreter:
// the empty one, and those of one Latin-1 character.
type dumper struct {
	out     []byte
	frame   int // where the open frame's header is, or −1
	framing bool
	memo    int
	keys    map[string]int
	shared  map[string]int
}

func (d *dumper) write(b ...byte) {
	if d.framing && d.frame < 0 {
		d.frame = len(d.out)
		d.out = append(d.out, make([]byte, frameHeaderBytes)...)
	}
	d.out = append(d.out, b...)
}

// closeFrame fills in the header, or takes it away from a frame too short for one.
func (d *dumper) closeFrame() {
	if d.frame < 0 {
		return
	}
	n := len(d.out) - d.frame - frameHeaderBytes
	if n < frameMin {
		d.out = slices.Delete(d.out, d.frame, d.frame+frameHeaderBytes)
	} else {
		d.out[d.frame] = opFrame
		binary.LittleEndian.PutUint64(d.out[d.frame+1:], uint64(n))
	}
	d.frame = -1
}

func (d *dumper) save(v *value, key bool) {
	if d.frame >= 0 && len(d.out)-d.frame-frameHeaderBytes >= frameTarget {
		d.closeFrame()
	}
	switch v.kind {
	case kindNone:
		d.write(opNone)
	case kindTrue:
		d.write(opTrue)
	case kindFalse:
		d.write(opFalse)
	case kindInt:
		d.integer(v.int)
	case kindFloat:
		d.write(opBinFloat)
		d.write(binary.BigEndian.AppendUint64(nil, math.Float64bits(v.float))...)
	case kindString:
		d.text(v.text, key)
	case kindList:
		d.write(opEmptyList)
		d.memoize()
		d.batches(v, opAppend, opAppends)
	case kindDict:
		d.write(opEmptyDict)
		d.memoize()
		d.batches(v, opSetItem, opSetItems)
	}
}

func (d *dumper) memoize() {
	d.write(opMemoize)
	d.memo++
}

func (d *dumper) integer(i *big.Int) {
	if i.IsInt64() {
		switch n := i.Int64(); {
		case n >= 0 && n <= math.MaxUint8:
			d.write(opBinInt1, byte(n))
			return
		case n >= 0 && n <= math.MaxUint16:
			d.write(opBinInt2)
			d.write(binary.LittleEndian.AppendUint16(nil, uint16(n))...)
			return
		case n >= math.MinInt32 && n <= math.MaxInt32:
			d.write(opBinInt)
			d.write(binary.LittleEndian.AppendUint32(nil, uint32(n))...)
			return
		}
	}
	b := complement(i)
	if len(b) < 256 {
		d.write(opLong1, byte(len(b)))
	} else {
		d.write(opLong4)
		d.write(binary.LittleEndian.AppendUint32(nil, uint32(len(b)))...)
	}
	d.write(b...)
}

// complement is the shortest two's complement, least byte first.
func complement(i *big.Int) []byte {
	n := i.BitLen()/8 + 1 // one bit is the sign's
	if i.Sign() < 0 && new(big.Int).Add(i, big.NewInt(1)).BitLen()/8+1 < n {
		n-- // −128 needs no more than 127
	}
	mod := new(big.Int).Lsh(big.NewInt(1), uint(8*n))
	b := new(big.Int).Mod(i, mod).FillBytes(make([]byte, n))
	slices.Reverse(b)
	return b
}

func (d *dumper) text(s string, key bool) {
	seen := d.seen(s, key)
	if at, ok := seen[s]; ok {
		if at < 256 {
			d.write(opBinGet, byte(at))
		} else {
			d.write(opLongBinGet)
			d.write(binary.LittleEndian.AppendUint32(nil, uint32(at))...)
		}
		return
	}
	header := []byte{opShortUnicode, byte(len(s))}
	if len(s) > math.MaxUint8 {
		header = binary.LittleEndian.AppendUint32([]byte{opBinUnicode}, uint32(len(s)))
	}
	// A long text stands beside the frames, not in one.
	if len(s) >= frameTarget {
		d.closeFrame()
		d.framing = false
	}
	d.write(header...)
	d.write([]byte(s)...)
	d.framing = true
	if seen != nil {
		seen[s] = d.memo
	}
	d.memoize()
}

// seen is where the string may have been written before; nil: it is new.
func (d *dumper) seen(s string, key bool) map[string]int {
	r, n := utf8.DecodeRuneInString(s)
	switch {
	case s == "" || n == len(s) && r <= 0xff:
		return d.shared
	case key:
		return d.keys
	}
	return nil
}

// batches writes the entries: one by itself, more of them after a mark.
func (d *dumper) batches(v *value, one, many byte) {
	if len(v.items) == 1 {
		d.entry(v, 0)
		d.write(one)
		return
	}
	for from := 0; from < len(v.items); from += batch {
		d.write(opMark)
		for i := from; i < min(from+batch, len(v.items)); i++ {
			d.entry(v, i)
		}
		d.write(many)
	}
}

func (d *dumper) entry(v *value, i int) {
	if v.kind == kindDict {
		d.save(v.keys[i], true)
	}
	d.save(v.items[i], false)
}
