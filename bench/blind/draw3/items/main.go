// Command items prints invented 10-K and 10-Q filings with the first and last sentence of each of their items.
package main

import (
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
)

//go:embed titles.txt
var titlesText string

type expect struct {
	Item, Part, First, Last string
	Also                    []string
	Optional                bool
}

type filing struct {
	ID    string   `json:"id"`
	Form  string   `json:"form"`
	Text  string   `json:"text"`
	Items []expect `json:"items"`
}

type item struct{ id, part, title string }

type spec struct {
	form string
	year int
	html int // 0: text, 1: HTML by hand, 2: HTML of today
	kind string
}

var specs = []spec{
	{"10-K", 1995, 0, ""}, {"10-K405", 1998, 0, ""}, {"10-K", 2001, 0, ""}, {"10-KSB", 1997, 0, ""}, {"10-K", 2003, 1, ""},
	{"10-K", 2007, 1, ""}, {"10-K", 2010, 1, ""}, {"10-K", 2016, 2, ""}, {"10-K", 2022, 2, ""}, {"10-K", 2024, 2, ""},
	{"10-K/A", 2012, 1, "part3"}, {"10-K", 1999, 0, "joint"}, {"10-K", 2009, 1, "joint"}, {"10-K", 2023, 2, "index-end"},
	{"10-K", 1996, 0, "index-front"}, {"10-Q", 1996, 0, ""}, {"10-Q", 2008, 1, ""}, {"10-Q", 2023, 2, ""}, {"10-KSB", 2006, 1, ""},
}

var (
	names  = strings.Fields("Ardmore Bellweather Castine Drummond Elkhorn Fairhaven Gannet Hollis Inverlea Juniper Keswick Larkfield")
	nouns  = strings.Fields("warehouse foundry laboratory franchise pipeline brewery subsidiary dealership refinery terminal fleet nursery")
	places = strings.Fields("Dubuque Saginaw Tacoma Lisbon Winnipeg Macon Albany Reno Leicester Toledo Osaka Biloxi")
	things = strings.Fields("shipments revenues orders deposits bookings claims rentals royalties receipts premiums")
	subs   = []string{"Overview", "Competition", "Employees", "Liquidity and Capital Resources", "Raw Materials"}
	refs   = []string{"See Item 7, \"Management's Discussion and Analysis of Financial Condition and Results of Operations,\" for more.",
		"Item 2 of this report, together with Part II, Item 8, should be read with what follows.",
		"Item 303 of Regulation S-K asks for a discussion of known trends and uncertainties.",
		"The information under \"Item 3. Legal Proceedings\" is also relevant to this discussion.",
		"Additional details are given in Part II - Item 7 - and in Note 9 to the financial statements in Item 8.",
		"As stated in Items 1 and 2 above, the business of the Company is seasonal.",
		"An extraordinary item of $1.2 million was recorded; no item of inventory was written up."}
	shapes = []string{
		"The Company's %[1]s in %[2]s accounted for about %[3]d percent of the %[4]s counted in ledger %[5]d.",
		"During the year the %[1]s near %[2]s handled %[3]d%% more %[4]s than planned under contract number %[5]d.",
		"Management believes that the %[1]s at %[2]s will remain adequate for its %[4]s, of which %[3]d lots carry code %[5]d.",
		"In spite of lower %[4]s, the %[1]s located in %[2]s kept %[3]d of its customers through agreement no. %[5]d.",
		"If demand for %[4]s were to weaken in %[2]s, the %[1]s could be idle for %[3]d weeks, as study %[5]d has shown.",
	}
)

type doc struct {
	rng                *rand.Rand
	sp                 spec
	b                  strings.Builder
	name               string
	page, style, wrap  int
	upper, toc, linked bool
	serial             int
	items              []expect
}

func (d *doc) sentence() string {
	d.serial += 1 + d.rng.IntN(9)
	pick := func(l []string) string { return l[d.rng.IntN(len(l))] }
	return fmt.Sprintf(pick(shapes), pick(nouns), pick(places), 11+d.rng.IntN(80), pick(things), d.serial)
}

