package bm25

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assayhq/assay/internal/mapped"
)

// TestSegments divides texts among files: rows and scores are those of one file, bit for bit.
func TestSegments(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	texts := corpus(r, 6000, 500)
	s := Settings{Analyzer: "blanks", Parameters: Usual}
	whole := build(t, s, texts)
	cuts := []int{0, 1, 700, 4000, len(texts)}
	var files []*File
	for i := range cuts[1:] {
		files = append(files, build(t, s, texts[cuts[i]:cuts[i+1]]))
	}
	words := rand.NewZipf(r, 1.1, 2, 500)
	for range 30 {
		question := sentence(words, 1+r.IntN(8))
		want := ask(t, []*File{whole}, []string{question}, nil, 25)[0]
		queries, err := Prepare(files, []string{question})
		if err != nil {
			t.Fatal(err)
		}
		var got []Hit
		for i, f := range files {
			hits, err := f.Search(t.Context(), []Ask{{queries[0], nil, 25}})
			if err != nil {
				t.Fatal(err)
			}
			for _, h := range hits[0] {
				got = append(got, Hit{h.Row + uint32(cuts[i]), h.Score})
			}
		}
		slices.SortFunc(got, func(a, b Hit) int { return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Row, b.Row)) })
		if got = got[:min(len(got), 25)]; !slices.Equal(got, want) {
			t.Fatalf("%q:\n%v\nwant\n%v", question, got, want)
		}
	}
	var sum Stats
	for _, f := range files {
		sum.Texts += f.Stats().Texts
		sum.Tokens += f.Stats().Tokens
	}
	if sum != whole.Stats() || sum.Tokens < 50_000 {
		t.Errorf("%+v, want %+v", sum, whole.Stats())
	}
}

// TestParallelPartsAgree divides the rows of a file as many cores would.
func TestParallelPartsAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	texts := corpus(r, 9000, 300)
	f := build(t, Settings{Analyzer: "blanks", Parameters: Usual}, texts)
	queries, err := Prepare([]*File{f}, []string{"w0 w3 w17 w60 w200", "w2", "w299 w298"})
	if err != nil {
		t.Fatal(err)
	}
	for _, rows := range selections(r, len(texts)) {
		for _, q := range queries {
			a := Ask{q, rows, 40}
			chosen, err := newSelections(f, []Ask{a})
			if err != nil {
				t.Fatal(err)
			}
			var parts []part
			for from := uint64(0); from < uint64(len(texts)); from += 1024 {
				parts = append(parts, part{from: from, to: min(from+1024, uint64(len(texts)))})
				if err := (&searcher{f: f}).search(&parts[len(parts)-1], a, chosen[0]); err != nil {
					t.Fatal(err)
				}
			}
			whole, err := f.Search(t.Context(), []Ask{a})
			if err != nil {
				t.Fatal(err)
			}
			if got := merge([]Ask{a}, parts)[0]; !slices.Equal(got, whole[0]) {
				t.Fatalf("%d rows:\n%v\nwant\n%v", len(rows), got, whole[0])
			}
		}
	}
}

