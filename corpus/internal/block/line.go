package block

import (
	"slices"

	"github.com/assayhq/assay/internal/ascii"
)

// line is one line of plain text, measured in columns.
type line struct {
	from, to    int   // in the source, ends trimmed
	left, right int32 // columns of the first and after the last visible character
	page        int32 // the width that the page's lines are filled to
	width       int32 // that of the lines around it
	table       int32 // noTable or inTable
	pipe        int8  // noPipe, pipeRow or pipeRule
	gaps        int32 // of two or more blanks inside it
	wide        int32 // of four or more
	columns     int32 // of those wide ones that follow neither a label nor the end of a sentence
	figures     int32 // words with a digit after a gap, and dashes for zero
	wideFigures int32 // those after a wide gap
	words       int32 // with a letter
	firstWord   int32 // its length
	blank       bool
	pageBreak   bool // a page ends before it
	markers     bool // the <S> <C> line that gives the columns of a table
	capitals    bool // its letters are capitals
	shouts      bool // nearly all of them are
	rule        bool // it is drawn with dashes and the like
	lower       bool // it opens in lower case
	bullet      bool // it opens with the mark of a list
	label       bool // it opens with a number or letter as lists do: (a) 1. iv)
	ends        bool // it ends like a sentence
	slash       bool // it ends with a slash, which a word follows
	tags        bool // it holds tags and no text
	clean       bool // it holds nothing but plain characters and blanks
	opens       bool // a table begins with it
}

const (
	noTable = -1
	inTable = -2 // in a table; which one is known when the line is written
)

// wideGap is the number of blanks that only a column explains: justified lines have up to three.
const wideGap = 4

// labelWidth is the longest label in front of a hanging indent: "10.15(a)".
const labelWidth = 8

// maxLower is how many capitals a line in capitals has for each other letter: "SECTION 15(d) OF THE ACT".
const maxLower = 16

// gauge measures a line word by word.
type gauge struct {
	l         *line
	col, gap  int32
	seen      bool
	uppers    int32
	lowers    int32
	letters   letters // all that the line holds
	last      rune
	length    int32 // of the current word
	before    int32 // blanks in front of it
	carried   int32 // blanks in front of a currency sign that is a word of its own
	held      letters
	firstRune rune
}

// letters is what kinds of characters a word holds.
type letters uint8

const (
	upperCase letters = 1 << iota
	lowerCase
	digits
	plainText // any byte that is copied as it is
)

var lettersOf = func() (t [256]letters) {
	for c := range 26 {
		t['a'+c], t['A'+c] = lowerCase, upperCase
	}
	for c := '0'; c <= '9'; c++ {
		t[c] = digits
	}
	for c, plain := range plainByte {
		if plain {
			t[c] |= plainText
		}
	}
	return t
}()

// measureLine finds the visible part of a line, its columns and what they hold. Tags have no width.
func (r *reader) measureLine(l *line) {
	src := r.scan.src[:l.to]
	g := gauge{l: l}
	l.clean = true
	start, end := l.from, l.from
	for i := l.from; i < l.to; {
		c, n := rune(src[i]), 1
		switch {
		case c == ' ':
			g.gap++
			i++
			continue
		case plainByte[src[i]]:
			n = g.plain(src[i:])
		case c == '\r' && i+1 == l.to:
			i++
			continue
		case c == '\t':
			l.clean = l.clean && !g.seen
			g.gap += 8 - (g.col+g.gap)%8
			i++
			continue
		case c == '<' && !l.markers:
			l.clean = false
			scan := scanner{src: src}
			if _, next, _ := scan.tag(i); next > i+1 {
				n = next - i
			} else {
				g.word(c, c, 1, 0)
			}
		default:
			l.clean = false
			if c, n = decode(src[i:]); isBlank(c) || isInvisible(c) {
				if isBlank(c) {
					g.gap++
				}
				i += n
				continue
			}
			g.word(c, c, 1, 0)
		}
		if !g.seen {
			start, g.seen = i, true
		}
		i += n
		end = i
	}
	g.finish()
	l.from, l.to = start, end
}

// finish sets what depends on the complete line.
func (g *gauge) finish() {
	g.endWord()
	l := g.l
	l.right = g.col
	l.tags = g.seen && g.last == 0
	l.blank = !g.seen && !l.markers
	l.capitals = g.uppers > 2 && g.letters&lowerCase == 0
	l.shouts = g.uppers > 2 && g.lowers*maxLower <= g.uppers
	l.rule = g.letters == 0 && (g.last == '-' || g.last == '=' || g.last == '_' || g.last == '*')
	l.ends = isSentenceEnd(g.last)
	l.slash = g.last == '/'
}

