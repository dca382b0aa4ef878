package scene

import (
	"lockstep/wasm/app"
)

// sideTab is one tab of the side panel. A new tab is one new file with its body
// and one line in sideTabs.
type sideTab struct {
	id string

	// lesson tabs stand in a row of their own, above the tools.
	lesson bool

	// when says whether the tab is there now; nil: always.
	when func(d *sheet) bool

	// body draws from y down what may be longer than the room, which then
	// scrolls, and returns where it ends.
	body func(d *sheet, x, y, width float64) float64

	// fill takes the room as it is instead: an editor that scrolls by itself.
	fill func(d *sheet, r Rect)
}

// sideTabs are all tabs, in order. It is a function because the bodies ask which
// tab is open.
func sideTabs() []sideTab {
	return []sideTab{
		{id: "lesson", lesson: true, when: (*sheet).lessonOpen, body: (*sheet).lessonTab},
		{id: "predict", lesson: true, when: (*sheet).lessonOpen, body: (*sheet).predictTab},
		{id: "record", lesson: true, when: (*sheet).lessonOpen, body: (*sheet).recordTab},
		{id: "check", lesson: true, when: (*sheet).lessonOpen, body: (*sheet).checkTab},
		{id: "script", when: (*sheet).isScripted, fill: (*sheet).scriptTab},
		{id: "diagnosis", body: (*sheet).diagnosis},
		{id: "stage", when: (*sheet).stageIsTab, body: (*sheet).stageTab},
		{id: "values", body: (*sheet).valuesTab},
		{id: "calls", body: (*sheet).callsTab},
		{id: "time", body: (*sheet).timeTab},
		{id: "steps", when: (*sheet).isTraining, body: (*sheet).stepsTab},
		{id: "compare", body: (*sheet).compareTab},
		{id: app.TabWhatIf, body: (*sheet).whatIfTab},
		{id: "code", body: (*sheet).codeTab},
		{id: "text", fill: (*sheet).textTab},
	}
}

// stageIsTab: where there is no room for the stage beside, it is a tab.
func (d *sheet) stageIsTab() bool { return (d.s.W < wideFrom || d.s.Embed) && !d.crowded() }

func (d *sheet) stageTab(x, y, width float64) float64 {
	h := min(420, max(240, width*0.8))
	d.stage(Rect{x - 17, y - 27, width + 34, h})
	return y - 24 + h
}

// tabs are those that are there now.
func (d *sheet) tabs() []sideTab {
	all := sideTabs()
	shown := all[:0]
	for _, t := range all {
		if (t.when == nil || t.when(d)) && (t.lesson || d.besideLesson(t.id)) {
			shown = append(shown, t)
		}
	}
	return shown
}

// tab is the open one; where the one asked for is not there, the first that is.
func (d *sheet) tab() sideTab {
	shown := d.tabs()
	for _, t := range shown {
		if t.id == d.s.Tab {
			return t
		}
	}
	return shown[0]
}

const (
	tabRowHeight = 40.0
	tabNextRow   = 34.0 // how far the next row of tabs lies below
)

// tabRows are the tabs from y down, the lesson's in a row of their own, and more
// rows where one is too short; it returns the height of all, underlined.
func (d *sheet) tabRows(x, y, width float64) float64 {
	shown, open := d.tabs(), d.tab().id
	top, at := y, x
	for i, t := range shown {
		name := d.say("tab." + t.id)
		k := ink{size: 13, color: d.pal.Muted, bold: open == t.id}
		if k.bold {
			k.color = d.pal.Accent
		}
		w := min(d.width(name, k), width)
		if at > x && (at+w > x+width || shown[i-1].lesson && !t.lesson) {
			at, y = x, y+tabNextRow
		}
		w = d.text(at, y+28, w+1, name, k)
		if k.bold {
			d.box(Rect{at - 2, y + 38, w + 4, 2.5}, 1, d.pal.Accent, 0)
		}
		d.hot(Hot{ID: "tab-" + t.id, Rect: Rect{at - 6, y + 6, w + 12, 34}, Role: Tab, Name: name, Selected: k.bold, Press: app.OpenTab{Tab: t.id}})
		at += w + tabGap(len(shown))
	}
	return y - top + tabRowHeight
}

// tabGap is the space between two tabs: less where they are many.
func tabGap(n int) float64 {
	switch {
	case n > 7:
		return 12
	case n > 4:
		return 14
	}
	return 24
}
