package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestChoose(t *testing.T) {
	all, err := choose("")
	require.NoError(t, err)
	assert.Len(t, all, len(steps))
	some, err := choose("page,vet")
	require.NoError(t, err)
	require.Len(t, some, 2)
	assert.Equal(t, "vet", some[0].name, "in their own order")
	_, err = choose("vet,nothing")
	assert.ErrorContains(t, err, "no such step")
}

func TestSmallEnvironment(t *testing.T) {
	got := smallEnvironment([]string{"PATH=/bin", "GOFLAGS=-mod=mod", "SECRET=x", "GOPROXY=y", "LS_COLORS=" + string(make([]byte, 9000))})
	assert.Equal(t, []string{"PATH=/bin", "GOFLAGS=-mod=mod", "GOPROXY=y"}, got)
}

func TestANeedThatIsMissingSaysHowToGetIt(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	err := (&bench{root: t.TempDir()}).need("node")
	assert.EqualError(t, err, "node is missing (to run WebAssembly): install it, on Debian with: apt-get install nodejs")
}
