package site

import (
	_ "embed"
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// Ebitengine tells WebGL in each frame what it has told it in the one before, clears the
// screen before the picture, which is opaque, is drawn all over it, flushes what the
// browser is about to flush, and asks for gamepads. More than half of the calls of a frame
// of playback say nothing new; each goes from Go to JavaScript to the browser and is
// checked there. The page's program leaves them out. It also has the parts of a picture
// share the memory in which their vertices are handed over: the canvas draws on other
// parts in each frame, and each would get memory of its own.
//
//go:embed driver/told.go.txt
var told []byte

const driverFolder = "internal/graphicsdriver/opengl"

// drivers are the files of Ebitengine in which something is replaced.
var drivers = map[string][]change{
	driverFolder + "/gl/default_js.go": {{"\treturn g, nil\n", "\treturn onlyNews(g), nil\n"}},
	driverFolder + "/graphics.go": {{
		"func (g *Graphics) NeedsClearingScreen() bool {\n\treturn true\n}",
		"func (g *Graphics) NeedsClearingScreen() bool {\n\treturn false\n}",
	}},
	"internal/ui/ui_js.go": {
		{"\t\"github.com/hajimehoshi/ebiten/v2/internal/gamepad\"\n", ""},
		{"\tif err := gamepad.Update(); err != nil {\n\t\treturn err\n\t}\n", ""},
	},
	"image.go": {
		{"func (i *Image) ensureTmpVertices(n int) []float32 {\n", "func (i *Image) ensureTmpVertices(n int) []float32 {\n" + share},
		{"func (i *Image) ensureTmpIndices(n int) []uint32 {\n", "func (i *Image) ensureTmpIndices(n int) []uint32 {\n" + share},
	},
}

// share has a part of an image use what the whole has. It holds nothing between two calls.
const share = "\tif i.isSubImage() {\n\t\ti = i.original\n\t}\n"

type change struct{ from, to string }

// quiet are the files of a driver that says nothing twice.
func quiet(source string) (map[string][]byte, error) {
	files := map[string][]byte{driverFolder + "/gl/told_js.go": told}
	for file, changes := range drivers {
		src, err := os.ReadFile(filepath.Join(source, filepath.FromSlash(file)))
		if err != nil {
			return nil, err
		}
		text := string(src)
		for _, c := range changes {
			if strings.Count(text, c.from) != 1 {
				return nil, errors.New(file + " is another than the one this was made for")
			}
			text = strings.Replace(text, c.from, c.to, 1)
		}
		files[file] = []byte(text)
	}
	return files, nil
}
