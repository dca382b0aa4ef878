package sim

// item is one thing that will happen: a kind's handler called with arg.
type item struct {
	arg  int32
	kind Kind
}

// bucket holds what happens at one moment, first come first served.
type bucket struct {
	items []item
	next  int
}

// entry is a moment in the heap. Two buckets may share a moment: seq tells which
// one was begun first, so that the order is that of scheduling.
type entry struct {
	at     Time
	seq    uint64
	bucket int32
}

func (a entry) before(b entry) bool { return a.at < b.at || a.at == b.at && a.seq < b.seq }

// queue is a heap of moments, not of items: in a ring all ranks receive at the
// same time, and a heap of P·n items would cost a logarithm for each message.
type queue struct {
	heap    []entry
	buckets []bucket
	free    []int32
	seq     uint64
	recent  [recentMoments]recentBucket
	last    *recentBucket // that of the last push
	first   entry         // the moment that goes on, once it was begun
	begun   bool
}

// recent finds the bucket of a moment without a map. A moment that was evicted
// simply gets a second bucket, later in order.
const recentMoments = 256

type recentBucket struct {
	at     Time
	bucket int32 // index + 1; 0: none
}

func slotOf(at Time) int { return int((uint64(at) * 0x9e3779b97f4a7c15) >> 56) }

func (q *queue) push(at Time, it item) {
	r := q.last
	if r == nil || r.at != at {
		r = &q.recent[slotOf(at)]
		q.last = r
	}
	if r.bucket != 0 && r.at == at {
		b := &q.buckets[r.bucket-1]
		b.items = append(b.items, it)
		return
	}
	i := q.newBucket()
	q.buckets[i].items = append(q.buckets[i].items, it)
	r.at, r.bucket = at, i+1
	q.seq++
	q.up(entry{at: at, seq: q.seq, bucket: i})
}

func (q *queue) newBucket() int32 {
	if n := len(q.free); n > 0 {
		i := q.free[n-1]
		q.free = q.free[:n-1]
		return i
	}
	q.buckets = append(q.buckets, bucket{})
	return int32(len(q.buckets) - 1)
}

// same returns the next item of the moment that was begun, if there is one.
func (q *queue) same() (it item, ok bool) {
	if q.begun {
		if b := &q.buckets[q.first.bucket]; b.next < len(b.items) {
			it, ok = b.items[b.next], true
			b.next++
		}
	}
	return it, ok
}

// pop returns the next item and its moment.
func (q *queue) pop() (item, Time, bool) {
	for {
		// The moment that was begun is the first until it is over: whatever is
		// scheduled meanwhile is not before it.
		if q.begun {
			b := &q.buckets[q.first.bucket]
			if b.next < len(b.items) {
				it := b.items[b.next]
				b.next++
				return it, q.first.at, true
			}
			q.retire(b)
		}
		if len(q.heap) == 0 {
			return item{}, 0, false
		}
		q.first, q.begun = q.heap[0], true
		q.down()
	}
}

// retire takes back the bucket of a moment that is over.
func (q *queue) retire(b *bucket) {
	b.items, b.next = b.items[:0], 0
	if r := &q.recent[slotOf(q.first.at)]; r.bucket == q.first.bucket+1 {
		r.bucket = 0
	}
	q.free = append(q.free, q.first.bucket)
	q.begun = false
}

const arity = 4 // a flat heap: fewer cache lines than a binary one

func (q *queue) up(e entry) {
	q.heap = append(q.heap, e)
	i := len(q.heap) - 1
	for i > 0 {
		parent := (i - 1) / arity
		if !e.before(q.heap[parent]) {
			break
		}
		q.heap[i] = q.heap[parent]
		i = parent
	}
	q.heap[i] = e
}

// down removes the least entry.
func (q *queue) down() {
	n := len(q.heap) - 1
	e := q.heap[n]
	q.heap = q.heap[:n]
	i := 0
	for {
		least, first := -1, arity*i+1
		for c := first; c < first+arity && c < n; c++ {
			if least < 0 || q.heap[c].before(q.heap[least]) {
				least = c
			}
		}
		if least < 0 || e.before(q.heap[least]) {
			break
		}
		q.heap[i] = q.heap[least]
		i = least
	}
	if n > 0 {
		q.heap[i] = e
	}
}
