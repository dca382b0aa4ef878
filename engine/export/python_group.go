package export

import (
	"fmt"
	"strings"

	"lockstep/engine/scenario"
)

func newGroup(y *pythonist, o *scenario.Op) {
	var a arguments
	if o.Ranks != nil {
		a.add("[%s]", joinInts(o.Ranks))
	}
	d := o.Timeout
	if d == 0 {
		d = y.s.Timeout // torch's own default is half an hour, whatever the world's is
	}
	text := strings.TrimPrefix(a.String()+y.patience(d), ", ")
	y.put("%s = dist.new_group(%s)", y.name("group", o.As), text)
}

func destroyGroup(y *pythonist, o *scenario.Op) {
	group := ""
	if o.Group != "" {
		group = y.name("group", o.Group)
	}
	y.put("dist.destroy_process_group(%s)", group)
}

func query(y *pythonist, _ *scenario.Op) {
	y.show("query", "dist.is_initialized() and [dist.get_rank(), dist.get_world_size()]")
}

func initGroup(y *pythonist, o *scenario.Op) {
	for _, key := range []string{"RANK", "WORLD_SIZE", "MASTER_ADDR", "MASTER_PORT"} {
		switch v, given := o.Env[key]; {
		case given && v == nil:
			y.put("os.environ.pop(%q, None)", key)
		case given:
			y.put("os.environ[%q] = %s", key, withPorts(*v))
		}
	}
	a := arguments{`"gloo"`}
	if o.InitMethod != "" {
		a.add("init_method=%s", withPorts(o.InitMethod))
	}
	if o.Rank != nil {
		a.add("rank=%d", *o.Rank)
	}
	if o.WorldSize != nil {
		a.add("world_size=%d", *o.WorldSize)
	}
	d := o.Timeout
	if d == 0 {
		d = y.s.Timeout
	}
	y.put("dist.init_process_group(%s%s)", a, y.patience(d))
}

// withPorts is a text in which $PORT and $PORT1 stand for free ports: those next to
// the one that the launcher found.
func withPorts(text string) string {
	q := quoted(text)
	if !strings.Contains(q, "$PORT") {
		return q
	}
	q = strings.NewReplacer("{", "{{", "}", "}}").Replace(q)
	q = strings.ReplaceAll(q, "$PORT1", "{int(os.environ['MASTER_PORT']) + 2}")
	return "f" + strings.ReplaceAll(q, "$PORT", "{int(os.environ['MASTER_PORT']) + 1}")
}

func storeCreate(y *pythonist, o *scenario.Op) {
	a := arguments{`"127.0.0.1"`, fmt.Sprintf(`int(os.environ["MASTER_PORT"]) + %d`, 1+o.PortOffset)}
	if o.WorldSize != nil {
		a.add("world_size=%d", *o.WorldSize)
	}
	a.add("is_master=%s", truth(o.IsMaster))
	d := o.Timeout
	if d == 0 {
		d = y.s.Timeout
	}
	a.add("timeout=%s", delta(d))
	if o.WaitForWorkers != nil {
		a.add("wait_for_workers=%s", truth(*o.WaitForWorkers))
	}
	y.put("store = dist.TCPStore(%s)", a)
}

func storeWait(y *pythonist, o *scenario.Op) {
	a := arguments{"[" + quotedList(o.Keys) + "]"}
	if o.Timeout > 0 {
		a.add("%s", delta(o.Timeout))
	}
	y.put("store.wait(%s)", a)
}

// storeCall writes the methods of the store that take texts.
func storeCall(method string, args func(*scenario.Op) []string, shown bool) func(*pythonist, *scenario.Op) {
	return func(y *pythonist, o *scenario.Op) {
		call := "store." + fmt.Sprintf(method, quotedList(args(o)))
		if shown {
			y.show(o.Name, call)
			return
		}
		y.put("%s", call)
	}
}
