package main

import (
	"fmt"
	"slices"

	"lockstep/tools/browser"
	"lockstep/tools/workload"
)

// counting runs before the page's own scripts: it adds up what each frame's
// callbacks take, and keeps hold of the program's memory.
const counting = `(() => {
	const frames = [];
	const next = window.requestAnimationFrame.bind(window);
	const run = (f, t) => {
		const begin = performance.now();
		f(t);
		const cost = performance.now() - begin;
		const last = frames[frames.length - 1];
		if (last && last.t === t) last.cost += cost; else frames.push({ t, cost });
	};
	let held = null;
	window.requestAnimationFrame = (f) => next((t) => { if (held) held.push(f); else run(f, t); });
	for (const name of ['instantiate', 'instantiateStreaming']) {
		const real = WebAssembly[name];
		WebAssembly[name] = async (...args) => {
			const made = await real.apply(WebAssembly, args);
			const memory = (made.instance || made).exports.mem;
			if (memory) window.benchMemory = memory;
			return made;
		};
	}
	const frame = () => new Promise((done) => next(() => next(done)));
	window.bench = {
		frames,
		take: () => frames.splice(0).map((f) => f.cost),
		// hold lets no frame be made until go.
		hold: () => { held = held || []; return true; },
		go: () => { const list = held || []; held = null; for (const f of list) window.requestAnimationFrame(f); return true; },
		megabytes: () => window.benchMemory ? window.benchMemory.buffer.byteLength / 1048576 : 0,
		// some waits until so many frames were drawn.
		some: async (n) => { frames.length = 0; while (frames.length < n) await frame(); return bench.take(); },
		// still waits until nothing has been drawn for a while.
		still: async () => { for (let n = -1, quiet = 0; quiet < 3;) { await frame(); quiet = frames.length === n ? quiet + 1 : 0; n = frames.length; } return bench.take(); },
		// work is what a thing done costs, and the frames that show it. It is done in a
		// frame's callback, where what the thread does is counted (see browser.Watch), and
		// on a page that stands still.
		work: async (thing) => {
			const cost = await new Promise((done) => next(() => {
				const begin = performance.now();
				thing();
				done(performance.now() - begin);
			}));
			return [cost, ...await bench.still()];
		},
		set: (id, text) => {
			const e = document.querySelector('#mirror [data-id="' + id + '"]');
			e.focus();
			e.value = text;
			e.dispatchEvent(new Event('input', { bubbles: true }));
			e.dispatchEvent(new Event('change', { bubbles: true }));
		},
		// edit changes an element, or where there is no room for its cell, the timeout.
		edit: (n) => document.querySelector('#mirror [data-id="rank-0.tensor.x.0"]')
			? bench.set('rank-0.tensor.x.0', String(n)) : bench.set('timeout', (60 + n) + 's'),
		// retime changes how long an op of one rank takes, so that everything moves.
		retime: (n) => {
			if (!document.querySelector('#mirror [data-id="rank-1.op-5.for"]')) bench.press('rank-1.op-5');
			bench.set('rank-1.op-5.for', n + 'ms');
		},
		press: (id) => document.querySelector('#mirror [data-id="' + id + '"]').click(),
	};
})();`

func numbers(p *browser.Page, js string) ([]float64, error) {
	var list []float64
	err := p.Eval(js, &list)
	return list, err
}

func load(p *browser.Page, scenario string) error {
	return p.Eval(`window.lockstep.load(`+scenario+`).then(() => bench.still()).then(() => true)`, new(bool))
}

// loadLong loads what takes longer than one call may: it is asked until the run is
// over and shown.
func loadLong(p *browser.Page, scenario string) error {
	if err := p.Eval(`(window.loaded = false, window.lockstep.load(`+scenario+`).then(() => bench.still()).then(() => { window.loaded = true; }), true)`, new(bool)); err != nil {
		return err
	}
	for {
		var over bool
		if err := p.Eval(`new Promise((done) => setTimeout(() => done(window.loaded), 500))`, &over); err != nil || over {
			return err
		}
	}
}

// at is the part of the values that are no larger.
func at(list []float64, share float64) float64 {
	if len(list) == 0 {
		return 0
	}
	s := slices.Sorted(slices.Values(list))
	return s[int(share*float64(len(s)-1))]
}

func sum(list []float64) float64 {
	total := 0.0
	for _, v := range list {
		total += v
	}
	return total
}

func (b *bench) edit() error {
	p, err := b.playground()
	if err != nil {
		return err
	}
	defer p.Close()
	for _, size := range []struct {
		ranks  int
		target string
	}{{8, "≤ 16.7 ms"}, {64, "≤ 100 ms"}} {
		for _, what := range []struct{ name, js string }{{"a number", "bench.edit(%d)"}, {"an op's time", "bench.retime(%d)"}} {
			name := fmt.Sprintf("edit of %s, %d × 20", what.name, size.ranks)
			if err := load(p, workload.Alternating(size.ranks, 20)); err != nil {
				return err
			}
			err := b.profiled(p, name, func() error { return edited(p, name+": to new result drawn", size.target, what.js) })
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// drawn leaves out the frames in which only the measurement itself asked whether all
// stands still.
func drawn(frames []float64) []float64 {
	const asking = 0.5 // milliseconds; a picture takes several
	return slices.DeleteFunc(frames, func(cost float64) bool { return cost < asking })
}

// edited edits again and again, and prints what the thread did up to the new picture.
// The first edits are not counted: browsers compile what runs often.
func edited(p *browser.Page, name, target, js string) error {
	const first, counted = 6, 15
	var cpu, clock []float64
	for i := range first + counted {
		var spent []float64
		if err := p.Eval(`bench.still().then(() => true)`, new(bool)); err != nil {
			return err
		}
		frames, _, err := browser.Watch(p, func() (err error) {
			spent, err = numbers(p, fmt.Sprintf(`bench.work(() => `+js+`)`, i+2))
			return err
		})
		if err != nil {
			return err
		}
		if i >= first {
			cpu, clock = append(cpu, sum(drawn(worked(frames)))), append(clock, sum(spent))
		}
	}
	say(name, target, "%.1f (%.1f–%.1f) ms, by the clock %.1f", at(cpu, 0.5), at(cpu, 0.1), at(cpu, 0.9), at(clock, 0.5))
	return nil
}

func (b *bench) rest() error {
	p, err := b.playground()
	if err != nil {
		return err
	}
	defer p.Close()
	if err := p.Eval(`bench.still().then(() => true)`, new(bool)); err != nil {
		return err
	}
	busy := func() (float64, error) {
		m, err := browser.Metrics(p)
		return m["TaskDuration"], err
	}
	before, err := busy()
	if err != nil {
		return err
	}
	var passed float64
	if err := p.Eval(`(async () => { const t = performance.now(); await new Promise((done) => setTimeout(done, 5000)); return performance.now() - t; })()`, &passed); err != nil {
		return err
	}
	after, err := busy()
	if err != nil {
		return err
	}
	say("at rest: share of a core", "≤ 1 %", "%.2f %%", 100*(after-before)/(passed/1000))
	return nil
}
