// Simgrid measures Lockstep beside SimGrid's smpirun, which also runs an MPI
// program on virtual time in one process: the same ten ring all-reduces, whole
// processes, from their start to their end, taking turns.
//
//	go run ./tools/simgrid [-ranks 64,256] [-runs 5]
//
// It knows how both are called. What SimGrid is for, Lockstep is not: predicting
// the time of a program on a real cluster. What is compared is how long one waits
// for a run; and Lockstep's keeps the whole trace besides, which smpirun's does not.
package main

import (
	_ "embed"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"lockstep/tools/site"
)

//go:embed program/allreduce.c
var source []byte

func main() {
	ranks := flag.String("ranks", "64,256", "world sizes")
	runs := flag.Int("runs", 5, "runs of each, taking turns")
	flag.Parse()
	if err := compare(*ranks, *runs); err != nil {
		fmt.Fprintln(os.Stderr, "simgrid:", err)
		os.Exit(1)
	}
}

func compare(ranks string, runs int) error {
	for _, tool := range []string{"smpicc", "smpirun"} {
		if _, err := exec.LookPath(tool); err != nil {
			return fmt.Errorf("%s is not found; on Debian: apt install simgrid libsimgrid-dev", tool)
		}
	}
	dir, err := os.MkdirTemp("", "lockstep-simgrid-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := build(dir); err != nil {
		return err
	}
	fmt.Println("ten ring all-reduces of one float32 a rank; whole processes, median of", runs)
	fmt.Println("ranks   smpirun, smpi/allreduce:lr   lockstep run     wall    cpu")
	for _, word := range strings.Split(ranks, ",") {
		p, err := strconv.Atoi(strings.TrimSpace(word))
		if err != nil || p < 2 {
			return fmt.Errorf("-ranks %s: %q is no world size", ranks, word)
		}
		if err := measure(dir, p, runs); err != nil {
			return err
		}
	}
	return nil
}

func build(dir string) error {
	if err := os.WriteFile(filepath.Join(dir, "allreduce.c"), source, 0o600); err != nil {
		return err
	}
	root, err := site.Root()
	if err != nil {
		return err
	}
	smpicc := exec.Command("smpicc", "-O2", "-o", "allreduce", "allreduce.c")
	smpicc.Dir = dir
	compile := exec.Command("go", "build", "-o", filepath.Join(dir, "lockstep"), "./tools/lockstep")
	compile.Dir = root
	for _, c := range []*exec.Cmd{smpicc, compile} {
		if out, err := c.CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w\n%s", strings.Join(c.Args, " "), err, out)
		}
	}
	return nil
}

// measure lets both run in turn, after one run of each that does not count.
func measure(dir string, p, runs int) error {
	smpirun, lockstep, err := commands(dir, p)
	if err != nil {
		return err
	}
	var theirs, ours []cost
	for i := range runs + 1 {
		a, err := timed(dir, smpirun)
		if err != nil {
			return err
		}
		b, err := timed(dir, lockstep)
		if err != nil {
			return err
		}
		if i > 0 {
			theirs, ours = append(theirs, a), append(ours, b)
		}
	}
	a, b := median(theirs), median(ours)
	fmt.Printf("%5d   %8s, cpu %8s       %8s, cpu %8s   %5.1f×  %5.1f×\n", p, short(a.wall), short(a.cpu), short(b.wall), short(b.cpu),
		float64(a.wall)/float64(b.wall), float64(a.cpu)/float64(b.cpu))
	return nil
}

// commands writes the same network for both: every pair 50 µs and 1 GB/s apart.
// Smpirun is told not to measure the little that the program computes, which would
// only cost it time.
func commands(dir string, p int) (smpirun, lockstep []string, err error) {
	var hosts strings.Builder
	for i := range p {
		fmt.Fprintf(&hosts, "node-%d\n", i)
	}
	op := `{"op": "all_reduce", "tensor": {"dtype": "float32", "shape": [` + strconv.Itoa(p) + `], "fill": "arange"}}`
	files := map[string]string{
		"hosts": hosts.String(),
		"platform.xml": fmt.Sprintf(`<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="cluster" prefix="node-" radical="0-%d" suffix="" speed="1Gf" bw="1GBps" lat="25us"/>
</platform>
`, p-1),
		"scenario.json": fmt.Sprintf(`{"lockstep": 1, "world_size": %d, "program": [%s]}`, p, strings.Join(slices.Repeat([]string{op}, 10), ", ")),
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return nil, nil, err
		}
	}
	smpirun = []string{
		"smpirun", "-np", strconv.Itoa(p), "-platform", "platform.xml", "-hostfile", "hosts",
		"--cfg=smpi/allreduce:lr", "--cfg=smpi/simulate-computation:no", "--log=root.thres:error", "./allreduce",
	}
	return smpirun, []string{"./lockstep", "run", "--json", "scenario.json"}, nil
}

// cost is what a whole process took, with all that it started.
type cost struct{ wall, cpu time.Duration }

func timed(dir string, args []string) (cost, error) {
	c := exec.Command(args[0], args[1:]...)
	c.Dir = dir
	var complaint strings.Builder
	c.Stderr = &complaint
	began := time.Now()
	err := c.Run()
	took := time.Since(began)
	if err != nil {
		return cost{}, fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, complaint.String())
	}
	return cost{took, c.ProcessState.UserTime() + c.ProcessState.SystemTime()}, nil
}

// median is that of each figure by itself.
func median(runs []cost) cost {
	middle := func(figure func(cost) time.Duration) time.Duration {
		list := make([]time.Duration, len(runs))
		for i, r := range runs {
			list[i] = figure(r)
		}
		slices.Sort(list)
		return list[len(list)/2]
	}
	return cost{middle(func(c cost) time.Duration { return c.wall }), middle(func(c cost) time.Duration { return c.cpu })}
}

func short(d time.Duration) string { return d.Round(time.Millisecond).String() }
