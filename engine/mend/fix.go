package mend

import (
	"embed"
	"strings"

	"lockstep/engine/scenario"
	"lockstep/engine/wording"
)

//go:embed words
var wordFiles embed.FS

// words are the sentences of all edits in all languages.
var words = wording.Compiled(wordFiles, "words")

func newFix(c candidate) *Fix {
	return &Fix{Scenario: c.scenario, Edits: c.edits, Text: textOf(c.edits)}
}

// textOf says the edits in one sentence.
func textOf(edits []Edit) scenario.Text {
	if len(edits) == 1 {
		return words.Text("one", wording.Args{"edit": phraseOf(edits[0])})
	}
	return words.Text("two", wording.Args{"first": phraseOf(edits[0]), "second": phraseOf(edits[1])})
}

func phraseOf(e Edit) wording.Value {
	args := wording.Args{}
	for k, v := range e.args {
		args[k] = v
	}
	args["where"] = placeOf(e)
	return wording.Phrase{Key: e.key, Args: args}
}

// placeOf says where an edit is made, as the page counts: from 1.
func placeOf(e Edit) wording.Value {
	args := wording.Args{"op": wording.Number(e.Op + 1)}
	if e.Rank == Everyone {
		return wording.Phrase{Key: "place.all", Args: args}
	}
	args["rank"] = wording.Number(e.Rank)
	return wording.Phrase{Key: "place.rank", Args: args}
}

// callOf writes a call as a program does, a literal by its dtype and shape.
func callOf(op *scenario.Op) wording.Word {
	args := op.Brief()
	switch {
	case op.Tensor != nil && op.Tensor.Lit != nil:
		args = strings.Replace(args, "…", string(kindOf(op.Tensor.Lit)), 1)
	case args == "" && op.For > 0:
		args = op.For.String()
	}
	return wording.Word(op.Name + "(" + args + ")")
}
