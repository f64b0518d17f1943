package main

import (
	"fmt"
	"strings"
)

const none = "None."
const na = "Not applicable."

var incTpl = []string{
	`The information required by this Item is incorporated by reference to pages {s} through 99 of the proxy statement of {co} for the meeting to be held on {d}.`,
	`Incorporated by reference to the section "%s" on page {s} of the definitive proxy statement to be filed by {d}.`,
	`Information under the caption "%s" in the proxy statement dated {d} is incorporated herein by reference.`,
	`The discussion on page {s} of the proxy statement for the meeting of {d} is incorporated herein by reference.`,
}

func mk(num, title, part, topic string) *Item {
	return &Item{Num: num, Title: title, Part: part, Topic: topic}
}

func (b *B) cat10K() []*Item {
	y := b.y
	l := []*Item{mk("1", "Business", "I", "business")}
	if y >= 2005 {
		l = append(l, mk("1A", "Risk Factors", "I", "risk"), mk("1B", "Unresolved Staff Comments", "I", "none"))
	}
	if y >= 2023 {
		l = append(l, mk("1C", "Cybersecurity", "I", "cyber"))
	}
	l = append(l, mk("2", "Properties", "I", "prop"), mk("3", "Legal Proceedings", "I", "legal"))
	switch {
	case y < 2010:
		l = append(l, mk("4", "Submission of Matters to a Vote of Security Holders", "I", "vote"))
	case y == 2010:
		it := mk("4", "(Removed and Reserved)", "I", "none")
		it.Reserved = true
		l = append(l, it)
	default:
		l = append(l, mk("4", "Mine Safety Disclosures", "I", "mine"))
	}
	t5 := "Market for Registrant's Common Equity and Related Stockholder Matters"
	if y >= 2004 {
		t5 = "Market for Registrant's Common Equity, Related Stockholder Matters and Issuer Purchases of Equity Securities"
	}
	l = append(l, mk("5", t5, "II", "market"))
	if y >= 2021 {
		it := mk("6", "[Reserved]", "II", "none")
		it.Reserved = true
		l = append(l, it)
	} else {
		l = append(l, mk("6", "Selected Financial Data", "II", "selected"))
	}
	l = append(l, mk("7", "Management's Discussion and Analysis of Financial Condition and Results of Operations", "II", "mda"))
	if y >= 1997 {
		l = append(l, mk("7A", "Quantitative and Qualitative Disclosures About Market Risk", "II", "mktrisk"))
	}
	l = append(l, mk("8", "Financial Statements and Supplementary Data", "II", "fin"),
		mk("9", "Changes in and Disagreements with Accountants on Accounting and Financial Disclosure", "II", "changes"))
	if y >= 2003 {
		l = append(l, mk("9A", "Controls and Procedures", "II", "controls"))
	}
	if y >= 2004 {
		l = append(l, mk("9B", "Other Information", "II", "other"))
	}
	if y >= 2021 {
		l = append(l, mk("9C", "Disclosure Regarding Foreign Jurisdictions that Prevent Inspections", "II", "foreign"))
	}
	d := "Directors and Executive Officers of the Registrant"
	if y >= 2006 {
		d = "Directors, Executive Officers and Corporate Governance"
	}
	l = append(l, mk("10", d, "III", "dir"), mk("11", "Executive Compensation", "III", "comp"),
		mk("12", "Security Ownership of Certain Beneficial Owners and Management", "III", "own"))
	if y >= 2006 {
		l = append(l, mk("13", "Certain Relationships and Related Transactions, and Director Independence", "III", "rel"))
	} else {
		l = append(l, mk("13", "Certain Relationships and Related Transactions", "III", "rel"))
	}
	if y >= 2003 {
		l = append(l, mk("14", "Principal Accountant Fees and Services", "III", "fees"))
		l = append(l, mk("15", "Exhibits and Financial Statement Schedules", "IV", "exh"))
		if y >= 2016 {
			l = append(l, mk("16", "Form 10-K Summary", "IV", "summary"))
		}
	} else {
		l = append(l, mk("14", "Exhibits, Financial Statement Schedules, and Reports on Form 8-K", "IV", "exh"))
	}
	return l
}

