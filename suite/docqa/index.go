package docqa

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/system"
	"github.com/assayhq/assay/vec"
)

// document is the passages of a case, cut into sentences and made ready to be searched.
type document struct {
	passages []system.Passage
	units    []unit
	words    *words
	vectors  [][]float32 // nil without an embedder; nil for a sentence that it can say nothing of
}

// shelf holds the documents that were used last, so that many questions about one find it ready.
type shelf struct {
	setup *Setup

	mu    sync.Mutex
	books map[string]*book
	order []string // the one used longest ago first
}

type book struct {
	once sync.Once
	doc  *document
	err  error
}

// maxBooks is how many documents are held: more than cases are under way by default. A document of a megabyte takes
// about ten.
const maxBooks = 24

// of is the document of a case. Whoever asks first makes it ready, and others that ask for it wait.
func (s *shelf) of(ctx context.Context, c *system.Case) (*document, error) {
	key := contentKey(c)
	s.mu.Lock()
	b := s.books[key]
	if b == nil {
		b = &book{}
		if s.books == nil {
			s.books = map[string]*book{}
		}
		s.books[key] = b
	}
	if at := slices.Index(s.order, key); at >= 0 {
		s.order = slices.Delete(s.order, at, at+1)
	}
	if s.order = append(s.order, key); len(s.order) > maxBooks {
		delete(s.books, s.order[0])
		s.order = slices.Delete(s.order, 0, 1)
	}
	s.mu.Unlock()
	b.once.Do(func() { b.doc, b.err = s.setup.read(ctx, c) })
	if b.err != nil {
		s.forget(key, b)
	}
	return b.doc, b.err
}

// forget takes out what failed, so that it is tried again.
func (s *shelf) forget(key string, b *book) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.books[key] != b {
		return
	}
	delete(s.books, key)
	if at := slices.Index(s.order, key); at >= 0 {
		s.order = slices.Delete(s.order, at, at+1)
	}
}

// read makes a document ready.
func (s *Setup) read(ctx context.Context, c *system.Case) (*document, error) {
	passages, err := s.passages(c)
	if err != nil {
		return nil, err
	}
	d := &document{passages: passages}
	for i := range passages {
		d.units = appendUnits(d.units, i, passages[i].Text)
	}
	if d.words, err = newWords(d.units); err != nil || s.Embed == nil || len(d.units) == 0 {
		return d, err
	}
	texts := make([]string, len(d.units))
	for i := range d.units {
		texts[i] = d.units[i].text
	}
	if d.vectors, err = s.Embed(ctx, texts, model.ForDocument); err == nil && len(d.vectors) != len(texts) {
		err = fmt.Errorf("embed a document: %d vectors for %d sentences", len(d.vectors), len(texts))
	}
	return d, err
}

// search finds the k best sentences, by words and, where there are vectors, by both in one ranking.
func (d *document) search(ctx context.Context, s *Setup, query string, k int) ([]hit, error) {
	if d.vectors == nil {
		return d.words.search(query, k), nil
	}
	deep := max(k, index.HybridDepth)
	asked, err := s.Embed(ctx, []string{query}, model.ForQuery)
	if err != nil {
		return nil, err
	}
	if len(asked) != 1 || asked[0] == nil {
		return d.words.search(query, k), nil
	}
	return fused(k, len(d.units), d.words.search(query, deep), d.near(asked[0], deep)), nil
}

// near are the sentences whose vectors have the greatest cosine with the query's.
func (d *document) near(q []float32, k int) []hit {
	scores := make([]float64, len(d.vectors))
	own := vec.Dot64(q, q)
	for i, v := range d.vectors {
		if len(v) != len(q) {
			continue
		}
		if dot, size := vec.Dot64(q, v), vec.Dot64(v, v); dot > 0 && size > 0 {
			scores[i] = dot * dot / (size * own) // of positive cosines the squares have the same order
		}
	}
	return best(scores, k)
}

// fused makes one ranking of several by reciprocal rank.
func fused(k, n int, rankings ...[]hit) []hit {
	scores := make([]float64, n)
	for _, ranking := range rankings {
		for i, h := range ranking {
			scores[h.row] += 1 / float64(index.RankConstant+i+1)
		}
	}
	return best(scores, k)
}

// shown are sentences with those around them, best first. What stands in one already is not repeated in the next,
// and what the document says again word for word is not shown again. Their ids name the lines of the document.
func (d *document) shown(hits []hit, around int) []system.Passage {
	taken := make([]bool, len(d.units))
	said := map[string]bool{}
	var all []system.Passage
	for _, h := range hits {
		if taken[h.row] {
			continue
		}
		from, to := d.window(h.row, around, taken)
		p := system.Passage{Title: d.units[h.row].section, Score: h.score}
		for i := from; i < to; i++ {
			taken[i] = true
			if i > from {
				p.Text += "\n"
			}
			p.Text += d.units[i].text
		}
		if said[p.Text] {
			continue
		}
		said[p.Text] = true
		p.ID = fmt.Sprintf("%s#L%d-%d", d.passages[d.units[h.row].passage].ID, d.units[from].first, d.units[to-1].last)
		all = append(all, p)
	}
	return all
}

// window is the stretch around a sentence, within its passage and up to what is taken.
func (d *document) window(row, around int, taken []bool) (from, to int) {
	own := d.units[row].passage
	for from = row; from > 0 && row-from < around && !taken[from-1] && d.units[from-1].passage == own; {
		from--
	}
	for to = row + 1; to < len(d.units) && to-row <= around && !taken[to] && d.units[to].passage == own; {
		to++
	}
	return from, to
}
