// Command wasm is the playground in a browser: it ties the model (app), the
// picture (scene), the drawing (canvas) and the document (page) together, and
// does nothing else.
//
// # Controls
//
// Everything that can be operated has one control in the accessible mirror, with
// a stable data-id. R, N, I are indices of a process, an op and an element from 0;
// T is a tensor's name. A tool or a test finds them as
// document.querySelector('#mirror [data-id="…"]').
//
// Playback: play, step-back, step-forward, to-start, to-end (buttons), cursor (a
// slider in nanoseconds), speed; cancel-run while a long run goes on.
//
// Scenario: example (a combobox; with the pointer it opens examples, one button
// example.ID for each with its question), world-size, world-less, world-more,
// timeout, debug, world (opens latency, bandwidth), undo, redo, share, export,
// language, theme, menu, help, zoom-in, zoom-out, fit.
//
// Ops: rank-R.op-N is the block. Enter opens its editor with rank-R.op-N.op and
// one field for each argument by its name in the file, and the buttons .earlier,
// .later, .duplicate, .remove, .before, .after, .copy, .same. What is chosen has
// aria-pressed; an edit of one of several that are chosen is an edit of all.
// rank-R.add-op opens the palette: palette (the switch for all ranks) and
// palette.NAME for each op and fault; Alt means the other of all ranks and one.
//
// Faults: rank-R.add-fault opens their palette; fault-N stands where the fault
// strikes, with the fields .kind, .rank, .op, .phase, .time, .factor, .for, .peer,
// .latency, .bandwidth and the button .remove. rank-R.late is there while a process
// starts late or never, with the field rank-R.start and rank-R.start.remove.
//
// Tensors: rank-R.tensor.T.I is an element, rank-R.tensor.T.edit opens .name,
// .dtype, .shape, .fill and .remove; rank-R.add-tensor adds one to all ranks.
//
// Panel: tab-diagnosis, tab-values, tab-text, and tab-stage where there is no room
// for the stage beside; text is the scenario's file, text.discard drops what was
// typed there and does not parse; outcome, finding-N, notice, notice.close;
// provenance says whether real processes ran it so. tab-code: code.copy, code.save,
// code.fold, code-line-N (chooses the op that the line is), code-mark-K,
// code.command.
// tab-calls has calls-G.SEQ.rank-R for what process R called as number SEQ of group
// G; tab-time has spent-rank-R, spent-average, spent-slowest, spent-verdict and cost-N.
//
// Comparing: pin and unpin keep a run and let it go; rank-R.pinned is its line below
// a lane. tab-compare has compare-outcome, compare-rank-R.T for each tensor T that
// ends otherwise, algorithms, which runs a call with each, and algorithm-NAME.
//
// More than 16 ranks are a grid on the stage: stage-rank-R is a cell, stage-rank (a
// slider) the one that is shown closely. More than 64 are a strip: ranks-R is the line
// that begins with process R.
//
// Export: export opens export.scenario, .result, .report, .python, .perfetto, .svg,
// .png, .sheet and .print, the first four with .copy.
//
// The course: lesson (a combobox), lesson.NN among the examples; step-N, variation
// and summary are the way through one. tab-lesson: to-predict, next, look-K,
// check-variation, show-step, place-K, glossary, next-lesson. tab-predict:
// rank-R.predict.T.I (with @N behind T: after op N), rank-R.predict.fate,
// .bytes_sent, .log.NAME, predict.pick-N.K, then lock, why, again. tab-check:
// quiz-N.K or quiz-N, quiz-N.check, quiz-N.run. tab-record: sheet.FIELD,
// sheet.way.ran, sheet.way.paper, sheet.markdown, sheet.json, sheet.print,
// sheet.trace.
//
// A popover is the group popover, with the button close.
package main
