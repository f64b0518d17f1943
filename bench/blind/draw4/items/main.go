// Command items prints whole invented filings with the items that a careful reader finds in them.
package main

import (
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
)

//go:embed titles.txt
var titles string

//go:embed words.txt
var words string

type item struct {
	Item, Part, First, Last string
	Also                    []string
	Optional                bool
}

type filing struct {
	ID    string `json:"id"`
	Form  string `json:"form"`
	Text  string `json:"text"`
	Items []item `json:"items"`
}

// section is one heading with its body; ids has more than one item for a joint heading.
type section struct {
	ids         []string
	part, title string
	paras       []string
	optional    bool
	page        int
}

// plan is what distinguishes one filing from another.
type plan struct {
	form, list           string
	head, upper, toc     int
	html, dashPart       bool
	joint, brief, index  int
	sgml, runHead, fPage bool
}

func (p plan) quarterly() bool { return strings.HasPrefix(p.form, "10-Q") }

type gen struct {
	r      *rand.Rand
	p      plan
	co     string
	serial int
}

func pick[T any](r *rand.Rand, s []T) T { return s[r.IntN(len(s))] }

var places = []string{"Arlow County", "Vesper, Ohio", "Nantley", "the Duchy of Moldane", "Quarrel Springs", "Port Ibbet", "Saskeena"}

var products = []string{"roof tiles", "dental drills", "canned peaches", "marine pumps", "loom parts", "road salt", "optical glass"}

// sentence writes a sentence on the subject of the title; its number makes it unique within the filing.
func (g *gen) sentence(title string) string {
	var fit []string
	for _, l := range strings.Split(strings.TrimSpace(words), "\n") {
		key, text, _ := strings.Cut(l, ": ")
		if strings.HasPrefix(title, key) || strings.HasPrefix(title, "Management") && key == "Financial" {
			fit = append(fit, text)
		}
	}
	g.serial += 3 + g.r.IntN(40)
	n := fmt.Sprintf("%d,%03d", g.serial/1000, g.serial%1000)
	return strings.NewReplacer("{n}", n, "{place}", pick(g.r, places), "{prod}", pick(g.r, products)).Replace(pick(g.r, fit))
}

var refs = []string{
	"See Item %s of this report for more about these matters.",
	"Item %s of this report describes the risks in more detail.",
	"Further information appears under \"Item %s\" elsewhere in this document.",
	"The discussion in Item %s should be read together with this section.",
	"Reference is made to Part II, Item %s and to the notes.",
	"As stated in Item %s. above, the Company has no other plans.",
}

func (g *gen) ref() string {
	id := pick(g.r, []string{"1", "2", "3", "7", "8", "5"})
	if g.p.quarterly() {
		id = pick(g.r, []string{"1", "2", "6"})
	}
	return fmt.Sprintf(pick(g.r, refs), id)
}

// body fills the section: mostly prose, sometimes a short answer.
func (g *gen) body(s *section) {
	t := s.title
	has := func(keys ...string) bool {
		for _, k := range keys {
			if strings.Contains(t, k) {
				return true
			}
		}
		return false
	}
	switch {
	case t == "[Reserved]":
		s.optional = true
		return
	case has("Submission", "Defaults", "Unresolved", "Disclosure Regarding", "Mine", "Form 10-K Summary", "Changes in") && g.r.IntN(4) > 0:
		s.paras = []string{pick(g.r, []string{"None.", "None", "Not applicable.", "Not Applicable", "None.", "N/A"})}
		return
	case s.part == "III" && g.p.brief > 0 && g.p.list != "amd":
		g.serial += 7
		s.paras = []string{fmt.Sprintf(pick(g.r, []string{
			"The information required by this item is incorporated by reference to the proxy statement, file %d, under \"%s.\"",
			"Incorporated by reference from pages %d and following of the definitive proxy statement, caption \"%s.\"",
			"The response is given on page %d of the Proxy Statement under the heading \"%s\" and is incorporated herein.",
		}), g.serial, pick(g.r, []string{"Election of Directors", "Executive Compensation", "Ownership of Shares"}))}
		return
	case has("Financial Statements and Supp") && g.p.fPage:
		g.serial += 7
		const away = "The financial statements listed in the index, number %d, are set forth on pages F-1 to F-19 at the end."
		s.paras = []string{fmt.Sprintf(away, g.serial)}
		return
	}
	n := 2 + g.r.IntN(4)
	if has("Business", "Management", "Risk Factors", "Financial Statements") {
		n += 4
	}
	for i := range n {
		if i > 0 && g.r.IntN(4) == 0 {
			sub := []string{"General", "Overview", "Recent Developments"}
			if has("Management", "Financial Statements") {
				sub = []string{"Results", "Liquidity and Capital Resources", "Note 2. Receivables", "Outlook"}
			}
			s.paras = append(s.paras, "#"+pick(g.r, sub))
		}
		p := g.sentence(t)
		for range g.r.IntN(3) {
			p += " " + g.sentence(t)
		}
		if i > 0 && i < n-1 {
			switch g.r.IntN(7) {
			case 0:
				p = g.ref() + " " + p
			case 1:
				p += " " + g.ref()
			case 2:
				p += "\n" // a table follows
			}
		}
		s.paras = append(s.paras, p)
	}
}

