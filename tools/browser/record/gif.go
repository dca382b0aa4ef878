package main

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/gif"
	"maps"
	"slices"
)

// encode makes a GIF that goes round: one set of colours for all pictures, and of
// each picture only the part that differs from the one before.
func encode(frames []image.Image, lasts []int) ([]byte, error) {
	colours := common(frames)
	near := map[color.RGBA]uint8{}
	out := &gif.GIF{}
	var before *image.Paletted
	for i, frame := range frames {
		now := reduce(frame, colours, near)
		show := now
		if before != nil {
			show = change(before, now)
		}
		out.Image = append(out.Image, show)
		out.Delay = append(out.Delay, lasts[i])
		out.Disposal = append(out.Disposal, gif.DisposalNone)
		before = now
	}
	bounds := frames[0].Bounds()
	out.Config = image.Config{ColorModel: colours, Width: bounds.Dx(), Height: bounds.Dy()}
	var b bytes.Buffer
	err := gif.EncodeAll(&b, out)
	return b.Bytes(), err
}

// common is the colours that there are most of. The page has few; the rest are the
// edges of its letters. The last is see-through: as in the picture before.
func common(frames []image.Image) color.Palette {
	count := map[color.RGBA]int{}
	for _, frame := range frames {
		r := frame.Bounds()
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				count[rgba(frame, x, y)]++
			}
		}
	}
	order := slices.SortedFunc(maps.Keys(count), func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B))
	})
	var palette color.Palette
	for _, c := range order[:min(len(order), 255)] {
		palette = append(palette, c)
	}
	return append(palette, color.RGBA{})
}

func rgba(m image.Image, x, y int) color.RGBA {
	r, g, b, _ := m.At(x, y).RGBA()
	return color.RGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), 255}
}

// reduce gives each point the nearest of the colours.
func reduce(frame image.Image, colours color.Palette, near map[color.RGBA]uint8) *image.Paletted {
	r := frame.Bounds()
	out := image.NewPaletted(image.Rect(0, 0, r.Dx(), r.Dy()), colours)
	solid := colours[:len(colours)-1]
	for y := range r.Dy() {
		for x := range r.Dx() {
			c := rgba(frame, r.Min.X+x, r.Min.Y+y)
			i, known := near[c]
			if !known {
				i = uint8(solid.Index(c))
				near[c] = i
			}
			out.SetColorIndex(x, y, i)
		}
	}
	return out
}

// change is the smallest part of a picture outside of which it is as the one
// before; what is the same in it is see-through.
func change(before, now *image.Paletted) *image.Paletted {
	part := image.Rectangle{}
	r := now.Bounds()
	for y := range r.Dy() {
		for x := range r.Dx() {
			if before.ColorIndexAt(x, y) != now.ColorIndexAt(x, y) {
				part = part.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	if part.Empty() {
		part = image.Rect(0, 0, 1, 1)
	}
	out := image.NewPaletted(part, now.Palette)
	clear := uint8(len(now.Palette) - 1)
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			i := now.ColorIndexAt(x, y)
			if i == before.ColorIndexAt(x, y) {
				i = clear
			}
			out.SetColorIndex(x, y, i)
		}
	}
	return out
}
