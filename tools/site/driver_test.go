package site

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// replay says the same random calls to WebGL as it is and to one that hears only news,
// and compares what both are left with before each drawing. A call that says nothing new
// must not reach the second.
const replay = `package gl

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

const TEXTURE_2D = 3553

// machine is what WebGL keeps of the calls.
type machine struct {
	Context
	calls    int
	program  uint32
	uniforms map[int32]string
	unit     uint32
	textures [4]uint32
	other    [5]string
}

func (m *machine) UseProgram(p uint32) { m.calls++; m.program = p }
func (m *machine) LinkProgram(p uint32) { m.reset(p) }
func (m *machine) DeleteProgram(p uint32) { m.reset(p) }
func (m *machine) reset(p uint32) {
	m.calls++
	for l := range m.uniforms {
		if uint32(l)>>5 == p {
			delete(m.uniforms, l)
		}
	}
}
func (m *machine) ActiveTexture(u uint32) { m.calls++; m.unit = u }
func (m *machine) BindTexture(_, t uint32) { m.calls++; m.textures[m.unit] = t }
func (m *machine) DeleteTexture(t uint32) {
	m.calls++
	for i := range m.textures {
		if m.textures[i] == t {
			m.textures[i] = 0
		}
	}
}
func (m *machine) set(i int, a ...any) { m.calls++; m.other[i] = fmt.Sprint(a...) }
func (m *machine) BindVertexArray(a uint32) { m.set(0, a) }
func (m *machine) DeleteVertexArray(a uint32) {
	m.calls++
	if m.other[0] == fmt.Sprint(a) {
		m.other[0] = ""
	}
}
func (m *machine) Viewport(x, y, w, h int32) { m.set(1, x, y, w, h) }
func (m *machine) Scissor(x, y, w, h int32) { m.set(2, x, y, w, h) }
func (m *machine) BlendFuncSeparate(a, b, c, d uint32) { m.set(3, a, b, c, d) }
func (m *machine) BlendEquationSeparate(a, b uint32) { m.set(4, a, b) }
func (m *machine) uniform(l int32, a ...any) {
	if m.program != uint32(l)>>5 {
		panic("a uniform of another program")
	}
	m.calls++
	m.uniforms[l] = fmt.Sprint(a...)
}
func (m *machine) Uniform1i(l int32, v int32) { m.uniform(l, v) }
func (m *machine) Uniform1fv(l int32, v []float32) { m.uniform(l, v) }
func (m *machine) Uniform2fv(l int32, v []float32) { m.uniform(l, v) }
func (m *machine) Uniform3fv(l int32, v []float32) { m.uniform(l, v) }
func (m *machine) Uniform4fv(l int32, v []float32) { m.uniform(l, v) }
func (m *machine) UniformMatrix4fv(l int32, v []float32) { m.uniform(l, v) }

func (m *machine) state() string { return fmt.Sprint(m.program, m.uniforms, m.unit, m.textures, m.other) }

func TestWhatIsLeftOutWasKnown(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	n := func() uint32 { return r.Uint32N(3) }
	spared := 0
	for range 300 {
		own, heard := &machine{uniforms: map[int32]string{}}, &machine{uniforms: map[int32]string{}}
		both := []Context{own, onlyNews(heard)}
		program := uint32(1)
		value := make([]float32, 1, 16) // whose memory is used again
		say := func(f func(c Context)) {
			before := own.state()
			calls := heard.calls
			for _, c := range both {
				f(c)
			}
			if own.state() != heard.state() {
				t.Fatalf("%s, not %s", heard.state(), own.state())
			}
			if own.state() == before && calls == heard.calls {
				spared++
			}
		}
		say(func(c Context) { c.UseProgram(program) })
		for range 300 {
			a, b, d := n(), n(), n()
			l := int32(program<<5 | a)
			switch r.IntN(15) {
			case 0:
				program = 1 + a
				say(func(c Context) { c.UseProgram(program) })
			case 1:
				say(func(c Context) { c.LinkProgram(1 + a) })
			case 2:
				if 1+a != program { // what is in use goes on until another is
					say(func(c Context) { c.DeleteProgram(1 + a) })
				}
			case 3:
				say(func(c Context) { c.ActiveTexture(a) })
			case 4:
				say(func(c Context) { c.BindTexture(TEXTURE_2D, a) })
			case 5:
				if a > 0 {
					say(func(c Context) { c.DeleteTexture(a) })
				}
			case 6:
				say(func(c Context) { c.BindVertexArray(a) })
			case 7:
				say(func(c Context) { c.DeleteVertexArray(a) })
			case 8:
				say(func(c Context) { c.Viewport(0, 0, int32(a), int32(b)) })
			case 9:
				say(func(c Context) { c.Scissor(int32(a), int32(b), int32(d), 1) })
			case 10:
				say(func(c Context) { c.BlendFuncSeparate(a, b, a, b) })
			case 11:
				say(func(c Context) { c.BlendEquationSeparate(a, a) })
			case 12:
				say(func(c Context) { c.Uniform1i(l|16, int32(b)) })
			default:
				set := []func(c Context, l int32, v []float32){Context.Uniform1fv, Context.Uniform2fv, Context.Uniform3fv, Context.Uniform4fv, Context.UniformMatrix4fv}[a]
				value = append(value[:0], float32(b), float32(d))
				say(func(c Context) { set(c, l, value) })
			}
		}
	}
	if spared < 1000 {
		t.Fatal("too few were left out:", spared)
	}
}
`

func TestADriverThatSaysNothingTwiceLeavesTheSameBehind(t *testing.T) {
	from, err := moduleFolder("../..", engineModule)
	require.NoError(t, err)
	context, err := os.ReadFile(filepath.Join(from, filepath.FromSlash(driverFolder), "gl", "interface.go"))
	require.NoError(t, err)
	dir := t.TempDir()
	for name, data := range map[string][]byte{"interface.go": context, "told.go": told, "told_test.go": []byte(replay), "go.mod": []byte("module gl\n\ngo 1.26\n")} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o600))
	}
	cmd := exec.Command("go", "test", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	said, err := cmd.CombinedOutput()
	require.NoError(t, err, string(said))
}

// What this was not made for is refused, not guessed at.
func TestAnotherDriverIsRefused(t *testing.T) {
	from, err := moduleFolder("../..", engineModule)
	require.NoError(t, err)
	for other := range drivers {
		t.Run(other, func(t *testing.T) {
			dir := t.TempDir()
			for file := range drivers {
				src, err := os.ReadFile(filepath.Join(from, filepath.FromSlash(file)))
				require.NoError(t, err)
				if file == other {
					src = []byte(strings.ReplaceAll(string(src), drivers[file][0].from, ""))
				}
				to := filepath.Join(dir, filepath.FromSlash(file))
				require.NoError(t, os.MkdirAll(filepath.Dir(to), 0o700))
				require.NoError(t, os.WriteFile(to, src, 0o600))
			}
			_, err := quiet(dir)
			assert.ErrorContains(t, err, fmt.Sprint(other, " is another"))
		})
	}
}
