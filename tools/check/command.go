package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// do runs a program in the module's folder with its output on ours and env added
// to ours. CGO is off: nothing here needs a C compiler, and a fresh machine has
// none.
func (b *bench) do(env []string, name string, args ...string) error {
	fmt.Println("$", strings.Join(append(append(append([]string{}, env...), name), args...), " "))
	return b.command(append(os.Environ(), env...), name, args...).Run()
}

func (b *bench) command(env []string, name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = b.root
	cmd.Env = append(env, "CGO_ENABLED=0")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd
}

// output is what a program prints on its standard output, trimmed.
func (b *bench) output(name string, args ...string) (string, error) {
	cmd := b.command(os.Environ(), name, args...)
	cmd.Stdout = nil
	out, err := cmd.Output()
	return strings.TrimSpace(string(out)), err
}
