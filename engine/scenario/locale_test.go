package scenario

import (
	"encoding/json"
	"os"
	"regexp"
	"sort"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The page says errors and ops in the reader's language: every code and every op
// has its words in each locale file, with the same values in braces; the
// English ones are those of this package.
func TestWordsInEveryLanguage(t *testing.T) {
	for _, lang := range []string{"en", "zh"} {
		text, err := os.ReadFile("../../assets/locales/" + lang + ".json")
		require.NoError(t, err)
		var words map[string]string
		require.NoError(t, json.Unmarshal(text, &words))
		for _, code := range Codes() {
			got := words["err."+code]
			assert.Equal(t, braces(English(code)), braces(got), "%s err.%s", lang, code)
			if lang == "en" {
				assert.Equal(t, English(code), got)
			}
		}
		assert.Equal(t, []string{"{column}", "{line}"}, braces(words["err.place"]))
		for i := range Specs {
			assert.NotEmpty(t, words["op."+Specs[i].Name], "%s op.%s", lang, Specs[i].Name)
			if lang == "en" {
				assert.Equal(t, Specs[i].Doc, words["op."+Specs[i].Name])
			}
		}
		for _, f := range append(Families(), "faults") {
			assert.NotEmpty(t, words["family."+string(f)])
		}
	}
}

func braces(s string) []string {
	found := regexp.MustCompile(`\{[a-z]+\}`).FindAllString(s, -1)
	sort.Strings(found)
	return found
}
