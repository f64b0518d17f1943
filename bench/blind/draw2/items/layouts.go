package main

// spec is one item of a form; text is its whole body when it has one sentence.
type spec struct {
	part, item, title, kind string
	lo, hi                  int
	text, label             string
	also                    []string
	exhibits                bool
}

type layout struct {
	name, kind, why                 string
	html                            bool
	year                            int
	para, head, toc, header, parts  string
	suffix, sep, after, partSep     string
	partDash, indent, fpages, leads string
	caps, capTitle, pageTag, sgml   bool
	form405, cont, traps, noPages   bool
	tocCols, lateSign               bool
	change                          func([]spec) []spec
}

func (l *layout) dots() string {
	if l.leads != "" {
		return l.leads
	}
	return "."
}

func (l *layout) sign() string {
	if l.lateSign {
		return "SIGNATURE"
	}
	return "SIGNATURES"
}

func one(part, it, title, text string) spec {
	return spec{part: part, item: it, title: title, text: text}
}

func many(part, it, title, kind string, lo, hi int) spec {
	return spec{part: part, item: it, title: title, kind: kind, lo: lo, hi: hi}
}

const mda = "Management's Discussion and Analysis of Financial Condition and Results of Operations"

const market = "Quantitative and Qualitative Disclosures About Market Risk"

// items lists what the form asked for in the layout's year.
func (l *layout) items() []spec {
	var s []spec
	if l.kind == "10-Q" {
		s = quarterly(l.year)
	} else {
		s = annual(l.year)
	}
	if l.change != nil {
		s = l.change(s)
	}
	return s
}

func proxy(caption string) string {
	return "The information required by this item is incorporated by reference to the section entitled " + caption + " in the definitive proxy statement for the annual meeting of stockholders."
}

func annual(y int) []spec {
	s := []spec{many("I", "1", "Business", "biz", 8, 14)}
	if y >= 2005 {
		s = append(s, many("I", "1A", "Risk Factors", "risk", 8, 12), one("I", "1B", "Unresolved Staff Comments", "None."))
	}
	if y >= 2023 {
		s = append(s, many("I", "1C", "Cybersecurity", "gov", 2, 4))
	}
	s = append(s, many("I", "2", "Properties", "prop", 1, 4), many("I", "3", "Legal Proceedings", "legal", 1, 4))
	switch {
	case y >= 2011:
		s = append(s, one("I", "4", "Mine Safety Disclosures", "Not applicable."))
	case y == 2010:
		s = append(s, spec{part: "I", item: "4", title: "(Removed and Reserved)", kind: "reserved"})
	default:
		s = append(s, one("I", "4", "Submission of Matters to a Vote of Security Holders", "No matters were submitted to a vote of security holders during the fourth quarter of the fiscal year."))
	}
	t := "Market for Registrant's Common Equity and Related Stockholder Matters"
	if y >= 2004 {
		t = "Market for Registrant's Common Equity, Related Stockholder Matters and Issuer Purchases of Equity Securities"
	}
	s = append(s, many("II", "5", t, "biz", 1, 2))
	if y >= 2021 {
		s = append(s, spec{part: "II", item: "6", title: "[Reserved]", kind: "reserved"})
	} else {
		s = append(s, many("II", "6", "Selected Financial Data", "fin", 1, 2))
	}
	s = append(s, many("II", "7", mda, "fin", 8, 12))
	if y >= 1998 {
		s = append(s, many("II", "7A", market, "fin", 1, 2))
	}
	s = append(s, many("II", "8", "Financial Statements and Supplementary Data", "note", 6, 10),
		one("II", "9", "Changes in and Disagreements With Accountants on Accounting and Financial Disclosure", "None."))
	if y >= 2003 {
		s = append(s, many("II", "9A", "Controls and Procedures", "gov", 2, 3))
	}
	if y >= 2005 {
		s = append(s, one("II", "9B", "Other Information", "None."))
	}
	if y >= 2021 {
		s = append(s, one("II", "9C", "Disclosure Regarding Foreign Jurisdictions that Prevent Inspections", "Not applicable."))
	}
	dir := "Directors and Executive Officers of the Registrant"
	if y >= 2006 {
		dir = "Directors, Executive Officers and Corporate Governance"
	}
	s = append(s, one("III", "10", dir, proxy("Election of Directors")),
		one("III", "11", "Executive Compensation", proxy("Compensation of Executive Officers")),
		one("III", "12", "Security Ownership of Certain Beneficial Owners and Management", proxy("Ownership of Voting Securities")),
		one("III", "13", "Certain Relationships and Related Transactions", proxy("Transactions With Related Persons")))
	ex := many("IV", "14", "Exhibits, Financial Statement Schedules, and Reports on Form 8-K", "gov", 1, 2)
	if y >= 2003 {
		s = append(s, one("III", "14", "Principal Accountant Fees and Services", proxy("Fees of the Independent Auditor")))
		ex.item, ex.title = "15", "Exhibits and Financial Statement Schedules"
	}
	ex.exhibits = true
	s = append(s, ex)
	if y >= 2016 {
		s = append(s, one("IV", "16", "Form 10-K Summary", "None."))
	}
	return s
}

