package export

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"lockstep/engine/scenario"
	"lockstep/engine/wording"
)

// Python makes of a scenario a script for torchrun that makes the same calls on
// real processes. Four marks in it say who starts the processes, where the group
// is made, whether all ranks run the same control flow, and how it is cleaned up.
// The values that calls leave are printed, so that they can be laid beside those of
// the playground. Faults come from outside and stay outside: the script only says
// that there are some. Comments are in English where lang is not spoken.
func Python(s *scenario.Scenario, lang string) *Listing {
	if !Speaks(lang) {
		lang = "en"
	}
	y := &pythonist{s: s, lang: lang, names: map[string]string{}, needs: map[string]bool{}, after: map[string]string{}}
	body := y.written(y.body)
	program := y.written(func() {
		y.processes()
		y.group()
		y.flow(body)
		y.cleanUp()
	})
	y.header()
	y.imports(program)
	y.pieces()
	y.lines = append(y.lines, program...)
	l := &Listing{Name: strings.ReplaceAll(FileStem(s), "-", "_") + ".py", Run: y.command(), Lines: y.lines}
	for k := range l.Marks {
		l.Marks[k] = Mark{y.say(markKeys[k]+".title", nil), y.say(y.answer(k), y.about())}
	}
	return l
}

// markKeys are the marks' names in the files of words, in order.
var markKeys = [4]string{"python.processes", "python.group", "python.flow", "python.cleanup"}

var markSigns = [len(markKeys)]string{"①", "②", "③", "④"}

// FileStem is a name for files that come of a scenario: its English title as file
// systems take it everywhere.
func FileStem(s *scenario.Scenario) string {
	var b strings.Builder
	for _, r := range strings.ToLower(s.Title.In("en")) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
		if b.Len() >= maxStem {
			break
		}
	}
	if stem := strings.Trim(b.String(), "-"); stem != "" && (stem[0] < '0' || stem[0] > '9') {
		return stem
	}
	return "lockstep"
}

const maxStem = 40

// pythonist writes one script.
type pythonist struct {
	s    *scenario.Scenario
	lang string

	lines []Line
	deep  int     // the indentation
	mark  int     // what lines belong to now
	ops   []OpRef // what lines come from now
	line  int     // of the scenario's script, where lines come from it

	names map[string]string // identifiers by what they name
	needs map[string]bool   // pieces
	said  map[string]bool   // see spoken
	after map[string]string // what an asynchronous call will have left, by handle
	step  int               // of the op that is written, and how many tensors
	lits  int               // were written into it so far: see engine/process
}

func (y *pythonist) say(key string, args wording.Args) string { return words.Say(y.lang, key, args) }

// put adds a line.
func (y *pythonist) put(format string, args ...any) {
	text := strings.TrimRight(strings.Repeat("    ", y.deep)+fmt.Sprintf(format, args...), " ")
	y.lines = append(y.lines, Line{Text: text, Mark: y.mark, Ops: y.ops, Source: y.line})
}

// written is what write puts down, set aside.
func (y *pythonist) written(write func()) []Line {
	before := y.lines
	y.lines = nil
	write()
	lines := y.lines
	y.lines = before
	return lines
}

// blank separates two parts.
func (y *pythonist) blank() {
	y.lines = append(y.lines, Line{})
}

// codeWidth is how wide the script's comments are.
const codeWidth = 88

// remark writes a comment, further lines of it indented by hang.
func (y *pythonist) remark(text, hang string) {
	for i, line := range wrap(text, codeWidth-2-width(hang)) {
		if i > 0 {
			line = hang + line
		}
		y.put("# %s", line)
	}
}

// command is how the script is run.
func (y *pythonist) command() string {
	c := "torchrun --nproc-per-node=" + strconv.Itoa(y.s.Processes())
	if y.s.Job.MaxRestarts > 0 {
		c += " --max-restarts=" + strconv.Itoa(y.s.Job.MaxRestarts)
	}
	c += " " + strings.ReplaceAll(FileStem(y.s), "-", "_") + ".py"
	if y.s.Debug != scenario.DebugOff && y.s.Debug != "" {
		c = "TORCH_DISTRIBUTED_DEBUG=" + string(y.s.Debug) + " " + c
	}
	return c
}

func (y *pythonist) header() {
	if title := y.s.Title.In(y.lang); title != "" {
		y.remark(oneLine(title), "")
		y.put("#")
	}
	y.put("#     %s", y.command())
	y.put("#")
	y.remark(y.say("python.real", nil), "")
	if len(y.s.Faults) > 0 {
		y.remark(y.say("python.faults", wording.Args{"n": wording.Number(len(y.s.Faults))}), "")
	}
}

// imports asks the lines that were written which modules they need.
func (y *pythonist) imports(program []Line) {
	var text strings.Builder
	for i := range program {
		text.WriteString(program[i].Text)
		text.WriteByte('\n')
	}
	for _, name := range pieceOrder {
		if y.needs[name] {
			text.WriteString(piece(name))
		}
	}
	used := text.String()
	y.put("import os")
	for _, module := range []string{"pathlib", "re", "signal", "sys", "time"} {
		if strings.Contains(used, module+".") {
			y.put("import %s", module)
		}
	}
	if strings.Contains(used, "timedelta(") {
		y.put("from datetime import timedelta")
	}
	y.blank()
	y.put("import torch")
	y.put("import torch.distributed as dist")
}

