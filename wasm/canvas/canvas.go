//go:build js && wasm

//lint:file-ignore SA1019 drawing on demand needs what Ebitengine calls deprecated: a page at rest must cost nothing

package canvas

import (
	_ "embed"
	"fmt"
	"image"
	"image/color"
	"syscall/js"
	"unsafe"

	"github.com/hajimehoshi/ebiten/v2"

	"lockstep/wasm/scene"
	"lockstep/wasm/typeface"
)

//go:embed ink.kage
var inkSource []byte

// Canvas shows one scene at a time. It draws when asked, and never else.
type Canvas struct {
	shader  *ebiten.Shader
	painter *painter
	pages   []*ebiten.Image

	scene  *scene.Scene
	scale  float64
	damage damage
	screen *ebiten.Image // on which the last picture was drawn, and still is
	frames int

	// Drawn is called after each picture, with how many there were so far.
	Drawn func(frames int)

	next   func() // see Next
	inside bool   // of a frame, before the drawing
	fresh  bool   // the scene has not been drawn yet
	wake   js.Value

	dot    *ebiten.Image              // a white pixel
	finish [2]ebiten.DrawImageOptions // of the picture, and of what moves over it

	cuts    map[image.Rectangle]*ebiten.Image // of the screen; each keeps memory of its own
	options *ebiten.DrawTrianglesShaderOptions
	period  float64 // of the options
}

// New makes a canvas that sets texts in the given faces, and makes the browser
// measure what they do not hold.
func New(faces *typeface.Set) (*Canvas, error) {
	shader, err := ebiten.NewShader(inkSource)
	if err != nil {
		return nil, fmt.Errorf("compile the shader: %w", err)
	}
	f := newBrowserText()
	faces.Foreign = f.width
	return &Canvas{shader: shader, painter: newPainter(faces, f), scale: 1}, nil
}

// Run shows the scenes until the program ends; it returns only with an error,
// as when the browser has no WebGL 2.
func (c *Canvas) Run() error {
	ebiten.SetScreenClearedEveryFrame(false)
	ebiten.SetFPSMode(ebiten.FPSModeVsyncOffMinimum)
	ebiten.SetTPS(ebiten.SyncWithFPS)
	ebiten.SetRunnableOnUnfocused(true)
	return ebiten.RunGameWithOptions((*game)(c), &ebiten.RunGameOptions{
		InitUnfocused: true,
		// The page answers for the size in device pixels itself: Ebitengine
		// reads the device pixel ratio once and never again.
		DisableHiDPI: true,
	})
}

// Show makes sc the picture, at a number of device pixels per CSS pixel. What of it
// the screen shows already is not drawn again.
func (c *Canvas) Show(sc *scene.Scene, scale float64) {
	if c.scale != scale {
		c.damage.all = true
	}
	c.painter.differ(&c.damage, c.scene, sc, scale)
	c.scene, c.scale, c.fresh = sc, scale, true
	if !c.inside {
		c.ask()
	}
}

// Next calls f once, at the beginning of the next frame. What f shows is drawn in
// that frame already.
func (c *Canvas) Next(f func()) {
	c.next = f
	c.ask()
}

// ask asks for a frame.
func (c *Canvas) ask() {
	ebiten.ScheduleFrame()
	// The loader holds Ebitengine's request for a frame back until now.
	if !c.wake.Truthy() {
		if c.wake = js.Global().Get("lockstep").Get("wake"); !c.wake.Truthy() {
			return
		}
	}
	c.wake.Invoke()
}

// Frames is how many pictures were drawn.
func (c *Canvas) Frames() int { return c.frames }

// game is what Ebitengine calls.
type game Canvas

func (g *game) Update() error {
	if f := g.next; f != nil {
		g.next, g.inside = nil, true
		f()
		g.inside = false
	}
	return nil
}

// Layout is never called, since LayoutF is there.
func (g *game) Layout(w, h int) (int, int) { return w, h }

// LayoutF takes the size as it is: one picture pixel to a device pixel.
func (g *game) LayoutF(w, h float64) (float64, float64) { return max(w, 1), max(h, 1) }

