package samplefilings

import "fmt"

func (r *report) partOne() {
	c, f := r.c, r.now
	r.heading("PART I")
	r.named("1")
	r.heading("Overview")
	r.para("%s was founded in %d and makes %s. We sell to %s in the United States and Canada.", escape(c.Name),
		c.Founded, c.Makes, c.Customers)
	r.para("We report two kinds of revenue. %s were %s in %d; %s added %s. No customer accounted for more than 10%% of revenue in %d or %d.",
		c.Product, r.millions("fic:ProductRevenue", thisYear, f.Products), f.Year, lowerFirst(c.Service),
		r.millions("fic:ServiceRevenue", thisYear, f.Services), f.Year, f.Year-1)
	r.heading("Human Capital")
	r.para("At December 31, %d, we had approximately %s employees. "+
		"None of them is covered by a collective bargaining agreement.", f.Year, commas(f.Employees))
	r.heading("Available Information")
	r.para("Our annual report is available free of charge. See Part II, Item 8. Financial Statements and " +
		"Supplementary Data and Note 2. Debt for further detail.")
	r.footer(c, f.Year, 3)
	r.named("1A")
	r.para("The risks described below could harm our business. They are not the only ones that we face.")
	r.raw("<div><span style=\"font-weight:700;font-style:italic\">We depend on one source of supply.</span></div>\n")
	r.para("We rely on %s. If it could not deliver for more than eight weeks, our sales would suffer. In %d a "+
		"stoppage of eleven days cost us about $2.1 million.", c.Risk, f.Year-1)
	r.raw("<div><span style=\"font-weight:700;font-style:italic\">Our indebtedness limits what we can do.</span></div>\n")
	r.para("At December 31, %d, we owed %s under our term loan (see Note 2). A rise of 100 basis points in interest "+
		"rates would cost us approximately $%d.%d million a year.",
		f.Year, r.millions("us-gaap:LongTermDebt", thisEnd, f.Debt), f.Debt/100_000, f.Debt/10_000%10)
	r.raw("<div><span style=\"font-weight:700;font-style:italic\">A breach of our systems could interrupt our business.</span></div>\n")
	r.para("We store data of our customers. An attack, e.g. by ransomware, could make it public or unavailable.")
	r.named("1B")
	r.para("None.")
	r.named("1C")
	r.para("Our board oversees cybersecurity through its audit committee, which hears from our head of information " +
		"security every quarter. We have not had an incident that was material.")
	r.named("2")
	r.para("Our headquarters and largest plant are in %s; we own them. We lease four service centers whose leases end "+
		"between %d and %d.", c.City, f.Year+1, f.Year+6)
	r.named("3")
	r.para("We are party to claims that arise in the ordinary course of business. We do not expect any of them to have a material effect.")
	r.named("4")
	r.para("Not applicable.")
	r.footer(c, f.Year, 9)
}

func (r *report) partTwo() {
	c, f, b := r.c, r.now, r.before
	r.heading("PART II")
	r.named("5")
	r.para("Our common stock trades under the symbol %s. At January 31, %d, there were %d holders of record. We have "+
		"never paid a dividend.", c.Ticker, f.Year+1, 640+f.Year%10)
	r.named("6")
	r.named("7")
	r.para("The following discussion should be read together with Item 8. Dollar amounts are in millions unless we say otherwise.")
	r.heading("Results of Operations")
	r.para("Revenue %s to %s in %d, compared with %s in %d, because of %s.", change(f.Revenue(), b.Revenue()),
		r.millions("us-gaap:Revenues", thisYear, f.Revenue()), f.Year, r.millions("us-gaap:Revenues", lastYear, b.Revenue()), b.Year, r.reason())
	r.para("Gross profit was %s, or %s of revenue, against %s of revenue the year before.",
		r.millions("us-gaap:GrossProfit", thisYear, f.Gross()), share(f.Gross(), f.Revenue()), share(b.Gross(), b.Revenue()))
	r.para("Research and development expense %s to %s as we added engineers. Selling, general and administrative expense %s to %s.",
		change(f.Research, b.Research), r.millions("us-gaap:ResearchAndDevelopmentExpense", thisYear, f.Research),
		change(f.Selling, b.Selling), r.millions("us-gaap:SellingGeneralAndAdministrativeExpense", thisYear, f.Selling))
	r.para("Net income %s to %s, or $%d.%02d per share.", change(f.Net(), b.Net()), r.millions("us-gaap:NetIncomeLoss", thisYear, f.Net()),
		f.PerShare()/100, f.PerShare()%100)
	r.heading("Liquidity and Capital Resources")
	r.para("Cash was %s at December 31, %d. Operations provided %s; we spent %s on plant and equipment and repaid %s "+
		"of our term loan. We believe that these sources are sufficient for the next twelve months.",
		r.millions("us-gaap:CashAndCashEquivalentsAtCarryingValue", thisEnd, f.Cash), f.Year,
		r.millions("us-gaap:NetCashProvidedByUsedInOperatingActivities", thisYear, f.CashFromOperations(b)),
		r.millions("us-gaap:PaymentsToAcquirePropertyPlantAndEquipment", thisYear, f.CapitalSpending),
		r.millions("us-gaap:RepaymentsOfLongTermDebt", thisYear, b.Debt-f.Debt))
	r.heading("Critical Accounting Estimates")
	r.para("We write inventory down to what we expect to sell it for. A change of five percentage points in that "+
		"estimate would change cost of sales by about $%d.%d million.", f.Inventory*5/100_000, f.Inventory*5/10_000%10)
	r.named("7A")
	r.para("Our term loan bears interest at a variable rate. We do not hedge it.")
	r.footer(c, f.Year, 15)
}

