package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"lockstep/tools/browser"
	"lockstep/tools/site"
)

// link is the network between a visitor and a host: a speed and a delay, which
// the host keeps to, since a browser's own emulation leaves out what a service
// worker fetches.
type link struct {
	name string
	rate int           // bytes a second; 0: as fast as this machine
	wait time.Duration // before an answer begins
}

// links are none, which leaves what the processor does, and one such as a course
// has in a lecture hall.
var links = []link{{name: "no network between"}, {name: "20 Mbit/s, 20 ms", rate: 20e6 / 8, wait: 20 * time.Millisecond}}

// static is a host that sends everything compressed, as hosts do, over a link, and
// that can be cut off.
type static struct {
	files http.Handler
	zips  map[string][]byte
	link  link
	cut   atomic.Bool
	sent  atomic.Int64 // bytes of answers
	asked atomic.Int64
}

func newStatic(files []site.File, l link) (*static, error) {
	s := &static{files: site.Handler(files), zips: map[string][]byte{}, link: l}
	for _, f := range files {
		if !f.Visited || path.Ext(f.Name) == ".gz" {
			continue
		}
		var b bytes.Buffer
		z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
		if err != nil {
			return nil, err
		}
		if _, err := z.Write(f.Data); err != nil {
			return nil, err
		}
		if err := z.Close(); err != nil {
			return nil, err
		}
		s.zips["/"+f.Name] = b.Bytes()
	}
	return s, nil
}

func (s *static) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.cut.Load() { // no answer at all, as without a network
		if c, _, err := http.NewResponseController(w).Hijack(); err == nil {
			c.Close()
		}
		return
	}
	s.asked.Add(1)
	time.Sleep(s.link.wait)
	slow := &paced{ResponseWriter: w, host: s}
	name := r.URL.Path
	if strings.HasSuffix(name, "/") {
		name += "index.html"
	}
	if z, ok := s.zips[name]; ok {
		slow.zipped = z
	}
	s.files.ServeHTTP(slow, r)
}

// paced writes an answer at the link's speed, and compressed where there is that.
type paced struct {
	http.ResponseWriter
	host   *static
	zipped []byte
	over   bool
}

func (p *paced) WriteHeader(status int) {
	if p.zipped != nil && status == http.StatusOK {
		p.Header().Set("Content-Encoding", "gzip")
		p.Header().Set("Content-Length", fmt.Sprint(len(p.zipped)))
	}
	p.ResponseWriter.WriteHeader(status)
}

// parcel is what is written at a time.
const parcel = 16 << 10

func (p *paced) Write(data []byte) (int, error) {
	if p.zipped != nil {
		if p.over {
			return len(data), nil
		}
		p.over = true
		_, err := p.pace(p.zipped)
		return len(data), err
	}
	return p.pace(data)
}

func (p *paced) pace(data []byte) (int, error) {
	begin, done := time.Now(), 0
	for done < len(data) {
		n, err := p.ResponseWriter.Write(data[done:min(done+parcel, len(data))])
		done += n
		p.host.sent.Add(int64(n))
		if err != nil {
			return done, err
		}
		if rate := p.host.link.rate; rate > 0 {
			if f, ok := p.ResponseWriter.(http.Flusher); ok {
				f.Flush()
			}
			time.Sleep(time.Until(begin.Add(time.Duration(done) * time.Second / time.Duration(rate))))
		}
	}
	return done, nil
}

// visit is what a visitor waits for, in milliseconds since the address was
// opened, and what the page takes then, in bytes.
type visit struct {
	Begin         float64 // until the document was there and its scripts could run
	Paint, Shown  float64 // until the title was laid out and painted, and on the screen
	Compiled      float64 // until the module was compiled
	Usable        float64 // until the first picture was drawn, and what is on it can be used
	Program, Heap float64 // the program's memory, the scripts'
	Sent          float64 // by the host
}

