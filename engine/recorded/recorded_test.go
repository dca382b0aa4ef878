package recorded

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/scenario"
)

func parse(t *testing.T, text string) *scenario.Scenario {
	t.Helper()
	s, err := scenario.Parse([]byte(text))
	require.NoError(t, err)
	return s
}

func TestTitlesDoNotMatterAndAllElseDoes(t *testing.T) {
	const text = `{"lockstep": 1, "title": %q, "world_size": %d, "timeout": %q, "program": [{"op": "barrier"}]}`
	a := parse(t, fmt.Sprintf(text, "one", 2, "3s"))
	assert.Equal(t, DigestOf(a), DigestOf(parse(t, fmt.Sprintf(text, "other", 2, "3s"))))
	assert.NotEqual(t, DigestOf(a), DigestOf(parse(t, fmt.Sprintf(text, "one", 3, "3s"))))
	assert.NotEqual(t, DigestOf(a), DigestOf(parse(t, fmt.Sprintf(text, "one", 2, "4s"))))
	assert.Equal(t, scenario.Text{"": "one"}, a.Title, "the scenario is as before")
}

func TestTablesReadBack(t *testing.T) {
	known := map[Digest]Seen{}
	var list []*scenario.Scenario
	for n := 1; n <= 40; n++ {
		s := parse(t, fmt.Sprintf(`{"lockstep": 1, "world_size": %d}`, n))
		list = append(list, s)
		if n%2 == 0 {
			known[DigestOf(s)] = Seen{Agree: n % 3, Runs: 3}
		}
	}
	packed := Pack(known)
	assert.Equal(t, packed, Pack(known), "the same bytes each time")
	table, err := Read(packed)
	require.NoError(t, err)
	assert.Equal(t, len(known), table.Len())
	for i, s := range list {
		seen, ok := table.Find(s)
		want, is := known[DigestOf(s)]
		assert.Equal(t, is, ok, "%d", i+1)
		assert.Equal(t, want, seen)
	}
	for cut := 1; cut < len(packed); cut += 7 {
		if some, err := Read(packed[:cut]); err == nil {
			assert.Less(t, some.Len(), table.Len())
		}
	}
	_, err = Read([]byte{2, 1, 0, 0})
	assert.Error(t, err, "more runs agree than there were")
	_, ok := (*Table)(nil).Find(list[0])
	assert.False(t, ok)
}
