package tensor

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// made is a file with a header and a body.
func made(header string, body []byte) []byte {
	data := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
	return append(append(data, header...), body...)
}

func written(t testing.TB, dir, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func opened(t testing.TB, path string) *Set {
	t.Helper()
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

const good = `{"__metadata__":{"format":"pt"},
 "f32":{"dtype":"F32","shape":[2,2],"data_offsets":[0,16]},
 "f16":{"dtype":"F16","shape":[4],"data_offsets":[16,24]},
 "bf16":{"dtype":"BF16","shape":[2],"data_offsets":[24,28]},
 "f64":{"dtype":"F64","shape":[1],"data_offsets":[28,36]},
 "i64":{"dtype":"I64","shape":[1,2],"data_offsets":[36,52]},
 "i32":{"dtype":"I32","shape":[],"data_offsets":[52,56]},
 "i8":{"dtype":"I8","shape":[2],"data_offsets":[56,58]},
 "none":{"dtype":"F32","shape":[0,3],"data_offsets":[58,58]},
 "flags":{"dtype":"BOOL","shape":[2],"data_offsets":[58,60]}}   `

func goodBody() []byte {
	var b []byte
	for _, v := range []float32{1, -2.5, float32(math.Inf(1)), 0x1p-149} {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
	}
	for _, v := range []uint16{0x3c00, 0xc100, 0x0001, 0x7c00} { // 1, -2.5, 2⁻²⁴, infinity
		b = binary.LittleEndian.AppendUint16(b, v)
	}
	for _, v := range []uint16{0x3f80, 0xc020} {
		b = binary.LittleEndian.AppendUint16(b, v)
	}
	b = binary.LittleEndian.AppendUint64(b, math.Float64bits(0.1))
	b = binary.LittleEndian.AppendUint64(b, 1<<40)
	b = binary.LittleEndian.AppendUint64(b, ^uint64(0))
	b = binary.LittleEndian.AppendUint32(b, ^uint32(6))
	return append(b, 5, 0xff, 1, 0)
}

func TestOpen(t *testing.T) {
	s := opened(t, written(t, t.TempDir(), "model.safetensors", made(good, goodBody())))
	if n := len(s.Names()); n != 9 {
		t.Errorf("%d tensors: %q", n, s.Names())
	}
	if n := s.Values(); n != 4+4+2+1 {
		t.Errorf("%d floats", n)
	}
	for name, want := range map[string][]float32{
		"f32": {1, -2.5, float32(math.Inf(1)), 0x1p-149}, "f16": {1, -2.5, 0x1p-24, float32(math.Inf(1))},
		"bf16": {1, -2.5}, "f64": {0.1}, "i8": {5, -1}, "none": {},
	} {
		tensor, ok := s.Lookup(name)
		got, err := tensor.Floats()
		if !ok || err != nil || !slices.Equal(got, want) {
			t.Errorf("%s is %v, want %v (%v)", name, got, want, err)
		}
		tensor.Release()
	}
	for name, want := range map[string][]int64{"i64": {1 << 40, -1}, "i32": {-7}} {
		tensor, _ := s.Lookup(name)
		if got, err := tensor.Ints(); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s is %v, want %v (%v)", name, got, want, err)
		}
	}
	f32, _ := s.Lookup("f32")
	if !f32.Is(2, 2) || f32.Is(4) || f32.String() != `"f32", F32 of 2 × 2` {
		t.Errorf("it is %s", f32)
	}
	if err := f32.Read(make([]float32, 2), 3); err == nil {
		t.Error("values after the last are read")
	}
	i64, _ := s.Lookup("i64")
	if _, err := i64.Floats(); err == nil || !strings.Contains(err.Error(), "F32, F16") {
		t.Errorf("I64 as floats: %v", err)
	}
	if _, err := f32.Ints(); err == nil {
		t.Error("F32 is read as whole numbers")
	}
}

// TestHalf compares every number of sixteen bits with its value by definition.
func TestHalf(t *testing.T) {
	for h := range 1 << 16 {
		sign, exponent, fraction := 1-2*float64(h>>15), h>>10&31, float64(h&1023)
		want := sign * math.Ldexp(1+fraction/1024, exponent-15)
		switch {
		case exponent == 0:
			want = sign * math.Ldexp(fraction/1024, -14)
		case exponent == 31 && fraction == 0:
			want = sign * math.Inf(1)
		case exponent == 31:
			want = math.NaN()
		}
		if got := float64(half(uint16(h))); got != want && !(math.IsNaN(got) && math.IsNaN(want)) || math.Signbit(got) != (h>>15 == 1) {
			t.Fatalf("%#x is %v, want %v", h, got, want)
		}
	}
}

var lies = []struct{ name, header, want string }{
	{"not an object", `[1]`, "not a JSON object"},
	{"cut", `{"a":{"dtype":"F32"`, "unexpected"},
	{"something behind", `{} x`, "follows"},
	{"a name twice", `{"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},"a":{"dtype":"U8","shape":[4],"data_offsets":[4,8]}}`, "twice"},
	{"no shape", `{"a":{"dtype":"F32","data_offsets":[0,8]}}`, "needs a dtype"},
	{"no type", `{"a":{"shape":[2],"data_offsets":[0,8]}}`, "needs a dtype"},
	{"one offset", `{"a":{"dtype":"F32","shape":[2],"data_offsets":[8]}}`, "two data_offsets"},
	{"unknown type", `{"a":{"dtype":"Q4","shape":[2],"data_offsets":[0,8]}}`, "not known"},
	{"negative dimension", `{"a":{"dtype":"F32","shape":[-2],"data_offsets":[0,8]}}`, "dimension"},
	{"fraction", `{"a":{"dtype":"F32","shape":[2.5],"data_offsets":[0,8]}}`, "cannot unmarshal"},
	{"many dimensions", `{"a":{"dtype":"F32","shape":[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2],"data_offsets":[0,8]}}`, "dimensions"},
	{"overflow", `{"a":{"dtype":"F32","shape":[4611686018427387904,4],"data_offsets":[0,8]}}`, "larger than any"},
	{"negative offset", `{"a":{"dtype":"F32","shape":[2],"data_offsets":[-8,0]}}`, "bytes -8"},
	{"offset overflow", `{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,9223372036854775808]}}`, "cannot unmarshal"},
	{"backwards", `{"a":{"dtype":"F32","shape":[2],"data_offsets":[8,0]}}`, "bytes 8 to 0"},
	{"beyond the file", `{"a":{"dtype":"F32","shape":[4],"data_offsets":[0,16]}}`, "cut or its header"},
	{"other size", `{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,8]}}`, "takes 4 bytes"},
	{"overlap", `{"a":{"dtype":"U8","shape":[5],"data_offsets":[0,5]},"b":{"dtype":"U8","shape":[4],"data_offsets":[4,8]}}`, "within another"},
	{"same place", `{"a":{"dtype":"U8","shape":[8],"data_offsets":[0,8]},"b":{"dtype":"U8","shape":[8],"data_offsets":[0,8]}}`,
		"within another"},
	{"hole", `{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"b":{"dtype":"U8","shape":[4],"data_offsets":[4,8]}}`,
		"belong to no tensor"},
	{"rest", `{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}`, "after the last"},
	{"texts that are none", `{"__metadata__":{"a":1},"a":{"dtype":"U8","shape":[8],"data_offsets":[0,8]}}`, "__metadata__"},
}

func TestLies(t *testing.T) {
	for _, c := range lies {
		t.Run(c.name, func(t *testing.T) {
			_, err := Open(written(t, t.TempDir(), "model.safetensors", made(c.header, make([]byte, 8))))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is %v; it should say %q", err, c.want)
			}
		})
	}
}