func (g *game) Draw(screen *ebiten.Image) {
	if g.scene == nil {
		return
	}
	if g.screen != screen { // a new one is empty
		g.screen, g.damage.all = screen, true
		clear(g.cuts)
	}
	g.painter.repaint(g.scene, g.scale, g.damage.within(screen.Bounds()))
	g.damage.clear()
	g.upload()
	for i := range g.painter.batches {
		g.draw(screen, &g.painter.batches[i])
	}
	if !g.fresh {
		return
	}
	g.fresh = false
	g.frames++
	if g.Drawn != nil {
		g.Drawn(g.frames)
	}
}

// DrawFinalScreen brings the picture to where it is seen, and draws over it what moves.
func (g *game) DrawFinalScreen(screen ebiten.FinalScreen, picture *ebiten.Image, place ebiten.GeoM) {
	g.finish[0].GeoM = place
	screen.DrawImage(picture, &g.finish[0])
	m := &g.painter.mover
	if m.of != g.scene || m.place < 0 {
		return
	}
	if g.dot == nil {
		g.dot = ebiten.NewImageWithOptions(image.Rect(0, 0, 1, 1), &ebiten.NewImageOptions{Unmanaged: true})
		g.dot.Fill(color.White)
	}
	o, k := &g.finish[1], inkOf(m.color)
	o.GeoM.Reset()
	o.GeoM.Scale(float64(m.at.Dx()), float64(m.at.Dy()))
	o.GeoM.Translate(float64(m.at.Min.X), float64(m.at.Min.Y))
	o.GeoM.Concat(place)
	o.ColorScale.Reset()
	o.ColorScale.Scale(k.r, k.g, k.b, k.a)
	screen.DrawImage(g.dot, o)
}

// upload brings new glyphs into the textures, one transfer for each page.
func (g *game) upload() {
	for i, p := range g.painter.atlas.pages {
		if i == len(g.pages) {
			g.pages = append(g.pages, ebiten.NewImageWithOptions(image.Rect(0, 0, pageSize, pageSize), &ebiten.NewImageOptions{Unmanaged: true}))
		}
		if p.dirty.Empty() {
			continue
		}
		d := p.dirty
		pix := make([]byte, 0, 4*d.Dx()*d.Dy())
		for y := d.Min.Y; y < d.Max.Y; y++ {
			o := p.pixels.PixOffset(d.Min.X, y)
			pix = append(pix, p.pixels.Pix[o:o+4*d.Dx()]...)
		}
		g.pages[i].SubImage(d).(*ebiten.Image).WritePixels(pix)
		p.dirty = image.Rectangle{}
	}
}

// cut is a part of the screen.
func (g *game) cut(r image.Rectangle) *ebiten.Image {
	if m, ok := g.cuts[r]; ok {
		return m
	}
	const most = 200
	if g.cuts == nil || len(g.cuts) > most {
		g.cuts = map[image.Rectangle]*ebiten.Image{}
	}
	m := g.screen.SubImage(r).(*ebiten.Image)
	g.cuts[r] = m
	return m
}

func (g *game) draw(screen *ebiten.Image, b *batch) {
	if len(b.indices) == 0 || b.clip.Empty() {
		return
	}
	dst := screen
	if b.clip != screen.Bounds() {
		dst = g.cut(b.clip)
	}
	// One has the fields of the other: a copy of all would be made for its name alone.
	vertices := unsafe.Slice((*ebiten.Vertex)(unsafe.Pointer(&b.vertices[0])), len(b.vertices))
	if g.options == nil || g.period != g.scale {
		g.period, g.options = g.scale, &ebiten.DrawTrianglesShaderOptions{Uniforms: map[string]any{
			"Period": float32(7 * g.scale),
			"Stripe": float32(2.2 * g.scale),
		}}
	}
	g.options.Images[0] = g.pages[b.page]
	dst.DrawTrianglesShader(vertices, b.indices, g.shader, g.options)
}
