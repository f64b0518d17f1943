package figure

import (
	"regexp"
	"slices"
	"strings"
)

// namedFigure is a figure that a reply states, with the words that say of what.
type namedFigure struct {
	Amount
	clause  Extent // that states it
	name    string // "change in revenue in", "change in revenue"
	it      string // the sentence before, where the name has a pronoun for it
	period  string // "2019"; what follows the figure instead of preceding it
	result  bool   // of a calculation
	rank    int
	other   bool // it is called what the answer is not
	differs bool // it is what something differs by: "ahead by $5", "$5 higher"
	joined  bool // to the figure before, by "and"
	sole    bool // it is the only one of the last of several sentences
	fit
}

// The ranks of figures.
const (
	inPassing   = iota
	aloneInLine // the first or the last one
	inWords     // of the question and no others
	first       // what a reply begins with
	marked      // as the answer
)

// fit is what a name has of a question.
type fit struct {
	words   uint64 // bits of the words of the question
	foreign int    // words of the name that are not in the question
	derived bool   // the name has the question's kind of computation: a change, an average
}

const anYearBefore = `a year (?:earlier|ago|before)|(?:prior|previous|preceding|last)(?: fiscal)?[ -]year\b|year[- ]ago\b`

// What says of a figure which it is.
var (
	otherwise = regexp.MustCompile(`(?i)❌|(?:^|\n)[\s*#]*plan\b|(?:^|[.!?]\s+|\bso )(?:while|although|though|` +
		`whereas)\b[^,;]*$|✗|✘|\[ \]|\balso\b|\bdo(?: not|n['’]t) have enough[^,]*$|\b(?:not|instead of|rather than|` +
		`confused|rejected|discarded|superseded|mistaken(?:ly)?|wrong(?:ly)?|initial(?:ly)?|preliminary|draft|` +
		`first (?:guess|attempt|pass|try|noted|thought)|misread|unrelated|partial|1 = ?$|could it be|eliminate|` +
		`as opposed to|unlike|(?:in|by) contrast|(?:an)?other definition|you (?:suggest|said|say|mention|propose|claim|` +
		`gave|quote)\w*|(?:some|others|many) (?:say|claim|report|quote)|my (?:previous|earlier|last|first)|` +
		`original(?:ly)?|next to|beside|side (?:remark|note)|for completeness|confidence|confident \((?:about|` +
		`approximately|roughly)|probability|runner[_ -]?up|last time|previously|first (?:published|reported|stated)|` +
		`sanity|fun fact|p\.?s\b|by the way|at first|(?:small|slim) chance|less likely|unlikely|(?:might|could|` +
		`may) (?:also )?have meant|alternatively|same (?:change|measure|figure)|partial|intermediate|interim|obsolete|` +
		`different (?:approach|definition|method|basis)|would (?:give|yield)|(?:had been|were) asked|do you mean|` +
		`if you instead|irrelevant|to (?:verify|double-check)|as a check|verification|for (?:reference|comparison|` +
		`context))\b`)
	markedBefore = regexp.MustCompile(`(?i)\b(?:asked(?: for| figure)?|together|altogether|in total|in all|so)[\s|` +
		`│*:]*$|✅|✔|☑|👉|∴|\[x\]|\((?:as )?(?:asked|requested|(?:the )?answer|[^()]*\bquestion)\b[^()]*\)|(?:^["”]?|` +
		`[.!?\n—-]["”]?|[;,])\s*(?-i:So|so)\b[^,;—-]*$|\b(?:therefore|thus|hence|ergo|consequently|accordingly|` +
		`in conclusion|to conclude|in summary|in short|to sum up|what remains is|requested|what is (?:needed|asked)|` +
		`(?:for|to) your question|you ask about|the question (?:asks|wants|is|says|refers)|correct(?:ed)?|(?:that|this|` +
		`which) (?:yields|gives|makes)|written out|go with|you (?:asked|want)|i (?:choose|pick|select|go with)|(?:and|` +
		`so) that[’']s|(?:i|we|you) get|(?:i|we) arrive at|leads? to|this makes|winner is|current figure|yeah)\b`)
	markedAfter = regexp.MustCompile(`(?i)^"?, *"(?:selected|chosen|final|correct)": *true|` +
		`^[)\s*_]*[(←<—-][-\s]*(?:asked|requested|(?:this (?:is|cell|row|line|one) ?)?(?:the )?answers?)\b|` +
		`^ is my (?:final )?(?:answer|figure|result|number)\b|^[*_]* it is\b`)
	ofAfter = regexp.MustCompile(`(?i)^[)*_% ]*(?:\(?(?:` + anYearBefore + `|(?:fy ?|fiscal )?[12]\d{3}\b)|(?:people |` +
		`employees |shares |stores |cents |ounces |units )?\(?(?:in|for|at|during|of|as of|on) |(?:basic|diluted|gross|` +
		`net|GAAP|non-GAAP|before tax(?:es)?|after tax(?:es)?)\b|(?:to|from) (?:the )?[a-zA-Z]{4}|\([^()\d]*\)|(?:is|was|` +
		`were|are|represents) (?:the|its|their|our|my|fiscal) |, which (?:is|was) |(?:is|was|were|` +
		`are) (?:for )?[a-z]+(?:[.,;]|$)|(?:increase|decrease|rise|decline|drop|fall|growth|gain|change|reduction) (?:in|` +
		`of) )`)
	ofAfterEnds = regexp.MustCompile(`(?i)[.,;:()|\n$€£=]|\b(?:and|while|whereas|but|versus|vs|compared|against|to|up|` +
		`down|is|was|or|` +
		`than|stands|stood|compares|` +
		`which|that|adds?|sums|gives?|makes?|equals?|yields?|brings?|results?)\b|\d`)
	yearBefore     = regexp.MustCompile(`(?i)\b(?:` + anYearBefore + `)`)
	statesAfter    = regexp.MustCompile(`(?i)^ (?:is|was|were|are|represents) (?:the|its|their|our|fiscal) `)
	isStatement    = regexp.MustCompile(`^[*_]*(?:\.?\s*$|\.?\s*\n|\.\s+[A-Z][a-z]| [(\[]|;|, i\.e\.)`)
	atBefore       = regexp.MustCompile(`^\W*At\s*$`)
	pronoun        = regexp.MustCompile(`(?i)\bit (?:is|was|stood|came|comes|amounted|amounts|equals|totaled|totals)\b[^.]{0,20}$`)
	asideBefore    = regexp.MustCompile(`\((?:The|Note|For|In|By|A|An)\b[^()]*$`)
	lineInBrackets = regexp.MustCompile(`^\s*\([^()]*$`)
	fromBefore     = regexp.MustCompile(`(?i)\b(?:from|than)(?: the)?\s*$`)
	otherAfter     = regexp.MustCompile(`(?i)^"?, *"(?:selected|chosen|final|correct)": *false|^[)\s,]*(?:so that is|` +
		`(?:with|as|but) (?:an?|the|that is) )[^.;,\n]{0,30}\b(?:different|other|another|side)\b|` +
		`^[^.;,\n]{0,40}\b(?:instead\?|appears? (?:in|next to|beside)|concerns?|relates to|does not|incorrect|wrong|` +
		`different|ignored?|rejected|discarded|superseded|irrelevant|set aside|not (?:the|what|needed|relevant|asked|` +
		`correct|right|used))\b`)
	andOnly      = regexp.MustCompile(`(?i)^[ *_]*(?:and|or)[ *_]*$`)
	byBefore     = regexp.MustCompile(`(?i)\bby(?: about| approximately| only| just| roughly)?[\s*_]*$`)
	differsAfter = regexp.MustCompile(`(?i)^[\s*_)]*(?:(?:a|per) share |points? )?(?:higher|lower|more|less|greater|larger|smaller|` +
		`above|below|better|worse|difference|increase|decrease|decline|gap)\b`)
	resultAside  = regexp.MustCompile(`\([^()]*\d[^()]*= ?[$€£]?$`)
	endsSentence = regexp.MustCompile(`[.!?]["”)\]*_]*\s+["“(*_\[$€£]*[A-Z\d]|\n`)
	direction    = regexp.MustCompile(`(?i)^[\s*_>#]*(?:an?|the) (?:net )?(?:` + falling + `|` + rising + `|change) of[\s*_]*$`)
)

