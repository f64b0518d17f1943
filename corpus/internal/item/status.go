package item

import (
	"bytes"
	"fmt"

	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/internal/ascii"
)

// maxPointer is the length up to which an item can be nothing but a reference to another place.
const maxPointer = 1500

// deferrals are phrases of a sentence that refers the reader elsewhere.
var deferrals = []string{
	"incorporated by reference", "incorporated herein by reference", "incorporated in this", "incorporated into this",
	"incorporated by this reference",
	"incorporated herein", "by reference",
}

// pointers are phrases of a sentence that only names the place where something is found.
var pointers = []string{
	"information required by", "information called for", "required by this item", "response to this item", "refer to",
	"set forth", "included in", "includes the", "contained in",
	"included under", "included on", "contained under", "contained on", "found in", "found on", "found under",
	"found beginning", "appearing", "appears ", "appear on", "appear under", "appear in", "presented in",
	"will be included",
	"submitted as", "incorporate", "incorporates", "see ", "is provided in", "is discussed", "are discussed",
	"described in", "described under", "for a description", "for a discussion", "for discussion",
	"for information", "included elsewhere", "pages ", "discussion responsive", "will be filed", "filed as",
	"index to", "listed in", "attached", "deemed to be filed", "deemed filed",
}

// outside are the documents that items are deferred to.
var outside = []string{
	"proxy statement", "annual report to s", "exhibit 13", "information statement", "report to shareholders",
	"report to stockholders", "report to shareowners", "schedule 14a", "in exhibit ",
}

// containsAny reports whether text contains one of the lower-case phrases, in any case, at the start of a
// word.
func containsAny(text []byte, phrases []string) bool {
	for i := range text {
		if i > 0 && ascii.IsAlnum(text[i-1]) {
			continue
		}
		first := text[i] | 0x20
		for _, p := range phrases {
			if p[0] == first && ascii.HasPrefixFold(text[i:], p) {
				return true
			}
		}
	}
	return false
}

// defers reports whether text incorporates another document by reference.
func defers(text []byte) bool { return containsAny(text, deferrals) }

// nothing reports whether an item's body is empty of content by its own word: "None.", "[Reserved]".
func nothing(body []byte) bool {
	plain := normalizeTitle(body)
	for _, w := range nothings {
		if string(plain) == w {
			return true
		}
	}
	if len(body) > maxNothing {
		return false
	}
	for _, w := range nothingStarts {
		if bytes.HasPrefix(plain, []byte(w)) {
			return !ascii.HasPrefixFold(bytes.TrimLeft(body, " \t\v"), "none of ") // "None of our sites is leased."
		}
	}
	return containsAny(body, exemptions)
}

// maxNothing is the length up to which an answer that begins with "Not applicable" holds nothing else.
const maxNothing = 320

var (
	nothings = []string{
		"none", "notapplicable", "reserved", "removedandreserved", "na", "notrequired", "omitted", "nil", "notused",
		"nonetoreport",
	}
	nothingStarts = []string{
		"none", "notapplicable", "notrequired", "reserved", "removedandreserved", "thisitemisnotapplicable",
		"therewereno", "therehavebeenno", "therehasbeenno", "nomatterwas", "therearenoitems", "nomatterswere", "nomattersrequire",
		"nochanges", "therearenounresolved", "therearenone", "thereisnone", "nodisclosure",
	}
	exemptions = []string{
		"not required to provide", "not required for smaller", "not required for a smaller",
		"smaller reporting companies are not required", "not applicable to smaller", "not elected to include",
		"not elected to provide",
	}
)

// An item refers elsewhere if what else it says is at most the smaller of these, in letters and as a
// share of all: a lead-in is allowed, a holder count is content.
const (
	maxOwnLetters = 90
	ownShare      = 0.34
)

// referral reports whether a body is nothing but references to other places: to another document, or to
// another place in this one.
type referral uint8

const (
	noReferral referral = iota
	inside              // only names places of this document
	external            // incorporates another document, or says that it incorporates
)

func refers(body []byte) referral {
	if len(body) > maxPointer {
		return noReferral
	}
	own, pointing := 0, 0
	list := false // the lines after "The following are incorporated by reference:"
	for _, sentence := range roughSentences(body) {
		n := countLetters(sentence)
		list = list && len(sentence) < maxNextTitle || defers(sentence) && sentence[len(sentence)-1] == ':'
		switch {
		case list, containsAny(sentence, pointers), containsAny(sentence, outside):
			pointing += n
		case isHeadline(sentence):
		case hasAmount(sentence):
			return noReferral
		default:
			own += n
		}
	}
	switch {
	case pointing < minReferral || own > maxOwnLetters || float64(own) > ownShare*float64(own+pointing):
		return noReferral
	case defers(body) || containsAny(body, outside):
		return external
	}
	return inside
}

// hasAmount reports whether a sentence states a figure such as "21,000": that is content, however short.
func hasAmount(sentence []byte) bool {
	for i := 1; i+3 < len(sentence); i++ {
		after := sentence[i+1 : i+4]
		if sentence[i] == ',' && ascii.IsDigit(sentence[i-1]) &&
			ascii.IsDigit(after[0]) && ascii.IsDigit(after[1]) && ascii.IsDigit(after[2]) {
			return true
		}
	}
	return false
}

// minReferral is how many letters it takes to refer to anything.
const minReferral = 12

