package deflate

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func unpacked(t require.TestingT, packed []byte) []byte {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	require.NoError(t, err)
	data, err := io.ReadAll(z)
	require.NoError(t, err)
	return data
}

// What is packed comes out again, whatever it is: text, noise, the same over and over,
// more than a window or a block of it.
func TestWhatIsPackedComesOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var data []byte
		for range rapid.IntRange(0, 6).Draw(t, "parts") {
			part := rapid.SliceOfN(rapid.Byte(), 0, 40).Draw(t, "part")
			if rapid.Bool().Draw(t, "narrow") {
				for i := range part {
					part[i] %= 3
				}
			}
			data = append(data, bytes.Repeat(part, rapid.IntRange(0, 3000).Draw(t, "times"))...)
		}
		assert.True(t, bytes.Equal(data, unpacked(t, Gzip(data))))
	})
}

// It is smaller than what the standard library makes of it, and the same each time.
func TestSmallerThanTheStandardLibrary(t *testing.T) {
	var data []byte
	for _, pattern := range []string{"*.go", "../*.go", "../../../engine/*/*.go", "../../../wasm/scene/*.go", "../../../assets/fonts/*"} {
		names, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, name := range names {
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			data = append(data, text...)
		}
	}
	require.Greater(t, len(data), 500_000)
	packed := Gzip(data)
	require.True(t, bytes.Equal(data, unpacked(t, packed)))
	assert.True(t, bytes.Equal(packed, Gzip(data)))
	var std bytes.Buffer
	z, err := gzip.NewWriterLevel(&std, gzip.BestCompression)
	require.NoError(t, err)
	_, err = z.Write(data)
	require.NoError(t, err)
	require.NoError(t, z.Close())
	assert.Less(t, len(packed), std.Len())
	t.Logf("%d bytes: %d, the standard library %d", len(data), len(packed), std.Len())
}

// The codes of RFC 1951, 3.2.5, at their ends.
func TestCodes(t *testing.T) {
	for length, want := range map[int][3]int{3: {257, 0, 0}, 10: {264, 0, 0}, 11: {265, 1, 0}, 12: {265, 1, 1}, 18: {268, 1, 1}, 19: {269, 2, 0}, 227: {284, 5, 0}, 257: {284, 5, 30}, 258: {285, 0, 0}} {
		code, extra, rest := lengthCode(length)
		assert.Equal(t, want, [3]int{code, int(extra), int(rest)}, length)
	}
	for dist, want := range map[uint16][3]int{1: {0, 0, 0}, 4: {3, 0, 0}, 5: {4, 1, 0}, 6: {4, 1, 1}, 7: {5, 1, 0}, 24577: {29, 13, 0}, 32768: {29, 13, 8191}} {
		extra, rest := distanceExtra(dist)
		assert.Equal(t, want, [3]int{distanceCode(dist), int(extra), int(rest)}, dist)
	}
}

// No code is longer than it may be, and they fill the space there is.
func TestTreesAreWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		counts := rapid.SliceOfN(rapid.OneOf(rapid.Just(0), rapid.IntRange(1, 5), rapid.IntRange(1, 1<<24)), 1, 286).Draw(t, "counts")
		limit := 15
		if len(counts) <= 19 {
			limit = 7
		}
		used, space := 0, 0
		for s, l := range tree(counts, limit) {
			assert.Equal(t, counts[s] > 0, l > 0)
			assert.LessOrEqual(t, int(l), limit)
			if l > 0 {
				used++
				space += 1 << (limit - int(l))
			}
		}
		if used > 1 {
			assert.Equal(t, 1<<limit, space)
		}
	})
}
