package corpus

import (
	"bytes"
	"sort"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/corpus/internal/grid"
	"github.com/assayhq/assay/corpus/internal/label"
	"github.com/assayhq/assay/figure"
	"github.com/assayhq/assay/internal/ascii"
)

// Scale is the powers of ten that sums of money and numbers of shares without a scale word are to be
// multiplied by, because the filing says so in another place: "(Dollars in millions)" under the heading
// of its notes, or the unit of the table whose row label has them. Zero is as printed.
type Scale struct{ Money, Shares int8 }

// Figures are the amounts of a sentence as figure.Find reads them, and those that show no scale of their
// own as the filing declares them. What a declaration cannot mean keeps its value: prices and other
// amounts for one share, amounts with cents, the denominations of notes, ratios and counts. A sentence
// that would come to sums or shares beyond any filer's prints them in full.
func (s Scale) Figures(text string) []figure.Amount {
	found := figure.Find(text)
	if s == (Scale{}) {
		return found
	}
	s.apply(found, text, s.Money, maxMoney, isBareMoney)
	isShares := isBareShares
	if strings.Contains(text, "hares") {
		isShares = isBareCount
	}
	s.apply(found, text, s.Shares, maxShares, isShares)
	return found
}

// Beyond these powers of ten no filer has money or shares.
const (
	maxMoney  = 14
	maxShares = 12
)

func (s Scale) apply(
	found []figure.Amount, text string, power int8, limit int32, bare func(*figure.Amount, string) bool,
) {
	if power == 0 {
		return
	}
	most := decimal.New(1, limit-int32(power))
	for i := range found {
		if a := &found[i]; bare(a, text) && a.Value.Abs().GreaterThanOrEqual(most) {
			return
		}
	}
	for i := range found {
		if a := &found[i]; bare(a, text) {
			*a = figure.Context{Scale: int(power), Unit: a.Unit}.Apply(*a)
		}
	}
}

// isBareMoney reports whether an amount is a sum of money that a declaration scales.
func isBareMoney(a *figure.Amount, text string) bool {
	const cents = 2
	return a.Kind == figure.Money && a.Scale == 0 && a.Decimals < cents && !a.Spelled && !isPrice(a, text)
}

func isBareShares(a *figure.Amount, _ string) bool {
	return isBareCount(a, "") && a.Unit == figure.UnitShares
}

// isBareCount reports whether an amount is a count in a text about shares: "3,216 and 3,185 shares issued".
func isBareCount(a *figure.Amount, _ string) bool {
	const most = 3 // more decimals are a ratio's: 0.0875 shares for one
	return a.Kind == figure.Number && a.Scale == 0 && (a.Unit == figure.UnitShares || a.Unit == "") &&
		a.Decimals <= most && !a.Spelled
}

// isPrice reports whether an amount is no sum: "exercise price of $373", "each $1,000 of principal", "multiples of $1,000".
func isPrice(a *figure.Amount, text string) bool {
	before := strings.ToLower(strings.TrimRight(text[max(0, a.Start-24):a.Start], " "))
	for _, lead := range []string{"each", "per", "every", "multiples of", "multiple of", "denominations of", "par value",
		"par value of", "exercise price of", "strike price of", "stock price of", "share price of", "market price of",
		"conversion price of"} {
		if strings.HasSuffix(before, lead) {
			return true
		}
	}
	return false
}

// declaration is a stretch of the text whose prose counts money, and perhaps shares, as a line of the
// filer's declares it.
type declaration struct {
	block.Span
	scale Scale
}

// declarations finds the lines that declare the unit of the prose below them, each up to the end of its
// item or to the next such line.
func (l *layout) declarations(sections []section) []declaration {
	var lines []unitLine
	for i := range l.doc.Blocks {
		if line, ok := l.unitLine(i); ok {
			lines = append(lines, line)
		}
	}
	lines = ofProse(lines)
	homes := sectionSpans(sections)
	var out []declaration
	for _, line := range lines {
		d := declaration{block.Span{Start: line.at, End: l.scopeEnd(homes, line.at)}, line.scale}
		if n := len(out); n > 0 && out[n-1].End > d.Start {
			if out[n-1].scale == d.scale {
				out[n-1].End = max(out[n-1].End, d.End)
				continue
			}
			out[n-1].End = d.Start
		}
		out = append(out, d)
	}
	kept := out[:0]
	for _, d := range out {
		if l.printsBare(d.Span, d.scale.Money) {
			kept = append(kept, d)
		}
	}
	return l.withFootnotes(kept)
}