func (b *B) cat10KSB() []*Item {
	l := []*Item{
		mk("1", "Description of Business", "I", "business"), mk("2", "Description of Property", "I", "prop"),
		mk("3", "Legal Proceedings", "I", "legal"), mk("4", "Submission of Matters to a Vote of Security Holders", "I", "vote"),
		mk("5", "Market for Common Equity and Related Stockholder Matters", "II", "market"),
		mk("6", "Management's Discussion and Analysis or Plan of Operation", "II", "mda"),
		mk("7", "Financial Statements", "II", "fin"),
		mk("8", "Changes in and Disagreements with Accountants on Accounting and Financial Disclosure", "II", "changes")}
	if b.y >= 2003 {
		l = append(l, mk("8A", "Controls and Procedures", "II", "controls"))
	}
	if b.y >= 2005 {
		l = append(l, mk("8B", "Other Information", "II", "other"))
	}
	l = append(l, mk("9", "Directors, Executive Officers, Promoters and Control Persons; Compliance with Section 16(a) of the Exchange Act", "III", "dir"),
		mk("10", "Executive Compensation", "III", "comp"), mk("11", "Security Ownership of Certain Beneficial Owners and Management", "III", "own"),
		mk("12", "Certain Relationships and Related Transactions", "III", "rel"), mk("13", "Exhibits and Reports on Form 8-K", "III", "exh"))
	if b.y >= 2003 {
		l = append(l, mk("14", "Principal Accountant Fees and Services", "III", "fees"))
	}
	return l
}

func (b *B) cat10Q() []*Item {
	y := b.y
	sb := strings.HasPrefix(b.c.Kind, "10-QSB")
	l := []*Item{mk("1", "Financial Statements", "I", "fin")}
	if sb {
		l = append(l, mk("2", "Management's Discussion and Analysis or Plan of Operation", "I", "mda"))
		if y >= 2003 {
			l = append(l, mk("3", "Controls and Procedures", "I", "controls"))
		}
	} else {
		l = append(l, mk("2", "Management's Discussion and Analysis of Financial Condition and Results of Operations", "I", "mda"))
		if y >= 1998 {
			l = append(l, mk("3", "Quantitative and Qualitative Disclosures About Market Risk", "I", "mktrisk"))
		}
		if y >= 2003 {
			l = append(l, mk("4", "Controls and Procedures", "I", "controls"))
		}
	}
	l = append(l, mk("1", "Legal Proceedings", "II", "legal"))
	if y >= 2006 && !sb {
		l = append(l, mk("1A", "Risk Factors", "II", "risk"))
	}
	if y < 2004 {
		l = append(l, mk("2", "Changes in Securities", "II", "securities"))
	} else {
		l = append(l, mk("2", "Unregistered Sales of Equity Securities and Use of Proceeds", "II", "securities"))
	}
	l = append(l, mk("3", "Defaults Upon Senior Securities", "II", "defaults"))
	switch {
	case y < 2010:
		l = append(l, mk("4", "Submission of Matters to a Vote of Security Holders", "II", "vote"))
	case y < 2012:
		it := mk("4", "(Removed and Reserved)", "II", "none")
		it.Reserved = true
		l = append(l, it)
	default:
		l = append(l, mk("4", "Mine Safety Disclosures", "II", "mine"))
	}
	l = append(l, mk("5", "Other Information", "II", "other"))
	if y < 2004 {
		l = append(l, mk("6", "Exhibits and Reports on Form 8-K", "II", "exh"))
	} else {
		l = append(l, mk("6", "Exhibits", "II", "exh"))
	}
	return l
}

var weights = map[string]float64{"business": 6, "risk": 8, "cyber": 1.3, "prop": .9, "legal": .9, "market": 1.1, "selected": .8, "mda": 8, "mktrisk": .8, "fin": 8, "controls": .8, "dir": 1.6, "comp": 1.6, "own": 1, "rel": .5, "fees": .5, "vote": .4, "changes": .4, "other": .3, "exh": .3, "securities": .4, "defaults": .2}

