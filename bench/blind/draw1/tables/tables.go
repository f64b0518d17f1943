package main

import (
	"fmt"
)

func sp(f string, a ...any) string { return fmt.Sprintf(f, a...) }

func yearsEnded(g *G, n int) []H {
	return []H{{g.pick("Year ended ", "Years Ended ", "Fiscal year ended ", "For the years ended ") + g.fy + ",", n}}
}

// income gives the money rows of an income statement.
func income(g *G, s IS, u U) []Row {
	rows := []Row{
		r(g.pick("Net sales", "Revenues", "Total revenue", "Net revenue"), u, s.rev...).D(),
		r(g.pick("Cost of sales", "Cost of goods sold", "Cost of revenue"), u, s.cogs...),
		r(g.pick("Gross profit", "Gross margin"), u, s.gp...).Tot(),
		r("Selling, general and administrative expenses", u, s.sga...),
		r(g.pick("Research and development", "Depreciation and amortization"), u, s.rd...),
		r(g.pick("Operating income", "Income from operations"), u, s.op...).Tot(),
		r(g.pick("Interest expense", "Interest expense, net"), u, neg(s.in)...),
		r(g.pick("Income before income taxes", "Earnings before taxes"), u, s.pre...),
		r(g.pick("Provision for income taxes", "Income tax expense"), u, s.tax...),
		r(g.pick("Net income", "Net earnings"), u, s.ni...).Tot().D(),
	}
	return rows
}

func epsRows(g *G, s IS, cur string) []Row {
	e := g.pick("earnings", "income")
	return []Row{
		r("Basic "+e+" per share", ps(cur), s.beps...).D(),
		r("Diluted "+e+" per share", ps(cur), s.deps...).D(),
	}
}
func shareRows(g *G, s IS, ss int) []Row {
	w := g.pick("Weighted-average shares outstanding", "Weighted average common shares", "Average shares outstanding")
	return []Row{r(w+" — basic", sh(ss), s.bs...), r(w+" — diluted", sh(ss), s.ds...)}
}
func cat(rs ...[]Row) []Row {
	var o []Row
	for _, x := range rs {
		o = append(o, x...)
	}
	return o
}

// incomeTable adds the usual statement of three years.
func (g *G) incomeTable(title, unit, at string, u U, lo, hi float64, d int, rows func(s IS) []Row, ss, sd int) *Table {
	n := 2 + g.Intn(2)
	s := g.is(n, lo, hi, d, u.S, ss, sd)
	rs := income(g, s, u)
	if g.chance(.4) {
		rs = append(rs[:3], rs[5:]...)
	}
	if rows != nil {
		rs = append(rs, rows(s)...)
	}
	t := T(title, unit, at, g.years(n), rs...)
	if g.chance(.6) {
		t.top = yearsEnded(g, n)
	}
	return g.t(t)
}

func stmtTitle(g *G) string {
	return g.pick("Consolidated Statements of Income", "CONSOLIDATED STATEMENTS OF OPERATIONS", "Consolidated Statements of Earnings", "Results of Operations")
}

func register() {
	scales()
	wording()
	currencies()
	exceptions()
	columns()
	equity()
	ratesAndTaxes()
	industries()
	pages2()
	marks()
}

// ---- Where a scale is stated ----

func scales() {
	add("caption-in-millions", "The caption's (in millions) scales every money row.", func(g *G) {
		g.talk()
		g.incomeTable(stmtTitle(g), g.pick("(in millions)", "(In millions)", "(Unaudited, in millions)"), "cap", usd(6), 900, 40000, g.Intn(2), nil, 6, 1)
	})
	add("caption-in-thousands", "The caption's (in thousands) scales every money row.", func(g *G) {
		c := g.years(2)
		a := g.vec(2, 20000, 400000, 0)
		b := g.vec(2, 9000, 90000, 0)
		d := g.vec(2, 9000, 200000, 0)
		e := g.vec(2, 1000, 20000, 0)
		tot := sumN(a, b, d, e)
		g.p("Current assets consisted of the following at %s:", g.fy)
		g.t(T("Note 4 — Current assets", "(in thousands)", "cap", c, r("Cash and cash equivalents", usd(3), a...).D(), r("Accounts receivable, net", usd(3), b...), r("Inventories", usd(3), d...), r("Prepaid expenses", usd(3), e...), r("Total current assets", usd(3), tot...).D().Tot()))
		g.talk()
	})
	add("corner-in-thousands", "The unit stands in the first header cell.", func(g *G) {
		g.talk()
		t := g.incomeTable(g.pick("", "Selected results"), g.pick("(In thousands)", "In thousands", "(in thousands)", "Dollars in thousands"), "corner", usd(3), 30000, 900000, 0, nil, 3, 0)
		t.top = nil
	})
	add("corner-in-millions-year", "The first header cell holds the unit before the period, as in (in millions) Year Ended.", func(g *G) {
		a, b, c := g.vec(3, 300, 4000, 0), g.vec(3, 300, 4000, 0), g.vec(3, 30, 700, 0)
		t := T("Depreciation and other items", "(in millions) Year ended "+g.fy, "corner", g.years(3), r("Depreciation", usd(6), a...).D(), r("Amortization of intangible assets", usd(6), b...), r("Stock-based compensation", usd(6), c...), r("Total", usd(6), sumN(a, b, c)...).D().Tot())
		g.t(t)
		g.talk()
	})
	add("unit-own-row", "The unit stands in a row of its own inside the table.", func(g *G) {
		g.talk()
		g.incomeTable(stmtTitle(g), g.pick("(Dollars in millions)", "(In millions)", "($ in millions)"), "row", usd(6), 900, 40000, 0, nil, 6, 1)
	})
	add("unit-own-row-except-per-share", "A row of its own states millions and leaves per-share amounts in dollars.", func(g *G) {
		g.incomeTable(stmtTitle(g), g.pick("(In millions, except per share amounts)", "(Dollars in millions, except per share data)"), "row", usd(6), 900, 40000, 0, func(s IS) []Row { return epsRows(g, s, "USD") }, 6, 1)
		g.talk()
	})
	add("paragraph-before-in-millions", "The sentence that introduces the table says in millions.", func(g *G) {
		g.talk()
		c := g.years(2)
		a, b, d, e := g.vec(2, 200, 2000, 0), g.vec(2, 90, 900, 0), g.vec(2, 300, 2500, 0), g.vec(2, 50, 300, 0)
		g.p(g.pick("Inventories consisted of the following at "+g.fy+" (in millions):", "The components of inventories as of "+g.fy+" were as follows (in millions):", "The following table summarizes inventories (in millions):"))
		g.t(T("", "", "", c, r("Raw materials and supplies", usd(6), a...).D(), r("Work in process", usd(6), b...), r("Finished goods", usd(6), d...), r("LIFO reserve", usd(6), neg(e)...), r("Inventories", usd(6), sumN(a, b, d, neg(e))...).D().Tot()))
	})
	add("paragraph-before-in-thousands", "The introducing sentence says amounts in thousands.", func(g *G) {
		n := 5
		var rows []Row
		var tot int64
		for i := 0; i < n; i++ {
			x := g.i(800, 90000)
			tot += x
			row := r(sp("%d", g.y+1+i), usd(3), I(x))
			if i == 0 {
				row = row.D()
			}
			rows = append(rows, row)
		}
		x := g.i(800, 90000)
		rows = append(rows, r("Thereafter", usd(3), I(x)), r("Total", usd(3), I(tot+x)).D().Tot())
		g.p("Estimated future amortization expense of intangible assets as of %s %s is as follows (amounts in thousands):", g.fy+",", g.yr(0))
		g.t(T("", "", "", []string{"Amortization expense"}, rows...))
		g.talk()
	})
	add("global-sentence-document", "A sentence at the document's beginning puts all tables in millions, except per share amounts.", func(g *G) {
		g.h("GENERAL")
		g.p(g.pick("Amounts in tables are stated in millions, except per share amounts.", "Unless otherwise noted, tables are presented in U.S. dollars in millions, except per share amounts.", "Except for per share amounts or as otherwise specified, amounts presented within tables are stated in millions."))
		g.h("Item 7. Management’s Discussion and Analysis")
		g.talk()
		g.talk()
		g.incomeTable("Consolidated results", "", "", usd(6), 900, 90000, 0, func(s IS) []Row { return epsRows(g, s, "USD") }, 6, 1)
	})
	add("global-sentence-item", "A sentence at the item's beginning sets the scale of its tables.", func(g *G) {
		g.h("Item 1. Financial Statements")
		g.p(g.pick("(Dollars in tables in millions, except per share amounts)", "(Tabular dollars in millions, except per share data)", "Dollar amounts in the tables of this Item are in millions, except per share data."))
		g.talk()
		s := g.is(2, 900, 20000, 0, 6, 6, 1)
		t := T("", "", "", []string{g.yr(0), g.yr(1)}, r("Net sales", usd(6), s.rev...).D(), r("Cost of sales", usd(6), s.cogs...), r("Operating income", usd(6), s.op...), r("Net income", usd(6), s.ni...).D().Tot(), r("Earnings per share, diluted", dps, s.deps...).D())
		t.top = []H{{"Three Months Ended " + g.pick("March 31,", "June 30,", "September 30,"), 2}}
		g.t(t)
	})
	add("global-overridden", "The document is in millions unless noted; this table's own caption says thousands.", func(g *G) {
		g.p("Unless otherwise indicated, dollar amounts in this report are stated in millions.")
		g.h("Related party transactions")
		g.talk()
		a, b, c := g.vec(2, 800, 40000, 0), g.vec(2, 800, 40000, 0), g.vec(2, 100, 4000, 0)
		g.t(T("Transactions with affiliates", "(in thousands)", "cap", g.years(2), r("Sales to affiliates", usd(3), a...).D(), r("Purchases from affiliates", usd(3), b...), r("Management fees", usd(3), c...), r("Net amount", usd(3), sumN(a, neg(b), neg(c))...).D().Tot()))
	})
	add("global-thousands", "A sentence in Note 1 puts all tabular amounts in thousands.", func(g *G) {
		g.h("Note 1. Basis of presentation")
		g.p("The accompanying statements include the accounts of %s. All tabular amounts are expressed in thousands of United States dollars, except share and per share amounts.", g.co)
		g.h("Note 2. Accrued liabilities")
		a, b, c, d := g.vec(2, 900, 30000, 0), g.vec(2, 900, 30000, 0), g.vec(2, 900, 9000, 0), g.vec(2, 100, 3000, 0)
		g.t(T("", "", "", []string{g.fy + ", " + g.yr(0), g.fy + ", " + g.yr(1)}, r("Compensation and benefits", usd(3), a...).D(), r("Customer deposits", usd(3), b...), r("Product warranties", usd(3), c...), r("Other", usd(3), d...), r("Accrued liabilities", usd(3), sumN(a, b, c, d)...).D().Tot()))
	})
	add("unit-below-table", "A note under the table states the scale.", func(g *G) {
		g.talk()
		s := g.is(3, 20000, 700000, 0, 3, 3, 0)
		g.t(T("Selected items", "", "", g.years(3), r("Revenue", usd(3), s.rev...).D(), r("Operating income", usd(3), s.op...), r("Net income", usd(3), s.ni...), r("Diluted earnings per share", dps, s.deps...).D()))
		g.p(g.pick("All amounts in the table above are in thousands of dollars, except per share amounts.", "Note: Dollar amounts in thousands, except per share data."))
	})
	add("unit-in-spanning-header", "The spanning header over the years carries (in millions).", func(g *G) {
		a, b, c := g.vec(3, 100, 2000, 0), g.vec(3, 100, 2000, 0), g.vec(3, 50, 900, 0)
		t := T("Capital expenditures by segment", "", "", g.years(3), r("Packaging", usd(6), a...).D(), r("Coatings", usd(6), b...), r("Corporate", usd(6), c...), r("Total capital expenditures", usd(6), sumN(a, b, c)...).D().Tot())
		t.top = []H{{"Year ended " + g.fy + ",\n(in millions)", 3}}
		g.t(t)
		g.talk()
	})
	add("unit-row-under-years", "A header row under the years repeats (in thousands).", func(g *G) {
		g.talk()
		a, b, c := g.vec(3, 1000, 90000, 0), g.vec(3, 1000, 90000, 0), g.vec(3, 500, 9000, 0)
		t := T("Cash flow summary", "", "", []string{g.yr(0), g.yr(1), g.yr(2)}, sec("x"), r("Net cash provided by operating activities", usd(3), a...).D(), r("Net cash used in investing activities", usd(3), neg(b)...), r("Net cash used in financing activities", usd(3), neg(c)...), r("Net change in cash", usd(3), sumN(a, neg(b), neg(c))...).D().Tot())
		t.rows[0] = Row{label: "", cells: []V{tx("(in thousands)"), tx("(in thousands)"), tx("(in thousands)")}}
		g.t(t)
	})
	add("billions-caption", "Dollars in billions with one decimal.", func(g *G) {
		a, b, c := g.vec(3, 3, 60, 1), g.vec(3, 3, 60, 1), g.vec(3, 1, 9, 1)
		g.t(T("Automotive available liquidity", g.pick("(Dollars in billions)", "(in billions)", "($ in billions)"), g.pick("cap", "corner"), g.years(3), r("Cash and marketable securities", usd(9), a...).D(), r("Credit facilities, undrawn", usd(9), b...), r("Letters of credit issued", usd(9), neg(c)...), r("Total available liquidity", usd(9), sumN(a, b, neg(c))...).D().Tot()))
		g.talk()
	})
	add("no-scale-small-company", "No scale is stated; the small company reports whole dollars.", func(g *G) {
		g.talk()
		a, b := g.vec(2, 40000, 3e6, 0), g.vec(2, 20000, 900000, 0)
		c := g.vec(2, 9000, 90000, 0)
		g.p("The balances are stated in U.S. dollars.")
		g.t(T("BALANCE SHEETS", "", "", []string{g.fy + ", " + g.yr(0), g.fy + ", " + g.yr(1)}, r("Cash", usd(0), a...).D(), r("Equipment, net", usd(0), b...), r("Deposits", usd(0), c...), r("Total assets", usd(0), sumN(a, b, c)...).D().Tot()))
	})
	add("unit-broken-over-lines", "The unit is broken by line breaks and non-breaking spaces.", func(g *G) {
		g.talk()
		a, b := g.vec(3, 100, 3000, 1), g.vec(3, 100, 3000, 1)
		t := T("", "", "", g.years(3), r("Domestic", usd(6), a...).D(), r("Foreign", usd(6), b...), r("Total income before taxes", usd(6), sumN(a, b)...).D().Tot())
		t.corner = g.pick("(In\u00a0millions\u00a0of\u00a0dollars)", "(Dollars\nin\u00a0millions)", "(In\nmillions)")
		g.t(t)
	})
	add("unit-in-heading", "The section heading itself carries the scale.", func(g *G) {
		g.h("6. GOODWILL " + g.pick("(dollars in millions)", "(in millions of dollars)"))
		g.talk()
		b0, b1 := g.i(300, 4000), g.i(300, 4000)
		a0, a1, f0, f1 := g.i(10, 200), g.i(10, 200), -g.i(2, 90), -g.i(2, 90)
		u := usd(6)
		g.t(T("", "", "", []string{"Water", "Power", "Total"},
			r("Balance at "+g.fy+", "+g.yr(1), u, I(b0), I(b1), I(b0+b1)).D(),
			r("Acquisitions", u, I(a0), I(a1), I(a0+a1)),
			r("Foreign currency translation", u, I(f0), I(f1), I(f0+f1)),
			r("Balance at "+g.fy+", "+g.yr(0), u, I(b0+a0+f0), I(b1+a1+f1), I(b0+a0+f0+b1+a1+f1)).D().Tot()))
	})
	add("every-column-own-unit-line", "Each column header repeats its unit under the year.", func(g *G) {
		a, b, c := g.vec(2, 100, 3000, 1), g.vec(2, 100, 3000, 1), g.vec(2, 50, 400, 1)
		g.t(T("Operating expenses", "", "", []string{g.yr(0) + "\n$m", g.yr(1) + "\n$m"}, r("Employee costs", usd(6), a...), r("Distribution costs", usd(6), b...), r("Rent and rates", usd(6), c...), r("Total", usd(6), sumN(a, b, c)...).Tot()))
		g.p("%s reports in United States dollars.", g.co)
		g.talk()
	})
}

// ---- How a scale is worded ----

