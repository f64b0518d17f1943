package item

import (
	"fmt"
	"strings"
	"testing"

	"github.com/assayhq/assay/corpus/internal/block"
)

// page is an invented filing under construction.
type page struct{ strings.Builder }

func (p *page) cover(form, period string) *page {
	return p.raw("<html><body>").para("<b>FORM " + form + "</b>").para("For the fiscal year ended " + period).para("<b>Larkspur Kettle Works, Inc.</b>")
}

func (p *page) raw(s string) *page  { p.WriteString(s + "\n"); return p }
func (p *page) para(s string) *page { return p.raw("<p>" + s + "</p>") }
func (p *page) head(s string) *page { return p.raw("<p><b>" + s + "</b></p>") }
func (p *page) prose(n int) *page {
	for i := range n {
		p.para(fmt.Sprintf("The company sold %d kettles in the period and expects to sell about as many in the next one, though nobody can be sure of that.", 1200+i))
	}
	return p
}

// contents writes a contents list of the given rows with page numbers.
func (p *page) contents(rows ...string) *page {
	p.raw("<table>")
	for i, r := range rows {
		label, title, _ := strings.Cut(r, "|")
		p.raw(fmt.Sprintf("<tr><td>%s</td><td>%s</td><td>%d</td></tr>", label, title, 3+i*4))
	}
	return p.raw("</table>")
}

func (p *page) find(t *testing.T, typ string) (*block.Doc, *Result) {
	t.Helper()
	d := block.HTML([]byte(p.String()))
	r := Find(d, form(t, typ), 0)
	for _, wrong := range partition(d, r) {
		t.Error(wrong)
	}
	return d, r
}

// outline is the items of a result that are not absent, with their status where it is not "extracted".
func outline(r *Result) string {
	var out []string
	for _, it := range r.Items {
		switch it.Status {
		case Absent:
		case Extracted:
			out = append(out, it.ID)
		case CombinedWith:
			out = append(out, it.ID+"="+it.CombinedWith)
		default:
			out = append(out, it.ID+":"+string(it.Status))
		}
	}
	return strings.Join(out, " ")
}

func expect(t *testing.T, r *Result, want string) {
	t.Helper()
	if got := outline(r); got != want {
		t.Errorf("items %s\nwant  %s", got, want)
	}
}

func textIn(d *block.Doc, r *Result, id string) string {
	it := find(r, id)
	if it == nil {
		return ""
	}
	var b strings.Builder
	for _, s := range it.Spans {
		b.Write(d.Of(s))
	}
	return b.String()
}

func TestContentsListIsNotTheItems(t *testing.T) {
	var p page
	p.cover("10-K", "December 31, 2012").contents("Item 1.|Business", "Item 1A.|Risk Factors", "Item 2.|Properties",
		"Item 3.|Legal Proceedings", "Item 5.|Market for Common Equity", "Item 7.|Management's Discussion and Analysis")
	p.head("Item 1. Business").prose(4).head("Item 1A. Risk Factors").prose(4).head("Item 2. Properties").prose(3).head("Item 3. Legal Proceedings").prose(3)
	p.head("Item 5. Market for Common Equity").prose(3).head("Item 7. Management's Discussion and Analysis").prose(3).head("SIGNATURES").prose(1)
	d, r := p.find(t, "10-K")
	expect(t, r, "1 1A 2 3 5 7")
	if text := textIn(d, r, "7"); strings.Contains(text, "SIGNATURES") || !strings.HasPrefix(text, "Item 7. Management") {
		t.Errorf("Item 7 is %q", text)
	}
	if len(r.Rejected) != 6 || !strings.Contains(r.Rejected[0].Reason, "contents list") {
		t.Errorf("rejected %+v", r.Rejected)
	}
	if r.Year != 2012 || r.Kind != Ordinary {
		t.Errorf("year %d, kind %s", r.Year, r.Kind)
	}
	if it := find(r, "8"); it == nil || it.Status != Absent {
		t.Error("the absent Item 8 is not told")
	}
	if find(r, "9C") != nil {
		t.Error("Item 9C is listed for 2012")
	}
}

