package main

import (
	"fmt"
	"math/rand"
	"regexp"
	"strings"
)

type HS struct {
	Form          string // with {N} and {T}
	Up            bool   // capitals
	Lay           string // line nextline runin table hang spaced smallcaps split h2 linkback titlefirst titleonly brsplit float parttable box lower
	Center        bool
	B, U, I       bool
	Rule          string
	Gap           string
	Size          float64
	SpaceTitleToo bool
}

type Cfg struct {
	Name, Kind, Why string
	Y0, Y1          int
	R               string // txt pre font99 br rrd p10 wk ix dfin div
	Head            HS
	Part            string // form with {P} and {PT}; "" = none
	Toc             string // dots links nopages twocol titles
	TocAt           string // front cover middle end twice both
	Hdr, Ftr        string
	Inc             string // proxy full annual(5-8 in EX-13) all
	Fin             string // item8 item15 fpages ex13
	Small           bool   // smaller reporting company
	Combine         string // "1,2" "10-13" ...
	Only            string // items kept
	Drop            string
	Reorder         string // comma list of items printed first / "3first" etc.
	Traps           string
	Rel             bool // SEC header
	Upper           bool
	NewPage         bool
	Index           string // front end
	After           string // what follows the signatures
	NoItem1Head     bool
	Justify         bool
	Indent          int
	Size            int
	Reserved        string
	Custom          string
	Note            string
	Abbrev          bool // Part II items each a short phrase
}

func (c Cfg) trap(s string) bool { return strings.Contains(" "+c.Traps+" ", " "+s+" ") }

type Item struct {
	Num, HeadNum, Title, Part, Topic, Short string
	Also                                    []string
	Len                                     int
	First, Last                             string
	Page, PageEnd                           int
	Reserved                                bool
	NoHead                                  bool
	IndexNote                               string
	HideHead                                bool
}

type Node struct {
	K           string
	Sents       []string
	First, Last bool
	Cont, Open  bool
	Text        string
	Lvl         int
	It          *Item
	RunIn       *Item
	Rows        [][]string
	Num         bool
	Page        int
	Hdr, Ftr    []string
	Txt, Htm    string
	Align       string
	HeadNumStr  string
}

type B struct {
	c          Cfg
	r          *rand.Rand
	y          int
	co, short  string
	in         Industry
	nodes      []*Node
	items      []*Item
	cur        *Item
	track      bool
	lastP      *Node
	used       map[string]bool
	page, pos  int
	pageLen    int
	pend       bool
	curly      bool
	html       bool
	city       string
	pagePrefix string
	qEnd       string
	part       string
	noPages    bool
	qtr        bool
	lastPr     string
	recent     []string
	sigPage    int
}

var slotRe = regexp.MustCompile(`\{(\w+)\}`)

func (b *B) pick(l []string) string { return l[b.r.Intn(len(l))] }
func comma(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

var months = []string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}

