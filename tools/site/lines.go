package site

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// The linker's -s and -w take the symbols and the debugger's tables away, but not what
// a stack trace of a panic is written from: which instruction stands in which line of
// which file, a twentieth of the download. Our reports of a crash can do without: they
// name the functions, and how far into them. Go's runtime knows functions without lines
// and prints "?:0" for them, see funcline1 of runtime/symtab.go; the format is that of
// cmd/link/internal/ld/pcln.go and runtime.pcHeader.
//
// The linker also writes the program's data as a hundred thousand pieces, to leave out
// zeros between them. Unpacked that is smaller; packed, zeros are next to nothing, and
// each piece's address is not. So the pieces are joined.

// withoutLines is a program without its line tables.
func withoutLines(wasm []byte) ([]byte, error) {
	m, err := readModule(wasm)
	if err != nil {
		return nil, err
	}
	if err := dropLines(m.memory); err != nil {
		return nil, err
	}
	return m.bytes(), nil
}

// module is a program in WebAssembly's binary format and the memory that it begins with.
type module struct {
	before, after []byte // of the file, around the data
	memory        []byte
}

const (
	wasmMagic   = "\x00asm\x01\x00\x00\x00"
	dataSection = 11
	// A piece of data goes to an address that is a constant.
	active, i32Const, end = 0x00, 0x41, 0x0b
	// gap is how many zeros are left out of the data; fewer cost less than a new piece.
	gap = 128
)

func readModule(wasm []byte) (*module, error) {
	if !bytes.HasPrefix(wasm, []byte(wasmMagic)) {
		return nil, errors.New("not a WebAssembly module")
	}
	r := &reader{data: wasm, at: len(wasmMagic)}
	for !r.done() {
		begin := r.at
		id := r.byte()
		body := r.take(int(r.unsigned()))
		if r.err != nil {
			break
		}
		if id == dataSection {
			m := &module{before: wasm[:begin], after: wasm[r.at:]}
			return m, m.load(&reader{data: body})
		}
	}
	return nil, errors.Join(errors.New("a module without data"), r.err)
}

// load fills the memory from the pieces of the data, each of which says where it goes.
func (m *module) load(r *reader) error {
	for range r.unsigned() {
		mode, op, at := r.unsigned(), r.byte(), int(r.signed())
		if stop := r.byte(); r.err == nil && (mode != active || op != i32Const || stop != end || at < 0) {
			return errors.New("data in another form than the Go linker's")
		}
		data := r.take(int(r.unsigned()))
		if r.err != nil {
			return r.err
		}
		if more := at + len(data) - len(m.memory); more > 0 {
			m.memory = append(m.memory, make([]byte, more)...)
		}
		copy(m.memory[at:], data)
	}
	return r.err
}

// bytes is the module as a file.
func (m *module) bytes() []byte {
	count, pieces := uint64(0), []byte(nil)
	for at := 0; at < len(m.memory); {
		to := at
		for zeros := 0; to < len(m.memory) && zeros < gap; to++ {
			if zeros++; m.memory[to] != 0 {
				zeros = 0
			}
		}
		if piece := bytes.TrimRight(m.memory[at:to], "\x00"); len(piece) > 0 {
			pieces = append(pieces, active, i32Const)
			pieces = appendSigned(pieces, int64(at))
			pieces = append(pieces, end)
			pieces = append(binary.AppendUvarint(pieces, uint64(len(piece))), piece...)
			count++
		}
		for at = to; at < len(m.memory) && m.memory[at] == 0; at++ {
		}
	}
	number := binary.AppendUvarint(nil, count)
	out := append(bytes.Clone(m.before), dataSection)
	out = binary.AppendUvarint(out, uint64(len(number)+len(pieces)))
	return append(append(append(out, number...), pieces...), m.after...)
}

// pcHeader is how the tables begin: their version, and on what machine.
const pcHeader = "\xf1\xff\xff\xff\x00\x00\x01\x08"

