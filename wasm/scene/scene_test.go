package scene

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

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
	"hung": `{"lockstep": 1, "title": {"zh": "互相发送", "en": "Both send first"}, "world_size": 2, "stop_after": "20s",
		"tensors": {"x": {"dtype": "float32", "data": [1]}, "y": {"dtype": "float32", "data": [0]}},
		"ranks": [{"program": [{"op": "send", "tensor": "x", "dst": 1}, {"op": "recv", "tensor": "y", "src": 1}]},
			{"program": [{"op": "send", "tensor": "x", "dst": 0}, {"op": "recv", "tensor": "y", "src": 0}]}]}`,
	"straggler": `{"lockstep": 1, "title": {"zh": "一个慢 worker", "en": "A slow worker"}, "world_size": 4,
		"tensors": {"g": {"dtype": "float32", "shape": [6], "fill": "rank"}},
		"program": [{"op": "repeat", "times": 2, "body": [{"op": "load_data", "for": "1ms"}, {"op": "compute", "for": "2ms"}, {"op": "all_reduce", "tensor": "g"}]}],
		"ranks": [{}, {}, {"program": [{"op": "repeat", "times": 2, "body": [{"op": "load_data", "for": "4800us"}, {"op": "compute", "for": "2ms"}, {"op": "all_reduce", "tensor": "g"}]}]}]}`,
	"script": `{"lockstep": 1, "title": {"zh": "重启", "en": "A restart"}, "world_size": 2, "timeout": "3s", "job": {"max_restarts": 1},
		"faults": [{"kind": "crash", "rank": 1, "at": {"op": 2}}],
		"script": "w = tensor([1.0])\nck = load_checkpoint()\nfor step in range(ck[\"next\"] if ck else 0, 2):\n    begin_step(step)\n    compute(\"5ms\")\n    dist.all_reduce(w)  # the sum of what all ranks hold, which is more than a line of this panel has room for\n    save_checkpoint(step, {\"next\": step + 1})\n"}`,
	"crowd": `{"lockstep": 1, "title": {"zh": "很多 rank", "en": "Very many ranks"}, "world_size": 72,
		"tensors": {"x": {"dtype": "float32", "shape": [8], "fill": "rank"}},
		"program": [{"op": "compute", "for": "1ms"}, {"op": "all_reduce", "tensor": "x", "algorithm": "halving_doubling"}],
		"ranks": [{"program": [{"op": "load_data", "for": "2ms"}, {"op": "all_reduce", "tensor": "x", "algorithm": "halving_doubling"}]}]}`,
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
		best = s.End()
	}
	return best
}

func TestScenes(t *testing.T) {
	c := composer(t)
	for name := range stories {
		for _, room := range rooms {
			for _, lang := range Languages {
				file := name + "-" + room.name + "-" + lang
				t.Run(file, func(t *testing.T) {
					s := storyState(t, name)
					s.W, s.H, s.Embed, s.Lang = room.w, room.h, room.embed, lang
					s.Cursor = telling(&s)
					sc := c.Build(&s)
					golden(t, file, sc.Transcript())
					picture(t, file, sc)
				})
			}
		}
	}
}