func capFirst(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func (b *B) slot(k string) string {
	old := b.y < 2003
	switch k {
	case "co":
		return b.co
	case "short":
		return b.short
	case "We":
		if old {
			return "The Company"
		}
		return "We"
	case "we":
		if old {
			return "the Company"
		}
		return "we"
	case "our":
		if old {
			return "the Company's"
		}
		return "our"
	case "Our":
		if old {
			return "The Company's"
		}
		return "Our"
	case "n":
		return comma(1000 + b.r.Intn(98000))
	case "s":
		return fmt.Sprint(11 + b.r.Intn(86))
	case "m":
		return fmt.Sprintf("$%d.%d million", 1+b.r.Intn(890), b.r.Intn(10))
	case "p":
		return fmt.Sprintf("%d.%d%%", 1+b.r.Intn(48), 1+b.r.Intn(9))
	case "pl":
		return b.pick(places)
	case "pr":
		b.lastPr = b.pick(b.in.Prod)
		return b.lastPr
	case "pr2":
		for {
			if p := b.pick(b.in.Prod); p != b.lastPr {
				return p
			}
		}
	case "us":
		if old {
			return "the Company"
		}
		return "us"
	case "mat":
		return b.pick(b.in.Mat)
	case "mat1":
		return capFirst(b.pick(b.in.Mat))
	case "seg":
		return b.pick(b.in.Seg)
	case "cu":
		return b.pick(b.in.Cu)
	case "cu1":
		return capFirst(b.pick(b.in.Cu))
	case "nm":
		return b.pick(firstNames) + " " + string(rune('A'+b.r.Intn(20))) + ". " + b.pick(lastNames)
	case "y":
		return fmt.Sprint(b.y)
	case "yp":
		return fmt.Sprint(b.y - 1)
	case "d":
		return fmt.Sprintf("%s %d, %d", b.pick(months), 1+b.r.Intn(28), b.y-b.r.Intn(4))
	}
	panic("slot " + k)
}
func (b *B) fill(t string) string {
	s := slotRe.ReplaceAllStringFunc(t, func(m string) string { return b.slot(m[1 : len(m)-1]) })
	return strings.ReplaceAll(s, "..", ".")
}

// typ applies the typography of the document.
func (b *B) typ(s string) string {
	if b.c.Upper {
		s = strings.ToUpper(s)
	}
	if b.curly {
		s = strings.ReplaceAll(s, "'", "’")
		for i := 0; strings.Contains(s, `"`); i++ {
			q := "“"
			if i%2 == 1 {
				q = "”"
			}
			s = strings.Replace(s, `"`, q, 1)
		}
	}
	return s
}

// sent makes a new unique sentence.
func (b *B) sent(l []string) string {
	for i := 0; i < 200; i++ {
		t := b.pick(l)
		old := false
		if len(l) > 3 && i < 100 {
			for _, x := range b.recent {
				old = old || x == t
			}
		}
		if old {
			continue
		}
		s := b.typ(b.fill(t))
		if !b.used[s] {
			b.used[s] = true
			b.recent = append(b.recent, t)
			if len(b.recent) > 7 {
				b.recent = b.recent[1:]
			}
			return s
		}
	}
	panic("no unique sentence: " + l[0])
}
func (b *B) one(t string) string { return b.sent([]string{t}) }

func (b *B) add(n *Node) {
	if b.pend && n.K != "page" {
		b.pend = false
		b.doPage(n.It)
	}
	b.nodes = append(b.nodes, n)
	l := len(n.Text) + 120
	for _, s := range n.Sents {
		l += len(s)
	}
	for _, r := range n.Rows {
		_ = r
		l += 70
	}
	b.pos += l
	if b.pos > b.pageLen && n.K != "sub" && n.K != "head" && n.K != "part" && n.K != "open" && !n.Open {
		b.pend = true
	}
}
func (b *B) breakPage() { b.pend = true }
func (b *B) pageNo() string {
	return b.pagePrefix + fmt.Sprint(b.page)
}
func (b *B) doPage(next *Item) {
	if b.noPages {
		b.pos = 0
		return
	}
	n := &Node{K: "page", Page: b.page}
	n.Ftr = b.ftr()
	b.page++
	b.pos = 0
	it := b.cur
	if next != nil {
		it = next
	}
	n.Hdr = b.hdr(it, next != nil)
	b.nodes = append(b.nodes, n)
}
func (b *B) headLine(it *Item) string {
	w := "Item "
	n := it.Num
	if it.HeadNum != "" {
		w = "Items "
		n = it.HeadNum
	}
	return b.typ(w + n + ". " + it.Title)
}
func (b *B) ftr() []string {
	no := b.pageNo()
	switch b.c.Ftr {
	case "none":
		return nil
	case "co":
		return []string{b.typ(b.co) + " | " + no}
	case "form":
		return []string{b.typ(fmt.Sprintf("%s Form %s", b.y2(), b.c.Kind)), no}
	case "dash":
		return []string{"- " + no + " -"}
	case "item":
		if b.cur != nil {
			return []string{b.headLine(b.cur), no}
		}
	}
	return []string{no}
}
func (b *B) y2() string { return fmt.Sprint(b.y) }
func (b *B) hdr(it *Item, starts bool) []string {
	if it == nil && b.c.Hdr != "toc" && b.c.Hdr != "co" {
		return nil
	}
	switch b.c.Hdr {
	case "toc":
		return []string{"\x02toc|" + b.typ("Table of Contents") + "\x03"}
	case "tocup":
		return []string{"\x02toc|TABLE OF CONTENTS\x03"}
	case "index":
		return []string{"\x02toc|" + b.typ("Index") + "\x03"}
	case "item":
		return []string{"PART " + it.Part, strings.ToUpper(b.headLine(it))}
	case "itemcase":
		return []string{b.headLine(it)}
	case "itemcont":
		if starts {
			return nil
		}
		return []string{b.headLine(it) + " (Continued)"}
	case "itemcontup":
		if starts {
			return nil
		}
		return []string{strings.ToUpper(b.headLine(it) + " (continued)")}
	case "part":
		return []string{"PART " + it.Part}
	case "partcont":
		if starts {
			return nil
		}
		if b.qtr {
			return []string{strings.ToUpper("PART " + it.Part + ". " + partTitle(it.Part) + " (continued)")}
		}
		return []string{"PART " + it.Part + " (Continued)"}
	case "partitem":
		return []string{"PART " + it.Part + ", Item " + it.Num}
	case "co":
		return []string{b.typ(strings.ToUpper(b.co) + "   FORM " + b.c.Kind)}
	case "title":
		return []string{b.typ(it.Title)}
	}
	return nil
}
func partTitle(p string) string {
	if p == "I" {
		return "Financial Information"
	}
	return "Other Information"
}

// para adds a paragraph of finished sentences, split over a page now and then.
func (b *B) para(sents ...string) *Node { return b.paraX(nil, sents...) }
func (b *B) paraX(runin *Item, sents ...string) *Node {
	n := &Node{K: "p", Sents: sents, RunIn: runin}
	if b.pend { // flush before marking
		b.pend = false
		b.doPage(runin)
	}
	if b.track && b.cur.First == "" {
		b.cur.First = clean(sents[0])
		n.First = true
	}
	total := 0
	for _, s := range sents {
		total += len(s)
	}
	if len(sents) >= 4 && b.pos+total > b.pageLen && b.r.Intn(3) > 0 && !b.noPages {
		k := 1 + b.r.Intn(len(sents)-3)
		if !strings.ContainsAny(sents[k], "\x01\x02") {
			w := strings.Fields(sents[k])
			h := len(w) / 2
			a := &Node{K: "p", RunIn: runin, First: n.First, Open: true, Sents: append(append([]string{}, sents[:k]...), strings.Join(w[:h], " "))}
			c := &Node{K: "p", Cont: true, Sents: append([]string{strings.Join(w[h:], " ")}, sents[k+1:]...)}
			b.add(a)
			b.doPage(nil)
			b.add(c)
			if b.track {
				b.lastP = c
				b.cur.Last = clean(sents[len(sents)-1])
			}
			return c
		}
	}
	b.add(n)
	if b.track {
		b.lastP = n
		b.cur.Last = clean(sents[len(sents)-1])
	}
	return n
}

var linkRe = regexp.MustCompile("\x02[^|]*\\|([^\x03]*)\x03")

func clean(s string) string {
	s = linkRe.ReplaceAllString(s, "$1")
	return strings.ReplaceAll(s, "\x01", " ")
}

func (b *B) sub(s string, lvl int) {
	b.add(&Node{K: "sub", Text: b.typ(s), Lvl: lvl})
}

// begin an item: heading, expectations.
func (b *B) begin(it *Item) {
	if b.c.NewPage && b.page > 0 {
		b.pend = true
	}
	if b.lastP != nil {
		b.lastP.Last = true
	}
	b.lastP = nil
	newPart := b.part != it.Part
	if b.pend {
		b.pend = false
		b.doPage(it)
	}
	if newPart {
		b.part = it.Part
		if b.c.Part != "" {
			b.add(&Node{K: "part", Text: b.typ(b.partText(it.Part)), It: it})
			if b.c.TocAt == "parts" {
				b.add(&Node{K: "toc", Text: b.c.Toc, HeadNumStr: it.Part})
				b.breakPage()
				b.pend = false
				b.doPage(it)
			}
		}
	}
	b.cur = it
	b.track = true
	it.Page = b.page
	if b.c.Head.Lay != "runin" && b.c.Head.Lay != "hangrun" && !it.HideHead {
		b.add(&Node{K: "head", It: it})
	}
}
func (b *B) partText(p string) string {
	s := strings.ReplaceAll(b.c.Part, "{P}", p)
	s = strings.ReplaceAll(s, "{PT}", partTitle(p))
	s = strings.ReplaceAll(s, "{PTU}", strings.ToUpper(partTitle(p)))
	return s
}
func (b *B) end() {
	if b.lastP != nil {
		b.lastP.Last = true
	}
	if b.cur != nil {
		b.cur.PageEnd = b.page
	}
	b.track = false
}
func (b *B) stop() { b.end(); b.cur = nil; b.lastP = nil }

func (b *B) runin(it *Item) *Item {
	if (b.c.Head.Lay == "runin" || b.c.Head.Lay == "hangrun") && it.First == "" && !it.HideHead {
		return it
	}
	return nil
}

func anchor(it *Item) string {
	return "item_" + strings.ToLower(it.Part) + "_" + strings.ToLower(strings.NewReplacer("(", "", ")", "", " ", "").Replace(it.Num))
}

// xref makes a cross reference in prose that looks like a heading.
func (b *B) xref() string {
	var cand []*Item
	for _, it := range b.items {
		if it != b.cur && !it.Reserved && (it.Topic == "mda" || it.Topic == "risk" || it.Topic == "fin" || it.Topic == "legal" || it.Topic == "business" || it.Topic == "mktrisk") {
			cand = append(cand, it)
		}
	}
	if len(cand) == 0 || b.c.Head.Lay == "titleonly" {
		return b.one("See the section that begins on page {s} for the {m} spent on {pr} in {pl}.")
	}
	it := cand[b.r.Intn(len(cand))]
	w := "Item "
	if b.qtr {
		w = "Part " + it.Part + ", Item "
	}
	l := w + it.Num + ". " + it.Title
	if b.html && b.c.Toc == "links" && b.r.Intn(2) == 0 {
		l = "\x02" + anchor(it) + "|" + l + "\x03"
	}
	var forms []string
	if b.c.trap("linestart") && b.r.Intn(2) == 0 {
		l2 := "Item " + it.Num + ". " + it.Title
		if b.r.Intn(2) == 0 {
			l2 = strings.ToUpper("Item " + it.Num + ". " + it.Title)
		}
		forms = []string{
			"For the effect of {m} spent in {pl} on results, refer to\x01" + l2 + ", where {n} orders are listed.",
			"The {n} contracts for {pr} are covered in\x01" + l2 + " on the pages that follow, with {m} of receivables.",
			"Charges of {m} are explained in\x01" + l2 + ".",
		}
	} else {
		forms = []string{
			`See "` + l + `" for the {m} spent on {pr} in {pl}.`,
			`Further figures on {n} claims appear under ` + l + `.`,
			`The matters described in ` + w + it.Num + `, "` + it.Title + `," could alter the {m} planned for {pr}.`,
			`As noted in ` + w + it.Num + ` of this report, {n} orders for {pr} were open on {d}.`,
			`Refer to ` + l + ` for a table of {n} contracts with {cu}.`,
		}
	}
	return b.sent(forms)
}

func (b *B) numTable(title string, rows []string, cols int) {
	if title != "" {
		b.add(&Node{K: "cap", Text: b.typ(title)})
	}
	t := &Node{K: "table", Num: true}
	h := []string{""}
	for i := 0; i < cols; i++ {
		h = append(h, fmt.Sprint(b.y-i))
	}
	t.Rows = append(t.Rows, h)
	for i, r := range rows {
		row := []string{b.typ(r)}
		for k := 0; k < cols; k++ {
			v := comma(1000 + b.r.Intn(890000))
			if i == 0 || i == len(rows)-1 {
				v = "$" + v
			} else if b.r.Intn(6) == 0 {
				v = "(" + v + ")"
			}
			row = append(row, v)
		}
		t.Rows = append(t.Rows, row)
	}
	b.add(t)
}

func (b *B) mixed(topic string, n int) []string {
	var out []string
	tl := topics[topic]
	for i := 0; i < n; i++ {
		if i == 0 || b.r.Intn(5) < 2 || len(tl) >= 8 && b.r.Intn(2) == 0 {
			out = append(out, b.sent(tl))
		} else {
			out = append(out, b.sent(generic))
		}
	}
	return out
}

func (b *B) body(it *Item) {
	if it.Reserved {
		return
	}
	if it.Short != "" {
		s := b.typ(b.fill(it.Short))
		for i := 0; i < 50 && b.used[s] && strings.Contains(it.Short, "{"); i++ {
			s = b.typ(b.fill(it.Short))
		}
		b.used[s] = true
		b.paraX(b.runin(it), s)
		return
	}
	switch it.Topic {
	case "fin":
		b.paraX(b.runin(it), b.sent([]string{
			"The statements of {co} that follow, with {s} notes, cover the periods ended {d} and earlier.",
			"Set out below are the statements of {co} and its {s} subsidiaries, in thousands of dollars.",
			"The following statements of {co} were approved by the audit committee at its meeting of {d} in {pl}."}))
		b.finBlock(it.Len)
		return
	case "exh":
		b.exhBody(it)
		return
	}
	subs := append([]string{}, subheads[it.Topic]...)
	b.r.Shuffle(len(subs), func(i, j int) { subs[i], subs[j] = subs[j], subs[i] })
	done := 0
	pn := 0
	useSubs := it.Len > 900 && len(subs) > 0
	trapDone := 0
	for done < it.Len || pn == 0 {
		if useSubs && (pn > 0 || b.c.Head.Lay != "runin" && b.c.Head.Lay != "hangrun" && b.r.Intn(2) == 0) && (pn == 0 || b.r.Intn(3) == 0) && len(subs) > 0 {
			b.sub(subs[0], 1+b.r.Intn(2))
			subs = subs[1:]
		}
		k := 3 + b.r.Intn(4)
		if it.Len < 500 {
			k = 1 + b.r.Intn(3)
		}
		var ss []string
		if it.Topic == "risk" && pn > 0 {
			b.sub(b.sent([]string{"Orders from {cu} for {s} kinds of {pr} may decline.", "The price of {mat} moved {p} last year and may do so again.", "Losing any of {s} sites, such as {pl}, could hurt results.", "{cu1} may delay payment of {m}."}), 3)
		}
		ss = b.mixed(it.Topic, k)
		// references in the middle of the paragraph only
		if pn > 0 && k >= 3 && (b.r.Intn(5) == 0 || b.c.trap("linestart") && b.r.Intn(7) == 0) && done < it.Len {
			p := 1 + b.r.Intn(k-2)
			ss[p] = b.xref()
		}
		for _, s := range ss {
			done += len(s)
		}
		b.paraX(b.runin(it), ss...)
		pn++
		if done < it.Len { // something between paragraphs, never at the end
			switch {
			case it.Topic == "business" && b.c.trap("priceitems") && trapDone == 0:
				trapDone = 1
				b.add(&Node{K: "cap", Text: b.typ("Price schedule under the state contract")})
				t := &Node{K: "table", Num: true, Rows: [][]string{{"", "Units", "Amount"}}}
				for i, p := range b.in.Prod {
					t.Rows = append(t.Rows, []string{b.typ(fmt.Sprintf("Item %d. %s", i+1, capFirst(p))), comma(b.r.Intn(9000) + 1000), "$" + comma(b.r.Intn(90000)+1000)})
				}
				b.add(t)
			case b.c.trap("blockstart") && (it.Topic == "business" || it.Topic == "mda") && trapDone < 2 && pn > 1:
				trapDone++
				for _, o := range b.items {
					if o != it && (o.Topic == "mda" || o.Topic == "fin" || o.Topic == "business") && b.r.Intn(2) == 0 {
						p := "Item "
						if b.qtr {
							p = "Part " + o.Part + ", Item "
						}
						b.para(b.one(p+o.Num+". "+o.Title+" of this report should be read together with the figures for {n} units of {pr} given here."), b.sent(generic))
						break
					}
				}
			case (it.Topic == "mda" || it.Topic == "business" || it.Topic == "selected" || it.Topic == "market" || it.Topic == "comp" || it.Topic == "own") && b.r.Intn(7) == 0:
				b.smallTable(it.Topic)
			case b.c.trap("bullets") && b.r.Intn(5) == 0:
				n := &Node{K: "bul"}
				for i := 0; i < 3; i++ {
					n.Sents = append(n.Sents, b.sent([]string{"{n} units of {pr} from {pl}", "a charge of {m} for {mat}", "{s} agreements with {cu} worth {m}", "growth of {p} in the {seg} segment"}))
				}
				b.add(n)
			}
		}
	}
}

func (b *B) smallTable(topic string) {
	switch topic {
	case "market":
		t := &Node{K: "table", Num: true, Rows: [][]string{{"", "High", "Low"}}}
		for _, q := range []string{"First quarter", "Second quarter", "Third quarter", "Fourth quarter"} {
			t.Rows = append(t.Rows, []string{b.typ(q), fmt.Sprintf("$%d.%02d", 20+b.r.Intn(50), b.r.Intn(100)), fmt.Sprintf("%d.%02d", 5+b.r.Intn(15), b.r.Intn(100))})
		}
		b.add(t)
	case "comp", "own":
		t := &Node{K: "table", Num: true, Rows: [][]string{{b.typ("Name"), b.typ("Amount"), b.typ("Shares")}}}
		for i := 0; i < 4; i++ {
			t.Rows = append(t.Rows, []string{b.typ(b.slot("nm")), "$" + comma(90000+b.r.Intn(900000)), comma(1000 + b.r.Intn(90000))})
		}
		b.add(t)
	default:
		rows := []string{b.in.Seg[0], b.in.Seg[1], "Corporate", "Total"}
		b.numTable("", rows, 2+b.r.Intn(2))
	}
}

func (b *B) finBlock(n int) {
	cols := 2 + b.r.Intn(2)
	if !b.qtr {
		aud := "REPORT OF INDEPENDENT AUDITORS"
		if b.y > 2003 {
			aud = "REPORT OF INDEPENDENT REGISTERED PUBLIC ACCOUNTING FIRM"
		}
		b.sub(aud, 1)
		b.para(b.typ("To the Board of Directors and Shareholders of "+b.co+":"), b.one("We have audited the accompanying balance sheets of {co} and related statements for the periods through {d}."), b.one("Our audits covered {n} vouchers selected in {pl} and provide a reasonable basis for our opinion."), b.one("{nm} and Partners, {pl}, {d}"))
	}
	pre := ""
	if b.qtr {
		pre = "CONDENSED "
	}
	b.numTable(strings.ToUpper(b.co)+" "+pre+"CONSOLIDATED BALANCE SHEETS (in thousands)", []string{"Cash and cash equivalents", "Accounts receivable", "Inventories", "Property, plant and equipment, net", "Other assets", "Total assets", "Accounts payable", "Accrued liabilities", "Long-term debt", "Common stock", "Retained earnings", "Total liabilities and equity"}, 2)
	b.add(&Node{K: "cap", Text: b.typ("See accompanying notes to consolidated financial statements.")})
	b.numTable(pre+"CONSOLIDATED STATEMENTS OF INCOME (in thousands)", []string{"Net sales", "Cost of sales", "Gross profit", "Selling and administrative", "Interest expense", "Income taxes", "Net income"}, cols)
	b.numTable(pre+"CONSOLIDATED STATEMENTS OF CASH FLOWS (in thousands)", []string{"Net income", "Depreciation", "Changes in working capital", "Capital expenditures", "Borrowings", "Dividends paid", "Cash at end of period"}, cols)
	b.add(&Node{K: "cap", Text: b.typ("See accompanying notes to consolidated financial statements.")})
	b.sub("NOTES TO "+pre+"CONSOLIDATED FINANCIAL STATEMENTS", 1)
	heads := append([]string{}, subheads["fin"]...)
	if b.c.trap("notes") {
		heads = append([]string{"Business", "Properties", "Legal Proceedings", "Selected Quarterly Data", "Risk Factors and Concentrations"}, heads...)
	}
	style := b.r.Intn(3)
	done, i := 0, 0
	for done < n || i < 2 {
		h := heads[i%len(heads)]
		i++
		switch style {
		case 0:
			h = fmt.Sprintf("NOTE %d - %s", i, strings.ToUpper(h))
		case 1:
			h = fmt.Sprintf("%d. %s", i, h)
		default:
			h = fmt.Sprintf("Note %d. %s", i, h)
		}
		open := b.c.R == "ix"
		if open {
			b.add(&Node{K: "open", Htm: fmt.Sprintf(`<ix:nonNumeric contextRef="c-1" name="us-gaap:Note%dTextBlock" id="f-%d" escape="true">`, i, 500+i)})
		}
		b.sub(h, 2)
		for k := 0; k < 1+b.r.Intn(3); k++ {
			ss := b.mixed("fin", 3+b.r.Intn(3))
			for _, s := range ss {
				done += len(s)
			}
			b.para(ss...)
			if b.r.Intn(6) == 0 && done < n {
				b.numTable("", []string{"Balance at beginning of year", "Additions", "Deductions", "Balance at end of year"}, cols)
				done += 300
				b.para(b.mixed("fin", 3)...)
			}
		}
		if open {
			b.add(&Node{K: "close", Htm: `</ix:nonNumeric>`})
		}
	}
}

func (b *B) exhBody(it *Item) {
	if b.qtr {
		b.paraX(b.runin(it), b.one("The {s} exhibits listed below, totalling {n} pages, are filed or furnished with this report."))
	} else {
		b.paraX(b.runin(it), b.sent(topics["exh"]))
		b.para(b.typ("(a) 1. Financial Statements."), b.one("The statements listed in the index, comprising {s} schedules and {n} lines, are included in this report."))
	}
	t := &Node{K: "table"}
	t.Rows = append(t.Rows, []string{b.typ("Exhibit"), b.typ("Description")})
	for i, e := range []string{"3.1", "3.2", "4.1", "10.1", "10.2", "10.3", "21", "23", "31.1", "32"} {
		d := []string{"Restated Articles of Incorporation", "By-Laws, as amended", "Indenture dated " + b.slot("d"), "Credit Agreement dated " + b.slot("d"), "Lease of premises in " + b.slot("pl"), "Employment Agreement with " + b.slot("nm"), "Subsidiaries of the registrant", "Consent of independent accountants", "Certification of Chief Executive Officer", "Certifications under Section 906"}[i]
		if b.y < 2002 && i > 7 || b.qtr && (i == 6 || i == 7) {
			continue
		}
		t.Rows = append(t.Rows, []string{e, b.typ(d)})
	}
	b.add(t)
	if b.y < 2004 || b.c.trap("8k") {
		b.sub("(b) Reports on Form 8-K", 2)
		if b.c.trap("8k") {
			b.para(b.one("During the fourth quarter of fiscal {y} {co} filed the following reports, comprising {s} pages."))
			b.para(b.typ(b.fill("Item 5. Other Events -- On {d}, the registrant announced the closing of a plant in {pl} at a cost of {m}.")))
			b.para(b.typ(b.fill("Item 7. Financial Statements and Exhibits -- Exhibit 99: Press release dated {d}.")))
		} else {
			b.para(b.one("A report dated {d} was filed concerning the sale of {n} acres near {pl}."))
		}
	}
	if b.c.Fin == "item15" {
		b.sub("INDEX TO CONSOLIDATED FINANCIAL STATEMENTS", 1)
		b.finBlock(it.Len)
		return
	}
	b.para(b.sent([]string{"Exhibits marked with an asterisk are filed herewith under registration {n}.", "Copies of the {s} exhibits may be had from the secretary in {pl} for ${s}.{s} a set.", "The exhibits numbered above through {s} form part of file {n}."}))
}
