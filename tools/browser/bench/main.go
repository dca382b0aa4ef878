// Command bench measures the page in a browser against what it promises, and
// prints the figures:
//
//	go run ./tools/browser/bench [-only visit,embeds,playback,edit,million,large,job,rest] [-profile DIR]
//
// Frames are measured against a bare page with Ebitengine that the same run builds
// and shows, because a time says more about the machine than about the page. What
// is counted is the work of the page's own thread. It fails for nothing: people
// read it. With -profile, what the thread was in is written there as .cpuprofile
// files, which the browser's own tools open; the times are longer then.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"lockstep/tools/bare"
	"lockstep/tools/browser"
	"lockstep/tools/site"
)

func main() {
	only := flag.String("only", "", "which measurements, with commas; all if none is named")
	profiles := flag.String("profile", "", "a folder for profiles of what takes long")
	flag.Parse()
	if err := run(*only, *profiles); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// measurements by name, in order.
var measurements = []struct {
	name string
	do   func(*bench) error
}{
	{"visit", (*bench).visit}, {"embeds", (*bench).embeds},
	{"playback", (*bench).playback}, {"edit", (*bench).edit}, {"million", (*bench).million}, {"large", (*bench).large}, {"job", (*bench).job}, {"rest", (*bench).rest},
}

func run(only, profiles string) error {
	root, err := site.Root()
	if err != nil {
		return err
	}
	b := &bench{profiles: profiles}
	make := site.Make
	if profiles != "" {
		make = site.MakeNamed
	}
	if b.files[0], err = make(root); err != nil {
		return err
	}
	if b.files[1], err = bare.Make(root); err != nil {
		return err
	}
	for i, to := range []*string{&b.page, &b.bare} {
		address, stop, err := site.Serve(site.Handler(b.files[i]))
		if err != nil {
			return err
		}
		defer stop() //nolint:errcheck // the program ends
		*to = address
	}
	if b.browser, err = browser.Start(""); err != nil {
		return err
	}
	defer b.browser.Close()
	for _, m := range measurements {
		if only != "" && !slices.Contains(strings.Split(only, ","), m.name) {
			continue
		}
		if err := m.do(b); err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
	}
	return nil
}

// bench has both pages and a browser.
type bench struct {
	files      [2][]site.File // of both, in this order
	page, bare string
	profiles   string // where to write them; "": nowhere
	browser    *browser.Browser
}

// profiled does something, and writes what the page's thread was in meanwhile.
func (b *bench) profiled(p *browser.Page, name string, do func() error) error {
	if b.profiles == "" {
		return do()
	}
	const interval = 500 // microseconds
	profile, err := browser.Profile(p, interval, do)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(b.profiles, name+".cpuprofile"), profile, 0o644)
}

// open shows an address with every frame's work counted.
func (b *bench) open(address string) (*browser.Page, error) {
	p, err := b.browser.Blank(browser.View{W: 1280, H: 800})
	if err != nil {
		return nil, err
	}
	if err := p.Before(counting); err != nil {
		p.Close()
		return nil, err
	}
	if err := p.Load(address); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// playground shows the page, ready.
func (b *bench) playground() (*browser.Page, error) {
	p, err := b.open(b.page + "?lang=en")
	if err != nil {
		return nil, err
	}
	if err := p.Ready(); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// say prints a figure beside its target.
func say(what, target string, format string, args ...any) {
	fmt.Printf("%-58s %-34s %s\n", what, fmt.Sprintf(format, args...), target)
}
