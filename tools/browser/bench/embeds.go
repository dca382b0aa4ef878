package main

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"lockstep/tools/browser"
	"lockstep/tools/site"
)

// lecture is a page of notes with playgrounds, of which a screen shows one.
func lecture(home string, playgrounds int) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>Notes</title><script src="%sembed.js"></script>%s`, home,
			strings.Repeat(`<p style="height:500px">Notes.</p><lockstep-playground lang="en" height="420"></lockstep-playground>`, playgrounds))
	})
}

// noted is what a page of notes costs.
type noted struct{ requests, sent, busy, frames float64 }

// embeds compares a page with three playgrounds, one of them in view, with a page
// that has one.
func (b *bench) embeds() error {
	var cost [2]noted
	for i, n := range []int{1, 3} {
		var err error
		if cost[i], err = b.note(n); err != nil {
			return err
		}
	}
	one, three := cost[0], cost[1]
	say("three embeds, one in view: requests, bytes, playgrounds", "as many as for one", "%.0f (%.0f), %.0f (%.0f), %.0f (%.0f)",
		three.requests, one.requests, three.sent, one.sent, three.frames, one.frames)
	say("three embeds, one in view: share of a core at rest", "as for one", "%.2f %% (%.2f)", three.busy, one.busy)
	return nil
}

func (b *bench) note(playgrounds int) (noted, error) {
	host, err := newStatic(b.files[0], links[0])
	if err != nil {
		return noted{}, err
	}
	home, stop, err := site.Serve(host)
	if err != nil {
		return noted{}, err
	}
	defer stop() //nolint:errcheck // the measurement is over
	notes, stopNotes, err := site.Serve(lecture(home, playgrounds))
	if err != nil {
		return noted{}, err
	}
	defer stopNotes() //nolint:errcheck // the measurement is over
	p, err := b.browser.Blank(browser.View{W: 1280, H: 1000})
	if err != nil {
		return noted{}, err
	}
	defer p.Close()
	if err := p.Before(`if (window === top) { window.got = 0; addEventListener('message', (e) => { if (e.data && e.data.type === 'ready') got++; }); }`); err != nil {
		return noted{}, err
	}
	if err := p.Load(notes); err != nil {
		return noted{}, err
	}
	if err := p.Eval(`new Promise((done) => { const look = () => { if (got > 0) setTimeout(() => done(true), 2000); else setTimeout(look, 20); }; look(); })`, new(bool)); err != nil {
		return noted{}, err
	}
	before, err := browser.Metrics(p)
	if err != nil {
		return noted{}, err
	}
	begin := time.Now()
	n := noted{}
	if err := p.Eval(`new Promise((done) => setTimeout(() => done(got), 3000))`, &n.frames); err != nil {
		return noted{}, err
	}
	after, err := browser.Metrics(p)
	n.busy = 100 * (after["TaskDuration"] - before["TaskDuration"]) / time.Since(begin).Seconds()
	n.requests, n.sent = float64(host.asked.Load()), float64(host.sent.Load())
	return n, err
}
