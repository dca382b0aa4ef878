package diagnose

import (
	"lockstep/engine/result"
	"lockstep/engine/wording"
)

// findMisaddressed: a send and a recv that were meant for each other, one of which
// names a third rank.
func findMisaddressed(c *Case, k *cause) result.Finding {
	s, r := k.letters[0], k.letters[1]
	args := wording.Args{
		"sender": wording.Ranks{s.from}, "dst": wording.Ranks{s.to}, "receiver": wording.Ranks{r.to}, "src": wording.Ranks{r.from}, "tag": wording.Number(s.tag),
	}
	if k.proc == s.proc {
		return sayAs("source_mismatch", "source_mismatch.dst", []int{s.from}, args)
	}
	return sayAs("source_mismatch", "source_mismatch.src", []int{r.to}, args)
}

// findUnmatchedLetter: a send or a recv that has no counterpart in any program. To
// blame is the rank that lacks it; but where the same data is sent twice in a row,
// the one that sends it.
func findUnmatchedLetter(c *Case, k *cause) result.Finding {
	l := k.letters[0]
	me, peer := l.from, l.to
	code, key := "send_without_recv", "send_without_recv.written"
	if !l.send {
		me, peer = l.to, l.from
		code, key = "recv_without_send", "recv_without_send.written"
	}
	blame := peer
	if l.again {
		key, blame = "send_without_recv.again", me
	}
	args := wording.Args{"who": wording.Ranks{me}, "peer": wording.Ranks{peer}, "tag": wording.Number(l.tag)}
	if l.send {
		return sayAs("send_without_recv", key, []int{blame}, args)
	}
	return sayAs(code, key, []int{blame}, args)
}
