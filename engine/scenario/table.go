package scenario

// ReadTable reads a JSON object of texts, such as the words of a language by key.
// It is stricter than encoding/json (a key that stands twice is a mistake), and a
// page that begins does not have to warm up reflection for it.
func ReadTable(src string) (map[string]string, error) {
	r := &reader{src: src}
	table := map[string]string{}
	r.table(table)
	if r.space(); r.err == nil && r.pos < len(r.src) {
		r.fail("syntax_trailing", "got", r.next())
	}
	if r.err != nil {
		return nil, r.err
	}
	return table, nil
}

func (r *reader) table(to map[string]string) {
	if r.space(); !r.accept("{") {
		r.unexpected("syntax_value")
		return
	}
	if r.space(); r.accept("}") {
		return
	}
	for r.err == nil {
		key, ok := r.quoted("syntax_key")
		if !ok {
			return
		}
		if _, twice := to[key]; twice {
			r.misplaced("duplicate_key", key, "key", key)
			return
		}
		if r.space(); !r.accept(":") {
			r.unexpected("syntax_colon")
			return
		}
		if to[key], ok = r.quoted("syntax_value"); !ok {
			return
		}
		switch r.space(); {
		case r.accept("}"):
			return
		case !r.accept(","):
			r.unexpected("syntax_object")
		}
	}
}

// quoted reads a string and nothing else.
func (r *reader) quoted(otherwise string) (string, bool) {
	if r.space(); r.next() != `"` {
		r.unexpected(otherwise)
		return "", false
	}
	text := r.string()
	return text, r.err == nil
}