// plain takes the plain characters that b opens with and returns how many there are.
func (g *gauge) plain(b []byte) int {
	var held letters
	n, uppers, lowers := 0, int32(0), int32(0)
	for n < len(b) {
		kind := lettersOf[b[n]]
		if kind&plainText == 0 {
			break
		}
		held |= kind
		uppers += int32(kind & upperCase)
		lowers += int32(kind & lowerCase >> 1)
		n++
	}
	g.uppers += uppers
	g.lowers += lowers
	g.word(rune(b[0]), rune(b[n-1]), int32(n), held&^plainText)
	return n
}

// word takes the next visible characters of the line, which have no gap between them: the first of them,
// the last, how many there are and what they hold.
func (g *gauge) word(first, last rune, n int32, held letters) {
	l := g.l
	if g.gap > 0 || g.last == 0 {
		g.begin(first)
	}
	g.col += g.gap + n
	g.gap = 0
	g.length += n
	g.last = last
	g.held |= held
	g.letters |= held
	if g.col-n == l.left {
		l.bullet = isBullet(first)
		l.lower = ascii.IsLower(first)
	}
}

// begin takes a word that has a gap before it, or is the line's first.
func (g *gauge) begin(first rune) {
	l := g.l
	if g.last == 0 {
		l.left = g.gap
		g.firstRune = first
		return
	}
	label := l.firstWord == 0
	g.endWord()
	g.firstRune = first
	g.before = max(g.gap, g.carried)
	if label && (l.label || l.bullet) {
		g.before = 0 // a number after the mark of a list is no figure
	}
	if g.gap >= 2 {
		l.gaps++
	}
	if g.gap >= wideGap {
		l.wide++
		deep := l.left > deepest && !l.label && !l.bullet
		if (deep || g.col-l.left > labelWidth) && !isSentenceEnd(g.last) {
			l.columns++
		}
	}
}

// endWord counts the word that has just ended.
func (g *gauge) endWord() {
	l := g.l
	if g.length == 0 {
		return
	}
	digit := g.held&digits != 0
	if l.firstWord == 0 {
		l.firstWord = g.length
		l.label = g.length <= labelWidth && (g.last == ')' && g.length > 2 || g.last == '.' && (digit || g.length == 2))
	}
	if !digit && g.held != 0 {
		l.words++
	}
	if digit || g.length == 1 && (g.firstRune == '-' || g.firstRune == '%' || g.firstRune == '–' || g.firstRune == '—') {
		if g.before >= 2 {
			l.figures++
		}
		if g.before >= wideGap {
			l.wideFigures++
		}
	}
	g.carried = 0
	if g.length == 1 && g.firstRune == '$' {
		g.carried = g.before
	}
	g.length, g.held = 0, 0
}

func isSentenceEnd(r rune) bool {
	switch r {
	case '.', ':', ';', '!', '?':
		return true
	}
	return false
}

// longLine is the length from which a line cannot have been wrapped by hand.
const longLine = 200

// measure reports whether lines were broken by hand, and finds the width that the lines of each page are
// filled to: pages of text from a PDF have each their own.
func measure(lines []line) (wrapped bool) {
	var long, all int
	for i := range lines {
		if l := &lines[i]; !l.blank && l.table == noTable {
			all += l.to - l.from
			if l.to-l.from > longLine {
				long += l.to - l.from
			}
		}
	}
	width := commonWidth(lines, 80)
	for from := 0; from < len(lines); {
		to := from + 1
		for to < len(lines) && !lines[to].pageBreak {
			to++
		}
		fill(lines[from:to], commonWidth(lines[from:to], width))
		from = to
	}
	return long*10 <= all*3
}

// commonWidth is the column that nine lines in ten end before; other where there are too few to tell.
func commonWidth(lines []line, other int32) int32 {
	const enough = 8
	var rights []int32
	for i := range lines {
		if l := &lines[i]; !l.blank && l.table == noTable && l.columns == 0 && l.right-l.left > 40 {
			rights = append(rights, l.right)
		}
	}
	if len(rights) < enough {
		return other
	}
	slices.Sort(rights)
	return rights[len(rights)*9/10]
}

// fill sets the width of each line: the page's, or less where consecutive lines are all
// shorter, as in a quotation.
func fill(lines []line, page int32) {
	for from := 0; from < len(lines); {
		to, most := from, int32(0)
		for to < len(lines) && !lines[to].blank && (to == from || !lines[to].pageBreak) {
			most = max(most, lines[to].right)
			to++
		}
		for i := from; i < to; i++ {
			lines[i].page, lines[i].width = page, page
			if to-from >= 3 {
				lines[i].width = min(page, most)
			}
		}
		from = max(to, from+1)
	}
}
