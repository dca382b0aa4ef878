package export_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/export"
	"lockstep/engine/scenario"
)

// The scripts in testdata are what a learner gets; TestScriptsDoTheSameOnRealProcesses
// (tools/lockstep) runs such scripts with PyTorch.
func TestScriptsReadWell(t *testing.T) {
	all := examples(t)
	for _, name := range []string{"two-scalars", "skipped-call", "overlap", "job-restart"} {
		golden(t, name+".zh.py", export.Python(all[name], "zh").Text())
	}
	for _, name := range []string{"straggler", "absent-rank", "subgroups"} {
		golden(t, name+".en.py", export.Python(all[name], "en").Text())
	}
	for _, name := range []string{"collectives", "groups", "pairs"} {
		text, err := os.ReadFile(filepath.Join("../../tools/lockstep/testdata/torchrun", name+".json"))
		require.NoError(t, err)
		golden(t, name+".en.py", export.Python(parse(t, string(text)), "en").Text())
	}
}

// TestEveryScriptHasItsFourMarks holds for all examples that the marks stand in
// order, that lines know which ops they are, and that each op has a line.
func TestEveryScriptHasItsFourMarks(t *testing.T) {
	for name, s := range examples(t) {
		for _, lang := range export.Languages() {
			l := export.Python(s, lang)
			text := l.Text()
			at := 0
			for k, sign := range []string{"# ①", "# ②", "# ③", "# ④"} {
				next := strings.Index(text[at:], sign)
				require.GreaterOrEqual(t, next, 0, "%s %s %s", name, lang, sign)
				at += next
				assert.NotEmpty(t, l.Marks[k].Title)
				assert.NotEmpty(t, l.Marks[k].Answer)
				assert.Contains(t, text, l.Marks[k].Title)
			}
			assert.True(t, strings.HasPrefix(text, "# "), name)
			assert.Contains(t, text, l.Run)
			for i := range l.Lines {
				if l.Lines[i].Source == 0 { // a script's lines are as long as they are
					assert.LessOrEqual(t, len([]rune(l.Lines[i].Text)), 120, "%s: %s", name, l.Lines[i].Text)
				}
				assert.NotContains(t, l.Lines[i].Text, "\n")
			}
			for p := range s.Processes() {
				if s.Script != "" || p < len(s.Ranks) && s.Ranks[p].Never {
					continue
				}
				for i := range s.ProgramOf(p) {
					assert.NotEmpty(t, l.LinesOf(export.OpRef{Proc: p, Op: i}), "%s: rank %d op %d", name, p, i)
				}
			}
		}
	}
}

func TestLinesOfAScriptKnowTheLineThatTheyWere(t *testing.T) {
	s := examples(t)["job-gradient"]
	require.NotNil(t, s)
	l := export.Python(s, "en")
	source := strings.Split(s.Script, "\n")
	seen := 0
	for i := range l.Lines {
		if n := l.Lines[i].Source; n > 0 {
			seen++
			first := strings.FieldsFunc(source[n-1]+" .", func(r rune) bool { return r == ' ' || r == '(' })[0]
			assert.Contains(t, l.Lines[i].Text+" .", first)
		}
	}
	assert.GreaterOrEqual(t, seen, len(source)-2)
}