func wording() {
	simple := func(name, why string, units []string, u U, lo, hi float64, d int) {
		add(name, why, func(g *G) {
			n := 2 + g.Intn(2)
			a, b, c, e := g.vec(n, lo, hi, d), g.vec(n, lo, hi, d), g.vec(n, lo/3, hi/3, d), []N(nil)
			e = scaleN(a, g.f(.04, .2))
			at := g.pick("cap", "corner", "row")
			set := g.Intn(3)
			title := []string{"Net sales by region", "Property, plant and equipment", "Operating profit by division"}[set]
			ls := [][]string{{"Americas", "Europe, Middle East and Africa", "Asia Pacific", "Other", "Total net sales"},
				{"Machinery and equipment", "Buildings and improvements", "Construction in progress", "Land", "Property, plant and equipment, gross"},
				{"Consumer", "Industrial", "Healthcare", "Eliminations and other", "Total operating profit"}}[set]
			if set == 2 {
				e = neg(e)
			}
			if g.chance(.6) {
				g.talk()
			}
			g.t(T(title, g.pick(units...), at, g.years(n), r(ls[0], u, a...).D(), r(ls[1], u, b...), r(ls[2], u, c...), r(ls[3], u, e...), r(ls[4], u, sumN(a, b, c, e)...).D().Tot()))
			if g.chance(.4) {
				g.talk()
			}
		})
	}
	simple("in-dollar-M", "In $M means millions of dollars.", []string{"In $M", "$M", "($M)", "(In $M)"}, usd(6), 90, 9000, 1)
	simple("dollar-000s", "$000s means thousands of dollars.", []string{"($000s)", "$000s", "($000’s)", "($ in 000s)", "($ in 000’s)", "$000"}, usd(3), 900, 900000, 0)
	simple("us-dollar-mn", "US$ mn means millions of dollars.", []string{"US$ mn", "(US$ mn)", "(US$ million)", "US$m"}, usd(6), 90, 9000, 1)
	simple("dollar-MM", "$MM means millions of dollars.", []string{"($MM)", "$MM", "(US$MM)", "($ in MM)"}, usd(6), 90, 9000, 1)
	simple("000-omitted", "(000 omitted) means thousands.", []string{"(000 omitted)", "(000’s omitted)", "(000s omitted)", "(Dollars, 000 omitted)"}, usd(3), 900, 900000, 0)
	simple("thousands-of-us-dollars", "Spelled out thousands of U.S. dollars.", []string{"(in thousands of U.S. dollars)", "(Expressed in thousands of U.S. dollars)", "(Stated in thousands of United States dollars)"}, usd(3), 900, 900000, 0)
	simple("upper-case-thousands", "Upper-case scale words.", []string{"(IN THOUSANDS OF DOLLARS)", "(DOLLARS IN THOUSANDS)", "IN THOUSANDS"}, usd(3), 900, 900000, 0)
	simple("upper-case-millions", "Upper-case scale words.", []string{"(IN MILLIONS)", "(MILLIONS OF DOLLARS)", "(DOLLARS IN MILLIONS)"}, usd(6), 90, 90000, 0)
	simple("thousands-of-dollars", "(Thousands of dollars) without the word in.", []string{"(Thousands of dollars)", "Thousands of dollars", "(Thousands)", "(Stated in thousands)"}, usd(3), 900, 900000, 0)
	simple("millions-of-dollars", "Millions of dollars without the word in.", []string{"Millions of dollars", "(Millions of dollars)", "(Millions)", "Dollars in Millions"}, usd(6), 90, 90000, 0)
	simple("bracketed-dollars-in-millions", "($ in millions) and close variants.", []string{"($ in millions)", "[$ in millions]", "$ in millions", "(U.S. dollars in millions)"}, usd(6), 90, 90000, 0)
	simple("usd-billion", "US dollars in billions, two decimals.", []string{"(USD billion)", "US$ billion", "(In billions of U.S. dollars)", "$bn"}, usd(9), 2, 90, 2)
	simple("usd-thousand", "USD with a scale word after it.", []string{"USD thousand", "(USD thousand)", "(USD ’000)", "USD in thousands"}, usd(3), 900, 900000, 0)
	simple("except-where-noted", "In millions except where noted, and nothing is noted.", []string{"(in millions, except where noted)", "(Dollars in millions, except otherwise stated)", "(In millions unless otherwise stated)"}, usd(6), 90, 90000, 0)

	full := func(name, why string, units []string, ms, ss, sd int, lo, hi float64) {
		add(name, why, func(g *G) {
			if g.chance(.5) {
				g.talk()
			}
			g.incomeTable(stmtTitle(g), g.pick(units...), g.pick("cap", "cap", "row", "corner"), usd(ms), lo, hi, 0, func(s IS) []Row {
				rs := cat(epsRows(g, s, "USD"), shareRows(g, s, ss))
				if g.chance(.5) {
					d := g.uni(len(s.rev), .1, 2.4, 2)
					rs = append(rs, r("Cash dividends declared per common share", dps, d...).D())
				}
				return rs
			}, ss, sd)
		})
	}
	full("millions-except-per-share", "Money and average shares in millions, per-share amounts in dollars.", []string{"(in millions, except per share amounts)", "(In millions, except per share data)", "(In millions - except per share amounts)"}, 6, 6, 1, 900, 90000)
	full("dollars-in-millions-except-share-and-per-share", "Only dollars are scaled; shares are printed in full.", []string{"Dollars in millions, except share and per share data", "(Dollars in millions, except share and per-share amounts)"}, 6, 0, 0, 900, 9000)
	full("thousands-except-share-and-per-share", "Money in thousands; shares and per-share amounts in full.", []string{"(thousands, except share and per-share)", "(in thousands, except share and per share data)", "(In thousands, except for share and per share amounts)", "(Amounts in thousands, except share and per share data)"}, 3, 0, 0, 40000, 900000)
	full("thousands-except-per-share", "Money and average shares in thousands, per-share amounts in dollars.", []string{"(in thousands, except per share data)", "(In thousands, except per share amounts)", "(Amounts in thousands, except per share amounts)"}, 3, 3, 0, 40000, 900000)
	full("dollars-and-shares-in-millions", "Dollars and shares in millions, per share in dollars.", []string{"(Dollars and shares in millions, except per share amounts)", "(Dollars and shares in millions except per share amounts)"}, 6, 6, 1, 900, 90000)
	full("dollars-millions-shares-thousands", "Dollars in millions but shares in thousands.", []string{"(dollars in millions, except per share amounts; shares in thousands)", "(dollars in millions except per share data; shares in thousands)"}, 6, 3, 0, 900, 90000)
	full("per-share-in-dollars", "The unit says explicitly that per-share amounts are in dollars.", []string{"(In millions, per-share amounts in dollars)", "(Amounts and shares in millions; per share amounts in dollars)"}, 6, 6, 1, 900, 90000)
}

// ---- Other currencies ----

func currencies() {
	cur := func(name, why string, units []string, c string, ms int, lo, hi float64, d int, epsLabel []string, epsScale int, epsLo, epsHi float64, epsD int, sep string, pres func(g *G)) {
		add(name, why, func(g *G) {
			if pres != nil {
				pres(g)
			} else {
				g.talk()
			}
			if sep != "" {
				g.sep = sep
			}
			n := 2 + g.Intn(2)
			s := g.is(n, lo, hi, d, ms, ms, d)
			u := m(c, ms)
			rows := []Row{
				r(g.pick("Revenue", "Net sales", "Turnover"), u, s.rev...),
				r("Cost of sales", u, neg(s.cogs)...),
				r("Gross profit", u, s.gp...).Tot(),
				r("Operating profit", u, s.op...),
				r("Finance costs", u, neg(s.in)...),
				r("Profit before tax", u, s.pre...),
				r("Profit for the year", u, s.ni...).Tot()}
			if g.chance(.3) {
				rows = append(rows[:2], rows[3:]...)
			}
			if len(epsLabel) > 0 {
				eps := ps(c)
				eps.S = epsScale
				e := g.vec(n, epsLo, epsHi, epsD)
				rows = append(rows, r(g.pick(epsLabel...), eps, e...))
			}
			g.t(T(g.pick("Consolidated income statement", "Summary of results", "Key figures"), g.pick(units...), g.pick("cap", "corner", "row"), g.years(n), rows...))
		})
	}
	cur("euro-million", "Money in millions of euros; earnings per share in euros.", []string{"€ million", "(in € million)", "EUR million", "In millions of euros", "in € m"}, "EUR", 6, 800, 40000, 0, []string{"Earnings per share (€)", "Basic earnings per share (in €)"}, 0, .4, 9, 2, "", nil)
	cur("euro-thousand", "Money in thousands of euros; earnings per share in euros.", []string{"EUR thousand", "€ thousand", "in € thousands", "(in thousands of euros)", "EUR ’000"}, "EUR", 3, 9000, 400000, 0, []string{"Earnings per share (EUR)", "Earnings per share (in euros)"}, 0, .4, 9, 2, "", nil)
	cur("yen-millions", "Millions of yen, with per-share yen.", []string{"(Millions of yen)", "(In millions of yen)", "(¥ million)", "Millions of yen"}, "JPY", 6, 90000, 9000000, 0, []string{"Basic earnings per share (yen)", "Net income per share (Yen)"}, 0, 20, 600, 2, "", nil)
	cur("yen-billions", "Billions of yen.", []string{"(Billions of yen)", "(Yen in billions)", "¥ billion"}, "JPY", 9, 90, 9000, 1, nil, 0, 0, 0, 0, "", nil)
	cur("pounds-m-pence", "£m with earnings per share in pence.", []string{"£m", "(£m)", "£ million"}, "GBP", 6, 200, 9000, 1, []string{"Basic earnings per share (pence)", "Earnings per share — pence", "Dividend per share (p)"}, -2, 4, 90, 1, "", nil)
	cur("pounds-000", "£’000 with earnings per share in pence.", []string{"£’000", "£000", "(£ thousands)"}, "GBP", 3, 9000, 900000, 0, []string{"Basic earnings per share (pence)", "Diluted EPS (pence)"}, -2, 4, 90, 2, "", nil)
	cur("australian-million-cents", "A$ million with earnings per share in cents.", []string{"A$ million", "A$m", "(A$ million)"}, "AUD", 6, 200, 9000, 1, []string{"Earnings per share (cents)", "Basic earnings per share (Australian cents)", "Dividends per share (cents)"}, -2, 9, 190, 1, "", nil)
	cur("canadian-millions", "Canadian dollars in millions, except per share.", []string{"(C$ in millions, except per share amounts)", "(in millions of Canadian dollars, except per share amounts)", "(Millions of Canadian dollars, except per share data)"}, "CAD", 6, 200, 20000, 0, []string{"Earnings per share — basic", "Dividends declared per share"}, 0, .5, 8, 2, "", nil)
	cur("canadian-thousands", "Canadian dollars in thousands.", []string{"(Expressed in thousands of Canadian dollars)", "(in thousands of Canadian dollars, except per share amounts)"}, "CAD", 3, 9000, 900000, 0, nil, 0, 0, 0, 0, "", nil)
	cur("rupees-crore", "₹ crore is ten million rupees.", []string{"(₹ in crore)", "₹ crore", "(Rs. in crore)", "(₹ crores)"}, "INR", 7, 900, 90000, 0, []string{"Earnings per share (₹)", "Basic EPS (in ₹)"}, 0, 4, 190, 2, "indian", nil)
	cur("rupees-lakh", "₹ in lakhs is a hundred thousand rupees.", []string{"(₹ in lakhs)", "₹ lakhs", "(Rs. in lakhs)"}, "INR", 5, 90000, 900000, 2, nil, 0, 0, 0, 0, "indian", nil)
	cur("rupees-million", "Rupees in millions.", []string{"(Rs. in millions)", "(₹ in millions)", "(In millions of Indian rupees)"}, "INR", 6, 9000, 900000, 1, []string{"Earnings per share (Rs.)", "Earnings per equity share (₹)"}, 0, 4, 190, 2, "", nil)
	cur("swedish-spaces", "SEK m with spaces between thousands.", []string{"SEK m", "SEK million", "(SEK M)", "MSEK"}, "SEK", 6, 2000, 90000, 0, []string{"Earnings per share, SEK", "Earnings per share (SEK)"}, 0, 2, 40, 2, "\u00a0", nil)
	cur("swiss-apostrophe", "CHF millions with apostrophes between thousands.", []string{"in CHF million", "CHF million", "(CHF millions)"}, "CHF", 6, 2000, 90000, 0, []string{"Earnings per share (CHF)", "Basic earnings per share in CHF"}, 0, 2, 40, 2, "'", nil)
	cur("norwegian-million", "NOK million.", []string{"(in NOK million)", "NOK million", "(NOK millions)"}, "NOK", 6, 900, 90000, 0, []string{"Earnings per share (in NOK)"}, 0, 2, 40, 2, "", nil)
	cur("reais-millions", "Millions of Brazilian reais.", []string{"(in millions of Brazilian reais)", "R$ million", "(In millions of reais - R$)", "(R$ in millions)"}, "BRL", 6, 900, 90000, 0, []string{"Basic earnings per share (R$)", "Earnings per share – R$"}, 0, .3, 9, 2, "", nil)
	cur("won-billions", "Billions of Korean won.", []string{"(In billions of Korean won)", "(KRW billion)", "(Korean won in billions)"}, "KRW", 9, 900, 90000, 0, nil, 0, 0, 0, 0, "", nil)
	cur("taiwan-thousands", "NT$ in thousands.", []string{"(In Thousands of New Taiwan Dollars)", "(NT$ in thousands)", "(Expressed in thousands of NT$)"}, "TWD", 3, 900000, 90000000, 0, []string{"Basic earnings per share (NT$)"}, 0, 1, 40, 2, "", nil)
	cur("rand-million-cents", "Rand millions with headline earnings per share in cents.", []string{"R million", "(R million)", "Rm"}, "ZAR", 6, 900, 90000, 0, []string{"Headline earnings per share (cents)", "Dividend per share (cents)"}, -2, 90, 2900, 1, "\u00a0", func(g *G) {
		g.p("%s is listed in Johannesburg and reports in South African rand.", g.co)
	})
	cur("renminbi-millions", "RMB in millions.", []string{"(RMB in millions)", "(in millions of RMB)", "RMB million"}, "CNY", 6, 900, 90000, 0, []string{"Basic earnings per share (RMB)"}, 0, .3, 19, 2, "", nil)
	cur("danish-minus", "DKK million, negatives with a minus sign.", []string{"DKK million", "(DKK million)"}, "DKK", 6, 900, 90000, 0, []string{"Earnings per share (DKK)"}, 0, 3, 90, 2, "", func(g *G) { g.neg = g.pick("minus", "u2212"); g.talk() })
	cur("pesos-thousands", "Mexican pesos in thousands.", []string{"(In thousands of Mexican pesos)", "(Thousands of Mexican pesos)", "(MXN in thousands)"}, "MXN", 3, 90000, 9000000, 0, nil, 0, 0, 0, 0, "", nil)
	cur("hong-kong-million", "HK$ million with HK cents per share.", []string{"HK$ million", "HK$m", "(HK$ million)"}, "HKD", 6, 900, 90000, 0, []string{"Earnings per share (HK cents)", "Dividend per share (HK cents)"}, -2, 30, 900, 1, "", nil)

	add("renminbi-and-dollar-columns", "Two columns in thousands of RMB and one convenience column in thousands of US$.", func(g *G) {
		fx := g.f(6.3, 7.3)
		g.p("Translations of balances from RMB into US$ are solely for the convenience of the reader and were calculated at the rate of US$1.00=RMB%.4f.", fx)
		row := func(l string, lo, hi float64, sg float64) Row {
			x := g.vec(2, lo, hi, 0)
			if sg < 0 {
				x = neg(x)
			}
			// older year first, then the newer, then its translation
			return rv(l, v(m("CNY", 3), x[1]), v(m("CNY", 3), x[0]), v(usd(3), F(x[0].f()/fx, 0)))
		}
		t := T("", "(in thousands)", "cap", []string{"RMB", "RMB", "US$"}, row("Net revenues", 900000, 9e6, 1), row("Cost of revenues", 500000, 8e5, -1), row("Operating expenses", 100000, 400000, -1), row("Interest income", 9000, 90000, 1))
		t.top = []H{{g.yr(1), 1}, {g.yr(0), 2}}
		g.t(t)
	})
	add("euro-and-dollar-tables", "Two tables in two currencies, both in millions.", func(g *G) {
		a, b := g.vec(2, 100, 4000, 0), g.vec(2, 100, 4000, 0)
		g.t(T("Borrowings denominated in dollars", "(US$ million)", "cap", g.years(2), r("Term loan due "+sp("%d", g.y+4), usd(6), a...), r("Senior notes due "+sp("%d", g.y+6), usd(6), b...), r("Total dollar borrowings", usd(6), sumN(a, b)...).Tot()))
		c, d := g.vec(2, 100, 4000, 0), g.vec(2, 100, 4000, 0)
		g.t(T("Borrowings denominated in euros", "(€ million)", "cap", g.years(2), r("Eurobonds due "+sp("%d", g.y+5), m("EUR", 6), c...), r("Bank overdrafts", m("EUR", 6), d...), r("Total euro borrowings", m("EUR", 6), sumN(c, d)...).Tot()))
	})
	add("units-in-a-column", "A column of its own gives each row's unit.", func(g *G) {
		g.neg = g.pick("paren", "minus")
		s := g.is(2, 400, 20000, 0, 6, 6, 1)
		w := func(l, un string, u U, ns []N) Row { return rv(l, tx(un), v(u, ns[0]), v(u, ns[1])) }
		g.t(T("Key figures", "", "", []string{"Unit", g.yr(0), g.yr(1)},
			w("Revenue", "€ million", m("EUR", 6), s.rev),
			w("EBIT", "€ million", m("EUR", 6), s.op),
			w("EBIT margin", "%", pctn, ratioN(s.op, s.rev, 100, 1)),
			w("Earnings per share", "€", ps("EUR"), s.beps),
			w("Employees", "number", cnt(0), g.vec(2, 2000, 90000, 0)),
			w("Shares outstanding", "million", sh(6), s.bs),
			w("Capital expenditure", "€ million", m("EUR", 6), g.vec(2, 90, 900, 0))))
		g.talk()
	})
	add("eur-thousands-unless-stated", "EUR thousands unless stated, with rows that state otherwise.", func(g *G) {
		s := g.is(3, 40000, 900000, 0, 3, 3, 0)
		g.t(T("Group key figures", g.pick("(in EUR thousand unless otherwise stated)", "(EUR thousands, unless otherwise indicated)"), "cap", g.years(3),
			r("Sales", m("EUR", 3), s.rev...),
			r("EBIT", m("EUR", 3), s.op...),
			r("EBIT margin (%)", pctn, ratioN(s.op, s.rev, 100, 1)...),
			r("Earnings per share (EUR)", ps("EUR"), s.beps...),
			r("Equity ratio (%)", pctn, g.uni(3, 28, 62, 1)...),
			r("Employees (FTE, at year-end)", cnt(0), g.vec(3, 300, 9000, 0)...)))
		g.talk()
	})
	add("cents-per-share-us", "Dollars in thousands; a row of dividends in cents per share.", func(g *G) {
		s := g.is(2, 40000, 900000, 0, 3, 3, 0)
		c := dps
		c.S = -2
		g.t(T("Five-year record", g.pick("(US$000)", "US$’000"), g.pick("corner", "cap"), g.years(2), r("Revenue", usd(3), s.rev...), r("Operating profit", usd(3), s.op...), r("Profit for the year", usd(3), s.ni...), r(g.pick("Earnings per share (US cents)", "Earnings per ordinary share (cents)"), c, scaleTo(s.beps, 100, 1)...), r("Dividend per share (US cents)", c, g.vec(2, 4, 60, 2)...)))
		g.talk()
	})
}