// shorts decides which items are one sentence.
func (b *B) shorts(l []*Item) {
	c := b.c
	r := b.r
	inc := c.Inc
	if inc == "" {
		if r.Intn(3) > 0 {
			inc = "proxy"
		} else {
			inc = "full"
		}
	}
	for _, it := range l {
		if it.Reserved {
			continue
		}
		switch it.Topic {
		case "none", "foreign", "mine", "summary", "defaults":
			it.Short = []string{none, na}[r.Intn(2)]
			if it.Topic == "mine" || it.Topic == "foreign" {
				it.Short = na
			}
			if r.Intn(4) == 0 && it.Topic != "defaults" {
				it.Short = map[string]string{"none": "{co} has no unresolved comments from the staff dated before {d}.", "foreign": "Not applicable to {co} or to its {s} subsidiaries.", "mine": "Not applicable, since {co} operated no mines among its {s} sites.", "summary": "{co} has elected not to include a summary of the {s} items."}[it.Topic]
			}
		case "changes", "other":
			if r.Intn(5) > 0 {
				it.Short = none
				if it.Topic == "changes" && r.Intn(2) == 0 {
					it.Short = "There were no disagreements with accountants during the {s} months ended {d}."
				}
			}
		case "vote":
			if r.Intn(3) > 0 {
				it.Short = "No matters were submitted to a vote of security holders during the quarter ended {d}."
				if r.Intn(3) == 0 {
					it.Short = none
				}
			}
		case "securities":
			if r.Intn(2) == 0 {
				it.Short = none
			}
		case "dir", "comp", "own", "rel", "fees":
			if inc == "proxy" || inc == "annual" || inc == "all" {
				cap := map[string]string{"dir": "Election of Directors", "comp": "Executive Pay", "own": "Ownership of Shares", "rel": "Certain Transactions", "fees": "Independent Accountants"}[it.Topic]
				t := incTpl[r.Intn(len(incTpl))]
				if strings.Contains(t, "%s") {
					t = fmt.Sprintf(t, cap)
				}
				if b.used[t+"#"] { // the third form carries only a caption and a date
					t = incTpl[0]
				}
				it.Short = t
			}
		}
		if (inc == "annual" || inc == "all") && strings.Contains(" market selected mda mktrisk fin ", " "+it.Topic+" ") {
			it.Short = []string{
				"The information on pages {s} through 99 of the annual report to shareholders for fiscal {y}, filed as Exhibit 13, is incorporated by reference with its {n} entries.",
				"The section beginning on page {s} of the annual report to shareholders, with file number {n}, is incorporated herein by reference.",
				"Incorporated by reference to page {s} of Exhibit 13, which bears number {n}.",
			}[r.Intn(3)]
		}
		if c.Small {
			switch it.Topic {
			case "risk", "mktrisk", "selected":
				it.Short = []string{
					"Not required for smaller reporting companies.",
					"As a smaller reporting company, we are not required to provide the information required by this Item.",
					"Not required.",
					"Smaller reporting companies such as {co}, with {n} holders, are not required to provide this information."}[r.Intn(4)]
			}
		}
		if c.Fin == "fpages" && it.Topic == "fin" {
			it.Short = "The financial statements of {co} appear on pages F-1 through F-{s} of this report, following the signatures."
			if r.Intn(2) == 0 {
				it.Short = "The statements and the {s} notes required by this Item are set forth on the pages following the signature page, beginning with page F-1."
			}
		}
		if c.Fin == "item15" && it.Topic == "fin" {
			it.Short = "The statements of {co}, with {s} notes, are listed in the index in Part IV of this report and are included there."
		}
		if c.Abbrev && b.qtr && it.Part == "II" && it.Topic != "exh" && it.Topic != "risk" && it.Topic != "legal" {
			it.Short = none
		}
	}
	// lengths
	size := c.Size
	if size == 0 {
		size = 20000 + r.Intn(22000)
	}
	sum := 0.0
	for _, it := range l {
		if it.Short == "" && !it.Reserved {
			w := weights[it.Topic]
			if b.qtr && it.Topic == "risk" {
				w = 1.5
			}
			sum += w
		}
	}
	if c.Fin == "item15" {
		sum += 8
	}
	for _, it := range l {
		w := weights[it.Topic]
		if b.qtr && it.Topic == "risk" {
			w = 1.5
		}
		if c.Fin == "item15" && it.Topic == "exh" {
			w = 8
		}
		it.Len = int(w / sum * float64(size))
	}
}

