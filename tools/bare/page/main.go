//go:build js && wasm

// Command page is the smallest page with Ebitengine and text: a line of text
// and a rectangle that moves. It is what the playground's size and speed are
// measured against, so it uses Ebitengine as its own documentation tells to, and
// does nothing to be small or swift.
package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"image/color"
	"os"
	"syscall/js"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/text/v2"
	"github.com/hajimehoshi/ebiten/v2/vector"
)

//go:embed mono.ttf
var mono []byte

type game struct {
	face   *text.GoTextFace
	frames int
}

func (g *game) Update() error { return nil }

func (g *game) Draw(screen *ebiten.Image) {
	screen.Fill(color.White)
	vector.DrawFilledRect(screen, float32(20+g.frames%200), 80, 60, 20, color.Black, true)
	o := &text.DrawOptions{}
	o.GeoM.Translate(20, 20)
	o.ColorScale.ScaleWithColor(color.Black)
	text.Draw(screen, fmt.Sprintf("frame %d", g.frames), g.face, o)
	g.frames++
	js.Global().Set("frames", g.frames)
	if g.frames == 1 {
		js.Global().Call("drawn")
	}
}

func (g *game) Layout(w, h int) (int, int) { return w, h }

func main() {
	source, err := text.NewGoTextFaceSource(bytes.NewReader(mono))
	if err == nil {
		err = ebiten.RunGame(&game{face: &text.GoTextFace{Source: source, Size: 16}})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "page:", err)
		os.Exit(1)
	}
}
