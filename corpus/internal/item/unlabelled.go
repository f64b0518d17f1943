package item

import (
	"bytes"
	"slices"

	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/internal/ascii"
)

// minUnlabelled is the least text of an item that is found without a label.
const minUnlabelled = 200

// unlabelled adds items that the form asks for and that have no heading with their number: the contents list links
// to them, or their title alone is the heading, or, of a quarterly report's statements, neither.
func (s *scanner) unlabelled(in []section, cs []candidate, parts []partMark, endBlock int) []section {
	from := s.contentsEnd(cs)
	if !s.f.all || len(in) == 0 && from == 0 && s.listAtEnd == 0 {
		return in
	}
	for row := range s.f.rows {
		r := &s.f.rows[row]
		if !r.asked(s.year) || slices.ContainsFunc(in, func(sec section) bool { return sec.answers(row, cs) }) {
			continue
		}
		k := slices.IndexFunc(in, func(sec section) bool { return sec.row > row })
		g := gap{from: from, to: endBlock}
		if k < 0 {
			k = len(in)
		} else {
			g.to = in[k].block
		}
		if k > 0 {
			g.from = in[k-1].block + 1
		}
		at, why := s.unlabelledAt(row, g, cs, parts)
		if at < 0 || s.startOf(g.to)-s.d.Blocks[at].Start < minUnlabelled {
			continue
		}
		sec := s.sectionAt(at, r.id, why)
		sec.row = row
		in = slices.Insert(in, k, sec)
	}
	return in
}

// answers reports whether a section is the row's, or has a heading that names the row, too.
func (sec *section) answers(row int, cs []candidate) bool {
	return sec.row == row || sec.candidate >= 0 && slices.Contains(cs[sec.candidate].covered, row)
}

// gap is the blocks in which an item may begin.
type gap struct{ from, to int }

// contentsEnd is the first block after the last contents list.
func (s *scanner) contentsEnd(cs []candidate) int {
	end := 0
	for i := range cs {
		if cs[i].contents && (s.listAtEnd == 0 || cs[i].block < s.listAtEnd) {
			end = cs[i].block + 1
		}
	}
	for end > 0 && end < len(s.d.Blocks) && s.d.Blocks[end].Table >= 0 && s.d.Blocks[end].Table == s.d.Blocks[end-1].Table {
		end++
	}
	return end
}

func (s *scanner) unlabelledAt(row int, g gap, cs []candidate, parts []partMark) (at int, why string) {
	r := &s.f.rows[row]
	listed := slices.IndexFunc(cs, func(c candidate) bool { return c.contents && c.best().row == row })
	if listed >= 0 {
		if at := s.linkTarget(cs[listed].at); at >= g.from && at < g.to {
			return at, "the contents list links to it"
		}
	}
	if listed >= 0 || r.core {
		for i := g.from; i < g.to; i++ {
			if s.isTitle(i, row) {
				return i, "its title alone is a heading, where its item is missing"
			}
		}
	}
	if r.id == "I.1" {
		return s.statements(g, parts)
	}
	return -1, ""
}

// linkTarget is the block that the first link within a span leads to, or -1.
func (s *scanner) linkTarget(within block.Span) int {
	for i := range s.d.Links {
		l := &s.d.Links[i]
		if l.Start < within.Start || l.Start >= within.End {
			continue
		}
		for k := range s.d.Anchors {
			if a := &s.d.Anchors[k]; a.Name == l.Target {
				return s.blockAt(a.At)
			}
		}
	}
	return -1
}

// isTitle reports whether a block is the row's own title, perhaps after its bare number, and nothing else.
func (s *scanner) isTitle(i, row int) bool {
	text, number := s.titleText(i)
	return len(text) > 0 && (number == "" || number == s.f.rows[row].label) && s.isTitled(row, plainTitle(text))
}

