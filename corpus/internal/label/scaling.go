package label

import (
	"bytes"
	"unicode/utf8"
	"unsafe"

	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/figure"
	"github.com/assayhq/assay/internal/ascii"
)

// Scaling is what a unit line says: "(in millions, except share data in thousands and per share data)".
type Scaling struct {
	block.Span             // the words that state it, where they are in the text
	Money      int8        // power of ten of money
	Shares     int8        // power of ten of share counts
	Counts     int8        // power of ten of what else is counted: "(subscribers in thousands)"
	Areas      int8        // power of ten of areas: "Square footage is reported in thousands"
	Currency   figure.Unit // where it is named
	Stated     bool        // a power of ten is named; "in dollars" names the power 0
	OwnShares  bool        // it names a power for shares
	SharesOnly bool        // and none for money
	AreasOnly  bool        // it names a power for areas alone
	CountsOnly bool        // it names a power for what is counted alone
}

// Power is the power of ten of money, or the one of shares or counts where none is named for money.
func (s *Scaling) Power() int8 {
	switch {
	case s.Money != 0:
		return s.Money
	case s.Shares != 0:
		return s.Shares
	case s.Areas != 0:
		return s.Areas
	}
	return s.Counts
}

// unitWalk is the state of the search for a unit phrase.
type unitWalk struct {
	s                     Scaling
	found                 bool
	start, end            int
	subject               uint64 // meaning of the words since the last bracket, semicolon or scale word
	in, excepting, bumped bool
	excepted              bool // shares are excepted from the scale
	per, shared           bool // the word before was "per"; per-share amounts were named
	money                 bool // a scale for money has been stated
	shares                bool // a scale for shares has been stated
	areas                 bool // a scale for areas has been stated
	counts                bool // a scale for what is counted has been stated
	others                int  // words of the subject that say nothing of units
	aside                 bool // in brackets
	not                   bool // the words before are "not in"
	here, elsewhere       bool // the sentence names this table; it is about other tables
	perUser               bool // amounts for one user or ton are excepted, so that numbers of them are not
	exceptsCounts         bool // numbers of things are excepted
	text                  string
	currency              figure.Unit
	currencyEnd           int // where the last currency named ends
	before                int // where the word before ends
}

// names takes in a currency that begins with the word.
func (u *unitWalk) names(w *words) {
	if w.at < u.currencyEnd {
		return
	}
	if code, end := figure.CurrencyAt(u.text, w.at); end > w.at {
		u.currency, u.currencyEnd = code, end
	} else if u.text[w.at:w.p] == "R" && (w.at == 0 || u.text[w.at-1] != '$') {
		if next := *w; next.next() && scalePower(next.word()) != 0 {
			u.currency, u.currencyEnd = "ZAR", w.p // a letter is a sign only before a scale: "R million"
		}
	}
}

// between takes in the signs between two words: a currency that is no letter, a comma or the end of a sentence, where
// an exception that came first ends: "Except for share data, amounts are in millions".
func (u *unitWalk) between(w *words) {
	for p := u.before; p < w.at; p++ {
		switch c := w.b[p]; {
		case c >= utf8.RuneSelf && p >= u.currencyEnd:
			if code, end := figure.CurrencyAt(u.text, p); end > p {
				u.currency, u.currencyEnd = code, end
			}
		case c == ',' && u.excepting && !u.money && !u.shares:
			u.subject = 0
		case c == '.' && w.at-u.before > 1 && ascii.IsUpper(w.b[w.at]):
			u.newSubject()
			u.excepting = false
			if p >= u.currencyEnd {
				u.currency, u.currencyEnd = "", 0 // of another sentence
			}
		}
	}
}

// newSubject forgets what the words before said.
func (u *unitWalk) newSubject() {
	u.subject, u.others, u.in, u.here, u.elsewhere = 0, 0, false, false, false
}

// FindScaling finds the words that state a scale, or the lack of one: "(in thousands, except share and
// per share amounts)", "$ in millions", "(Millions of dollars)", "(000's omitted)". The last one of the
// text wins, because it is the nearest to the table.
func FindScaling(text []byte) (Scaling, bool) {
	first := firstScale(text)
	if first < 0 {
		return Scaling{}, false
	}
	begin := sentenceOf(text, first)
	u := unitWalk{text: unsafe.String(&text[0], len(text)), before: begin} // nothing of the text is kept
	var previous [24]byte
	last := previous[:0]
	for w := (words{b: text, p: begin}); w.next(); u.before = w.p {
		u.between(&w)
		if w.number {
			u.number(&w)
			last = previous[:0]
			continue
		}
		u.word(&w, last)
		last = previous[:copy(previous[:], w.word())]
	}
	if !u.found {
		return Scaling{}, false
	}
	return u.finish(), true
}

