// Command names prints cover pages of invented registrants with name, form and end of period.
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
	"time"
)

//go:embed covers.txt
var coversText string

type cover struct {
	ID       string   `json:"id"`
	Form     string   `json:"form"`
	Text     string   `json:"text"`
	Name     string   `json:"name"`
	NameAlso []string `json:"name_also"`
	FormType string   `json:"form_type"`
	FormAlso []string `json:"form_type_also"`
	Period   string   `json:"period_end"`
}

// A bar in a name is where a typist breaks the line.
var names = strings.Split(`The Brackwater|Company;Tolliver & Sons,|Inc.;A. P. Hemming|& Co.;Sable River Timber Company,|L.P.;
1-800-Lanterns,|Inc.;eVantis,|Inc.;United States Cordage|Corporation;Exchange National|Bancshares, Inc.;
Delaware Valley|Foundry Company;Wells Canyon Real Estate|Fund IX, L.P.;Washington Water|& Gas Company;
December Moon|Records Inc.;JPX Partners 14-B,|a California Limited Partnership;Brennan's of|Houston, LLC;
Carey Notch Equipment|Leasing Program 12;M&R Tillotson|Ltd;T. Oakes Hardware|Co., Inc.;
SPX Harbor Auto Trust|2006-A;Aldous Brothers Discount Stores,|Incorporated;First Quillan Financial|Corp.;
Annual Reviews|Publishing Corporation;Form Castings|International, Inc.;21st Meridian|Holdings, Inc.;
The J. L. Wendover|Co.;Penn Yan Savings|Bank, FSB;Kiln & Loom|Corporation;Registrar Systems|Group, Inc.;
Hale (Robert) &|Daughters Inc.;Nuvo-Chem Laboratories,|Inc.;Baxendale, Roe & Partners|Inc.;Amer. Salt|Co.;
Commission Bakers|of Iowa, Inc.;Zeta.com|Inc.;St. Alban's Trust|Company;Illinois Prairie|Electric Co.;
Owyhee Gold|Mines, Ltd.;No. 9 Coal|Corporation`, ";")

var foreign = strings.Split(`Nordhaven Shipping Pte. Ltd.;Cimarosa S.A.;Grupo Ladera, S.A.B. de C.V.;PT Sumber Karya (Persero) Tbk;
O'Leary-Finch Group plc;Compañía Minera Altiplano S.A.A.;Brisay Société Anonyme;Kuramoto Kabushiki Kaisha;
Telvik ASA;Banco Andorra del Sur S.A.;Yulong Education Group Ltd;Voltz AG;The Sarnath Spice Company Limited;
Elbit-Noam Optics Ltd.`, ";")

// japanese holds names in the original and in English.
var japanese = [][2]string{{"Kuramoto Kabushiki Kaisha", "Kuramoto Corporation"},
	{"Hidaka Seiki Kabushiki Kaisha", "Hidaka Precision Corporation"},
	{"Zaklady Morawa Spolka Akcyjna", "Morawa Works Joint Stock Company"}, {"Jokulsund Hf.", "Glacier Sound Ltd."}}

var (
	states    = []string{"Delaware", "Ohio", "New York", "Nevada", "Pennsylvania", "Minnesota", "Washington"}
	addresses = []string{"One Mercer Plaza, Toledo, Ohio", "411 W. Ninth Street, Suite 200, St. Louis, Missouri", "P.O. Box 1180, Reading, PA",
		"9000 The Exchange, Atlanta, Georgia", "United States Steel Bldg., Pittsburgh, Pennsylvania"}
	countries = []string{"Republic of Singapore", "Kingdom of Norway", "The Commonwealth of Australia", "Cayman Islands"}
)

type gen struct{ rng *rand.Rand }

func (g *gen) pick(l []string) string { return strings.TrimSpace(l[g.rng.IntN(len(l))]) }

// period gives an end of period that fits the form and the way its layout counts.
func (g *gen) period(form, flags string, year int) time.Time {
	switch {
	case strings.HasPrefix(form, "8-K"):
		return time.Date(year, time.Month(1+g.rng.IntN(12)), 1+g.rng.IntN(28), 0, 0, 0, 0, time.UTC)
	case flags == "W":
		month := time.January
		if form == "10-Q" {
			month = []time.Month{time.April, time.July, time.October}[g.rng.IntN(3)]
		}
		t := time.Date(year, month, 26, 0, 0, 0, 0, time.UTC)
		for t.Weekday() != time.Saturday {
			t = t.AddDate(0, 0, 1)
		}
		return t
	}
	ends := []time.Month{12, 12, 12, 6, 9, 3}
	if strings.HasPrefix(form, "10-Q") {
		ends = []time.Month{3, 6, 9}
	}
	return time.Date(year, ends[g.rng.IntN(len(ends))]+1, 0, 0, 0, 0, 0, time.UTC)
}

// phrases tells what kind of report it is, what the period is called and how weeks are counted.
func (g *gen) phrases(form string) (kind, term, weeks string) {
	if strings.HasPrefix(form, "10-Q") {
		return "QUARTERLY REPORT", g.pick([]string{"quarterly period", "quarter", "quarterly period"}),
			g.pick([]string{"thirteen weeks", "quarterly period (13 weeks)", "quarterly period"})
	}
	return "ANNUAL REPORT", g.pick([]string{"fiscal year", "year", "fiscal year"}),
		g.pick([]string{"fiscal year (52 weeks)", "fifty-three weeks", "fiscal year"})
}

