package app

// OpenPlace opens a page elsewhere, in a tab of its own.
type OpenPlace struct{ URL string }

// SaveText asks for a download of a text that the page has made.
type SaveText struct{ Name, Type, Text string }

// PrintText asks to print a document, given as the HTML of its body.
type PrintText struct{ Title, HTML string }

func (OpenPlace) effect() {}
func (SaveText) effect()  {}
func (PrintText) effect() {}
