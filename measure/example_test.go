package measure_test

import (
	"fmt"

	"github.com/assayhq/assay/measure"
)

// Two systems answer the same twelve questions about three invented companies.
func Example() {
	frame := measure.NewFrame()
	a, b := frame.Sample("exact", measure.Binary), frame.Sample("exact", measure.Binary)
	answers := map[string][2]string{
		"Harbor Mills": {"1101", "1100"}, "Quillfeather Bank": {"1-11", "0111"}, "Ostrava Tools": {"1110", "0100"},
	}
	for _, company := range []string{"Harbor Mills", "Quillfeather Bank", "Ostrava Tools"} {
		for i := range 4 {
			number, err := frame.Case(fmt.Sprint(company, " ", i), company)
			if err != nil {
				fmt.Println(err)
				return
			}
			for s, sample := range []*measure.Sample{a, b} {
				if mark := answers[company][s][i]; mark == '-' {
					sample.Miss(number, "refused")
				} else {
					sample.Add(number, float64(mark-'0'))
				}
			}
		}
	}
	stat := a.Stat(measure.Options{})
	fmt.Printf("%.3f [%.3f, %.3f] %s; %d/%d, %v\n", *stat.Mean, stat.Interval.Low, stat.Interval.High, stat.Interval.Method,
		stat.Scored, stat.Attempted, stat.Reasons)
	pair, err := measure.Pair(a, b)
	if err != nil {
		fmt.Println(err)
		return
	}
	c := pair.Compare(measure.Options{})
	fmt.Printf("%+.3f [%+.3f, %+.3f], P %.2f by %s: %s; %d wins, %d losses\n", *c.Difference, c.Interval.Low,
		c.Interval.High, *c.P, c.Method, c.Why, c.Wins, c.Losses)
	// Output:
	// 0.818 [0.254, 0.983] Wilson, effective cases; 11/12, [{refused 1}]
	// +0.364 [+0.021, +0.707], P 0.04 by clustered t: too few clusters for a sign flip; 4 wins, 0 losses
}
