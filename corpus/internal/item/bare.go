package item

import (
	"sort"

	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/internal/ascii"
)

// Some filers write the word "Item" only once, or never. Banks, above all, have a cross-reference index whose rows begin
// with the bare number: "7A. Quantitative and Qualitative Disclosures 64-124". Others head the items themselves by number
// and title, or by the titles alone. Such rows and headings are accepted only in a document that has almost no labels, and
// only many of them together.
const (
	maxLabelled      = 3
	minBareRows      = indexMinRows
	minBareQuarterly = 5
	minBareTitles    = 10
	minTitlesQuarter = 6
)

// bareRows adds rows and headings without labels to the candidates of a document without labels.
func (s *scanner) bareRows(found []candidate, parts []partMark) []candidate {
	if s.labelledRows(found) > maxLabelled || !s.f.annual() && !s.f.quarterly() {
		return found
	}
	var rows []candidate
	seen := map[int]bool{}
	part := ""
	for i := range s.d.Blocks {
		for len(parts) > 0 && parts[0].block <= i {
			part, parts = parts[0].part, parts[1:]
		}
		if c, ok := s.bareRow(i, part); ok && len(rows) < maxCandidates {
			rows = append(rows, c)
			seen[c.nodes[0].row] = true
		}
	}
	switch {
	case s.f.annual() && len(rows) >= minBareRows, s.f.quarterly() && len(seen) >= minBareQuarterly:
		found = append(found, rows...)
	case s.f.annual():
		found = append(found, s.bareTitles(minBareTitles)...)
	default:
		found = append(found, s.bareTitles(minTitlesQuarter)...)
	}
	sort.SliceStable(found, func(i, j int) bool { return found[i].at.Start < found[j].at.Start })
	return found
}

// labelledRows counts the rows of the form that have a labelled heading.
func (s *scanner) labelledRows(found []candidate) int {
	labelled := map[int]bool{}
	for i := range found {
		if n := found[i].best(); n.terms.sum() >= minWeight {
			labelled[n.row] = true
		}
	}
	return len(labelled)
}

// bareLabel reads an item's number and what separates it from a title; its end is 0 if text does not begin so.
func bareLabel(text []byte) label {
	c := cursor{b: text}
	c.skipLead()
	if c.at(c.i) == '(' {
		c.i++
	}
	var l label
	if !ascii.IsDigit(c.at(c.i)) || !c.number(&l) {
		return label{}
	}
	if from := c.i; !c.separators() && c.i == from {
		return label{}
	}
	l.end = c.i
	return l
}

// bareRow reads block i as a row of a table, or a heading, that begins with an item's number, followed by its title.
func (s *scanner) bareRow(i int, part string) (candidate, bool) {
	b := &s.d.Blocks[i]
	if b.Style&block.Hidden != 0 || b.Table >= 0 && b.End-b.Start > longBlock || b.End-b.Start < 2 {
		return candidate{}, false
	}
	head := s.head(i)
	l := bareLabel(head)
	if l.end == 0 || s.inTable(i) && s.f.quarterly() {
		return candidate{}, false
	}
	rest := head[l.end:]
	c := candidate{block: i, label: l, at: b.Span, titleAt: b.Start + int32(l.end), covers: -1, page: endsWithPage(rest)}
	for _, r := range s.byKey[l.numbers[0]] {
		row := &s.f.rows[r]
		switch {
		case s.inTable(i) && len(rest) > 0 && row.match(normalizeTitle(rest)) == full:
			c.nodes = append(c.nodes, node{r, termTitle | termBareNumber})
		case s.inTable(i) || b.Style&block.Joined != 0:
		case len(rest) > 0 && s.isTitled(r, plainTitle(rest)), s.isTitled(r, plainTitle(firstSentence(rest))):
			c.nodes = append(c.nodes, node{r, termTitle | termBareNumber | styleTerms(b.Style) | s.partTerm(r, part)})
		case len(rest) == 0 && s.isTitled(r, plainTitle(s.next(i))):
			c.nodes = append(c.nodes, node{r, termNextTitle | termBareNumber | styleTerms(b.Style) | s.partTerm(r, part)})
		}
	}
	return c, len(c.nodes) > 0
}

// inTable reports whether a block is a row of a table with others; a table of one row may be a heading.
func (s *scanner) inTable(i int) bool {
	t := s.d.Blocks[i].Table
	return t >= 0 && s.d.Tables[t].Blocks.End-s.d.Tables[t].Blocks.Start > 1
}

// bareTitles are the headings that are an item's title alone, in a document that has many of them in the form's order.
func (s *scanner) bareTitles(least int) []candidate {
	s.unstyled = true
	var titles []candidate
	for i := range s.d.Blocks {
		if c, ok := s.bareTitle(i); ok && len(titles) < maxCandidates {
			titles = append(titles, c)
		}
	}
	if s.unstyled = len(chain(titles, len(s.f.rows))) >= least; !s.unstyled {
		return nil
	}
	return titles
}

// bareTitle reads block i as a heading that is an item's title alone.
func (s *scanner) bareTitle(i int) (candidate, bool) {
	text, number := s.titleText(i)
	if len(text) == 0 || number != "" {
		return candidate{}, false
	}
	b := &s.d.Blocks[i]
	title := plainTitle(text)
	for r := range s.f.rows {
		if s.f.rows[r].mayStand(s.year) && s.isTitled(r, title) {
			t := termTitle | termBareNumber | styleTerms(b.Style)
			return candidate{block: i, at: b.Span, titleAt: b.Start, covers: -1, nodes: []node{{r, t}}}, true
		}
	}
	return candidate{}, false
}
