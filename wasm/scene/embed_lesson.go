package scene

// embedsLesson: inside somebody else's page a lesson has the panel for itself.
func (d *sheet) embedsLesson() bool { return d.s.Embed && d.lessonOpen() && d.s.Panels.Side }

// embedLesson is a lesson inside somebody else's page: the lanes and, beside or
// below them, the lesson's tabs.
func (d *sheet) embedLesson() {
	whole := d.s
	defer func() { d.s = whole }()
	w, h := whole.W, whole.H
	main := *whole
	panel := Rect{0, embedBar, w, h - embedBar}
	if w >= 560 {
		side := max(288, min(380, w*0.44))
		main.W = w - side
		panel.X, panel.W = main.W, side
	} else {
		main.H = max(embedBar+130, h*0.4)
		main.Panels.Stage, main.Panels.Side = false, false
		panel.Y, panel.H = main.H, h-main.H
	}
	natural := max(d.embedHeight(42), 480)
	d.s = &main
	d.embedBody()
	d.s = whole
	d.side(panel)
	d.out.Natural = natural
}

// besideLesson tells whether a tab that is no lesson's shows beside one: before a
// prediction only what can be written is there, not what comes of it.
func (d *sheet) besideLesson(id string) bool {
	switch {
	case id == "script":
		return true
	case d.embedsLesson():
		return false
	case d.s.Run.Veiled:
		return id == "text" || id == "code"
	}
	return true
}
