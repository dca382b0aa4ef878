package scenario

import (
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// Each key of the top level and of what hangs below it: a value, how it is
// written in canonical form ("" where it is the default), and a value that is
// refused.
var fileKeyTable = []struct{ key, value, canonical, bad string }{
	{"title", `"a"`, `"a"`, `1`},
	{"title", `{"en":"a","zh":"啊"}`, `{"zh":"啊","en":"a"}`, `{"en":1}`},
	{"question", `{"de":"wer?","zh":"谁？","en":"who?"}`, `{"zh":"谁？","en":"who?","de":"wer?"}`, `[]`},
	{"backend", `"gloo"`, ``, `"mpi"`},
	{"debug", `"OFF"`, ``, `"ON"`},
	{"debug", `"DETAIL"`, `"DETAIL"`, `1`},
	{"timeout", `"1800s"`, ``, `"x"`},
	{"timeout", `"1500ms"`, `"1.5s"`, `1500`},
	{"network", `{"latency":"50000ns","bandwidth":"1000MB/s"}`, ``, `{"latency":5}`},
	{"network", `{"latency":"0s","bandwidth":"0.5MB/s"}`, `{"latency":"0s","bandwidth":"500kB/s"}`, `{"speed":5}`},
	{"network", `{"links":[{"from":1,"to":0,"latency":"5000us"},{"from":0,"to":1,"bandwidth":"1.5GB/s"}]}`,
		`{"links":[{"from":1,"to":0,"latency":"5ms"},{"from":0,"to":1,"bandwidth":"1.5GB/s"}]}`, `{"links":[1]}`},
	{"seed", `-7`, `-7`, `"7"`},
	{"auto_init", `true`, ``, `1`},
	{"auto_init", `false`, `false`, `null`},
	{"at_end", `"exit"`, ``, `"stay"`},
	{"at_end", `"linger"`, `"linger"`, `true`},
	{"linger", `"60s"`, `"1m"`, `"0s"`},
	{"stop_after", `"15s"`, `"15s"`, `"never"`},
	{"job", `{"max_restarts":0,"policy":"all"}`, ``, `{"policy":"one"}`},
	{"job", `{"max_restarts":2}`, `{"max_restarts":2}`, `2`},
	{"faults", `[{"at":{"op":0,"phase":"during"},"rank":1,"kind":"crash"}]`, `[{"kind":"crash","rank":1,"at":{"op":0,"phase":"during"}}]`, `[{}]`},
	{"faults", `[{"kind":"crash","rank":1,"at":{"op":0,"phase":"start","attempt":0}}]`, `[{"kind":"crash","rank":1,"at":{"op":0}}]`, `{}`},
	{"faults", `[{"kind":"freeze","rank":0,"at":{"time":"5ms","attempt":1},"for":"1s"}]`, `[{"kind":"freeze","rank":0,"at":{"time":"5ms","attempt":1},"for":"1s"}]`,
		`[{"kind":"freeze","rank":0,"at":{"time":"5ms","phase":"during"}}]`},
	{"faults", `[{"kind":"slow","rank":0,"factor":3.0,"at":{"time":"0s"}}]`, `[{"kind":"slow","rank":0,"at":{"time":"0s"},"factor":3}]`, `[{"kind":"slow","rank":0,"factor":"3","at":{"time":"0s"}}]`},
	{"faults", `[{"kind":"drop_link","rank":0,"peer":1,"at":{"op":0},"for":"2s"}]`, `[{"kind":"drop_link","rank":0,"peer":1,"at":{"op":0},"for":"2s"}]`, `[{"kind":"drop_link","rank":0,"peer":-1,"at":{"op":0}}]`},
	{"faults", `[{"kind":"slow_link","rank":0,"latency":"1s","bandwidth":"10kB/s","at":{"op":0}}]`, `[{"kind":"slow_link","rank":0,"at":{"op":0},"latency":"1s","bandwidth":"10kB/s"}]`, `[{"kind":"slow_link","rank":0,"bandwidth":"0B/s","at":{"op":0}}]`},
	{"tensors", `{"y":{"dtype":"int8","data":[1]},"x":{"data":5.50,"dtype":"float32"}}`, `{"x":{"dtype":"float32","shape":[],"data":[5.5]},"y":{"dtype":"int8","shape":[1],"data":[1]}}`, `{"x":1}`},
	{"tensors", `{"x":{"dtype":"bool","shape":[2,2],"data":[true,0,1,false]}}`, `{"x":{"dtype":"bool","shape":[2,2],"data":[true,false,true,false]}}`, `{"x":{"dtype":"bool","data":[2]}}`},
	{"tensors", `{"x":{"dtype":"float16","shape":[3],"data":["nan","inf","-inf"]}}`, `{"x":{"dtype":"float16","shape":[3],"data":["nan","inf","-inf"]}}`, `{"x":{"dtype":"float16","data":["NaN"]}}`},
	{"tensors", `{"x":{"dtype":"int64","data":[9223372036854775807,-9223372036854775808,1e3]}}`, `{"x":{"dtype":"int64","shape":[3],"data":[9223372036854775807,-9223372036854775808,1000]}}`, `{"x":{"dtype":"int64","data":[9223372036854775808]}}`},
	{"tensors", `{"x":{"dtype":"float32","shape":[4,0],"data":[]}}`, `{"x":{"dtype":"float32","shape":[4,0],"data":[]}}`, `{"x":{"dtype":"float32","shape":[4],"data":[]}}`},
	{"tensors", `{"x":{"dtype":"float32","fill":0.0,"shape":[2]},"r":{"dtype":"int32","fill":"rank"}}`, `{"r":{"dtype":"int32","shape":[],"fill":"rank"},"x":{"dtype":"float32","shape":[2],"fill":0}}`, `{"x":{"dtype":"int32","fill":0.5}}`},
	{"program", `[]`, ``, `{}`},
	{"program", `[{"op":"barrier"}]`, `[{"op":"barrier"}]`, `["barrier"]`},
	{"script", `"x = 1\n"`, `"x = 1\n"`, `["x = 1"]`},
	{"ranks", `[{},{}]`, ``, `[1]`},
	{"ranks", `[{"start":"never"},{"start":"0s"}]`, `[{"start":"never"}]`, `[{"start":1}]`},
	{"ranks", `[{},{"tensors":{"x":{"dtype":"int8","data":[1]}},"program":[],"start":"1000ms"}]`, `[{},{"start":"1s","tensors":{"x":{"dtype":"int8","shape":[1],"data":[1]}},"program":[]}]`, `[{"name":"a"}]`},
}

func TestFileKeys(t *testing.T) {
	file := func(key, value string) string {
		f := `{"lockstep":1,"world_size":2`
		if key == "faults" {
			f += `,"program":[{"op":"barrier"}]`
		}
		return f + `,"` + key + `":` + value + `}`
	}
	seen := map[string]bool{"lockstep": true, "world_size": true}
	for _, c := range fileKeyTable {
		seen[c.key] = true
		s, err := Parse([]byte(file(c.key, c.value)))
		require.NoError(t, err, "%s: %s", c.key, c.value)
		holds(t, s)
		if c.canonical == "" {
			require.NotContains(t, string(Format(s)), `"`+c.key+`"`)
		} else {
			require.Contains(t, string(Format(s)), `"`+c.key+`":`+c.canonical)
		}
		_, err = Parse([]byte(file(c.key, c.bad)))
		require.ErrorContains(t, err, c.key, "%s: %s", c.key, c.bad)
	}
	for _, key := range fileKeys {
		assert.True(t, seen[key], "no row for %s", key)
	}
}

// argSamples gives each kind of argument a value that is not its default, in
// canonical form, and one that is refused.
var argSamples = map[Kind]struct{ good, bad string }{
	KindTensor:   {`{"dtype":"int8","shape":[1],"data":[1]}`, `[1]`},
	KindTensors:  {`["x",{"dtype":"int8","shape":[2],"fill":0}]`, `"x"`},
	KindRank:     {`1`, `"1"`},
	KindRanks:    {`[1,0]`, `[1.5]`},
	KindInt:      {`3`, `null`},
	KindInts:     {`[1,2]`, `1`},
	KindNumber:   {`2.5`, `true`},
	KindBool:     {`true`, `"true"`},
	KindDuration: {`"5ms"`, `5`},
	KindName:     {`"h"`, `1`},
	KindGroup:    {`"g"`, `""`},
	KindHandle:   {`"h"`, `[]`},
	KindString:   {`"a b"`, `1`},
	KindStrings:  {`["a","b"]`, `"a"`},
	KindCode:     {`"x = x / 2"`, `1`},
	KindJSON:     {`{"a":[1,null,1.0]}`, ``},
	KindJSONs:    {`[null,"a",{"k":1}]`, `{}`},
	KindEnv:      {`{"RANK":"0","WORLD_SIZE":null}`, `{"HOME":"x"}`},
	KindNames:    {`["x"]`, `["1"]`},
	KindOps:      {`[{"op":"barrier"}]`, `{}`},
}

// TestArgs tries every argument of every op: alone with what is required it
// parses, reads back, is written in its place, and is refused when it is wrong.
func TestArgs(t *testing.T) {
	const frame = `{"lockstep":1,"world_size":2,"tensors":{"x":{"dtype":"int8","shape":[1],"data":[1]}},"program":[`
	sample := func(a *Arg) (good, bad string) {
		if a.Kind == KindChoice {
			return `"` + a.Choices[1] + `"`, `"` + strings.ToLower(a.Choices[0]) + `?"`
		}
		return argSamples[a.Kind].good, argSamples[a.Kind].bad
	}
	for i := range Specs {
		spec := &Specs[i]
		for j := range spec.Args {
			a := &spec.Args[j]
			text := func(value string) string {
				o := `{"op":"` + spec.Name + `"`
				for k := range spec.Args {
					v, _ := sample(&spec.Args[k])
					if k == j {
						v = value
					}
					if k == j || spec.Args[k].Required || spec.Args[k].Kind == KindRank && spec.Args[k].Default != "" {
						o += `,"` + spec.Args[k].Key + `":` + v
					}
				}
				return o + `}`
			}
			good, bad := sample(a)
			s, err := Parse([]byte(frame + text(good) + `]}`))
			require.NoError(t, err, "%s.%s", spec.Name, a.Key)
			holds(t, s)
			require.Equal(t, frame+text(good)+`]}`, string(Format(s)))
			require.Equal(t, good, a.JSON(&s.Program[0]))
			cleared := s.Program[0]
			a.clear(&cleared)
			require.Equal(t, a.Default != "" || !a.Required || a.JSON(&cleared) != good, true)
			if a.Default != "" && !a.Required && a.Kind != KindRank {
				s, err := Parse([]byte(frame + text(a.Default) + `]}`))
				require.NoError(t, err)
				require.Empty(t, a.JSON(&s.Program[0]), "%s.%s: the default is left out", spec.Name, a.Key)
			}
			if bad != "" {
				_, err = Parse([]byte(frame + text(bad) + `]}`))
				require.ErrorContains(t, err, "program[0]."+a.Key, "%s.%s: %s", spec.Name, a.Key, bad)
			}
		}
		assert.NotEmpty(t, spec.Doc)
	}
}

// A root that torch takes to be rank 0 is filled in.
func TestRootByDefault(t *testing.T) {
	s, err := Parse([]byte(`{"lockstep":1,"world_size":2,"program":[{"op":"scatter","tensor":{"dtype":"int8","data":[1]}}]}`))
	require.NoError(t, err)
	require.Equal(t, 0, *s.Program[0].Src)
	holds(t, s)
	_, err = Parse([]byte(`{"lockstep":1,"world_size":2,"program":[{"op":"broadcast","tensor":{"dtype":"int8","data":[1]}}]}`))
	require.EqualError(t, err, "program[0].src: this key is missing")
}

func TestArgText(t *testing.T) {
	spec, _ := SpecOf("broadcast")
	src, _ := spec.Arg("src")
	tensor, _ := spec.Arg("tensor")
	algorithm, _ := spec.Arg("algorithm")
	o := Op{Name: "broadcast"}
	o, err := src.WithText(o, " 1 ")
	require.NoError(t, err)
	assert.Equal(t, "1", src.Text(&o))
	_, err = src.WithText(o, "one")
	assert.EqualError(t, err, "src: a value was expected here, not o")
	_, err = src.WithText(o, "")
	assert.EqualError(t, err, "src: the text ends too early")
	o, err = tensor.WithText(o, "x")
	require.NoError(t, err)
	assert.Equal(t, "x", o.Tensor.Name)
	o, err = tensor.WithText(o, `{"dtype":"int8","data":[1,2]}`)
	require.NoError(t, err)
	assert.Equal(t, `{"dtype": "int8", "shape": [2], "data": [1, 2]}`, tensor.Text(&o))
	_, err = tensor.WithText(o, "2x")
	assert.EqualError(t, err, `tensor: "2x" is not a name: a letter or _, then letters, digits and _`)
	assert.Equal(t, "tree", algorithm.Text(&o))
	o, err = algorithm.WithText(o, "chain")
	require.NoError(t, err)
	assert.Equal(t, "chain", algorithm.Text(&o))
	sleep, _ := SpecOf("sleep")
	o, err = sleep.Args[0].WithText(Op{Name: "sleep"}, "1500us")
	require.NoError(t, err)
	assert.Equal(t, "1.5ms", sleep.Args[0].Text(&o))
}

func TestQuantities(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0s", time.Nanosecond: "1ns", 50 * time.Microsecond: "50us", 12800 * time.Millisecond: "12.8s", 30 * time.Minute: "30m",
		90 * time.Second: "1m30s", time.Hour: "1h", time.Hour + time.Second: "1h0m1s", 10 * time.Hour: "10h", 10 * time.Minute: "10m", 100 * time.Second: "1m40s",
	} {
		assert.Equal(t, want, FormatDuration(d))
		back, ok := ParseDuration(want)
		assert.True(t, ok)
		assert.Equal(t, d, back)
	}
	for text, want := range map[string]string{"1GB/s": "1GB/s", "1 GB/s": "1GB/s", "0.001GB/s": "1MB/s", "10Gbit/s": "1.25GB/s", "1GiB/s": "1.073741824GB/s",
		"8 kbit/s": "1kB/s", "0.5B/s": "0.5B/s", "1KB/s": "1kB/s", "0.1GB/s": "100MB/s"} {
		v, ok := ParseBandwidth(text)
		require.True(t, ok, text)
		assert.Equal(t, want, FormatBandwidth(v))
		back, ok := ParseBandwidth(want)
		assert.True(t, ok)
		assert.Equal(t, v, back)
	}
	for _, bad := range []string{"", "GB/s", "1", "1GB", "1GBps", "-1GB/s", "0GB/s", "1e9B/s", "1..5GB/s", "99999999999999999TB/s", "1  GB/s"} {
		_, ok := ParseBandwidth(bad)
		assert.False(t, ok, bad)
	}
}

// sampleFiles are files that have a bit of everything, for the fuzzer.
func sampleFiles() []string {
	var files []string
	for _, c := range fileKeyTable {
		files = append(files, `{"lockstep":1,"world_size":2,"`+c.key+`":`+c.value+`}`)
	}
	return append(files,
		`{"lockstep":1,"world_size":2,"program":[{"op":"repeat","times":3,"body":[{"op":"local","code":"y = 1"},{"op":"all_reduce","tensor":"y"}]}]}`,
		`{"lockstep":1,"world_size":2,"auto_init":false,"ranks":[{},{},{"program":[{"op":"init_process_group","env":{"RANK":"$PORT"}}]}]}`,
		`{"lockstep":1,"world_size":2,"program":[{"op":"scatter_object_list","list":[null,{"k":1.0}],"src":0},{"op":"all_to_all","list":[],"out":[]}]}`)
}
