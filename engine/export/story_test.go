package export_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/export"
)

// TestARestartIsToldAttemptByAttempt: each start is a run of its own, and what the
// launcher did stands between them.
func TestARestartIsToldAttemptByAttempt(t *testing.T) {
	s := parse(t, restarted)
	run := ran(t, s)
	for _, lang := range export.Languages() {
		var b bytes.Buffer
		require.NoError(t, export.Story(&b, s, run.Trace(), run.Result(), export.Telling{Lang: lang}))
		golden(t, "restarted."+lang+".txt", b.String())
	}
	var b bytes.Buffer
	require.NoError(t, export.Story(&b, s, run.Trace(), run.Result(), export.Telling{Lang: "en"}))
	assert.Equal(t, 2, strings.Count(b.String(), "\nAttempt "))
	assert.Equal(t, 1, strings.Count(b.String(), "what no checkpoint holds is gone"))
	assert.Equal(t, 2, strings.Count(b.String(), "\nWhat each rank did"))
}

func TestALauncherGivesUp(t *testing.T) {
	s := parse(t, strings.Replace(restarted, `"at": {"op": 3}`, `"at": {"op": 3}}, {"kind": "crash", "rank": 0, "at": {"op": 0, "attempt": 1}`, 1))
	run := ran(t, s)
	var b bytes.Buffer
	require.NoError(t, export.Story(&b, s, run.Trace(), run.Result(), export.Telling{Lang: "en"}))
	assert.Contains(t, b.String(), "it has no restart left")
}

func TestReports(t *testing.T) {
	all := examples(t)
	for name, lang := range map[string]string{"order-mismatch": "zh", "two-scalars": "en", "job-restart": "en", "crash": "zh"} {
		s := all[name]
		run := ran(t, s)
		var b bytes.Buffer
		require.NoError(t, export.Report(&b, s, run.Trace(), run.Result(), lang))
		golden(t, name+"."+lang+".md", b.String())
	}
}

// TestReportsEscapeWhatPeopleWrote: a title is text, not Markdown.
func TestReportsEscapeWhatPeopleWrote(t *testing.T) {
	s := parse(t, "{\"lockstep\": 1, \"world_size\": 1, \"title\": \"<script> | *x* [a](b)\", \"program\": [{\"op\": \"raise\", \"message\": \"a|b\\n```c\"}]}")
	run := ran(t, s)
	var b bytes.Buffer
	require.NoError(t, export.Report(&b, s, run.Trace(), run.Result(), "en"))
	text := b.String()
	assert.Contains(t, text, `# &lt;script> \| \*x\* \[a\](b)`)
	assert.Contains(t, text, "a\\|b \\`\\`\\`c")
	assert.Contains(t, text, "````", "the fence is longer than what it holds")
}