// What is between a figure and its name, or the figure before.
var (
	leadsTo = regexp.MustCompile(`(?i)(?:^|[^\pL\pN\s.]|\n|\t|` +
		`\b(?:is|was|were|are|be|been|equals?|totall?ed|` +
		`totals|reached|hit|stood|at|to|of|by|about|approximately|roughly|around|nearly|almost|only|just|and|from|up|down|than|` +
		`versus|or|posted|reported|returns?|outputs?|prints?|generated|earned|had|has|recorded|get|gives?|giving|yields?|` +
		`in|makes|becomes?|an?|the|` +
		`\w{3,}ed|grew|` +
		`rose|fell|shrank|made|paid|sold|bought|spent|lost|came|i\.e\.|with|shows?|says?|states?|lists?)|['’]s|\.{3}|…)` +
		`(?: (?:therefore|thus|hence|then|now|also|exactly|precisely|actually))?[\s*_]*$`)
	currencyCode = regexp.MustCompile(`\b(?:USD|EUR|GBP|JPY)\s*$`)
	joins        = regexp.MustCompile(`(?i)^[ ,;()*_]*(?:and|versus|vs\.?|against|compared (?:with|to)|up from|down from|` +
		`from|to)?` +
		`(?: (?:a|an|the|just|about))?[ *_(]*$`)
	apposition = regexp.MustCompile(`(?i)^[ ,(]*(?:or|to|that is|i\.e\.|which (?:is|represents|was)|` +
		`representing|up|down|and)?,? ?(?:an?|the)? ?` +
		`(?:(?:` + falling + `|` + rising + `|change|growth)(?: (?:of|by))?)?[ ,*_(]*(?:about|approximately)?[ ]*$`)
	resultSign    = regexp.MustCompile(`[=≈→⇒⟹]\s*(?:USD|[$€£])?\s*\*{0,2}$`)
	clauseStart   = regexp.MustCompile(`[.!?]["”)\]*_]*\s+["“(*_\[]*[A-Z\d]|[;}]|\n`)
	clauseEnd     = regexp.MustCompile(`[.!?]["”)\]*_]*(?:\s|$)|[;}\n]`)
	remarkAfter   = regexp.MustCompile(`^[ )%_]*(?:\([^()\d]*\) *)?`)
	operatorAfter = regexp.MustCompile(`(?i)^(?:[a-z ]{1,40} [/÷×] ?[(\[$€£]*\d|` +
		`[=≈→⇒⟹^]|(?:divided by|times|multiplied by|minus|plus)\b|less (?:[^t]|t[^h]|th[^a])|` +
		`\*{0,2} ?(?:[+/×÷*]|[-−–] ) ?[(\[$€£]*\d)`)
	dashAfter      = regexp.MustCompile(`^ ?[–—] `)
	operatorBefore = regexp.MustCompile(`[a-z] [/÷×] ?[(\[$€£]*$|(\d+|[)%\]]) ?(?:[+/×÷^*]| [-−–]) ?[(\[$€£]*$`)
	factorBefore   = regexp.MustCompile(`(?i)\b(?:multipl(?:y|ied|ying)|divid(?:e|ed|ing))\b[^.\n]{0,80}\bby [$€£]?$`)
	letters        = regexp.MustCompile(`\pL`)
)

