// Package sha256 computes the digest by which runs and scenarios are told apart:
// SHA-256 as FIPS 180-4 defines it.
//
// Everywhere but in a browser that is the standard library's, which uses the
// processor's own instructions. There are none for it in WebAssembly, and with the
// standard package comes a certified module whose ciphers, random generator and
// tests at start are thirty kilobytes of everybody's download and no part of a
// digest. So the page has one of its own, as fast there; tests hold its bytes
// against the standard library's. It names things and must never keep a secret.
package sha256

// Size is the length of a digest in bytes.
const Size = 32

// Sum256 is the digest of data.
func Sum256(data []byte) [Size]byte {
	h := New()
	h.Write(data)
	return h.Sum()
}
