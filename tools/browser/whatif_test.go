//go:build browser

package browser_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// What if: a rank is asked about, the strip is filled, and one of its runs tried
// and taken back.
func TestWhatIf(t *testing.T) {
	x := open(t, "?lang=en", desktop)
	x.ok(x.Press("tab-whatif"))
	x.ok(x.Choose("whatif.rank", "1"))
	x.appears("whatif.try-0")
	assert.Contains(t, x.attr("whatif.try-0", "aria-label")+x.value("whatif.try-0"), "fails")
	x.ok(x.Press("whatif.try-0"))
	f, _ := x.held()
	if assert.Len(t, f.Faults, 1) {
		assert.Equal(t, "crash", f.Faults[0].Kind)
		assert.Equal(t, 1, f.Faults[0].Rank)
	}
	x.ok(x.Press("undo"))
	f, _ = x.held()
	assert.Empty(t, f.Faults)
}
