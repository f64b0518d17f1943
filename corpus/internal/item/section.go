package item

import (
	"sort"

	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/internal/ascii"
)

// section is the part of the document under one heading.
type section struct {
	row       int // of the form; -1 for a section without a number
	id        string
	candidate int // -1 for a section without a number
	block     int // of its heading
	start     int32
	end       int32
	numbered  bool // officers under a number that the form does not have
	resumed   bool // continues the section of the same row before the one before it
	rest      bool // answers for the items of Part III that follow it, too
	why       string
}

// sectionAt is a section without a number that begins with block i.
func (s *scanner) sectionAt(i int, id, why string) section {
	return section{row: -1, candidate: -1, id: id, block: i, start: s.d.Blocks[i].Start, why: why}
}

// isPart reports whether a section is the heading of a part.
func (s *section) isPart() bool { return s.row < 0 && s.id != ExecutiveOfficers && s.id != AfterItems }

// sections cuts the document at the chosen headings. A section ends at the next heading in the
// document, whatever its number.
func (s *scanner) sections(cs []candidate, links []link, parts []partMark) (out []section, back int32) {
	for _, l := range links {
		c := &cs[l.candidate]
		out = append(out, section{row: l.row, id: s.f.rows[l.row].id, candidate: l.candidate, block: c.block, start: c.at.Start})
	}
	sort.Slice(out, func(i, j int) bool { return out[i].start < out[j].start })
	end, endBlock := int32(len(s.d.Text)), len(s.d.Blocks)
	if len(out) > 0 {
		end, endBlock = s.end(out[len(out)-1].block)
	} else if from := s.contentsEnd(cs); from > 0 || s.listAtEnd > 0 {
		end, endBlock = s.end(from)
	}
	setEnds(out, end)
	if s.indexed = s.isIndex(cs, out); !s.indexed {
		out = s.unlabelled(out, cs, parts, endBlock)
	}
	if s.f.annual() {
		out = s.deferredPart(out, parts, endBlock)
		out = s.cutOfficers(out, endBlock)
	}
	out = s.cutTail(out, endBlock)
	out = s.cutParts(out, outsideContents(parts, cs))
	setEnds(out, end)
	return out, end
}

// setEnds ends each section where the next one starts.
func setEnds(secs []section, end int32) {
	for i := range secs {
		secs[i].end = end
		if i+1 < len(secs) {
			secs[i].end = secs[i+1].start
		}
	}
}

// end is where the last section ends: at the signatures, or else at an exhibit index, or else with the
// document.
func (s *scanner) end(from int) (int32, int) {
	index := -1
	for i := from + 1; i < len(s.d.Blocks); i++ {
		b := &s.d.Blocks[i]
		if b.Style&block.Hidden != 0 || b.End-b.Start < 9 {
			continue
		}
		head := s.d.Text[b.Start:min(b.End, b.Start+90)]
		switch title := normalizeTitle(head); {
		case len(title) < 20 && isSignatures(title) && b.Style&block.Linked == 0,
			ascii.HasPrefixFold(head, "pursuant to the requirements of section 13"),
			ascii.HasPrefixFold(head, "pursuant to the requirements of the securities exchange act"):
			return b.Start, i
		case index < 0 && (string(title) == "exhibitindex" || string(title) == "indextoexhibits"):
			index = i
		}
	}
	if index >= 0 {
		return s.d.Blocks[index].Start, index
	}
	return int32(len(s.d.Text)), len(s.d.Blocks)
}

func isSignatures(title []byte) bool {
	switch string(title) {
	case "signature", "signatures", "signaturepage", "signaturespage":
		return true
	}
	return false
}

// cutOfficers opens the section on executive officers inside or after the items of Part I.
func (s *scanner) cutOfficers(in []section, endBlock int) []section {
	out := make([]section, 0, len(in)+2)
	done := false
	for k, sec := range in {
		out = append(out, sec)
		if done || sec.row < 0 || s.f.rows[sec.row].part != "I" {
			continue
		}
		limit := endBlock
		if k+1 < len(in) {
			limit = in[k+1].block
		}
		for i := sec.block + 1; i < limit; i++ {
			opens, numbered := s.officersHeading(i)
			if !opens {
				continue
			}
			done = true
			o := s.sectionAt(i, ExecutiveOfficers, "a heading that names the executive officers, in Part I")
			o.numbered = numbered
			if numbered {
				o.why = "a heading that names the executive officers under a number that the form does not have"
			}
			out = append(out, o)
			if s.f.rows[sec.row].id == "1" {
				if r := s.resumes(i, limit); r < limit {
					again := sec
					again.block, again.start, again.resumed = r, s.d.Blocks[r].Start, true
					out = append(out, again)
				}
			}
			break
		}
	}
	return out
}

// AfterItems is the id of what a filer appends after answering the form's last item with "None", often
// its financial statements: it belongs to no item.
const AfterItems = "after_items"

// minTail is the least text that is no longer the end of the last item.
const minTail = 400

