// Package browser drives the built page in browsers, for tests and for pictures:
// it starts a browser, opens the page, and works it through the accessible
// mirror, as a person with a keyboard or a screen reader would. Most of it speaks
// to a headless Chromium; Session does to Firefox and to WebKitGTK as well, which
// draw on a screen of their own.
//
// It knows browsers and PAGE.md's names. It must never reach into the program:
// what cannot be done through the mirror or window.lockstep is not tested here.
package browser

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// limit is how long one step may take before the test fails: software drawing
// on a busy machine is slow, and nothing here waits for it to pass.
const limit = 60 * time.Second

// View is a window: its size in CSS pixels, its resolution, the language that
// the browser asks for.
type View struct {
	W, H     int
	Scale    float64 // device pixels per CSS pixel; 0: 1
	Language string  // "": en-US
	Touch    bool
	Dark     bool
	Still    bool // asks for less motion
}

// Browser is one running Chromium.
type Browser struct {
	ctx  context.Context
	stop func()
}

// Find returns the browser's program, or an error that says how to get one.
func Find() (string, error) {
	for _, name := range []string{os.Getenv("LOCKSTEP_CHROMIUM"), "chromium", "chromium-browser", "google-chrome", "chrome"} {
		if name == "" {
			continue
		}
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("no Chromium here: apt install chromium, or set LOCKSTEP_CHROMIUM to one")
}

// Start starts a browser that draws WebGL in software, so that it needs neither
// a screen nor a graphics card.
func Start(language string) (*Browser, error) {
	path, err := Find()
	if err != nil {
		return nil, err
	}
	if language == "" {
		language = "en-US"
	}
	options := append([]chromedp.ExecAllocatorOption{}, chromedp.DefaultExecAllocatorOptions[:]...)
	options = append(options, chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.WSURLReadTimeout(limit),
		chromedp.Flag("headless", "new"), chromedp.Flag("use-gl", "angle"), chromedp.Flag("use-angle", "swiftshader"),
		chromedp.Flag("enable-unsafe-swiftshader", true), chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true), chromedp.Flag("hide-scrollbars", true), chromedp.Flag("lang", language),
		chromedp.Flag("accept-lang", language), chromedp.Env("LANGUAGE="+language))
	alloc, stopAlloc := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, stop := chromedp.NewContext(alloc)
	b := &Browser{ctx: ctx, stop: func() { stop(); stopAlloc() }}
	if err := chromedp.Do(ctx); err != nil {
		b.stop()
		return nil, fmt.Errorf("start %s: %w", path, err)
	}
	return b, nil
}

// Close ends the browser.
func (b *Browser) Close() { b.stop() }

// Page is one open tab.
type Page struct {
	Hand
	ctx  context.Context
	stop func()

	mu       sync.Mutex
	problems []string
}

// Blank opens an empty tab with a window of the given kind.
func (b *Browser) Blank(v View) (*Page, error) {
	ctx, stop := chromedp.NewContext(b.ctx)
	p := &Page{ctx: ctx, stop: stop}
	p.Hand = Hand{eval: p.Eval, keys: p.press}
	if err := p.prepare(v); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// prepare makes the tab what a person with such a window would have.
func (p *Page) prepare(v View) error {
	if err := chromedp.Listen(p.ctx, p.hear); err != nil {
		return err
	}
	if err := call(p, log.Enable, cdp.Empty{}); err != nil {
		return err
	}
	if err := p.Resize(v); err != nil {
		return err
	}
	if v.Touch {
		if err := call(p, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true, MaxTouchPoints: 5}); err != nil {
			return err
		}
	}
	if v.Language == "" {
		return nil
	}
	var agent string
	if err := p.Eval("navigator.userAgent", &agent); err != nil {
		return err
	}
	return call(p, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: agent, AcceptLanguage: v.Language})
}

// Before runs JavaScript in every document that this tab opens from now on,
// before the document's own.
func (p *Page) Before(js string) error {
	return call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: js})
}

// Load opens any address, without waiting for a playground. The load event of the
// page before may still be under way and be taken for that of this one: it waits
// until the document is the one that was asked for, and whole.
func (p *Page) Load(address string) error {
	if err := p.Do(chromedp.Navigate(address)); err != nil {
		return err
	}
	there := fmt.Sprintf("location.href.startsWith(%q) && document.readyState === 'complete'", address)
	for range 500 {
		var ok bool
		// An evaluation that the navigation cuts off is one that came too early.
		if err := p.Eval("new Promise((done) => setTimeout(() => done("+there+"), 10))", &ok); err == nil && ok {
			return nil
		}
	}
	return fmt.Errorf("%s does not load", address)
}

