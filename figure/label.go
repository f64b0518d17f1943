package figure

import (
	"strings"

	"github.com/assayhq/assay/internal/ascii"
)

// labelRow is a word, with its plural, whose number names something instead of counting it.
type labelRow struct{ Text, Plural string }

// labelRows name parts of documents, standards, programs and addresses. Case counts only where a row has capitals; "no"
// and "number" precede the number of anything.
var labelRows = []labelRow{
	{"note", "notes"}, {"item", "items"}, {"page", "pages"}, {"section", "sections"}, {"sec", "secs"},
	{"rule", "rules"}, {"regulation", "regulations"}, {"part", "parts"}, {"exhibit", "exhibits"},
	{"schedule", "schedules"}, {"appendix", "appendices"}, {"annex", "annexes"}, {"article", "articles"},
	{"chapter", "chapters"}, {"title", "titles"}, {"paragraph", "paragraphs"}, {"clause", "clauses"},
	{"footnote", "footnotes"}, {"table", "tables"}, {"figure", "figures"}, {"level", "levels"}, {"tier", "tiers"},
	{"phase", "phases"}, {"stage", "stages"}, {"method", "methods"},
	{"approach", "approaches"}, {"attempt", "attempts"}, {"step", "steps"}, {"class", "classes"}, {"series", "series"},
	{"type", "types"}, {"grade", "grades"}, {"category", "categories"}, {"scope", "scopes"},
	{"proposal", "proposals"}, {"amendment", "amendments"}, {"version", "versions"}, {"release", "releases"},
	{"form", "forms"}, {"case", "cases"}, {"docket", "dockets"}, {"file", "files"}, {"number", "numbers"},
	{"no", "nos"}, {"topic", "topics"}, {"subtopic", "subtopics"}, {"ASC", ""}, {"ASU", "ASUs"}, {"SFAS", ""},
	{"FAS", ""}, {"FASB", ""}, {"FIN", ""}, {"EITF", ""}, {"APB", ""}, {"SAB", ""}, {"SOP", ""}, {"IFRS", ""},
	{"IAS", ""}, {"CFR", ""}, {"ISO", ""}, {"AS", ""}, {"Basel", ""}, {"Pillar", "Pillars"}, {"Russell", ""},
	{"Nasdaq", ""}, {"FTSE", ""}, {"Nikkei", ""}, {"Fortune", ""}, {"flight", "flights"}, {"Box", ""}, {"Suite", ""},
	{"Room", ""}, {"Floor", ""}, {"Route", ""}, {"Highway", ""}, {"Building", ""}, {"Windows", ""},
}

// labelBefore is the row of the word before p, and whether it is a plural.
func labelBefore(t string, p int) (row *labelRow, plural bool, start int) {
	q := backBlanks(t, p)
	if q > 0 && t[q-1] == '.' {
		q--
	}
	if q == p || q == 0 || !ascii.IsLetter(t[q-1]) {
		return nil, false, p
	}
	start = wordStart(t, q)
	word := t[start:q]
	for i := range labelRows {
		l := &labelRows[i]
		if ascii.ToLower(word[0]) != ascii.ToLower(l.Text[0]) {
			continue
		}
		if strings.EqualFold(word, l.Text) && l.cased(word) {
			return l, l.Plural == l.Text, start
		}
		if strings.EqualFold(word, l.Plural) {
			return l, true, start
		}
	}
	return nil, false, p
}

// cased reports whether a word has the capitals that its row asks for: "as 5" is no standard.
func (l *labelRow) cased(word string) bool {
	return !ascii.IsUpper(l.Text[0]) || ascii.IsUpper(word[0]) && (len(l.Text) > 3 || word == l.Text)
}

