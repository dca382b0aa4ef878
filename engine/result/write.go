package result

import (
	"bytes"
	"encoding/json"
	"io"
)

// WriteTo writes the result as JSON, one line for each step, metric and finding,
// so that two results can be compared with diff and a long one is never held in
// memory twice. The bytes are a function of the result alone.
func (r *Result) WriteTo(w io.Writer) (int64, error) {
	p := &printer{w: w}
	p.text("{\"outcome\": ").value(r.Outcome)
	if r.Limit != "" {
		p.text(",\n \"limit\": ").value(r.Limit)
	}
	p.text(",\n \"end\": ").value(r.End).text(",\n \"trace_sha256\": ").value(r.TraceSHA256)
	p.text(",\n \"ranks\": [").ranks(r.Ranks).text("],")
	if len(r.Attempts) > 0 {
		p.text("\n \"attempts\": [")
		for i := range r.Attempts {
			a := &r.Attempts[i]
			p.next(i, "\n ").text("{\"attempt\": ").value(a.Attempt).text(", \"start\": ").value(a.Start).text(", \"end\": ").value(a.End)
			p.text(", \"ranks\": [").ranks(a.Ranks).text("]}")
		}
		p.text("],")
	}
	p.text("\n \"metrics\": [")
	for i := range r.Metrics {
		p.next(i, "\n  ").value(&r.Metrics[i])
	}
	p.text("],")
	if r.Recovery != nil {
		p.text("\n \"recovery\": ").value(r.Recovery).text(",")
	}
	p.text("\n \"findings\": [")
	for i := range r.Findings {
		p.next(i, "\n  ").value(&r.Findings[i])
	}
	p.text("]}\n")
	p.flush()
	return p.n, p.err
}

// WriteTo writes the outcome of one process as the result has it.
func (k *Rank) WriteTo(w io.Writer) (int64, error) {
	p := &printer{w: w}
	p.ranks([]Rank{*k})
	p.flush()
	return p.n, p.err
}

func (p *printer) ranks(list []Rank) *printer {
	for i := range list {
		k := &list[i]
		p.next(i, "\n  ").text("{\"rank\": ").value(k.Rank).text(", \"exit\": ").value(k.Exit).text(", \"steps\": [")
		for j := range k.Steps {
			p.next(j, "\n    ").step(&k.Steps[j])
		}
		p.text("]")
		if len(k.Log) > 0 {
			p.text(", \"log\": [")
			for j := range k.Log {
				p.next(j, "\n    ").value(&k.Log[j])
			}
			p.text("]")
		}
		p.text("}")
	}
	return p
}

// printer collects text and hands it on in pieces; after an error it does nothing.
type printer struct {
	w   io.Writer
	buf bytes.Buffer
	n   int64
	err error
}

const pieceBytes = 1 << 16

func (p *printer) text(s string) *printer {
	p.buf.WriteString(s)
	return p
}

// next separates the i-th item of a list from the one before it.
func (p *printer) next(i int, indent string) *printer {
	if i > 0 {
		p.text(",")
	}
	return p.text(indent)
}

func (p *printer) value(v any) *printer {
	if p.err != nil {
		return p
	}
	e := json.NewEncoder(&p.buf)
	e.SetEscapeHTML(false) // < and & stay readable: this is no HTML
	if p.err = e.Encode(v); p.err != nil {
		return p
	}
	p.buf.Truncate(p.buf.Len() - 1) // Encode ends with a newline
	if p.buf.Len() >= pieceBytes {
		p.flush()
	}
	return p
}

// step is value(s), by hand: most of a long result are steps, and encoding/json looks
// at every byte of their outputs once more. These are written as they are.
func (p *printer) step(s *Step) *printer {
	p.text(`{"op":`).quoted(s.Op)
	if s.Line != 0 {
		p.text(`,"line":`).value(s.Line)
	}
	p.text(`,"status":`).quoted(s.Status)
	p.optional(`,"when":`, s.When).optional(`,"start":`, s.Start).optional(`,"end":`, s.End).raw(`,"output":`, s.Output)
	p.optional(`,"error_type":`, s.ErrorType).optional(`,"message":`, s.Message).raw(`,"buffer":`, s.Buffer)
	p.text("}")
	if p.buf.Len() >= pieceBytes {
		p.flush()
	}
	return p
}

func (p *printer) optional(key, s string) *printer {
	if s == "" {
		return p
	}
	return p.text(key).quoted(s)
}

func (p *printer) raw(key string, b []byte) *printer {
	if len(b) > 0 {
		p.text(key).buf.Write(b)
	}
	return p
}

// quoted writes a string; one of plain ASCII, or the µs of a duration, needs no look-up.
func (p *printer) quoted(s string) *printer {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == 0xc2 && i+1 < len(s) && s[i+1] == 0xb5:
			i++
		case c < ' ' || c == '"' || c == '\\' || c > '~':
			return p.value(s)
		}
	}
	return p.text(`"`).text(s).text(`"`)
}

func (p *printer) flush() {
	if p.err == nil {
		var n int64
		n, p.err = p.buf.WriteTo(p.w)
		p.n += n
	}
}