func (b *B) combine(l []*Item) []*Item {
	for _, spec := range strings.Fields(b.c.Combine) {
		var nums []string
		var head string
		switch spec {
		case "1,2":
			nums, head = []string{"1", "2"}, "1 and 2"
		case "1&2":
			nums, head = []string{"1", "2"}, "1 & 2"
		case "10-13":
			nums, head = []string{"10", "11", "12", "13"}, "10 through 13"
		case "10-14":
			nums, head = []string{"10", "11", "12", "13", "14"}, "10, 11, 12, 13 and 14"
		case "7,7A":
			nums, head = []string{"7", "7A"}, "7 and 7A"
		case "q2-5":
			nums, head = []string{"2", "3", "4", "5"}, "2 through 5"
		}
		var out []*Item
		var first *Item
		for _, it := range l {
			in := false
			for _, n := range nums {
				if it.Num == n && (spec != "q2-5" || it.Part == "II") {
					in = true
				}
			}
			if !in {
				out = append(out, it)
				continue
			}
			if first == nil {
				first = it
				it.HeadNum = head
				out = append(out, it)
			} else {
				first.Also = append(first.Also, it.Num)
			}
		}
		switch spec {
		case "1,2", "1&2":
			first.Title = "Business and Properties"
		case "10-13", "10-14":
			first.Title = "Directors, Compensation, Ownership and Related Matters"
			first.Short = "The information called for by Part III is incorporated by reference to pages {s} through 99 of the proxy statement of {co} dated {d}."
		case "7,7A":
			first.Title = "Management's Discussion and Analysis and Disclosures About Market Risk"
		case "q2-5":
			first.Title = "Other Matters"
			first.Short = "Not applicable for the quarter, in which {n} shares changed hands."
		}
		l = out
	}
	return l
}

func keep(l []*Item, only string) []*Item {
	if only == "" {
		return l
	}
	var out []*Item
	for _, it := range l {
		if strings.Contains(" "+only+" ", " "+it.Num+" ") || strings.Contains(" "+only+" ", " "+it.Part+":"+it.Num+" ") {
			out = append(out, it)
		}
	}
	return out
}
func dropItems(l []*Item, d string) []*Item {
	var out []*Item
	for _, it := range l {
		if strings.Contains(" "+d+" ", " "+it.Part+":"+it.Num+" ") {
			continue
		}
		out = append(out, it)
	}
	return out
}

// reorder moves the parts or items named to the front or swaps.
func reorder(l []*Item, spec string) []*Item {
	if spec == "" {
		return l
	}
	var out []*Item
	used := map[*Item]bool{}
	for _, s := range strings.Fields(spec) {
		for _, it := range l {
			if used[it] {
				continue
			}
			if s == it.Part+":"+it.Num || s == it.Part+":*" || s == "*:*" {
				out = append(out, it)
				used[it] = true
			}
		}
	}
	for _, it := range l {
		if !used[it] {
			out = append(out, it)
		}
	}
	return out
}

