//go:build browser

package browser_test

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/wasm/page"
)

func deflated(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	z, err := flate.NewWriter(&b, flate.BestCompression)
	require.NoError(t, err)
	_, err = z.Write([]byte(text))
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return "s=" + base64.RawURLEncoding.EncodeToString(b.Bytes())
}

// scenarios that are wrong, each in one way.
var wrong = []string{
	``, ` `, `null`, `5`, `"text"`, `[]`, `[{}]`, `{`, `{}`, `{"lockstep":1`, `{"lockstep":1}`, `{"lockstep":2,"world_size":2}`, `{"lockstep":"1","world_size":2}`,
	`{"lockstep":1,"world_size":0}`, `{"lockstep":1,"world_size":-1}`, `{"lockstep":1,"world_size":1e9}`, `{"lockstep":1,"world_size":2.5}`, `{"lockstep":1,"world_size":"2"}`,
	`{"lockstep":1,"world_size":2,"world_size":3}`, `{"lockstep":1,"world_size":2,"nonsense":1}`, `{"lockstep":1,"world_size":2}{}`,
	`{"lockstep":1,"world_size":2,"tensors":[]}`, `{"lockstep":1,"world_size":2,"tensors":{"x":5}}`, `{"lockstep":1,"world_size":2,"tensors":{"x":{"dtype":"float99","data":[1]}}}`,
	`{"lockstep":1,"world_size":2,"tensors":{"x":{"dtype":"float32","data":["a"]}}}`, `{"lockstep":1,"world_size":2,"tensors":{"x":{"dtype":"uint8","data":[256]}}}`,
	`{"lockstep":1,"world_size":2,"tensors":{"x":{"dtype":"float32","shape":[1000000000,1000000000]}}}`,
	`{"lockstep":1,"world_size":2,"program":{}}`, `{"lockstep":1,"world_size":2,"program":[5]}`, `{"lockstep":1,"world_size":2,"program":[{}]}`,
	`{"lockstep":1,"world_size":2,"program":[{"op":"fly"}]}`, `{"lockstep":1,"world_size":2,"program":[{"op":"all_reduce"}]}`,
	`{"lockstep":1,"world_size":2,"program":[{"op":"all_reduce","tensor":"x"}]}`, `{"lockstep":1,"world_size":2,"program":[{"op":"compute","for":"soon"}]}`,
	`{"lockstep":1,"world_size":2,"program":[{"op":"compute","for":"-1s"}]}`, `{"lockstep":1,"world_size":2,"timeout":"never"}`, "\x00\x01\x02", "\xff\xfe", "<html>", "<script>alert(1)</script>",
	strings.Repeat("[", 5000), `{"lockstep":1,"world_size":2,"program":` + strings.Repeat(`[{"op":"repeat","times":2,"body":`, 300) + `[]` + strings.Repeat(`}]`, 300) + `}`,
}

// links that are damaged in other ways.
func damaged(t *testing.T) []string {
	whole := deflated(t, threes)
	return []string{
		"s=", "s=***", "s=AAAA", "s=%00", "s=<script>", "s=====", whole[:len(whole)/2], whole[:3], "s=x" + whole[2:], whole + "AAAA!",
		"s=" + strings.Repeat("A", page.MaxLink), "s=" + strings.Repeat("é", 50),
		deflated(t, strings.Repeat(" ", 3<<20)),   // unpacks a thousandfold
		deflated(t, strings.Repeat("A", 900_000)), // just within what may be unpacked, and no scenario
	}
}

// notice is what the page says, without what is always there.
const notice = `(document.querySelector('#mirror [data-id="notice"]')?.textContent ?? '')`

// Each link, message, method and file that is wrong gets one sentence, and what
// was shown stays.
func TestMalformed(t *testing.T) {
	x := open(t, link(t, threes), desktop)
	shown := func() string { return x.text(`window.lockstep.get().then((s) => JSON.stringify(s.scenario))`) }
	before := shown()
	cases := 0
	look := func(name, did string) {
		t.Helper()
		cases++
		got := x.text(`(async () => { document.querySelector('#mirror [data-id="notice.close"]')?.click(); for (let i = 0; i < 40 && ` + notice + `; i++) await new Promise(requestAnimationFrame); if (` + notice + `) return ''; ` + did + `; for (let i = 0; i < 40 && !` + notice + `; i++) await new Promise(requestAnimationFrame); return ` + notice + `; })()`)
		assert.NotEmpty(t, got, name)
		assert.Less(t, len([]rune(got)), 400, name)
		assert.NotContains(t, got, "undefined", name)
	}
	for i, text := range wrong {
		if text != "" { // an empty one is a damaged link, below
			look(fmt.Sprintf("link %d", i), `location.hash = `+strconv.Quote(deflated(t, text)))
		}
	}
	for i, l := range damaged(t) {
		look(fmt.Sprintf("damaged link %d", i), `location.hash = `+strconv.Quote(l))
	}
	for i, text := range wrong {
		var e struct{ Path, Message string }
		arg := `new TextDecoder().decode(Uint8Array.from(atob('` + base64.StdEncoding.EncodeToString([]byte(text)) + `'), (c) => c.charCodeAt(0)))`
		x.eval(`window.lockstep.load(`+arg+`).then(() => ({path: 'accepted'}), (e) => e)`, &e)
		assert.NotEqual(t, "accepted", e.Path, "message %d", i)
		assert.NotEmpty(t, e.Message, "message %d", i)
		assert.NotContains(t, e.Message, "\n", "one sentence, message %d", i)
		cases++
	}
	for i, text := range wrong {
		if i%3 != 0 {
			continue
		}
		look(fmt.Sprintf("file %d", i), `(() => {
			const d = new DataTransfer();
			d.items.add(new File([Uint8Array.from(atob('`+base64.StdEncoding.EncodeToString([]byte(text))+`'), (c) => c.charCodeAt(0))], 'task.json'));
			document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: d, bubbles: true, cancelable: true }));
		})()`)
	}
	assert.Equal(t, before, shown(), "what was shown stays")
	assert.Greater(t, cases, 60)
}