// fold breaks text into lines as a typist would.
func fold(s string, width, indent, hang int) string {
	var b strings.Builder
	col := indent
	b.WriteString(strings.Repeat(" ", indent))
	for i, w := range strings.Fields(s) {
		if i > 0 && col+1+len(w) > width {
			b.WriteString("\n" + strings.Repeat(" ", hang))
			col = hang
		} else if i > 0 {
			b.WriteString(" ")
			col++
		}
		b.WriteString(w)
		col += len(w)
	}
	return b.String()
}

func esc(s string) string {
	return strings.NewReplacer("&", "&amp;", "'", "&#8217;", "—", "&#8212;").Replace(s)
}

func (d *doc) para(s string) {
	switch d.sp.html {
	case 0:
		d.b.WriteString(fold(s, d.wrap, 5*(d.style%2), 0) + "\n\n")
	case 1:
		fmt.Fprintf(&d.b, "<P ALIGN=\"justify\"><FONT SIZE=\"2\">%s</FONT></P>\n", strings.ReplaceAll(fold(esc(s), 100, 0, 0), " (", "&nbsp;("))
	default:
		fmt.Fprintf(&d.b, "<div style=\"margin-bottom:6pt;text-align:justify\"><span style=\"font-size:10pt\">%s</span></div>\n", esc(s))
	}
}

func (d *doc) center(s string, bold bool) {
	open, end := "", ""
	if bold {
		open, end = "<b>", "</b>"
	}
	switch d.sp.html {
	case 0:
		d.b.WriteString(strings.Repeat(" ", max(0, (d.wrap-len(s))/2)) + s + "\n\n")
	case 1:
		fmt.Fprintf(&d.b, "<P ALIGN=\"center\">%s<FONT SIZE=\"2\">%s</FONT>%s</P>\n", open, esc(s), end)
	default:
		w := 400
		if bold {
			w = 700
		}
		fmt.Fprintf(&d.b, "<div style=\"text-align:center\"><span style=\"font-size:10pt;font-weight:%d\">%s</span></div>\n", w, esc(s))
	}
}

// turn ends the page: number, break, running head.
func (d *doc) turn(running string) {
	d.page++
	n := strconv.Itoa(d.page)
	switch d.sp.html {
	case 0:
		d.center([]string{n, "-" + n + "-"}[d.style%2], false)
		d.b.WriteString("<PAGE>\n\n")
	case 1:
		fmt.Fprintf(&d.b, "<P ALIGN=\"center\"><FONT SIZE=\"1\">%s</FONT></P>\n<HR SIZE=\"3\" COLOR=\"#999999\" NOSHADE>\n", n)
	default:
		fmt.Fprintf(&d.b, "<div style=\"text-align:center\"><span>%s</span></div><hr style=\"page-break-after:always\"/>\n", n)
	}
	if d.toc && d.sp.html > 0 {
		d.b.WriteString("<div><a href=\"#toc\">Table of Contents</a></div>\n")
	}
	if running != "" {
		d.center(running, d.style%3 == 0)
	}
}

func (d *doc) table(rows [][2]string) {
	if d.sp.html == 0 {
		d.b.WriteString("<TABLE>\n<S>                                             <C>\n")
		for _, r := range rows {
			fmt.Fprintf(&d.b, "%-48s%s\n", r[0], r[1])
		}
		d.b.WriteString("</TABLE>\n\n")
		return
	}
	d.b.WriteString("<table width=\"100%\">\n")
	for _, r := range rows {
		fmt.Fprintf(&d.b, "<tr><td>%s</td><td>&nbsp;</td><td align=\"right\">%s</td></tr>\n", esc(r[0]), esc(r[1]))
	}
	d.b.WriteString("</table>\n")
}

func (d *doc) title(s string) string {
	if d.upper {
		return strings.ToUpper(s)
	}
	return s
}

