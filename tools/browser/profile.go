package browser

import (
	"context"
	"encoding/json"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/profiler"
	"github.com/chromedp/chromedp"
)

// Profile samples what a page's thread is in while something is done, every
// interval of microseconds, and returns a .cpuprofile file, which the browser's own
// tools open.
func Profile(p *Page, interval int64, do func() error) ([]byte, error) {
	if err := call(p, profiler.Enable, cdp.Empty{}); err != nil {
		return nil, err
	}
	if err := call(p, profiler.SetSamplingInterval, profiler.SetSamplingIntervalParams{Interval: interval}); err != nil {
		return nil, err
	}
	if err := call(p, profiler.Start, cdp.Empty{}); err != nil {
		return nil, err
	}
	if err := do(); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(p.ctx, limit)
	defer cancel()
	r, err := chromedp.Call(ctx, profiler.Stop, cdp.Empty{})
	if err != nil {
		return nil, err
	}
	return json.Marshal(r.Profile)
}
