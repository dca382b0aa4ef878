package scenario

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestATableIsReadAsJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.MapOf(rapid.String(), rapid.String()).Draw(t, "table")
		text, err := json.MarshalIndent(want, "", " ")
		require.NoError(t, err)
		got, err := ReadTable(string(text))
		require.NoError(t, err)
		assert.Equal(t, want, got)
	})
}

func TestWhatIsNoTableIsRefused(t *testing.T) {
	for text, want := range map[string]string{
		``:                   "the text ends",
		`[]`:                 "a value was expected here, not [",
		`{`:                  "the text ends",
		`{"a"`:               "the text ends",
		`{"a" 1}`:            "a colon was expected here, not 1",
		`{"a": 1}`:           "a value was expected here, not 1",
		`{"a": "b" "c"}`:     "a comma or } was expected here",
		`{"a": "b",}`:        "a key in double quotes was expected here, not }",
		`{"a": "b"} x`:       "x",
		`{"a": "", "a": ""}`: "a",
		`{"a": "\x"}`:        "this escape is none of JSON's",
		`{"a": "b`:           "the text ends",
	} {
		_, err := ReadTable(text)
		assert.ErrorContains(t, err, want, text)
	}
}

func TestATitleIsFoundWithoutTheRest(t *testing.T) {
	for text, want := range map[string]Text{
		`{"lockstep": 1, "title": {"zh": "标题", "en": "title"}, "world_size": }`: {"zh": "标题", "en": "title"},
		`{"title": "t"`:          {"": "t"},
		`{"lockstep": 1}`:        nil,
		`{"title": 5}`:           nil,
		`{"lockstep": , "title"`: nil,
		`[]`:                     nil,
		``:                       nil,
	} {
		assert.Equal(t, want, ReadTitle(text), text)
	}
}