// labelled reads a number that the word before it makes a reference: Note 12, Rule 10b5-1.
func (r *reader) labelled(b *body, before *prefix) int {
	t := r.t
	p := b.start
	if before.unit != "" || b.grouped {
		return 0
	}
	if p > 0 && t[p-1] == '#' {
		return r.emitNonAmount(kindReference, "number", p-1, Extent{b.start, b.end}, tokenEnd(t, b.end))
	}
	if n := sectionSign(t, backBlanks(t, p)); n > 0 {
		return r.emitNonAmount(kindReference, "section", backBlanks(t, p)-n, Extent{b.start, b.end}, tokenEnd(t, b.end))
	}
	if end := r.listed(b); end > 0 {
		return end
	}
	for _, l := range []string{"S&P", "U.S.C."} {
		if at, ok := phraseBefore(t, backBlanks(t, p), strings.ToLower(l)); ok && at >= r.floor() {
			return r.emitNonAmount(kindReference, l, at, Extent{b.start, b.end}, tokenEnd(t, b.end))
		}
	}
	row, _, start := labelBefore(t, p)
	if row == nil || start < r.floor() {
		return 0
	}
	if no, _, at := labelBefore(t, start); no != nil && row.Text == "no" && at >= r.floor() {
		row, start = no, at
	}
	return r.emitNonAmount(kindReference, lowerLabel(row), start, Extent{b.start, b.end}, tokenEnd(t, b.end))
}

func lowerLabel(l *labelRow) string {
	if l.Text == "no" {
		return "number"
	}
	return l.Text
}

// sectionSign is the length of the section signs that end at p.
func sectionSign(t string, p int) int {
	n := 0
	for p-n >= 2 && t[p-n-2:p-n] == "§" {
		n += 2
	}
	return n
}

// listed reads the second and later numbers of "Notes 3, 5 and 12".
func (r *reader) listed(b *body) int {
	last := r.last()
	if last == nil || last.Kind != kindReference || b.digits > 3 {
		return 0
	}
	l := linkOf(r.t[last.End:b.start])
	if l == unlinked || l == listed && !r.pluralLabel(last) {
		return 0
	}
	return r.emitNonAmount(kindReference, last.Label, b.start, Extent{b.start, b.end}, tokenEnd(r.t, b.end))
}

// pluralLabel reports whether a reference follows a plural, or continues a list of one.
func (r *reader) pluralLabel(a *Amount) bool {
	if a.Start == a.Bare.Start {
		return true
	}
	_, plural, _ := labelBefore(r.t, a.Bare.Start)
	return plural
}

// label reads a number that no sign or unit makes an amount as what else it may be: references, codes
// with hyphens, list and footnote marks, times and years. It returns 0 for amounts.
func (r *reader) label(b *body, before *prefix, after *suffix) int {
	t := r.t
	if end := r.labelled(b, before); end > 0 {
		return end
	}
	if end := r.chained(b); end > 0 {
		return end
	}
	if end := r.mark(b); end > 0 {
		return end
	}
	if end := r.clock(b); end > 0 {
		return end
	}
	if zip := r.zip(b); zip {
		return r.code(b.start, tokenEnd(t, b.end), "zip")
	}
	if b.plain() && b.digits > 1 && t[b.start] == '0' && after.noun == nil {
		return r.code(b.start, b.end, "code")
	}
	return r.year(b, before, after)
}

// chained reads codes of digits, hyphens and full stops: 001-12345, 2014-09, 1.2.3, 10-K.
func (r *reader) chained(b *body) int {
	t, e := r.t, b.end
	if e+1 >= len(t) || b.grouped {
		return 0
	}
	switch c := t[e]; {
	case c == '.' && ascii.IsDigit(t[e+1]) && b.decimals > 0:
		return r.code(b.start, tokenEnd(t, e), "code")
	case c == '(' && bracketed(t, e) == e+3 && ascii.IsLetter(t[e+1]) && b.plain() && b.digits == 3:
		return r.code(b.start, tokenEnd(t, e), "code")
	case c == '/' && ascii.IsDigit(t[e+1]) && b.plain():
		return r.code(b.start, tokenEnd(t, e), "code")
	case c != '-':
		return 0
	}
	if stop := wordEnd(t, e+1); stop > e+1 {
		if stop-e <= 4 && ascii.IsUpper(t[e+1]) && ascii.IsUpper(t[stop-1]) && codeOf(t[e+1:stop]) == "" {
			return r.code(b.start, tokenEnd(t, stop), "form")
		}
		return 0
	}
	second := digitsEnd(t, e+1)
	if second == e+1 || !b.plain() {
		return 0
	}
	third := second+1 < len(t) && t[second] == '-' && ascii.IsDigit(t[second+1])
	if third || r.hyphenCode(b, second) {
		return r.code(b.start, tokenEnd(t, second), "code")
	}
	return 0
}

