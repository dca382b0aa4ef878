package browser

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// preferences let Firefox draw without a graphics card, and keep it from asking
// the world outside and the person in front of it.
const preferences = `user_pref("marionette.port", 0);
user_pref("webgl.force-enabled", true);
user_pref("gfx.webrender.software", true);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.update.enabled", false);
user_pref("app.normandy.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,");
user_pref("intl.accept_languages", "en-US");
`

// Firefox starts one.
func Firefox() (*Session, error) {
	path, err := find1("on Debian apt-get install firefox-esr", "firefox-esr", "firefox")
	if err != nil {
		return nil, err
	}
	return start(func(s *Session) error {
		if err := os.WriteFile(filepath.Join(s.home, "user.js"), []byte(preferences), 0o600); err != nil {
			return err
		}
		s.cmd = exec.Command(path, "--marionette", "--no-remote", "--profile", s.home, "about:blank")
		s.cmd.Env = s.screen.environment(s.home)
		if err := s.cmd.Start(); err != nil {
			return err
		}
		port, err := activePort(filepath.Join(s.home, "MarionetteActivePort"))
		if err != nil {
			return err
		}
		m, err := dialMarionette(port)
		if err != nil {
			return err
		}
		s.wire = m
		return s.send(newSession, map[string]any{"capabilities": map[string]any{}}, nil)
	})
}

// activePort waits for the file in which Firefox says where it listens.
func activePort(file string) (int, error) {
	for deadline := time.Now().Add(limit); time.Now().Before(deadline); <-time.After(20 * time.Millisecond) {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		if port, err := strconv.Atoi(strings.TrimSpace(string(text))); err == nil {
			return port, nil
		}
	}
	return 0, fmt.Errorf("firefox does not listen after %s", limit)
}

// marionette carries commands as Firefox does: length, colon, JSON.
type marionette struct {
	conn net.Conn
	in   *bufio.Reader
	last int
}

func dialMarionette(port int) (*marionette, error) {
	conn, err := net.DialTimeout("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)), limit)
	if err != nil {
		return nil, err
	}
	m := &marionette{conn: conn, in: bufio.NewReader(conn)}
	var hello struct{ MarionetteProtocol int }
	if err := m.read(&hello); err != nil {
		return nil, err
	}
	if hello.MarionetteProtocol != 3 {
		return nil, fmt.Errorf("firefox speaks version %d of its protocol, not 3", hello.MarionetteProtocol)
	}
	return m, nil
}

func (m *marionette) read(out any) error {
	if err := m.conn.SetReadDeadline(time.Now().Add(2 * limit)); err != nil {
		return err
	}
	size, err := m.in.ReadString(':')
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(strings.TrimSuffix(size, ":"))
	if err != nil {
		return err
	}
	data := make([]byte, n)
	if _, err := io.ReadFull(m.in, data); err != nil {
		return err
	}
	return json.Unmarshal(data, out)
}

func (m *marionette) send(c command, params, value any) error {
	m.last++
	data, err := json.Marshal([]any{0, m.last, c.marionette, params})
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(m.conn, "%d:%s", len(data), data); err != nil {
		return err
	}
	var answer [4]json.RawMessage // 1, id, error, result
	if err := m.read(&answer); err != nil {
		return fmt.Errorf("%s: %w", c.marionette, err)
	}
	if string(answer[2]) != "null" {
		return fmt.Errorf("%s: %s", c.marionette, answer[2])
	}
	if value == nil {
		return nil
	}
	var wrapped struct{ Value json.RawMessage }
	if err := json.Unmarshal(answer[3], &wrapped); err != nil {
		return err
	}
	return json.Unmarshal(wrapped.Value, value)
}

func (m *marionette) hangUp() {
	m.send(command{marionette: "Marionette:Quit"}, map[string]any{"flags": []string{"eForceQuit"}}, nil) //nolint:errcheck // it is ended anyway
	m.conn.Close()
}