// namedFigures are the figures that a text states, with their names. The operands of a calculation are not stated.
// Working is whether there are any.
func namedFigures(text string) (all []namedFigure, working bool) {
	last := 0 // where what belongs to the figure before ends
	operand := 0
	for _, a := range Find(text) {
		if !a.IsAmount() || a.Bound == highEnd || a.Spelled && a.bare() || numbers(text, &a) {
			continue
		}
		if isOperand(text, &a) {
			working, operand = true, a.End
			continue
		}
		start := startOfClause(text, last, a.Start, statesAfter.MatchString(text[a.End:]))
		before := text[start:max(a.Start, min(a.Bare.Start, a.End))] // with "about" or "up to", which are part of it
		before = currencyCode.ReplaceAllString(strings.TrimRight(before, "$€£¥"), "")
		if a.bare() && !leadsTo.MatchString(before) {
			continue
		}
		if at := otherAfter.FindStringIndex(before); at != nil && start == last && len(all) > 0 {
			before = before[at[1]:] // that is said of the figure before
		}
		if _, own, is := strings.Cut(before, ", but "); is && !saysNothing(own) && !pronoun.MatchString(own) {
			before = own
		}
		f := namedFigure{Amount: a, name: before, clause: Extent{start, a.End}}
		if heads, cell := headsOf(text, a.Start); heads != "" {
			f.name = text[max(start, min(cell, a.Start)):a.Start] + heads
		} else if n := len(all); n > 0 && start == last {
			f.name = inherited(all[n-1].name, before)
			if of, _, _ := cutAside(all[n-1].name); of != "" && mainVerb.MatchString(before) {
				f.name, all[n-1].other = of+before, true // "expense, net of 5, was 6"
			}
		} else if n > 0 && start > 0 && text[start-1] == ';' && letters.MatchString(before) {
			f.name = inherited(all[n-1].name, ","+before)
		}
		if pronoun.MatchString(before) { // of the sentence before
			f.it = text[startOfClause(text, 0, max(0, start-1), false):start]
		}
		f.result = operand > start && resultSign.MatchString(before)
		f.joined = len(all) > 0 && start == last && andOnly.MatchString(aside.ReplaceAllString(before, ""))
		f.differs = a.Kind == Points || a.Kind == BasisPoints || strings.HasSuffix(before, "+") ||
			byBefore.MatchString(before) || differsAfter.MatchString(text[a.End:])
		f.period = tailOf(text[a.End:], atBefore.MatchString(before))
		alone := strings.TrimSpace(before[len(lastSentence.FindString(before)):]) == ""
		f.other = otherwise.MatchString(before) && !alone || lineInBrackets.MatchString(lastLine(text[:a.Start])) ||
			asideBefore.MatchString(before) ||
			resultAside.MatchString(text[max(0, a.Start-around):a.Start]) && strings.HasPrefix(text[a.End:], ")") ||
			pronoun.MatchString(before) && underCondition.MatchString(before) ||
			yearBefore.MatchString(before+f.period) ||
			isQuoted(text[:a.Start]) || f.joined && all[len(all)-1].other || otherAfter.MatchString(text[a.End:]) || fromBefore.MatchString(before)
		last = a.End + len(f.period)
		switch line, ends := lineOf(text, a.Start); {
		case markedAfter.MatchString(text[last:]), markedAfter.MatchString(text[a.End:]):
			f.rank = marked
		case start == 0 && strings.Trim(before, " \n*_-−") == "" &&
			(isStatement.MatchString(text[a.End:]) || f.period != "" && isStatement.MatchString(text[last:])):
			f.rank = first
		case ends && isAlone(text[line.Start:line.End], a.Start-line.Start):
			f.rank = aloneInLine
			if _, alone := result(text[line.Start:line.End]); alone && start > 0 && line.Start > 0 {
				f.rank = marked // what comes last after the reasons
			}
		}
		if n := len(all); n > 0 {
			all[n-1].clause.End = min(all[n-1].clause.End, max(start, all[n-1].End))
		}
		f.clause.End = len(text)
		if m := clauseEnd.FindStringIndex(text[last:]); m != nil {
			f.clause.End = last + m[0]
			f.other = f.other || text[f.clause.End] == '?'
		}
		if all = append(all, f); len(all) > maxNamed {
			return nil, false // a table, not an answer
		}
	}
	respectively(text, all)
	if n := len(all); n > 1 {
		f := &all[n-1]
		f.sole = !endsSentence.MatchString(strings.TrimRight(text[f.End:], " \t\r\n*_`\"”).")) &&
			endsSentence.MatchString(text[all[n-2].End:f.Start])
	}
	return all, working
}

