package browser

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"
)

// Work is what a page's thread did in one go, in milliseconds. CPU is the time that
// the thread had, which says more than that of the clock where others use the
// machine as well.
type Work struct{ Wall, CPU float64 }

// Watch does something and tells what the page's thread did meanwhile: the work of
// its animation frames, all callbacks of a frame together, and all its tasks, those
// of the frames included.
func Watch(p *Page, do func() error) (frames, tasks []Work, err error) {
	w := watch{frame: string(chromedp.FromContext(p.ctx).Target.TargetID)}
	if err := traced(p, []string{"devtools.timeline", "toplevel"}, do, w.hear); err != nil {
		return nil, nil, err
	}
	frames, tasks = w.sort()
	return frames, tasks, nil
}

// traced does something and hands out what the browser tells of it.
func traced(p *Page, categories []string, do func() error, each func(raw []byte)) error {
	var mu sync.Mutex
	over := make(chan struct{})
	ctx, forget := context.WithCancel(p.ctx)
	defer forget()
	err := chromedp.Listen(ctx, func(event any) {
		mu.Lock()
		defer mu.Unlock()
		switch e := event.(type) {
		case *tracing.EventDataCollected:
			for _, v := range e.Value {
				each(v)
			}
		case *tracing.EventTracingComplete:
			close(over)
		}
	})
	if err != nil {
		return err
	}
	start := tracing.StartParams{TransferMode: tracing.StartTransferModeReportEvents, TraceConfig: &tracing.TraceConfig{IncludedCategories: categories}}
	if err := call(p, tracing.Start, start); err != nil {
		return err
	}
	if err := do(); err != nil {
		return err
	}
	if err := call(p, tracing.End, cdp.Empty{}); err != nil {
		return err
	}
	select {
	case <-over:
	case <-p.ctx.Done():
		return fmt.Errorf("trace a page: %w", p.ctx.Err())
	}
	mu.Lock()
	defer mu.Unlock()
	return nil
}

// watch sorts events as they come, in microseconds.
type watch struct {
	frame    string // whose they are
	thread   [2]int // its process and thread
	tasks    []span // of all threads
	callback []span // of the frame
}

type span struct {
	thread          [2]int
	from, wall, cpu float64
}

func (w *watch) hear(raw []byte) {
	var e struct {
		Name      string
		PID, TID  int
		TS        float64
		Dur, TDur float64
		Args      struct{ Data struct{ Frame string } }
	}
	if err := json.Unmarshal(raw, &e); err != nil { // what is not of this form is not of these events
		return
	}
	s := span{[2]int{e.PID, e.TID}, e.TS, e.Dur, e.TDur}
	switch {
	case e.Name == "ThreadControllerImpl::RunTask":
		w.tasks = append(w.tasks, s)
	case e.Name == "FireAnimationFrame" && e.Args.Data.Frame == w.frame:
		w.thread = s.thread
		w.callback = append(w.callback, s)
	}
}

// sort adds up the callbacks in each task of the thread.
func (w *watch) sort() (frames, tasks []Work) {
	w.tasks = slices.DeleteFunc(w.tasks, func(s span) bool { return s.thread != w.thread })
	early := func(a, b span) int { return cmp.Compare(a.from, b.from) }
	slices.SortFunc(w.tasks, early)
	slices.SortFunc(w.callback, early)
	k := 0
	for _, t := range w.tasks {
		tasks = append(tasks, Work{t.wall / 1000, t.cpu / 1000})
		sum, any := Work{}, false
		for ; k < len(w.callback) && w.callback[k].from < t.from+t.wall; k++ {
			if w.callback[k].from >= t.from {
				sum, any = Work{sum.Wall + w.callback[k].wall/1000, sum.CPU + w.callback[k].cpu/1000}, true
			}
		}
		if any {
			frames = append(frames, sum)
		}
	}
	return frames, tasks
}
