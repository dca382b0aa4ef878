//go:build js && wasm

package main

import (
	"fmt"
	"os"
	"syscall/js"

	"lockstep/assets"
	"lockstep/wasm/app"
	"lockstep/wasm/canvas"
	"lockstep/wasm/page"
	"lockstep/wasm/paper"
	"lockstep/wasm/scene"
	"lockstep/wasm/typeface"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "lockstep:", err)
		os.Exit(1)
	}
}

func run() error {
	faces, err := typeface.Load(assets.FS)
	if err != nil {
		return err
	}
	view, drawn, err := newScreen(faces)
	if err != nil {
		return err
	}
	composer, err := scene.Load(assets.FS, faces)
	if err != nil {
		return err
	}
	wishes := page.Ask()
	g := &playground{screen: view, faces: faces, composer: composer}
	g.page = page.New(g, &wishes)
	g.heap = newHeap(g.moving)
	if err := g.first(&wishes); err != nil {
		return err
	}
	g.tick = js.FuncOf(func(_ js.Value, args []js.Value) any { g.ticked(args[0].Float()); return nil })
	g.next = func() { g.ticked(now()) }
	g.page.Open()
	*drawn = g.page.Drawn
	for _, m := range wishes.Complaints() {
		g.say(m)
	}
	if !webGL2() {
		g.say(app.Say("nowebgl"))
	}
	g.wake()
	return view.Run()
}

// screen shows scenes.
type screen interface {
	// Show makes a scene the picture, at a number of device pixels per CSS pixel.
	Show(sc *scene.Scene, scale float64)
	// Run goes on until the program ends.
	Run() error
}

// newScreen is a canvas, or paper where the browser cannot draw on one; and where
// to put who wants to know of each picture.
func newScreen(faces *typeface.Set) (screen, *func(int), error) {
	if !webGL2() {
		canvas.Measure(faces)
		p := paper.New(faces)
		return p, &p.Drawn, nil
	}
	c, err := canvas.New(faces)
	if err != nil {
		return nil, nil, err
	}
	return c, &c.Drawn, nil
}

// webGL2 is what the loader found out.
func webGL2() bool { return !js.Global().Get("lockstep").Get("plain").Truthy() }
