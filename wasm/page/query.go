package page

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Query is what the address asks for, as PAGE.md lists it. Zero fields were not
// given.
type Query struct {
	Lesson   string
	Scenario string // a relative address on the same host
	Lang     string
	Theme    string // light, dark, auto, projector
	Embed    bool
	Panels   []string
	ReadOnly bool
	Autoplay bool
	Speed    string
	At       *time.Duration
}

// BadParameter is a parameter that was ignored.
type BadParameter struct{ Name, Value string }

// parameter reads one parameter into the query, or refuses it.
type parameter struct {
	name string
	read func(q *Query, value string) bool
}

// parameters are all that there are. A new one is one line here.
var parameters = []parameter{
	{"lesson", func(q *Query, v string) bool { q.Lesson = v; return identifier(v) }},
	{"scenario", func(q *Query, v string) bool { q.Scenario = v; return relative(v) }},
	{"lang", func(q *Query, v string) bool { q.Lang = v; return v == "zh" || v == "en" }},
	{"theme", func(q *Query, v string) bool {
		q.Theme = v
		return slices.Contains([]string{"light", "dark", "auto", "projector"}, v)
	}},
	{"embed", func(q *Query, v string) bool { return flag(v, &q.Embed) }},
	{"panels", func(q *Query, v string) bool {
		q.Panels = strings.Split(v, ",")
		for _, name := range q.Panels {
			if !slices.Contains([]string{"timeline", "stage", "side"}, name) {
				return false
			}
		}
		return true
	}},
	{"readonly", func(q *Query, v string) bool { return flag(v, &q.ReadOnly) }},
	{"autoplay", func(q *Query, v string) bool { return flag(v, &q.Autoplay) }},
	{"speed", func(q *Query, v string) bool {
		q.Speed = v
		f, err := strconv.ParseFloat(v, 64)
		return err == nil && f >= 0.1 && f <= 10
	}},
	{"t", func(q *Query, v string) bool {
		d, err := time.ParseDuration(v)
		q.At = &d
		return err == nil && d >= 0
	}},
}

// ParseQuery reads the part of an address behind the question mark. What it
// cannot use is ignored and named, in the order of the address; parameters of
// others (a course system's own) are none of its business.
func ParseQuery(search string) (Query, []BadParameter) {
	var q Query
	var bad []BadParameter
	seen := map[string]bool{}
	for pair := range strings.SplitSeq(strings.TrimPrefix(search, "?"), "&") {
		rawName, rawValue, _ := strings.Cut(pair, "=")
		name, err := url.QueryUnescape(rawName)
		if err != nil {
			continue
		}
		i := slices.IndexFunc(parameters, func(p parameter) bool { return p.name == name })
		if i < 0 {
			continue
		}
		value, err := url.QueryUnescape(rawValue)
		next := q
		if err != nil || seen[name] || len(value) > 500 || !parameters[i].read(&next, value) {
			bad = append(bad, BadParameter{name, clip(rawValue)})
			continue
		}
		seen[name], q = true, next
	}
	return q, bad
}

// clip keeps a notice readable, whatever the address holds.
func clip(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}

func flag(v string, to *bool) bool {
	*to = v == "1"
	return v == "1" || v == "0"
}

// identifier holds for what can be a lesson's name.
func identifier(v string) bool {
	for _, r := range v {
		if (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' {
			return false
		}
	}
	return v != ""
}

// relative holds for addresses that cannot leave the host.
func relative(v string) bool {
	u, err := url.Parse(v)
	return err == nil && v != "" && u.Scheme == "" && u.Host == "" && u.User == nil && !strings.HasPrefix(v, "//") && !strings.Contains(v, `\`)
}
