package token

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
)

// expectation is what the Python package makes of a text or two; bench/token/expect.py wrote it.
type expectation struct {
	Tokenizer string   `json:"tokenizer"`
	Text      string   `json:"text"`
	Pair      *string  `json:"pair"`
	Length    int      `json:"length"`
	Strategy  Strategy `json:"strategy"`
	Bare      bool     `json:"bare"`
	Want      outcome  `json:"want"`
}

// outcome is an encoding as the package gives it.
type outcome struct {
	ids, types, words []int32
	offsets           [][2]int32
}

func (o *outcome) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, &[]any{&o.ids, &o.types, &o.words, &o.offsets})
}

func readExpectations(t testing.TB) []expectation {
	t.Helper()
	data, err := os.ReadFile("testdata/expect.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var all []expectation
	for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); {
		var e expectation
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			t.Fatal(err)
		}
		all = append(all, e)
	}
	if len(all) < 1900 {
		t.Fatalf("%d expectations, fewer than 1,900", len(all))
	}
	return all
}

// tokenizers are those of testdata.
var tokenizers = sync.OnceValue(func() map[string]*Tokenizer {
	dirs, err := os.ReadDir("testdata")
	if err != nil {
		panic(err)
	}
	all := map[string]*Tokenizer{}
	for _, dir := range dirs {
		if !dir.IsDir() || dir.Name() == "fuzz" {
			continue
		}
		if all[dir.Name()], err = Open(filepath.Join("testdata", dir.Name())); err != nil {
			panic(err)
		}
	}
	return all
})

func (x expectation) encode(t *Tokenizer) Encoding {
	o := Options{MaxLength: x.Length, Strategy: x.Strategy, NoSpecial: x.Bare}
	if x.Pair != nil {
		return t.EncodePair(x.Text, *x.Pair, o)
	}
	return t.Encode(x.Text, o)
}

// TestSameAsPackage: ids, types, words and offsets, tokenizer by tokenizer.
func TestSameAsPackage(t *testing.T) {
	byName := map[string][]expectation{}
	for _, x := range readExpectations(t) {
		byName[x.Tokenizer] = append(byName[x.Tokenizer], x)
	}
	if len(byName) < 21 {
		t.Errorf("%d tokenizers, fewer than 21", len(byName))
	}
	for name, all := range byName {
		t.Run(name, func(t *testing.T) {
			tok := tokenizers()[name]
			if tok == nil {
				t.Fatal("it is not in testdata")
			}
			for _, x := range all {
				x.check(t, tok)
			}
		})
	}
}

func (x expectation) check(t *testing.T, tok *Tokenizer) {
	t.Helper()
	got := x.encode(tok)
	var offsets [][2]int32
	var types []int32
	for i, at := range got.Offsets {
		offsets = append(offsets, [2]int32{at.Start, at.End})
		types = append(types, int32(got.Types[i]))
		if got.Special[i] != (got.Words[i] < 0) {
			t.Errorf("%q: token %d is special, but has a word", x.Text, i)
		}
	}
	if !slices.Equal(got.IDs, x.Want.ids) {
		t.Errorf("%q %v: ids are\n %v, want\n %v", x.Text, x, got.IDs, x.Want.ids)
		return
	}
	if !slices.Equal(types, x.Want.types) || !slices.Equal(got.Words, x.Want.words) {
		t.Errorf("%q: types and words are\n %v %v, want\n %v %v", x.Text, types, got.Words, x.Want.types, x.Want.words)
	}
	if !slices.Equal(offsets, x.Want.offsets) {
		t.Errorf("%q: offsets are\n %v, want\n %v", x.Text, offsets, x.Want.offsets)
	}
}

// TestTogether: many goroutines at once, with memory that is used again, say the same.
func TestTogether(t *testing.T) {
	all := readExpectations(t)
	var group sync.WaitGroup
	for g := range 8 {
		group.Go(func() {
			var e Encoding
			for i := range 600 {
				x := all[(i*37+g*101)%len(all)]
				if x.Pair != nil {
					continue
				}
				tokenizers()[x.Tokenizer].EncodeInto(&e, x.Text, Options{MaxLength: x.Length})
				if !slices.Equal(e.IDs, x.Want.ids) {
					t.Errorf("%q: ids are %v, want %v", x.Text, e.IDs, x.Want.ids)
					return
				}
			}
		})
	}
	group.Wait()
}
