package embed

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/assayhq/assay/encode"
	"github.com/assayhq/assay/encode/lsa"
	"github.com/assayhq/assay/model"
)

var filing = []string{
	"Revenue increased because prices rose.",
	"Revenue decreased because prices fell.",
	"The board approved a dividend.",
	"The board approved a buyback.",
}

func lines(texts []string) func(func(string, error) bool) {
	return func(yield func(string, error) bool) {
		for text := range slices.Values(texts) {
			if !yield(text, nil) {
				return
			}
		}
	}
}

func trained(t testing.TB) *Model {
	t.Helper()
	m, err := lsa.Train(context.Background(), lines(filing), lsa.Options{Dim: 3})
	if err != nil {
		t.Fatal(err)
	}
	return LSA(m)
}

func TestLSAHasNoVectorForUnknownWords(t *testing.T) {
	m := trained(t)
	defer m.Close()
	m.BatchSize = 2 // so that Embed has several batches
	texts := append(slices.Clone(filing), "xyzzy")
	vectors, err := m.Embed(t.Context(), texts, model.ForDocument)
	if err != nil || len(vectors) != 5 || vectors[4] != nil {
		t.Fatalf("%v, %v", vectors, err)
	}
	for i, text := range filing {
		one, err := m.Embed(t.Context(), []string{text}, model.ForQuery)
		if err != nil || len(one[0]) != m.Dimension || !slices.Equal(one[0], vectors[i]) {
			t.Errorf("%q: %v alone, %v in a batch, %v", text, one, vectors[i], err)
		}
	}
	if m.Name != LSAName || len(m.Hash) != 64 || m.Truncated() != 0 {
		t.Errorf("%+v", m.Info)
	}
}

func TestEncoderCountsTruncatedTexts(t *testing.T) {
	x, err := encode.Open("../encode/testdata/sentence", encode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := Encoder("encoder:sentence", x)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	long := strings.Repeat("net sales rose and ", 300)
	vectors, err := m.Embed(t.Context(), []string{"revenue rose", long, long}, model.ForSimilarity)
	if err != nil || len(vectors) != 3 || len(vectors[0]) != m.Dimension {
		t.Fatalf("%d vectors, %v", len(vectors), err)
	}
	if m.Truncated() != 2 {
		t.Errorf("got %d truncated texts, want 2", m.Truncated())
	}
}

func TestPromptFollowsPurpose(t *testing.T) {
	for _, c := range []struct {
		names   string
		purpose model.Purpose
		want    string
	}{
		{"document query", model.ForQuery, "query"},
		{"document query", model.ForDocument, "document"},
		{"passage search_query", model.ForQuery, "search_query"},
		{"passage search_query", model.ForDocument, "passage"},
		{"document query", model.ForSimilarity, ""},
		{"clustering", model.ForQuery, ""},
	} {
		if got := promptName(strings.Fields(c.names), c.purpose); got != c.want {
			t.Errorf("prompts %q for %s: got %q, want %q", c.names, c.purpose, got, c.want)
		}
	}
}

func TestRemoteHashIsOfTheRequest(t *testing.T) {
	hashes := map[string]bool{}
	for _, m := range []*Model{
		Remote("a", nil, "openai", "small", 0),
		Remote("b", nil, "openai", "small", 0), // another name for the same
		Remote("a", nil, "openai", "small", 4),
		Remote("a", nil, "openai", "large", 4),
	} {
		hashes[m.Hash] = true
	}
	if len(hashes) != 3 {
		t.Errorf("got %d hashes, want 3: %v", len(hashes), slices.Collect(maps.Keys(hashes)))
	}
}

func TestMeasureDimension(t *testing.T) {
	m := &Model{Info: Info{Name: "made"}, BatchSize: 8}
	m.embed = func(_ context.Context, texts []string, _ model.Purpose) ([][]float32, error) {
		return make([][]float32, len(texts)-1), nil
	}
	if err := m.MeasureDimension(t.Context()); err == nil || !strings.Contains(err.Error(), `"made": got 0 vectors for 1 texts`) {
		t.Error(err)
	}
	m.embed = func(_ context.Context, texts []string, _ model.Purpose) ([][]float32, error) {
		return slices.Repeat([][]float32{{1, 2, 3}}, len(texts)), nil
	}
	if err := m.MeasureDimension(t.Context()); err != nil || m.Dimension != 3 {
		t.Errorf("dimension %d, %v", m.Dimension, err)
	}
	if err := m.Close(); err != nil {
		t.Error(err)
	}
}
