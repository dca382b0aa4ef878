package browser

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"
)

// Session is one window of a browser that is driven by the commands of WebDriver
// (W3C). How they travel differs: Firefox takes them over a socket of its own
// (Marionette, what geckodriver speaks to it), WebKitGTK over HTTP.
type Session struct {
	Hand
	wire
	screen *screen
	cmd    *exec.Cmd
	home   string
}

// wire carries one command to the browser and its value back.
type wire interface {
	send(c command, params any, value any) error
	hangUp()
}

// command is a command of WebDriver under both its names.
type command struct{ marionette, method, path string }

var (
	newSession  = command{"WebDriver:NewSession", "POST", ""}
	timeouts    = command{"WebDriver:SetTimeouts", "POST", "/timeouts"}
	windowSize  = command{"WebDriver:SetWindowRect", "POST", "/window/rect"}
	navigate    = command{"WebDriver:Navigate", "POST", "/url"}
	evaluate    = command{"WebDriver:ExecuteAsyncScript", "POST", "/execute/async"}
	performKeys = command{"WebDriver:PerformActions", "POST", "/actions"}
	takePicture = command{"WebDriver:TakeScreenshot", "GET", "/screenshot"}
)

// start opens a screen and a browser on it; run starts the program and connects.
func start(run func(s *Session) error) (*Session, error) {
	s := &Session{}
	s.Hand = Hand{eval: s.Eval, keys: s.Keys}
	var err error
	if s.home, err = os.MkdirTemp("", "lockstep-browser-"); err != nil {
		return nil, err
	}
	if s.screen, err = openScreen(); err == nil {
		err = run(s)
	}
	if err == nil {
		ms := limit.Milliseconds()
		err = errors.Join(s.send(timeouts, map[string]any{"script": ms, "pageLoad": ms}, nil),
			s.send(windowSize, map[string]any{"x": 0, "y": 0, "width": 1280, "height": 900}, nil))
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// Close ends the browser and its screen.
func (s *Session) Close() {
	if s.wire != nil {
		s.hangUp()
	}
	end(s.cmd)
	if s.screen != nil {
		end(s.screen.cmd)
	}
	os.RemoveAll(s.home) //nolint:errcheck // a folder of temporary files
}

// Load opens any address, without waiting for a playground.
func (s *Session) Load(address string) error {
	return s.send(navigate, map[string]any{"url": address}, nil)
}

// Go opens an address and waits until the playground has drawn.
func (s *Session) Go(address string) error {
	if err := s.Load(address); err != nil {
		return err
	}
	return s.ready()
}

// Eval evaluates JavaScript into out; a promise is awaited.
func (s *Session) Eval(js string, out any) error {
	var answer struct{ Value, Error *string }
	err := s.send(evaluate, map[string]any{"args": []any{}, "script": `
		const done = arguments[arguments.length - 1];
		new Promise((f) => f(` + js + `)).then((v) => done({ value: JSON.stringify(v === undefined ? null : v) }), (e) => done({ error: String(e) }));`}, &answer)
	switch {
	case err != nil:
		return err
	case answer.Error != nil:
		return errors.New(*answer.Error)
	case answer.Value == nil:
		return errors.New("the page gives no answer")
	}
	return json.Unmarshal([]byte(*answer.Value), out)
}

// Keys presses and releases keys, one after the other.
func (s *Session) Keys(keys string) error {
	var steps []any
	for _, r := range keys {
		switch r {
		case '\r':
			r = '\uE007'
		case '\t':
			r = '\uE004'
		case '\u007f':
			r = '\uE017'
		}
		for _, kind := range []string{"keyDown", "keyUp"} {
			steps = append(steps, map[string]any{"type": kind, "value": string(r)})
		}
	}
	return s.send(performKeys, map[string]any{"actions": []any{map[string]any{"type": "key", "id": "keyboard", "actions": steps}}}, nil)
}

// Picture is what the window shows, as PNG.
func (s *Session) Picture() ([]byte, error) {
	var text string
	if err := s.send(takePicture, map[string]any{"full": false, "hash": false}, &text); err != nil {
		return nil, err
	}
	return base64.StdEncoding.DecodeString(text)
}

// find1 is the first of some programs that is there.
func find1(why string, names ...string) (string, error) {
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("no %s here: %s", names[0], why)
}

func after(seconds int) <-chan time.Time { return time.After(time.Duration(seconds) * time.Second) }
