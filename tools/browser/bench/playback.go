package main

import (
	"fmt"

	"lockstep/tools/browser"
	"lockstep/tools/workload"
)

// Playback is measured beside the bare page, in turns: a machine is not as fast now
// as it was a minute ago.
const (
	turns     = 6
	turnTakes = 40 // frames
)

func (b *bench) playback() error {
	bare, err := b.open(b.bare)
	if err != nil {
		return err
	}
	defer bare.Close()
	if err := bare.Eval(`window.ready.then(() => bench.hold())`, new(bool)); err != nil {
		return err
	}
	p, err := b.playground()
	if err != nil {
		return err
	}
	defer p.Close()
	for _, ranks := range []int{2, 8, 64} {
		if err := load(p, workload.Alternating(ranks, 20)); err != nil {
			return err
		}
		err := b.profiled(p, fmt.Sprintf("playback at %d ranks", ranks), func() error { return playedBeside(p, bare, ranks) })
		if err != nil {
			return err
		}
	}
	return nil
}

// playedBeside plays from several moments of the run on, and shows the bare page
// before each. The first turn is not counted: browsers compile what runs often.
func playedBeside(p, bare *browser.Page, ranks int) error {
	var base, played []float64
	for turn := range turns {
		b, _, err := browser.Watch(bare, func() error {
			return bare.Eval(fmt.Sprintf(`(bench.go(), bench.some(%d).then(() => bench.hold()))`, turnTakes), new(bool))
		})
		if err != nil {
			return err
		}
		if err := p.Eval(fmt.Sprintf(`window.lockstep.seek(Number(document.querySelector('#mirror [data-id="cursor"]').max) * %d / %d).then(() => true)`, max(0, turn-1), turns), new(bool)); err != nil {
			return err
		}
		f, _, err := browser.Watch(p, func() error {
			return p.Eval(fmt.Sprintf(`window.lockstep.play().then(() => bench.some(%d)).then(() => true)`, turnTakes), new(bool))
		})
		if err != nil {
			return err
		}
		if err := p.Eval(`window.lockstep.pause().then(() => bench.still()).then(() => true)`, new(bool)); err != nil {
			return err
		}
		if turn > 0 {
			base, played = append(base, worked(b)...), append(played, worked(f)...)
		}
	}
	say(fmt.Sprintf("playback at %d ranks: frame, median (95 %%)", ranks), "≤ 1.5 × the bare page's", "%.2f (%.2f) ms = %.2f × %.2f (%.2f)",
		at(played, 0.5), at(played, 0.95), at(played, 0.5)/at(base, 0.5), at(base, 0.5), at(base, 0.95))
	return nil
}
