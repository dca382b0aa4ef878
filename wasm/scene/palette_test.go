package scene

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// luminance and contrast as WCAG 2.1 defines them.
func luminance(c Color) float64 {
	part := func(shift uint) float64 {
		v := float64(uint32(c)>>shift&0xFF) / 255
		if v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*part(24) + 0.7152*part(16) + 0.0722*part(8)
}

func contrast(a, b Color) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// Every text keeps 4.5 : 1 to what it stands on, and what only has to be seen 2 : 1
// or, on a projector, 3 : 1.
func TestContrast(t *testing.T) {
	for name, p := range palettes {
		text := func(what string, c, on Color) {
			assert.GreaterOrEqual(t, contrast(c, on), 4.5, "%s: %s", name, what)
		}
		for _, on := range []Color{p.Background, p.Surface} {
			text("text", p.Text, on)
			text("muted", p.Muted, on)
			text("accent", p.Accent, on)
			text("error", p.Error, on)
			text("warning", p.Warn, on)
			text("ok", p.OK, on)
		}
		text("text on chip", p.Text, p.Chip)
		text("muted on chip", p.Muted, p.Chip)
		text("text on a changed cell", p.Text, p.Changed)
		text("on accent", p.OnAccent, p.Accent)
		text("error on its ground", p.Error, p.ErrorSoft)
		text("ok on its ground", p.OK, p.OKSoft)
		for u := range uses {
			text(useKeys[u], p.OnSpent[u], p.Spent[u])
		}
		for r, c := range p.Rank {
			assert.GreaterOrEqual(t, contrast(c.OnFill, c.Fill), 4.5, "%s: on rank %d", name, r)
			assert.GreaterOrEqual(t, contrast(c.Ink, p.Surface), 4.5, "%s: ink of rank %d", name, r)
			assert.GreaterOrEqual(t, contrast(c.Ink, p.Background), 4.5, "%s: ink of rank %d", name, r)
			least := 2.8
			if name == "projector" {
				least = 4.5
			}
			assert.GreaterOrEqual(t, contrast(c.Bar, p.Surface), least, "%s: bar of rank %d", name, r)
		}
	}
}

func TestRanksBeyondEightHaveColours(t *testing.T) {
	p := palettes["light"]
	assert.Equal(t, p.rank(0), p.rank(8))
	assert.Equal(t, Color(0x11223380), Color(0x112233FF).alpha(0.5))
}
