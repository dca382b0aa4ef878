package app

import (
	"math/big"
	"strconv"
	"strings"
	"time"

	"lockstep/engine/scenario"
	"lockstep/engine/tensor"
)

// halfWidth undoes what an input method for Chinese leaves in numbers:
// full-width digits, letters, points and signs, and the typographic minus.
func halfWidth(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r >= 0xFF01 && r <= 0xFF5E:
			return r - 0xFEE0
		case r == 0x3000: // ideographic space
			return ' '
		case r == '−' || r == '–':
			return '-'
		case r == '。':
			return '.'
		case r == '、':
			return ','
		}
		return r
	}, text))
}

// parseElement reads one element of a tensor as a person writes it: 1e3, .5,
// +2, 1_000, -inf, ∞, NaN, full-width digits. A comma is refused and not
// guessed: "1,5" is a decimal fraction to some and two elements to others.
func parseElement(text string, d tensor.DType) (scenario.Num, error) {
	t := strings.ToLower(halfWidth(text))
	t = strings.ReplaceAll(t, "_", "")
	switch {
	case t == "":
		return "", no("number.empty")
	case strings.Contains(t, ","):
		return "", no("number.comma", "point", strings.Replace(t, ",", ".", 1))
	}
	if d == tensor.Bool {
		switch t {
		case "true", "1", "t":
			return "true", nil
		case "false", "0", "f":
			return "false", nil
		}
		return "", no("number.bool", "text", text)
	}
	if special, ok := nonFinite(t); ok {
		if !d.IsFloat() {
			return "", no("number.integer", "text", text, "dtype", d.String())
		}
		return special, nil
	}
	if _, err := strconv.ParseFloat(t, 64); err != nil && !strings.Contains(err.Error(), "range") || strings.ContainsAny(t, "xp") {
		return "", no("number.not", "text", text)
	}
	if !d.IsFloat() {
		return parseInteger(t, text, d)
	}
	if n, err := scenario.CanonicalNum(d, t); err == nil {
		return n, nil
	}
	return "", no("number.toolarge", "text", text)
}

func nonFinite(t string) (scenario.Num, bool) {
	sign, rest := "", t
	if rest != "" && (rest[0] == '+' || rest[0] == '-') {
		sign, rest = strings.TrimPrefix(rest[:1], "+"), rest[1:]
	}
	switch rest {
	case "nan":
		return "nan", true
	case "inf", "infinity", "∞":
		return scenario.Num(sign + "inf"), true
	}
	return "", false
}

var integerRange = map[tensor.DType][2]string{
	tensor.Int8:  {"-128", "127"},
	tensor.UInt8: {"0", "255"},
	tensor.Int32: {"-2147483648", "2147483647"},
	tensor.Int64: {"-9223372036854775808", "9223372036854775807"},
}

// parseInteger takes 1e3 and 2.0 too, as long as they are whole; int64 is exact.
func parseInteger(t, text string, d tensor.DType) (scenario.Num, error) {
	if _, e, ok := strings.Cut(t, "e"); ok && len(strings.TrimLeft(e, "+-0")) > 3 {
		return "", no("number.range", "text", text, "dtype", d.String(), "min", integerRange[d][0], "max", integerRange[d][1])
	}
	v, ok := new(big.Rat).SetString(t)
	if !ok {
		return "", no("number.not", "text", text)
	}
	if !v.IsInt() {
		return "", no("number.integer", "text", text, "dtype", d.String())
	}
	low, _ := new(big.Int).SetString(integerRange[d][0], 10)
	high, _ := new(big.Int).SetString(integerRange[d][1], 10)
	if v.Num().Cmp(low) < 0 || v.Num().Cmp(high) > 0 {
		return "", no("number.range", "text", text, "dtype", d.String(), "min", low.String(), "max", high.String())
	}
	return scenario.Num(v.Num().String()), nil
}

// parseElements splits a pasted row or column: elements stand between spaces,
// tabs or line ends; a comma before a space or after brackets is let go.
func parseElements(text string, d tensor.DType) ([]scenario.Num, error) {
	clean := strings.Trim(halfWidth(text), "[]()")
	words := strings.Fields(clean)
	if len(words) <= 1 {
		one, err := parseElement(clean, d)
		return []scenario.Num{one}, err
	}
	out := make([]scenario.Num, 0, len(words))
	for _, w := range words {
		n, err := parseElement(strings.Trim(w, ",;[]()"), d)
		if err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	return out, nil
}

// parseDuration reads Go's durations, and a plain number with the unit left out
// as seconds ("3" is 3s); 微秒 and friends are written by Chinese keyboards.
func parseDuration(text string) (time.Duration, error) {
	t := strings.ToLower(strings.ReplaceAll(halfWidth(text), " ", ""))
	t = durationWords.Replace(t)
	if t == "" {
		return 0, no("duration.empty")
	}
	if _, err := strconv.ParseFloat(t, 64); err == nil {
		t += "s"
	}
	d, err := time.ParseDuration(t)
	if err != nil {
		return 0, no("duration.not", "text", text)
	}
	if d < 0 {
		return 0, no("duration.negative", "text", text)
	}
	return d, nil
}

var durationWords = strings.NewReplacer(
	"微秒", "us", "毫秒", "ms", "纳秒", "ns", "小时", "h", "分钟", "m", "分", "m", "秒", "s", "μ", "u", "µ", "u",
)

// parseInt reads an integer argument between low and high.
func parseInt(text string, low, high int) (int, error) {
	v, err := strconv.Atoi(halfWidth(text))
	if err != nil {
		return 0, no("number.whole", "text", text)
	}
	if v < low || v > high {
		return 0, no("number.between", "text", text, "min", strconv.Itoa(low), "max", strconv.Itoa(high))
	}
	return v, nil
}
