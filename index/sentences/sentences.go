// Package sentences turns the sentences of a corpus into the records of an index, with the fields that filters
// can ask for. It reads one page at a time.
package sentences

import (
	"fmt"
	"iter"

	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/index"
)

// row is what an index needs of a sentence.
type row struct {
	store.Key
	ID          string `parquet:"sentence_id,delta"`
	Company     string `parquet:"company,dict"`
	Form        string `parquet:"form,dict"`
	SectionName string `parquet:"section_name,dict"`
	Position    int32  `parquet:"position,delta"`
	Text        string `parquet:"text"`
	TextHash    int64  `parquet:"text_hash"`
	MaskHash    int64  `parquet:"mask_hash"`
}

// about is what an index needs of a document.
type about struct {
	store.Key
	SIC string `parquet:"sic,dict"`
}

// Records returns the sentences of the chosen documents as records without vectors, in the order of the corpus.
// What the corpus does not know of a sentence is left out of its fields, so that no filter takes it for a value.
func Records(c *store.Corpus, q store.Query) iter.Seq2[*index.Record, error] {
	return func(yield func(*index.Record, error) bool) {
		sics := map[string]string{}
		for d, err := range store.Select[about](c, "documents", q) {
			if err != nil {
				yield(nil, fmt.Errorf("read the corpus for an index: %w", err))
				return
			}
			if d.SIC != "" {
				sics[d.DocID] = d.SIC
			}
		}
		for s, err := range store.Select[row](c, "sentences", q) {
			if err != nil {
				yield(nil, fmt.Errorf("read the corpus for an index: %w", err))
				return
			}
			if !yield(recordOf(&s, sics[s.DocID]), nil) {
				return
			}
		}
	}
}

func recordOf(s *row, sic string) *index.Record {
	f := index.Fields{
		"doc_id": s.DocID, "section_name": s.SectionName, "sentence_pos": int64(s.Position),
		"text_hash": s.TextHash, "mask_hash": s.MaskHash,
	}
	for name, text := range map[string]string{"name": s.Company, "form_type": s.Form, "sic": sic} {
		if text != "" {
			f[name] = text
		}
	}
	if s.CIK != 0 {
		f["cik_int"] = s.CIK
	}
	if s.Year != 0 {
		f["report_year"] = int64(s.Year)
	}
	return &index.Record{ID: s.ID, Text: s.Text, Fields: f}
}
