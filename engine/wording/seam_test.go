package wording

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSlotSetsTheSpaceBetweenScripts(t *testing.T) {
	for _, c := range []struct{ text, value, tail, want string }{
		{"因为", "rank 2 已经不在", "。", "因为 rank 2 已经不在。"},
		{"因为", "上面所说的原因", "。", "因为上面所说的原因。"},
		{"在 ", "进程组 g", "的调用", "在进程组 g 的调用"},
		{"在 ", "all_reduce #0", " 中", "在 all_reduce #0 中"},
		{"在 ", "barrier", " 中", "在 barrier 中"},
		{"在 ", "默认进程组", " 中", "在默认进程组中"},
		{"等了 ", "3s", "，失败", "等了 3s，失败"},
		{"rank ", "0", " ends", "rank 0 ends"},
		{"of ", "", ".", "of ."},
		{"", "一", " ", "一 "}, // a space alone parts two values, whatever they are
		{"x", "1", "y", "x1y"},
	} {
		got := string(Slot(Slot(nil, c.text, c.value), c.tail, ""))
		assert.Equal(t, c.want, got)
	}
	assert.Equal(t, "等待 计算", string(Slot(Slot(nil, "", "等待"), " ", "计算")))
}
