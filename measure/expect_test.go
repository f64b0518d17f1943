package measure

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"testing"
)

// expectations are what independent packages gave for the same numbers (bench/measure/expect.py).
type expectations struct {
	Student []struct {
		P, Quantile float64
		Degrees     int
		TwoSided    float64 `json:"two_sided"`
	}
	Wilson []struct {
		K, N             int
		Level, Low, High float64
	}
	Mean []struct {
		Values                                   []float64
		Clusters                                 []int
		Mean, SE, Low, High, P, P10, Median, P90 float64
	}
	McNemar []struct {
		Wins, Losses int
		P            float64
	}
	Holm     []struct{ P, Adjusted []float64 }
	SignFlip []struct {
		Sums []float64
		P    float64
	}
	Paired struct {
		A, B         []float64
		P, Low, High float64
	}
	Agreement []struct {
		Categories                      int
		Codes                           [][]int
		Worth                           []float64
		Nominal, Ordinal, Interval, AC1 float64
		Kappa, Weighted                 *float64
	}
	PPI []struct {
		Y, F, U                     []float64
		Lambda, Estimate, Low, High float64
	}
	Rogan []struct {
		Passing, Asked, Hit, Good, Right, Bad int
		Estimate, Low, High                   float64
	}
	Slope struct {
		X, Y                               []float64
		Clusters                           []int
		Slope, Intercept, SE, P, Low, High float64
	}
	AUC struct {
		Positive []int
		Score    []float64
		AUC      float64
	}
	BCa struct {
		Values       []float64
		Median, Mean [2]float64
	}
}

func expected(t *testing.T) expectations {
	t.Helper()
	data, err := os.ReadFile("testdata/expect.json")
	if err != nil {
		t.Fatal(err)
	}
	var e expectations
	if err := json.Unmarshal(data, &e); err != nil {
		t.Fatal(err)
	}
	for name, count := range map[string][2]int{
		"student": {len(e.Student), 54}, "wilson": {len(e.Wilson), 24}, "mean": {len(e.Mean), 4}, "mcnemar": {len(e.McNemar), 14},
		"holm": {len(e.Holm), 4}, "signflip": {len(e.SignFlip), 4}, "agreement": {len(e.Agreement), 5}, "ppi": {len(e.PPI),
			3}, "rogan": {len(e.Rogan), 3},
	} {
		if count[0] < count[1] {
			t.Fatalf("%s: %d expectations, want %d", name, count[0], count[1])
		}
	}
	return e
}

// close fails where got is further from want than the share of it.
func closeTo(t *testing.T, name string, got *float64, want, share float64) {
	t.Helper()
	switch {
	case got == nil:
		t.Errorf("%s is absent, want %v", name, want)
	case math.IsNaN(*got) || math.Abs(*got-want) > share*max(math.Abs(want), 1e-3):
		t.Errorf("%s is %.15g, want %.15g (off by %.2g)", name, *got, want, *got-want)
	}
}

const exact = 1e-9

func labelsOf(clusters []int) []string {
	labels := make([]string, len(clusters))
	for i, c := range clusters {
		labels[i] = fmt.Sprint("cluster ", c)
	}
	return labels
}

func TestExpectStudent(t *testing.T) {
	for _, row := range expected(t).Student {
		name := fmt.Sprintf("t quantile %g of %d degrees", row.P, row.Degrees)
		closeTo(t, name, number(tQuantile(row.P, row.Degrees)), row.Quantile, exact)
		closeTo(t, "P of 2.1 with "+name, number(tTest(2.1, row.Degrees)), row.TwoSided, exact)
	}
}

func TestExpectWilson(t *testing.T) {
	for _, row := range expected(t).Wilson {
		i, err := Wilson(row.K, row.N, Options{Level: row.Level})
		if err != nil {
			t.Fatal(err)
		}
		name := fmt.Sprintf("%d of %d at %g", row.K, row.N, row.Level)
		closeTo(t, name+", low", &i.Low, row.Low, exact)
		closeTo(t, name+", high", &i.High, row.High, exact)
	}
}

