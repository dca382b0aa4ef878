package scene

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

var tokenNames = [...]string{"", "word", "string", "number", "comment"}

// spelled writes the tokens of a script, a kind behind each text.
func spelled(script string) string {
	var b strings.Builder
	lines := strings.Split(script, "\n")
	for n, spans := range tokens(lines) {
		for i, s := range spans {
			end := len(lines[n])
			if i+1 < len(spans) {
				end = spans[i+1].from
			}
			if text := strings.TrimSpace(lines[n][s.from:end]); text != "" && s.kind != plainToken {
				b.WriteString(text + "‹" + tokenNames[s.kind] + "› ")
			}
		}
	}
	return strings.TrimSpace(b.String())
}

func TestTokensOfAScript(t *testing.T) {
	for script, want := range map[string]string{
		`for step in range(4):`:          "for‹word› in‹word› 4‹number›",
		`w = w + 1.5e-3  # per step`:     "1.5e-3‹number› # per step‹comment›",
		`x1 = tensor([1, 0x1F, .5])`:     "1‹number› 0x1F‹number› .5‹number›",
		`log("a # b", 'it\'s')`:          `"a # b"‹string› 'it\'s'‹string›`,
		`format = informal`:              "",
		`compute("2ms`:                   `"2ms‹string›`,
		"\"\"\"two\nlines\"\"\" if x":    `"""two‹string› lines"""‹string› if‹word›`,
		`权重 = None`:                      "None‹word›",
		`if rank == 0: dist.barrier()`:   "if‹word› 0‹number›",
		`x = 3-2`:                        "3‹number› 2‹number›",
		`s = "\\"  # the end`:            `"\\"‹string› # the end‹comment›`,
		"'''never closed\nfor x in y:\n": "'''never closed‹string› for x in y:‹string›",
	} {
		assert.Equal(t, want, spelled(script), script)
	}
}

// Whatever is typed, the spans of a line are in order, begin at its start and lie
// within it; and cutting a line in two leaves each half its colours.
func TestTokensCoverAnyText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOf(rapid.StringOf(rapid.SampledFrom([]rune("ax1.\"'#\\ \t权é_-+e0for")))).Draw(t, "lines")
		for n, spans := range tokens(lines) {
			line, at := lines[n], -1
			kinds := make([]inkKind, len(line))
			for i, s := range spans {
				assert.Greater(t, s.from, at)
				assert.Less(t, s.from, len(line)+1)
				at = s.from
				assert.True(t, i > 0 || s.from == 0)
				for k := s.from; k < len(line); k++ {
					kinds[k] = s.kind
				}
			}
			cut := rapid.IntRange(0, len(line)).Draw(t, "cut")
			for _, half := range [][2]int{{0, cut}, {cut, len(line)}} {
				part := cutTokens(spans, half[0], half[1])
				for i, s := range part {
					end := half[1] - half[0]
					if i+1 < len(part) {
						end = part[i+1].from
					}
					for k := s.from; k < end; k++ {
						assert.Equal(t, kinds[half[0]+k], s.kind, "%q at %d", line, half[0]+k)
					}
				}
			}
		}
	})
}
