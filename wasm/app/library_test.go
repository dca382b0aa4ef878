package app

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/assets"
	"lockstep/engine/scenario"
)

// The library has the order of its order.txt; a bad file is named and costs no
// other its place.
func TestLibraryOrder(t *testing.T) {
	good := &fstest.MapFile{Data: []byte(`{"lockstep":1,"world_size":2}`)}
	l, err := ReadLibrary(fstest.MapFS{
		"s/a.json": good, "s/b.json": good, "s/c.json": good, "s/z.json": good,
		"s/bad.json":  {Data: []byte(`{"lockstep":1}`)},
		"s/order.txt": {Data: []byte("z\nbad\nb\n")},
	}, "s", scenario.Parse)
	assert.EqualError(t, err, "s/bad.json: world_size: this key is missing")
	var ids []string
	for _, e := range l.Examples {
		ids = append(ids, e.ID)
	}
	assert.Equal(t, []string{"z", "b", "a", "c"}, ids)
}

// A list shows the titles that the examples have, and one that is opened late is the
// one that is read at once.
func TestTitlesAreThoseOfTheExamples(t *testing.T) {
	all, err := ReadLibrary(assets.FS, "scenarios", scenario.Parse)
	require.NoError(t, err)
	list, err := ListLibrary(assets.FS, "scenarios", scenario.Parse)
	require.NoError(t, err)
	require.Len(t, list.Examples, len(all.Examples))
	for i := range list.Examples {
		e, want := &list.Examples[i], &all.Examples[i]
		assert.Nil(t, e.Scenario)
		assert.Equal(t, want.Title, e.Title)
		assert.Same(t, e, list.Find(want.ID))
		assert.Equal(t, want.Scenario, e.Scenario)
		assert.Equal(t, want.Group, e.Group)
	}
}
