package item

import (
	"testing"

	"github.com/assayhq/assay/corpus/internal/block"
)

func TestDetect(t *testing.T) {
	for _, c := range []struct {
		name, src string
		want      Cover
	}{
		{"annual", "<p>FORM 10-K</p><p>For the fiscal year ended December 31, 2023</p>", Cover{"10-K", "2023-12-31", 2023}},
		{"non-breaking hyphen", "<p>Form 10&#8209;K</p><p>For the Fiscal Year Ended: September&nbsp;28, 2024</p>",
			Cover{"10-K", "2024-09-28", 2024}},
		{"retailer", "<p>FORM 10-K405</p><p>for the fiscal year ended February 3, 2001</p>", Cover{"10-K405", "2001-02-03", 2000}},
		{"amendment", "<p>FORM 10-K/A</p><p>year ended 6/30/2015</p>", Cover{"10-K/A", "2015-06-30", 2015}},
		{"small business", "<p>FORM 10-KSB</p>", Cover{Form: "10-KSB"}},
		{"quarter in two blocks", "<p>FORM 10-Q</p><p>For the quarterly period ended</p><p>March 31, 2019</p>",
			Cover{"10-Q", "2019-03-31", 2019}},
		{"by phrase", "<p>QUARTERLY REPORT PURSUANT TO SECTION 13 OR 15(d)</p>", Cover{Form: "10-Q"}},
		{"caption below the dates", "<p>FORM 8-K</p><p>May 6, 2019 (May 2,2019)</p><p>Date of Report (Date of earliest event reported)</p>",
			Cover{"8-K", "2019-05-02", 2019}},
		{"caption of the event alone", "<p>FORM 8-K/A</p><p>May 2, 2019</p><p>(Date of earliest event reported)</p>", Cover{"8-K/A", "2019-05-02", 2019}},
		{"weeks in parentheses", "<p>FORM 10-K</p><p>For the fiscal year (52 weeks) ended May 2, 2019</p>", Cover{"10-K", "2019-05-02", 2019}},
		{"current", "<p>FORM 8-K</p><p>Date of Report (Date of earliest event reported): May 2, 2019</p>", Cover{"8-K", "2019-05-02", 2019}},
		{"nothing", "<p>An essay on kettles, in which no form is named.</p>", Cover{}},
		{"blanks around the hyphen", "<p>FORM 10 - K</p>", Cover{Form: "10-K"}},
		{"dash after the form", "<p>FORM 10-K - Annual Report</p>", Cover{Form: "10-K"}},
		{"amendment in its own line", "<p>FORM 10-K</p><p>(Amendment No. 2)</p>", Cover{Form: "10-K/A"}},
		{"amendment before the form", "<p>Amendment No. 1 to Form 10-Q</p>", Cover{Form: "10-Q/A"}},
		{"day first", "<p>FORM 20-F</p><p>For the fiscal year ended 31 March 2003</p>", Cover{"20-F", "2003-03-31", 2003}},
		{"month in short", "<p>FORM 10-K</p><p>For the year ended Dec. 31, 1996</p>", Cover{"10-K", "1996-12-31", 1996}},
		{"year of two digits", "<p>FORM 10-Q</p><p>For the quarter ended 9-30-97</p>", Cover{"10-Q", "1997-09-30", 1997}},
		{"ISO date", "<p>FORM 20-F</p><p>For the fiscal year ended 2019-12-31</p>", Cover{"20-F", "2019-12-31", 2019}},
		{"day in words", "<p>FORM 10-K</p><p>For the year ended the 31st day of May, 1994</p>", Cover{"10-K", "1994-05-31", 1994}},
		{"transition", "<p>FORM 10-KT</p><p>For the fiscal year ended ______</p><p>OR</p><p>For the transition period from July 1, " +
			"1999 to December 31, 1999</p>", Cover{"10-KT", "1999-12-31", 1999}},
		{"transition that does not apply", "<p>FORM 10-K</p><p>For the fiscal year ended June 30, 1999</p>" +
			"<p>For the transition period from ____ to ____</p>", Cover{"10-K", "1999-06-30", 1999}},
		{"transition over two lines", "<p>FORM 10-Q</p><p>For the transition period from October 1, 2003</p><p>to December 31, 2003</p>",
			Cover{"10-Q", "2003-12-31", 2003}},
		{"impossible date", "<p>FORM 10-K</p><p>fiscal year ended March 45, 2011</p>", Cover{Form: "10-K"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Detect(block.HTML([]byte("<html><body>" + c.src))); got != c.want {
				t.Errorf("%+v, want %+v", got, c.want)
			}
		})
	}
}

