package main

import (
	"encoding/json"
	"fmt"
	"time"

	"lockstep/tools/browser"
)

// aMillion events of 64 ranks that train.
const aMillion = `{"lockstep":1,"world_size":64,"tensors":{"x":{"dtype":"float32","shape":[64],"fill":"rank"}},
	"program":[{"op":"repeat","times":31,"body":[{"op":"compute","for":"1ms"},{"op":"all_reduce","tensor":"x"}]}]}`

// aThousand ranks, of which each of 2,046 steps has as many messages.
const aThousand = `{"lockstep":1,"world_size":1024,"tensors":{"x":{"dtype":"float32","shape":[1024],"fill":"rank"}},
	"program":[{"op":"compute","for":"1ms"},{"op":"all_reduce","tensor":"x"}]}`

// jobScript is that of engine's BenchmarkJob64x1000.
const jobScript = `w = zeros(4)
for step in range(1000):
    begin_step(step)
    load_data("1ms")
    compute("5ms")
    g = w * 0.5 + rank
    dist.all_reduce(g)
    w -= 0.01 * g / 64
log("w", w.sum())
`

// oneFrame is what a person does not see pass.
const oneFrame = "≤ 33 ms"

// worked is the time that the thread had for each.
func worked(list []browser.Work) []float64 {
	var out []float64
	for _, w := range list {
		out = append(out, w.CPU)
	}
	return out
}

// sayWork prints what the thread did in one go, and how often that was too long.
func sayWork(what string, list []browser.Work) {
	cpu, late, wall := worked(list), 0, 0.0
	for _, w := range list {
		wall = max(wall, w.Wall)
		if w.CPU > 33.3 {
			late++
		}
	}
	say(what+": median, 95 %, longest", oneFrame, "%.1f, %.1f, %.1f ms, %d of %d late (clock %.0f)", at(cpu, 0.5), at(cpu, 0.95), at(cpu, 1), late, len(list), wall)
}

// long is a run that takes longer than a frame: what its loading costs, then what it
// is to look around in it.
func (b *bench) long(name, scenario string, memory string) error {
	p, err := b.playground()
	if err != nil {
		return err
	}
	defer p.Close()
	var before, after float64
	if err := p.Eval(`bench.megabytes()`, &before); err != nil {
		return err
	}
	begin := time.Now()
	busy, err := b.busy(p, func() error {
		return b.profiled(p, name, func() error { return b.loaded(p, name, scenario, begin) })
	})
	if err != nil {
		return err
	}
	if err := p.Eval(`bench.megabytes()`, &after); err != nil {
		return err
	}
	say(name+": the page's thread was busy", "", "%.1f s", busy)
	say(name+": memory", memory, "%.0f MB, of which %.0f before", after, before)
	return b.lookAround(p, name)
}

// busy is for how many seconds a page's thread had something to do meanwhile.
func (b *bench) busy(p *browser.Page, do func() error) (float64, error) {
	before, err := browser.Metrics(p)
	if err != nil {
		return 0, err
	}
	if err := do(); err != nil {
		return 0, err
	}
	after, err := browser.Metrics(p)
	return after["TaskDuration"] - before["TaskDuration"], err
}

// loaded loads a scenario and tells of the frames and the tasks meanwhile.
func (b *bench) loaded(p *browser.Page, name, scenario string, begin time.Time) error {
	frames, tasks, err := browser.Watch(p, func() error { return loadLong(p, scenario) })
	if err != nil {
		return err
	}
	outcome := ""
	if err := p.Eval(`window.lockstep.get().then((s) => s.result.outcome)`, &outcome); err != nil {
		return err
	}
	say(name+": loaded", "", "%.0f s (%s), %.1f s of the thread", time.Since(begin).Seconds(), outcome, sum(worked(tasks))/1000)
	sayWork(name+": frames while it loads", frames)
	sayWork(name+": tasks while it loads", tasks)
	return nil
}

// lookAround scrubs and zooms, as a person does with the controls.
func (b *bench) lookAround(p *browser.Page, name string) error {
	var end float64
	if err := p.Eval(`bench.still().then(() => Number(document.querySelector('#mirror [data-id="cursor"]').max))`, &end); err != nil {
		return err
	}
	for _, m := range []struct {
		what  string
		times int
		do    func(i int) string
	}{
		{"scrub", 30, func(i int) string { return fmt.Sprintf(`bench.set('cursor', '%d')`, int64(end)/31*int64(i*17%31)) }},
		{"zoom", 12, func(i int) string { return []string{`bench.press('zoom-in')`, `bench.press('zoom-out')`}[i/8] }},
	} {
		frames, tasks, err := browser.Watch(p, func() error {
			for i := range m.times {
				if err := p.Eval(`bench.work(() => `+m.do(i)+`).then(() => true)`, new(bool)); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		sayWork(name+": "+m.what+", frames", frames)
		sayWork(name+": "+m.what+", tasks", tasks)
	}
	return nil
}

func (b *bench) million() error { return b.long("a million events", aMillion, "≤ 100 MB more") }

func (b *bench) large() error { return b.long("all_reduce of 1,024 ranks", aThousand, "") }

// job is a training job, which is cancelled once in the middle.
func (b *bench) job() error {
	script, err := json.Marshal(jobScript)
	if err != nil {
		return err
	}
	scenario := `{"lockstep": 1, "world_size": 64, "script": ` + string(script) + `}`
	if err := b.long("a job of 64 ranks × 1,000 steps", scenario, ""); err != nil {
		return err
	}
	p, err := b.playground()
	if err != nil {
		return err
	}
	defer p.Close()
	spent, err := numbers(p, `(window.lockstep.load(`+scenario+`), new Promise((done) => setTimeout(done, 3000))).then(async () => {
		const events = bench.frames.length;
		const begin = performance.now();
		bench.press('cancel-run');
		const cost = performance.now() - begin;
		return [cost, events, ...await bench.still()];
	})`)
	if err != nil {
		return err
	}
	say("the job cancelled after 3 s: the press, and the frames after", oneFrame, "%.1f ms, %.1f ms; %.0f frames before", spent[0], at(spent[2:], 1), spent[1])
	return nil
}
