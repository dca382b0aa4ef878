// Command play builds the playground, serves it on a free port of this machine
// and opens it in a browser where there is one.
//
//	go run ./tools/play
package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime"

	"lockstep/tools/site"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "play:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	root, err := site.Root()
	if err != nil {
		return err
	}
	fmt.Println("building …")
	files, err := site.Make(root)
	if err != nil {
		return err
	}
	address, end, err := site.Serve(site.Handler(files))
	if err != nil {
		return fmt.Errorf("serve: %w", err)
	}
	fmt.Printf("Lockstep is at %s (Ctrl+C ends it)\n", address)
	open(address)
	<-ctx.Done()
	return end()
}

// open asks the system for its browser. Where there is none the printed address
// is all there is, and all that is needed.
func open(address string) {
	name, args := "xdg-open", []string{address}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", address}
	}
	if runtime.GOOS == "linux" && os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return // no screen: a browser would only complain
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return
	}
	cmd := exec.Command(path, args...)
	if cmd.Start() == nil {
		go cmd.Wait() //nolint:errcheck // a browser's exit is its own affair
	}
}
