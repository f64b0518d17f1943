package report

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/measure"
	"github.com/assayhq/assay/score"
)

// hostileText is what a document or a model might try on the reader of a report.
const hostileText = "</details></script><script>alert('x')</script><img src=x onerror=alert(1)>\u202eesrever\u202c\x00\x1b[31m " +
	"=HYPERLINK(\"http://x\") {{.}} 株式会社 é ﷽"

// companies of the invented run; some names are long or hostile.
var companies = []string{
	"Alderbrook Holdings", "Brightwater Utilities", "Corvane Semiconductor", "Dunmore & Lisle", "Eastgate Rail",
	"Fernhollow Foods", "Galloway Medical Instruments and Diagnostic Imaging Systems of North America, Incorporated", "Harrowgate Re",
	"Ironvale Steel", "Jessamy Retail", "Kestrel <b>Air</b> \"Cargo\"", "Lowther Bank",
}

// richRun makes a run with everything that reports show. Its texts are invented.
type richRun struct {
	cases, repeats int
	random         *rand.Rand
	lift           float64 // of the right answers
	system         string
}

func (rr *richRun) header() ledger.Header {
	return ledger.Header{
		Suite: "docqa", Arguments: []string{"eval", "docqa", "--data", "questions of 2026.jsonl", "--model", "orchard-large", "--seed", "7"},
		Settings: map[string]string{"concurrency": "8", "max-cost": "5", "scorers": "figure,f1,exact-normal,rougeL,bleu"},
		System: ledger.System{Name: rr.system, Kind: "prompt", Models: []string{"orchard-large"},
			Prompts:  map[string]string{"answer": "9b1c0d5e"},
			Settings: map[string]string{"temperature": "0"}, Hash: "5f0c"},
		Data:    []ledger.Source{{Path: "questions of 2026.jsonl", Format: "assay", SHA256: "c0ffee", Records: rr.cases}},
		Scorers: []string{"figure", "f1", "exact-normal", "rougeL", "bleu"}, Repeats: rr.repeats, Seed: 7, Prices: "2026-11-20",
		Tool: ledger.Tool{Version: "0.4.0", Commit: "abc1234", Go: "go1.26.0", OS: "linux", Arch: "amd64"},
	}
}

// write appends the run to a ledger.
func (rr *richRun) write(tb testing.TB, l *ledger.Ledger, at time.Time) *ledger.Info {
	tb.Helper()
	run, err := l.Begin(rr.header(), ledger.Hash{1}, at)
	must(tb, err)
	const batch = 1000
	for from := 0; from < rr.cases; from += batch {
		var cases []ledger.Case
		for i := from; i < min(from+batch, rr.cases); i++ {
			cases = append(cases, rr.oneCase(i))
		}
		must(tb, run.AddCases(cases))
	}
	must(tb, run.EndCases(rr.cases))
	for i := range rr.cases {
		for repeat := range rr.repeats {
			must(tb, run.AddAttempt(rr.attempt(i, repeat)))
		}
	}
	must(tb, run.Warn("model orchard-large will end on 2027-01-31; 'assay models ls' shows what follows it"))
	must(tb, run.Warn("3 questions have no gold of the kind that 'figure' reads: <b>they are skipped</b>"))
	must(tb, run.End(ledger.Complete, ""))
	info, err := l.Run(run.Name)
	must(tb, err)
	return info
}

func (rr *richRun) oneCase(i int) ledger.Case {
	question := fmt.Sprintf("What was the revenue of %s in fiscal year %d, in millions?", companies[i%len(companies)], 2021+i%5)
	if i%97 == 5 {
		question = "Which of these holds?\n\n" + hostileText + "\n\n- the first\n- the second"
	}
	body, _ := json.Marshal(map[string]any{"question": question, "gold": []string{fmt.Sprintf("%d million", 100+i)}})
	var hash ledger.Hash
	copy(hash[:], fmt.Sprintf("case %d", i))
	kinds := []string{"lookup", "arithmetic", "comparison over several filings and years", "no answer"}
	tags := map[string]string{"company": companies[i%len(companies)], "kind": kinds[i/3%4]}
	if i%7 != 0 {
		tags["year"] = fmt.Sprint(2021 + i%5)
	}
	id := fmt.Sprintf("q%05d", i)
	if i%97 == 5 {
		id = fmt.Sprintf("a-very-long-identifier/of/a/case/%d/%s", i, "with-parts-that-go-on-and-on-and-on-<i>")
	}
	return ledger.Case{Ordinal: i, ID: id, Hash: hash, Cluster: companies[i%len(companies)], Tags: tags, Body: body}
}

// failed are outcomes by their share in thousandths.
var failed = []struct {
	outcome score.Outcome
	reason  string
	share   int
}{{score.Refused, "safety", 30}, {score.Error, "overloaded", 20}, {score.Error, "deadline", 8}, {score.Truncated, "max_tokens", 15}}

