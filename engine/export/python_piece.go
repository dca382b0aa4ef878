package export

import (
	"embed"
	"strings"
)

//go:embed python
var pieceFiles embed.FS

// pieceOrder is the order in which pieces are written: each stands behind what it
// needs.
var pieceOrder = []string{"show", "duration", "random", "fill", "time", "log", "attempt", "fail", "checkpoint"}

// pieceNeeds are the pieces that others call.
var pieceNeeds = map[string]string{"fill": "random"}

// piece is a part of Python that a script may need.
func piece(name string) string {
	b, err := pieceFiles.ReadFile("python/" + name + ".py")
	if err != nil {
		panic(err) // it is embedded
	}
	return string(b)
}

func (y *pythonist) need(name string) {
	y.needs[name] = true
	if other, ok := pieceNeeds[name]; ok {
		y.needs[other] = true
	}
}

func (y *pythonist) pieces() {
	if y.needs["duration"] {
		y.needs["time"] = false // it does the same, and reads texts
	}
	for _, name := range pieceOrder {
		if !y.needs[name] {
			continue
		}
		y.blank()
		y.blank()
		for _, line := range strings.Split(strings.TrimRight(piece(name), "\n"), "\n") {
			y.put("%s", line)
		}
	}
	y.blank()
}
