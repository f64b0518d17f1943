package figure

import (
	"cmp"
	"maps"
	"math/bits"
	"regexp"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/assayhq/assay/internal/ascii"
)

// asked is the part of a passage that states the figure which the question asks for, of several that it states; false
// if it does not say of what they are, or if several fit.
func asked(p *passage, question string) (passage, bool) {
	if question == "" || strings.IndexFunc(strings.TrimLeft(p.text, "+-−$€£(0123456789.,% \n"), isDigit) < 0 {
		return passage{}, false
	}
	q := wordsOf(question)
	figures, working := namedFigures(p.text)
	alone := len(figures) < 2 && !working && len(Find(p.text)) < 2
	f := q.choose(ofConclusion(p.text, figures), working)
	if alone && (f == nil || f.rank < marked && q.required&^f.words != 0) {
		return passage{}, false
	}
	if f == nil {
		f = q.choose(figures, working)
	}
	if f == nil && !working { // then headings are of steps
		for i := range figures {
			figures[i].name += " " + headingOf(p.text, figures[i].Start)
		}
		f = q.choose(figures, working)
	}
	if f == nil {
		return passage{}, false
	}
	before := f.clause.Start // after the figures before it
	for _, a := range Find(p.text[:f.Start]) {
		before = max(before, a.End)
	}
	for _, e := range []Extent{f.clause, {f.clause.Start, f.End}, {before, f.clause.End}, {f.Start, f.clause.End}, f.Extent} {
		part := p.part(e)
		if a, ok := stated(part.text); ok && a.Start == f.Start-e.Start {
			return part, true
		}
	}
	return passage{}, false
}

// ofConclusion are the figures of the last line, if that concludes.
func ofConclusion(text string, figures []namedFigure) []namedFigure {
	last := strings.TrimRight(text, " \t\r\n`~*_")
	line := strings.LastIndexByte(last, '\n') + 1
	if _, ok := concluded(last[line:]); !ok {
		return figures
	}
	return keep(figures, func(f *namedFigure) bool { return f.Start >= line && !f.other })
}

const maxNamed = 40 // figures of a reply

func isDigit(r rune) bool { return '0' <= r && r <= '9' }

// part is a part of a passage.
func (p *passage) part(e Extent) passage {
	if p.offsets == nil {
		return passage{text: p.text[e.Start:e.End], start: p.start + e.Start}
	}
	return passage{p.text[e.Start:e.End], p.start, p.offsets[e.Start : e.End+1]}
}

// asking is a question as words that names may share with it.
type asking struct {
	words        []string
	required     uint64     // those that are neither years nor, with a capital, names of companies or segments
	proper       uint64     // those with a capital
	when         uint64     // years
	computations [][]string // rows of computations of which it has a word
	computed     uint64     // those words
	percent      bool
	years        []string
	about        subject
}

// byHowMuch matches a question for a difference without a word for it.
var byHowMuch = regexp.MustCompile(`(?i)\bby how (?:much|many|large)\b|` +
	`\bhow (?:much|many) (?:higher|lower|more|less|fewer|greater|larger|smaller|` +
	`better|worse|above|below)\b`)

func wordsOf(question string) asking {
	question = question[:min(len(question), maxQuestion)]
	q := asking{about: subjectOf(question), years: yearsOf(question)}
	if at := strings.IndexByte(question, '?'); at > 0 {
		question = question[:at] // what follows says how to answer
	}
	question = spellOut(inBrackets.ReplaceAllString(question, ""))
	if byHowMuch.MatchString(question) {
		q.computations = append(q.computations, computations[0])
	}
	for written := range strings.FieldsFuncSeq(question, endsWord) {
		w := yearIn.ReplaceAllString(strings.ToLower(written), "$1")
		q.percent = q.percent || startsWithAny(w, []string{"percent", "portion", "proportion", "margin", "growth", "rate"}) ||
			w == "return" || w == "yield"
		if len(w) < 2 || slices.Contains(q.words, w) || slices.Contains(askingWords, w) || slices.Contains(neutral, w) {
			continue
		}
		if len(q.words) == 64 {
			break
		}
		switch bit := uint64(1) << len(q.words); {
		case ascii.IsUpper(written[0]) && written != strings.ToUpper(written):
			q.proper |= bit
		case ascii.IsDigit(w[0]):
			q.when |= bit
		default:
			q.required |= bit
		}
		q.words = append(q.words, w)
		for _, row := range computations {
			if startsWithAny(w, row) && (row[0] != "total" || w != "total" || len(q.years) > 1 || totalOf.MatchString(question)) {
				q.computations = append(q.computations, row)
				q.computed |= 1 << (len(q.words) - 1)
			}
		}
	}
	return q
}

