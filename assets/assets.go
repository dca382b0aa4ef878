// Package assets embeds what the page ships beside code: fonts, words and
// example scenarios. It knows files; it must never know what they mean.
package assets

import "embed"

// FS holds the assets by their paths in this folder.
//
//go:embed recorded.bin fonts locales scenarios glossary lessons/*/*.json lessons/*/zh.md lessons/*/en.md
var FS embed.FS