func opt(s int) U { return U{K: "shares", S: s, also: []string{"count"}} } // options, units

func scaleTo(v []N, k float64, d int) []N {
	var o []N
	for _, x := range v {
		o = append(o, F(x.f()*k, d))
	}
	return o
}

// ---- Exceptions by row ----

func exceptions() {
	add("except-lists-rows", "The caption's exception lists the unscaled rows.", func(g *G) {
		s := g.is(3, 900, 40000, 0, 6, 6, 1)
		g.t(T("Selected Financial Data", g.pick("(in millions, except per share data, number of stores and percentages)", "(In millions, except percentages, store counts and per share amounts)"), "cap", g.years(3),
			r("Net sales", usd(6), s.rev...).D(), r("Operating income", usd(6), s.op...), r("Net income", usd(6), s.ni...), r("Diluted earnings per share", dps, s.deps...).D(),
			r("Gross margin", pct, ratioN(s.gp, s.rev, 100, 1)...), r("Comparable sales growth", pct, g.uni(3, -2, 7, 1)...), r("Number of stores", cnt(0), g.vec(3, 400, 4000, 0)...)))
		g.talk()
	})
	add("except-employees", "Dollars in millions, except employees.", func(g *G) {
		s := g.is(3, 900, 40000, 0, 6, 6, 1)
		g.t(T("Five-Year Summary", g.pick("(Dollars in millions, except per share data and number of employees)", "(Dollars in millions, except employees and per share amounts)"), g.pick("cap", "row"), g.years(3),
			r("Net sales", usd(6), s.rev...).D(), r("Net income", usd(6), s.ni...), r("Earnings per share — diluted", dps, s.deps...), r("Long-term debt", usd(6), g.vec(3, 300, 5000, 0)...), r("Number of employees at year end", cnt(0), g.vec(3, 3000, 90000, 0)...)))
		g.talk()
	})
	add("employees-under-in-millions", "The employee count is not in millions, whatever the caption says.", func(g *G) {
		g.talk()
		s := g.is(3, 900, 40000, 0, 6, 6, 1)
		g.t(T("Financial Highlights", "(in millions)", g.pick("cap", "corner"), g.years(3),
			r("Revenue", usd(6), s.rev...).D(), r("Operating income", usd(6), s.op...), r("Total assets", usd(6), g.vec(3, 2000, 50000, 0)...), r("Capital expenditures", usd(6), g.vec(3, 100, 900, 0)...), r(g.pick("Number of employees", "Employees at year end", "Headcount"), cnt(0), g.vec(3, 3000, 90000, 0)...)))
	})
	add("row-level-units", "Each row names its own unit; there is no caption unit.", func(g *G) {
		s := g.is(4, 900, 40000, 0, 6, 3, 0)
		g.t(T(g.co+" — annual data", "", "", g.years(4),
			r("Revenue (USD Mil)", usd(6), s.rev...), r("Operating Income (USD Mil)", usd(6), s.op...), r("Gross Margin %", pctn, ratioN(s.gp, s.rev, 100, 1)...), r("Earnings Per Share (USD)", dps, s.deps...), r("Shares outstanding (in thousands)", sh(3), s.ds...), r("Headcount", cnt(0), g.vec(4, 900, 40000, 0)...), r("Book-to-bill ratio", rat, g.uni(4, .8, 1.3, 2)...)))
		g.talk()
	})
	add("row-level-overrides-caption", "Rows name a unit that overrides the caption's millions.", func(g *G) {
		s := g.is(3, 900, 40000, 0, 6, 3, 0)
		g.t(T("Operating and financial data", "(Dollars in millions, except as noted)", "cap", g.years(3),
			r("Net sales", usd(6), s.rev...).D(), r("Net income", usd(6), s.ni...), r("Average selling price ($/ton)", price("USD"), g.vec(3, 300, 1300, 2)...), r("Tons shipped (in thousands)", cnt(3), g.vec(3, 900, 9000, 0)...), r("Shares outstanding (in thousands)", sh(3), s.bs...), r("Dividends per share", dps, g.uni(3, .2, 2, 2)...).D(), r("Effective tax rate", pct, ratioN(s.tax, s.pre, 100, 1)...)))
	})
	add("row-billions-in-millions-table", "One row says (in billions) in a table of millions.", func(g *G) {
		g.talk()
		g.t(T("Capital data", g.pick("(Dollars in millions)", "(in millions)"), g.pick("cap", "corner"), g.years(2),
			r("Interest income", usd(6), g.vec(2, 300, 8000, 0)...).D(), r("Fees and commissions", usd(6), g.vec(2, 300, 4000, 0)...), r("Provision for credit losses", usd(6), neg(g.vec(2, 90, 900, 0))...), r("Assets under management (in billions)", usd(9), g.vec(2, 90, 900, 1)...).D(), r("Assets under custody (in billions)", usd(9), g.vec(2, 900, 9000, 0)...).D()))
	})
	add("per-share-subheading", "A subheading row turns to per-share data.", func(g *G) {
		s := g.is(3, 900, 40000, 0, 6, 6, 1)
		g.t(T(g.pick("Selected Financial Data", "Eleven-Year Review"), g.pick("(in millions, except per share data)", "(In millions, except per share amounts)"), g.pick("cap", "row"), g.years(3),
			r("Net sales", usd(6), s.rev...).D(), r("Income before income taxes", usd(6), s.pre...), r("Net income", usd(6), s.ni...), sec(g.pick("Per share data:", "Per Common Share:", "Per share:")), r("Net income — basic", dps, s.beps...).D().In(1), r("Net income — diluted", dps, s.deps...).In(1), r("Dividends declared", dps, g.uni(3, .2, 2, 2)...).In(1), r("Book value", dps, g.vec(3, 9, 60, 2)...).In(1)))
		g.talk()
	})
	add("operating-data-units-subheading", "A subheading row turns from thousands of dollars to units.", func(g *G) {
		g.talk()
		a, b, c := g.vec(2, 40000, 900000, 0), g.vec(2, 40000, 400000, 0), g.vec(2, 900, 9000, 0)
		g.t(T("Homebuilding operations", "(dollars in thousands)", "cap", g.years(2), sec("Financial data:"), r("Home sales revenue", usd(3), a...).D().In(1), r("Backlog, sales value", usd(3), b...).In(1), r("Impairments", usd(3), c...).In(1), sec("Operating data (units):"), r("New orders", cnt(0), g.vec(2, 300, 9000, 0)...).In(1), r("Homes closed", cnt(0), g.vec(2, 300, 9000, 0)...).In(1), r("Backlog at year end", cnt(0), g.vec(2, 300, 4000, 0)...).In(1)))
	})
	add("subheading-changes-scale", "Subheading rows carry different scales.", func(g *G) {
		g.t(T("Summary of the year", "", "", g.years(2), sec(g.pick("Income statement data (in millions):", "Income statement data (dollars in millions)")), r("Revenue", usd(6), g.vec(2, 300, 9000, 1)...).D(), r("Adjusted EBITDA", usd(6), g.vec(2, 50, 900, 1)...), sec("Share data (in thousands):"), r("Common shares outstanding", sh(3), g.vec(2, 30000, 300000, 0)...), r("Shares repurchased", sh(3), g.vec(2, 300, 3000, 0)...), sec("Customer data (actual numbers):"), r("Branches", cnt(0), g.vec(2, 90, 900, 0)...), r("Active customers", cnt(0), g.vec(2, 90000, 900000, 0)...)))
		g.talk()
	})
	add("balance-sheet-shares-row", "Share counts in a balance sheet in thousands, except share data.", func(g *G) {
		g.talk()
		a, b, c, d := g.vec(2, 90000, 900000, 0), g.vec(2, 90000, 900000, 0), g.vec(2, 100, 900, 0), g.vec(2, 9000, 90000, 0)
		g.t(T("Stockholders’ equity", g.pick("(in thousands, except share data)", "(In thousands, except share and per share data)"), "cap", []string{g.fy + ", " + g.yr(0), g.fy + ", " + g.yr(1)},
			r("Common stock", usd(3), c...).D(), r("Additional paid-in capital", usd(3), a...), r("Retained earnings", usd(3), b...), r("Treasury stock, at cost", usd(3), neg(d)...), r("Total stockholders’ equity", usd(3), sumN(a, b, c, neg(d))...).D().Tot(), r("Common shares outstanding", sh(0), g.vec(2, 9e6, 9e7, 0)...), r("Treasury shares held", sh(0), g.vec(2, 1e5, 9e6, 0)...)))
	})
	add("balance-sheet-parenthetical", "Par values and authorized shares in full beside a table of thousands.", func(g *G) {
		pv := F([]float64{.001, .01, .1, 1}[g.Intn(4)], 3)
		if pv.n%10 == 0 {
			pv = F(pv.f(), 2)
		}
		auth := g.i(2, 50) * 10000000
		iss := g.vec(2, 2e7, 1.9e8, 0)
		g.t(T("CONSOLIDATED BALANCE SHEETS (PARENTHETICAL)", g.pick("(In thousands, except share and per share amounts)", "(Dollars in thousands, except share and per share data)"), "cap", g.years(2), r("Allowance for credit losses", usd(3), g.vec(2, 300, 9000, 0)...).D(), r("Common stock, par value per share", dps, pv, pv).D(), r("Common stock, shares authorized", sh(0), I(auth), I(auth)), r("Common stock, shares issued", sh(0), iss...), r("Preferred stock, shares authorized", sh(0), I(5000000), I(5000000))))
	})
	add("earnings-per-share-computation", "EPS note with dollars in millions and shares in thousands by row.", func(g *G) {
		s := g.is(3, 900, 40000, 0, 6, 3, 0)
		g.t(T("Computation of earnings per share", "", "", g.years(3), r("Net income (dollars in millions)", usd(6), s.ni...).D(), r("Weighted-average shares, basic (in thousands)", sh(3), s.bs...), r("Dilutive securities (in thousands)", sh(3), sumN(s.ds, neg(s.bs))...), r("Weighted-average shares, diluted (in thousands)", sh(3), s.ds...).Tot(), r("Basic earnings per share", dps, s.beps...).D(), r("Diluted earnings per share", dps, s.deps...).D()))
		g.talk()
	})
	add("eps-note-shares-in-row-heading", "EPS note in thousands, except per share: shares too are in thousands.", func(g *G) {
		s := g.is(2, 40000, 900000, 0, 3, 3, 0)
		g.p("The following table sets forth the computation of basic and diluted net income per share (in thousands, except per share amounts):")
		g.t(T("", "", "", g.years(2), sec("Numerator:"), r("Net income", usd(3), s.ni...).D().In(1), sec("Denominator:"), r("Weighted-average shares — basic", sh(3), s.bs...).In(1), r("Effect of dilutive stock options", sh(3), sumN(s.ds, neg(s.bs))...).In(1), r("Weighted-average shares — diluted", sh(3), s.ds...).In(1).Tot(), r("Net income per share — basic", dps, s.beps...).D(), r("Net income per share — diluted", dps, s.deps...).D()))
	})
	add("five-year-with-ratios", "A five-year record with money, ratios, percentages and counts.", func(g *G) {
		s := g.is(5, 900, 40000, 0, 6, 6, 1)
		g.t(T("Five-Year Financial Summary", g.pick("(Dollars in millions, except per share data and ratios)", "(In millions, except per share amounts, ratios and percentages)"), "cap", g.years(5),
			r("Sales", usd(6), s.rev...).D(), r("Net earnings", usd(6), s.ni...), r("Per share — diluted", dps, s.deps...), r("Return on average equity", pct, g.uni(5, 8, 24, 1)...), r("Current ratio", rat, g.uni(5, 1.1, 2.9, 1)...), r("Debt to total capital", pct, g.uni(5, 18, 55, 1)...), r("Ratio of earnings to fixed charges", rat, g.uni(5, 2, 12, 2)...)))
	})
	add("units-sold-under-money-caption", "Dollars are in thousands; units are not dollars and are printed in full.", func(g *G) {
		g.talk()
		u := g.vec(2, 3000, 90000, 0)
		p := g.uni(2, 900, 4000, 0)
		var rev []N
		for i := range u {
			rev = append(rev, F(u[i].f()*p[i].f()/1000, 0))
		}
		g.t(T("Boat shipments", g.pick("(Dollars in thousands, except average selling price)", "(dollars in thousands, except average selling price per unit)"), "cap", g.years(2), r("Net sales", usd(3), rev...).D(), r("Units shipped", cnt(0), u...), r("Average selling price per unit", price("USD"), p...).D(), r("Dealers at year end", cnt(0), g.vec(2, 90, 900, 0)...)))
	})
	add("shares-own-label-scale", "Money in thousands by the caption; a row says (in millions of shares).", func(g *G) {
		s := g.is(3, 400000, 9000000, 0, 3, 6, 1)
		g.t(T("Results", "(in thousands, except as indicated)", "cap", g.years(3), r("Total revenues", usd(3), s.rev...).D(), r("Net income", usd(3), s.ni...), r("Diluted shares (in millions of shares)", sh(6), s.ds...), r("Diluted income per share (in dollars)", dps, s.deps...)))
		g.talk()
	})
	add("parenthetical-exception-mark", "Rows marked (a) are not in millions, as the note below says.", func(g *G) {
		s := g.is(2, 900, 40000, 0, 6, 6, 1)
		g.t(T("Key statistics", "($ in millions)", g.pick("cap", "corner"), g.years(2), r("Net sales", usd(6), s.rev...).D(), r("Operating profit", usd(6), s.op...), r("Distribution centers", cnt(0), g.uni(2, 11, 90, 0)...).Note("(a)"), r("Associates employed", cnt(0), g.vec(2, 3000, 90000, 0)...).Note("(a)"), r("Inventory turns", rat, g.uni(2, 3, 9, 1)...).Note("(a)")))
		g.p("(a) Not in millions of dollars; actual number.")
	})
	add("transposed-metrics-as-columns", "Years are rows and each column has its own unit.", func(g *G) {
		s := g.is(5, 900, 40000, 0, 6, 6, 1)
		e := g.vec(5, 3000, 40000, 0)
		mg := ratioN(s.op, s.rev, 100, 1)
		var rows []Row
		for i := 0; i < 5; i++ {
			rows = append(rows, rv(g.yr(i), v(usd(6), s.rev[i]), v(usd(6), s.ni[i]), v(dps, s.deps[i]), v(pctn, mg[i]), v(cnt(0), e[i])))
		}
		t := T("Ten-year record (extract)", "", "", []string{g.pick("Revenue ($M)", "Revenue\n($ in millions)", "Net sales ($ millions)"), g.pick("Net income ($M)", "Net income\n($ in millions)"), g.pick("Diluted EPS ($)", "Earnings per share ($)"), "Operating margin (%)", "Employees"}, rows...)
		t.corner = g.pick("Year", "Fiscal year", "")
		g.t(t)
		g.talk()
	})
	add("years-as-rows-millions", "Years are rows under a caption in millions.", func(g *G) {
		var rows []Row
		for i := 0; i < 5; i++ {
			a, b := g.i(90, 900), g.i(20, 300)
			rows = append(rows, r(sp("%d", g.y+1+i), usd(6), I(a), I(b), I(a+b)))
		}
		rows[0] = rows[0].D()
		a, b := g.i(900, 4000), g.i(200, 1300)
		rows = append(rows, r("Thereafter", usd(6), I(a), I(b), I(a+b)))
		g.p("Future minimum payments at %s, %s are as follows:", g.fy, g.yr(0))
		g.t(T("", g.pick("(in millions)", "(Dollars in millions)"), g.pick("corner", "row", "cap"), []string{"Operating leases", "Finance leases", "Total"}, rows...))
	})
	add("selected-metrics-mixed", "Summary metrics with customers in millions and ratio in x.", func(g *G) {
		g.t(T("Key metrics", "", "", g.years(2), r("Revenue ($ in millions)", usd(6), g.vec(2, 300, 9000, 1)...).D(), r("Monthly active users (in millions)", cnt(6), g.vec(2, 9, 300, 1)...), r("Average revenue per user", price("USD"), g.vec(2, 4, 60, 2)...).D(), r("Net debt to EBITDA", ratx, g.uni(2, .6, 4.4, 1)...), r("Subscriber churn", pct, g.uni(2, .8, 4, 2)...), r("Free cash flow ($ in millions)", usd(6), g.vec(2, 90, 900, 1)...).D()))
		g.talk()
	})
}