var (
	inOrder = regexp.MustCompile(`(?i)\brespectively\b|\bin (?:this|that) order\b|` +
		`\b[12]\d{3}(?:, [12]\d{3})*,? and [12]\d{3}\b[.)]`)
	yearList = regexp.MustCompile(`(?:\b|_)(?:FY ?|fy ?)?([12]\d{3})\b`)
	andParts = regexp.MustCompile(`(?i),? and |, `)
)

// yearsOf are the years in a text, without the letters before them.
func yearsOf(text string) (years []string) {
	for _, m := range yearList.FindAllStringSubmatch(text, -1) {
		years = append(years, m[1])
	}
	return years
}

// inherited is the name of a figure in the sentence of another: "revenue was $5 in 2019 and $6 in 2020", "revenue was $5,
// an increase of 3%", "2019: revenue $5, profit $1".
func inherited(name, before string) string {
	if joins.MatchString(before) || apposition.MatchString(before) {
		return name + before
	}
	if head := strings.LastIndexByte(name, ':'); head > 0 && strings.HasPrefix(before, ",") && !strings.Contains(before, ":") {
		return name[:head+1] + before
	}
	return before
}

// respectively gives the figures of a sentence the years or the names that it lists for them in order: "5 and 6 in 2021
// and 2022, respectively".
func respectively(text string, figures []namedFigure) {
	if len(figures) == 2 && figures[1].joined && !inOrder.MatchString(text) {
		pairUp(text, figures)
	}
	for _, m := range inOrder.FindAllStringIndex(text, maxClaims) {
		start := 0
		if all := clauseEnd.FindAllStringIndex(text[:m[0]], -1); all != nil {
			start = all[len(all)-1][1]
		}
		end := m[0]
		before := strings.HasSuffix(text[m[0]:m[1]], "order") // the phrase leads to them
		if before {
			start, end = m[1], m[1]+len(firstClause(text[m[1]:]))
		}
		var own []*namedFigure
		for i := range figures {
			if f := &figures[i]; start <= f.Start && f.Start < end {
				own = append(own, f)
			}
		}
		if len(own) < 2 {
			continue
		}
		names := yearsOf(text[start:m[1]])
		head := ""
		if len(slices.Compact(slices.Clone(names))) < 2 {
			subject := strings.Trim(leadsTo.ReplaceAllString(text[start:own[0].Start], ""), " ,:")
			names = andParts.Split(subject, -1)
		} else {
			head = own[0].name
		}
		if len(names) != len(own) {
			continue
		}
		for i, f := range own {
			f.name, f.period = yearList.ReplaceAllString(head, "")+" "+names[i], ""
		}
	}
}

