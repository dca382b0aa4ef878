package browser

import (
	"context"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/performance"
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