func (b *B) cover() {
	c := b.c
	L := func(s string, lvl int) { b.add(&Node{K: "cov", Text: b.typ(s), Lvl: lvl}) }
	L("UNITED STATES", 1)
	L("SECURITIES AND EXCHANGE COMMISSION", 1)
	L("Washington, D.C. 20549", 1)
	L("FORM "+c.Kind, 2)
	if strings.HasSuffix(c.Kind, "/A") {
		L("(Amendment No. 1)", 1)
	}
	if b.qtr {
		L("[X] QUARTERLY REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934", 0)
		L("For the quarterly period ended "+b.qEnd, 1)
	} else {
		L("[X] ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934", 0)
		L("For the fiscal year ended December 31, "+b.y2(), 1)
	}
	L("OR", 1)
	L("[ ] TRANSITION REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934", 0)
	L(fmt.Sprintf("Commission file number 1-%d", 10000+b.r.Intn(30000)), 1)
	L(strings.ToUpper(b.co), 2)
	L("(Exact name of registrant as specified in its charter)", 1)
	st := b.pick(states)
	b.add(&Node{K: "table", Rows: [][]string{{b.typ(st), fmt.Sprintf("%d-%d", 10+b.r.Intn(80), 1000000+b.r.Intn(8000000))}, {b.typ("(State of incorporation)"), b.typ("(I.R.S. Employer Identification No.)")}}})
	L(fmt.Sprintf("%d %s Street, %s %d", 100+b.r.Intn(9000), b.pick(lastNames), b.city, 10000+b.r.Intn(80000)), 1)
	L("(Address of principal executive offices)", 1)
	L(fmt.Sprintf("Registrant's telephone number: (%d) 555-%04d", 200+b.r.Intn(700), b.r.Intn(10000)), 1)
	if !b.qtr {
		L("Securities registered pursuant to Section 12(b) of the Act: Common Stock, par value $.01", 1)
		L("Securities registered pursuant to Section 12(g) of the Act: None", 1)
	}
	L("Indicate by check mark whether the registrant (1) has filed all reports required to be filed by Section 13 or 15(d) of the Securities Exchange Act of 1934 during the preceding 12 months and (2) has been subject to such filing requirements for the past 90 days. Yes [X] No [ ]", 0)
	if !b.qtr && b.y < 2019 {
		L("Indicate by check mark if disclosure of delinquent filers pursuant to Item 405 of Regulation S-K is not contained herein, and will not be contained, to the best of registrant's knowledge, in definitive proxy statements incorporated by reference in Part III of this Form 10-K. [X]", 0)
	}
	L(b.fill("The number of shares of common stock outstanding on {d} was {n}."), 0)
	if !b.qtr && strings.HasPrefix(c.Kind, "10-K") && !strings.HasSuffix(c.Kind, "/A") {
		L("DOCUMENTS INCORPORATED BY REFERENCE", 1)
		if c.trap("coverdocs") {
			L("Portions of the proxy statement for the annual meeting are incorporated by reference in Part III, Items 10, 11, 12 and 13.", 0)
		} else {
			L("Portions of the registrant's proxy statement are incorporated by reference in Part III.", 0)
		}
	}
	if c.TocAt == "cover" {
		b.toc(c.Toc)
	}
	b.breakPage()
}

func (b *B) toc(style string) {
	b.add(&Node{K: "toc", Text: style})
}

func (b *B) fls() {
	b.sub("Forward-Looking Statements", 1)
	mid := b.one("Words such as expects or plans mark {n} such statements.")
	if b.c.trap("flslist") {
		mid = b.typ(`Such statements are found in Item 1, "Business," Item 3, "Legal Proceedings," Item 7, "Management's Discussion and Analysis of Financial Condition and Results of Operations," and elsewhere in this report.`)
	}
	b.para(b.one("This report contains statements about the future of {co} that involve {s} kinds of risk."), mid, b.one("Actual results may differ by {m} or more from those expected in {pl}."))
}

func (b *B) signatures() {
	b.stop()
	if b.r.Intn(2) == 0 {
		b.breakPage()
	}
	b.add(&Node{K: "cov", Text: b.typ("SIGNATURES"), Lvl: 2})
	b.sigPage = b.page
	b.para(b.typ("Pursuant to the requirements of Section 13 or 15(d) of the Securities Exchange Act of 1934, the registrant has duly caused this report to be signed on its behalf by the undersigned, thereunto duly authorized."))
	for i := 0; i < 2; i++ {
		n := b.slot("nm")
		b.add(&Node{K: "cov", Text: b.typ(strings.ToUpper(b.co)), Lvl: 3})
		b.add(&Node{K: "cov", Text: b.typ("By: /s/ " + n), Lvl: 3})
		b.add(&Node{K: "cov", Text: b.typ(n + ", " + []string{"President and Chief Executive Officer", "Vice President and Treasurer"}[i]), Lvl: 3})
		b.add(&Node{K: "cov", Text: b.typ("Date: " + b.slot("d")), Lvl: 3})
	}
}

