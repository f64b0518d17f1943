package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/measure"
	"github.com/assayhq/assay/score"
)

// FuzzHTML puts a text wherever a page shows one: whatever it is, it stays text.
func FuzzHTML(f *testing.F) {
	seeds := []string{hostileText, "", "</style><style>*{display:none}</style>", "</title><base href=//x>",
		"\" onclick=alert(1) x=\"", "' autofocus onfocus=alert(1) '",
		"<!--", "-->", "<![CDATA[", "</svg><script>", "{{template \"run\"}}", "javascript:alert(1)", "&#60;script&#62;", "\xff\xfe<",
		"`${alert(1)}`", "</desc></svg><img src=x>"}
	for _, h := range hostile {
		seeds = append(seeds, h.text)
	}
	if len(seeds) < 20 {
		f.Fatalf("only %d seeds", len(seeds))
	}
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var b bytes.Buffer
		must(t, writeHTML(&b, hostileRun(s), Options{Findings: shownFindings(s)}))
		checkPage(t, b.Bytes())
		b.Reset()
		must(t, HTMLComparison(&b, hostileComparison(s), Options{}))
		checkPage(t, b.Bytes())
		b.Reset()
		must(t, HTMLHistory(&b, hostileHistory(s), Options{}))
		checkPage(t, b.Bytes())
	})
}

func hostileInfo(s string) *ledger.Info {
	return &ledger.Info{Name: s, Suite: s, Status: ledger.Status(s), Reason: s,
		Header: ledger.Header{Suite: s, Arguments: []string{s, s}, Settings: map[string]string{s: s},
			System: ledger.System{Name: s, Kind: s, Models: []string{s}, Prompts: map[string]string{s: s},
				Hash: s}, Data: []ledger.Source{{Path: s, Format: s, SHA256: s}},
			Scorers: []string{s}, Prices: s, Tool: ledger.Tool{Version: s, Commit: s, Go: s}}}
}

func hostileStat(s string) measure.Stat {
	half := 0.5
	return measure.Stat{Name: s, Scored: 1, Attempted: 2, Reasons: []measure.Reason{{Reason: s, Count: 1}}, Mean: &half,
		Min: &half, Max: &half, Median: &half,
		Interval: &measure.Interval{Low: 0.25, High: 0.75, Level: 0.95, Method: s}, Absent: s}
}

func hostileRun(s string) *analysis.Run {
	return &analysis.Run{Info: hostileInfo(s), Warnings: []string{s},
		Totals: &ledger.Totals{Cases: 2, Attempts: 2, Outcomes: map[string]map[string]int{s: {s: 2}},
			Models: []ledger.ModelTotals{{Provider: s, Asked: s, Served: s, Calls: 1}}},
		Measures: []analysis.Measure{{Stat: hostileStat(s)}, {Stat: hostileStat(s), Histogram: []analysis.Bin{{Low: 0, High: 1, Count: 3}}}},
		Groups:   []analysis.Group{{Tag: s, Rows: []analysis.GroupRow{{Value: s, Measures: []measure.Stat{hostileStat(s)}}}}},
		Worst: []analysis.Case{{ID: s, Cluster: s, Question: s, Gold: []string{s}, Answer: s, Outcome: s, Reason: s, Scores: []score.Score{
			{Name: s, Outcome: score.Scored, Value: 1, Expected: s, Extracted: s, Explanation: s,
				Evidence: []string{s}}, score.Not(s, score.Error, s)}}}}
}

func hostileComparison(s string) *analysis.Comparison {
	half := 0.5
	return &analysis.Comparison{A: hostileInfo(s), B: hostileInfo(s),
		Differs: []analysis.Difference{{What: s, Name: s, A: s, B: s}}, Cases: 2, Unpaired: &analysis.Unpaired{Some: []string{s}},
		OnlyA: []string{s}, OnlyB: []string{s}, Changes: 1,
		Measures: []analysis.Compared{{Name: s, Better: strings.ToLower(s),
			Comparison: measure.Comparison{A: &half, B: &half, Difference: &half, P: &half, Method: s, Why: s, Absent: s}}},
		Changed: []analysis.Change{{ID: s, Cluster: s, Question: s, Gold: []string{s},
			A: analysis.Side{Outcome: s, Reason: s}, B: analysis.Side{Outcome: ledger.Answered, Answer: s},
			Measures: []analysis.ChangedMetric{{Name: s, OutcomeA: s, OutcomeB: s, Loss: 1}}}}}
}

func hostileHistory(s string) *analysis.History {
	return &analysis.History{Series: []analysis.Series{{Suite: s, Name: s,
		Points: []analysis.Point{{Run: s, Status: ledger.Status(s), Replays: s, System: s, Stat: hostileStat(s),
			Marks: []analysis.Difference{{What: s, Name: s, A: s, B: s}}}}}}, LeftOut: []analysis.Left{{Run: s, Reason: s}}}
}
