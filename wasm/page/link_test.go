package page_test

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/wasm/page"
)

func TestLinkRoundTrip(t *testing.T) {
	for _, text := range []string{`{"lockstep":1}`, strings.Repeat(`{"op":"all_reduce"}`, 500), "标量"} {
		link, err := page.EncodeLink([]byte(text))
		require.NoError(t, err)
		again, err := page.EncodeLink([]byte(text))
		require.NoError(t, err)
		assert.Equal(t, link, again, "the same text gives the same link")
		got, ok, err := page.DecodeLink("#" + link)
		require.NoError(t, err)
		assert.True(t, ok)
		assert.Equal(t, text, string(got))
	}
}

func TestLinkTooLong(t *testing.T) {
	var b []byte
	for i := range 40_000 { // does not compress well
		b = append(b, byte(i*i>>3^i*7919>>5))
	}
	_, err := page.EncodeLink(b)
	var long *page.LinkError
	require.ErrorAs(t, err, &long)
	assert.Equal(t, "too_long", long.Code)
}

func deflated(t *testing.T, text []byte) string {
	t.Helper()
	var b bytes.Buffer
	z, err := flate.NewWriter(&b, 9)
	require.NoError(t, err)
	_, err = z.Write(text)
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return base64.RawURLEncoding.EncodeToString(b.Bytes())
}

func TestDamagedLinks(t *testing.T) {
	bomb := deflated(t, make([]byte, 4<<20))
	require.Less(t, len(bomb), page.MaxLink, "the bomb must pass the first check to try the second")
	good := deflated(t, []byte(`{"lockstep":1,"world_size":2}`))
	for name, c := range map[string]struct{ fragment, want string }{
		"not base64": {"#s=***", "not_base64"},
		"standard":   {"#s=ab+/", "not_base64"},
		"spaces":     {"#s=a b", "not_base64"},
		"not zipped": {"#s=AAAA", "not_deflate"},
		"cut short":  {"#s=" + good[:len(good)/2], "not_deflate"},
		"empty":      {"#s=", "not_deflate"},
		"nothing":    {"#s=" + deflated(t, nil), "empty"},
		"bomb":       {"#s=" + bomb, "too_large"},
		"long":       {"#s=" + strings.Repeat("A", page.MaxLink), "too_long"},
	} {
		t.Run(name, func(t *testing.T) {
			text, ok, err := page.DecodeLink(c.fragment)
			assert.True(t, ok)
			assert.Nil(t, text)
			var bad *page.LinkError
			require.ErrorAs(t, err, &bad)
			assert.Equal(t, c.want, bad.Code)
			assert.NotEmpty(t, bad.Error())
		})
	}
}

func TestOtherFragments(t *testing.T) {
	for _, f := range []string{"", "#", "#top", "#x=1", "#S=abc"} {
		_, ok, err := page.DecodeLink(f)
		assert.False(t, ok, f)
		assert.NoError(t, err, f)
	}
}

func TestPaddedLink(t *testing.T) {
	link, err := page.EncodeLink([]byte("ab"))
	require.NoError(t, err)
	for _, tail := range []string{"=", "==", "%3D", "%3D%3D"} {
		text, _, err := page.DecodeLink(link + tail)
		require.NoError(t, err)
		assert.Equal(t, "ab", string(text))
	}
}

func FuzzDecodeLink(f *testing.F) {
	link, err := page.EncodeLink([]byte(`{"lockstep":1}`))
	require.NoError(f, err)
	f.Add(link)
	f.Add("s=AAAA")
	f.Fuzz(func(t *testing.T, fragment string) {
		text, ok, err := page.DecodeLink(fragment)
		if err != nil || !ok {
			assert.Nil(t, text)
			return
		}
		assert.LessOrEqual(t, len(text), 1<<20)
	})
}
