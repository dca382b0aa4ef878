// Command shot builds the page and takes pictures of it, for people to look at.
//
//	go run ./tools/browser/shot [-o folder] [-query "lang=zh"] [-fragment s=…] [-size 1280x800] [-scale 1,2]
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"lockstep/tools/browser"
	"lockstep/tools/site"
)

func main() {
	out := flag.String("o", "shots", "the folder for the pictures")
	query := flag.String("query", "", "the part of the address behind the question mark")
	fragment := flag.String("fragment", "", "the part behind the #")
	sizes := flag.String("size", "1280x800", "sizes in CSS pixels, with commas")
	scales := flag.String("scale", "1", "device pixel ratios, with commas")
	lang := flag.String("language", "en-US", "the browser's language")
	focus := flag.String("focus", "", "the data-id of a control to focus first")
	press := flag.String("press", "", "data-ids of controls to press first, with commas")
	dark := flag.Bool("dark", false, "prefer dark colours")
	flag.Parse()
	o := order{*out, *query, *fragment, *lang, *focus, *press, *dark}
	if err := o.run(strings.Split(*sizes, ","), strings.Split(*scales, ",")); err != nil {
		fmt.Fprintln(os.Stderr, "shot:", err)
		os.Exit(1)
	}
}

type order struct {
	out, query, fragment, lang, focus, press string
	dark                                     bool
}

func (o order) run(sizes, scales []string) error {
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
	b, err := browser.Start(o.lang)
	if err != nil {
		return err
	}
	defer b.Close()
	for _, size := range sizes {
		for _, scale := range scales {
			if err := o.shot(b, address, size, scale); err != nil {
				return fmt.Errorf("%s at %s: %w", size, scale, err)
			}
		}
	}
	return nil
}

func (o order) shot(b *browser.Browser, address, size, scale string) error {
	w, h, ok := strings.Cut(size, "x")
	wide, err1 := strconv.Atoi(w)
	high, err2 := strconv.Atoi(h)
	factor, err3 := strconv.ParseFloat(scale, 64)
	if !ok || err1 != nil || err2 != nil || err3 != nil {
		return fmt.Errorf("not a size and a scale")
	}
	if o.query != "" {
		address += "?" + o.query
	}
	if o.fragment != "" {
		address += "#" + o.fragment
	}
	p, err := b.Open(address, browser.View{W: wide, H: high, Scale: factor, Language: o.lang, Dark: o.dark})
	if err != nil {
		return err
	}
	defer p.Close()
	for id := range strings.SplitSeq(o.press, ",") {
		if id != "" {
			if err := p.Press(id); err != nil {
				return err
			}
		}
	}
	if o.focus != "" {
		if err := p.Focus(o.focus); err != nil {
			return err
		}
	}
	file := filepath.Join(o.out, fmt.Sprintf("%s@%s.png", size, scale))
	if err := p.Shot(file); err != nil {
		return err
	}
	frames, err := p.Frames()
	if err != nil {
		return err
	}
	fmt.Printf("%s: %d frames\n", file, frames)
	for _, problem := range p.Problems() {
		fmt.Println("  ", problem)
	}
	return nil
}