// totalOf matches a question for the sum of several figures; "total assets" is one.
var totalOf = regexp.MustCompile(`(?i)\btotal (?:of|for) [^?]* and `)

var yearIn = regexp.MustCompile(`^(?:fy|q[1-4])([12]\d{3})$`)

var inBrackets = regexp.MustCompile(`\([^()]*\)`)

// abbreviations are read as what they stand for, and other words for the same as one.
var abbreviations = map[string]string{
	"EPS": "earnings per share", "R&D": "research and development", "capex": "capital expenditures", "CapEx": "capital expenditures",
	"capital spending": "capital expenditures", "Capital spending": "capital expenditures", "COGS": "cost of goods sold",
	"FCF": "free cash flow", "SG&A": "selling general and administrative", "RevPAR": "revenue per available room",
	"ADR": "average daily rate", "NIM": "net interest margin", "ROE": "return on equity", "ROA": "return on assets",
	"ROIC": "return on invested capital", "DSO": "days sales outstanding", "DPO": "days payable outstanding",
	"DIO": "days inventory outstanding", "CCC": "cash conversion cycle", "OCF": "operating cash flow",
	"PP&E": "property plant and equipment", "ARPU": "average revenue per user", "ARR": "annual recurring revenue",
	"D/E": "debt-to-equity", "P/E": "price-to-earnings", "GMV": "gross merchandise volume",
	"AUM": "assets under management", "NAV": "net asset value",
	"FFO": "funds from operations", "CAGR": "compound annual growth rate", "add up": "sum", "adds up": "sum",
}

var abbreviated = regexp.MustCompile(`\b(?:` + strings.Join(slices.Sorted(maps.Keys(abbreviations)), "|") + `)\b`)

func spellOut(text string) string {
	return abbreviated.ReplaceAllStringFunc(text, func(short string) string { return abbreviations[short] })
}

// endsWord separates the words of names; R&D is one.
func endsWord(r rune) bool {
	return r < 0x80 && !ascii.IsAlnum(byte(r)) && r != '&' || strings.ContainsRune("’‘“”—–", r)
}

// computations are words of what is computed from other figures: a question with one of a row asks for a figure that
// is called by one of the row.
var computations = [][]string{
	{"change", "increas", "decreas", "grow", "grew", "rise", "rose", "rising", "declin", "difference", "drop", "fell", "fall", "varia",
		"delta", "improve", "reduc", "widen", "narrow", "gap", "higher", "lower", "more", "less"},
	{"average", "mean"},
	{"ratio", "coverage", "multiple", "turnover"},
	{"margin"},
	{"total", "sum", "combined", "aggregate", "cumulative", "together"}, // of several years
}

func startsWithAny(word string, starts []string) bool {
	return slices.ContainsFunc(starts, func(s string) bool { return strings.HasPrefix(word, s) })
}

// fits compares a name, with the period after its figure, with the question.
func (q *asking) fits(name, period string) fit {
	f := fit{derived: len(q.computations) == 0}
	level := toLevel.MatchString(name) || levelBefore.MatchString(name)
	for token := range strings.FieldsFuncSeq(strings.ToLower(spellOut(name+" "+period)), endsWord) {
		known := ascii.IsDigit(token[0]) || slices.Contains(neutral, token) || token == "total" || slices.Contains(askingWords, token)
		for i, w := range q.words {
			if sameWord(token, w) {
				f.words |= 1 << i
				known = true
			}
		}
		for _, row := range q.computations {
			if startsWithAny(token, row) || row[0] == "change" && (token == "up" || token == "down") {
				known = true
				if row[0] != "change" || !level {
					f.derived = true
					f.words |= q.computed
				}
			}
		}
		if !known {
			f.foreign++
		}
	}
	return f
}

// toLevel matches a name of what something changed to, or from: "sales rose to".
var toLevel = regexp.MustCompile(`(?i)\b(?:rose|increased|grew|climbed|jumped|advanced|fell|declined|decreased|dropped|shrank|` +
	`improved|widened|narrowed|changed|went|moved|up|down)\b[^;:=.]*\b(?:to|from)\s*[$€£]?\s*$`)