// mainVerb matches what is between an aside and the figure of its sentence.
var mainVerb = regexp.MustCompile(`(?i)^\s*[),]+\s*(?:was|is|were|are|came to|comes to|total(?:l?ed|s)|` +
	`amounted to|stood at|equal(?:l?ed|s))\s*$`)

// cutAside cuts a name before its aside.
func cutAside(name string) (before, after string, found bool) {
	at := strings.LastIndexAny(name, ",(")
	if at <= 0 {
		return "", name, false
	}
	return name[:at], name[at:], true
}

// isQuoted reports whether a text ends within the words of a source.
func isQuoted(before string) bool {
	at := strings.LastIndexByte(before, '"')
	if strings.Count(before, `"`)%2 == 0 {
		at = strings.LastIndex(before, "“")
		if at < strings.LastIndex(before, "”") {
			return false
		}
	}
	return at >= 0 && strings.Contains(strings.TrimSpace(before[at:]), " ")
}

// twoNames matches the subject of a sentence on two things: "basic and diluted earnings per share were".
var twoNames = regexp.MustCompile(`^\s*(.+) and (.+) (?:were|are|came to|stood at|amounted to)\s*$`)

// pairUp gives two figures the names that their sentence has for both, without a word for their order.
func pairUp(text string, figures []namedFigure) {
	m := twoNames.FindStringSubmatch(text[figures[0].clause.Start:figures[0].Start])
	if m == nil || figures[0].period != "" {
		return
	}
	figures[0].name, figures[1].name = m[1], m[2]
	if first, rest, _ := strings.Cut(m[2], " "); !strings.Contains(m[1], " ") && first != "" {
		figures[0].name += " " + rest
	}
}