func quarterly(y int) []spec {
	s := []spec{many("I", "1", "Financial Statements", "note", 10, 16), many("I", "2", mda, "fin", 10, 14)}
	if y >= 1998 {
		s = append(s, many("I", "3", market, "fin", 1, 3))
	}
	if y >= 2003 {
		s = append(s, many("I", "4", "Controls and Procedures", "gov", 2, 3))
	}
	s = append(s, many("II", "1", "Legal Proceedings", "legal", 1, 3))
	if y >= 2005 {
		s = append(s, many("II", "1A", "Risk Factors", "risk", 3, 8), many("II", "2", "Unregistered Sales of Equity Securities and Use of Proceeds", "biz", 1, 2))
	} else {
		s = append(s, one("II", "2", "Changes in Securities", "None."))
	}
	s = append(s, one("II", "3", "Defaults Upon Senior Securities", "None."))
	switch {
	case y >= 2011:
		s = append(s, one("II", "4", "Mine Safety Disclosures", "Not applicable."))
	case y == 2010:
		s = append(s, spec{part: "II", item: "4", title: "(Removed and Reserved)", kind: "reserved"})
	default:
		s = append(s, many("II", "4", "Submission of Matters to a Vote of Security Holders", "gov", 1, 1))
	}
	s = append(s, one("II", "5", "Other Information", "None."))
	ex := many("II", "6", "Exhibits and Reports on Form 8-K", "gov", 1, 1)
	if y >= 2005 {
		ex.title = "Exhibits"
	}
	ex.exhibits = true
	return append(s, ex)
}

// set changes the item of a part.
func set(part, it string, f func(*spec)) func([]spec) []spec {
	return func(l []spec) []spec {
		for i := range l {
			if l[i].part == part && l[i].item == it {
				f(&l[i])
			}
		}
		return l
	}
}

func chain(fs ...func([]spec) []spec) func([]spec) []spec {
	return func(l []spec) []spec {
		for _, f := range fs {
			l = f(l)
		}
		return l
	}
}

func say(part, it, text string) func([]spec) []spec {
	return set(part, it, func(s *spec) { s.text = text })
}

// merge puts the items that follow the first one under its heading.
func merge(part string, n []string, label, title string) func([]spec) []spec {
	return func(l []spec) []spec {
		var out []spec
		for _, s := range l {
			if s.part == part {
				if s.item == n[0] {
					s.also, s.label, s.title = n[1:], label, title
				} else if has(n[1:], s.item) {
					continue
				}
			}
			out = append(out, s)
		}
		return out
	}
}

func has(l []string, s string) bool {
	for _, x := range l {
		if x == s {
			return true
		}
	}
	return false
}

func small(l []spec) []spec {
	for i := range l {
		switch {
		case l[i].item == "1A", l[i].item == "7A", l[i].item == "6" && l[i].part == "II" && l[i].kind == "fin", l[i].title == market:
			l[i].text = "Not required for smaller reporting companies."
		}
	}
	return l
}

func indexOnly(its ...string) func([]spec) []spec {
	return func(l []spec) []spec {
		for i := range l {
			if has(its, l[i].item) {
				l[i] = spec{part: l[i].part, item: l[i].item, title: l[i].title, kind: "index"}
			}
		}
		return l
	}
}

var (
	onF     = say("II", "8", "The consolidated financial statements required by this item begin on page F-1 of this report.")
	annRep  = chain(say("II", "5", "The information under the caption Common Stock Prices in the annual report to shareholders is incorporated herein by reference."), say("II", "6", "The table entitled Ten Year Summary in the annual report to shareholders is incorporated herein by reference."), say("II", "7", "The section entitled Financial Review in the annual report to shareholders is incorporated herein by reference."), say("II", "8", "The statements and the report of auditors in the annual report to shareholders are incorporated herein by reference."), set("I", "1", func(s *spec) { s.lo, s.hi = 26, 32 }))
	propBiz = merge("I", []string{"1", "2"}, "Items 1 and 2", "Business and Properties")
	allIII  = merge("III", []string{"10", "11", "12", "13", "14"}, "Items 10, 11, 12, 13 and 14", "Directors; Compensation; Ownership; Relationships; Accountant Fees")
	old3    = merge("III", []string{"10", "11", "12", "13"}, "Items 10 through 13", "Directors, Compensation, Ownership and Related Transactions")
	mdaQQ   = merge("II", []string{"7", "7A"}, "Items 7 and 7A", "Management's Discussion and Analysis; Market Risk Disclosures")
	noneQ   = chain(merge("II", []string{"2", "3", "4", "5"}, "Items 2 through 5", "Changes in Securities, Defaults, Votes and Other Information"), say("II", "2", "There is nothing to report under these items for the quarter."))
)
