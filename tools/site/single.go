package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
)

// Single is the whole playground as one HTML file, which opens from disk by a
// double click and can be sent by mail. The program stands in it packed and as
// text, a third larger than it is downloaded otherwise. Its scripts are named to
// the browser by their hashes, so that it runs these and no others.
//
// It is also what a sandboxed frame shows: there WebKit takes no file of the same
// host for the document's own, and would run none of the folder's scripts.
func Single(root string) ([]byte, error) {
	s, err := gather(root, false)
	if err != nil {
		return nil, err
	}
	return inline(s.index, s.exec, s.loader, s.packed)
}

// inline puts scripts and program into the page. Scripts in a page run where
// they stand, not deferred: they come last, and need no more.
func inline(index, exec, loader, packed []byte) ([]byte, error) {
	for _, script := range [][]byte{exec, loader} {
		if bytes.Contains(bytes.ToLower(script), []byte("</script")) || bytes.Contains(script, []byte("<!--")) {
			return nil, errors.New("a script holds what would end it within a page")
		}
	}
	block := fmt.Sprintf(`<script type="application/octet-stream" id="packed">%s</script>`, base64.StdEncoding.EncodeToString(packed))
	return point(index, [][2]string{
		{`script-src 'self' 'wasm-unsafe-eval'`, fmt.Sprintf(`script-src %s %s 'wasm-unsafe-eval'`, digest(exec), digest(loader))},
		{`<script src="wasm_exec.js" defer></script>`, block + "\n<script>" + string(exec) + "</script>"},
		{`<script src="loader.js" defer data-wasm="lockstep.wasm" data-bytes="0" data-worker="worker.js"></script>`, "<script>" + string(loader) + "</script>"},
	})
}

// digest is a script's hash as a content security policy names it.
func digest(script []byte) string {
	sum := sha256.Sum256(script)
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
