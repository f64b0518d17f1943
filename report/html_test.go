package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/measure"
)

func pageOf(t *testing.T, write func(io.Writer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	must(t, write(&b))
	checkPage(t, b.Bytes())
	return b.Bytes()
}

func TestHTMLGolden(t *testing.T) {
	r, o := rich(t)
	page := pageOf(t, func(w io.Writer) error { return writeHTML(w, r, o) })
	pageGolden(t, "run.html", page)
	for _, want := range []string{"373 of 400 attempts (93.2 %)", "Galloway Medical Instruments",
		"orchard-large-2026-09", "unknown for all 8 calls",
		"the model changed within the run", "&lt;script&gt;alert", "&lt;U&#43;202E&gt;", "assay eval docqa --data", "SQuAD&#39;s normalisation",
		"Points without an interval"} {
		if !bytes.Contains(page, []byte(want)) {
			t.Errorf("the page does not say %q", want)
		}
	}
}

// TestHTMLComparisonGolden compares two invented runs, one better than the other.
func TestHTMLComparisonGolden(t *testing.T) {
	l := openLedger(t)
	var infos []*ledger.Info
	for i, lift := range []float64{0, 0.12} {
		rr := &richRun{cases: 400, repeats: 1, random: rand.New(rand.NewPCG(1, 2)), lift: lift,
			system: []string{"filing-reader", "filing-reader <2>"}[i]}
		infos = append(infos, rr.write(t, l, time.UnixMilli(1_790_000_000_000+int64(i)*3_600_000)))
	}
	c, err := analysis.Compare(l, infos[1], infos[0], analysis.Options{Options: measure.Options{Seed: 1}, Worst: 40})
	must(t, err)
	c.A.Name, c.B.Name = "20260921-143320-bbbb", "20260921-133320-abcd"
	page := pageOf(t, func(w io.Writer) error { return HTMLComparison(w, c, Options{}) })
	pageGolden(t, "comparison.html", page)
	if n := bytes.Count(page, []byte("<details class=\"case\"")); n < 20 {
		t.Errorf("%d cases that changed", n)
	}
}

// TestHTMLHistoryGolden shows six invented runs.
func TestHTMLHistoryGolden(t *testing.T) {
	l := openLedger(t)
	for i := range 6 {
		rr := &richRun{cases: 72, repeats: 1, random: rand.New(rand.NewPCG(1, uint64(i))), lift: 0.02 * float64(i), system: "filing-reader"}
		if i == 4 {
			rr.system = "filing-reader of another day, with a longer name"
		}
		rr.write(t, l, time.UnixMilli(1_790_000_000_000+int64(i)*90_000_000))
	}
	h, err := analysis.Past(l, ledger.Filter{}, analysis.Options{Options: measure.Options{Seed: 1}})
	must(t, err)
	for i := range h.Series {
		for j := range h.Series[i].Points {
			h.Series[i].Points[j].Run = fmt.Sprintf("run-%d", j)
		}
	}
	page := pageOf(t, func(w io.Writer) error { return HTMLHistory(w, h, Options{}) })
	pageGolden(t, "history.html", page)
}

func pageGolden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", "html", name)
	if *update {
		must(t, os.MkdirAll(filepath.Dir(path), 0o777))
		must(t, os.WriteFile(path, got, 0o666))
	}
	want, err := os.ReadFile(path)
	must(t, err)
	if !bytes.Equal(got, want) {
		t.Errorf("%s has changed; look at it in a browser and run with -update", path)
	}
}

// allowed are the elements of pages; nothing that a text says may add another.
var allowed = strings.Fields(`html head meta title style body header nav main section article h1 h2 h3 h4 p a code span strong b em ` +
	`div dl dt dd ul li
	table thead tbody tr th td details summary label input select option script svg desc text rect line circle polyline polygon`)

// checkPage holds a page to what all pages keep: known elements only, no handlers, no addresses, one style
// and one script, which are those that the policy allows.
func checkPage(t *testing.T, page []byte) {
	t.Helper()
	z := html.NewTokenizer(bytes.NewReader(page))
	counts := map[string]int{}
	last, csp := "", ""
	hashes := map[string]string{}
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			break
		}
		token := z.Token()
		switch kind {
		case html.TextToken:
			if last == "style" || last == "script" {
				sum := sha256.Sum256([]byte(token.Data))
				hashes[last] = "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
			}
			last = ""
		case html.StartTagToken, html.SelfClosingTagToken:
			last = token.Data
			counts[token.Data]++
			if !slices.Contains(allowed, token.Data) {
				t.Errorf("element %q", token.Data)
			}
			csp += checkAttributes(t, &token)
		}
	}
	if counts["style"] != 1 || counts["script"] != 1 || counts["h1"] != 1 || counts["title"] < 1 {
		t.Errorf("%d styles, %d scripts, %d headings, %d titles", counts["style"], counts["script"], counts["h1"], counts["title"])
	}
	for _, what := range []string{"style", "script"} {
		if !strings.Contains(csp, what+"-src "+hashes[what]+";") {
			t.Errorf("the policy %q does not allow the %s %s", csp, what, hashes[what])
		}
	}
	if !strings.HasPrefix(csp, "default-src 'none'; ") || strings.Contains(csp, "unsafe") {
		t.Errorf("policy %q", csp)
	}
}

