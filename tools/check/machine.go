package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// need is a program that a step cannot do without.
type need struct {
	programs []string // any of these will do
	packages []string // Debian's packages that bring it
	why      string
}

var needs = map[string]need{
	"node":     {[]string{"node"}, []string{"nodejs"}, "to run WebAssembly"},
	"chromium": {[]string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}, []string{"chromium"}, "to show the page"},
	"firefox":  {[]string{"firefox-esr", "firefox"}, []string{"firefox-esr"}, "to show the page in a second browser"},
	"webkit":   {[]string{"WebKitWebDriver"}, []string{"webkit2gtk-driver"}, "to show the page in a third browser"},
	"screen":   {[]string{"Xvfb"}, []string{"xvfb"}, "to give the browsers a screen to draw on"},
}

// need makes sure that a program is there, installing it where that is allowed.
func (b *bench) need(name string) error {
	n := needs[name]
	if found := n.find(); found != "" {
		fmt.Println("found", found)
		return nil
	}
	if !mayInstall() {
		return fmt.Errorf("%s is missing (%s): install it, on Debian with: apt-get install %s", n.programs[0], n.why, strings.Join(n.packages, " "))
	}
	quiet := []string{"DEBIAN_FRONTEND=noninteractive"}
	if err := b.do(quiet, "apt-get", "update", "-qq"); err != nil {
		return fmt.Errorf("apt-get update: %w", err)
	}
	install := append([]string{"install", "-y", "-qq", "--no-install-recommends"}, n.packages...)
	if err := b.do(quiet, "apt-get", install...); err != nil {
		return fmt.Errorf("apt-get install: %w", err)
	}
	if n.find() == "" {
		return errors.New(n.programs[0] + " was installed and is still not on the PATH")
	}
	return nil
}

func (n need) find() string {
	for _, p := range n.programs {
		if path, err := exec.LookPath(p); err == nil {
			return path
		}
	}
	return ""
}

// mayInstall reports whether this is a Debian machine and we are its root.
func mayInstall() bool {
	_, err := exec.LookPath("apt-get")
	return err == nil && os.Geteuid() == 0
}
