package page_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"lockstep/wasm/page"
)

func TestQuery(t *testing.T) {
	q, bad := page.ParseQuery("?lesson=02&lang=zh&theme=projector&embed=1&panels=timeline,side&readonly=1&autoplay=1&speed=0.5&t=5ms&scenario=files/a.json&utm_source=x")
	assert.Empty(t, bad)
	at := 5 * time.Millisecond
	assert.Equal(t, page.Query{
		Lesson: "02", Scenario: "files/a.json", Lang: "zh", Theme: "projector", Embed: true, Panels: []string{"timeline", "side"},
		ReadOnly: true, Autoplay: true, Speed: "0.5", At: &at,
	}, q)
}

// A bad parameter is ignored and named; the good ones beside it hold.
func TestBadParameters(t *testing.T) {
	for _, search := range []string{
		"lang=fr", "lang=", "lang=ZH", "theme=blue", "theme=", "embed=yes", "embed=2", "embed=", "readonly=true", "autoplay=on",
		"panels=stages", "panels=", "panels=timeline,,side", "speed=0", "speed=11", "speed=NaN", "speed=fast", "speed=-1", "speed=Inf",
		"t=5", "t=-1s", "t=soon", "t=", "lesson=../x", "lesson=", "lesson=A", "lesson=%zz",
		"scenario=https://example.org/a.json", "scenario=//example.org/a.json", "scenario=", "scenario=javascript:alert(1)",
		`scenario=\\example.org\a`, "scenario=data:text/plain,x", "lang=en&lang=zh",
	} {
		t.Run(search, func(t *testing.T) {
			q, bad := page.ParseQuery("?" + search + "&embed=1")
			if assert.NotEmpty(t, bad) {
				assert.Contains(t, search, bad[0].Name+"=")
			}
			if !strings.HasPrefix(search, "embed=") {
				assert.True(t, q.Embed)
				assert.Len(t, bad, 1)
			}
		})
	}
}

func TestBadParameterLeavesNoTrace(t *testing.T) {
	q, bad := page.ParseQuery("lang=xx&theme=blue&speed=99&t=-1s&panels=a&lesson=!&scenario=//x")
	assert.Len(t, bad, 7)
	assert.Equal(t, page.Query{}, q)
}

func TestLongValueIsCut(t *testing.T) {
	_, bad := page.ParseQuery("lang=" + string(make([]byte, 2000)))
	assert.Len(t, bad, 1)
	assert.LessOrEqual(t, len(bad[0].Value), 45)
}
