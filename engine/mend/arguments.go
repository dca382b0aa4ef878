package mend

import (
	"maps"
	"slices"
	"strconv"

	"lockstep/engine/scenario"
	"lockstep/engine/wording"
)

// arguments are the edits of one argument of one op: what others pass there, and
// for a rank or a tag whatever it could be.
func (b *bench) arguments(at spot, i int) {
	op := &at.ops(b.s)[i]
	spec, ok := scenario.SpecOf(op.Name)
	if !ok {
		return
	}
	for k := range spec.Args {
		a := &spec.Args[k]
		switch a.Key {
		case "as", "async", "catch", "obj", "body", "code", "for", "message":
			continue
		case "tensor", "out", "list", "input":
			b.tensors(at, i, a)
			continue
		case "env":
			b.environment(at, i, a)
			continue
		}
		for _, text := range b.texts(at, op, a) {
			if text == a.Text(op) {
				continue
			}
			changed, err := a.WithText(*op, text)
			if err != nil {
				continue
			}
			b.set(at, i, a, changed)
		}
	}
}

// set is the edit that makes op i one with another argument a.
func (b *bench) set(at spot, i int, a *scenario.Arg, changed scenario.Op) {
	ops := at.ops(b.s)
	old, now := a.Text(&ops[i]), a.Text(&changed)
	turned := slices.Clone(ops)
	turned[i] = changed
	key := "set"
	switch {
	case old == "":
		key = "set.new"
	case now == "":
		key = "set.none"
	}
	b.add(Edit{
		Kind: SetArgument, Rank: at.rank, Op: at.place(i), key: key,
		args: wording.Args{"call": callOf(&ops[i]), "arg": wording.Word(a.Key), "old": short(old), "new": short(now)},
		do:   at.with(i, changed),
	}, b.cost(SetArgument, at, i, turned))
}

// short is a value that may be long.
func short(text string) wording.Word {
	const most = 60
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return wording.Word(text)
}

// texts are the values that an argument could have.
func (b *bench) texts(at spot, op *scenario.Op, a *scenario.Arg) []string {
	var list []string
	put := func(text string) {
		if !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	for rank := range b.s.Processes() {
		scenario.Walk(b.s.ProgramOf(rank), func(other *scenario.Op) {
			if other.Name == op.Name || a.Key == "tag" && pointToPoint(other.Name) {
				b.putText(other, a.Key, put)
			}
		})
	}
	switch a.Key {
	case "src", "dst":
		for rank := range b.s.WorldSize {
			put(strconv.Itoa(rank))
		}
	case "rank":
		for rank := range b.s.WorldSize {
			put(strconv.Itoa(rank))
		}
	case "world_size":
		put(strconv.Itoa(b.s.WorldSize))
	case "tag", "timeout", "init_method":
		put("") // as if it had not been given
	case "key", "keys":
		for rank := range b.s.Processes() {
			scenario.Walk(b.s.ProgramOf(rank), func(other *scenario.Op) {
				b.putText(other, a.Key, put)
			})
		}
	}
	return list
}

// putText puts an argument of op as a text, if op has it.
func (b *bench) putText(op *scenario.Op, key string, put func(string)) {
	if spec, ok := scenario.SpecOf(op.Name); ok {
		if a, ok := spec.Arg(key); ok {
			put(a.Text(op))
		}
	}
}

// environment are the edits of one variable of an op's env: without it, as others
// have it, and every rank and the world's size for those two.
func (b *bench) environment(at spot, i int, a *scenario.Arg) {
	op := &at.ops(b.s)[i]
	for _, key := range slices.Sorted(maps.Keys(op.Env)) {
		values := []*string{}
		put := func(text string) { values = append(values, &text) }
		for rank := range b.s.Processes() {
			scenario.Walk(b.s.ProgramOf(rank), func(other *scenario.Op) {
				if v := other.Env[key]; v != nil {
					put(*v)
				}
			})
		}
		switch key {
		case "RANK":
			for rank := range b.s.WorldSize {
				put(strconv.Itoa(rank))
			}
		case "WORLD_SIZE":
			put(strconv.Itoa(b.s.WorldSize))
		}
		without := *op
		without.Env = maps.Clone(op.Env)
		delete(without.Env, key)
		b.set(at, i, a, without)
		for _, v := range values {
			if old := op.Env[key]; old != nil && *old == *v {
				continue
			}
			changed := *op
			changed.Env = maps.Clone(op.Env)
			changed.Env[key] = v
			b.set(at, i, a, changed)
		}
	}
}
