//go:build browser

package browser_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"lockstep/tools/browser"
)

// roles are those of PAGE.md as the mirror's elements have them.
const rolesJS = `(() => { const e = document.querySelector('#mirror [data-id="' + %Q + '"]');
	if (!e) return 'nothing';
	const own = e.getAttribute('role');
	if (own) return own;
	if (e.tagName === 'SELECT') return 'combobox';
	if (e.tagName === 'TEXTAREA') return 'textbox';
	if (e.tagName === 'INPUT') return { number: 'spinbutton', range: 'slider' }[e.type] || 'textbox';
	return e.tagName.toLowerCase(); })()`

func (x *tab) role(id string) string {
	return x.text(strings.ReplaceAll(rolesJS, "%Q", strconv.Quote(id)))
}

// Every name that pages and tests may rely on is there with its role, in the state
// that shows it.
func TestNames(t *testing.T) {
	playback := map[string]string{
		"play": "button", "step-back": "button", "step-forward": "button", "to-start": "button", "to-end": "button", "cursor": "slider",
		"rank-0.tensor.x.0": "textbox", "rank-0.op-0": "button", "rank-0.add-op": "button", "outcome": "status",
	}
	for _, c := range []struct {
		name, rest string
		view       browser.View
		press      []string
		want       map[string]string
	}{
		{"playback", "?lang=en", desktop, nil, playback},
		{"playback on a phone", "?lang=en", browser.View{W: 390, H: 844, Touch: true}, nil, playback},
		{"playback in a frame", "?lang=en&embed=1", browser.View{W: 720, H: 420}, nil, playback},
		{"the whole page", "?lang=en", desktop, nil, map[string]string{
			"undo": "button", "redo": "button", "share": "button", "export": "button", "lesson": "combobox", "language": "combobox", "theme": "combobox",
			"speed": "combobox", "world-size": "spinbutton", "rank-0.add-fault": "button", "example": "combobox", "timeout": "textbox", "debug": "combobox",
			"pin": "button", "zoom-in": "button", "zoom-out": "button", "fit": "button", "tab-diagnosis": "tab", "tab-code": "tab", "tab-text": "tab",
		}},
		{"the job", "?lang=en", desktop, []string{"world"}, map[string]string{"latency": "textbox", "bandwidth": "textbox"}},
		{"a tensor", "?lang=en", desktop, []string{"rank-0.tensor.x.edit"}, map[string]string{"rank-0.tensor.x.dtype": "combobox", "rank-0.tensor.x.shape": "textbox"}},
		{"an op", "?lang=en", desktop, []string{"rank-0.op-0"}, map[string]string{"rank-0.op-0.reduce_op": "combobox", "rank-0.op-0.tensor": "combobox", "rank-0.op-0.op": "combobox"}},
		{"the text", "?lang=en", desktop, []string{"tab-text"}, map[string]string{"text": "textbox"}},
		{"a run that is kept", "?lang=en", desktop, []string{"pin"}, map[string]string{"unpin": "button"}},
		{"a finding", "?lang=en&lesson=order-mismatch", desktop, nil, map[string]string{"finding-0": "group", "finding-0.fix": "button"}},
		{"a lesson", "?lang=en&lesson=02", desktop, nil, map[string]string{"tab-lesson": "tab", "tab-predict": "tab", "tab-record": "tab", "tab-check": "tab"}},
		{"a prediction", "?lang=en&lesson=02", desktop, []string{"to-predict"}, map[string]string{"rank-0.predict.x.0": "textbox"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := open(t, c.rest, c.view)
			for _, id := range c.press {
				x.ok(x.Press(id))
			}
			for id, role := range c.want {
				assert.Equal(t, role, x.role(id), id)
			}
		})
	}
}

// Whoever changes something in a frame can take it back there.
func TestUndoInAFrame(t *testing.T) {
	x := open(t, "?lang=en&embed=1", browser.View{W: 720, H: 420})
	x.ok(x.Type("rank-0.tensor.x.0", "5"))
	assert.Equal(t, "button", x.role("undo"))
	x.ok(x.Press("undo"))
	assert.Equal(t, "1", x.value("rank-0.tensor.x.0"))
	assert.Equal(t, "nothing", x.role("undo"))
	x.ok(x.Press("redo"))
	assert.Equal(t, "5", x.value("rank-0.tensor.x.0"))
}