// ---- Units by column ----

func months(g *G) []string {
	return [][]string{{"January 1 – January 31", "February 1 – February 28", "March 1 – March 31"}, {"April 1 – April 30", "May 1 – May 31", "June 1 – June 30"}, {"October 1 – October 31", "November 1 – November 30", "December 1 – December 31"}}[g.Intn(3)]
}

func columns() {
	add("number-and-price-columns", "One column counts shares, the other gives dollars per share.", func(g *G) {
		n := g.vec(5, 40000, 900000, 0)
		g.p("A summary of restricted stock activity for the year ended %s, %s follows:", g.fy, g.yr(0))
		base := g.f(12, 80)
		pr := func() V { return v(dps, F(base*g.f(.8, 1.2), 2)) }
		end := N{n[0].n + n[1].n - n[2].n/2 - n[3].n/9, 0}
		g.t(T("", "", "", []string{g.pick("Number of shares", "Number of Shares", "Shares"), g.pick("Weighted-average grant-date fair value per share", "Weighted-average price per share")},
			rv("Nonvested at beginning of year", v(sh(0), n[0]), pr().S("$")), rv("Granted", v(sh(0), n[1]), pr()), rv("Vested", v(sh(0), N{-n[2].n / 2, 0}), pr()), rv("Forfeited", v(sh(0), N{-n[3].n / 9, 0}), pr()), rv("Nonvested at end of year", v(sh(0), end), pr().S("$"))))
	})
	add("dollar-and-percent-of-sales", "Pairs of columns: dollars in millions and percent of sales.", func(g *G) {
		s := g.is(2, 900, 40000, 0, 6, 6, 1)
		w := func(l string, x []N, sg string) Row {
			q := ratioN(x, s.rev, 100, 1)
			p := pct
			if g.k%2 == 0 {
				p = pctn
			}
			return rv(l, v(usd(6), x[0]).S(sg), v(p, q[0]), v(usd(6), x[1]).S(sg), v(p, q[1]))
		}
		t := T("", "(in millions)", g.pick("corner", "cap", "row"), []string{"$", "% of sales", "$", "% of sales"}, w("Net sales", s.rev, "$"), w("Cost of sales", s.cogs, ""), w("Gross profit", s.gp, ""), w("Selling, general and administrative", s.sga, ""), w("Operating income", s.op, ""))
		if g.chance(.5) {
			t.cols = []string{"Amount", "Percent of net sales", "Amount", "Percent of net sales"}
		}
		t.top = []H{{g.yr(0), 2}, {g.yr(1), 2}}
		g.t(t)
		g.talk()
	})
	add("dollar-change-percent-change", "Dollars in thousands with a change column in dollars and one in percent.", func(g *G) {
		s := g.is(2, 20000, 900000, 0, 3, 3, 0)
		p := pct
		hd := "% Change"
		if g.chance(.5) {
			p = pctn
			hd = g.pick("% Change", "Percent change", "% change")
		}
		w := func(l string, x []N) Row {
			return rv(l, v(usd(3), x[0]), v(usd(3), x[1]), v(usd(3), N{x[0].n - x[1].n, 0}), v(p, F((x[0].f()/x[1].f()-1)*100, 1)))
		}
		g.talk()
		g.t(T("Comparison of results", g.pick("(dollars in thousands)", "(in thousands)", "(In thousands, except percentages)"), "cap", []string{g.yr(0), g.yr(1), g.pick("$ Change", "Change"), hd}, w("Revenue", s.rev).D(), w("Cost of revenue", s.cogs), w("Selling and marketing", s.sga), w("Operating income", s.op)))
	})
	add("percent-change-column-millions", "A percent column at the right of a table in millions.", func(g *G) {
		var rows []Row
		for i, l := range []string{"Beverages", "Snacks", "Frozen foods", "Pet care"} {
			a, b := g.i(300, 9000), g.i(300, 9000)
			b = a + b/12 - a/10
			row := rv(l, v(usd(6), I(a)), v(usd(6), I(b)), v(pct, F((float64(a)/float64(b)-1)*100, 0)))
			if i == 0 {
				row.cells[0].pre, row.cells[1].pre = "$", "$"
			}
			rows = append(rows, row)
		}
		g.t(T("Net sales by segment", g.pick("(in millions)", "(Dollars in millions)"), g.pick("cap", "corner"), []string{g.yr(0), g.yr(1), g.pick("% change", "% Change", "Change %")}, rows...))
		g.talk()
	})
	add("organic-growth-columns", "All figures are percentages of growth; the document is in millions.", func(g *G) {
		g.p("Unless noted, dollar amounts in tables are in millions.")
		w := func(l string) Row {
			a, b, c := g.f(-4, 9), g.f(-3, 3), g.f(-2, 3)
			A, B, C := F(a, 1), F(b, 1), F(c, 1)
			return rv(l, v(pct, N{A.n + B.n + C.n, 1}), v(pct, B), v(pct, C), v(pct, A))
		}
		g.t(T("Sales change by cause", "", "", []string{"Reported growth", "Foreign exchange", "Acquisitions", "Organic growth"}, w("North America"), w("Latin America"), w("Europe"), w("Total Company")))
		g.talk()
	})
	add("column-scales-in-headers", "Each column header states its own scale.", func(g *G) {
		n := g.uni(4, 300, 9000, 0)
		b := g.uni(4, 20000, 900000, 0)
		var tb, tn int64
		for i := range n {
			tn += n[i].n
			tb += b[i].n
		}
		var rows []Row
		for i, l := range []string{"Commercial real estate", "Residential mortgage", "Consumer", "Agricultural"} {
			rows = append(rows, rv(l, v(cnt(0), n[i]), v(usd(3), b[i]), v(pct, F(b[i].f()/float64(tb)*100, 1))))
		}
		rows[0].cells[1].pre = "$"
		rows = append(rows, rv("Total loans", v(cnt(0), I(tn)), v(usd(3), I(tb)).S("$"), v(pct, F(100, 1))).Tot())
		g.t(T("Loan portfolio at "+g.fy+", "+g.yr(0), "", "", []string{"Number of loans", g.pick("Amount\n(in thousands)", "Balance (in thousands)"), g.pick("Percent of total", "% of total")}, rows...))
		g.talk()
	})
	add("span-header-scales", "Two spanning headers with different scales over the years.", func(g *G) {
		var rows []Row
		for _, l := range []string{"Trucks", "Buses", "Engines", "Service parts"} {
			a, b, c := g.vec(2, 100, 5000, 0), g.vec(2, 9, 190, 1), g.i(0, 1)
			_ = c
			rows = append(rows, rv(l, v(usd(6), a[0]), v(usd(6), a[1]), v(cnt(3), b[0]), v(cnt(3), b[1])))
		}
		rows[0].cells[0].pre, rows[0].cells[1].pre = "$", "$"
		t := T("Revenue and deliveries", "", "", []string{g.yr(0), g.yr(1), g.yr(0), g.yr(1)}, rows...)
		t.top = []H{{"Revenue (in millions)", 2}, {"Units sold (in thousands)", 2}}
		g.t(t)
		g.talk()
	})
	add("amount-and-per-share-columns", "A reconciliation with a column in millions and one per share.", func(g *G) {
		shr := g.f(80, 900)
		am := []int64{g.i(300, 3000), g.i(10, 120), g.i(10, 90), -g.i(5, 60)}
		var rows []Row
		var ta, tp int64
		for i, l := range []string{"Net income, as reported", "Restructuring charges", "Acquisition costs", "Tax effect of adjustments"} {
			p := F(float64(am[i])/shr, 2)
			ta += am[i]
			tp += p.n
			rows = append(rows, rv(l, v(usd(6), I(am[i])), v(dps, p)))
		}
		rows = append(rows, rv("Adjusted net income", v(usd(6), I(ta)).S("$"), v(dps, N{tp, 2}).S("$")).Tot())
		rows[0].cells[0].pre, rows[0].cells[1].pre = "$", "$"
		t := T("Reconciliation of adjusted earnings", "", "", []string{"Amount (in millions)", g.pick("Per diluted share", "Per share", "Diluted EPS")}, rows...)
		if g.chance(.4) {
			t.cols[0] = "Amount"
			t.unit, t.at = "(in millions, except per share amounts)", "cap"
		}
		g.t(t)
		g.talk()
	})
	add("repurchases-monthly", "Issuer purchases: shares in full, price per share, approximate dollars in millions.", func(g *G) {
		left := g.f(300, 2000)
		base := g.f(20, 140)
		var rows []Row
		var tn int64
		var val float64
		for _, l := range months(g) {
			n := g.i(20000, 900000)
			p := F(base*g.f(.92, 1.08), 2)
			left -= float64(n) * p.f() / 1e6
			tn += n
			val += float64(n) * p.f()
			rows = append(rows, rv(l, v(sh(0), I(n)), v(dps, p).S("$"), v(sh(0), I(n-n/9)), v(usd(6), F(left, 1)).S("$")))
		}
		rows = append(rows, rv("Total", v(sh(0), I(tn)), v(dps, F(val/float64(tn), 2)).S("$"), nl(), nl()).Tot())
		g.h("Issuer Purchases of Equity Securities")
		t := T("", "", "", []string{"Total number of shares purchased", "Average price paid per share", "Total number of shares purchased as part of publicly announced programs", "Approximate dollar value of shares that may yet be purchased under the programs (in millions)"}, rows...)
		t.corner = "Period"
		g.t(t)
		g.talk()
	})
	add("repurchases-thousands-caption", "Purchases with shares and remaining value in thousands by the caption, price per share in dollars.", func(g *G) {
		var rows []Row
		base := g.f(20, 140)
		for _, l := range months(g) {
			rows = append(rows, rv(l, v(sh(3), I(g.i(90, 900))), v(dps, F(base*g.f(.92, 1.08), 2)).S("$"), v(usd(3), I(g.i(90000, 900000))).S("$")))
		}
		g.t(T("Share repurchases", g.pick("(in thousands, except per share amounts)", "(In thousands, except average price paid per share)"), "cap", []string{"Number of shares purchased", "Average price paid per share", "Value that may yet be purchased"}, rows...))
		g.talk()
	})
	add("equity-statement-shares-and-amount", "The shares column and the amount column are both in thousands.", func(g *G) {
		b, c := g.i(40000, 300000), g.i(90000, 900000)
		s1, s2 := g.i(300, 4000), -g.i(300, 4000)
		a1, a2 := g.i(3000, 40000), -g.i(3000, 40000)
		w := func(l string, s, a int64) Row { return rv(l, v(sh(3), I(s)), v(usd(3), I(a))) }
		t := T("Common stock and paid-in capital", g.pick("(In thousands)", "(in thousands)", "(shares and dollars in thousands)"), g.pick("cap", "corner"), []string{"Shares", "Amount"}, w("Balance, beginning of year", b, c).D(), w("Stock issued under employee plans", s1, a1), w("Repurchases", s2, a2), w("Balance, end of year", b+s1+s2, c+a1+a2).D().Tot())
		t.top = []H{{"Common Stock", 2}}
		g.t(t)
		g.talk()
	})
	add("average-balance-yield", "Average balances and interest in thousands with yields in percent.", func(g *G) {
		w := func(l string) Row {
			a, b := g.i(90000, 4000000), g.i(90000, 4000000)
			x, y := g.f(2, 7), g.f(2, 7)
			i1, i2 := I(int64(float64(a)*x/100)), I(int64(float64(b)*y/100))
			return rv(l, v(usd(3), I(a)), v(usd(3), i1), v(pct, F(i1.f()/float64(a)*100, 2)), v(usd(3), I(b)), v(usd(3), i2), v(pct, F(i2.f()/float64(b)*100, 2)))
		}
		t := T("Average balances and yields", "(dollars in thousands)", g.pick("cap", "corner"), []string{"Average balance", "Interest", "Yield/rate", "Average balance", "Interest", "Yield/rate"}, w("Loans").D(), w("Taxable securities"), w("Interest-bearing deposits"), w("Long-term borrowings"))
		t.top = []H{{g.yr(0), 3}, {g.yr(1), 3}}
		g.t(t)
	})
	add("segment-table-with-percent-rows", "Segments in columns: money in millions, with margins in percent.", func(g *G) {
		a := g.uni(3, 300, 9000, 0)
		mg := g.uni(3, 4, 22, 1)
		var op []N
		for i := range a {
			op = append(op, F(a[i].f()*mg[i].f()/100, 0))
		}
		g.t(T("Segment results, "+g.yr(0), g.pick("(Dollars in millions)", "(in millions)"), g.pick("cap", "corner", "row"), []string{"Aerospace", "Automation", "Materials"}, r("Net sales", usd(6), a...).D(), r("Segment profit", usd(6), op...), r("Segment margin", pct, ratioN(op, a, 100, 1)...), r("Capital expenditures", usd(6), g.uni(3, 20, 400, 0)...), r("Percentage of total sales", pct, ratioN(a, []N{I(a[0].n + a[1].n + a[2].n), I(a[0].n + a[1].n + a[2].n), I(a[0].n + a[1].n + a[2].n)}, 100, 0)...)))
		g.talk()
	})
	add("quarterly-in-thousands", "Quarters as columns, money in thousands, per-share data in dollars.", func(g *G) {
		s := g.is(4, 9000, 400000, 0, 3, 3, 0)
		g.h("Quarterly Financial Data (Unaudited)")
		t := T("", g.pick("(in thousands, except per share data)", "(In thousands, except per share amounts)"), g.pick("cap", "corner", "row"), []string{"First Quarter", "Second Quarter", "Third Quarter", "Fourth Quarter"}, r("Net sales", usd(3), s.rev...).D(), r("Gross profit", usd(3), s.gp...), r("Net income", usd(3), s.ni...), r("Basic earnings per share", dps, s.beps...).D(), r("Diluted earnings per share", dps, s.deps...).D())
		if g.chance(.5) {
			t.cols = []string{"March 31", "June 30", "September 30", "December 31"}
			t.top = []H{{"Quarter ended", 4}}
		}
		g.t(t)
		g.talk()
	})
	add("quarters-as-rows", "Quarters are rows; the price columns are dollars per share although the report is in millions.", func(g *G) {
		var rows []Row
		for _, q := range []string{"First quarter", "Second quarter", "Third quarter", "Fourth quarter"} {
			lo := g.f(20, 80)
			row := rv(q, v(dps, F(lo*g.f(1.1, 1.4), 2)), v(dps, F(lo, 2)), v(dps, F(g.f(.1, .6), 2)))
			rows = append(rows, row.D())
		}
		g.p("The amounts in this report are in millions, except share and per share amounts.")
		g.h("Market for Registrant’s Common Equity")
		g.t(T("Our common stock trades on the New York Stock Exchange. The quarterly sales prices and dividends per share were:", "", "", []string{"High", "Low", "Dividends declared"}, rows...))
	})
	add("contractual-obligations", "Columns of due periods under a unit in millions.", func(g *G) {
		w := func(l string, hi int64) (Row, []int64) {
			a := []int64{0, g.i(9, hi), g.i(9, hi), g.i(9, hi), g.i(9, hi)}
			a[0] = a[1] + a[2] + a[3] + a[4]
			return r(l, usd(6), I(a[0]), I(a[1]), I(a[2]), I(a[3]), I(a[4])), a
		}
		x, a := w("Long-term debt", 3000)
		y, b := w("Interest on debt", 900)
		z, c := w("Purchase obligations", 700)
		var tt []N
		for i := range a {
			tt = append(tt, I(a[i]+b[i]+c[i]))
		}
		g.p("The following table sets out our contractual obligations as of %s, %s (in millions):", g.fy, g.yr(0))
		g.t(T("", "", "", []string{"Total", "Less than 1 year", "1-3 years", "3-5 years", "More than 5 years"}, x.D(), y, z, r("Total obligations", usd(6), tt...).D().Tot()))
	})
	add("fair-value-levels", "Fair value levels in thousands with nil cells.", func(g *G) {
		a, b, c, d := g.i(900, 90000), g.i(900, 90000), g.i(900, 9000), g.i(900, 9000)
		u := usd(3)
		g.t(T("Recurring fair value measurements", "(in thousands)", g.pick("cap", "row", "corner"), []string{"Level 1", "Level 2", "Level 3", "Total"},
			rv("Money market funds", v(u, I(a)), nl(), nl(), v(u, I(a))).D(), rv("Corporate debt securities", nl(), v(u, I(b)), nl(), v(u, I(b))), rv("Contingent consideration", nl(), nl(), v(u, I(-c)), v(u, I(-c))), rv("Foreign currency contracts", nl(), v(u, I(d)), nl(), v(u, I(d))), rv("Total", v(u, I(a)), v(u, I(b+d)), v(u, I(-c)), v(u, I(a+b+d-c))).D().Tot()))
		g.talk()
	})
	add("compensation-dollar-columns", "A compensation table in whole dollars, marked ($) in the headers, and a count of shares marked (#).", func(g *G) {
		w := func(l string) Row {
			a, b, c, d := g.i(300, 1400)*1000, g.i(200000, 2000000), g.i(300000, 6000000), g.i(9000, 90000)
			return rv(l, v(usd(0), I(a)), v(usd(0), I(b)), v(usd(0), I(c)), v(usd(0), I(d)), v(usd(0), I(a+b+c+d)), v(sh(0), I(g.i(9000, 90000))))
		}
		g.p("The following table sets forth the compensation of our named executive officers for fiscal %s.", g.yr(0))
		g.t(T("", "", "", []string{"Salary ($)", "Bonus ($)", "Stock awards ($)", "All other compensation ($)", "Total ($)", "Stock awards: number of shares (#)"}, w("M. R. Halvorsen, Chief Executive Officer"), w("T. Okoye, Chief Financial Officer"), w("L. Brandt, General Counsel")))
	})
	add("beneficial-ownership", "Shares owned in full and percent of class.", func(g *G) {
		out := float64(g.i(40, 300)) * 1e6
		w := func(l string) Row {
			n := g.i(500000, 20000000)
			return rv(l, v(sh(0), I(n)), v(pct, F(float64(n)/out*100, 1)))
		}
		g.t(T("Security ownership of certain beneficial owners", "", "", []string{"Number of shares beneficially owned", g.pick("Percent of class", "Percentage of shares outstanding")}, w("Halberd Asset Management"), w("Norwood Trust Company"), w("Cole Fund Advisers LP"), w("All directors and officers as a group (14 persons)")))
		g.talk()
	})
	add("derivative-notional-and-rate", "Notional in millions and rates in percent by column.", func(g *G) {
		w := func(l string) Row {
			return rv(l, v(usd(6), I(g.i(90, 2000))).S("$"), v(pct, F(g.f(1, 6), 2)), v(pct, F(g.f(1, 6), 2)), v(usd(6), F(g.f(-40, 40), 1)).S("$"))
		}
		g.t(T("Interest rate swaps", "", "", []string{"Notional amount\n(in millions)", "Average pay rate", "Average receive rate", "Fair value\n(in millions)"}, w("Maturing "+sp("%d", g.y+1)), w("Maturing "+sp("%d", g.y+2)), w("Maturing "+sp("%d", g.y+3)), w("Maturing "+sp("%d", g.y+5))))
		g.talk()
	})
	add("three-and-six-months", "Two groups of periods in one table in millions.", func(g *G) {
		s := g.is(4, 900, 9000, 0, 6, 6, 1)
		q := g.pick("June 30,", "September 30,")
		l := "Six Months Ended "
		if q == "September 30," {
			l = "Nine Months Ended "
		}
		// make the longer periods longer
		f := func(x []N) []N { return []N{x[0], x[1], N{x[0].n + x[2].n, x[0].d}, N{x[1].n + x[3].n, x[0].d}} }
		t := T("", g.pick("(In millions, except per share amounts)", "(Dollars in millions, except per share data)"), g.pick("cap", "corner"), []string{g.yr(0), g.yr(1), g.yr(0), g.yr(1)}, r("Net sales", usd(6), f(s.rev)...).D(), r("Cost of sales", usd(6), f(s.cogs)...), r("Net income", usd(6), f(s.ni)...), r("Net income per share — diluted", dps, f(s.deps)...).D())
		t.top = []H{{"Three Months Ended " + q, 2}, {l + q, 2}}
		g.t(t)
		g.talk()
	})
	add("dividends-per-share-and-total", "Dividends: per share in dollars and total in millions.", func(g *G) {
		shr := g.f(90, 900)
		var rows []Row
		for _, d := range []string{"February 9", "May 11", "August 10", "November 9"} {
			p := F(g.f(.1, .9), 3)
			rows = append(rows, rv(d, v(dps, p).S("$"), v(usd(6), F(p.f()*shr, 1)).S("$")))
		}
		t := T("Dividends declared in "+g.yr(0), "", "", []string{"Dividend per share", g.pick("Total amount (in millions)", "Amount\n(in millions)")}, rows...)
		t.corner = "Declaration date"
		g.t(t)
	})
	add("share-of-total-by-country", "Revenue in thousands with percent of total beside each year.", func(g *G) {
		a, b, c := g.vec(2, 9000, 300000, 0), g.vec(2, 9000, 300000, 0), g.vec(2, 9000, 300000, 0)
		tt := sumN(a, b, c)
		w := func(l string, x []N, s string) Row {
			q := ratioN(x, tt, 100, 0)
			return rv(l, v(usd(3), x[0]).S(s), v(pct, q[0]), v(usd(3), x[1]).S(s), v(pct, q[1]))
		}
		t := T("Revenue by geography", g.pick("(in thousands)", "(In thousands, except percentages)"), "cap", []string{"", "%", "", "%"}, w("United States", a, "$"), w("Germany", b, ""), w("Rest of world", c, ""), w("Total revenue", tt, "$").Tot())
		t.cols = []string{"Amount", "% of total", "Amount", "% of total"}
		t.top = []H{{g.yr(0), 2}, {g.yr(1), 2}}
		g.t(t)
		g.talk()
	})
}

