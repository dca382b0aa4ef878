//go:build browser

package browser_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/tools/site"
)

// The folder works from disk too, by a double click on index.html.
func TestFromDisk(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, site.Write(dir, files))
	p, err := chrome.Open("file://"+filepath.ToSlash(dir)+"/index.html", desktop)
	require.NoError(t, err)
	defer p.Close()
	require.NoError(t, p.Press("to-end"))
	require.NoError(t, p.Type("rank-0.tensor.x.0", "5"))
	v, err := p.Value("rank-1.tensor.x.0")
	require.NoError(t, err)
	assert.Equal(t, "7", v)
	assert.Empty(t, p.Problems())
}