// Where a function's record, runtime._func, has what is needed of it.
const (
	atPCSP, atPCFile, atPCLine, atPCDataCount = 16, 20, 24, 28
	funcSize                                  = 44
)

// dropLines clears, in a program's memory, the tables of files and lines, and every
// function's reference to them.
func dropLines(memory []byte) error {
	start := bytes.Index(memory, []byte(pcHeader))
	if start < 0 || bytes.LastIndex(memory, []byte(pcHeader)) != start {
		return errors.New("the program's tables of functions are not where, or what, they were")
	}
	tables := &reader{data: memory, at: start + len(pcHeader)}
	functions, _, _, _, units, _, values, records := tables.word(), tables.word(), tables.word(), tables.word(), tables.word(), tables.word(), tables.word(), tables.word()
	if tables.err != nil || units < 0 || units > values || values > len(memory)-start || records > len(memory)-start {
		return fmt.Errorf("the program's tables of functions: %w", errShort)
	}
	// A value is what some functions have in common, so it is cleared where no function
	// needs it for anything else.
	needed, lines := map[uint32]bool{}, map[uint32]bool{}
	list := &reader{data: memory, at: start + records}
	for range functions {
		list.half()
		at := start + records + int(list.half())
		record := (&reader{data: memory, at: at}).take(funcSize)
		if list.err != nil || record == nil {
			return fmt.Errorf("a function's record: %w", errShort)
		}
		half := func(at int) uint32 { return binary.LittleEndian.Uint32(record[at:]) }
		needed[half(atPCSP)] = true
		others := &reader{data: memory, at: at + funcSize}
		for range half(atPCDataCount) {
			needed[others.half()] = true
		}
		lines[half(atPCFile)], lines[half(atPCLine)] = true, true
		clear(record[atPCFile : atPCLine+4])
	}
	for value := range lines {
		if value == 0 || needed[value] {
			continue
		}
		r := &reader{data: memory, at: start + values + int(value)}
		begin := r.at
		for first := true; ; first = false { // a step of the value, until there is none, and one of the place
			if step := r.unsigned(); step == 0 && !first {
				break
			}
			r.unsigned()
		}
		if r.err != nil {
			return r.err
		}
		clear(memory[begin:r.at])
	}
	clear(memory[start+units : start+values]) // the names of the files
	return nil
}

var errShort = errors.New("it ends too early")

// reader reads numbers; past the end they are 0, and err says so.
type reader struct {
	data []byte
	at   int
	err  error
}

func (r *reader) done() bool { return r.at >= len(r.data) || r.err != nil }

func (r *reader) take(n int) []byte {
	if r.err != nil || n < 0 || r.at < 0 || r.at > len(r.data) || n > len(r.data)-r.at {
		r.err = errShort
		return nil
	}
	r.at += n
	return r.data[r.at-n : r.at]
}

func (r *reader) byte() byte {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) half() uint32 {
	if b := r.take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

func (r *reader) word() int {
	if b := r.take(8); b != nil {
		return int(binary.LittleEndian.Uint64(b))
	}
	return 0
}

// unsigned and signed read LEB128.
func (r *reader) unsigned() uint64 {
	x, n := binary.Uvarint(r.data[max(0, min(r.at, len(r.data))):])
	if n <= 0 || r.err != nil {
		r.err = errShort
		return 0
	}
	r.at += n
	return x
}

func (r *reader) signed() int64 {
	x, shift := int64(0), 0
	for {
		b := r.byte()
		x |= int64(b&0x7f) << shift
		shift += 7
		if b&0x80 != 0 && r.err == nil && shift < 64 {
			continue
		}
		if b&0x40 != 0 && shift < 64 {
			x |= -1 << shift
		}
		return x
	}
}

func appendSigned(out []byte, x int64) []byte {
	for {
		b := byte(x & 0x7f)
		x >>= 7
		if x == 0 && b&0x40 == 0 || x == -1 && b&0x40 != 0 {
			return append(out, b)
		}
		out = append(out, b|0x80)
	}
}
