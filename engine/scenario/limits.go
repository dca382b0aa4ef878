package scenario

import "time"

// The limits of a file. Each is named in the error that it gives; the limit on
// events of a run belongs to the engine.
const (
	// MaxFileBytes bounds the text before anything of it is read.
	MaxFileBytes = 4 << 20
	// MaxNesting bounds lists within lists, in the file and in an obj.
	MaxNesting = 64
	// MaxProcesses bounds world_size and ranks; MaxProcessesOnPage is what the
	// page lets a person make.
	MaxProcesses       = 1024
	MaxProcessesOnPage = 64
	// MaxOps bounds the ops of one process, bodies of repeat counted once.
	MaxOps = 10_000
	// MaxTimes bounds repeat; MaxRepeatDepth repeats within repeats.
	MaxTimes       = 1_000_000
	MaxRepeatDepth = 8
	// MaxElements bounds one tensor, MaxTotalElements all tensors and literals
	// of all processes, MaxDims the dimensions of a shape.
	MaxElements      = 1 << 24
	MaxTotalElements = 1 << 26
	MaxDims          = 8
	// MaxTensors bounds the named tensors of one process.
	MaxTensors = 256
	// MaxFaults, MaxLinks bound the lists of that name.
	MaxFaults = 1024
	MaxLinks  = 4096
	// MaxTitle, MaxName, MaxString, MaxScript bound texts, in characters.
	MaxTitle  = 500
	MaxName   = 64
	MaxString = 10_000
	MaxScript = 200_000
	// MaxDuration bounds every length of time.
	MaxDuration = 10_000 * time.Hour
	// MaxRestarts bounds job.max_restarts.
	MaxRestarts = 100
)

// Version is the format that Format writes.
const Version = 1

// The defaults of keys that a file may leave out.
const (
	DefaultTimeout   = 30 * time.Minute
	DefaultLatency   = 50 * time.Microsecond
	DefaultBandwidth = 1e9 // bytes per second
)
