package transport

// Slot is what a send and a receive must agree on to meet. For a collective it is
// made of the operation's prefix (8 bits), the group's call counter (32) and the
// operation's own step (8); for send and recv it is the tag (gloo/types.h). So
// different collectives at the same place in two programs never meet, and the
// same collective does, whatever its caller meant.
type Slot uint64

// Prefixes of the collectives.
const (
	PrefixGather    = 0x01
	PrefixAllGather = 0x02
	PrefixReduce    = 0x03
	PrefixAllReduce = 0x04
	PrefixScatter   = 0x05
	PrefixBroadcast = 0x06
	PrefixBarrier   = 0x07
	PrefixAllToAll  = 0x08
)

// CollectiveSlot builds the slot of one call of a collective.
func CollectiveSlot(prefix uint8, counter uint32) Slot {
	return Slot(prefix)<<40 | Slot(counter)<<8
}
