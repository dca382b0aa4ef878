package scene

import (
	"fmt"
	"testing"

	"lockstep/engine/trace"
)

// long is a run of about a million events: turns steps of training on 64 ranks.
func long(turns int) string {
	return fmt.Sprintf(`{"lockstep":1,"world_size":64,"tensors":{"x":{"dtype":"float32","shape":[64],"fill":"rank"}},
		"program":[{"op":"repeat","times":%d,"body":[{"op":"compute","for":"1ms"},{"op":"all_reduce","tensor":"x"}]}]}`, turns)
}

// BenchmarkScrub is a frame in which the cursor jumps somewhere else in a run of a
// million events.
func BenchmarkScrub(b *testing.B) {
	s := shown(b, long(30))
	b.Logf("%d events", len(s.Run.Trace.Events))
	c := composer(b)
	c.Build(&s)
	b.ResetTimer()
	for i := range b.N {
		s.Cursor = s.End() / 997 * trace.Time(i*611%997)
		c.Build(&s)
	}
}

// BenchmarkPicture is a picture of a run of a million events, made as a whole, as while
// it goes on.
func BenchmarkPicture(b *testing.B) {
	s := shown(b, long(30))
	c := composer(b)
	whole(c, &s)
	b.ReportAllocs()
	for b.Loop() {
		c.index.set, c.index.told = nil, nil
		c.Build(&s)
	}
}
