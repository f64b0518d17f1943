package figure

import (
	"regexp"
	"slices"
	"strings"

	"github.com/assayhq/assay/internal/ascii"
)

// reading is a figure of an answer with what the words around it say: its direction, and whether the answer commits
// itself to it.
type reading struct {
	Amount
	rose    bool // "an increase of 5 %"
	whole   bool // the answer insists that it is in no scale: "74.33 dollars exactly"
	divisor string
	open    bool // the answer denies it, or leaves it open between this and another
}

// Words that say that something fell or rose.
const (
	falling = `decreas(?:e[sd]?|ing)|declin(?:e[sd]?|ing)|downwards?|fell|fall(?:s|en|ing)?|drop(?:s|ped|ping)?|down|downturn|` +
		`reduc(?:e[sd]?|tions?|ing)|lower(?:ed|ing)?|loss|losses|lost|shr[aiu]nk(?:s|ing|en)?|shrinkage|` +
		`contract(?:ed|ions?|ing)|sl(?:id|ide|ump|ip)(?:s|p?ed)?|worsen(?:s|ed)?|weaken(?:s|ed)?|` +
		`s[aiu]nk|plung(?:e[sd]?|ing)|tumbl(?:e[sd]?|ing)|` +
		`dip(?:s|ped)?|diminish(?:ed|es)?|dwindl(?:ed|es)|deteriorat(?:ed|ion)|shortfall|outflows?|` +
		`negative change|negative growth|underfunded|deficit`
	rising = `increas(?:e[sd]?|ing)|rise[sn]?|rose|rising|upwards?|grew|grow(?:s|n|th)?|gain(?:s|ed)?|up|climb(?:s|ed)?|` +
		`jump(?:s|ed)?|surg(?:e[sd]?|ing)|expan(?:ded|sion)|higher|improve(?:d|ment)|advance[sd]?|inflows?`
	// What may be between such a word and its figure.
	leading = `(?:(?:[ ,]+|[ ]*\()(?:by|of|was|is|were|about|approximately|approx\.?|around|roughly|nearly|almost|only|just|` +
		`slightly|sharply|significantly|modestly|some|an?|the|total|net|year[ -]over[ -]year|overall|to the tune of|amounted to|` +
		`came to|from [^,.;()]{1,40}? to (?:[a-z]+ )?[12]\d{3}|in (?:fiscal )?[12]\d{3}|over the (?:period|year)))*` +
		`[ ]*[:=(]?[ ]*[$€£¥*_]*$`
	// What may be between a figure and such a word.
	trailing = `^[)*_ ]*(?:[ -]?(?:total|net|overall|slight|sharp|year[ -]over[ -]year))?[ -]*`
)

var (
	fallsBeforeIt = regexp.MustCompile(`(?i)(?:\b(after|before|net of|excluding|including|despite|without)(?: [\w-]+)? )?` +
		`\b(?:` + falling + `)` + leading)
	arrowDown     = regexp.MustCompile(`[▼↓🔻] ?[$€£]?$`)
	risesBeforeIt = regexp.MustCompile(`(?i)\b(?:` + rising + `)` + leading)
	fallsAfterIt  = regexp.MustCompile(`(?i)^[*_ ]*[,;(–—]+ ?(?:an? )?(?:decrease|decline|drop|reduction|loss|` +
		`negative|down|lower)\W*$|` + trailing + `\b(?:decrease|decline|drop|fall|lower|reduction|loss|contraction|less|` +
		`smaller|fewer|below|down|shrinkage|shortfall|worse)\b`)
	risesAfterIt = regexp.MustCompile(`(?i)` + trailing + `\b(?:increase|rise|gain|growth|higher|greater|larger|up|above|more)\b`)
	fallsWord    = regexp.MustCompile(`(?i)\b(?:` + falling + `|less|fewer|smaller|cut|savings?)\b`)
	risesWord    = regexp.MustCompile(`(?i)\b(?:` + rising + `)\b`)
)

// around is how much text before and after a figure is looked at, in bytes.
const around = 120

