package gate

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/score"
)

// known is for outcomes that tests name.
func known(err error) {
	if err != nil {
		panic(err)
	}
}

// columns are a run of one measure, or several, that was never stored.
func columns(n, perCluster int, measures map[string]func(i int) (float64, score.Outcome)) *ledger.Columns {
	c := &ledger.Columns{}
	group := &ledger.Group{Tag: "kind", Values: []string{"odd", "even"}}
	for i := range n {
		c.Ordinals, c.Repeats, c.Seconds = append(c.Ordinals, int32(i)), append(c.Repeats, 0), append(c.Seconds, 1)
		known(c.Outcomes.Append(ledger.Answered))
		c.IDs, c.Hashes = append(c.IDs, "q"+strconv.Itoa(i)), append(c.Hashes, ledger.Hash{byte(i)})
		c.Clusters = append(c.Clusters, int32(i/perCluster))
		group.Of = append(group.Of, int32(i%2))
	}
	for i := range (n + perCluster - 1) / perCluster {
		c.ClusterNames = append(c.ClusterNames, "company "+strconv.Itoa(i))
	}
	c.Groups = []*ledger.Group{group}
	for name, value := range measures {
		m := &ledger.Column{Name: name}
		for i := range n {
			v, outcome := value(i)
			m.Values = append(m.Values, v)
			known(m.Outcomes.Append(outcome))
		}
		c.Measures = append(c.Measures, m)
	}
	return c
}

type values = map[string]func(i int) (float64, score.Outcome)

func scored(v float64) (float64, score.Outcome) { return v, score.Scored }

