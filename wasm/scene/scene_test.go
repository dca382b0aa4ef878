package scene

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/assets"
	"lockstep/engine/scenario"
	"lockstep/engine/trace"
	"lockstep/wasm/app"
	"lockstep/wasm/typeface"
)

var (
	update = flag.Bool("update", false, "rewrite the golden files")
	svgs   = flag.String("svg", "", "folder to write the pictures to, to look at")
)

var faces *typeface.Set

func composer(t testing.TB) *Composer {
	t.Helper()
	if faces == nil {
		var err error
		faces, err = typeface.Load(assets.FS)
		require.NoError(t, err)
	}
	c, err := Load(assets.FS, faces)
	require.NoError(t, err)
	return c
}

// stories are the runs whose scenes are golden, by name.
var stories = map[string]string{
	"done": `{"lockstep": 1, "title": {"zh": "两个标量的 all-reduce", "en": "All-reduce of two scalars"}, "world_size": 2,
		"ranks": [{"tensors": {"x": {"dtype": "float32", "data": [1, 2]}}, "program": [{"op": "compute", "for": "2ms"}, {"op": "all_reduce", "tensor": "x"}]},
			{"tensors": {"x": {"dtype": "float32", "data": [2, 5]}}, "program": [{"op": "compute", "for": "5ms"}, {"op": "all_reduce", "tensor": "x"}]}]}`,
	"absent": `{"lockstep": 1, "title": {"zh": "缺席的 rank", "en": "An absent rank"}, "world_size": 3, "timeout": "3s",
		"tensors": {"x": {"dtype": "float32", "data": [1]}}, "program": [{"op": "all_reduce", "tensor": "x"}], "ranks": [{}, {"start": "never"}]}`,
	"mismatch": `{"lockstep": 1, "title": {"zh": "顺序不一致", "en": "Calls in another order"}, "world_size": 2, "timeout": "3s",
		"ranks": [{"tensors": {"x": {"dtype": "float32", "data": [1, 2]}}, "program": [{"op": "compute", "for": "1ms"}, {"op": "all_reduce", "tensor": "x"}, {"op": "broadcast", "tensor": "x", "src": 0}]},
			{"tensors": {"x": {"dtype": "float32", "data": [2, 5]}}, "program": [{"op": "compute", "for": "1ms"}, {"op": "broadcast", "tensor": "x", "src": 0}, {"op": "all_reduce", "tensor": "x"}]}]}`,
	"crash": `{"lockstep": 1, "title": {"zh": "中途崩溃", "en": "A crash in the middle"}, "world_size": 3, "timeout": "3s",
		"tensors": {"x": {"dtype": "float32", "data": [1, 2, 3]}}, "program": [{"op": "all_reduce", "tensor": "x"}, {"op": "compute", "for": "4ms"}, {"op": "all_reduce", "tensor": "x"}],
		"ranks": [{}, {"program": [{"op": "all_reduce", "tensor": "x"}, {"op": "compute", "for": "2ms"}, {"op": "raise", "message": "bad batch"}, {"op": "all_reduce", "tensor": "x"}]}]}`,
	"eight": `{"lockstep": 1, "title": {"zh": "八个 rank", "en": "Eight ranks"}, "world_size": 8,
		"tensors": {"x": {"dtype": "int64", "shape": [8], "fill": "rank"}}, "program": [{"op": "compute", "for": "1ms"}, {"op": "all_reduce", "tensor": "x"}, {"op": "barrier"}]}`,
}

// rooms are the sizes at which they are seen.
var rooms = []struct {
	name  string
	w, h  float64
	embed bool
}{{"desktop", 1280, 800, false}, {"embed", 720, 420, true}, {"phone", 390, 844, false}}

func storyState(t testing.TB, name string) app.State {
	t.Helper()
	s, err := scenario.Parse([]byte(stories[name]))
	require.NoError(t, err, name)
	state, err := app.New(s, app.Engine)
	require.NoError(t, err, name)
	require.True(t, state.Run.Over())
	return state
}

// telling is the moment of a run at which most is to be seen: the middle of the
// last message that arrived, else shortly before the end.
func telling(s *app.State) trace.Time {
	best := s.Run.Trace.End / 2
	for i := range s.Run.Trace.Messages {
		if m := &s.Run.Trace.Messages[i]; m.Sent != trace.Never && m.Arrived != trace.Never && m.Bytes > 0 {
			best = (m.Sent + m.Arrived) / 2
		}
	}
	if r := s.Run.Result; r != nil && r.Outcome != "done" {
		best = s.Run.Trace.End
	}
	return best
}

func TestScenes(t *testing.T) {
	c := composer(t)
	seen := map[string]bool{}
	for name := range stories {
		for _, room := range rooms {
			for _, lang := range Languages {
				file := name + "-" + room.name + "-" + lang
				t.Run(file, func(t *testing.T) {
					s := storyState(t, name)
					s.W, s.H, s.Embed, s.Lang = room.w, room.h, room.embed, lang
					s.Cursor = telling(&s)
					sc := c.Build(&s)
					golden(t, file, sc.Transcript(), seen)
					picture(t, file, sc)
				})
			}
		}
	}
	orphans(t, seen)
}

func golden(t *testing.T, name, got string, seen map[string]bool) {
	t.Helper()
	path := filepath.Join("testdata", name+".txt")
	seen[name+".txt"] = true
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
		return
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "run with -update to make it")
	if string(want) != got {
		assert.Equal(t, strings.Split(string(want), "\n"), strings.Split(got, "\n"), "run with -update after looking at the difference")
	}
}

// orphans: a golden file that no test reads is a test that somebody lost.
func orphans(t *testing.T, seen map[string]bool) {
	t.Helper()
	entries, err := os.ReadDir("testdata")
	require.NoError(t, err)
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".txt") {
			assert.True(t, seen[e.Name()], "no test reads testdata/%s", e.Name())
		}
	}
}

func picture(t *testing.T, name string, sc *Scene) {
	t.Helper()
	if *svgs == "" {
		return
	}
	f, err := os.Create(filepath.Join(*svgs, name+".svg"))
	require.NoError(t, err)
	defer f.Close()
	require.NoError(t, sc.WriteSVG(f, faces))
}