// readAnswer reads the figure of an answer for its gold: the change rather than the level where a percentage is asked
// for, what follows a figure that is denied, with a sign and a scale that are apart from it.
func readAnswer(reply string, p *passage, a, gold Amount, h Hint) reading {
	s := p.text
	found := Find(s)
	if h.Percent || gold.Kind == Percent {
		a = changeOf(s, a, found)
	}
	r := read(s, a, found)
	doubt, denied := doubtedIn(reply, p, &a)
	if denied {
		for _, b := range found {
			if b.Start >= a.End && b.IsAmount() {
				r = read(s, b, found)
				doubt, _ = doubtedIn(reply, p, &b)
				break
			}
		}
	}
	if r.Sign == unsigned && !r.Falls && !r.rose && (h.about.changes || gold.Value.IsNegative()) {
		r.Falls, r.rose = directionBefore(reply, p, &r.Amount)
	}
	if s := &h.about; h.Asked && !h.Percent && !h.Rises && !s.changes && !s.falls && (r.Kind == Money || r.Kind == Number) {
		at := p.at(r.Start)
		r.open = r.open || changedBy.MatchString(reply[max(0, at-around):at]) // the change of what is asked for
	}
	r.open = r.open || doubt || contradictedBeyond(reply, p, &r.Amount)
	if !r.IsAmount() {
		return r
	}
	bullet := gold.Value.IsPositive() && strings.Trim(reply[:p.at(r.Start)], " -−–•") == ""
	if r.Sign == unsigned && !bullet && minusApart(reply, p.at(r.Start)) {
		r.Sign, r.Value = Minus, r.Value.Neg()
	}
	if s := &h.about; !s.ratio && !s.days && !s.percent {
		r.declare(declaredBeside(reply, p.at(r.Start)))
	}
	return r
}

// changedBy matches what leads to a change.
var changedBy = regexp.MustCompile(`(?i)\b(?:rose|increased|grew|climbed|fell|declined|decreased|dropped) by[\s*_$€£]*$`)

// directionBefore is what the sentence before a figure says of what it is: "it fell from 9 to 5, i.e. by 4", "a decline of
// $5 million, or 8 %".
func directionBefore(reply string, p *passage, a *Amount) (falls, rises bool) {
	at := p.at(a.Start)
	sentence := reply[max(0, at-2*around):at]
	if all := endsSentence.FindAllStringIndex(sentence, -1); all != nil {
		sentence = sentence[all[len(all)-1][1]:]
	}
	if byBefore.MatchString(sentence) {
		falls, rises = fallsWord.MatchString(sentence), risesWord.MatchString(sentence)
		return falls && !rises, rises && !falls
	}
	found := Find(sentence)
	if len(found) == 0 {
		return false, false
	}
	b := &found[len(found)-1]
	if !b.IsAmount() || familyOf(*b) == familyOf(*a) ||
		!sameAgain.MatchString(sentence[b.End:]) && !inBracketsAgain.MatchString(sentence[b.End:]) {
		return false, false
	}
	of := read(sentence, *b, found)
	return of.Falls, of.rose
}

// declaredBeside is the scale that the line of a figure states apart from it, or that a reply of one figure states
// elsewhere: in the heading of a table, in another line of an object. What working says of its inputs is not meant.
func declaredBeside(reply string, at int) int {
	at = min(at, len(reply))
	start := strings.LastIndexByte(reply[:at], '\n') + 1
	end := len(reply)
	if n := strings.IndexByte(reply[at:], '\n'); n >= 0 {
		end = at + n
	}
	if power := declaredScale(reply[start:end]); power > 0 || end-start == len(reply) {
		return power
	}
	amounts := 0
	for _, a := range Find(reply) {
		if a.IsAmount() {
			amounts++
		}
	}
	if amounts > 1 {
		return 0
	}
	return declaredScale(reply)
}

// read reads what the words of an answer say about its figure.
func read(s string, a Amount, found []Amount) reading {
	r := reading{Amount: a}
	head, tail := s[max(0, a.Start-around):a.Start], s[a.End:min(len(s), a.End+around)]
	core := s[a.Start:max(a.Start, min(a.Bare.Start, a.End))] // "about" is part of an expression
	before := head + core
	if !a.Falls {
		m := fallsBeforeIt.FindStringSubmatch(before)
		r.Falls = m != nil && m[1] == "" || arrowDown.MatchString(before) || fallsAfterIt.MatchString(tail)
	}
	r.rose = !r.Falls && a.Sign == unsigned && (risesBeforeIt.MatchString(before) || risesAfterIt.MatchString(tail))
	r.parentheses(s)
	r.whole = insists.MatchString(tail)
	if m := perWhat.FindStringSubmatch(tail); m != nil {
		r.divisor = strings.ToLower(m[1])
	}
	r.open = isOpen(s, &r.Amount, found)
	return r
}

