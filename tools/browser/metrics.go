package browser

import (
	"context"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/cdproto/systeminfo"
	"github.com/chromedp/chromedp"
)

// Metrics is what the browser counts for a page: seconds spent in tasks, in
// scripts and in layout, bytes of script memory, and more, by the protocol's
// names.
func Metrics(p *Page) (map[string]float64, error) {
	if err := call(p, performance.Enable, performance.EnableParams{}); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(p.ctx, limit)
	defer cancel()
	r, err := chromedp.Call(ctx, performance.GetMetrics, cdp.Empty{})
	if err != nil {
		return nil, err
	}
	out := map[string]float64{}
	for _, m := range r.Metrics {
		out[m.Name] = m.Value
	}
	return out, nil
}

// Heap is how many bytes a page's scripts hold once their garbage is gone.
func Heap(p *Page) (float64, error) {
	if err := call(p, heapprofiler.CollectGarbage, cdp.Empty{}); err != nil {
		return 0, err
	}
	m, err := Metrics(p)
	return m["JSHeapUsedSize"], err
}

// idle is how much of a core a browser may use that counts as doing nothing, and
// over how long.
const (
	idle  = 0.05
	still = 400 * time.Millisecond
)

// Settle waits until the browser as a whole does nothing any more. A browser that has
// just been started goes on for seconds to make parts of its own window ready, which
// would be measured with the first page that it shows.
func (b *Browser) Settle() error {
	ctx, cancel := context.WithTimeout(b.ctx, limit)
	defer cancel()
	for last := 0.0; ; {
		r, err := chromedp.CallBrowser(ctx, systeminfo.GetProcessInfo, cdp.Empty{})
		if err != nil {
			return err
		}
		now := 0.0
		for _, p := range r.ProcessInfo {
			now += p.CPUTime
		}
		if now-last < idle*still.Seconds() {
			return nil
		}
		last = now
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(still):
		}
	}
}
