package scenario

// Processes returns how many processes the scenario starts: WorldSize, or with
// auto_init off the length of Ranks, which may differ from it.
func (s *Scenario) Processes() int {
	if !s.AutoInit && len(s.Ranks) > 0 {
		return len(s.Ranks)
	}
	return s.WorldSize
}

// ProgramOf returns the ops of process i.
func (s *Scenario) ProgramOf(i int) []Op {
	if i < len(s.Ranks) && s.Ranks[i].HasProgram {
		return s.Ranks[i].Program
	}
	return s.Program
}

// TensorsOf returns the named tensors of process i in name order: the shared
// ones, overridden and extended by its own.
func (s *Scenario) TensorsOf(i int) []NamedTensor {
	if i >= len(s.Ranks) || len(s.Ranks[i].Tensors) == 0 {
		return s.Tensors
	}
	own := s.Ranks[i].Tensors
	merged := make([]NamedTensor, 0, len(s.Tensors)+len(own))
	a, b := s.Tensors, own
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].Name < b[0].Name:
			merged = append(merged, a[0])
			a = a[1:]
		case len(a) > 0 && a[0].Name == b[0].Name:
			a = a[1:]
			fallthrough
		default:
			merged = append(merged, b[0])
			b = b[1:]
		}
	}
	return merged
}
