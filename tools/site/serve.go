package site

import (
	"bytes"
	"mime"
	"net"
	"net/http"
	"path"
	"strings"
	"time"
)

// Types that a browser insists on; what the machine's own tables say may be
// wrong, or missing.
var types = map[string]string{
	".html": "text/html; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".wasm": "application/wasm",
	".gz":   "application/gzip",
	".json": "application/json",
	".txt":  "text/plain; charset=utf-8",
	".md":   "text/plain; charset=utf-8",
}

// Handler serves the files as a plain static host does.
func Handler(files []File) http.Handler {
	byName := map[string]File{}
	for _, f := range files {
		byName["/"+f.Name] = f
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := path.Clean("/" + r.URL.Path)
		if strings.HasSuffix(r.URL.Path, "/") {
			name = path.Join(name, "index.html")
		}
		f, ok := byName[name]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", contentType(name))
		w.Header().Set("X-Content-Type-Options", "nosniff")
		// A rebuilt page must be seen at once; what has a hash in its name is
		// another file then.
		if path.Ext(f.Name) == ".html" || !strings.Contains(strings.TrimSuffix(f.Name, path.Ext(f.Name)), ".") {
			w.Header().Set("Cache-Control", "no-cache")
		} else {
			w.Header().Set("Cache-Control", "max-age=31536000, immutable")
		}
		http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(f.Data))
	})
}

func contentType(name string) string {
	ext := path.Ext(name)
	if t, ok := types[ext]; ok {
		return t
	}
	if t := mime.TypeByExtension(ext); t != "" {
		return t
	}
	return "application/octet-stream"
}

// Serve answers on a free port of this machine alone. It returns the page's
// address, and a function that ends the serving.
func Serve(handler http.Handler) (address string, stop func() error, err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	go server.Serve(l) //nolint:errcheck // ends with ErrServerClosed by stop
	return "http://" + l.Addr().String() + "/", server.Close, nil
}