func TestExpectMean(t *testing.T) {
	for at, row := range expected(t).Mean {
		labels := labelsOf(row.Clusters)
		s := Of("mean", Continuous, row.Values, labels).Stat(Options{})
		name := fmt.Sprintf("set %d: ", at)
		for _, v := range []struct {
			name string
			got  *float64
			want float64
		}{
			{"mean", s.Mean, row.Mean}, {"se", s.SE, row.SE}, {"low", &s.Interval.Low, row.Low}, {"high", &s.Interval.High, row.High},
			{"p10", s.P10, row.P10}, {"median", s.Median, row.Median}, {"p90", s.P90, row.P90},
		} {
			closeTo(t, name+v.name, v.got, v.want, exact)
		}
		zeros := make([]float64, len(row.Values))
		p := pairOf(t, Continuous, row.Values, zeros, labels)
		d := spreadOf(p.differences(), p.cluster, p.clusters)
		closeTo(t, name+"P", number(tTest(d.mean/d.se, d.clusters-1)), row.P, 1e-7)
	}
}

func TestExpectMcNemar(t *testing.T) {
	for _, row := range expected(t).McNemar {
		got := McNemar(row.Wins, row.Losses)
		if row.P == 0 {
			row.P = math.SmallestNonzeroFloat64 // a P is never 0
		}
		if math.Abs(got-row.P) > exact*row.P {
			t.Errorf("%d wins, %d losses: P %.15g, want %.15g", row.Wins, row.Losses, got, row.P)
		}
	}
}

func TestExpectHolm(t *testing.T) {
	for _, row := range expected(t).Holm {
		for i, got := range Holm(row.P) {
			closeTo(t, fmt.Sprintf("%d of %d", i, len(row.P)), &got, row.Adjusted[i], exact)
		}
	}
}

func TestExpectSignFlip(t *testing.T) {
	for at, row := range expected(t).SignFlip {
		got := SignFlip(row.Sums, Options{})
		closeTo(t, fmt.Sprintf("set %d of %d clusters", at, len(row.Sums)), &got, row.P, exact)
	}
}

func TestExpectPaired(t *testing.T) {
	row := expected(t).Paired
	c := pairOf(t, Continuous, row.A, row.B, nil).Compare(Options{})
	if c.Method != methodT {
		t.Fatalf("method %q (%s)", c.Method, c.Why)
	}
	closeTo(t, "P", c.P, row.P, exact)
	closeTo(t, "low", &c.Interval.Low, row.Low, exact)
	closeTo(t, "high", &c.Interval.High, row.High, exact)
}

func TestExpectAgreement(t *testing.T) {
	for at, row := range expected(t).Agreement {
		raters, categories := make([]string, len(row.Codes[0])), make([]string, row.Categories)
		r := NewRatings("set", raters, categories)
		r.Worth = row.Worth
		for unit, codes := range row.Codes {
			if err := r.Add(fmt.Sprint(unit), "", codes...); err != nil {
				t.Fatal(err)
			}
		}
		want := map[string]*float64{
			methodAlphaNominal: &row.Nominal, methodAlphaOrdinal: &row.Ordinal, methodAlphaInterval: &row.Interval,
			methodAC1: &row.AC1, methodKappa: row.Kappa, methodWeightedKappa: row.Weighted,
		}
		for _, c := range coefficients {
			a := r.Agree(c.Name, Options{Draws: 100})
			if want[c.Name] == nil {
				if a.Value != nil || a.Absent == "" {
					t.Errorf("set %d, %s: a value for %d raters", at, c.Name, len(raters))
				}
				continue
			}
			closeTo(t, fmt.Sprintf("set %d, %s", at, c.Name), a.Value, *want[c.Name], exact)
			if a.Interval == nil || !a.Interval.Contains(*a.Value) {
				t.Errorf("set %d, %s: interval %v about %v", at, c.Name, a.Interval, *a.Value)
			}
		}
	}
}