func TestNoteTitles(t *testing.T) {
	src := "<p>Note 1. Summary of Kettle Policies</p><p>Note 2 — Income Taxes</p><p>NOTE 3: DEBT</p><p>Note 2 — Income Taxes (Continued)</p><p>Note 4 to the statements says more</p><p>Note 5. Leases\t41</p><p>Notes</p><p><b>6. Pensions</b></p><p>7. Not in bold</p><p>NOTE M. WARRANTIES</p><p><b>NOTE 8 GOODWILL</b></p>"
	want := []string{"Summary of Kettle Policies", "Income Taxes", "DEBT", "Leases", "Pensions", "WARRANTIES", "GOODWILL"}
	got := noteTitles(block.HTML([]byte(src)))
	if len(got) != len(want) {
		t.Fatalf("%q, want %q", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%q, want %q", got[i], want[i])
		}
	}
}

func TestStatusOfBodies(t *testing.T) {
	for _, c := range []struct {
		body string
		want Status
	}{
		{"None.", ReservedOrNone},
		{"Not applicable.\n", ReservedOrNone},
		{"[Reserved]", ReservedOrNone},
		{"As a smaller reporting company, we are not required to provide this information.", ReservedOrNone},
		{"No matters were submitted to a vote of shareholders in the fourth quarter.", ReservedOrNone},
		{"Our shed stands in Larkspur and is leased until 2040.", Extracted},
		{"The information required by this Item is incorporated by reference from our Proxy Statement.", ByReference},
		{"See Note 7 to the consolidated financial statements in Item 8 of this report.", ByReference},
		{"Our stock trades in Larkspur. At year's end there were 21,000 holders. The dividends on page 60 of the Annual Report to Shareholders are incorporated by reference.", Extracted},
		{"Pages 17 to 23 of the Annual Report to Shareholders are incorporated into this report by reference.", ByReference},
		{"See “Item 10. Directors, Executive Officers and Corporate Governance” in Part III.", ByReference},
		{"The following statements, included in the Annual Report to Shareholders, are incorporated by reference:\n" +
			"Balance sheets of the company and its subsidiaries in Larkspur.\nNotes to the statements of the company.", ByReference},
		{"", Extracted},
	} {
		it := &Item{}
		(&scanner{}).judge(it, nil, []byte(c.body))
		if it.Status != c.want {
			t.Errorf("%q is %s, want %s", c.body, it.Status, c.want)
		}
	}
}

func TestPages(t *testing.T) {
	for text, want := range map[string]int{
		"Business\t4-6, 7-13, 78-80": 3, "Risk Factors 12": 1, "Statements ..... F-3": 1, "Legal Proceedings 36": 1, "Controls (37)": 1,
		"December 31, 2023": 0, "Form 10-K": 0, "Not applicable": 0, "in 1234567": 0, "Rule 10b5-1": 0, "page 41–81": 1, "": 0,
		"Risk Factors 12 through 14 and 20": 2, "pages 3 to 5, 9": 2,
	} {
		if got, _ := trailingPages([]byte(text)); len(got) != want {
			t.Errorf("%q ends with %v, want %d ranges", text, got, want)
		}
	}
}
