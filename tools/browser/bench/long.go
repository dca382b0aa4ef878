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
	busy, err := b.busy(p, func() error { return b.loaded(p, name, scenario, begin) })
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
	frames, err := loadLong(p, scenario)
	if err != nil {
		return err
	}
	tasks, err := numbers(p, `bench.tasks()`)
	if err != nil {
		return err
	}
	outcome := ""
	if err := p.Eval(`window.lockstep.get().then((s) => s.result.outcome)`, &outcome); err != nil {
		return err
	}
	say(name+": loaded", "", "%.0f s (%s)", time.Since(begin).Seconds(), outcome)
	say(name+": frames while it loads, median, 95 % and longest", oneFrame, "%.1f, %.1f and %.1f ms of %d", at(frames, 0.5), at(frames, 0.95), at(frames, 1), len(frames))
	say(name+": tasks of more than 50 ms meanwhile, longest", "", "%d, %.0f ms", len(tasks), at(tasks, 1))
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
		var first, frames []float64
		for i := range m.times {
			spent, err := numbers(p, `bench.work(() => `+m.do(i)+`)`)
			if err != nil {
				return err
			}
			first, frames = append(first, spent[0]), append(frames, spent[1:]...)
		}
		say(name+": "+m.what+", the state at its time and the scene", oneFrame, "%.1f ms, longest %.1f", at(first, 0.5), at(first, 1))
		say(name+": "+m.what+", frames that show it", oneFrame, "%.1f ms, longest %.1f", at(frames, 0.5), at(frames, 1))
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
