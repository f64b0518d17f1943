package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/measure"
	"github.com/assayhq/assay/report/finding"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/suite/neighbors/findings"
)

func mean(name string, v, low, high float64, scored, attempted int) *measure.Stat {
	zero, one := 0.0, 1.0
	return &measure.Stat{Name: name, Scored: scored, Attempted: attempted, Mean: &v, Min: &zero, Max: &one, Cases: scored, Clusters: 9,
		Interval: &measure.Interval{Low: low, High: high, Level: 0.95, Method: measure.MethodClusteredT}}
}

// shownFindings have every kind of finding, with what may be missing and with hostile texts.
func shownFindings(s string) []finding.Finding {
	bare := mean("loss.index@5 open", 0, 0, 0, 80, 80)
	bare.Interval, bare.Absent = nil, measure.AbsentConstant
	none := &measure.Stat{Name: "distance open", Attempted: 80,
		Reasons: []measure.Reason{{Reason: "skipped", Count: 80}}, Absent: measure.AbsentEmpty}
	near, far := 0.25, 0.5
	return []finding.Finding{
		{Name: "found", Title: "What is found", Doc: "How to read it: " + s,
			Stats: []finding.Stats{{Head: "measure", Columns: []string{"filtered", "open"}, Rows: []finding.Row{
				{Label: "hit@5", Stats: []*measure.Stat{mean("hit@5 filtered", 0.815, 0.767, 0.862, 72, 80),
					mean("hit@5 open", 0.088, 0.058, 0.117, 72, 80)}},
				{Label: "loss.index@5", Stats: []*measure.Stat{nil, bare}}, {Label: "distance",
					Stats: []*measure.Stat{nil, none}}, {Label: s, Stats: []*measure.Stat{nil, nil}}}}}},
		{Name: "ranks", Title: "Rank of the first gold", Doc: "By rank.", Counts: []finding.Counts{{Head: "rank", Of: "anchors", Ordered: true,
			Kinds:  []finding.Label{{Name: "1"}, {Name: "2 to 5"}, {Name: "not found", Doc: "No gold is among the hits. " + s}},
			Series: []finding.Series{{Name: "filtered", Counts: []int{40, 20, 12}, Left: 8}, {Name: s, Counts: []int{0, 0, 0}, Left: 80}}},
			{Head: "kind", Of: "anchors", Kinds: []finding.Label{{Name: "without a meaning"}},
				Series: []finding.Series{{Name: "filtered", Counts: []int{7}}}}}},
		{Name: "lengths", Title: "By length", Doc: "By length.", Stats: []finding.Stats{
			{Title: "filtered", Head: "sentences", Columns: []string{"coverage", "window", "hit@5"}, Rows: []finding.Row{
				{Label: "1-9", Stats: []*measure.Stat{mean("coverage filtered", 0.5, 0.4, 0.6, 40, 40),
					mean("window filtered", 8.25, 7.5, 9, 40, 40), nil}},
				{Label: "40+", Stats: []*measure.Stat{mean("coverage filtered", 0.9, 0.8, 1, 40, 40),
					mean("window filtered", 5.5, 5, 6, 40, 40), mean("hit@5 filtered", 0.5, 0.25, 0.75, 20, 40)}}}}}},
		{Name: "distances", Title: "Distances", Doc: "By distance.", Spreads: []finding.Spread{
			{Title: "filtered", Unit: "distance",
				Kinds: [2]finding.Kind{{Name: "golds", N: 30, P10: &near, Median: &near, P90: &far},
					{Name: s, N: 70, P10: &far, Median: &far, P90: &far}},
				Bins: []finding.Bin{{Low: 0, High: 0.25, Counts: [2]int{2, 0}}, {Low: 0.25, High: 0.5, Counts: [2]int{20, 10}},
					{Low: 0.5, High: 0.75, Counts: [2]int{8, 60}}}, Separation: mean("distance.auc filtered", 0.7, 0.625, 0.75, 20, 40)},
			{Title: s, Unit: "distance",
				Kinds: [2]finding.Kind{{Name: "golds"}, {Name: "other hits", N: 1, P10: &far, Median: &far,
					P90: &far}}, Bins: []finding.Bin{{Low: 0.5, High: 0.75, Counts: [2]int{0, 1}}}}}},
		{Name: "nothing", Title: "What is not there", Doc: "There is nothing to show: the engine gives no distances."},
		{Name: "hardest", Title: "The hardest", Doc: "Worst first.", Cases: hardCases(s)},
	}
}

