package canvas

import (
	"image"

	"lockstep/wasm/scene"
)

// vertex has the fields of ebiten.Vertex, so that one converts to the other.
type vertex struct {
	DstX, DstY, SrcX, SrcY         float32
	ColorR, ColorG, ColorB, ColorA float32
	Custom0, Custom1               float32
	Custom2, Custom3               float32
}

// What a triangle's Custom3 tells the shader. Zero and above is a box: the half
// width of its stroke, or 0 for a filled one.
const (
	kindGlyph    = -1 // coverage of the texture at Src, times the colour
	kindTriangle = -2 // Src and Custom0 are distances to the three edges
	kindHatch    = -3 // a filled box cut into diagonal stripes
	kindImage    = -4 // the texture's own colours
)

// maxVertices is what a 16-bit index reaches, less a margin for one shape.
const maxVertices = 1<<16 - 64

// batch is triangles that share a clip and a texture: one draw call.
type batch struct {
	clip     image.Rectangle
	page     int
	vertices []vertex
	indices  []uint16
}

// ink is a premultiplied colour.
type ink struct{ r, g, b, a float32 }

func inkOf(c scene.Color) ink {
	a := float32(c&0xff) / 255
	return ink{
		r: float32(c>>24&0xff) / 255 * a,
		g: float32(c>>16&0xff) / 255 * a,
		b: float32(c>>8&0xff) / 255 * a,
		a: a,
	}
}

func (k ink) times(f float32) ink { return ink{k.r * f, k.g * f, k.b * f, k.a * f} }

func (k ink) vertex(x, y, u, v float64, custom [4]float32) vertex {
	return vertex{
		DstX: float32(x), DstY: float32(y), SrcX: float32(u), SrcY: float32(v),
		ColorR: k.r, ColorG: k.g, ColorB: k.b, ColorA: k.a,
		Custom0: custom[0], Custom1: custom[1], Custom2: custom[2], Custom3: custom[3],
	}
}

// quad adds two triangles; the corners go around.
func (b *batch) quad(v *[4]vertex) {
	n := uint16(len(b.vertices))
	b.vertices = append(b.vertices, v[:]...)
	b.indices = append(b.indices, n, n+1, n+2, n, n+2, n+3)
}

func (b *batch) triangle(v *[3]vertex) {
	n := uint16(len(b.vertices))
	b.vertices = append(b.vertices, v[:]...)
	b.indices = append(b.indices, n, n+1, n+2)
}