func TestContentsListAtTheEnd(t *testing.T) {
	var p page
	p.cover("10-K", "December 31, 2002")
	titles := []string{"Item 1.|Business", "Item 2.|Properties", "Item 3.|Legal Proceedings",
		"Item 4.|Submission of Matters to a Vote", "Item 5.|Market for Common Equity", "Item 6.|Selected Financial Data"}
	for _, s := range titles {
		p.head(strings.Replace(s, "|", " ", 1)).prose(5)
	}
	p.head("SIGNATURES").prose(2).contents(titles...)
	_, r := p.find(t, "10-K")
	expect(t, r, "1 2 3 4 5 6")
	if find(r, "6").Heading.Start > r.Back.Start {
		t.Error("Item 6 is the row of the contents list")
	}
}

func TestCombinedHeadings(t *testing.T) {
	var p page
	p.cover("10-K", "December 31, 2006")
	p.head("Items 1 and 2. Business and Properties").prose(5).head("Item 1A. Risk Factors").prose(4).head("Item 3. Legal Proceedings").prose(2)
	p.head("Item 7. Management's Discussion and Analysis and Item 7A. Market Risk").prose(5).head("Item 8. Financial Statements").prose(6)
	p.head("Items 10, 11, 12, 13 and 14. Directors and the rest").prose(2)
	_, r := p.find(t, "10-K")
	expect(t, r, "1 1A 2=1 3 7 7A=7 8 10 11=10 12=10 13=10 14=10")
}

func TestExecutiveOfficers(t *testing.T) {
	var p page
	p.cover("10-K", "December 31, 2009").head("PART I").head("ITEM 1. BUSINESS").prose(4).head("ITEM 4. SUBMISSION OF MATTERS TO A VOTE").para("None.")
	p.head("EXECUTIVE OFFICERS OF THE REGISTRANT").para("Ada Fennimore, 51, has boiled water for us since 1990.").head("PART II").head("ITEM 5. MARKET FOR COMMON EQUITY").prose(3)
	d, r := p.find(t, "10-K")
	expect(t, r, "1 4:reserved_or_none executive_officers 5")
	if text := textIn(d, r, ExecutiveOfficers); !strings.Contains(text, "Fennimore") || strings.Contains(text, "PART II") {
		t.Errorf("officers: %q", text)
	}
	if len(r.Parts) != 2 || r.Parts[1].ID != "part_II" {
		t.Errorf("parts %+v", r.Parts)
	}
}

func TestOfficersInsideBusiness(t *testing.T) {
	var p page
	p.cover("10-K", "June 30, 2013").head("ITEM 1. BUSINESS").prose(4).head("EXECUTIVE OFFICERS OF THE REGISTRANT").para("<b>Ada Fennimore</b>").prose(2).head("EMPLOYEES").para("We employ 40 people and a cat.").head("ITEM 2. PROPERTIES").prose(2)
	d, r := p.find(t, "10-K")
	expect(t, r, "1 executive_officers 2")
	if text := textIn(d, r, "1"); !strings.Contains(text, "and a cat") || strings.Contains(text, "Fennimore") || len(find(r, "1").Spans) != 2 {
		t.Errorf("Item 1: %q", text)
	}
}

func TestPlaceholderNumberOfOfficers(t *testing.T) {
	var p page
	p.cover("10-K", "December 31, 2002").head("Item 1. Business").prose(4).head("Item 4. Submission of Matters to a Vote").para("Not applicable.").head("Item X. Executive Officers of the Registrant").prose(3).head("Item 10. Directors").prose(3)
	_, r := p.find(t, "10-K")
	expect(t, r, "1 4:reserved_or_none executive_officers 10")
	if it := find(r, "4"); len(it.Attached) != 1 {
		t.Errorf("Item 4 has %d stretches attached, want the numbered section", len(it.Attached))
	}
}

func TestPartWithoutItemHeadings(t *testing.T) {
	var p page
	p.cover("10-K", "February 3, 2006").head("Item 1. Business").prose(4).head("Item 9B. Other Information").para("None.").head("PART III")
	p.para("The information that Part III asks for is incorporated by reference from the definitive proxy statement for the next meeting.").head("PART IV").head("Item 15. Exhibits").prose(2)
	_, r := p.find(t, "10-K")
	expect(t, r, "1 9B:reserved_or_none 10:incorporated_by_reference 11=10 12=10 13=10 14=10 15")
}

