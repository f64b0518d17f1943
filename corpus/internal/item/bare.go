package item

import (
	"sort"

	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/internal/ascii"
)

// Some filers, banks above all, write the word "Item" only once, above a cross-reference index whose
// rows begin with the bare number: "7A. Quantitative and Qualitative Disclosures 64-124". Such rows
// are accepted only in a document that has almost no labels, and only many of them together.
const (
	maxLabelled = 3
	minBareRows = indexMinRows
)

// bareRows adds the rows of an index without labels to the candidates of a document without labels.
func (s *scanner) bareRows(found []candidate) []candidate {
	labelled := map[int]bool{}
	for i := range found {
		if n := found[i].best(); n.terms.sum() >= minWeight {
			labelled[n.row] = true
		}
	}
	if len(labelled) > maxLabelled || !s.f.annual() {
		return found
	}
	var rows []candidate
	for i := range s.d.Blocks {
		if c, ok := s.bareRow(i); ok && len(rows) < maxCandidates {
			rows = append(rows, c)
		}
	}
	if len(rows) < minBareRows {
		return found
	}
	found = append(found, rows...)
	sort.SliceStable(found, func(i, j int) bool { return found[i].at.Start < found[j].at.Start })
	return found
}

// bareRow reads block i as a table row that begins with an item's number, followed by its title.
func (s *scanner) bareRow(i int) (candidate, bool) {
	b := &s.d.Blocks[i]
	if b.Table < 0 || b.Style&block.Hidden != 0 || b.End-b.Start > longBlock || b.End-b.Start < 6 {
		return candidate{}, false
	}
	c := cursor{b: s.head(i)}
	c.skipLead()
	if !ascii.IsDigit(c.at(c.i)) {
		return candidate{}, false
	}
	var l label
	if !c.number(&l) || !c.separators() && c.at(c.i-1) != '\t' {
		return candidate{}, false
	}
	l.end = c.i
	rest := c.b[c.i:]
	for _, r := range s.byKey[l.numbers[0]] {
		if s.f.rows[r].match(normalizeTitle(rest)) == full {
			return candidate{block: i, label: l, at: b.Span, titleAt: b.Start + int32(l.end), covers: -1,
				page: endsWithPage(rest), nodes: []node{{r, termTitle | termBareNumber}}}, true
		}
	}
	return candidate{}, false
}
