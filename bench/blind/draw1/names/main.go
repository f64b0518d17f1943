// Command panel writes a blind panel of cover pages of filings.
//
//	go run . -seed 7 > panel.jsonl
//
// The covers are in table.txt. Every cover's name lines, captions and order
// are written there by hand; lines of boilerplate (marks, addresses, check-box
// paragraphs, tables of securities) are macros, whose wording, width, marks,
// numbers and invented addresses the seed chooses. No choice touches what is expected.
//
//	=== form | form type | period end | text or html | CIK if printed
//	name: …      the expected name
//	also: …      optional: another spelling on the page that is as good
//	ftalso: …    optional: another form type as good
//	why: …
//	---
//	^centred line
//	>paragraph, wrapped
//	%MACRO:arguments%
//	anything else as it stands (in html: raw html)
package main

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand"
	"os"
	"strconv"
	"strings"
)

//go:embed table.txt
var table string

type cover struct {
	ID        string   `json:"id"`
	Form      string   `json:"form"`
	Text      string   `json:"text"`
	HTML      bool     `json:"html"`
	Name      string   `json:"name"`
	NameAlso  []string `json:"name_also,omitempty"`
	FormType  string   `json:"form_type"`
	TypeAlso  []string `json:"form_type_also,omitempty"`
	PeriodEnd string   `json:"period_end"`
	CIK       string   `json:"cik,omitempty"`
	Why       string   `json:"why"`

	body []string
}

// page builds the text of one cover.
type page struct {
	c     *cover
	r     *rand.Rand
	year  int
	width int
	style int
	mark  string
	box   string
	fill  *strings.Replacer
	out   []string
}

func (p *page) pick(s ...string) string { return s[p.r.Intn(len(s))] }

var streets = []string{"410 Walnut Street", "One Harbor Plaza", "2200 Commerce Drive", "77 West Third Street, Suite 900", "P.O. Box 1180", "1450 Industrial Parkway", "9 Mill Road", "3000 North Grant Avenue", "500 Cedar Lane, Building C", "18 Exchange Place, 14th Floor", "6601 Old Quarry Road", "125 South Elm", "4040 Lakeside Boulevard"}
var cities = []string{"Toledo, Ohio|43604", "Boise, Idaho|83702", "Stamford, Connecticut|06901", "Tulsa, Oklahoma|74103", "Provo, Utah|84601", "Decatur, Illinois|62521", "Macon, Georgia|31201", "Reno, Nevada|89501", "Duluth, Minnesota|55802", "Fort Wayne, Indiana|46802", "Albany, New York|12207", "Lancaster, Pennsylvania|17603", "Mobile, Alabama|36602", "Bend, Oregon|97701"}
var states = []string{"Delaware", "Nevada", "Ohio", "New York", "Minnesota", "Maryland", "Pennsylvania", "Texas"}

func (p *page) slots() {
	r := p.r
	city, zip, _ := strings.Cut(cities[r.Intn(len(cities))], "|")
	area := 200 + r.Intn(700)
	file := fmt.Sprintf("%d-%d", []int{0, 1, 33, 333}[r.Intn(4)], 10000+r.Intn(80000))
	if r.Intn(3) == 0 {
		file = fmt.Sprintf("0%02d-%05d", []int{0, 1}[r.Intn(2)], 1000+r.Intn(40000))
	}
	phone := fmt.Sprintf("(%d) 555-01%02d", area, r.Intn(100))
	if r.Intn(4) == 0 {
		phone = fmt.Sprintf("%d-555-01%02d", area, r.Intn(100))
	}
	p.fill = strings.NewReplacer(
		"{EIN}", fmt.Sprintf("%02d-%07d", 1+r.Intn(95), r.Intn(10000000)),
		"{EIN2}", fmt.Sprintf("%02d-%07d", 1+r.Intn(95), r.Intn(10000000)),
		"{FILE}", file, "{FILE2}", fmt.Sprintf("1-%d", 2000+r.Intn(9000)),
		"{PHONE}", phone, "{STREET}", streets[r.Intn(len(streets))],
		"{CITY}", city, "{ZIP}", zip, "{STATE}", states[r.Intn(len(states))],
		"{SHARES}", fmt.Sprintf("%d,%03d,%03d", 1+r.Intn(300), r.Intn(1000), r.Intn(1000)),
		"{AMT}", fmt.Sprintf("$%d,%03d,%03d", 4+r.Intn(900), r.Intn(1000), r.Intn(1000)),
		"{CIK}", p.c.CIK,
	)
}

