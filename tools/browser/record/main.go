// Command record films the page for the README: an edit that leads two ranks into
// waiting for each other, and the one that leads out of it.
//
//	go run ./tools/browser/record [-o assets/readme/deadlock.gif] [-lang en]
package main

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"

	"github.com/chromedp/chromedp/kb"

	"lockstep/tools/browser"
	"lockstep/tools/site"
)

func main() {
	out := flag.String("o", filepath.Join("assets", "readme", "deadlock.gif"), "the file")
	lang := flag.String("lang", "en", "the page's language")
	flag.Parse()
	if err := run(*out, *lang); err != nil {
		fmt.Fprintln(os.Stderr, "record:", err)
		os.Exit(1)
	}
}

func run(out, lang string) error {
	root, err := site.Root()
	if err != nil {
		return err
	}
	files, err := site.Make(root)
	if err != nil {
		return err
	}
	address, stop, err := site.Serve(site.Handler(files))
	if err != nil {
		return err
	}
	defer stop() //nolint:errcheck // the program ends
	b, err := browser.Start("")
	if err != nil {
		return err
	}
	defer b.Close()
	p, err := b.Open(address+"?lang="+lang, browser.View{W: 1280, H: 800})
	if err != nil {
		return err
	}
	defer p.Close()
	f := &film{page: p}
	f.play()
	if f.err != nil {
		return f.err
	}
	moving, err := encode(f.frames, f.lasts)
	if err != nil {
		return err
	}
	fmt.Printf("%s: %d pictures, %d bytes\n", out, len(f.frames), len(moving))
	return os.WriteFile(out, moving, 0o644)
}

// film is the pictures so far, and for how many hundredths of a second each stays.
type film struct {
	page   *browser.Page
	frames []image.Image
	lasts  []int
	err    error
}

// scene is what is edited: two calls in the same order on two ranks.
const scene = `{"lockstep": 1, "title": {"en": "Two calls on two ranks", "zh": "两个 rank 的两次调用"}, "world_size": 2, "timeout": "3s",
	"tensors": {"x": {"dtype": "float32", "data": [1, 2]}, "w": {"dtype": "float32", "data": [5]}},
	"program": [{"op": "all_reduce", "tensor": "x"}, {"op": "broadcast", "tensor": "w", "src": 0}]}`

// play does what is filmed.
func (f *film) play() {
	f.script(`window.lockstep.load(` + scene + `)`)
	f.shoot(140)
	for _, part := range []float64{0.72, 0.77, 0.82, 0.87, 0.92, 0.96} {
		f.script(fmt.Sprintf(`window.lockstep.seek(Math.floor(%g * Number(document.querySelector('#mirror [data-id="cursor"]').max)))`, part))
		f.shoot(35)
	}
	f.press("to-end")
	f.shoot(160)
	f.do(f.page.Focus("rank-1.op-0"))
	f.shoot(90)
	f.do(f.page.Key(kb.ArrowRight, kb.ModifierAlt)) // rank 1 calls in another order now
	f.shoot(320)
	f.press("tab-calls")
	f.shoot(260)
	f.press("tab-diagnosis")
	if has, err := f.page.Has("finding-0.fix"); err == nil && has {
		f.do(f.page.Focus("finding-0.fix"))
		f.shoot(110)
		f.press("finding-0.fix")
	} else {
		f.press("undo")
	}
	f.press("to-end")
	f.shoot(300)
}

func (f *film) do(err error) {
	if f.err == nil {
		f.err = err
	}
}

func (f *film) press(id string) {
	if f.err == nil {
		f.do(f.page.Press(id))
	}
}

func (f *film) script(js string) {
	if f.err == nil {
		f.do(f.page.Eval(js+`.then(() => true)`, new(bool)))
	}
}

// shoot takes a picture that stays for so many hundredths of a second.
func (f *film) shoot(lasts int) {
	if f.err != nil {
		return
	}
	dir, err := os.MkdirTemp("", "lockstep-film-")
	if err != nil {
		f.err = err
		return
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "frame.png")
	if f.do(f.page.Shot(file)); f.err != nil {
		return
	}
	data, err := os.ReadFile(file)
	if err != nil {
		f.err = err
		return
	}
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		f.err = err
		return
	}
	f.frames, f.lasts = append(f.frames, picture), append(f.lasts, lasts)
}
