package figure

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/shopspring/decimal"
)

// Answer finds the figure that an answer gives: the answer itself when it is one figure; else the one
// that its conclusion states, "Therefore, the ratio is 6.25"; else the first figure after the last
// equals sign, or the first after the verb of a sentence. "The five year change is 105" answers 105. A
// year counts only where there is nothing else.
func Answer(s string) (Amount, bool) {
	p := statement(s, "")
	a, ok := stated(p.text)
	p.locate(&a)
	return a, ok
}

// stated is the figure that a statement gives.
func stated(s string) (Amount, bool) {
	if len(s) <= maxBare {
		if a, err := parseCell(s); err == nil {
			return a, true
		}
	}
	if a, ok := ofLines(s); ok {
		return a, true
	}
	found := Find(s)
	tail := lastEquals(s)
	if at := conclusionAt(s, max(tail, 0)); at > 0 {
		if a := afterVerb(s, found, at); a != nil {
			return *a, true
		}
	}
	if tail >= 0 {
		if a := figureAfter(s, found, tail); a != nil {
			return *a, true
		}
	}
	if len(found) > 0 && found[0].IsAmount() && onlyPadding(s[:found[0].Start], Extent{}) &&
		relative.MatchString(s[found[0].End:]) {
		return found[0], true
	}
	if a := afterVerb(s, found, 0); a != nil {
		return *a, true
	}
	if a := afterColon(s, found); a != nil {
		return *a, true
	}
	if a := firstAfter(s, found, 0); a != nil {
		return *a, true
	}
	for _, a := range found {
		if a.IsAmount() || !a.Period.IsZero() {
			return a, true
		}
	}
	return Amount{}, false
}

// relative matches what says more of the figure before it: "$5 million, of which cash is $3 million".
var relative = regexp.MustCompile(`(?i)^[\s*_]*,?[\s*_]*(?:of which|including|where|with)\b`)

// ofLines is the figure of a text of several lines: of the last, if that is the figure alone or a conclusion; or of
// the first, if that is the figure alone or states one; or of the last, if that states one.
func ofLines(s string) (Amount, bool) {
	s = strings.TrimRight(s, " \t\r\n")
	at := strings.LastIndexByte(s, '\n') + 1
	if at == 0 {
		return Amount{}, false
	}
	last := Extent{at, len(s)}
	first := firstStatement(s)
	for _, try := range []struct {
		line Extent
		find func(string) (Amount, bool)
	}{{last, result}, {last, concluded}, {first, lone}, {last, equation}, {first, sentence}, {last, lone}, {last, sentence}} {
		if a, ok := try.find(s[try.line.Start:try.line.End]); ok {
			a.move(try.line.Start)
			return a, true
		}
	}
	return Amount{}, false
}

// firstStatement is the first line of a text that is no heading; empty if it only leads to what follows.
func firstStatement(s string) Extent {
	for at := 0; at < len(s); {
		end := at + strings.IndexByte(s[at:], '\n')
		if end < at {
			end = len(s)
		}
		line := strings.TrimSpace(s[at:end])
		if line != "" && line[0] != '#' {
			if leadsOn.MatchString(line) || note.MatchString(line) {
				break
			}
			return Extent{at, end}
		}
		at = end + 1
	}
	return Extent{}
}

// leadsOn matches the first line of replies that begin with their plan, their data or their steps.
var leadsOn = regexp.MustCompile(`(?i)^[\s*_>#\-•\d.)(]*(?:to (?:find|calculate|compute|determine|answer|get)|` +
	`(?:we|i) (?:need|must|have|will)|let[’'s]|first\b|step\b|okay|ok\b|alright|sure\b|looking\b|data\b|given\b|from\b|` +
	`using\b|based on\b|the user|here (?:are|is)\b|there are\b|thought\b|according to\b|calc)|[:|][\s*_]*$|^\||[=×÷]`)

// sentence is the figure after the verb of a line.
func sentence(line string) (Amount, bool) {
	if resultFollows.MatchString(line) {
		return concluded(line)
	}
	if a := afterVerb(line, Find(line), 0); a != nil {
		return *a, true
	}
	return Amount{}, false
}

