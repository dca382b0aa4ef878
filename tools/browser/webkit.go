package browser

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"
)

// WebKit starts WebKitGTK's MiniBrowser through its driver.
func WebKit() (*Session, error) {
	const why = "on Debian apt-get install webkit2gtk-driver"
	path, err := find1(why, "WebKitWebDriver")
	if err != nil {
		return nil, err
	}
	windows, err := filepath.Glob("/usr/lib/*/webkit2gtk-4*/MiniBrowser")
	if err != nil || len(windows) == 0 {
		return nil, errors.Join(errors.New("no MiniBrowser here: "+why), err)
	}
	return start(func(s *Session) error {
		port, err := freePort()
		if err != nil {
			return err
		}
		s.cmd = exec.Command(path, "--host=127.0.0.1", "--port="+strconv.Itoa(port))
		s.cmd.Env = s.screen.environment(s.home)
		if err := s.cmd.Start(); err != nil {
			return err
		}
		h := &overHTTP{home: "http://127.0.0.1:" + strconv.Itoa(port), client: http.Client{Timeout: 2 * limit, Transport: &http.Transport{}}}
		s.wire = h
		for deadline := time.Now().Add(limit); ; <-time.After(20 * time.Millisecond) {
			if err = h.do("GET", h.home+"/status", nil, nil); err == nil {
				break
			}
			if time.Now().After(deadline) {
				return err
			}
		}
		var session struct{ SessionID string }
		options := map[string]any{"webkitgtk:browserOptions": map[string]any{"binary": windows[len(windows)-1], "args": []string{"--automation"}}}
		if err := h.do("POST", h.home+"/session", map[string]any{"capabilities": map[string]any{"alwaysMatch": options}}, &session); err != nil {
			return err
		}
		h.session = h.home + "/session/" + session.SessionID
		return nil
	})
}

// freePort is one that nobody listens at now.
func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// overHTTP carries commands as the standard has it.
type overHTTP struct {
	client        http.Client
	home, session string
}

func (h *overHTTP) send(c command, params, value any) error {
	if err := h.do(c.method, h.session+c.path, params, value); err != nil {
		return fmt.Errorf("%s: %w", c.path, err)
	}
	return nil
}

func (h *overHTTP) do(method, address string, params, value any) error {
	var body io.Reader
	if method == "POST" {
		data, err := json.Marshal(params)
		if err != nil {
			return err
		}
		body = bytes.NewReader(data)
	}
	r, err := http.NewRequest(method, address, body)
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := h.client.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", answer.Status, data)
	}
	if value == nil {
		return nil
	}
	var wrapped struct{ Value json.RawMessage }
	if err := json.Unmarshal(data, &wrapped); err != nil {
		return err
	}
	return json.Unmarshal(wrapped.Value, value)
}

func (h *overHTTP) hangUp() {
	if h.session != "" {
		h.do("DELETE", h.session, nil, nil) //nolint:errcheck // the driver is ended anyway
	}
}