func hardCases(s string) (all []finding.Case) {
	for i := range 5 {
		all = append(all, finding.Case{Group: "filtered", ID: fmt.Sprint("anchor-", i), Cluster: "Corvane",
			Text: "A sentence that is searched for.", Why: "copies: 12 hits before the first gold", Lists: []finding.List{
				{Name: "before its golds", Items: []finding.Item{{ID: "hit-1", Note: "rank 1, distance 0.125"},
					{ID: "hit-2", Note: "rank 2, distance 0.250"}, {ID: "hit-3", Note: "rank 3, distance 0.375"}}},
				{Name: "golds", Items: []finding.Item{{ID: "gold-1", Note: "not among 30 hits"}}}}})
	}
	return append(all, finding.Case{Group: s, ID: s, Cluster: s, Text: s, Why: s,
		Lists: []finding.List{{Name: s, Items: []finding.Item{{ID: s, Note: s, Text: s}}}, {Name: "golds"}}})
}

// TestFindingsGolden shows findings in every form that has them.
func TestFindingsGolden(t *testing.T) {
	l := newLedger(t)
	r, o := pinned(t, l, small{clean: true}.write(t, l), analysis.Options{Worst: 2, Groups: []string{}, Measures: []string{"f1"}})
	o.Findings = shownFindings(hostileText)
	o.Findings[5].Cases[0].Lists[0].Items[0].Text = "A sentence of another filing."
	for _, name := range []string{"text", "md", "github", "json"} {
		golden(t, "findings."+name, form(t, name, r, o))
	}
	for _, width := range []int{44, 80} {
		var b bytes.Buffer
		must(t, writeText(&b, r, Options{Findings: o.Findings, Width: width}))
		golden(t, fmt.Sprintf("findings.%d.text", width), b.Bytes())
		for line := range strings.Lines(b.String()) {
			if n := columnsOf(strings.TrimRight(line, "\n")); width == 80 && n > width {
				t.Errorf("a line of %d columns: %s", n, line)
			}
		}
	}
	page := form(t, "html", r, o)
	checkPage(t, page)
	golden(t, "findings.html", page)
}

// TestEveryFormShowsFindings looks in every form for every title, and for every figure that is not cut off.
func TestEveryFormShowsFindings(t *testing.T) {
	l := newLedger(t)
	r, o := pinned(t, l, small{clean: true}.write(t, l), analysis.Options{})
	o.Findings = shownFindings("x")
	for _, name := range []string{"text", "md", "github", "html"} {
		shown := string(form(t, name, r, o))
		for _, f := range o.Findings {
			if !strings.Contains(shown, f.Title) || !strings.Contains(shown, f.Doc) {
				t.Errorf("%s: %q is missing", name, f.Title)
			}
		}
		for _, want := range []string{"(0.767 to 0.862)", "(0.058 to 0.117)", "n 72 of 80",
			"no interval: " + measure.AbsentConstant, "n 0 of 80: skipped 80", "8.250", "66.7 %", "not found", "anchor-0", "hit-1",
			"not among 30 hits", "0.625 to 0.750", "2 to 5"} {
			if name == "text" {
				shown = strings.Join(strings.Fields(shown), " ")
			}
			if !strings.Contains(shown, want) && !(name == "text" && strings.HasPrefix(want, "no interval")) &&
				!(name != "html" && want == "0.625 to 0.750") {
				t.Errorf("%s: %q is missing", name, want)
			}
		}
	}
	var d struct{ Findings []finding.Finding }
	must(t, json.Unmarshal(form(t, "json", r, o), &d))
	if !reflect.DeepEqual(d.Findings, o.Findings) {
		t.Errorf("read back from JSON: %+v", d.Findings)
	}
}

