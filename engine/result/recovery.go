package result

// Recovery is what restarting a job did to its training, step by step. Steps are
// those that the program marks with begin_step, samples those that it logs under
// "sample"; lists are in order, without repetition.
type Recovery struct {
	Attempts []Progress `json:"attempts"`

	// Lost steps were begun, and are in no checkpoint that a later attempt went on
	// from; Repeated are those of them that were done again.
	Lost     []int64 `json:"lost,omitempty"`
	Repeated []int64 `json:"repeated,omitempty"`
	// What the parameters have come from at the end: steps and samples that count
	// twice in them, and those that do in an undisturbed run and not here.
	Twice        []int64 `json:"twice,omitempty"`
	Never        []int64 `json:"never,omitempty"`
	SamplesTwice []int64 `json:"samples_twice,omitempty"`
	SamplesNever []int64 `json:"samples_never,omitempty"`

	Torn []Torn `json:"torn,omitempty"`

	// Compared: the same job was run without its faults; Differs are the tensors
	// that came out otherwise there.
	Compared bool         `json:"compared"`
	Differs  []Difference `json:"differs,omitempty"`
}

// Progress is how far one attempt came, by rank; −1 is none.
type Progress struct {
	Loaded []int64 `json:"loaded"` // the step of the checkpoint that it went on from
	First  []int64 `json:"first"`
	Last   []int64 `json:"last"`
}

// Torn is a part of a checkpoint whose writer did not come to its end.
type Torn struct {
	Attempt int   `json:"attempt"`
	Rank    int   `json:"rank"`
	Step    int64 `json:"step"`
}

// Difference is by how much a tensor differs from that of an undisturbed run.
type Difference struct {
	Rank  int     `json:"rank"`
	Name  string  `json:"name"`
	Most  float64 `json:"most"` // of |a − b| over its elements
	Saved bool    `json:"saved"`
	// State is set on what the program carries from step to step.
	State bool `json:"state"`
}
