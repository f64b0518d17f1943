package item

import (
	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/internal/ascii"
)

const (
	maxNoteTitle = 140
	maxNotes     = 400
)

// noteTitles lists the titles of the notes to the financial statements as the filing heads them,
// "Note 12. Income Taxes". A sentence splitter needs them: such a title has a full stop inside, and
// it is cited in the middle of sentences.
func noteTitles(d *block.Doc) []string {
	var out []string
	seen := map[string]bool{}
	for i := range d.Blocks {
		b := &d.Blocks[i]
		if b.End-b.Start > maxNoteTitle || b.Style&(block.Hidden|block.Joined) != 0 {
			continue
		}
		title := noteTitle(d.Text[b.Start:b.End], b.Style)
		if title == "" || seen[title] {
			continue
		}
		seen[title] = true
		if out = append(out, title); len(out) == maxNotes {
			break
		}
	}
	return out
}

// noteTitle is the title of the note that a block heads, or "".
func noteTitle(text []byte, style block.Style) string {
	n, title := noteHeading(text, style)
	if n >= letterNotes && text[0]|0x20 != 'n' {
		return "" // a bare letter in bold is mostly an initial
	}
	if _, at := trailingPages(title); at > 0 {
		title = title[:at]
	}
	for len(title) > 0 && (blank(title, len(title)-1) > 0 || title[len(title)-1] == '.') {
		title = title[:len(title)-1]
	}
	if n == 0 || len(title) < 4 || cites(title) {
		return ""
	}
	return string(title)
}

// noteHeading reads the heading of a note: "Note 12. Income Taxes", "NOTE M – DEBT", and in bold the bare
// "12. Income Taxes" or "M. Debt". The number is 0 if the text is none.
func noteHeading(text []byte, style block.Style) (number int, title []byte) {
	c := cursor{b: text}
	named := c.word("note")
	if named && !c.blanks() || !named && style&block.Bold == 0 {
		return 0, nil
	}
	number = c.noteLabel()
	if number == 0 {
		return 0, nil
	}
	end := c.i
	marked := c.separators()
	if !marked && (!named || style&block.Bold == 0 && hasLower(text) || c.i == end) {
		return 0, nil
	}
	if c.i < len(text) && !ascii.IsUpper(text[c.i]) || ascii.ContainsFold(text, "(continued") {
		return 0, nil
	}
	return number, text[c.i:]
}

// letterNotes is added to the place in the alphabet of notes that are numbered by letters.
const letterNotes = 1000

// maxNoteNumber is the highest number of a note that is accepted.
const maxNoteNumber = 60

// noteLabel takes the number or capital letter of a note.
func (c *cursor) noteLabel() int {
	b := c.at(c.i)
	if ascii.IsUpper(b) && !ascii.IsAlnum(c.at(c.i+1)) {
		c.i++
		return letterNotes + int(b-'A')
	}
	n, roman := c.numeral()
	if roman || n > maxNoteNumber {
		return 0
	}
	if ascii.IsLetter(c.at(c.i)) && !ascii.IsAlnum(c.at(c.i+1)) {
		c.i++ // "Note 2A"
	}
	if ascii.IsLower(c.at(c.i)) || ascii.IsDigit(c.at(c.i)) {
		return 0
	}
	return n
}
