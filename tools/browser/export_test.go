//go:build browser

package browser_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const differentOrder = `{"lockstep": 1, "title": {"zh": "顺序不一致", "en": "Another order"}, "world_size": 2, "timeout": "3s", "tensors": {"x": {"dtype": "float32", "data": [1]}},
	"ranks": [{"program": [{"op": "all_reduce", "tensor": "x"}, {"op": "broadcast", "tensor": "x", "src": 0}]}, {"program": [{"op": "broadcast", "tensor": "x", "src": 0}, {"op": "all_reduce", "tensor": "x"}]}]}`

// catchFiles has the page put what it would save, copy and print into a list.
const catchFiles = `(() => {
	const blobs = {}, make = URL.createObjectURL;
	window.taken = [];
	URL.createObjectURL = (b) => { const u = make.call(URL, b); blobs[u] = b; return u; };
	HTMLAnchorElement.prototype.click = function () {
		const name = this.download, b = blobs[this.href];
		b.text().then((text) => taken.push({ name, type: b.type, size: b.size, text: text.slice(0, 200000) }));
	};
	Object.defineProperty(navigator, 'clipboard', { value: { writeText: (text) => { taken.push({ name: 'copy', text }); return Promise.resolve(); } } });
	window.print = () => taken.push({ name: 'print', text: document.querySelector('#paper img').alt });
	return true;
})()`

type takenFile struct {
	Name, Type, Text string
	Size             int
}

// taken waits for the next file, and takes it.
func (x *tab) taken() (f takenFile) {
	x.t.Helper()
	text := x.text(`new Promise((done) => { const look = () => { if (taken.length) done(JSON.stringify(taken.shift())); else setTimeout(look, 20); }; look(); })`)
	require.NoError(x.t, json.Unmarshal([]byte(text), &f))
	return f
}

func TestExportEveryForm(t *testing.T) {
	x := open(t, "?lang=en", desktop)
	x.load(differentOrder)
	var ok bool
	x.eval(catchFiles, &ok)
	for _, c := range []struct{ id, name, kind, says string }{
		{"scenario", "another-order.json", "application/json", `"world_size": 2`},
		{"result", "another-order.result.json", "application/json", `"trace_sha256"`},
		{"report", "another-order.md", "text/markdown", "## What this does not prove"},
		{"python", "another_order.py", "text/x-python", "dist.init_process_group"},
		{"perfetto", "another-order.trace.json", "application/json", `"traceEvents":[`},
		{"svg", "another-order.svg", "image/svg+xml", "<svg xmlns="},
		{"png", "another-order.png", "image/png", "PNG"},
		{"sheet", "another-order.trace.html", "text/html", "<th>rank 1</th>"},
	} {
		x.ok(x.Press("export"))
		x.ok(x.Press("export." + c.id))
		f := x.taken()
		assert.Equal(t, c.name, f.Name)
		assert.True(t, strings.HasPrefix(f.Type, c.kind), "%s: %s", c.id, f.Type)
		assert.Contains(t, f.Text, c.says, c.id)
		if c.id == "png" {
			assert.Greater(t, f.Size, 10_000, "a picture with something in it")
		}
		x.ok(x.Press("close"))
	}
	for _, id := range []string{"scenario", "result", "report", "python"} {
		x.ok(x.Press("export"))
		x.ok(x.Press("export." + id + ".copy"))
		assert.Equal(t, "copy", x.taken().Name)
		x.ok(x.Press("close"))
		x.appears("notice")
	}
	x.ok(x.Press("export"))
	x.ok(x.Press("export.print"))
	assert.Equal(t, takenFile{Name: "print", Text: "Another order · Lockstep"}, x.taken())
}

// The script beside the lanes: a line is its op, and an op its lines.
func TestCodeTab(t *testing.T) {
	x := open(t, "?lang=en", desktop)
	x.load(differentOrder)
	var ok bool
	x.eval(catchFiles, &ok)
	x.ok(x.Press("tab-code"))
	x.ok(x.Press("code.copy"))
	script := x.taken().Text
	lines := strings.Split(script, "\n")
	at := func(text string, nth int) string {
		for i, line := range lines {
			if strings.Contains(line, text) {
				if nth--; nth < 0 {
					return "code-line-" + strconv.Itoa(i+1)
				}
			}
		}
		require.Fail(t, "no line "+text)
		return ""
	}
	x.ok(x.Press(at("dist.broadcast(", 1)))
	assert.Equal(t, "true", x.attr("rank-1.op-0", "aria-pressed"), "the branch of rank 1 begins with it")
	x.ok(x.Press("rank-0.op-0"))
	assert.Equal(t, "true", x.attr(at("dist.all_reduce(", 0), "aria-pressed"))
	x.ok(x.Press("code.save"))
	assert.Equal(t, script, x.taken().Text)
}
