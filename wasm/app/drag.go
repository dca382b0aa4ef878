package app

// DragKind is what is being dragged.
type DragKind uint8

// What can be dragged into a lane.
const (
	DragNothing  DragKind = iota
	DragOps               // what is chosen, by the op From
	DragNewOp             // an op of the palette
	DragFault             // a fault
	DragNewFault          // a fault of the palette
)

// Drag is what is being dragged, where the pointer is, and where it would land.
type Drag struct {
	Kind  DragKind
	From  OpRef  // DragOps
	In    int    // DragOps: of an op in the body of the repeat From, see InnerRef
	Fault int    // DragFault
	Name  string // of a new op or fault
	X, Y  float64
	// Rank is −1 where it cannot be dropped. Ops land before the op Op, or where To
	// says if that is in a body; faults strike as Strike says.
	Rank, Op  int
	To        Slot
	Strike    Strike
	Cancelled bool // by Escape; the button is still down
}

// Lands reports whether it would land somewhere if it were let go.
func (d *Drag) Lands() bool { return d.Kind != DragNothing && !d.Cancelled && d.Rank >= 0 }

// slot is where ops would land.
func (d *Drag) slot() Slot {
	if d.To.Inside() {
		return d.To
	}
	return Slot{At: InnerRef{d.Rank, d.Op, 0}}
}

// DragTo says that something is being dragged, and where it is now.
type DragTo struct{ Drag Drag }

// Drop lets go of what is dragged; LeaveDrag puts it back.
type (
	Drop      struct{}
	LeaveDrag struct{}
)

func (DragTo) action()    {}
func (Drop) action()      {}
func (LeaveDrag) action() {}

func (a DragTo) apply(s *State) []Effect {
	if s.ReadOnly {
		return nil
	}
	cancelled := s.Drag.Kind == a.Drag.Kind && s.Drag.Cancelled
	s.Drag = a.Drag
	s.Drag.Cancelled = cancelled
	if a.Drag.Kind == DragOps && !s.IsChosen(a.Drag.From) {
		Select{a.Drag.From}.apply(s)
	}
	return nil
}

func (LeaveDrag) apply(s *State) []Effect { s.Drag = Drag{}; return nil }

// of is the edit that dropping means; undone, it is one step.
func (Drop) of(s *State) edit {
	d := s.Drag
	s.Drag = Drag{}
	if !d.Lands() {
		return nil
	}
	switch d.Kind {
	case DragOps:
		if e := (Carry{InnerRef{d.From.Rank, d.From.Op, d.In}, d.slot()}).of(s); e != nil {
			s.Open = Open{}
			return e
		}
	case DragNewOp:
		if d.To.Inside() {
			return InsertInner{At: d.To.At, Last: d.To.Last, Everyone: s.Everyone, Name: d.Name}.of(s)
		}
		return InsertOp{Rank: d.Rank, At: d.Op, Name: d.Name, Everyone: s.Everyone}
	case DragFault:
		return MoveFault{d.Fault, d.Strike}
	case DragNewFault:
		return AddFault{d.Name, d.Strike}
	}
	return nil
}