func esc(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(s)
}

// raw appends a line as it stands.
func (p *page) raw(s string) { p.out = append(p.out, p.fill.Replace(s)) }

// centreHTML wraps html in the centred paragraph of the page's time.
func (p *page) htmlPara(s, align string) string {
	switch p.style {
	case 0:
		return `<P ALIGN="` + strings.ToUpper(align) + `"><FONT SIZE="2">` + s + `</FONT></P>`
	case 1:
		return `<p style="margin-top:6px;margin-bottom:0px" align="` + align + `"><font style="font-family:Times New Roman" size="2">` + s + `</font></p>`
	case 2:
		return `<p style="font-family:times;text-align:` + align + `;margin:0pt 0pt 6pt 0pt;">` + s + `</p>`
	}
	return `<div style="margin-top:3pt;text-align:` + align + `"><span style="color:#000000;font-family:'Times New Roman',sans-serif;font-size:10pt;font-weight:400;line-height:120%">` + s + `</span></div>`
}

// centre appends a centred line; in html it is html already.
func (p *page) centre(s string) {
	s = p.fill.Replace(s)
	if p.c.HTML {
		p.out = append(p.out, p.htmlPara(s, "center"))
		return
	}
	n := (p.width - len([]rune(s))) / 2
	if n < 0 {
		n = 0
	}
	p.out = append(p.out, strings.Repeat(" ", n)+s)
}

// mid is centre for plain text.
func (p *page) mid(s string) {
	if p.c.HTML {
		s = esc(s)
	}
	p.centre(s)
}

func (p *page) gap() {
	if !p.c.HTML {
		p.out = append(p.out, "")
	}
}