// levelBefore matches a name with such a figure in it.
var levelBefore = regexp.MustCompile(`(?i)\b(?:rose|increased|grew|climbed|fell|declined|decreased|dropped)` +
	`(?: \w+)? (?:to|from)\s*[$€£]?\d`)

// sameWord reports whether two words are the same but for their endings, or years with letters before them.
func sameWord(token, word string) bool {
	if token == word {
		return true
	}
	if len(word) == 4 && ascii.IsDigit(word[0]) {
		return len(token) <= 6 && strings.HasSuffix(token, word) || token == "fy"+word[2:]
	}
	if slices.Contains(synonyms[Unit(word)], token) {
		return true
	}
	token, word = strings.TrimSuffix(token, "s"), strings.TrimSuffix(word, "s")
	long := min(len(token), len(word)) >= 5
	return token == word || long && (strings.HasPrefix(token, word) || strings.HasPrefix(word, token))
}

// inTime matches a question for a stretch of time.
var inTime = regexp.MustCompile(`\bhow long\b|\bhow many (?:years|months|weeks)\b|\bin (?:years|months|weeks)\b`)

// choose is the figure that the question asks for, or nil. Where a reply shows its working, the names of its inputs
// have words of the question, too: there the figure must have all of them.
func (q *asking) choose(figures []namedFigure, working bool) *namedFigure {
	for i := range figures {
		f := &figures[i]
		f.fit = q.fits(f.it+f.name, f.period+" "+f.counted())
		if f.differs && q.changes() {
			f.derived = true
			f.words |= q.computed
		}
		if markedBefore.MatchString(f.name) || answersOnly(f.name) || q.concludes(f) {
			f.rank = marked
		}
		if f.joined && i > 0 && markedBefore.MatchString(f.name) {
			f.rank, figures[i-1].rank = inPassing, inPassing // "that gives 5 and 6"
		}
	}
	meant := keep(figures, func(f *namedFigure) bool { return !f.other && (f.rank == marked || !q.excludes(f)) })
	if q.about.days {
		meant = keep(meant, func(f *namedFigure) bool { return f.Unit == "days" || f.bare() })
	} else {
		meant = keep(meant, func(f *namedFigure) bool { return !f.timeSpan() || inTime.MatchString(q.about.text) })
	}
	if q.about.points {
		meant = keep(meant, func(f *namedFigure) bool { return f.Kind == Points || f.Kind == BasisPoints || f.bare() && f.derived })
	}
	if q.percent {
		meant = keep(meant, func(f *namedFigure) bool {
			return familyOf(f.Amount) == ratios || f.bare() && f.rank >= aloneInLine
		})
		if !q.changes() {
			meant = keep(meant, func(f *namedFigure) bool { return f.Kind != Points && f.Kind != BasisPoints })
		}
	}
	switch {
	case q.percent:
	case q.about.counts:
		meant = keep(meant, func(f *namedFigure) bool { return f.Kind == Number || f.sole && f.rank == marked })
	case q.about.money:
		meant = keep(meant, func(f *namedFigure) bool { return familyOf(f.Amount) != ratios })
	case q.about.ratio:
		meant = keep(meant, func(f *namedFigure) bool { return f.Kind == Number || f.Kind == Multiple })
	}
	if f := q.sumOf(meant); f != nil {
		return f
	}
	if len(q.computations) > 0 {
		meant = keep(meant, func(f *namedFigure) bool {
			return f.derived || f.rank == marked || f.rank == first && yearsOf(f.period) == nil || f.rank == aloneInLine && f.words == 0
		})
	}
	if len(meant) == 0 {
		return nil
	}
	if same := &meant[len(meant)-1]; !slices.ContainsFunc(meant, func(f namedFigure) bool { return !f.Value.Equal(same.Value) }) {
		return same
	}
	var all uint64 // words that names have
	for i := range meant {
		all |= meant[i].words
	}
	if all&^(q.proper|q.when) != 0 {
		all &^= q.proper | q.when // company and year are those of all figures that are left
	}
	enough := all != 0 && (!working || q.required&^all == 0)
	var best *namedFigure
	tie := false
	for i := range meant {
		f := &meant[i]
		full := enough && f.words&all == all
		if full && f.foreign == 0 {
			f.rank = max(f.rank, inWords)
		}
		switch {
		case !full && f.rank < first && (f.rank != aloneInLine || f.words&^q.computed != 0):
		case best == nil || f.rank > best.rank || f.rank == marked || f.rank == best.rank && f.closer(best) > 0:
			best, tie = f, false // of several that are marked the last
		case f.rank < best.rank || f.closer(best) < 0:
		case f.Value.Equal(best.Value):
			best = f
		default:
			tie = true
		}
	}
	if best == nil && working && len(meant) < len(figures) {
		for i := range meant {
			if meant[i].result {
				best = &meant[i]
			}
		}
	}
	if tie {
		return nil
	}
	if best == nil && !working {
		best = q.mostNamed(meant)
	}
	return best
}

