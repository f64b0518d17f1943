package docqa

import (
	"context"
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/assayhq/assay/corpus"
	"github.com/assayhq/assay/embed"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/embedded"
	"github.com/assayhq/assay/internal/ascii"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/system"
)

// document is the passages of a case, assembled as ingest assembles a file, in an index in memory.
type document struct {
	passages  []system.Passage
	sentences []sentence
	company   string // whose filing it is; empty is unknown
	index     *embedded.Index
}

// sentence is what is found and cited: a sentence of prose, or a row of a table as a line.
type sentence struct {
	text    string
	title   string // of its section, such as "Item 7"
	passage int
	first   int // line of the passage's text, from 1
	last    int
	scale   string // that a sentence before a table states for its figures, as a word
}

// read assembles and indexes the passages of a case.
func (s *setup) read(ctx context.Context, c *system.Case) (*document, error) {
	passages, err := s.passages(c)
	if err != nil {
		return nil, err
	}
	d := &document{passages: passages}
	for i := range passages {
		if err := d.add(i, passages[i].Text); err != nil {
			return nil, fmt.Errorf("case %q: %w", c.ID, err)
		}
	}
	records := make([]index.Record, len(d.sentences))
	texts := make([]string, len(d.sentences))
	for i := range d.sentences {
		texts[i] = d.sentences[i].text
		records[i] = index.Record{ID: strconv.Itoa(i), Text: texts[i]}
	}
	settings := embedded.Settings{Texts: &embedded.Texts{Analyzer: analyzer}}
	if s.Embedder != nil {
		vectors, err := s.Embedder.Embed(ctx, texts, model.ForDocument)
		if err != nil {
			return nil, err
		}
		for i, v := range vectors {
			records[i].Vector = v
			if len(v) > 0 {
				settings.Embedder = &embed.Info{Name: "given", Dimension: len(v)}
			}
		}
	}
	d.index, err = embedded.InMemory(settings, records)
	return d, err
}

// analyzer makes the terms of sentences and questions.
const analyzer = "filings"

// add assembles one passage. What pages repeat, tables of contents and signatures are no evidence and left out.
func (d *document) add(passage int, text string) error {
	rows, err := corpus.Assemble(text)
	if err != nil {
		return err
	}
	if d.company == "" {
		d.company = rows.Document.Company
	}
	sort.SliceStable(rows.Sentences, func(i, k int) bool {
		return rows.Sentences[i].SourceStart < rows.Sentences[k].SourceStart
	})
	isFurniture := furniture(rows.Sentences)
	lines := lineStarts(text)
	title, scale, stated := "", "", 0
	for i := range rows.Sentences {
		s := &rows.Sentences[i]
		if item := itemOf(s.Text); item != "" {
			title = item
		}
		if isFurniture[i] {
			continue
		}
		own := title
		if s.Section != "" && s.Section[0] >= '1' && s.Section[0] <= '9' {
			own = "Item " + s.Section
		}
		found := sentence{s.Text, own, passage, lineAt(lines, s.SourceStart), lineAt(lines, s.SourceEnd-1), ""}
		if word := statedScale(s.Text); word != "" && s.TableID < 0 {
			scale, stated = word, i
		}
		if s.TableID >= 0 && i-stated <= maxStated {
			found.scale = scale
		}
		d.sentences = append(d.sentences, found)
	}
	return nil
}

// maxStated is how many sentences before a row may state its table's scale.
const maxStated = 30

// statedScale is the scale that a caption such as "Assets (in thousands):" states; empty if it states none.
func statedScale(text string) string {
	open := strings.IndexByte(text, '(')
	if open < 0 {
		return ""
	}
	lower := strings.ToLower(text[open:])
	for _, word := range []string{"thousand", "million", "billion"} {
		if strings.Contains(lower, "in "+word+"s") {
			return word
		}
	}
	return ""
}