func TestOutOfOrder(t *testing.T) {
	var p page
	p.cover("10-K", "December 31, 2020")
	for _, h := range []string{"Item 1. Business", "Item 1A. Risk Factors",
		"Item 7. Management's Discussion and Analysis", "Item 8. Financial Statements", "Item 9. Changes in and Disagreements with Accountants", "Item 9A. Controls and Procedures", "Item 2. Properties", "Item 3. Legal Proceedings", "Item 10. Directors", "Item 15. Exhibits"} {
		p.head(h).prose(3)
	}
	_, r := p.find(t, "10-K")
	expect(t, r, "1 1A 2 3 7 8 9 9A 10 15")
	if it := find(r, "7"); len(it.Flags) == 0 || !strings.Contains(strings.Join(it.Flags, " "), "out_of_order") {
		t.Errorf("flags of Item 7: %v", it.Flags)
	}
}

func TestRunningHeaders(t *testing.T) {
	var p page
	p.cover("10-K", "June 30, 2012").head("Item 1. Business").prose(3)
	for range 4 {
		p.para("<b>Item 1</b>").prose(3)
	}
	p.head("Item 1A. Risk Factors").prose(2)
	for range 4 {
		p.para("<b>Item 1A</b>").prose(3)
	}
	p.head("Item 2. Properties").prose(3)
	d, r := p.find(t, "10-K")
	expect(t, r, "1 1A 2")
	if text := textIn(d, r, "1A"); !strings.HasPrefix(text, "Item 1A. Risk Factors") {
		t.Errorf("Item 1A begins %.40q", text)
	}
}

func TestProseTraps(t *testing.T) {
	var p page
	p.cover("10-K", "December 31, 2018").head("Item 1. Business").prose(2)
	for _, trap := range proseTraps {
		p.para(trap)
	}
	p.para("as we say in").para("Item 3. Legal Proceedings").prose(2).head("Item 1A. Risk Factors").prose(2).head("Item 7. Management's Discussion").prose(2).head("Item 8. Financial Statements").prose(2)
	d, r := p.find(t, "10-K")
	expect(t, r, "1 1A 7 8")
	if !strings.Contains(textIn(d, r, "1"), "ITEM 8 below") {
		t.Error("the traps are not in Item 1")
	}
}

func TestSubItemsBeforeItem1AExisted(t *testing.T) {
	var p page
	p.cover("10-K", "December 31, 1996").head("Item 1(a). General Development of Business").prose(3).head("Item 1(b). Financial Information about Segments").prose(3).head("Item 2. Properties").prose(2)
	d, r := p.find(t, "10-K")
	expect(t, r, "1 2")
	if !strings.Contains(textIn(d, r, "1"), "about Segments") {
		t.Error("Item 1 ends at its sub-item")
	}
}

func TestBrokenHeadings(t *testing.T) {
	var p page
	p.cover("10-K", "December 31, 2007").head("Item 1. Business").prose(3).para("Item").para("1A. Risk Factors").prose(3).para("Item 2. Our").para("Properties").prose(3)
	p.head("Item 5. Market for Common Equity").prose(2).para("Item 6. Things That Another Form Asks For").prose(2).head("Item 7. Management's Discussion").prose(2)
	p.head("Item 11").head("EXECUTIVE COMPENSATION").prose(3)
	d, r := p.find(t, "10-K")
	expect(t, r, "1 1A 2 5 6 7 11")
	if h := string(d.Of(find(r, "11").Heading)); h != "Item 11\nEXECUTIVE COMPENSATION" {
		t.Errorf("heading of Item 11: %q", h)
	}
	if it := find(r, "6"); !strings.Contains(it.Rule, "where its item is missing") {
		t.Errorf("rule of Item 6: %s", it.Rule)
	}
}