var (
	insists = regexp.MustCompile(`(?i)^\W*(?:(?:whole|actual|full) )?(?:(?:us |u\.s\. )?dollars|usd)?\W*` +
		`(?:exactly\b|in (?:full|whole|actual) dollars|` +
		`(?:i\.e\. )?[^.]{0,20}\bnot (?:in )?(?:thousands|millions|billions))`)
	perWhat = regexp.MustCompile(`(?i)^[)\s,*_]*(?:(?:per|a|each) (?:year|annum)[\s,]+)?` +
		`(?:(?:per|/|in each|in every|for each|for every|each|every|an?)\s*` +
		`(day|week|month|quarter|hour|employee|person|head|capita|store|unit|customer|subscriber|user|room|seat)\b|` +
		`(daily|weekly|monthly|quarterly)\b)`)
	inCell        = regexp.MustCompile(`(?:[:|=\t]|  )[\s*_$€£]*\($`)
	cellEnds      = regexp.MustCompile(`^\)[ \t*_%]*(?:$|[\n|])`)
	parenthesised = regexp.MustCompile(`(?i)parenthes[ie]s[^.]{0,30}\b(?:denot|indicat|mean|represent|show|signif|are|is)` +
		`[^.]{0,20}\b(?:negative|loss|decrease|minus|decline)`)
)

// parentheses makes a figure negative that is alone in parentheses at the beginning of an answer, or anywhere if the
// answer says what they mean.
func (r *reading) parentheses(s string) {
	before, after := strings.TrimRight(s[:r.Start], " "), strings.TrimLeft(s[r.End:], " ")
	if r.Sign != unsigned || !strings.HasSuffix(before, "(") || !strings.HasPrefix(after, ")") {
		return
	}
	if inCell.MatchString(before) && cellEnds.MatchString(after) ||
		strings.Trim(before, " *_(") == "" && strings.TrimLeft(after[1:], " *_") != "" || parenthesised.MatchString(s) {
		r.Sign, r.Value = parentheses, r.Value.Neg()
	}
}

// later matches what leads from a level to the change that it comes to.
var (
	later = regexp.MustCompile(`(?i)(?:\bi\.e\.|\bthat is|\bmeaning|\bwhich is|\bor|,|;|\()[, ]*(?:(?:an?|the)[ ]+)?` +
		`(?:(?:relative|percentage|percent) )?(?:` + falling + `|` + rising + `|change)(?: (?:of|by))? *$`)
	signedAgain = regexp.MustCompile(`(?i)(?:\bi\.e\.|\bthat is|\bor|=|→)[, ]*$`)
	ofBefore    = regexp.MustCompile(`(?i)^[\s*_]*(?:of|its|the)\b[^.]{0,30}\b(?:level|value|amount|base|earlier|prior|` +
		`previous|former)\b`)
)

// changeOf is the change that an answer names after the level that it comes to: "1.34x its earlier level, i.e. growth
// of 34 %".
func changeOf(s string, a Amount, found []Amount) Amount {
	level := a.Kind == Multiple || a.bare() || a.Kind == Percent && ofBefore.MatchString(s[a.End:])
	for i := range found {
		b := &found[i]
		if level && b.Start >= a.End && b.Kind == Percent && (later.MatchString(s[a.End:b.Start]) ||
			b.Sign != unsigned && signedAgain.MatchString(s[a.End:b.Start])) {
			return *b
		}
	}
	return a
}

// Levels and the change between them: "from $5 million to $8 million, i.e. by $3 million".
var (
	levelsFrom = regexp.MustCompile(`(?i)\bfrom[\s*_$(]*(?:about )?$`)
	toBetween  = regexp.MustCompile(`(?i)^[^.;\n]{0,40}\bto[\s*_$(]*(?:about )?$`)
	byBetween  = regexp.MustCompile(`(?i)^[^;\n]{0,40}\b(?:by|of|i\.e\.)[,\s*_$(]*(?:about )?$`)
)