// sentenceOf is where the sentence around byte i begins.
func sentenceOf(text []byte, i int) int {
	for k := i - 2; k > 0; k-- {
		if text[k] == ' ' && text[k-1] == '.' && ascii.IsUpper(text[k+1]) {
			return k + 1
		}
	}
	return 0
}

// firstScale is where the first word is that may state a scale, or -1 as in nearly every label.
func firstScale(text []byte) int {
	inWord := false
	for i, c := range text {
		begins := !inWord
		inWord = ascii.IsLetter(c)
		if !begins || !inWord && c != '0' {
			continue
		}
		found := false
		switch rest := text[i:]; c | 0x20 {
		case 't':
			found = ascii.HasPrefixFold(rest, "thous") || ascii.HasPrefixFold(rest, "trilli")
		case 'd':
			found = ascii.HasPrefixFold(rest, "dollar")
		case '0':
			found = ascii.HasPrefixFold(rest, "000")
		case 'm', 'b':
			found = ascii.HasPrefixFold(rest[1:], "illi") || isShortScale(text, i)
		case 'c', 'k', 'l':
			found = isShortScale(text, i)
		}
		if found || ascii.IsLetter(c) && isCompact(text[i:]) {
			return i
		}
	}
	return -1
}

// isCompact reports whether a text begins with a word that writes a scale and a currency in one.
func isCompact(text []byte) bool {
	const longest = 5 // "EURbn"
	n := 0
	for n < len(text) && ascii.IsLetter(text[n]) {
		if n++; n > longest {
			return false
		}
	}
	power, _ := compactUnit(text[:n])
	return power != 0
}

// compactUnit is the power and the currency of a word that writes both in one: "MSEK", "Rm", "EURbn".
func compactUnit(word []byte) (power int8, code figure.Unit) {
	const codeLength = 3
	if string(word) == "Rm" {
		return 6, "ZAR"
	}
	if len(word) <= codeLength || !ascii.IsUpper(word[1]) || !ascii.IsUpper(word[2]) {
		return 0, ""
	}
	name := word[:codeLength]
	switch rest := string(word[codeLength:]); rest {
	case "m":
		power = 6
	case "bn":
		power = 9
	case "k":
		power = 3
	default:
		switch name = word[1:]; word[0] | 0x20 {
		case 'm':
			power = 6
		case 'k', 't':
			power = 3
		}
	}
	if power == 0 || len(name) != codeLength {
		return 0, ""
	}
	code, end := figure.CurrencyAt(string(name), 0)
	if end != codeLength {
		return 0, ""
	}
	return power, code
}

// isShortScale reports whether a short word for a power of ten is at i: "mm", "bn", "crore", and a letter after the
// sign or code of a currency.
func isShortScale(text []byte, i int) bool {
	const longest = 6 // "crores"
	end := i
	for end < len(text) && ascii.IsLetter(text[end]) {
		if end++; end-i > longest {
			return false
		}
	}
	if end == i+1 {
		before := bytes.TrimRight(text[:i], " '’‘")
		if n := len(before); n == 0 ||
			before[n-1] != '$' && before[n-1] < utf8.RuneSelf && (n == i || !ascii.IsUpper(before[n-1])) {
			return false
		}
	}
	return figure.ScalePower(string(text[i:end])) != 0
}

// scalePower is the power of ten of a scale word, or 0. Headers abbreviate more than prose does.
func scalePower(word []byte) int {
	switch string(word) {
	case "thous":
		return 3
	case "mils":
		return 6
	}
	return figure.ScalePower(string(word))
}