// equation is what a calculation in a line comes to.
func equation(line string) (Amount, bool) {
	if at := lastEquals(line); at > 0 {
		if a := figureAfter(line, Find(line), at); a != nil {
			return *a, true
		}
	}
	return Amount{}, false
}

// result is the figure of a last line that is nothing else, and no row of a table: a table may only show the inputs.
func result(line string) (Amount, bool) {
	if strings.HasPrefix(strings.TrimLeft(line, " \t"), "|") {
		return Amount{}, false
	}
	return lone(line)
}

// move changes where a is in its text.
func (a *Amount) move(by int) {
	for _, e := range []*Extent{&a.Extent, &a.Bare} {
		e.Start, e.End = e.Start+by, e.End+by
	}
}

// lone is the figure of a line that is nothing else but marks of emphasis.
func lone(line string) (Amount, bool) {
	if row := strings.TrimRight(line, " \t\r|"); strings.HasPrefix(strings.TrimLeft(line, " \t"), "|") {
		at := strings.LastIndexByte(row, '|') + 1
		a, ok := lone(row[at:])
		a.move(at)
		return a, ok
	}
	text := strings.Trim(strings.TrimLeft(line, " \t>→=#•✅"), " \t\r*_`\"“”[]")
	text = strings.TrimLeft(text, " →=≈")
	if text == "" || len(text) > maxBare {
		return Amount{}, false
	}
	a, err := Parse(text)
	if err != nil || !a.IsAmount() {
		return Amount{}, false
	}
	a.move(strings.Index(line, text))
	return a, true
}

// Phrases of a line that concludes: those that a result follows, those after which its sentence states it, and the
// one that it comes before.
var (
	resultFollows = regexp.MustCompile(`(?i)\b(?:result(?:s|ing|ed)? in|giv(?:es|ing)|yield(?:s|ing)?|` +
		`(?:comes?|came|works? out|worked out|arrives?|ends?) (?:out )?(?:to|at)|` +
		`amount(?:s|ed)? to|equals|equivalent to|i get|we get|it[’']s|should be|i go with|that makes|` +
		`(?:increased|decreased|declined|fell|rose|grew|dropped|changed|shrank|improved|widened|narrowed) by)\b:?`)
	sentenceConcludes = regexp.MustCompile(`(?i)\b(?:therefore|thus|hence|consequently|accordingly|so|ergo|in conclusion|` +
		`overall|finally|in short|to conclude|in sum|in summary|altogether)\b`)
	resultPrecedes = regexp.MustCompile(`(?i)\b(?:that|this|which) is (?:the|my|your) (?:final )?answer\b`)
)

// concluded is the figure of a line that concludes.
func concluded(line string) (Amount, bool) {
	found := Find(line)
	if at := resultPrecedes.FindStringIndex(line); at != nil {
		for i := len(found) - 1; i >= 0; i-- {
			if a := found[i]; a.End <= at[0] && a.IsAmount() {
				return a, true
			}
		}
	}
	for _, phrase := range []*regexp.Regexp{resultFollows, sentenceConcludes} {
		all := phrase.FindAllStringIndex(line, -1)
		if len(all) == 0 {
			continue
		}
		at := all[len(all)-1][1]
		if tail := lastEquals(line); tail > at {
			if a := figureAfter(line, found, tail); a != nil {
				return *a, true
			}
		}
		a := afterVerb(line, found, at)
		if a == nil || phrase == resultFollows {
			a = figureAfter(line, found, at)
		}
		if a != nil {
			return *a, true
		}
	}
	return Amount{}, false
}

// maxBare is how long an answer may be that is a figure and nothing else.
const maxBare = 120

// afterColon is the first figure that directly follows a colon: "Current ratio (p. 78): 1.58".
func afterColon(s string, found []Amount) *Amount {
	for i := range found {
		a := &found[i]
		if before := backBlanks(s, a.Start); a.IsAmount() && before > 0 && before < a.Start && s[before-1] == ':' {
			return a
		}
	}
	return nil
}

// lastEquals is where the last equals sign ends, or arrow, or -1.
func lastEquals(s string) int {
	last := -1
	for _, sign := range []string{"=", "≈", "→", "⇒", "->", "=>"} {
		if at := strings.LastIndex(s, sign); at >= 0 {
			last = max(last, at+len(sign))
		}
	}
	return last
}

