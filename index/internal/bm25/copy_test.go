package bm25

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assayhq/assay/internal/mapped"
)

// TestCopy makes a file of texts that are added and of others' files, without what is gone: it is byte for byte
// the file of the texts that are left.
func TestCopy(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	texts := corpus(r, 3000, 400)
	texts[40], texts[2500] = strings.Repeat("long w3 ", 400), strings.Repeat("longer w3 w3 ", 3000)
	s := Settings{Analyzer: "blanks", Parameters: Usual}
	gone := make([]bool, len(texts))
	for i := range gone {
		gone[i] = r.IntN(4) == 0 || i >= 500 && i < 800 // all of one file
	}
	gone[40], gone[2500] = false, false
	path := filepath.Join(t.TempDir(), "copied.map")
	w, err := Create(mapped.OnDisk(path), "test", s)
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for n, part := range [][2]int{{0, 500}, {500, 800}, {800, 1000}, {1000, 2900}, {2900, 3000}} {
		for i := part[0]; i < part[1]; i++ {
			if !gone[i] {
				left = append(left, texts[i])
			}
		}
		if n%2 == 0 && n > 0 { // of these the texts are at hand
			for i := part[0]; i < part[1]; i++ {
				if !gone[i] {
					fatal(t, w.Add(texts[i]))
				}
			}
			continue
		}
		f := build(t, Settings{Analyzer: "blanks", Parameters: Parameters{K1: 2, B: 0.1}}, texts[part[0]:part[1]])
		fatal(t, w.Copy(f, func(row uint32) bool { return gone[part[0]+int(row)] }))
	}
	fatal(t, w.Commit())
	fatal(t, openBuilt(t, path).Verify())
	want, errWant := os.ReadFile(buildAt(t, filepath.Join(t.TempDir(), "built.map"), s, left))
	got, errGot := os.ReadFile(path)
	if errWant != nil || errGot != nil || !bytes.Equal(got, want) || len(want) < 20_000 {
		t.Errorf("%d bytes, want %d: %v, %v", len(got), len(want), errGot, errWant)
	}
}

func fatal(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestCopyRefuses(t *testing.T) {
	none := func(uint32) bool { return false }
	f := build(t, Settings{Analyzer: "blanks", Parameters: Usual}, []string{"a b", "b"})
	w, err := Create(mapped.OnDisk(filepath.Join(t.TempDir(), "terms.map")), "test", Settings{Parameters: Usual})
	fatal(t, err)
	if err := w.Copy(f, none); err == nil || !strings.Contains(err.Error(), `read by "blanks"`) {
		t.Error(err)
	}
	w.Abort()
	if err := w.Copy(f, none); err == nil || !strings.Contains(err.Error(), "it has ended") {
		t.Error(err)
	}
}
