package site

import "github.com/andybalholm/brotli"

// brotliSize is how large a server that speaks brotli sends it. The encoder is
// a library's, in Go, because nothing but Go may be needed to build.
func brotliSize(data []byte) int {
	var n counter
	w := brotli.NewWriterLevel(&n, 9)
	if _, err := w.Write(data); err != nil {
		return -1
	}
	if err := w.Close(); err != nil {
		return -1
	}
	return int(n)
}

type counter int

func (c *counter) Write(p []byte) (int, error) { *c += counter(len(p)); return len(p), nil }
