package browser

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// screen is an X server of our own that draws into memory: Firefox and WebKitGTK
// offer WebGL 2 in a window only.
type screen struct {
	cmd     *exec.Cmd
	display string
}

func openScreen() (*screen, error) {
	path, err := exec.LookPath("Xvfb")
	if err != nil {
		return nil, errors.New("no Xvfb here: on Debian apt-get install xvfb")
	}
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer read.Close()
	cmd := exec.Command(path, "-displayfd", "3", "-screen", "0", "1400x1000x24", "-nolisten", "tcp")
	cmd.ExtraFiles = []*os.File{write}
	err = cmd.Start()
	write.Close()
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", path, err)
	}
	number, err := bufio.NewReader(read).ReadString('\n')
	if err != nil {
		end(cmd)
		return nil, fmt.Errorf("%s names no display: %w", path, err)
	}
	return &screen{cmd, ":" + strings.TrimSpace(number)}, nil
}

// environment is ours with this display, a home of the browser's own, and
// drawing in software.
func (s *screen) environment(home string) []string {
	return append(os.Environ(), "DISPLAY="+s.display, "WAYLAND_DISPLAY=", "HOME="+home, "XDG_CACHE_HOME="+home, "XDG_CONFIG_HOME="+home,
		"XDG_DATA_HOME="+home, "LIBGL_ALWAYS_SOFTWARE=1", "GDK_BACKEND=x11", "NO_AT_BRIDGE=1", "LANGUAGE=en_US", "no_proxy=127.0.0.1")
}

func end(cmd *exec.Cmd) {
	if cmd == nil || cmd.Process == nil {
		return
	}
	cmd.Process.Signal(os.Interrupt) //nolint:errcheck // Kill follows
	done := make(chan struct{})
	go func() {
		cmd.Wait() //nolint:errcheck // it was told to end
		close(done)
	}()
	select {
	case <-done:
	case <-after(5):
		cmd.Process.Kill() //nolint:errcheck // it is gone then
		<-done
	}
}
