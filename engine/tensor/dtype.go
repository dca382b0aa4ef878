package tensor

// DType is an element type by its torch name.
type DType uint8

// The dtypes of SCENARIO: torch.float32 and so on.
const (
	Float32 DType = iota
	Float64
	Float16
	BFloat16
	Int8
	Int32
	Int64
	UInt8
	Bool
)

var dtypes = [...]struct {
	name   string
	size   int
	scalar string // c10::ScalarType, as PyTorch's error texts name the dtype
}{
	Float32: {"float32", 4, "Float"}, Float64: {"float64", 8, "Double"},
	Float16: {"float16", 2, "Half"}, BFloat16: {"bfloat16", 2, "BFloat16"},
	Int8: {"int8", 1, "Char"}, Int32: {"int32", 4, "Int"}, Int64: {"int64", 8, "Long"},
	UInt8: {"uint8", 1, "Byte"}, Bool: {"bool", 1, "Bool"},
}

// String returns the name without the "torch." prefix.
func (d DType) String() string { return dtypes[d].name }

// Size returns the bytes of one element.
func (d DType) Size() int { return dtypes[d].size }

// ScalarType returns the name that PyTorch's C++ side has for d: "Float", "Char".
func (d DType) ScalarType() string { return dtypes[d].scalar }

// IsFloat reports whether d is a floating-point type.
func (d DType) IsFloat() bool { return d <= BFloat16 }

// ParseDType finds a dtype by name.
func ParseDType(name string) (DType, bool) {
	for d, e := range dtypes {
		if e.name == name {
			return DType(d), true
		}
	}
	return 0, false
}

// DTypeNames lists the names in declaration order.
func DTypeNames() []string {
	names := make([]string, len(dtypes))
	for d, e := range dtypes {
		names[d] = e.name
	}
	return names
}