// reason is why revenue moved; weaker years have a cause of their own.
func (r *report) reason() string {
	switch {
	case r.now.Products >= r.before.Products:
		return "higher volumes and a price increase of 2% in April"
	case r.now.Revenue() >= r.before.Revenue():
		return "the growth of " + lowerFirst(r.c.Service) + ", which outweighed a pause in orders from our two largest groups of customers"
	}
	return "a pause in orders from our two largest groups of customers"
}

func (r *report) statements() {
	c, f, b := r.c, r.now, r.before
	r.named("8")
	this, last := fmt.Sprint(f.Year), fmt.Sprint(b.Year)
	r.raw("<div style=\"text-align:center\"><span style=\"font-weight:700\">CONSOLIDATED STATEMENTS OF OPERATIONS</span></div>\n")
	r.raw("<div style=\"text-align:center\">(in thousands, except per share data)</div>\n")
	r.table("Year ended December 31,", this, last, []row{
		{label: "Revenue:", kind: section},
		{label: c.Product, concept: "fic:ProductRevenue", values: [2]int64{f.Products, b.Products}, indent: 1, kind: dollars},
		{label: c.Service, concept: "fic:ServiceRevenue", values: [2]int64{f.Services, b.Services}, indent: 1},
		{label: "Total revenue", concept: "us-gaap:Revenues", values: [2]int64{f.Revenue(), b.Revenue()}},
		{label: "Cost of sales", concept: "us-gaap:CostOfRevenue", values: [2]int64{f.CostOfSales, b.CostOfSales}},
		{label: "Gross profit", concept: "us-gaap:GrossProfit", values: [2]int64{f.Gross(), b.Gross()}},
		{label: "Research and development", concept: "us-gaap:ResearchAndDevelopmentExpense", values: [2]int64{f.Research, b.Research}},
		{label: "Selling, general and administrative", concept: "us-gaap:SellingGeneralAndAdministrativeExpense",
			values: [2]int64{f.Selling, b.Selling}},
		{label: "Operating income", concept: "us-gaap:OperatingIncomeLoss", values: [2]int64{f.Operating(), b.Operating()}},
		{label: "Interest expense", concept: "us-gaap:InterestExpense", values: [2]int64{f.Interest, b.Interest}, negated: true},
		{label: "Income before income taxes", concept: "us-gaap:IncomeLossFromContinuingOperationsBeforeIncomeTaxes",
			values: [2]int64{f.BeforeTax(), b.BeforeTax()}},
		{label: "Income tax expense", concept: "us-gaap:IncomeTaxExpenseBenefit", values: [2]int64{f.Tax, b.Tax}, negated: true},
		{label: "Net income", concept: "us-gaap:NetIncomeLoss", values: [2]int64{f.Net(), b.Net()}, total: true},
		{label: "Net income per share", concept: "us-gaap:EarningsPerShareBasic", values: [2]int64{f.PerShare(), b.PerShare()}, kind: perShare},
	})
	r.footer(c, f.Year, 17)
	r.raw("<div style=\"text-align:center\"><span style=\"font-weight:700\">CONSOLIDATED BALANCE " +
		"SHEETS</span></div>\n<div style=\"text-align:center\">(in thousands)</div>\n")
	r.table("December 31,", this, last, balance(f, b))
	r.footer(c, f.Year, 18)
	r.cashFlows(this, last)
	r.notes()
}

