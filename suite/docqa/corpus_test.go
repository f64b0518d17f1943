package docqa

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/embedded"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/suite"
	"github.com/assayhq/assay/system"
)

// indexed is an index of two invented filings, as a workspace opens it.
func indexed(t *testing.T) *corpusSearch {
	t.Helper()
	texts := map[string]string{
		"9999000002_10-K_2024_section_8_0": "Larkmoor Foods Company and its subsidiaries",
		"9999000002_10-K_2024_section_8_1": "Total assets | 2024: $310 million; 2023: $295 million",
		"9999000002_10-K_2024_section_8_2": "By: /s/ Ada Pike, for Larkmoor Foods Company, with total assets",
		"9999000001_10-K_2024_section_8_0": "Total assets | 2024: $12 million; 2023: $11 million",
	}
	var records []index.Record
	for id, text := range texts {
		doc, name := "9999000001_10-K_2024", "Harrow & Pike Instruments, Inc."
		if strings.HasPrefix(id, "9999000002") {
			doc, name = "9999000002_10-K_2024", "Larkmoor Foods Company"
		}
		records = append(records, index.Record{ID: id, Text: text, Fields: index.Fields{"doc_id": doc, "name": name}})
	}
	x, err := embedded.InMemory(embedded.Settings{Schema: index.Sentences, Texts: &embedded.Texts{}}, records)
	if err != nil {
		t.Fatal(err)
	}
	searcher, err := x.Searcher(embedded.BM25)
	if err != nil {
		t.Fatal(err)
	}
	return &corpusSearch{Searched: &suite.Searched{Name: "main", Index: x, Searcher: searcher, Mode: embedded.BM25,
		Texts: func(id string, _ int) (string, string, error) {
			if text, ok := texts[id]; ok {
				return text, "8", nil
			}
			return "", "", errors.New("no such sentence")
		}}}
}

func naming(document, question string) *system.Case {
	return &system.Case{ID: "q", Question: question, Variables: map[string]string{DocumentVariable: document}}
}

// A question that names a document of the corpus is answered from the index, and from no other document.
func TestNamedDocument(t *testing.T) {
	s := &setup{Corpus: indexed(t), K: 5}
	a := answer(t, open(t, "extractive", s), naming("9999000002_10-K_2024", "What were the total assets of Larkmoor Foods Company in 2023?"))
	if final, _ := Final(a.Text); final != "$295 million" || len(a.Passages) == 0 || a.Passages[0].ID != "9999000002_10-K_2024_section_8_1" || a.Passages[0].Title != "Item 8" {
		t.Errorf("%q, %+v", a.Text, a.Passages)
	}
	for _, p := range a.Passages {
		if strings.Contains(p.Text, "/s/") || strings.HasPrefix(p.ID, "9999000001") {
			t.Errorf("%+v is evidence", p)
		}
	}
	if a := answer(t, open(t, "extractive", s), naming("9999000002_10-K_2024", "Zebras?")); a.Outcome != string(score.Abstained) {
		t.Errorf("%+v", a)
	}
}

func TestNamedDocumentIsRefused(t *testing.T) {
	for want, s := range map[string]*setup{
		`index "main" has no document "9999000003_10-K_2024"`: {Corpus: indexed(t)},
		"name the index that has it with --index":             {},
	} {
		_, err := open(t, "extractive", s).Answer(context.Background(), naming("9999000003_10-K_2024", "Total assets?"), 0)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	a := answer(t, open(t, "context_window", &setup{Client: says("x").client()}), naming("9999000002_10-K_2024", "Total assets?"))
	if a.Outcome != string(score.Skipped) {
		t.Errorf("a whole document that the case does not bring: %+v", a)
	}
}