// ---- Stock and options ----

func equity() {
	add("stock-performance", "Cumulative value of $100 invested; not scaled.", func(g *G) {
		g.p("Dollar amounts in this annual report are in millions unless stated.")
		g.p("The graph and table compare the cumulative total return on %s common stock with two indexes, assuming $100 was invested on %s, %s and dividends were reinvested.", g.co, g.fy, g.yr(5))
		w := func(l string) Row {
			x := 100.0
			ns := []N{F(100, 2)}
			for i := 0; i < 5; i++ {
				x *= g.f(.85, 1.3)
				ns = append(ns, F(x, 2))
			}
			return r(l, price("USD"), ns...).D()
		}
		var c []string
		for i := 5; i >= 0; i-- {
			c = append(c, g.yr(i))
		}
		g.t(T("Comparison of five-year cumulative total return", "", "", c, w(g.co), w("S&P 500 Index"), w("S&P 500 Industrials Index")))
	})
	add("options-thousands-intrinsic-millions", "Options in thousands, exercise price in dollars, intrinsic value in millions, all by header.", func(g *G) {
		w := func(l string, n float64, sg float64) Row {
			return rv(l, v(opt(3), F(n*sg, 0)), v(dps, F(g.f(12, 90), 2)).S("$"), nl(), nl())
		}
		end := w("Outstanding at end of year", g.f(3000, 30000), 1)
		end.cells[2], end.cells[3] = v(meas, F(g.f(3, 8), 1)), v(usd(6), F(g.f(9, 400), 1)).S("$")
		ex := w("Exercisable at end of year", g.f(1000, 3000), 1)
		ex.cells[2], ex.cells[3] = v(meas, F(g.f(2, 6), 1)), v(usd(6), F(g.f(4, 100), 1)).S("$")
		g.talk()
		g.t(T("Stock option activity", "", "", []string{g.pick("Number of options (in thousands)", "Shares\n(in thousands)"), g.pick("Weighted-average exercise price", "Weighted average exercise price per share"), "Weighted-average remaining life (years)", g.pick("Aggregate intrinsic value (in millions)", "Aggregate intrinsic value\n($ in millions)")}, w("Outstanding at beginning of year", g.f(3000, 30000), 1), w("Granted", g.f(300, 3000), 1), w("Exercised", g.f(300, 3000), -1), w("Canceled", g.f(30, 300), -1), end, ex))
	})
	add("options-full-shares", "Options in full, exercise price in dollars, intrinsic value in thousands.", func(g *G) {
		w := func(l string, lo, hi int64) Row {
			return rv(l, v(opt(0), I(g.i(lo, hi))), v(dps, F(g.f(4, 60), 2)).S("$"), nl())
		}
		e := w("Options outstanding, end of period", 2000000, 9000000)
		e.cells[2] = v(usd(3), I(g.i(900, 90000))).S("$")
		e2 := w("Options exercisable, end of period", 1000000, 2000000)
		e2.cells[2] = v(usd(3), I(g.i(900, 90000))).S("$")
		g.t(T("", "", "", []string{"Number of options", "Weighted-average exercise price", "Aggregate intrinsic value (in thousands)"}, w("Options outstanding, beginning of period", 2000000, 9000000), w("Options granted", 200000, 900000), w("Options forfeited", 20000, 90000), e, e2))
		g.talk()
	})
	add("option-price-ranges", "Rows are ranges of exercise prices; shares in thousands by the caption.", func(g *G) {
		lo := g.f(5, 15)
		var rows []Row
		for i := 0; i < 4; i++ {
			hi := lo + g.f(4, 14)
			rows = append(rows, rv(sp("$%.2f – $%.2f", lo, hi), v(opt(3), I(g.i(200, 9000))), v(meas, F(g.f(1, 9), 1)), v(dps, F((lo+hi)/2, 2)).S("$")))
			lo = hi + .01
		}
		t := T("Options outstanding at "+g.fy+", "+g.yr(0), g.pick("(shares in thousands)", "(Shares in thousands)"), "cap", []string{"Number outstanding", "Weighted-average remaining contractual life (years)", "Weighted-average exercise price"}, rows...)
		t.corner = "Range of exercise prices"
		g.t(t)
		g.talk()
	})
	add("rsu-units", "Restricted stock units in thousands and fair value per unit.", func(g *G) {
		w := func(l string, n int64) Row { return rv(l, v(sh(3), I(n)), v(dps, F(g.f(20, 140), 2)).S("$")) }
		a, b, c, d := g.i(900, 9000), g.i(300, 3000), g.i(200, 400), g.i(20, 90)
		g.p("Restricted stock unit activity was as follows (shares in thousands):")
		g.t(T("", "", "", []string{"Number of shares", "Weighted-average grant-date fair value per share"}, w("Unvested, beginning of year", a), w("Granted", b), w("Vested", -c), w("Forfeited", -d), w("Unvested, end of year", a+b-c-d)))
	})
	add("black-scholes-assumptions", "Percentages, years and dollars per option in one table under a document in thousands.", func(g *G) {
		g.p("Amounts are in thousands, except share and per share data and percentages.")
		g.t(T("Option valuation assumptions", "", "", g.years(3), r("Risk-free interest rate", pct, g.uni(3, .4, 5, 2)...), r("Expected volatility", pct, g.uni(3, 20, 60, 1)...), r("Dividend yield", pct, g.uni(3, .2, 3, 1)...), r("Expected life (in years)", meas, g.uni(3, 3, 8, 1)...), r("Weighted-average fair value per option granted", dps, g.uni(3, 3, 30, 2)...).D()))
		g.talk()
	})
	add("stock-compensation-expense", "Compensation cost in millions beside shares in thousands by sentence.", func(g *G) {
		g.p("Share amounts are in thousands and dollar amounts are in millions in the table below, except per share data.")
		g.t(T("Employee stock purchase plan", "", "", g.years(3), r("Shares issued", sh(3), g.uni(3, 300, 4000, 0)...), r("Average price per share", dps, g.uni(3, 10, 90, 2)...).D(), r("Compensation expense", usd(6), g.uni(3, 4, 90, 0)...).D(), r("Cash received from employees", usd(6), g.uni(3, 9, 190, 0)...).D()))
	})
	add("equity-compensation-plans", "Equity compensation plan information in full shares.", func(g *G) {
		a, b, c, d := g.i(2000000, 20000000), g.i(20000, 900000), g.i(2000000, 9000000), g.i(20000, 900000)
		p1, p2 := g.f(10, 60), g.f(10, 60)
		g.t(T("Equity Compensation Plan Information", "", "", []string{"Number of securities to be issued upon exercise of outstanding options", "Weighted-average exercise price of outstanding options", "Number of securities remaining available for future issuance"},
			rv("Plans approved by security holders", v(sh(0), I(a)), v(dps, F(p1, 2)).S("$"), v(sh(0), I(c))), rv("Plans not approved by security holders", v(sh(0), I(b)), v(dps, F(p2, 2)).S("$"), v(sh(0), I(d))), rv("Total", v(sh(0), I(a+b)), v(dps, F((p1*float64(a)+p2*float64(b))/float64(a+b), 2)).S("$"), v(sh(0), I(c+d)))))
		g.talk()
	})
	add("ads-per-share", "RMB in thousands with per-ADS amounts in RMB.", func(g *G) {
		s := g.is(2, 90000, 9000000, 0, 3, 3, 0)
		g.t(T("Results", g.pick("(RMB in thousands, except for share and per ADS data)", "(In thousands of RMB, except share and per ADS data)"), "cap", g.years(2), r("Net revenues", m("CNY", 3), s.rev...), r("Operating profit", m("CNY", 3), s.op...), r("Net income", m("CNY", 3), s.ni...), r("Basic net income per ADS", ps("CNY"), g.uni(2, .4, 19, 2)...), r("Diluted net income per ADS", ps("CNY"), g.uni(2, .4, 19, 2)...)))
		g.talk()
	})
	add("partnership-units", "A partnership: thousands, except unit and per unit data.", func(g *G) {
		s := g.is(3, 40000, 900000, 0, 3, 0, 0)
		g.t(T("Selected partnership data", g.pick("(in thousands, except unit and per unit data)", "(Dollars in thousands, except per unit amounts and units)"), "cap", g.years(3), r("Revenues", usd(3), s.rev...).D(), r("Net income", usd(3), s.ni...), r("Net income per limited partner unit", dps, s.beps...).D(), r("Distributions declared per unit", dps, g.uni(3, .4, 3, 4)...).D(), r("Weighted-average limited partner units outstanding", U{K: "shares", also: []string{"count"}}, s.bs...)))
	})
	add("stock-split-adjusted-ratio", "Shares and prices per share, with a price/earnings ratio.", func(g *G) {
		e := g.uni(3, .8, 7, 2)
		p := g.uni(3, 14, 140, 2)
		g.t(T("Per share information", "", "", g.years(3), r("Diluted earnings per share", dps, e...).D(), r("Year-end market price per share", dps, p...).D(), r("Price/earnings ratio", ratx, ratioN(p, e, 1, 1)...), r("Dividend yield", pct, g.uni(3, .5, 4, 1)...), r("Shares outstanding at year end (in millions)", sh(6), g.vec(3, 40, 900, 1)...)))
		g.talk()
	})
}

// ---- Rates, taxes, debt, pensions ----