// Resize gives the window another size, resolution or colour preference.
func (p *Page) Resize(v View) error {
	if v.Scale == 0 {
		v.Scale = 1
	}
	scheme, motion := "light", "no-preference"
	if v.Dark {
		scheme = "dark"
	}
	if v.Still {
		motion = "reduce"
	}
	return errors.Join(
		call(p, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
			Width: int64(v.W), Height: int64(v.H), DeviceScaleFactor: v.Scale, Mobile: v.Touch,
		}),
		call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: motion}},
		}),
	)
}

// call runs a protocol command whose result does not matter.
func call[P, R any](p *Page, c cdp.Command[P, R], params P) error {
	ctx, cancel := context.WithTimeout(p.ctx, limit)
	defer cancel()
	_, err := chromedp.Call(ctx, c, params)
	return err
}

// Open opens an address and waits until the playground has drawn.
func (b *Browser) Open(address string, v View) (*Page, error) {
	p, err := b.Blank(v)
	if err != nil {
		return nil, err
	}
	if err := p.Go(address); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// Go opens an address in this tab and waits until the playground has drawn.
func (p *Page) Go(address string) error {
	if err := p.Do(chromedp.Navigate(address)); err != nil {
		return err
	}
	return p.Ready()
}

// Reload loads the page anew, as F5 does, and waits until it has drawn.
func (p *Page) Reload() error {
	if err := p.Mark(); err != nil {
		return err
	}
	return p.Again(p.Do(chromedp.Reload()))
}

// Again waits until the page, which was made to load itself anew, has drawn.
// The new document is known by not having the mark that Mark left.
func (p *Page) Again(err error) error {
	if err != nil {
		return err
	}
	for p.ctx.Err() == nil {
		// The question itself may die with the old document.
		var old bool
		if err := p.Eval("window.before === true", &old); err == nil && !old {
			return p.Ready()
		}
	}
	return p.ctx.Err()
}

// Mark marks the document that is shown now.
func (p *Page) Mark() error {
	var marked bool
	return p.Eval("window.before = true", &marked)
}

// Ready waits for window.lockstep.ready, or for the loader's word that it
// failed.
func (p *Page) Ready() error {
	if err := p.ready(); err != nil {
		return errors.Join(append([]error{err}, p.errors()...)...)
	}
	return nil
}

func (h *Hand) ready() error {
	var state string
	err := h.eval(`new Promise((done) => {
		const look = () => {
			const s = document.documentElement?.dataset.lockstep;
			if (s === 'failed') done(document.getElementById('words').textContent);
			else if (s === 'ready') window.lockstep.ready.then(() => done('ready'));
			else setTimeout(look, 20);
		};
		look();
	})`, &state)
	if err == nil && state != "ready" {
		err = fmt.Errorf("the page says: %s", state)
	}
	return err
}

// Do carries out chromedp actions within the limit.
func (p *Page) Do(actions ...chromedp.Action[chromedp.Void]) error {
	ctx, cancel := context.WithTimeout(p.ctx, limit)
	defer cancel()
	return chromedp.Do(ctx, actions...)
}

// Close closes the tab.
func (p *Page) Close() { p.stop() }

// hear collects what a page must not do: throw, panic, or complain in the
// console. Go's own output, panics included, is printed there as a plain log.
func (p *Page) hear(event any) {
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		text := e.ExceptionDetails.Text
		if x := e.ExceptionDetails.Exception; x != nil {
			text += " " + x.Description
		}
		p.note("exception: " + text)
	case *runtime.EventConsoleAPICalled:
		text := console(e.Args)
		if e.Type == runtime.ConsoleAPICalledTypeError || strings.HasPrefix(text, "panic:") || strings.HasPrefix(text, "fatal error:") {
			p.note("console: " + text)
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError {
			p.note("log: " + e.Entry.Text + " " + e.Entry.URL)
		}
	}
}

func console(args []*runtime.RemoteObject) string {
	var words []string
	for _, a := range args {
		text := a.Description
		if s, err := strconv.Unquote(string(a.Value)); err == nil {
			text = s
		} else if len(a.Value) > 0 {
			text = string(a.Value)
		}
		words = append(words, text)
	}
	return strings.Join(words, " ")
}

func (p *Page) note(problem string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.problems = append(p.problems, problem)
}

// Problems is what the page threw or complained of so far.
func (p *Page) Problems() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.problems...)
}

func (p *Page) errors() []error {
	var out []error
	for _, s := range p.Problems() {
		out = append(out, errors.New(s))
	}
	return out
}