// maxAdded bounds the figures among which a sum is looked for.
const maxAdded = 8

// sumOf is the figure that all others, or two of them, add up to, where the question asks for a sum and none is marked.
func (q *asking) sumOf(figures []namedFigure) (sum *namedFigure) {
	asks := slices.ContainsFunc(q.computations, func(row []string) bool { return row[0] == "total" })
	isMarked := func(f namedFigure) bool { return f.rank == marked || f.sole && f.derived }
	if !asks || len(figures) < 3 || len(figures) > maxAdded || slices.ContainsFunc(figures, isMarked) {
		return nil
	}
	for i := range figures {
		f := &figures[i]
		var parts []decimal.Decimal
		all := decimal.Zero
		for k := range figures {
			if g := &figures[k]; k != i {
				value := g.Value
				if g.bare() {
					value = value.Shift(int32(f.Scale))
				}
				parts, all = append(parts, value), all.Add(value)
			}
		}
		adds := all.Equal(f.Value)
		for j := range parts {
			adds = adds || slices.ContainsFunc(parts[:j], func(d decimal.Decimal) bool { return d.Add(parts[j]).Equal(f.Value) })
		}
		if adds && !f.Value.IsZero() {
			if sum != nil {
				return nil
			}
			sum = f
		}
	}
	return sum
}

// mostNamed is the figure whose name has more of the required words than any other, at least two, and none in addition.
func (q *asking) mostNamed(figures []namedFigure) *namedFigure {
	var best *namedFigure
	most := 0
	for i := range figures {
		f := &figures[i]
		switch n := bits.OnesCount64(f.words & q.required); {
		case f.foreign > 0 && n <= most:
		case n > most:
			best, most = f, n
		case n == most && n > 0:
			best = nil
		}
	}
	if best == nil || best.foreign > 0 {
		return nil
	}
	return best
}

// closer compares names that have the words of all: by more of the others, and by fewer that the question does not have.
func (f *fit) closer(than *namedFigure) int {
	return cmp.Or(cmp.Compare(bits.OnesCount64(f.words), bits.OnesCount64(than.words)), cmp.Compare(than.foreign, f.foreign))
}

// concludes reports whether a figure is that of the last sentence, whose main clause has words of the question and no others.
func (q *asking) concludes(f *namedFigure) bool {
	if !f.sole || f.other || q.excludes(f) {
		return false
	}
	comma := strings.LastIndex(f.name, ", ") + 1
	fit := q.fits(f.name[comma:], f.period+" "+f.counted())
	return fit.foreign == 0 && fit.words&(q.required|q.computed) != 0 && (fit.derived || !q.changes()) &&
		!underCondition.MatchString(f.name[:comma])
}

// underCondition matches what limits the clause after it: "before tax, it was".
var underCondition = regexp.MustCompile(`(?i)\b(?:before|excluding|without|after|if|unless|under|using)\b`)

// counted is the noun that a figure counts.
func (a *Amount) counted() string {
	if familyOf(*a) == counts {
		return string(a.Unit)
	}
	return ""
}

// changes reports whether the question asks for a change.
func (q *asking) changes() bool {
	return slices.ContainsFunc(q.computations, func(row []string) bool { return row[0] == "change" })
}

// Names of what is like the figure that is asked for, and another.
var (
	basis = regexp.MustCompile(`(?i)\b(?:restate\w*|pro[ -]forma|adjusted|unadjusted|non-gaap|organic|underlying|` +
		`preliminary|budget\w*|forecast\w*|guidance|estimated?|target\w*|peers?|industry|consensus|prior|previous|last|statutory|tangible|` +
		`draft|press release)\b`)
	owner = regexp.MustCompile(`\b(?:of|for|at|by|against) ((?:[A-Z][\w&.’'-]*)(?: (?:&|and|of))?(?: [A-Z][\w&.’'-]*)*)`)
)