// small sets capitals the way typesetters do: first letter large, the others in a smaller font.
func small(s string) string {
	var out []string
	for _, w := range strings.Fields(strings.ToUpper(s)) {
		rest := ""
		if len(w) > 1 {
			rest = "<font size=\"1\">" + esc(w[1:]) + "</font>"
		}
		out = append(out, esc(w[:1])+rest)
	}
	return strings.Join(out, " ")
}

// heading prints the heading of an item; a heading that runs into the body is returned for the first paragraph.
func (d *doc) heading(word, id, title string) string {
	word, t := d.title(word), d.title(title)
	if d.sp.html == 0 {
		return d.textHeading(word, id, t)
	}
	t = esc(t)
	bold := func(s string) string {
		if d.sp.html == 2 {
			return "<div style=\"margin-top:12pt\"><span style=\"font-weight:700\">" + s + "</span></div>\n"
		}
		return "<P><B><FONT SIZE=\"2\">" + s + "</FONT></B></P>\n"
	}
	switch d.style {
	case 0:
		d.b.WriteString(bold(word + "&nbsp;" + id + ".&nbsp;&nbsp;" + t))
	case 1:
		fmt.Fprintf(&d.b, "<table width=\"100%%\"><tr valign=\"top\"><td width=\"10%%\"><b>%s %s.</b></td>"+
			"<td><b>%s</b></td></tr></table>\n", word, id, t)
	case 2:
		d.b.WriteString(bold(word+" "+id+".") + bold(t))
	case 3:
		d.b.WriteString(bold(t + " (" + word + " " + id + ")"))
	case 4:
		d.b.WriteString(bold(word + " " + id + " &#8211; " + t))
	case 5:
		d.b.WriteString(bold(word + " " + id + ":&#160;" + t))
	case 6:
		d.b.WriteString(bold(word + "&#160;" + id + "&#160;&#160;&#160;&#160;<u>" + t + "</u>"))
	case 7:
		d.b.WriteString(bold(word + " " + id + "." + t))
	case 8:
		d.b.WriteString("<p align=\"center\"><b>" + small(word) + " " + id + ". " + small(title) + "</b></p>\n")
	case 9:
		fmt.Fprintf(&d.b, "<h3>%s %s.<br>\n%s</h3>\n", word, id, t)
	case 11:
		fmt.Fprintf(&d.b, "<table><tr><td>%s</td><td>&#160;</td>"+
			"<td align=\"right\">%s.</td><td>&#160;</td><td>%s</td></tr></table>\n", word, id, t)
	case 10:
		fmt.Fprintf(&d.b, "<div><span style=\"font-weight:700\">%s</span><span style=\"font-weight:700\"> %s</span>"+
			"<span style=\"font-weight:700\">. </span><span style=\"font-weight:700\">%s.</span></div>\n", word, id, t)
	default:
		return "<b>" + word + " " + id + ". " + d.title(title) + ".</b> "
	}
	return ""
}

func (d *doc) textHeading(word, id, t string) string {
	switch d.style % 7 {
	case 0:
		d.b.WriteString(fold(word+" "+id+".  "+t, d.wrap, 0, 9) + "\n\n")
	case 1:
		d.center(word+" "+id, true)
		for _, l := range strings.Split(fold(t, 50, 0, 0), "\n") {
			d.b.WriteString(strings.Repeat(" ", (d.wrap-len(l))/2) + l + "\n")
		}
		d.b.WriteString("\n")
	case 2:
		d.b.WriteString(fold(word+" "+id+" - "+t, d.wrap, 0, 0) + "\n\n")
	case 3:
		l := fold(word+" "+id+".     "+t, d.wrap, 0, 0)
		d.b.WriteString(l + "\n" + strings.Repeat("-", min(len(l), d.wrap)) + "\n\n")
	case 4:
		return word + " " + id + ".  " + t + ".  "
	case 5:
		d.b.WriteString(fold(word+" "+id+": "+t+".", d.wrap, 5, 14) + "\n\n")
	default:
		d.b.WriteString(word + "  " + id + ".\n" + fold(t, 60, 4, 4) + "\n\n")
	}
	return ""
}

