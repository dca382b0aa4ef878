package scene

import "lockstep/wasm/app"

// Palette is the colours of one theme. Red means failure and nothing else.
type Palette struct {
	Dark bool

	Background Color // paper
	Surface    Color // cards, bars
	Line       Color // borders, rules
	Faint      Color // dashed outlines, axis marks
	Text       Color
	Muted      Color
	Accent     Color
	OnAccent   Color
	Chip       Color // quiet blocks, code
	Changed    Color // a value that changed at this moment

	Error, ErrorSoft Color
	Warn             Color
	OK, OKSoft       Color
	Shadow           Color

	// Spent and OnSpent are the grounds of what time goes to (see use), and what is
	// written on them.
	Spent, OnSpent [uses]Color

	Rank []RankColor
}

// RankColor is the colours of one rank, told apart by people who see colours
// differently (after Okabe and Ito). Bar is for lines and edges, Fill for blocks
// with OnFill on them, Ink for text on Surface; the last two keep a contrast of
// 4.5 : 1 or more.
type RankColor struct{ Bar, Fill, OnFill, Ink Color }

const white Color = 0xFFFFFFFF

var palettes = map[app.Theme]*Palette{
	app.Light: {
		Background: 0xFAFAF7FF, Surface: white, Line: 0xE3E1D9FF, Faint: 0xB9B6ABFF,
		Text: 0x1E2227FF, Muted: 0x666B71FF, Accent: 0x2F5BEAFF, OnAccent: white, Chip: 0xF1F0EAFF, Changed: 0xFFF3CCFF,
		Error: 0xC62828FF, ErrorSoft: 0xFDECEAFF, Warn: 0x9A5B00FF, OK: 0x177745FF, OKSoft: 0xE8F4EDFF, Shadow: 0x1E222718,
		Spent:   [uses]Color{0xE8C547FF, 0x8FB5A3FF, 0xDAD7CBFF, 0x2F5BEAFF, white},
		OnSpent: [uses]Color{0x1E2227FF, 0x1E2227FF, 0x1E2227FF, white, 0x666B71FF},
		Rank: []RankColor{
			{0x0072B2FF, 0x0072B2FF, white, 0x0068A3FF},
			{0xD55E00FF, 0xC25500FF, white, 0xB85000FF},
			{0x009E73FF, 0x00805DFF, white, 0x007A59FF},
			{0xCC79A7FF, 0xB0508AFF, white, 0xA84983FF},
			{0xB07D00FF, 0x8F6500FF, white, 0x8A6200FF},
			{0x3A9BD9FF, 0x2477B0FF, white, 0x1F70A8FF},
			{0x7A5C1EFF, 0x7A5C1EFF, white, 0x7A5C1EFF},
			{0x6A4C93FF, 0x6A4C93FF, white, 0x6A4C93FF},
		},
	},
	app.Dark: {
		Dark:       true,
		Background: 0x15171AFF, Surface: 0x1E2125FF, Line: 0x363A40FF, Faint: 0x5F646BFF,
		Text: 0xE9E8E3FF, Muted: 0xA0A5ABFF, Accent: 0x7E9BFFFF, OnAccent: 0x10131AFF, Chip: 0x2A2E33FF, Changed: 0x4A3F14FF,
		Error: 0xFF8A80FF, ErrorSoft: 0x3D1F1EFF, Warn: 0xF0B35AFF, OK: 0x6FCF97FF, OKSoft: 0x1B3326FF, Shadow: 0x00000060,
		Spent:   [uses]Color{0xC9A227FF, 0x7FA693FF, 0x4A4E53FF, 0x7E9BFFFF, 0x1E2125FF},
		OnSpent: [uses]Color{0x15171AFF, 0x15171AFF, 0xE9E8E3FF, 0x10131AFF, 0xA0A5ABFF},
		Rank: []RankColor{
			{0x3E9BD6FF, 0x5CB3EAFF, 0x0B1620FF, 0x6BB9ECFF},
			{0xE8813AFF, 0xF0914EFF, 0x1E0F04FF, 0xF39B5CFF},
			{0x2DBE92FF, 0x3CC79CFF, 0x04180FFF, 0x4BCBA3FF},
			{0xD78FB8FF, 0xDF9CC2FF, 0x200C17FF, 0xE0A0C6FF},
			{0xD4A017FF, 0xDBAB2BFF, 0x1B1402FF, 0xE0B23EFF},
			{0x7CC4F2FF, 0x8BCBF4FF, 0x0A1822FF, 0x93CFF5FF},
			{0xB99452FF, 0xC4A164FF, 0x1A1205FF, 0xC9A86FFF},
			{0xA78BD0FF, 0xB39AD8FF, 0x150D20FF, 0xBBA4DDFF},
		},
	},
	app.Projector: {
		Background: white, Surface: white, Line: 0x8C8C86FF, Faint: 0x70706AFF,
		Text: 0x000000FF, Muted: 0x3A3D40FF, Accent: 0x0B3BD1FF, OnAccent: white, Chip: 0xE6E5DDFF, Changed: 0xFFE27AFF,
		Error: 0xA80000FF, ErrorSoft: 0xFFDAD6FF, Warn: 0x7A4300FF, OK: 0x005F33FF, OKSoft: 0xD5F0E0FF, Shadow: 0x00000030,
		Spent:   [uses]Color{0xF2C200FF, 0x6FB394FF, 0xCFCCC0FF, 0x0B3BD1FF, white},
		OnSpent: [uses]Color{0x000000FF, 0x000000FF, 0x000000FF, white, 0x3A3D40FF},
		Rank: []RankColor{
			{0x00558CFF, 0x00558CFF, white, 0x00558CFF},
			{0xA84300FF, 0xA84300FF, white, 0xA84300FF},
			{0x006B4BFF, 0x006B4BFF, white, 0x006B4BFF},
			{0x933B70FF, 0x933B70FF, white, 0x933B70FF},
			{0x6E4E00FF, 0x6E4E00FF, white, 0x6E4E00FF},
			{0x145B8CFF, 0x145B8CFF, white, 0x145B8CFF},
			{0x5C4410FF, 0x5C4410FF, white, 0x5C4410FF},
			{0x523577FF, 0x523577FF, white, 0x523577FF},
		},
	},
}

// paletteOf returns the theme's colours; an unknown theme is light.
func paletteOf(t app.Theme) *Palette {
	if p, ok := palettes[t]; ok {
		return p
	}
	return palettes[app.Light]
}

// rank returns the colours of a rank; beyond eight they come round again, and
// the name beside them tells.
func (p *Palette) rank(r int) RankColor { return p.Rank[r%len(p.Rank)] }

// alpha makes c see-through, a from 0 to 1.
func (c Color) alpha(a float64) Color {
	return c&^0xFF | Color(float64(c&0xFF)*a+0.5)
}