// pairs puts two runs of 400 cases in clusters of 4 together; without b there is no baseline.
func pairs(t testing.TB, a, b values) *analysis.Pairs {
	t.Helper()
	run := &ledger.Info{Name: "run", Status: ledger.Complete}
	p, err := analysis.Alone(run, columns(400, 4, a))
	if b != nil {
		p, err = analysis.Match(run, &ledger.Info{Name: "base", Status: ledger.Complete}, columns(400, 4, a), columns(400, 4, b))
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func judged(t testing.TB, p *analysis.Pairs, rules string, o Options) *Report {
	t.Helper()
	profile, err := Parse("test.yaml", []byte("name: test\nrules:\n"+rules))
	if err != nil {
		t.Fatal(err)
	}
	r := &Report{Run: "run", Profile: "test", Level: o.IntervalLevel()}
	r.judge(p, profile.Rules, o)
	return r
}

// share gives 1 to a share of the cases, spread over the clusters.
func share(of float64) func(int) (float64, score.Outcome) {
	return func(i int) (float64, score.Outcome) {
		v := 0.0
		if float64((i*37)%400) < of*400 {
			v = 1
		}
		return scored(v)
	}
}

func constant(v float64) func(int) (float64, score.Outcome) {
	return func(int) (float64, score.Outcome) { return scored(v) }
}

// spread are values around v.
func spread(v float64) func(int) (float64, score.Outcome) {
	return func(i int) (float64, score.Outcome) { return scored(v + float64(i*37%400)/1000) }
}

// faulty has no number for a share of the cases.
func faulty(of float64, outcome score.Outcome, other func(int) (float64, score.Outcome)) func(int) (float64, score.Outcome) {
	return func(i int) (float64, score.Outcome) {
		if float64((i*53)%400) < of*400 {
			return 0, outcome
		}
		return other(i)
	}
}

// ruleTests are rules, each with what it says of a run and a baseline.
var ruleTests = []struct {
	name    string
	a, b    values
	rule    string
	verdict Verdict
	why     string
}{
	{"above the least", values{"m": share(0.97)}, nil, "min: 0.9", Pass, "whole interval is within"},
	{"below the least", values{"m": share(0.8)}, nil, "min: 0.9", Fail, "whole interval is beyond"},
	{"near the least", values{"m": share(0.9)}, nil, "min: 0.9", Insufficient, "no number of cases decides"},
	{"not far from the least", values{"m": share(0.91)}, nil, "min: 0.9", Insufficient, "cases would decide it"},
	{"near the least, by the point", values{"m": share(0.91)}, nil, "min: 0.9, on: point", Pass, "its interval was not asked"},
	{"within a range", values{"m": spread(0.5)}, nil, "min: 0.6, max: 0.8", Pass, ""},
	{"above the most", values{"m": spread(0.5)}, nil, "max: 0.6", Fail, ""},
	{"all right", values{"m": constant(1)}, nil, "min: 0.95", Pass, ""},
	{"all wrong", values{"m": constant(0)}, nil, "min: 0.95", Fail, ""},
	{"all right, but that is no proof of 99.9 %", values{"m": constant(1)}, nil, "min: 0.999", Insufficient, ""},
	{"all the same", values{"m": constant(0.7)}, nil, "min: 0.6", Pass, ""},
	{"all the same, just above", values{"m": constant(0.7)}, nil, "min: 0.695", Insufficient, "reaches across"},
	{"all the same, of no range", values{"m": constant(7)}, nil, "min: 6", Insufficient, "there is no interval"},
	{"a rate that is none", values{"m": spread(0.5)}, nil, "statistic: rate, min: 0.1", Insufficient, "0 and 1 only"},
	{"a rate", values{"m": share(0.97)}, nil, "statistic: rate, min: 0.9", Pass, ""},
	{"a median", values{"m": spread(0.5)}, nil, "statistic: median, min: 0.65", Pass, ""},
	{"a low median", values{"m": spread(0.5)}, nil, "statistic: median, min: 0.75", Fail, ""},
	{"a median of one value", values{"m": constant(3)}, nil, "statistic: median, max: 3", Pass, ""},
	{"nothing counted", values{"m": constant(0)}, nil, "statistic: count, max: 0", Pass, ""},
	{"one counted", values{"m": func(i int) (float64, score.Outcome) { return scored(float64(i / 399)) }}, nil,
		"statistic: count, max: 0", Fail, ""},
	{"some might count", values{"m": faulty(0.01, score.Error, constant(0))}, nil, "statistic: count, max: 0",
		Insufficient, "4 attempts have no number and may count"},
	{"some might count, but not enough", values{"m": faulty(0.01, score.Error, constant(0))}, nil, "statistic: count, max: 4", Pass, ""},
	{"too few cases", values{"m": constant(1)}, nil, "min: 0.5, min_n: 401", Insufficient, "400 cases have a number; the rule asks for 401"},
	{"too many errors to pass", values{"m": faulty(0.1, score.Error, constant(1))}, nil, "min: 0.5", Insufficient,
		"40 of 400 of the run's attempts have no number (40 error)"},
	{"errors that are put up with", values{"m": faulty(0.1, score.Error, constant(1))}, nil, "min: 0.5, unscored: 0.1", Pass, ""},
	{"skipped is no error", values{"m": faulty(0.5, score.Skipped, constant(1))}, nil, "min: 0.5", Pass, ""},
	{"errors do not hide a failure", values{"m": faulty(0.5, score.Error, constant(0))}, nil, "min: 0.5", Fail, ""},
	{"errors only", values{"m": faulty(1, score.Error, nil)}, nil, "min: 0.5", Insufficient, "no case has a number"},
	{"no such measure", values{"n": constant(1)}, nil, "min: 0.5", NotMeasured, "the run has no measure m; it has n"},
	{"no such cases", values{"m": constant(1)}, nil, "min: 0.5, where: {kind: other}", NotMeasured, "no case of these tags"},
	{"only some cases", values{"m": func(i int) (float64, score.Outcome) { return scored(float64(i % 2)) }}, nil,
		"min: 0.9, where: {kind: even}", Pass, ""},

	{"no change", values{"m": share(0.8)}, values{"m": share(0.8)}, "change: 3, unit: points, direction: any", Pass, ""},
	{"a drop", values{"m": share(0.6)}, values{"m": share(0.8)}, "change: 5, unit: points, direction: drop", Fail, ""},
	{"a drop where a rise is meant", values{"m": share(0.6)}, values{"m": share(0.8)}, "change: 5, unit: points, direction: rise", Pass, ""},
	{"a rise where any is meant", values{"m": share(0.8)}, values{"m": share(0.6)}, "change: 5, unit: points, direction: any", Fail, ""},
	{"a drop of about the limit", values{"m": share(0.75)}, values{"m": share(0.8)},
		"change: 5, unit: points, direction: drop", Insufficient, "reaches across"},
	{"everything broke", values{"m": constant(0)}, values{"m": constant(1)}, "change: 50, unit: points, direction: drop", Fail, ""},
	{"a shift by the same in every case", values{"m": spread(0.3)}, values{"m": spread(0.5)},
		"change: 0.1, unit: absolute, direction: drop", Fail, ""},
	{"a shift by hardly more than the limit in every case", values{"m": spread(0.3)}, values{"m": spread(0.5)},
		"change: 0.199, unit: absolute, direction: drop", Insufficient, "reaches across"},
	{"no change, but no proof of so little", values{"m": spread(0.5)}, values{"m": spread(0.5)},
		"change: 0.0001, unit: absolute, direction: any", Insufficient, "reaches across"},
	{"no change of the median, but no proof of so little", values{"m": spread(0.5)}, values{"m": spread(0.5)},
		"statistic: median, change: 0.0001, unit: absolute, direction: any", Insufficient, "reaches across"},
	{"a tenth less", values{"m": spread(0.45)}, values{"m": spread(0.5)}, "change: 0.2, unit: relative, direction: drop", Pass, ""},
	{"below zero, a third less", values{"m": spread(-0.75)}, values{"m": spread(-0.5)},
		"change: 0.2, unit: relative, direction: drop", Fail, ""},
	{"below zero, a third more", values{"m": spread(-0.25)}, values{"m": spread(-0.5)},
		"change: 0.2, unit: relative, direction: drop", Pass, ""},
	{"a third less", values{"m": spread(0.25)}, values{"m": spread(0.5)}, "change: 0.2, unit: relative, direction: drop", Fail, ""},
	{"a share of nothing", values{"m": spread(0.5)}, values{"m": constant(0)},
		"change: 0.2, unit: relative, direction: drop", Insufficient, "the baseline's mean is 0"},
	{"a median that moved", values{"m": spread(0.6)}, values{"m": spread(0.5)},
		"statistic: median, change: 0.05, unit: absolute, direction: any", Fail, ""},
	{"a median that stayed", values{"m": spread(0.5)}, values{"m": spread(0.5)},
		"statistic: median, change: 0.05, unit: absolute, direction: any", Pass, ""},
	{"a median, as a share", values{"m": spread(0.6)}, values{"m": spread(0.5)},
		"statistic: median, change: 0.3, unit: relative, direction: any", Pass, ""},
	{"a median, in points", values{"m": spread(0.6)}, values{"m": spread(0.5)},
		"statistic: median, change: 5, unit: points, direction: rise", Fail, ""},
	{"no number in both", values{"m": faulty(1, score.Error, nil)}, values{"m": constant(1)},
		"change: 5, unit: points, direction: drop", Insufficient, "no case has a number in both"},
	{"a baseline with many errors", values{"m": constant(1)}, values{"m": faulty(0.1, score.Truncated, constant(1))},
		"change: 5, unit: points, direction: drop", Insufficient, "40 of 400 of the baseline's attempts have no number (40 truncated)"},
	{"a baseline with many errors that does not matter", values{"m": constant(1)},
		values{"m": faulty(0.1, score.Truncated, constant(1))}, "min: 0.9", Pass, ""},
	{"the baseline lacks it", values{"m": constant(1)}, values{"n": constant(1)},
		"change: 5, unit: points, direction: drop", NotMeasured, "the baseline has no measure m; it has n"},
}

func TestRules(t *testing.T) {
	for _, c := range ruleTests {
		t.Run(c.name, func(t *testing.T) {
			r := judged(t, pairs(t, c.a, c.b), "  - {name: r, measure: m, severity: P1, "+c.rule+"}\n", Options{})
			one := r.Results[0]
			if one.Verdict != c.verdict || !strings.Contains(one.Why, c.why) {
				t.Fatalf("%s: %s\n%s", one.Verdict, one.Why, one.shown())
			}
			if one.Why == "" || one.Low != nil && (*one.Low > *one.Value+1e-9 || *one.High < *one.Value-1e-9) {
				t.Errorf("%+v, %s", one, one.shown())
			}
			want := c.verdict
			if want == NotMeasured {
				want = Insufficient
			}
			if r.Verdict != want || (r.Severity == "P1") != (want == Fail) {
				t.Errorf("the gate says %s, %q", r.Verdict, r.Severity)
			}
		})
	}
}

// TestNeeded adds the cases that an undecided rule asks for, and wants it decided then.
func TestNeeded(t *testing.T) {
	const rule = "  - {name: r, measure: m, severity: P1, min: 0.9}\n"
	at := func(n int) *Report {
		p, err := analysis.Alone(&ledger.Info{}, columns(n, 1, values{"m": func(i int) (float64, score.Outcome) {
			v := 1.0
			if i*37%100 >= 93 {
				v = 0
			}
			return scored(v)
		}}))
		if err != nil {
			t.Fatal(err)
		}
		return judged(t, p, rule, Options{})
	}
	few := at(300).Results[0]
	if few.Verdict != Insufficient || few.Needed == nil || few.Detectable == nil {
		t.Fatalf("%+v", few)
	}
	if *few.Needed < 350 || *few.Needed > 5000 {
		t.Errorf("%d cases needed", *few.Needed)
	}
	if many := at(*few.Needed).Results[0]; many.Verdict != Pass || many.Needed != nil {
		t.Errorf("with %d cases: %s", *few.Needed, many.Why)
	}
}

// TestConclude puts verdicts together.
func TestConclude(t *testing.T) {
	a, b := values{"good": share(0.97), "bad": share(0.5), "near": share(0.9)}, values(nil)
	rule := func(measure, severity string) string {
		return "  - {name: " + measure + severity + ", measure: " + measure + ", severity: " + severity + ", min: 0.9}\n"
	}
	cases := []struct {
		rules, severity string
		want            Verdict
	}{
		{rule("good", "P0") + rule("good", "P2"), "", Pass},
		{rule("good", "P0") + rule("near", "P2"), "", Insufficient},
		{rule("near", "P0") + rule("none", "P0") + rule("bad", "P2") + rule("bad", "P1"), "P1", Fail},
		{rule("none", "P0") + rule("good", "P0"), "", Insufficient},
	}
	for _, c := range cases {
		if r := judged(t, pairs(t, a, b), c.rules, Options{}); r.Verdict != c.want || r.Severity != c.severity {
			t.Errorf("%s: %s %s", c.rules, r.Verdict, r.Severity)
		}
	}
}

// stored makes a run of ten cases in a ledger.
func stored(t *testing.T, l *ledger.Ledger, status ledger.Status, data, content string, value float64) *ledger.Info {
	t.Helper()
	h := ledger.Header{Suite: "cases", System: ledger.System{Name: "s"}, Data: []ledger.Source{{Path: "anchors.parquet", SHA256: data}}}
	r, err := l.Begin(h, ledger.Hash{1}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	for i := range 10 {
		body := json.RawMessage(fmt.Sprintf(`{"question":"%s %d?"}`, content, i))
		if err := r.AddCases([]ledger.Case{{Ordinal: i, ID: strconv.Itoa(i), Body: body}}); err != nil {
			t.Fatal(err)
		}
		if err := r.AddAttempt(&ledger.Attempt{Ordinal: i, Outcome: ledger.Answered, Source: ledger.Live,
			Scores: []score.Score{score.Of("hit@5", value)}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.End(status, ""); err != nil {
		t.Fatal(err)
	}
	return &r.Info
}

func TestJudge(t *testing.T) {
	l, err := ledger.Create(t.TempDir(), "test")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	base := stored(t, l, ledger.Complete, "11", "What of", 1)
	adhoc, err := Parse("adhoc.yaml",
		[]byte("name: adhoc\nrules:\n  - {name: found, measure: hit@5, change: 3, unit: points, direction: any, severity: P1}\n"))
	if err != nil {
		t.Fatal(err)
	}
	cases := []struct {
		name     string
		run      *ledger.Info
		baseline *ledger.Info
		want     string // of the error
	}{
		{"itself", base, base, ""},
		{"changed data", stored(t, l, ledger.Complete, "22", "What of", 1), base, "anchors.parquet was 11 and is 22"},
		{"changed cases", stored(t, l, ledger.Complete, "11", "Which of", 1), base, "10 in both with different contents"},
		{"not complete", stored(t, l, ledger.Interrupted, "11", "What of", 1), base, "is not complete: it is interrupted"},
		{"no baseline", base, nil, "--baseline"},
	}
	for _, c := range cases {
		r, err := Judge(l, c.run, c.baseline, adhoc, Options{})
		switch {
		case c.want == "" && (err != nil || r.Baseline != base.Name || r.Results[0].Cases != 10):
			t.Errorf("%s: %+v, %v", c.name, r, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
		if errors.Is(err, ErrIncomplete) != (c.name == "not complete") {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestWrite writes a report with every verdict, and names that mean something to each format.
func TestWrite(t *testing.T) {
	a := values{"good": share(0.97), "bad": share(0.5), "near": share(0.9)}
	rules := "  - {name: good, measure: good, severity: P0, min: 0.9}\n" +
		"  - {name: \"a|b <c> @d\", measure: bad, severity: P2, min: 0.9}\n" +
		"  - {name: near, measure: near, severity: P1, min: 0.9}\n" +
		"  - {name: none, measure: none, severity: P1, min: 0.9, where: {kind: odd}}\n"
	r := judged(t, pairs(t, a, nil), rules, Options{})
	r.Differs = []analysis.Difference{{What: "model", A: "fake/m2", B: "fake/m1"}, {What: "seed", A: "1", B: "2"}}
	want := map[string][]string{
		"text": {"FAIL: run run, profile test, gravest P2", "a|b <c> @d", "not measured",
			"near: the interval reaches across", "model: fake/m1 → fake/m2"},
		"json":   {`"verdict": "fail"`, `"name": "a|b <c> @d"`, `"value": null`, `"severity": "P2"`},
		"junit":  {`tests="4" failures="3"`, `name="a|b &lt;c&gt; @d"`, `type="insufficient"`, `type="not measured"`},
		"md":     {`a\|b \<c\> @` + "\u200b" + `d`, "| insufficient |", "- model: fake/m1 → fake/m2"},
		"github": {"❌ fail", "1 fail, 1 insufficient, 1 not measured, 1 pass"},
	}
	if len(want) != len(Formats) {
		t.Fatalf("%d formats", len(Formats))
	}
	for name, parts := range want {
		var b bytes.Buffer
		if err := r.Write(&b, name); err != nil {
			t.Fatal(err)
		}
		for _, part := range parts {
			if !strings.Contains(b.String(), part) {
				t.Errorf("%s lacks %q:\n%s", name, part, b.String())
			}
		}
		if strings.Contains(b.String(), "seed") && name != "json" {
			t.Errorf("%s tells of a difference that explains nothing", name)
		}
		switch name {
		case "json":
			var back Report
			if err := json.Unmarshal(b.Bytes(), &back); err != nil || len(back.Results) != 4 || *back.Results[1].Run != 0.5 {
				t.Errorf("%+v, %v", back, err)
			}
			checkKeys(t, b.Bytes())
		case "junit":
			var back jUnit
			if err := xml.Unmarshal(b.Bytes(), &back); err != nil || len(back.Cases) != 4 {
				t.Errorf("%+v, %v", back, err)
			}
		}
	}
	if r.Write(io.Discard, "yaml") == nil {
		t.Error("an unknown format is written")
	}
}

// checkKeys holds the keys that docs/formats.md describes.
func checkKeys(t *testing.T, report []byte) {
	t.Helper()
	var top map[string]json.RawMessage
	var rules []map[string]json.RawMessage
	if err := json.Unmarshal(report, &top); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(top["rules"], &rules); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(slices.Sorted(maps.Keys(top)), " "); got != "differs level profile rules run severity verdict" {
		t.Errorf("the report has %s", got)
	}
	if got := strings.Join(slices.Sorted(maps.Keys(rules[1])),
		" "); got != "attempted baseline cases clusters detectable high low measure method min name needed on run scored severity "+
		"statistic unscored value verdict why" {
		t.Errorf("a rule has %s", got)
	}
}
