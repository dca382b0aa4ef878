package wording

import (
	"strconv"
	"strings"
	"time"
)

// Value is what stands in a slot of a template.
type Value interface {
	say(c *Catalog, tag string) string
	count() int // 1 where the grammar is that of one thing
}

// Word is text that is the same in every language: a name, an error's text.
type Word string

func (w Word) say(*Catalog, string) string { return string(w) }
func (w Word) count() int                  { return 1 }

// Number is a count.
type Number int

func (n Number) say(*Catalog, string) string { return strconv.Itoa(int(n)) }
func (n Number) count() int                  { return int(n) }

// Duration is a length of virtual time, as Go writes it, to five digits: what a
// person reads is "3.0001s" and not the last nanosecond.
type Duration time.Duration

func (d Duration) say(*Catalog, string) string {
	unit := time.Duration(1)
	for time.Duration(d)/unit >= 100_000 {
		unit *= 10
	}
	return time.Duration(d).Round(unit).String()
}

func (d Duration) count() int { return 1 }

// Phrase is another sentence, or a part of one, inside this one.
type Phrase struct {
	Key  string
	Args Args
}

func (p Phrase) say(c *Catalog, tag string) string { return c.Say(tag, p.Key, p.Args) }
func (p Phrase) count() int                        { return 1 }

// Ranks names ranks: "rank 1", "ranks 0, 2 and 3". The words are those of the
// keys rank.one, rank.many, list.comma and list.and.
type Ranks []int

func (r Ranks) count() int { return len(r) }

// namedRanks is how many ranks a sentence names before it only counts on.
const namedRanks = 8

func (r Ranks) say(c *Catalog, tag string) string {
	words := c.words(tag)
	if len(r) == 1 {
		return c.Say(tag, "rank.one", Args{"rank": Number(r[0])})
	}
	named := r[:min(len(r), namedRanks)]
	var b strings.Builder
	for i, rank := range named {
		switch {
		case i == 0:
		case i == len(r)-1:
			b.WriteString(words["list.and"])
		default:
			b.WriteString(words["list.comma"])
		}
		b.WriteString(strconv.Itoa(rank))
	}
	if more := len(r) - len(named); more > 0 {
		b.WriteString(c.Say(tag, "list.more", Args{"n": Number(more)}))
	}
	return c.Say(tag, "rank.many", Args{"list": Word(b.String())})
}

// List strings clauses together, with the words of clause.comma and clause.and.
type List []Value

func (l List) count() int { return len(l) }

func (l List) say(c *Catalog, tag string) string {
	words := c.words(tag)
	var b strings.Builder
	for i, v := range l {
		switch {
		case i == 0:
		case i == len(l)-1:
			b.WriteString(words["clause.and"])
		default:
			b.WriteString(words["clause.comma"])
		}
		b.WriteString(v.say(c, tag))
	}
	return b.String()
}
