package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"

	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/text"
)

// filing is a real one, as far as it is multiplied: its sentences, cut into words.
type filing struct {
	document  store.Document
	items     []store.Item
	sentences []store.Sentence
	words     [][]string
}

// least is fewer sentences than the filings at hand have.
const least = 100_000

// readFilings reads those of a corpus, in an order that is drawn, so that the first few are like all.
func readFilings(dir string) ([]*filing, error) {
	c, err := store.Open(dir)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	byID := map[string]*filing{}
	var all []*filing
	for d, err := range c.Documents(store.Query{}) {
		if err != nil {
			return nil, err
		}
		byID[d.DocID] = &filing{document: d}
		all = append(all, byID[d.DocID])
	}
	for it, err := range c.Items(store.Query{}) {
		if err != nil {
			return nil, err
		}
		it.Text, it.Ranges = "", nil
		byID[it.DocID].items = append(byID[it.DocID].items, it)
	}
	n := 0
	for s, err := range c.Sentences(store.Query{}) {
		if err != nil {
			return nil, err
		}
		s.Paragraph, s.TableID, s.Row = -1, -1, -1 // none of them is multiplied
		f := byID[s.DocID]
		f.sentences, f.words = append(f.sentences, s), append(f.words, strings.Fields(s.Text))
		n++
	}
	if n < least {
		return nil, fmt.Errorf("%s has %d sentences: at least %d are needed", dir, n, least)
	}
	rand.New(rand.NewPCG(3, 3)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all, nil
}

// invent writes a corpus of n sentences: the filings over and over, each time as those of another company, a
// few years on, every figure another and one word in eight another sentence's. One sentence in eight stays as
// it is: filings do repeat each other.
func invent(dir string, real []*filing, n int) error {
	w, err := store.OpenWriter(filepath.Join(dir, ".assay", "corpus"), "bench")
	if err != nil {
		return err
	}
	defer w.Close()
	made := make(chan *store.Rows, 1)
	go func() {
		defer close(made)
		for copies, left := 0, n; left > 0; copies++ {
			for i, f := range real {
				if left > 0 {
					rows := f.again(copies, i, left, real)
					left -= len(rows.Sentences)
					made <- rows
				}
			}
		}
	}()
	var failed error
	for rows := range made {
		if failed == nil {
			failed = w.Add(rows)
		}
	}
	if failed != nil {
		return failed
	}
	return w.Close()
}

// again is a filing of another company and year, of at most so many sentences.
func (f *filing) again(copy, place, most int, real []*filing) *store.Rows {
	r := rand.New(rand.NewPCG(uint64(copy), uint64(place)))
	cik, year := int64(3_000_000+copy*len(real)+place), f.document.Year+int32(copy%5)
	id := fmt.Sprintf("%010d_10-K_%d", cik, year)
	sum := sha256.Sum256([]byte(id))
	d := f.document
	d.Key = store.Key{DocID: id, CIK: cik, Year: year}
	d.CIK10, d.Company, d.SHA256 = fmt.Sprintf("%010d", cik), fmt.Sprintf("Example Company %d", cik), hex.EncodeToString(sum[:])
	d.Ticker, d.Accession = "", ""
	d.Source, d.CoCIKs = id, nil
	rows := &store.Rows{Document: d, Items: append([]store.Item(nil), f.items...)}
	rows.Sentences = append(rows.Sentences, f.sentences[:min(most, len(f.sentences))]...)
	var hasher text.Hasher
	for i := range rows.Sentences {
		s := &rows.Sentences[i]
		s.ID = store.SentenceID(id, s.Section, s.Position)
		if r.IntN(8) > 0 {
			s.Text = vary(r, f.words[i], real)
		}
		exact, shape := hasher.Sum([]byte(s.Text))
		s.TextHash, s.MaskHash = int64(exact), int64(shape)
	}
	return rows
}

// vary is a sentence with other figures and, one in eight, other words.
func vary(r *rand.Rand, words []string, real []*filing) string {
	var b strings.Builder
	for i, word := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		switch {
		case strings.ContainsAny(word, "0123456789"):
			word = otherDigits(r, word)
		case r.IntN(8) == 0:
			f := real[r.IntN(len(real))]
			if len(f.words) > 0 {
				other := f.words[r.IntN(len(f.words))]
				word = other[r.IntN(len(other))]
			}
		}
		b.WriteString(word)
	}
	return b.String()
}

func otherDigits(r *rand.Rand, word string) string {
	changed := []byte(word)
	for i, c := range changed {
		if '0' <= c && c <= '9' {
			changed[i] = '0' + byte(r.IntN(10))
		}
	}
	return string(changed)
}
