package docqa

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/embedded"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/suite"
	"github.com/assayhq/assay/system"
)

// indexed is an index of two invented filings, as a workspace opens it.
func indexed(t *testing.T) *corpusSearch {
	t.Helper()
	return indexOf(t, map[string]string{
		"9999000002_10-K_2024_section_8_0": "Larkmoor Foods Company and its subsidiaries",
		"9999000002_10-K_2024_section_8_1": "Total assets | 2024: $310 million; 2023: $295 million",
		"9999000002_10-K_2024_section_8_2": "By: /s/ Ada Pike, for Larkmoor Foods Company, with total assets",
		"9999000001_10-K_2024_section_8_0": "Total assets | 2024: $12 million; 2023: $11 million",
	})
}

func indexOf(t *testing.T, texts map[string]string) *corpusSearch {
	t.Helper()
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
		Sentences: func(document string) iter.Seq2[store.Sentence, error] {
			return func(yield func(store.Sentence, error) bool) {
				for i, id := range slices.Sorted(maps.Keys(texts)) {
					s := store.Sentence{ID: id, Section: "8", Kind: "text", Text: texts[id], MaskHash: int64(i)}
					if strings.HasPrefix(id, document) && !yield(s, nil) {
						return
					}
				}
			}
		},
		Texts: func(id string, _ int) (string, string, error) {
			if text, ok := texts[id]; ok {
				return text, "8", nil
			}
			return "", "", errors.New("no such sentence")
		}}}
}

func naming(document, question string) *system.Case {
	return &system.Case{ID: "q", Question: question, Variables: map[string]string{documentVariable: document}}
}

// A question that names a document of the corpus is answered from the index, and from no other document.
func TestNamedDocument(t *testing.T) {
	s := &setup{Corpus: indexed(t), K: 5}
	a := answer(t, open(t, "extractive", s), naming("9999000002_10-K_2024", "What were the total assets of Larkmoor Foods Company in 2023?"))
	if final, _ := score.Final(a.Text); final != "$295 million" || len(a.Passages) == 0 ||
		a.Passages[0].ID != "9999000002_10-K_2024_section_8_1" || a.Passages[0].Title != "Item 8" {
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

// A document that is not there is the outcome of its case, and not the end of the run.
func TestUnknownDocument(t *testing.T) {
	for want, s := range map[string]*setup{
		`index "main" has no document "9999000003_10-K_2024"`: {Corpus: indexed(t), Client: says("x").client()},
		"name the index that has it with --index":             {Client: says("x").client()},
	} {
		for _, mode := range []string{"extractive", "retrieval"} {
			a := answer(t, open(t, mode, s), naming("9999000003_10-K_2024", "Total assets?"))
			if a.Outcome != string(score.Error) || !strings.Contains(a.Reason, want) {
				t.Errorf("%s: %s, %q, want %q", mode, a.Outcome, a.Reason, want)
			}
		}
	}
	a := answer(t, open(t, "context_window", &setup{Client: says("x").client()}), naming("9999000002_10-K_2024", "Total assets?"))
	if a.Outcome != string(score.Skipped) {
		t.Errorf("a whole document that the case does not bring: %+v", a)
	}
}

// Of a document with much furniture as many sentences are shown as were asked for.
func TestFurnitureIsReplaced(t *testing.T) {
	texts := map[string]string{}
	for i := range 9 {
		texts[fmt.Sprintf("9999000002_10-K_2024_section_15_%d", i)] = fmt.Sprintf("/s/ Ada Pike %d, total assets, total assets", i)
		texts[fmt.Sprintf("9999000002_10-K_2024_section_8_%d", i)] = fmt.Sprintf("Total assets of the segment number %d were $%d million", i,
			40+i)
		texts[fmt.Sprintf("9999000002_10-K_2024_section_7_%d", i)] = fmt.Sprintf("Orchard %d was planted in the spring.", i)
	}
	s := indexOf(t, texts)
	for _, k := range []int{1, 4, 9} {
		hits, err := s.search(t.Context(), k, "9999000002_10-K_2024", "total assets")
		if err != nil || len(hits) != k {
			t.Errorf("%d hits, %v, want %d", len(hits), err, k)
		}
		for _, h := range hits {
			if strings.HasPrefix(texts[h.ID], "/s/") {
				t.Errorf("%q is evidence", texts[h.ID])
			}
		}
	}
}

// The form's own text on a cover page is furniture, and what the company fills in is not.
func TestCoverPage(t *testing.T) {
	lines := []struct {
		kind, text string
		evidence   bool
	}{
		{"heading", "SECURITIES AND EXCHANGE COMMISSION", false},
		{"heading", "For the fiscal year ended December 31, 2024", true},
		{"heading", "Larkmoor Foods Company", false},
		{"heading", "(Exact name of registrant as specified in its charter)", false},
		{"heading", "12 Orchard Road, Larkmoor, OH 44000", false},
		{"text", "(555) 010-0199", false},
		{"heading", "Common stock, par value $.01 per share LRKM The Example Stock Market", true},
		{"table_row", "Common stock | LRKM | The Example Stock Market", true},
		{"text", "Indicate by check mark whether the financial statements of the registrant included in the filing reflect " +
			"the correction of an error to previously issued financial statements (17 CFR 240.12b-2).", false},
		{"text", "The aggregate market value held by non-affiliates was $1,204.5 million.", true},
		{"text", "The number of shares of common stock outstanding was 31,780,000.", true},
		{"table_row", "Item 7. Management's Discussion and Analysis 12", false},
		{"text", "Certain statements in this report are forward-looking.", true},
	}
	var all []store.Sentence
	for i, l := range lines {
		all = append(all, store.Sentence{Section: "front", Kind: l.kind, Text: l.text, MaskHash: int64(i)})
	}
	for i, is := range furniture(all) {
		if is == lines[i].evidence {
			t.Errorf("%q: furniture %v", lines[i].text, is)
		}
	}
}