// possessor matches a company at the beginning of a clause: "Harrow Jet's fuel expense".
var possessor = regexp.MustCompile(`(?:^|[.;:,(\n])\s*([A-Z][\w&.-]*(?: [A-Z][\w&.-]*)*)['’]s? `)

// aside matches what is in brackets after the figure before.
var aside = regexp.MustCompile(`^\s*\([^()]*\)`)

// yearHead matches a year right before its figure: "(2019: 5)".
var yearHead = regexp.MustCompile(`[(\s]([12]\d{3}):[\s*_]*$`)

// excludes reports whether a name has years and none of the question's, another basis or another company.
func (q *asking) excludes(f *namedFigure) bool {
	name := aside.ReplaceAllString(f.name, "") + " " + f.period
	if m := yearHead.FindStringSubmatch(f.name); m != nil {
		name = m[1]
	}
	own := yearsOf(name)
	if q.changes() && len(q.years) == 2 && len(own) > 0 && !slices.Contains(own, max(q.years[0], q.years[1])) {
		return true // of the year before the change
	}
	if len(own) > 0 && len(q.years) > 0 &&
		!slices.ContainsFunc(own, func(y string) bool { return slices.Contains(q.years, y) }) {
		return true
	}
	for _, word := range basis.FindAllString(name, -1) {
		if !strings.Contains(q.about.text, strings.ToLower(word)) {
			return true
		}
	}
	if q.proper == 0 {
		return false
	}
	for _, m := range append(owner.FindAllStringSubmatch(name, -1), possessor.FindAllStringSubmatch(name, -1)...) {
		first, _, _ := strings.Cut(m[1], " ")
		word := strings.ToLower(strings.TrimRight(first, ".,’'s"))
		if len(first) > 2 && first != strings.ToUpper(first) && !strings.Contains(q.about.text, word) &&
			!slices.Contains(notOwners, first) {
			return true
		}
	}
	return false
}

// notOwners are words with a capital that are no companies.
var notOwners = strings.Fields(`January February March April May June July August September October November December Item Page Note
	Table Part Form Net Total The Fiscal Consolidated Statements Statement Balance It That Here There Let What Today Company`)

// keep leaves the figures of a kind, if there are any.
func keep(figures []namedFigure, kind func(*namedFigure) bool) []namedFigure {
	var kept []namedFigure
	for i := range figures {
		if kind(&figures[i]) {
			kept = append(kept, figures[i])
		}
	}
	if kept == nil {
		return figures
	}
	return kept
}

// askingWords are words of questions that say nothing of what is asked for.
var askingWords = strings.Fields(`what which that this many much number give were does how did do round rounded decimal decimals
	places two one please according based using express expressed report state million millions thousand thousands billion
	billions dollars`)

// answersOnly reports whether a name says that its figure answers the question, and nothing else of it: "the figure you are
// looking for is". The years of others have names with digits.
func answersOnly(name string) bool {
	says := false
	name = stamp.ReplaceAllString(name, "")
	for token := range strings.FieldsFuncSeq(strings.ToLower(name), endsWord) {
		switch {
		case slices.Contains(answering, token):
			says = true
		case ascii.IsDigit(token[0]) || !slices.Contains(neutral, token):
			return false
		}
	}
	return says
}

// stamp matches the time at the beginning of a line of a log.
var stamp = regexp.MustCompile(`^\s*\[[^\]]*\]`)

// answering are words of sentences that state an answer without the name of what was asked for.
var answering = strings.Fields(`answer figure number value amount result final question asked request requested looking seeking want
	wanted need needed get got obtain arrive conclude conclusion determine determined read reads according based passage excerpt
	context lookup calculation computation you your i my we our right correct per came comes
	report say give re m d ll ve what after if commit one done program script returns outputs prints appears as`)

// neutral are words of names and questions that do not tell one figure from another.
var neutral = strings.Fields(`the a an is was are were of in on at to by for from and or as it its be has had have with
	while but year years fiscal fy end ended ending value amount figure reported company about approximately thus therefore
	then so hence metric date period result unit percent percentage s calculated equals came comes stood totaled answer asked
	during between over finally us usd thousand thousands million millions billion billions this that these compared inc plc
	corp corporation ltd llc co would`)