func partOf(form, id string) string {
	n, _ := strconv.Atoi(strings.TrimRight(id, "ABC"))
	last := []int{4, 9, 14}
	if form == "10-KSB" {
		last = []int{4, 8, 14}
	}
	for i, l := range last {
		if n <= l {
			return []string{"I", "II", "III"}[i]
		}
	}
	return "IV"
}

func itemsOf(sp spec) []item {
	form := strings.TrimSuffix(strings.TrimSuffix(sp.form, "405"), "/A")
	var out []item
	for _, l := range strings.Split(strings.TrimSpace(titlesText), "\n") {
		f := strings.SplitN(l, " ", 5)
		from, _ := strconv.Atoi(f[2])
		to, _ := strconv.Atoi(f[3])
		if f[0] != form || sp.year < from || to != 0 && sp.year > to {
			continue
		}
		it := item{f[1], partOf(form, f[1]), f[4]}
		if form == "10-Q" {
			it.part, it.id, _ = strings.Cut(f[1], "-")
		} else if form == "10-K" && it.id == "14" && sp.year < 2003 {
			it.part = "IV"
		}
		if sp.kind == "part3" && it.part != "III" {
			continue
		}
		out = append(out, it)
	}
	return out
}

// plain says that an item has one short line for a body.
func (d *doc) plain(it item) string {
	if d.sp.form == "10-Q" && it.part == "II" && strings.Contains("3 5", it.id) && d.rng.IntN(2) == 0 {
		return "None."
	}
	switch it.title {
	case "Unresolved Staff Comments", "Other Information", "Form 10-K Summary":
		return []string{"None.", "None", "Not applicable."}[d.rng.IntN(3)]
	case "Mine Safety Disclosures", "Disclosure Regarding Foreign Jurisdictions that Prevent Inspections":
		return "Not applicable."
	}
	if strings.HasPrefix(it.title, "Changes in and Dis") {
		return "None."
	}
	return ""
}

func (d *doc) reference() string {
	d.serial += 7
	return fmt.Sprintf("The information called for by this Item is incorporated herein by reference to folio %d of the definitive proxy "+
		"statement for the annual meeting of %s.", d.serial, strings.TrimSuffix(d.name, "."))
}

// body prints the text of an item and gives its first and last sentences.
func (d *doc) body(run string, it item) (string, string) {
	if s := d.plain(it); s != "" {
		d.para(run + s)
		return s, s
	}
	if it.part == "III" && d.sp.kind != "part3" && d.rng.IntN(4) > 0 {
		s := d.reference()
		d.para(run + s)
		return s, s
	}
	first, last := d.sentence(), ""
	d.para(run + first + " " + d.sentence())
	for k := range 2 + d.rng.IntN(4) {
		d.middle(it, k)
	}
	last = d.sentence()
	d.para(d.sentence() + " " + last)
	return first, last
}

func (d *doc) middle(it item, k int) {
	switch d.rng.IntN(7) {
	case 0:
		d.center(subs[d.rng.IntN(len(subs))], true)
	case 1:
		running := ""
		if d.sp.kind == "" && d.style%2 == 0 {
			running = d.title("Item " + it.id + ". " + it.title + " (continued)")
			if d.style%4 == 0 || len(running) > 70 {
				running = strings.ToUpper(d.name)
			}
		}
		d.turn(running)
	case 2:
		d.table([][2]string{{"Net " + things[k], "$ 1,204"}, {"Extraordinary item, net", "(17)"}, {"Other items", strconv.Itoa(d.serial)}})
	case 3:
		d.para(d.sentence() + " " + refs[d.rng.IntN(len(refs))] + " " + d.sentence())
		return
	case 4:
		d.para(refs[d.rng.IntN(len(refs))] + " " + d.sentence())
		return
	case 5:
		if strings.HasPrefix(it.title, "Submission") {
			d.table([][2]string{{"Proposal 1 - Election of directors", "FOR 1,918,204"}, {"Proposal 2 - Appointment of auditors", "FOR 2,014,777"}})
		}
	}
	if d.sp.html == 0 && d.rng.IntN(5) == 0 {
		lines := strings.SplitAfter(fold(strings.Join([]string{d.sentence(), d.sentence(), d.sentence()}, " "), d.wrap, 0, 0), "\n")
		d.b.WriteString(strings.Join(lines[:2], "") + "\n")
		d.turn("")
		d.b.WriteString(strings.Join(lines[2:], "") + "\n\n")
	}
	if strings.HasPrefix(it.title, "Exhibits") && k == 0 {
		d.para("(a) 1. Financial Statements. See Item 8. 2. Schedules. None. " + d.sentence())
	}
	d.para(d.sentence() + " " + d.sentence())
}

