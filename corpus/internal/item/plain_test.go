package item

import (
	"strings"
	"testing"

	"github.com/assayhq/assay/corpus/internal/block"
)

// TestPlainTextLayouts: filings of plain text and of paragraphs that begin with their heading.
func TestPlainTextLayouts(t *testing.T) {
	const cover = "                         FORM 10-K\n\nFor the fiscal year ended December 31, 1995\n\n"
	prose := strings.Repeat("The Company sold kettles in the period and expects to sell\nabout as many in the next one.  ", 5) + "\n\n"
	list := func(dots string) string {
		return "Item 1.   Business " + dots + "   3\nItem 2.   Properties " + dots + "   4\n" +
			"Item 3.   Legal Proceedings " + dots + "   5\nItem 4.   Submission of Matters " + dots + "   5\n" +
			"Item 5.   Market for the Company's Common Equity and\n          Related Matters " + dots + "   6\n" +
			"Item 9.   Changes in and Disagreements with\n          Accountants " + dots + "   6\n" +
			"Item 10.  Directors and Executive Officers\n          of the Registrant " + dots + "   7\n" +
			"Item 11.  Compensation of\n          Executive Officers " + dots + "   7\n"
	}
	for _, c := range []struct{ name, src, want string }{
		{"a citation in capitals goes on in the next line",
			"ITEM 1. BUSINESS\n\n" + prose + "CHARGES OF $4 MILLION ARE EXPLAINED IN\nITEM 2. PROPERTIES ON THE PAGES THAT FOLLOW.\n\n" +
				prose + "ITEM 2. PROPERTIES\n\nTwo sheds, of which we own one and rent the other.\n\nITEM 3. LEGAL PROCEEDINGS\n\n" + prose,
			"1 2 3"},
		{"a citation goes on after a line of one word",
			"ITEM 1. BUSINESS\n\n" + prose + "We sell kettles, as is written in Part I and\nin\nItem 2. Properties, of this report.\n\n" +
				"ITEM 2. PROPERTIES\n\nTwo sheds, of which we own one and rent the other.\n\nITEM 3. LEGAL PROCEEDINGS\n\n" + prose,
			"1 2 3"},
		{"the label of several items is below their title",
			"ITEM 2. PROPERTIES\n\n" + prose + "Directors, Executive Compensation and Related Matters\n       (Items 10, 11 and 12)\n\n" + prose,
			"2 10 11=10 12=10"},
		{"a long title has the labels of two items after it",
			"ITEM 2. PROPERTIES\n\n" + prose + "Management's Discussion and Analysis of Financial Condition and Results of Operations and " +
				"Quantitative and Qualitative Disclosures About Market Risk (Items 7 and 7A)\n\n" + prose, "2 7 7A=7"},
		{"Part III is one reference, and Item 14 has the exhibits",
			"PART I\n\nITEM 2. PROPERTIES\n\n" + prose + "PART III\n\nWhat this part asks for is in the proxy statement, which is " +
				"incorporated by\nreference.\n\nPART IV\n\nITEM 14. EXHIBITS, FINANCIAL STATEMENT SCHEDULES\n\n" + prose,
			"2 10:incorporated_by_reference 11=10 12=10 13=10 14"},
		{"labels at the right margin",
			"BUSINESS                                        ITEM 1\n\n" + prose + "ITEM 2. PROPERTIES\n\n" + prose +
				"LEGAL PROCEEDINGS                             ITEM 3\n\n" + prose, "1 2 3"},
		{"a line of a paragraph that ends with a label",
			"ITEM 1. BUSINESS\n\n" + prose + "ITEM 2. PROPERTIES\n\n" + "One suit was brought, and it is the one that we wrote about as\n" +
				"Legal Proceedings Item 3\nin the report of the year before this one.\n\n" + prose, "1 2"},
		{"a label in parentheses is broken over two lines",
			"ITEM 2. PROPERTIES\n\n" + prose + "    SECURITY OWNERSHIP OF CERTAIN BENEFICIAL OWNERS (ITEM\n" +
				"                                 12)\n\n" + prose, "2 12"},
		{"rows of an index that end with words",
			"ITEM 2. PROPERTIES\n\n" + prose + "Item 10.  Directors and Executive Officers ........... Proxy statement\n" +
				"Item 11.  Executive Compensation ................... Proxy statement\n\n", "2 10:incorporated_by_reference 11:incorporated_by_reference"},
		{"contents at the end, whose pages are in second lines",
			"ITEM 1. BUSINESS\n\n" + prose + "ITEM 2. PROPERTIES\n\n" + prose + "ITEM 3. LEGAL PROCEEDINGS\n\nOne suit is open.\n\n" +
				"ITEM 4. SUBMISSION OF MATTERS\n\nTwo were submitted.\n\nITEM 5. MARKET FOR COMMON EQUITY\n\nThere is a market.\n\n" +
				"ITEM 9. CHANGES IN AND DISAGREEMENTS WITH ACCOUNTANTS\n\nTwo were changed.\n\n" +
				"ITEM 10. DIRECTORS\n\nThere are five.\n\nITEM 11. EXECUTIVE COMPENSATION\n\nThey earn little.\n\n" +
				"SIGNATURES\n\n" + prose + list(strings.Repeat(".", 20)),
			"1 2 3 4 5 9 10 11"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := block.Plain([]byte(cover + c.src))
			r := Find(d, form10K(), 0)
			expect(t, r, c.want)
			for _, wrong := range partition(d, r) {
				t.Error(wrong)
			}
			if text := textIn(d, r, "2"); !strings.HasPrefix(text, "ITEM 2. PROPERTIES\n") {
				t.Errorf("Item 2 is %q", text)
			}
		})
	}
	t.Run("labels and titles are underlined, and repeat at the top of a page", func(t *testing.T) {
		head := func(label, title string) string { return label + "\n=======\n     " + title + "\n     ==========\n\n" }
		d := block.Plain([]byte(cover + head("Item 1.", "Business") + prose + head("Item 2.", "Properties") + prose + "<PAGE>\n\n" +
			"                  Item 2. Properties (continued)\n\n" + prose + head("Item 3.", "Legal Proceedings") + prose))
		r := Find(d, form10K(), 0)
		expect(t, r, "1 2 3")
		if heading := string(d.Of(find(r, "2").Heading)); heading != "Item 2.\n=======\nProperties\n==========" {
			t.Errorf("the heading of Item 2 is %q", heading)
		}
	})
	t.Run("a line of the last item that begins as an answer does", func(t *testing.T) {
		tail := "We list all of the schedules of our financial statements here but those whose facts are\nnot required or not yet known to us at this time.\n\n" + prose + prose + "SIGNATURE\n"
		d := block.Plain([]byte(strings.Replace(cover, "10-K", "10-Q", 1) + "PART I\n\nItem 2. Management's Discussion and Analysis\n\n" +
			prose + "PART II\n\nItem 6. Exhibits\n\n" + tail))
		r := Find(d, form(t, "10-Q"), 0)
		expect(t, r, "I.2 II.6")
		if text := textIn(d, r, "II.6"); !strings.Contains(text, "kettles") {
			t.Errorf("Item 6 is %q", text)
		}
	})
	t.Run("the cut of a long block is not its end", func(t *testing.T) {
		var p page
		p.cover("10-K", "December 31, 2003").para("Item 1. Business. " + strings.Repeat("We sell kettles. ", 30))
		lead := "Item 2. Properties. " + strings.Repeat("We rent a shed. ", 30)
		p.para(lead[:maxHead-4] + " 14 sheds, all of which we own.").para("Item 3. Legal Proceedings. " + strings.Repeat("No suit is open. ", 30))
		_, r := p.find(t, "10-K")
		expect(t, r, "1 2 3")
	})
}

