// Command wasm is the playground in a browser: it ties the model (app), the
// picture (scene), the drawing (canvas) and the document (page) together, and
// does nothing else.
package main
