package gold

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/assayhq/assay/corpus/store"
)

// Anchor is a sentence whose neighbours a search for it should find.
type Anchor struct {
	ID       string `json:"id"`
	Text     string `json:"text"`
	Class    int64  `json:"class"` // the same for sentences of the same text
	DocID    string `json:"doc_id"`
	CIK      int64  `json:"cik_int"`
	Company  string `json:"name"`
	Year     int32  `json:"report_year"`
	Form     string `json:"form_type"`
	Section  string `json:"section_name"`
	Position int32  `json:"sentence_pos"`
	Length   int    `json:"section_sentences"` // sentences of its section
	Window   int    `json:"window"`            // in which its golds were found
	Golds    []Near `json:"golds"`             // nearest first; none if the anchor is uncovered
}

// Entity identifies the company that an anchor is about: by its central index key, which survives a change of
// name, else by its name, else by the document.
func (a *Anchor) Entity() string { return entity(a.CIK, a.Company, a.DocID) }

func entity(cik int64, name, doc string) string {
	if cik != 0 {
		return fmt.Sprintf("%010d", cik)
	}
	return cmp.Or(name, doc)
}

// Near is a gold of an anchor.
type Near struct {
	ID    string `json:"id"`
	Class int64  `json:"class"`
}

// buckets are the ranges of section lengths by which results are split.
var buckets = []struct {
	Name string
	Less int // sentences
}{{"1-9", 10}, {"10-19", 20}, {"20-39", 40}, {"40+", math.MaxInt}}

// Bucket is the bucket of a section's length.
func Bucket(sentences int) string {
	for _, b := range buckets {
		if sentences < b.Less {
			return b.Name
		}
	}
	return ""
}

// section is what drawing needs to know of one section of one document.
type section struct {
	doc, name string // name is the section's id
	company   string
	year      int32
	length    int // sentences
	usable    int // sentences that may be anchors
}

// Drawn says what anchors were drawn from.
type Drawn struct {
	Sentences int            `json:"sentences"`
	Sections  int            `json:"sections"`
	Usable    int            `json:"usable"`   // sentences that may be anchors
	Excluded  map[string]int `json:"excluded"` // sentences, by why they are neither anchor nor gold
	// Uncovered counts the eligible sentences of usable sections with too few golds; under KeepUncovered, with none.
	Uncovered int `json:"uncovered"`
}

// Draw draws n anchors. Sections are put in an order by company, year, name and length, companies shuffled by
// the seed, and anchors are taken at equal steps of usable sentences along it: every company, year and kind of
// section gets its share, and each usable sentence has the same chance, up to the most that a section may
// give.
func Draw(ctx context.Context, c *store.Corpus, r Rules, n int, seed uint64) ([]Anchor, *Drawn, error) {
	if err := r.Check(); err != nil {
		return nil, nil, fmt.Errorf("draw anchors: %w", err)
	}
	if n < 1 {
		return nil, nil, fmt.Errorf("draw anchors: want at least 1, got %d", n)
	}
	d := &Drawn{Excluded: map[string]int{}}
	sections, err := survey(ctx, c, &r, d)
	if err != nil {
		return nil, nil, fmt.Errorf("draw anchors: %w", err)
	}
	takes := share(sections, r.PerSection, n, seed)
	anchors, err := take(ctx, c, &r, takes, seed)
	if err != nil {
		return nil, nil, fmt.Errorf("draw anchors: %w", err)
	}
	return anchors, d, nil
}

// survey reads every sentence once and lists the sections that have usable ones.
func survey(ctx context.Context, c *store.Corpus, r *Rules, d *Drawn) (all []section, err error) {
	err = eachSection(ctx, c, store.Query{}, func(sentences []row) {
		d.Sections++
		d.Sentences += len(sentences)
		usable, reasons := r.usable(sentences)
		for reason, n := range reasons {
			d.Excluded[reason] += n
		}
		if len(sentences) < r.MinSection {
			return
		}
		n := 0
		for i := range usable {
			if usable[i] == nil {
				continue
			}
			if r.KeepUncovered || usable[i].covered {
				n++
			}
			if !usable[i].covered {
				d.Uncovered++
			}
		}
		d.Usable += n
		if n > 0 {
			s := &sentences[0]
			all = append(all, section{s.DocID, s.Section, entity(s.CIK, s.Company, s.DocID), s.Year, len(sentences), n})
		}
	})
	return all, err
}

// golds are those of an eligible sentence.
type golds struct {
	window  int
	near    []int // indexes in the section, nearest first
	covered bool
}

// usable finds the golds of the eligible sentences of a section, and counts the others by reason. A sentence
// that is not eligible has nil.
func (r *Rules) usable(sentences []row) ([]*golds, map[string]int) {
	reasons := map[string]int{}
	isEligible := make([]bool, len(sentences))
	for i := range sentences {
		reason := r.judge(&sentences[i])
		if isEligible[i] = reason == eligible; !isEligible[i] {
			reasons[reason]++
		}
	}
	usable := make([]*golds, len(sentences))
	for i := range sentences {
		if isEligible[i] {
			usable[i] = r.golds(isEligible, i)
		}
	}
	return usable, reasons
}