// TestCut opens a file at every length.
func TestCut(t *testing.T) {
	whole := made(good, goodBody())
	dir := t.TempDir()
	for n := range len(whole) {
		if s, err := Open(written(t, dir, "model.safetensors", whole[:n])); err == nil {
			s.Close()
			t.Fatalf("%d of %d bytes are taken", n, len(whole))
		}
	}
	huge := binary.LittleEndian.AppendUint64(nil, math.MaxUint64)
	if _, err := Open(written(t, dir, "model.safetensors", append(huge, "{}"...))); err == nil || !strings.Contains(err.Error(), "claims") {
		t.Errorf("a header larger than the file: %v", err)
	}
}

func shard(names ...string) []byte {
	entries := map[string]any{}
	for i, name := range names {
		entries[name] = map[string]any{"dtype": "U8", "shape": []int{1}, "data_offsets": []int{i, i + 1}}
	}
	header, _ := json.Marshal(entries)
	return made(string(header), make([]byte, len(names)))
}

func TestIndex(t *testing.T) {
	for _, c := range []struct{ name, index, want string }{
		{"two files", `{"metadata":{"total_size":3},"weight_map":{"a":"1.safetensors","b":"1.safetensors","c":"2.safetensors"}}`, ""},
		{"in the other file", `{"weight_map":{"a":"2.safetensors","c":"2.safetensors"}}`, `"a" is in "2.safetensors", and it is not`},
		{"a file that is missing", `{"weight_map":{"a":"3.safetensors"}}`, "no such file"},
		{"up", `{"weight_map":{"a":"../1.safetensors"}}`, "no name of a file"},
		{"absolute", `{"weight_map":{"a":"/1.safetensors"}}`, "no name of a file"},
		{"nothing", `{"weight_map":{}}`, "names 0 files"},
		{"no JSON", `weight_map`, "not what it should be"},
		{"other JSON", `{"weight_map":["a"]}`, "not what it should be"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			written(t, dir, "1.safetensors", shard("a", "b"))
			written(t, dir, "2.safetensors", shard("c", "d"))
			written(t, dir, "model.safetensors.index.json", []byte(c.index))
			s, err := Open(dir)
			if c.want == "" {
				if err != nil {
					t.Fatal(err)
				}
				defer s.Close()
				if got := s.Names(); !slices.Equal(got, []string{"a", "b", "c"}) || len(s.Files()) != 2 {
					t.Errorf("tensors %q of %q", got, s.Files())
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is %v; it should say %q", err, c.want)
			}
		})
	}
}