// neighborsRun is a run of one search whose gold was not found.
func neighborsRun() (*analysis.Run, Results) {
	r := &analysis.Run{Info: &ledger.Info{Name: "r", Header: ledger.Header{Suite: "neighbors-1"}}, Totals: &ledger.Totals{}}
	one := &ledger.Result{Case: ledger.Case{ID: "a open", Tags: map[string]string{"regime": "open"},
		Body: []byte(`{"question":"What?","evidence":["g"]}`)}}
	one.Outcome, one.Answer = ledger.Answered, []byte(`{"passages":[{"id":"a"},{"id":"b","distance":0.5}]}`)
	first := score.Not("first", score.Skipped, "other topic: no gold among 1 hits")
	one.Scores = []score.Score{first}
	return r, func(ledger.With) iter.Seq2[*ledger.Result, error] {
		return func(yield func(*ledger.Result, error) bool) { yield(one, nil) }
	}
}

func TestFindingsOfSuites(t *testing.T) {
	r, results := neighborsRun()
	var asked []string
	all, err := Findings(r, results, findings.Of, func(ids []string) (map[string]string, error) {
		asked = slices.Clone(ids)
		return map[string]string{"b": "The text of b."}, nil
	})
	must(t, err)
	at := slices.IndexFunc(all, func(f finding.Finding) bool { return f.Name == "hardest" })
	if at < 0 || !slices.Equal(asked, []string{"b", "g"}) {
		t.Fatalf("asked for %v, %+v", asked, all)
	}
	lists := all[at].Cases[0].Lists
	if lists[0].Items[0].Text != "The text of b." || lists[1].Items[0].Text != "" {
		t.Errorf("%+v", lists)
	}
	if all, err := Findings(r, results, findings.Of, nil); err != nil || len(all) == 0 {
		t.Errorf("without texts: %+v, %v", all, err)
	}
	lost := errors.New("the corpus is damaged")
	if _, err := Findings(r, results, findings.Of, func([]string) (map[string]string, error) { return nil, lost }); !errors.Is(err, lost) {
		t.Errorf("an error of the texts became %v", err)
	}
	failing := func(ledger.With) iter.Seq2[*ledger.Result, error] {
		return func(yield func(*ledger.Result, error) bool) { yield(nil, lost) }
	}
	if _, err := Findings(r, failing, findings.Of, nil); !errors.Is(err, lost) {
		t.Errorf("an error of the results became %v", err)
	}
	r.Info.Header.Suite = "docqa"
	if all, err := Findings(r, failing, nil, nil); err != nil || all != nil {
		t.Errorf("of no suite: %+v, %v", all, err)
	}
}

// TestFindingsLimit holds a page to a size that can be opened, whatever findings say.
func TestFindingsLimit(t *testing.T) {
	f := finding.Finding{Name: "hardest", Title: "x", Doc: "x"}
	text := strings.Repeat("<&ü", 20_000)
	for i := range 2000 {
		f.Cases = append(f.Cases, finding.Case{Group: "g", ID: fmt.Sprint(i), Text: text,
			Lists: []finding.List{{Name: "n", Items: []finding.Item{{ID: "i", Text: text}}}}})
	}
	r := &analysis.Run{Info: &ledger.Info{Name: "r"}, Totals: &ledger.Totals{}}
	page := form(t, "html", r, Options{Findings: []finding.Finding{f}})
	if n := bytes.Count(page, []byte(`<details class="case"`)); n < 10 || len(page) > 1<<20 ||
		!bytes.Contains(page, []byte(fmt.Sprintf("%d more are left out", 2000-n))) && !bytes.Contains(page, []byte(" more are left out")) {
		t.Errorf("%d cases in %d bytes", n, len(page))
	}
}
