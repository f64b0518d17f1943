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

// shelf holds the documents that are used and those that were used last, so that many questions about one find it
// ready. Together they are bounded: who asks for one more waits until another has been given back.
type shelf struct {
	setup *Setup

	mu    sync.Mutex
	books map[string]*book
	order []*book // the one used longest ago first
	held  int64   // bytes of their texts
	freed chan struct{}
}

type book struct {
	key   string
	size  int64
	users int
	once  sync.Once
	doc   *document
	err   error
}

// Bounds of a shelf: documents, and bytes of their texts, of which each takes about eleven when it is ready. One
// document is held whatever its size.
const (
	maxBooks = 24
	maxShelf = 64 << 20
)

// of is the document of a case, and what gives it back. Whoever asks first makes it ready, and others that ask for it
// wait.
func (s *shelf) of(ctx context.Context, c *system.Case) (*document, func(), error) {
	b, err := s.take(ctx, contentKey(c), s.setup.size(c))
	if err != nil {
		return nil, nil, err
	}
	b.once.Do(func() { b.doc, b.err = s.setup.read(ctx, c) })
	if b.err != nil {
		s.giveBack(b)
		return nil, nil, b.err
	}
	return b.doc, func() { s.giveBack(b) }, nil
}

// take finds a book or makes one, as soon as there is room.
func (s *shelf) take(ctx context.Context, key string, size int64) (*book, error) {
	for {
		s.mu.Lock()
		b := s.books[key]
		if b == nil && s.room(size) {
			b = s.add(key, size)
		}
		if b != nil {
			b.users++
			s.order = append(slices.DeleteFunc(s.order, func(o *book) bool { return o == b }), b)
			s.mu.Unlock()
			return b, nil
		}
		freed := s.freed
		s.mu.Unlock()
		select {
		case <-freed:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func (s *shelf) add(key string, size int64) *book {
	if s.books == nil {
		s.books, s.freed = map[string]*book{}, make(chan struct{})
	}
	b := &book{key: key, size: size}
	s.books[key] = b
	s.held += size
	return b
}

// room takes out what nobody uses until there is room for one more, and reports whether there is.
func (s *shelf) room(size int64) bool {
	for _, b := range slices.Clone(s.order) {
		if len(s.order) < maxBooks && s.held+size <= maxShelf {
			break
		}
		if b.users == 0 {
			s.drop(b)
		}
	}
	return len(s.order) == 0 || s.held+size <= maxShelf
}

func (s *shelf) drop(b *book) {
	delete(s.books, b.key)
	s.held -= b.size
	s.order = slices.DeleteFunc(s.order, func(o *book) bool { return o == b })
}

// giveBack ends one use. What failed is taken out, so that it is tried again.
func (s *shelf) giveBack(b *book) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b.users--
	if b.err != nil && s.books[b.key] == b {
		s.drop(b)
	}
	close(s.freed)
	s.freed = make(chan struct{})
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

// shown are sentences with those around them, best first; a row has its table's headers before it, wherever those stand. What stands in one already is not repeated in the next,
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
		p := system.Passage{Title: d.units[h.row].section, Score: h.score, Text: d.units[h.row].table.before(d.units[from].first)}
		for i := from; i < to; i++ {
			taken[i] = true
			if p.Text != "" {
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