func TestExpectPPI(t *testing.T) {
	for at, row := range expected(t).PPI {
		frame := numbers(t, len(row.Y)+len(row.U), 1)
		judge, labels := frame.Sample("judge", Continuous), frame.Sample("labels", Continuous)
		for i, y := range row.Y {
			labels.Add(i, y)
			judge.Add(i, row.F[i])
		}
		for i, u := range row.U {
			judge.Add(len(row.Y)+i, u)
		}
		c, err := PPI(judge, labels, Options{})
		if err != nil {
			t.Fatal(err)
		}
		name := fmt.Sprintf("set %d: ", at)
		closeTo(t, name+"λ", c.Lambda, row.Lambda, exact)
		closeTo(t, name+"estimate", c.Estimate, row.Estimate, exact)
		// The package divides variances by n and uses z; ours divide by n − 1 and use t.
		residual := make([]float64, len(row.Y))
		for i := range residual {
			residual[i] = row.Y[i] - *c.Lambda*row.F[i]
		}
		n, rest := float64(len(row.Y)), float64(len(row.U))
		theirs := *c.Lambda**c.Lambda*varianceOf(row.U, meanOf(row.U))*(rest-1)/rest/rest + varianceOf(residual, meanOf(residual))*(n-1)/n/n
		closeTo(t, name+"half their interval", number(zQuantile(0.975)*math.Sqrt(theirs)), (row.High-row.Low)/2, exact)
		closeTo(t, name+"half our interval", number((c.Interval.High-c.Interval.Low)/2), (row.High-row.Low)/2, 0.05)
	}
}

func TestExpectRogan(t *testing.T) {
	for at, row := range expected(t).Rogan {
		judge, labels := judgedBy(t, map[string]int{
			"11": row.Hit, "10": row.Good - row.Hit, "00": row.Right, "01": row.Bad - row.Right,
			" 1": row.Passing, " 0": row.Asked - row.Passing,
		})
		c, err := RoganGladen(judge, labels, Elsewhere, Options{})
		if err != nil {
			t.Fatal(err)
		}
		name := fmt.Sprintf("set %d: ", at)
		closeTo(t, name+"estimate", c.Estimate, row.Estimate, exact)
		closeTo(t, name+"low", &c.Interval.Low, row.Low, exact)
		closeTo(t, name+"high", &c.Interval.High, row.High, exact)
	}
}

func TestExpectSlope(t *testing.T) {
	row := expected(t).Slope
	s := pairOf(t, Continuous, row.Y, row.X, labelsOf(row.Clusters)).slope(Options{})
	for _, v := range []struct {
		name string
		got  *float64
		want float64
	}{
		{"slope", s.Value, row.Slope}, {"intercept", s.Intercept, row.Intercept}, {"se", s.SE, row.SE}, {"p", s.P, row.P},
		{"low", &s.Interval.Low, row.Low}, {"high", &s.Interval.High, row.High},
	} {
		closeTo(t, v.name, v.got, v.want, exact)
	}
}

func TestExpectAUC(t *testing.T) {
	row := expected(t).AUC
	frame := numbers(t, len(row.Score), 1)
	score, positive := frame.Sample("score", Continuous), frame.Sample("positive", Binary)
	for i, v := range row.Score {
		score.Add(i, v)
		positive.Add(i, float64(row.Positive[i]))
	}
	s, err := Separate(score, positive, Options{})
	if err != nil {
		t.Fatal(err)
	}
	closeTo(t, "AUC", s.AUC, row.AUC, exact)
	if s.Interval == nil || !s.Interval.Contains(row.AUC) {
		t.Errorf("interval %v about %g", s.Interval, row.AUC)
	}
}

// TestExpectBootstrap compares with other draws of the same distribution, so only to within theirs.
func TestExpectBootstrap(t *testing.T) {
	row := expected(t).BCa
	s := Of("values", Continuous, row.Values, nil)
	o := Options{Draws: 20_000, Seed: 5}
	median, absent := s.MedianInterval(o)
	if median == nil {
		t.Fatal(absent)
	}
	closeTo(t, "median, low", &median.Low, row.Median[0], 0.03)
	closeTo(t, "median, high", &median.High, row.Median[1], 0.03)
	mean := o.bootstrap(len(row.Values), len(row.Values), true, func(times []int32) (float64, bool) {
		var total, n float64
		for i, k := range times {
			total += float64(k) * row.Values[i]
			n += float64(k)
		}
		return total / n, true
	})
	if mean == nil || mean.Method != methodBCa {
		t.Fatalf("interval %v", mean)
	}
	closeTo(t, "BCa of the mean, low", &mean.Low, row.Mean[0], 0.02)
	closeTo(t, "BCa of the mean, high", &mean.High, row.Mean[1], 0.02)
}
