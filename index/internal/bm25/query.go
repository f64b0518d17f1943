package bm25

import (
	"errors"
	"fmt"
	"math"
)

// Query is a question made ready for files that are searched as one: its terms, weighed by what all of these
// files hold, so that a text's score does not depend on the file that it is in.
//
// A text scores Σ count · idf · tf / (tf + k1 · (1 − b + b · length / average)), with
// idf = ln(1 + (N − df + 0.5) / (df + 0.5)): Robertson's formula as Lucene has it since its version 8, without
// the factor k1 + 1, which changes no order. A term that the question repeats counts as often as it is there.
// Lengths are exact. Texts without terms count in N.
type Query struct {
	terms []weighed
	norms *norms
	scale float64 // what a score of 1 is in fixed point: a power of two
}

// weighed is a term of a question.
type weighed struct {
	text   string
	weight float64 // count · idf · scale
}

// MaxTerms is how many different terms a question may have.
const MaxTerms = 4096

// A score is summed up in fixed point: the sum of a question's highest contributions is below 1<<scoreBits. So
// the order of adding, and with it what was skipped and how rows were divided among files and threads, cannot
// change a score. The error of a contribution is below the sum of the question's weights / 1<<scoreBits.
const scoreBits = 31

// norms is k1 · (1 − b + b · length / average) by length.
type norms struct {
	byLength [long]float64
	shares   [openFrequency + 1][long + 1]float64 // of a weight, by frequency and length; the last of each bound the rest
	base     float64
	slope    float64
}

func newNorms(p Parameters, s Stats) *norms {
	n := &norms{base: p.K1 * (1 - p.B)}
	if s.Tokens > 0 {
		n.slope = p.K1 * p.B * float64(s.Texts) / float64(s.Tokens)
	}
	for length := range n.byLength {
		n.byLength[length] = n.of(uint32(length))
	}
	for i := range n.shares {
		freq := float64(i)
		if i == openFrequency {
			freq = math.MaxUint32
		}
		for length := range n.shares[i] {
			n.shares[i][length] = share(freq, n.of(uint32(length)))
		}
	}
	return n
}

func (n *norms) of(length uint32) float64 { return n.base + float64(n.slope*float64(length)) }

// contribution is what a term adds to a text, in fixed point. It grows with the frequency and shrinks with the
// norm. It is never 0, so that a match differs from no match.
func contribution(weight, freq, norm float64) uint32 { return fixed(weight, share(freq, norm)) }

// share is how much of its weight a term adds.
func share(freq, norm float64) float64 { return freq / (freq + norm) }

func fixed(weight, share float64) uint32 { return max(1, uint32(float64(weight*share)+0.5)) }

// Prepare makes questions ready for files that are searched as one. All files must be made with the same settings.
func Prepare(files []*File, texts []string) ([]*Query, error) {
	if len(files) == 0 {
		return nil, errors.New("search texts: there is no file")
	}
	return PrepareWith(files[0].model, files, texts)
}

// PrepareWith is Prepare with other parameters than the files record.
func PrepareWith(p Parameters, files []*File, texts []string) ([]*Query, error) {
	if err := p.check(); err != nil {
		return nil, fmt.Errorf("search texts: %w", err)
	}
	w := weigher{files: files, idfs: map[string]float64{}}
	for _, f := range files {
		if f.Settings() != files[0].Settings() {
			return nil, fmt.Errorf("search texts: %q was made with %v and %q with %v; build the index again: assay index build --fresh",
				files[0].from, files[0].Settings(), f.from, f.Settings())
		}
		w.stats.Texts += uint64(len(f.lengths))
		w.stats.Tokens += f.tokens
	}
	norms := newNorms(p, w.stats)
	queries := make([]*Query, len(texts))
	for i, text := range texts {
		q, err := w.query(text)
		if err != nil {
			return nil, fmt.Errorf("search texts: question %d: %w", i+1, err)
		}
		q.norms = norms
		queries[i] = q
	}
	return queries, nil
}

// weigher looks up the terms of many questions.
type weigher struct {
	files   []*File
	stats   Stats
	idfs    map[string]float64 // 0 for a term that no file has
	scratch scratch
}

func (w *weigher) query(text string) (*Query, error) {
	q := &Query{}
	counts := map[string]int{}
	var order []string
	w.files[0].analyzer.each(&w.scratch, []byte(text), func(term []byte) {
		counts[string(term)]++
		if counts[string(term)] == 1 {
			order = append(order, string(term))
		}
	})
	if len(order) > MaxTerms {
		return nil, fmt.Errorf("it has %d different terms; it may have %d", len(order), MaxTerms)
	}
	var sum float64
	for _, term := range order {
		idf, err := w.idf(term)
		if err != nil {
			return nil, err
		}
		if idf > 0 {
			weight := idf * float64(counts[term])
			q.terms = append(q.terms, weighed{term, weight})
			sum += weight
		}
	}
	_, exponent := math.Frexp(sum)
	q.scale = math.Ldexp(1, scoreBits-exponent)
	for i := range q.terms {
		q.terms[i].weight *= q.scale
	}
	return q, nil
}

func (w *weigher) idf(term string) (float64, error) {
	if idf, ok := w.idfs[term]; ok {
		return idf, nil
	}
	var df uint64
	for _, f := range w.files {
		n, err := f.Frequency(term)
		if err != nil {
			return 0, err
		}
		df += uint64(n)
	}
	if df > w.stats.Texts {
		return 0, w.files[0].damaged(term)
	}
	idf := 0.0
	if df > 0 {
		idf = math.Log(1 + (float64(w.stats.Texts-df)+0.5)/(float64(df)+0.5))
	}
	w.idfs[term] = idf
	return idf, nil
}
