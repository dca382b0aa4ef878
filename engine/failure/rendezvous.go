package failure

import (
	"fmt"
	"strings"
	"time"
)

// What can go wrong while processes find each other: init_process_group and the
// store (torch/distributed/rendezvous.py, torch/csrc/distributed/c10d/TCPStore.cpp,
// socket.cpp; gloo/context.cc, gloo/transport/tcp).

// ClientsMissing: the host of the store waited for its clients
// (torch/csrc/distributed/c10d/TCPStore.cpp, waitForWorkers).
func ClientsMissing(limit time.Duration, have, want int) *Failure {
	return &Failure{"DistStoreError", fmt.Sprintf("Timed out after %d seconds waiting for clients. %d/%d clients joined.",
		int64(limit/time.Second), have, want)}
}

// KeysMissing: keys of the store did not all come in time.
func KeysMissing(limit time.Duration, keys []string) *Failure {
	return &Failure{"DistStoreError", fmt.Sprintf("wait timeout after %dms, keys: %s", limit.Milliseconds(), strings.Join(keys, ", "))}
}

// StoreClosed: the server ended the connection before it answered.
var StoreClosed = &Failure{"DistNetworkError", "Failed to recv, got 0 bytes. Connection was likely closed. Did the remote server shutdown or crash?"}

// StoreBroken: the server ended the connection before this was sent, and what was
// sent before this has shown it.
var StoreBroken = &Failure{"DistNetworkError", "Broken pipe"}

// NoServer: nobody listens where the store should be.
func NoServer(limit time.Duration, host string) *Failure {
	return &Failure{"DistNetworkError", fmt.Sprintf("The client socket has timed out after %dms while trying to connect to (%s, PORT).", limit.Milliseconds(), host)}
}

// PortTaken: somebody listens already where the store should be.
var PortTaken = &Failure{"DistNetworkError", "The server socket has failed to listen on any local network address. port: PORT, useIpv6: false, code: -98, name: EADDRINUSE, message: address already in use"}

// StoreSize: a store for nobody.
var StoreSize = Value("TCPStore world size cannot be 0")

// NoStore: a program uses a store that it has not made.
func NoStore(method string) *Failure {
	return &Failure{"AttributeError", "'NoneType' object has no attribute '" + method + "'"}
}

// method is how an error names the way of initialization.
func method(scheme, text string) *Failure {
	return Value("Error initializing torch.distributed using " + scheme + ":// rendezvous: " + text)
}

// NoVariable: env:// without one of its four variables.
func NoVariable(name string) *Failure {
	return method("env", "environment variable "+name+" expected, but not set")
}

// NoParameter: tcp:// without "rank", "world size", or a "port number".
func NoParameter(name string) *Failure {
	if strings.HasPrefix(name, "port") {
		return method("tcp", name+" missing")
	}
	return method("tcp", name+" parameter missing")
}

// NoHost: tcp:// without a host.
var NoHost = &Failure{"AssertionError", "hostname cannot be None"}

// NoHandler: another way of initialization than those that there are.
func NoHandler(scheme string) *Failure { return runtime("No rendezvous handler for " + scheme + "://") }

// RankTwice: the rank or the size stands in the URL and in the arguments.
func RankTwice(url string) *Failure {
	return &Failure{"AssertionError", "The url: " + url + " has node-specific arguments(rank, world_size) already."}
}

// NotAnInt: Python's int().
func NotAnInt(text string) *Failure {
	return Value("invalid literal for int() with base 10: " + repr(text))
}

// repr writes a string as Python shows it.
func repr(text string) string {
	quote := "'"
	if strings.Contains(text, "'") && !strings.Contains(text, `"`) {
		quote = `"`
	}
	return quote + strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\t", `\t`).Replace(text) + quote
}

// BadPort: a number that is no port.
func BadPort(port int64) *Failure {
	return Value(fmt.Sprintf("port must have value from 0 to 65535 but was %d.", port))
}

// URLPort is Python's own complaint about the port in a URL.
func URLPort(port string, number bool) *Failure {
	if number {
		return Value("Port out of range 0-65535")
	}
	return Value("Port could not be cast to integer value as " + repr(port))
}

// InitTwice: init_process_group while there is a default group.
var InitTwice = Value("trying to initialize the default process group twice!")

// NegativeRank and RankPastEnd: what Gloo makes no context for.
func NegativeRank(rank int) *Failure {
	return runtime(fmt.Sprintf("[enforce fail at context.cc:22] rank >= 0. %d vs 0", rank))
}

// RankPastEnd: see NegativeRank.
func RankPastEnd(rank, size int) *Failure {
	return runtime(fmt.Sprintf("[enforce fail at context.cc:23] rank < size. %d vs %d", rank, size))
}

// Refused: the side whose address was found has gone; pair is the number of the
// pair that was meant.
func Refused(pair int) *Failure {
	return runtime(fmt.Sprintf("Gloo connectFullMesh failed with [pair.cc:152] timed out connecting: SO_ERROR: Connection refused, remote=%s$%d", peer, pair))
}

// NotCalled: the other side, whose part it is to connect, has not done so.
var NotCalled = runtime("Gloo connectFullMesh failed with [pair.h:311] Connect timeout [none]")
