package site

import (
	_ "embed"
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// Ebitengine tells WebGL in each frame what it has told it in the one before, and clears
// the screen before the picture, which is opaque, is drawn all over it. Half of the calls
// of a frame of playback say nothing new; each goes from Go to JavaScript to the browser
// and is checked there. The page's program leaves them out.
//
//go:embed driver/told.go.txt
var told []byte

const driverFolder = "internal/graphicsdriver/opengl"

// drivers are the files of Ebitengine's driver of WebGL of which something is replaced,
// and what stands in its place.
var drivers = map[string][2]string{
	driverFolder + "/gl/default_js.go": {"\treturn g, nil\n", "\treturn onlyNews(g), nil\n"},
	driverFolder + "/graphics.go": {
		"func (g *Graphics) NeedsClearingScreen() bool {\n\treturn true\n}",
		"func (g *Graphics) NeedsClearingScreen() bool {\n\treturn false\n}",
	},
}

// quiet are the files of a driver that says nothing twice.
func quiet(source string) (map[string][]byte, error) {
	files := map[string][]byte{driverFolder + "/gl/told_js.go": told}
	for file, change := range drivers {
		src, err := os.ReadFile(filepath.Join(source, filepath.FromSlash(file)))
		if err != nil {
			return nil, err
		}
		if strings.Count(string(src), change[0]) != 1 {
			return nil, errors.New(file + " is another than the one this was made for")
		}
		files[file] = []byte(strings.Replace(string(src), change[0], change[1], 1))
	}
	return files, nil
}
