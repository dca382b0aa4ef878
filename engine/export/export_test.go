package export

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestWidthAndWrap(t *testing.T) {
	assert.Equal(t, 7, width("ab中文c"))
	assert.Equal(t, "中文  ", pad("中文", 6))
	assert.Equal(t, "  中", padLeft("中", 4))
	assert.Equal(t, "中…", fit("中文字", 4))
	assert.Equal(t, []string{"one two", "three"}, wrap("one two three", 8))
	assert.Equal(t, []string{"abcdef", "ghi jk"}, wrap("abcdefghi jk", 6))
	assert.Equal(t, []string{"这是一", "句话，", "没有空", "格。"}, wrap("这是一句话，没有空格。", 6))
	assert.Equal(t, []string{""}, wrap("", 5))
	for _, line := range wrap(strings.Repeat("等待 rank 1 的数据，", 20), 30) {
		assert.LessOrEqual(t, width(line), 30)
		assert.NotContains(t, noLineStart, string([]rune(line)[0]))
	}
}

func TestValues(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{``, ""},
		{`null`, ""},
		{`{"dtype": "float32", "shape": [2], "data": [1.0, "nan"]}`, "[1.0, nan]"},
		{`{"dtype": "int64", "shape": [1], "data": [3]}`, "int64 [3]"},
		{`{"dtype": "int8", "shape": [10], "data": [0,1,2,3,4,5,6,7,8,9]}`, "int8 [0, 1, 2, 3, 4, 5, 6, 7, … 10]"},
		{`{"dtype": "float32", "shape": [100], "rle": [[1.0, 60], [2.0, 40]]}`, "[1.0×60, 2.0×40]"},
		{`[{"dtype": "float32", "data": [1]}, {"dtype": "float32", "data": [2]}]`, "[[1], [2]]"},
		{`{"returned": 1, "tensor": {"dtype": "float32", "data": [1]}}`, "returned 1, tensor [1]"},
		{`{"is_completed": true}`, "is_completed true"},
	} {
		assert.Equal(t, c.want, valueText([]byte(c.in)), c.in)
	}
}
