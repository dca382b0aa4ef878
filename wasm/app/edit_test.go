package app

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lockstep/engine/scenario"
	"lockstep/engine/tensor"
)

// The letters that find a name in a list are one thing done; a choice after the
// focus left, or elsewhere, is another.
func TestKeystrokesAreOneStep(t *testing.T) {
	s := state(t)
	first := s.Scenario
	set := func(text string) Action { return Keystroke{SetChosenName{OpRef{1, 1}, text}} }
	s = do(s, set("barrier"), set("broadcast"), set("broadcast_object_list"))
	require.Equal(t, "broadcast_object_list", s.Scenario.ProgramOf(1)[1].Name)
	s = do(s, TakeBack{})
	require.Same(t, first, s.Scenario)
	s = do(s, set("barrier"), EndTyping{}, set("broadcast"), TakeBack{})
	require.Equal(t, "barrier", s.Scenario.ProgramOf(1)[1].Name, "the focus left in between")
	s = do(s, set("reduce"), TakeBack{})
	require.Equal(t, "barrier", s.Scenario.ProgramOf(1)[1].Name, "what was taken back is over")
	s = do(s, set("reduce"), SetChosenName{OpRef{1, 1}, "broadcast"}, TakeBack{})
	require.Equal(t, "reduce", s.Scenario.ProgramOf(1)[1].Name, "a choice with the pointer is a step")
	s = do(s, set("broadcast"), Keystroke{SetChosenName{OpRef{0, 1}, "barrier"}}, TakeBack{})
	require.Equal(t, "broadcast", s.Scenario.ProgramOf(1)[1].Name, "another list is another thing")
}

func TestNumbersAsAPersonWritesThem(t *testing.T) {
	for _, c := range []struct {
		text string
		d    tensor.DType
		want scenario.Num
		why  string
	}{
		{"5", tensor.Float32, "5", ""}, {" 5 ", tensor.Float32, "5", ""}, {"1e3", tensor.Float32, "1000", ""},
		{"1E+3", tensor.Float32, "1000", ""}, {".5", tensor.Float32, "0.5", ""}, {"5.", tensor.Float32, "5", ""},
		{"+2", tensor.Float32, "2", ""}, {"-0", tensor.Float32, "-0", ""}, {"007", tensor.Float32, "7", ""},
		{"1_000", tensor.Float32, "1000", ""}, {"−3", tensor.Float32, "-3", ""}, {"０１", tensor.Float32, "1", ""},
		{"１．５", tensor.Float32, "1.5", ""}, {"－１ｅ３", tensor.Float32, "-1000", ""},
		{"inf", tensor.Float32, "inf", ""}, {"-Infinity", tensor.Float32, "-inf", ""}, {"∞", tensor.Float64, "inf", ""},
		{"NaN", tensor.Float32, "nan", ""}, {"1e3", tensor.Int32, "1000", ""}, {"2.0", tensor.Int64, "2", ""},
		{"9223372036854775807", tensor.Int64, "9223372036854775807", ""},
		{"true", tensor.Bool, "true", ""}, {"0", tensor.Bool, "false", ""},
		{"1,5", tensor.Float32, "", "number.comma"}, {"", tensor.Float32, "", "number.empty"},
		{"abc", tensor.Float32, "", "number.not"}, {"0x10", tensor.Float32, "", "number.not"}, {"1e", tensor.Float32, "", "number.not"},
		{"1.5", tensor.Int32, "", "number.integer"}, {"inf", tensor.Int32, "", "number.integer"},
		{"300", tensor.UInt8, "", "number.range"}, {"-1", tensor.UInt8, "", "number.range"}, {"1e999999999", tensor.Int64, "", "number.range"},
		{"9223372036854775808", tensor.Int64, "", "number.range"}, {"2", tensor.Bool, "", "number.bool"},
	} {
		got, err := parseElement(c.text, c.d)
		if c.why != "" {
			require.Error(t, err, "%q as %v", c.text, c.d)
			assert.Equal(t, c.why, explain(err).Key, "%q as %v", c.text, c.d)
			continue
		}
		require.NoError(t, err, "%q as %v", c.text, c.d)
		assert.Equal(t, c.want, got, "%q as %v", c.text, c.d)
	}
}

func TestDurationsAsAPersonWritesThem(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"3s": 3 * time.Second, "3": 3 * time.Second, "50us": 50 * time.Microsecond, "50 µs": 50 * time.Microsecond,
		"1m30s": 90 * time.Second, "５ms": 5 * time.Millisecond, "3 秒": 3 * time.Second, "20 分钟": 20 * time.Minute, ".5s": time.Second / 2,
	} {
		got, err := parseDuration(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
	}
	for _, bad := range []string{"", "x", "3 parsecs", "-1s"} {
		_, err := parseDuration(bad)
		assert.Error(t, err, bad)
	}
	for d, want := range map[time.Duration]string{30 * time.Minute: "30m", time.Hour: "1h", 90 * time.Second: "1m30s", 50 * time.Microsecond: "50us", 0: "0s", 10 * time.Second: "10s"} {
		assert.Equal(t, want, FormatDuration(d))
	}
}

