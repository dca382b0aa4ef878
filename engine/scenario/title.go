package scenario

// ReadTitle returns the title of a scenario file and reads no more of it than
// stands before: a list of files shows many titles, and opens one of them. What is
// no such file, or has its title wrong, is left to Parse to complain of; it has none.
func ReadTitle(src string) Text {
	r := &reader{src: src}
	if r.space(); !r.accept("{") {
		return nil
	}
	for r.err == nil {
		key, ok := r.quoted("syntax_key")
		if r.space(); !ok || !r.accept(":") {
			return nil
		}
		n := r.value(0)
		if key == "title" && r.err == nil {
			p := &parser{src: src, root: &n}
			if t := p.text(&n); p.err == nil {
				return t
			}
			return nil
		}
		if r.space(); !r.accept(",") {
			return nil
		}
	}
	return nil
}