func TestCrossReferenceIndex(t *testing.T) {
	var p page
	p.cover("10-K", "December 31, 2021")
	for n := 1; n <= 30; n++ {
		switch n {
		case 3:
			p.prose(1).head("BUSINESS")
		case 12:
			p.prose(2).para("RISK FACTORS. These are the things that may go wrong.")
		}
		p.prose(12).para(fmt.Sprintf("Larkspur Kettle Works 2021 Annual Report %d", n)).raw(`<hr style="page-break-after:always">`)
	}
	p.head("FORM 10-K CROSS-REFERENCE INDEX").raw("<table>")
	for _, row := range []string{"Item 1.|Business|3-5, 9", "Item 1A.|Risk Factors|12-14",
		"Item 1B.|Unresolved Staff Comments|Not applicable", "Item 2.|Properties|6", "Item 3.|Legal Proceedings|15",
		"Item 5.|Market for Common Equity|16", "Item 7.|Management's Discussion and Analysis|17-20", "Item 8.|Financial Statements|21-30", "Item 9.|Changes in and Disagreements with Accountants|None", "Item 10.|Directors|(a)", "Item 11.|Executive Compensation|(a)"} {
		p.raw("<tr><td>" + strings.ReplaceAll(row, "|", "</td><td>") + "</td></tr>")
	}
	p.raw("</table>").para("(a) Incorporated by reference to the proxy statement for the next meeting.").head("SIGNATURES")
	d, r := p.find(t, "10-K")
	if r.Kind != Index {
		t.Fatalf("kind %s: %s", r.Kind, outline(r))
	}
	expect(t, r, strings.NewReplacer("@", ":cross_reference_index", "!",
		":reserved_or_none").Replace("1@ 1A@ 1B! 2@ 3@ 5@ 7@ 8@ 9! 10:incorporated_by_reference 11:incorporated_by_reference"))
	it := find(r, "1")
	if len(it.Attached) != 2 || !strings.HasPrefix(string(d.Of(it.Attached[0])), "BUSINESS\n") ||
		!strings.HasSuffix(string(d.Of(it.Attached[0])), "Report 5") {
		t.Errorf("Item 1: %d stretches", len(it.Attached))
	}
	if it := find(r, "1A"); len(it.Attached) != 1 || !strings.HasPrefix(string(d.Of(it.Attached[0])), "RISK FACTORS. These") {
		t.Errorf("Item 1A: %d stretches", len(it.Attached))
	}
}

func TestIndexOfBareNumbers(t *testing.T) {
	var p page
	p.cover("10-K", "December 31, 2021")
	for n := 1; n <= 20; n++ {
		p.prose(12).para(fmt.Sprint(n)).raw(`<hr style="page-break-after:always">`)
	}
	p.head("FORM 10-K CROSS-REFERENCE INDEX").para("Item Number").raw("<table>")
	for _, row := range []string{"1.|Business|3-5, 9", "1A.|Risk Factors|12-14",
		"1B.|Unresolved Staff Comments|Not Applicable", "2.|Properties|6", "3.|Legal Proceedings|15", "5.|Market for Common Equity|16", "7.|Management's Discussion and Analysis|17-20", "7A.|Quantitative and Qualitative Disclosures|7", "8.|Financial Statements|8-10"} {
		p.raw("<tr><td>" + strings.ReplaceAll(row, "|", "</td><td>") + "</td></tr>")
	}
	p.raw("</table>").head("SIGNATURES")
	d, r := p.find(t, "10-K")
	if r.Kind != Index {
		t.Fatalf("kind %s: %s", r.Kind, outline(r))
	}
	if it := find(r, "1A"); it.Status != IndexOnly || len(it.Attached) != 1 || !strings.HasSuffix(string(d.Of(it.Attached[0])), "\n14") {
		t.Errorf("Item 1A: %s, %d stretches", it.Status, len(it.Attached))
	}
}

func TestAssetBacked(t *testing.T) {
	var p page
	p.cover("10-K", "December 31, 2010").head("Item 1. Business").para("Omitted.").head("Item 9B. Other Information").para("None.").head("Item 10. Directors").para("Omitted.").head("Item 14. Principal Accountant Fees").para("Omitted.")
	p.head("Item 1112(b) of Regulation AB. Significant Obligors of Pool Assets").para("There are none.").head("Item 1117. Legal Proceedings").prose(2).head("Item 1122. Compliance with Applicable Servicing Criteria").prose(2).head("Item 1123. Servicer Compliance Statement").prose(2).head("Item 15. Exhibits").prose(1)
	_, r := p.find(t, "10-K")
	if r.Kind != AssetBacked {
		t.Errorf("kind %s: %s", r.Kind, outline(r))
	}
	expect(t, r, "1:reserved_or_none 9B:reserved_or_none 10:reserved_or_none 14:reserved_or_none 1112:reserved_or_none 1117 1122 1123 15")
}

