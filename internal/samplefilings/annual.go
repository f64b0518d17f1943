package samplefilings

import (
	"fmt"
	"html"
	"strings"
)

// Filename is the name under which EDGAR would serve the company's annual report.
func (c Company) Filename(year int) string {
	return fmt.Sprintf("%s-%d1231.htm", strings.ToLower(c.Ticker), year)
}

// AnnualReport is the company's Form 10-K for a year, as one HTML document with inline XBRL.
func (c Company) AnnualReport(year int) []byte {
	r := report{c: c, now: c.Figures(year), before: c.Figures(year - 1)}
	r.open()
	r.cover()
	r.contents()
	r.partOne()
	r.partTwo()
	r.statements()
	r.rest()
	r.raw("</body></html>\n")
	return []byte(r.b.String())
}

// report is one annual report being written.
type report struct {
	page
	c           Company
	now, before Figures
}

// open writes the root element and the hidden header with the contexts and units.
func (r *report) open() {
	r.raw(`<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL" `+
		`xmlns:ixt="http://www.xbrl.org/inlineXBRL/transformation/2020-02-12" `+
		`xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:iso4217="http://www.xbrl.org/2003/iso4217" `+
		`xmlns:dei="http://xbrl.sec.gov/dei/2024" xmlns:us-gaap="http://fasb.org/us-gaap/2024" `+
		`xmlns:fic="http://example.com/fiction/2024" xml:lang="en-US">
<head><meta http-equiv="Content-Type" content="text/html"/><title>%s</title></head><body>
<div style="display:none"><ix:header><ix:hidden>`, strings.TrimSuffix(r.c.Filename(r.now.Year), ".htm"))
	for _, f := range [][2]string{
		{"dei:EntityCentralIndexKey", fmt.Sprintf("%010d", r.c.CIK)}, {"dei:AmendmentFlag", "false"},
		{"dei:DocumentFiscalYearFocus", fmt.Sprint(r.now.Year)}, {"dei:DocumentFiscalPeriodFocus", "FY"},
		{"dei:CurrentFiscalYearEndDate", "--12-31"},
	} {
		r.raw("%s", r.text(f[0], thisYear, f[1]))
	}
	r.raw("</ix:hidden><ix:resources>\n")
	for i, year := range []int{r.now.Year, r.before.Year} {
		entity := fmt.Sprintf(`<xbrli:entity><xbrli:identifier scheme="http://www.sec.gov/CIK">%010d</xbrli:identifier></xbrli:entity>`, r.c.CIK)
		r.raw(`<xbrli:context id="y%d">%s<xbrli:period><xbrli:startDate>%d-01-01</xbrli:startDate>`+
			`<xbrli:endDate>%d-12-31</xbrli:endDate></xbrli:period></xbrli:context>`+"\n",
			i, entity, year, year)
		r.raw(`<xbrli:context id="e%d">%s<xbrli:period><xbrli:instant>%d-12-31</xbrli:instant></xbrli:period></xbrli:context>`+"\n",
			i, entity, year)
	}
	r.raw(`<xbrli:unit id="usd"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit>
<xbrli:unit id="shares"><xbrli:measure>xbrli:shares</xbrli:measure></xbrli:unit>
<xbrli:unit id="employee"><xbrli:measure>xbrli:pure</xbrli:measure></xbrli:unit>
<xbrli:unit id="usdPerShare"><xbrli:divide>` +
		`<xbrli:unitNumerator><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unitNumerator>` +
		`<xbrli:unitDenominator><xbrli:measure>xbrli:shares</xbrli:measure></xbrli:unitDenominator></xbrli:divide></xbrli:unit>
</ix:resources></ix:header></div>
`)
}

