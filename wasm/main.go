//go:build js && wasm

package main

import (
	"fmt"
	"os"
	"syscall/js"

	"lockstep/assets"
	"lockstep/wasm/canvas"
	"lockstep/wasm/page"
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
	view, err := canvas.New(faces)
	if err != nil {
		return err
	}
	composer, err := scene.Load(assets.FS, faces)
	if err != nil {
		return err
	}
	wishes := page.Ask()
	g := &playground{canvas: view, composer: composer}
	g.page = page.New(g, &wishes)
	if err := g.first(&wishes); err != nil {
		return err
	}
	g.tick = js.FuncOf(g.ticked)
	g.page.Open()
	view.Drawn = g.page.Drawn
	for _, m := range wishes.Complaints() {
		g.say(m)
	}
	g.wake()
	return view.Run()
}
