package diagnose

import (
	"slices"
	"strings"

	"lockstep/engine/result"
	"lockstep/engine/trace"
	"lockstep/engine/wording"
)

// say makes a finding of a sentence.
func say(code string, blame []int, args wording.Args) result.Finding {
	return sayAs(code, code, blame, args)
}

// sayAs is say for a code that has several sentences.
func sayAs(code, key string, blame []int, args wording.Args) result.Finding {
	if blame == nil {
		blame = []int{}
	}
	return result.Finding{Code: code, Ranks: blame, Text: words.Text(key, args)}
}

// ofCall adds the group's call number to a finding.
func ofCall(f result.Finding, seq int32) result.Finding {
	if seq >= 0 {
		n := int(seq)
		f.Call = &n
	}
	return f
}

func (c *Case) who(procs ...int32) wording.Ranks { return wording.Ranks(c.ranks(procs)) }

// groupName names a group inside a sentence.
func (c *Case) groupName(group int32) wording.Value {
	if group == trace.None || c.t.Groups[group].Name == "" {
		return wording.Phrase{Key: "group.default"}
	}
	return wording.Phrase{Key: "group.named", Args: wording.Args{"name": wording.Word(c.t.Groups[group].Name)}}
}

// callName names a call inside a sentence, with its place in its group.
func (c *Case) callName(call int32) wording.Value {
	k := &c.t.Calls[call]
	if k.Group == trace.None || k.Seq < 0 || !collective(k.Op) {
		return wording.Phrase{Key: "call.plain", Args: wording.Args{"op": wording.Word(k.Op)}}
	}
	args := wording.Args{"op": wording.Word(k.Op), "seq": wording.Number(k.Seq), "group": c.groupName(k.Group)}
	if c.t.Groups[k.Group].Name == "" {
		return wording.Phrase{Key: "call.default", Args: args}
	}
	return wording.Phrase{Key: "call.named", Args: args}
}

// errorText is an exception on one line, as long as a sentence bears.
func (c *Case) errorText(call int32) wording.Word {
	k := &c.t.Calls[call]
	text := strings.TrimSuffix(strings.Join(strings.Fields(k.Message), " "), ".")
	const most = 120
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return wording.Word(k.ErrorType + ": " + text)
}

// victimsBut are the processes of a cause's victims without those that are to
// blame: who only suffered.
func (c *Case) victimsBut(k *cause, blame ...int32) []int32 {
	var procs []int32
	for _, v := range k.victims {
		if p := c.t.Calls[v].Proc; !slices.Contains(blame, p) && !slices.Contains(procs, p) {
			procs = append(procs, p)
		}
	}
	return procs
}

// list strings variants together: "rank 0 calls all_reduce and rank 1 calls
// broadcast".
func (c *Case) list(key string, all []variant) wording.List {
	var l wording.List
	for _, v := range all {
		l = append(l, wording.Phrase{Key: key, Args: wording.Args{"who": c.who(v.procs...), "what": wording.Word(v.name)}})
	}
	return l
}

// edges says for each call whom it waits for.
func (c *Case) edges(calls []int32) wording.List {
	var l wording.List
	for _, call := range calls {
		args := wording.Args{"who": c.who(c.t.Calls[call].Proc), "call": c.callName(c.work(call))}
		w := c.blocking(call)
		if w == nil || w.Peer == trace.None {
			l = append(l, wording.Phrase{Key: "waits.nobody", Args: args})
			continue
		}
		args["peer"] = c.who(w.Peer)
		l = append(l, wording.Phrase{Key: "waits", Args: args})
	}
	return l
}