func TestQuarterly(t *testing.T) {
	var p page
	p.raw("<html><body>").para("<b>FORM 10-Q</b>").para("For the quarterly period ended March 31, 2019")
	p.head("PART I. FINANCIAL INFORMATION").head("Item 1. Financial Statements").prose(5).head("Item 2. Management's Discussion and Analysis").prose(5).head("Item 4. Controls and Procedures").prose(2)
	p.head("PART II. OTHER INFORMATION").head("Item 1. Legal Proceedings").prose(2).head("Item 1A. Risk Factors").prose(2).head("Item 2.").para("None.").head("Item 6. Exhibits").prose(1).head("SIGNATURES")
	_, r := p.find(t, "10-Q")
	expect(t, r, "I.1 I.2 I.4 II.1 II.1A II.2:reserved_or_none II.6")
	if it := find(r, "I.3"); it == nil || it.Status != Absent {
		t.Error("absent Item 3 of Part I is not told")
	}
}

func TestCurrentReports(t *testing.T) {
	var p page
	p.raw("<html><body>").para("<b>FORM 8-K</b>").para("Date of Report (Date of earliest event reported): May 2, 2019")
	p.head("Item 2.02 Results of Operations and Financial Condition.").prose(2).head("Item 9.01. Financial Statements and Exhibits").para("(d) Exhibits").head("SIGNATURE")
	_, r := p.find(t, "8-K")
	expect(t, r, "2.02 9.01")
	var old page
	old.raw("<html><body>").para("<b>FORM 8-K</b>").para("Date of Report: May 2, 1999").head("ITEM 5. OTHER EVENTS.").prose(2).head("ITEM 7. FINANCIAL STATEMENTS AND EXHIBITS").prose(1)
	_, r = old.find(t, "8-K")
	expect(t, r, "5 7")
}

func TestAmendmentListsNoAbsentItems(t *testing.T) {
	var p page
	p.cover("10-K/A", "December 31, 2015").head("Item 15. Exhibits").prose(2)
	_, r := p.find(t, "10-K/A")
	if len(r.Items) != 1 || r.Items[0].ID != "15" {
		t.Errorf("items %s", outline(r))
	}
}

func TestDocumentWithoutItems(t *testing.T) {
	for _, src := range []string{"", "<p>Nothing to see</p>", "<p>Item</p>"} {
		d := block.HTML([]byte(src))
		r := Find(d, form10K(), 2020)
		if r.Kind != NoItems || len(partition(d, r)) > 0 {
			t.Errorf("%q: kind %s, %v", src, r.Kind, partition(d, r))
		}
	}
}

func TestPlainText(t *testing.T) {
	src := "                         FORM 10-K\n\nFor the fiscal year ended December 31, 1995\n\nItem 1.  Business\n\n     Larkspur makes kettles, as we explain at length in\nItem 7. Management's Discussion and Analysis of Financial\nCondition, which see.\n\nItem 2.  Properties\n\n     One shed.\n\n" +
		"Item 7.  MANAGEMENT'S DISCUSSION AND ANALYSIS OF\n         RESULTS OF OPERATIONS\n\n     Sales rose.\n\nSIGNATURES\n"
	d := block.Plain([]byte(src))
	r := Find(d, form10K(), 0)
	expect(t, r, "1 2 7")
	if wrong := partition(d, r); len(wrong) > 0 {
		t.Error(wrong)
	}
	if text := textIn(d, r, "7"); !strings.Contains(text, "Sales rose") || strings.Contains(text, "SIGNATURES") {
		t.Errorf("Item 7: %q", text)
	}
}

