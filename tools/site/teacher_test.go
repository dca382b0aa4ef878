package site

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTeachersPages(t *testing.T) {
	root, err := Root()
	require.NoError(t, err)
	files, err := teachers(root)
	require.NoError(t, err)
	require.Len(t, files, 2)
	for _, f := range files {
		page := string(f.Data)
		assert.Equal(t, 10, strings.Count(page, "&lt;lockstep-playground lesson="), f.Name)
		assert.Equal(t, 12, strings.Count(page, "<ol>")+1, "%s: the first questions, and those of ten lessons", f.Name)
		assert.NotContains(t, page, "ZgotmplZ")
		assert.Contains(t, page, `href="index.html?lesson=07&amp;lang=`)
	}
	assert.Contains(t, string(files[0].Data), "不能说明")
}