// titleText is the text of a block that looks like a heading, without the bare number that it may begin with.
func (s *scanner) titleText(i int) (text []byte, number string) {
	b := &s.d.Blocks[i]
	const never = block.Hidden | block.Linked | block.Joined | block.ListItem
	if b.Style&never != 0 || b.End == b.Start || s.inTable(i) {
		return nil, ""
	}
	text = s.head(i)
	const styled = block.Bold | block.Heading | block.Underlined | block.Centered | block.Large
	if l := bareLabel(text); l.end > 0 {
		text, number = firstSentence(text[l.end:]), l.numbers[0]
	} else if b.End-b.Start > maxNextTitle || b.Style&styled == 0 && hasLower(text) && !(s.unstyled && mayBeTitle(text)) {
		return nil, ""
	}
	if endsWithPage(text) {
		return nil, ""
	}
	return text, number
}

// mayBeTitle reports whether text without style can be a title.
func mayBeTitle(text []byte) bool { return len(text) <= shortBlock && ascii.IsUpper(text[0]) }

// isTitled reports whether a plain title is the row's own, or as much of it as makes it sure.
func (s *scanner) isTitled(row int, title []byte) bool {
	if s.titles == nil {
		s.titles = make([][][]byte, len(s.f.rows))
		for i := range s.f.rows {
			for _, t := range s.f.rows[i].titles {
				s.titles[i] = append(s.titles[i], plainTitle([]byte(t.text)))
			}
		}
	}
	for _, own := range s.titles[row] {
		if len(title) >= min(len(own), sureTitle) && len(title) <= len(own)+titleSlack &&
			(bytes.HasPrefix(title, own) || bytes.HasPrefix(own, title)) {
			return true
		}
	}
	return false
}

// plainTitle is a title's letters without articles, and with one word for the company that files the report.
func plainTitle(text []byte) []byte {
	title := normalizeTitle(text)
	for _, w := range [][2]string{{"companys", "registrants"}, {"shareholder", "stockholder"}, {"the", ""}, {"our", ""}} {
		title = bytes.ReplaceAll(title, []byte(w[0]), []byte(w[1]))
	}
	return title
}

// titleSlack is how many letters a title may have after the form's words.
const titleSlack = 12

// statementTitles begin the titles of the statements in a quarterly report, after words such as "condensed" and
// "consolidated".
var (
	statementTitles = []string{
		"statementof", "statementsof", "balancesheet", "incomestatement", "incomestatements", "earnings", "operations",
	}
	statementWords = []string{"unaudited", "interim", "condensed", "consolidated", "financial"}
)

// statements finds where the statements of a quarterly report begin: after the heading of Part I, or else with
// the page of the first of them.
func (s *scanner) statements(g gap, parts []partMark) (at int, why string) {
	first := -1
	for i := g.from; i < g.to && first < 0; i++ {
		if s.isStatementTitle(i) {
			first = i
		}
	}
	if first < 0 {
		return -1, ""
	}
	for _, p := range parts {
		if p.part == "I" && p.block >= g.from && p.block < first && first-p.block < statementReach {
			return p.block + 1, "the financial statements, which follow the heading of Part I"
		}
	}
	for at = first; at > g.from && s.d.Blocks[at-1].Page == s.d.Blocks[first].Page && s.mayHeadPage(at-1); at-- {
	}
	return at, "the page of the first financial statement"
}

// statementReach is how many blocks after the heading of Part I the first statement may be.
const statementReach = 30

// mayHeadPage reports whether a block is a line above the title of a statement, such as the company's name.
func (s *scanner) mayHeadPage(i int) bool {
	b := &s.d.Blocks[i]
	return b.End-b.Start <= shortBlock && b.Table < 0 && b.Style&(block.Linked|block.ListItem) == 0
}

func (s *scanner) isStatementTitle(i int) bool {
	b := &s.d.Blocks[i]
	text := s.d.Text[b.Start:b.End]
	if len(text) > shortBlock || b.Style&(block.Hidden|block.Linked|block.ListItem) != 0 || endsWithPage(text) ||
		bytes.IndexByte(text, '\t') >= 0 || len(text) == 0 || text[len(text)-1] == '.' || ascii.IsLower(text[0]) {
		return false
	}
	title := normalizeTitle(text)
	for again := true; again; {
		again = false
		for _, w := range statementWords {
			if rest, ok := bytes.CutPrefix(title, []byte(w)); ok {
				title, again = rest, true
			}
		}
	}
	return slices.ContainsFunc(statementTitles, func(t string) bool { return bytes.HasPrefix(title, []byte(t)) })
}