// doings are states that a person brings about, each seen in one room.
var doings = []struct {
	name, story, room, lang string
	actions                 []app.Action
}{
	{"op-editor", "mismatch", "desktop", "en", []app.Action{app.OpenPopover{Open: app.Open{Kind: app.OpenOp, Rank: 1, Op: 1}}, app.SetOpArg{Rank: 1, Op: 1, Arg: "src", Text: "7"}}},
	{"op-editor-phone", "mismatch", "phone", "zh", []app.Action{app.OpenPopover{Open: app.Open{Kind: app.OpenOp, Rank: 1, Op: 1}}}},
	{"repeat-editor", "straggler", "desktop", "en", []app.Action{app.OpenPopover{Open: app.Open{Kind: app.OpenOp, Rank: 1, Op: 0}}}},
	{"repeat-inner", "straggler", "desktop", "zh", []app.Action{app.OpenPopover{Open: app.Open{Kind: app.OpenOp, Rank: 1, Op: 0, In: 3}}}},
	{"repeat-inner-phone", "straggler", "phone", "en", []app.Action{app.OpenPopover{Open: app.Open{Kind: app.OpenOp, Rank: 1, Op: 0, In: 3}}}},
	{"repeat-palette", "straggler", "desktop", "en", []app.Action{app.OpenPopover{Open: app.Open{Kind: app.OpenPalette, Rank: 1, Op: 0, Last: true}}}},
	{"swap", "mismatch", "desktop", "en", []app.Action{app.OpenPopover{Open: app.Open{Kind: app.OpenSwap, Rank: 1, Op: 1, Tensor: "broadcast"}}}},
	{"swap-phone", "mismatch", "phone", "zh", []app.Action{app.OpenPopover{Open: app.Open{Kind: app.OpenSwap, Rank: 1, Op: 1, Tensor: "broadcast"}}}},
	{"palette", "done", "desktop", "zh", []app.Action{app.OpenPopover{Open: app.Open{Kind: app.OpenPalette, Rank: 0, Op: 2}}}},
	{"palette-phone", "done", "phone", "en", []app.Action{app.OpenPopover{Open: app.Open{Kind: app.OpenPalette, Rank: 1, Op: 2}}}},
	{"tensor-editor", "eight", "desktop", "en", []app.Action{app.OpenPopover{Open: app.Open{Kind: app.OpenTensor, Rank: 2, Tensor: "x"}}}},
	{"tensor-editor-phone", "done", "phone", "zh", []app.Action{app.OpenPopover{Open: app.Open{Kind: app.OpenTensor, Rank: 0, Tensor: "x"}}, app.SetElement{Rank: 0, Tensor: "x", Index: 1, Text: "1,5"}}},
	{"bad-cells", "done", "desktop", "zh", []app.Action{app.SetElement{Rank: 0, Tensor: "x", Index: 1, Text: "1,5"}, app.SetTimeout{Text: "soon"}}},
	{"bad-cells-phone", "done", "phone", "en", []app.Action{app.SetElement{Rank: 0, Tensor: "x", Index: 1, Text: "1,5"}, app.SetTimeout{Text: "soon"}}},
	{"options-phone", "mismatch", "phone", "zh", []app.Action{app.OpenPopover{Open: app.Open{Kind: app.OpenOp, Rank: 1, Op: 1}}, app.ListOptions{ID: "rank-1.op-1.src"}}},
	{"options-menu", "done", "phone", "en", []app.Action{app.OpenPopover{Open: app.Open{Kind: app.OpenMenu}}, app.ListOptions{ID: "theme"}}},
	{"world", "done", "desktop", "en", []app.Action{app.OpenPopover{Open: app.Open{Kind: app.OpenWorld}}}},
	{"menu", "done", "phone", "zh", []app.Action{app.OpenPopover{Open: app.Open{Kind: app.OpenMenu}}}},
	{"help", "done", "desktop", "zh", []app.Action{app.OpenPopover{Open: app.Open{Kind: app.OpenHelp}}}},
	{"values", "crash", "desktop", "zh", []app.Action{app.OpenTab{Tab: "values"}}},
	{"values-middle", "done", "desktop", "en", []app.Action{app.OpenTab{Tab: "values"}, app.SetShape{Rank: 0, Tensor: "x", Text: "9"}, app.SetShape{Rank: 1, Tensor: "x", Text: "9"}, app.Seek{T: 3 * time.Millisecond}}},
	{"calls", "mismatch", "desktop", "zh", []app.Action{app.OpenTab{Tab: "calls"}}},
	{"calls-never", "crash", "desktop", "en", []app.Action{app.OpenTab{Tab: "calls"}}},
	{"calls-phone", "eight", "phone", "en", []app.Action{app.OpenTab{Tab: "calls"}, app.ScrollAcross{DX: 120, Limit: 500}}},
	{"time", "straggler", "desktop", "zh", []app.Action{app.OpenTab{Tab: "time"}}},
	{"time-phone", "straggler", "phone", "en", []app.Action{app.OpenTab{Tab: "time"}, app.SetTheme{Text: "dark"}}},
	{"time-even", "eight", "desktop", "en", []app.Action{app.OpenTab{Tab: "time"}}},
	{"compare", "straggler", "desktop", "zh", []app.Action{app.Pin{}, app.OpenTab{Tab: "compare"}, app.SetElement{Rank: 1, Tensor: "g", Index: 2, Text: "9"}, app.AddFault{Name: "slow", To: app.Strike{Rank: 1, Op: 0}}, app.Close{}}},
	{"compare-phone", "mismatch", "phone", "en", []app.Action{app.Pin{}, app.OpenTab{Tab: "compare"}, app.MoveOp{Rank: 1, Op: 1, By: 1}}},
	{"compare-values", "done", "desktop", "en", []app.Action{app.Pin{}, app.OpenTab{Tab: "values"}, app.SetElement{Rank: 1, Tensor: "x", Index: 0, Text: "9"}}},
	{"algorithms", "eight", "desktop", "en", []app.Action{app.OpenTab{Tab: "compare"}, app.CompareAlgorithms{Ref: app.OpRef{Rank: 0, Op: 1}}, app.Tick{}, app.Tick{}, app.Tick{}, app.Tick{}, app.Tick{}, app.Tick{}}},
	{"stage-phone", "mismatch", "phone", "en", []app.Action{app.OpenTab{Tab: "stage"}}},
	{"several", "eight", "desktop", "en", []app.Action{app.SelectSame{Ref: app.OpRef{Rank: 2, Op: 1}}, app.OpenPopover{Open: app.Open{Kind: app.OpenOp, Rank: 2, Op: 1}}}},
	{"drag-ops", "crash", "desktop", "zh", []app.Action{app.Select{Ref: app.OpRef{Rank: 0, Op: 0}}, app.SelectRange{To: app.OpRef{Rank: 0, Op: 1}},
		app.DragTo{Drag: app.Drag{Kind: app.DragOps, From: app.OpRef{Rank: 0, Op: 0}, X: 560, Y: 230, Rank: 1, Op: 2}}}},
	{"drag-new", "eight", "desktop", "en", []app.Action{app.OpenPopover{Open: app.Open{Kind: app.OpenPalette, Rank: 0, Op: 3}},
		app.DragTo{Drag: app.Drag{Kind: app.DragNewOp, Name: "broadcast", X: 500, Y: 200, Rank: 1, Op: 1}}}},
	{"drag-into", "straggler", "desktop", "zh", []app.Action{app.Seek{T: 0}, app.DragTo{Drag: app.Drag{Kind: app.DragOps, From: app.OpRef{Rank: 2, Op: 0}, In: 2, X: 700, Y: 250, Rank: 1,
		To: app.Slot{At: app.InnerRef{Rank: 1, Op: 0, In: 3}}}}}},
	{"faults", "crash", "desktop", "en", faulty},
	{"faults-phone", "crash", "phone", "zh", faulty},
	{"fault-editor", "done", "desktop", "zh", []app.Action{app.AddFault{Name: "slow_link", To: app.Strike{Rank: 1, Op: 1, During: true}}, app.SetFaultArg{Fault: 0, Arg: "latency", Text: "soon"}}},
	{"fault-palette", "done", "desktop", "en", []app.Action{app.OpenPopover{Open: app.Open{Kind: app.OpenFaults, Rank: 1}}}},
	{"start-editor", "done", "desktop", "en", []app.Action{app.AddFault{Name: "late", To: app.Strike{Rank: 1}}}},
	{"fix", "mismatch", "desktop", "en", append(sought, app.ShowFinding{N: 0})},
	{"fix-phone", "mismatch", "phone", "zh", sought},
	{"whatif", "done", "desktop", "en", append([]app.Action{app.OpenTab{Tab: "whatif"}}, sought...)},
	{"whatif-phone", "straggler", "phone", "zh", append([]app.Action{app.OpenTab{Tab: "whatif"}, app.AskKind{Text: "stall"}}, sought...)},
	{"fix-sought", "mismatch", "desktop", "zh", sought[:1]},
	{"text", "mismatch", "desktop", "zh", []app.Action{app.OpenTab{Tab: "text"}}},
	{"text-bad", "done", "desktop", "en", []app.Action{app.OpenTab{Tab: "text"}, app.SetText{Text: badFile}}},
	{"text-phone", "done", "phone", "en", []app.Action{app.OpenTab{Tab: "text"}, app.SetText{Text: badFile}}},
	{"code", "mismatch", "desktop", "zh", []app.Action{app.OpenTab{Tab: "code"}, app.Select{Ref: app.OpRef{Rank: 1, Op: 0}}}},
	{"code-script", "script", "desktop", "en", []app.Action{app.OpenTab{Tab: "code"}, app.SetLine{Line: 6}}},
	{"code-phone", "done", "phone", "en", []app.Action{app.OpenTab{Tab: "code"}, app.ShowWholeCode{On: true}}},
	{"export", "done", "desktop", "zh", []app.Action{app.OpenPopover{Open: app.Open{Kind: app.OpenExport}}}},
	{"export-phone", "done", "phone", "en", []app.Action{app.OpenPopover{Open: app.Open{Kind: app.OpenExport}}}},
	{"examples", "done", "desktop", "en", []app.Action{app.OpenPopover{Open: app.Open{Kind: app.OpenExamples}}}},
	{"examples-phone", "done", "phone", "zh", []app.Action{app.OpenPopover{Open: app.Open{Kind: app.OpenExamples}}}},
	{"script-line", "script", "desktop", "zh", []app.Action{app.ShowLine{Line: 6}, app.Seek{T: 3 * time.Millisecond}}},
	{"steps", "script", "desktop", "zh", []app.Action{app.OpenTab{Tab: "steps"}}},
	{"steps-phone", "script", "phone", "en", []app.Action{app.OpenTab{Tab: "steps"}, app.ToEnd{}}},
	{"script-bad", "script", "desktop", "en", []app.Action{app.OpenTab{Tab: "script"}, app.SetScript{Text: "x = ones(2)\ntry:\n    dist.barrier()\n"}}},
	{"script-phone", "script", "phone", "zh", []app.Action{app.OpenTab{Tab: "script"}, app.SetScript{Text: "for step in range(3)\n    dist.barrier()"}}},
	{"legend", "crash", "desktop", "zh", []app.Action{app.OpenPopover{Open: app.Open{Kind: app.OpenLegend}}}},
	{"legend-phone", "crash", "phone", "en", []app.Action{app.OpenPopover{Open: app.Open{Kind: app.OpenLegend}}}},
	{"linear", "crash", "desktop", "en", []app.Action{app.SetScale{Text: "linear"}}},
	{"logical", "eight", "desktop", "zh", []app.Action{app.SetScale{Text: "logical"}, app.SetStepBy{Text: "rank-2"}}},
	{"message", "done", "desktop", "en", []app.Action{app.SetMessage{Text: "2"}, app.Focused{ID: "messages"}}},
	{"dark", "crash", "desktop", "zh", []app.Action{app.SetTheme{Text: "dark"}}},
	{"projector", "mismatch", "desktop", "en", []app.Action{app.SetTheme{Text: "projector"}}},
}

