package item

import (
	"fmt"
	"strings"
	"testing"

	"github.com/assayhq/assay/corpus/internal/block"
)

const pageBreak = `<hr style="page-break-after:always"/>`

// TestItemsBeginAtTheirFirstHeading: copies of a heading on later pages, or above a part of an item after the
// signatures, are not where the item begins.
func TestItemsBeginAtTheirFirstHeading(t *testing.T) {
	t.Run("running titles in heavier type", func(t *testing.T) {
		var p page
		p.cover("10-K", "December 31, 2024")
		p.raw("<h2>PART I</h2>").para("ITEM 1A. RISK FACTORS").para("<u>Item 1A. Risk factors</u>").prose(4)
		p.raw(pageBreak).para("ITEM 1A. RISK FACTORS").prose(2)
		p.para("Item 1B. Unresolved staff comments").para("None.")
		p.para("Item 1C. Cybersecurity").prose(3)
		p.raw(pageBreak).para("ITEM 1C. CYBERSECURITY").prose(3)
		p.raw(pageBreak).para("ITEM 1C. CYBERSECURITY").prose(1).para("Item 2. Properties").prose(2)
		d, r := p.find(t, "10-K")
		expect(t, r, "1A 1B:reserved_or_none 1C 2")
		if text := textIn(d, r, "1C"); !strings.HasPrefix(text, "Item 1C. Cybersecurity\n") {
			t.Errorf("Item 1C begins with %.60q", text)
		}
	})
	t.Run("part of an item after the signatures", func(t *testing.T) {
		var p page
		p.cover("10-K", "December 31, 1996")
		p.head("ITEM 1. BUSINESS").prose(4).head("ITEM 13. CERTAIN RELATIONSHIPS").para("None.")
		p.para("ITEM 14. EXHIBITS, FINANCIAL STATEMENT SCHEDULES").prose(3).head("SIGNATURES").prose(2)
		p.raw("<center><b>ITEM 14(d)</b></center>").raw("<center><b>FINANCIAL STATEMENT SCHEDULE</b></center>").prose(3)
		d, r := p.find(t, "10-K")
		if text := textIn(d, r, "14"); !strings.HasPrefix(text, "ITEM 14. EXHIBITS") || strings.Contains(text, "14(d)") {
			t.Errorf("Item 14 is %q", text)
		}
	})
}

// TestPartDividers: a page that lists the items of a part belongs to that part, not to the item before.
func TestPartDividers(t *testing.T) {
	var p page
	p.cover("10-K", "December 31, 2024").head("Item 1. Business").prose(4)
	p.head("Item 9B. Other Information").para("Nobody changed a trading plan in the quarter, as we know from those who could have.")
	p.raw(pageBreak).para("<b>PART III</b>").para("Item 10. Directors, Executive Officers and Corporate Governance")
	p.para("Item 11. Executive Compensation").raw(pageBreak).para("<b>PART III</b>")
	p.head("Item 10. Directors, Executive Officers and Corporate Governance").prose(3)
	p.head("Item 11. Executive Compensation").prose(3)
	d, r := p.find(t, "10-K")
	expect(t, r, "1 9B 10 11")
	if text := textIn(d, r, "9B"); strings.Contains(text, "Item 1") || strings.Contains(text, "PART") {
		t.Errorf("Item 9B holds the divider: %q", text)
	}
}