// expected gives the first and the last sentence of a body.
func (s section) expected() item {
	it := item{Item: s.ids[0], Also: append([]string{}, s.ids[1:]...), Optional: s.optional}
	if strings.HasPrefix(s.part, "q") {
		it.Part = s.part[1:]
	}
	if len(s.paras) == 0 {
		return it
	}
	it.First, _, _ = strings.Cut(s.paras[0], ". ")
	last := s.paras[len(s.paras)-1]
	it.Last = last[strings.LastIndex(last, ". ")+1:]
	if it.First != s.paras[0] {
		it.First += "."
	}
	it.Last = strings.TrimSpace(it.Last)
	return it
}

var roman = map[string]string{"1": "I", "5": "II", "10": "III", "14": "IV"}

// sections lists the headings of the filing in order, joint ones joined.
func (g *gen) sections() []section {
	var out []section
	part := "I"
	for _, l := range strings.Split(strings.TrimSpace(titles), "\n") {
		f := strings.SplitN(l, " ", 3)
		if f[0] != g.p.list {
			continue
		}
		s := section{ids: []string{f[1]}, title: f[2]}
		if g.p.quarterly() {
			s.ids[0] = strings.TrimLeft(f[1], "I")
			s.part = "q" + f[1][:len(f[1])-len(s.ids[0])]
			omit := s.part == "qII" && s.ids[0] != "1" && s.ids[0] != "6" && s.ids[0] != "1A"
			if omit && g.p.brief == 2 {
				continue
			}
		} else {
			switch {
			case g.p.list == "ksb":
				part = map[string]string{"1": "I", "5": "II", "9": "III"}[f[1]] + strings.Repeat(part, b2i(!strings.Contains("1 5 9", f[1])))
			case roman[f[1]] != "" && !(f[1] == "14" && g.p.list != "k90"):
				part = roman[f[1]]
			case f[1] == "15":
				part = "IV"
			}
			s.part = part
		}
		prev := len(out) - 1
		late := len(f[1]) == 2 && f[1] >= "11" && f[1] <= "13"
		switch {
		case g.p.joint == 1 && f[1] == "2" && strings.HasPrefix(f[2], "Prop"):
			out[0].ids, out[0].title = []string{"1", "2"}, "Business and Properties"
			if prev > 0 { // 1A and 1B keep their places
				s.ids = nil
			}
			continue
		case g.p.joint == 2 && f[1] == "7A":
			out[prev].ids, out[prev].title = []string{"7", "7A"}, out[prev].title+" and "+f[2]
			continue
		case g.p.joint == 3 && late && g.p.list != "amd" && g.p.list != "ksb":
			out[prev].ids = append(out[prev].ids, f[1])
			out[prev].title = "Directors; Compensation; Security Ownership; Certain Relationships"
			continue
		}
		out = append(out, s)
	}
	for i := range out {
		g.body(&out[i])
	}
	return out
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func build(n int, r *rand.Rand) filing {
	forms := []plan{
		{form: "10-K", list: "k24", html: true}, {form: "10-K", list: "k90"}, {form: "10-Q", list: "q24", html: true},
		{form: "10-K", list: "k10", html: true}, {form: "10-K405", list: "k90"}, {form: "10-Q", list: "q90"},
		{form: "10-K", list: "k24", html: true}, {form: "10-KSB", list: "ksb", html: n%24 < 12},
		{form: "10-K", list: "k10", html: true}, {form: "10-K/A", list: "amd", html: n%24 < 12}, {form: "10-Q", list: "q24", html: true},
		{form: "10-K", list: "k10"},
	}
	g := &gen{r: r, p: forms[n%len(forms)], serial: 1100 + r.IntN(900)}
	p := &g.p
	p.head, p.upper, p.toc = n*5+n/12, r.IntN(3), r.IntN(4)
	p.dashPart, p.sgml, p.runHead, p.fPage = r.IntN(5) == 0, r.IntN(2) == 0, r.IntN(4) == 0, r.IntN(3) == 0
	p.joint, p.brief = r.IntN(5), r.IntN(3)
	if n%12 == 3 || n%24 == 1 {
		p.index, p.toc = 1+n/12%2, 0
		p.joint, p.runHead = 0, false
	}
	co := []string{"Brindle Corporation", "Talvik Industries, Inc.", "Morrowgate Ltd.", "Osier Holdings, Inc.", "Quenby & Sons Co."}
	g.co = pick(r, co)
	secs := g.sections()
	d := &doc{g: g, page: 1}
	text := d.write(secs)
	f := filing{ID: fmt.Sprintf("f%02d", n+1), Form: p.form, Text: text}
	for _, s := range secs {
		f.Items = append(f.Items, s.expected())
	}
	return f
}

func main() {
	seed := flag.Uint64("seed", 1, "seed of the random choices")
	flag.Parse()
	r := rand.New(rand.NewPCG(*seed, 815))
	enc := json.NewEncoder(os.Stdout)
	enc.SetEscapeHTML(false)
	for n := range 60 {
		if err := enc.Encode(build(n, r)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}
