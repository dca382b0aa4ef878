package sha256

// Hash takes bytes in any portions.
type Hash = portable

// New starts a digest.
func New() *Hash { return newPortable() }
