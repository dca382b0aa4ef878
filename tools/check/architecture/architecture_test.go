package architecture

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestRulesHold holds every package of the module to rules.txt, as this machine
// sees it and as the browser does.
func TestRulesHold(t *testing.T) {
	rules, err := Parse(rulesText)
	require.NoError(t, err)
	root, err := Root()
	require.NoError(t, err)
	var all []Package
	for _, platform := range []string{"", "js/wasm"} {
		pkgs, err := Load(root, platform)
		require.NoError(t, err)
		require.NotEmpty(t, pkgs)
		for _, breach := range rules.Check(pkgs) {
			t.Errorf("%s [%s]", breach, platform)
		}
		all = append(all, pkgs...)
	}
	breaches, err := rules.CheckFiles(root, all)
	require.NoError(t, err)
	for _, breach := range breaches {
		t.Error(breach)
	}
}

// TestEachRuleFindsItsBreach shows that no rule is blind: each has a package
// that breaks it, and the same package without the breach passes.
func TestEachRuleFindsItsBreach(t *testing.T) {
	rules, err := Parse(rulesText)
	require.NoError(t, err)
	for _, c := range []struct{ pkg, imp, want string }{
		{"engine/trace", "lockstep/engine/sim", "does not stand before it"},
		{"engine/trace", "lockstep/engine/scenario", "does not stand before it"},
		{"engine/transport", "lockstep/wasm/app", "does not stand before it"},
		{"engine/diagnose", "lockstep/engine/transport", "only engine/tensor"},
		{"engine/newcomer", "fmt", "no place in the order"},
		{"assets", "lockstep/engine", "imports engine"},
		{"wasm/scene", "lockstep/assets", "which only wasm"},
		{"wasm/scene", "github.com/hajimehoshi/ebiten/v2", "which only wasm/canvas, tools/bare/page may"},
		{"wasm/page", "github.com/hajimehoshi/ebiten/v2/inpututil", "which only wasm/canvas, tools/bare/page may"},
		{"engine/sim", "syscall/js", "which only"},
		{"engine/sim", "os", "imports os"},
		{"engine/sim", "os/exec", "imports os/exec"},
		{"engine/sim", "net/http", "imports net/http"},
		{"engine/sim", "math/rand", "imports math/rand"},
		{"wasm/app", "os", "imports os"},
		{"engine/sim", "go.starlark.net/starlark", "not of the standard library"},
	} {
		found := rules.Check([]Package{{Path: c.pkg, Doc: "Package …", Files: []string{"x.go"}, Imports: []string{c.imp}}})
		assert.Contains(t, strings.Join(found, "\n"), c.want, "%s imports %s", c.pkg, c.imp)
	}
	for _, c := range []struct{ pkg, imp string }{
		{"engine/transport", "lockstep/engine/sim"},
		{"engine/transport", "time"},
		{"engine/script", "go.starlark.net/starlark"},
		{"engine", "lockstep/engine/diagnose"},
		{"engine/diagnose", "lockstep/engine/trace"},
		{"wasm/canvas", "github.com/hajimehoshi/ebiten/v2"},
		{"wasm", "lockstep/assets"},
		{"tools/check", "os/exec"},
	} {
		found := rules.Check([]Package{{Path: c.pkg, Doc: "Package …", Files: []string{"x.go"}, Imports: []string{c.imp}}})
		assert.Empty(t, found, "%s imports %s", c.pkg, c.imp)
	}
}

func TestNamesAndComments(t *testing.T) {
	rules, err := Parse(rulesText)
	require.NoError(t, err)
	for _, c := range []struct {
		p    Package
		want string
	}{
		{Package{Path: "tools/util", Doc: "Package util …", Files: []string{"x.go"}}, `"util" says nothing`},
		{Package{Path: "tools/x", Doc: "Package x …", Files: []string{"helpers.go"}}, `"helpers" says nothing`},
		{Package{Path: "tools/x", Doc: "Package x …", Tests: []string{"common_test.go"}}, `"common" says nothing`},
		{Package{Path: "tools/x", Files: []string{"x.go"}}, "no package comment"},
	} {
		assert.Contains(t, strings.Join(rules.Check([]Package{c.p}), "\n"), c.want)
	}
	assert.Empty(t, rules.Check([]Package{{Path: "tools/x", Doc: "Package x …", Files: []string{"utility.go"}}}))
}

func TestInsideAFile(t *testing.T) {
	rules, err := Parse(rulesText)
	require.NoError(t, err)
	for _, c := range []struct{ name, src, want string }{
		{"engine/sim/x.go", "package sim\nimport \"time\"\nvar x = time.Now()\n", "uses time.Now"},
		{"engine/sim/x.go", "package sim\nimport clock \"time\"\nvar x = clock.Since\n", "uses time.Since"},
		{"engine/sim/x.go", "package sim\nimport \"math/rand/v2\"\nvar x = rand.IntN(3)\n", "uses math/rand/v2.IntN"},
		{"engine/sim/x.go", "package sim\nimport \"math\"\nvar x = math.FMA(1, 2, 3)\n", "uses math.FMA"},
		{"wasm/app/x.go", "package app\nimport \"time\"\nvar x = time.Now()\n", "uses time.Now"},
		{"tools/x/x.go", "package x\n" + strings.Repeat("//\n", 400), "401 lines"},
	} {
		found, err := rules.CheckFile(c.name, []byte(c.src))
		require.NoError(t, err)
		assert.Contains(t, strings.Join(found, "\n"), c.want)
	}
	for _, c := range []struct{ name, src string }{
		{"engine/sim/x.go", "package sim\nimport \"time\"\nvar x = time.Second\n"},
		{"engine/sim/x_test.go", "package sim\nimport \"time\"\nvar x = time.Now()\n"},
		{"engine/sim/x.go", "package sim\nimport \"math/rand/v2\"\nvar x = rand.New(rand.NewPCG(1, 2))\n"},
		{"tools/x/x.go", "package x\nimport \"time\"\nvar x = time.Now()\n" + strings.Repeat("//\n", 397)},
	} {
		found, err := rules.CheckFile(c.name, []byte(c.src))
		require.NoError(t, err)
		assert.Empty(t, found, c.src)
	}
}

func TestABadRuleIsNamedByLine(t *testing.T) {
	for _, bad := range []string{"perhaps x", "only x", "alone x", "never x", "never x uses y", "lines many", "long x.go"} {
		_, err := Parse(fmt.Sprintf("# a comment\n%s\n", bad))
		assert.ErrorContains(t, err, "rules.txt:2: ", bad)
	}
}
