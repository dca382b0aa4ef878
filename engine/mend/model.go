package mend

import (
	"strings"

	"lockstep/engine/scenario"
)

// model is the sequence of calls that most ranks make: what a rank that makes
// others should probably make too. It is a guess, and only decides what is tried
// first.
type model struct {
	keys [][]string // of each process
	most []string
}

// modelOf finds the commonest sequence; of several the one of the lowest rank.
func modelOf(s *scenario.Scenario) model {
	m := model{keys: make([][]string, s.Processes())}
	best := 0
	for i := range m.keys {
		m.keys[i] = keysOf(s.ProgramOf(i))
	}
	for i := range m.keys {
		n := 0
		for k := range m.keys {
			if strings.Join(m.keys[i], "\n") == strings.Join(m.keys[k], "\n") {
				n++
			}
		}
		if n > best {
			best, m.most = n, m.keys[i]
		}
	}
	return m
}

// keysOf are the calls that the members of a group have to agree on, each with
// the arguments that have to be the same.
func keysOf(ops []scenario.Op) []string {
	var keys []string
	for i := range ops {
		if op := &ops[i]; op.Name == "repeat" {
			keys = append(keys, keysOf(op.Body)...)
		} else if agreed(op.Name) {
			keys = append(keys, keyOf(op))
		}
	}
	return keys
}

// agreed reports whether an op is one that all members make together.
func agreed(op string) bool {
	spec, ok := scenario.SpecOf(op)
	return ok && (spec.Family == scenario.Collectives || op == "new_group")
}

func keyOf(op *scenario.Op) string {
	spec, _ := scenario.SpecOf(op.Name)
	key := op.Name
	for i := range spec.Args {
		switch a := &spec.Args[i]; a.Key {
		case "group", "src", "dst", "reduce_op", "ranks":
			key += " " + a.Text(op)
		}
	}
	return key
}

// distance is how many calls lie between two sequences (Levenshtein, Soviet
// Physics Doklady 10, 1966, with neighbours that change places counting once).
func distance(a, b []string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for k := range rows[0] {
		rows[0][k] = k
	}
	for i := 1; i <= len(a); i++ {
		for k := 1; k <= len(b); k++ {
			differ := 1
			if a[i-1] == b[k-1] {
				differ = 0
			}
			d := min(rows[i-1][k]+1, rows[i][k-1]+1, rows[i-1][k-1]+differ)
			if i > 1 && k > 1 && a[i-1] == b[k-2] && a[i-2] == b[k-1] {
				d = min(d, rows[i-2][k-2]+1)
			}
			rows[i][k] = d
		}
	}
	return rows[len(a)][len(b)]
}
