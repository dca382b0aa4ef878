// Package page is everything between the scene and the browser but the pixels:
// the accessible mirror, pointers and keys, the address and its parameters,
// storage, messages, the clipboard.
//
// Ebitengine's listeners prevent the default of every key, wheel and touch, so
// the Tab key, page scrolling and browser shortcuts would die. Here all input is
// taken in the capture phase on window, before the canvas sees it, and what
// is not ours is left to the browser untouched. The canvas never gets an event.
//
// It knows the DOM and the scene's list of hot places. It must never know
// Ebitengine, collectives or how a picture is made.
package page
