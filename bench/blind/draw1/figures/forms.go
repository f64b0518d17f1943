package main

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// ------------------------------------------------------------- conditions

type cond = func(*G) bool

func all(cs ...cond) cond {
	return func(g *G) bool {
		for _, c := range cs {
			if !c(g) {
				return false
			}
		}
		return true
	}
}

func not(c cond) cond { return func(g *G) bool { return !c(g) } }

func anyGold(g *G) bool { return true }
func pct(g *G) bool     { return g.Kind == Pct }
func share(g *G) bool {
	return pct(g) && g.Sub == "share" && !g.Neg() && g.A().F() < 97 && g.A().F() > 1
}
func chg(g *G) bool    { return pct(g) && g.Sub == "change" }
func rate(g *G) bool   { return pct(g) && g.Sub == "rate" && g.A().F() < 80 && g.A().F() > 1 }
func points(g *G) bool { return pct(g) && g.Sub == "points" }
func money(g *G) bool  { return g.Kind == Money && g.Exp >= 3 }
func cur(g *G) bool    { return money(g) && g.Cur != "" }
func usd(g *G) bool    { return money(g) && g.Cur == "$" }

// usdSure: the gold or the question itself says dollars.
func usdSure(g *G) bool { return usd(g) && g.CurKnown }
func pounds(g *G) bool  { return money(g) && g.Cur == "£" }
func thousands(g *G) bool {
	return g.Exp == 3
}
func millions(g *G) bool { return g.Exp == 6 }
func billions(g *G) bool { return g.Exp == 9 }
func scaleInQ(g *G) bool { return g.ScaleInQ }
func ratio(g *G) bool    { return g.Kind == Ratio && !g.Neg() }
func multiple(g *G) bool { // a ratio that reads as "times"
	return ratio(g) && g.A().F() >= 1 && g.A().F() < 60 && regexp.MustCompile(`(?i)ratio|turnover`).MatchString(g.Q) && !dpo(g)
}
func dpo(g *G) bool    { return g.Kind == Ratio && strings.Contains(g.Q, "days payable") }
func count(g *G) bool  { return g.Kind == Count }
func noun(g *G) bool   { return g.Kind == Count && g.Noun != "" && g.Exp < 3 }
func pshare(g *G) bool { return g.Kind == PShare }
func neg(g *G) bool    { return g.Neg() }
func pos(g *G) bool    { return !g.Neg() }
func whole(g *G) bool  { return g.D.E == 0 }
func fraction(g *G) bool {
	return pct(g) && g.Fraction
}
func big(g *G) bool      { return g.A().F() >= 1000 }
func two(g *G) bool      { return g.A().Trim().Sig() >= 2 }
func three(g *G) bool    { return g.A().Trim().Sig() >= 3 }
func oneYear(g *G) bool  { return g.Year > 0 }
func twoYears(g *G) bool { return g.Y0 > 0 }
func modest(g *G) bool   { return g.A().F() <= 90 }

// asksTotal: the question asks for a total, so "the total" in the answer fits.
func asksTotal(g *G) bool {
	return regexp.MustCompile(`(?i)\b(total|sum|combined|how many|how much)\b`).MatchString(g.Q) && !regexp.MustCompile(`(?i)average|differen|change|range|minimum|maximum`).MatchString(g.Q)
}
func exact(g *G) bool     { return g.D.F() == g.Own.F() }
func notTiny(g *G) bool   { return g.A().F() >= 2 }
func fewDigits(g *G) bool { return g.D.Sig() <= 9 }

// change: the question asks for a change, so that the sign carries meaning.
func change(g *G) bool {
	if g.Dir != "neutral" && g.Dir != "up" {
		return false
	}
	return chg(g) || points(g) || g.AmtChange
}

// neutral: nothing in the question presupposes a direction.
func neutral(g *G) bool { return change(g) && g.Dir == "neutral" }

func rose(g *G) bool { return change(g) && pos(g) }
func fell(g *G) bool { return change(g) && neg(g) }

// relative change in percent only
func pctRose(g *G) bool { return chg(g) && rose(g) }
func pctFell(g *G) bool { return chg(g) && fell(g) }

// ------------------------------------------------------------- helpers

func f(format string, a ...any) string { return fmt.Sprintf(format, a...) }

// tmpl puts the full figure into a sentence with one %s.
func tmpl(t string) func(*G) string {
	return func(g *G) string { return strings.ReplaceAll(t, "{}", g.full()) }
}

// mag is tmpl with the magnitude only; {span} is the pair of years.
func mag(t string) func(*G) string {
	return func(g *G) string {
		return strings.ReplaceAll(strings.ReplaceAll(t, "{}", g.fullA()), "{span}", g.span())
	}
}

// money template: {n} grouped magnitude, {p} plain magnitude, {c} currency
// sign, {code}, {dollars}, {scale}; a minus goes in front.
func mt(t string, opts ...mtOpt) func(*G) string {
	return func(g *G) string {
		scale, n, p := scaleWord[g.Exp], g.A().Grp(), g.A().Str()
		inside := false
		for _, o := range opts {
			switch o {
			case capScale:
				scale = cap1(scale)
			case minusInside:
				inside = true
			}
		}
		if g.Neg() && inside {
			n, p = "-"+n, "-"+p
		}
		s := strings.NewReplacer("{n}", n, "{p}", p, "{c}", g.Cur, "{code}", g.code(), "{dollars}", g.money(), "{scale}", scale).Replace(t)
		if g.Neg() && !inside {
			s = "-" + s
		}
		return s
	}
}

// wrongVal writes the figure with another value, if that is beyond rounding.
func wrongVal(change func(*G) Dec) func(*G) string {
	return func(g *G) string {
		d := change(g)
		if !g.far(d) || d.M == 0 {
			return ""
		}
		return g.write(d)
	}
}

func scaled(factor float64) func(*G) Dec {
	return func(g *G) Dec { return fromFloat(g.D.F()*factor, g.D.E) }
}

// digits edits the digit string of the magnitude.
func digits(edit func(string) string) func(*G) Dec {
	return func(g *G) Dec {
		s := edit(strconv.FormatInt(g.A().M, 10))
		m, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			return g.D
		}
		if g.Neg() {
			m = -m
		}
		return Dec{m, g.D.E}
	}
}

// texEsc makes the figure safe for LaTeX.
func texEsc(s string) string {
	return strings.NewReplacer("%", `\%`, "$", `\$`, ",", "{,}").Replace(s)
}

// base makes up an opening value with which the percentage comes out.
func base(g *G, salt string) (a, b Dec) {
	n := int64(2000 + g.hash(salt)%7000)
	a = Dec{n * 1000, 1}
	b = fromFloat(a.F()*(1+g.D.F()/100), 1)
	return a, b
}

func chk(got float64, g *G) bool {
	return math.Abs(got-g.D.F()) < 0.6*math.Pow(10, -float64(g.D.E))
}

// toDollars is the full amount without scale word.
func toDollars(g *G) Dec {
	d := g.A()
	if own := g.Own.Abs().Trim(); own.Sig() <= 8 {
		d = own
	}
	return d.Shift(g.Exp).Trim()
}

// noSpaceSign puts a sign in front of a magnitude text.
func sgn(g *G, s string) string {
	if g.Neg() {
		return "-" + s
	}
	return s
}