// TestWordsOfThePlaygroundBecomeThoseOfTorch: what is a text or a name of its own
// there is torch's here, and what only looks like it stays.
func TestWordsOfThePlaygroundBecomeThoseOfTorch(t *testing.T) {
	for code, want := range map[string]string{
		`x = tensor([1, 2])`:                         `x = torch.tensor([1, 2], dtype=torch.float32)`,
		`x = tensor([f(1), 2],)`:                     `x = torch.tensor([f(1), 2],dtype=torch.float32)`,
		`x = tensor([1], dtype = "int64")`:           `x = torch.tensor([1], dtype = torch.int64)`,
		`x = tensor([1], "int64")`:                   `x = torch.tensor([1], torch.int64)`,
		`x = torch.tensor((1, 2))`:                   `x = torch.tensor((1, 2), dtype=torch.float32)`,
		`x = zeros(2, 3).copy()`:                     `x = torch.zeros(2, 3).clone()`,
		`x = empty_like(x).to("bool")`:               `x = torch.zeros_like(x).to(torch.bool)`,
		`dist.all_reduce(x, op='MAX')`:               `dist.all_reduce(x, op=dist.ReduceOp.MAX)`,
		`h.wait("1m30s")`:                            `h.wait(timedelta(seconds=90))`,
		`dist.barrier(g); compute("1.5ms")`:          `dist.barrier(g); compute(0.0015)`,
		`log("op=\"SUM\"", "SUM") # tensor([1])`:     `log("op=\"SUM\"", "SUM") # tensor([1])`,
		`full = 3; log("tensor(1)", f(full=full))`:   `full = 3; log("tensor(1)", f(full=full))`,
		`def stack(a):` + "\n" + `  return stack(a)`: `def stack(a):` + "\n" + `  return stack(a)`,
	} {
		s := &scenario.Scenario{WorldSize: 2, AutoInit: true, Timeout: time.Minute, Script: code}
		assert.Contains(t, export.Python(s, "en").Text(), "\n"+want+"\n", code)
	}
}

func TestMarkThreeTellsHowTheRanksPart(t *testing.T) {
	for name, want := range map[string]string{
		"two-scalars": "yes, every rank makes", "straggler": "the work beside them differs", "silent-mix": "what is passed",
		"skipped-call": "the ranks part", "order-mismatch": "the ranks part", "job-if-rank-0": "asks for its rank",
	} {
		s := examples(t)[name]
		require.NotNil(t, s, name)
		text := strings.Join(strings.Fields(strings.ReplaceAll(export.Python(s, "en").Text(), "#", "")), " ")
		assert.Contains(t, text, want, name)
	}
}

// TestHostileNamesStayNames: what a person may write into a file becomes no code.
func TestHostileNamesStayNames(t *testing.T) {
	s := parse(t, `{"lockstep": 1, "title": "a\nimport os; os.abort()", "world_size": 2,
	 "tensors": {"rank": {"dtype": "float32", "data": [1]}, "lambda": {"dtype": "bool", "data": [true]}, "sum": {"dtype": "int8", "data": [1]}},
	 "program": [{"op": "all_reduce", "tensor": "rank", "async": true, "as": "os"}, {"op": "wait", "id": "os"}, {"op": "all_reduce", "tensor": "sum"},
	  {"op": "broadcast_object_list", "list": ["\"); os.abort() #", {"k'\"\\": null}], "src": 0}, {"op": "raise", "message": "\"\n\\"}]}`)
	golden(t, "hostile.en.py", export.Python(s, "en").Text())
}

func TestFilesAreNamedAfterTheScenario(t *testing.T) {
	for title, want := range map[string]string{
		"All-reduce of two scalars": "all-reduce-of-two-scalars", "": "lockstep", "3 ranks": "lockstep", "中文": "lockstep",
		strings.Repeat("long ", 30): strings.TrimSuffix(strings.Repeat("long-", 8), "-"),
	} {
		s := &scenario.Scenario{Title: scenario.Text{"": title}}
		assert.Equal(t, want, export.FileStem(s), title)
	}
}

func TestGoldenFilesHaveAnOwner(t *testing.T) {
	files, err := filepath.Glob("testdata/*")
	require.NoError(t, err)
	var sources strings.Builder
	tests, err := filepath.Glob("*_test.go")
	require.NoError(t, err)
	for _, file := range tests {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		sources.Write(text)
	}
	for _, file := range files {
		stem, _, _ := strings.Cut(filepath.Base(file), ".")
		assert.True(t, slices.ContainsFunc(strings.Split(sources.String(), `"`), func(word string) bool {
			return strings.TrimSuffix(strings.SplitN(word, ".", 2)[0], ".") == stem
		}), file)
	}
}
