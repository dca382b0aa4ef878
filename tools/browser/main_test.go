//go:build browser

package browser_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/tools/browser"
	"lockstep/tools/site"
)

// One build, one server and one browser serve all tests; each opens a tab.
var (
	files   []site.File
	address string
	chrome  *browser.Browser
)

func TestMain(m *testing.M) {
	code, err := run(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func run(m *testing.M) (int, error) {
	root, err := site.Root()
	if err != nil {
		return 1, err
	}
	if files, err = site.Make(root); err != nil {
		return 1, err
	}
	var stop func() error
	if address, stop, err = site.Serve(site.Handler(files)); err != nil {
		return 1, err
	}
	defer stop() //nolint:errcheck // the program ends
	if chrome, err = browser.Start("en-US"); err != nil {
		return 1, err
	}
	defer chrome.Close()
	return m.Run(), nil
}

var desktop = browser.View{W: 1280, H: 800}

// tab is a page under test: what fails, fails the test.
type tab struct {
	*browser.Page
	t       *testing.T
	allowed []string // what this test makes the browser complain of
}

// open opens the page with the given rest of the address.
func open(t *testing.T, rest string, v browser.View) *tab {
	t.Helper()
	p, err := chrome.Open(address+rest, v)
	require.NoError(t, err)
	x := &tab{Page: p, t: t}
	var once sync.Once
	t.Cleanup(func() {
		once.Do(func() {
			bad := slices.DeleteFunc(p.Problems(), func(s string) bool {
				return slices.ContainsFunc(x.allowed, func(ok string) bool { return strings.Contains(s, ok) })
			})
			assert.Empty(t, bad, "the page must not complain")
			x.forget()
			p.Close()
		})
	})
	return x
}

// forget clears what the page kept in the browser, which is one for all tests: who
// comes next finds no course half done. A page that is gone or may keep nothing has
// nothing to forget.
func (x *tab) forget() {
	var done bool
	_ = x.Eval(`(() => { try { localStorage.clear(); } catch { return false; } return true; })()`, &done)
}

func (x *tab) ok(err error) {
	x.t.Helper()
	require.NoError(x.t, err)
}

func (x *tab) value(id string) string {
	x.t.Helper()
	v, err := x.Value(id)
	require.NoError(x.t, err)
	return v
}

func (x *tab) attr(id, name string) string {
	x.t.Helper()
	v, err := x.Attr(id, name)
	require.NoError(x.t, err)
	return v
}

func (x *tab) eval(js string, out any) {
	x.t.Helper()
	require.NoError(x.t, x.Eval(js, out))
}

func (x *tab) text(js string) string {
	x.t.Helper()
	var s string
	x.eval(js, &s)
	return s
}

func (x *tab) frames() int {
	x.t.Helper()
	require.NoError(x.t, x.Settle())
	n, err := x.Frames()
	require.NoError(x.t, err)
	return n
}