// cutTail gives text after the answer to the form's last item a section of its own.
func (s *scanner) cutTail(in []section, endBlock int) []section {
	if len(in) == 0 || in[len(in)-1].row != len(s.f.rows)-1 {
		return in
	}
	last := in[len(in)-1]
	for i := last.block; i < endBlock && i <= last.block+tailBlocks; i++ {
		b := &s.d.Blocks[i]
		text := s.d.Text[b.Start:b.End]
		if i == last.block {
			l, _ := parseLabel(text)
			text = text[min(len(text), l.end):]
			text = text[min(len(text), len(firstSentence(text))+1):]
		}
		if b.Style&block.Joined != 0 || i+1 < endBlock && s.d.Blocks[i+1].Style&block.Joined != 0 {
			continue // a line of a paragraph
		}
		if nothing(text) && i+1 < endBlock && s.startOf(endBlock)-b.End > minTail {
			return append(in, s.sectionAt(i+1, AfterItems, "text after the answer to the form's last item"))
		}
	}
	return in
}

// tailBlocks is over how many blocks the answer to the last item is looked for.
const tailBlocks = 4

// maxPartText is the most text that may be between a part's heading and its first item and still
// belong to the part as a whole.
const maxPartText = 4000

// outsideContents are the marks that do not head a contents list at the front of the filing.
func outsideContents(parts []partMark, cs []candidate) []partMark {
	out := make([]partMark, 0, len(parts))
	k := 0
	front := true
	for _, p := range parts {
		for k < len(cs) && cs[k].block < p.block {
			front = front && !cs[k].chosen
			k++
		}
		if !front || k == len(cs) || !cs[k].contents {
			out = append(out, p)
		}
	}
	return out
}

// cutParts gives the heading of a part, with the text about the part as a whole, a section of its
// own, so that "PART II" is not the last sentence of Item 4.
func (s *scanner) cutParts(in []section, parts []partMark) []section {
	out := make([]section, 0, len(in)+len(parts))
	p := 0
	for k, sec := range in {
		from := 0
		if k > 0 {
			from = in[k-1].block + 1
		}
		mark := -1
		for p < len(parts) && parts[p].block < sec.block {
			if parts[p].block >= from && s.opensPart(parts[p], in, k) && (mark < 0 || k == 0 || !s.isDivider(mark, sec.block)) {
				mark = parts[p].block
			}
			p++
		}
		if mark >= 0 {
			out = append(out, s.sectionAt(mark, "part_"+s.f.rows[sec.row].partIn(s.year), "the heading of a part"))
		}
		out = append(out, sec)
	}
	return out
}

// isDivider reports whether the blocks from a part's heading to an item's are the list of items on a page that divides
// the parts.
func (s *scanner) isDivider(from, to int) bool {
	for i := from; i < to; i++ {
		if b := &s.d.Blocks[i]; b.End-b.Start > maxNextTitle || b.Style&block.Joined != 0 {
			return false
		}
	}
	return true
}

// opensPart reports whether a mark is the heading of the part that the k-th section opens.
func (s *scanner) opensPart(m partMark, in []section, k int) bool {
	sec := in[k]
	if sec.row < 0 || sec.resumed || s.f.rows[sec.row].partIn(s.year) != m.part {
		return false
	}
	if k > 0 && in[k-1].row >= 0 && s.f.rows[in[k-1].row].partIn(s.year) == m.part {
		return false
	}
	return sec.start-s.d.Blocks[m.block].Start <= maxPartText
}

// deferredPart finds a Part III without item headings, which is one paragraph that incorporates all of
// its items by reference, and opens Item 10 there for all of them.
func (s *scanner) deferredPart(in []section, parts []partMark, endBlock int) []section {
	first, last := s.f.deferrable()
	if s.f.rows[last].id == "14" {
		last-- // it may be the exhibits, or have a heading while the others have none
	}
	at := len(in)
	for k, sec := range in {
		if sec.row >= first && sec.row <= last {
			return in
		}
		if sec.row > last && at == len(in) {
			at = k
		}
	}
	from, to := 0, endBlock
	if at > 0 {
		from = in[at-1].block
	}
	if at < len(in) {
		to = in[at].block
	}
	for _, p := range parts {
		if p.part != "III" || p.block <= from || p.block >= to {
			continue
		}
		next := to
		text := s.d.Text[s.d.Blocks[p.block].Start:s.startOf(next)]
		if len(text) > maxPointer || !defers(text) {
			continue
		}
		sec := s.sectionAt(p.block, s.f.rows[first].id, "Part III is one paragraph that incorporates its items by reference")
		sec.row, sec.rest = first, true
		out := append(in[:at:at], sec)
		return append(out, in[at:]...)
	}
	return in
}

func (s *scanner) startOf(i int) int32 {
	if i < len(s.d.Blocks) {
		return s.d.Blocks[i].Start
	}
	return int32(len(s.d.Text))
}
