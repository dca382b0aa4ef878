package conform

import (
	"regexp"
	"strings"
)

// What differs from one build or machine to the next and says nothing.
var (
	sourceLine = regexp.MustCompile(`\b([\w.+-]+\.(?:cc|cpp|h|hpp|py|c)):\d+`)
	address    = regexp.MustCompile(`0x[0-9a-fA-F]+|ADDR`)
	hostPort   = regexp.MustCompile(`\d+\.\d+\.\d+\.\d+(\]?):(?:\d+|PORT)`)
	logTime    = regexp.MustCompile(`\[F (?:TIME|\d{4} [\d:.]+) `)
	blanks     = regexp.MustCompile(`[ \t]+`)
)

// plain is a message without line numbers, addresses, ports and log times.
func plain(s string) string {
	s = sourceLine.ReplaceAllString(s, "$1")
	s = address.ReplaceAllString(s, "ADDR")
	s = hostPort.ReplaceAllString(s, "IP$1:PORT")
	s = logTime.ReplaceAllString(s, "[F TIME ")
	return strings.TrimSpace(blanks.ReplaceAllString(s, " "))
}

// The texts of which a rank sees one or another by microseconds. They match
// plain texts.
var (
	// ownTimeout is what a rank says that waited to the end.
	ownTimeout = regexp.MustCompile(`\[unbound_buffer\.cc\] Timed out waiting \d+ms for (?:recv|send) operation to complete`)
	// peerGone is a peer that went away, as its connection shows it: closed,
	// reset or a broken pipe, with Gloo's advice behind it. What follows the
	// advice up to the next word is its emoji.
	peerGone = regexp.MustCompile(`(?:\[pair\.cc\] )?(?:Connection closed by peer|Read error|Write error|writev)(?: \[IP\]:PORT)?` +
		`(?:: (?:Connection reset by peer|Broken pipe))?` +
		`(?:\. This is typically caused by a remote worker [^\n]*?GLHF! [^\pL\pN_]+)?`)
	// ownMark is what a rank finds on a connection that its own earlier timeout
	// has closed.
	ownMark = regexp.MustCompile(`Application timeout caused pair closure`)
)

// sameMessage reports whether the message is the recorded one, or one that the
// same moment could have shown.
//
// For a TypeError that lists argument types the type is enough: the list is the
// signature table of one build.
func sameMessage(w *Step, got string, atTimeout, afterTimeout bool) bool {
	if w.ErrorType == "TypeError" && strings.Contains(w.Message, "incompatible function arguments") {
		return true
	}
	want, have := plain(w.Message), plain(got)
	return want == have || sameRace(want, have, atTimeout, afterTimeout)
}

// sameRace reports whether two plain texts differ only in which process was
// earlier. Waiting for recv against waiting for send is no race: which of them
// it is follows from the algorithm.
func sameRace(want, got string, atTimeout, afterTimeout bool) bool {
	if ownTimeout.MatchString(want) && ownTimeout.MatchString(got) {
		return false
	}
	kinds := []*regexp.Regexp{peerGone}
	switch {
	case atTimeout:
		kinds = append(kinds, ownTimeout, ownMark)
	case afterTimeout:
		kinds = append(kinds, ownMark)
	}
	for _, k := range kinds {
		want, got = k.ReplaceAllLiteralString(want, "<gone>"), k.ReplaceAllLiteralString(got, "<gone>")
	}
	return want == got
}