// lineStarts are the offsets at which the lines of a text begin.
func lineStarts(text string) []int {
	starts := []int{0}
	for i := range len(text) {
		if text[i] == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

func lineAt(starts []int, offset int64) int {
	return max(1, sort.Search(len(starts), func(i int) bool { return int64(starts[i]) > offset }))
}

// find is what answers a question best: the k best sentences by words and, where there are vectors, by both in one
// ranking, each with those around it.
func (d *document) find(ctx context.Context, s *setup, question string) ([]evidence, error) {
	hits, err := search(ctx, d.index, s.Embedder, withoutName(question, d.company), s.K)
	if err != nil {
		return nil, err
	}
	return d.shown(hits, s.Around), nil
}

// search asks an index, by words alone where the question has no vector.
func search(ctx context.Context, x *embedded.Index, e embed.Embedder, question string, k int) ([]index.Hit, error) {
	if strings.TrimSpace(question) == "" {
		return nil, nil
	}
	q := index.Query{Text: question, K: k}
	mode := embedded.BM25
	if e != nil && x.Manifest().Embedder != nil {
		vectors, err := e.Embed(ctx, []string{question}, model.ForQuery)
		if err != nil {
			return nil, err
		}
		if q.Vector = vectors[0]; q.Vector != nil {
			mode = embedded.Hybrid
		}
	}
	searcher, err := x.Searcher(mode)
	if err != nil {
		return nil, err
	}
	results, err := searcher.Search(ctx, []index.Query{q})
	if err != nil {
		return nil, err
	}
	return results[0].Hits, results[0].Err
}

// shown are sentences with those around them, best first. A sentence that is shown in one passage is not repeated in
// the next, nor is a passage that the document repeats word for word. Ids name the lines of the document.
func (d *document) shown(hits []index.Hit, around int) []evidence {
	taken := make([]bool, len(d.sentences))
	seen := map[string]bool{}
	var all []evidence
	for _, h := range hits {
		row, err := strconv.Atoi(h.ID)
		if err != nil || taken[row] {
			continue
		}
		from, to := d.window(row, around, taken)
		own := &d.sentences[row]
		var b strings.Builder
		for i := from; i < to; i++ {
			taken[i] = true
			if i > from {
				b.WriteByte('\n')
			}
			b.WriteString(d.sentences[i].text)
		}
		if seen[b.String()] {
			continue
		}
		seen[b.String()] = true
		id := fmt.Sprintf("%s#L%d-%d", d.passages[own.passage].ID, d.sentences[from].first, d.sentences[to-1].last)
		all = append(all, evidence{own.text, own.scale, system.Passage{ID: id, Title: own.title, Score: h.Score, Text: b.String()}})
	}
	return all
}

// window is the stretch around a sentence, within its passage and up to what is taken.
func (d *document) window(row, around int, taken []bool) (from, to int) {
	own := d.sentences[row].passage
	for from = row; from > 0 && row-from < around && !taken[from-1] && d.sentences[from-1].passage == own; {
		from--
	}
	for to = row + 1; to < len(d.sentences) && to-row <= around && !taken[to] && d.sentences[to].passage == own; {
		to++
	}
	return from, to
}

// withoutName is a question without the name of the company whose filing it is asked of: the name is everywhere in
// the filing, and most often in the parts without figures.
func withoutName(question, company string) string {
	name := strings.Fields(company)
	if len(name) == 0 {
		return question
	}
	words := strings.Fields(question)
	var kept []string
	for i := 0; i < len(words); {
		n := 0
		for n < len(name) && i+n < len(words) && sameWord(words[i+n], name[n]) {
			n++
		}
		if n > 1 || n == 1 && (len(name) == 1 || isProper(words[i]) && i > 0) {
			i += n
			continue
		}
		kept = append(kept, words[i])
		i++
	}
	if len(kept) == 0 {
		return question
	}
	return strings.Join(kept, " ")
}

// sameWord compares words without case, points and a possessive's end.
func sameWord(a, b string) bool {
	bare := func(s string) string {
		s = strings.ToLower(strings.Trim(s, ".,;:?!\"'()\u2018\u2019\u201c\u201d"))
		return strings.TrimSuffix(strings.TrimSuffix(s, "'s"), "\u2019s")
	}
	return bare(a) != "" && bare(a) == bare(b)
}

func isProper(word string) bool {
	return ascii.IsUpper(word[0]) || ascii.IsDigit(word[0])
}

const (
	maxHeading    = 160
	maxItemDigits = 2
)

// itemOf is the item that a heading names, as "Item 7A"; empty for what is no heading of an item.
func itemOf(line string) string {
	if len(line) < 6 || len(line) > maxHeading || !strings.EqualFold(line[:4], "item") {
		return ""
	}
	rest := strings.TrimLeft(line[4:], " ")
	n := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
	if n == 0 || n > maxItemDigits || len(rest) == len(line)-4 {
		return ""
	}
	name := "Item " + rest[:n]
	if n < len(rest) && rest[n]|0x20 >= 'a' && rest[n]|0x20 <= 'c' {
		name += strings.ToUpper(rest[n : n+1])
		n++
	}
	if n < len(rest) && !strings.ContainsRune(". :-\u2013\u2014(", []rune(rest[n:])[0]) {
		return ""
	}
	return name
}