func TestEmptyHeadings(t *testing.T) {
	var p page
	p.cover("10-K", "December 31, 1998").head("Item 1. Business").prose(4).head("PART III").head("Item 10. Directors").head("Item 11. Executive Compensation").head("Item 12. Security Ownership")
	p.para("The information that Items 10 to 12 call for is incorporated by reference from the proxy statement.").head("PART IV").head("Item 14. Exhibits").prose(2)
	d, r := p.find(t, "10-K")
	expect(t, r, "1 10:incorporated_by_reference 11:incorporated_by_reference 12:incorporated_by_reference 14")
	if it := find(r, "14"); it.Part != "IV" || strings.Contains(textIn(d, r, "12"), "PART IV") {
		t.Errorf("Item 14 in part %s", it.Part)
	}
	var q page
	q.cover("10-K", "December 31, 2005").head("Item 1. Business").prose(4).head("Item 11. Executive Compensation*").head("Item 12. Security Ownership").prose(4).head("Item 14. Principal Accountant Fees*")
	q.para("* The information that Items 11 and 14 call for is incorporated by reference from the proxy statement.")
	_, r = q.find(t, "10-K")
	expect(t, r, "1 11:incorporated_by_reference 12 14:incorporated_by_reference")
}

// A wrong year must not lose an item that the filing plainly has.
func TestItemOutsideItsYears(t *testing.T) {
	var p page
	p.cover("10-K", "December 31, 1995").head("Item 1. Business").prose(4).head("Item 1A. Risk Factors").prose(4).head("Item 2. Properties").prose(4)
	_, r := p.find(t, "10-K")
	expect(t, r, "1 1A 2")
	if flags := strings.Join(find(r, "1A").Flags, " "); !strings.Contains(flags, "not_in_form") {
		t.Errorf("flags of Item 1A: %s", flags)
	}
}

func TestAttachedSections(t *testing.T) {
	var p page
	p.cover("10-K", "December 31, 2019").head("Item 1. Business").prose(4).head("Item 3. Legal Proceedings").para("See Note 2 to the consolidated financial statements in Item 8 of this report.")
	p.head("Item 7. Management's Discussion").prose(4).head("Kettle Price Risk").prose(2).para("Copper is dear.").head("Liquidity").prose(3)
	p.head("Item 7A. Quantitative and Qualitative Disclosures").para("See “Kettle Price Risk” in Item 7 of this report.")
	p.head("Item 8. Financial Statements").prose(3).head("Note 1. Policies").prose(3).head("Note 2. Litigation").para("A neighbour objects to the whistling.").prose(3).head("Note 3. Leases").prose(3)
	p.head("Item 10. Directors").prose(4)
	d, r := p.find(t, "10-K")
	expect(t, r, "1 3:incorporated_by_reference 7 7A:incorporated_by_reference 8 10")
	for id, want := range map[string][2]string{"3": {"Note 2. Litigation\nA neighbour", "Leases"},
		"7A": {"Kettle Price Risk\n", "Liquidity"}} {
		it := find(r, id)
		if len(it.Attached) != 1 {
			t.Errorf("Item %s has %d stretches attached", id, len(it.Attached))
			continue
		}
		if text := string(d.Of(it.Attached[0])); !strings.HasPrefix(text, want[0]) || strings.Contains(text, want[1]) {
			t.Errorf("Item %s: %q", id, text)
		}
	}
}

func TestTextAfterTheLastItem(t *testing.T) {
	var p page
	p.cover("10-K", "December 31, 2018").head("Item 1. Business").prose(4).head("Item 8. Financial Statements").para("The financial statements are set forth on pages F-1 and following of this report.").head("Item 15. Exhibits").prose(3)
	p.head("Item 16. Form 10-K Summary").para("None.").head("Report of Independent Registered Public Accounting Firm").prose(80).head("SIGNATURES")
	d, r := p.find(t, "10-K")
	expect(t, r, "1 8:incorporated_by_reference 15 16:reserved_or_none after_items")
	if it := find(r, "8"); len(it.Attached) != 1 || it.Attached[0] != find(r, AfterItems).Spans[0] {
		t.Errorf("Item 8 has %v attached", it.Attached)
	}
	if text := textIn(d, r, "16"); strings.Contains(text, "Accounting Firm") {
		t.Errorf("Item 16: %.80q", text)
	}
}

