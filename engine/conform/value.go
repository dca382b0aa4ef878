package conform

import (
	"bytes"
	"encoding/json"
	"fmt"
	"sort"
	"strconv"
)

// sameJSON compares a recorded value with the one that a run gave; a value that
// is not there counts as null.
func sameJSON(want, got json.RawMessage, path string) *Difference {
	w, err := decode(want)
	if err != nil {
		return &Difference{Field: path, Got: clip(string(got)), Want: "a recorded value that is JSON: " + err.Error()}
	}
	g, err := decode(got)
	if err != nil {
		return &Difference{Field: path, Got: "what is not JSON: " + err.Error(), Want: clip(string(want))}
	}
	return sameValue(w, g, path)
}

func decode(raw json.RawMessage) (v any, err error) {
	if raw == nil {
		return nil, nil
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber() // int64 stays exact, and 1.0 can be told from 1
	err = d.Decode(&v)
	return v, err
}

// sameValue compares decoded JSON. An object with a dtype is a tensor; of any
// other object the recorded keys count, further ones of the run do not.
func sameValue(want, got any, path string) *Difference {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			return differ(path, got, want)
		}
		if _, isTensor := w["dtype"]; isTensor {
			return sameTensor(w, g, path)
		}
		for _, k := range keysOf(w) {
			if d := sameValue(w[k], g[k], path+"."+k); d != nil {
				return d
			}
		}
		return nil
	case []any:
		g, ok := got.([]any)
		if !ok || len(w) != len(g) {
			return differ(path, got, want)
		}
		for i := range w {
			if d := sameValue(w[i], g[i], fmt.Sprintf("%s[%d]", path, i)); d != nil {
				return d
			}
		}
		return nil
	}
	_, wantBool := want.(bool)
	_, gotBool := got.(bool)
	if wantBool != gotBool || !sameScalar(want, got) {
		return differ(path, got, want)
	}
	return nil
}

func keysOf(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// sameScalar compares by value: 1 is 1.0.
func sameScalar(a, b any) bool { return elementOf(a, "").equal(elementOf(b, "")) }

// sameTensor compares dtype, shape and every element in the dtype's bits.
func sameTensor(w, g map[string]any, path string) *Difference {
	dtype, _ := w["dtype"].(string)
	if d, _ := g["dtype"].(string); d != dtype {
		return differ(path+".dtype", g["dtype"], w["dtype"])
	}
	if !sameShape(w["shape"], g["shape"]) {
		return differ(path+".shape", g["shape"], w["shape"])
	}
	if _, long := w["rle"]; long {
		return sameRuns(w, g, dtype, path)
	}
	want, have := elements(w), elements(g)
	if len(want) != len(have) {
		return &Difference{Field: path, Got: fmt.Sprintf("%d elements", len(have)), Want: fmt.Sprint(len(want))}
	}
	for i := range want {
		if want[i] == "?" { // memory that was never written
			continue
		}
		if !elementOf(want[i], dtype).equal(elementOf(have[i], dtype)) {
			return differ(fmt.Sprintf("%s[%d]", path, i), have[i], want[i])
		}
	}
	return nil
}

func sameShape(want, got any) bool {
	w, ok := want.([]any)
	g, okGot := got.([]any)
	if !ok || !okGot || len(w) != len(g) {
		return false
	}
	for i := range w {
		if !sameScalar(w[i], g[i]) {
			return false
		}
	}
	return true
}

// elements is the tensor's data, spelled out if it is given as runs.
func elements(t map[string]any) []any {
	if data, ok := t["data"].([]any); ok {
		return data
	}
	var data []any
	for _, r := range pairs(t["rle"]) {
		for range r.count {
			data = append(data, r.value)
		}
	}
	return data
}

// run is a stretch of equal values.
type run struct {
	value any
	count int
}

// pairs reads "rle": a list of [value, count].
func pairs(v any) []run {
	list, _ := v.([]any)
	runs := make([]run, 0, len(list))
	for _, p := range list {
		pair, _ := p.([]any)
		if len(pair) != 2 {
			continue
		}
		n, _ := strconv.Atoi(fmt.Sprint(pair[1]))
		runs = append(runs, run{pair[0], n})
	}
	return runs
}

// sameRuns compares with a long tensor, of which the recording holds the first
// runs and how many there are in all.
func sameRuns(w, g map[string]any, dtype, path string) *Difference {
	want, wantAll := pairs(w["rle"]), runsInAll(w)
	have, haveAll := pairs(g["rle"]), runsInAll(g)
	if data, ok := g["data"].([]any); ok {
		have = runsOf(data, dtype)
		haveAll = len(have)
	}
	have = have[:min(len(have), len(want))]
	same := len(have) == len(want) && haveAll == wantAll
	for i := 0; same && i < len(want); i++ {
		same = want[i].count == have[i].count && elementOf(want[i].value, dtype).equal(elementOf(have[i].value, dtype))
	}
	if same {
		return nil
	}
	return &Difference{Field: path, Got: fmt.Sprintf("%d runs %s", haveAll, showRuns(have)), Want: fmt.Sprintf("%d runs %s", wantAll, showRuns(want))}
}

// runsInAll is "rle_truncated_of", or the number of runs that are there.
func runsInAll(t map[string]any) int {
	if n, ok := t["rle_truncated_of"].(json.Number); ok {
		all, _ := strconv.Atoi(n.String())
		return all
	}
	list, _ := t["rle"].([]any)
	return len(list)
}

func runsOf(data []any, dtype string) []run {
	var runs []run
	var last element
	for _, v := range data {
		e := elementOf(v, dtype)
		if len(runs) > 0 && last.equal(e) {
			runs[len(runs)-1].count++
			continue
		}
		runs, last = append(runs, run{v, 1}), e
	}
	return runs
}

func showRuns(runs []run) string {
	shown := make([][2]any, len(runs))
	for i, r := range runs {
		shown[i] = [2]any{r.value, r.count}
	}
	return show(shown)
}

func differ(path string, got, want any) *Difference {
	return &Difference{Field: path, Got: show(got), Want: show(want)}
}

func show(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err.Error()
	}
	return clip(string(bytes.TrimSpace(b.Bytes())))
}
