package trace

// Terms are what many messages and waits have in common: the slot in which two sides
// meet, and of a wait how long the patience is. There are few of them for millions of
// messages, so a message and a wait refer to them.
type Terms struct {
	Slot     uint64 // as transport.Slot; of WaitStore the index in Keys (see KeyOf), of WaitHandle the call
	Patience Time   // Never: none, and of a message
}

// TermsRef is a place in the trace's Terms. Three bytes make it fit beside a kind.
type TermsRef [3]byte

func (r TermsRef) index() int { return int(r[0]) | int(r[1])<<8 | int(r[2])<<16 }

// mostTerms is more than a run can have within its limit of events.
const mostTerms = 1 << 24

// terms finds what was kept: those used last without a map.
type terms struct {
	recent [32]recentTerms
	all    map[Terms]TermsRef
}

type recentTerms struct {
	Terms
	ref   TermsRef
	known bool
}

// Refer keeps terms, if they are not kept yet, and returns their place.
func (t *Trace) Refer(slot uint64, patience Time) TermsRef {
	r := &t.terms.recent[(slot^slot>>8^uint64(patience)>>10)%uint64(len(t.terms.recent))]
	if r.Slot == slot && r.Patience == patience && r.known {
		return r.ref
	}
	*r = recentTerms{Terms: Terms{slot, patience}, known: true}
	r.ref = t.refer(r.Terms)
	return r.ref
}

func (t *Trace) refer(k Terms) TermsRef {
	if ref, ok := t.terms.all[k]; ok {
		return ref
	}
	i := len(t.Terms)
	if i == mostTerms {
		panic("trace: more slots than a run can use")
	}
	if t.terms.all == nil {
		t.terms.all = map[Terms]TermsRef{}
	}
	ref := TermsRef{byte(i), byte(i >> 8), byte(i >> 16)}
	t.terms.all[k] = ref
	t.Terms = append(t.Terms, k)
	return ref
}

// of finds terms; a trace that was not made by a run may have none.
func (t *Trace) of(r TermsRef) Terms {
	if i := r.index(); i < len(t.Terms) {
		return t.Terms[i]
	}
	return Terms{Patience: Never}
}

// Slot returns the slot of a message or a wait.
func (t *Trace) Slot(r TermsRef) uint64 { return t.of(r).Slot }

// Deadline returns when the patience of a wait ends; Never: it has none.
func (t *Trace) Deadline(w *Wait) Time {
	patience := t.of(w.Terms).Patience
	if patience == Never {
		return Never
	}
	return w.Start + patience
}