// TestItemsWithoutLabels: quarterly reports head their statements and other items of Part I without numbers.
func TestItemsWithoutLabels(t *testing.T) {
	part2 := func(p *page) {
		p.head("PART II. OTHER INFORMATION").head("Item 1. Legal Proceedings").prose(2).head("Item 6. Exhibits").prose(2).head("SIGNATURES")
	}
	statement := func(p *page, title string) {
		p.para("<center>Larkspur Kettle Works, Inc.</center>").para("<center>" + title + "</center>").para("<center>(Unaudited)</center>")
		p.raw("<table><tr><td>Sales</td><td>1,024</td></tr><tr><td>Costs</td><td>998</td></tr></table>").prose(2)
	}
	t.Run("statements after the heading of Part I, titles alone", func(t *testing.T) {
		var p page
		p.cover("10-Q", "June 30, 2023").raw(pageBreak).head("PART I. FINANCIAL INFORMATION")
		statement(&p, "Condensed Consolidated Statements of Income")
		statement(&p, "Condensed Consolidated Balance Sheets")
		p.raw(pageBreak).head("Management’s Discussion and Analysis of Financial").head("Condition and Results of Operations").prose(4)
		p.raw(pageBreak).head("Management’s Discussion and Analysis of Financial").head("Condition and Results of Operations").prose(4)
		p.head("Quantitative and Qualitative Disclosures about Market Risk").prose(2).head("Controls and Procedures").prose(2)
		part2(&p)
		d, r := p.find(t, "10-Q")
		expect(t, r, "I.1 I.2 I.3 I.4 II.1 II.6")
		if text := textIn(d, r, "I.1"); !strings.HasPrefix(text, "Larkspur Kettle Works, Inc.\nCondensed") {
			t.Errorf("I.1 begins with %.60q", text)
		}
	})
	t.Run("statements that the contents list links to", func(t *testing.T) {
		var p page
		p.cover("10-Q", "June 30, 2023").raw("<table>")
		for _, row := range []string{"Item 1. Financial Statements|a", "Balance Sheet|a", "Item 2. Management's Discussion and Analysis|b",
			"Item 4. Controls and Procedures|c", "Item 1. Legal Proceedings|d", "Item 6. Exhibits|e"} {
			title, to, _ := strings.Cut(row, "|")
			p.raw(`<tr><td><a href="#` + to + `">` + title + `</a></td><td><a href="#` + to + `">3</a></td></tr>`)
		}
		p.raw("</table>" + pageBreak + `<div id="a"></div>`)
		statement(&p, "Balance Sheet")
		p.raw(`<div id="b"></div>`).head("Item 2. Management's Discussion and Analysis").prose(4)
		p.raw(`<div id="c"></div>`).head("Item 4. Controls and Procedures").prose(2)
		part2(&p)
		d, r := p.find(t, "10-Q")
		expect(t, r, "I.1 I.2 I.4 II.1 II.6")
		if it := find(r, "I.1"); it == nil || !strings.Contains(it.Rule, "links") || len(textIn(d, r, "front")) > 0 {
			t.Errorf("I.1 is %+v", it)
		}
	})
	t.Run("statements on a page of their own", func(t *testing.T) {
		var p page
		p.cover("10-Q", "June 30, 2023").raw(pageBreak)
		statement(&p, "Consolidated Statement of Earnings")
		p.head("Item 2. Management's Discussion and Analysis").prose(4).head("Item 4. Controls and Procedures").prose(2)
		part2(&p)
		d, r := p.find(t, "10-Q")
		expect(t, r, "I.1 I.2 I.4 II.1 II.6")
		if text := textIn(d, r, "I.1"); !strings.HasPrefix(text, "Larkspur Kettle Works, Inc.\nConsolidated Statement") {
			t.Errorf("I.1 begins with %.60q", text)
		}
	})
	t.Run("contents with labels, headings of titles alone", func(t *testing.T) {
		var p page
		p.cover("10-K", "December 31, 2000").raw("<table>")
		titles := []string{"Business", "Properties", "Legal Proceedings", "Submission of Matters to a Vote of Security Holders",
			"Market for the Registrant's Common Equity", "Selected Financial Data"}
		for i, title := range titles {
			p.raw(fmt.Sprintf("<tr><td>Item %d.</td><td>%s</td><td>%d</td></tr>", i+1, title, i+2))
		}
		p.raw("</table>")
		for _, title := range titles {
			p.head(title).prose(3)
		}
		d, r := p.find(t, "10-K")
		expect(t, r, "1 2 3 4 5 6")
		if text := textIn(d, r, "2"); !strings.HasPrefix(text, "Properties\n") {
			t.Errorf("Item 2 is %.60q", text)
		}
	})
}

