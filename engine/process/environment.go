package process

import (
	"strconv"
	"strings"

	"lockstep/engine/failure"
)

// The environment of a process and what torch makes of it, as Python reads numbers
// and URLs (torch/distributed/rendezvous.py).

// The ports that $PORT and $PORT1 … stand for. Which numbers they are shows
// nowhere: texts say PORT.
const (
	firstPort = 29500
	portsFar  = 100 // so that port offsets of one do not reach the next
	anyPort   = 40000
)

// withPorts replaces $PORT1 … and $PORT.
func withPorts(text string) string {
	if !strings.Contains(text, "$PORT") {
		return text
	}
	for i := 9; i >= 1; i-- {
		text = strings.ReplaceAll(text, "$PORT"+strconv.Itoa(i), strconv.Itoa(firstPort+i*portsFar))
	}
	return strings.ReplaceAll(text, "$PORT", strconv.Itoa(firstPort))
}

// setEnv puts an op's variables into the process's environment, where they stay.
func (p *Proc) setEnv(env map[string]*string) {
	for name, value := range env {
		if value == nil {
			delete(p.env, name)
			continue
		}
		p.env[name] = withPorts(*value)
	}
}

// variable returns one that env:// needs; an empty one counts as none.
func (p *Proc) variable(name string) (string, *failure.Failure) {
	if p.env[name] == "" {
		return "", failure.NoVariable(name)
	}
	return p.env[name], nil
}

// pythonInt is int(text): blanks around it, a sign, and single underscores between
// digits are fine.
func pythonInt(text string) (int64, *failure.Failure) {
	t := strings.TrimSpace(text)
	digits := strings.TrimLeft(t, "+-")
	if digits == "" || len(t)-len(digits) > 1 || strings.HasPrefix(digits, "_") || strings.HasSuffix(digits, "_") || strings.Contains(digits, "__") {
		return 0, failure.NotAnInt(text)
	}
	v, err := strconv.ParseInt(t[:len(t)-len(digits)]+strings.ReplaceAll(digits, "_", ""), 10, 64)
	if err != nil {
		return 0, failure.NotAnInt(text)
	}
	return v, nil
}

// place is where a store is and who comes to it.
type place struct {
	host string
	port int
	rank int
	size int
}

// local reports whether the host is the machine on which all processes run.
func (at place) local() bool {
	return at.host == "localhost" || strings.HasPrefix(at.host, "127.") || at.host == "0.0.0.0" || at.host == "::1"
}

// rendezvous finds out where the store is (rendezvous.py, rendezvous). The
// arguments, −1 where not given, go into the URL's query; what stands there wins
// over the environment.
func (p *Proc) rendezvous(method string, rank, size int) (place, *failure.Failure) {
	scheme, rest, ok := strings.Cut(method, "://")
	if !ok {
		return place{}, failure.NoHandler("")
	}
	base, query, _ := strings.Cut(rest, "?")
	given := parameters(query)
	_, hasRank := given["rank"]
	_, hasSize := given["world_size"]
	if (rank != -1 || size != -1) && (hasRank || hasSize) {
		return place{}, failure.RankTwice(method)
	}
	if rank != -1 {
		given["rank"] = strconv.Itoa(rank)
	}
	if size != -1 {
		given["world_size"] = strconv.Itoa(size)
	}
	switch scheme {
	case "env":
		return p.fromEnv(given)
	case "tcp":
		return fromURL(base, given)
	}
	return place{}, failure.NoHandler(scheme)
}

// parameters reads the query of a URL (_query_to_dict).
func parameters(query string) map[string]string {
	given := map[string]string{}
	for pair := range strings.SplitSeq(query, "&") {
		if key, value, ok := strings.Cut(pair, "="); ok {
			given[key] = value
		}
	}
	return given
}

// fromEnv is env://: what the query does not say, four variables do.
func (p *Proc) fromEnv(given map[string]string) (at place, f *failure.Failure) {
	for _, n := range []struct {
		key, name string
		into      *int
	}{{"rank", "RANK", &at.rank}, {"world_size", "WORLD_SIZE", &at.size}} {
		text, ok := given[n.key]
		if !ok {
			if text, f = p.variable(n.name); f != nil {
				return at, f
			}
		}
		if *n.into, f = smallInt(text); f != nil {
			return at, f
		}
	}
	if at.host, f = p.variable("MASTER_ADDR"); f != nil {
		return at, f
	}
	text, f := p.variable("MASTER_PORT")
	if f != nil {
		return at, f
	}
	return at, at.setPort(text)
}

// smallInt is int(text) for ranks and sizes.
func smallInt(text string) (int, *failure.Failure) {
	v, f := pythonInt(text)
	return int(v), f
}

func (at *place) setPort(text string) *failure.Failure {
	v, f := pythonInt(text)
	if f != nil {
		return f
	}
	if v < 0 || v > 65535 {
		return failure.BadPort(v)
	}
	at.port = int(v)
	return nil
}

// fromURL is tcp://HOST:PORT: everything must be said.
func fromURL(base string, given map[string]string) (at place, f *failure.Failure) {
	base, _, _ = strings.Cut(base, "/")
	i := strings.LastIndexByte(base, ':')
	if i < 0 || i == len(base)-1 {
		return at, failure.NoParameter("port number")
	}
	port, err := strconv.ParseUint(base[i+1:], 10, 62)
	if err != nil || port > 65535 {
		return at, failure.URLPort(base[i+1:], err == nil)
	}
	at.host, at.port = strings.Trim(base[:i], "[]"), int(port)
	for _, n := range []struct{ key, name string }{{"rank", "rank"}, {"world_size", "world size"}} {
		if _, ok := given[n.key]; !ok {
			return at, failure.NoParameter(n.name)
		}
	}
	if at.rank, f = smallInt(given["rank"]); f != nil {
		return at, f
	}
	if at.size, f = smallInt(given["world_size"]); f != nil {
		return at, f
	}
	if at.host == "" {
		return at, failure.NoHost
	}
	return at, nil
}
