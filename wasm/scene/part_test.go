package scene

import (
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"lockstep/engine/trace"
	"lockstep/wasm/app"
)

// alike asks of a picture that was made after another to be what it would have
// been alone.
func alike(t require.TestingT, c, alone *Composer, s *app.State, what string) {
	got, want := c.Frame(s), alone.Build(s)
	for frames := 0; got.Unfinished && !want.Unfinished && frames < 1000; frames++ { // what very many ranks hold comes with the frames that follow
		c.Prepare(s, nil)
		got = c.Frame(s)
	}
	require.Equal(t, len(want.Shapes), len(got.Shapes), what)
	for i := range want.Shapes {
		if !reflect.DeepEqual(want.Shapes[i], got.Shapes[i]) {
			require.Equal(t, want.Shapes[i], got.Shapes[i], "%s: shape %d", what, i)
		}
	}
	require.Equal(t, len(want.Hot), len(got.Hot), what)
	for i := range want.Hot {
		a, b := want.Hot[i], got.Hot[i]
		require.Equal(t, a.Drag == nil, b.Drag == nil, "%s: %s", what, a.ID)
		a.Drag, b.Drag = nil, nil // they hold the lanes, which are the same
		a.Describe, b.Describe, a.Later, b.Later = a.Explanation(), b.Explanation(), nil, nil
		if !reflect.DeepEqual(a, b) {
			require.Fail(t, "not alike", "%s: %s\n%#v\n%#v", what, a.ID, a, b)
		}
	}
	require.Equal(t, len(want.Areas), len(got.Areas), what)
	for i := range want.Areas {
		a, b := want.Areas[i], got.Areas[i]
		require.True(t, a.Rect == b.Rect && reflect.DeepEqual(a.Scroll, b.Scroll) && (a.Zoom == nil) == (b.Zoom == nil), "%s: area %d", what, i)
	}
	a, b := *want, *got
	a.Shapes, a.Hot, a.Areas, b.Shapes, b.Hot, b.Areas, b.Parts, b.stretches = nil, nil, nil, nil, nil, nil, nil, nil
	require.True(t, reflect.DeepEqual(a, b), what)
	from := Range{}
	for _, p := range got.Parts {
		require.LessOrEqual(t, from.To, p.Shapes.From, "%s: parts lie one after the other", what)
		depth := 0
		for i := p.Shapes.From; i < p.Shapes.To; i++ {
			switch got.Shapes[i].Kind {
			case Clip:
				depth++
			case Unclip:
				depth--
			}
			require.GreaterOrEqual(t, depth, 0, "%s: %s ends a clip that it did not begin", what, p.key.name)
		}
		require.Zero(t, depth, "%s: %s leaves a clip", what, p.key.name)
		from = p.Shapes
	}
}

// moments are times of a run at which something is seen to happen, and between.
func moments(s *app.State) []trace.Time {
	end := s.End()
	list := []trace.Time{0, end, end, 1, end / 2, end/2 + 1, telling(s)}
	for i := range 4 {
		if m := s.Run.Trace.Messages; len(m) > 0 {
			list = append(list, m[i*(len(m)-1)/3].Posted, m[i*(len(m)-1)/3].Posted+1)
		}
	}
	return append(list, 0)
}

// However the cursor moves, a picture that was made out of the one before is the
// picture that the state has alone: of all stories, in all rooms, and of all that
// can be open.
func TestFramesAreWhatTheyWouldBeAlone(t *testing.T) {
	c, alone := composer(t), composer(t)
	for name := range stories {
		s := storyState(t, name)
		for _, room := range rooms {
			s.W, s.H, s.Embed = room.w, room.h, room.embed
			for _, at := range moments(&s) {
				s.Cursor = at
				alike(t, c, alone, &s, name+" in "+room.name+" at "+at.String())
			}
		}
	}
	for _, d := range doings {
		s := storyState(t, d.story)
		for _, room := range rooms {
			if room.name == d.room {
				s.W, s.H, s.Embed, s.Lang = room.w, room.h, room.embed, d.lang
			}
		}
		for _, a := range d.actions {
			s, _ = app.Update(s, a)
		}
		for _, at := range moments(&s) {
			s.Cursor = at
			alike(t, c, alone, &s, d.name+" at "+at.String())
		}
	}
	s := busy(t, 64, 4)
	for _, at := range moments(&s) {
		s.Cursor = at
		alike(t, c, alone, &s, "64 ranks at "+at.String())
	}
}

// Whatever a person does in whatever order, too.
func TestFramesAfterAnyActions(t *testing.T) {
	c, alone := composer(t), composer(t)
	start := map[string]app.State{}
	for _, name := range []string{"done", "straggler", "crash", "eight"} {
		start[name] = storyState(t, name)
	}
	rapid.Check(t, func(t *rapid.T) {
		s := start[rapid.SampledFrom([]string{"done", "straggler", "crash", "eight"}).Draw(t, "story")]
		room := rapid.SampledFrom(rooms).Draw(t, "room")
		s.W, s.H, s.Embed = room.w, room.h, room.embed
		for range rapid.IntRange(2, 12).Draw(t, "steps") {
			var a app.Action
			switch rapid.IntRange(0, 9).Draw(t, "what") {
			case 0:
				a = app.OpenTab{Tab: rapid.SampledFrom([]string{"diagnosis", "values", "calls", "time", "stage", "code", "compare", "whatif"}).Draw(t, "tab")}
			case 1:
				a = app.ScrollBy{Part: rapid.SampledFrom([]string{"side", "page", "lanes"}).Draw(t, "part"), DY: rapid.Float64Range(-200, 400).Draw(t, "dy"), Limit: 900}
			case 2:
				a = app.SetTheme{Text: rapid.SampledFrom([]string{"light", "dark", "projector"}).Draw(t, "theme")}
			case 3:
				a = app.Point{ID: rapid.SampledFrom([]string{"", "play", "rank-0.op-0", "message-1", "tab-values"}).Draw(t, "id")}
			case 4:
				a = app.SetElement{Rank: 0, Tensor: rapid.SampledFrom([]string{"x", "g"}).Draw(t, "tensor"), Index: 0, Text: rapid.SampledFrom([]string{"4", "7", "x"}).Draw(t, "text")}
			default:
				a = app.Seek{T: trace.Time(rapid.Int64Range(0, int64(s.End())).Draw(t, "at"))}
			}
			s, _ = app.Update(s, a)
			alike(t, c, alone, &s, "after the actions")
		}
	})
}

// While only time passes, and when something happens, step by step through all stories.
func TestFramesOfPlaybackAreWhatTheyWouldBeAlone(t *testing.T) {
	c, alone := composer(t), composer(t)
	tabs := []string{"diagnosis", "values", "calls", "time", "steps", "code", "compare"}
	kept, n := 0, 0
	for name := range stories {
		s := storyState(t, name)
		room := rooms[n%len(rooms)]
		s.W, s.H, s.Embed = room.w, room.h, room.embed
		s.Tab = tabs[n%len(tabs)]
		n++
		s, _ = app.Update(s, app.ToStart{})
		s, _ = app.Update(s, app.Play{})
		for k := 0; k < 300 && s.Playing; k++ {
			s, _ = app.Update(s, app.Tick{Elapsed: 17 * time.Millisecond})
			was := c.kept.when
			alike(t, c, alone, &s, name+" at "+s.Cursor.String())
			if c.kept.when == was {
				kept++
			}
		}
	}
	require.Positive(t, kept)
}
