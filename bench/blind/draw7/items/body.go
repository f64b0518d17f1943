package main

import (
	"fmt"
	"strings"
)

var partNames = map[string]string{"QI": "FINANCIAL INFORMATION", "QII": "OTHER INFORMATION"}

// ordinary writes a filing whose items stand under their headings.
func (g *gen) ordinary(d *doc, ss []*section) (out []want) {
	d.cover()
	if d.form == "10-K/A" {
		d.title("EXPLANATORY NOTE", true)
		d.para(g.fill("This amendment number {k} is filed to furnish the information of Part III, Items 10 through 13, and Item 15."))
	}
	if g.p(78) {
		d.contents(ss)
	}
	if g.p(30) {
		d.title("FORWARD-LOOKING STATEMENTS", true)
		d.para(g.fill(
			"Statements in Item 1A, Risk Factors, and Item 7 of this report about the {thing} number {k} involve risks and uncertainties."))
	}
	part := ""
	for _, s := range ss {
		if s.part != part {
			part = s.part
			t := "PART " + part
			if n := partNames[s.form+part]; n != "" {
				t += pick(g, []string{". ", " - ", ". "}) + n
			}
			d.title(t, true)
		}
		if s.body == 'f' && g.p(30) {
			d.breakPage()
		}
		w := want{Item: s.id, Also: append([]string{}, s.also...)}
		if s.form == "Q" {
			w.Part = s.part
		}
		d.cur = s
		g.item(d, s, &w)
		out = append(out, w)
	}
	if g.p(40) {
		d.breakPage()
	}
	d.signatures()
	for _, s := range ss {
		if s.id == "8" && s.form == "K" && strings.ContainsRune("si", rune(s.body)) && g.p(50) {
			d.breakPage()
			d.title("REPORT OF INDEPENDENT AUDITORS", true)
			for range 3 {
				d.say(g.para())
			}
		}
	}
	return out
}

// item writes the heading and the body of an item and tells where the body begins and ends.
func (g *gen) item(d *doc, s *section, w *want) {
	s.page = d.page
	if len(s.also) > 2 && g.p(35) { // a Part III without headings
		w.Optional = true
		g.body(d, s, w)
		return
	}
	short := ""
	switch s.body {
	case 'n':
		short = "None."
	case 'a':
		short = "Not applicable."
	}
	if short != "" && d.kind == 0 && d.head < 2 && g.p(30) { // the answer on the line of the heading
		d.para(s.label() + ". " + s.title + ". " + short)
		w.First, w.Last = short, short
		return
	}
	head := d.head
	if s.body == 'r' {
		d.head = min(d.head, 1)
	}
	d.heading(s)
	d.head = head
	switch {
	case s.body == 'r':
		w.Optional = true
	case short != "":
		d.para(short)
		w.First, w.Last = short, short
	default:
		g.body(d, s, w)
	}
}

// say writes a paragraph and notes its sentences.
func (d *doc) say(sentences []string) {
	d.para(strings.Join(sentences, " "))
	d.plain.WriteString(strings.Join(sentences, " ") + "\n")
}

// body writes the paragraphs of an item.
func (g *gen) body(d *doc, s *section, w *want) {
	n := 1
	switch s.body {
	case 'f':
		n = 3 + g.IntN(12)
	case 's':
		n = 1 + g.IntN(2)
	}
	for i := range n {
		if s.body == 'f' && (i == 0 && g.p(35) || i > 0 && g.p(20)) {
			d.title(g.say("sub"), false)
		}
		if d.since++; i > 0 && d.since > d.every {
			d.breakPage()
		}
		p := g.para()
		if i == 0 { // the sentences asked for do not speak of other items
			p[0] = g.say("sentence")
		}
		if i == n-1 && len(p) > 1 {
			p[len(p)-1] = g.say("sentence")
		} else if i == n-1 && i > 0 {
			p[0] = g.say("sentence")
		}
		switch {
		case s.body == 'i':
			p = []string{g.say("incorporated")}
		case s.body == 'x':
			p = []string{g.say("exhibit")}
		}
		d.say(p)
		if i == 0 {
			w.First = p[0]
		}
		w.Last = p[len(p)-1]
		if i < n-1 && g.p(14) {
			d.figures()
		}
	}
	if s.body == 'x' {
		d.rows([][]string{{"Exhibit", "Description"}, {"3.1", "Restated certificate of incorporation"}, {"10.4", "Credit agreement"}})
		p := []string{g.say("exhibit")}
		d.say(p)
		w.Last = p[0]
	}
}

// figures writes a small table.
func (d *doc) figures() {
	var rows [][]string
	for _, l := range []string{"Net sales", "Cost of sales", "Income before taxes"} {
		rows = append(rows, []string{l, fmt.Sprintf("%d.%d", 10+d.g.IntN(900), d.g.IntN(10))})
	}
	d.rows(rows)
}

// indexed writes a filing whose sections have titles of their own and an index that leads from the items to pages.
func (g *gen) indexed(d *doc, ss []*section) (out []want) {
	own := map[string]string{}
	for _, l := range g.words["owntitle"] {
		id, t, _ := strings.Cut(l, "|")
		own[id] = t
	}
	d.cover()
	front := g.p(50)
	before := d.b.String()
	d.b.Reset()
	if front {
		d.page++
	}
	var order, rest []*section
	for _, s := range ss {
		if own[s.id] != "" {
			order = append(order, s)
		} else {
			rest = append(rest, s)
		}
	}
	if g.p(60) {
		g.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	pages := map[*section]string{}
	d.running = pick(g, []string{"", "{co} {year} Form {form}"})
	for _, s := range order {
		w := want{Item: s.id, Also: append([]string{}, s.also...)}
		d.cur, s.body = s, 'f'
		start := d.page
		d.title(own[s.id], false)
		g.body(d, s, &w)
		pages[s] = fmt.Sprint(start)
		if d.page > start {
			pages[s] = fmt.Sprintf("%d-%d", start, d.page)
		}
		d.breakPage()
		out = append(out, w)
	}
	for _, s := range rest {
		out = append(out, want{Item: s.id, Also: append([]string{}, s.also...), Optional: true})
		pages[s] = "Not applicable"
		switch {
		case s.part == "III":
			pages[s] = "(a)"
		case s.body == 'n':
			pages[s] = "None"
		}
	}
	body := d.b.String()
	d.b.Reset()
	d.b.WriteString(before)
	if front {
		page := d.page
		d.page, d.cur = 2, nil
		d.index(ss, pages)
		d.breakPage()
		d.b.WriteString(body)
		d.page = page
	} else {
		d.b.WriteString(body)
		d.index(ss, pages)
		d.breakPage()
	}
	d.signatures()
	return out
}

// index writes the cross-reference index.
func (d *doc) index(ss []*section, pages map[*section]string) {
	d.title("FORM 10-K CROSS-REFERENCE INDEX", true)
	part := ""
	var rows [][]string
	for _, s := range ss {
		if s.part != part {
			part = s.part
			rows = append(rows, []string{"PART " + part, "", "Page"})
		}
		rows = append(rows, []string{s.label() + ".", s.title, pages[s]})
	}
	d.rows(rows)
	d.para("(a) Incorporated by reference to the definitive proxy statement for the annual meeting of shareholders.")
}