// afterVerb is the figure after the first verb from an offset on.
func afterVerb(s string, found []Amount, at int) *Amount {
	verb := verbAt(s[at:])
	if verb == 0 {
		return nil
	}
	return figureAfter(s, found, at+verb)
}

// figureAfter is the first figure from an offset on. What directly follows counts even if it is a stretch of
// time: "is 93.88 days".
func figureAfter(s string, found []Amount, at int) *Amount {
	for i := range found {
		if a := &found[i]; a.End > at {
			if a.IsAmount() && a.Start <= skipBlanks(s, at) && !replaced(s, a) {
				return a
			}
			break
		}
	}
	return firstAfter(s, found, at)
}

// conclusions are words with which an answer that shows its working comes to its end.
var conclusions = []string{"therefore", "thus", "hence", "answer"}

// conclusionAt is where the last of those words ends, from an offset on; 0 without one. "so" and "rounded"
// count at the beginning of a sentence and "answer" before a verb.
func conclusionAt(s string, from int) int {
	last := 0
	for i := from; i < len(s); {
		stop := wordEnd(s, i)
		if stop == i {
			i++
			continue
		}
		if word := s[i:stop]; oneOf(word, conclusions) || word == "So" || word == "Rounded" {
			if _, is := phraseAt(s, skipBlanks(s, stop), "is"); is || !equalFold(word, "answer") {
				last = stop
			}
		}
		i = stop
	}
	return last
}

// firstAfter is the first amount from an offset on that counts neither time nor decimal places.
func firstAfter(s string, found []Amount, at int) *Amount {
	for i := range found {
		if a := &found[i]; a.Start >= at && a.IsAmount() && !a.timeSpan() && !replaced(s, a) {
			if _, places := phraseAt(s, skipBlanks(s, a.End), "decimal"); !places {
				return a
			}
		}
	}
	return nil
}

// replaced reports whether another figure takes the place of a: "not 12 % but 14 %".
func replaced(s string, a *Amount) bool {
	_, not := phraseBefore(s, backBlanks(s, a.Start), "not")
	return not && strings.Contains(s[a.End:], "but")
}

// verbAt is where the first verb ends that leads to an answer, or 0.
func verbAt(s string) int {
	for i := 0; i < len(s); {
		stop := wordEnd(s, i)
		if stop == i {
			i++
			continue
		}
		if oneOf(s[i:stop], []string{"is", "was", "are", "were", "equals", "totaled", "totalled"}) {
			return stop
		}
		i = stop
	}
	return 0
}

// CompareText compares the figure of an answer with that of a gold answer. A gold that is a range
// asks for both of its ends. Text without a figure is an error, never a wrong answer.
func CompareText(gold, answer string, hints ...Hint) (Match, error) {
	p := statement(answer, merge(hints).question)
	m, err := compareStatement(gold, answer, &p, merge(hints))
	p.locate(&m.Got)
	return m, err
}

func compareStatement(gold, reply string, p *passage, h Hint) (Match, error) {
	answer := p.text
	want := ends(gold)
	if len(want) == 0 {
		return Match{}, fmt.Errorf("compare with gold %q: %w", clip(gold), errEmpty)
	}
	got := ends(answer)
	if len(got) == 0 && len(want) == 1 && want[0].Value.IsZero() {
		if none := absenceOf(answer, h); none != nil {
			return Match{Right: true, Gold: want[0], Got: *none}, nil
		}
	}
	if len(got) == 0 {
		return Match{}, fmt.Errorf("compare answer %q: %w", clip(answer), errEmpty)
	}
	if len(got) < len(want) {
		got = fromTo(answer, got[0])
	}
	if len(got) != len(want) {
		return Match{Reason: Other, Gold: want[0], Got: got[0]}, nil
	}
	var r reading
	if len(want) == 1 {
		want[0].declare(declaredScale(gold))
		if w := &want[0]; h.Scale > 0 && !h.Rounded && w.Decimals == 2 {
			// Every sum of FinanceBench has two decimals, whatever its source shows.
			w.Decimals -= len(w.Digits) - len(strings.TrimRight(w.Digits, "0"))
			w.Decimals = max(w.Decimals, 0)
		}
		r = readAnswer(reply, p, got[0], want[0], h)
		got[0] = r.Amount
	}
	m := Compare(want[0], got[0], h)
	if m.Right && len(want) == 2 {
		m = Compare(want[1], got[1], h)
	}
	if m.Right && len(want) == 1 {
		m.Reason = h.contradicts(want[0], &r)
		m.Right = m.Reason == noReason
		return m, nil
	}
	if !m.Right && len(want) == 1 {
		if c, ok := h.computed(reply, p.at(got[0].Start), got[0], want[0]); ok {
			if other := Compare(want[0], c.Amount, h); other.Right && h.contradicts(want[0], &c) == noReason {
				return other, nil
			}
		}
		if a := timeAnswer(want[0], answer); a != nil {
			if other := Compare(want[0], *a, h); other.Right || !m.Got.IsAmount() {
				return other, nil
			}
		}
	}
	return m, nil
}

