package scenario

// Clone returns a copy whose lists may be changed: programs and their bodies,
// tensors, ranks, faults and links. What hangs below a single op, tensor or
// fault (Data, Shape, pointers, maps) is shared; replace it, never write to it.
func (s *Scenario) Clone() *Scenario {
	c := *s
	c.Network.Links = append([]Link(nil), s.Network.Links...)
	c.Program = CloneOps(s.Program)
	c.Tensors = append([]NamedTensor(nil), s.Tensors...)
	c.Faults = append([]Fault(nil), s.Faults...)
	c.Ranks = append([]Rank(nil), s.Ranks...)
	for i := range c.Ranks {
		c.Ranks[i].Program = CloneOps(c.Ranks[i].Program)
		c.Ranks[i].Tensors = append([]NamedTensor(nil), c.Ranks[i].Tensors...)
	}
	return &c
}

// CloneOps copies a program, with the lists of its ops.
func CloneOps(ops []Op) []Op {
	c := append([]Op(nil), ops...)
	for i := range c {
		c[i].Out = cloneList(c[i].Out)
		c[i].List = cloneList(c[i].List)
		c[i].Body = CloneOps(c[i].Body)
	}
	return c
}

// cloneList keeps the difference between no list and an empty one.
func cloneList(v []Value) []Value {
	if v == nil {
		return nil
	}
	return append([]Value{}, v...)
}