func (d *doc) cover() {
	if d.sp.html == 0 {
		fmt.Fprintf(&d.b, "<DOCUMENT>\n<TYPE>%s\n<SEQUENCE>1\n<TEXT>\n\n<PAGE>\n\n", d.sp.form)
	} else {
		d.b.WriteString("<html><head><title>" + d.name + "</title></head><body>\n")
	}
	d.center("SECURITIES AND EXCHANGE COMMISSION", true)
	d.center("Washington, D.C. 20549", false)
	d.center("FORM "+strings.TrimSuffix(d.sp.form, "405"), true)
	if d.sp.form == "10-Q" {
		d.center(fmt.Sprintf("For the quarterly period ended September 30, %d", d.sp.year), false)
	} else {
		d.center(fmt.Sprintf("For the fiscal year ended December 31, %d", d.sp.year), false)
	}
	d.center(d.name, true)
	d.center("(Exact name of registrant as specified in its charter)", false)
	if d.sp.form != "10-Q" {
		d.para("Indicate by check mark if disclosure of delinquent filers pursuant to Item 405 of Regulation S-K is not contained herein. [ ]")
		d.center("DOCUMENTS INCORPORATED BY REFERENCE", false)
		d.para("Portions of the proxy statement are incorporated by reference into Part III, Items 10, 11, 12 and 13.")
	}
	if d.sp.kind == "part3" {
		d.center("EXPLANATORY NOTE", true)
		d.para("This Amendment No. 1 is filed to provide the information required by Part III, Items 10 through 14, of Form 10-K. " +
			"Item 15 of Part IV, and all other Items of the original filing, remain unchanged.")
	}
	d.turn("")
}

func (d *doc) contents(list []item, label string, pages map[string]string) {
	if d.sp.html > 0 {
		d.b.WriteString("<a name=\"toc\"></a>\n")
	}
	d.center(label, true)
	part := ""
	var rows [][2]string
	n := 1
	for _, it := range list {
		if it.part != part {
			part = it.part
			rows = append(rows, [2]string{"PART " + part, ""})
		}
		n += d.rng.IntN(6)
		at := strconv.Itoa(n)
		if pages != nil {
			at = pages[it.id]
		}
		rows = append(rows, [2]string{"Item " + it.id + ".\t" + it.title, at})
	}
	if pages != nil {
		n = d.page
	}
	rows = append(rows, [2]string{"SIGNATURES", strconv.Itoa(n + 2)})
	for i, r := range rows {
		id, title, item := strings.Cut(r[0], "\t")
		switch {
		case d.sp.html == 0 && item:
			l := fold(id+"  "+title, 62, 2, 12)
			pad := 66 - (len(l) - strings.LastIndex(l, "\n") - 1)
			d.b.WriteString(l + strings.Repeat(".", max(2, pad)) + " " + r[1] + "\n")
		case d.sp.html == 0:
			d.b.WriteString("\n" + strings.Repeat(" ", 28) + r[0] + "\n\n")
		default:
			if i == 0 {
				d.b.WriteString("<table width=\"100%\">\n")
			}
			a, e := "", ""
			if !item {
				part = strings.TrimPrefix(id, "PART ")
			} else if d.linked {
				a, e = "<a href=\"#item_"+part+"_"+strings.TrimSuffix(strings.TrimPrefix(id, "Item "), ".")+"\">", "</a>"
			}
			fmt.Fprintf(&d.b, "<tr><td>%s%s%s</td><td>%s%s%s</td><td align=\"right\">%s</td></tr>\n", a, id, e, a, esc(title), e, r[1])
		}
	}
	if d.sp.html > 0 {
		d.b.WriteString("</table>\n")
	}
	d.turn("")
}