// sought waits until it is known what puts a run right.
var sought = slices.Repeat([]app.Action{app.Tick{}}, 200)

// faulty lets three things strike a run of three ranks.
var faulty = []app.Action{
	app.AddFault{Name: "crash", To: app.Strike{Rank: 2, Op: 1}}, app.AddFault{Name: "slow", To: app.Strike{Rank: 0, Op: 0}},
	app.AddFault{Name: "drop_link", To: app.Strike{Rank: 0, Op: -1, At: 3 * time.Millisecond}}, app.AddFault{Name: "late", To: app.Strike{Rank: 1}}, app.Close{},
}

const badFile = `{
  "lockstep": 1,
  "world_size": 2,
  "tensors": {"x": {"dtype": "float32", "data": [1, 2]}},
  "program": [
    {"op": "compute", "for": "2ms"},
    {"op": "broadcast", "tensor": "x", "src": 5}
  ]
}
`

// library is the one that is shipped.
func library(t testing.TB) *app.Library {
	t.Helper()
	l, err := app.ReadLibrary(assets.FS, "scenarios", scenario.Parse)
	require.NoError(t, err)
	return l
}

func TestDoings(t *testing.T) {
	c := composer(t)
	examples := library(t)
	for _, do := range doings {
		t.Run(do.name, func(t *testing.T) {
			s := storyState(t, do.story)
			for _, room := range rooms {
				if room.name == do.room {
					s.W, s.H, s.Embed = room.w, room.h, room.embed
				}
			}
			s.Lang, s.Cursor = do.lang, telling(&s)
			if strings.HasPrefix(do.name, "examples") {
				s.Library = examples
			}
			for _, a := range do.actions {
				s, _ = app.Update(s, a)
			}
			sc := c.Build(&s)
			golden(t, "doing-"+do.name, sc.Transcript())
			picture(t, "doing-"+do.name, sc)
		})
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".txt")
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

// A golden file that no test reads is a test that somebody lost.
func TestNoOrphans(t *testing.T) {
	known := map[string]bool{}
	for name := range stories {
		for _, room := range rooms {
			for _, lang := range Languages {
				known[name+"-"+room.name+"-"+lang+".txt"] = true
			}
		}
	}
	for _, do := range doings {
		known["doing-"+do.name+".txt"] = true
	}
	for _, story := range stages {
		for _, at := range stageRooms {
			known["stage-"+story.name+"-"+at.room+"-"+at.lang+".txt"] = true
		}
	}
	entries, err := os.ReadDir("testdata")
	require.NoError(t, err)
	for _, e := range entries {
		assert.True(t, e.IsDir() || known[e.Name()], "no test reads testdata/%s", e.Name())
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

// The keyboard goes on from what can be seen: the lane after the last one that is
// in sight has its controls, and each scrolls into sight when it gets the focus.
func TestWhatGetsTheFocusComesIntoSight(t *testing.T) {
	c := composer(t)
	s := busy(t, 64, 4)
	s.W, s.H = 1280, 800
	seen := func(id string) *Hot {
		sc := c.Build(&s)
		for i := range sc.Hot {
			if sc.Hot[i].ID == id {
				return &sc.Hot[i]
			}
		}
		return nil
	}
	for rank := range 64 {
		h := seen(app.OpID(rank, 0))
		require.NotNil(t, h, "rank %d is reached", rank)
		if h.Reveal != nil {
			s, _ = app.Update(s, h.Reveal)
			h = seen(app.OpID(rank, 0))
		}
		require.NotNil(t, h)
		require.Nil(t, h.Reveal, "rank %d at %v", rank, h.Rect)
		require.Positive(t, h.Rect.H*h.Rect.W, "rank %d", rank)
	}
	require.Positive(t, s.Scroll.Lanes)
	s, _ = app.Update(s, app.ZoomBy{Factor: 20, At: 0, Width: 600})
	h := seen(app.OpID(63, 3))
	require.NotNil(t, h.Reveal, "to the right of what is seen")
	s, _ = app.Update(s, h.Reveal)
	require.Positive(t, seen(app.OpID(63, 3)).Rect.W)
}
