package edgar

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const modern = `<SEC-DOCUMENT>0009999001-24-000007.txt : 20240216
<SEC-HEADER>0009999001-24-000007.hdr.sgml : 20240216
<ACCEPTANCE-DATETIME>20240216161500
ACCESSION NUMBER:		0009999001-24-000007
CONFORMED SUBMISSION TYPE:	10-K
PUBLIC DOCUMENT COUNT:		3
CONFORMED PERIOD OF REPORT:	20231231
FILED AS OF DATE:		20240216

FILER:

	COMPANY DATA:	
		COMPANY CONFORMED NAME:			Harrow & Pike Instruments Inc.
		CENTRAL INDEX KEY:			0009999001
		STANDARD INDUSTRIAL CLASSIFICATION:	MEASURING DEVICES [3829]
		STATE OF INCORPORATION:			DE
		FISCAL YEAR END:			1231

	FORMER COMPANY:	
		FORMER CONFORMED NAME:	PIKE GAUGE CO
		DATE OF NAME CHANGE:	20090401

FILER:

	COMPANY DATA:	
		COMPANY CONFORMED NAME:			Pike Finance LLC
		CENTRAL INDEX KEY:			0009999002
</SEC-HEADER>
<DOCUMENT>
<TYPE>EX-13
<SEQUENCE>1
<FILENAME>ex13.htm
<TEXT>
<html>annual report</html>
</TEXT>
</DOCUMENT>
<DOCUMENT>
<TYPE>10-K
<SEQUENCE>2
<FILENAME>hpi-10k.htm
<DESCRIPTION>ANNUAL REPORT
<TEXT>
<html>the filing</html>
</TEXT>
</DOCUMENT>
<DOCUMENT>
<TYPE>GRAPHIC
<SEQUENCE>3
<TEXT>
begin 644 logo.jpg
M_]C_X
end
</TEXT>
</DOCUMENT>
</SEC-DOCUMENT>
`

const mail = `-----BEGIN PRIVACY-ENHANCED MESSAGE-----
Proc-Type: 2001,MIC-CLEAR
Originator-Name: keymaster@example.com

<IMS-DOCUMENT>0009999001-94-000003.txt : 19940314
<IMS-HEADER>0009999001-94-000003.hdr.sgml : 19940314
ACCESSION NUMBER:		0009999001-94-000003
CONFORMED SUBMISSION TYPE:	10-K
FILED AS OF DATE:		19940314
FILER:
	COMPANY DATA:
		COMPANY CONFORMED NAME:		PIKE GAUGE CO
		CENTRAL INDEX KEY:		0009999001
		STANDARD INDUSTRIAL CLASSIFICATION:	3829
</IMS-HEADER>
<DOCUMENT>
<TYPE>10-K
<TEXT>
ITEM 1. BUSINESS
`

const feed = `<SUBMISSION>
<ACCESSION-NUMBER>0009999001-05-000012
<TYPE>10-Q
<PUBLIC-DOCUMENT-COUNT>1
<PERIOD>20050331
<FILING-DATE>20050502
<FILER>
<COMPANY-DATA>
<CONFORMED-NAME>PIKE GAUGE CO
<CIK>0009999001
<ASSIGNED-SIC>3829
<FISCAL-YEAR-END>1231
</COMPANY-DATA>
</FILER>
<DOCUMENT>
<TYPE>10-Q
<SEQUENCE>1
<TEXT>
PART I
</TEXT>
</DOCUMENT>
`

// summary is what a test compares: everything that matters, on a few lines.
func summary(s *Submission, src string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s %s %s\n", s.Accession, s.Form, s.Period.Format("2006-01-02"), s.Filed.Format("2006-01-02"))
	for _, f := range s.Filers {
		fmt.Fprintf(&b, "%s %d %s %s %s", f.Name, f.CIK, f.SIC, f.State, f.FiscalYearEnd)
		for _, old := range f.Former {
			fmt.Fprintf(&b, " formerly %s until %s", old.Name, old.Until.Format("2006-01-02"))
		}
		b.WriteByte('\n')
	}
	for i, d := range s.Documents {
		mark := ""
		if i == s.Primary() {
			mark = " primary"
		}
		fmt.Fprintf(&b, "%s %s %q %v%s\n", d.Type, d.Filename, strings.TrimSpace(src[d.Start:d.End]), d.Binary, mark)
	}
	return b.String()
}