func countLetters(text []byte) int {
	n := 0
	for _, b := range text {
		if ascii.IsLetter(b) {
			n++
		}
	}
	return n
}

// isHeadline reports whether a sentence is a sub-heading: a few words, none of them ending it.
func isHeadline(sentence []byte) bool {
	return len(sentence) < 70 && len(sentence) > 0 && sentence[len(sentence)-1] != '.' &&
		ascii.IsUpper(sentence[0]) && !bytes.ContainsAny(sentence, "0123456789\t")
}

// roughSentences cuts text at full stops before a blank and at breaks; for weighing, not for citing.
func roughSentences(text []byte) [][]byte {
	var out [][]byte
	from := 0
	for i, b := range text {
		end := i
		switch {
		case b == '\n' || b == '\v':
		case b == '.' && i+2 < len(text) && text[i+1] == ' ' && !ascii.IsLower(text[i+2]) &&
			!ascii.IsDigit(text[i+2]) && !endsCitation(text[from:i]):
			end = i + 1
		default:
			continue
		}
		out = append(out, bytes.TrimSpace(text[from:end]))
		from = i + 1
	}
	return append(out, bytes.TrimSpace(text[from:]))
}

// endsCitation reports whether text ends as the name of a place does: "Item 7A", "Note 12", "No".
func endsCitation(text []byte) bool {
	if bytes.HasSuffix(text, []byte("No")) {
		return true
	}
	i := len(text)
	for i > 0 && len(text)-i < 4 && ascii.IsAlnum(text[i-1]) {
		i--
	}
	for i > 0 && blank(text, i-1) > 0 {
		i--
	}
	return i >= 4 && (ascii.HasPrefixFold(text[i-4:], "item") || ascii.HasPrefixFold(text[i-4:], "note"))
}

// judge sets the status of an item that has a heading, from that heading's title and its text
// without the furniture of its pages.
func (s *scanner) judge(it *Item, title, body []byte) {
	if nothing(body) || countLetters(body) == 0 && isVacant(normalizeTitle(title)) {
		it.Status = ReservedOrNone
		it.Rule += "; its text is an answer without content"
		return
	}
	kind := refers(body)
	if bytes.Contains(normalizeTitle([]byte(it.Title)), []byte("exhibits")) {
		kind = noReferral // a list of exhibits and statements names other places by its nature
	}
	switch kind {
	case external:
		it.Status = ByReference
		it.Rule += fmt.Sprintf("; its %d bytes of text refer to another document", len(body))
	case inside:
		it.Status = ByReference
		it.Rule += fmt.Sprintf("; its %d bytes of text refer to another place in this document", len(body))
	default:
		it.Status = Extracted
	}
	if countLetters(body) == 0 {
		it.Flags = append(it.Flags, headingOnly)
	}
}

// maxFurniture is the longest block that may be the furniture of a page: its number, a running title.
const maxFurniture = 90

// body is the visible text of a span without page furniture, as far as a status depends on it.
func (s *scanner) body(from, to int32) []byte {
	var out []byte
	i := s.blockAt(from)
	if i > 0 && s.d.Blocks[i-1].End > from {
		i-- // the text runs on in the block of the heading
	}
	for ; i < len(s.d.Blocks) && s.d.Blocks[i].Start < to && len(out) <= maxPointer; i++ {
		b := &s.d.Blocks[i]
		text := s.d.Text[max(b.Start, from):max(b.End, from)]
		if b.Style&block.Hidden != 0 || isFurniture(text, s.atPageEdge(i)) {
			continue
		}
		if b.Style&block.Joined != 0 && len(out) > 0 {
			out[len(out)-1] = ' '
		}
		out = append(append(out, text[:min(len(text), maxPointer+1)]...), '\n')
	}
	return out
}

// pageEdge is how many blocks from a page break a running title may be.
const pageEdge = 3

// atPageEdge reports whether a block is next to a page break.
func (s *scanner) atPageEdge(i int) bool {
	page := s.d.Blocks[i].Page
	return s.d.Blocks[max(0, i-pageEdge)].Page != page || s.d.Blocks[min(len(s.d.Blocks)-1, i+pageEdge)].Page != page
}

// isFurniture reports whether a block belongs to the page and not to its text. Away from the edge of a
// page a number at the end of a line may be a figure.
func isFurniture(text []byte, edge bool) bool {
	if len(text) > maxFurniture || len(text) == 0 {
		return false
	}
	switch {
	case isPageOnly(text) && bytes.IndexByte(text, '\t') < 0,
		ascii.HasPrefixFold(text, "table of contents"), ascii.HasPrefixFold(text, "index to financial statements"):
		return true
	case ascii.ContainsFold(text, "form 10-") && endsWithPage(text):
		return true
	}
	return edge && isRunningTitle(text)
}

// isRunningTitle reports whether a block at the edge of a page is repeated there on every page.
func isRunningTitle(text []byte) bool {
	if endsWithPage(text) || partHeading(text, len(text)) != "" || text[0] == '(' && ascii.ContainsFold(text, "per share") {
		return true
	}
	if l, ok := parseLabel(text); ok && l.end == len(text) {
		return true
	}
	c := cursor{b: text}
	_, n, ok := c.pageNumber()
	return ok && n > 0 && (c.at(c.i) == '|' || c.blanks() && ascii.IsUpper(c.at(c.i)) && !bytes.ContainsAny(text, ".;"))
}

// headingOnly flags an item that has a heading and no text.
const headingOnly = "heading_only"