// TestSmallBusinessForms: Forms 10-KSB and 10-QSB count their items in their own way.
func TestSmallBusinessForms(t *testing.T) {
	t.Run("10-KSB", func(t *testing.T) {
		var p page
		p.cover("10-KSB", "December 31, 2007").raw("<h2>PART I</h2>").head("Item 1. Description of Business").prose(3)
		p.head("Item 2. Description of Property").prose(2).head("Item 3. Legal Proceedings").para("None.")
		p.raw("<h2>PART II</h2>").head("Item 6. Management's Discussion and Analysis or Plan of Operation").prose(3)
		p.head("Item 7. Financial Statements").prose(3).head("Item 8A(T). Controls and Procedures").prose(2)
		p.raw("<h2>PART III</h2>").para("Items 9 to 12 are incorporated by reference to the proxy statement.")
		p.head("Item 13. Exhibits").prose(2).head("Item 14. Principal Accountant Fees and Services").prose(2)
		_, r := p.find(t, "10-KSB")
		expect(t, r, "1 2 3:reserved_or_none 6 7 8A 9:incorporated_by_reference 10=9 11=9 12=9 13 14")
	})
	t.Run("10-QSB", func(t *testing.T) {
		var p page
		p.cover("10-QSB", "June 30, 2007").raw("<h2>PART I</h2>").head("Item 1. Financial Statements").prose(3)
		p.head("Item 2. Plan of Operation").prose(3).head("Item 3A(T). Controls and Procedures").prose(2)
		p.raw("<h2>PART II</h2>").head("Item 1. Legal Proceedings").prose(2).head("Item 6. Exhibits").prose(2)
		_, r := p.find(t, "10-QSB")
		expect(t, r, "I.1 I.2 I.3 II.1 II.6")
	})
}

// TestLastRowOfAnIndexAtTheFront: the rest of the document is not the text of the last row.
func TestLastRowOfAnIndexAtTheFront(t *testing.T) {
	var p page
	p.cover("10-K", "December 31, 2023")
	p.index("Item 1|Business|Page 3", "Item 1A|Risk Factors|Page 11", "Item 2|Properties|Page 14", "Item 3|Legal Proceedings|Page 14",
		"Item 4|Mine Safety Disclosures|None", "Item 7|Management's Discussion and Analysis|Page 5",
		"Item 8|Financial Statements and Supplementary Data|Page 16", "Item 15|Exhibits|Page 20")
	for n := 1; n <= 24; n++ {
		p.prose(12).foot(n)
	}
	d, r := p.find(t, "10-K")
	if text := textIn(d, r, "15"); r.Kind != Index || strings.Contains(text, "kettles") {
		t.Errorf("kind %s, Item 15 is %.200q", r.Kind, text)
	}
}