func TestOpen(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"full submission", modern, `0009999001-24-000007 10-K 2023-12-31 2024-02-16
Harrow & Pike Instruments Inc. 9999001 3829 DE 1231 formerly PIKE GAUGE CO until 2009-04-01
Pike Finance LLC 9999002   
EX-13 ex13.htm "<html>annual report</html>" false
10-K hpi-10k.htm "<html>the filing</html>" false primary
GRAPHIC  "begin 644 logo.jpg\nM_]C_X\nend" true
`},
		{"mail of 1994, cut off", mail, `0009999001-94-000003 10-K 0001-01-01 1994-03-14
PIKE GAUGE CO 9999001 3829  
10-K  "ITEM 1. BUSINESS" false primary
`},
		{"feed", feed, `0009999001-05-000012 10-Q 2005-03-31 2005-05-02
PIKE GAUGE CO 9999001 3829  1231
10-Q  "PART I" false primary
`},
		{"windows line ends", strings.ReplaceAll(feed, "\n", "\r\n"), `0009999001-05-000012 10-Q 2005-03-31 2005-05-02
PIKE GAUGE CO 9999001 3829  1231
10-Q  "PART I" false primary
`},
		{"blank lines between", strings.ReplaceAll(feed, "\n", "\n\n"), `0009999001-05-000012 10-Q 2005-03-31 2005-05-02
PIKE GAUGE CO 9999001 3829  1231
10-Q  "PART I" false primary
`},
		{"stripped of its tags", "0009999001-05-000012.txt : 20050502\nACCESSION NUMBER: 0009999001-05-000012\nCONFORMED SUBMISSION TYPE: " +
			"10-Q\n" +
			"10-Q\n1\nWe begin 644 new routes.\nbegin to end\nbegin 644 map.jpg\nM_]C_X\nend\n", `0009999001-05-000012 10-Q 0001-01-01 0001-01-01
10-Q  "10-Q\n1\nWe begin 644 new routes.\nbegin to end" false primary
`},
		{"bare page", "<html><body>NOTE: no envelope</body></html>", ` ` + ` 0001-01-01 0001-01-01
  "<html><body>NOTE: no envelope</body></html>" false primary
`},
		{"empty", "", "  0001-01-01 0001-01-01\n  \"\" false primary\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := summary(Open([]byte(c.src)), c.src); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestMalformedNumbersAreProblems(t *testing.T) {
	for _, c := range []struct{ name, old, bad, want string }{
		{"letters in a CIK", "<CIK>0009999001", "<CIK>9999-001", `the header's CIK: want a CIK of at most ten digits, got "9999-001"`},
		{"a CIK that is too long", "<CIK>0009999001", "<CIK>99999999999999999999",
			`the header's CIK: want a CIK of at most ten digits, got "99999999999999999999"`},
		{"a count in words", "COUNT>1", "COUNT>one", `the header's document count is "one", want a number`},
		{"no CIK", "<CIK>0009999001", "<CIK>", ""},
	} {
		s := Open([]byte(strings.Replace(feed, c.old, c.bad, 1)))
		if got := strings.Join(s.Problems, "; "); got != c.want {
			t.Errorf("%s: got problems %q, want %q", c.name, got, c.want)
		}
		if strings.Contains(c.name, "CIK") && s.Filers[0].CIK != 0 {
			t.Errorf("%s: got CIK %d, want 0", c.name, s.Filers[0].CIK)
		}
	}
}

// TestRealHeaders reads the headers of real submissions of thirty years.
func TestRealHeaders(t *testing.T) {
	const dir = "../../../../shared/data/filings/sgml_headers"
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no real filings here: ../shared/data is absent")
	}
	want := map[string]string{ // form, filers, first filer's CIK
		"0001011438-98-000429.txt":          "8-K 1 913951",
		"0001564590-20-004475-minimal.txt":  "10-K 1 1318605",
		"1990sheader.txt":                   "4 2 1035972",
		"BankOfAmerica.424B5.header.txt":    "424B5 2 1014956",
		"MultipleFilersHeader.txt":          "10-D 2 1396730",
		"MultipleFormerCompaniesHeader.txt": "10-K 1 1357878",
		"header_with_double_newlines.txt":   "485APOS 2 1100663",
		"secheader.4.evercommerce.txt":      "4 2 1927858",
		"secheader.424B5.abeona.txt":        "424B5 1 318306",
		"0000899681-95-000096.txt":          "S-3/A 0 0",
	}
	for name, want := range want {
		src, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		s := Open(src)
		got := fmt.Sprintf("%s %d 0", s.Form, len(s.Filers))
		if len(s.Filers) > 0 {
			got = fmt.Sprintf("%s %d %d", s.Form, len(s.Filers), s.Filers[0].CIK)
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

func FuzzOpen(f *testing.F) {
	for _, seed := range []string{modern, mail, feed, "", "<DOCUMENT>", "<DOCUMENT>\n<TEXT>", "-----BEGIN PRIVACY-ENHANCED MESSAGE-----\n\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		s := Open(src)
		end := 0
		for _, d := range s.Documents {
			if d.Start < end || d.End < d.Start || d.End > len(src) {
				t.Fatalf("document %+v out of order or range (%d bytes)", d, len(src))
			}
			end = d.End
		}
	})
}
