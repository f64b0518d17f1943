package gate

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/score"
)

// simulated are two systems on companies with 8 questions each: companies differ, and so does how well each
// system does for a company; the second is better by lift.
func simulated(random *rand.Rand, companies, measures int, lift float64) (a, b values) {
	a, b = values{}, values{}
	for m := range measures {
		of := [2][]float64{make([]float64, companies*8), make([]float64, companies*8)}
		for company := range companies {
			level := 0.75 + 0.1*random.NormFloat64()
			for system := range 2 {
				p := level + 0.05*random.NormFloat64() + lift*float64(system)
				for q := range 8 {
					if random.Float64() < p {
						of[system][company*8+q] = 1
					}
				}
			}
		}
		name := "m" + strconv.Itoa(m)
		a[name] = func(i int) (float64, score.Outcome) { return scored(of[0][i]) }
		b[name] = func(i int) (float64, score.Outcome) { return scored(of[1][i]) }
	}
	return a, b
}

// TestSimulation holds equal systems, and one that got worse by twice the limit, against a gate: the first
// fail in no more than the nominal share, though ten measures are judged at once, and the others are found.
func TestSimulation(t *testing.T) {
	var rules strings.Builder
	for m := range 10 {
		fmt.Fprintf(&rules, "  - {name: r%d, measure: m%d, severity: P1, change: 0.001, unit: points, direction: any}\n", m, m)
	}
	random := rand.New(rand.NewPCG(7, 7))
	gate := func(companies, measures int, lift float64, rules string) (fails int, rounds int) {
		rounds = 200
		for range rounds {
			a, b := simulated(random, companies, measures, lift)
			p, err := analysis.Match(&ledger.Info{}, &ledger.Info{}, columns(companies*8, 8, a), columns(companies*8, 8, b))
			if err != nil {
				t.Fatal(err)
			}
			o := Options{}
			o.Draws = 100
			if judged(t, p, rules, o).Verdict == Fail {
				fails++
			}
		}
		return fails, rounds
	}
	// Without a margin, a gate of ten equal measures fails as often as any false alarm among them: 5 % of 200
	// rounds are 10, and 3 standard deviations above that 19.
	if fails, rounds := gate(60, 10, 0, rules.String()); fails > 19 {
		t.Errorf("equal systems failed %d of %d gates", fails, rounds)
	} else {
		t.Logf("without a margin, equal systems failed %d of %d gates of ten rules", fails, rounds)
	}
	const margin = "  - {name: r, measure: m0, severity: P1, change: 7, unit: points, direction: any}\n"
	if fails, rounds := gate(60, 1, 0, margin); fails > 1 {
		t.Errorf("equal systems failed %d of %d gates with a margin of 7 points", fails, rounds)
	}
	if fails, rounds := gate(150, 1, 0.14, margin); fails < rounds*9/10 {
		t.Errorf("a drop of twice the limit was found in %d of %d gates only", fails, rounds)
	} else {
		t.Logf("a drop of twice the limit was found in %d of %d gates", fails, rounds)
	}
}

// TestHolm wants a failure that is one of many to be taken back, and a clear one to stay.
func TestHolm(t *testing.T) {
	a := values{"near": share(0.86), "clear": share(0.6)}
	for i := range 20 {
		a["good"+strconv.Itoa(i)] = share(0.97)
	}
	rules := "  - {name: near, measure: near, severity: P0, min: 0.9}\n"
	alone := judged(t, pairs(t, a, nil), rules, Options{})
	rules += "  - {name: clear, measure: clear, severity: P3, min: 0.9}\n"
	for i := range 20 {
		rules += fmt.Sprintf("  - {name: g%d, measure: good%d, severity: P0, min: 0.9}\n", i, i)
	}
	among := judged(t, pairs(t, a, nil), rules, Options{})
	if alone.Verdict != Fail || among.Results[0].Verdict != Insufficient || among.Results[1].Verdict != Fail ||
		among.Severity != "P3" || !strings.Contains(among.Results[0].Why, "among the 22 rules") {
		t.Errorf("alone %s; among others %s (%s) and %s", alone.Verdict, among.Results[0].Verdict, among.Results[0].Why, among.Results[1].Verdict)
	}
}

func BenchmarkJudge(b *testing.B) {
	const n = 100_000
	run := func(shift float64) values {
		return values{
			"rate":  func(i int) (float64, score.Outcome) { return scored(float64(int(float64(i*7919%1000)/1000 + shift))) },
			"ratio": func(i int) (float64, score.Outcome) { return scored(float64(i*7919%1000)/1300 + shift) },
		}
	}
	rules := "  - {name: a, measure: rate, severity: P1, where: {kind: odd}, change: 1, unit: points, direction: any}\n" +
		"  - {name: b, measure: ratio, severity: P1, statistic: median, change: 0.01, unit: absolute, direction: any}\n" +
		"  - {name: c, measure: ratio, severity: P1, change: 0.01, unit: relative, direction: any}\n"
	x, y := columns(n, 200, run(0.3)), columns(n, 200, run(0.25))
	b.ReportAllocs()
	for b.Loop() {
		p, err := analysis.Match(&ledger.Info{}, &ledger.Info{}, x, y)
		if err != nil {
			b.Fatal(err)
		}
		judged(b, p, rules, Options{})
	}
}
