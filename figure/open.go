package figure

import (
	"regexp"
	"slices"
	"strings"

	"github.com/shopspring/decimal"
)

// doubts are the ways in which an answer does not commit itself to a figure, by what is directly before and after it.
var doubts = []struct {
	example       string
	before, after *regexp.Regexp
	denies        bool // the next figure may be the answer
}{
	{"it is not $5 million", deniedBefore, nil, true},
	{"anything except $5 million, nowhere near 5 %", regexp.MustCompile(`(?i)\b(?:except(?: for)?|other than|apart from|anything but|` +
		`everything but|nowhere near|far (?:from|above|below)|not (?:even )?(?:close to|near)|a far cry from|differ(?:s|ent) from|unlike|` +
		`rather than|instead of|as opposed to)(?: the)?[\s*_$]*$`), nil, true},
	{"wrong answer: 5 %", regexp.MustCompile(`(?i)\b(?:wrong|incorrect|false|mistaken|erroneous|rejected|invalid|unverified)\s+` +
		`(?:answers?|figures?|values?|results?|numbers?|amounts?|guess|candidates?|options?)\b[^.\d\n]{0,20}$`), nil, true},
	{"disregard the 5 % of my last message", regexp.MustCompile(`(?i)\b(?:disregard|ignore|discard|forget|retract|withdraw|scrap)` +
		`\b[^.\d\n]{0,30}$`), nil, true},
	{"I cannot confirm the 5 %", regexp.MustCompile(`(?i)\b(?:can(?:not|['’]t)|could(?: not|n['’]t)|unable to|not able to|will not|` +
		`won['’]t|do(?:es)? not|don['’]t) (?:verify|confirm|vouch for|support|give|provide|endorse|agree with)\b[^.\d\n]{0,40}$`), nil, true},
	{"5 % is incorrect", nil, regexp.MustCompile(`(?i)^[)\s*_"”]*(?:is|was|would be|seems|looks|appears)(?: clearly| simply| probably)? ` +
		`(?:incorrect|wrong|false|mistaken|inaccurate|not (?:right|correct|the (?:right|correct|answer))|an? (?:error|mistake)|` +
		`unrelated|irrelevant)\b|^[)\s*_]*(?:(?:is|was|seems|looks) )?(?:much |far )?too (?:high|low|large|small)\b`), true},
	{"5 % concerns another company", nil, regexp.MustCompile(`(?i)^[^.;\d\n]{0,40}\b(?:another|a different|some other|the wrong) ` +
		`(?:company|firm|entity|item|year|period|quarter|segment|line|metric|measure|question|document|filing|table|column|row|` +
		`subsidiary|business)\b`), true},
	{"is it 5 %?", nil, regexp.MustCompile(`^(?:[^.!?\n]|\.\d)*\?`), true},
	{"candidates: 5 %; 6 %", regexp.MustCompile(`(?i)\b(?:candidates|options|possibilities|possible (?:answers|values|figures)|` +
		`guesses)\b[^.\d\n]{0,20}$`), nil, false},
	{"far more than 5 %", regexp.MustCompile(`(?i)\b(?:far|well|much|significantly|considerably|substantially|way) $`),
		nil, true},
	{"see page 30,011", regexp.MustCompile(`(?i)\b(?:page|note|section|item)s? $`), nil, true},
	{"$5 million / $3 million", regexp.MustCompile(`(?i)\d[a-z ]{0,12} ?[/÷] ?[$€£]?$`), regexp.MustCompile(`^[^=≈]*$`), false},
	{"twice $5 million", regexp.MustCompile(`(?i)\b(?:twice|double|triple|quadruple|half|(?:a|one)[- ](?:third|quarter|tenth)|` +
		`(?:two|three)[- ](?:thirds|quarters)|\w+ times|\d ?(?:%|percent) of)(?: of| the)?[\s*_$]*$`), nil, false},
	{"$5 million each, $5 million short", nil, regexp.MustCompile(`(?i)^[)\s*_]*(?:each|short|shy)\b`), false},
	{"it would be 5 % if …", regexp.MustCompile(`(?i)\bwould (?:be|have been)[\s*_$]*$`),
		regexp.MustCompile(`(?i)^[^.\n]*\b(?:had|if|were it not|but)\b`), true},
	{"$5 million + $3 million", nil, regexp.MustCompile(`(?i)^[)\s*_]*(?:[+×±] ?|\+/- ?|\* |(?:plus|minus|less|times|multiplied by|` +
		`divided by) (?:another |a further |an additional )?)[\s$€£(]*\d[^=≈]*$`), false},
	{"between 8 % and 5 %", regexp.MustCompile(`(?i)\bbetween[\s*_$]*$`),
		regexp.MustCompile(`(?i)^[\s*_]*and[\s*_$€£]*\d[^=≈]*$`), false},
}