// TestContentsRowsFarApart: the row of Item 1 is one of the contents list although its statements are listed between
// it and the next item.
func TestContentsRowsFarApart(t *testing.T) {
	var p page
	p.cover("10-Q", "June 30, 2023").raw("<table><tr><td>ITEM 1</td><td>Financial Statements</td><td>3</td></tr>")
	for range 20 {
		p.raw("<tr><td></td><td>Note on a subject that takes a long line of the contents list to name</td><td>9</td></tr>")
	}
	for _, row := range []string{"ITEM 2|Management's Discussion and Analysis", "ITEM 3|Quantitative and Qualitative Disclosures",
		"ITEM 4|Controls and Procedures", "ITEM 1|Legal Proceedings", "ITEM 6|Exhibits"} {
		label, title, _ := strings.Cut(row, "|")
		p.raw("<tr><td>" + label + "</td><td>" + title + "</td><td>40</td></tr>")
	}
	p.raw("</table>").head("PART I. FINANCIAL INFORMATION").para("<center>Consolidated Balance Sheets</center>").prose(5)
	p.head("ITEM 2. MANAGEMENT'S DISCUSSION AND ANALYSIS").prose(3).head("ITEM 3. QUANTITATIVE AND QUALITATIVE DISCLOSURES").prose(3)
	p.head("ITEM 4. CONTROLS AND PROCEDURES").prose(3).head("PART II").head("ITEM 1. LEGAL PROCEEDINGS").prose(3).head("ITEM 6. EXHIBITS").prose(3)
	d, r := p.find(t, "10-Q")
	expect(t, r, "I.1 I.2 I.3 I.4 II.1 II.6")
	if text := textIn(d, r, "I.1"); !strings.HasPrefix(text, "Consolidated Balance Sheets") {
		t.Errorf("I.1 begins with %.60q", text)
	}
}

// TestStatementsBelongToItem8: an item that speaks of the statements without being answered by them does not get
// them; Item 8 does, by way of the exhibits that it names.
func TestStatementsBelongToItem8(t *testing.T) {
	var p page
	p.cover("10-K", "December 31, 2021").head("Item 1. Business").prose(4)
	p.head("Item 8. Financial Statements and Supplementary Data").para("The response to this item is the financial statements in Part IV, Item 15 of this Form 10-K.")
	p.head("Item 14. Principal Accountant Fees and Services")
	p.para("See the sections “Fees of the Auditor” and “Services that the Committee Approves Beforehand” of the Proxy Statement for the " +
		"meeting of shareholders in May 2022, which are incorporated by reference in this report.")
	p.para("The auditor of the financial statements in this report is independent of us.")
	p.head("Item 15. Exhibits and Financial Statement Schedules").prose(4).head("SIGNATURES").prose(1)
	p.head("Index to Financial Statements").prose(70)
	d, r := p.find(t, "10-K")
	if it := find(r, "14"); it == nil || it.Status != ByReference || len(it.Attached) > 0 {
		t.Errorf("Item 14 is %+v", it)
	}
	it := find(r, "8")
	if it == nil || len(it.Attached) != 2 || !strings.HasPrefix(string(d.Of(it.Attached[1])), "Index to Financial") {
		t.Errorf("Item 8 is %+v", it)
	}
}

// index writes a cross-reference index with rows such as "Item 1|Business|3-5"; "3-5@name" links to an anchor.
func (p *page) index(rows ...string) *page {
	p.raw("<h2>FORM 10-K CROSS-REFERENCE INDEX</h2><table>")
	for _, row := range rows {
		cells := strings.Split(row, "|")
		pages, to, linked := strings.Cut(cells[2], "@")
		if linked {
			pages = `<a href="#` + to + `">` + pages + `</a>`
		}
		p.raw("<tr><td>" + cells[0] + "</td><td>" + cells[1] + "</td><td>" + pages + "</td></tr>")
	}
	return p.raw("</table>").head("SIGNATURES")
}

// foot ends a page of an annual report.
func (p *page) foot(n int) *page {
	return p.para(fmt.Sprintf("Larkspur Kettle Works 2023 Annual Report %d", n)).raw(pageBreak)
}

// expectAttached holds how the one attached span of each item begins and ends.
func expectAttached(t *testing.T, d *block.Doc, r *Result, want map[string][2]string) {
	t.Helper()
	for id, w := range want {
		it := find(r, id)
		if len(it.Attached) != 1 {
			t.Errorf("Item %s has %d spans", id, len(it.Attached))
			continue
		}
		text := strings.TrimSpace(string(d.Of(it.Attached[0])))
		if !strings.HasPrefix(text, w[0]) || !strings.HasSuffix(text, w[1]) {
			t.Errorf("Item %s is %.40q … %q", id, text, text[max(0, len(text)-40):])
		}
	}
}

