//go:build browser

package browser_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// appears waits, a frame at a time, until a control is there.
func (x *tab) appears(id string) {
	x.t.Helper()
	var ok bool
	x.eval(`new Promise((there) => {
		const look = () => document.querySelector('#mirror [data-id="`+id+`"]') ? there(true) : requestAnimationFrame(look);
		look();
	})`, &ok)
	require.True(x.t, ok)
}

// A learner who is in a deadlock presses what is offered, and is out of it; what
// was pressed can be taken back, and DETAIL is another press away.
func TestTheSmallestFixIsPressed(t *testing.T) {
	x := open(t, "?lang=en", desktop)
	x.ok(x.Choose("example", "order-mismatch"))
	assert.Contains(t, x.value("outcome"), "Deadlock")
	x.ok(x.Press("finding-0.show"))
	assert.Equal(t, "true", x.attr("finding-0.show", "aria-pressed"))

	x.appears("finding-0.fix")
	broken := x.program(1)
	x.ok(x.Press("finding-0.fix"))
	assert.Contains(t, x.value("outcome"), "done")
	assert.Equal(t, x.program(0), x.program(1))
	x.ok(x.Press("undo"))
	assert.Contains(t, x.value("outcome"), "Deadlock")
	assert.Equal(t, broken, x.program(1))

	x.appears("finding-0.detail")
	x.ok(x.Press("finding-0.detail"))
	assert.Equal(t, "DETAIL", x.value("debug"))
}