// number takes in "000" of "$000", "(000's)" and "in 000s"; other numbers end a phrase's subject.
func (u *unitWalk) number(w *words) {
	b, from := w.b, w.at
	three := w.p-from == 3 && b[from] == '0' && b[from+1] == '0' && b[from+2] == '0'
	if three && (from == 0 || b[from-1] == '$' || b[from-1] == '(' || b[from-1] == ' ' || b[from-1] == '\'' ||
		u.currencyEnd == from || bytes.HasSuffix(b[:from], []byte("’")) || bytes.HasSuffix(b[:from], []byte("‘"))) {
		u.findUnit(w, 3)
		return
	}
	u.in = false
}

// word takes in one word of the text.
func (u *unitWalk) word(w *words, last []byte) {
	switch string(w.word()) {
	case "(", ";":
		u.newSubject()
		u.excepting = false
		u.bumped = w.word()[0] == '('
		u.aside = u.aside || u.bumped
		return
	case ")":
		u.newSubject()
		u.excepting, u.bumped, u.aside = false, false, false
		return
	case "in", "of":
		u.in, u.not = true, string(last) == "not"
		return
	case "this":
		u.here = true
	case "elsewhere":
		u.elsewhere = !u.here
	case "tables":
		u.elsewhere = u.elsewhere || !u.here && string(last) == "other"
	case "except", "excluding", "exclusive":
		u.excepting, u.subject = true, 0
		return
	case "per":
		u.per = true
		return
	}
	if power, code := compactUnit(w.b[w.at:w.p]); power != 0 && (w.p == len(w.b) || w.b[w.p] == '\n' || w.b[w.p] == ')') {
		u.currency, u.currencyEnd = code, w.p
		u.findUnit(w, power)
		return
	}
	if n := scalePower(w.word()); n != 0 && u.unitContext(w, last) {
		u.findUnit(w, int8(n))
		return
	}
	m := wordMeaning(w.word())
	if m&^(meanMoney|meanSums|meanRevenue) == 0 { // "of Canadian dollars", and never "share"
		u.names(w)
	}
	if u.excepting {
		u.except(w, m)
	}
	if m&(meanShare|meanShares) != 0 && u.per {
		m, u.shared = 0, true
	}
	u.per = false
	u.subject |= m
	if m == 0 && w.at >= u.currencyEnd && !fillerWord(w.word()) {
		u.in = false
		u.others++
	}
	u.dollars(w)
}

// except takes in a word of what is excepted from the scale.
func (u *unitWalk) except(w *words, m uint64) {
	if m&(meanShare|meanShares|meanUnits) != 0 && !u.per {
		u.excepted = true
	}
	switch string(w.word()) {
	case "user", "subscriber", "customer", "member", "membership", "subscription", "connection", "household",
		"ton", "tonne", "ounce", "pound", "barrel", "bbl", "boe", "mcf", "mcfe", "mmbtu", "gallon", "kwh", "mwh":
		u.perUser = true // amounts for one of them
	default:
		u.exceptsCounts = u.exceptsCounts || m&(meanNumber|meanCounted|meanThings) != 0
	}
}

// dollars takes in "in dollars" and "in U.S. dollars": a statement that there is no scale.
func (u *unitWalk) dollars(w *words) {
	whole := w.at > 0 && w.b[w.at-1] == '(' && w.p == len(w.b)-1 && w.b[w.p] == ')' // "Cost of a coin (dollars)"
	if !u.in && !whole || u.found || u.subject&(meanShare|meanShares) != 0 || u.shared ||
		string(w.word()) != "dollars" && string(w.word()) != "dollar" {
		return
	}
	u.found, u.start, u.end = true, w.at, w.p
}

// fillerWord reports whether a word may be between "in" and the scale word.
func fillerWord(word []byte) bool {
	switch string(word) {
	case "us", "u", "s", "dollars", "dollar", "the", "$", "canadian", "and", "are", "is", "amounts", "whole":
		return true
	}
	return false
}

// unitContext reports whether a scale word states a unit and is not part of an amount or of prose.
func (u *unitWalk) unitContext(w *words, last []byte) bool {
	afterSign := string(last) == "$" || u.currencyEnd > 0 && blank(w.b[u.currencyEnd:w.at])
	if w.n == 1 {
		return afterSign // "$B", "USD m"
	}
	plural := w.word()[len(w.word())-1] == 's' || len(w.word()) <= 3
	if u.in && (plural || u.bumped) {
		return true
	}
	switch {
	case string(last) == "$", string(last) == "(", afterSign: // "USD million", "$ million", but not "$5 million"
		return true
	}
	before := bytes.TrimRight(w.b[:w.at], " ")
	opens := len(before) == 0 || before[len(before)-1] == '\n'
	if !opens && !endsPhrase(before) || !plural && w.p < len(w.b) {
		return false
	}
	next := *w // "Thousands" is all of the cell, or "of yen", "of tonnes" or "except per share data" follows
	if w.p == len(w.b) || !next.next() || w.b[w.p] == '\n' {
		return opens
	}
	if string(next.word()) == "except" {
		return opens
	}
	return string(next.word()) == "of" && next.next() && (next.isCurrency() || next.isThing())
}