func ratesAndTaxes() {
	add("tax-reconciliation-percent", "Statutory to effective rate in percent, while the note is in millions.", func(g *G) {
		g.h("Income taxes (Dollars in millions)")
		a, b, c := g.uni(3, .5, 4, 1), g.uni(3, -6, -.5, 1), g.uni(3, -2, 2, 1)
		st := []N{{210, 1}, {210, 1}, {210, 1}}
		p := pct
		g.p("A reconciliation of the statutory rate to the effective rate follows:")
		g.t(T("", "", "", g.years(3), r("Federal statutory rate", p, st...), r("State taxes, net of federal benefit", p, a...), r("Foreign rate differential", p, b...), r("Other, net", p, c...), r("Effective tax rate", p, sumN(st, a, b, c)...).Tot()))
	})
	add("tax-reconciliation-dollars", "The reconciliation in thousands of dollars, its last row a rate.", func(g *G) {
		pre := g.vec(3, 90000, 900000, 0)
		a := scaleN(pre, .21)
		b, c := g.uni(3, 900, 9000, 0), g.uni(3, -9000, -900, 0)
		tot := sumN(a, b, c)
		g.talk()
		g.t(T("Reconciliation of income tax expense", g.pick("(in thousands)", "(Dollars in thousands)"), g.pick("cap", "corner", "row"), g.years(3), r("Tax at statutory rate", usd(3), a...).D(), r("State income taxes", usd(3), b...), r("Research credits", usd(3), c...), r("Provision for income taxes", usd(3), tot...).D().Tot(), r("Effective tax rate", pct, ratioN(tot, pre, 100, 1)...)))
	})
	add("tax-amount-and-percent-columns", "Amount and percent columns for each year.", func(g *G) {
		pre := g.i(900, 9000)
		pre2 := g.i(900, 9000)
		w := func(l string, k1, k2 float64) Row {
			return rv(l, v(usd(6), F(k1/100*float64(pre), 0)), v(pct, F(k1, 1)), v(usd(6), F(k2/100*float64(pre2), 0)), v(pct, F(k2, 1)))
		}
		t := T("Tax reconciliation", g.pick("(Dollars in millions)", "(in millions, except percentages)"), "cap", []string{"Amount", "Percent", "Amount", "Percent"}, w("U.S. statutory rate", 21, 21).D(), w("Foreign operations", -g.f(1, 5), -g.f(1, 5)), w("Nondeductible items", g.f(1, 3), g.f(1, 3)))
		t.top = []H{{g.yr(0), 2}, {g.yr(1), 2}}
		g.t(t)
	})
	add("debt-table-with-rates", "A rate column in percent and balances in millions.", func(g *G) {
		var rows []Row
		var s1, s2 int64
		for i := 0; i < 4; i++ {
			a, b := g.i(2, 40)*50, g.i(2, 40)*50
			s1 += a
			s2 += b
			row := rv(sp("Senior notes due %d", g.y+2+3*i), v(pct, F(g.f(1.2, 7.5), 3)), v(usd(6), I(a)), v(usd(6), I(b)))
			rows = append(rows, row)
		}
		rows[0] = rows[0].D()
		rows = append(rows, rv("Total long-term debt", tx(" "), v(usd(6), I(s1)), v(usd(6), I(s2))).D().Tot())
		g.t(T("Long-term debt", g.pick("(in millions)", "(Dollars in millions)", "(in millions, except interest rates)"), g.pick("cap", "corner", "row"), []string{g.pick("Interest rate", "Effective rate", "Coupon"), g.yr(0), g.yr(1)}, rows...))
		g.talk()
	})
	add("debt-with-maturity-column", "Maturity years in a column stay years; principal in thousands.", func(g *G) {
		var rows []Row
		for i, l := range []string{"Revolving credit facility", "Term loan A", "Term loan B", "Convertible notes"} {
			rows = append(rows, rv(l, tx(sp("%d", g.y+2+i)), v(pct, F(g.f(2, 8), 2)), v(usd(3), I(g.i(9, 900)*500))))
		}
		rows[0] = rows[0].D()
		g.t(T("", g.pick("(dollars in thousands)", "($ in thousands)"), g.pick("corner", "row"), []string{"Maturity", "Interest rate", "Principal outstanding"}, rows...))
		g.talk()
	})
	add("debt-maturities-inline-years", "Years as columns of maturities, in millions by the sentence before.", func(g *G) {
		var c []string
		var a, b []N
		for i := 1; i <= 5; i++ {
			c = append(c, sp("%d", g.y+i))
			a, b = append(a, I(g.i(50, 2000))), append(b, I(g.i(50, 900)))
		}
		g.p("Scheduled maturities of long-term debt at %s, %s, in millions of dollars, are:", g.fy, g.yr(0))
		g.t(T("", "", "", c, r("Parent company", usd(6), a...).D(), r("Financing subsidiaries", usd(6), b...), r("Total maturities", usd(6), sumN(a, b)...).D()))
	})
	add("pension-assumptions", "Pension assumptions are percentages whatever the note's dollars in millions.", func(g *G) {
		g.h("Note 14. Pension Plans (dollars in millions)")
		g.p("The weighted-average assumptions used to determine benefit obligations were as follows:")
		p := pct
		if g.k%2 == 0 {
			p = pct
		}
		g.t(T("", "", "", g.years(2), r("Discount rate", p, g.uni(2, 2, 6, 2)...), r("Rate of compensation increase", p, g.uni(2, 2, 4.5, 2)...), r("Expected long-term return on plan assets", p, g.uni(2, 5, 8, 2)...)))
		g.talk()
	})
	add("pension-obligation-and-assumptions", "Obligations in millions and assumption rows in percent in one table.", func(g *G) {
		a, b, c, d := g.vec(2, 900, 9000, 0), g.vec(2, 20, 190, 0), g.vec(2, 40, 300, 0), g.vec(2, 40, 400, 0)
		g.t(T("Pension benefits", g.pick("(dollars in millions)", "(in millions, except percentages)"), g.pick("cap", "row"), g.years(2), r("Benefit obligation, beginning of year", usd(6), a...).D(), r("Service cost", usd(6), b...), r("Interest cost", usd(6), c...), r("Benefits paid", usd(6), neg(d)...), r("Benefit obligation, end of year", usd(6), sumN(a, b, c, neg(d))...).D().Tot(), sec("Weighted-average assumptions at year end:"), r("Discount rate", pct, g.uni(2, 2, 6, 2)...).In(1), r("Rate of increase in compensation", pct, g.uni(2, 2, 5, 2)...).In(1)))
	})
	add("plan-asset-allocation", "Target and actual allocation in percent, assets in millions.", func(g *G) {
		a, b, c := g.i(900, 4000), g.i(900, 4000), g.i(90, 400)
		t := float64(a + b + c)
		w := func(l string, x int64, tg int64) Row {
			return rv(l, v(pct, I(tg)), v(pct, F(float64(x)/t*100, 0)), v(usd(6), I(x)).S("$"))
		}
		g.t(T("Plan assets at "+g.fy+", "+g.yr(0), "", "", []string{"Target allocation", "Actual allocation", g.pick("Fair value (in millions)", "Fair value\n(Dollars in millions)")}, w("Equity securities", a, 50), w("Debt securities", b, 45), w("Real estate", c, 5)))
		g.talk()
	})
	add("basis-points", "Basis points: a hundredth of a percent each.", func(g *G) {
		u := bp
		g.t(T("Spreads and margins", "", "", g.years(2), r("Net interest margin", pct, g.uni(2, 2, 4.5, 2)...), r("Credit spread on senior debt (basis points)", u, g.uni(2, 60, 350, 0)...), r("Net charge-offs (in basis points of average loans)", u, g.uni(2, 11, 140, 0)...), r("Efficiency ratio", pct, g.uni(2, 48, 70, 1)...)))
		g.talk()
	})
	add("exchange-rates", "Exchange rates are plain ratios beside a document in millions.", func(g *G) {
		g.p("This report is presented in millions of U.S. dollars, except where stated otherwise.")
		x := U{K: "ratio", also: []string{"money"}}
		w := func(l string, lo, hi float64, d int) Row { return r(l, x, g.uni(2, lo, hi, d)...) }
		t := T("Exchange rates (units of foreign currency per one U.S. dollar)", "", "", []string{"Average rate " + g.yr(0), "Year-end rate " + g.yr(0)}, w("Euro", .82, .99, 4), w("Japanese yen", 101, 155, 2), w("British pound", .7, .85, 4), w("Swiss franc", .85, 1.02, 4), w("Indian rupee", 62, 84, 2))
		g.t(t)
	})
	add("interest-rate-sensitivity", "Sensitivity rows with dollars in millions and percent changes.", func(g *G) {
		base := g.f(20, 90)
		w := func(l string, k float64) Row {
			return rv(l, v(usd(6), F(k*base*g.f(.85, 1.15), 0)).S("$"), v(pct, F(k*g.f(1, 4), 1)))
		}
		g.t(T("Change in net interest income", "", "", []string{g.pick("Amount (in millions)", "Dollar change (in millions)"), "Percent change"}, w("Rates up 200 basis points", 2), w("Rates up 100 basis points", 1), w("Rates down 100 basis points", -1), w("Rates down 200 basis points", -2)))
		g.talk()
	})
	add("lease-terms-and-rates", "Lease cost in millions, then term in years and rate in percent.", func(g *G) {
		a, b, c := g.vec(2, 90, 900, 0), g.vec(2, 9, 90, 0), g.vec(2, 9, 190, 0)
		g.t(T("Lease information", g.pick("(Dollars in millions)", "(in millions, except lease term and discount rate)"), g.pick("cap", "corner"), g.years(2), r("Operating lease cost", usd(6), a...).D(), r("Finance lease cost", usd(6), b...), r("Variable lease cost", usd(6), c...), r("Total lease cost", usd(6), sumN(a, b, c)...).D().Tot(), r("Weighted-average remaining lease term (years)", meas, g.uni(2, 3, 12, 1)...), r("Weighted-average discount rate", pct, g.uni(2, 1.5, 6.5, 2)...)))
	})
	add("useful-lives", "Intangibles in thousands with a column of years.", func(g *G) {
		w := func(l string) Row {
			a := g.i(900, 90000)
			b := a * g.i(10, 70) / 100
			return rv(l, v(meas, I(g.i(3, 20))), v(usd(3), I(a)), v(usd(3), I(-b)), v(usd(3), I(a-b)))
		}
		g.t(T("Intangible assets", g.pick("(in thousands)", "(Dollars in thousands)"), "cap", []string{"Weighted-average useful life (years)", "Gross carrying amount", "Accumulated amortization", "Net carrying amount"}, w("Customer relationships").D(), w("Developed technology"), w("Trade names"), w("Licenses")))
		g.talk()
	})
	add("ratios-with-x", "Ratios printed with an x beside money in millions.", func(g *G) {
		e := g.vec(2, 300, 4000, 0)
		d := scaleN(e, g.f(1, 4))
		g.t(T("Leverage", "($ in millions)", g.pick("cap", "corner"), g.years(2), r("Total debt", usd(6), d...).D(), r("Adjusted EBITDA", usd(6), e...), r("Debt to adjusted EBITDA", ratx, ratioN(d, e, 1, 1)...), r("Interest coverage", ratx, g.uni(2, 2, 14, 1)...), r("Fixed charge coverage ratio", ratx, g.uni(2, 1.2, 5, 2)...)))
		g.talk()
	})
	add("ratios-to-1", "Ratios printed as so many to 1.", func(g *G) {
		g.talk()
		g.t(T("Liquidity", g.pick("(Dollars in thousands)", "(in thousands)"), "cap", g.years(3), r("Working capital", usd(3), g.vec(3, 9000, 400000, 0)...).D(), r("Current ratio", rat1, g.uni(3, 1.1, 3.6, 1)...), r("Long-term debt", usd(3), g.vec(3, 9000, 400000, 0)...), r("Debt to equity", rat1, g.uni(3, .2, 1.9, 2)...)))
	})
	add("percentage-points", "Margins in percent with a change in percentage points.", func(g *G) {
		pt := U{K: "percent", suf: g.pick(" pts", " pts.", " pp")}
		w := func(l string, lo, hi float64) Row {
			a := F(g.f(lo, hi), 1)
			b := F(a.f()+g.f(-3, 3), 1)
			if a.n == b.n {
				b.n++
			}
			return rv(l, v(pct, a), v(pct, b), v(pt, N{a.n - b.n, 1}))
		}
		g.t(T("Margins", "", "", []string{g.yr(0), g.yr(1), "Change"}, w("Gross margin", 30, 60), w("Operating margin", 9, 24), w("Effective tax rate", 17, 29), w("Return on sales", 5, 14)))
		g.talk()
	})
	add("percent-in-own-cell", "The percent sign stands in a cell of its own.", func(g *G) {
		g.pin = style(g.pick("font", "nineties", "printer", "workiva", "close"))
		s := g.is(3, 900, 40000, 0, 6, 6, 1)
		g.p("The following table shows items of the income statement as a percentage of net sales:")
		full := []N{{1000, 1}, {1000, 1}, {1000, 1}}
		g.t(T("", "", "", g.years(3), r("Net sales", pct, full...), r("Cost of sales", pct, ratioN(s.cogs, s.rev, 100, 1)...), r("Gross profit", pct, ratioN(s.gp, s.rev, 100, 1)...).Tot(), r("Selling, general and administrative", pct, ratioN(s.sga, s.rev, 100, 1)...), r("Operating income", pct, ratioN(s.op, s.rev, 100, 1)...)))
	})
	add("percent-of-sales-no-sign", "A table of percentages says so in the caption only.", func(g *G) {
		s := g.is(3, 900, 40000, 0, 6, 6, 1)
		g.p("Dollars in tables are in millions unless noted.")
		g.t(T("Operating results", g.pick("(as a percentage of net sales)", "(percent of net sales)", "(as a % of net sales)"), "cap", g.years(3), r("Cost of sales", pctn, ratioN(s.cogs, s.rev, 100, 1)...), r("Gross profit", pctn, ratioN(s.gp, s.rev, 100, 1)...), r("Selling and administrative expenses", pctn, ratioN(s.sga, s.rev, 100, 1)...), r("Net income", pctn, ratioN(s.ni, s.rev, 100, 1)...)))
		g.talk()
	})
	add("negative-percents", "Percentages in parentheses are negative.", func(g *G) {
		w := func(l string) Row { return r(l, pct, g.uni(3, -9, 9, 1)...) }
		g.talk()
		g.t(T("Year-over-year change in volume", "", "", g.years(3), w("Cement"), w("Aggregates"), w("Ready-mixed concrete"), w("Asphalt")))
	})
	add("tax-rate-row-in-income-table", "Rates in an income table in millions, printed with a sign.", func(g *G) {
		s := g.is(3, 900, 40000, 0, 6, 6, 1)
		g.t(T("Income tax summary", g.pick("(In millions)", "(Dollars in millions)"), g.pick("corner", "cap", "row"), g.years(3), r("Income before income taxes", usd(6), s.pre...).D(), r("Provision for income taxes", usd(6), s.tax...), r("Effective tax rate", pct, ratioN(s.tax, s.pre, 100, 1)...), r("Cash taxes paid", usd(6), scaleN(s.tax, g.f(.7, 1.1))...).D()))
		g.talk()
	})
	add("health-care-trend", "Trend rates in percent, effects in thousands in the next table.", func(g *G) {
		g.t(T("Assumed health care cost trend rates", "", "", g.years(2), r("Health care cost trend rate assumed for next year", pct, g.uni(2, 5, 9, 1)...), r("Ultimate trend rate", pct, g.uni(2, 4, 5, 1)...)))
		g.t(T("Effect of a one-percentage-point change", "(in thousands)", "cap", []string{"1% Increase", "1% Decrease"}, r("Effect on service and interest cost", usd(3), I(g.i(90, 900)), I(-g.i(90, 900))).D(), r("Effect on postretirement benefit obligation", usd(3), I(g.i(900, 9000)), I(-g.i(900, 9000)))))
	})
	add("capital-ratios-bank", "Capital in millions with ratios in percent.", func(g *G) {
		w := func(l string) Row {
			a := g.i(900, 40000)
			return rv(l, v(usd(6), I(a)), v(pct, F(g.f(8, 17), 2)), v(usd(6), I(a*6/10)), v(pct, F(g.f(4.5, 8), 2)))
		}
		t := T("Regulatory capital", g.pick("(Dollars in millions)", "($ in millions)"), g.pick("cap", "corner"), []string{"Amount", "Ratio", "Amount", "Ratio"}, w("Common equity tier 1 capital").D(), w("Tier 1 capital"), w("Total capital"))
		t.top = []H{{"Actual", 2}, {"Minimum required", 2}}
		g.t(t)
		g.talk()
	})
}

// ---- Industries ----