// TestIndexOfStartPages: an index that names one page for each item says where it begins; it ends where the next one in
// the document begins. Market risk that has no title of its own is a part of the discussion.
func TestIndexOfStartPages(t *testing.T) {
	var p page
	p.cover("10-K", "December 31, 2023")
	for n := 1; n <= 24; n++ {
		switch n {
		case 3:
			p.prose(1).head("BUSINESS")
		case 5:
			p.head("MANAGEMENT'S DISCUSSION AND ANALYSIS OF FINANCIAL CONDITION AND RESULTS OF OPERATIONS")
		case 8:
			p.raw(`<a id="risk"></a>`).head("CURRENCIES AND RATES")
		case 9:
			p.prose(1).head("CRITICAL ESTIMATES")
		case 11:
			p.head("RISK FACTORS")
		case 14:
			p.head("PROPERTIES").prose(1).head("LEGAL PROCEEDINGS")
		case 16:
			p.head("FINANCIAL STATEMENTS AND SUPPLEMENTARY DATA")
		}
		p.prose(12).foot(n)
	}
	p.index("Item 1|Business|Page 3", "Item 1A|Risk Factors|Page 11", "Item 1B|Unresolved Staff Comments|None", "Item 2|Properties|Page 14",
		"Item 3|Legal Proceedings|Page 14", "Item 4|Mine Safety Disclosures|None",
		"Item 7|Management's Discussion and Analysis of Financial Condition and Results of Operations|Page 5",
		"Item 7A|Quantitative and Qualitative Disclosures About Market Risk|Page 8@risk",
		"Item 8|Financial Statements and Supplementary Data|Page 16", "Item 11|Executive Compensation|(a)")
	d, r := p.find(t, "10-K")
	if r.Kind != Index {
		t.Fatalf("kind %s: %s", r.Kind, outline(r))
	}
	expectAttached(t, d, r, map[string][2]string{
		"1": {"BUSINESS\n", "Report 4"}, "7": {"MANAGEMENT'S", "Report 10"}, "7A": {"CURRENCIES", "Report 10"},
		"1A": {"RISK", "Report 13"}, "2": {"PROPERTIES\n", "sure of that."}, "3": {"LEGAL", "Report 15"}, "8": {"FINANCIAL", "Report 24"},
	})
}

// TestIndexOfMarketRiskInTheDiscussion: market risk ends with its section where the index names a page of the discussion.
// The last page of the text has no number.
func TestIndexOfMarketRiskInTheDiscussion(t *testing.T) {
	var p page
	p.cover("10-K", "December 31, 2023")
	for n := 1; n <= 8; n++ {
		switch n {
		case 2:
			p.head("MANAGEMENT'S DISCUSSION AND ANALYSIS OF FINANCIAL CONDITION AND RESULTS OF OPERATIONS")
		case 4:
			p.prose(1).head("FINANCING AND MARKET RISK").prose(2).head("OTHER MATTERS")
		case 6:
			p.head("RISK FACTORS")
		case 8:
			p.head("PROPERTIES").prose(12).raw(pageBreak)
			continue
		}
		p.prose(12).foot(n)
	}
	p.index("Item 1A|Risk Factors|Page 6", "Item 1B|Unresolved Staff Comments|None", "Item 2|Properties|Page 8",
		"Item 3|Legal Proceedings|Page 7", "Item 4|Mine Safety Disclosures|None",
		"Item 7|Management's Discussion and Analysis of Financial Condition and Results of Operations|Page 2",
		"Item 7A|Quantitative and Qualitative Disclosures About Market Risk|Page 4",
		"Item 9|Changes in and Disagreements with Accountants|None", "Item 11|Executive Compensation|(a)", "Item 16|Form 10-K Summary|None")
	d, r := p.find(t, "10-K")
	expectAttached(t, d, r, map[string][2]string{"7": {"MANAGEMENT'S", "Report 5"}, "7A": {"FINANCING", "sure of that."},
		"2": {"PROPERTIES", "sure of that."}})
}

// TestIndexWhoseRowsAreLinks: rows of an index may link to the pages, which may be counted as "- 3 -" and "Page 4 of 9".
func TestIndexWhoseRowsAreLinks(t *testing.T) {
	var p page
	p.cover("10-K", "December 31, 2023")
	for n := 1; n <= 9; n++ {
		p.head(fmt.Sprintf("CHAPTER %c", 'A'+n)).prose(12).para(fmt.Sprintf([]string{"Page %d of 9", "- %d -"}[n%2], n)).raw(pageBreak)
	}
	const link = `<a href="#chapter">Item `
	p.index(link+"1</a>|Business|2-3", link+"1A</a>|Risk Factors|4", link+"1B</a>|Unresolved Staff Comments|None", link+"2</a>|Properties|5",
		link+"3</a>|Legal Proceedings|6", link+"7</a>|Management's Discussion and Analysis|7", link+"8</a>|Financial Statements|8 through 9",
		link+"9</a>|Changes in and Disagreements with Accountants|None", link+"11</a>|Executive Compensation|Proxy Statement")
	d, r := p.find(t, "10-K")
	expectAttached(t, d, r, map[string][2]string{"1": {"CHAPTER C", "- 3 -"}, "2": {"CHAPTER F", "- 5 -"}, "8": {"CHAPTER I", "- 9 -"}, "1A": {"CHAPTER E", "Page 4 of 9"}})
}