func (b *B) newDoc(typ string) {
	b.pend = false
	if b.c.R == "txt" && b.c.Rel {
		b.nodes = append(b.nodes, &Node{K: "rawtxt", Txt: "</TEXT>\n</DOCUMENT>\n<DOCUMENT>\n<TYPE>" + typ + "\n<SEQUENCE>2\n<TEXT>\n"})
		return
	}
	b.doPage(nil)
}

func (b *B) after() {
	for _, a := range strings.Fields(b.c.After) {
		switch a {
		case "fpages":
			b.doPage(nil)
			b.pend = false
			b.pagePrefix = "F-"
			b.page = 1
			b.sub("INDEX TO CONSOLIDATED FINANCIAL STATEMENTS", 1)
			b.add(&Node{K: "table", Rows: [][]string{{b.typ("Report of Independent Accountants"), "F-2"}, {b.typ("Consolidated Balance Sheets"), "F-3"}, {b.typ("Consolidated Statements of Income"), "F-4"}, {b.typ("Notes to Consolidated Financial Statements"), "F-6"}}})
			b.breakPage()
			b.finBlock(9000)
		case "ex13":
			b.newDoc("EX-13")
			b.add(&Node{K: "cov", Text: b.typ("EXHIBIT 13"), Lvl: 1})
			b.add(&Node{K: "cov", Text: b.typ("Annual Report to Shareholders"), Lvl: 1})
			b.sub("Management's Discussion and Analysis of Financial Condition and Results of Operations", 1)
			for i := 0; i < 8; i++ {
				if i%3 == 1 {
					b.sub(b.pick(subheads["mda"]), 2)
				}
				b.para(b.mixed("mda", 4)...)
			}
			b.sub("Selected Financial Data", 1)
			b.numTable("", []string{"Net sales", "Net income", "Total assets", "Long-term debt"}, 3)
			b.sub("Quantitative and Qualitative Disclosures About Market Risk", 1)
			b.para(b.mixed("mktrisk", 3)...)
			b.sub("Financial Statements and Supplementary Data", 1)
			b.finBlock(6000)
		case "lease":
			b.newDoc("EX-10.2")
			b.add(&Node{K: "cov", Text: b.typ("EXHIBIT 10.2"), Lvl: 1})
			b.add(&Node{K: "cov", Text: b.typ("LEASE AGREEMENT"), Lvl: 1})
			b.para(b.one("This lease of {n} square feet in {pl} is made on {d} between {nm} and {co}."))
			for i, h := range []string{"Premises", "Term", "Rent", "Use of Properties", "Legal Proceedings", "Notices"} {
				b.sub(fmt.Sprintf("ITEM %d. %s", i+1, strings.ToUpper(h)), 1)
				b.para(b.one("The tenant shall pay {m} and keep {n} square feet in repair until {d}."), b.one("The landlord, acting through {nm}, may enter after {s} hours."))
			}
		case "cert":
			b.breakPage()
			b.add(&Node{K: "cov", Text: b.typ("EXHIBIT 31.1"), Lvl: 1})
			b.add(&Node{K: "cov", Text: b.typ("CERTIFICATION OF CHIEF EXECUTIVE OFFICER"), Lvl: 1})
			b.para(b.one("I, {nm}, certify that I have reviewed this report of {co}, which has {n} lines."))
			for i := 1; i < 5; i++ {
				b.para(fmt.Sprintf("%d. ", i) + b.one("Based on my knowledge, this report does not contain any untrue statement about the {m} reported for {pl}."))
			}
		case "exindex":
			b.breakPage()
			b.add(&Node{K: "cov", Text: b.typ("EXHIBIT INDEX"), Lvl: 1})
			t := &Node{K: "table"}
			for i := 1; i < 8; i++ {
				t.Rows = append(t.Rows, []string{fmt.Sprintf("10.%d", i), b.typ("Agreement with " + b.slot("nm") + " dated " + b.slot("d"))})
			}
			b.add(t)
		case "ex27":
			if b.c.Rel {
				b.newDoc("EX-27")
			}
			b.nodes = append(b.nodes, &Node{K: "rawtxt", Txt: "<ARTICLE> 5\n<LEGEND>\nTHIS SCHEDULE CONTAINS SUMMARY FINANCIAL INFORMATION EXTRACTED FROM THE STATEMENTS.\n</LEGEND>\n<MULTIPLIER> 1,000\n<S>                             <C>\n<PERIOD-TYPE>                   YEAR\n<CASH>                                          " + b.slot("n") + "\n<SECURITIES>                                         0\n<TOTAL-ASSETS>                                 " + b.slot("n") + "\n<NET-INCOME>                                     " + b.slot("n") + "\n"})
		}
	}
}

