package main

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
)

func jq(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.Encode(s)
	return strings.TrimSpace(b.String())
}
func J(s ...string) string         { return strings.Join(s, "\n\n") }
func L(s ...string) string         { return strings.Join(s, "\n") }
func sf(f string, a ...any) string { return fmt.Sprintf(f, a...) }

// fake sibling value of the same kind, distinct from F and X
func (c *C) sib() string { return c.sibVal().Std() }
func (c *C) sibVal() Val {
	for {
		f := c.r.Float64()*2.6 + 0.2
		v := mk(math.Abs(c.F.V)*f, c.F.Dec, c.F.Kind, c.F.Noun)
		if near(v.V, c.F.V) || near(v.V, c.X.V) || (c.s.Kind == "share" || c.s.Kind == "margin") && v.V > 93 {
			continue
		}
		return v
	}
}
func near(a, b float64) bool { return math.Abs(math.Abs(a)-math.Abs(b)) < 0.08*math.Abs(b)+0.05 }

// xNote: line keeping X in sight without claiming it ("" in plain mode)
func (c *C) jsonSteps() string {
	var b []string
	if c.withdrawnMode() {
		b = append(b, jq("First attempt: "+c.attempt()[len(c.attempt())-1].Expr+" = "+c.xs()+". Rejected: "+c.reason()))
	}
	for _, s := range c.straight() {
		b = append(b, jq(s.Name+": "+s.Expr+" = "+s.Res))
	}
	return "[" + strings.Join(b, ", ") + "]"
}
func (c *C) reasonLine() string {
	var b []string
	if c.withdrawnMode() {
		b = append(b, "First attempt gave "+c.xs()+", rejected because "+c.reason())
	}
	for _, s := range c.straight() {
		b = append(b, s.Name+": "+s.Expr+" = "+s.Res+".")
	}
	return strings.Join(b, " ")
}
func (c *C) rows() [][3]string {
	var b [][3]string
	for _, in := range c.s.In {
		b = append(b, [3]string{in.Name, "reported", in.Disp})
	}
	if c.withdrawnMode() {
		b = append(b, [3]string{"First try (discarded)", c.attempt()[len(c.attempt())-1].Expr, c.xs()})
	}
	st := c.straight()
	for _, s := range st[:len(st)-1] {
		b = append(b, [3]string{s.Name, s.Expr, s.Res})
	}
	return b
}
func (c *C) lastExpr() string { st := c.straight(); return st[len(st)-1].Expr }
func (c *C) texLast() string  { return texify(c.lastExpr()) + " = " + c.F.Tex() }

// python program lines; returns code and printed output
func (c *C) py(label string) (string, string) {
	var b []string
	for _, in := range c.s.In {
		b = append(b, sf("%s = %s  # %s", in.Var, in.Plain, in.Name))
	}
	d := c.F.Dec
	switch c.mode {
	case rightPlain:
		b = append(b, "x = "+c.s.R.Py, sf("print(\"%s:\", round(x, %d))", label, d))
		return L(b...), sf("%s: %s", label, c.F.Plain())
	case wrongInter:
		b = append(b, "x = "+c.s.R.Py, sf("print(\"x:\", round(x, %d))", d), "y = "+c.s.Over.Py, sf("print(\"%s:\", round(y, %d))", label, d))
		return L(b...), L("x: "+c.X.Plain(), sf("%s: %s", label, c.F.Plain()))
	}
	p, q := c.s.Err.Py, c.s.R.Py
	if c.mode == wrongWithdrawn {
		p, q = q, p
	}
	b = append(b, "# first attempt, kept only for comparison", "draft = "+p, sf("print(\"draft (rejected):\", round(draft, %d))", d), "# corrected: "+c.reason(), "x = "+q, sf("print(\"%s:\", round(x, %d))", label, d))
	return L(b...), L("draft (rejected): "+c.X.Plain(), sf("%s: %s", label, c.F.Plain()))
}

var pctOnly = []string{"pct+", "pct-", "share", "margin"}
var chgOnly = []string{"pct+", "pct-"}
var unsigned = []string{"share", "usdsum", "current", "stores", "margin", "usdavg", "coverage", "options", "eps"}
var usdOnly = []string{"usdsum", "usdavg", "usddiff+", "usddiff-"}

// a label line after reasoning
func lab(name, format string) Layout {
	return Layout{name, func(c *C) string {
		return c.work() + "\n\n" + sf(format, c.fs()) + c.tail()
	}, nil}
}

// localisation
func locNum(s, grp, dec string) string {
	s = strings.ReplaceAll(s, ",", "\x00")
	s = strings.ReplaceAll(s, ".", dec)
	return strings.ReplaceAll(s, "\x00", grp)
}

type lang struct {
	name, grp, dec, mil, pctsp string
	intro, discard, final, src string
}

func (g lang) val(v Val) string {
	n := locNum(v.Num(), g.grp, g.dec)
	switch v.Kind {
	case "pct":
		return n + g.pctsp + "%"
	case "usd":
		return n + g.mil
	case "eps":
		return n + " USD"
	}
	return n
}
func (g lang) step(s string) string {
	s = strings.ReplaceAll(s, "$", "")
	s = strings.ReplaceAll(locNum(s, g.grp, g.dec), " million", g.mil)
	return strings.ReplaceAll(s, "%", g.pctsp+"%")
}
func langLayout(g lang) Layout {
	return Layout{"lang-" + g.name, func(c *C) string {
		var b []string
		b = append(b, sf(g.intro, c.s.Y0, c.s.Y1))
		if c.withdrawnMode() {
			for _, s := range c.attempt() {
				b = append(b, g.step(s.Expr+" = "+s.Res))
			}
			b = append(b, sf(g.discard, g.val(c.X)))
		}
		for _, s := range c.straight() {
			b = append(b, g.step(s.Expr+" = "+s.Res))
		}
		b = append(b, "", sf(g.final, g.val(c.F)))
		if c.forceTail || c.coin%2 == 0 {
			b = append(b, "", sf(g.src, c.s.Co, c.s.Y1, ri(c.r, 30, 120)))
		}
		return L(b...)
	}, nil}
}

func mathBold(s string) string {
	var b strings.Builder
	for _, ch := range s {
		switch {
		case ch >= '0' && ch <= '9':
			b.WriteRune(0x1D7CE + (ch - '0'))
		default:
			b.WriteRune(ch)
		}
	}
	return b.String()
}
func fullWidth(s string) string {
	var b strings.Builder
	for _, ch := range s {
		switch {
		case ch >= '0' && ch <= '9':
			b.WriteRune(0xFF10 + (ch - '0'))
		case ch == '.':
			b.WriteRune('.')
		case ch == '%':
			b.WriteRune('%')
		default:
			b.WriteRune(ch)
		}
	}
	return b.String()
}

