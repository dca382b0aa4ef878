package wording

import (
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/scenario"
)

const shared = `"rank.one": "rank {rank}", "clause.comma": ", ", "clause.and": " and ", "list.comma": ", ", `

func words(t *testing.T, en, zh string) *Catalog {
	t.Helper()
	c, err := Read(fstest.MapFS{
		"w/en.json": {Data: []byte("{" + shared + `"rank.many": "ranks {list}", "list.and": " and ", "list.more": " and {n} more", ` + en + "}")},
		"w/zh.json": {Data: []byte("{" + shared + `"rank.many": "rank {list}", "list.and": "、", "list.more": " 等另外 {n} 个", ` + zh + "}")},
	}, "w")
	require.NoError(t, err)
	return c
}

func TestASentenceInAllLanguages(t *testing.T) {
	c := words(t, `"late": "{who} {who|is|are} {by} late"`, `"late": "{who} 晚了 {by}"`)
	by := Duration(1500 * time.Millisecond)
	assert.Equal(t, scenario.Text{"en": "rank 3 is 1.5s late", "zh": "rank 3 晚了 1.5s"}, c.Text("late", Args{"who": Ranks{3}, "by": by}))
	assert.Equal(t, scenario.Text{"en": "ranks 0, 2 and 3 are 1.5s late", "zh": "rank 0, 2、3 晚了 1.5s"}, c.Text("late", Args{"who": Ranks{0, 2, 3}, "by": by}))
	many := Ranks{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	assert.Equal(t, "ranks 0, 1, 2, 3, 4, 5, 6, 7 and 2 more are 1.5s late", c.Say("en", "late", Args{"who": many, "by": by}))
	assert.Equal(t, []string{"en", "zh"}, c.Languages())
	assert.True(t, c.Speaks("zh"))
	assert.False(t, c.Speaks("fr"))
}

func TestADurationIsToldToFiveDigits(t *testing.T) {
	c := words(t, `"d": "{d}"`, `"d": "{d}"`)
	for d, want := range map[time.Duration]string{
		0: "0s", 50_004: "50.004µs", 3_000_100_008: "3.0001s", 99_999: "99.999µs", 100_004: "100µs", 30 * time.Minute: "30m0s", 3_000_000_000: "3s",
	} {
		assert.Equal(t, want, c.Say("en", "d", Args{"d": Duration(d)}))
	}
}

func TestPhrasesAndLists(t *testing.T) {
	c := words(t, `"calls": "{who} {who|calls|call} {op}", "all": "{list}."`, `"calls": "{who} 调用 {op}", "all": "{list}。"`)
	list := List{
		Phrase{"calls", Args{"who": Ranks{0}, "op": Word("barrier")}},
		Phrase{"calls", Args{"who": Ranks{1, 2}, "op": Word("broadcast")}},
	}
	assert.Equal(t, "rank 0 calls barrier and ranks 1 and 2 call broadcast.", c.Say("en", "all", Args{"list": list}))
	assert.Equal(t, "rank 0 调用 barrier and rank 1、2 调用 broadcast。", c.Say("zh", "all", Args{"list": list}))
}

func TestWhatALanguageLacksIsFoundWhenReading(t *testing.T) {
	for _, c := range []struct{ en, zh, want string }{
		{`{"a": ""}`, `{}`, `zh.json lacks "a"`},
		{`{}`, `{"b": ""}`, `en.json lacks "b"`},
		{`{`, `{}`, "w/en.json: "},
	} {
		_, err := Read(fstest.MapFS{"w/en.json": {Data: []byte(c.en)}, "w/zh.json": {Data: []byte(c.zh)}}, "w")
		assert.ErrorContains(t, err, c.want)
	}
	_, err := Read(fstest.MapFS{}, "w")
	assert.ErrorContains(t, err, "no words")
}

func TestSlipsPanic(t *testing.T) {
	c := words(t, `"a": "{x}", "open": "{x"`, `"a": "", "open": ""`)
	assert.PanicsWithValue(t, `no words for "b" in "en"`, func() { c.Say("en", "b", nil) })
	assert.Panics(t, func() { c.Say("en", "a", nil) })
	assert.Panics(t, func() { c.Say("en", "open", Args{"x": Word("")}) })
}