func TestSettingAnElement(t *testing.T) {
	before := state(t)
	after := do(before, SetElement{0, "x", 1, "7"})
	assert.Equal(t, []scenario.Num{"1", "7"}, data(after, 0, "x"))
	assert.Equal(t, []scenario.Num{"1", "2"}, data(before, 0, "x"), "the state before is as it was")
	assert.NotSame(t, before.Run, after.Run, "an edit runs")
	assert.Equal(t, before.Scenario, do(after, TakeBack{}).Scenario)
	same := do(after, SetElement{0, "x", 1, "7.0"})
	assert.Same(t, after.Scenario, same.Scenario, "the same number is no edit")

	row := do(before, SetElement{0, "x", 0, "[8,\t9]"})
	assert.Equal(t, []scenario.Num{"8", "9"}, data(row, 0, "x"))
	long := do(before, SetElement{0, "x", 1, "8 9"})
	assert.Equal(t, "tensor.toomany", long.Fields["rank-0.tensor.x.1"].Why.Key)
}

func TestABadTextStaysAndChangesNothing(t *testing.T) {
	before := state(t)
	bad := do(before, SetElement{1, "x", 0, "2o"})
	f := bad.Fields["rank-1.tensor.x.0"]
	assert.Equal(t, "2o", f.Text)
	assert.Equal(t, "number.not", f.Why.Key)
	assert.Same(t, before.Scenario, bad.Scenario)
	assert.Same(t, before.Run, bad.Run)
	assert.Nil(t, bad.Undo)
	good := do(bad, SetElement{1, "x", 0, "20"})
	assert.Empty(t, good.Fields)
	assert.Len(t, bad.Fields, 1, "the state before is as it was")
	assert.Empty(t, do(bad, SetElement{1, "x", 0, "2"}).Fields, "typing what was there heals too")
}

func TestAnEditThatTheEngineRefusesChangesNothing(t *testing.T) {
	before := state(t)
	after := do(before, InsertOp{Rank: 0, At: 0, Name: "store_num_keys", Everyone: true})
	assert.Same(t, before.Scenario, after.Scenario)
	require.NotNil(t, after.Notice)
	assert.Equal(t, errUnknown.Error(), after.Notice.Args[1])
}

func TestASharedProgramSplitsAndJoins(t *testing.T) {
	s := do(state(t), SetOpName{1, 1, "broadcast"})
	assert.Equal(t, []string{"compute", "all_reduce"}, names(s.Scenario.ProgramOf(0)))
	assert.Equal(t, []string{"compute", "broadcast"}, names(s.Scenario.ProgramOf(1)))
	assert.Equal(t, 0, *s.Scenario.ProgramOf(1)[1].Src)
	assert.Equal(t, "x", s.Scenario.ProgramOf(1)[1].Tensor.Name)
	s = do(s, SetOpName{1, 1, "all_reduce"})
	assert.Equal(t, twoRanks(), s.Scenario, "equal programs are one again")
}

func TestInsertingOps(t *testing.T) {
	s, fx := Update(state(t), InsertOp{Rank: 0, At: 1, Name: "barrier", Everyone: true})
	assert.Equal(t, []string{"compute", "barrier", "all_reduce"}, names(s.Scenario.Program))
	assert.False(t, s.Scenario.Ranks[0].HasProgram)
	assert.Equal(t, OpRef{0, 1}, s.Selected)
	assert.Equal(t, []Effect{Focus{"rank-0.op-1"}}, fx)
	s = do(s, InsertOp{Rank: 1, At: 99, Name: "send"})
	assert.Equal(t, []string{"compute", "barrier", "all_reduce", "send"}, names(s.Scenario.ProgramOf(1)))
	assert.Equal(t, 0, *s.Scenario.ProgramOf(1)[3].Dst)
	assert.Len(t, s.Scenario.ProgramOf(0), 3)
}

func TestMovingAndRemovingOps(t *testing.T) {
	s := do(state(t), MoveOp{0, 0, 1})
	assert.Equal(t, []string{"all_reduce", "compute"}, names(s.Scenario.ProgramOf(0)))
	assert.Equal(t, OpRef{0, 1}, s.Selected, "the selection goes along")
	same := do(s, MoveOp{0, 1, 1})
	assert.Same(t, s.Scenario, same.Scenario, "the last one does not go further")
	s = do(s, RemoveOp{0, 0})
	assert.Equal(t, []string{"compute"}, names(s.Scenario.ProgramOf(0)))
	s = do(s, TakeBack{}, TakeBack{})
	assert.Equal(t, twoRanks(), s.Scenario)
	s = do(s, MoveOpTo{0, 1, 1, 0})
	assert.Equal(t, []string{"compute"}, names(s.Scenario.ProgramOf(0)))
	assert.Equal(t, []string{"all_reduce", "compute", "all_reduce"}, names(s.Scenario.ProgramOf(1)))
}

