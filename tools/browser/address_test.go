//go:build browser

package browser_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/tools/browser"
	"lockstep/tools/site"
	"lockstep/wasm/page"
)

func link(t *testing.T, scenario string) string {
	t.Helper()
	l, err := page.EncodeLink([]byte(scenario))
	require.NoError(t, err)
	return "#" + l
}

const threes = `{"lockstep":1,"world_size":3,"tensors":{"y":{"dtype":"int32","data":[1,2]}},"program":[{"op":"all_reduce","tensor":"y"}]}`

func TestLinkOpens(t *testing.T) {
	x := open(t, link(t, threes), desktop)
	x.ok(x.Press("to-end"))
	assert.Equal(t, "6", x.value("rank-2.tensor.y.1"))
}

func TestScenarioFromAFile(t *testing.T) {
	a := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/week1/three.json" {
			io.WriteString(w, threes) //nolint:errcheck // the browser is gone
			return
		}
		site.Handler(files).ServeHTTP(w, r)
	}))
	p, err := chrome.Open(a+"?scenario=week1/three.json&t=1h", desktop)
	require.NoError(t, err)
	defer p.Close()
	v, err := p.Value("rank-2.tensor.y.1")
	require.NoError(t, err)
	assert.Equal(t, "6", v, "and the cursor stands where t says, at most at the end")
}

// A reload that the browser itself begins goes back to the entry as it was then, and the
// page writes its entry at most twice a second: it lays down the rest when it goes.
func TestReloadLosesNothing(t *testing.T) {
	x := open(t, "?lang=en", desktop)
	x.ok(x.Press("to-end"))
	x.ok(x.Type("rank-0.tensor.x.0", "40"))
	x.ok(x.Choose("language", "zh"))
	x.ok(x.Reload())
	assert.Equal(t, "42", x.value("rank-1.tensor.x.0"), "the edit and the cursor are there again")
	assert.Equal(t, "zh", x.value("language"))
	assert.True(t, strings.HasPrefix(x.text("location.hash"), "#s="), "the address follows the edits")
}

// What a page laid down is of its own entry: another link in the same tab shows what it
// links to.
func TestAnotherLinkIsNotWhatWasLeft(t *testing.T) {
	x := open(t, "?lang=en", desktop)
	x.ok(x.Type("rank-0.tensor.x.0", "40"))
	x.ok(x.Mark())
	var gone bool
	x.ok(x.Again(x.Eval("setTimeout(() => { location.href = '?lang=zh"+link(t, threes)+"' }, 0) > 0", &gone)))
	assert.Equal(t, "1", x.value("rank-0.tensor.y.0"))
	assert.Equal(t, "zh", x.value("language"))
	assert.Equal(t, "0", x.text("String(sessionStorage.length)"), "it serves once")
}

// The graphics context can be lost at any time, as when a laptop changes its
// card. Ebitengine then loads the page anew.
func TestLostContextLosesNothing(t *testing.T) {
	x := open(t, "", desktop)
	x.ok(x.Press("to-end"))
	x.ok(x.Type("rank-0.tensor.x.0", "40"))
	x.ok(x.Mark())
	var lost bool
	x.ok(x.Again(x.Eval(`setTimeout(() => document.querySelector('canvas').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext(), 50) > 0`, &lost)))
	assert.Equal(t, "42", x.value("rank-1.tensor.x.0"))
}

func TestEmbedNeverWritesTheAddress(t *testing.T) {
	x := open(t, "?embed=1", browser.View{W: 720, H: 420})
	x.text(`window.lockstep.seek("1h").then(() => "")`)
	x.ok(x.Type("rank-0.tensor.x.0", "40"))
	x.ok(x.Reload())
	assert.Equal(t, "", x.text("location.hash"))
	assert.Equal(t, "0", x.text("String(localStorage.length + sessionStorage.length)"))
	assert.Equal(t, "42", x.value("rank-1.tensor.x.0"), "and yet a reload loses nothing")
}

// Whatever a link or a parameter holds, the page opens, shows something, and
// says in one sentence what it did not take.
func TestBadAddresses(t *testing.T) {
	for rest, want := range map[string]string{
		"?lang=fr":                "lang=fr",
		"?theme=pink&speed=99":    "theme=pink",
		"?scenario=none.json":     "none.json",
		"?lesson=none":            "none",
		"#s=***":                  "link",
		"#s=AAAA":                 "link",
		link(t, `{"lockstep":1}`): "world_size",
		link(t, `{"lockstep":2}`): "lockstep",
		link(t, `[]`):             "{",
		"#s=" + strings.Repeat("A", page.MaxLink): "link",
	} {
		t.Run(rest[:min(len(rest), 40)], func(t *testing.T) {
			x := open(t, rest, desktop)
			x.allowed = []string{"404"} // the browser notes a missing file itself
			assert.Equal(t, "1", x.value("rank-0.tensor.x.0"))
			assert.Contains(t, x.text("document.getElementById('spoken').textContent + ' ' + document.getElementById('mirror').textContent"), want)
		})
	}
}

func TestMethods(t *testing.T) {
	x := open(t, "", desktop)
	var s struct {
		Scenario json.RawMessage
		Result   struct{ Outcome string }
		Cursor   float64
	}
	x.eval(`window.lockstep.load(`+threes+`)`, &s)
	assert.Equal(t, "done", s.Result.Outcome)
	x.eval(`window.lockstep.seek('1h')`, &s)
	assert.Positive(t, s.Cursor)
	end := s.Cursor
	x.eval(`window.lockstep.step(-1)`, &s)
	assert.Less(t, s.Cursor, end)
	x.eval(`window.lockstep.seek(0)`, &s)
	assert.Zero(t, s.Cursor)
	x.eval(`window.lockstep.setLanguage('zh')`, &s)
	assert.Equal(t, "zh", x.text("document.documentElement.lang"))
	x.eval(`window.lockstep.setTheme('dark')`, &s)
	assert.Equal(t, "dark", x.value("theme"))
	assert.Equal(t, "0.1.0", x.text("window.lockstep.ready.then((r) => r.version)"))
}

func TestBadRequestsAreRejected(t *testing.T) {
	x := open(t, "", desktop)
	before := x.text("window.lockstep.get().then((s) => JSON.stringify(s.scenario))")
	for call, path := range map[string]string{
		`load({lockstep: 1, world_size: 0})`:                                           "world_size",
		`load({lockstep: 1, world_size: 2, program: [{op: "all_reduce", tensor: 5}]})`: "program[0].tensor",
		`load("nonsense")`: "",
		`load()`:           "scenario",
		`load(null)`:       "scenario",
		`load(5)`:          "scenario",
		`load((() => { const a = {}; a.a = a; return a; })())`: "scenario",
		`seek("soon")`:      "t",
		`seek(-1)`:          "t",
		`seek(NaN)`:         "t",
		`seek()`:            "t",
		`step(0.5)`:         "by",
		`step("x")`:         "by",
		`setLanguage("fr")`: "lang",
		`setLanguage()`:     "lang",
		`setTheme("pink")`:  "theme",
		`setTheme(1)`:       "theme",
	} {
		t.Run(call, func(t *testing.T) {
			var e struct{ Path, Message string }
			require.NoError(t, x.Eval(`window.lockstep.`+call+`.then(() => ({path: 'accepted', message: ''}), (e) => e)`, &e))
			assert.Equal(t, path, e.Path)
			assert.NotEmpty(t, e.Message)
		})
	}
	assert.Equal(t, before, x.text("window.lockstep.get().then((s) => JSON.stringify(s.scenario))"))
}