func industries() {
	add("oil-production", "Volumes in thousand barrels per day, prices per barrel, revenue in millions.", func(g *G) {
		g.talk()
		g.t(T("Upstream operating data", "", "", g.years(3), r("Revenue (millions of dollars)", usd(6), g.vec(3, 900, 9000, 0)...).D(), r("Crude oil production (thousand barrels per day)", cnt(3), g.vec(3, 90, 900, 0)...), r("Natural gas production (million cubic feet per day)", cnt(6), g.vec(3, 90, 1900, 0)...), r("Average crude oil price ($/barrel)", price("USD"), g.uni(3, 38, 105, 2)...), r("Average natural gas price ($ per thousand cubic feet)", price("USD"), g.uni(3, 2, 8, 2)...), r("Net wells drilled", cnt(0), g.uni(3, 30, 700, 0)...)))
	})
	add("oil-reserves", "Reserves in millions of barrels by the caption.", func(g *G) {
		a, b, c := g.uni(2, 90, 900, 0), g.uni(2, 90, 900, 0), g.uni(2, 30, 90, 0)
		g.t(T("Proved crude oil reserves", g.pick("(millions of barrels)", "(in millions of barrels)"), g.pick("cap", "corner"), g.years(2), r("United States", cnt(6), a...), r("Canada", cnt(6), b...), r("Africa", cnt(6), c...), r("Total proved reserves", cnt(6), sumN(a, b, c)...).Tot()))
		g.talk()
	})
	add("gold-mining", "Ounces in thousands, cost per ounce in dollars, money in millions, by row.", func(g *G) {
		g.t(T("Operating statistics", "", "", g.years(2), r("Gold produced (thousands of ounces)", cnt(3), g.vec(2, 90, 5000, 0)...), r("Average realized gold price ($ per ounce)", price("USD"), g.uni(2, 1100, 2300, 0)...), r("All-in sustaining costs ($ per ounce)", price("USD"), g.uni(2, 700, 1400, 0)...), r("Revenue ($ millions)", usd(6), g.vec(2, 300, 9000, 0)...), r("Capital expenditures ($ millions)", usd(6), g.vec(2, 90, 900, 0)...)))
		g.talk()
	})
	add("airline-statistics", "Seat miles in millions, yields in cents, percentages and employees.", func(g *G) {
		c := U{K: "money", C: "USD", S: -2, also: []string{"per-share"}}
		g.t(T("Operating statistics", "", "", g.years(2), r("Available seat miles (in millions)", cnt(6), g.vec(2, 9000, 90000, 0)...), r("Revenue passengers carried (in thousands)", cnt(3), g.vec(2, 3000, 90000, 0)...), r("Load factor", pct, g.uni(2, 72, 88, 1)...), r("Passenger revenue per available seat mile (cents)", c, g.uni(2, 9, 15, 2)...), r("Average fuel price per gallon", price("USD"), g.uni(2, 1.4, 3.7, 2)...).D(), r("Full-time equivalent employees at year end", cnt(0), g.vec(2, 3000, 60000, 0)...), r("Operating aircraft at year end", cnt(0), g.uni(2, 90, 800, 0)...)))
		g.talk()
	})
	add("restaurant-counts", "Restaurants in numbers, comparable sales in percent, sales in millions.", func(g *G) {
		g.p("Dollars are in millions unless otherwise indicated.")
		a, b := g.vec(2, 300, 9000, 0), g.vec(2, 300, 9000, 0)
		g.t(T("System data", "", "", g.years(2), r("Systemwide sales", usd(6), g.vec(2, 900, 19000, 0)...).D(), r("Company-operated restaurants", cnt(0), a...), r("Franchised restaurants", cnt(0), b...), r("Total restaurants", cnt(0), sumN(a, b)...).Tot(), r("Comparable sales increase (decrease)", pct, g.uni(2, -5, 9, 1)...)))
	})
	add("retail-square-feet", "Square feet in thousands, sales per square foot in dollars, sales in millions.", func(g *G) {
		g.t(T("Retail operating data", g.pick("(Dollars in millions, except sales per square foot)", "($ in millions, except net sales per average square foot)"), "cap", g.years(3), r("Net sales", usd(6), g.vec(3, 900, 9000, 0)...).D(), r("Stores open at end of year", cnt(0), g.vec(3, 90, 2000, 0)...), r("Gross square feet at end of year (in thousands)", cnt(3), g.vec(3, 900, 90000, 0)...), r("Net sales per average square foot", price("USD"), g.uni(3, 140, 900, 0)...).D(), r("Comparable sales change", pct, g.uni(3, -4, 8, 1)...)))
		g.talk()
	})
	add("hotel-revpar", "Room revenue in dollars, occupancy in percent, rooms in numbers.", func(g *G) {
		oc := g.uni(2, 58, 82, 1)
		ad := g.uni(2, 90, 310, 2)
		var rp []N
		for i := range oc {
			rp = append(rp, F(oc[i].f()*ad[i].f()/100, 2))
		}
		g.p("The key indicators of our hotels are set forth below; dollar amounts elsewhere in this report are in thousands.")
		g.t(T("Hotel statistics", "", "", g.years(2), r("Average daily rate (ADR)", price("USD"), ad...).D(), r("Occupancy", pct, oc...), r("Revenue per available room (RevPAR)", price("USD"), rp...).D(), r("Number of rooms at year end", cnt(0), g.vec(2, 3000, 90000, 0)...)))
		g.talk()
	})
	add("reit-ffo", "Funds from operations in thousands, per-share and percentage rows.", func(g *G) {
		a, b, c := g.vec(2, 9000, 300000, 0), g.vec(2, 9000, 200000, 0), g.vec(2, 300, 9000, 0)
		shr := g.f(60, 200)
		f := sumN(a, b, neg(c))
		g.t(T("Funds from operations", g.pick("(in thousands, except per share data and percentages)", "(In thousands, except per share amounts)"), "cap", g.years(2), r("Net income", usd(3), a...).D(), r("Real estate depreciation", usd(3), b...), r("Gains on sales of property", usd(3), neg(c)...), r("Funds from operations", usd(3), f...).D().Tot(), r("FFO per diluted share", dps, scaleTo(f, 1/(shr*1000), 2)...).D(), r("Percent leased at year end", pct, g.uni(2, 88, 98, 1)...)))
		g.talk()
	})
	add("reit-properties", "Property list: square feet in full, percent leased, rent in thousands.", func(g *G) {
		w := func(l string) Row {
			return rv(l, v(cnt(0), I(g.i(90000, 900000))), v(pct, F(g.f(80, 99), 1)), v(usd(3), I(g.i(900, 30000))).S("$"), v(price("USD"), F(g.f(14, 70), 2)).S("$"))
		}
		g.t(T("Properties", "", "", []string{"Rentable square feet", "Percent leased", "Annualized base rent (in thousands)", "Base rent per square foot"}, w("Harbor Tower"), w("Mill Street Center"), w("Lakeside Commerce Park"), w("Old Quay Building")))
		g.talk()
	})
	add("insurance-ratios", "Premiums in millions, loss ratios in percent.", func(g *G) {
		a := g.uni(2, 55, 72, 1)
		b := g.uni(2, 24, 33, 1)
		g.t(T("Property-casualty results", g.pick("($ in millions)", "(in millions, except ratios)"), g.pick("cap", "corner", "row"), g.years(2), r("Premiums written", usd(6), g.vec(2, 900, 9000, 0)...).D(), r("Premiums earned", usd(6), g.vec(2, 900, 9000, 0)...), r("Underwriting income (loss)", usd(6), g.uni(2, -200, 400, 0)...), r("Loss ratio", pct, a...), r("Expense ratio", pct, b...), r("Combined ratio", pct, sumN(a, b)...).Tot()))
		g.talk()
	})
	add("telecom-subscribers", "Subscribers in thousands, ARPU in dollars, churn in percent.", func(g *G) {
		g.talk()
		g.t(T("Wireless metrics", "", "", g.years(3), r(g.pick("Subscribers (in thousands)", "Postpaid connections (in thousands)"), cnt(3), g.vec(3, 900, 90000, 0)...), r("Net additions (in thousands)", cnt(3), g.uni(3, -300, 900, 0)...), r("Average revenue per user (ARPU)", price("USD"), g.uni(3, 30, 70, 2)...).D(), r("Monthly churn", pct, g.uni(3, .7, 2.4, 2)...), r("Service revenue (in millions)", usd(6), g.vec(3, 900, 40000, 0)...).D()))
	})
	add("utility-sales", "Electricity in gigawatt-hours, customers in thousands, revenue in millions.", func(g *G) {
		w := func(l string) Row {
			return rv(l, v(usd(6), I(g.i(90, 3000))), v(cnt(0), I(g.i(900, 40000))).No(), v(cnt(3), F(g.f(9, 900), 1)))
		}
		rows := []Row{w("Residential"), w("Commercial"), w("Industrial")}
		g.t(T("Electric sales, "+g.yr(0), "", "", []string{"Revenue (millions)", "Sales (GWh)", "Customers (thousands)"}, rows[0].D(), rows[1], rows[2]))
		g.p("Revenue is in U.S. dollars. GWh means gigawatt-hours.")
	})
	add("auto-wholesales", "Vehicles in thousands by the sentence before, share in percent.", func(g *G) {
		a, b, c := g.uni(2, 90, 3000, 0), g.uni(2, 90, 900, 0), g.uni(2, 30, 900, 0)
		g.p("The following table summarizes wholesale vehicle sales (vehicles in thousands):")
		t := sumN(a, b, c)
		w := func(l string, x []N) Row {
			q := ratioN(x, t, 100, 1)
			return rv(l, v(cnt(3), x[0]), v(pct, q[0]), v(cnt(3), x[1]), v(pct, q[1]))
		}
		tb := T("", "", "", []string{"Volume", "% of total", "Volume", "% of total"}, w("North America", a), w("South America", b), w("Europe", c), w("Total", t).Tot())
		tb.top = []H{{g.yr(0), 2}, {g.yr(1), 2}}
		g.t(tb)
	})
	add("backlog-book-to-bill", "Orders and backlog in millions with a book-to-bill ratio.", func(g *G) {
		s := g.vec(3, 900, 9000, 0)
		k := g.uni(3, .8, 1.3, 2)
		var o []N
		for i := range s {
			o = append(o, F(s[i].f()*k[i].f(), 0))
		}
		g.t(T("Orders and backlog", g.pick("(in millions)", "(Dollars in millions)"), g.pick("cap", "row"), g.years(3), r("Net sales", usd(6), s...).D(), r("Orders", usd(6), o...), r("Backlog at year end", usd(6), g.vec(3, 2000, 19000, 0)...), r("Book-to-bill ratio", rat, ratioN(o, s, 1, 2)...)))
		g.talk()
	})
	add("employees-by-region", "A table of employees in a filing whose tables are otherwise in millions.", func(g *G) {
		g.p("Except as noted, amounts in tables are in millions of dollars.")
		a, b, c := g.uni(2, 900, 40000, 0), g.uni(2, 900, 9000, 0), g.uni(2, 900, 9000, 0)
		g.t(T("Number of employees at year end", "", "", g.years(2), r("United States", cnt(0), a...), r("Europe", cnt(0), b...), r("Asia Pacific", cnt(0), c...), r("Total employees", cnt(0), sumN(a, b, c)...).Tot()))
		g.talk()
	})
	add("employment-in-thousands", "Employees in thousands as the sentence before says.", func(g *G) {
		a, b, c := g.uni(2, 30, 110, 1), g.uni(2, 9, 40, 1), g.uni(2, 3, 20, 1)
		g.p("The following table summarizes worldwide employment (in thousands):")
		g.t(T("", "", "", g.years(2), r("Automotive employees", cnt(3), a...), r("Financing employees", cnt(3), b...), r("Other employees", cnt(3), c...), r("Total employees", cnt(3), sumN(a, b, c)...).Tot()))
	})
	add("properties-square-feet-millions", "Square feet in millions by the corner cell.", func(g *G) {
		w := func(l string) Row {
			a, b := g.i(2, 400), g.i(2, 300)
			return r(l, cnt(6), N{a, 1}, N{b, 1}, N{a + b, 1})
		}
		g.t(T("Facilities", g.pick("(Square Feet in Millions)", "(square feet in millions)"), "corner", []string{"United States", "Other countries", "Total"}, w("Owned facilities"), w("Leased facilities")))
		g.talk()
	})
	add("loan-quality-ratios", "Loans in thousands, ratios in percent below a subheading.", func(g *G) {
		l := g.vec(2, 900000, 9000000, 0)
		n := g.vec(2, 3000, 30000, 0)
		a := g.vec(2, 9000, 90000, 0)
		g.t(T("Asset quality", g.pick("(dollars in thousands)", "(Dollars in thousands)"), g.pick("cap", "corner"), g.years(2), r("Total loans", usd(3), l...).D(), r("Nonaccrual loans", usd(3), n...), r("Allowance for loan losses", usd(3), a...), sec("Ratios:"), r("Nonaccrual loans to total loans", pct, ratioN(n, l, 100, 2)...).In(1), r("Allowance to total loans", pct, ratioN(a, l, 100, 2)...).In(1), r("Allowance to nonaccrual loans", ratx, ratioN(a, n, 1, 2)...).In(1)))
		g.talk()
	})
	add("semiconductor-days", "Days outstanding and turns beside money in thousands.", func(g *G) {
		g.t(T("Working capital metrics", "($ in thousands)", g.pick("cap", "corner"), g.years(2), r("Accounts receivable", usd(3), g.vec(2, 9000, 300000, 0)...).D(), r("Days sales outstanding", meas, g.uni(2, 28, 70, 0)...), r("Inventories", usd(3), g.vec(2, 9000, 300000, 0)...).D(), r("Days of inventory", meas, g.uni(2, 40, 120, 0)...), r("Inventory turns", rat, g.uni(2, 2.2, 9, 1)...)))
		g.talk()
	})
	add("shipping-fleet", "Day rates in dollars, vessels in numbers, revenue in thousands.", func(g *G) {
		g.talk()
		g.t(T("Fleet data", "", "", g.years(2), r("Voyage revenues (in thousands of U.S. dollars)", usd(3), g.vec(2, 9000, 900000, 0)...), r("Average number of vessels", cnt(0), g.uni(2, 9, 90, 1)...), r("Time charter equivalent rate (US$ per day)", price("USD"), g.uni(2, 9000, 45000, 0)...), r("Fleet utilization", pct, g.uni(2, 91, 99.5, 1)...), r("Cargo carried (thousand metric tons)", cnt(3), g.vec(2, 900, 9000, 0)...)))
	})
	add("funds-billions-and-basis-points", "Assets under management in billions with fee rates in basis points.", func(g *G) {
		a, b, c := g.uni(2, 30, 300, 1), g.uni(2, 30, 300, 1), g.uni(2, 4, 40, 1)
		g.t(T("Assets under management", g.pick("(in billions, except fee rates)", "(Dollars in billions, except as noted)"), g.pick("cap", "row"), g.years(2), r("Equity", usd(9), a...).D(), r("Fixed income", usd(9), b...), r("Money market", usd(9), c...), r("Total assets under management", usd(9), sumN(a, b, c)...).D().Tot(), r("Average fee rate (basis points)", bp, g.uni(2, 21, 70, 1)...).Skip()))
		g.talk()
	})
}

// ---- Several tables, several scales on one page ----

func pages2() {
	money := func(g *G, title, unit, at string, u U, ls []string, lo, hi float64) {
		n := len(ls) - 1
		var vs [][]N
		var rows []Row
		for i := 0; i < n; i++ {
			x := g.vec(2, lo, hi, 0)
			vs = append(vs, x)
			rows = append(rows, r(ls[i], u, x...))
		}
		rows[0] = rows[0].D()
		rows = append(rows, r(ls[n], u, sumN(vs...)...).D().Tot())
		g.t(T(title, unit, at, g.years(2), rows...))
	}
	add("two-tables-millions-thousands", "The first table is in millions, the second in thousands.", func(g *G) {
		money(g, "Segment assets", "(in millions)", g.pick("cap", "corner"), usd(6), []string{"Chemicals", "Plastics", "Corporate assets", "Total segment assets"}, 300, 9000)
		g.talk()
		money(g, "Fees paid to the independent auditor", "(in thousands)", g.pick("cap", "corner"), usd(3), []string{"Audit fees", "Audit-related fees", "Tax fees", "Total fees"}, 300, 9000)
	})
	add("two-tables-thousands-dollars", "The first table is in thousands, the second in whole dollars as its header says.", func(g *G) {
		money(g, "Accrued expenses", "(in thousands)", g.pick("cap", "row", "corner"), usd(3), []string{"Payroll", "Interest payable", "Other accrued expenses", "Total accrued expenses"}, 300, 40000)
		w := func(l string) Row {
			a, b := g.i(40, 120)*1000, g.i(90000, 220000)
			return r(l, usd(0), I(a), I(b), I(a+b))
		}
		g.p("Non-employee directors were compensated as follows in %s:", g.yr(0))
		g.t(T("Director Compensation", "", "", []string{"Fees earned or paid in cash ($)", "Stock awards ($)", "Total ($)"}, w("A. Whitcombe"), w("R. D. Salazar"), w("J. Lindgren")))
	})
	add("two-tables-whole-dollar-sentence", "A sentence says the second table is in whole dollars.", func(g *G) {
		money(g, "Revenue by product line", "(Dollars in millions)", g.pick("cap", "row"), usd(6), []string{"Instruments", "Consumables", "Services", "Total revenue"}, 300, 9000)
		g.p("The fees billed by our principal accountants for the past two years were as follows (in whole dollars, not millions):")
		money(g, "", "", "", usd(0), []string{"Audit fees", "Audit-related fees", "Tax fees", "Total fees billed"}, 200000, 3000000)
	})
	add("two-tables-billions-millions", "Billions in the first table and millions in the second.", func(g *G) {
		a, b := g.uni(2, 3, 90, 1), g.uni(2, 3, 90, 1)
		g.p("Deposits by type were as follows (in billions):")
		g.t(T("", "", "", g.years(2), r("Demand deposits", usd(9), a...).D(), r("Time deposits", usd(9), b...), r("Total deposits", usd(9), sumN(a, b)...).D().Tot()))
		g.p("Noninterest income by type was as follows (in millions):")
		money(g, "", "", "", usd(6), []string{"Service charges", "Card fees", "Trust fees", "Total noninterest income"}, 30, 900)
	})
	add("global-millions-then-shares-table", "Global millions do not scale a table of share counts stated in full.", func(g *G) {
		g.p("Tabular dollars in millions, except per share data.")
		money(g, "Other assets", "", "", usd(6), []string{"Deferred taxes", "Investments in affiliates", "Other noncurrent assets", "Total other assets"}, 30, 900)
		a, b, c := g.i(90000000, 900000000), g.i(90000, 900000), g.i(900000, 9000000)
		g.t(T("Common shares outstanding (actual number of shares)", "", "", []string{"Shares"}, r("Shares outstanding, beginning of year", sh(0), I(a)), r("Shares issued for stock plans", sh(0), I(b)), r("Shares repurchased", sh(0), I(-c)), r("Shares outstanding, end of year", sh(0), I(a+b-c)).Tot()))
	})
	add("two-tables-percent-companion", "A table in thousands followed by the same lines as percentages.", func(g *G) {
		s := g.is(2, 9000, 400000, 0, 3, 3, 0)
		g.p("The following tables set forth our results (in thousands) and the same items as a percentage of revenue.")
		g.t(T("Results in dollars", "(in thousands)", "cap", g.years(2), r("Revenue", usd(3), s.rev...).D(), r("Cost of revenue", usd(3), s.cogs...), r("Gross profit", usd(3), s.gp...).Tot()))
		g.t(T("As a percentage of revenue", "", "", g.years(2), r("Cost of revenue as a percentage of revenue", pct, ratioN(s.cogs, s.rev, 100, 1)...), r("Gross profit as a percentage of revenue", pct, ratioN(s.gp, s.rev, 100, 1)...), r("Sales and marketing as a percentage of revenue", pct, ratioN(s.sga, s.rev, 100, 1)...)))
	})
	add("scale-changes-mid-document", "The second item replaces the first item's scale.", func(g *G) {
		g.h("PART I")
		g.p("In this Part, dollar amounts in tables are in millions.")
		money(g, "Capital spending", "", "", usd(6), []string{"Refining", "Pipelines", "Retail sites", "Total capital spending"}, 90, 2000)
		g.h("PART II")
		g.p("In this Part, dollar amounts in tables are in thousands.")
		money(g, "Charitable contributions", "", "", usd(3), []string{"Education", "Community", "Arts", "Total contributions"}, 90, 9000)
	})
	add("subsidiary-currency-tables", "The parent in millions of dollars, the Japanese affiliate in millions of yen.", func(g *G) {
		money(g, "Equity in earnings of affiliates", g.pick("(U.S. dollars in millions)", "(in millions of U.S. dollars)"), "cap", usd(6), []string{"Asia affiliates", "European affiliates", "Other affiliates", "Total equity earnings"}, 9, 300)
		n := g.is(2, 40000, 900000, 0, 6, 6, 0)
		g.t(T("Summarized information of the Japanese affiliate", g.pick("(Millions of yen)", "(in millions of Japanese yen)"), "cap", g.years(2), r("Net sales of the affiliate", m("JPY", 6), n.rev...).D(), r("Operating income of the affiliate", m("JPY", 6), n.op...), r("Net income of the affiliate", m("JPY", 6), n.ni...).D()))
	})
	add("share-table-thousands-money-millions", "Two tables: shares in thousands, then money in millions.", func(g *G) {
		a, b, c := g.i(90000, 900000), g.i(300, 3000), g.i(300, 9000)
		g.p("Changes in shares outstanding were as follows (shares in thousands):")
		g.t(T("", "", "", []string{g.yr(0)}, r("Balance, beginning of year", sh(3), I(a)), r("Issued for compensation plans", sh(3), I(b)), r("Purchased", sh(3), I(-c)), r("Balance, end of year", sh(3), I(a+b-c)).Tot()))
		g.p("Cash used for share purchases and dividends was as follows (dollars in millions):")
		money(g, "", "", "", usd(6), []string{"Cash dividends", "Share purchases", "Total returned to shareholders"}, 30, 900)
	})
	add("pro-forma-per-share", "A pro forma table in millions, except per share, after a table in thousands.", func(g *G) {
		money(g, "Purchase price allocation", "(in thousands)", "cap", usd(3), []string{"Identified intangible assets", "Goodwill", "Net tangible assets", "Total purchase price"}, 3000, 90000)
		s := g.is(2, 900, 9000, 0, 6, 6, 1)
		g.p("Unaudited pro forma results, as if the acquisition had occurred at the start of the earlier year, are as follows (in millions, except per share amounts):")
		g.t(T("", "", "", g.years(2), r("Pro forma revenue", usd(6), s.rev...).D(), r("Pro forma net income", usd(6), s.ni...), r("Pro forma earnings per diluted share", dps, s.deps...).D()))
	})
}