func balance(f, b Figures) []row {
	return []row{
		{label: "Assets", kind: section},
		{label: "Cash and cash equivalents", concept: "us-gaap:CashAndCashEquivalentsAtCarryingValue",
			values: [2]int64{f.Cash, b.Cash}, instant: true, indent: 1, kind: dollars},
		{label: "Receivables", concept: "us-gaap:AccountsReceivableNetCurrent",
			values: [2]int64{f.Receivables, b.Receivables}, instant: true, indent: 1},
		{label: "Inventories", concept: "us-gaap:InventoryNet", values: [2]int64{f.Inventory, b.Inventory}, instant: true, indent: 1},
		{label: "Property, plant and equipment, net", concept: "us-gaap:PropertyPlantAndEquipmentNet",
			values: [2]int64{f.Plant, b.Plant}, instant: true, indent: 1},
		{label: "Total assets", concept: "us-gaap:Assets", values: [2]int64{f.Assets(), b.Assets()}, instant: true, total: true},
		{label: "Liabilities and equity", kind: section},
		{label: "Accounts payable", concept: "us-gaap:AccountsPayableCurrent", values: [2]int64{f.Payables, b.Payables},
			instant: true, indent: 1},
		{label: "Term loan", concept: "us-gaap:LongTermDebt", values: [2]int64{f.Debt, b.Debt}, instant: true, indent: 1},
		{label: "Total liabilities", concept: "us-gaap:Liabilities", values: [2]int64{f.Liabilities(), b.Liabilities()}, instant: true},
		{label: "Paid-in capital", concept: "us-gaap:AdditionalPaidInCapital", values: [2]int64{f.Paid, b.Paid}, instant: true, indent: 1},
		{label: "Retained earnings", concept: "us-gaap:RetainedEarningsAccumulatedDeficit",
			values: [2]int64{f.Retained, b.Retained}, instant: true, indent: 1},
		{label: "Total equity", concept: "us-gaap:StockholdersEquity", values: [2]int64{f.Equity(), b.Equity()}, instant: true},
		{label: "Total liabilities and equity", concept: "us-gaap:LiabilitiesAndStockholdersEquity",
			values: [2]int64{f.Liabilities() + f.Equity(), b.Liabilities() + b.Equity()}, instant: true, total: true},
	}
}

func (r *report) cashFlows(this, last string) {
	f, b := r.now, r.before
	older := r.c.Figures(b.Year - 1)
	rows := []row{
		{label: "Net income", concept: "us-gaap:NetIncomeLoss", values: [2]int64{f.Net(), b.Net()}, kind: dollars},
		{label: "Depreciation", concept: "us-gaap:Depreciation", values: [2]int64{f.Depreciation, b.Depreciation}, indent: 1},
		{label: "Stock-based compensation", concept: "us-gaap:ShareBasedCompensation", values: [2]int64{f.Stock, b.Stock}, indent: 1},
		{label: "Cash provided by operating activities", concept: "us-gaap:NetCashProvidedByUsedInOperatingActivities",
			values: [2]int64{f.CashFromOperations(b), b.CashFromOperations(older)}},
		{label: "Purchases of property, plant and equipment", concept: "us-gaap:PaymentsToAcquirePropertyPlantAndEquipment",
			values: [2]int64{f.CapitalSpending, b.CapitalSpending}, negated: true},
		{label: "Repayment of term loan", concept: "us-gaap:RepaymentsOfLongTermDebt",
			values: [2]int64{b.Debt - f.Debt, older.Debt - b.Debt}, negated: true},
	}
	r.raw("<div style=\"text-align:center\"><span style=\"font-weight:700\">CONSOLIDATED STATEMENTS OF CASH " +
		"FLOWS</span></div>\n<div style=\"text-align:center\">(in thousands)</div>\n")
	r.table("Year ended December 31,", this, last, rows)
	r.footer(r.c, f.Year, 19)
}

func (r *report) notes() {
	f := r.now
	r.heading("NOTES TO CONSOLIDATED FINANCIAL STATEMENTS")
	r.heading("Note 1. Basis of Presentation")
	r.para("The statements include the accounts of %s and its subsidiaries. Balances among them are eliminated. "+
		"Revenue is recognized when control passes to the customer (ASU No. 2014-09).", escape(r.c.Name))
	r.heading("Note 2. Debt")
	r.para("The term loan was %s and %s at December 31, %d and %d. It bears interest at a base rate plus 1.75%% and "+
		"is repaid at $10 million a year.",
		r.millions("us-gaap:LongTermDebt", thisEnd, f.Debt), r.millions("us-gaap:LongTermDebt", lastEnd, r.before.Debt), f.Year, f.Year-1)
	r.heading("Note 3. Stock-Based Compensation")
	r.para("Expense for restricted stock was %s in %d.", r.millions("us-gaap:ShareBasedCompensation", thisYear, f.Stock), f.Year)
	r.footer(r.c, f.Year, 21)
}

func (r *report) rest() {
	for _, id := range []string{"9", "9A", "9B", "9C"} {
		r.named(id)
		switch id {
		case "9A":
			r.para("Our management concluded that our disclosure controls and procedures were effective at December 31, %d.", r.now.Year)
		default:
			r.para("None.")
		}
	}
	r.heading("PART III")
	for _, id := range []string{"10", "11", "12", "13", "14"} {
		r.named(id)
		r.para("The information required by this item is incorporated by reference to our definitive proxy statement for "+
			"the %d annual meeting of stockholders.", r.now.Year+1)
	}
	r.heading("PART IV")
	r.named("15")
	r.para("(a) The financial statements listed in Item 8 are filed as part of this report.")
	r.bullets("Exhibit 21: Subsidiaries of the registrant", "Exhibit 31: Certifications")
	r.named("16")
	r.para("None.")
	r.heading("SIGNATURES")
	r.para("Pursuant to the requirements of the Securities Exchange Act of 1934, the registrant has duly caused this " +
		"report to be signed on its behalf by the undersigned.")
}
