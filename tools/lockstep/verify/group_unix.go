//go:build unix

package verify

import (
	"os/exec"
	"syscall"
)

// ownGroup puts the command and all that it starts into a process group of their
// own, so that they can be ended together and nobody else with them.
func ownGroup(cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return nil
}

// killGroup ends the command's group; stopped processes end as well.
func killGroup(cmd *exec.Cmd) {
	// The negative number names the group whose leader the command is.
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}
