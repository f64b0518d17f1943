package item

import (
	"bytes"

	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/internal/ascii"
)

// ExecutiveOfficers is the id of the section on executive officers, which has no number of its own. The
// instructions to Item 401 of Regulation S-K let filers put it into Part I, where most put it after
// Item 4 or inside Item 1; it belongs to neither.
const ExecutiveOfficers = "executive_officers"

// maxOfficersTitle is the longest title, in letters, that opens the section.
const maxOfficersTitle = 90

var officersKeys = []string{
	"executiveofficersof", "executiveofficersandotherofficersof", "informationaboutourexecutiveofficers",
	"informationaboutexecutiveofficers", "informationabouttheexecutiveofficers", "informationregardingexecutiveofficers",
	"informationregardingourexecutiveofficers", "informationconcerningexecutiveofficers", "informationonexecutiveofficers",
	"informationrelatingtoexecutiveofficers", "supplementaryitemexecutiveofficers", "supplementalitemexecutiveofficers",
	"unnumbereditemexecutiveofficers", "additionalitemexecutiveofficers", "certainofficersoftheregistrant",
	"ourexecutiveofficers", "theexecutiveofficersof", "officersoftheregistrant", "informationaboutourofficers",
	"executiveofficerregistrant",
}

// officers reports whether a title, reduced to its letters, opens the section on executive officers.
func officers(title []byte) bool {
	if len(title) > maxOfficersTitle {
		return false
	}
	for _, k := range officersKeys {
		if bytes.HasPrefix(title, []byte(k)) {
			return true
		}
	}
	return string(title) == "executiveofficers"
}

// officersHeading reports whether block i opens the section on executive officers, and whether it does
// so under a number that the form does not have ("Item X.", "Item 4A.").
func (s *scanner) officersHeading(i int) (opens, numbered bool) {
	b := &s.d.Blocks[i]
	if n := b.End - b.Start; n > maxOfficersBlock || n < 16 || b.Style&(block.Hidden|block.Linked|block.Joined) != 0 {
		return false, false
	}
	text := s.d.Text[b.Start:b.End]
	if l, ok := parseLabel(text); ok {
		return officers(normalizeTitle(text[l.end:])), true
	}
	if text[len(text)-1] == ',' || endsWithPage(text) || !officers(normalizeTitle(text)) {
		return false, false
	}
	const styled = block.Bold | block.Heading | block.Underlined | block.Centered | block.Italic | block.Large
	return b.Style&styled != 0 || !hasLower(text), false
}

// maxOfficersBlock is the longest block that may be that heading.
const maxOfficersBlock = 160

// hasLower reports whether text has lower-case letters.
func hasLower(text []byte) bool {
	for _, b := range text {
		if ascii.IsLower(b) {
			return true
		}
	}
	return false
}

// topics are headings with which Item 1 continues after a section on executive officers, or that follow
// such a section in Part I.
var topics = []string{
	"employees", "availableinformation", "availabilityof", "competition", "intellectualproperty", "regulation",
	"governmentregulation", "environmental",
	"seasonality", "researchanddevelopment", "customers", "humancapital", "websiteaccess", "whereyoucan", "backlog",
	"rawmaterials",
	"patents", "trademarks", "internetaddress", "additionalinformation", "otherinformation", "segmentinformation",
	"corporateinformation", "companyinformation",
	"accesstocompany", "forwardlooking", "cautionary", "glossary", "statistical", "website", "ourwebsite",
	"distribution", "suppliers", "investorinformation", "shareholderreturn",
	"stockholderreturn", "corporategovernance", "internetaccess", "performancegraph",
}

// resumes finds where Item 1 continues after a section on executive officers. Officers' names are
// headings too, so the topic of a heading decides, not its look alone.
func (s *scanner) resumes(opening, limit int) int {
	for i := opening + 1; i < limit; i++ {
		b := &s.d.Blocks[i]
		text := s.d.Text[b.Start:b.End]
		if len(text) > maxFurniture || len(text) < 5 || bytes.IndexByte(text, '\t') >= 0 {
			continue
		}
		if b.Style&(block.Hidden|block.Joined|block.Linked|block.ListItem) != 0 {
			continue
		}
		if last := text[len(text)-1]; last == '.' || last == ':' || last == ',' {
			continue
		}
		title := normalizeTitle(text)
		for _, t := range topics {
			if bytes.HasPrefix(title, []byte(t)) {
				return i
			}
		}
	}
	return limit
}
