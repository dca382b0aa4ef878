//go:build browser

package browser_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// withoutWebGL2 takes it away before the page looks.
const withoutWebGL2 = `const real = HTMLCanvasElement.prototype.getContext;
	HTMLCanvasElement.prototype.getContext = function (kind, ...rest) { return kind === 'webgl2' ? null : real.call(this, kind, ...rest); };`

// Without WebGL 2 the page says so, and is an editor all the same.
func TestWithoutWebGL2(t *testing.T) {
	for lang, words := range map[string]string{"en": "no WebGL 2", "zh": "不提供 WebGL 2"} {
		t.Run(lang, func(t *testing.T) {
			p, err := chrome.Blank(desktop)
			require.NoError(t, err)
			t.Cleanup(p.Close)
			require.NoError(t, p.Before(withoutWebGL2))
			require.NoError(t, p.Go(address+"?lang="+lang))
			x := &tab{Page: p, t: t}
			assert.Contains(t, x.text("document.getElementById('spoken').textContent"), words)
			x.ok(x.Press("to-end"))
			x.ok(x.Type("rank-0.tensor.x.0", "5"))
			assert.Equal(t, "7", x.value("rank-1.tensor.x.0"))
			x.ok(x.Click("rank-1.op-0")) // by the place in the picture
			x.ok(x.Choose("rank-1.op-0.op", "broadcast"))
			assert.Contains(t, x.value("outcome"), "#0")
			assert.True(t, x.drawnOnPaper(), "the picture is an image")
			assert.Empty(t, p.Problems())
		})
	}
}

func (x *tab) drawnOnPaper() bool {
	var ok bool
	x.eval(`new Promise((drawn) => {
		const img = document.getElementById('plain-picture');
		const look = () => img.complete && img.naturalWidth > 0 ? drawn(true) : setTimeout(look, 20);
		look();
	})`, &ok)
	return ok
}
