package corpus

import (
	"github.com/assayhq/assay/corpus/internal/block"
	"strings"
	"testing"
)

// TestRegistrantOnCover has one cover a row, in lines; a bar separates the cells of a row.
func TestRegistrantOnCover(t *testing.T) {
	const caption = "(Exact name of registrant as specified in its charter)"
	for _, c := range []struct{ name, cover, want string }{
		{"above the caption", "Larkspur Kettle Co.\n" + caption, "Larkspur Kettle Co."},
		{"caption over two lines", "Larkspur Kettle Co.\n(Exact name of registrant as\nspecified in its charter)", "Larkspur Kettle Co."},
		{"caption in the same line", "LARKSPUR KETTLE CO. " + caption, "LARKSPUR KETTLE CO."},
		{"small business", "Larkspur Kettle Co.\n(Name of small business issuer in its charter)", "Larkspur Kettle Co."},
		{"caption of one word", "Larkspur Kettle Co.\n(Registrant)", "Larkspur Kettle Co."},
		{"two lines", "THE LARKSPUR KETTLE AND\nTEAPOT COMPANY OF MAINE\n" + caption, "THE LARKSPUR KETTLE AND TEAPOT COMPANY OF MAINE"},
		{"legal form in the second line", "LARKSPUR KETTLES,\nINC.\n" + caption, "LARKSPUR KETTLES, INC."},
		{"three lines", "LARKSPUR\nINCOME FUND 1988\nLIMITED PARTNERSHIP\n" + caption, "LARKSPUR INCOME FUND 1988 LIMITED PARTNERSHIP"},
		{"account of an insurer", "Larkspur Account\nof\nLarkspur Life Company\n" + caption, "Larkspur Account of Larkspur Life Company"},
		{"two registrants", "LARKSPUR HOTELS, INC.\nLARKSPUR HOTELS L.P.\n" + caption, "LARKSPUR HOTELS, INC."},
		{"two registrants with and", "LARKSPUR HOTELS, INC.\nAND\nLARKSPUR FUNDING TRUST\n" + caption, "LARKSPUR HOTELS, INC."},
		{"several captions", "Larkspur Inc.\n(Exact names of registrants as specified in their charters)", "Larkspur Inc."},
		{"former name", "LARKSPUR, INC.\n(formerly Kettle Corp.)\n" + caption, "LARKSPUR, INC."},
		{"trade name", "LARKSPUR, INC.\nd/b/a The Kettle\n" + caption, "LARKSPUR, INC."},
		{"trade name in the line", "LARKSPUR, INC. d/b/a The Kettle\n" + caption, "LARKSPUR, INC."},
		{"state in brackets", "LARKSPUR COMPANY (a Maine corporation)\n" + caption, "LARKSPUR COMPANY"},
		{"state after a comma", "Larkspur, Inc., a Delaware corporation\n" + caption, "Larkspur, Inc."},
		{"state in its own line", "Larkspur, Inc.\nA Delaware Corporation\n" + caption, "Larkspur, Inc."},
		{"a name that begins with A", "A SWALLOW & SONS CORPORATION\n" + caption, "A SWALLOW & SONS CORPORATION"},
		{"subsidiaries", "LARKSPUR CORPORATION AND SUBSIDIARIES\n" + caption, "LARKSPUR CORPORATION"},
		{"blanks of a form", "_____LARKSPUR CO., INC._____\n" + caption, "LARKSPUR CO., INC."},
		{"rule below", "Larkspur Telephone Company\n------------------\n" + caption, "Larkspur Telephone Company"},
		{"number below", "Larkspur Inc.\nCommission file number 0-12345\n" + caption, "Larkspur Inc."},
		{"words of covers in a name", "LARKSPUR COMMISSION COMPANY\n" + caption, "LARKSPUR COMMISSION COMPANY"},
		{"digits", "1-800-KETTLES.COM, INC.\n" + caption, "1-800-KETTLES.COM, INC."},
		{"label before", "Commission file number: 1-31164\nExact name of registrant as specified in its charter:\nLarkspur Co.", "Larkspur Co."},
		{"label in the line", "Exact name of registrant as specified in charter: Larkspur Co.\nState: Maine", "Larkspur Co."},
		{"short label", "Name of registrant: Larkspur Title Corporation", "Larkspur Title Corporation"},
		{"label in a cell", "Exact name of registrant as specified in its charter:|Larkspur Trust III", "Larkspur Trust III"},
		{"label with brackets", "Registrant (exact name as specified in its charter):|Larkspur Trust III", "Larkspur Trust III"},
		{"column", "Commission File Number|Exact Name of Registrant as Specified in its Charter; Address|I.R.S. Employer Number\n" +
			"1-2400|Larkspur Grid, Inc.|31-6463165\n1-4411|Larkspur Light Company|37-0211380", "Larkspur Grid, Inc."},
		{"rows without a caption", "Commission|Registrant, State of Incorporation,|I.R.S. Employer\nFile Number|Address|Identification No.\n" +
			"1-2400|Larkspur Grid, Inc.|31-6463165\n(an Ohio corporation)\n1-4411|Larkspur Light Company|37-0211380", "Larkspur Grid, Inc."},
		{"no caption", "FORM 10-K\nCommission file number 1-2189\nLarkspur Laboratories\nAn Illinois Corporation", "Larkspur Laboratories"},
		{"number after the period", "For the fiscal year ended May 31, 2023|Commission file number 1-2189\nLarkspur Laboratories",
			"Larkspur Laboratories"},
		{"the name is a picture", "For the transition period from ____ to ____\nCommission File Number 1-38842\n" +
			"Delaware|83-0940635\n(State of Incorporation)|(I.R.S. Employer Identification No.)", ""},
		{"a picture above a caption", "For the transition period from ____ to ____\n" + caption + "\nDelaware|83-0940635", ""},
		{"exchanges", "Title of each class|Name of each exchange on which registered\nCommon Stock|New York Stock Exchange", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var page strings.Builder
			for _, line := range strings.Split(c.cover, "\n") {
				if strings.Contains(line, "|") {
					page.WriteString("<table><tr><td>" + strings.ReplaceAll(line, "|", "</td><td>") + "</td></tr></table>")
				} else {
					page.WriteString("<p>" + line + "</p>")
				}
			}
			if got := registrantOnCover(block.HTML([]byte("<html><body>" + page.String()))); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
	plain := "                 LARKSPUR KETTLE AND\n                   TEAPOT COMPANY\n        " + caption + "\n"
	if got := registrantOnCover(block.Plain([]byte(plain))); got != "LARKSPUR KETTLE AND TEAPOT COMPANY" {
		t.Errorf("plain text: got %q", got)
	}
}