func TestWorldSize(t *testing.T) {
	s := do(state(t), SetOpName{1, 1, "broadcast"}, SetOpArg{1, 1, "src", "1"}, SetWorldSize{"4"})
	assert.Equal(t, 4, s.Scenario.WorldSize)
	assert.Equal(t, []string{"compute", "broadcast"}, names(s.Scenario.ProgramOf(3)), "a new rank does as its neighbour")
	assert.Equal(t, []scenario.Num{"2", "5"}, data(s, 3, "x"))
	s = do(s, SetOpArg{0, 1, "reduce_op", "max"}, SetOpName{0, 1, "reduce"}, SetOpArg{0, 1, "dst", "3"}, SetWorldSize{"2"})
	op := s.Scenario.ProgramOf(0)[1]
	assert.Equal(t, 1, *op.Dst, "a root that is gone becomes the last rank")
	assert.Equal(t, "MAX", op.ReduceOp)
	assert.Len(t, s.Scenario.Ranks, 2)
	for _, bad := range []string{"0", "65", "x", "1.5", ""} {
		after := do(s, SetWorldSize{bad})
		assert.Equal(t, bad, after.Fields["world-size"].Text)
		assert.Same(t, s.Scenario, after.Scenario)
	}
}

func TestListsFollowTheWorld(t *testing.T) {
	s := do(state(t), InsertOp{Rank: 0, At: 0, Name: "reduce_scatter", Everyone: true})
	assert.Len(t, s.Scenario.Program[0].List, 2)
	s = do(s, SetWorldSize{"5"})
	assert.Len(t, s.Scenario.Program[0].List, 5)
	s = do(s, SetWorldSize{"3"})
	assert.Len(t, s.Scenario.Program[0].List, 3)
}

func TestArguments(t *testing.T) {
	s := do(state(t), SetOpArg{0, 1, "reduce_op", "sum"})
	assert.Equal(t, twoRanks(), s.Scenario, "SUM is what is meant when nothing is written")
	s = do(s, SetOpArg{0, 1, "reduce_op", "ReduceOp.MIN"}, SetOpArg{0, 0, "for", "3 ms"}, SetOpArg{0, 1, "catch", "true"})
	op := s.Scenario.ProgramOf(0)
	assert.Equal(t, "MIN", op[1].ReduceOp)
	assert.Equal(t, 3*time.Millisecond, op[0].For)
	assert.True(t, op[1].Catch)
	bad := do(s, SetOpArg{0, 1, "reduce_op", "SUMM"}, SetOpArg{0, 1, "tensor", "nope"})
	assert.Equal(t, "SUMM", bad.Fields["rank-0.op-1.reduce_op"].Text)
	assert.Equal(t, "nope", bad.Fields["rank-0.op-1.tensor"].Text)
	assert.Same(t, s.Scenario, bad.Scenario)
}

func TestTensors(t *testing.T) {
	s := do(state(t), SetShape{0, "x", "2, 2"}, SetDType{0, "x", "int32"}, RenameTensor{0, "x", "梯度"})
	ts := s.Scenario.TensorsOf(0)
	require.Len(t, ts, 1)
	assert.Equal(t, "梯度", ts[0].Name)
	assert.Equal(t, scenario.TensorSpec{DType: tensor.Int32, Shape: []int{2, 2}, Data: []scenario.Num{"1", "2", "0", "0"}}, ts[0].Spec)
	assert.Equal(t, "梯度", s.Scenario.ProgramOf(0)[1].Tensor.Name, "the ops use the new name")
	assert.Equal(t, "x", s.Scenario.ProgramOf(1)[1].Tensor.Name)
	opened := do(state(t), OpenPopover{Open{Kind: OpenTensor, Rank: 0, Tensor: "x"}}, RenameTensor{0, "x", "w"})
	assert.Equal(t, Open{Kind: OpenTensor, Rank: 0, Tensor: "w"}, opened.Open, "its editor stays open")
	assert.Equal(t, Open{}, do(opened, TakeBack{}).Open, "there is no w to edit any more")
	used := do(s, RemoveTensor{0, "梯度"})
	assert.Same(t, s.Scenario, used.Scenario)
	assert.Equal(t, "tensor.used", used.Notice.Key)
	s = do(s, AddTensor{0, true})
	assert.Equal(t, []scenario.Num{"0"}, data(s, 0, "y"))
	assert.Equal(t, []scenario.Num{"0"}, data(s, 1, "y"), "rank 1 still has its x, so x is not free")
}

func TestLiterals(t *testing.T) {
	at := place{twoRanks(), 0, 0}
	for _, text := range []string{"x", "[1, 2]", "[[1, 2], [3, 4]] float64", "3 int32", "7", "[] float64", "arange [8]", "0 [2, 3] float64", "[nan, -inf]"} {
		v, err := parseValue(text, at)
		require.NoError(t, err, text)
		assert.Equal(t, text, formatValue(&v))
	}
	for _, bad := range []string{"", "[1", "[1, [2]]", "[[1], [2, 3]]", "[1]]", "y", "[1 2]", "[[1, 2], 3]"} {
		_, err := parseValue(bad, at)
		assert.Error(t, err, bad)
	}
}
