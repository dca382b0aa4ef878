package scene

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/export"
	"lockstep/engine/recorded"
	"lockstep/engine/scenario"
	"lockstep/wasm/app"
)

// pressed scrolls the panel to a control and carries out what pressing it does.
func pressed(t *testing.T, c *Composer, s app.State, id string) app.State {
	t.Helper()
	for s.Scroll.Side = 0; s.Scroll.Side < 5000; s.Scroll.Side += 100 {
		for _, h := range c.Build(&s).Hot {
			if h.ID == id {
				require.NotNil(t, h.Press, id)
				s, _ = app.Update(s, h.Press)
				return s
			}
		}
	}
	require.Fail(t, "no control "+id)
	return s
}

// TestALineOfTheScriptIsItsOp: pressing a line chooses the op that it was, of the
// rank that is chosen where several share it, and goes to its call.
func TestALineOfTheScriptIsItsOp(t *testing.T) {
	c := composer(t)
	s := storyState(t, "mismatch")
	s.Tab, s.WholeCode = "code", true
	l := export.Python(s.Scenario, s.Lang)
	for _, ref := range []app.OpRef{{Rank: 0, Op: 0}, {Rank: 1, Op: 2}, {Rank: 1, Op: 0}} {
		lines := l.LinesOf(export.OpRef{Proc: ref.Rank, Op: ref.Op})
		require.NotEmpty(t, lines)
		s = pressed(t, c, s, "code-line-"+itoa(lines[0]+1))
		assert.Equal(t, ref, s.Selected)
		for _, h := range c.Build(&s).Hot {
			if h.ID == "code-line-"+itoa(lines[0]+1) {
				assert.True(t, h.Selected)
			}
		}
	}
	shared := l.LinesOf(export.OpRef{Proc: 0, Op: 0})
	assert.Equal(t, shared, l.LinesOf(export.OpRef{Proc: 1, Op: 0}), "both ranks compute for a millisecond")
}

// TestALineOfAJobsScriptIsItsLine: there the line of the playground's own script is
// chosen.
func TestALineOfAJobsScriptIsItsLine(t *testing.T) {
	c := composer(t)
	s := storyState(t, "script")
	s.Tab = "code"
	l := export.Python(s.Scenario, s.Lang)
	for i := range l.Lines {
		if l.Lines[i].Source == 6 {
			s = pressed(t, c, s, "code-line-"+itoa(i+1))
		}
	}
	assert.Equal(t, 6, s.Line)
}

// TestTheListingLosesNothing: what is broken into lines is the script.
func TestTheListingLosesNothing(t *testing.T) {
	c := composer(t)
	for name := range stories {
		s := storyState(t, name)
		for _, width := range []float64{90, 240, 700} {
			p := c.program(s.Scenario, "zh", width)
			var whole strings.Builder
			for _, l := range p.lines {
				whole.WriteString(l.text)
			}
			squeeze := func(text string) string { return strings.Join(strings.Fields(text), "") }
			assert.Equal(t, squeeze(p.listing.Text()), squeeze(whole.String()), "%s at %v", name, width)
		}
	}
}

// wellFormed reads an SVG file as XML, strictly, to its end.
func wellFormed(t *testing.T, svg string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		require.NoError(t, err)
	}
}

// TestASVGEscapesWhatPeopleWrote: a title is text, whatever is in it.
func TestASVGEscapesWhatPeopleWrote(t *testing.T) {
	s := storyState(t, "done")
	hostile := *s.Scenario
	hostile.Title = scenario.Text{"": `</text><script>alert("&'1")</script> ]]> <!-- ` + "\x01\v\uFFFE"}
	s.Scenario = &hostile
	var b strings.Builder
	require.NoError(t, composer(t).Figure(&s).WriteSVG(&b, faces))
	wellFormed(t, b.String())
	assert.NotContains(t, b.String(), "<script")
	assert.Contains(t, b.String(), "&lt;script&gt;")
}

// TestAFigureHasNothingToPress, and holds the lanes and the outcome.
func TestAFigureHasNothingToPress(t *testing.T) {
	c := composer(t)
	for name := range stories {
		for _, lang := range Languages {
			s := storyState(t, name)
			s.Lang, s.Cursor = lang, s.End()
			before := c.Build(&s).Transcript()
			sc := c.Figure(&s)
			assert.Empty(t, sc.Hot)
			text := sc.Transcript()
			assert.Contains(t, text, "rank 0")
			assert.Contains(t, text, s.Scenario.Title.In(lang))
			assert.Less(t, sc.H, 4000.0)
			assert.Equal(t, before, c.Build(&s).Transcript(), "the page is as before")
			var b strings.Builder
			require.NoError(t, sc.WriteSVG(&b, faces))
			assert.True(t, strings.HasPrefix(b.String(), "<svg "))
			wellFormed(t, b.String())
			for i := range sc.Shapes {
				if sh := &sc.Shapes[i]; sh.Kind == Box {
					assert.LessOrEqual(t, sh.Rect.bottom(), sc.H+1, "%s: %+v", name, sh.Rect)
				}
			}
		}
	}
}

// TestProvenanceIsSaid: of a scenario that real processes ran, how often it went so;
// of all others, that they are a model's.
func TestProvenanceIsSaid(t *testing.T) {
	c := composer(t)
	s := storyState(t, "done")
	for _, tab := range []string{"diagnosis", "code"} {
		s.Tab = tab
		for seen, says := range map[recorded.Seen]string{
			{Agree: 5, Runs: 5}: "Seen so in 5 of 5 real runs: PyTorch 2.14.1, Gloo",
			{Agree: 0, Runs: 3}: "3 real runs went otherwise",
		} {
			table, err := recorded.Read(recorded.Pack(map[recorded.Digest]recorded.Seen{recorded.DigestOf(s.Scenario): seen}))
			require.NoError(t, err)
			s.Recorded = table
			assert.Contains(t, c.Build(&s).Transcript(), says, tab)
			edited, _ := app.Update(s, app.SetTimeout{Text: "7s"})
			require.NotSame(t, s.Scenario, edited.Scenario)
			assert.Contains(t, c.Build(&edited).Transcript(), "Teaching model", tab)
		}
		s.Recorded = nil
		assert.Contains(t, c.Build(&s).Transcript(), "Teaching model", tab)
	}
}