func layouts() []Layout {
	var ls []Layout
	add := func(name string, fn func(*C) string, ks ...string) {
		if len(ks) == 0 {
			ks = nil
		}
		ls = append(ls, Layout{name, fn, ks})
	}

	// ---- plain label lines after a chain of thought
	for _, x := range [][2]string{
		{"label-answer", "Answer: %s"}, {"label-bold-final", "**Final Answer:** %s"}, {"label-bold-whole", "**Final Answer: %s**"},
		{"label-final-answer-is", "The final answer is %s."}, {"label-FINAL", "FINAL: %s"}, {"label-h3-answer", "### Answer\n%s"},
		{"label-h2-bold", "## Final Answer\n\n**%s**"}, {"label-so-result", "So the result is %s."}, {"label-result", "Result: %s"},
		{"label-ANSWER-eq", "ANSWER = %s"}, {"label-ans-lower", "ans: %s"}, {"label-thus-bold", "Thus, the answer is **%s**."},
		{"label-two-line", "Answer\n%s"}, {"label-two-line-blank", "Final answer:\n\n%s"}, {"label-arrow", "=> %s"}, {"label-therefore-sign", "∴ %s"},
		{"label-blockquote", "> **%s**"}, {"label-rule", "---\n\n**%s**"}, {"label-inline-code", "Final answer: `%s`"}, {"label-code-fence", "Final answer:\n\n```\n%s\n```"},
		{"label-double-bracket", "[[%s]]"}, {"label-bracket-tag", "[ANSWER] %s [/ANSWER]"}, {"label-emoji", "✅ **Answer:** %s 🎯"},
		{"label-italic-colon", "*Answer*: %s"}, {"label-underscored", "__Answer__ — %s"}, {"label-my-final", "My final answer: %s"},
		{"label-conclusion", "In conclusion, the figure you asked for is %s."}, {"label-final-value-dash", "Final value – %s"},
		{"label-bullet", "- **Answer**: %s"}, {"label-setext", "Final Answer\n============\n%s"}, {"label-quote-mark", "Final answer: \"%s\""},
		{"label-star-wrapped", "***Answer: %s***"}, {"label-hash-tag", "#Answer %s"}, {"label-solution", "Solution: %s"}, {"label-output", "OUTPUT: %s"}, {"label-verdict", "Verdict: %s"}, {"label-rounded", "Final Answer (rounded): %s"},
		{"label-to-the-question", "The answer to the question is: %s"}, {"label-answer-arrow", "Answer → %s"}, {"label-underline-dashes", "ANSWER\n------\n%s"},
		{"label-in-parens", "(Answer: %s)"}, {"label-we-get", "So we get %s."}, {"label-pm-rounding", "Answer: %s (±0.01 from rounding)"},
		{"label-see-page", "Final answer: %s (p. 45, Table 7.2)"}, {"label-html-comment", "<!-- v2 --> <b>Result</b>: %s <!-- 1 of 1 -->"},
		{"label-box-chars", "╔══════════════╗\n  ANSWER: %s\n╚══════════════╝"},
	} {
		y := lab(x[0], x[1])
		if strings.ContainsAny(x[1], "—–") { // a dash before the figure: only where no sign can be meant
			y.Kinds = unsigned
		}
		if strings.Contains(x[1], "±0.01") {
			y.Kinds = []string{"share", "current", "margin", "coverage", "eps", "pct+", "pct-"}
		}
		ls = append(ls, y)
	}

	// ---- sentence endings
	add("sent-therefore", func(c *C) string {
		return c.work() + "\n\nTherefore, " + c.s.Subj + " was " + c.fs() + "." + c.tail()
	})
	add("sent-hence-of-company", func(c *C) string {
		return c.work() + "\n\n" + sf("Hence, for %s, %s comes to %s.", c.s.Co, c.s.Subj, c.fs()) + c.tail()
	})
	add("sent-resulting-in", func(c *C) string {
		return c.intro() + "\n\n" + renderPre(c) + sf("Finally I take %s, resulting in %s.", c.lastExpr(), c.fs()) + c.tail()
	})
	add("sent-which-gives", func(c *C) string {
		return c.intro() + "\n\n" + renderPre(c) + sf("Last, %s, which gives %s as the answer.", c.lastExpr(), c.fs())
	})
	add("trailing-equals", func(c *C) string {
		return c.intro() + "\n\n" + renderPre(c) + sf("%s\n= %s", c.lastExpr(), c.F.Std())
	})
	add("trailing-approx", func(c *C) string {
		return c.intro() + "\n\n" + renderPre(c) + sf("%s = %s\n              ≈ **%s**", cap1(c.s.Subj), c.lastExpr(), c.F.Std())
	})
	add("one-line-only", func(c *C) string {
		if c.mode == rightPlain {
			return sf("%s for %s (FY%d 10-K, p. %d): %s", cap1(c.s.Metric), c.s.Co, c.s.Y1, ri(c.r, 20, 90), c.fs())
		}
		if c.mode == wrongInter {
			return sf("%s, so the answer is %s.", renderSteps(c.s.R.Steps, 1, 1)[0:len(renderSteps(c.s.R.Steps, 1, 1))-1]+" and then "+c.lastExpr(), c.fs())
		}
		return sf("Not %s (%s), but %s.", c.xs(), strings.TrimSuffix(c.reason(), "."), c.fs())
	})
	add("not-x-but-f", func(c *C) string {
		return c.intro() + "\n\n" + renderSteps(c.straight(), 1, 1) + "\n\n" + sf("The answer is therefore not %s but %s.", c.notX(), c.fs())
	})
	add("rather-than", func(c *C) string {
		return J(c.intro(), renderSteps(c.straight(), 0, 1), sf("So the correct figure is %s rather than %s.", c.fs(), c.notX()))
	})
	add("between-but-exact", func(c *C) string {
		a := c.F.V
		lo, hi := mk(a*0.8, c.F.Dec, c.F.Kind, c.F.Noun), mk(a*1.3, c.F.Dec, c.F.Kind, c.F.Noun)
		return J(sf("Eyeballing the table I'd expect something between %s and %s.", lo.Std(), hi.Std()), c.steps(1), sf("So to be exact, it is %s.", c.fs())) + c.tail()
	})

	// ---- boxed
	add("boxed-inline", func(c *C) string {
		return J(c.work(), sf("The final answer is $\\boxed{%s}$.", c.F.Tex())) + c.tail()
	})
	add("boxed-display", func(c *C) string {
		return J(c.work(), sf("\\[\n\\boxed{%s}\n\\]", c.F.Tex())) + c.tail()
	})
	add("boxed-text", func(c *C) string {
		u := map[string]string{"pct": " percent", "usd": " million USD", "ratio": " times", "eps": " dollars per share", "count": " " + c.F.Noun}[c.F.Kind]
		return J(c.work(), sf("$$\\boxed{%s\\ \\text{%s}}$$", strings.ReplaceAll(c.F.Num(), ",", "{,}"), strings.TrimSpace(u)))
	})
	add("boxed-frac", func(c *C) string {
		st := c.straight()
		l := st[len(st)-1]
		num, den, _ := strings.Cut(l.Expr, " / ")
		return J(c.intro(), renderPre(c)+sf("$$\\boxed{\\frac{%s}{%s} \\approx %s}$$", texify(num), texify(den), c.F.Tex())) + c.tail()
	}, "current", "coverage", "eps", "usdavg")
	add("boxed-two-attempts", func(c *C) string {
		if c.withdrawnMode() {
			return J(c.intro(), renderSteps(c.attempt(), 6, 1), sf("This gives $\\boxed{%s}$.", c.X.Tex()), c.withdraw(), renderSteps(c.straight(), 6, 1), sf("The corrected final answer is $\\boxed{%s}$.", c.F.Tex()))
		}
		return J(c.work(), sf("$\\boxed{%s}$", c.F.Tex())) + c.tail()
	})
	add("boxed-fbox-textbf", func(c *C) string {
		return J(c.work(), sf("\\textbf{Answer:} $\\boxed{\\mathbf{%s}}$", c.F.Tex())) + c.tail()
	})
	add("minerva-hope", func(c *C) string {
		return J(c.work(), sf("Final Answer: The final answer is $%s$. I hope it is correct.", c.F.Tex()))
	})
	add("latex-display-eq", func(c *C) string {
		return J(c.intro(), renderPre(c)+sf("$$\n\\text{Answer} = %s\n$$", c.texLast())) + c.tail()
	})
	add("latex-align", func(c *C) string {
		var b []string
		for _, s := range c.straight() {
			b = append(b, sf("\\text{%s:}\\quad & %s = %s \\\\", s.Name, texify(s.Expr), texify(s.Res)))
		}
		pre := ""
		if c.withdrawnMode() {
			pre = sf("My first pass produced %s, which I drop: %s\n\n", c.xs(), c.reason())
		}
		return pre + "\\begin{align*}\n" + strings.Join(b, "\n") + "\n\\end{align*}\n\n" + sf("\\textbf{Answer: } $%s$", c.F.Tex())
	})
	add("latex-underbrace", func(c *C) string {
		return J(c.work(), sf("$$ \\underbrace{%s}_{\\text{final answer}} $$", c.F.Tex())) + c.tail()
	})

	// ---- tags, think
	add("answer-tag", func(c *C) string { return J(c.work(), "<answer>"+c.fs()+"</answer>") + c.tail() })
	add("answer-tag-multiline", func(c *C) string { return J(c.work(), "<answer>\n"+c.fs()+"\n</answer>") })
	add("final-answer-tag", func(c *C) string {
		return L("<reasoning>", c.work(), "</reasoning>", "<final_answer>"+c.fs()+"</final_answer>")
	})
	add("think-then-sentence", func(c *C) string { return "<think>\n" + c.work() + "\n</think>\n\n" + c.sent() + c.tail() })
	add("think-then-derivation", func(c *C) string {
		return "<think>\n" + c.work() + "\n\nSo I'm fairly confident. Let me write it up.\n</think>\n\n" + J(renderSteps(c.straight(), c.r.Intn(10), 1), "**Answer:** "+c.fs())
	})
	add("think-closing-only", func(c *C) string { return c.work() + "\n</think>\n\n" + c.sent() + c.tail() })
	add("think-then-bare", func(c *C) string { return "<think>" + c.work() + "</think>\n" + c.fs() })
	add("think-answer-tag", func(c *C) string { return "<think>\n" + c.work() + "\n</think>\n<answer>" + c.fs() + "</answer>" })
	add("think-boxed-headline", func(c *C) string {
		return "<think>\n" + c.work() + "\n</think>\n\n" + J(sf("$\\boxed{%s}$", c.F.Tex()), c.after())
	})
	add("reflection-output", func(c *C) string {
		x := "The steps are consistent."
		if c.withdrawnMode() {
			x = "I first had " + c.xs() + ", but " + c.reason()
		}
		return L("<thinking>", c.intro(), renderSteps(c.straight(), 0, 1), "<reflection>", x, "</reflection>", "</thinking>", "<output>", c.sent(), "</output>")
	})
	add("harmony-channels", func(c *C) string {
		return "<|channel|>analysis<|message|>" + c.work() + "<|end|><|start|>assistant<|channel|>final<|message|>" + c.sent() + "<|return|>"
	})
	add("scratchpad", func(c *C) string {
		return L("[scratchpad]", c.work(), "[/scratchpad]", "", "Response: "+c.fs())
	})
	add("gsm-hash", func(c *C) string { return c.work() + "\n#### " + c.p(c.F.Num(), c.F.Plain(), c.F.Std()) })
	add("gsm-hash-calc-annot", func(c *C) string {
		var b []string
		if c.withdrawnMode() {
			b = append(b, "A first try came to "+c.xs()+", but "+c.reason())
		}
		for _, s := range c.straight() {
			e := strings.NewReplacer(" ", "", ",", "", "$", "", "×", "*", "million", "", "%", "").Replace(s.Expr)
			v := strings.NewReplacer(" ", "", ",", "", "$", "", "million", "", "%", "").Replace(s.Res)
			b = append(b, sf("%s is %s = <<%s=%s>>%s.", s.Name, s.Expr, e, v, s.Res))
		}
		return L(append(b, "#### "+c.F.Num())...)
	}, "usdsum", "usdavg", "current", "stores", "eps", "options", "pct+")

	// ---- JSON
	add("json-answer-last", func(c *C) string {
		return sf("{\"company\": %s, \"fiscal_year\": %d, \"steps\": %s, \"answer\": %s}", jq(c.s.Co), c.s.Y1, c.jsonSteps(), c.F.Plain())
	})
	add("json-answer-first", func(c *C) string {
		return sf("{\n  \"answer\": %s,\n  \"unit\": %s,\n  \"reasoning\": %s,\n  \"source_page\": %d\n}", c.F.Plain(), jq(c.F.Unit()), jq(c.reasonLine()), ri(c.r, 20, 120))
	})
	add("json-nested", func(c *C) string {
		x := ""
		if c.withdrawnMode() {
			x = sf(",\n    \"rejected\": {\"value\": %s, \"reason\": %s}", c.X.Plain(), jq(c.reason()))
		} else if c.mode == wrongInter {
			x = sf(",\n    \"intermediate\": {\"value\": %s}", c.X.Plain())
		}
		var ins []string
		for _, in := range c.s.In {
			ins = append(ins, sf("\"%s\": %s", in.Var, in.Plain))
		}
		return sf("{\n  \"inputs\": {%s},\n  \"calculation\": {\n    \"expression\": %s%s\n  },\n  \"result\": {\n    \"final_answer\": {\"value\": %s, \"unit\": %s},\n    \"confidence\": 0.%d\n  }\n}", strings.Join(ins, ", "), jq(c.lastExpr()), x, c.F.Plain(), jq(c.F.Unit()), ri(c.r, 71, 98))
	})
	add("json-fence-reasoning-first", func(c *C) string {
		return sf("```json\n{\n  \"reasoning\": %s,\n  \"final_answer\": %s\n}\n```", jq(c.reasonLine()), jq(c.fs()))
	})
	add("json-after-prose", func(c *C) string {
		return J(c.work(), sf("```json\n{\"final_answer\": %s, \"unit\": %s}\n```", c.F.Plain(), jq(c.F.Unit()))) + c.tail()
	})
	add("json-minimal-after-prose", func(c *C) string { return c.work() + "\n\n" + sf("{\"answer\": %s}", jq(c.fs())) })
	add("json-confidence-after", func(c *C) string {
		return sf("{\"thought\": %s, \"answer\": %s, \"confidence\": %d, \"pages\": [%d, %d], \"tokens_used\": %d}", jq(c.reasonLine()), jq(c.fs()), ri(c.r, 80, 99), ri(c.r, 20, 50), ri(c.r, 51, 99), ri(c.r, 300, 1900))
	})
	add("json-array-of-steps", func(c *C) string {
		var b []string
		i := 1
		if c.withdrawnMode() {
			b = append(b, sf("  {\"step\": %d, \"op\": \"draft\", \"value\": %s, \"status\": \"rejected\"}", i, jq(c.xs())))
			i++
		}
		for _, s := range c.straight() {
			b = append(b, sf("  {\"step\": %d, \"op\": %s, \"expr\": %s, \"value\": %s}", i, jq(s.Name), jq(s.Expr), jq(s.Res)))
			i++
		}
		b = append(b, sf("  {\"step\": %d, \"op\": \"final_answer\", \"value\": %s}", i, jq(c.F.Std())))
		return "[\n" + strings.Join(b, ",\n") + "\n]"
	})
	add("json-multi-metrics", func(c *C) string {
		o := c.s.Others
		second := c.sib()
		if c.mode >= wrongInter {
			second = c.xs()
			c.why = sf("The gold %s is given for another measure; for the asked one the reply claims %s.", c.xs(), c.F.Std())
		}
		return sf("{\n  %s: %s,\n  %s: %s,\n  %s: %s,\n  %s: %s\n}", jq(o[0]), jq(c.sib()), jq(o[1]), jq(second), jq(c.s.Label), jq(c.F.Std()), jq(o[2]), jq(c.sib()))
	})
	add("json-single-quotes", func(c *C) string {
		return sf("{'steps': %s, 'final_answer': '%s'}", strings.ReplaceAll(c.jsonSteps(), `"`, "'"), c.fs())
	})
	add("jsonl-events", func(c *C) string {
		b := []string{sf("{\"type\":\"retrieve\",\"page\":%d,\"text\":%s}", ri(c.r, 20, 99), jq(c.inputs(9)))}
		if c.withdrawnMode() {
			b = append(b, sf("{\"type\":\"draft\",\"value\":%s,\"kept\":false}", jq(c.xs())))
		}
		for _, s := range c.straight() {
			b = append(b, sf("{\"type\":\"compute\",\"expr\":%s,\"value\":%s}", jq(s.Expr), jq(s.Res)))
		}
		return L(append(b, sf("{\"type\":\"final\",\"answer\":%s}", jq(c.fs())))...)
	})
	add("tool-call-submit", func(c *C) string {
		return J(c.work(), sf("<tool_call>\n{\"name\": \"submit_answer\", \"arguments\": {\"answer\": %s, \"unit\": %s}}\n</tool_call>", jq(c.F.Num()), jq(c.F.Unit())))
	})

	// ---- YAML, XML, key-value
	add("yaml", func(c *C) string {
		b := []string{"question: " + jq(c.s.Subj), sf("fiscal_year: %d", c.s.Y1), "inputs:"}
		for _, in := range c.s.In {
			b = append(b, "  "+in.Var+": "+in.Plain)
		}
		if c.withdrawnMode() {
			b = append(b, "discarded_draft: "+c.X.Plain()+"  # "+c.reason())
		}
		b = append(b, "steps:")
		for _, s := range c.straight() {
			b = append(b, "  - "+jq(s.Expr+" = "+s.Res))
		}
		b = append(b, "answer: "+c.F.Plain(), "unit: "+jq(c.F.Unit()))
		return L(b...)
	})
	add("yaml-fence-answer-first", func(c *C) string {
		return sf("```yaml\nfinal_answer: %s\nunit: %s\nderivation: >\n  %s\npage: %d\n```", c.F.Plain(), jq(c.F.Unit()), c.reasonLine(), ri(c.r, 12, 99))
	})
	add("xml", func(c *C) string {
		b := []string{"<response>"}
		for _, in := range c.s.In {
			b = append(b, sf("  <input name=%s>%s</input>", jq(in.Name), in.Disp))
		}
		if c.withdrawnMode() {
			b = append(b, sf("  <rejected>%s</rejected>", c.xs()))
		}
		for i, s := range c.straight() {
			b = append(b, sf("  <step n=\"%d\">%s = %s</step>", i+1, s.Expr, s.Res))
		}
		return L(append(b, sf("  <answer unit=%s>%s</answer>", jq(c.F.Unit()), c.F.Num()), sf("  <page>%d</page>", ri(c.r, 20, 90)), "</response>")...)
	})
	add("keyvalue", func(c *C) string {
		b := []string{"Company: " + c.s.Co, sf("Period: FY%d-FY%d", c.s.Y0, c.s.Y1)}
		for _, in := range c.s.In {
			b = append(b, in.Name+": "+in.Disp)
		}
		if c.withdrawnMode() {
			b = append(b, "Rejected value: "+c.xs())
		} else if c.mode == wrongInter {
			b = append(b, "Intermediate value: "+c.xs())
		}
		return L(append(b, "Formula: "+c.lastExpr(), "Answer: "+c.fs(), sf("Confidence: %d%%", ri(c.r, 70, 99)), sf("Page: %d", ri(c.r, 20, 99)))...)
	})
	add("ini", func(c *C) string {
		b := []string{"[inputs]"}
		for _, in := range c.s.In {
			b = append(b, in.Var+" = "+in.Plain)
		}
		b = append(b, "", "[work]")
		if c.withdrawnMode() {
			b = append(b, "abandoned_value = "+c.X.Plain())
		}
		for i, s := range c.straight() {
			b = append(b, sf("step%d = %s -> %s", i+1, s.Expr, s.Res))
		}
		return L(append(b, "", "[output]", "final_answer = "+c.F.Plain())...)
	})
	add("csv", func(c *C) string {
		b := []string{"item,value"}
		for _, in := range c.s.In {
			b = append(b, "\""+in.Name+"\","+in.Plain)
		}
		if c.withdrawnMode() {
			b = append(b, "discarded_estimate,"+c.X.Plain())
		} else if c.mode == wrongInter {
			b = append(b, "intermediate,"+c.X.Plain())
		}
		return L(append(b, "final_answer,"+c.F.Plain())...)
	})

	// ---- tables
	add("table-last-row", func(c *C) string {
		b := []string{"| Item | Working | Value |", "|---|---|---|"}
		for _, x := range c.rows() {
			b = append(b, sf("| %s | %s | %s |", x[0], x[1], x[2]))
		}
		return L(append(b, sf("| Answer | %s | %s |", c.lastExpr(), c.F.Std()))...)
	})
	add("table-bold-row", func(c *C) string {
		b := []string{"Here is the calculation:", "", "| Line | Calculation | Amount |", "|:-----|:-----------:|------:|"}
		for _, x := range c.rows() {
			b = append(b, sf("| %s | %s | %s |", x[0], x[1], x[2]))
		}
		b = append(b, sf("| **%s** | **%s** | **%s** |", cap1(c.s.Subj), c.lastExpr(), c.F.Std()))
		return L(b...) + c.tail()
	})
	add("table-then-sentence", func(c *C) string {
		b := []string{"| Item | Value |", "|---|---|"}
		for _, x := range c.rows() {
			b = append(b, sf("| %s | %s |", x[0], x[2]))
		}
		return L(b...) + "\n\n" + c.sent() + c.tail()
	})
	add("sentence-then-table", func(c *C) string {
		b := []string{"**" + c.sent() + "**", "", "| Component | Value |", "|---|---|"}
		for _, x := range c.rows() {
			b = append(b, sf("| %s | %s |", x[0], x[2]))
		}
		return L(b...) + c.tail()
	})
	add("table-multi-metrics", func(c *C) string {
		o := c.s.Others
		second := c.sib()
		if c.mode >= wrongInter {
			second = c.xs()
			c.why = sf("The gold %s stands in the row of another measure; the asked row says %s.", c.xs(), c.F.Std())
		}
		return L("| Measure | Value |", "|---|---|", sf("| %s | %s |", o[0], c.sib()), sf("| **%s (your question)** | **%s** |", c.s.Label, c.F.Std()), sf("| %s | %s |", o[1], second), sf("| %s | %s |", o[2], c.sib()))
	})
	add("table-ascii", func(c *C) string {
		b := []string{"+------------------------------------------+----------------------+"}
		for _, x := range c.rows() {
			b = append(b, sf("| %-40s | %20s |", x[0], x[2]))
		}
		b = append(b, b[0], sf("| %-40s | %20s |", "FINAL ANSWER", c.F.Std()), b[0])
		return L(b...)
	})
	add("table-html", func(c *C) string {
		b := []string{"<table>", "<tr><th>Item</th><th>Value</th></tr>"}
		for _, x := range c.rows() {
			b = append(b, sf("<tr><td>%s</td><td>%s</td></tr>", x[0], x[2]))
		}
		return L(append(b, sf("<tr><td><b>Answer</b></td><td><b>%s</b></td></tr>", c.F.Std()), "</table>")...)
	})
	add("table-latex", func(c *C) string {
		b := []string{"\\begin{tabular}{lr}", "\\hline"}
		for _, x := range c.rows() {
			b = append(b, sf("%s & %s \\\\", x[0], texify(x[2])))
		}
		return L(append(b, "\\hline", sf("\\textbf{Final answer} & $%s$ \\\\", c.F.Tex()), "\\end{tabular}")...)
	})

	// ---- lists
	add("numbered-last", func(c *C) string {
		n := 1
		var b []string
		put := func(s string) { b = append(b, sf("%d. %s", n, s)); n++ }
		put("**Identify the inputs.** " + c.inputs(9))
		if c.withdrawnMode() {
			put("**First attempt.** " + c.attempt()[len(c.attempt())-1].Expr + " = " + c.xs() + ". This is wrong: " + c.reason())
		}
		for _, s := range c.straight() {
			put("**" + s.Name + ".** " + s.Expr + " = " + s.Res)
		}
		put("**Final answer.** " + c.fs())
		return L(b...)
	})
	add("step-headings", func(c *C) string {
		var b []string
		b = append(b, "## Step 1: Gather data", c.inputs(0))
		n := 2
		if c.withdrawnMode() {
			b = append(b, sf("## Step %d: First attempt", n), renderSteps(c.attempt(), 2, 1), sf("## Step %d: Correction", n+1), cap1(c.reason())+" The first attempt is void.")
			n += 2
		}
		for _, s := range c.straight() {
			b = append(b, sf("## Step %d: %s", n, s.Name), s.Expr+" = "+s.Res)
			n++
		}
		return J(append(b, sf("## Step %d: Conclusion", n), c.sent())...)
	})
	add("bullets-last", func(c *C) string {
		b := []string{c.inputs(0)}
		if c.withdrawnMode() {
			b = append(b, "- ~~"+c.xs()+"~~ (dropped: "+c.reason()+")")
		}
		b = append(b, renderSteps(c.straight(), 2, 1), "- So the answer: "+c.fs())
		return L(b...)
	})
	add("lettered-list", func(c *C) string {
		var b []string
		i := 0
		put := func(s string) { b = append(b, sf("(%c) %s", 'a'+i, s)); i++ }
		for _, in := range c.s.In {
			put(in.Name + " = " + in.Disp)
		}
		if c.withdrawnMode() {
			put("tried " + c.xs() + " — rejected, " + c.reason())
		}
		for _, s := range c.straight() {
			put(lower1(s.Name) + ": " + s.Expr + " = " + s.Res)
		}
		put("final answer = " + c.fs())
		return L(b...)
	})
	add("given-find-solution", func(c *C) string {
		return J("GIVEN\n"+c.inputs(0), "FIND\n"+cap1(c.s.Subj), "SOLUTION\n"+c.steps(0), "ANSWER\n"+c.fs())
	})
	add("numerator-denominator", func(c *C) string {
		st := c.straight()
		e := st[len(st)-1].Expr
		a, b, _ := strings.Cut(e, " / ")
		pre := ""
		if c.withdrawnMode() {
			pre = "(Scrapped attempt: " + c.xs() + " — " + c.reason() + ")\n"
		} else if len(st) > 1 {
			pre = renderSteps(st[:len(st)-1], 2, 1) + "\n"
		}
		return pre + L("**Numerator:** "+a, "**Denominator:** "+b, "**Quotient (final answer):** "+c.fs()) + c.tail()
	}, "coverage", "eps", "usdavg", "current")
	add("tick-steps", func(c *C) string {
		var b []string
		for _, in := range c.s.In {
			b = append(b, "☑️ "+in.Name+": "+in.Disp)
		}
		if c.withdrawnMode() {
			b = append(b, "❌ "+c.xs()+" — "+c.reason())
		}
		for _, s := range c.straight() {
			b = append(b, "☑️ "+s.Name+": "+s.Expr+" = "+s.Res)
		}
		return L(append(b, "🏁 Final answer: "+c.fs())...)
	})

	// ---- code
	add("code-with-output", func(c *C) string {
		code, out := c.py("answer")
		return J("```python\n"+code+"\n```", "Output:\n```\n"+out+"\n```", c.sent()) + c.tail()
	})
	add("code-output-is-end", func(c *C) string {
		code, out := c.py("Final answer")
		return J("I'll compute this in Python.", "```python\n"+code+"\n```", "```output\n"+out+"\n```")
	})
	add("code-comment-result", func(c *C) string {
		code, _ := c.py("answer")
		extra := ""
		if c.mode == wrongInter {
			extra = " x itself is " + c.xs() + ", from which y, the answer, is derived."
		} else if c.mode == wrongWithdrawn {
			extra = " (The rejected draft prints " + c.xs() + ".)"
		}
		return "```python\n" + code + "\n```\n\nRunning this prints the answer, " + c.fs() + "." + extra
	})
	add("dsl-program", func(c *C) string {
		old, nw := c.s.In[0].Plain, c.s.In[1].Plain
		n := c.s.Y1 - c.s.Y0
		switch c.mode {
		case rightPlain:
			return L(sf("Program: subtract(%s, %s), divide(#0, %s), multiply(#1, const_100)", nw, old, old), "Execution result: "+c.F.Plain(), "Answer: "+c.F.Std())
		case wrongInter:
			return L(sf("Program: subtract(%s, %s), divide(#0, %s), multiply(#1, const_100), divide(#2, const_%d)", nw, old, old, n), sf("#2 = %s, #3 = %s", c.X.Plain(), c.F.Plain()), "Answer: "+c.F.Std())
		}
		a, b := nw, old
		if c.mode == wrongWithdrawn {
			a, b = old, nw
		}
		return L(sf("Program v1: subtract(%s, %s), divide(#0, %s), multiply(#1, const_100) -> %s  [rejected]", nw, old, a, c.X.Plain()), sf("Program v2: subtract(%s, %s), divide(#0, %s), multiply(#1, const_100) -> %s", nw, old, b, c.F.Plain()), "Answer: "+c.F.Std())
	}, chgOnly...)
	add("spreadsheet-cells", func(c *C) string {
		var b []string
		for i, in := range c.s.In {
			b = append(b, sf("B%d (%s): %s", i+2, in.Name, in.Plain))
		}
		n := len(c.s.In) + 2
		if c.withdrawnMode() {
			b = append(b, sf("B%d (old formula, deleted): %s", n, c.X.Plain()))
			n++
		} else if c.mode == wrongInter {
			b = append(b, sf("B%d (helper cell): %s", n, c.X.Plain()))
			n++
		}
		return L(append(b, sf("B%d (result): %s", n, c.F.Plain()), "", sf("So the answer in B%d is %s.", n, c.fs()))...)
	})
	add("calculator-tape", func(c *C) string {
		var b []string
		if c.withdrawnMode() {
			b = append(b, "> "+c.attempt()[len(c.attempt())-1].Expr, c.xs(), "> C   (cleared: "+c.reason()+")")
		}
		for _, s := range c.straight() {
			b = append(b, "> "+s.Expr, s.Res)
		}
		return "```\n" + L(b...) + "\n```\n" + "The tape ends at " + c.fs() + ", and that is the answer."
	})

	// ---- headline first
	add("headline-first", func(c *C) string { return J(c.sent()+" Calculation:", c.after()) + c.tail() })
	add("headline-bold", func(c *C) string {
		return J("**"+c.sent()+"**", "Here's how I got there:", c.intro(), c.after()) + c.tail()
	})
	add("tldr", func(c *C) string { return J("**TL;DR:** "+c.fs(), "**Details:** "+c.intro(), c.after()) })
	add("bare-first-line", func(c *C) string { return J(c.fs(), "Explanation: "+c.inputs(9), c.after()) })
	add("answer-label-first", func(c *C) string { return J("Answer: "+c.fs(), "Reasoning:", c.intro(), c.after()) + c.tail() })
	add("short-long", func(c *C) string { return J("### Short answer\n"+c.fs(), "### Long answer\n"+c.intro(), c.after()) })
	add("answer-tag-first", func(c *C) string {
		return J("<answer>"+c.fs()+"</answer>", "<explanation>", c.after(), "</explanation>")
	})
	add("boxed-first", func(c *C) string { return J(sf("\\boxed{%s}", c.F.Tex()), "Justification. "+c.inputs(9), c.after()) })
	add("executive-summary", func(c *C) string {
		return J("# Executive summary", "- **Key figure:** "+c.sent(), "# Method", c.after(), "# Data", c.inputs(0))
	})
	add("headline-and-echo", func(c *C) string { return J(c.sent(), c.after(), "So, again, the answer is "+c.fs()+".") })
	add("sentence-then-inputs", func(c *C) string {
		return sf("%s's %s came out at %s, based on these inputs: %s", c.s.Co, strings.TrimPrefix(c.s.Subj, "the "), c.fs(), c.inputs(9)) + c.ctx() + c.tail()
	})
	add("details-collapsed", func(c *C) string {
		return J("**Answer: "+c.fs()+"**", "<details><summary>Show working</summary>", c.intro(), c.after(), "</details>")
	})
	add("in-the-middle", func(c *C) string {
		return J(sf("You asked about %s (fiscal %d–%d).", c.s.Co, c.s.Y0, c.s.Y1), c.inputs(0), "My answer is **"+c.fs()+"**.", "Working:", c.after())
	})

	// ---- corrections
	add("wait-after-answer", func(c *C) string {
		if c.withdrawnMode() {
			return J(c.intro(), renderSteps(c.attempt(), 0, 1), "Answer: "+c.xs(), "Wait, I made a mistake: "+c.reason(), renderSteps(c.straight(), 0, 1), "Answer: "+c.fs())
		}
		return J(c.work(), "Answer: "+c.fs(), "Wait, let me double-check that: "+c.check()+". Yes, it holds.")
	})
	add("correction-label", func(c *C) string {
		if c.withdrawnMode() {
			return J("**Answer:** "+c.xs(), renderSteps(c.attempt(), 2, 1), "**Correction:** "+c.reason()+" The correct answer is "+c.fs()+".")
		}
		p := ri(c.r, 61, 80)
		return J("**Answer:** "+c.fs(), sf("(from p. %d)", p), c.after(), "**Correction:** the page reference above should read "+sf("p. %d, not p. %d; the answer is unaffected.", p-ri(c.r, 3, 20), p))
	})
	add("scratch-that", func(c *C) string {
		if c.withdrawnMode() {
			return sf("%s was %s... scratch that, %s It's %s.", cap1(c.s.Subj), c.xs(), c.reason(), c.fs())
		}
		return sf("I'll read the fiscal %d column... scratch that, fiscal %d. %s So it's %s.", c.s.Y1-4, c.s.Y1, renderSteps(c.straight(), 1, 1), c.fs())
	})
	add("edit-note-end", func(c *C) string {
		if c.withdrawnMode() {
			return J(renderSteps(c.attempt(), 0, 1), "Final answer: "+c.xs(), "EDIT: "+c.reason()+" Please disregard the figure above. The right answer is "+c.fs()+".")
		}
		return J(c.work(), "Final answer: "+c.fs(), sf("EDIT: fixed a typo in the company name (was \"%s\").", strings.ToUpper(c.s.Co)))
	})
	add("strikethrough", func(c *C) string {
		if c.withdrawnMode() {
			return J(c.intro(), renderSteps(c.straight(), 2, 1), "Answer: ~~"+c.xs()+"~~ **"+c.fs()+"**")
		}
		return J(c.intro(), "~~"+fmt.Sprintf("Using FY%d data", c.s.Y0-3)+"~~", renderSteps(c.straight(), 2, 1), "Answer: **"+c.fs()+"**")
	})
	add("initial-guess", func(c *C) string {
		g := c.sib()
		if c.withdrawnMode() || c.mode == wrongInter {
			g = c.xs()
		}
		return J("Rough guess before calculating: "+g+".", "Now the real computation.", renderSteps(c.straight(), c.r.Intn(10), 1), sf("So my guess of %s was off; the actual answer is %s.", g, c.fs()))
	})
	add("draft-critique-final", func(c *C) string {
		if c.withdrawnMode() {
			return J("### Draft\n"+renderSteps(c.attempt(), 0, 1)+"\nDraft answer: "+c.xs(), "### Critique\nThe draft is wrong: "+c.reason(), "### Revised\n"+renderSteps(c.straight(), 0, 1), "### Final\n"+c.fs())
		}
		return J("### Draft\n"+renderSteps(c.straight(), 0, 1)+"\nDraft answer: "+c.F.Std(), "### Critique\nNo errors found.", "### Final\n"+c.fs())
	})
	add("first-answer-confirmed", func(c *C) string {
		x := c.xs()
		if c.mode == rightPlain || c.mode == wrongInter {
			x = c.sib()
		}
		if c.mode == wrongInter {
			c.why = sf("The gold %s is an intermediate figure; the reply keeps %s as its answer.", c.xs(), c.F.Std())
		} else {
			c.why = sf("The reply considers %s after its answer but explicitly keeps %s.", x, c.F.Std())
		}
		return J(c.intro(), renderSteps(c.straight(), c.r.Intn(10), 1), "Answer: "+c.fs(), sf("Wait, could it be %s instead? No — that would follow from a different definition. I stay with %s.", x, c.F.Std()))
	})
	add("apology-multi-turn", func(c *C) string {
		if c.withdrawnMode() {
			return J("Apologies for the confusion in my previous message, where I stated "+c.xs()+".", cap1(c.reason()), renderSteps(c.straight(), 1, 1), "The corrected answer is "+c.fs()+".") + c.tail()
		}
		return J("Apologies for the delay. "+c.inputs(9), renderSteps(c.straight(), 1, 1), "The answer is "+c.fs()+".") + c.tail()
	})
	add("three-attempts", func(c *C) string {
		a := c.sib()
		b := c.xs()
		if c.mode == rightPlain {
			b = c.sib()
		}
		c.why = sf("Attempts %s and %s are discarded; the reply settles on %s.", a, b, c.F.Std())
		return L("Attempt 1: "+a+" — used a column from the wrong page, discard.", "Attempt 2: "+b+" — does not follow the definition I settled on, discard.", "Attempt 3: "+c.lastExpr()+" = "+c.F.Std()+" — this one is consistent.", "", "Final answer: "+c.fs())
	})

	// ---- after-matter
	add("verify-after", func(c *C) string {
		return J(c.work(), "**Final answer: "+c.fs()+"**", "Let me verify: "+c.check()+" ✓")
	})
	add("verify-section", func(c *C) string {
		return J(c.work(), "Answer: "+c.fs(), "### Verification\n"+c.inputs(0)+"\n"+c.check()+"\nThe result is consistent.")
	})
	add("source-footer", func(c *C) string {
		return J(c.work(), "Answer: "+c.fs(), sf("Source: page %d of the 10-K %d; Item 7, table %d; see also page %d of the 10-K %d.", ri(c.r, 30, 90), c.s.Y1, ri(c.r, 1, 12), ri(c.r, 30, 90), c.s.Y0))
	})
	add("notes-list-after", func(c *C) string {
		return J(c.work(), "Final Answer: "+c.fs(), L("Notes:", sf("1. Figures are in millions unless stated otherwise (see p. %d).", ri(c.r, 2, 60)), sf("2. Fiscal %d had 53 weeks.", c.s.Y0), sf("3. An impairment of %s was recorded in %d and is not relevant here.", m(rf(c.r, 11, 90, 1)), c.s.Y1-1)))
	})
	add("footnotes-md", func(c *C) string {
		return J(c.intro(), c.steps(1), cap1(c.s.Subj)+" was "+c.F.Std()+".[^1][^2]", L(sf("[^1]: %s annual report %d, page %d.", c.s.Co, c.s.Y1, ri(c.r, 20, 99)), sf("[^2]: Restated in %d; amounts before restatement differ by 0.3%%.", c.s.Y1+1)))
	})
	add("citation-brackets", func(c *C) string {
		return J(sf("According to the filing【4:%d†source】, %s", ri(c.r, 0, 19), c.inputs(9)), c.steps(1), c.sent()+sf(" [%d][%d]", ri(c.r, 1, 5), ri(c.r, 6, 9)))
	})
	add("follow-up-offer", func(c *C) string {
		return J(c.work(), c.sent(), sf("Would you like me to also compute this for fiscal %d, or break it down by the %d quarters?", c.s.Y0-1, 4))
	})
	add("sensitivity-after", func(c *C) string {
		x := c.xs()
		if c.mode == wrongInter {
			x = c.sib()
		}
		if c.mode == wrongInter {
			c.why = sf("The gold %s is only an intermediate figure; the reply's answer is %s.", c.xs(), c.F.Std())
		} else {
			c.why = sf("%s is only a what-if after the answer; the reply claims %s.", x, c.F.Std())
		}
		return J(renderSteps(c.straight(), c.r.Intn(10), 1), "**Answer: "+c.fs()+"**", sf("Sensitivity: under an alternative definition the figure would be %s, but that is not what you asked.", x))
	})
	add("comparison-prior", func(c *C) string {
		x := c.sib()
		if c.mode >= wrongInter {
			x = c.xs()
			c.why = sf("The gold %s is quoted as a peer's figure; for the company the reply claims %s.", c.xs(), c.F.Std())
		}
		return J(c.intro0(), sf("Answer: %s", c.fs()), sf("By comparison, the peer %s reported %s on the same measure, and the industry median was %s.", company(c.r), x, c.sib()))
	})
	add("context-before", func(c *C) string {
		x := c.sib()
		if c.mode >= wrongInter {
			x = c.xs()
			c.why = sf("The gold %s is quoted as a peer's figure; for the company the reply claims %s.", c.xs(), c.F.Std())
		}
		return J(sf("For background, the sector average on this measure was %s and the peer %s stood at %s.", c.sib(), company(c.r), x), c.inputs(0), sf("For %s itself, %s was %s.", c.s.Co, c.s.Subj, c.fs()))
	})
	add("confidence-after", func(c *C) string {
		return J(c.work(), L("Response: "+c.fs(), sf("Confidence: %d%%", ri(c.r, 55, 99)), sf("Evidence pages: %d, %d", ri(c.r, 20, 40), ri(c.r, 41, 80))))
	})
	add("rating-after", func(c *C) string {
		return J(c.work(), "Final answer: "+c.fs(), sf("Difficulty: %d/10 | Time: %d s | Steps: %d", ri(c.r, 2, 8), ri(c.r, 3, 40), len(c.straight())))
	})
	add("legal-disclaimer", func(c *C) string {
		return J(c.sent(), c.after(), sf("This response relies on the annual report for fiscal %d under Section 13 or 15(d) of the Exchange Act of 1934, Rule 10b-5 and Regulation S-X Article 5 notwithstanding. As of March 31, %d.", c.s.Y1, c.s.Y1+1))
	})
	add("truncated-note", func(c *C) string {
		return J(c.work(), "**Final Answer:** "+c.fs(), c.p(sf("Note that in fiscal %d the company also recor", c.s.Y0), sf("Please be aware that the %d 10-", c.s.Y1), "This is because the filing lists 3 separate categ", sf("Source: page %d, tab", ri(c.r, 20, 80))))
	})
	add("truncated-second-derivation", func(c *C) string {
		return J("Answer: "+c.fs(), c.intro(), "Step-by-step: "+renderSteps(c.straight(), 1, 1)+" "+c.contrast(), "To double-check, start again from "+c.s.In[0].Disp+" and")
	})
	add("end-token", func(c *C) string {
		return J(c.work(), "The answer is "+c.fs()) + c.p("<|im_end|>", "</s>", "<|eot_id|>", "<end_of_turn>")
	})
	add("related-questions", func(c *C) string {
		return J(c.work(), c.sent(), L("Related questions you might ask:", sf("1. How did %s perform in %d?", c.s.Co, c.s.Y1+1), sf("2. What were the top 5 risks in Item 1A of the %d 10-K?", c.s.Y1), "3. What share of debt matures within 12 months?"))
	})

	// ---- restating, units, words
	add("restated-question", func(c *C) string {
		return L("Q: "+c.s.Q, "A: "+c.fs()) + c.reasonTail()
	})
	add("restate-and-work", func(c *C) string {
		return J("You asked: \""+c.s.Q+"\"", c.steps(c.r.Intn(10)), "A: "+c.fs())
	})
	add("words", func(c *C) string {
		return J(c.work(), cap1(c.s.Subj)+" was "+c.F.Words()+".")
	}, "usdsum", "stores", "share", "usdavg", "current", "pct-", "usddiff-")
	add("words-and-digits", func(c *C) string {
		return J(c.steps(1), "The answer is "+c.F.Words()+" ("+c.F.Std()+").")
	})
	add("percent-twice", func(c *C) string {
		return J(c.work(), sf("Final answer: %s, i.e. %s %%", plain(c.F.V/100, 4), c.F.Num())) + c.tail()
	}, pctOnly...)
	add("percent-first-then-decimal", func(c *C) string {
		return J(c.work(), sf("The answer is %s (or %s as a decimal).", c.F.Std(), plain(c.F.V/100, 4)))
	}, pctOnly...)
	add("rounding-remark", func(c *C) string {
		lo := mk(c.F.Exact, c.F.Dec-1, c.F.Kind, c.F.Noun)
		return J(c.work(), sf("≈ %s (%s before rounding)", lo.Std(), c.F.Std())) + c.tail()
	}, "pct+", "pct-", "share", "margin", "usdsum", "usdavg")
	add("rounding-unrounded-first", func(c *C) string {
		lo := mk(c.F.Exact, c.F.Dec+3, c.F.Kind, c.F.Noun)
		return J(c.work(), sf("%s ≈ **%s** (rounded to %d decimals)", lo.Num(), c.F.Std(), c.F.Dec)) + c.tail()
	}, "pct+", "current", "coverage", "share", "eps", "margin", "pct-")
	add("units-declared-up", func(c *C) string {
		return J("(All dollar values in millions, as in the filing.)", c.bareSteps(), "Answer: "+c.F.Num())
	}, usdOnly...)
	add("unit-in-label", func(c *C) string {
		l := map[string]string{"pct": "Answer (%)", "usd": "Answer (in millions of USD)", "ratio": "Answer (x)", "eps": "Answer ($ per share)", "count": "Answer (number of " + c.F.Noun + ")"}[c.F.Kind]
		return J(c.work(), l+": "+c.F.Num()) + c.tail()
	})
	add("full-dollars", func(c *C) string {
		n := comma(math.Round(math.Abs(c.F.V)*1e6), 0)
		if c.isNeg() {
			n = "-$" + n
		} else {
			n = "$" + n
		}
		return J(c.work(), "Final answer: "+n+" (that is, "+c.F.Std()+")") + c.tail()
	}, usdOnly...)
	add("billions-equiv", func(c *C) string {
		return J(c.steps(c.r.Intn(10)), sf("Answer: %s, or about %s billion dollars.", c.F.Std(), plain(c.F.V/1000, 3)))
	}, usdOnly...)
	add("accounting-parens", func(c *C) string {
		f := "(" + comma(-c.F.V, c.F.Dec) + ")"
		if c.F.Kind == "pct" {
			f += "%"
		} else {
			f = "$" + f + " million"
		}
		return J(c.work(), "Answer: "+f+c.p("", ", where parentheses denote a negative number")) + c.tail()
	}, "pct-", "usddiff-")
	add("decrease-in-words", func(c *C) string {
		a := mk(-c.F.V, c.F.Dec, c.F.Kind, "")
		return J(c.work(), sf("So %s's %s %s by %s between fiscal %d and fiscal %d.", c.s.Co, c.s.Metric, c.p("decreased", "declined", "fell", "dropped"), a.Std(), c.s.Y0, c.s.Y1)) + c.tail()
	}, "pct-", "usddiff-")
	add("negative-label-then-words", func(c *C) string {
		a := mk(-c.F.V, c.F.Dec, c.F.Kind, "")
		return J(c.work(), sf("**Answer: %s** (a decrease of %s)", c.F.Std(), a.Std()))
	}, "pct-", "usddiff-")
	add("increase-from-to", func(c *C) string {
		return J(c.steps(1), sf("%s went up by %s from fiscal %d to fiscal %d, i.e. from %s to %s.", cap1(c.s.Metric), c.F.Std(), c.s.Y0, c.s.Y1, c.s.In[len(c.s.In)-2].Disp, c.s.In[len(c.s.In)-1].Disp))
	}, "pct+", "usddiff+")
	add("plus-sign", func(c *C) string {
		return J(c.work(), "Final answer: +"+c.F.Std())
	}, "pct+", "usddiff+")

	// ---- hedges
	add("hedge-then-answer", func(c *C) string {
		return J(sf("I cannot fully verify this without the complete %d filing, and I may be missing pages %d-%d. That said, here is what the excerpt supports.", c.s.Y1, ri(c.r, 20, 40), ri(c.r, 41, 60)), c.steps(1), "Based on the available data, my answer is "+c.fs()+".")
	})
	add("sorry-but-estimate", func(c *C) string {
		return J("I'm sorry, but as an AI I do not have access to live market data.", "However, from the table you pasted: "+c.inputs(9), c.steps(0), "So the answer is "+c.fs()+".") + c.tail()
	})
	add("unsure-two-readings", func(c *C) string {
		x := c.xs()
		if c.mode == rightPlain {
			x = c.sib()
		}
		c.why = sf("Of two readings the reply explicitly chooses %s and sets %s aside.", c.F.Std(), x)
		return J("There are two possible readings.", "Reading A: "+x+".", "Reading B: "+c.F.Std()+".", "Reading B matches the wording of your question, so my final answer is "+c.fs()+".")
	})
	add("two-readings-first-chosen", func(c *C) string {
		x := c.xs()
		if c.mode == rightPlain {
			x = c.sib()
		}
		c.why = sf("Of two readings the reply explicitly chooses %s and sets %s aside.", c.F.Std(), x)
		return J("There are two ways to read this:\n- (1) "+c.F.Std()+"\n- (2) "+x, "I go with (1), "+c.F.Std()+"; (2) would require information from another filing.")
	})
	add("options-choose", func(c *C) string {
		o := []string{c.F.Std(), c.xs(), c.sib(), c.sib()}
		c.r.Shuffle(4, func(i, j int) { o[i], o[j] = o[j], o[i] })
		k := 0
		var b []string
		for i, x := range o {
			if x == c.F.Std() {
				k = i
			}
			b = append(b, sf("%c) %s", 'A'+i, x))
		}
		c.why = sf("Among the listed candidates (one of them %s) the reply chooses %s.", c.xs(), c.F.Std())
		return J("Candidate results:\n"+L(b...), c.lastExpr()+" matches one of them.", sf("Answer: %c) %s", 'A'+k, c.F.Std()))
	})

	// ---- multiple sub-answers
	add("multi-sub-labelled", func(c *C) string {
		o := c.s.Others
		x := c.sib()
		if c.mode >= wrongInter {
			x = c.xs()
			c.why = sf("The gold %s is given for another measure; for the asked one the reply claims %s.", c.xs(), c.F.Std())
		}
		l := []string{sf("- %s: %s", o[0], c.sib()), sf("- **%s: %s**", c.s.Label, c.F.Std()), sf("- %s: %s", o[1], x), sf("- %s: %s", o[2], c.sib())}
		c.r.Shuffle(4, func(i, j int) { l[i], l[j] = l[j], l[i] })
		return J("Here are the main figures from the filing:", L(l...), "The bold line is the one you asked about.")
	})
	add("multi-sub-answer-named", func(c *C) string {
		o := c.s.Others
		x := c.sib()
		if c.mode >= wrongInter {
			x = c.xs()
			c.why = sf("The gold %s is given for another measure; for the asked one the reply claims %s.", c.xs(), c.F.Std())
		}
		return J(L(sf("(i) %s = %s", o[0], x), sf("(ii) %s = %s", c.s.Label, c.F.Std()), sf("(iii) %s = %s", o[1], c.sib())), "The answer to your question is item (ii): "+c.fs()+".")
	})
	add("multi-sub-prose", func(c *C) string {
		o := c.s.Others
		x := c.sib()
		if c.mode >= wrongInter {
			x = c.xs()
			c.why = sf("The gold %s is given for another measure; for the asked one the reply claims %s.", c.xs(), c.F.Std())
		}
		return sf("In fiscal %d %s published several figures. %s: %s. %s: %s. To your question, %s was %s. Lastly, %s: %s.", c.s.Y1, c.s.Co, o[0], c.sib(), o[1], x, c.s.Subj, c.fs(), o[2], c.sib())
	})

	// ---- agents, votes, debate
	add("react", func(c *C) string {
		b := []string{"Thought: I need " + c.s.Subj + ".", sf("Action: search[\"%s fiscal %d\"]", c.s.Metric, c.s.Y1), "Observation: " + c.inputs(9)}
		if c.withdrawnMode() {
			l := c.attempt()[len(c.attempt())-1]
			b = append(b, "Thought: Compute.", "Action: calculator["+l.Expr+"]", "Observation: "+l.Res, "Thought: That is wrong: "+c.reason())
		}
		for _, s := range c.straight() {
			b = append(b, "Thought: "+s.Name+".", "Action: calculator["+s.Expr+"]", "Observation: "+s.Res)
		}
		return L(append(b, "Thought: I now know the final answer.", "Final Answer: "+c.fs())...)
	})
	add("react-finish", func(c *C) string {
		b := []string{"Thought 1: Look up the table.", sf("Action 1: Lookup[page %d]", ri(c.r, 20, 90)), "Observation 1: " + c.inputs(9)}
		n := 2
		if c.withdrawnMode() {
			b = append(b, sf("Thought 2: I'd say %s, but %s", c.xs(), c.reason()))
			n = 3
		}
		for _, s := range c.straight() {
			b = append(b, sf("Thought %d: %s, %s = %s", n, s.Name, s.Expr, s.Res))
			n++
		}
		return L(append(b, sf("Action %d: Finish[%s]", n, c.fs()))...)
	})
	add("agent-log", func(c *C) string {
		b := []string{sf("[2024-03-%02d 09:14:02] INFO loaded 10-K %d (%d pages)", ri(c.r, 1, 28), c.s.Y1, ri(c.r, 80, 240))}
		if c.withdrawnMode() {
			b = append(b, "[09:14:05] WARN candidate "+c.xs()+" rejected: "+c.reason())
		}
		for i, s := range c.straight() {
			b = append(b, sf("[09:14:%02d] CALC %s = %s", 7+i, s.Expr, s.Res))
		}
		return L(append(b, "[09:14:12] DONE final_answer="+c.F.Std(), sf("[09:14:12] INFO 3 tool calls, %d tokens", ri(c.r, 400, 4000)))...)
	})
	add("self-consistency-vote", func(c *C) string {
		x := c.xs()
		if c.mode == rightPlain {
			x = c.sib()
		}
		c.why = sf("The majority vote, declared as the answer, is %s; %s lost.", c.F.Std(), x)
		l := []string{c.F.Std(), c.F.Std(), c.F.Std(), x, c.sib()}
		c.r.Shuffle(5, func(i, j int) { l[i], l[j] = l[j], l[i] })
		var b []string
		for i, y := range l {
			b = append(b, sf("Path %d: %s", i+1, y))
		}
		return J(L(b...), sf("Majority (3 of 5): %s", c.fs()))
	})
	add("vote-with-loser-last", func(c *C) string {
		x := c.xs()
		if c.mode == rightPlain {
			x = c.sib()
		}
		c.why = sf("The reply adopts the majority %s; %s is the minority.", c.F.Std(), x)
		return sf("I sampled 7 solutions. Consensus answer: %s (5 votes). Minority answer: %s (2 votes).", c.F.Std(), x)
	})
	add("debate", func(c *C) string {
		x, y := c.xs(), c.reason()
		if c.mode == rightPlain || c.mode == wrongInter {
			if c.mode == rightPlain {
				x = c.sib()
			}
			y = "that skips what the question really wants."
		} else if c.firstPerson() {
			y = "that uses the wrong inputs."
		}
		return J("**Analyst A:** I get "+x+".", "**Analyst B:** I disagree; "+y+" "+renderSteps(c.straight(), 1, 1), "**Judge:** Analyst B is right. Final answer: "+c.fs()+".")
	})
	add("planner-executor", func(c *C) string {
		return J(sf("PLAN (3 steps): 1) retrieve p. %d 2) compute 3) report", ri(c.r, 20, 90)), "EXECUTE\n"+c.steps(2), "REPORT\n"+c.sent())
	})
	add("retrieved-chunks", func(c *C) string {
		return J(sf("[Chunk 12, score 0.87] %s", c.inputs(9)), sf("[Chunk 31, score 0.62] Item 7A. A 100 basis point rise in rates would cost %s.", m(rf(c.r, 2, 19, 1))), "Synthesis: "+c.steps(1), "Answer: "+c.fs())
	})
	add("chat-roles", func(c *C) string {
		return L("User: "+c.s.Q, "Assistant: Let me see. "+c.steps(1), "So it's "+c.fs()+".")
	})

	// ---- registers
	add("email", func(c *C) string {
		return J("Hi team,", sf("Re your question on %s (%d 10-K):", c.s.Co, c.s.Y1), c.steps(1), "The number to use is "+c.fs()+".", sf("Best,\nDana\nExt. %d", ri(c.r, 2000, 8999)))
	})
	add("slack-lower", func(c *C) string {
		return strings.ToLower(sf("ok so pulled this from p%d. %s\n\nso yeah the answer's %s lol", ri(c.r, 20, 99), c.steps(1), c.fs()))
	})
	add("key-takeaway", func(c *C) string {
		return J(c.intro(), c.steps(2), "🔑 **Key takeaway:** "+c.sent()) + c.tail()
	})
	add("summary-section", func(c *C) string {
		return J("## Analysis", c.work(), "## Summary", "- Company: "+c.s.Co, sf("- Period: fiscal %d", c.s.Y1), "- Answer: **"+c.fs()+"**")
	})
	add("html-prose", func(c *C) string {
		return L("<p>"+strings.ReplaceAll(c.work(), "\n", "<br/>\n")+"</p>", "<p><strong>Answer:</strong> <span class=\"figure-2\" style=\"font-size:14px\">"+c.F.Std()+"</span></p>")
	})
	add("html-entities", func(c *C) string {
		f := c.F.Std()
		f = strings.NewReplacer("-", "&minus;", " ", "&nbsp;", "$", "&#36;").Replace(f)
		return J(c.steps(1), "<b>Final&nbsp;answer:</b>&nbsp;"+f)
	})
	add("numbers-everywhere", func(c *C) string {
		return J(sf("Per the Form 10-K (Commission file 001-%d, 17 CFR 240.14a) of %s, Item 8, Note %d, page F-%d, dated February %d, %d; ISO 9001, Model 440 and Project 2030 are unrelated.", ri(c.r, 10000, 39999), c.s.Co, ri(c.r, 2, 20), ri(c.r, 3, 40), ri(c.r, 10, 28), c.s.Y1+1), c.steps(1), "Final answer: "+c.fs(), sf("(8-K of June 3, %d and the S&P 500, Russell 2000 and Route 66 Capital references ignored.)", c.s.Y1))
	})
	add("numbered-company-sentence", func(c *C) string {
		co := c.p("Area 51 Snacks", "Brandt 9000", "Studio 404 Holdings", "Big 12 Outfitters", "24-Seven Fuels", "Q4 Analytics")
		return J(c.steps(0), sf("So for %s's subsidiary reporting package (prepared by %s), the answer is %s.", c.s.Co, co, c.fs()))
	})
	add("single-paragraph", func(c *C) string {
		return strings.ReplaceAll(c.inputs(9)+" "+c.steps(1)+" The answer is "+c.fs()+sf(". See page %d.", ri(c.r, 20, 99)), "\n\n", " ")
	})
	add("no-spaces-sloppy", func(c *C) string {
		return L("calc:", strings.ReplaceAll(renderPre0(c), " = ", "="), "answer="+strings.ReplaceAll(c.F.Std(), " ", "")+"")
	})
	add("dot-leaders", func(c *C) string {
		var b []string
		for _, x := range c.rows() {
			b = append(b, x[0]+strings.Repeat(".", max(3, 60-len(x[0])))+x[2])
		}
		return L(append(b, strings.Repeat("=", 72), "ANSWER"+strings.Repeat(".", 54)+c.F.Std())...)
	})
	add("unicode-math-bold", func(c *C) string {
		return J(c.steps(1), "𝐅𝐢𝐧𝐚𝐥 𝐚𝐧𝐬𝐰𝐞𝐫: "+mathBold(c.F.Std()))
	})
	add("nbsp-and-thin", func(c *C) string {
		f := strings.ReplaceAll(c.F.Std(), " ", "\u00a0")
		return J(c.work(), "Answer:\u2009"+f)
	})
	add("zero-width-and-smart-quotes", func(c *C) string {
		return J(c.work(), "“Final answer”:\u200b "+c.F.Std()) + c.tail()
	})
	add("grounded-co-tags", func(c *C) string {
		return L("Relevant Documents: 0,3,5", "Cited Documents: 0,3", "Answer: "+c.F.Std(), "Grounded answer: <co: 0,3>"+c.F.Std()+"</co: 0,3>") + c.reasonTail()
	})
	add("long-table-then-work", func(c *C) string {
		b := []string{"| Fiscal year | Revenue | Net income | Headcount |", "|---|---|---|---|"}
		for y := c.s.Y0 - 2; y <= c.s.Y1; y++ {
			b = append(b, sf("| %d | %s | %s | %s |", y, m(rf(c.r, 500, 9000, 1)), m(rf(c.r, 20, 480, 1)), comma(float64(ri(c.r, 2000, 40000)), 0)))
		}
		return J("I copied the overview table first:", L(b...), "Now the figures that matter here:", c.inputs(0), c.steps(c.r.Intn(10)), "Answer: "+c.fs())
	})
	add("bold-figures-in-prose", func(c *C) string {
		var b []string
		for _, in := range c.s.In {
			b = append(b, in.Name+" was **"+in.Disp+"**")
		}
		t := strings.Join(b, "; ") + "."
		if c.withdrawnMode() {
			t += " A first pass gave **" + c.xs() + "**, but " + c.reason()
		}
		for _, s := range c.straight() {
			t += " " + s.Name + ": " + s.Expr + " = **" + s.Res + "**."
		}
		return t + "\n\nFinal: **" + c.fs() + "**"
	})
	add("two-labels-draft-final", func(c *C) string {
		d := c.F.Std()
		if c.withdrawnMode() {
			d = c.xs() + " (superseded: " + c.reason() + ")"
		} else if c.mode == wrongInter {
			d = c.xs() + " (before the last adjustment)"
		}
		return L("Preliminary answer: "+d, "Adjustment: "+c.lastExpr(), "Final answer: "+c.fs())
	})
	add("units-check-table-answer-line", func(c *C) string {
		return J(c.work(), sf("| Final answer | Unit |\n|---|---|\n| %s | %s |", c.F.Num(), c.F.Unit()))
	})
	add("question-of-number", func(c *C) string {
		q := ri(c.r, 2, 9)
		return J(sf("Question %d of %d (document id 10K-%d-%d)", q, ri(c.r, 10, 50), c.s.Y1, ri(c.r, 100, 999)), c.steps(1), sf("Answer %d: %s", q, c.fs()))
	})
	add("next-steps-after", func(c *C) string {
		return J(c.sent(), c.after(), L("Next steps:", sf("1. Compare with the %d 10-Q.", c.s.Y1+1), "2. Check the 5-year trend.", "3. Ask for segment data."))
	})
	add("repeat-loop", func(c *C) string {
		f := c.fs()
		return J(c.steps(1), L("The answer is "+f+".", "The answer is "+f+".", "The answer is "+f+".", "The answer is"))
	})
	add("answer-with-formula-inline", func(c *C) string {
		return J(c.intro(), renderPre(c)+"Answer: "+c.lastExpr()+" = "+c.F.Std()) + c.tail()
	})
	add("answer-with-formula-in-parens", func(c *C) string {
		return J(c.intro(), renderPre(c)+"**Answer:** "+c.fs()+" (computed as "+c.lastExpr()+")") + c.tail()
	})
	add("rst-note", func(c *C) string {
		return L("Working", "-------", "", c.steps(2), "", ".. admonition:: Final answer", "", "   "+c.F.Std(), "", sf(".. [1] Annual report %d, p. %d", c.s.Y1, ri(c.r, 20, 99)))
	})
	add("mermaid-then-answer", func(c *C) string {
		var b []string
		for i, s := range c.straight() {
			b = append(b, sf("  S%d[\"%s\"] --> S%d", i, s.Expr, i+1))
		}
		pre := ""
		if c.withdrawnMode() {
			pre = "(An earlier flow ended at " + c.xs() + "; it is obsolete: " + c.reason() + ")\n\n"
		} else if c.mode == wrongInter {
			pre = "Partial result along the flow: " + c.xs() + ".\n\n"
		}
		return pre + "```mermaid\ngraph LR\n" + L(b...) + "\n```\n\n" + "End node = answer = " + c.fs()
	})

	// ---- further
	add("truncated-list-marker", func(c *C) string {
		return J(c.work(), "Answer: "+c.fs(), "Notes:\n1.")
	})
	add("inline-calc-answer", func(c *C) string {
		x := ""
		if c.withdrawnMode() {
			x = sf("**Discarded:** %s · ", c.xs())
		} else if c.mode == wrongInter {
			x = sf("**Interim:** %s · ", c.xs())
		}
		return sf("**Data:** %s · %s**Calculation:** %s · **Answer:** %s · **Page:** %d", c.inputs(9), x, c.lastExpr(), c.fs(), ri(c.r, 20, 140))
	})
	add("bonus-figure-after", func(c *C) string {
		x := c.sib()
		if c.mode >= wrongInter {
			x = c.xs()
			c.why = sf("The gold %s is a bonus figure for another measure; the answer is %s.", c.xs(), c.F.Std())
		}
		return J(renderSteps(c.straight(), 0, 1), c.sent(), sf("As a bonus, here is something you did not ask for: %s: %s.", c.s.Others[c.r.Intn(3)], x))
	}, "current", "usdsum", "stores", "eps", "coverage", "pct+", "usdavg")
	add("additional-insights-after", func(c *C) string {
		x := c.sib()
		if c.mode >= wrongInter {
			x = c.xs()
			c.why = sf("The gold %s is given for another measure under additional insights; the answer is %s.", c.xs(), c.F.Std())
		}
		o := c.s.Others
		return J("## Answer", "**"+c.fs()+"**", "## How", renderSteps(c.straight(), 2, 1), "## Additional insights", L("- "+o[0]+": "+c.sib(), "- "+o[1]+": "+x, "- "+o[2]+": "+c.sib()))
	})
	add("two-questions-first-asked", func(c *C) string {
		x := c.sib()
		if c.mode >= wrongInter {
			x = c.xs()
			c.why = sf("The gold %s answers a self-posed extra question; the asked one gets %s.", c.xs(), c.F.Std())
		}
		return J(c.intro(), sf("Answer 1 (your question, %s): %s", c.s.Label, c.fs()), sf("Answer 2 (extra, %s): %s", c.s.Others[1], x))
	})
	add("as-of-date-trailing", func(c *C) string {
		return J(c.work(), sf("The answer is %s, as reported by %s on February %d, %d.", c.fs(), c.s.Co, ri(c.r, 10, 28), c.s.Y1+1))
	})
	add("range-then-point", func(c *C) string {
		a := c.F.V
		lo, hi := mk(a*0.99, c.F.Dec+1, c.F.Kind, c.F.Noun), mk(a*1.01, c.F.Dec+1, c.F.Kind, c.F.Noun)
		return J(c.work(), sf("Point answer: %s (tolerance band used for checking: %s to %s)", c.fs(), lo.Std(), hi.Std()))
	}, "pct+", "share", "usdsum", "margin", "usdavg", "eps", "coverage")
	add("table-change-column", func(c *C) string {
		k := len(c.s.In) - 2
		x := ""
		if c.mode == wrongInter {
			x = sf("\n\n† Before annualizing, the change was %s; the table shows the figure I give as the answer.", c.xs())
		} else if c.withdrawnMode() {
			x = sf("\n\n† An earlier version of this table showed %s; corrected because %s", c.xs(), c.reason())
		}
		return L(sf("| | FY%d | FY%d | Change (answer)† |", c.s.Y0, c.s.Y1), "|---|---:|---:|---:|", sf("| %s | %s | %s | **%s** |", cap1(c.s.Metric), c.s.In[k].Disp, c.s.In[k+1].Disp, c.F.Std())) + x
	}, "pct+", "pct-", "usddiff+", "usddiff-")
	add("excel-formula", func(c *C) string {
		var b []string
		for i, in := range c.s.In {
			b = append(b, sf("A%d = %q, B%d = %s", i+1, in.Name, i+1, in.Plain))
		}
		x := ""
		if c.withdrawnMode() {
			x = sf("\n(The formula I had in B8 before, giving %s, has been removed: %s)", c.xs(), c.reason())
		} else if c.mode == wrongInter {
			x = sf("\nB8: interim result %s", c.xs())
		}
		return L(b...) + x + sf("\nB9: =ROUND(%s, %d)  →  %s\n\nB9 is your answer.", strings.NewReplacer("$", "", ",", "", " million", "", "×", "*").Replace(c.lastExpr()), c.F.Dec, c.F.Std())
	})
	add("sql-result", func(c *C) string {
		b := []string{"```sql", sf("SELECT item, value FROM facts WHERE fy = %d AND filing = '10-K';", c.s.Y1), "```", "```", "      item       |   value", "-----------------+------------"}
		for _, in := range c.s.In {
			b = append(b, sf(" %-15s | %s", in.Var, in.Plain))
		}
		if c.withdrawnMode() {
			b = append(b, sf(" %-15s | %s", "rejected_draft", c.X.Plain()))
		} else if c.mode == wrongInter {
			b = append(b, sf(" %-15s | %s", "interim", c.X.Plain()))
		}
		return L(append(b, sf(" %-15s | %s", "final_answer", c.F.Plain()), sf("(%d rows)", len(b)-5), "```")...)
	})
	add("overview-with-urls", func(c *C) string {
		return J(c.steps(1), c.sent(), L("Sources:", sf("[1] https://filings.example.com/%d/10-k/0001%d-%d.htm#p%d", c.s.Y1, ri(c.r, 100000, 999999), c.s.Y1%100, ri(c.r, 20, 99)), sf("[2] https://news.example.org/%d/02/%d/earnings-q4-%d", c.s.Y1+1, ri(c.r, 10, 28), c.s.Y1)))
	})
	add("latex-enumerate", func(c *C) string {
		b := []string{"\\begin{enumerate}"}
		if c.withdrawnMode() {
			b = append(b, sf("  \\item First attempt: $%s$ (withdrawn; %s)", c.X.Tex(), strings.TrimSuffix(strings.ReplaceAll(c.reason(), "$", "\\$"), ".")))
		}
		for _, s := range c.straight() {
			b = append(b, sf("  \\item %s: $%s = %s$", s.Name, texify(s.Expr), texify(s.Res)))
		}
		return L(append(b, sf("  \\item \\textbf{Final answer:} $%s$", c.F.Tex()), "\\end{enumerate}")...)
	})
	add("interview-dialogue", func(c *C) string {
		return J("Teacher: What do we have?", "Student: "+c.inputs(9), "Student: "+c.steps(1), "Teacher: So what is your answer?", "Student: "+c.fs()+".", sf("Teacher: Thank you. Next week we do chapter %d.", ri(c.r, 3, 14)))
	})
	add("markdown-quote-from-filing", func(c *C) string {
		return J(sf("> \"In fiscal %d, %s\" (p. %d)", c.s.Y1, strings.TrimSuffix(c.inputs(9), "."), ri(c.r, 20, 140)), c.steps(c.r.Intn(10)), "**→ "+c.fs()+"**", "> \"Amounts may not add due to rounding.\" (p. 2)")
	}, unsigned...)
	add("assumption-then-answer", func(c *C) string {
		return J(sf("Assumptions: (1) fiscal year ends December 31; (2) page %d is final; (3) no change after ASC %d.", ri(c.r, 20, 99), ri(c.r, 605, 842)), c.steps(c.r.Intn(10)), "Under these assumptions the answer is "+c.fs()+".", "If assumption (2) fails, I would need the 10-K/A.")
	})

	// ---- languages
	for _, g := range []lang{
		{"german", ".", ",", " Mio. US-Dollar", " ", "Schritt für Schritt (Geschäftsjahre %d bis %d):", "Moment, %s ist falsch und wird verworfen. Neuer Versuch:", "**Antwort:** %s", "Quelle: %s, Geschäftsbericht %d, Seite %d."},
		{"french", "\u202f", ",", " millions de dollars", "\u00a0", "Calcul à partir du rapport (exercices %d et %d) :", "Attention, %s est incorrect ; je recommence.", "Réponse finale : %s", "Source : %s, rapport %d, page %d."},
		{"spanish", ".", ",", " millones de dólares", " ", "Usando los datos de los ejercicios %d y %d:", "Un momento: %s es un error, lo descarto. Rehago el cálculo:", "Por lo tanto, la respuesta final es %s.", "Fuente: %s, informe anual %d, página %d."},
		{"italian", ".", ",", " milioni di dollari", " ", "Dati degli esercizi %d e %d:", "No, %s è sbagliato. Ricalcolo:", "Risposta finale: %s", "Fonte: %s, bilancio %d, pag. %d."},
		{"portuguese", ".", ",", " milhões de dólares", "", "Com base nos exercícios de %d e %d:", "Espere, %s está errado. Refazendo:", "Resposta final: **%s**", "Fonte: %s, relatório de %d, página %d."},
		{"swiss", "’", ".", " Mio. USD", "", "Berechnung (Jahre %d/%d):", "Falsch: %s. Korrektur:", "Ergebnis: %s", "Quelle: %s, Bericht %d, S. %d."},
		{"chinese", ",", ".", " 百万美元", "", "根据 %d 和 %d 财年的数据:", "等一下,%s 不正确,重新计算:", "最终答案:%s", "来源:%s,%d 年年报,第 %d 页。"},
		{"japanese", ",", ".", " 百万ドル", "", "%d年度および%d年度の数値を使用します。", "待ってください。%s は誤りです。再計算します。", "したがって、答えは %s です。", "出典:%s、%d年度報告書、%dページ"},
		{"russian", "\u00a0", ",", " млн долл.", " ", "Данные за %d и %d финансовые годы:", "Стоп, %s — неверно, пересчитываю:", "Ответ: %s", "Источник: %s, отчёт за %d год, стр. %d."},
		{"korean", ",", ".", " 백만 달러", "", "%d 및 %d 회계연도 자료를 사용합니다.", "잠깐, %s 은(는) 잘못된 값입니다. 다시 계산합니다.", "최종 답: %s", "출처: %s, %d년 보고서, %d쪽"},
		{"polish", " ", ",", " mln USD", "", "Dane za lata %d i %d:", "Chwileczkę, %s to błąd. Liczę jeszcze raz:", "Odpowiedź końcowa: %s", "Źródło: %s, raport %d, s. %d."},
	} {
		ls = append(ls, langLayout(g))
	}
	add("fullwidth-digits", func(c *C) string {
		return J(renderSteps0(c), "最終回答:"+fullWidth(c.F.Std()))
	}, "pct+", "share", "current", "margin", "pct-")
	return ls
}

