// Command fonts cuts the shipped faces out of the full ones: every character
// that the assets use, and those that people are likely to type.
//
//	go run ./tools/fonts
//
// It needs Debian's fonts-noto-cjk, fonts-dejavu-core and libharfbuzz-bin. The
// result is committed, so that building the page needs neither: run it when a
// test says that an asset uses a character that is not shipped.
package main

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"lockstep/assets"
)

// A cut is one shipped file: which face of which full font, and what goes in.
type cut struct {
	from  string
	index int
	to    string
	chars func(used string) string
}

const (
	noto   = "/usr/share/fonts/opentype/noto/"
	dejavu = "/usr/share/fonts/truetype/dejavu/"
	simp   = 2 // the Simplified Chinese face of the collection
)

var cuts = []cut{
	{noto + "NotoSansCJK-Regular.ttc", simp, "sans.otf", func(used string) string { return used + latin + marks + common }},
	{noto + "NotoSansCJK-Bold.ttc", simp, "sans-bold.otf", func(string) string { return latin + marks }},
	{dejavu + "DejaVuSansMono.ttf", 0, "mono.ttf", func(string) string { return latin + marks + symbols }},
	{dejavu + "DejaVuSansMono-Bold.ttf", 0, "mono-bold.ttf", func(string) string { return latin + symbols }},
}

func main() {
	if err := run("assets/fonts"); err != nil {
		fmt.Fprintln(os.Stderr, "fonts:", err)
		os.Exit(1)
	}
}

func run(dir string) error {
	used, err := Used(assets.FS)
	if err != nil {
		return err
	}
	for _, dir := range []string{"engine/diagnose/words", "engine/export/words"} { // the page shows these sentences too
		more, err := Used(os.DirFS(dir))
		if err != nil {
			return err
		}
		used += more
	}
	for _, c := range cuts {
		if err := subset(c, dir, used); err != nil {
			return err
		}
	}
	return nil
}

// Used returns the characters that the text files among the assets hold, sorted.
func Used(fsys fs.FS) (string, error) {
	seen := map[rune]bool{}
	err := fs.WalkDir(fsys, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(path, "fonts/") || strings.HasSuffix(path, ".bin") {
			return err
		}
		text, err := fs.ReadFile(fsys, path)
		if err != nil {
			return err
		}
		for _, r := range string(text) {
			if r >= ' ' {
				seen[r] = true
			}
		}
		return nil
	})
	if err != nil {
		return "", fmt.Errorf("collect characters: %w", err)
	}
	out := make([]rune, 0, len(seen))
	for r := range seen {
		out = append(out, r)
	}
	slices.Sort(out)
	return string(out), nil
}

func subset(c cut, dir, used string) error {
	text, err := os.CreateTemp("", "lockstep-characters-*.txt")
	if err != nil {
		return err
	}
	defer os.Remove(text.Name())
	if _, err := text.WriteString(c.chars(used)); err != nil {
		return err
	}
	if err := text.Close(); err != nil {
		return err
	}
	to := filepath.Join(dir, c.to)
	// No hints and no layout tables: glyphs are set by their advances alone. No
	// subroutines: gzip finds what repeats, and better.
	cmd := exec.Command("hb-subset", c.from, fmt.Sprintf("--face-index=%d", c.index), "--text-file="+text.Name(),
		"--output-file="+to, "--no-hinting", "--desubroutinize", "--layout-features=", "--drop-tables+=GSUB,GPOS,GDEF,VORG,vhea,vmtx,BASE,FFTM")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("cut %s from %s: %w: %s", c.to, c.from, err, strings.TrimSpace(string(out)))
	}
	info, err := os.Stat(to)
	if err != nil {
		return err
	}
	fmt.Printf("%-16s %8d bytes\n", c.to, info.Size())
	return nil
}
