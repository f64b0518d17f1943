package lsa

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"testing"
)

// seedsOf adds seeds and fails below what there must be.
func seedsOf[T any](f *testing.F, atLeast int, seeds ...T) {
	if len(seeds) < atLeast {
		f.Fatalf("%d seeds, fewer than %d", len(seeds), atLeast)
	}
	for _, s := range seeds {
		f.Add(s)
	}
}

// FuzzEmbed: any text has a vector of length one, or none; and it may be trained on.
func FuzzEmbed(f *testing.F) {
	seedsOf(f, 6, "", "qaaaa qbaaa", "caf\xff\xe9", "U.S. 1,234.5 10-K A&T's", "\x00\x00", "ﬁ İ ß ΐ", "a.b.c.d.e.")
	texts := sample(f)[:200]
	m, err := Train(f.Context(), sequence(texts), Options{Dim: 8})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, s string) {
		both, err := Train(context.Background(), sequence([]string{s, s + " and", texts[0], texts[1]}), Options{Dim: 4, MaxShare: 1})
		if err != nil && err != ErrNoTerms {
			t.Fatal(err)
		}
		for _, m := range []*Model{m, both} {
			if m == nil {
				continue
			}
			v, err := m.Embed(context.Background(), []string{s, texts[3]})
			if err != nil {
				t.Fatal(err)
			}
			if v[0] != nil && !(math.Abs(dot(v[0], v[0])-1) < 1e-5) {
				t.Fatalf("the vector has the length %v", math.Sqrt(dot(v[0], v[0])))
			}
		}
	})
}

// FuzzOpen: any file opens or does not, and what opens embeds without a panic.
func FuzzOpen(f *testing.F) {
	m, err := Train(f.Context(), sequence(sample(f)), Options{Dim: 3, MaxTerms: 10})
	if err != nil {
		f.Fatal(err)
	}
	path := filepath.Join(f.TempDir(), "model.map")
	if err := m.Save(path, "test"); err != nil {
		f.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	seedsOf(f, 4, nil, whole, whole[:len(whole)/2], []byte("assaymap"), append([]byte("x"), whole...))
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "model.map")
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		m, err := Open(path)
		if err != nil {
			return
		}
		defer m.Close()
		m.Embed(context.Background(), []string{"qaaaa", "of the"})
		m.Verify()
	})
}