// TestChunkSizeDoesNotChangeFiles builds in small and large chunks: the files are the same.
func TestChunkSizeDoesNotChangeFiles(t *testing.T) {
	texts := corpus(rand.New(rand.NewPCG(15, 16)), 3000, 2000)
	s := Settings{Analyzer: "blanks", Parameters: Usual}
	dir := t.TempDir()
	first := buildAt(t, filepath.Join(dir, "a.map"), s, texts)
	w, err := Create(mapped.OnDisk(filepath.Join(dir, "b.map")), "test", s)
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range texts {
		if err := w.Add(text); err != nil {
			t.Fatal(err)
		}
		if i%97 == 0 {
			w.send()
		}
	}
	if err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	a, errA := os.ReadFile(first)
	b, errB := os.ReadFile(filepath.Join(dir, "b.map"))
	if errA != nil || errB != nil || !bytes.Equal(a, b) || len(a) < 50_000 {
		t.Errorf("%d and %d bytes, %v, %v", len(a), len(b), errA, errB)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 2 {
		t.Errorf("%v %v", left, err)
	}
}

func TestEmpty(t *testing.T) {
	for name, texts := range map[string][]string{"no text": nil, "no terms": {"", "…", ""}} {
		f := build(t, Settings{Parameters: Usual}, texts)
		if err := f.Verify(); err != nil || f.Len() != len(texts) || f.Terms() != 0 {
			t.Errorf("%s: %v, %d texts, %d terms", name, err, f.Len(), f.Terms())
		}
		if hits := ask(t, []*File{f}, []string{"revenue", ""}, nil, 3); len(hits) != 2 || len(hits[0])+len(hits[1]) > 0 {
			t.Errorf("%s: %v", name, hits)
		}
	}
}

func TestAbort(t *testing.T) {
	dir := t.TempDir()
	w, err := Create(mapped.OnDisk(filepath.Join(dir, "a.map")), "test", Settings{Parameters: Usual})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Add("a text"); err != nil {
		t.Fatal(err)
	}
	w.Abort()
	if err := w.Add("another"); err == nil || !strings.Contains(err.Error(), "ended") {
		t.Error(err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("%v, %v", left, err)
	}
}

func TestRepeatedTermCountsTwice(t *testing.T) {
	f := build(t, Settings{Parameters: Usual}, []string{"net sales rose", "net income fell", "sales of debt"})
	hits := ask(t, []*File{f}, []string{"sales", "Sales, sales", "sales unknown"}, nil, 9)
	for i, h := range hits[0] {
		if twice := hits[1][i]; twice.Row != h.Row || twice.Score != 2*h.Score || hits[2][i] != h {
			t.Errorf("%v, %v, %v", h, twice, hits[2][i])
		}
	}
	if len(hits[0]) != 2 || hits[0][0].Row != 0 || hits[0][0].Score != hits[0][1].Score {
		t.Errorf("%v", hits[0])
	}
}

func TestRefusals(t *testing.T) {
	dir := t.TempDir()
	f := build(t, Settings{Parameters: Usual}, []string{"a b", "c"})
	other := build(t, Settings{Analyzer: "blanks", Parameters: Usual}, []string{"a"})
	var many strings.Builder
	for i := range MaxTerms + 1 {
		fmt.Fprintf(&many, "x%d ", i)
	}
	queries, err := Prepare([]*File{f}, []string{"a c"})
	if err != nil {
		t.Fatal(err)
	}
	search := func(rows ...uint32) error {
		_, err := f.Search(t.Context(), []Ask{{queries[0], rows, 3}})
		return err
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for want, do := range map[string]func() error{
		"no analyzer": func() error {
			_, err := Create(mapped.OnDisk(filepath.Join(dir, "x")), "", Settings{Analyzer: "x"})
			return err
		},
		"k1 is -1": func() error {
			_, err := Create(mapped.OnDisk(filepath.Join(dir, "x")), "", Settings{Parameters: Parameters{-1, 0}})
			return err
		},
		"there is no file":    func() error { _, err := Prepare(nil, nil); return err },
		"was made with":       func() error { _, err := Prepare([]*File{f, other}, []string{"a"}); return err },
		"different terms":     func() error { _, err := Prepare([]*File{f}, []string{many.String()}); return err },
		"not in ascending":    func() error { return search(1, 0) },
		"or not of this file": func() error { return search(0, 2) },
		"canceled":            func() error { _, err := f.Search(stopped, []Ask{{queries[0], nil, 3}}); return err },
	} {
		if err := do(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("%v, %v", left, err)
	}
	w, err := Create(mapped.OnDisk(filepath.Join(dir, "long.map")), "", Settings{Parameters: Usual})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	if err := w.Add(strings.Repeat("a", MaxText+1)); err == nil || !strings.Contains(err.Error(), "the longest") {
		t.Error(err)
	}
	w.spill.Remove() // as if the disk failed
	if err := w.Add("x"); err != nil {
		t.Fatal(err)
	}
	if err := w.Commit(); !errors.Is(err, os.ErrClosed) {
		t.Error(err)
	}
}