// ---- small helpers used by layouts

// everything before the last expression, ending with a newline pair or empty
func renderPre(c *C) string {
	out := ""
	sty := []int{0, 1, 2, 5}[c.r.Intn(4)]
	if c.withdrawnMode() {
		out += renderSteps(c.attempt(), sty, 1) + "\n\n" + c.withdraw() + "\n\n"
	}
	st := c.straight()
	if len(st) > 1 {
		out += renderSteps(st[:len(st)-1], sty, 1) + "\n\n"
	}
	return out
}
func renderPre0(c *C) string { return renderPre(c) + c.lastExpr() }
func renderSteps0(c *C) string {
	return c.steps(2)
}
func (c *C) notX() string {
	if c.mode == rightPlain {
		return c.sib()
	}
	return c.xs()
}

// steps without units
func (c *C) bareSteps() string {
	s := c.steps(2)
	s = strings.ReplaceAll(s, " million", "")
	return strings.ReplaceAll(s, "$", "")
}

// short explanation after the answer
func (c *C) reasonTail() string { return "\n\nRationale: " + c.reasonLine() }

// derivation when X must be visible in a reply whose body has only inputs
func (c *C) ctx() string {
	if c.mode == rightPlain {
		return ""
	}
	return " " + c.reasonLine()
}
func (c *C) intro0() string { return "Data: " + c.inputs(9) }
