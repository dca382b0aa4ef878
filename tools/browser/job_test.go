//go:build browser

package browser_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"lockstep/tools/browser"
)

// BenchmarkJob64x1000 is what a training job of 64 ranks and 1,000 steps costs in
// Chromium, from its loading until its result is there, with what is drawn
// meanwhile:
//
//	go test -tags browser ./tools/browser -run '^$' -bench Job64x1000 -benchtime 1x
//
// The script is that of engine's BenchmarkJob64x1000.
func BenchmarkJob64x1000(b *testing.B) {
	script, err := json.Marshal("w = zeros(4)\nfor step in range(1000):\n    begin_step(step)\n    load_data(\"1ms\")\n    compute(\"5ms\")\n    g = w * 0.5 + rank\n    dist.all_reduce(g)\n    w -= 0.01 * g / 64\nlog(\"w\", w.sum())\n")
	require.NoError(b, err)
	for b.Loop() {
		p, err := chrome.Open(address, browser.View{W: 1280, H: 800})
		require.NoError(b, err)
		var started int
		require.NoError(b, p.Eval(`void window.lockstep.load({"lockstep": 1, "world_size": 64, "script": `+string(script)+`}).then((r) => { window.told = r.result.outcome; }) ?? 1`, &started))
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
		for outcome := ""; outcome == ""; {
			require.NoError(b, ctx.Err(), "it does not end")
			require.NoError(b, p.Eval(`new Promise((r) => setTimeout(() => r(window.told ?? ""), 500))`, &outcome))
		}
		cancel()
		m, err := browser.Metrics(p)
		require.NoError(b, err)
		b.ReportMetric(m["JSHeapUsedSize"]/(1<<20), "MiB-of-JS")
		p.Close()
	}
}