func (b *B) build() {
	c := b.c
	second := b.pick(coB)
	b.co = b.pick(coA) + " " + second
	if second != "Company" && second != "Corporation" {
		b.co += b.pick(coC)
	}
	b.short = strings.Fields(b.co)[0]
	b.in = industries[b.r.Intn(len(industries))]
	b.city = b.pick(places)
	b.qEnd = b.pick([]string{"March 31, ", "June 30, ", "September 30, "}) + b.y2()
	b.page = 1
	b.pageLen = 2900 + b.r.Intn(900)
	if c.Note == "nopages" {
		b.noPages = true
	}
	var l []*Item
	switch {
	case strings.HasPrefix(c.Kind, "10-KSB"):
		l = b.cat10KSB()
	case b.qtr:
		l = b.cat10Q()
	default:
		l = b.cat10K()
	}
	for _, it := range l {
		if it.Title == "Financial Statements" && !b.qtr {
			continue // only interim statements are unaudited
		}
		if v := variants[it.Title]; v != nil && b.r.Intn(3) == 0 {
			it.Title = b.pick(v)
		}
	}
	l = keep(l, c.Only)
	l = dropItems(l, c.Drop)
	b.shorts(l)
	l = b.combine(l)
	l = reorder(l, c.Reorder)
	b.items = l
	if c.Custom == "4A" {
		var out []*Item
		for _, it := range l {
			out = append(out, it)
			if it.Num == "4" {
				x := mk("4A", "Executive Officers of the Registrant", "I", "dir")
				x.Len = 1200
				out = append(out, x)
			}
		}
		b.items = out
	}
	if c.Custom == "7paren" {
		for _, it := range b.items {
			if len(it.Num) == 2 && it.Num[1] == 'A' {
				it.HeadNum = it.Num[:1] + "(A)"
			}
		}
	}
	if b.c.Custom == "resmix" {
		for _, it := range b.items {
			if it.Num == "6" && !it.Reserved {
				it.Reserved = true
				it.Title = "[Reserved]"
				it.Short = ""
			}
		}
	}
	if c.NoItem1Head {
		for _, it := range b.items {
			if it.Part == "I" && it.Num == "1" {
				it.HideHead = true
			}
		}
	}
	if c.Index != "" {
		tt := map[string]string{"business": "Our Business", "mda": "Management's Discussion and Analysis", "fin": "Financial Statements and Supplemental Details", "market": "Shareholder Information", "exh": "Exhibits", "mktrisk": "Market Risk", "controls": "Controls and Procedures"}
		for _, it := range b.items {
			if it.Short != "" {
				it.NoHead = true
				it.IndexNote = map[string]string{"dir": "(a)", "comp": "(a)", "own": "(a)", "rel": "(a)", "fees": "(a)", "mine": "Not applicable"}[it.Topic]
				if it.IndexNote == "" {
					it.IndexNote = "None"
				}
			}
			if x := tt[it.Topic]; x != "" {
				it.Title = x
			}
		}
	}
	b.cover()
	if c.Index == "front" {
		b.add(&Node{K: "index"})
		b.breakPage()
	}
	if c.Custom == "explan" {
		b.sub("Explanatory Note", 1)
		b.para(b.one("{co} is filing this amendment to its annual report dated {d} in order to restate the information shown below."), b.typ(c.Extra(b)), b.one("No other changes have been made to the {n} lines of the original filing."))
	}
	switch c.TocAt {
	case "front", "twice", "both":
		b.toc(c.Toc)
		b.breakPage()
	case "middle":
		b.sub("Glossary of Terms", 1)
		for i := 0; i < 4; i++ {
			b.para(b.one("Unless noted, a lot of {pr} means {n} units packed in {pl}."), b.one("A standard ton of {mat} equals {n} pounds."))
		}
		b.fls()
		b.toc(c.Toc)
		b.breakPage()
	}
	if c.TocAt == "twice" {
		b.toc("titles")
		b.breakPage()
	}
	if c.TocAt != "middle" && b.r.Intn(2) == 0 || c.trap("flslist") {
		b.fls()
		if b.r.Intn(2) == 0 {
			b.breakPage()
		}
	}
	if c.trap("letter") {
		b.sub("Letter to Shareholders", 1)
		for i := 0; i < 5; i++ {
			b.para(b.mixed("business", 4)...)
		}
		b.para(b.one("Yours, {nm}, {d}"))
		b.breakPage()
	}
	extra := false
	for i, it := range b.items {
		if c.Index != "" && !it.NoHead && i > 0 && !extra {
			extra = true
			// a section that no item of the index points to
			b.stop()
			b.breakPage()
			b.sub("Our Communities", 1)
			b.para(b.mixed("other", 4)...)
			b.para(b.mixed("other", 4)...)
			b.breakPage()
		}
		if it.NoHead {
			continue
		}
		b.begin(it)
		b.body(it)
		b.end()
		if c.TocAt == "parts" && i+1 < len(b.items) && b.items[i+1].Part != it.Part {
			b.stop()
			b.breakPage()
		}
	}
	b.signatures()
	b.after()
	if c.TocAt == "end" || c.TocAt == "both" {
		b.breakPage()
		b.toc(c.Toc)
	}
	if c.Index == "end" {
		b.breakPage()
		b.add(&Node{K: "index"})
	}
}