func cap1(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// sci writes m.mmm and exponent.
func sci(d Dec) (string, int) {
	t := d.Abs()
	e := t.Sig() - 1 - t.E
	m := Dec{t.M, t.Sig() - 1}.Trim()
	return m.Str(), e
}

func superscript(n int) string {
	s := ""
	for _, c := range strconv.Itoa(n) {
		if c == '-' {
			s += "⁻"
			continue
		}
		s += string([]rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[c-'0'])
	}
	return s
}

func fullwidth(s string) string {
	return strings.Map(func(r rune) rune {
		if r > ' ' && r < 0x7f {
			return r - '!' + '！'
		}
		return r
	}, s)
}

// ------------------------------------------------------------- the table

func forms() []Form {
	var t []Form
	R := func(name, why string, c cond, m func(*G) string) {
		t = append(t, Form{name, true, why, c, m})
	}
	W := func(name, why string, c cond, m func(*G) string) {
		t = append(t, Form{name, false, why, c, m})
	}
	rightForms(R)
	moreRight(R)
	wrongForms(W)
	moreWrong(W)
	return t
}

type adder = func(name, why string, c cond, m func(*G) string)

// rightForms: dress of any figure, then percentages.
func rightForms(R adder) {
	// --- dress
	same := "The gold figure with its unit, only dressed differently."
	R("plain", "The gold figure itself.", anyGold, tmpl("{}"))
	R("full-stop", same, anyGold, tmpl("{}."))
	R("bold", same, anyGold, tmpl("**{}**"))
	R("bold-underscores", same, anyGold, tmpl("The result is __{}__"))
	R("italics", same, anyGold, tmpl("*{}*"))
	R("code-span", same, anyGold, tmpl("`{}`"))
	R("code-block", same, anyGold, tmpl("```\n{}\n```"))
	R("blockquote", same, anyGold, tmpl("> {}"))
	R("heading", same, anyGold, tmpl("### Answer\n\n{}"))
	R("bullet", same, anyGold, tmpl("Result:\n\n* {}"))
	R("quoted", same, anyGold, tmpl("“{}”"))
	R("bracketed", same, not(change), tmpl("[{}]"))
	R("answer-colon", same, anyGold, tmpl("Answer: {}"))
	R("final-answer-bold", same, anyGold, tmpl("**Final answer:** {}"))
	R("answer-hashes", same, anyGold, tmpl("#### {}"))
	R("equals-front", same, anyGold, tmpl("= {}"))
	R("arrow-front", same, anyGold, tmpl("→ {}"))
	R("xml-tag", same, anyGold, tmpl("<answer>{}</answer>"))
	R("html-strong", same, anyGold, tmpl("<p>The figure is <strong>{}</strong>.</p>"))
	R("json-string", same, anyGold, func(g *G) string { return f(`{"answer": "%s"}`, g.full()) })
	R("json-fenced", same, anyGold, func(g *G) string {
		return f("```json\n{\n  \"final_answer\": \"%s\",\n  \"confidence\": \"high\"\n}\n```", g.full())
	})
	R("yaml", same, anyGold, tmpl("answer: \"{}\"\nsource: filing"))
	R("boxed", same, anyGold, func(g *G) string { return `\boxed{` + texEsc(g.full()) + `}` })
	R("boxed-sentence", same, anyGold, func(g *G) string { return `Therefore, the answer is $\boxed{\text{` + texEsc(g.full()) + `}}$.` })
	R("latex-display", same, anyGold, func(g *G) string { return `\[ \text{Answer} = ` + texEsc(g.full()) + ` \]` })
	R("tab-lead", same, anyGold, tmpl("\t{}  \n"))
	R("crlf", same, anyGold, tmpl("Answer:\r\n{}\r\n"))
	R("footnote-mark", "A source mark does not change the figure.", anyGold, tmpl("{} [1]\n\n[1] Company filing."))
	R("asterisk-note", "A note about the calculation does not change the figure.", anyGold, tmpl("{}*\n\n* Computed from the reported line items."))
	R("page-cite", "A page reference after the figure is harmless.", anyGold, tmpl("{} (see the table on p. 47 of the filing)"))
	R("cite-brackets", "A citation after the figure is harmless.", anyGold, tmpl("The figure is {}【source: annual report】."))
	R("md-table", "The only figure of the table is the gold.", anyGold, tmpl("| Item | Value |\n|---|---|\n| Requested figure | {} |"))
	R("emoji", same, anyGold, tmpl("✅ {}"))
	R("upper-case-answer", same, anyGold, func(g *G) string { return "ANSWER: " + strings.ToUpper(g.full()) })
	R("the-answer-is", same, anyGold, tmpl("The answer is {}."))
	R("it-is", same, anyGold, tmpl("It is {}."))
	R("based-on", same, anyGold, tmpl("Based on the information provided in the filing, the figure comes to {}."))
	R("amounts-to", same, anyGold, tmpl("According to the financial statements, this amounts to {}."))
	R("thinking-then-answer", "The visible answer is the gold.", anyGold, tmpl("<think>\nI need to find the right rows, then compute the result carefully.\n</think>\n\n{}"))
	R("steps-then-answer", "The steps end with the gold.", anyGold, tmpl("Step 1: Locate the relevant line items.\nStep 2: Apply the definition in the question.\nStep 3: The result is {}."))
	R("long-cot", same, anyGold, tmpl("Let me work through this.\n\nThe question asks for a single figure. I looked up the line items in the filing and applied the arithmetic.\n\nSo the final result is **{}**."))
	R("question-restated", "The question is repeated and then answered with the gold.", anyGold, func(g *G) string { return f("Question: %s\nAnswer: %s", strings.TrimSpace(g.Q), g.full()) })
	R("repeated-twice", "The same figure twice is no contradiction.", anyGold, tmpl("{}. To confirm: {}."))
	R("summary-at-top", same, anyGold, tmpl("**{}** — taken from the figures in the statement referenced by the question; no adjustments were made."))
	R("certain", same, anyGold, tmpl("I am confident that the correct figure is {}."))
	R("double-checked", same, anyGold, tmpl("{} (double-checked against the table)"))
	R("self-correction-to-right", "The answer withdraws a first figure explicitly and ends clearly with the gold.", anyGold, func(g *G) string {
		return f("Initially I wrote %s, but that was a misreading of the table. The correct answer is %s.", g.write(g.other("selfcorr")), g.full())
	})
	R("not-that-but-this", "The other figure is explicitly denied.", anyGold, func(g *G) string { return f("Not %s but %s.", g.write(g.other("notbut")), g.full()) })
	// --- approximation words
	approx := "An approximation word before the gold's own digits is accepted."
	R("approximately", approx, three, tmpl("Approximately {}"))
	R("approx-dot", approx, three, tmpl("approx. {}"))
	R("tilde", approx, all(three, pos), tmpl("~{}"))
	R("approx-sign", approx, three, tmpl("≈ {}"))
	R("about", approx, three, tmpl("about {}"))
	R("roughly", approx, three, tmpl("Roughly {}."))
	R("around-sentence", approx, three, tmpl("The figure is around {}."))
	R("circa", approx, all(three, pos), tmpl("circa {}"))
	R("c-dot", approx, all(three, pos), tmpl("c. {}"))
	R("rounded-note", "Says it is rounded, to the digits of the gold.", three, tmpl("{} (rounded)"))
	// --- typography of numbers
	R("unicode-minus", "U+2212 is a minus.", neg, func(g *G) string { return "−" + g.fullA() })
	R("en-dash-minus", "An en dash stands for a minus.", neg, func(g *G) string { return "–" + g.fullA() })
	R("spaced-minus", "A minus with a space.", neg, func(g *G) string { return "- " + g.fullA() })
	R("minus-word", "Minus as a word.", neg, mag("minus {}"))
	R("negative-word", "Negative as a word.", neg, mag("negative {}"))
	R("negative-sentence", "Negative as a word.", neg, mag("The result is a negative {}."))
	R("paren-negative", "Accounting parentheses mean a negative.", neg, mag("({})"))
	R("paren-negative-explained", "Parentheses, with their meaning stated.", neg, mag("({}) – parentheses denote a negative figure"))
	R("fullwidth-digits", "Full-width characters are the same digits.", all(anyGold, pos, fewDigits), func(g *G) string { return fullwidth(g.full()) })
	R("zero-padded-decimals", "A trailing zero changes nothing.", all(not(count), not(whole), exact), func(g *G) string { return g.write(g.D.Pad(g.D.E + 1)) })
	R("decimal-zero", "“.0” after a whole number changes nothing.", all(whole, not(count), exact), func(g *G) string { return g.write(g.D.Pad(1)) })
	R("nbsp-group", "Groups divided by no-break spaces.", big, func(g *G) string { return strings.ReplaceAll(g.full(), ",", "\u00a0") })
	R("narrow-space-group", "Groups divided by narrow no-break spaces.", big, func(g *G) string { return strings.ReplaceAll(g.full(), ",", "\u202f") })
	R("plain-space-group", "SI style: groups divided by spaces.", big, func(g *G) string { return strings.ReplaceAll(g.full(), ",", " ") })
	R("apostrophe-group", "Swiss style: groups divided by apostrophes.", big, func(g *G) string { return strings.ReplaceAll(g.full(), ",", "'") })
	R("curly-apostrophe-group", "Swiss style with the typographic apostrophe.", big, func(g *G) string { return strings.ReplaceAll(g.full(), ",", "’") })
	R("no-group", "No grouping at all.", big, func(g *G) string { return strings.ReplaceAll(g.full(), ",", "") })
	R("latex-group", "LaTeX braces round the comma.", big, func(g *G) string { return "$" + texEsc(g.full()) + "$" })
	R("underscore-group", "Underscores as in program code.", big, func(g *G) string { return "`" + strings.ReplaceAll(g.full(), ",", "_") + "`" })
	// --- percentages
	R("percent-word", "“percent” for %.", pct, func(g *G) string { return g.D.Str() + " percent" })
	R("per-cent", "“per cent” for %.", pct, func(g *G) string { return g.D.Str() + " per cent" })
	R("pct-abbrev", "“pct” for %.", pct, func(g *G) string { return g.D.Str() + " pct" })
	R("pct-dot", "“pct.” for %.", pct, func(g *G) string { return g.D.Str() + " pct." })
	R("percent-spaced", "A space before %.", pct, func(g *G) string { return g.D.Str() + " %" })
	R("percent-nbsp", "A no-break space before %.", pct, func(g *G) string { return g.D.Str() + "\u00a0%" })
	R("percent-fullwidth", "A full-width percent sign.", pct, func(g *G) string { return g.D.Str() + "％" })
	R("percent-latex", "LaTeX percent.", pct, func(g *G) string { return `$` + g.D.Str() + `\%$` })
	R("percent-latex-paren", "LaTeX percent in inline maths.", pct, func(g *G) string { return `The value is \(` + g.D.Str() + `\,\%\).` })
	R("percent-in-words", "The percentage spelled out.", all(pct, pos), func(g *G) string { return cap1(words(g.D)) + " percent" })
	R("percent-in-words-negative", "The percentage spelled out, with minus.", all(pct, neg), func(g *G) string { return "minus " + words(g.D) + " percent" })
	R("percent-words-and-digits", "Words and digits agree.", all(pct, pos), func(g *G) string { return words(g.D) + " percent (" + g.full() + ")" })
	R("percent-unit-bracket", "The unit trails in brackets.", pct, func(g *G) string { return g.D.Str() + " (%)" })
	R("percent-json-unit", "Value and unit in separate fields.", pct, func(g *G) string { return f(`{"value": %s, "unit": "percent"}`, g.D.Str()) })
	R("percent-in-header", "The table's header carries the percent sign.", pct, func(g *G) string { return f("| Metric | %% |\n| --- | ---: |\n| Result | %s |", g.D.Str()) })
	R("in-percent-colon", "The unit stands before the number.", pct, func(g *G) string { return "In percent: " + g.D.Str() })
	R("percent-bare-number", "The question asks for a percentage, so the bare number is one.", all(pct, notTiny, func(g *G) bool {
		return regexp.MustCompile(`(?i)percent|%`).MatchString(g.Q) && g.A().F() > 5
	}), func(g *G) string { return g.D.Str() })
	R("fraction-bare", "The decimal fraction is how the gold itself is written.", all(fraction, three), func(g *G) string { return g.D.Shift(-2).Str() })
	R("fraction-full-precision", "The gold's own digits.", all(fraction, three), func(g *G) string { return g.Own.Shift(-2).Str() })
	R("fraction-no-leading-zero", "The decimal fraction without the leading zero.", all(fraction, three, pos, func(g *G) bool { return g.A().F() < 100 && g.A().F() > 10 }), func(g *G) string {
		return strings.TrimPrefix(g.D.Shift(-2).Str(), "0")
	})
	R("fraction-and-percent", "Fraction and percentage agree.", all(pct, not(points), three), func(g *G) string { return f("%s (%s)", g.D.Shift(-2).Str(), g.full()) })
	R("fraction-or-percent", "Both notations of one figure.", all(pct, not(points), three), func(g *G) string { return f("%s, or %s as a decimal", g.full(), g.D.Shift(-2).Str()) })
	R("times-hundred", "The equation ends with the percentage.", all(pct, not(points), three), func(g *G) string { return f("%s × 100 = %s", g.D.Shift(-2).Str(), g.full()) })
	R("fraction-scientific", "The gold's fraction in scientific notation.", all(fraction, three, pos), func(g *G) string {
		m, e := sci(g.D.Shift(-2))
		return f("%s × 10%s", m, superscript(e))
	})
	R("percent-one-decimal", "Rounded to one decimal with three digits kept.", all(pct, fraction, func(g *G) bool { return g.D.E == 2 && g.A().F() >= 10 }), func(g *G) string { return g.write(g.Own.Round(1)) })
	R("percent-three-decimals", "More decimals, which round to the gold.", all(fraction, func(g *G) bool { return g.Own.E == 3 }), func(g *G) string { return g.write(g.Own) })
	R("percent-finer-than-gold", "The finer value behind the gold, which rounds to it.", all(pct, func(g *G) bool { return g.Fine != nil }), func(g *G) string { return g.write(*g.Fine) })
	R("percent-finer-two-decimals", "Two decimals where the gold has fewer; it rounds to the gold.", all(pct, func(g *G) bool { return g.Fine != nil && g.D.E < 2 && g.Fine.Round(2).Round(g.Own.E).F() == g.Own.F() }), func(g *G) string { return "The answer is " + g.write(g.Fine.Round(2)) + "." })
	R("out-of-hundred", "Per hundred is percent.", share, func(g *G) string { return g.D.Str() + " out of every 100" })
	R("per-mille", "The same share in per mille.", all(share, fraction), func(g *G) string { return g.D.Shift(1).Trim().Str() + "‰" })
	R("share-sentence", "A full sentence with the share.", share, tmpl("It represents {} of the total."))
	R("accounts-for", "A full sentence with the share.", share, tmpl("It accounts for {} of the whole; the remainder lies elsewhere."))
	R("share-with-rest", "The remainder is given too, labelled as such.", share, func(g *G) string {
		return f("%s (the other items make up the remaining %s)", g.full(), g.write(Dec{100 * pow10(g.D.E), g.D.E}.sub(g.D)))
	})
	R("share-equation", "A division ending with the gold.", share, func(g *G) string {
		tot := Dec{int64(20000+g.hash("sh")%60000) * 10, 1}
		part := fromFloat(tot.F()*g.D.F()/100, 1)
		if !chk(part.F()/tot.F()*100, g) {
			return ""
		}
		return f("%s / %s = %s", part.Grp(), tot.Trim().Grp(), g.full())
	})
	R("share-frac-latex", "A LaTeX fraction ending with the gold.", share, func(g *G) string {
		tot := Dec{int64(20000+g.hash("sf")%60000) * 10, 1}
		part := fromFloat(tot.F()*g.D.F()/100, 1)
		if !chk(part.F()/tot.F()*100, g) {
			return ""
		}
		return f(`$\frac{%s}{%s} \times 100 = %s\%%$`, part.Str(), tot.Trim().Str(), g.D.Str())
	})
	R("cents-per-dollar", "Cents of every dollar are percent.", all(rate, pos, func(g *G) bool { return strings.Contains(g.Q, "argin") && g.DS != "tatqa" }), func(g *G) string {
		return f("%s, i.e. %s cents of every dollar of revenue", g.full(), g.D.Str())
	})
	R("rate-bps", "Basis points: 100 to the percent.", all(rate, pos), func(g *G) string { return g.D.Shift(2).Trim().Grp() + " basis points" })
	R("rate-bps-and-percent", "Percent and basis points agree.", all(rate, pos), func(g *G) string { return f("%s (%s bps)", g.full(), g.D.Shift(2).Trim().Grp()) })
	R("margin-of", "Sentence.", all(rate, pos), tmpl("a rate of {}"))
	// percentages in other languages
	comma := func(d Dec) string { return d.Fmt(".", ",") }
	R("percent-comma", "Decimal comma before the percent sign.", all(pct, func(g *G) bool { return (g.D.E == 1 || g.D.E == 2) && g.A().F() < 1000 }), func(g *G) string { return comma(g.D) + " %" })
	R("percent-german", "A German sentence with decimal comma.", all(pct, func(g *G) bool { return (g.D.E == 1 || g.D.E == 2) && g.A().F() < 1000 }), func(g *G) string { return "Der Wert beträgt " + comma(g.D) + " Prozent." })
	R("percent-french", "A French sentence with decimal comma.", all(pct, func(g *G) bool { return (g.D.E == 1 || g.D.E == 2) && g.A().F() < 1000 }), func(g *G) string { return "La réponse est " + comma(g.D) + "\u00a0%." })
	R("percent-chinese", "Chinese percent notation.", all(pct, pos), func(g *G) string { return "答案是百分之" + g.D.Str() + "。" })
	R("percent-japanese", "Japanese percent word.", all(pct, pos), func(g *G) string { return "約" + g.D.Str() + "パーセント" })
	R("percent-spanish", "Spanish percent words.", all(pct, pos), func(g *G) string { return "El resultado es " + comma(g.D) + " por ciento." })
}

// sub subtracts; both must have the same number of decimals.
func (d Dec) sub(o Dec) Dec { return Dec{d.M - o.M, d.E} }

// moreRight: changes and directions, money, ratios, counts.
func moreRight(R adder) {
	up := "The direction word agrees with the positive gold."
	dn := "The direction word says what the minus of the gold says."
	R("increased-by", up, rose, mag("It increased by {}."))
	R("increase-of", up, rose, mag("an increase of {}"))
	R("rose-by-span", up, rose, mag("The figure rose by {} {span}."))
	R("grew-by", up, pctRose, mag("It grew by {} {span}."))
	R("up-word", up, rose, mag("up {}"))
	R("up-by", up, rose, mag("Up by {}."))
	R("percent-increase-noun", up, pctRose, mag("A {} increase"))
	R("percent-higher", up, pctRose, mag("{} higher than in the earlier period"))
	R("explicit-plus", "An explicit plus sign.", rose, mag("+{}"))
	R("arrow-up", "An upward arrow agrees with the gold.", rose, mag("↑ {}"))
	R("climbed", up, pctRose, mag("It climbed {}."))
	R("positive-word", "“positive” agrees with the gold.", rose, mag("positive {}"))
	R("grew-factor", "The factor and the percentage agree.", all(pctRose, three), func(g *G) string {
		return f("It reached %sx its earlier level, i.e. growth of %s.", Dec{g.A().M + 100*pow10(g.D.E), g.D.E + 2}.Str(), g.fullA())
	})
	R("index-hundred", "An index of 100 plus the change.", all(pctRose, three), func(g *G) string {
		return f("With the earlier period set to 100, the later one stands at %s, a rise of %s.", Dec{g.A().M + 100*pow10(g.D.E), g.D.E}.Str(), g.fullA())
	})
	R("decreased-by", dn, fell, mag("It decreased by {}."))
	R("decrease-of", dn, fell, mag("a decrease of {}"))
	R("fell-by-span", dn, fell, mag("The figure fell by {} {span}."))
	R("declined", dn, fell, mag("It declined {}."))
	R("decline-noun", dn, fell, mag("Decline of {} {span}"))
	R("dropped", dn, fell, mag("dropped by {}"))
	R("down-word", dn, fell, mag("down {}"))
	R("lower", dn, fell, mag("{} lower than in the earlier period"))
	R("reduction", dn, fell, mag("There was a reduction of {}."))
	R("shrank", dn, pctFell, mag("It shrank by {}."))
	R("contraction", dn, pctFell, mag("A contraction of {}"))
	R("arrow-down", "A downward arrow agrees with the minus.", fell, mag("↓ {}"))
	R("triangle-down", "A downward triangle agrees with the minus.", fell, mag("▼ {}"))
	R("signed-and-word", "Sign and word say the same.", fell, func(g *G) string { return f("%s (a decrease)", g.full()) })
	R("change-was-signed", "The signed change in a sentence.", change, tmpl("The change was {}."))
	R("less-than-before", dn, all(fell, money), mag("{} less than in the earlier period"))
	R("more-than-before", up, all(rose, money), mag("{} more than in the earlier period"))
	R("remaining-level", "The remaining level and the fall agree.", all(pctFell, three), func(g *G) string {
		return f("It came to only %s of its earlier level, i.e. a fall of %s.", g.write(Dec{100 * pow10(g.D.E), g.D.E}.sub(g.A())), g.fullA())
	})
	R("paren-then-percent", "The parenthesis means a minus.", pctFell, func(g *G) string { return f("(%s)%%", g.A().Str()) })
	R("change-equation", "A change equation with its result.", all(chg, modest), func(g *G) string {
		a, b := base(g, "ce")
		if !chk((b.F()-a.F())/a.F()*100, g) {
			return ""
		}
		return f("(%s - %s) / %s = %s", b.Grp(), a.Trim().Grp(), a.Trim().Grp(), g.full())
	})
	R("change-equation-minus-one", "A ratio minus one with its result.", all(chg, modest), func(g *G) string {
		a, b := base(g, "cm")
		if !chk((b.F()/a.F()-1)*100, g) {
			return ""
		}
		return f("%s ÷ %s − 1 = %s", b.Str(), a.Trim().Str(), g.full())
	})
	R("difference-equation", "A subtraction with its result.", all(change, not(chg), not(points), fewDigits), func(g *G) string {
		lo := Dec{int64(1000+g.hash("de")%8000) * pow10(g.D.E), g.D.E}
		if g.Neg() {
			lo = Dec{lo.M - g.D.M, lo.E}
		}
		return f("%s - %s = %s", Dec{lo.M + g.D.M, lo.E}.Grp(), lo.Grp(), g.full())
	})
	// --- percentage points
	R("points-words", "A difference of two percentages is in percentage points.", all(points, pos), mag0("{} percentage points"))
	R("points-pp", "pp are percentage points.", points, func(g *G) string { return g.D.Str() + " pp" })
	R("points-p-p", "p.p. are percentage points.", points, func(g *G) string { return g.D.Str() + " p.p." })
	R("points-ppt", "ppts are percentage points.", points, func(g *G) string { return g.D.Str() + " ppts" })
	R("points-percent-points", "%-points are percentage points.", points, func(g *G) string { return g.D.Str() + " %-points" })
	R("points-bps", "100 basis points are one point.", points, func(g *G) string { return g.D.Shift(2).Trim().Grp() + " basis points" })
	R("points-bp-abbrev", "100 bps are one point.", points, func(g *G) string { return g.D.Shift(2).Trim().Grp() + "bps" })
	R("points-decrease", "Decrease in points says the minus.", all(points, neg, neutral), mag0("a decrease of {} percentage points"))
	R("points-increase", "Increase in points agrees with the gold.", all(points, pos, neutral), mag0("It widened by {} percentage points."))
	R("points-equation", "The subtraction of two percentages with its result.", points, func(g *G) string {
		a := Dec{int64(60) * pow10(g.D.E), g.D.E}
		return f("%s%% - %s%% = %s", Dec{a.M + g.D.M, a.E}.Str(), a.Str(), g.full())
	})
	// --- money with a scale
	conv := "The same amount in another scale."
	R("money-code-front", "ISO code in front.", cur, mt("{code} {n} {scale}"))
	R("money-code-after", "ISO code after.", cur, mt("{n} {scale} {code}"))
	R("money-words-unit", "The currency as a word.", cur, mt("{n} {scale} {dollars}"))
	R("money-us-dollars", "U.S. dollars written out.", usd, mt("{n} {scale} U.S. dollars"))
	R("money-us-sign", "US$ is the dollar.", usd, mt("US${n} {scale}"))
	R("money-sign-and-code", "Sign and code together.", usd, mt("${n} {scale} USD"))
	R("money-sign-space", "A space after the sign.", cur, mt("{c} {n} {scale}"))
	R("money-hyphen-scale", "Hyphen before the scale word.", all(cur, pos), mt("{c}{n}-{scale}"))
	R("money-no-space-scale", "No space before the scale word.", cur, mt("{c}{n}{scale}"))
	R("money-cap-scale", "Capitalised scale word.", cur, mt("{c}{n} {scale}", capScale))
	R("money-plural-scale", "Plural scale word.", all(cur, millions), mt("{n} millions of {dollars}"))
	R("money-in-scale", "The scale in brackets.", cur, mt("{c}{n} (in {scale}s)"))
	R("money-unit-brackets", "Currency and scale in brackets.", cur, mt("{n} ({code} {scale}s)"))
	R("money-scale-first", "The scale before the number.", cur, mt("{code} {scale}s: {n}", minusInside))
	R("money-json", "Value and unit in separate fields.", cur, func(g *G) string { return f(`{"value": %s, "unit": "%s %s"}`, g.D.Str(), g.code(), scaleWord[g.Exp]) })
	R("money-table-header", "The scale stands in the table header.", cur, func(g *G) string {
		return f("| | %s %ss |\n|---|---:|\n| Result | %s |", g.code(), scaleWord[g.Exp], g.D.Grp())
	})
	R("money-latex", "LaTeX dollars.", usd, func(g *G) string {
		return sgn(g, `$\$`+strings.ReplaceAll(g.A().Grp(), ",", "{,}")+`$ `+scaleWord[g.Exp])
	})
	R("money-latex-text", "LaTeX with the scale as text.", usd, func(g *G) string {
		return `$$` + sgn(g, `\$`+g.A().Str()+`\ \text{`+scaleWord[g.Exp]+`}`) + `$$`
	})
	R("money-fullwidth-sign", "A full-width dollar sign.", usd, mt("＄{n} {scale}"))
	R("money-no-currency", "The scale is kept; the currency goes without saying.", money, func(g *G) string { return g.D.Grp() + " " + scaleWord[g.Exp] })
	R("money-bare-question-scale", "The question names the scale, so the bare number is in it.", all(money, scaleInQ), func(g *G) string { return g.D.Grp() })
	R("money-bare-two-decimals", "The question names the scale; two decimals of zeros.", all(money, scaleInQ), func(g *G) string { return g.D.Pad(2).Str() })
	R("money-sign-question-scale", "The question names the scale, so the sign and number suffice.", all(usd, scaleInQ, func(g *G) bool { return g.DS == "financebench" }), mt("${n}"))
	for _, a := range []struct{ name, t string }{
		{"M", "{c}{n}M"}, {"m", "{c}{n}m"}, {"spaced-M", "{c}{n} M"}, {"mn", "{code} {p}mn"}, {"mln", "{c}{n} mln"},
		{"mm", "{c}{n}mm"}, {"MM", "{c}{n} MM"}, {"mil", "{c}{n} mil."}, {"mio", "{n} Mio. {code}"}, {"million-cap", "{c}{n} MILLION"},
	} {
		R("million-"+a.name, "A usual abbreviation of million.", all(cur, millions), mt(a.t))
	}
	R("million-one-decimal-M", "A decimal zero before M.", all(cur, millions, whole), func(g *G) string { return sgn(g, g.Cur+g.A().Pad(1).Grp()+"M") })
	R("usdm-prefix", "USDm means million dollars.", all(usd, millions), mt("USDm {n}", minusInside))
	R("dollar-m-column", "$m names the unit.", all(usd, millions), mt("$m {n}", minusInside))
	R("million-to-dollars", conv, all(cur, millions), func(g *G) string { return sgn(g, g.Cur+toDollars(g).Grp()) })
	R("million-to-dollars-plain", conv, all(cur, millions), func(g *G) string { return sgn(g, toDollars(g).Str()+" "+g.money()) })
	R("million-to-thousand", conv, all(cur, millions), func(g *G) string { return sgn(g, g.Cur+g.A().Shift(3).Trim().Grp()+" thousand") })
	R("million-to-K", conv, all(cur, millions), func(g *G) string { return sgn(g, g.Cur+g.A().Shift(3).Trim().Grp()+"K") })
	R("million-to-billion", conv, all(cur, millions, big), func(g *G) string { return sgn(g, g.Cur+g.A().Shift(-3).Trim().Str()+" billion") })
	R("million-to-bn", conv, all(cur, millions, big), func(g *G) string { return sgn(g, g.Cur+g.A().Shift(-3).Trim().Str()+"bn") })
	R("million-to-B", conv, all(cur, millions, big), func(g *G) string { return sgn(g, g.Cur+g.A().Shift(-3).Trim().Str()+"B") })
	R("million-to-billion-rounded", "The same amount in billions to four digits.", all(cur, millions, func(g *G) bool { return g.A().F() >= 10000 }), func(g *G) string {
		return sgn(g, g.Cur+g.A().SigRound(4).Shift(-3).Trim().Str()+" billion")
	})
	R("million-both-scales", "Two scales of one amount agree.", all(cur, millions, big), func(g *G) string {
		return f("%s (%s)", g.full(), sgn(g, g.Cur+g.A().Shift(-3).Trim().Str()+" billion"))
	})
	R("million-sci", conv, all(cur, millions), func(g *G) string {
		m, e := sci(toDollars(g))
		return sgn(g, f("%s × 10^%d %s", m, e, g.money()))
	})
	R("million-e-notation", conv, all(cur, millions), func(g *G) string {
		m, e := sci(toDollars(g))
		return sgn(g, f("%sE+%02d %s", m, e, g.code()))
	})
	R("million-e6", "e6 is the scale of million.", all(cur, millions), mt("{code} {p}e6", minusInside))
	R("million-latex-power", "Ten to the sixth.", all(usd, millions), func(g *G) string { return sgn(g, `\$`+g.A().Str()+` \times 10^{6}`) })
	R("million-words", "Spelled out.", all(cur, millions, pos, fewDigits), func(g *G) string { return words(g.A()) + " million " + g.money() })
	R("million-words-cap", "Spelled out, with digits agreeing.", all(cur, millions, pos, fewDigits), func(g *G) string { return cap1(words(g.A())) + " million " + g.money() + " (" + g.full() + ")" })
	R("million-full-words", "The whole amount spelled out.", all(cur, millions, whole, pos), func(g *G) string { return words(toDollars(g)) + " " + g.money() })
	R("million-crore", "Ten million to the crore.", all(usd, millions, big), func(g *G) string { return sgn(g, "USD "+g.A().Shift(-1).Trim().Indian()+" crore") })
	R("million-indian-grouping", "Indian grouping of the full amount.", all(usd, millions), func(g *G) string { return sgn(g, "$"+toDollars(g).Indian()) })
	R("million-german", "German: points group, comma decimal.", all(usd, millions), func(g *G) string {
		return "Der Betrag beläuft sich auf " + g.D.Pad(1).Fmt(".", ",") + " Mio. US-Dollar."
	})
	R("million-french", "French: spaces group.", all(usd, millions), func(g *G) string {
		return "Le montant est de " + g.D.Fmt("\u00a0", ",") + " millions de dollars."
	})
	R("million-chinese", "亿 is one hundred million.", all(usd, millions, big), func(g *G) string { return sgn(g, g.A().Shift(-2).Trim().Str()+"亿美元") })
	R("million-japanese", "百万 is a million.", all(usd, millions), func(g *G) string { return sgn(g, g.A().Grp()+"百万ドル") })
	for _, a := range []struct{ name, t string }{
		{"K", "{c}{n}K"}, {"k", "{c}{n}k"}, {"thou", "{c}{n} thou."}, {"thousands-bracket", "{n} ({c} in thousands)"}, {"000s", "{n} ({c}'000)"},
		{"of-dollars", "{n} thousands of {dollars}"}, {"k-usd", "{n}k {code}"},
	} {
		R("thousand-"+a.name, "A usual way to write thousand.", all(cur, thousands), mt(a.t))
	}
	R("thousand-to-dollars", conv, all(cur, thousands), func(g *G) string { return sgn(g, g.Cur+toDollars(g).Grp()) })
	R("thousand-to-million", conv, all(cur, thousands), func(g *G) string { return sgn(g, g.Cur+g.A().Shift(-3).Trim().Str()+" million") })
	R("thousand-to-M", conv, all(cur, thousands, big), func(g *G) string { return sgn(g, g.Cur+g.A().Shift(-3).Trim().Str()+"M") })
	R("thousand-words", "Spelled out.", all(cur, thousands, whole, pos), func(g *G) string { return words(toDollars(g)) + " " + g.money() })
	R("thousand-lakh", "A hundred thousand to the lakh.", all(usd, thousands), func(g *G) string { return sgn(g, "USD "+g.A().Shift(-2).Trim().Indian()+" lakh") })
	R("billion-to-million", conv, all(cur, billions), func(g *G) string { return sgn(g, g.Cur+g.A().Shift(3).Trim().Grp()+" million") })
	R("billion-B", "A usual abbreviation of billion.", all(cur, billions), mt("{c}{n}B"))
	R("billion-bn", "A usual abbreviation of billion.", all(cur, billions), mt("{code} {n}bn"))
	R("billion-bln", "A usual abbreviation of billion.", all(cur, billions), mt("{c}{n} bln"))
	R("billion-full", conv, all(cur, billions), func(g *G) string { return sgn(g, g.Cur+toDollars(g).Grp()) })
	R("billion-words", "Spelled out.", all(cur, billions, pos), func(g *G) string { return words(g.A()) + " billion " + g.money() })
	R("billion-two-decimals", "Two decimals.", all(cur, billions), func(g *G) string { return sgn(g, g.Cur+g.A().Pad(2).Str()+" billion") })
	R("billion-thousand-million", "British “thousand million” is a billion.", all(cur, billions), mt("{n} thousand million {dollars}"))
	R("pounds-code", "GBP is the pound.", pounds, mt("GBP {n} {scale}"))
	R("pounds-m", "£…m is millions of pounds.", all(pounds, millions), mt("£{n}m"))
	// negatives of money
	R("money-sign-minus-inside", "The minus after the currency sign.", all(cur, neg), mt0("{c}-{n} {scale}"))
	R("money-sign-paren", "Parentheses after the currency sign.", all(cur, neg), mt0("{c}({n}) {scale}"))
	R("money-paren-number", "Parentheses round the number only.", all(money, neg), mt0("({n}) {scale}"))
	R("money-trailing-minus", "Trailing minus, as ledgers write it.", all(money, neg), mt0("{n}- {scale} (trailing minus, i.e. negative)"))
	R("money-latex-minus", "LaTeX minus.", all(usd, neg), mt0(`$-\${p}$ {scale}`))
	R("money-decrease-to-dollars", "Decrease in full dollars.", all(cur, fell), func(g *G) string { return "a decrease of " + g.Cur + toDollars(g).Grp() })
	R("money-total-sentence", "A full sentence.", all(cur, pos, not(change), asksTotal), mag("The total comes to {} as reported."))
	// --- per share, ratios, counts
	R("pershare-suffix", "The unit is spelled out.", all(pshare, pos), tmpl("{} per share"))
	R("pershare-slash", "The unit with a slash.", all(pshare, pos), tmpl("{}/share"))
	R("pershare-code", "ISO code.", all(pshare, pos), func(g *G) string { return "USD " + g.A().Pad(2).Str() })
	R("pershare-words", "Dollars a share.", all(pshare, pos), func(g *G) string { return g.A().Str() + " dollars a share" })
	R("pershare-cents", "Cents for a dollar amount below one.", all(pshare, pos, func(g *G) bool { return g.A().F() < 1 }), func(g *G) string { return g.A().Shift(2).Trim().Str() + " cents" })
	R("pershare-cent-sign", "¢ for a dollar amount below one.", all(pshare, pos, func(g *G) bool { return g.A().F() < 1 }), func(g *G) string { return g.A().Shift(2).Trim().Str() + "¢ per share" })
	R("pershare-dollars-and-cents", "Dollars and cents.", all(pshare, pos, func(g *G) bool { return g.D.E == 2 && g.A().F() > 2 && g.A().M%100 > 1 }), func(g *G) string {
		return f("%d dollars and %d cents", g.A().M/100, g.A().M%100)
	})
	R("pershare-bare", "The figure alone, without the sign.", pshare, func(g *G) string { return g.D.Str() })
	R("ratio-x", "x marks a multiple.", multiple, func(g *G) string { return g.D.Str() + "x" })
	R("ratio-times-sign", "× marks a multiple.", multiple, func(g *G) string { return g.D.Str() + "×" })
	R("ratio-times-word", "“times” marks a multiple.", multiple, func(g *G) string { return g.D.Str() + " times" })
	R("ratio-colon-one", "A ratio to one.", all(multiple, func(g *G) bool {
		return strings.Contains(strings.ToLower(g.Q), "ratio") && !strings.Contains(g.Q, "turnover")
	}), func(g *G) string { return g.D.Str() + ":1" })
	R("ratio-to-one-words", "A ratio to one.", all(multiple, func(g *G) bool { return !strings.Contains(g.Q, "turnover") }), func(g *G) string { return g.D.Str() + " to 1" })
	R("ratio-of", "A sentence.", all(ratio, not(dpo)), tmpl("a ratio of {}"))
	R("ratio-as-percent", "A ratio written as a percentage has the same value.", all(ratio, three, not(dpo), func(g *G) bool { return !strings.Contains(g.Q, "turnover") && g.A().F() < 5 }), func(g *G) string { return g.D.Shift(2).Trim().Str() + "%" })
	R("ratio-and-percent", "Ratio and percentage agree.", all(ratio, not(dpo), func(g *G) bool { return !strings.Contains(g.Q, "turnover") && g.A().F() < 5 }), func(g *G) string { return f("%s (%s%%)", g.D.Str(), g.D.Shift(2).Trim().Str()) })
	R("ratio-words", "Spelled out.", all(ratio), func(g *G) string { return words(g.D) })
	R("ratio-equation", "A division with its result.", all(multiple), func(g *G) string {
		b := Dec{int64(3000 + g.hash("re")%5000), 0}
		a := fromFloat(b.F()*g.D.F(), 0)
		if !chk(a.F()/b.F(), g) {
			return ""
		}
		return f("%s / %s = %s", a.Grp(), b.Grp(), g.full())
	})
	R("ratio-no-leading-zero", "Without the leading zero.", all(ratio, two, func(g *G) bool { return g.A().F() < 1 }), func(g *G) string { return strings.TrimPrefix(g.D.Str(), "0") })
	R("ratio-over-hundred", "The same ratio as a fraction.", all(ratio, func(g *G) bool { return g.A().F() < 1 && g.Own.E == 2 && g.D.E == 2 }), func(g *G) string { return f("%d/100", g.D.M) })
	R("ratio-finer", "The gold's own digits behind the usual rounding.", all(ratio, func(g *G) bool { return g.Own.E > g.D.E+1 }), func(g *G) string { return g.Own.Str() })
	R("ratio-comma", "Decimal comma.", all(ratio, three, func(g *G) bool { return g.D.E == 2 }), func(g *G) string { return "Der Quotient beträgt " + g.D.Fmt(".", ",") + "." })
	R("days-unit", "The unit of the measure is days.", dpo, func(g *G) string { return g.D.Str() + " days" })
	R("days-one-decimal", "Rounded to one decimal with three digits kept, said to be rounded.", dpo, func(g *G) string { return "DPO = " + g.D.Str() + " days (≈ " + g.D.Round(1).Str() + ")" })
	R("count-noun", "The unit noun of the question.", noun, func(g *G) string { return g.D.Grp() + " " + g.Noun })
	R("count-words", "Spelled out.", all(count, whole, pos, func(g *G) bool { return g.Exp < 3 }), func(g *G) string { return words(g.D) })
	R("count-thousand-word", "The same number in thousands.", all(count, whole, big, func(g *G) bool { return g.Exp < 3 && g.A().F() < 1e6 }), func(g *G) string { return g.D.Shift(-3).Trim().Str() + " thousand" })
	R("count-million-word", "The same number in millions.", all(count, whole, func(g *G) bool { return g.Exp < 3 && g.A().F() >= 1e5 }), func(g *G) string { return g.D.Shift(-6).Trim().Str() + " million" })
	R("count-sci", "The same number in scientific notation.", all(count, whole, big, pos, func(g *G) bool { return g.Exp < 3 }), func(g *G) string {
		m, e := sci(g.D)
		return f("%s × 10^%d", m, e)
	})
	R("count-total-of", "A sentence.", all(count, pos, not(change), asksTotal), tmpl("A total of {}."))
	R("count-scaled-full", "The full number for a scaled one.", all(count, func(g *G) bool { return g.Exp >= 3 }), func(g *G) string { return g.D.Shift(g.Exp).Trim().Grp() })
	R("bare-grouped", "The figure as such.", func(g *G) bool { return g.Kind == Bare }, func(g *G) string { return g.D.Grp() })
	R("bare-sentence-plain", "The figure as such in a sentence.", func(g *G) bool { return g.Kind == Bare }, func(g *G) string { return "The figure equals " + g.D.Str() + "." })
}

// options of mt
type mtOpt int

const (
	capScale mtOpt = iota
	minusInside
)

// mag0 uses the bare magnitude without unit.
func mag0(t string) func(*G) string {
	return func(g *G) string { return strings.ReplaceAll(t, "{}", g.A().Grp()) }
}

// mt0 is mt for negatives whose template shows the minus itself.
func mt0(t string) func(*G) string {
	return func(g *G) string {
		return strings.NewReplacer("{n}", g.A().Grp(), "{p}", g.A().Str(), "{c}", g.Cur, "{scale}", scaleWord[g.Exp]).Replace(t)
	}
}

// wrongForms: false digits, false places, false signs and directions.
func wrongForms(W adder) {
	digit := "The digits are not those of the gold."
	// --- digits
	W("transposed-first-two", digit, two, wrongVal(digits(func(s string) string {
		if len(s) < 2 {
			return s
		}
		return s[1:2] + s[:1] + s[2:]
	})))
	W("transposed-middle", digit, three, wrongVal(digits(func(s string) string {
		if len(s) < 3 {
			return s
		}
		return s[:1] + s[2:3] + s[1:2] + s[3:]
	})))
	W("reversed-digits", digit, three, wrongVal(digits(func(s string) string {
		r := []byte(s)
		for i, j := 0, len(r)-1; i < j; i, j = i+1, j-1 {
			r[i], r[j] = r[j], r[i]
		}
		return string(r)
	})))
	W("first-digit-changed", digit, anyGold, wrongVal(digits(func(s string) string { return string('1'+(s[0]-'0'+2)%9) + s[1:] })))
	W("second-digit-changed", digit, three, wrongVal(digits(func(s string) string {
		if len(s) < 2 {
			return s
		}
		return s[:1] + string('0'+(s[1]-'0'+4)%10) + s[2:]
	})))
	W("digit-dropped", digit, three, wrongVal(digits(func(s string) string {
		if len(s) < 3 {
			return s
		}
		return s[:1] + s[2:]
	})))
	W("digit-doubled", digit, two, wrongVal(digits(func(s string) string { return s[:1] + s })))
	W("zero-inserted", digit, two, wrongVal(digits(func(s string) string { return s[:1] + "0" + s[1:] })))
	W("first-digit-lost", digit, three, wrongVal(digits(func(s string) string { return s[1:] })))
	W("last-digit-lost", "A digit is missing at the end, so the figure is ten times too small.", all(three, whole), wrongVal(digits(func(s string) string { return s[:len(s)-1] })))
	W("digit-appended", "A digit too many at the end.", all(two, whole), wrongVal(digits(func(s string) string { return s + "4" })))
	W("decimal-point-lost", "The decimal point is missing, so the figure is far too large.", func(g *G) bool { return g.D.E > 0 && g.D.F() != 0 && two(g) }, func(g *G) string { return g.write(Dec{g.D.M, 0}) })
	// --- amounts off
	W("off-three-percent", "Three percent off is not rounding.", three, wrongVal(scaled(1.031)))
	W("off-five-percent-low", "Five percent off is not rounding.", three, wrongVal(scaled(0.948)))
	W("off-ten-percent-approx", "“Approximately” does not cover ten percent.", two, func(g *G) string {
		d := scaled(1.1)(g)
		if !g.far(d) {
			return ""
		}
		return "Approximately " + g.write(d)
	})
	W("one-digit-rounding", "One digit left, and far from the gold.", three, func(g *G) string {
		d := g.D.SigRound(1)
		if rel := d.F()/g.D.F() - 1; rel < 0.15 && rel > -0.15 {
			return ""
		}
		return "roughly " + g.write(d)
	})
	W("doubled", "Twice the gold (a sum in place of the mean).", anyGold, wrongVal(scaled(2)))
	W("halved", "Half the gold.", two, wrongVal(scaled(0.5)))
	W("a-third", "A third of the gold.", two, wrongVal(scaled(1/3.0)))
	W("off-by-ten-up", "Ten times the gold.", anyGold, func(g *G) string { return g.write(g.D.Shift(1)) })
	W("off-by-ten-down", "A tenth of the gold.", anyGold, func(g *G) string { return g.write(g.D.Shift(-1)) })
	W("off-by-hundred-up", "A hundred times the gold.", anyGold, func(g *G) string { return g.write(g.D.Shift(2)) })
	W("off-by-hundred-down", "A hundredth of the gold.", func(g *G) bool { return g.Kind != Pct || !g.Fraction }, func(g *G) string { return g.write(g.D.Shift(-2)) })
	W("off-by-thousand-up", "A thousand times the gold.", not(func(g *G) bool { return g.Kind == Bare }), func(g *G) string { return g.write(g.D.Shift(3)) })
	W("other-value-plain", "Another figure.", anyGold, wrongVal(func(g *G) Dec { return g.other("plain") }))
	W("other-value-boxed", "Another figure, boxed.", anyGold, func(g *G) string { return `\boxed{` + texEsc(g.write(g.other("boxed"))) + `}` })
	W("other-value-bold", "Another figure, with confidence.", anyGold, func(g *G) string {
		return "After careful review of the filing, the answer is definitely **" + g.write(g.other("bold")) + "**."
	})
	W("other-value-json", "Another figure in JSON.", anyGold, func(g *G) string { return f(`{"answer": "%s"}`, g.write(g.other("json"))) })
	W("other-value-words", "Other words than the gold's.", all(pct, pos), func(g *G) string { return words(g.other("wd")) + " percent" })
	W("other-value-negative-too", "Another figure, same sign.", neg, wrongVal(func(g *G) Dec { return g.other("ng") }))
	// --- no answer
	none := "No figure is given."
	W("refusal", none, anyGold, func(g *G) string {
		return "I'm sorry, but the answer cannot be determined from the information provided."
	})
	W("not-disclosed", none, anyGold, func(g *G) string { return "The company does not disclose this figure." })
	W("n-a", none, anyGold, func(g *G) string { return "N/A" })
	W("question-only", "The question is repeated without a result.", anyGold, func(g *G) string { return "The question asks: " + strings.TrimSpace(g.Q) })
	W("see-table", none, anyGold, func(g *G) string { return "Please see the table on page 47 of the annual report." })
	W("qualitative", "Words without the figure asked for.", change, func(g *G) string { return "It changed significantly." })
	W("qualitative-direction", "A direction without the figure asked for.", rose, func(g *G) string { return "It increased over the period." })
	W("yes", "A yes is no figure.", anyGold, func(g *G) string { return "Yes." })
	W("placeholder", "A placeholder is no figure.", anyGold, func(g *G) string { return "The answer is [insert value]." })
	W("dots-for-number", "The number is missing.", anyGold, func(g *G) string {
		switch {
		case pct(g):
			return "The answer is ___%."
		case g.Cur != "":
			return "The answer is " + g.Cur + "___" + g.unit() + "."
		}
		return "The answer is ___."
	})
	W("formula-only", "A formula without the result.", chg, func(g *G) string { return "(current value − prior value) / prior value × 100" })
	W("inputs-only", "Only the inputs, no result.", all(chg, modest), func(g *G) string {
		a, b := base(g, "io")
		return f("The earlier value was %s and the later value was %s; divide the difference by the earlier value.", a.Trim().Grp(), b.Grp())
	})
	W("unfinished-equation", "The equation stops before the result.", all(chg, modest), func(g *G) string {
		a, b := base(g, "ue")
		return f("(%s − %s) / %s =", b.Grp(), a.Trim().Grp(), a.Trim().Grp())
	})
	W("absolute-for-percent", "The absolute change, not the percentage asked for.", all(chg, modest), func(g *G) string {
		a, b := base(g, "ap")
		return f("The change is %s − %s = %s.", b.Grp(), a.Trim().Grp(), fromFloat(b.F()-a.F(), 1).Grp())
	})
	W("year-as-answer", "A year is not the figure asked for.", func(g *G) bool { return oneYear(g) || twoYears(g) }, func(g *G) string { return strconv.Itoa(g.Year + g.Y1) })
	W("zero", "Zero is not the gold.", func(g *G) bool { return two(g) && (g.Kind != Ratio || g.A().F() > 0.1) }, func(g *G) string { return g.write(Dec{0, 0}) })
	W("no-change", "There is a change.", func(g *G) bool { return change(g) && g.A().F() > 1.5 }, func(g *G) string { return "There was no change." })
	// --- sign and direction
	W("sign-lost", "The minus is missing, in a question about a change.", all(neg, neutral), func(g *G) string { return g.fullA() })
	W("sign-lost-sentence", "The minus is missing, in a question about a change.", all(neg, neutral), func(g *G) string { return "The change was +" + g.fullA() + "." })
	W("sign-added", "A minus for a positive gold.", all(pos, neutral), func(g *G) string { return "-" + g.full() })
	W("sign-added-unicode", "A minus for a positive gold.", all(pos, neutral), func(g *G) string { return "−" + g.full() })
	W("negative-word-wrong", "“negative” for a positive gold.", all(pos, neutral), tmpl("negative {}"))
	W("minus-word-wrong", "“minus” for a positive gold.", all(pos, change), tmpl("minus {}"))
	W("paren-explained-wrong", "A negative is claimed for a positive gold.", all(pos, neutral), tmpl("({}), where parentheses denote a negative"))
	W("money-paren-wrong", "Parentheses after the sign make it negative.", all(cur, pos, neutral), mt0("{c}({n}) {scale}"))
	W("percent-paren-wrong", "Parentheses make it negative.", all(pct, pos, neutral), func(g *G) string { return f("(%s)%%", g.A().Str()) })
	dn := "A decrease for a positive gold."
	up := "An increase for a negative gold."
	W("wrong-decreased", dn, rose, mag("It decreased by {}."))
	W("wrong-fell-span", dn, rose, mag("The figure fell by {} {span}."))
	W("wrong-declined", dn, rose, mag("It declined {}."))
	W("wrong-decrease-of", dn, rose, mag("a decrease of {}"))
	W("wrong-down", dn, rose, mag("down {}"))
	W("wrong-lower", dn, rose, mag("{} lower than in the earlier period"))
	W("wrong-drop-bold", dn, rose, mag("**A drop of {}**"))
	W("wrong-shrank", dn, pctRose, mag("It shrank by {}."))
	W("wrong-arrow-down", dn, rose, mag("↓ {}"))
	W("wrong-reduction", dn, rose, mag("There was a reduction of {} {span}."))
	W("wrong-increased", up, fell, mag("It increased by {}."))
	W("wrong-rose-span", up, fell, mag("The figure rose by {} {span}."))
	W("wrong-grew", up, fell, mag("It grew {}."))
	W("wrong-up", up, fell, mag("up {}"))
	W("wrong-increase-of", up, fell, mag("an increase of {}"))
	W("wrong-higher", up, fell, mag("{} higher than in the earlier period"))
	W("wrong-gain", up, pctFell, mag("a gain of {}"))
	W("wrong-plus", up, fell, mag("+{}"))
	W("wrong-arrow-up", up, fell, mag("↑ {}"))
	W("direction-swapped-years", "The right size is claimed the other way round.", all(rose, twoYears), func(g *G) string {
		return f("It was %s lower in %d than in %d.", g.fullA(), g.Y1, g.Y0)
	})
	// --- hedges and contradictions
	W("range-around", "A range is not the figure.", two, func(g *G) string {
		lo, hi := scaled(0.8)(g), scaled(1.25)(g)
		if g.Neg() {
			lo, hi = hi, lo
		}
		if !g.far(lo) || !g.far(hi) {
			return ""
		}
		return f("between %s and %s", g.write(lo), g.write(hi))
	})
	W("range-from-gold", "A range that begins at the gold is not the figure.", all(two, pos), func(g *G) string { return f("%s to %s", g.full(), g.write(scaled(1.6)(g))) })
	W("range-dash", "A range is not the figure.", all(pct, pos, notTiny), func(g *G) string {
		lo, hi := scaled(0.7)(g), scaled(1.3)(g)
		if !g.far(lo) || !g.far(hi) {
			return ""
		}
		return f("%s–%s", lo.Grp(), g.write(hi))
	})
	W("either-or", "Two different results, none chosen.", anyGold, func(g *G) string { return f("Either %s or %s.", g.full(), g.write(g.other("eo"))) })
	W("or-depending", "Two different results, none chosen.", anyGold, func(g *G) string {
		return f("%s or %s, depending on how the line item is defined.", g.write(g.other("od")), g.full())
	})
	W("maybe-list", "Three results, none chosen.", anyGold, func(g *G) string {
		return f("Possible answers:\n- %s\n- %s\n- %s", g.write(scaled(1.9)(g)), g.full(), g.write(scaled(0.4)(g)))
	})
	W("two-values-slash", "Two different results.", anyGold, func(g *G) string { return g.full() + " / " + g.write(g.other("sl")) })
	W("right-then-wrong", "The gold is withdrawn and another figure given.", anyGold, func(g *G) string {
		return f("I first computed %s, but that was wrong. The correct answer is %s.", g.full(), g.write(g.other("rw")))
	})
	W("working-right-final-wrong", "The final answer is another figure.", anyGold, func(g *G) string {
		return f("Calculation: %s\n\n**Final answer: %s**", g.full(), g.write(g.other("ww")))
	})
	W("negated", "The gold is denied.", anyGold, func(g *G) string { return f("The figure is not %s.", g.full()) })
	W("denied-as-incorrect", "The gold is denied and another figure given.", anyGold, func(g *G) string {
		return f("%s would be incorrect; the figure is %s.", g.full(), g.write(g.other("di")))
	})
	W("other-line-item", "The gold is given to another item, and another figure to the one asked for.", anyGold, func(g *G) string {
		return f("%s relates to a different line item. The one asked about is %s.", g.full(), g.write(g.other("ol")))
	})
	W("upper-bound", "A far bound is no figure.", all(two, pos), func(g *G) string { return "less than " + g.write(scaled(3)(g)) })
	W("lower-bound", "A far bound is no figure.", all(two, pos), func(g *G) string {
		d := scaled(0.3)(g)
		if d.M == 0 {
			return ""
		}
		return "at least " + g.write(d)
	})
	W("gold-as-bound-of-more", "It says the figure exceeds the gold many times.", all(pos), func(g *G) string { return "more than ten times " + g.full() })
	W("two-companies", "Two figures for two parties, none chosen.", anyGold, func(g *G) string {
		return f("Company A: %s; Company B: %s. It is unclear which one is meant.", g.full(), g.write(g.other("tc")))
	})
	W("year-table-other-row", "The gold sits in another year's row; the year asked for has another figure.", all(oneYear, not(change)), func(g *G) string {
		return f("| Year | Value |\n|---|---|\n| %d | %s |\n| %d | %s |", g.Year-1, g.full(), g.Year, g.write(g.other("yt")))
	})
	W("prior-year-swap", "The gold is said to be the prior year's figure.", all(oneYear, not(change)), func(g *G) string {
		return f("In %d it was %s, compared with %s in %d.", g.Year, g.write(g.other("ps")), g.full(), g.Year-1)
	})
	W("neighbour-year-value", "Another year's value in place of the one asked for.", all(oneYear, not(change)), func(g *G) string {
		return f("I could only find %d, when it was %s.", g.Year-1, g.write(g.other("ny")))
	})
	W("equation-wrong-result", "The result of the equation is not the gold.", all(chg, modest), func(g *G) string {
		a, b := base(g, "ew")
		return f("(%s − %s) / %s = %s", b.Grp(), a.Trim().Grp(), a.Trim().Grp(), g.write(g.other("ew")))
	})
	W("boxed-differs", "The boxed final figure is not the gold.", anyGold, func(g *G) string {
		return f(`An intermediate value is %s. Thus the result is \boxed{%s}.`, g.full(), texEsc(g.write(g.other("bd"))))
	})
}

// moreWrong: units, scales, currencies, percentages, ratios, counts.
func moreWrong(W adder) {
	// --- percentages
	unit := "The unit is not a percentage."
	W("fraction-with-percent", "The fraction was given a percent sign: a hundred times too small.", all(not(fraction), pct, three), func(g *G) string { return g.write(g.D.Shift(-2)) })
	W("percent-times-hundred", "Multiplied by a hundred twice.", pct, func(g *G) string { return g.D.Shift(2).Trim().Grp() + "%" })
	W("percent-as-bps", "Basis points for percent: a hundred times too small.", all(pct, not(fraction)), func(g *G) string { return g.D.Str() + " basis points" })
	W("percent-as-bps-abbrev", "Basis points for percent: a hundred times too small.", all(pct, not(fraction)), func(g *G) string { return g.D.Str() + " bps" })
	W("bps-ten-to-percent", "Ten basis points to the percent is wrong.", pct, func(g *G) string { return g.D.Shift(1).Trim().Grp() + " bps" })
	W("bps-thousand-to-percent", "A thousand basis points to the percent is wrong.", pct, func(g *G) string { return g.D.Shift(3).Trim().Grp() + " basis points" })
	W("percent-as-per-mille", "Per mille for percent: ten times too small.", pct, func(g *G) string { return g.D.Str() + "‰" })
	W("percent-as-dollars", unit, pct, func(g *G) string { return sgn(g, "$"+g.A().Grp()) })
	W("percent-as-million-dollars", unit, pct, func(g *G) string { return sgn(g, "$"+g.A().Grp()+" million") })
	W("percent-as-shares", unit, pct, func(g *G) string { return g.D.Grp() + " million shares" })
	W("percent-as-times", "A multiple for a percentage.", all(pct, notTiny), func(g *G) string { return g.D.Grp() + " times" })
	W("percent-as-x", "A multiple for a percentage.", all(pct, notTiny), func(g *G) string { return g.D.Grp() + "x" })
	W("percent-as-days", unit, all(pct, pos), func(g *G) string { return g.D.Grp() + " days" })
	W("growth-factor-percent", "The later value in percent of the earlier, not the change.", all(chg, func(g *G) bool { return g.D.F() > 1 || g.D.F() < -1 }), func(g *G) string { return Dec{g.D.M + 100*pow10(g.D.E), g.D.E}.Grp() + "%" })
	W("growth-factor-increase", "A factor read as an increase is a hundred points too high.", pctRose, func(g *G) string { return "an increase of " + Dec{g.D.M + 100*pow10(g.D.E), g.D.E}.Grp() + "%" })
	W("change-as-points", "A relative change is denied and percentage points are given instead.", all(chg, notTiny), func(g *G) string {
		return g.D.Str() + " percentage points (an absolute difference of two rates, not a relative change)"
	})
	W("complement-share", "The share of the rest.", all(share, func(g *G) bool { d := g.A().F() - 50; return d > 3 || d < -3 }), func(g *G) string { return g.write(Dec{100 * pow10(g.D.E), g.D.E}.sub(g.D)) })
	W("complement-share-sentence", "The gold is given to the rest.", all(share, func(g *G) bool { d := g.A().F() - 50; return d > 3 || d < -3 }), func(g *G) string {
		return f("It makes up %s of the total, the other items %s.", g.write(Dec{100 * pow10(g.D.E), g.D.E}.sub(g.D)), g.full())
	})
	W("inverse-share", "The inverse of the share.", all(share, func(g *G) bool { return g.A().F() < 60 }), func(g *G) string { return fromFloat(10000/g.D.F(), 2).Grp() + "%" })
	W("percent-words-hundredth", "Hundredths of a percent: a hundred times too small.", all(not(fraction), pct, pos, notTiny), func(g *G) string { return words(g.D.Shift(-2)) + " percent" })
	W("percent-contradicts-fraction", "Percentage and fraction contradict each other.", all(pct, pos, three), func(g *G) string {
		return f("%s percent, in other words %s as a decimal fraction", g.write(g.other("pf"))[:len(g.write(g.other("pf")))-1], g.D.Shift(-3).Str())
	})
	W("percent-of-percent", "“of one percent” makes it a hundred times too small.", all(not(fraction), pct, pos, notTiny), func(g *G) string { return g.full() + " of one percent" })
	W("percent-comma-thousand", "With a comma group it is a thousand times too large.", all(pct, pos, func(g *G) bool { return g.D.E == 3 || g.Own.E == 3 && g.Fraction }), func(g *G) string { return strings.Replace(g.Own.Str(), ".", ",", 1) + ".00%" })
	W("per-month", "A monthly rate was not asked for.", all(chg, pos, notTiny), tmpl("{} per month, compounding every month"))
	W("points-as-hundredfold", "Points were multiplied by a hundred.", points, func(g *G) string { return g.D.Shift(2).Trim().Grp() + " percentage points" })
	W("points-as-bps-one-to-one", "One basis point is a hundredth of a point.", points, func(g *G) string { return g.D.Str() + " basis points" })
	W("points-bps-off-ten", "Ten times too few basis points.", points, func(g *G) string { return g.D.Shift(1).Trim().Grp() + " bps" })
	W("points-bps-thousand", "Ten times too many basis points.", points, func(g *G) string { return g.D.Shift(3).Trim().Grp() + " bps" })
	W("points-wrong-way", "The margin moved the other way.", all(points, neutral), func(g *G) string {
		if g.Neg() {
			return g.A().Str() + " percentage points higher"
		}
		return g.A().Str() + " percentage points lower"
	})
	W("points-as-dollars", unit, points, func(g *G) string { return sgn(g, "$"+g.A().Str()+" million") })
	// --- money
	scale := "The scale is not the gold's."
	W("scale-million-as-thousand", scale, all(money, millions), func(g *G) string { return sgn(g, g.Cur+g.A().Grp()+" thousand") })
	W("scale-million-as-billion", scale, all(money, millions), func(g *G) string { return sgn(g, g.Cur+g.A().Grp()+" billion") })
	W("scale-million-as-trillion", scale, all(money, millions), func(g *G) string { return sgn(g, g.Cur+g.A().Grp()+" trillion") })
	W("scale-million-as-K", scale, all(cur, millions), func(g *G) string { return sgn(g, g.Cur+g.A().Grp()+"K") })
	W("scale-million-as-bn", scale, all(cur, millions), func(g *G) string { return sgn(g, g.Cur+g.A().Grp()+"bn") })
	W("scale-million-point-million", "A thousandth of the gold.", all(money, millions, big), func(g *G) string { return sgn(g, g.Cur+g.A().Shift(-3).Trim().Str()+" million") })
	W("scale-million-to-billion-ten", "Ten times the gold in billions.", all(money, millions, big), func(g *G) string { return sgn(g, g.Cur+g.A().Shift(-2).Trim().Str()+" billion") })
	W("scale-million-to-billion-tenth", "A tenth of the gold in billions.", all(money, millions, big), func(g *G) string { return sgn(g, g.Cur+g.A().Shift(-4).Trim().Str()+" billion") })
	W("scale-million-few-zeros", "Three zeros too few in the full amount.", all(usd, millions, big), func(g *G) string {
		return sgn(g, g.Cur+g.A().Shift(3).Trim().Grp()+" in full dollars (not thousands or millions)")
	})
	W("scale-million-one-zero-short", "One zero too few in the full amount.", all(cur, millions), func(g *G) string { return sgn(g, g.Cur+g.A().Shift(5).Trim().Grp()) })
	W("scale-million-one-zero-more", "One zero too many in the full amount.", all(cur, millions), func(g *G) string { return sgn(g, g.Cur+g.A().Shift(7).Trim().Grp()) })
	W("scale-million-many-zeros", "Three zeros too many in the full amount.", all(cur, millions), func(g *G) string { return sgn(g, g.Cur+g.A().Shift(9).Trim().Grp()) })
	W("scale-million-exact-dollars", "It says plain dollars where the gold is millions.", all(cur, millions), func(g *G) string {
		return sgn(g, g.A().Grp()+" "+g.money()+" exactly, i.e. not in thousands or millions")
	})
	W("scale-million-words-billion", "Spelled with the wrong scale.", all(cur, millions, pos, fewDigits), func(g *G) string { return words(g.A()) + " billion " + g.money() })
	W("scale-million-words-thousand", "Spelled with the wrong scale.", all(cur, millions, pos, fewDigits), func(g *G) string { return words(g.A()) + " thousand " + g.money() })
	W("scale-million-crore", "A crore is ten millions.", all(usd, millions), func(g *G) string { return sgn(g, "USD "+g.A().Indian()+" crore") })
	W("scale-million-lakh", "A lakh is a tenth of a million.", all(usd, millions), func(g *G) string { return sgn(g, "USD "+g.A().Indian()+" lakh") })
	W("scale-million-sci", "The exponent is three too small.", all(cur, millions), func(g *G) string {
		m, e := sci(toDollars(g))
		return sgn(g, f("%s × 10^%d %s", m, e-3, g.money()))
	})
	W("scale-million-e9", "The exponent is three too large.", all(cur, millions), mt("{code} {p}e9", minusInside))
	W("scale-million-chinese", "万 is ten thousand: the amount is far too small.", all(usd, millions, big), func(g *G) string { return sgn(g, g.A().Shift(-2).Trim().Str()+"万美元") })
	W("scale-contradiction", "Two scales of the amount contradict each other.", all(cur, millions, big), func(g *G) string {
		return f("%s billion, i.e. %s thousand", sgn(g, g.Cur+g.A().Grp()), sgn(g, g.Cur+g.A().Grp()))
	})
	W("scale-thousand-as-million", scale, all(money, thousands), func(g *G) string { return sgn(g, g.Cur+g.A().Grp()+" million") })
	W("scale-thousand-as-billion", scale, all(money, thousands), func(g *G) string { return sgn(g, g.Cur+g.A().Grp()+" billion") })
	W("scale-thousand-as-M", scale, all(cur, thousands), func(g *G) string { return sgn(g, g.Cur+g.A().Grp()+"M") })
	W("scale-thousand-to-bn", "A thousand times the gold.", all(cur, thousands, big), func(g *G) string { return sgn(g, g.Cur+g.A().Shift(-3).Trim().Str()+"bn") })
	W("scale-thousand-point-thousand", "A thousandth of the gold.", all(cur, thousands, big), func(g *G) string { return sgn(g, g.Cur+g.A().Shift(-3).Trim().Str()+" thousand") })
	W("scale-thousand-zero-short", "One zero too few in the full amount.", all(cur, thousands), func(g *G) string { return sgn(g, g.Cur+g.A().Shift(2).Trim().Grp()) })
	W("scale-thousand-six-zeros", "Three zeros too many in the full amount.", all(cur, thousands), func(g *G) string { return sgn(g, g.Cur+g.A().Shift(6).Trim().Grp()) })
	W("scale-thousand-exact-dollars", "It says plain dollars where the gold is thousands.", all(cur, thousands), func(g *G) string { return sgn(g, g.A().Grp()+" "+g.money()+" exactly, not thousands") })
	W("scale-billion-as-million", scale, all(money, billions), func(g *G) string { return sgn(g, g.Cur+g.A().Grp()+" million") })
	W("scale-billion-as-trillion", scale, all(money, billions), func(g *G) string { return sgn(g, g.Cur+g.A().Grp()+" trillion") })
	W("scale-billion-hundred-million", "A tenth of the gold in millions.", all(money, billions), func(g *G) string { return sgn(g, g.Cur+g.A().Shift(2).Trim().Grp()+" million") })
	other := "Another currency than the gold's."
	for _, c := range []struct{ name, t string }{
		{"euro-sign", "€{n} {scale}"}, {"euro-code", "EUR {n} {scale}"}, {"euro-word", "{n} {scale} euros"},
		{"pound-sign", "£{n} {scale}"}, {"sterling-word", "{n} {scale} pounds sterling"}, {"yen-sign", "¥{n} {scale}"},
		{"yen-code", "JPY {n} {scale}"}, {"rupee-sign", "₹{n} {scale}"}, {"franc-code", "CHF {n} {scale}"},
		{"canadian", "C${n} {scale}"}, {"australian", "AUD {n} {scale}"}, {"yuan-code", "{n} {scale} RMB"},
		{"peso", "MXN {n} {scale}"}, {"krona", "{n} {scale} Swedish kronor"},
	} {
		W("currency-"+c.name, other, usdSure, mt(c.t))
	}
	W("currency-dollar-for-pound", other, pounds, mt("US${n} {scale}"))
	W("currency-euro-for-pound", other, pounds, mt("€{n} {scale}"))
	W("money-as-percent", "A percentage for an amount of money.", money, func(g *G) string { return g.D.Grp() + "%" })
	W("money-as-percent-word", "A percentage for an amount of money.", money, func(g *G) string { return "It is " + g.D.Grp() + " percent." })
	W("money-as-shares", "Shares for dollars.", cur, func(g *G) string { return g.D.Grp() + " " + scaleWord[g.Exp] + " shares" })
	W("money-as-employees", "Employees for dollars.", all(cur, pos), mt("{n} {scale} employees"))
	W("money-per-share", "Per share for a total.", cur, mt("{c}{n} per share"))
	W("money-per-share-scaled", "Per share for a total.", all(cur, pos), mt("{c}{n} {scale} per share"))
	W("money-per-day", "Per day for the period's amount.", all(cur, pos, not(change)), mt("{c}{n} {scale} per day"))
	W("money-per-quarter", "Per quarter for a year's amount.", all(cur, pos, scaleInQ, func(g *G) bool { return strings.Contains(g.Q, "FY") && !strings.Contains(g.Q, "end") }), mt("{c}{n} {scale} in each quarter"))
	W("money-as-ratio", "A multiple for an amount of money.", cur, func(g *G) string { return g.D.Grp() + "x" })
	W("money-as-years", "Years for an amount of money.", all(cur, pos), func(g *G) string { return g.D.Grp() + " years" })
	W("money-as-bps", "Basis points for an amount of money.", cur, func(g *G) string { return g.D.Grp() + " basis points" })
	W("money-as-tons", "Tonnes for an amount of money.", all(cur, pos), mt("{n} {scale} tonnes"))
	W("money-cents", "Cents for millions of dollars.", all(usd, millions), func(g *G) string { return g.D.Grp() + " cents" })
	W("money-wrong-digits-words", "Words and digits contradict each other.", all(cur, millions, pos, fewDigits), func(g *G) string {
		return f("%s million %s (%s)", words(g.other("mw")), g.money(), g.write(scaled(1.9)(g)))
	})
	// --- per share, ratios, counts
	W("pershare-million", "A total in millions for a per-share amount.", pshare, func(g *G) string { return g.full() + " million" })
	W("pershare-billion", "A total in billions for a per-share amount.", all(pshare), func(g *G) string { return "a total of " + g.full() + " billion" })
	W("pershare-as-cents", "Cents for dollars: a hundred times too small.", pshare, func(g *G) string { return g.D.Str() + " cents per share" })
	W("pershare-percent", "A percentage for dollars per share.", pshare, func(g *G) string { return g.D.Str() + "%" })
	W("pershare-dollars-for-cents", "Cents written as dollars: a hundred times too large.", pshare, func(g *G) string { return sgn(g, "$"+g.A().Shift(2).Trim().Grp()+" per share") })
	W("pershare-shares", "Shares for dollars.", pshare, func(g *G) string { return g.D.Grp() + " shares" })
	W("ratio-inverse", "The inverse ratio.", all(ratio, not(dpo)), func(g *G) string {
		d := fromFloat(1/g.D.F(), 2)
		if !g.far(d) || d.Sig() < 2 {
			return ""
		}
		return d.Str()
	})
	W("ratio-one-to", "The ratio the wrong way round.", all(multiple, func(g *G) bool { return g.D.F() > 1.1 }), func(g *G) string { return "1 to " + g.D.Str() })
	W("ratio-percent-sign", "A hundred times too small.", all(ratio, two, not(dpo)), func(g *G) string { return g.D.Str() + "%" })
	W("ratio-dollars", "Dollars for a ratio.", all(ratio), func(g *G) string { return "$" + g.D.Str() + " million" })
	W("ratio-bps", "Basis points for a ratio.", all(ratio), func(g *G) string { return g.D.Str() + " basis points" })
	W("ratio-negative", "A minus for a positive ratio.", all(ratio), func(g *G) string { return "-" + g.D.Str() })
	W("ratio-thousand-percent", "Ten times too large as a percentage.", all(ratio, two, not(dpo)), func(g *G) string { return g.D.Shift(3).Trim().Grp() + "%" })
	W("ratio-off-one", "One too many.", multiple, func(g *G) string { return Dec{g.D.M + pow10(g.D.E), g.D.E}.Str() })
	W("days-as-years", "Years for days.", dpo, func(g *G) string { return g.D.Str() + " years" })
	W("days-as-percent", "A percentage for days.", dpo, func(g *G) string { return g.D.Str() + "%" })
	W("days-as-weeks", "Weeks for days.", dpo, func(g *G) string { return g.D.Str() + " weeks" })
	W("count-dollars", "Dollars for a number of things.", all(noun, pos), func(g *G) string { return "$" + g.D.Grp() })
	W("count-million", "A million times too large.", all(noun), func(g *G) string { return g.D.Grp() + " million " + g.Noun })
	W("count-thousand", "A thousand times too large.", all(noun), func(g *G) string { return g.D.Grp() + " thousand " + g.Noun })
	W("count-percent", "A percentage for a number of things.", all(noun), func(g *G) string { return g.D.Grp() + "%" })
	W("count-to-million-wrong", "A thousand times too large in millions.", all(count, whole, big, func(g *G) bool { return g.Exp < 3 && g.A().F() < 1e8 }), func(g *G) string { return g.D.Shift(-3).Trim().Str() + " million" })
	W("count-decimal-point", "A decimal point for the group comma: a thousand times too small.", all(noun, big, whole, func(g *G) bool { return g.A().F() < 1e6 }), func(g *G) string { return strings.Replace(g.D.Grp(), ",", ".", 1) + "0 " + g.Noun })
	W("bare-percent", "A percentage for an amount.", func(g *G) bool { return g.Kind == Bare && big(g) }, func(g *G) string { return g.D.Grp() + "%" })
}