var (
	deniedBefore = regexp.MustCompile(`(?i)(?:\bnot|n['’]t|\bneither|\bnever|\bhardly|\bnowhere|` +
		`\bdoubt(?: that)?(?: it| this| the \w+)? (?:is|was))(?: (?:be|been|equal(?: to)?|exactly|about|an?|by|of|` +
		falling + `|` + rising + `))*[\s*_]*$`)
	undecided = regexp.MustCompile(`(?i)\bnot able to decide\b|\b(?:could|can) you (?:please )?(?:clarify|specify|confirm)\b|` +
		`\b(?:depending|it depends) on (?:that|which|what|the|whether)\b|\b(?:unclear|ambiguous|not (?:clear|sure|certain)|uncertain|` +
		`can(?:not|['’]t) (?:tell|say|decide))\b` +
		`[^.]{0,20}\b(?:which|what|whether)\b|\b(?:do not|don['’]t) know\W*$|\bplease (?:clarify|specify)\W*$`)
)

// doubted is whether the text before and after a figure has a doubt, and whether that denies the figure.
func doubted(head, tail string) (doubt, denied bool) {
	for i := range doubts {
		d := &doubts[i]
		if (d.before == nil || d.before.MatchString(head)) && (d.after == nil || d.after.MatchString(tail)) {
			doubt, denied = true, denied || d.denies
		}
	}
	return doubt, denied
}

// doubtedIn is doubted of a figure of a passage, with the text of the reply around it.
func doubtedIn(reply string, p *passage, a *Amount) (doubt, denied bool) {
	start, end := p.at(a.Start), p.at(a.End)
	return doubted(reply[max(0, start-around):start], reply[end:min(len(reply), end+around)])
}

// isOpen reports whether an answer leaves it open between its figure and another, or contradicts it.
func isOpen(s string, a *Amount, found []Amount) bool {
	if undecided.MatchString(s) {
		return true
	}
	i := slices.IndexFunc(found, func(b Amount) bool { return b.Start >= a.End && b.IsAmount() })
	if i < 0 || found[i].Start > a.End+around {
		return false
	}
	b := &found[i]
	head, gap, after := s[max(0, a.Start-around):a.Start], s[a.End:b.Start], s[b.End:]
	return isOpposite(a, b, gap) || isAlternative(head, gap, after, a, b) || isRestated(gap, after) && contradict(a, b) ||
		labelled.MatchString(head) && nextLabelled.MatchString(gap) && familyOf(*a) != anyUnit && areOther(a, b) ||
		ofYear.MatchString(gap) && nextOfYears.MatchString(gap) && ofYear.MatchString(after) && areOther(a, b) ||
		dash.MatchString(gap) && a.Kind == b.Kind && !strings.ContainsAny(after, "=≈")
}

var (
	eitherBefore = regexp.MustCompile(`(?i)\b(?:either|maybe|perhaps|possibly)\b[^.\d]*$`)
	alternative  = regexp.MustCompile(`(?i)^[\s,;*_]*(?:or|/|vs\.?|versus|or so,)[\s*_]+(?:maybe |perhaps |possibly |about |else )*$`)
	comparison   = regexp.MustCompile(`(?i)\b(?:vs|versus)\b`)
	// Two years with a figure each: "5 % in 2018, 6 % in 2019".
	ofYear      = regexp.MustCompile(`(?i)^[\s*_]*(?:in|for|at|\()[\s(]*(?:fy ?|fiscal )?(?:[12]\d{3}|the prior year|last year)\b`)
	nextOfYears = regexp.MustCompile(`[\d)][\s,;*_]*(?:and|vs\.?|versus)?[\s*_$€£]*$`)
	dash        = regexp.MustCompile(`^[)\s*_]*[-−–—] $`) // a difference left undone
	// Two figures with a label each, and nothing that makes one of them the answer: "Mills: 13%; Harbor: 12%".
	labelled     = regexp.MustCompile(`(?:^|[;,\n])[\s*•-]*[^\n:;,]{1,40}:[\s*_$€£]*$`)
	nextLabelled = regexp.MustCompile(`^[\s*_]*[;,\n][\s*•-]*(?:and )?[^\n:;,]{1,40}:[\s*_$€£]*$`)
)

