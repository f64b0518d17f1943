package corpus

import (
	"slices"
	"strings"

	"github.com/assayhq/assay/corpus/internal/item"
	"github.com/assayhq/assay/corpus/store"
)

// Stats is what is in a corpus: what its manifests count, and what only its rows tell.
type Stats struct {
	store.Stats
	Statuses map[string]int64 `json:"item_statuses"` // items of each status
	Repeats  Repeats          `json:"repeats"`
	Findings Findings         `json:"item_findings"`
}

// Findings counts what about the items and tables of the documents a person should look at; the documents' warnings name each.
type Findings struct {
	MissingItems  int64 `json:"missing_items"`  // documents without an item that filings always have
	UnusualLength int64 `json:"unusual_length"` // items much shorter or longer than usual
	OutsideItems  int64 `json:"outside_items"`  // documents with much text that belongs to no item
	TableScales   int64 `json:"table_scales"`   // tables whose cells disagree in scale with their tags or unit line
}

// PresentItems counts the items that are in their documents, with text of their own or not.
func (s *Stats) PresentItems() int64 {
	n := int64(0)
	for status, items := range s.Statuses {
		if status != string(item.Absent) {
			n += items
		}
	}
	return n
}

// Repeats counts the sentences that are not the only ones of their kind. Rank measures need them: a sentence
// that is in a hundred filings cannot be distinguished from its copies by its text.
type Repeats struct {
	Sentences int64 `json:"sentences"`
	Exact     int64 `json:"exact"`  // equal to another after normalisation
	Masked    int64 `json:"masked"` // equal to another but for figures, dates and the like
}

// StatsOf counts what is in a corpus, repeated sentences included. It reads items and sentences, in bounded memory.
func StatsOf(c *store.Corpus) (*Stats, error) {
	s := &Stats{Stats: c.Stats(), Statuses: map[string]int64{}}
	for it, err := range store.Select[status](c, "items", store.Query{}) {
		if err != nil {
			return nil, err
		}
		if !isMatter(it.Item) {
			s.Statuses[it.Status]++
		}
	}
	var err error
	if s.Findings, err = countFindings(c); err != nil {
		return nil, err
	}
	s.Repeats, err = countRepeats(c)
	return s, err
}

// warned is what countFindings reads of a document.
type warned struct {
	Warnings []string `parquet:"warnings,list"`
}

func countFindings(c *store.Corpus) (Findings, error) {
	var f Findings
	for d, err := range store.Select[warned](c, "documents", store.Query{}) {
		if err != nil {
			return f, err
		}
		for _, w := range d.Warnings {
			switch {
			case strings.HasPrefix(w, missingItems):
				f.MissingItems++
			case strings.HasPrefix(w, unusualItem):
				f.UnusualLength++
			case strings.HasPrefix(w, outsideItems):
				f.OutsideItems++
			case strings.HasPrefix(w, tableScale):
				f.TableScales++
			}
		}
	}
	return f, nil
}

// status is what StatsOf reads of an item.
type status struct {
	Item   string `parquet:"item,dict"`
	Status string `parquet:"status,dict"`
}

// hashesAtOnce bounds the memory of one pass: a corpus with more sentences is read several times, each
// time for its share of the hashes.
const hashesAtOnce = 4 << 20

// hashes are the columns of a sentence that tell repeats.
type hashes struct {
	TextHash int64 `parquet:"text_hash"`
	MaskHash int64 `parquet:"mask_hash"`
}

// countRepeats counts the repeated sentences of a corpus in bounded memory.
func countRepeats(c *store.Corpus) (Repeats, error) {
	n := c.Stats().Sentences
	r := Repeats{Sentences: n}
	passes := uint64(n/hashesAtOnce + 1)
	for pass := range passes {
		var exact, masked []int64
		for s, err := range store.Select[hashes](c, "sentences", store.Query{}) {
			if err != nil {
				return r, err
			}
			if uint64(s.TextHash)%passes == pass {
				exact = append(exact, s.TextHash)
			}
			if uint64(s.MaskHash)%passes == pass {
				masked = append(masked, s.MaskHash)
			}
		}
		r.Exact += repeated(exact)
		r.Masked += repeated(masked)
	}
	return r, nil
}

// repeated counts the values that occur more than once, each time that they do.
func repeated(values []int64) (n int64) {
	slices.Sort(values)
	for i := 0; i < len(values); {
		k := i + 1
		for k < len(values) && values[k] == values[i] {
			k++
		}
		if k-i > 1 {
			n += int64(k - i)
		}
		i = k
	}
	return n
}
