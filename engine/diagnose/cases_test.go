package diagnose_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine"
	"lockstep/engine/result"
	"lockstep/engine/scenario"
)

// The scenarios of testdata/cases have a known cause and a known fix: cases.json
// says for each which findings are expected, who is to blame, at which call, and
// which edit mends it. A third of them ("report") is distilled from public reports
// of programs that hang or are wrong.

type knownCase struct {
	Case   string     `json:"case"`
	Source string     `json:"source"`
	Expect []expected `json:"expect"`
	Fix    []edit     `json:"fix"`
}

type expected struct {
	Code  string `json:"code"`
	Ranks []int  `json:"ranks"`
	Call  *int   `json:"call"`
}

// edit is one operation of a JSON Patch (RFC 6902): add, remove or replace.
type edit struct {
	Op    string          `json:"op"`
	Path  string          `json:"path"`
	Value json.RawMessage `json:"value"`
}

func knownCases(t *testing.T) (all []knownCase) {
	text, err := os.ReadFile("testdata/cases/cases.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &all))
	return all
}

// TestKnownCases holds each case to its table: the findings that are no
// consequence are those that are expected, the first one first; and the fix,
// applied, gives a run that is done and has none.
func TestKnownCases(t *testing.T) {
	all := knownCases(t)
	assert.GreaterOrEqual(t, len(all), 60)
	reports := 0
	for _, k := range all {
		if k.Source == "report" {
			reports++
		}
		t.Run(k.Case, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("testdata/cases", k.Case+".json"))
			require.NoError(t, err)
			r := runText(t, text)
			assert.Equal(t, told(k.Expect), told(rootsOf(r)), "%s", describe(r))
			mended := runText(t, patched(t, text, k.Fix))
			assert.Equal(t, result.Done, mended.Outcome)
			assert.Empty(t, codes(mended), "%s", describe(mended))
			assert.True(t, wentWell(mended))
		})
	}
	assert.GreaterOrEqual(t, 3*reports, len(all), "a third of the cases comes from reports")
	files, err := filepath.Glob("testdata/cases/*.json")
	require.NoError(t, err)
	assert.Len(t, files, len(all)+1, "a case without a line in the table")
}

// TestEveryRuleHasCases: two at least of each finding that can be a cause, here or
// among the witnesses.
func TestEveryRuleHasCases(t *testing.T) {
	seen := map[string]int{}
	for _, k := range knownCases(t) {
		for _, e := range k.Expect {
			seen[e.Code]++
		}
	}
	for _, code := range []string{
		"collective_mismatch", "size_mismatch", "dtype_mismatch", "reduce_op_mismatch", "root_mismatch", "missing_call", "extra_call", "absent_rank", "exited_rank", "crashed_rank", "late_rank",
		"deadlock", "send_without_recv", "tag_mismatch", "source_mismatch", "message_mismatch", "group_order", "group_mismatch", "non_member", "new_group_missing", "duplicate_rank", "rank_out_of_range",
		"no_store", "swapped_calls", "buffer_in_use", "never_waited", "no_such_rank", "shape_mismatch", "failed_call",
	} {
		assert.GreaterOrEqual(t, seen[code], 2, code)
	}
}

func told(all []expected) string {
	var b strings.Builder
	for _, e := range all {
		fmt.Fprintf(&b, "%s %v", e.Code, e.Ranks)
		if e.Call != nil {
			fmt.Fprintf(&b, " call %d", *e.Call)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func rootsOf(r *result.Result) (all []expected) {
	for _, f := range r.Findings {
		if f.Cause == nil {
			all = append(all, expected{f.Code, f.Ranks, f.Call})
		}
	}
	return all
}

func runText(t *testing.T, text []byte) *result.Result {
	t.Helper()
	s, err := scenario.Parse(text)
	require.NoError(t, err)
	run, err := engine.Start(s)
	require.NoError(t, err)
	for !run.Advance(1 << 20) {
	}
	return run.Outcome()
}

// patched applies edits to a JSON text.
func patched(t *testing.T, text []byte, edits []edit) []byte {
	var doc any
	require.NoError(t, json.Unmarshal(text, &doc))
	for _, e := range edits {
		var value any
		if e.Value != nil {
			require.NoError(t, json.Unmarshal(e.Value, &value))
		}
		var err error
		doc, err = edited(doc, strings.Split(strings.TrimPrefix(e.Path, "/"), "/"), e.Op, value)
		require.NoError(t, err, e.Path)
	}
	out, err := json.Marshal(doc)
	require.NoError(t, err)
	return out
}

func edited(doc any, path []string, op string, value any) (any, error) {
	last := len(path) == 1
	switch x := doc.(type) {
	case map[string]any:
		if !last {
			inner, err := edited(x[path[0]], path[1:], op, value)
			x[path[0]] = inner
			return x, err
		}
		if op == "remove" {
			delete(x, path[0])
		} else {
			x[path[0]] = value
		}
		return x, nil
	case []any:
		i, err := strconv.Atoi(path[0])
		switch {
		case err != nil || i > len(x) || i == len(x) && (!last || op != "add"):
			return nil, fmt.Errorf("%s: no such entry", path[0])
		case !last:
			x[i], err = edited(x[i], path[1:], op, value)
			return x, err
		case op == "remove":
			return slices.Delete(x, i, i+1), nil
		case op == "add":
			return slices.Insert(x, i, value), nil
		}
		x[i] = value
		return x, nil
	}
	return nil, fmt.Errorf("%s: nothing there", path[0])
}
