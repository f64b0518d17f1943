package mapped

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var about = About{Kind: "test", Format: 2, Tool: "0.1", Texts: map[string]string{"metric": "cosine"}}

func write(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.map")
	w, err := Create(path, about)
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{Put(w, "floats", []float32{1, 2.5, -3}), Put(w, "none", []uint64(nil)), Put(w, "bytes", []uint8("abc")),
		Put(w, "longs", []int64{-1, 1 << 60}), w.Commit()} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return path
}

func TestRoundTrip(t *testing.T) {
	f, err := Open(write(t), "test", 2)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	floats, err := Array[float32](f, "floats")
	if err != nil || !slices.Equal(floats, []float32{1, 2.5, -3}) {
		t.Errorf("floats %v, %v", floats, err)
	}
	longs, err := Array[int64](f, "longs")
	if err != nil || !slices.Equal(longs, []int64{-1, 1 << 60}) {
		t.Errorf("longs %v, %v", longs, err)
	}
	none, err := Array[uint64](f, "none")
	if err != nil || len(none) != 0 {
		t.Errorf("none %v, %v", none, err)
	}
	if got := f.About(); got.Tool != "0.1" || got.Texts["metric"] != "cosine" || got.Format != 2 || !f.Has("none") || f.Has("more") {
		t.Errorf("about %+v", got)
	}
	if err := f.Verify(); err != nil {
		t.Error(err)
	}
	for name, err := range map[string]error{"no section": second(Array[int8](f, "more")), "4 bytes": second(Array[float64](f, "floats"))} {
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func second[T any](_ T, err error) error { return err }

func TestRefusals(t *testing.T) {
	path := write(t)
	for name, open := range map[string]func() (*File, error){
		"format is 2": func() (*File, error) { return Open(path, "test", 1) },
		`not "other"`: func() (*File, error) { return Open(path, "other", 2) },
		"no such":     func() (*File, error) { return Open(path+"x", "test", 2) },
	} {
		if _, err := open(); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestDamage changes and cuts every byte of a file: it is refused when it is opened or verified.
func TestDamage(t *testing.T) {
	path := write(t)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	harmless := 0
	try := func(what string, at int, content []byte) {
		if err := os.WriteFile(path, content, 0o666); err != nil {
			t.Fatal(err)
		}
		f, err := Open(path, "test", 2)
		if err != nil {
			return
		}
		defer f.Close()
		if f.Verify() == nil {
			harmless++
			if floats, err := Array[float32](f, "floats"); err != nil || floats[1] != 2.5 {
				t.Errorf("%s at byte %d of %d was not noticed", what, at, len(whole))
			}
		}
	}
	for at := range whole {
		try("a cut", at, whole[:at])
		changed := bytes.Clone(whole)
		changed[at] ^= 4
		try("a change", at, changed)
	}
	if harmless > 4*align { // what lies between sections means nothing
		t.Errorf("%d changes were not noticed", harmless)
	}
}

func FuzzOpen(f *testing.F) {
	f.Add([]byte(magic + magic))
	dir := f.TempDir()
	path := filepath.Join(dir, "seed")
	w, err := Create(path, about)
	if err != nil {
		f.Fatal(err)
	}
	if err := Put(w, "floats", []float32{1, 2, 3}); err != nil {
		f.Fatal(err)
	}
	if err := w.Commit(); err != nil {
		f.Fatal(err)
	}
	seed, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(seed)
	f.Fuzz(func(t *testing.T, content []byte) {
		path := filepath.Join(t.TempDir(), "f")
		if err := os.WriteFile(path, content, 0o666); err != nil {
			t.Fatal(err)
		}
		m, err := Open(path, "test", 2)
		if err != nil {
			return
		}
		defer m.Close()
		if m.Verify() != nil {
			return
		}
		if floats, err := Array[float32](m, "floats"); err == nil {
			var sum float32
			for _, x := range floats {
				sum += x
			}
			_ = sum
		}
	})
}

func TestAbortLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	w, err := Create(filepath.Join(dir, "a"), about)
	if err != nil {
		t.Fatal(err)
	}
	if err := Put(w, "x", []int32{1}); err != nil {
		t.Fatal(err)
	}
	w.Abort()
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 0 {
		t.Errorf("%v, %v", left, err)
	}
	w, err = Create(filepath.Join(dir, "b"), about)
	if err != nil {
		t.Fatal(err)
	}
	w.Section("halves", 8)
	if _, err := w.Write([]byte{1, 2, 3}); err != nil {
		t.Fatal(err)
	}
	if err := w.Commit(); err == nil || !strings.Contains(err.Error(), "no number of elements") {
		t.Error(err)
	}
	if left, err = os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("%v, %v", left, err)
	}
}
