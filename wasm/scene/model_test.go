package scene

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"lockstep/wasm/app"
)

// visible are the texts of a scene that are not cut away, joined.
func visible(sc *Scene) string {
	var all []string
	clips := []Rect{{0, 0, sc.W, sc.H}}
	for i := range sc.Shapes {
		s := &sc.Shapes[i]
		switch s.Kind {
		case Clip:
			clips = append(clips, s.Rect.intersect(clips[len(clips)-1]))
		case Unclip:
			clips = clips[:len(clips)-1]
		case Text:
			if c := clips[len(clips)-1]; s.Points[0].Y-s.Size*0.7 >= c.Y && s.Points[0].Y <= c.bottom() {
				all = append(all, s.String)
			}
		}
	}
	return strings.Join(all, " ")
}

// Whatever is shown in whatever room, the picture says that its time is virtual and
// that it predicts nothing about real hardware.
func TestEveryPictureSaysWhatItIs(t *testing.T) {
	c := composer(t)
	panels := []app.Panels{app.AllPanels, {Timeline: true}, {Stage: true}, {Side: true}, {Timeline: true, Side: true}}
	for _, name := range []string{"done", "mismatch", "eight"} {
		for _, lang := range Languages {
			for _, room := range []struct {
				w, h  float64
				embed bool
			}{{1280, 800, false}, {1000, 640, false}, {700, 600, false}, {390, 844, false}, {320, 568, false}, {720, 420, true}, {400, 300, true}, {360, 420, true}} {
				for _, p := range panels {
					for _, theme := range []app.Theme{app.Light, app.Projector} {
						s := storyState(t, name)
						s.W, s.H, s.Embed, s.Lang, s.Panels, s.Theme = room.w, room.h, room.embed, lang, p, theme
						s.Cursor = telling(&s)
						text := strings.Join(strings.Fields(visible(c.Build(&s))), " ")
						squeezed := strings.ReplaceAll(text, " ", "")
						for _, want := range map[string][]string{"en": {"virtual time", "teaching model", "GPUs, NCCL or real networks"},
							"zh": {"虚拟时间", "教学模型", "GPU、NCCL或真实网络"}}[lang] {
							assert.Contains(t, squeezed, strings.ReplaceAll(want, " ", ""), "%s %s %v %v %s", name, lang, room, p, theme)
						}
					}
				}
			}
		}
	}
}
