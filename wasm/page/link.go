package page

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"fmt"
	"io"
	"strings"
)

// MaxLink is the longest address that is handed out: chat programs, course
// systems and some servers cut longer ones.
const MaxLink = 8000

// maxInflated bounds what a link may unpack to. Eight thousand characters of
// link hold six thousand bytes, which deflate can blow up a thousandfold.
const maxInflated = 1 << 20

// LinkError is what is wrong with a link. Its sentence stands in the locale files
// under "link." + Code.
type LinkError struct {
	Code  string
	Value int // what {value} stands for
}

func (e *LinkError) Error() string {
	switch e.Code {
	case "too_long":
		return fmt.Sprintf("the link has %d characters, more than %d", e.Value, MaxLink)
	case "not_base64":
		return "the link is damaged: it is not base64url"
	case "not_deflate":
		return "the link is damaged: it does not unpack"
	case "too_large":
		return fmt.Sprintf("the link unpacks to more than %d bytes", maxInflated)
	}
	return "the link is empty"
}

// EncodeLink is the fragment that holds a scenario's canonical text:
// "s=" + base64url(raw deflate). The same text gives the same fragment.
func EncodeLink(canonical []byte) (string, error) {
	var b bytes.Buffer
	z, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		return "", err
	}
	if _, err := z.Write(canonical); err != nil {
		return "", err
	}
	if err := z.Close(); err != nil {
		return "", err
	}
	link := "s=" + base64.RawURLEncoding.EncodeToString(b.Bytes())
	if len(link) > MaxLink {
		return "", &LinkError{"too_long", len(link)}
	}
	return link, nil
}

// DecodeLink is the text that a fragment holds. ok is false when the fragment
// is not meant to hold one. Nothing is unpacked that could not be a scenario:
// the length is looked at before, the amount during unpacking.
func DecodeLink(fragment string) (text []byte, ok bool, err error) {
	fragment = strings.TrimPrefix(fragment, "#")
	packed, ok := strings.CutPrefix(fragment, "s=")
	if !ok {
		return nil, false, nil
	}
	if len(fragment) > MaxLink {
		return nil, true, &LinkError{"too_long", len(fragment)}
	}
	// Some programs that pass links on pad them or escape the padding.
	packed = strings.TrimRight(strings.ReplaceAll(packed, "%3D", "="), "=")
	raw, err := base64.RawURLEncoding.DecodeString(packed)
	if err != nil {
		return nil, true, &LinkError{Code: "not_base64"}
	}
	z := flate.NewReader(bytes.NewReader(raw))
	defer z.Close()
	text, err = io.ReadAll(io.LimitReader(z, maxInflated+1))
	switch {
	case err != nil:
		return nil, true, &LinkError{Code: "not_deflate"}
	case len(text) > maxInflated:
		return nil, true, &LinkError{Code: "too_large"}
	case len(text) == 0:
		return nil, true, &LinkError{Code: "empty"}
	}
	return text, true, nil
}
