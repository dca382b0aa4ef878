package sha256

import (
	std "crypto/sha256"
	"encoding/hex"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func portableSum(data []byte) [Size]byte {
	h := newPortable()
	h.Write(data)
	return h.Sum()
}

func TestSumOfTheStandardsExamples(t *testing.T) {
	for text, want := range map[string]string{
		"":    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
		"abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
	} {
		sum := portableSum([]byte(text))
		assert.Equal(t, want, hex.EncodeToString(sum[:]), "%q", text)
	}
}

func TestEveryLengthAroundTheBlocks(t *testing.T) {
	data := make([]byte, 4*block)
	for i := range data {
		data[i] = byte(i * 7)
	}
	for n := range data {
		assert.Equal(t, std.Sum256(data[:n]), portableSum(data[:n]), "%d bytes", n)
	}
}

func TestPortionsDoNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h, here, all := newPortable(), New(), []byte(nil)
		for range rapid.IntRange(0, 6).Draw(t, "portions") {
			p := rapid.SliceOfN(rapid.Byte(), 0, 200).Draw(t, "portion")
			h.Write(p)
			here.Write(p)
			all = append(all, p...)
		}
		assert.Equal(t, std.Sum256(all), h.Sum())
		assert.Equal(t, std.Sum256(all), here.Sum())
	})
}

func BenchmarkSum(b *testing.B) {
	data := make([]byte, 1<<16)
	for _, c := range []struct {
		name string
		sum  func([]byte) [Size]byte
	}{{"portable", portableSum}, {"standard", std.Sum256}} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for range b.N {
				c.sum(data)
			}
		})
	}
}