// firstClause is the beginning of a text up to the end of its first clause.
func firstClause(text string) string {
	if m := clauseEnd.FindStringIndex(text); m != nil {
		return text[:m[0]]
	}
	return text
}

// tailOf is what follows a figure and says of what it is: "in revenue", "(2019)", "a year earlier".
func tailOf(text string, at bool) string {
	n := len(ofAfter.FindString(text))
	if at && strings.HasPrefix(text, ", ") {
		n = 2 // "at $5, net income of 2019 was a record"
	}
	if n == 0 || strings.HasPrefix(text[n:], ":") {
		return ""
	}
	for {
		at := ofAfterEnds.FindStringIndex(text[n:])
		switch {
		case at == nil:
			return text
		case isYearAt(text, n+at[0]):
			n += at[0] + 4
		case dayAt.MatchString(text[n+at[0]:]):
			n += at[0] + len(dayAt.FindString(text[n+at[0]:]))
		default:
			return text[:n+at[0]]
		}
	}
}

// dayAt matches the day of a date, with what follows it.
var dayAt = regexp.MustCompile(`^\d{1,2},? (?:[12]\d{3}|(?:January|February|March|April|May|June|July|August|September|October|` +
	`November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b\.?(?: [12]\d{3})?)`)

// isYearAt reports whether a year is at a byte of a text, and not the head of an entry: "2019: 5".
func isYearAt(text string, at int) bool {
	end := digitsEnd(text, at)
	return end-at == 4 && (text[at] == '1' || text[at] == '2') && !strings.HasPrefix(text[end:], ":")
}

// numbers reports whether a figure is the number of a source, [1], or of an entry of a list, 1. **Sales**.
func numbers(text string, a *Amount) bool {
	if !a.bare() {
		return false
	}
	before, after := text[:a.Start], text[a.End:]
	line := strings.TrimLeft(before[strings.LastIndexByte(before, '\n')+1:], " \t*_#>-")
	return strings.HasSuffix(before, "[") && strings.HasPrefix(after, "]") ||
		line == "" && a.End-a.Start <= 3 && (strings.HasPrefix(after, ". ") || strings.HasPrefix(after, ") "))
}

// isOperand reports whether a figure is a part of a calculation and not its result.
func isOperand(text string, a *Amount) bool {
	after := remarkAfter.ReplaceAllString(text[a.End:min(len(text), a.End+around)], "")
	line, _, _ := strings.Cut(after, "\n")
	isDash := dashAfter.MatchString(after) && !strings.ContainsAny(line, "=≈→⇒")
	if !isDash && operatorAfter.MatchString(after) || factorBefore.MatchString(text[max(0, a.Start-around):a.Start]) {
		return true
	}
	m := operatorBefore.FindStringSubmatch(text[max(0, a.Start-maxGap):a.Start])
	return m != nil && (m[1] == "" || len(m[1]) != 4 || m[1][0] != '1' && m[1][0] != '2') // "2019 - $5 million" is no difference
}

// startOfClause is where the words before a figure start that belong to it, from an offset on. A line of nothing but
// the figure belongs to the line before, "it was 5" to the sentence before; if what follows names it, only the clause does.
func startOfClause(text string, from, to int, only bool) int {
	from = min(from, to)
	start := from
	for _, m := range clauseStart.FindAllStringIndex(text[from:to], -1) {
		at := from + m[0] + 1
		if at > 1 && text[at-2:at] == ".." || goesOn(text[:to], at) {
			continue // dots that lead to a figure, a sentence over two lines
		}
		if only || !saysNothing(text[at:to]) {
			start = at
		}
	}
	return start
}

// saysNothing reports whether a name names nothing.
func saysNothing(name string) bool {
	for token := range strings.FieldsFuncSeq(strings.ToLower(name), endsWord) {
		if !slices.Contains(neutral, token) {
			return false
		}
	}
	return true
}

// lineOf is the line at a byte of a text, and whether it is the first or the last one with words or figures.
func lineOf(text string, at int) (line Extent, ends bool) {
	line = Extent{strings.LastIndexByte(text[:at], '\n') + 1, len(text)}
	if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
		line.End = at + n
	}
	return line, strings.TrimSpace(text[:line.Start]) == "" || strings.Trim(text[line.End:], " \t\r\n`~*_=-") == ""
}