// watching notes when the program was compiled, and keeps hold of its memory.
const watching = `(() => {
	window.visit = { begin: performance.now() };
	for (const name of ['compileStreaming', 'instantiateStreaming', 'instantiate']) {
		const real = WebAssembly[name];
		WebAssembly[name] = async (...args) => {
			if (args[0] instanceof WebAssembly.Module) visit.compiled ??= performance.now();
			const made = await real.apply(WebAssembly, args);
			visit.compiled ??= performance.now();
			const memory = (made.instance || made).exports?.mem;
			if (memory) window.benchMemory = memory;
			return made;
		};
	}
})()`

// visited is the answer when the first picture is drawn: both pages say so while
// they draw, so that it is there when their turn is over. The screen shows it when
// the browser comes to it, which neither can help.
const visited = `(async () => {
	const paint = new Promise((done) => new PerformanceObserver((l) => {
		const e = l.getEntriesByName('first-contentful-paint')[0];
		if (e) done(e);
	}).observe({ type: 'paint', buffered: true }));
	await (window.ready || (window.lockstep || {}).ready);
	await new Promise((done) => setTimeout(done));
	const v = { Begin: visit.begin, Usable: performance.now(), Compiled: visit.compiled || 0 };
	const e = await Promise.race([paint, new Promise((done) => setTimeout(done, 1000))]); // the bare page has no content that counts
	if (e) { v.Shown = e.startTime; v.Paint = e.paintTime || e.startTime; }
	return v;
})()`

// comer is a visitor who has never been to a page: a browser with nothing kept.
type comer struct {
	browser *browser.Browser
	page    *browser.Page
	host    *static
	address string
}

func newComer(files []site.File, l link) (*comer, func(), error) {
	host, err := newStatic(files, l)
	if err != nil {
		return nil, nil, err
	}
	address, stop, err := site.Serve(host)
	if err != nil {
		return nil, nil, err
	}
	c := &comer{host: host, address: address}
	leave := func() {
		if c.page != nil {
			c.page.Close()
		}
		if c.browser != nil {
			c.browser.Close()
		}
		stop() //nolint:errcheck // the visit is over
	}
	if c.browser, err = browser.Start(""); err == nil {
		c.page, err = c.browser.Blank(browser.View{W: 1280, H: 800})
	}
	if err == nil {
		err = c.settle()
	}
	if err != nil {
		leave()
		return nil, nil, err
	}
	return c, leave, nil
}

// warm is a page of another host, with a picture: a visitor's browser has been
// running for a while, and drawn before.
const warm = `data:text/html,<h1>before</h1><canvas></canvas><script>const gl = document.querySelector('canvas').getContext('webgl2'); gl.clearColor(0, 0, 1, 1); gl.clear(gl.COLOR_BUFFER_BIT);</script>`