// begin opens one of the four parts with its comment.
func (y *pythonist) begin(k int) {
	y.blank()
	y.mark = k + 1
	y.remark(markSigns[k]+" "+y.say(markKeys[k]+".title", nil)+y.say("python.colon", nil)+y.say(y.brief(k), y.about()), "  ")
}

func (y *pythonist) about() wording.Args {
	return wording.Args{"n": wording.Number(y.s.Processes())}
}

// brief and answer are the keys of what a mark says, in a comment and at length.
func (y *pythonist) brief(k int) string { return y.variant(k) + ".brief" }

func (y *pythonist) answer(k int) string { return y.variant(k) + ".answer" }

// variant is how this program answers a mark.
func (y *pythonist) variant(k int) string {
	key := markKeys[k]
	switch {
	case k == 1 && !y.s.AutoInit:
		return key + ".program"
	case k == 2 && y.s.Script != "" && asksForRank(y.s.Script):
		return key + ".branches"
	case k == 2 && y.s.Script == "":
		return key + "." + likeness(programs(y.s))
	case k == 2:
		return key + ".script"
	}
	return key
}

func (y *pythonist) processes() {
	y.begin(0)
	defer func() { y.mark = 0 }()
	y.put(`rank = int(os.environ["RANK"])`)
	if y.s.WorldSize != y.s.Processes() {
		y.put(`world_size = %d`, y.s.WorldSize)
		y.put(`os.environ["WORLD_SIZE"] = str(world_size)`)
	} else {
		y.put(`world_size = int(os.environ["WORLD_SIZE"])`)
	}
	if y.s.Script != "" && names(y.s.Script)["restart_count"] {
		y.put(`restart_count = int(os.environ.get("TORCHELASTIC_RESTART_COUNT", 0))`)
	}
	for i, r := range y.s.Ranks {
		switch {
		case r.Never:
			y.put("if rank == %d:", i)
			y.put("    sys.exit()  # %s", y.say("python.never", nil))
		case r.Start > 0:
			y.put("if rank == %d:", i)
			y.put("    time.sleep(%s)  # %s", seconds(r.Start), y.say("python.late", nil))
		}
	}
}

func (y *pythonist) group() {
	y.begin(1)
	defer func() { y.mark = 0 }()
	if y.s.AutoInit {
		y.put(`dist.init_process_group("gloo"%s)`, y.patience(y.s.Timeout))
	}
}

// torchTimeout is what a Gloo group's timeout is unless one is given.
const torchTimeout = 30 * time.Minute

// patience is the timeout argument, where it is not what torch takes anyway.
func (y *pythonist) patience(d time.Duration) string {
	if d == torchTimeout {
		return ""
	}
	return ", timeout=" + delta(d)
}

func (y *pythonist) flow(body []Line) {
	y.begin(2)
	y.lines = append(y.lines, body...)
	y.mark = 0
}

func (y *pythonist) cleanUp() {
	y.begin(3)
	defer func() { y.mark = 0 }()
	if y.endsGroup() {
		y.put("if dist.is_initialized():")
		y.deep++
		defer func() { y.deep-- }()
	}
	y.put("dist.destroy_process_group()")
}

// endsGroup reports whether the program may have ended the group itself, or never
// made it.
func (y *pythonist) endsGroup() bool {
	if !y.s.AutoInit || strings.Contains(y.s.Script, "destroy_process_group") {
		return true
	}
	ends := false
	_ = y.s.EachOp(func(o *scenario.Op) (string, error) {
		ends = ends || o.Name == "destroy_process_group"
		return "", nil
	})
	return ends
}

// body writes the tensors and the calls.
func (y *pythonist) body() {
	y.mark = 3
	y.tensors()
	if y.s.Script != "" {
		y.script()
		return
	}
	for _, sec := range sections(y.s) {
		y.section(&sec)
	}
}

// section writes a stretch of the programs, in branches where the ranks differ.
func (y *pythonist) section(sec *section) {
	if sec.shared {
		y.steps(sec.parts[0].steps)
		return
	}
	whole := 0
	for i := range sec.parts {
		whole += len(sec.parts[i].ranks)
	}
	for i, p := range sec.parts {
		switch {
		case i == 0:
			y.put("if %s:", rankIs(p.ranks, y.s.Processes()))
		case i == 1 && len(sec.parts) == 2 && whole == y.s.Processes():
			y.put("else:")
		default:
			y.put("elif %s:", rankIs(p.ranks, y.s.Processes()))
		}
		y.deep++
		y.steps(p.steps)
		y.deep--
	}
}

func (y *pythonist) steps(list []step) {
	for i := range list {
		y.ops = list[i].at
		y.step, y.lits = list[i].at[0].Op, 0
		y.op(list[i].op)
	}
	y.ops = nil
}

// rankIs is the condition that this process is one of some of n.
func rankIs(ranks []int, n int) string {
	first, last := ranks[0], ranks[len(ranks)-1]
	switch {
	case len(ranks) == 1:
		return fmt.Sprintf("rank == %d", first)
	case len(ranks) == n-1:
		return fmt.Sprintf("rank != %d", missing(ranks))
	case last-first+1 == len(ranks) && first == 0:
		return fmt.Sprintf("rank < %d", last+1)
	case last-first+1 == len(ranks) && last == n-1:
		return fmt.Sprintf("rank >= %d", first)
	}
	return "rank in (" + joinInts(ranks) + ")"
}

// missing is the number that a list from 0 leaves out.
func missing(ranks []int) int {
	for i, r := range ranks {
		if r != i {
			return i
		}
	}
	return len(ranks)
}

// oneLine takes what would end a comment out of a text.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