// para appends a wrapped paragraph of plain text.
func (p *page) para(s string) {
	s = p.fill.Replace(s)
	if p.c.HTML {
		p.out = append(p.out, p.htmlPara(strings.ReplaceAll(p.marks(esc(s)), "~", "&nbsp;"), "left"))
		return
	}
	s = strings.NewReplacer("@X", strings.ReplaceAll(p.mark, " ", "~"), "@O", strings.ReplaceAll(p.box, " ", "~")).Replace(s)
	line := ""
	for _, w := range strings.Fields(s) {
		w = strings.ReplaceAll(w, "~", " ")
		if line != "" && len([]rune(line))+1+len([]rune(w)) > p.width {
			p.out = append(p.out, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += w
	}
	p.out = append(p.out, line)
}

// marks puts the page's ticked and empty boxes for @X and @O.
func (p *page) marks(s string) string {
	return strings.NewReplacer("@X", p.mark, "@O", p.box).Replace(s)
}

// cols appends rows of cells: columns in text, a table in html.
func (p *page) cols(rows ...[]string) {
	for i := range rows {
		for j := range rows[i] {
			rows[i][j] = p.fill.Replace(rows[i][j])
		}
	}
	if p.c.HTML {
		open, cl, td := "<TABLE WIDTH=\"100%\" BORDER=0>", "</TABLE>", "TD ALIGN=CENTER"
		switch p.style {
		case 1:
			open, cl, td = `<table cellspacing="0" cellpadding="0" border="0" width="100%">`, "</table>", `td valign="bottom" align="center"`
		case 2:
			open, cl, td = `<table style="width:100%;border-collapse:collapse;">`, "</table>", `td style="vertical-align:top;text-align:center;"`
		case 3:
			open, cl, td = `<div><table style="border-collapse:collapse;display:inline-table;width:100.000%">`, "</table></div>", `td colspan="3" style="padding:2px 1pt;text-align:center;vertical-align:bottom"`
		}
		var b strings.Builder
		b.WriteString(open)
		name := strings.Fields(td)[0]
		tr := "tr"
		if p.style == 0 {
			tr = "TR"
		}
		for _, row := range rows {
			b.WriteString("<" + tr + ">")
			for _, c := range row {
				c = esc(c)
				if p.style == 3 {
					c = `<span style="font-size:9pt;font-weight:700;line-height:100%">` + c + `</span>`
				}
				b.WriteString("<" + td + ">" + c + "</" + name + ">")
			}
			b.WriteString("</" + tr + ">")
		}
		b.WriteString(cl)
		p.out = append(p.out, b.String())
		return
	}
	for _, row := range rows {
		w := p.width / len(row)
		line := ""
		for j, c := range row {
			n := (w - len([]rune(c))) / 2
			if n < 1 {
				n = 1
			}
			for len([]rune(line)) < j*w+n {
				line += " "
			}
			if line != "" && !strings.HasSuffix(line, "  ") {
				line += "   "
			}
			line += c
		}
		p.out = append(p.out, strings.TrimRight(line, " "))
	}
}

func (p *page) macro(name string, a []string) {
	arg := func(i int) string {
		if i < len(a) {
			return a[i]
		}
		return ""
	}
	up := func(s string) string {
		if p.year < 2000 && p.r.Intn(2) == 0 {
			return strings.ToUpper(s)
		}
		return s
	}
	blank := p.pick("____________ to ____________", "________ to ________", "                to               ", "__________ to __________.")
	if p.c.HTML && p.style == 3 {
		blank = "\u00a0\u00a0\u00a0\u00a0\u00a0\u00a0\u00a0to\u00a0\u00a0\u00a0\u00a0\u00a0\u00a0\u00a0"
	}
	head := func(on bool, s string) {
		m := "@O"
		if on {
			m = "@X"
		}
		p.para(m + " " + s)
	}
	act := "PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934"
	if p.year < 1997 && p.r.Intn(2) == 0 && !strings.HasPrefix(p.c.FormType, "10-Q") {
		act += " " + p.pick("(FEE REQUIRED)", "[FEE REQUIRED]")
	}
	switch name {
	case "SEC":
		switch p.r.Intn(4) {
		case 0:
			p.mid("UNITED STATES SECURITIES AND EXCHANGE COMMISSION")
		case 1:
			p.mid("SECURITIES AND EXCHANGE COMMISSION")
		default:
			p.mid("UNITED STATES")
			p.mid("SECURITIES AND EXCHANGE COMMISSION")
		}
		p.mid(p.pick("Washington, D.C. 20549", "WASHINGTON, D.C. 20549", "Washington, DC 20549", "WASHINGTON, D. C. 20549"))
	case "RULE":
		p.mid(strings.Repeat(p.pick("_", "-", "="), 20+p.r.Intn(40)))
	case "K", "Q":
		kind, per := "ANNUAL REPORT", p.pick("For the fiscal year ended", "For the fiscal year ended", "For the year ended")
		if name == "Q" {
			kind, per = "QUARTERLY REPORT", p.pick("For the quarterly period ended", "For the quarterly period ended", "For the quarter ended")
		}
		if p.r.Intn(2) == 0 {
			p.mid("(Mark One)")
		}
		head(true, kind+" "+act)
		p.mid(up(per + " " + arg(0)))
		p.mid(p.pick("OR", "or"))
		head(false, "TRANSITION REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934")
		p.mid("For the transition period from " + blank)
	case "KT", "QT":
		kind, per := "ANNUAL REPORT", "For the fiscal year ended ____________"
		if name == "QT" {
			kind, per = "QUARTERLY REPORT", "For the quarterly period ended ____________"
		}
		p.mid("(Mark One)")
		head(false, kind+" "+act)
		p.mid(per)
		p.mid("OR")
		head(true, "TRANSITION REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934")
		p.mid("For the transition period from " + arg(0) + " to " + arg(1))
	case "F":
		p.mid("(Mark One)")
		head(false, "REGISTRATION STATEMENT PURSUANT TO SECTION 12(b) OR (g) OF THE SECURITIES EXCHANGE ACT OF 1934")
		p.mid("OR")
		head(true, "ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934")
		p.mid("For the fiscal year ended " + arg(0))
		p.mid("OR")
		head(false, "TRANSITION REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934")
		p.mid("For the transition period from " + blank)
		if p.year > 2004 {
			p.mid("OR")
			head(false, "SHELL COMPANY REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934")
			p.mid("Date of event requiring this shell company report ____________")
		}
	case "40F":
		head(false, "REGISTRATION STATEMENT PURSUANT TO SECTION 12 OF THE SECURITIES EXCHANGE ACT OF 1934")
		p.mid("OR")
		head(true, "ANNUAL REPORT PURSUANT TO SECTION 13(a) OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934")
		p.cols([]string{"For the fiscal year ended " + arg(0), "Commission File Number {FILE}"})
	case "ID":
		st := arg(0)
		if st == "" {
			st = "{STATE}"
		}
		switch p.r.Intn(3) {
		case 0:
			p.cols([]string{st, "{EIN}"}, []string{"(State or other jurisdiction of", "(I.R.S. Employer"}, []string{"incorporation or organization)", "Identification No.)"})
		case 1:
			p.cols([]string{st, "{EIN}"}, []string{"(State of incorporation)", "(IRS Employer Identification No.)"})
		default:
			p.cols([]string{st, "{EIN}"}, []string{"(State or Other Jurisdiction of", "(I.R.S. Employer"}, []string{"Incorporation or Organization)", "Identification Number)"})
		}
	case "ADDR":
		switch p.r.Intn(3) {
		case 0:
			p.cols([]string{"{STREET}, {CITY}", "{ZIP}"}, []string{"(Address of principal executive offices)", "(Zip Code)"})
		case 1:
			p.mid("{STREET}")
			p.mid("{CITY} {ZIP}")
			p.mid("(Address of principal executive offices, including zip code)")
		default:
			p.mid("{STREET}, {CITY} {ZIP}")
			p.mid("(Address of principal executive offices) (Zip Code)")
		}
		if p.r.Intn(2) == 0 {
			p.mid("Registrant's telephone number, including area code: {PHONE}")
		} else {
			p.mid("{PHONE}")
			p.mid("(Registrant's telephone number, including area code)")
		}
	case "B":
		p.mid(p.pick("Securities registered pursuant to Section 12(b) of the Act:", "SECURITIES REGISTERED PURSUANT TO SECTION 12(b) OF THE ACT:", "Securities registered pursuant to section 12(b) of the Act:"))
		if arg(0) == "" {
			p.mid("None")
			return
		}
		sym := p.year >= 2019
		h := []string{"Title of each class", "Name of each exchange on which registered"}
		if sym {
			h = []string{"Title of each class", "Trading Symbol(s)", "Name of each exchange on which registered"}
		}
		rows := [][]string{h}
		for i := 0; i+1 < len(a); i += 2 {
			if sym {
				rows = append(rows, []string{a[i], string(rune('A'+p.r.Intn(26))) + string(rune('B'+p.r.Intn(25))) + string(rune('A'+p.r.Intn(26))), a[i+1]})
			} else {
				rows = append(rows, []string{a[i], a[i+1]})
			}
		}
		p.cols(rows...)
	case "G":
		if arg(0) == "" {
			p.mid("Securities registered pursuant to Section 12(g) of the Act: None")
			return
		}
		p.mid("Securities registered pursuant to Section 12(g) of the Act:")
		p.mid(arg(0))
		p.mid("(Title of class)")
	case "CK":
		ck := "Indicate by check mark whether the registrant (1) has filed all reports required to be filed by Section 13 or 15(d) of the Securities Exchange Act of 1934 during the preceding 12 months (or for such shorter period that the registrant was required to file such reports), and (2) has been subject to such filing requirements for the past 90 days."
		q := strings.HasPrefix(p.c.FormType, "10-Q")
		if p.year >= 2005 && !q {
			p.para("Indicate by check mark if the registrant is a well-known seasoned issuer, as defined in Rule 405 of the Securities Act. Yes @O No @X")
			p.para("Indicate by check mark if the registrant is not required to file reports pursuant to Section 13 or Section 15(d) of the Act. Yes @O No @X")
		}
		p.para(ck + " " + p.pick("Yes @X No @O", "YES @X NO @O", "Yes~@X~~~No~@O"))
		switch {
		case p.year < 2003 && !q:
			tick := p.pick("@X", "@O", "@O")
			if strings.Contains(p.c.FormType, "405") {
				tick = "@X"
			}
			p.para("Indicate by check mark if disclosure of delinquent filers pursuant to Item 405 of Regulation S-K is not contained herein, and will not be contained, to the best of registrant's knowledge, in definitive proxy or information statements incorporated by reference in Part III of this Form 10-K or any amendment to this Form 10-K. " + tick)
		case p.year >= 2003 && p.year < 2008:
			p.para("Indicate by check mark whether the registrant is an accelerated filer (as defined in Rule 12b-2 of the Exchange Act). Yes @O No @X")
		case p.year >= 2008:
			if p.year >= 2010 {
				p.para("Indicate by check mark whether the registrant has submitted electronically every Interactive Data File required to be submitted pursuant to Rule 405 of Regulation S-T during the preceding 12 months. Yes @X No @O")
			}
			p.para("Indicate by check mark whether the registrant is a large accelerated filer, an accelerated filer, a non-accelerated filer, or a smaller reporting company. See the definitions in Rule 12b-2 of the Exchange Act.")
			p.cols([]string{"Large accelerated filer", "Accelerated filer"}, []string{"Non-accelerated filer", "Smaller reporting company"})
			if p.year >= 2017 {
				p.para("If an emerging growth company, indicate by check mark if the registrant has elected not to use the extended transition period for complying with any new or revised financial accounting standards provided pursuant to Section 13(a) of the Exchange Act. @O")
			}
			p.para("Indicate by check mark whether the registrant is a shell company (as defined in Rule 12b-2 of the Exchange Act). Yes @O No @X")
		}
	case "AGG":
		if strings.HasPrefix(p.c.FormType, "10-Q") {
			p.para("Indicate the number of shares outstanding of each of the issuer's classes of common stock, as of the latest practicable date: {SHARES} shares.")
			return
		}
		p.para("The aggregate market value of the voting stock held by non-affiliates of the registrant was approximately {AMT}.")
		p.para("The number of shares of the registrant's common stock outstanding was {SHARES}.")
		if p.r.Intn(2) == 0 {
			p.mid("DOCUMENTS INCORPORATED BY REFERENCE")
		}
		p.para("Portions of the registrant's definitive proxy statement for its annual meeting of shareholders are incorporated by reference into Part III.")
	case "SGML":
		acc := fmt.Sprintf("%010d-%02d-%06d", 900000+p.r.Intn(99999), (p.year+1)%100, 100+p.r.Intn(900))
		per := strings.ReplaceAll(p.c.PeriodEnd, "-", "")
		filed := fmt.Sprintf("%d%02d%02d", p.year+1, 3, 10+p.r.Intn(20))
		if strings.HasPrefix(p.c.FormType, "10-Q") {
			m, _ := strconv.Atoi(p.c.PeriodEnd[5:7])
			filed = fmt.Sprintf("%d%02d%02d", p.year, m+2, 1+p.r.Intn(14))
			acc = fmt.Sprintf("%s-%02d-%s", acc[:10], p.year%100, acc[14:])
		}
		p.out = append(p.out,
			"<SEC-DOCUMENT>"+acc+".txt : "+filed,
			"<SEC-HEADER>"+acc+".hdr.sgml : "+filed,
			"ACCESSION NUMBER:\t\t"+acc,
			"CONFORMED SUBMISSION TYPE:\t"+p.c.FormType,
			"PUBLIC DOCUMENT COUNT:\t\t"+strconv.Itoa(1+p.r.Intn(9)),
			"CONFORMED PERIOD OF REPORT:\t"+per,
			"FILED AS OF DATE:\t\t"+filed,
			"", "FILER:", "", "\tCOMPANY DATA:\t",
			"\t\tCOMPANY CONFORMED NAME:\t\t\t"+arg(0),
			"\t\tCENTRAL INDEX KEY:\t\t\t"+p.c.CIK,
			"\t\tSTATE OF INCORPORATION:\t\t\tDE")
		if arg(1) != "" {
			p.out = append(p.out, "", "FILER:", "", "\tCOMPANY DATA:\t",
				"\t\tCOMPANY CONFORMED NAME:\t\t\t"+arg(1),
				"\t\tCENTRAL INDEX KEY:\t\t\t"+arg(2))
		}
		p.out = append(p.out, "</SEC-HEADER>", "<DOCUMENT>", "<TYPE>"+p.c.FormType, "<SEQUENCE>1", "<TEXT>", "")
	case "L":
		// An entry to the left of its caption.
		p.out = append(p.out, fmt.Sprintf("%-42s %s", p.fill.Replace(arg(0)), arg(1)))
	case "XB":
		// The hidden header of inline XBRL.
		p.raw(`<div style="display:none"><ix:header><ix:hidden><ix:nonNumeric contextRef="c-1" name="dei:EntityCentralIndexKey" id="f-1">{CIK}</ix:nonNumeric><ix:nonNumeric contextRef="c-1" name="dei:AmendmentFlag" id="f-2">false</ix:nonNumeric></ix:hidden></ix:header></div>`)
	default:
		fmt.Fprintf(os.Stderr, "%s: no macro %q\n", p.c.ID, name)
		os.Exit(1)
	}
}

func (p *page) build() {
	c, r := p.c, p.r
	p.year, _ = strconv.Atoi(c.PeriodEnd[:4])
	p.width = []int{66, 70, 72, 78}[r.Intn(4)]
	switch y := p.year; {
	case y < 2001:
		p.style = 0
	case y < 2010:
		p.style = r.Intn(2)
		if y > 2004 {
			p.style = 1
		}
	case y < 2017:
		p.style = 1 + r.Intn(2)
	default:
		p.style = 2 + r.Intn(2)
	}
	sets := [][2]string{{"[X]", "[ ]"}, {"(X)", "( )"}, {"/X/", "/ /"}, {"|X|", "|_|"}, {"X", "_"}, {"[x]", "[_]"}}
	if p.year >= 2004 {
		sets = [][2]string{{"[X]", "[ ]"}, {"[x]", "[ ]"}, {"x", "o"}, {"þ", "¨"}}
	}
	if p.year >= 2012 {
		sets = [][2]string{{"☒", "☐"}, {"☑", "☐"}, {"x", "o"}, {"[X]", "[ ]"}}
	}
	if p.year >= 2018 {
		sets = sets[:2]
	}
	m := sets[r.Intn(len(sets))]
	p.mark, p.box = m[0], m[1]
	p.slots()
	if c.HTML {
		t := p.pick("FORM "+c.FormType, c.FormType, "Document", "form"+strings.ToLower(strings.NewReplacer("-", "", "/", "").Replace(c.FormType))+".htm")
		if p.style < 2 {
			p.out = append(p.out, "<HTML>", "<HEAD><TITLE>"+t+"</TITLE></HEAD>", `<BODY BGCOLOR="#FFFFFF">`)
		} else {
			p.out = append(p.out, `<html><head><title>`+t+`</title></head><body>`)
		}
	}
	for _, l := range c.body {
		switch {
		case l == "":
			p.gap()
		case strings.HasPrefix(l, "^"):
			p.centre(p.marks(l[1:]))
		case strings.HasPrefix(l, ">"):
			p.para(l[1:])
		case strings.HasPrefix(l, "%") && strings.HasSuffix(l, "%"):
			name, args, has := strings.Cut(strings.Trim(l, "%"), ":")
			var a []string
			if has {
				a = strings.Split(args, ";")
			}
			p.macro(name, a)
		default:
			p.raw(p.marks(l))
		}
	}
	if c.HTML {
		end := "</body></html>"
		if p.style < 2 {
			end = "</BODY>\n</HTML>"
		}
		p.out = append(p.out, end)
	} else if len(p.out) > 75 {
		p.out = p.out[:75]
	}
	c.Text = strings.Join(p.out, "\n") + "\n"
	if i := strings.IndexAny(c.Text, "{}"); i >= 0 {
		fmt.Fprintf(os.Stderr, "%s: a slot is left at %q\n", c.ID, c.Text[i:])
		os.Exit(1)
	}
}

func main() {
	seed := flag.Int64("seed", 7, "seed")
	flag.Parse()
	r := rand.New(rand.NewSource(*seed))
	var covers []*cover
	var c *cover
	inBody := false
	for n, l := range strings.Split(table, "\n") {
		bad := func() { fmt.Fprintf(os.Stderr, "table.txt:%d: %q\n", n+1, l); os.Exit(1) }
		switch {
		case strings.HasPrefix(l, "=== "):
			f := strings.Split(l[4:], " | ")
			if len(f) < 4 || len(f[2]) != 10 {
				bad()
			}
			c = &cover{ID: fmt.Sprintf("n%03d", len(covers)+1), Form: f[0], FormType: f[1], PeriodEnd: f[2], HTML: f[3] == "html"}
			if len(f) > 4 {
				c.CIK = f[4]
			}
			covers, inBody = append(covers, c), false
		case inBody:
			c.body = append(c.body, l)
		case l == "---":
			if c.Name == "" || c.Why == "" {
				bad()
			}
			inBody = true
		case strings.HasPrefix(l, "name: "):
			c.Name = l[6:]
		case strings.HasPrefix(l, "also: "):
			c.NameAlso = append(c.NameAlso, l[6:])
		case strings.HasPrefix(l, "ftalso: "):
			c.TypeAlso = append(c.TypeAlso, l[8:])
		case strings.HasPrefix(l, "why: "):
			c.Why = l[5:]
		case l != "":
			bad()
		}
	}
	for _, c := range covers {
		for len(c.body) > 0 && c.body[len(c.body)-1] == "" {
			c.body = c.body[:len(c.body)-1]
		}
		(&page{c: c, r: rand.New(rand.NewSource(r.Int63()))}).build()
	}
	r.Shuffle(len(covers), func(i, j int) { covers[i], covers[j] = covers[j], covers[i] })
	w := bufio.NewWriter(os.Stdout)
	defer w.Flush()
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, c := range covers {
		if err := enc.Encode(c); err != nil {
			panic(err)
		}
	}
}