// TestIndexPagesShared: items of an index begin where its links lead to and end where others begin on their last page.
func TestIndexPagesShared(t *testing.T) {
	var p page
	p.cover("10-K", "December 31, 2023")
	for n := 1; n <= 20; n++ {
		switch n {
		case 9:
			p.prose(1).raw(`<a id="risk"></a>`).head("Prices of copper").prose(2).raw(`<a id="cyber"></a>`).head("Safe kettles")
		case 10:
			p.prose(2).raw(`<a id="works"></a>`).head("Our works").prose(1).raw(`<a id="shares"></a>`).head("Our shares")
		}
		p.prose(6).foot(n)
	}
	p.index("Item 1|Business|3-8", "Item 1A|Risk Factors|5-7", "Item 1B|Unresolved Staff Comments|None", "Item 1C|Cybersecurity|9-10@cyber",
		"Item 2|Properties|10@works", "Item 3|Legal Proceedings|17-18", "Item 4|Mine Safety Disclosures|None", "Item 5|Market for Common Equity|10@shares",
		"Item 7A|Quantitative and Qualitative Disclosures About Market Risk|9@risk", "Item 8|Financial Statements|11-20")
	d, r := p.find(t, "10-K")
	expectAttached(t, d, r, map[string][2]string{
		"7A": {"Prices of copper\n", "sure of that."}, "1C": {"Safe kettles\n", "sure of that."}, "2": {"Our works\n", "sure of that."},
		"5": {"Our shares\n", "Report 10"}, "8": {"The company", "Report 20"},
	})
}

// TestAnswerInTheHeadingsBlock: what follows the title in the same paragraph is the item's text.
func TestAnswerInTheHeadingsBlock(t *testing.T) {
	var p page
	p.cover("10-Q", "June 30, 2023").head("PART II")
	p.para("<b>Item 1. Legal Proceedings.</b> See Note 4 to the financial statements in Part I, Item 1 of this report.")
	p.para("<b>Item 3. Defaults Upon Senior Securities. </b> — No matters require disclosure.")
	p.para("<b>Item 4. Mine Safety Disclosures.</b> Not applicable.").head("Item 6. Exhibits").prose(3)
	_, r := p.find(t, "10-Q")
	expect(t, r, "II.1:incorporated_by_reference II.3:reserved_or_none II.4:reserved_or_none II.6")
}

// TestListOfStatements: an Item 8 that lists the statements gets those that follow the signatures.
func TestListOfStatements(t *testing.T) {
	var p page
	p.cover("10-K", "December 31, 2009").head("Item 1. Business").prose(4).head("Item 8. Financial Statements and Supplementary Data")
	p.para("The following financial statements of the company and its subsidiaries are on the pages indicated.")
	p.contents("|Report of Independent Registered Public Accounting Firm", "|Balance Sheets").head("Item 9. Changes in and Disagreements").para("None.")
	p.head("SIGNATURES").prose(1).head("REPORT OF INDEPENDENT REGISTERED PUBLIC ACCOUNTING FIRM").prose(70)
	d, r := p.find(t, "10-K")
	if it := find(r, "8"); len(it.Attached) != 1 || !strings.HasPrefix(string(d.Of(it.Attached[0])), "REPORT OF") {
		t.Errorf("Item 8 is %+v", it)
	}
}

// TestLabelsAfterTitles: some headings have their label in parentheses after the title, perhaps on a second line.
func TestLabelsAfterTitles(t *testing.T) {
	var p page
	p.cover("10-K", "December 31, 2003").head("Business (Item 1)").prose(4).head("Legal Proceedings (Item 3)").prose(2)
	p.para("Our auditors looked at this (Item 8).").head("Management's Discussion and Analysis of Financial").head("Condition (Item 7)").prose(4)
	_, r := p.find(t, "10-K")
	expect(t, r, "1 3 7")
}

