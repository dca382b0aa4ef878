package canvas

import "image"

// A draw call costs as much as a hundred boxes, and each clip of the graphics card asks
// for one of its own. So what can be cut here to the clips of a scene is: boxes and
// glyphs, whose edges lie as the clip's do. What slants is left to the card, and so is
// the place that is painted: a figure is the same to the last bit, however much of it
// is painted.

// quad adds two triangles that use a texture.
func (p *painter) quad(page int, v *[4]vertex) {
	if bounds := p.bounds[len(p.bounds)-1]; !within(v[:], bounds) {
		if !upright(v) {
			p.open(page, p.effective(v[:])).quad(v)
			return
		}
		if !cut(v, bounds) {
			return
		}
	}
	clip := p.clips[0]
	if n := len(p.batches); n > 0 && p.batches[n-1].clip == p.clip() {
		clip = p.clip() // what cuts more than it has to is there already
	}
	p.open(page, clip).quad(v)
}

// effective is the clip that a figure needs: one that cuts nothing off it is as
// good as none, and lets it be drawn together with its neighbours.
func (p *painter) effective(v []vertex) image.Rectangle {
	clip, place := p.clip(), p.clips[0]
	if clip == place {
		return place
	}
	x0, y0, x1, y1 := v[0].DstX, v[0].DstY, v[0].DstX, v[0].DstY
	for i := 1; i < len(v); i++ {
		x0, x1 = min(x0, v[i].DstX), max(x1, v[i].DstX)
		y0, y1 = min(y0, v[i].DstY), max(y1, v[i].DstY)
	}
	x0, y0 = max(x0, float32(place.Min.X)), max(y0, float32(place.Min.Y))
	x1, y1 = min(x1, float32(place.Max.X)), min(y1, float32(place.Max.Y))
	if x0 >= float32(clip.Min.X) && y0 >= float32(clip.Min.Y) && x1 <= float32(clip.Max.X) && y1 <= float32(clip.Max.Y) {
		return place
	}
	return clip
}

// within tells whether a clip cuts nothing off a figure.
func within(v []vertex, clip image.Rectangle) bool {
	x0, y0, x1, y1 := float32(clip.Min.X), float32(clip.Min.Y), float32(clip.Max.X), float32(clip.Max.Y)
	for i := range v {
		if v[i].DstX < x0 || v[i].DstX > x1 || v[i].DstY < y0 || v[i].DstY > y1 {
			return false
		}
	}
	return true
}

// upright tells of a quad whose edges lie along the axes.
func upright(v *[4]vertex) bool {
	return v[0].DstY == v[1].DstY && v[1].DstX == v[2].DstX && v[2].DstY == v[3].DstY && v[3].DstX == v[0].DstX ||
		v[0].DstX == v[1].DstX && v[1].DstY == v[2].DstY && v[2].DstX == v[3].DstX && v[3].DstY == v[0].DstY
}

// cut moves the corners of an upright quad into a clip, and their places in the source
// with them; false when nothing of it is left.
func cut(v *[4]vertex, clip image.Rectangle) bool {
	a, along, down := v[0], v[1], v[3]
	if a.DstY != along.DstY {
		along, down = down, along
	}
	if a.DstX == along.DstX || a.DstY == down.DstY {
		return false
	}
	w, h := along.DstX-a.DstX, down.DstY-a.DstY
	ux, uy := (along.SrcX-a.SrcX)/w, (along.SrcY-a.SrcY)/w // of the source, for a pixel to the right
	vx, vy := (down.SrcX-a.SrcX)/h, (down.SrcY-a.SrcY)/h   // and for one down
	for i := range v {
		q := &v[i]
		x := min(max(q.DstX, float32(clip.Min.X)), float32(clip.Max.X))
		y := min(max(q.DstY, float32(clip.Min.Y)), float32(clip.Max.Y))
		dx, dy := x-q.DstX, y-q.DstY
		q.DstX, q.DstY = x, y
		q.SrcX += float32(dx*ux) + float32(dy*vx)
		q.SrcY += float32(dx*uy) + float32(dy*vy)
	}
	return v[0].DstX != v[2].DstX && v[0].DstY != v[2].DstY
}

// open returns the batch to append a figure to: the last one, if it has the same
// clip and texture and room.
func (p *painter) open(page int, clip image.Rectangle) *batch {
	if n := len(p.batches); n > 0 {
		b := &p.batches[n-1]
		if b.clip == clip && (page == anyPage || b.page == page) && len(b.vertices) < maxVertices {
			return b
		}
		if page == anyPage {
			page = b.page
		}
	}
	if page == anyPage {
		page = 0
	}
	if len(p.batches) < cap(p.batches) {
		p.batches = p.batches[:len(p.batches)+1]
	} else {
		p.batches = append(p.batches, batch{})
	}
	b := &p.batches[len(p.batches)-1]
	b.clip, b.page = clip, page
	return b
}