func (d *doc) ending() {
	d.center("SIGNATURES", true)
	d.para("Pursuant to the requirements of the Securities Exchange Act of 1934, the registrant has duly caused this report to be signed " +
		"on its behalf by the undersigned, thereunto duly authorized.")
	d.para(d.name)
	d.para("By: /s/ Percival T. Longstreet, Chief Financial Officer")
	d.turn("")
	d.center("INDEX TO FINANCIAL STATEMENTS", true)
	d.para("The notes on the following pages are part of the statements referred to in Item 8 above. " + d.sentence())
	if d.sp.html == 0 {
		d.b.WriteString("</TEXT>\n</DOCUMENT>\n<DOCUMENT>\n<TYPE>EX-10\n<SEQUENCE>2\n<TEXT>\nSCHEDULE A TO LEASE\n\n" +
			"Item 1. Premises: the building used by " + d.name + "\nItem 2. Term: five years\n</TEXT>\n</DOCUMENT>\n")
		return
	}
	d.center("EXHIBIT 31.1", true)
	d.para("I, Percival T. Longstreet, certify that I have reviewed the annual report of " + strings.TrimSuffix(d.name, ".") + ".")
	d.b.WriteString("</body></html>\n")
}

// joint says which items follow under the same heading, the word before the numbers, the numbers and the title.
func (d *doc) joint(list []item, i int) (n int, word, id, title string) {
	it := list[i]
	if d.sp.kind == "joint" {
		switch {
		case it.id == "1" && d.sp.year < 2005:
			return 1, "Items", []string{"1 and 2", "1. and 2"}[d.style%2], "Business and Properties"
		case it.id == "7" && list[i+1].id == "7A":
			return 1, "Items", "7 and 7A", "Management's Discussion and Analysis; Market Risk"
		case it.id == "10":
			return 3, "Items", []string{"10, 11, 12 and 13", "10 through 13", "10-13"}[d.style%3], "Directors, Pay, Ownership and Relationships"
		}
	}
	id = it.id
	if it.id == "9A" && d.sp.year == 2007 && d.style%2 == 0 {
		id = "9A(T)"
	}
	if it.id == "7A" && d.style == 4 {
		id = "7-A"
	}
	return 0, "Item", id, it.title
}

func (d *doc) run(list []item) {
	part := ""
	for i := 0; i < len(list); i++ {
		it := list[i]
		if it.part != part {
			part = it.part
			if part != "I" && d.style%3 != 1 {
				d.turn("")
			}
			head := "PART " + part
			if d.sp.form == "10-Q" {
				head += []string{". ", " - ", ": "}[d.style%3] + map[string]string{"I": "FINANCIAL INFORMATION", "II": "OTHER INFORMATION"}[part]
			}
			d.center(head, true)
		}
		n, word, id, title := d.joint(list, i)
		e := expect{Item: it.id, Also: []string{}}
		if d.sp.form == "10-Q" {
			e.Part = it.part
		}
		for _, o := range list[i+1 : i+1+n] {
			e.Also = append(e.Also, o.id)
		}
		i += n
		if d.linked && d.sp.html > 0 {
			fmt.Fprintf(&d.b, "<a name=\"item_%s_%s\"></a>\n", it.part, it.id)
		}
		run := d.heading(word, id, title)
		if strings.Contains(strings.ToLower(it.title), "reserved") {
			if run != "" {
				d.para(strings.TrimSpace(run))
			}
			e.Optional = true
		} else {
			e.First, e.Last = d.body(run, it)
		}
		if it.id == "4" && d.sp.form == "10-K" && d.style%4 == 1 {
			d.center(d.title("Executive Officers of the Registrant"), true)
			d.para(d.sentence() + " " + d.sentence())
			e.Optional = true
		}
		omit := d.sp.form == "10-Q" && it.part == "II" && it.id == "2" && d.style%3 == 0
		e.Optional = e.Optional || omit
		d.items = append(d.items, e)
		if omit {
			d.para("Items 3, 4 and 5 have been omitted because they are not applicable.")
			for _, o := range list[i+1 : i+4] {
				d.items = append(d.items, expect{Item: o.id, Part: "II", Also: []string{}, Optional: true})
			}
			i += 3
		}
	}
}