// TestTitlesUnderAnIndex: where the titles of nearly all rows of an index are headings in its order, they open the items,
// whether the index is before them or after.
func TestTitlesUnderAnIndex(t *testing.T) {
	rows := []string{"Item 1|Business|1-2", "Item 2|Properties|2", "Item 3|Legal Proceedings|2-3",
		"Item 4|Submission of Matters to a Vote of Security Holders|3", "Item 5|Market for the Company's Common Equity|3",
		"Item 6|Selected Financial Data|3-4"}
	items := func(p *page) {
		for i, row := range rows {
			p.head(strings.ToUpper(strings.Split(row, "|")[1])).prose(2).foot(i + 1)
		}
	}
	for _, c := range []struct {
		name  string
		write func(p *page)
	}{
		{"before the items", func(p *page) { p.index(rows...); items(p) }},
		{"after a citation that begins a line", func(p *page) { p.para("Item 10 of this report cites it."); p.index(rows...); items(p) }},
		{"after the items", func(p *page) { items(p); p.head("SIGNATURES").prose(1).index(rows...) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			var p page
			c.write(p.cover("10-K", "December 31, 1999"))
			d, r := p.find(t, "10-K")
			expect(t, r, "1 2 3 4 5 6")
			if text := textIn(d, r, "5"); !strings.HasPrefix(text, "MARKET FOR THE COMPANY") {
				t.Errorf("Item 5 is %.60q", text)
			}
		})
	}
}

