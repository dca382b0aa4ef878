package site

import (
	"bytes"
	"debug/gosym"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const smallProgram = `package main

func deep(n int) int {
	if n == 0 {
		panic("deep")
	}
	return deep(n-1) + 1
}

func main() { println(deep(3)) }
`

// smallModule is a program as the compiler of this machine makes it.
func smallModule(t *testing.T) []byte {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "main.go"), []byte(smallProgram), 0o600))
	out := filepath.Join(dir, "small.wasm")
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", out, "main.go")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=", "GOWORK=off")
	said, err := cmd.CombinedOutput()
	require.NoError(t, err, string(said))
	wasm, err := os.ReadFile(out)
	require.NoError(t, err)
	return wasm
}

// functions are what a stack trace finds in a program: names, and where they stand.
func functions(t *testing.T, memory []byte) (names []string, lines map[string]string) {
	t.Helper()
	start := bytes.Index(memory, []byte(pcHeader))
	require.GreaterOrEqual(t, start, 0)
	table, err := gosym.NewTable(nil, gosym.NewLineTable(memory[start:], 0))
	require.NoError(t, err)
	lines = map[string]string{}
	for i := range table.Funcs {
		f := &table.Funcs[i]
		file, _, _ := table.PCToLine(f.Entry)
		names, lines[f.Name] = append(names, f.Name), filepath.Base(file)
	}
	return names, lines
}

func TestLinesAreDroppedAndFunctionsStay(t *testing.T) {
	wasm := smallModule(t)
	with, err := readModule(wasm)
	require.NoError(t, err)
	small, err := withoutLines(wasm)
	require.NoError(t, err)
	without, err := readModule(small)
	require.NoError(t, err)

	names, lines := functions(t, with.memory)
	assert.Contains(t, names, "main.deep")
	assert.Equal(t, "main.go", lines["main.deep"])
	kept, lines := functions(t, without.memory)
	assert.Equal(t, names, kept)
	assert.NotEqual(t, "main.go", lines["main.deep"])
	assert.Equal(t, [][]byte{with.before, with.after}, [][]byte{without.before, without.after}, "the code is the same")

	before, err := pack(wasm)
	require.NoError(t, err)
	after, err := pack(small)
	require.NoError(t, err)
	assert.Less(t, len(after), len(before)*95/100)
	again, err := withoutLines(small)
	require.NoError(t, err)
	assert.True(t, bytes.Equal(small, again))
}

// What joins the pieces of the data changes nothing of what they hold.
func TestDataIsWrittenAsItWasRead(t *testing.T) {
	m, err := readModule(smallModule(t))
	require.NoError(t, err)
	again, err := readModule(m.bytes())
	require.NoError(t, err)
	assert.Equal(t, bytes.TrimRight(m.memory, "\x00"), again.memory)

	for _, memory := range []string{"", "a", strings.Repeat("\x00", 500) + "a", "a" + strings.Repeat("\x00", 127) + "b", "a" + strings.Repeat("\x00", 300) + "b\x00\x00c" + strings.Repeat("\x00", 1<<15) + "d\x00"} {
		m := &module{before: []byte(wasmMagic), memory: []byte(memory)}
		again, err := readModule(m.bytes())
		require.NoError(t, err)
		assert.Equal(t, strings.TrimRight(memory, "\x00"), string(again.memory))
	}
}

// A program of another form is refused, and never half changed.
func TestOtherProgramsAreRefused(t *testing.T) {
	wasm := smallModule(t)
	for _, data := range [][]byte{nil, []byte("<html>"), []byte(wasmMagic), wasm[:len(wasm)/2], wasm[:len(wasm)-len(wasm)/8]} {
		_, err := withoutLines(data)
		assert.Error(t, err)
	}
	other := bytes.Replace(wasm, []byte(pcHeader), []byte("\xf0"+pcHeader[1:]), 1)
	_, err := withoutLines(other)
	assert.ErrorContains(t, err, "tables of functions")
}
