// Command panel writes cover pages of invented registrants as JSON lines.
package main

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"math/rand"
	"os"
	"strconv"
	"strings"
	"time"
)

//go:embed covers.txt
var source string

type cover struct {
	ID           string   `json:"id"`
	Form         string   `json:"form"`
	Text         string   `json:"text"`
	HTML         bool     `json:"html"`
	Name         string   `json:"name"`
	NameAlso     []string `json:"name_also,omitempty"`
	FormType     string   `json:"form_type"`
	FormTypeAlso []string `json:"form_type_also,omitempty"`
	PeriodEnd    string   `json:"period_end"`
	Why          string   `json:"why"`
}

// Two halves of each name; the halves are the lines of the names printed over two.
var names = [][2]string{
	{"Alderwick", "Industries, Inc."}, {"Brantmoor", "Holdings Corporation"}, {"Callowhill", "Semiconductor Corp."}, {"Dunmere", "& Sons Company"},
	{"Easthaven Savings", "Bancorp, Inc."}, {"Fenwick Valley", "Energy Partners, L.P."}, {"Garrowby", "Pharmaceuticals, Inc."}, {"Hollisford", "Realty Trust"},
	{"Ironvale Steel", "& Wire Co."}, {"Juniper Crest", "Brands, Inc."}, {"Kestrelmont", "Technologies Ltd."}, {"Larkmoor", "Financial Corporation"},
	{"Marrowbay", "Shipping Limited"}, {"Northgate-Pell", "Systems, Inc."}, {"Orrindale", "Biosciences, Inc."}, {"Pellworthy", "Restaurant Group, Inc."},
	{"Quarrystone", "Materials, Inc."}, {"Redfernley", "Communications Corp."}, {"Stonebrooke", "Stores, Inc."}, {"Tallowmere", "Mortgage Acceptance Corp. II"},
	{"The Umberfield", "Company"}, {"Vantryx", "Software, Inc."}, {"Westerbury", "Gas & Electric Company"}, {"Yarrowdale", "Medical Products Corporation"},
	{"First Zephyrine", "Bancshares, Inc."}, {"A. T. Corvane", "& Company"}, {"O'Dellmont", "Foods, Inc."}, {"U.S. Harrowgate", "Industries, Inc."},
}

var (
	states    = []string{"Delaware", "Nevada", "Ohio", "New York", "Maryland", "Texas", "Pennsylvania", "Minnesota"}
	addresses = []string{"118 Harbor Boulevard", "4200 Millrace Road", "One Foundry Plaza", "77 West Lantern Street", "2500 Orchard Parkway"}
	cities    = []string{"Dayton, Ohio", "Reno, Nevada", "Tulsa, Oklahoma", "Portland, Maine", "Macon, Georgia"}
	annual    = []string{"12-31", "12-31", "12-31", "06-30", "09-30", "03-31", "01-31"}
	quarters  = []string{"03-31", "06-30", "09-30", "12-31"}
)

const printed = "January 2, 2006"

func day(y int, monthDay string) time.Time {
	t, err := time.Parse("2006-01-02", fmt.Sprintf("%d-%s", y, monthDay))
	if err != nil {
		log.Fatal(err)
	}
	return t
}

func period(rng *rand.Rand, kind string, y int) (from, end time.Time) {
	switch kind {
	case "annual":
		end = day(y, annual[rng.Intn(len(annual))])
	case "quarter":
		end = day(y, quarters[rng.Intn(3)])
	case "transition":
		end = day(y, "12-31")
		from = day(y, []string{"04-01", "07-01", "10-01"}[rng.Intn(3)])
	case "week52", "week52q":
		end = day(y, map[string]string{"week52": "12-25", "week52q": "06-25"}[kind])
		for end.Weekday() != time.Saturday {
			end = end.AddDate(0, 0, 1)
		}
	default:
		log.Fatalf("period %q", kind)
	}
	return from, end
}

func main() {
	seed := flag.Int64("seed", 11, "seed of the names, dates and numbers")
	flag.Parse()
	rng := rand.New(rand.NewSource(*seed))
	w := bufio.NewWriter(os.Stdout)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	order := rng.Perm(len(names))
	k := 0
	for _, block := range strings.Split(source, "=== ")[1:] {
		head, body, _ := strings.Cut(block, "\n")
		f := strings.Split(head, "|")
		lo, err := strconv.Atoi(f[4][:4])
		if err != nil {
			log.Fatal(err)
		}
		hi, err := strconv.Atoi(f[4][5:])
		if err != nil {
			log.Fatal(err)
		}
		html := f[3] == "html"
		for n := range 3 {
			// The years spread over the layout's era.
			y := lo + (hi-lo)*n/2
			from, end := period(rng, f[5], y)
			parts := names[order[k%len(order)]]
			k++
			if strings.Contains(f[6], "upper") {
				parts = [2]string{strings.ToUpper(parts[0]), strings.ToUpper(parts[1])}
			}
			name := parts[0] + " " + parts[1]
			state := states[rng.Intn(len(states))]
			amp := func(s string) string {
				if html {
					return strings.ReplaceAll(s, "&", "&amp;")
				}
				return s
			}
			text := strings.NewReplacer(
				"{DATE}", end.Format(printed), "{DATEU}", strings.ToUpper(end.Format(printed)), "{FROM}", from.Format(printed),
				"{LATER}", end.AddDate(0, 0, 38).Format(printed), "{ISO8}", end.Format("20060102"), "{YY}", end.AddDate(0, 3, 0).Format("06"),
				"{NAME}", amp(name), "{NAME1}", amp(parts[0]), "{NAME2}", amp(parts[1]), "{OTHER}", amp(strings.ToUpper(parts[0])),
				"{STATE}", state, "{STATEU}", strings.ToUpper(state), "{EIN}", fmt.Sprintf("%02d-%07d", 11+rng.Intn(80), 1000000+rng.Intn(8999999)),
				"{FILE}", fmt.Sprintf("%d-%05d", rng.Intn(2), 1000+rng.Intn(38000)), "{FILE2}", strconv.Itoa(20000+rng.Intn(70000)),
				"{ADDR}", addresses[rng.Intn(len(addresses))], "{CITY}", cities[rng.Intn(len(cities))], "{ZIP}", fmt.Sprintf("%05d", 10000+rng.Intn(89999)),
				"{PHONE}", fmt.Sprintf("(%d) 555-01%02d", 201+rng.Intn(700), rng.Intn(100))).Replace(body)
			if html {
				text = "<html><head><title>" + f[1] + "</title></head><body>\n" + text + "</body></html>"
			}
			c := cover{ID: fmt.Sprintf("%s-%d", f[0], n+1), Form: f[1], Text: text, HTML: html, Name: name, FormType: f[1], PeriodEnd: end.Format("2006-01-02"), Why: f[7]}
			if f[2] != "" {
				c.FormTypeAlso = []string{f[2]}
			}
			if err := enc.Encode(c); err != nil {
				log.Fatal(err)
			}
		}
	}
	if err := w.Flush(); err != nil {
		log.Fatal(err)
	}
}