// isAlone reports whether a line has nothing but its figure, or says of it only whether it is more or less.
func isAlone(line string, at int) bool {
	if _, ok := result(line); ok {
		return true
	}
	return direction.MatchString(line[:at])
}

// headsOf are the heads of a figure's row and column in a table, and where its cell starts; empty elsewhere.
func headsOf(text string, at int) (heads string, start int) {
	start = strings.LastIndexByte(text[:at], '\n') + 1
	line, _, _ := strings.Cut(text[start:], "\n")
	separator := separatorOf(line)
	if separator == 0 {
		return "", 0
	}
	row := cellsOf(line, separator)
	column := slices.IndexFunc(row, func(e Extent) bool { return at-start < e.End })
	cell := start + row[column].Start
	for i, e := range row {
		if i != column && !hasAmount(line[e.Start:e.End]) {
			heads += " " + line[e.Start:e.End]
		}
	}
	for range maxAbove {
		above, from := lineAbove(text, start)
		if separatorOf(above) != separator {
			break
		}
		start = from
		if cells := cellsOf(above, separator); column < len(cells) && letters.MatchString(above) && !hasAmount(above) {
			return heads + " " + above[cells[column].Start:cells[column].End], cell
		}
	}
	return heads, cell
}

// headingOf is the heading above a figure, without an amount.
func headingOf(text string, at int) string {
	start := strings.LastIndexByte(text[:at], '\n') + 1
	for range maxAbove {
		line, from := lineAbove(text, start)
		if line = strings.TrimSpace(line); line != "" && isHeading(line) && !hasAmount(line) {
			return line
		}
		start = from
	}
	return ""
}

// lineAbove is the line before the one that starts at a byte of a text, and where it starts.
func lineAbove(text string, start int) (line string, from int) {
	if start == 0 {
		return "", 0
	}
	from = strings.LastIndexByte(text[:start-1], '\n') + 1
	return text[from : start-1], from
}

const maxAbove = 30 // lines above a figure that may be its heading

// isHeading reports whether a line is the heading of the lines below.
func isHeading(line string) bool {
	return line[0] == '#' || strings.HasSuffix(strings.TrimRight(line, "*_ "), ":") ||
		strings.HasPrefix(line, "**") && strings.HasSuffix(line, "**")
}

// separatorOf is what separates the cells of a line, 0 if it is no row of a table.
func separatorOf(line string) byte {
	switch {
	case strings.Contains(line, "|"):
		return '|'
	case strings.Contains(line, "\t"):
		return '\t'
	case !strings.Contains(line, ", ") && !strings.ContainsAny(line, ":{") && commaApart.MatchString(line):
		return ','
	}
	return 0
}

// commaApart matches a comma that does not separate thousands.
var commaApart = regexp.MustCompile(`(?:[^\d]|^),|,(?:[^\d]|$)`)

// cellsOf are the cells of a row; a separator in quotes is text. A line without one is a single cell.
func cellsOf(line string, separator byte) (cells []Extent) {
	quoted, start := false, 0
	for i := range len(line) {
		switch {
		case line[i] == '"':
			quoted = !quoted
		case line[i] == separator && !quoted && separator != 0:
			if i > 0 { // a row may begin with a separator
				cells = append(cells, Extent{start, i})
			}
			start = i + 1
		}
	}
	return append(cells, Extent{start, len(line)})
}

// hasAmount reports whether a line has an amount in digits.
func hasAmount(line string) bool {
	return slices.ContainsFunc(Find(line), func(a Amount) bool { return a.IsAmount() && !a.Spelled })
}

// goesOn reports whether a line that starts at a byte of a text goes on with the sentence of the line before.
func goesOn(text string, at int) bool {
	return text[at-1] == '\n' && at < len(text) && 'a' <= text[at] && text[at] <= 'z' &&
		!strings.ContainsAny(lastLine(text[:at-1]), ":|;=")
}

func lastLine(text string) string { return text[strings.LastIndexByte(text, '\n')+1:] }
