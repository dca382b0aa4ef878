package failure

import "strings"

// RaisedByDetail reports whether an error is one that the debug level DETAIL
// raised itself: its fingerprint did not match, or its monitored barrier found
// somebody missing (torch/csrc/distributed/c10d/ProcessGroupWrapper.cpp, and
// monitoredBarrier of ProcessGroupGloo.cpp).
func RaisedByDetail(message string) bool {
	for _, part := range []string{"Detected mismatch between collectives", "monitoredBarrier"} {
		if strings.Contains(message, part) {
			return true
		}
	}
	return false
}
