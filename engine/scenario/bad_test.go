package scenario

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite golden files")

// TestBad reads testdata/bad.txt: a file each, and under it the one line that
// is said of it. Together they have every code that a small file can give.
func TestBad(t *testing.T) {
	const golden = "testdata/bad.txt"
	text, err := os.ReadFile(golden)
	require.NoError(t, err)
	var out strings.Builder
	codes := make(map[string]bool)
	for block := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n\n") {
		src, want, _ := strings.Cut(block, "\n→ ")
		s, err := Parse([]byte(src))
		require.Error(t, err, "%s", src)
		require.Nil(t, s)
		var e *Error
		require.True(t, errors.As(err, &e))
		assert.NotContains(t, err.Error(), "{value}", "a value that the sentence needs is missing")
		assert.NotRegexp(t, `\{[a-z]+\}`, err.Error())
		codes[e.Code] = true
		got := err.Error()
		if !*update {
			assert.Equal(t, want, got, src)
		}
		fmt.Fprintf(&out, "%s\n→ %s\n\n", src, got)
	}
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(out.String()), 0o644))
	}
	for _, big := range []string{"limit_file", "limit_nesting", "limit_ops", "limit_repeat", "limit_total_elements", "limit_items", "limit_text", "not_utf8"} {
		codes[big] = true // see TestLimits
	}
	for _, code := range Codes() {
		assert.True(t, codes[code], "no witness for %s", code)
	}
}

func TestLimits(t *testing.T) {
	file := func(rest string) string { return `{"lockstep":1,"world_size":2,` + rest + `}` }
	repeat := func(what string, n int) string { return strings.TrimSuffix(strings.Repeat(what+",", n), ",") }
	nested := func(depth int) string {
		return strings.Repeat(`{"op":"repeat","times":1,"body":[`, depth) + `{"op":"barrier"}` + strings.Repeat(`]}`, depth)
	}
	for _, c := range []struct{ good, bad, want string }{
		{strings.Repeat(" ", MaxFileBytes-len(file(`"seed":1`))) + file(`"seed":1`), strings.Repeat(" ", MaxFileBytes+1),
			"the file has 4194305 bytes; the limit is 4194304"},
		{file(`"program":[{"op":"all_gather_object","obj":` + strings.Repeat("[", 60) + strings.Repeat("]", 60) + `}]`),
			strings.Repeat("[", 100_000), strings.Repeat("[0]", 65) + ": lists are nested too deep here; the limit is 64 levels"},
		{file(`"program":[` + repeat(`{"op":"barrier"}`, MaxOps) + `]`), file(`"program":[` + repeat(`{"op":"barrier"}`, MaxOps+1) + `]`),
			"program: 10001 ops are too many for one rank; the limit is 10000"},
		{file(`"program":[` + nested(MaxRepeatDepth) + `]`), file(`"program":[` + nested(MaxRepeatDepth+1) + `]`),
			"program[0].body[0].body[0].body[0].body[0].body[0].body[0].body[0].body[0].body: repeats are nested too deep here; the limit is 8 levels"},
		{file(`"tensors":{"a":{"dtype":"int8","shape":[16777216],"fill":0},"b":{"dtype":"int8","shape":[4096,4096],"fill":0}}`),
			file(`"tensors":{"a":{"dtype":"int8","shape":[16777216],"fill":0},"b":{"dtype":"int8","shape":[4096,4096],"fill":0},"c":{"dtype":"int8","shape":[1],"fill":0}}`),
			"tensors: all tensors of all ranks together have more than 67108864 elements, which is the limit"},
		{file(`"faults":[` + repeat(`{"kind":"crash","rank":0,"at":{"time":"1s"}}`, MaxFaults) + `]`),
			file(`"faults":[` + repeat(`{"kind":"crash","rank":0,"at":{"time":"1s"}}`, MaxFaults+1) + `]`),
			"faults: 1025 entries are too many; the limit is 1024"},
		{file(`"title":"` + strings.Repeat("环", MaxTitle) + `"`), file(`"title":"` + strings.Repeat("环", MaxTitle+1) + `"`),
			"title: a text of 501 characters is too long; the limit is 500"},
		{file(`"title":"\u00ff\ufffd"`), file("\"title\":\"a\xff\""), "line 1, column 40: this is not UTF-8 text"},
	} {
		_, err := Parse([]byte(c.good))
		assert.NoError(t, err, "%.80s", c.good)
		_, err = Parse([]byte(c.bad))
		assert.EqualError(t, err, c.want)
	}
}

func TestErrorPointsAtThePlace(t *testing.T) {
	_, err := Parse([]byte("{\"lockstep\": 1,\n \"world_size\": 2,\n \"title\": {\"zh\": \"环\"}, \"seed\": \"x\"}"))
	var e *Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, "seed", e.Path)
	assert.Equal(t, [2]int{3, 32}, [2]int{e.Line, e.Column})
	assert.Equal(t, `seed: "x" 不是整数`, e.In("{value} 不是整数", "第 {line} 行"))
}

// A file of an older version is brought up to date before it is read.
func TestMigration(t *testing.T) {
	_, err := Parse([]byte(`{"lockstep":0,"ranks_count":3}`))
	require.EqualError(t, err, "lockstep: 0 is not from 1 to 1")
	migrations[0] = func(root *node) {
		for i := range root.items {
			if root.items[i].key == "ranks_count" {
				root.items[i].key = "world_size"
			}
		}
	}
	defer delete(migrations, 0)
	s, err := Parse([]byte(`{"lockstep":0,"ranks_count":3}`))
	require.NoError(t, err)
	assert.Equal(t, New(3), s)
}