func (c *comer) settle() error {
	if err := c.page.Load("data:text/html,<h1>before</h1>"); err != nil {
		return err
	}
	other, err := c.browser.Blank(browser.View{W: 1280, H: 800})
	if err != nil {
		return err
	}
	defer other.Close()
	if err := other.Load(warm); err != nil {
		return err
	}
	if err := other.Eval(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`, new(bool)); err != nil {
		return err
	}
	if err := c.page.Before(watching); err != nil {
		return err
	}
	return c.browser.Settle()
}

func (c *comer) visit() (visit, error) {
	var v visit
	before := c.host.sent.Load()
	if err := c.page.Load(c.address); err != nil {
		return v, err
	}
	err := c.page.Eval(visited, &v)
	v.Sent = float64(c.host.sent.Load() - before)
	return v, err
}

// memory waits until the page is at rest, and lets the scripts' garbage go.
func (c *comer) memory(v *visit) error {
	if err := c.page.Eval(`new Promise((done) => setTimeout(() => done(window.benchMemory ? benchMemory.buffer.byteLength : 0), 500))`, &v.Program); err != nil {
		return err
	}
	heap, err := browser.Heap(c.page)
	v.Heap = heap
	return err
}

// kept waits until the service worker has what it keeps.
const kept = `(async () => { const r = await navigator.serviceWorker.ready; while (r.installing || r.waiting || r.active.state !== 'activated') await new Promise((done) => setTimeout(done, 50)); return true; })()`

// rounds is how often each visit is made; the pages take turns.
const rounds = 5

// visits are the repeated ones, by whose they are.
type visits map[string][]visit

// median of a figure.
func (v visits) median(whose string, of func(visit) float64) float64 {
	var numbers []float64
	for _, x := range v[whose] {
		numbers = append(numbers, of(x))
	}
	return at(numbers, 0.5)
}

func usable(v visit) float64 { return v.Usable }
func memory(v visit) float64 { return v.Program + v.Heap }

func (b *bench) visit() error {
	for _, l := range links {
		made := visits{}
		for range rounds {
			for _, who := range []struct {
				name  string
				files []site.File
			}{{"title", titleOnly(b.files[0])}, {"bare", b.files[1]}, {"page", b.files[0]}} {
				if err := b.come(made, who.name, who.files, l); err != nil {
					return fmt.Errorf("%s: %w", who.name, err)
				}
			}
		}
		made.report(l)
	}
	return nil
}

func (v visits) report(l link) {
	fmt.Printf("%s, median of %d visits:\n", l.name, rounds)
	painted, shown := func(v visit) float64 { return v.Paint }, func(v visit) float64 { return v.Shown }
	say("  title and progress bar painted", "≤ 100 ms", "%.0f ms, shown %.0f", v.median("page", painted), v.median("page", shown))
	say("    the same page without scripts", "", "%.0f ms, shown %.0f", v.median("title", painted), v.median("title", shown))
	base, first, second := v.median("bare", usable), v.median("page", usable), v.median("again", usable)
	say("  first visit: first usable frame", "≤ 1.3 × the bare page's", "%.0f ms = %.2f × bare (%.0f)", first, first/base, base)
	say("  second visit, without a network: first usable frame", "≤ 0.5 × its first", "%.0f ms = %.2f × its first", second, second/first)
	for _, who := range []string{"bare", "page", "again"} {
		c := v.median(who, func(v visit) float64 { return v.Compiled })
		say("    of which, "+who, "", "%.0f ms to the document, %.0f to compiled, %.0f to drawn", v.median(who, func(v visit) float64 { return v.Begin }),
			c-v.median(who, func(v visit) float64 { return v.Begin }), v.median(who, usable)-c)
	}
	sent := func(v visit) float64 { return v.Sent }
	say("  download", "≤ 1.25 × the bare page's", "%.0f B = %.2f × bare (%.0f)", v.median("page", sent), v.median("page", sent)/v.median("bare", sent), v.median("bare", sent))
	say("  memory with the first scenario: program and scripts", "≤ 1.5 × the bare page's", "%.1f MB = %.2f × bare (%.1f)",
		v.median("page", memory)/(1<<20), v.median("page", memory)/v.median("bare", memory), v.median("bare", memory)/(1<<20))
}

// titleOnly is the page without its scripts: how soon this browser on this machine
// shows anything at all.
func titleOnly(files []site.File) []site.File {
	index := slices.IndexFunc(files, func(f site.File) bool { return f.Name == "index.html" })
	f := files[index]
	f.Data = scripts.ReplaceAll(f.Data, nil)
	return []site.File{f}
}

var scripts = regexp.MustCompile(`<script [^>]*></script>`)

// come makes a first visit to a host of these files, and one more to the page with
// the network cut off.
func (b *bench) come(made visits, name string, files []site.File, l link) error {
	c, leave, err := newComer(files, l)
	if err != nil {
		return err
	}
	defer leave()
	v, err := c.visit()
	if err != nil {
		return err
	}
	if err := c.memory(&v); err != nil {
		return err
	}
	made[name] = append(made[name], v)
	if name != "page" {
		return nil
	}
	if err := c.page.Eval(kept, new(bool)); err != nil {
		return err
	}
	c.host.cut.Store(true)
	if err := c.page.Load("about:blank"); err != nil {
		return err
	}
	v, err = c.visit()
	made["again"] = append(made["again"], v)
	return err
}