// indexed prints a filing whose sections bear titles only; an index tells which page answers which item.
func (d *doc) indexed(list []item) {
	front := d.sp.kind == "index-front"
	pages := map[string]string{}
	if front {
		d.page++ // the index itself
	}
	cover := d.b.String()
	d.b.Reset()
	for _, it := range list {
		e := expect{Item: it.id, Also: []string{}}
		switch {
		case it.part == "III":
			pages[it.id] = "Proxy Statement"
			e.Optional = true
		case d.plain(it) != "" || strings.Contains(it.title, "eserved"):
			pages[it.id] = "Not applicable"
			e.Optional = true
		default:
			from := d.page + 1
			d.center(d.title(it.title), true)
			e.First, e.Last = d.body("", it)
			pages[it.id] = fmt.Sprintf("%d-%d", from, d.page+1)
			if from == d.page+1 {
				pages[it.id] = strconv.Itoa(from)
			}
			d.turn("")
		}
		d.items = append(d.items, e)
	}
	text := d.b.String()
	d.b.Reset()
	d.b.WriteString(cover)
	if !front {
		d.b.WriteString(text)
	}
	last := d.page
	if front {
		d.page = 1
	}
	d.contents(list, "FORM 10-K CROSS REFERENCE "+[]string{"INDEX", "SHEET"}[d.style%2], pages)
	if front {
		d.page = last
		d.b.WriteString(text)
	}
}

func main() {
	seed := flag.Uint64("seed", 1, "seed of the filings")
	flag.Parse()
	rng := rand.New(rand.NewPCG(*seed, 5))
	enc := json.NewEncoder(os.Stdout)
	enc.SetEscapeHTML(false)
	for n := range 3 * len(specs) {
		sp := specs[n%len(specs)]
		d := &doc{rng: rng, sp: sp, style: rng.IntN(13), wrap: 66 + rng.IntN(13), upper: rng.IntN(2) == 0, toc: rng.IntN(3) > 0,
			linked: rng.IntN(2) == 0, serial: 1000 + rng.IntN(5000)}
		d.name = names[rng.IntN(len(names))] + []string{" Corporation", " Industries, Inc.", " Bancorp", " Co."}[rng.IntN(4)]
		list := itemsOf(sp)
		d.cover()
		if strings.HasPrefix(sp.kind, "index") {
			d.indexed(list)
		} else {
			if rng.IntN(6) > 0 {
				d.contents(list, []string{"TABLE OF CONTENTS", "INDEX", "Form " + sp.form + " Table of Contents"}[rng.IntN(3)], nil)
			}
			d.run(list)
		}
		d.ending()
		if sp.html > 0 {
			for i, e := range d.items {
				d.items[i].First, d.items[i].Last = strings.ReplaceAll(e.First, "'", "’"), strings.ReplaceAll(e.Last, "'", "’")
			}
		}
		form := fmt.Sprintf("%s %d style %d html %d %s", sp.form, sp.year, d.style, sp.html, sp.kind)
		if err := enc.Encode(filing{fmt.Sprintf("it-%d-%02d", *seed, n+1), strings.TrimSpace(form), d.b.String(), d.items}); err != nil {
			panic(err)
		}
	}
}