func (rr *richRun) attempt(i, repeat int) *ledger.Attempt {
	cost, input, output := int64(1_234_000_000+i), int64(900+i%100), int64(40+i%17)
	a := &ledger.Attempt{Ordinal: i, Repeat: repeat, Outcome: ledger.Answered, Source: ledger.Live,
		Took: time.Duration(300+i%900) * time.Millisecond,
		Cost: &cost, Finished: time.UnixMilli(1_790_000_000_000 + int64(i))}
	use := ledger.Use{Provider: "orchard", Asked: "orchard-large", Served: "orchard-large-2026-08", Outcome: "complete",
		Source: ledger.Live, Tries: 1, Input: &input, Output: &output, Cost: &cost}
	at := rr.random.IntN(1000)
	for _, f := range failed {
		at -= f.share
		if at < 0 && at >= -f.share {
			rr.fail(a, &use, f.outcome, f.reason)
			break
		}
	}
	if a.Outcome == ledger.Answered {
		rr.answer(a, i)
	}
	if i%50 == 9 {
		use.Served, use.Cost, a.Cost = "orchard-large-2026-09", nil, nil
	}
	a.Uses = []ledger.Use{use}
	return a
}

func (rr *richRun) fail(a *ledger.Attempt, use *ledger.Use, outcome score.Outcome, reason string) {
	a.Outcome, a.Reason, use.Outcome = string(outcome), reason, string(outcome)
	if outcome == score.Error {
		use.Input, use.Output, use.Served = nil, nil, ""
	}
	for _, name := range rr.header().Scorers {
		a.Scores = append(a.Scores, score.Not(name, outcome, reason))
	}
}

func (rr *richRun) answer(a *ledger.Attempt, i int) {
	skill := 0.75 - 0.3*float64(i%len(companies))/float64(len(companies)) + rr.lift
	right := rr.random.Float64() < skill
	text := fmt.Sprintf("Revenue was %d million, as the income statement shows.", 100+i)
	if !right {
		text = fmt.Sprintf("Revenue was %d million.", 1000+i*3)
	}
	if i%97 == 5 {
		text = hostileText + "\nFINAL: 12"
	}
	a.Answer, _ = json.Marshal(map[string]string{"text": text})
	f1 := math.Min(1, math.Max(0, skill+0.25*rr.random.NormFloat64()))
	gold := fmt.Sprintf("%d million", 100+i)
	figure := score.Of("figure", 0)
	if right {
		figure.Value = 1
	}
	figure.Expected, figure.Extracted, figure.Explanation = gold, text[:min(24, len(text))], "equal at the digits shown"
	if !right {
		figure.Explanation, figure.Evidence = "scale: the answer is ten times the gold",
			[]string{"gold 2,345 at item 8, table 3", "answer 23,450 <u>at the end</u>"}
	}
	if i%140 == 3 {
		figure = score.Not("figure", score.Skipped, "there is no figure in the gold")
	}
	if i%53 == 7 {
		figure = score.Not("figure", score.Unparsable, "no figure in the answer")
	}
	exact := score.Of("exact-normal", 0)
	if right && rr.random.IntN(3) == 0 {
		exact.Value = 1
	}
	a.Scores = []score.Score{figure, score.Of("f1", f1), exact, score.Of("rougeL", f1*f1), score.Of("bleu", 100*f1*f1*f1)}
}

func must(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}

// openLedger makes a ledger that lasts as long as the test.
func openLedger(tb testing.TB) *ledger.Ledger {
	tb.Helper()
	l, err := ledger.Create(tb.TempDir(), "test")
	must(tb, err)
	tb.Cleanup(func() { must(tb, l.Close()) })
	return l
}

// rich is an invented run of 400 cases, as reports read it; its names and times do not change. It is made
// once and read by many tests; each gets a copy of what it might change.
func rich(tb testing.TB) (*analysis.Run, Options) {
	tb.Helper()
	made.Do(func() { made.run, made.results = makeRich(tb) })
	if made.run == nil {
		tb.Fatal("the invented run could not be made")
	}
	run, totals, info := *made.run, *made.run.Totals, *made.run.Info
	run.Totals, run.Info = &totals, &info
	return &run, Options{Results: func(ledger.With) iter.Seq2[*ledger.Result, error] {
		return func(yield func(*ledger.Result, error) bool) {
			for i := range made.results {
				if !yield(&made.results[i], nil) {
					return
				}
			}
		}
	}}
}

var made struct {
	sync.Once
	run     *analysis.Run
	results []ledger.Result
}

func makeRich(tb testing.TB) (*analysis.Run, []ledger.Result) {
	l := openLedger(tb)
	rr := &richRun{cases: 400, repeats: 1, random: rand.New(rand.NewPCG(1, 2)), system: "filing-reader"}
	info := rr.write(tb, l, time.UnixMilli(1_790_000_000_000))
	r, err := Of(l, info, analysis.Options{Options: measure.Options{Seed: 1}, Worst: 60})
	must(tb, err)
	fixed(r.Info)
	var results []ledger.Result
	for result, err := range ResultsOf(context.Background(), l, info)(everything) {
		must(tb, err)
		results = append(results, *result)
	}
	return r, results
}

// fixed gives a run the names that tests need.
func fixed(info *ledger.Info) {
	info.Name, info.Ended = "20260921-133320-abcd", info.Started.Add(95*time.Second)
}
