package scene

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/assets"
	"lockstep/engine/lesson"
	"lockstep/wasm/app"
)

// Whoever has done a lesson finds every field of the worksheet filled, whatever the
// lesson asked to predict.
func TestTheWorksheetOfALessonThatWasDoneHasNoEmptyField(t *testing.T) {
	course, err := lesson.ReadAll(assets.FS, "lessons")
	require.NoError(t, err)
	c := composer(t)
	for _, l := range course {
		for _, lang := range lesson.Languages {
			s, err := app.New(l.Steps[0].Scenario, app.Engine)
			require.NoError(t, err)
			s.Course, s.Lang = course, lang
			s, _ = app.Update(s, app.OpenLesson{Text: l.ID})
			for at := range l.Steps {
				s, _ = app.Update(s, app.GoToStep{Step: at})
				s, _ = app.Update(s, app.LockPrediction{})
			}
			d := c.begin(&s, &Scene{})
			for _, f := range append(d.worksheet(sheetKeys), d.worksheet(sheetSums)...) {
				assert.NotEmpty(t, f.text, "%s %s %s", l.ID, lang, f.key)
			}
		}
	}
}