func (r *report) cover() {
	year := r.now.Year
	for _, line := range []string{"UNITED STATES", "SECURITIES AND EXCHANGE COMMISSION", "Washington, D.C. 20549",
		"FORM " + r.text("dei:DocumentType", thisYear, "10-K")} {
		r.raw("<div style=\"text-align:center\"><span style=\"font-weight:700\">%s</span></div>\n", line)
	}
	r.raw("<div style=\"text-align:center\">&#9746; ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES " +
		"EXCHANGE ACT OF 1934</div>\n")
	r.raw("<div style=\"text-align:center\">For the fiscal year ended %s</div>\n",
		r.dated("dei:DocumentPeriodEndDate", thisYear, fmt.Sprintf("December 31, %d", year)))
	r.raw("<div style=\"text-align:center\"><span style=\"font-weight:700\">%s</span></div>\n",
		r.text("dei:EntityRegistrantName", thisYear, r.c.Name))
	r.raw("<div style=\"text-align:center\">(Exact name of registrant as specified in its charter)</div>\n")
	r.raw("<table><tr><td>Common stock</td><td>%s</td><td>The Example Stock Market</td></tr></table>\n",
		r.text("dei:TradingSymbol", thisYear, r.c.Ticker))
	r.para("As of January 31, %d, the registrant had %s shares of common stock outstanding.", year+1,
		r.fact("dei:EntityCommonStockSharesOutstanding", thisEnd, "shares", 3, -3, "", commas(r.now.Shares)))
	r.footer(r.c, year, 1)
}

// items are the items of Form 10-K in the order in which the report has them.
var items = [][2]string{
	{"1", "Business"}, {"1A", "Risk Factors"}, {"1B", "Unresolved Staff Comments"}, {"1C", "Cybersecurity"}, {"2", "Properties"},
	{"3", "Legal Proceedings"}, {"4", "Mine Safety Disclosures"},
	{"5", "Market for Registrant’s Common Equity, Related Stockholder Matters and Issuer Purchases of Equity Securities"},
	{"6", "[Reserved]"}, {"7", "Management’s Discussion and Analysis of Financial Condition and Results of Operations"},
	{"7A", "Quantitative and Qualitative Disclosures About Market Risk"}, {"8", "Financial Statements and Supplementary Data"},
	{"9", "Changes in and Disagreements with Accountants on Accounting and Financial Disclosure"}, {"9A", "Controls and Procedures"},
	{"9B", "Other Information"}, {"9C", "Disclosure Regarding Foreign Jurisdictions that Prevent Inspections"},
	{"10", "Directors, Executive Officers and Corporate Governance"}, {"11", "Executive Compensation"},
	{"12", "Security Ownership of Certain Beneficial Owners and Management and Related Stockholder Matters"},
	{"13", "Certain Relationships and Related Transactions, and Director Independence"}, {"14", "Principal Accountant Fees and Services"},
	{"15", "Exhibits and Financial Statement Schedules"}, {"16", "Form 10-K Summary"},
}

func (r *report) contents() {
	r.raw("<div style=\"text-align:center\"><span style=\"font-weight:700\">TABLE OF CONTENTS</span></div>\n<table>\n")
	for i, it := range items {
		r.raw("<tr><td><a href=\"#item%s\">Item %s.</a></td><td><a href=\"#item%s\">%s</a></td><td><a href=\"#item%s\">%d</a></td></tr>\n",
			it[0], it[0], it[0], html.EscapeString(it[1]), it[0], 3+i)
	}
	r.raw("</table>\n")
	r.footer(r.c, r.now.Year, 2)
}

func (r *report) named(id string) {
	for _, it := range items {
		if it[0] == id {
			r.item(id, it[1])
		}
	}
}

// change says how a figure moved: increased 7.4 %, or decreased.
func change(now, before int64) string {
	tenths := (now - before) * 1000 / before
	word := "increased"
	if tenths < 0 {
		word, tenths = "decreased", -tenths
	}
	return fmt.Sprintf("%s %d.%d%%", word, tenths/10, tenths%10)
}

// share is a part of a whole in percent.
func share(part, whole int64) string {
	tenths := part * 1000 / whole
	return fmt.Sprintf("%d.%d%%", tenths/10, tenths%10)
}

func escape(s string) string { return html.EscapeString(s) }

func lowerFirst(s string) string { return strings.ToLower(s[:1]) + s[1:] }