func (g *gen) date(t time.Time, flags string) string {
	if strings.Contains(flags, "D") {
		return t.Format("2 January 2006")
	}
	s := t.Format("January 2, 2006")
	switch g.rng.IntN(8) {
	case 0:
		return strings.ToUpper(s)
	case 1:
		return strings.Replace(s, ", ", ",", 1)
	case 2:
		return strings.Replace(s, " ", "  ", 1)
	case 3:
		if strings.Contains("US", flags) {
			return t.Format("1/2/2006")
		}
	case 4:
		return strings.Replace(s, " ", "\u00a0", 1)
	}
	return s
}

func (g *gen) cover(id, head, body string) cover {
	f := strings.Split(head, " | ")
	form := g.pick(strings.Fields(f[1]))
	from, to, _ := strings.Cut(f[2], " ")
	lo, _ := strconv.Atoi(from)
	hi, _ := strconv.Atoi(to)
	flags := f[3]
	c := cover{ID: id, Form: f[0], NameAlso: []string{}, FormType: form, FormAlso: []string{}}
	name := g.pick(names)
	if strings.HasPrefix(flags, "F") {
		name = g.pick(foreign)
	}
	english := ""
	if flags == "FJ" {
		j := japanese[g.rng.IntN(len(japanese))]
		name, english = j[0], j[1]
		c.NameAlso = append(c.NameAlso, english)
	}
	other := strings.ReplaceAll(g.pick(names), "|", " ")
	for strings.HasPrefix(name, other[:4]) {
		other = strings.ReplaceAll(g.pick(names), "|", " ")
	}
	if flags == "U" || flags != "2" && flags != "FJ" && g.rng.IntN(3) == 0 {
		name, other = strings.ToUpper(name), strings.ToUpper(other)
	}
	c.Name = strings.ReplaceAll(name, "|", " ")
	printed := c.Name
	if flags == "2" {
		printed = strings.ReplaceAll(name, "|", "\n                         ")
	}
	end := g.period(form, flags, lo+g.rng.IntN(hi-lo+1))
	c.Period = end.Format("2006-01-02")
	kind, term, weeks := g.phrases(form)
	per := g.date(end, flags)
	if flags == "B" {
		per = end.Format("January 2,\n          2006")
	}
	kindText := kind + " PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934\n\nFor the " + term + " ended " + per
	if form == "8-K" {
		kindText = "CURRENT REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934\n\n" +
			"Date of Report (Date of Earliest Event Reported): " + per
	}
	shown := form
	base := strings.TrimSuffix(form, "/A")
	switch {
	case form == "10-KT":
		shown = g.pick([]string{"10-KT", "10-K"})
		c.FormAlso = append(c.FormAlso, "10-K")
	case form == "10-K405":
		c.FormAlso = append(c.FormAlso, "10-K")
		shown = g.pick([]string{"10-K405", "10-K 405"})
	case base != form:
		c.FormAlso = append(c.FormAlso, base)
		if flags != "A" {
			shown = g.pick([]string{"10-K/A", "10-K/A\n(Amendment No. 1)"})
		}
	}
	conf := strings.ToUpper(strings.NewReplacer(".", "", ",", "").Replace(c.Name))
	if flags == "S" {
		c.NameAlso = append(c.NameAlso, conf)
	}
	if rest, ok := strings.CutPrefix(c.Name, "The "); ok {
		c.NameAlso = append(c.NameAlso, rest)
	}
	if rest, ok := strings.CutPrefix(c.Name, "THE "); ok {
		c.NameAlso = append(c.NameAlso, rest)
	}
	filed := end.AddDate(0, 1, 14)
	n := func(k int) string { return fmt.Sprint(k + g.rng.IntN(9*k)) }
	c.Text = strings.NewReplacer("{FORM}", shown, "{NAME}", printed, "{OTHER}", other, "{PER}", per, "{PERU}", strings.ToUpper(per),
		"{KIND}", kind, "{KINDTEXT}", kindText, "{TERM}", term, "{TERMU}", strings.ToUpper(term), "{WEEKS}", weeks,
		"{START}", end.AddDate(0, -6, 1-end.Day()).AddDate(0, 1, 0).Format("January 2, 2006"), "{STATE}", g.pick(states),
		"{COUNTRY}", g.pick(countries), "{ADDR}", g.pick(addresses), "{ZIP}", n(10000), "{EIN}", n(10)+"-"+n(1000000),
		"{FILE}", g.pick([]string{"1-", "0-", "001-", "33-"})+n(1000), "{FN}", n(100), "{PHONE}", "("+n(100)+") 555-"+n(1000),
		"{SHARES}", n(1)+","+n(100)+","+n(100), "{LATER}", filed.Format("January 2, 2006"), "{CONF}", conf,
		"{ENG}", english, "{EARLIER}", end.AddDate(0, -6, 0).Format("January 2, 2006"), "{FILED}", filed.Format("20060102"),
		"{PDIGITS}", end.Format("20060102"), "{YY}", end.Format("06")).Replace(body)
	return c
}

func main() {
	seed := flag.Uint64("seed", 1, "seed of names and dates")
	flag.Parse()
	g := &gen{rand.New(rand.NewPCG(*seed, 11))}
	enc := json.NewEncoder(os.Stdout)
	enc.SetEscapeHTML(false)
	layouts := strings.Split("\n"+strings.TrimSpace(coversText), "\n# ")[1:]
	for i := range 6 * len(layouts) {
		head, body, _ := strings.Cut(layouts[i%len(layouts)], "\n")
		if err := enc.Encode(g.cover(fmt.Sprintf("nam-%d-%03d", *seed, i+1), head, body)); err != nil {
			panic(err)
		}
	}
}
