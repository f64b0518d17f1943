package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/measure"
)

func pointer(v float64) *float64 { return &v }

func TestComparisonSections(t *testing.T) {
	c := &analysis.Comparison{
		A: &ledger.Info{Name: "run-a", Status: ledger.Interrupted}, B: &ledger.Info{Name: "run-b",
			Status: ledger.Complete}, Cases: 50, Changes: 3, Level: 0.9,
		Differs:  []analysis.Difference{{What: "model", A: "fake/m2", B: "fake/m1"}},
		Unpaired: &analysis.Unpaired{OnlyA: 2, Some: []string{"x1", "x2"}},
		Measures: []analysis.Compared{
			{Name: "exact", Better: "higher", Comparison: measure.Comparison{A: pointer(0.5), B: pointer(0.75),
				Difference: pointer(-0.25), N: 48, NoNumberA: 2, Losses: 12, Ties: 36,
				Interval: &measure.Interval{Low: -0.4, High: -0.1}, P: pointer(0.0001), Adjusted: pointer(0.0002), Method: measure.MethodMcNemar}},
			{Name: "distance", Better: "lower", Comparison: measure.Comparison{A: pointer(0.5), B: pointer(0.6),
				Difference: pointer(-0.1), N: 50, P: pointer(0.4), Adjusted: pointer(0.4), Detectable: pointer(0.3)}},
			{Name: "f1", Better: "higher", Comparison: measure.Comparison{A: pointer(0.5), B: pointer(0.6),
				Difference: pointer(-0.1), N: 50, P: pointer(0.08), Adjusted: pointer(0.16), Detectable: pointer(0.2)}},
			{Name: "figure", Better: "higher", About: analysis.MeasureOf(&ledger.Header{}, "figure"),
				Comparison: measure.Comparison{A: pointer(0.5), B: pointer(1), Difference: pointer(-0.5), N: 2, P: pointer(0.5),
					Adjusted: pointer(0.6), Detectable: pointer(1.5)}},
			{Name: "bleu", Better: "higher", Comparison: measure.Comparison{N: 0, Absent: "no case has a number in both"}},
		},
		Changed: []analysis.Change{{ID: "q\x1b[31m7", Question: "Why?", Gold: []string{"a", "b"},
			A: analysis.Side{Outcome: "error", Reason: "timeout"}, B: analysis.Side{Outcome: "answered", Answer: strings.Repeat("long ", 100)},
			Measures: []analysis.ChangedMetric{{Name: "exact", B: pointer(1), OutcomeA: "error", OutcomeB: "scored", Loss: 1}}}},
	}
	var b bytes.Buffer
	if err := WriteText(&b, ComparisonSections(c, Options{}), Options{Width: 200}); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	for _, want := range []string{"run-a", "interrupted", "2 only in A", "Run A is interrupted", "fake/m2  fake/m1",
		"90 %", "< 0.001", "0/36/12", "48 of 50", "A is worse; only A has none 2",
		"not told apart; detectable 0.300; lower is better", "not told apart (by itself P 0.080); detectable 0.200",
		"not told apart; too few cases to find any difference", "left out: 2 only in A. Some", "cannot be told; no case has a number in both",
		"Cases that changed: 3 of 50", "exact 1 → error", "(error: timeout)", "a; b", "…"} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %q", want)
		}
	}
	b.Reset()
	narrow := Options{Width: 80}
	if err := WriteText(&b, ComparisonSections(c, narrow), narrow); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"A − B  90 % INTERVAL", "wins/ties/losses", "48 of 50"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("at 80 columns it lacks %q:\n%s", want, b.String())
		}
	}
	if strings.Contains(text, "\x1b") {
		t.Error("a case's id steers the terminal")
	}
	if t.Failed() {
		t.Log(text)
	}
}

func TestHistorySections(t *testing.T) {
	point := func(run string, mean, low, high float64) analysis.Point {
		return analysis.Point{Run: run, Status: ledger.Complete, System: "s",
			Stat: measure.Stat{Scored: 9, Attempted: 10, Mean: &mean, Interval: &measure.Interval{Low: low, High: high}}}
	}
	s := analysis.Series{Suite: "cases", Name: "distance", Better: "lower",
		Points: []analysis.Point{point("one", 0.5, 0.4, 0.6), point("two", 0.9, 0.8, 1),
			{Run: "three", Status: ledger.Stopped, Stat: measure.Stat{Absent: measure.AbsentEmpty}}}}
	s.Points[1].Marks = []analysis.Difference{{What: "model", A: "m2", B: "m1"}}
	h := &analysis.History{Series: []analysis.Series{s}, LeftOut: []analysis.Left{{Run: "four", Reason: "it replays one"}}}
	var b bytes.Buffer
	if err := WriteText(&b, HistorySections(h, Options{}), Options{Width: 160}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"3, oldest first; 1 left out", "cases distance ▁█· (lower is better)",
		"0.400" + strings.Repeat("·", pictureWidth-6) + "1", "├────●────┤" + strings.Repeat("·", 21),
		strings.Repeat("·", 21) + "├────●────┤  model: m1 → m2", "no case has a number; STOPPED", "STOPPED", "four"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("lacks %q", want)
		}
	}
	if t.Failed() {
		t.Log("\n" + b.String())
	}
	b.Reset()
	narrow := Options{Width: 80}
	if err := WriteText(&b, HistorySections(h, narrow), narrow); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "0.400······1") || !strings.Contains(b.String(), "  ├─●─┤·······") {
		t.Errorf("at 80 columns:\n%s", b.String())
	}
}
