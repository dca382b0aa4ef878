// Package site makes the static folder that is the playground: what any file
// server can serve from any path. It runs the Go compiler and copies files; it
// knows nothing of what they do.
package site

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"lockstep/tools/site/deflate"
)

// File is one file of the folder.
type File struct {
	Name string
	Data []byte
	// Visited tells whether a visitor's browser fetches it.
	Visited bool
}

// Root is the folder of the module that the working directory lies in.
func Root() (string, error) {
	out, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return "", fmt.Errorf("ask go for the module: %w", err)
	}
	mod := strings.TrimSpace(string(out))
	if mod == "" || mod == os.DevNull {
		return "", errors.New("not inside Lockstep's module: run this in a clone of it")
	}
	return filepath.Dir(mod), nil
}

// sources are what the folder is made of.
type sources struct {
	wasm, packed        []byte // the program, and the same as gzip
	exec, loader, embed []byte // scripts
	index               []byte
}

// gather compiles the program and reads the rest.
func gather(root string, named bool) (*sources, error) {
	var s sources
	var err error
	if s.wasm, err = compile(root, named); err != nil {
		return nil, err
	}
	s.packed = deflate.Gzip(s.wasm)
	if s.exec, err = WasmExec(); err != nil {
		return nil, err
	}
	for name, to := range map[string]*[]byte{"wasm/page/loader.js": &s.loader, "wasm/page/embed.js": &s.embed, "index.html": &s.index} {
		if *to, err = os.ReadFile(filepath.Join(root, filepath.FromSlash(name))); err != nil {
			return nil, err
		}
	}
	return &s, nil
}

// Make compiles the playground of the module in root and returns the folder's
// files. Names carry a hash of their content, so that a server may let browsers
// keep them for ever; only those that others name keep theirs.
func Make(root string) ([]File, error) { return build(root, false) }

// MakeNamed is Make for a profile: the program knows the names of its functions,
// and is larger for it.
func MakeNamed(root string) ([]File, error) { return build(root, true) }

func build(root string, named bool) ([]File, error) {
	s, err := gather(root, named)
	if err != nil {
		return nil, err
	}
	single, err := inline(s.index, s.exec, s.loader, s.packed)
	if err != nil {
		return nil, err
	}
	wasmName := hashed("lockstep", s.wasm, ".wasm")
	execName, loaderName := hashed("wasm_exec", s.exec, ".js"), hashed("loader", s.loader, ".js")
	pieces := cut(s.packed)
	index, err := point(s.index, [][2]string{
		{`src="wasm_exec.js"`, fmt.Sprintf(`src="%s"`, execName)},
		{`src="loader.js"`, fmt.Sprintf(`src="%s"`, loaderName)},
		{`data-wasm="lockstep.wasm"`, fmt.Sprintf(`data-wasm="%s"`, wasmName)},
		{`data-bytes="0"`, fmt.Sprintf(`data-bytes="%d" data-packed="%d" data-pieces="%s"`, len(s.wasm), len(s.packed), names(pieces))},
	})
	if err != nil {
		return nil, err
	}
	worker, err := worker(root, index, []string{loaderName, execName, wasmName + ".gz"})
	if err != nil {
		return nil, err
	}
	files := []File{
		{"index.html", index, true},
		{loaderName, s.loader, true},
		{execName, s.exec, true},
		{wasmName, s.wasm, true},
		{"embed.js", s.embed, false},        // pages that embed name it: it keeps its name
		{"sandbox.html", single, false},     // for frames that are sandboxed: so does it
		{"worker.js", worker, false},        // browsers ask for it by its name to see whether it is another
		{wasmName + ".gz", s.packed, false}, // the same again, for hosts that do not compress
	}
	files = append(files, pieces...)
	pages, err := pages(root)
	if err != nil {
		return nil, err
	}
	files = append(files, pages...)
	course, err := teachers(root)
	if err != nil {
		return nil, err
	}
	files = append(files, course...)
	licences, err := licences(root)
	return append(files, licences...), err
}

