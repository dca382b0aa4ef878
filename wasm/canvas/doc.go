// Package canvas draws a scene with Ebitengine. It is the only package that
// imports it.
//
// A scene becomes one list of triangles in device pixels: boxes, strokes and
// hatches are computed by a single shader from signed distances, glyphs and
// filled paths are coverage masks in a texture. So a picture is a handful of
// draw calls, its edges are exact at any device pixel ratio, and everything but
// the last step is plain Go that can be tested without a browser.
//
// The screen keeps what is drawn on it. A scene is compared with the one before
// (see differ), and only the places in which they differ are painted, ground and
// all; a part that both scenes have by one number is not even compared.
//
// It knows shapes, pixels and glyphs. It must never know what they mean, what
// can be pressed, or that a page surrounds it.
package canvas