// hyphenCode reports whether two runs of digits with a hyphen are a code and no range: a leading
// zero, a long second half, or one that is not above the first.
func (r *reader) hyphenCode(b *body, second int) bool {
	t := r.t
	one, two := b.digits, second-b.end-1
	if s := r.after(second, false); s.marksAmount() || s.noun != nil {
		return false
	}
	if one > 1 && t[b.start] == '0' || two > 1 && t[b.end+1] == '0' {
		return true
	}
	if second < len(t) && (t[second] == ',' || t[second] == '.') && digitFollows(t, second+1) {
		return false
	}
	if one > 6 || two > 6 || one == 5 && two == 4 || one == 3 && two == 4 {
		return true
	}
	low, high := smallInt(t[b.start:b.end]), smallInt(t[b.end+1:second])
	return low >= high && !(isYear(low) && century(high%100)%100 == (low+1)%100)
}

// mark reads the marks of lists and footnotes: "1." and "(1)".
func (r *reader) mark(b *body) int {
	t := r.t
	if !b.plain() || b.digits > 2 || r.loose || b.end >= len(t) {
		return 0
	}
	bare := Extent{b.start, b.end}
	if b.start > 0 && t[b.start-1] == '(' && t[b.end] == ')' {
		if s := r.after(b.end+1, false); s.marksAmount() {
			return 0
		}
	}
	if b.start > 0 && t[b.start-1] == '(' && t[b.end] == ')' && b.start-1 >= r.floor() {
		if b.start > 1 && t[b.start-2] > ' ' && blankBefore(t, b.start-1) == 0 {
			return r.emitNonAmount(kindFootnote, "footnote", b.start-1, bare, b.end+1)
		}
		return r.emitNonAmount(kindListMark, "list", b.start-1, bare, b.end+1)
	}
	if (t[b.end] == '.' || t[b.end] == ')') && r.lineStart(b.start) {
		w := skipBlanks(t, b.end+1)
		numbered := t[b.end] == ')' && b.digits == 1 && (b.start == 0 || t[b.start-1] != '(')
		if w > b.end+1 && w < len(t) && (ascii.IsLetter(t[w]) || numbered && (ascii.IsDigit(t[w]) || t[w] == '$')) {
			return r.emitNonAmount(kindListMark, "list", b.start, bare, b.end+1)
		}
	}
	return 0
}

// lineStart reports whether only blanks are before i on its line.
func (r *reader) lineStart(i int) bool {
	for i > 0 && (r.t[i-1] == ' ' || r.t[i-1] == '(') {
		i--
	}
	return i == 0 || r.t[i-1] == '\n'
}

// clock reads 5:00, with p.m. when it follows, and the court files that begin like it. Other
// numbers with a colon, as in a ratio of 3.5:1.0, are amounts.
func (r *reader) clock(b *body) int {
	t := r.t
	if b.end+1 >= len(t) || t[b.end] != ':' || !b.plain() || b.digits > 2 {
		return 0
	}
	end := digitsEnd(t, b.end+1)
	if end+1 < len(t) && t[end] == '-' && ascii.IsLetter(t[end+1]) {
		return r.code(b.start, tokenEnd(t, end), "case")
	}
	if end != b.end+3 || end+1 < len(t) && t[end] == '.' && ascii.IsDigit(t[end+1]) {
		return 0
	}
	for _, w := range []string{"a.m.", "p.m.", "am", "pm"} {
		if stop, ok := phraseAt(t, skipBlanks(t, end), w); ok {
			end = stop
			break
		}
	}
	return r.emitNonAmount(kindClock, "time", b.start, Extent{b.start, b.end}, end)
}

// zip reports whether the number is the postal code after a state: "WA 98109".
func (r *reader) zip(b *body) bool {
	t := r.t
	if !b.plain() || b.digits != 5 {
		return false
	}
	p := backBlanks(t, b.start)
	return p < b.start && p > 2 && wordStart(t, p) == p-2 && ascii.IsUpper(t[p-1]) && ascii.IsUpper(t[p-2]) && !ascii.IsAlnum(t[p-3])
}