// worker names in the service worker what it keeps. Its version is that of the
// document, which names all the others.
func worker(root string, index []byte, keep []string) ([]byte, error) {
	text, err := os.ReadFile(filepath.Join(root, "wasm", "page", "worker.js"))
	if err != nil {
		return nil, err
	}
	return point(text, [][2]string{
		{"const version = '';", "const version = '" + hashed("", index, "")[1:] + "';"},
		{"const files = [];", "const files = ['" + strings.Join(keep, "', '") + "'];"},
	})
}

// pieceSize is how much of the packed program one script holds, so that there
// is progress to show.
const pieceSize = 768 << 10

// cut makes scripts of the packed program, for documents that may not fetch: a
// page opened from disk, a frame that is sandboxed.
func cut(packed []byte) []File {
	var pieces []File
	for part := range slices.Chunk(packed, pieceSize) {
		data := []byte("lockstep.piece('" + base64.StdEncoding.EncodeToString(part) + "')\n")
		pieces = append(pieces, File{Name: hashed("piece", data, ".js"), Data: data})
	}
	return pieces
}

func names(files []File) string {
	var out []string
	for _, f := range files {
		out = append(out, f.Name)
	}
	return strings.Join(out, " ")
}

func pack(data []byte) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(data); err != nil {
		return nil, err
	}
	err = z.Close()
	return b.Bytes(), err
}

func hashed(name string, data []byte, ext string) string {
	sum := sha256.Sum256(data)
	return name + "." + hex.EncodeToString(sum[:6]) + ext
}

// point replaces each name once, and fails where the page no longer has it.
func point(index []byte, names [][2]string) ([]byte, error) {
	for _, n := range names {
		if bytes.Count(index, []byte(n[0])) != 1 {
			return nil, fmt.Errorf("the page must hold %s exactly once", n[0])
		}
		index = bytes.Replace(index, []byte(n[0]), []byte(n[1]), 1)
	}
	return index, nil
}

// pages are those beside the playground: for people who put it on pages of their
// own.
func pages(root string) ([]File, error) {
	var files []File
	for _, name := range []string{"embedding.html", "embedding.zh.html", "demo.html"} {
		data, err := os.ReadFile(filepath.Join(root, "assets", "pages", name))
		if err != nil {
			return nil, err
		}
		files = append(files, File{Name: name, Data: data})
	}
	return files, nil
}

// licences go with the folder: the program's own and those of the faces in it.
func licences(root string) ([]File, error) {
	var files []File
	for _, name := range []string{"LICENSE", "assets/fonts/LICENSE-Noto.txt", "assets/fonts/LICENSE-DejaVu.txt"} {
		data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil {
			return nil, err
		}
		files = append(files, File{Name: "licences/" + filepath.Base(name), Data: data})
	}
	return files, nil
}

// Write puts the files into dir, which it makes. Files of an older build with a
// hash in their name are removed; nothing else is touched.
func Write(dir string, files []File) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, old := range []string{"lockstep.*.wasm", "lockstep.*.wasm.gz", "loader.*.js", "wasm_exec.*.js", "piece.*.js"} {
		found, err := filepath.Glob(filepath.Join(dir, old))
		if err != nil {
			return err
		}
		for _, f := range found {
			if err := os.Remove(f); err != nil {
				return err
			}
		}
	}
	for _, f := range files {
		to := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(to, f.Data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// Report prints what a visitor downloads: as it is, and as servers send it.
func Report(w io.Writer, files []File) error {
	var sums [3]int
	fmt.Fprintf(w, "%-32s %10s %10s %10s\n", "file", "raw", "gzip", "brotli")
	for _, f := range files {
		if !f.Visited {
			continue
		}
		z, err := sent(f, files)
		if err != nil {
			return err
		}
		sizes := [3]int{len(f.Data), len(z), brotliSize(f.Data)}
		fmt.Fprintf(w, "%-32s %10d %10d %10d\n", f.Name, sizes[0], sizes[1], sizes[2])
		for i, n := range sizes {
			sums[i] += n
		}
	}
	_, err := fmt.Fprintf(w, "%-32s %10d %10d %10d\n", "download", sums[0], sums[1], sums[2])
	return err
}

// sent is a file as a browser gets it: packed by the build, or by the host.
func sent(f File, files []File) ([]byte, error) {
	for _, other := range files {
		if other.Name == f.Name+".gz" {
			return other.Data, nil
		}
	}
	return pack(f.Data)
}