// ---- Marks in and around the numbers ----

func marks() {
	add("currency-sign-own-cell", "The dollar sign stands in a cell of its own.", func(g *G) {
		g.pin = style(g.pick("font", "nineties", "printer", "two", "workiva"))
		s := g.is(3, 900, 40000, 0, 6, 6, 1)
		g.t(T("", "(in millions, except per share amounts)", g.pick("corner", "row"), g.years(3), r("Sales", usd(6), s.rev...).D(), r("Operating earnings", usd(6), s.op...).D(), r("Net earnings", usd(6), s.ni...).D(), r("Earnings per share — basic", dps, s.beps...).D(), r("Earnings per share — diluted", dps, s.deps...).D()))
		g.talk()
	})
	add("parentheses-split-over-cells", "The parentheses of a negative stand in neighbouring cells.", func(g *G) {
		g.openPre = true
		g.pin = style(g.pick("font", "nineties", "printer", "close", "workiva"))
		if g.k == 2 {
			g.pin = style(g.pick("font", "nineties", "printer"))
		}
		a, b, c, d := g.vec(3, 100, 4000, 0), g.vec(3, 100, 4000, 0), g.vec(3, 100, 900, 0), g.vec(3, 100, 900, 0)
		g.t(T("Cash flows", "(in millions)", g.pick("cap", "corner", "row"), g.years(3), r("Net cash provided by operating activities", usd(6), a...).D(), r("Capital expenditures", usd(6), neg(c)...), r("Acquisitions, net of cash acquired", usd(6), neg(b)...), r("Dividends paid", usd(6), neg(d)...), r("Increase (decrease) in cash", usd(6), sumN(a, neg(b), neg(c), neg(d))...).D().Tot()))
		g.talk()
	})
	add("dashes-for-nil", "Dashes mean nil; the rest is in thousands.", func(g *G) {
		g.talk()
		w := func(l string, nil1, nil2 int) Row {
			return r(l, usd(3), g.uni(3, 100, 90000, 0)...).Nil(nil1, nil2)
		}
		g.t(T("Impairment charges", "(in thousands)", g.pick("cap", "corner"), g.years(3), r("Goodwill", usd(3), g.uni(3, 900, 90000, 0)...).D().Nil(1), w("Trademarks", 0, 2), r("Property and equipment", usd(3), g.uni(3, 900, 9000, 0)...).Nil(2), w("Capitalized software", 1, 2), r("Leasehold improvements", usd(3), g.uni(3, 90, 900, 0)...)))
	})
	add("footnote-marks-in-cells", "Footnote marks stand beside numbers and are not part of them.", func(g *G) {
		s := g.is(3, 900, 40000, 0, 6, 6, 1)
		f := func(i int) string { return []string{"(1)", "(2)", "(a)", "(b)"}[i] }
		k := 2 * g.Intn(2)
		g.t(T("Summary", "(in millions, except per share data)", g.pick("cap", "corner"), g.years(3), r("Net sales", usd(6), s.rev...).D().Foot(1, f(k)), r("Operating income", usd(6), s.op...).Foot(0, f(k+1)), r("Net income", usd(6), s.ni...).Foot(0, f(k+1)).Foot(2, f(k)), r("Diluted earnings per share", dps, s.deps...).D().Foot(0, f(k+1))))
		g.p("%s Includes the results of the business acquired in %s.", f(k), g.yr(1))
		g.p("%s Includes a charge of $%d million after tax.", f(k+1), g.i(4, 60))
	})
	add("asterisk-marks", "Asterisks after numbers are footnote marks.", func(g *G) {
		a, b, c := g.vec(2, 900, 90000, 0), g.vec(2, 900, 90000, 0), g.vec(2, 900, 9000, 0)
		g.t(T("Research spending", g.pick("(Thousands of dollars)", "($000)"), g.pick("cap", "corner", "row"), g.years(2), r("Internal programs", usd(3), a...).D().Foot(0, "*"), r("Contracted programs", usd(3), b...).Foot(1, "**"), r("Licensing", usd(3), c...), r("Total research", usd(3), sumN(a, b, c)...).D()))
		g.p("* Includes stock compensation. ** Restated.")
	})
	add("footnoted-labels", "Row labels carry footnote marks.", func(g *G) {
		s := g.is(2, 9000, 400000, 0, 3, 3, 0)
		g.t(T("Selected data", "(in thousands, except per share amounts)", "cap", g.years(2), r("Total revenues", usd(3), s.rev...).D().Note("(1)"), r("Income from operations", usd(3), s.op...).Note("(2)"), r("Net income", usd(3), s.ni...), r("Net income per share, diluted", dps, s.deps...).D().Note("(3)")))
		g.p("(1) Net of returns. (2) After restructuring. (3) Adjusted for the two-for-one split.")
	})
	add("minus-signs", "Negatives have a minus sign, plain or typographic.", func(g *G) {
		g.neg = g.pick("minus", "u2212")
		a, b, c := g.vec(2, 300, 4000, 0), g.vec(2, 300, 4000, 0), g.vec(2, 30, 900, 0)
		g.t(T("Items of cash flow", g.pick("(in millions)", "USD million", "($ millions)"), g.pick("cap", "corner"), g.years(2), r("Cash from operations", usd(6), a...).D(), r("Investments in property", usd(6), neg(b)...), r("Repayment of loans", usd(6), neg(c)...), r("Net cash flow", usd(6), sumN(a, neg(b), neg(c))...), r("Change in cash conversion", pct, g.uni(2, -9, -1, 1)...)))
		g.talk()
	})
	add("one-decimal-millions", "Millions with one decimal.", func(g *G) {
		g.talk()
		g.incomeTable(stmtTitle(g), g.pick("(in millions)", "(Dollars in millions)"), g.pick("cap", "corner", "row"), usd(6), 90, 4000, 1, nil, 6, 1)
	})
	add("two-decimals-millions-next-to-eps", "Millions with two decimals look like earnings per share but are scaled.", func(g *G) {
		s := g.is(2, 9, 90, 2, 6, 6, 2)
		g.t(T("Condensed results", g.pick("(in millions, except per share amounts)", "(Dollars in millions, except per share data)"), g.pick("cap", "row"), g.years(2), r("Revenue", usd(6), s.rev...).D(), r("Operating income", usd(6), s.op...), r("Net income", usd(6), s.ni...), r("Basic earnings per share", dps, s.beps...).D(), r("Diluted earnings per share", dps, s.deps...).D(), r("Diluted shares", sh(6), s.ds...)))
		g.talk()
	})
	add("loss-per-share", "Losses and losses per share in parentheses.", func(g *G) {
		l := g.uni(3, 9000, 90000, 0)
		n := g.i(9000, 90000)
		var e, q []N
		for i := range l {
			q = append(q, I(n+int64(i)*100))
			e = append(e, F(-l[i].f()/q[i].f(), 2))
		}
		g.t(T("Condensed statements of operations", g.pick("(in thousands, except per share data)", "(In thousands, except per share amounts)"), g.pick("cap", "row", "corner"), g.years(3), r("Collaboration revenue", usd(3), g.uni(3, 100, 9000, 0)...).D(), r("Research and development", usd(3), scaleN(l, .7)...), r("Net loss", usd(3), neg(l)...).D().Tot(), r("Net loss per share — basic and diluted", dps, e...).D(), r("Weighted-average shares — basic and diluted", sh(3), q...)))
		g.talk()
	})
	add("dollar-sign-in-same-cell", "The dollar sign stands inside the number's cell.", func(g *G) {
		g.pin = style(g.pick("clean", "divs", "spans", "lazy", "nested"))
		a, b, c := g.vec(3, 300, 9000, 0), g.vec(3, 300, 9000, 0), g.uni(3, -900, -90, 0)
		g.t(T("Advertising and promotion", g.pick("(in thousands)", "($ in thousands)"), g.pick("cap", "corner", "row"), g.years(3), r("Advertising", usd(3), a...).D(), r("Promotion", usd(3), b...).D(), r("Change in deferred advertising", usd(3), c...).D(), r("Total", usd(3), sumN(a, b, c)...).D()))
		g.talk()
	})
	add("dollar-sign-small-figures", "Small figures in millions with a dollar sign.", func(g *G) {
		a, b, c := g.uni(3, 2, 60, 0), g.uni(3, 2, 60, 0), g.uni(3, 2, 9, 0)
		g.p("Rent expense was as follows (in millions):")
		g.t(T("", "", "", g.years(3), r("Minimum rent", usd(6), a...).D(), r("Contingent rent", usd(6), b...), r("Sublease income", usd(6), neg(c)...), r("Total rent expense", usd(6), sumN(a, b, neg(c))...).D().Tot()))
		g.talk()
	})
	add("scaled-words-in-cells", "Cells carry their own scale words, as $1.2 billion.", func(g *G) {
		w := func(l string, u U, suf string, lo, hi float64, d int) Row {
			u.suf = suf
			return r(l, u, g.uni(2, lo, hi, d)...).D()
		}
		g.pin = style(g.pick("clean", "divs", "nested", "lazy", "two"))
		g.t(T("Highlights", "", "", g.years(2), w("Revenue", usd(9), " billion", 1, 30, 1), w("Operating income", usd(6), " million", 90, 900, 0), w("Diluted earnings per share", dps, "", 1, 9, 2), w("Share repurchases", usd(6), " million", 20, 900, 0), w("Customers", cnt(6), " million", 1, 40, 1), w("Gross margin", pct, "%", 20, 60, 1)))
		g.talk()
	})
	add("section-labels-carry-percent", "A section label says the rows under it are percentages.", func(g *G) {
		s := g.is(3, 900, 40000, 0, 6, 6, 1)
		g.t(T("Results and ratios", g.pick("(Dollars in millions)", "(in millions)"), g.pick("cap", "corner"), g.years(3), r("Net sales", usd(6), s.rev...).D(), r("Net income", usd(6), s.ni...), sec(g.pick("As a percent of net sales:", "Percentage of net sales:")), r("Gross profit margin", pct, ratioN(s.gp, s.rev, 100, 1)...).In(1), r("Operating margin", pct, ratioN(s.op, s.rev, 100, 1)...).In(1), r("Net income margin", pct, ratioN(s.ni, s.rev, 100, 1)...).In(1)))
		g.talk()
	})
	add("percent-signs-on-first-row-only", "The percent sign is on the first row only, under a header of percent.", func(g *G) {
		w := func(l string, u U) Row { return r(l, u, g.uni(3, 3, 30, 1)...) }
		t := T("Return measures", "", "", g.years(3), w("Return on equity", pct), w("Return on assets", pctn), w("Return on invested capital", pctn))
		t.top = []H{{"(in percent)", 3}}
		g.t(t)
		g.talk()
	})
	add("spelled-average-price-header", "Money per unit in a header, volumes in thousands in another.", func(g *G) {
		w := func(l string) Row {
			vol, p := g.i(90, 9000), F(g.f(20, 900), 2)
			return rv(l, v(cnt(3), I(vol)), v(price("USD"), p).S("$"), v(usd(3), F(float64(vol)*p.f(), 0)).S("$"))
		}
		g.t(T("Sales by product, "+g.yr(0), "", "", []string{g.pick("Tons sold (in thousands)", "Short tons sold\n(thousands)"), "Average price per ton", g.pick("Sales ($ in thousands)", "Net sales\n(in thousands of dollars)")}, w("Potash"), w("Phosphate"), w("Salt")))
		g.talk()
	})
	add("mixed-money-and-years-column", "A column of years and one of money in millions for debt covenants.", func(g *G) {
		w := func(l string, y int64) Row {
			return rv(l, tx(sp("%d", y)), v(usd(6), I(g.i(100, 4000))), v(usd(6), I(g.i(10, 100))), v(pct, F(g.f(.1, .4), 3)))
		}
		g.t(T("Credit facilities", g.pick("(Dollars in millions)", "($ in millions)"), "cap", []string{"Expires", "Commitment", "Drawn", "Commitment fee"}, w("364-day facility", int64(g.y+1)).D(), w("Three-year facility", int64(g.y+3)), w("Five-year facility", int64(g.y+5))))
		g.talk()
	})
	add("cents-per-share-euro", "€ million with dividends in euro cents.", func(g *G) {
		s := g.is(2, 900, 40000, 0, 6, 6, 1)
		c := ps("EUR")
		c.S = -2
		g.t(T("Per share and other data", g.pick("(€ million, unless otherwise stated)", "in € million unless otherwise stated"), g.pick("cap", "corner"), g.years(2), r("Revenue", m("EUR", 6), s.rev...), r("Net profit", m("EUR", 6), s.ni...), r("Basic earnings per share (€)", ps("EUR"), s.beps...), r("Dividend per share (euro cents)", c, g.uni(2, 9, 190, 1)...), r("Number of shares (million)", sh(6), s.bs...), r("Average number of employees", cnt(0), g.uni(2, 900, 90000, 0)...)))
		g.talk()
	})
	add("long-paragraph-with-figures-before", "Figures in prose in billions do not change the table's own thousands.", func(g *G) {
		g.p("Net sales were $%d.%d billion in %s and capital spending was $%d million. We expect capital spending of about $%d million in %d.", 1+g.Intn(9), g.Intn(10), g.yr(0), g.i(100, 400), g.i(100, 400), g.y+1)
		a, b, c := g.vec(3, 900, 90000, 0), g.vec(3, 900, 90000, 0), g.vec(3, 900, 9000, 0)
		g.t(T("Allowance for doubtful accounts", "(in thousands)", g.pick("cap", "row", "corner"), g.years(3), r("Balance at beginning of period", usd(3), sumN(a, b)...).D(), r("Charged to expense", usd(3), c...), r("Write-offs, net of recoveries", usd(3), neg(b)...), r("Balance at end of period", usd(3), sumN(a, c)...).D().Tot()))
	})
	add("warranty-rollforward-six-months", "Unaudited, in millions, with months ended columns.", func(g *G) {
		a, b, c := g.vec(2, 90, 900, 0), g.vec(2, 20, 200, 0), g.vec(2, 20, 200, 0)
		t := T("Product warranty liability", g.pick("(Unaudited, in millions)", "(unaudited; in millions)", "(Unaudited) (Millions of dollars)"), g.pick("cap", "row"), []string{g.yr(0), g.yr(1)}, r("Balance at January 1", usd(6), a...).D(), r("Provisions", usd(6), b...), r("Settlements", usd(6), neg(c)...), r("Balance at June 30", usd(6), sumN(a, b, neg(c))...).D().Tot())
		t.top = []H{{"Six Months Ended June 30,", 2}}
		g.t(t)
		g.talk()
	})
}