// withFootnotes adds the footnotes below tables that state their scale, where no line above speaks for
// them.
func (l *layout) withFootnotes(lines []declaration) []declaration {
	out := lines
	end := int32(-1) // of the table before, which may go on over the page
	for i := range l.grids {
		g := &l.grids[i]
		scale := scaleOfTable(g)
		if g.Kind != grid.Numeric || scale.Money == 0 {
			continue
		}
		t := &l.doc.Tables[i]
		stated := g.Scaling.From != grid.Inherited || l.onlyFurniture(end, t.Blocks.Start)
		end = t.Blocks.End
		if !stated {
			end = -1
			continue
		}
		s := l.footnotes(t.Blocks.End)
		if s.End == s.Start || covered(lines, s) || !l.printsBare(s, scale.Money) {
			continue
		}
		out = append(out, declaration{s, Scale{Money: scale.Money}})
	}
	sort.Slice(out, func(i, k int) bool { return out[i].Start < out[k].Start })
	return out
}

// onlyFurniture reports whether all blocks from one to another are furniture.
func (l *layout) onlyFurniture(from, to int32) bool {
	if from < 0 {
		return false
	}
	for i := from; i < to; i++ {
		if !l.furniture[i] {
			return false
		}
	}
	return true
}

// covered says whether a declaration speaks for a part of a span.
func covered(lines []declaration, s block.Span) bool {
	i := sort.Search(len(lines), func(i int) bool { return lines[i].End > s.Start })
	return i < len(lines) && lines[i].Start < s.End
}

// footnotes is the run of paragraphs from block i on that begin with the mark of a footnote.
func (l *layout) footnotes(i int32) (s block.Span) {
	for ; int(i) < len(l.doc.Blocks); i++ {
		b := &l.doc.Blocks[i]
		if b.Table >= 0 && l.isTable(b.Table) || !isFootnote(l.doc.Of(b.Span)) {
			return s
		}
		if s.End == 0 {
			s.Start = b.Start
		}
		s.End = b.End
	}
	return s
}

// isFootnote reports whether a paragraph begins with a mark: "(1) Includes …", "(a)".
func isFootnote(text []byte) bool {
	const mark = 4
	i := bytes.IndexByte(text[:min(len(text), mark)], ')')
	return i > 1 && text[0] == '('
}

// unitLine is a line that says nothing but the unit of what follows.
type unitLine struct {
	at      int32
	text    string
	scale   Scale
	ofTable bool // a table follows
}

const (
	maxUnitLine = 160 // bytes
	maxBetween  = 16  // blocks of a page's furniture between such a line and its table
)

func (l *layout) unitLine(i int) (line unitLine, ok bool) {
	b := &l.doc.Blocks[i]
	if b.End-b.Start > maxUnitLine || b.Style&block.Hidden != 0 || b.Table >= 0 && l.grids[b.Table].Kind == grid.Numeric {
		return line, false
	}
	text := l.doc.Of(b.Span)
	if !isUnitLine(text) {
		return line, false
	}
	s, ok := label.FindScaling(text)
	if !ok || !s.Stated || s.Money == 0 {
		return line, false
	}
	line = unitLine{at: b.Start, text: string(text), scale: Scale{Money: s.Money}}
	if saysShares(text) {
		line.scale.Shares = s.Shares
	}
	for k := i + 1; k < min(i+maxBetween, len(l.doc.Blocks)); k++ {
		if next := &l.doc.Blocks[k]; !l.furniture[k] && next.Style&block.Hidden == 0 {
			line.ofTable = next.Table >= 0 && l.isTable(next.Table)
			break
		}
	}
	return line, true
}

// isUnitLine says whether a line has a word for money, and no word that has no place in a unit line.
func isUnitLine(text []byte) bool {
	money := false
	for word := range bytes.FieldsFuncSeq(bytes.ToLower(text), notUnitWord) {
		switch string(bytes.Trim(word, ".-")) {
		case "dollars", "dollar", "amounts", "$", "us$":
			money = true
		case "", "in", "of", "millions", "million", "thousands", "billions", "u.s", "us", "except", "excluding", "for", "per", "per-share",
			"share", "shares", "data", "amount", "as", "otherwise", "noted", "stated", "specified", "indicated", "unless", "or",
			"and", "where", "are", "all", "the", "a", "ratios", "percentages", "information", "number", "unit", "units":
		default:
			return false
		}
	}
	return money
}

func notUnitWord(r rune) bool {
	return !(r == '$' || r == '.' || r == '-' || ascii.IsLower(r) || ascii.IsDigit(r))
}

// saysShares says whether a line states a scale for shares and not just that of money: "Dollars and
// shares in millions".
func saysShares(text []byte) bool {
	low := bytes.ToLower(text)
	if i := bytes.Index(low, []byte("except")); i >= 0 {
		low = low[:i]
	}
	return bytes.Contains(low, []byte("share"))
}