// absenceOf is where an answer says that there is none of what is asked for: "none", "no impairment"; nil if it does not.
func absenceOf(answer string, h Hint) *Amount {
	answer = strings.TrimRight(answer, " .\n") // "no." is an abbreviation
	for _, a := range Find(answer) {
		w := wordAfter(answer, a.End)
		word := strings.ToLower(answer[w:wordEnd(answer, w)])
		if a.Kind == Absence && (equalFold(a.Digits, "none") || word != "" && strings.Contains(h.about.text, word)) {
			return &a
		}
	}
	return nil
}

// timeAnswer is the year, period or stretch of time that an answer gives where the gold is one: Answer passes
// over those as long as there is something else.
func timeAnswer(gold Amount, answer string) *Amount {
	if gold.Period.IsZero() && !gold.timeSpan() {
		return nil
	}
	found := Find(answer)
	for _, at := range [...]int{verbAt(answer), 0} {
		for i := range found {
			a := &found[i]
			if a.Start >= at && (gold.timeSpan() && a.timeSpan() || !gold.Period.IsZero() && !a.Period.IsZero()) {
				return a
			}
		}
	}
	return nil
}

// changesBy matches a verb after which a figure with "to" and another is no range: "debt rose $5 to $12".
var changesBy = regexp.MustCompile(`(?i)\b(?:rose|increased|grew|climbed|jumped|fell|declined|decreased|dropped)(?: by)? *$`)

// ends is the figure of a text, or the two of a range.
func ends(s string) []Amount {
	a, ok := stated(s)
	if !ok {
		return nil
	}
	found := Find(s)
	if a.Bound != lowEnd || changesBy.MatchString(s[:a.Start]) {
		return []Amount{quotient(s, a, found)}
	}
	for _, b := range found {
		if b.Bound == highEnd && b.Start >= a.End {
			return []Amount{a, b}
		}
	}
	return []Amount{a}
}

// fromTo is a figure with the one after it if words make a stretch of both: "from 10 % to 12 %", which is a range
// only where one was asked for.
func fromTo(s string, a Amount) []Amount {
	for _, b := range Find(s) {
		if b.Start >= a.End {
			if l := linkOf(s[a.End:b.Start]); b.IsAmount() && (l == upTo || l == dashed) {
				return []Amount{a, b}
			}
			break
		}
	}
	return []Amount{a}
}

// quotientPlaces is how many decimals a ratio is worked out to.
const quotientPlaces = 6

// quotient is a figure, or what it comes to if it is the first of a ratio: 3:2 is 1.5.
func quotient(s string, a Amount, found []Amount) Amount {
	for i := range found {
		b := &found[i]
		if b.Start < a.End {
			continue
		}
		gap := s[a.End:b.Start]
		oneTo := gap == " to " && a.Value.Equal(decimal.New(1, 0)) && strings.TrimSpace(s[:a.Start]) == ""
		if gap != ":" && !oneTo || !a.bare() || !b.bare() ||
			b.Value.Sign() <= 0 || b.Value.Equal(decimal.New(1, 0)) {
			break
		}
		a.Value = a.Value.DivRound(b.Value, quotientPlaces)
		a.Decimals, a.End = quotientPlaces, b.End
		break
	}
	return a
}
