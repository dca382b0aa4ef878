//go:build !js

package sha256

import (
	"crypto/sha256"
	"hash"
)

// Hash takes bytes in any portions.
type Hash struct{ h hash.Hash }

// New starts a digest.
func New() *Hash { return &Hash{sha256.New()} }

// Write takes more bytes.
func (h *Hash) Write(data []byte) { h.h.Write(data) }

// Sum is the digest of what was written; nothing may be written after it.
func (h *Hash) Sum() (out [Size]byte) {
	h.h.Sum(out[:0])
	return out
}