func (c Cfg) Extra(b *B) string {
	switch c.Only {
	case "10 11 12 13 14":
		return `The amendment sets forth Part III, Items 10 through 14, which had been incorporated by reference from the proxy statement.`
	case "8 14", "8 15", "8 9A 15":
		return `The amendment concerns Item 8. Financial Statements and Supplementary Data and the exhibits; Item 1. Business and Item 7. Management's Discussion and Analysis are not amended.`
	}
	return `The amendment replaces the items named in the table of contents.`
}

// titles as filers vary them
var variants = map[string][]string{
	"Business":   {"Description of Business", "Business of the Registrant"},
	"Properties": {"Description of Property", "Properties and Facilities"},
	"Market for Registrant's Common Equity and Related Stockholder Matters": {"Market for the Company's Common Stock and Related Security Holder Matters", "Market for Registrant's Common Stock"},
	"Selected Financial Data": {"Selected Consolidated Financial Data"},
	"Management's Discussion and Analysis of Financial Condition and Results of Operations": {"Management's Discussion and Analysis of Results of Operations and Financial Condition", "Management's Discussion and Analysis"},
	"Quantitative and Qualitative Disclosures About Market Risk":                            {"Quantitative and Qualitative Disclosure of Market Risk", "Disclosures About Market Risk"},
	"Financial Statements and Supplementary Data":                                           {"Consolidated Financial Statements and Supplementary Data"},
	"Changes in and Disagreements with Accountants on Accounting and Financial Disclosure":  {"Disagreements on Accounting and Financial Disclosure", "Changes in and Disagreements with Accountants"},
	"Directors and Executive Officers of the Registrant":                                    {"Directors and Executive Officers"},
	"Executive Compensation": {"Compensation of Executive Officers"},
	"Exhibits, Financial Statement Schedules, and Reports on Form 8-K": {"Exhibits and Reports on Form 8-K", "Exhibits, Schedules and Reports"},
	"Financial Statements": {"Condensed Consolidated Financial Statements (Unaudited)", "Unaudited Financial Statements"},
	"Unregistered Sales of Equity Securities and Use of Proceeds": {"Issuer Purchases of Equity Securities"},
	"Mine Safety Disclosures":                                     {"Mine Safety Disclosure"},
	"Exhibits and Financial Statement Schedules":                  {"Exhibits, Financial Statement Schedules"},
}
