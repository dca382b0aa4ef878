package main

import (
	"fmt"
	"slices"
	"strings"

	"lockstep/tools/browser"
)

// counting runs before the page's own scripts: it adds up what each frame's
// callbacks take, and keeps hold of the program's memory.
const counting = `(() => {
	const frames = [];
	const next = window.requestAnimationFrame.bind(window);
	window.requestAnimationFrame = (f) => next((t) => {
		const begin = performance.now();
		f(t);
		const cost = performance.now() - begin;
		const last = frames[frames.length - 1];
		if (last && last.t === t) last.cost += cost; else frames.push({ t, cost });
	});
	for (const name of ['instantiate', 'instantiateStreaming']) {
		const real = WebAssembly[name];
		WebAssembly[name] = async (...args) => {
			const made = await real.apply(WebAssembly, args);
			const memory = (made.instance || made).exports.mem;
			if (memory) window.benchMemory = memory;
			return made;
		};
	}
	const tasks = [];
	try {
		new PerformanceObserver((list) => { for (const e of list.getEntries()) tasks.push(e.duration); }).observe({ type: 'longtask' });
	} catch { /* there are none to be told of */ }
	const frame = () => new Promise((done) => next(() => next(done)));
	window.bench = {
		frames,
		tasks: () => tasks.splice(0),
		take: () => frames.splice(0).map((f) => f.cost),
		megabytes: () => window.benchMemory ? window.benchMemory.buffer.byteLength / 1048576 : 0,
		// some waits until so many frames were drawn.
		some: async (n) => { frames.length = 0; while (frames.length < n) await frame(); return bench.take(); },
		// still waits until nothing has been drawn for a while.
		still: async () => { for (let n = -1, quiet = 0; quiet < 3;) { await frame(); quiet = frames.length === n ? quiet + 1 : 0; n = frames.length; } return bench.take(); },
		// work is what a thing done costs, and the frame that shows it.
		work: async (thing) => {
			await bench.still();
			const begin = performance.now();
			const after = thing();
			const cost = performance.now() - begin;
			await after;
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
		press: (id) => document.querySelector('#mirror [data-id="' + id + '"]').click(),
	};
})();`

// program is a scenario of ranks that do ops collectives and computations.
func program(ranks, ops int) string {
	var list []string
	for i := range ops {
		list = append(list, []string{`{"op":"all_reduce","tensor":"x"}`, `{"op":"compute","for":"1ms"}`}[i%2])
	}
	return fmt.Sprintf(`{"lockstep":1,"world_size":%d,"tensors":{"x":{"dtype":"float32","shape":[4],"fill":"rank"}},"program":[%s]}`, ranks, strings.Join(list, ","))
}

func numbers(p *browser.Page, js string) ([]float64, error) {
	var list []float64
	err := p.Eval(js, &list)
	return list, err
}

func load(p *browser.Page, scenario string) error {
	return p.Eval(`window.lockstep.load(`+scenario+`).then(() => bench.still()).then(() => true)`, new(bool))
}

// loadLong loads what takes longer than one call may: it is asked until the run is
// over, and the frames are counted meanwhile.
func loadLong(p *browser.Page, scenario string) ([]float64, error) {
	if err := p.Eval(`(bench.take(), bench.tasks(), window.loaded = false, window.lockstep.load(`+scenario+`).then(() => { window.loaded = true; }), true)`, new(bool)); err != nil {
		return nil, err
	}
	for {
		var over bool
		if err := p.Eval(`new Promise((done) => setTimeout(() => done(window.loaded), 500))`, &over); err != nil {
			return nil, err
		}
		if over {
			return numbers(p, `bench.still()`)
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

func (b *bench) playback() error {
	page, err := b.open(b.bare)
	if err != nil {
		return err
	}
	defer page.Close()
	if err := page.Eval(`window.ready.then(() => true)`, new(bool)); err != nil {
		return err
	}
	base, err := numbers(page, `bench.some(60)`)
	if err != nil {
		return err
	}
	page.Close()
	p, err := b.playground()
	if err != nil {
		return err
	}
	defer p.Close()
	for _, ranks := range []int{2, 8, 64} {
		if err := load(p, program(ranks, 20)); err != nil {
			return err
		}
		played, err := numbers(p, `window.lockstep.seek(0).then(() => window.lockstep.play()).then(() => bench.some(60))`)
		if err != nil {
			return err
		}
		say(fmt.Sprintf("playback at %d ranks: frame, median (95 %%)", ranks), "≤ 1.5 × the bare page's", "%.2f (%.2f) ms = %.2f × bare", at(played, 0.5), at(played, 0.95), at(played, 0.5)/at(base, 0.5))
		if err := p.Eval(`window.lockstep.pause().then(() => true)`, new(bool)); err != nil {
			return err
		}
	}
	say("the bare page: frame, median (95 %)", "", "%.2f (%.2f) ms", at(base, 0.5), at(base, 0.95))
	return nil
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
		if err := load(p, program(size.ranks, 20)); err != nil {
			return err
		}
		var first, all []float64
		for i := range 9 {
			spent, err := numbers(p, fmt.Sprintf(`bench.work(() => bench.edit(%d))`, i+2))
			if err != nil {
				return err
			}
			first, all = append(first, spent[0]), append(all, sum(spent))
		}
		say(fmt.Sprintf("edit to new result drawn, %d × 20: work, median", size.ranks), size.target, "%.1f ms, of which the edit %.1f", at(all, 0.5), at(first, 0.5))
	}
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