// computed reads the figure that an answer comes to after those that it is computed from: the change after two levels,
// or the only percentage after two quantities, where the question asks for one. False if there is none.
func (h Hint) computed(reply string, at int, a, gold Amount) (reading, bool) {
	cut := max(0, len(reply)-maxReply)
	whole := passageOf(reply[cut:], cut)
	s := whole.text
	found := slices.DeleteFunc(Find(s), func(b Amount) bool { return !b.IsAmount() })
	for i := range len(found) - 2 {
		from, to, by := found[i], found[i+1], found[i+2]
		if !h.about.changes && h.Asked || !from.Value.Equal(a.Value) && !to.Value.Equal(a.Value) ||
			!levelsFrom.MatchString(s[max(0, from.Start-around):from.Start]) || !toBetween.MatchString(s[from.End:to.Start]) ||
			!byBetween.MatchString(s[to.End:by.Start]) {
			continue
		}
		r := read(s, by, found)
		if !r.Falls && !r.rose {
			r.Falls = to.Value.LessThan(from.Value)
			r.rose = !r.Falls && r.Sign == unsigned
		}
		return r, true
	}
	found = slices.DeleteFunc(found, func(b Amount) bool { return b.Kind != Percent || b.End == b.Bare.End })
	if len(found) == 1 && whole.at(found[0].Start) > at && (h.about.percent || gold.Kind == Percent) && familyOf(a) != ratios &&
		a.Value.Abs().GreaterThanOrEqual(largestFraction) {
		return read(s, found[0], found), true
	}
	return reading{}, false
}

// minusApart reports whether a hyphen a blank away is the sign of the figure at byte start of a reply: at the
// beginning of a reply of one line, or after a label in its line. At the beginning of one of several lines it is
// the mark of a list.
func minusApart(reply string, start int) bool {
	p := backBlanks(reply, start)
	n, _ := dashBefore(reply, p)
	if n == 0 || p == start {
		return false
	}
	head := strings.TrimRight(reply[:p-n], " \t*_")
	if head == "" {
		return !strings.Contains(strings.TrimSpace(reply), "\n")
	}
	last := head[len(head)-1]
	return p-n > len(head) && (last == ':' || last == '=' ||
		!ascii.IsDigit(last) && oneOf(head[wordStart(head, len(head)):], []string{"is", "was", "of", "to", "equals"}))
}

// declared matches a scale that is on its own: in brackets, in a heading of a table, before a colon, in a key of JSON.
var declared = regexp.MustCompile(`(?i)(?:^|[|(\[\n{"':]|, ?in\b|\breported|\bexpressed|\bstated|\bfigures|\bamounts)[ \t"'*_]*` +
	`(?:(?:all )?(?:figures|amounts|values)? ?(?:are |is )?in )?(?:` +
	`((?:us|u\.s\.)?[$€£¥]|usd|eur|gbp|jpy|cad|aud|us dollars|dollars)? ?[,:]? ?(?:in )?(?:of )?` +
	`(['’]000s?\b|000['’]?s\b|thousands?|thous?\.?|k|mm?|millions?|mn|mln|mio|billions?|bn|b|bln|trillions?|tn)` +
	`(?:[ ,]+(?:of )?(?:us |u\.s\. )?(usd|eur|gbp|dollars|euros|shares|[$€£¥]))?)[ "'*_]*(?:$|[|)\]\n}:,."']|\s+[-−(]?[$€£]?\d)`)

// declaredScale is the scale that an answer states apart from its figure, 0 if it states none or several.
func declaredScale(reply string) int {
	power := 0
	if noWords(reply) && !strings.Contains(reply, "000") {
		return 0
	}
	for rest := reply; ; {
		m := declared.FindStringSubmatchIndex(rest)
		if m == nil {
			return power
		}
		word := strings.Trim(strings.ToLower(rest[m[4]:m[5]]), "'’.")
		n := ScalePower(word)
		switch {
		case strings.HasPrefix(word, "000"):
			n = 3
		case len(word) == 1 && m[2] < 0: // a letter without a currency is an item of a list
			n = 0
		case word == "thou" || word == "thous":
			n = 3
		}
		if n > 0 && power > 0 && n != power {
			return 0
		}
		power = max(power, n)
		rest = rest[m[5]:]
	}
}

// mostDeclared bounds a figure, in powers of ten, that a scale stated elsewhere may apply to.
const mostDeclared = 14

// declare applies the scale that an answer states apart from its figure.
func (a *Amount) declare(power int) {
	if power > 0 && a.Scale == 0 && (a.Kind == Number || a.Kind == Money) &&
		len(a.Value.Abs().Truncate(0).String())+power <= mostDeclared {
		a.rescale(power)
	}
}