// golds widens the window until there are enough golds or it may grow no more.
func (r *Rules) golds(eligible []bool, at int) *golds {
	g := &golds{window: r.Window}
	for step := 1; step <= r.MaxWindow; step++ {
		if step > r.Window {
			if len(g.near) >= r.MinGolds {
				break
			}
			g.window = step
		}
		for _, i := range []int{at - step, at + step} {
			if i >= 0 && i < len(eligible) && eligible[i] {
				g.near = append(g.near, i)
			}
		}
	}
	g.covered = len(g.near) >= r.MinGolds
	if r.KeepUncovered {
		g.covered = len(g.near) > 0
	}
	return g
}

// eachSection calls do with the sentences of each section of the chosen documents, in order. A section may be in
// several places of its document, so one document is held in memory.
func eachSection(ctx context.Context, c *store.Corpus, q store.Query, do func([]row)) error {
	var doc []row
	flush := func() {
		slices.SortStableFunc(doc, func(a, b row) int {
			return cmp.Or(cmp.Compare(a.Section, b.Section), cmp.Compare(a.Position, b.Position))
		})
		for len(doc) > 0 {
			n := 1
			for n < len(doc) && doc[n].Section == doc[0].Section {
				n++
			}
			do(doc[:n])
			doc = doc[n:]
		}
	}
	id := ""
	for s, err := range store.Select[row](c, "sentences", q) {
		if err != nil {
			return err
		}
		if s.DocID != id {
			if err := ctx.Err(); err != nil {
				return err
			}
			flush()
			doc, id = nil, s.DocID
		}
		doc = append(doc, s)
	}
	flush()
	return nil
}

// share returns how many anchors each section gives, by document and section.
func share(sections []section, most, n int, seed uint64) map[string]map[string]int {
	order := slices.Clone(sections)
	slices.SortFunc(order, func(a, b section) int {
		return cmp.Or(
			cmp.Compare(lot(seed, a.company), lot(seed, b.company)), cmp.Compare(a.company, b.company),
			cmp.Compare(a.year, b.year), cmp.Compare(a.name, b.name), cmp.Compare(a.length, b.length), cmp.Compare(a.doc, b.doc))
	})
	total := 0
	for i := range order {
		total += min(order[i].usable, most)
	}
	takes := map[string]map[string]int{}
	if total == 0 {
		return takes
	}
	step := max(float64(total)/float64(n), 1)
	next := step * rand.New(rand.NewPCG(seed, 1)).Float64()
	if step == 1 {
		next = 0 // every usable sentence is taken
	}
	at := 0
	for i := range order {
		at += min(order[i].usable, most)
		for ; next < float64(at); next += step {
			s := &order[i]
			if takes[s.doc] == nil {
				takes[s.doc] = map[string]int{}
			}
			takes[s.doc][s.name]++
		}
	}
	return takes
}

// take draws the anchors from the documents that give any.
func take(
	ctx context.Context, c *store.Corpus, r *Rules, takes map[string]map[string]int, seed uint64,
) (anchors []Anchor, err error) {
	if len(takes) == 0 {
		return nil, nil
	}
	var docs []string
	for doc := range takes {
		docs = append(docs, doc)
	}
	slices.Sort(docs)
	err = eachSection(ctx, c, store.Query{Documents: docs}, func(sentences []row) {
		n := takes[sentences[0].DocID][sentences[0].Section]
		if n == 0 {
			return
		}
		usable, _ := r.usable(sentences)
		var places []int
		for i, g := range usable {
			if g != nil && (r.KeepUncovered || g.covered) {
				places = append(places, i)
			}
		}
		slices.SortFunc(places, func(a, b int) int {
			return cmp.Or(cmp.Compare(lot(seed, sentences[a].ID), lot(seed, sentences[b].ID)), cmp.Compare(a, b))
		})
		places = places[:min(n, len(places))]
		slices.Sort(places)
		for _, at := range places {
			anchors = append(anchors, anchorAt(sentences, at, usable[at]))
		}
	})
	return anchors, err
}

// lot is a pseudo-random number of a company or a sentence. It depends on the seed and the name alone, so that
// adding another to the corpus does not change the order of the rest.
func lot(seed uint64, name string) uint64 {
	h := fnv.New64a()
	h.Write(binary.LittleEndian.AppendUint64(nil, seed))
	h.Write([]byte(name))
	return h.Sum64()
}

func anchorAt(sentences []row, at int, g *golds) Anchor {
	s := &sentences[at]
	a := Anchor{
		ID: s.ID, Text: s.Text, Class: s.TextHash, DocID: s.DocID, CIK: s.CIK, Company: s.Company, Year: s.Year, Form: s.Form,
		Section: s.SectionName, Position: s.Position, Length: len(sentences), Window: g.window, Golds: []Near{},
	}
	if g.covered {
		for _, i := range g.near {
			a.Golds = append(a.Golds, Near{sentences[i].ID, sentences[i].TextHash})
		}
	}
	return a
}
