package text

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/assayhq/assay/internal/ascii"
)

// Limits of the splitter, in bytes unless noted otherwise.
const (
	// maxSentence is the length above which a sentence is cut before an enumerator.
	maxSentence = 1200
	// maxTitles is how many titles a Splitter keeps; what a caller adds beyond is dropped.
	maxTitles = 512
	// reach is how far ahead the end of a parenthesis or quotation is looked for.
	reach = 300
	// lookBack is how far before a full stop its word may begin.
	lookBack = 48
)

// Sentence is one sentence of a paragraph, a heading, or a list item.
type Sentence struct {
	Span
	Cut  bool // ends where the length guard cut it, not where its author ended it
	Long bool // longer than 1200 bytes, and no enumerator to cut it at
}

// A Splitter cuts the paragraphs of one filing into sentences. The zero value knows what filings
// have in common; NewSplitter adds what only this filing's headings tell. It is never changed by
// use, so one may serve many goroutines.
type Splitter struct {
	titles []string
}

// NewSplitter returns a splitter that also knows the titles of the filing's own notes, so that
// "see Note 9. Dam Licences for …" stays whole. Titles come without their label.
func NewSplitter(noteTitles []string) *Splitter {
	s := &Splitter{}
	for _, title := range noteTitles {
		if len(title) == 0 || len(title) > reach || len(s.titles) == maxTitles {
			continue
		}
		s.titles = append(s.titles, title)
	}
	return s
}

// Sentences appends the sentences of a paragraph to dst. They are in order, disjoint, without blanks
// at their ends, and together hold every byte that is not blank. '\n' and '\v' end a sentence
// anywhere; '\t' is a blank.
func (s *Splitter) Sentences(dst []Sentence, paragraph []byte) []Sentence {
	c := scanner{text: paragraph, titles: s.titles}
	for {
		sentence, ok := c.next()
		if !ok {
			return dst
		}
		dst = append(dst, sentence)
	}
}

// scanner walks one paragraph. Offsets are absolute, end is the end of the current line.
type scanner struct {
	text   []byte
	titles []string
	pos    int
	end    int

	start      int        // where the current sentence begins
	until      int        // where the sentence ends that the guard is cutting up
	list       enumerator // what it is numbered with, if it is
	paren      int        // its first open parenthesis that did not open the sentence, or -1
	parenEnd   int        // where that one closes, within reach
	depth      int
	quote      int  // its open quotation, or -1
	quoteLabel bool // that quotation cites an item or note
}

// next cuts the next sentence off the paragraph.
func (c *scanner) next() (Sentence, bool) {
	for c.pos = skipBlanks(c.text, c.pos, c.end); c.pos == c.end; c.pos = skipBlanks(c.text, c.pos, c.end) {
		c.pos = skipBlanks(c.text, c.pos, len(c.text))
		if c.pos == len(c.text) {
			return Sentence{}, false
		}
		c.end = lineEnd(c.text, c.pos)
	}
	c.start = c.pos
	c.paren, c.quote = -1, -1
	c.depth, c.quoteLabel = 0, false
	if c.start >= c.until {
		c.until = trimBlanks(c.text, c.start, c.sentenceEnd())
	}
	sentence := guard(c.text, c.start, c.until)
	c.pos = sentence.End
	return sentence, true
}

// lineEnd is the offset of the next hard boundary, or the end of the text.
func lineEnd(text []byte, i int) int {
	end := len(text)
	if n := bytes.IndexByte(text[i:], '\n'); n >= 0 {
		end = i + n
	}
	if n := bytes.IndexByte(text[i:end], '\v'); n >= 0 {
		end = i + n
	}
	return end
}

// stop is what the scanner does at a byte; most bytes it passes.
type stop uint8

const (
	pass stop = iota
	terminator
	opener
	closer
	asciiQuote
	wide // the first byte of a rune that may be any of these
)

var stops = [256]stop{
	'.': terminator, '!': terminator, '?': terminator,
	'(': opener, '[': opener, ')': closer, ']': closer, '"': asciiQuote,
	0xE2: wide,
}

// sentenceEnd is the end of the sentence that begins at c.start. It may include the blanks after it.
func (c *scanner) sentenceEnd() int {
	text := c.text[:c.end]
	for i := c.skipEnumerator(); ; {
		for i < len(text) && stops[text[i]] == pass {
			i++
		}
		if i >= len(text) {
			return c.end
		}
		switch stops[text[i]] {
		case terminator:
			cut, next := c.candidate(i)
			if cut >= 0 {
				return cut
			}
			i = next
		case opener:
			c.open(i)
			i++
		case closer:
			if cut := c.list.before(text, c.start, i); cut > c.start {
				return cut
			}
			c.close()
			i++
		case asciiQuote:
			c.toggleQuote(i)
			i++
		case wide:
			cut, next := c.wide(i)
			if cut >= 0 {
				return cut
			}
			i = next
		}
	}
}

// open notes a parenthesis, unless the sentence begins with it: a paragraph in parentheses consists
// of sentences like any other text.
func (c *scanner) open(i int) {
	c.depth++
	if i > c.start && (c.paren < 0 || i > c.paren+reach) {
		c.paren, c.parenEnd, c.depth = i, 0, 1
	}
}

func (c *scanner) close() {
	c.depth = max(c.depth-1, 0)
	if c.depth == 0 {
		c.paren = -1
	}
}

func (c *scanner) toggleQuote(i int) {
	if c.quote >= 0 {
		c.quote = -1
	} else if i == c.start || !isWordByte(c.text[i-1]) {
		c.quote, c.quoteLabel = i, false
	}
}

// wide handles the runes of U+2000 to U+2FFF that matter: curly quotes, the ellipsis and bullets.
func (c *scanner) wide(i int) (cut, next int) {
	r, n := utf8.DecodeRune(c.text[i:c.end])
	switch {
	case r == '“':
		c.quote, c.quoteLabel = i, false
	case r == '”':
		c.quote = -1
	case r == '…':
		return c.candidate(i)
	case isBullet(r) && c.list.kind == bullet && c.list.glyph == r:
		return i, i
	}
	return -1, i + n
}

// inParentheses reports whether i is in a parenthesis that belongs to the sentence around it.
func (c *scanner) inParentheses(i int) bool {
	if c.paren < 0 {
		return false
	}
	if c.parenEnd == 0 {
		c.parenEnd = closing(c.text, c.paren, min(c.end, c.paren+reach))
	}
	return i < c.parenEnd
}

// closing is the offset of the bracket that closes the one at text[i], or -1 if it is beyond end.
func closing(text []byte, i, end int) int {
	depth := 0
	for ; i < end; i++ {
		switch stops[text[i]] {
		case opener:
			depth++
		case closer:
			if depth--; depth <= 0 {
				return i
			}
		}
	}
	return -1
}

func isWordByte(c byte) bool { return ascii.IsAlnum(c) || c >= utf8.RuneSelf }

// isUpperAt reports whether text[i:] begins with a capital letter.
func isUpperAt(text []byte, i int) bool {
	if text[i] < utf8.RuneSelf {
		return ascii.IsUpper(text[i])
	}
	r, _ := utf8.DecodeRune(text[i:])
	return unicode.IsUpper(r)
}

// isLowerAt reports whether text[i:] begins with a small letter.
func isLowerAt(text []byte, i int) bool {
	if text[i] < utf8.RuneSelf {
		return ascii.IsLower(text[i])
	}
	r, _ := utf8.DecodeRune(text[i:])
	return unicode.IsLower(r)
}
