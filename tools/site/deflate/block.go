package deflate

// block is a stretch of data with codes of its own.
type block struct {
	data  []byte
	steps []match // all of the data: literals are of length 1

	lit  [literals]int
	dist [distances]int

	lits, dists []uint8 // the lengths of the codes
	head        stream  // which are written so
	headBits    int
	size        int // of all, in bits
}

// count counts the symbols of the steps through data.
func (b *block) count(data []byte) {
	b.data, b.lit, b.dist = data, [literals]int{}, [distances]int{}
	at := 0
	for _, s := range b.steps {
		if s.dist == 0 {
			b.lit[data[at]]++
		} else {
			code, _, _ := lengthCode(int(s.length))
			b.lit[code]++
			b.dist[distanceCode(s.dist)]++
		}
		at += int(s.length)
	}
	b.lit[end]++
}

func (b *block) costs() *costs { return costsOf(&b.lit, &b.dist) }

// with is a block and the one behind it as one; nil before the first.
func (b *block) with(next *block) *block {
	if b == nil {
		return nil
	}
	all := &block{data: b.data[:len(b.data)+len(next.data)], steps: append(b.steps[:len(b.steps):len(b.steps)], next.steps...), lit: b.lit, dist: b.dist}
	for i, n := range next.lit {
		all.lit[i] += n
	}
	all.lit[end] = 1
	for i, n := range next.dist {
		all.dist[i] += n
	}
	all.close()
	return all
}

// close finds the codes, and what the block takes with them.
func (b *block) close() {
	b.lits, b.dists = tree(b.lit[:], 15), tree(b.dist[:], 15)
	b.head, b.headBits = header(b.lits, b.dists)
	b.size = 3 + b.headBits
	for i, n := range b.lit {
		b.size += n * int(b.lits[i])
	}
	for i, n := range b.dist {
		b.size += n * (int(b.dists[i]) + max(0, i/2-1))
	}
	for length := least; length <= longest; length++ {
		code, extra, _ := lengthCode(length)
		if next, _, _ := lengthCode(min(length+1, longest)); length == longest || next != code {
			b.size += b.lit[code] * int(extra)
		}
	}
}

// write writes the block.
func (b *block) write(out *stream, last bool) {
	final := uint32(0)
	if last {
		final = 1
	}
	out.put(final|2<<1, 3) // with codes of its own
	for i := 0; i < b.headBits; i += 8 {
		n := min(8, b.headBits-i)
		out.put(uint32(b.head.to[i/8])&(1<<n-1), uint(n))
	}
	lit, dist := codesOf(b.lits), codesOf(b.dists)
	at := 0
	for _, s := range b.steps {
		if s.dist == 0 {
			out.put(lit[b.data[at]], uint(b.lits[b.data[at]]))
		} else {
			code, extra, rest := lengthCode(int(s.length))
			out.put(lit[code], uint(b.lits[code]))
			out.put(rest, extra)
			code = distanceCode(s.dist)
			extra, rest = distanceExtra(s.dist)
			out.put(dist[code], uint(b.dists[code]))
			out.put(rest, extra)
		}
		at += int(s.length)
	}
	out.put(lit[end], uint(b.lits[end]))
}

// order is that in which the lengths of the codes of lengths are written.
var order = [19]int{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// run is a symbol of the code of lengths, with its extra bits.
type run struct {
	symbol, rest uint32
	extra        uint
}

// header writes the lengths of a block's codes, and tells how many bits that took.
func header(lits, dists []uint8) (stream, int) {
	nl, nd := len(lits), len(dists)
	for nl > 257 && lits[nl-1] == 0 {
		nl--
	}
	for nd > 1 && dists[nd-1] == 0 {
		nd--
	}
	runs := shortened(append(append([]uint8(nil), lits[:nl]...), dists[:nd]...))
	counts := make([]int, 19)
	for _, r := range runs {
		counts[r.symbol]++
	}
	lengths := tree(counts, 7)
	codes := codesOf(lengths)
	n := 19
	for n > 4 && lengths[order[n-1]] == 0 {
		n--
	}
	var out stream
	total := 14
	out.put(uint32(nl-257), 5)
	out.put(uint32(nd-1), 5)
	out.put(uint32(n-4), 4)
	for _, s := range order[:n] {
		out.put(uint32(lengths[s]), 3)
		total += 3
	}
	for _, r := range runs {
		out.put(codes[r.symbol], uint(lengths[r.symbol]))
		out.put(r.rest, r.extra)
		total += int(lengths[r.symbol]) + int(r.extra)
	}
	out.flush()
	return out, total
}

// shortened writes lengths with repeats: 16 says the one before again, 17 and 18 that
// there are many zeros.
func shortened(lengths []uint8) []run {
	var out []run
	for i := 0; i < len(lengths); {
		n := 1
		for i+n < len(lengths) && lengths[i+n] == lengths[i] {
			n++
		}
		switch left := n; {
		case lengths[i] == 0:
			for left >= 3 {
				k := min(left, 138)
				if k <= 10 {
					out = append(out, run{17, uint32(k - 3), 3})
				} else {
					out = append(out, run{18, uint32(k - 11), 7})
				}
				left -= k
			}
			for ; left > 0; left-- {
				out = append(out, run{0, 0, 0})
			}
		default:
			out = append(out, run{uint32(lengths[i]), 0, 0})
			for left--; left >= 3; {
				k := min(left, 6)
				out = append(out, run{16, uint32(k - 3), 2})
				left -= k
			}
			for ; left > 0; left-- {
				out = append(out, run{uint32(lengths[i]), 0, 0})
			}
		}
		i += n
	}
	return out
}
