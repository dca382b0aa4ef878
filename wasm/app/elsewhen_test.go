package app

import (
	"reflect"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"

	"lockstep/engine/lesson"
)

// Elsewhen looks at every field there is: a change of any but the cursor is seen,
// so that no picture can take an old part for one that still holds.
func TestElsewhenSeesEveryFieldButTheCursor(t *testing.T) {
	var base State
	assert.True(t, base.Elsewhen(&State{}))
	kind := reflect.TypeFor[State]()
	for i := range kind.NumField() {
		name := kind.Field(i).Name
		if name == "start" || name == "Room" { // how runs are made, the same for as long as the program runs
			continue
		}
		other := base
		field := reflect.ValueOf(&other).Elem().Field(i)
		field = reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem() // also of a field with a small letter
		field.Set(another(t, field.Type()))
		assert.Equal(t, name == "Cursor", base.Elsewhen(&other), name)
		assert.Equal(t, name == "Cursor", other.Elsewhen(&base), name)
		assert.True(t, other.Elsewhen(&other), name)
	}
}

// another is a value that is not zero, down to its first field that can differ.
func another(t *testing.T, kind reflect.Type) reflect.Value {
	v := reflect.New(kind).Elem()
	switch kind.Kind() {
	case reflect.Pointer:
		return reflect.New(kind.Elem())
	case reflect.Slice:
		if kind == reflect.TypeFor[[]*lesson.Lesson]() {
			return reflect.ValueOf([]*lesson.Lesson{nil})
		}
		return reflect.Append(v, another(t, kind.Elem()))
	case reflect.Map:
		v = reflect.MakeMap(kind)
		v.SetMapIndex(another(t, kind.Key()), another(t, kind.Elem()))
	case reflect.Struct:
		v.Field(0).Set(another(t, kind.Field(0).Type))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(1)
	case reflect.Uint8:
		v.SetUint(1)
	case reflect.Float64:
		v.SetFloat(1)
	case reflect.String:
		v.SetString("x")
	default:
		t.Fatalf("no value of %v", kind)
	}
	return v
}