// endsPhrase reports whether a text ends with a sign before which a phrase ends.
func endsPhrase(text []byte) bool {
	for _, sign := range [...]string{",", ":", "–", "—"} {
		if bytes.HasSuffix(text, []byte(sign)) {
			return true
		}
	}
	return false
}

// isThing reports whether the word names what is counted, and ends its line.
func (w *words) isThing() bool {
	return wordMeaning(w.word())&(meanThing) != 0 && (w.p == len(w.b) || w.b[w.p] == '\n' || w.b[w.p] == ':')
}

// isCurrency reports whether the word names a currency.
func (w *words) isCurrency() bool {
	if d := string(w.word()); d == "u" || d == "dollars" || d == "canadian" {
		return true
	}
	_, end := figure.CurrencyAt(string(w.b), w.at)
	return end > w.at
}

// blank reports whether at most one blank or apostrophe is in b: "£ m", "€'m".
func blank(b []byte) bool {
	return len(b) == 0 || len(bytes.Trim(b, " \n\v\u00a0'’‘")) == 0 && len(b) <= len("’")
}

// findUnit takes in a scale word.
func (u *unitWalk) findUnit(w *words, power int8) {
	if u.elsewhere {
		u.newSubject()
		return
	}
	if u.not {
		power, u.not = 0, false
	}
	forShares := u.subject&(meanShare|meanShares) != 0
	if !u.found || !u.bumped && u.end != 0 && w.at-u.end > 80 && !forShares {
		u.s, u.start, u.shared = Scaling{}, w.at, false
		u.money, u.shares, u.counts = false, false, false
		if !u.excepting {
			u.excepted, u.perUser, u.exceptsCounts = false, false, false
		}
	}
	u.found, u.end, u.s.Stated = true, w.p, true
	if u.excepting && !u.money && !u.shares {
		u.excepting = false // the exception came first
	}
	forCounts := u.forCounts()
	forAreas := u.subject&meanArea != 0 && u.subject&(meanMoney|meanSums|meanRevenue|meanPrice|meanEach|meanNumber) == 0 && !u.excepting
	switch {
	case forAreas:
		u.s.Areas, u.areas = power, true
	case forShares, u.excepting && u.excepted && u.money:
		u.s.Shares, u.shares = power, true
	case forCounts:
		u.s.Counts, u.counts = power, true
	}
	if !forShares && !forCounts && !forAreas && !u.excepting || u.subject&meanMoney != 0 && !u.excepting {
		u.s.Money, u.money = power, true
	}
	u.newSubject()
}

// forCounts reports whether the subject of a scale is only a thing that is counted: "(subscribers in thousands)".
func (u *unitWalk) forCounts() bool {
	const other = 1 // "wireless subscribers"
	return u.aside && !u.excepting && u.subject&(meanCounted|meanThings|meanAssets|meanUnits) != 0 && u.others <= other &&
		u.subject&(meanSums|meanRevenue|meanValue|meanPrice|meanCost|meanEach|meanArea) == 0
}

// finish settles what the phrase says about shares.
func (u *unitWalk) finish() Scaling {
	s := u.s
	s.Currency = u.currency
	if !u.shares {
		s.Shares = s.Money
		if u.excepted {
			s.Shares = 0
		}
	}
	if u.perUser && !u.exceptsCounts && !u.counts && u.currency == "" {
		s.Counts = s.Money
	}
	s.OwnShares = u.shares
	s.SharesOnly = u.shares && !u.money
	if u.areas && !u.money {
		s.Money = s.Areas
	}
	s.AreasOnly = u.areas && !u.counts && !u.shares && !u.money
	s.CountsOnly = u.counts && !u.shares && !u.money
	s.Span = block.Span{Start: int32(u.start), End: int32(u.end)}
	return s
}