// TestHeadingsWithoutItemNumbers: headings that lack the word "Item", or have it in an unusual place, open the items where
// they are many and in order.
func TestHeadingsWithoutItemNumbers(t *testing.T) {
	titles := []string{"Business", "Properties", "Legal Proceedings", "Submission of Matters to a Vote of Security Holders",
		"Market for the Registrant's Common Equity and Related Stockholder Matters", "Selected Financial Data",
		"Management's Discussion and Analysis of Financial Condition and Results of Operations",
		"Financial Statements and Supplementary Data", "Changes in and Disagreements with Accountants",
		"Directors and Executive Officers of the Registrant"}
	words := strings.Fields("One Two Three Four Five Six Seven Eight Nine Ten")
	const all = "1 2 3 4 5 6 7 8 9 10"
	for _, c := range []struct {
		name, want string
		write      func(p *page, n int, title string)
	}{
		{"bare numbers", all, func(p *page, n int, title string) { p.head(fmt.Sprintf("%d. %s", n, title)).prose(2) }},
		{"bare numbers in brackets", all, func(p *page, n int, title string) { p.head(fmt.Sprintf("(%d) %s", n, title)).prose(2) }},
		{"bare numbers above the titles", all, func(p *page, n int, title string) { p.head(fmt.Sprintf("%d.", n)).head(title).prose(2) }},
		{"bare numbers before the text", all, func(p *page, n int, title string) {
			p.para(fmt.Sprintf("<b>%d. %s.</b> We sold %d00 kettles in the period and expect to sell as many.", n, title, n))
		}},
		{"titles alone", all, func(p *page, n int, title string) { p.para(title).prose(2) }},
		{"titles in tables", all, func(p *page, n int, title string) { p.raw("<table><tr><td>" + title + "</td></tr></table>").prose(2) }},
		{"numbers in words", all, func(p *page, n int, title string) { p.head("ITEM " + words[n-1] + ". " + title).prose(2) }},
		{"labels in brackets", all, func(p *page, n int, title string) { p.head(fmt.Sprintf("(Item %d) %s", n, title)).prose(2) }},
		{"labels after a dash", all, func(p *page, n int, title string) { p.head(fmt.Sprintf("%s - Item %d", title, n)).prose(2) }},
		{"labels in brackets after the title", all, func(p *page, n int, title string) {
			p.head(fmt.Sprintf("%s [Item %d]", title, n)).prose(2)
		}},
		{"labels in a cell after the title", all, func(p *page, n int, title string) {
			p.raw(fmt.Sprintf("<table><tr><td>%s.</td><td></td><td>ITEM %d.</td></tr></table>", title, n)).prose(2)
		}},
		{"labels after a bar", all, func(p *page, n int, title string) { p.head(fmt.Sprintf("%s | Item %d", title, n)).prose(2) }},
		{"labels after a comma", all, func(p *page, n int, title string) { p.head(fmt.Sprintf("%s, Item %d", title, n)).prose(2) }},
		{"labels after a colon", all, func(p *page, n int, title string) { p.head(fmt.Sprintf("%s: Item %d", title, n)).prose(2) }},
		{"labels in a column of a list", "", func(p *page, n int, title string) {
			switch n {
			case 1:
				p.raw("<table>")
			case 10:
				p.raw("</table>").prose(2)
			default:
				p.raw(fmt.Sprintf("<tr><td>%s</td><td>Item %d</td></tr>", title, n))
			}
		}},
		{"labels in a line below the title", all, func(p *page, n int, title string) { p.head(fmt.Sprintf("%s<br>Item %d", title, n)).prose(2) }},
		{"labels below the title", all, func(p *page, n int, title string) { p.head(title).head(fmt.Sprintf("ITEM %d", n)).prose(2) }},
		{"labels at the right margin", all, func(p *page, n int, title string) {
			p.raw(fmt.Sprintf("<div><b>%s</b> &nbsp; &nbsp;&nbsp;&nbsp;<b>ITEM %d</b></div>", title, n)).prose(2)
		}},
		{"bare numbers of other things", "", func(p *page, n int, title string) { p.head(fmt.Sprintf("%d. Kettles of kind %d", n, n)).prose(2) }},
		{"few titles", "", func(p *page, n int, title string) {
			if n < 6 {
				p.head(title).prose(2)
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var p page
			p.cover("10-K", "December 31, 1999")
			for i, title := range titles {
				c.write(&p, i+1, title)
			}
			_, r := p.head("SIGNATURES").prose(1).find(t, "10-K")
			expect(t, r, c.want)
		})
	}
}

// TestPartsInLabelsAfterTitles: a label after a title names its part, and running titles on later pages do, too.
func TestPartsInLabelsAfterTitles(t *testing.T) {
	for _, form := range []string{"%s (PART %s, ITEM %s)", "%s [Part %s. Item %s.]", "%s — Part %s, Item %s", "%s - Part %s - Item %s",
		"<table><tr><td>%s</td><td>Part %s, Item %s</td></tr></table>"} {
		t.Run(form, func(t *testing.T) {
			var p page
			p.cover("10-Q", "June 30, 2015")
			for _, row := range []string{"Financial Statements|I|1", "Management's Discussion and Analysis|I|2", "Controls and Procedures|I|4",
				"Legal Proceedings|II|1", "Risk Factors|II|1A", "Defaults Upon Senior Securities|II|3", "Exhibits|II|6"} {
				c := strings.Split(row, "|")
				p.head(fmt.Sprintf(form, c[0], c[1], c[2])).prose(2).raw(pageBreak)
				p.para("PART " + c[1] + ", ITEM " + c[2] + ". " + c[0] + " (Continued)").prose(2)
			}
			d, r := p.head("SIGNATURES").find(t, "10-Q")
			expect(t, r, "I.1 I.2 I.4 II.1 II.1A II.3 II.6")
			if text := textIn(d, r, "II.1A"); !strings.HasPrefix(text, "Risk Factors") {
				t.Errorf("Item 1A of Part II begins with %.60q", text)
			}
		})
	}
}

// TestQuarterlyTitlesAlone: the titles of a quarterly report open its items where many are in the form's order.
func TestQuarterlyTitlesAlone(t *testing.T) {
	for _, numbered := range []bool{false, true} {
		var p page
		p.cover("10-Q", "June 30, 2015")
		for i, title := range []string{"Financial Statements", "Management's Discussion and Analysis", "Controls and Procedures",
			"Legal Proceedings", "Risk Factors", "Defaults Upon Senior Securities", "Exhibits"} {
			switch i {
			case 0:
				p.head("PART I. FINANCIAL INFORMATION")
			case 3:
				p.head("PART II. OTHER INFORMATION")
			}
			if numbered {
				title = []string{"1.", "2.", "4.", "1.", "1A.", "3.", "6."}[i] + "</td><td>" + title
			}
			p.raw("<table><tr><td>" + title + "</td></tr></table>").prose(2)
		}
		_, r := p.para("None of the kettles was lost, and each of them is as good as it was.").head("SIGNATURES").find(t, "10-Q")
		expect(t, r, "I.1 I.2 I.4 II.1 II.1A II.3 II.6")
	}
}