// checkAttributes refuses what runs or loads something, and gives the page's policy.
func checkAttributes(t *testing.T, token *html.Token) (csp string) {
	t.Helper()
	for i, a := range token.Attr {
		switch {
		case strings.HasPrefix(a.Key, "on"), a.Key == "style", a.Key == "src", a.Key == "srcset", a.Key == "action", a.Key == "data":
			t.Errorf("%s has %s=%q", token.Data, a.Key, a.Val)
		case a.Key == "href" && !strings.HasPrefix(a.Val, "#"):
			t.Errorf("a link to %q", a.Val)
		case a.Key == "http-equiv" && a.Val == "Content-Security-Policy":
			csp = token.Attr[i+1].Val
		}
	}
	return csp
}

// TestHTMLAlike holds a page to be the same twice, whatever order maps have.
func TestHTMLAlike(t *testing.T) {
	r, o := rich(t)
	first := pageOf(t, func(w io.Writer) error { return writeHTML(w, r, o) })
	for range 2 {
		o.Width, o.Color = 40, true // of a terminal, and of nothing else
		if again := pageOf(t, func(w io.Writer) error { return writeHTML(w, r, o) }); !bytes.Equal(first, again) {
			t.Fatal("written twice, the page is not the same")
		}
	}
}

// TestHTMLPoor writes pages of runs that have hardly anything.
func TestHTMLPoor(t *testing.T) {
	cases := []struct {
		name string
		run  analysis.Run
		says string
	}{
		{"nothing", analysis.Run{Info: &ledger.Info{Name: "r"}, Totals: &ledger.Totals{}}, "No measure was made"},
		{"incomplete", analysis.Run{Info: &ledger.Info{Name: "r", Status: ledger.Interrupted}, Totals: &ledger.Totals{Cases: 9, Attempts: 2,
			Outcomes: map[string]map[string]int{ledger.Answered: {"": 2}}}}, "7 of 9 attempts are missing"},
		{"no number", analysis.Run{Info: &ledger.Info{Name: "r"}, Totals: &ledger.Totals{},
			Measures: []analysis.Measure{{Stat: measure.Stat{Name: "f1", Attempted: 3,
				Absent: measure.AbsentEmpty, Reasons: []measure.Reason{{Reason: "error", Count: 3}}}}}}, "no interval: no case has a number"},
		{"a group without values", analysis.Run{Info: &ledger.Info{Name: "r"}, Totals: &ledger.Totals{},
			Measures: []analysis.Measure{{Stat: measure.Stat{Name: "f1"}}},
			Groups: []analysis.Group{{Tag: "company",
				Rows: []analysis.GroupRow{{Value: hostileText,
					Measures: []measure.Stat{{Name: "f1"}}}}}}}, "Without any number, as the table says why: f1."},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			page := pageOf(t, func(w io.Writer) error { return writeHTML(w, &c.run, Options{}) })
			if !bytes.Contains(page, []byte(c.says)) {
				t.Errorf("the page does not say %q", c.says)
			}
		})
	}
}

// TestHTMLOutcomes has no section for outcomes where all attempts were answered.
func TestHTMLOutcomes(t *testing.T) {
	for _, failed := range []int{0, 1} {
		r := &analysis.Run{Info: &ledger.Info{Name: "r"},
			Totals: &ledger.Totals{Attempts: 5, Outcomes: map[string]map[string]int{ledger.Answered: {"": 5 - failed}}}}
		if failed > 0 {
			r.Totals.Outcomes["error"] = map[string]int{"timeout": failed}
		}
		page := pageOf(t, func(w io.Writer) error { return writeHTML(w, r, Options{}) })
		if shown := bytes.Count(page, []byte("outcomes\"")); shown != 2*failed {
			t.Errorf("%d failed: outcomes are named %d times", failed, shown)
		}
	}
}

// TestHTMLLimit holds a page to a size that can be opened, whatever the cases say.
func TestHTMLLimit(t *testing.T) {
	r := &analysis.Run{Info: &ledger.Info{Name: "r"}, Totals: &ledger.Totals{Attempts: 100_000}}
	question, answer := strings.Repeat("ü<", 20_000), strings.Repeat("&", 50_000)
	for i := range 5000 {
		r.Worst = append(r.Worst, analysis.Case{ID: fmt.Sprint(i), Question: question, Answer: answer, Outcome: ledger.Answered})
	}
	page := pageOf(t, func(w io.Writer) error { return writeHTML(w, r, Options{}) })
	cases := bytes.Count(page, []byte(`<details class="case"`))
	if cases < 20 || cases > maxPageCases {
		t.Errorf("%d cases", cases)
	}
	said := regexp.MustCompile(`The (\d+) cases that went worst`).FindSubmatch(page)
	if said == nil || string(said[1]) != fmt.Sprint(cases) {
		t.Errorf("the page says %q of %d cases", said, cases)
	}
	if len(page) > 2<<20 {
		t.Errorf("%d bytes", len(page))
	}
}