// ofProse drops the lines that head tables. A line that every page repeats declares the pages' unit, even
// where a table happens to follow.
func ofProse(lines []unitLine) []unitLine {
	tables, all := map[string]int{}, map[string]int{}
	for _, line := range lines {
		all[line.text]++
		if line.ofTable {
			tables[line.text]++
		}
	}
	kept := lines[:0]
	for _, line := range lines {
		if 2*tables[line.text] < all[line.text] {
			kept = append(kept, line)
		}
	}
	return kept
}

// sectionSpans are the spans of the items, in order.
func sectionSpans(sections []section) []block.Span {
	var spans []block.Span
	for i := range sections {
		spans = append(spans, sections[i].Spans...)
	}
	sort.Slice(spans, func(i, k int) bool { return spans[i].Start < spans[k].Start })
	return spans
}

// scopeEnd is the end of the item that contains a line or, where only headings follow it there, of the
// next one.
func (l *layout) scopeEnd(homes []block.Span, at int32) int32 {
	const headings = 200
	for i, s := range homes {
		if at < s.Start && s.Start-at < maxUnitLine+headings {
			return s.End
		}
		if at < s.Start || at >= s.End {
			continue
		}
		if s.End-at < maxUnitLine+headings && i+1 < len(homes) && homes[i+1].Start-s.End < headings &&
			bytes.IndexByte(l.doc.Text[at:s.End], '.') < 0 {
			return homes[i+1].End
		}
		return s.End
	}
	return at
}

// printsBare says whether the sums of money in the prose of a span go without the word for the declared
// scale. Filers whose unit line is for their tables alone write "$1.2 million" in the text; others may
// still write of billions.
func (l *layout) printsBare(s block.Span, power int8) bool {
	const most = 3 // one sum in so many may have the word
	bare, worded := 0, 0
	blocks := l.doc.Blocks
	first := sort.Search(len(blocks), func(i int) bool { return blocks[i].End > s.Start })
	for i := first; i < len(blocks) && blocks[i].Start < s.End; i++ {
		if b := &blocks[i]; b.Table < 0 || l.grids[b.Table].Kind != grid.Numeric {
			x, y := countSums(l.doc.Of(b.Span), power)
			bare, worded = bare+x, worded+y
		}
	}
	return bare > 0 && worded*most <= bare+worded
}

// countSums counts the sums of money in a text that show neither cents nor a scale word, and those that
// show the word for the given power.
func countSums(text []byte, power int8) (bare, worded int) {
	for {
		i := bytes.IndexByte(text, '$')
		if i < 0 {
			return bare, worded
		}
		text = bytes.TrimLeft(text[i+1:], "( ")
		n := numeralLength(text)
		digits, rest := text[:n], text[n:]
		text = rest
		switch p := scaleAfter(rest); {
		case n == 0:
		case p == power:
			worded++
		case p == 0 && (n < 4 || digits[n-3] != '.') && !bytes.HasSuffix(digits, []byte(",000")):
			bare++ // round sums may be thresholds in full: "greater than $100,000"
		}
	}
}

func numeralLength(b []byte) int {
	n := 0
	for n < len(b) && (ascii.IsDigit(b[n]) || (b[n] == ',' || b[n] == '.') && n+1 < len(b) && ascii.IsDigit(b[n+1])) {
		n++
	}
	return n
}

// scaleAfter is the power of ten of the scale word after a numeral, or 0.
func scaleAfter(rest []byte) int8 {
	rest = bytes.TrimLeft(rest[:min(len(rest), 12)], " )\v\n")
	n := 0
	for n < len(rest) && ascii.IsLetter(rest[n]) {
		n++
	}
	if n < len("lakh") {
		return 0 // a letter or two may be another thing than a scale
	}
	return int8(figure.ScalePower(string(rest[:n])))
}

// scaleOf is the scale that the filing declares for a sentence: a table's for the labels and notes in it,
// else that of the prose at the place.
func (a *assembly) scaleOf(table, at int32) Scale {
	if table >= 0 {
		if s := scaleOfTable(&a.l.grids[table]); s != (Scale{}) {
			return s
		}
	}
	i := sort.Search(len(a.declared), func(i int) bool { return a.declared[i].End > at })
	if i < len(a.declared) && a.declared[i].Start <= at {
		return a.declared[i].scale
	}
	return Scale{}
}

// scaleOfTable is the scale that the labels and notes of a table take from its unit.
func scaleOfTable(g *grid.Grid) Scale {
	if g.Kind != grid.Numeric || !g.Scaling.Stated {
		return Scale{}
	}
	return Scale{g.Scaling.Money, g.Scaling.Shares}
}