func TestOtherFormats(t *testing.T) {
	dir := t.TempDir()
	if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), "model.safetensors") {
		t.Errorf("an empty directory: %v", err)
	}
	written(t, dir, "pytorch_model.bin", []byte("x"))
	if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), "convert") {
		t.Errorf("a pickle: %v", err)
	}
	if _, err := Open(filepath.Join(dir, "none")); err == nil {
		t.Error("nothing is opened")
	}
}

// FuzzParse reads every value of what passes.
func FuzzParse(f *testing.F) {
	seeds := 0
	for _, c := range lies {
		f.Add(made(c.header, make([]byte, 8)))
		seeds++
	}
	f.Add(made(good, goodBody()))
	f.Add([]byte{})
	if seeds < 20 {
		f.Fatalf("%d seeds", seeds)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		tensors, err := parse(data)
		if err != nil {
			return
		}
		total := 0
		for _, one := range tensors {
			total += len(one.data)
			if _, err := one.Floats(); err != nil && (one.Type == F32 || one.Type == F16 || one.Type == BF16) {
				t.Error(err)
			}
			_, _ = one.Ints()
			_ = one.String()
		}
		if size := binary.LittleEndian.Uint64(data); uint64(total)+size+headSize != uint64(len(data)) {
			t.Errorf("%d bytes of tensors and %d of header in %d", total, size, len(data))
		}
	})
}