// Nothing that only cites an item may become that item, even where its own heading is missing.
func TestTrapsWithoutHeadings(t *testing.T) {
	for _, trap := range []string{
		proseTraps[0], proseTraps[1], proseTraps[2],
		"<p>as we explain at some length in</p><p>Item 7. Management's Discussion and Analysis</p>",
		"Item 7, Item 7A and Item 8 were all written by the same person, who has since left.",
		"Item 1A’s warnings apply to this paragraph as much as to any other.",
		"<b>Item X. Our Favourite Kettles</b>",
		"Item 3 Of legal proceedings we have had our share, the chairman likes to say.",
	} {
		var p page
		p.cover("10-K", "December 31, 2018").head("Item 1. Business").prose(2).raw("<p>" + trap + "</p>").prose(2).head("Item 15. Exhibits").prose(2)
		_, r := p.find(t, "10-K")
		if got := outline(r); got != "1 15" {
			t.Errorf("%.50q makes items %s", trap, got)
		}
	}
}

func TestTerms(t *testing.T) {
	for _, c := range []struct {
		text      string
		want, not terms
	}{
		{"Item 7. Management's Discussion and Analysis", termTitle | termShort, termCapitals | termProse | termCitation},
		{"ITEM 7. MANAGEMENT'S DISCUSSION", termTitle | termShort | termCapitals, 0},
		{"Item 7. Our view of the results of operations", termNearTitle, termTitle},
		{"Item 7. Kettles", termNoTitle, termNearTitle},
		{"Item 7", termBare, termTitle | termNoTitle},
		{"Item 7 of this report", termProse | termCitation | termLower, termTitle},
		{"Item 7 and the rest", termProse, termTitle},
		{"Item 7. Management's Discussion for a discussion of tin", termTitle | termCitation, 0},
		{"Item 7. Management's Discussion. See Item 1A of this report", termTitle, termCitation},
		{"Item 7. Management's Discussion (continued)", termContinued, 0},
		{"Item 7. Management's Discussion ..... 41", termPage, 0},
		{"Item 7, Management's Discussion", termComma | termTitle, termProse},
		{"Item 7. Management's Discussion" + strings.Repeat(" goes on", 50), termLong, termShort},
	} {
		d := block.HTML([]byte("<p>" + c.text + "</p>"))
		f := form10K()
		found, _ := newScanner(d, &f, 2018).candidates()
		if len(found) != 1 {
			t.Errorf("%q: %d candidates", c.text, len(found))
			continue
		}
		if got := found[0].best().terms; got&c.want != c.want || got&c.not != 0 {
			t.Errorf("%q: %s", c.text, got)
		}
	}
}

// Of copies of a heading on several pages, the first is the heading.
func TestRepeatedHeadings(t *testing.T) {
	var p page
	p.cover("10-K", "June 30, 2012").head("Item 1. Business").prose(3)
	for range 3 {
		p.head("Item 1A. Risk Factors").prose(3)
	}
	p.head("Item 2. Properties").prose(2)
	d, r := p.find(t, "10-K")
	expect(t, r, "1 1A 2")
	if text := textIn(d, r, "1A"); strings.Count(text, "Item 1A") != 3 {
		t.Errorf("Item 1A begins at copy %d", 4-strings.Count(text, "Item 1A"))
	}
}

// A contents list may look like the headings themselves.
func TestContentsWithoutPageNumbers(t *testing.T) {
	var p page
	p.cover("10-K", "December 31, 2004")
	heads := []string{"Item 1. Business", "Item 2. Properties", "Item 3. Legal Proceedings",
		"Item 5. Market for Common Equity", "Item 7. Management's Discussion", "Item 8. Financial Statements"}
	for _, h := range heads {
		p.head(h)
	}
	for _, h := range heads {
		p.head(h).prose(4)
	}
	d, r := p.find(t, "10-K")
	expect(t, r, "1 2 3 5 7 8")
	for _, it := range r.Items {
		if it.Status == Extracted && len(textIn(d, r, it.ID)) < 300 {
			t.Errorf("Item %s is a row of the contents", it.ID)
		}
	}
}