// isAlternative reports whether "or" leaves it open which of two figures is the answer.
func isAlternative(head, gap, after string, a, b *Amount) bool {
	if !alternative.MatchString(gap) || strings.ContainsAny(after, "=≈") ||
		comparison.MatchString(gap) && ofYear.MatchString(after) {
		return false
	}
	other := *b
	if a.Kind == Money && familyOf(other) == anyUnit {
		other.Kind, other.Unit = Money, a.Unit
	}
	return (familyOf(*a) == familyOf(other) || eitherBefore.MatchString(head)) && areOther(a, &other)
}

// isOpposite reports whether a figure is that of before, with a word against its sign: "-5 million, i.e. an increase of 5 million".
func isOpposite(a, b *Amount, gap string) bool {
	return a.Sign == Minus && b.Value.Equal(a.Value.Abs()) && risesBeforeIt.MatchString(gap)
}

// areOther reports whether neither of two figures is a right rendering of the other.
func areOther(a, b *Amount) bool { return !Compare(*a, *b).Right && !Compare(*b, *a).Right }

var (
	sameAgain = regexp.MustCompile(`(?i)^[\s,;*_(]*(?:=|i\.e\.|that is|or|equal to|equivalent to|equivalently|in other words|` +
		`which (?:is|equals))[,:\s]*(?:about|approximately|roughly|around|exactly|≈|~)?[\s*_$€£(-]*$`)
	inBracketsAgain = regexp.MustCompile(`^[\s*_]*\([\s≈~=$€£-]*$`)
)

// isRestated reports whether a figure is the one before in another form: "0.15, i.e. 15 %".
func isRestated(gap, after string) bool {
	return sameAgain.MatchString(gap) || inBracketsAgain.MatchString(gap) && strings.HasPrefix(strings.TrimLeft(after, " *_"), ")")
}

// contradictedBeyond reports whether a figure at the end of a passage is restated after it with another value.
func contradictedBeyond(reply string, p *passage, a *Amount) bool {
	end := p.at(len(p.text))
	if len(p.text)-a.End > maxGap || end >= len(reply) || !mayRestate.MatchString(reply[end:]) {
		return false
	}
	line, _, _ := strings.Cut(reply[end:min(len(reply), end+around)], "\n")
	rest := p.text[a.End:] + passageOf(line, 0).text
	for _, b := range Find(rest) {
		if b.IsAmount() {
			return isRestated(rest[:b.Start], rest[b.End:]) && contradict(a, &b) || isOpposite(a, &b, rest[:b.Start])
		}
	}
	return false
}

var mayRestate = regexp.MustCompile(`^[\s,;*_]*(?:[(=]|i\.e\.|or\b|that\b|which\b|equ)`)

// contradict reports whether two forms of a figure have different values: sums of different scales, or a fraction and
// a percentage.
func contradict(a, b *Amount) bool {
	fraction := func(x, y *Amount) bool {
		return x.bare() && x.Decimals > 0 && x.Value.Abs().LessThan(decimal.New(1, 0)) && y.Kind == Percent
	}
	sum := func(x *Amount) bool { return x.hasScaleWord() && (x.Kind == Money || x.Kind == Number && x.Unit == "") }
	if !(sum(a) && sum(b) && a.Scale != b.Scale || fraction(a, b) || fraction(b, a)) {
		return false
	}
	x, y := *a, *b
	x.Value, y.Value = x.Value.Abs(), y.Value.Abs()
	h := Hint{Percent: true}
	return !Compare(x, y, h).Right && !Compare(y, x, h).Right
}

// boundOf reports whether an answer gives a gold as a bound, which excludes it: "less than $1,577 million". What is
// above few digits may be the gold cut off: "over 48 %".
func boundOf(gold, a *Amount) bool {
	if a.Approx < moreThan || a.Approx == moreThan && a.significant() <= fewDigits {
		return false
	}
	c, d := gold.Value.Coefficient().String(), a.Value.Coefficient().String()
	return strings.TrimRight(c, "0") == strings.TrimRight(d, "0")
}
