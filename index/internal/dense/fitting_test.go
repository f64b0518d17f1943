package dense

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/assayhq/assay/internal/mapped"
)

// TestAddFitting: what was found to fit is added once, as Add adds it, and nothing else is.
func TestAddFitting(t *testing.T) {
	const dim = 24
	vs := vectors(40, dim, 7)
	path := filepath.Join(t.TempDir(), "dense.map")
	w, err := Create(mapped.OnDisk(path), "test", dim, true)
	if err != nil {
		t.Fatal(err)
	}
	refused := func(when string) {
		t.Helper()
		if n := len(w.scales); w.AddFitting() == nil || len(w.scales) != n {
			t.Fatalf("%s: a vector was added", when)
		}
	}
	refused("at first")
	for _, v := range vs {
		if err := w.Fits(v); err != nil {
			t.Fatal(err)
		}
		if err := w.AddFitting(); err != nil {
			t.Fatal(err)
		}
		refused("again")
		if w.Fits(v) != nil || w.Fits(make([]float32, dim)) == nil {
			t.Fatal("a vector without a direction fits")
		}
		refused("after one that does not fit")
	}
	if err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(write(t, vs, dim, true))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("another file than Add makes")
	}
}

// Add appends a vector, which is not changed. After ErrNoDirection it is not there, and more can be added.
func (w *Writer) Add(vector []float32) error {
	if err := w.Fits(vector); err != nil {
		return err
	}
	return w.AddFitting()
}
