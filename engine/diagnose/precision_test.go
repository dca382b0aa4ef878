package diagnose_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/conform"
	"lockstep/engine/result"
)

// The random programs among the recordings were broken on purpose, and their titles
// say how: "drop at 1 on rank 2". That is what the findings are held against.

// mistake is one that a title tells of.
type mistake struct {
	kind string
	rank int
}

var mistakes = regexp.MustCompile(`; (\w+) at \d+ on rank (\d+)`)

// mistakesOf reads a title. "nothing" is no mistake, and a rank that is late within
// its group's patience makes none.
func mistakesOf(title string) (all []mistake) {
	for _, m := range mistakes.FindAllStringSubmatch(title, -1) {
		if m[1] == "nothing" || m[1] == "late" {
			continue
		}
		rank, _ := strconv.Atoi(m[2])
		all = append(all, mistake{m[1], rank})
	}
	return all
}

// names are the codes that tell of a mistake. Programs that differ by one call can
// be told of by any of several, by where that came to light.
var names = map[string][]string{
	"exit": {"exited_rank"}, "raise": {"exited_rank", "failed_call"}, "kill": {"crashed_rank"},
	"drop":    {"missing_call", "extra_call", "collective_mismatch", "recv_without_send", "send_without_recv", "deadlock", "group_order", "tag_mismatch", "size_mismatch", "root_mismatch", "dtype_mismatch", "argument_mismatch"},
	"twice":   {"extra_call", "missing_call", "collective_mismatch", "recv_without_send", "send_without_recv", "deadlock", "group_order", "size_mismatch", "root_mismatch", "dtype_mismatch", "late_rank"},
	"swap":    {"collective_mismatch", "swapped_calls", "deadlock", "group_order", "size_mismatch", "dtype_mismatch", "reduce_op_mismatch", "root_mismatch", "recv_without_send", "send_without_recv", "missing_call", "extra_call", "tag_mismatch"},
	"other":   {"collective_mismatch", "missing_call", "extra_call", "deadlock", "recv_without_send", "send_without_recv", "size_mismatch"},
	"length":  {"size_mismatch", "shape_mismatch", "message_mismatch"},
	"dtype":   {"dtype_mismatch", "size_mismatch", "message_mismatch"},
	"redop":   {"reduce_op_mismatch"},
	"root":    {"root_mismatch"},
	"tag":     {"tag_mismatch"},
	"peer":    {"source_mismatch"},
	"toolate": {"late_rank"},
	"world":   {"collective_mismatch", "missing_call", "extra_call", "deadlock", "group_order"},
}

func (m mistake) told(f *result.Finding) bool {
	return slices.Contains(names[m.kind], f.Code) && slices.Contains(f.Ranks, m.rank)
}

// score counts over recordings.
type score struct {
	clean, noisy         int // without a mistake, and those of them with a finding
	broken, found        int // with one, and those of them with a finding that tells of it
	seconds, secondsTold int // mistakes beyond the first told of
	roots, right, wider  int // findings that are no consequence; those that are right; those of them that blame others too
	misses, wrongs       []string
}

func (s *score) add(rec *conform.Recording, r *result.Result) {
	all := mistakesOf(rec.Title)
	var roots []result.Finding
	for _, f := range r.Findings {
		if f.Cause == nil {
			roots = append(roots, f)
		}
	}
	if len(all) == 0 {
		if !wentWell(r) { // DETAIL refuses what is right, which is a finding
			return
		}
		s.clean++
		if len(roots) > 0 {
			s.noisy++
			s.wrongs = append(s.wrongs, line(rec, roots))
		}
		return
	}
	if wentWell(r) && len(roots) == 0 {
		silent := slices.ContainsFunc(all, func(m mistake) bool { return slices.Contains([]string{"redop", "dtype"}, m.kind) })
		if !silent {
			return // the mistake made no difference
		}
	}
	s.broken++
	told := 0
	for _, m := range all {
		if slices.ContainsFunc(roots, func(f result.Finding) bool { return m.told(&f) }) {
			told++
		}
	}
	if told > 0 {
		s.found++
		s.seconds += len(all) - 1
		s.secondsTold += told - 1
	} else {
		s.misses = append(s.misses, line(rec, roots))
	}
	for i := range roots {
		s.roots++
		k := slices.IndexFunc(all, func(m mistake) bool { return m.told(&roots[i]) })
		if k < 0 {
			if told > 0 { // else it is among the misses
				s.wrongs = append(s.wrongs, line(rec, roots[i:i+1]))
			}
			continue
		}
		s.right++
		if len(roots[i].Ranks) > 1 {
			s.wider++
		}
	}
}

func line(rec *conform.Recording, roots []result.Finding) string {
	s := fmt.Sprintf("%s (%s):", rec.ID, strings.TrimPrefix(rec.Title, "random program: "))
	for _, f := range roots {
		s += fmt.Sprintf(" %s%v", f.Code, f.Ranks)
	}
	return s
}

func percent(a, b int) float64 { return 100 * float64(a) / float64(max(b, 1)) }

func (s *score) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "clean: %d programs, %d with a finding\n", s.clean, s.noisy)
	fmt.Fprintf(&b, "recall: of %d broken programs %d are told of (%.1f %%); of %d further mistakes in them %d\n", s.broken, s.found, percent(s.found, s.broken), s.seconds, s.secondsTold)
	fmt.Fprintf(&b, "precision: of %d causes named %d are those of the title (%.1f %%), %d of them blame other ranks beside\n", s.roots, s.right, percent(s.right, s.roots), s.wider)
	fmt.Fprintf(&b, "missed: %d\n  %s\n", len(s.misses), strings.Join(s.misses, "\n  "))
	fmt.Fprintf(&b, "named beside: %d\n  %s\n", len(s.wrongs), strings.Join(s.wrongs, "\n  "))
	return b.String()
}

// TestPrecisionOverRecordings prints how well the findings tell of what titles say
// was broken. LOCKSTEP_RECORDINGS names other recordings to look at.
func TestPrecisionOverRecordings(t *testing.T) {
	var s score
	for _, rec := range titled(t) {
		if got := replay(t, &rec); got != nil {
			s.add(&rec, got)
		}
	}
	t.Logf("\n%s", s.String())
	assert.Zero(t, s.noisy, "a correct program has no finding")
	if os.Getenv("LOCKSTEP_RECORDINGS") == "" {
		assert.GreaterOrEqual(t, percent(s.found, s.broken), 90.0)
		assert.GreaterOrEqual(t, percent(s.right, s.roots), 80.0)
	}
}

// titled are the random programs among the recordings.
func titled(t *testing.T) (all []conform.Recording) {
	pattern := os.Getenv("LOCKSTEP_RECORDINGS")
	if pattern == "" {
		pattern = "../testdata/recordings/fuz.jsonl.gz"
	}
	files, err := filepath.Glob(pattern)
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		r, err := os.Open(file)
		require.NoError(t, err)
		recs, err := conform.Read(r)
		require.NoError(t, err, file)
		require.NoError(t, r.Close())
		for i := 0; i < len(recs); i += stride() {
			if strings.HasPrefix(recs[i].Title, "random program") {
				all = append(all, recs[i])
			}
		}
	}
	return all
}
