//go:build js && wasm

package main

import (
	"fmt"
	"os"

	"lockstep/assets"
	"lockstep/wasm/app"
	"lockstep/wasm/canvas"
	"lockstep/wasm/page"
	"lockstep/wasm/scene"
	"lockstep/wasm/typeface"
)

type demo struct {
	page   *page.Page
	canvas *canvas.Canvas
	state  app.State
}

func (d *demo) Do(a app.Action)         { fmt.Printf("%T%+v\n", a, a) }
func (d *demo) State() *app.State       { return &d.state }
func (d *demo) Resized(v page.Viewport) { d.show(v) }
func (d *demo) show(v page.Viewport) {
	sc := demoScene(v.W, v.H)
	d.canvas.Show(sc, v.Scale)
	if d.page != nil {
		d.page.Show(sc, "zh")
	}
}

func main() {
	faces, err := typeface.Load(assets.FS)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	c, err := canvas.New(faces)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	d := &demo{canvas: c}
	d.page = page.New(d, page.Query{})
	c.Drawn = d.page.Drawn
	d.show(d.page.Viewport())
	fmt.Println(c.Run())
}

func demoScene(w, h float64) *scene.Scene {
	sc := &scene.Scene{W: w, H: h, Background: 0xFAFAF7FF, Title: "Lockstep demo", Live: "好"}
	box := func(x, y, w, h, r float64, fill, stroke scene.Color, sw float64) {
		sc.Shapes = append(sc.Shapes, scene.Shape{Kind: scene.Box, Rect: rect(x, y, w, h), Radius: r, Fill: fill, Stroke: stroke, Width: sw})
	}
	text := func(x, y float64, s string, size float64, c scene.Color, wt scene.Weight, mono bool, al scene.Align) {
		sc.Shapes = append(sc.Shapes, scene.Shape{Kind: scene.Text, Points: points(x, y), String: s, Size: size, Fill: c, Weight: wt, Mono: mono, Align: al})
	}
	const ink, muted, line, blue, orange = 0x1E2227FF, 0x6B7076FF, 0xE3E1D9FF, 0x0072B2FF, 0xD55E00FF
	box(0, 0, w, 52, 0, 0xFFFFFFFF, 0, 0)
	sc.Shapes = append(sc.Shapes, scene.Shape{Kind: scene.Line, Points: points(0, 52, w, 52), Stroke: line, Width: 1})
	text(54, 32, "Lockstep", 16, ink, scene.Bold, false, scene.Start)
	text(142, 24, "02 · 两个标量的 all-reduce", 14, ink, scene.Bold, false, scene.Start)
	text(142, 42, "先手算，再运行", 11.5, muted, scene.Regular, false, scene.Start)
	box(602, 12, 84, 28, 8, 0x2F5BEAFF, 0, 0)
	text(634, 30.5, "播放", 13, 0xFFFFFFFF, scene.Regular, false, scene.Start)
	sc.Shapes = append(sc.Shapes, scene.Shape{Kind: scene.Path, Points: points(618, 20, 627, 26, 618, 32), Commands: []scene.Command{scene.MoveTo, scene.LineTo, scene.LineTo, scene.Close}, Fill: 0xFFFFFFFF, Stroke: 0xFFFFFFFF, Width: 1.6})
	for i, y := range []float64{88, 188} {
		c := []scene.Color{blue, orange}[i]
		box(16, y, w-32, 84, 10, 0xFFFFFFFF, line, 1)
		box(16, y, 5, 84, 2.5, c, 0, 0)
		text(32, y+22, fmt.Sprintf("rank %d", i), 14, c, scene.Bold, false, scene.Start)
		text(82, y+22, "pid 4100", 11, muted, scene.Regular, false, scene.Start)
		text(46, y+48, "float32[2]", 10.5, muted, scene.Regular, true, scene.Start)
		box(124, y+33, 44, 26, 5, 0xFFFFFFFF, 0x2F5BEAFF, 1.8)
		text(146, y+50.5, "1", 13, ink, scene.Regular, true, scene.Middle)
		box(172, y+33, 44, 26, 5, 0xFFFFFFFF, line, 1)
		text(194, y+50.5, "2", 13, ink, scene.Regular, true, scene.Middle)
		sc.Hot = append(sc.Hot, scene.Hot{ID: fmt.Sprintf("rank-%d.tensor.x.0", i), Rect: rect(124, y+33, 44, 26), Role: scene.Textbox, Name: "x[0]", Value: "1", Mono: true, FontSize: 13, Set: app.SetLang{}})
		sc.Shapes = append(sc.Shapes, scene.Shape{Kind: scene.Hatch, Rect: rect(450, y+24, 54, 34), Radius: 7, Fill: c&^0xff | 0x1A, Stroke: c&^0xff | 0x73})
		box(450, y+24, 54, 34, 7, 0, c, 1)
		box(506, y+24, 236, 34, 7, c, 0, 0)
		text(516, y+39, "all_reduce(x, SUM)", 12, 0xFFFFFFFF, scene.Bold, false, scene.Start)
		text(516, y+52, "ring · 2(P−1)=2 steps · 8 B", 10, 0xFFFFFFFF, scene.Regular, true, scene.Start)
		sc.Shapes = append(sc.Shapes, scene.Shape{Kind: scene.Box, Rect: rect(862, y+24, 34, 34), Radius: 7, Stroke: 0xB9B6ABFF, Width: 1, Dash: [2]float64{4, 3}})
		text(879, y+46, "＋", 14, muted, scene.Regular, false, scene.Middle)
	}
	sc.Shapes = append(sc.Shapes,
		scene.Shape{Kind: scene.Line, Points: points(522, 146, 582, 212), Stroke: blue, Width: 1.8, Arrow: true},
		scene.Shape{Kind: scene.Line, Points: points(534, 212, 594, 146), Stroke: orange, Width: 1.8, Arrow: true},
		scene.Shape{Kind: scene.Line, Points: points(608, 80, 608, 300), Stroke: 0x2F5BEAFF, Width: 1.6},
		scene.Shape{Kind: scene.Path, Points: points(300, 520, 420, 440, 510, 440, 632, 520), Commands: []scene.Command{scene.MoveTo, scene.CubicTo}, Stroke: blue, Width: 2, Arrow: true},
		scene.Shape{Kind: scene.Path, Points: points(300, 620, 420, 540, 510, 540, 632, 620), Commands: []scene.Command{scene.MoveTo, scene.CubicTo}, Stroke: orange, Width: 2, Dash: [2]float64{5, 4}},
		scene.Shape{Kind: scene.Path, Points: points(700, 600, 708, 610, 725, 590), Commands: []scene.Command{scene.MoveTo, scene.LineTo, scene.LineTo}, Stroke: 0x1B7F4BFF, Width: 2},
	)
	box(574, 286, 68, 20, 10, 0x2F5BEAFF, 0, 0)
	text(608, 300, "5.083 ms", 11, 0xFFFFFFFF, scene.Bold, true, scene.Middle)
	box(118, 468, 184, 184, 92, 0xFAFAF7FF, blue, 3)
	text(210, 500, "rank 0", 15, blue, scene.Bold, false, scene.Middle)
	sc.Shapes = append(sc.Shapes, scene.Shape{Kind: scene.Clip, Rect: rect(340, 660, 120, 40)})
	box(340, 660, 400, 100, 10, 0xFFF7E0FF, orange, 2)
	text(350, 690, "被剪裁的文字 clipped text", 13, ink, scene.Regular, false, scene.Start)
	sc.Shapes = append(sc.Shapes, scene.Shape{Kind: scene.Unclip})
	text(34, 764, "字节 / rank：8 B = 理论下界 2(P−1)/P·n ✓ 한국어 привет עברית 🎉 龘", 12, muted, scene.Regular, false, scene.Start)
	return sc
}

func rect(x, y, w, h float64) scene.Rect { return scene.Rect{X: x, Y: y, W: w, H: h} }

func points(v ...float64) (out []scene.Point) {
	for i := 0; i+1 < len(v); i += 2 {
		out = append(out, scene.Point{X: v[i], Y: v[i+1]})
	}
	return out
}
