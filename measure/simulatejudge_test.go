package measure

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// judgeModel is a judge that errs at random and a truth that people see.
type judgeModel struct {
	name                           string
	rate, sensitivity, specificity float64
}

var judgeModels = []judgeModel{
	{"even", 0.5, 0.9, 0.8},
	{"mostly good, small bias", 0.7, 0.92, 0.75},
	{"good, lenient judge", 0.9, 0.93, 0.6},
	{"sharp judge, small bias", 0.6, 0.95, 0.89},
}

func (m judgeModel) draw(random *rand.Rand, chance float64) (truth, verdict float64) {
	if random.Float64() < chance {
		truth = 1
	}
	pass := 1 - m.specificity
	if truth == 1 {
		pass = m.sensitivity
	}
	if random.Float64() < pass {
		verdict = 1
	}
	return truth, verdict
}

// numbers gives a new frame its cases, in clusters of a size, or alone for size 1.
func numbers(t *testing.T, n, size int) *Frame {
	t.Helper()
	frame := NewFrame()
	for i := range n {
		label := ""
		if size > 1 {
			label = fmt.Sprint("company ", i/size)
		}
		if _, err := frame.Case(fmt.Sprint(i), label); err != nil {
			t.Fatal(err)
		}
	}
	return frame
}

// TestJudgeCoverage: the judge's own interval misses the truth, the corrected ones cover it.
func TestJudgeCoverage(t *testing.T) {
	t.Parallel()
	const reps, labelled, judged = 100, 150, 1_000
	frame := numbers(t, labelled+judged, 1)
	for at, m := range judgeModels {
		t.Run(m.name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(61, uint64(at)))
			hits := map[string]int{}
			for range reps {
				judge, labels := frame.Sample("judge", Binary), frame.Sample("labels", Binary)
				byClass, room := frame.Sample("labels by class", Binary), [2]int{labelled / 2, labelled / 2}
				for i := range labelled + judged {
					truth, verdict := m.draw(random, m.rate)
					judge.Add(i, verdict)
					if i < labelled {
						labels.Add(i, truth)
					}
					if room[int(truth)] > 0 {
						room[int(truth)]--
						byClass.Add(i, truth)
					}
				}
				count(hits, "judge", judge.Stat(Options{}).Interval.Contains(m.rate))
				for _, row := range []struct {
					name    string
					labels  *Sample
					correct func(judge, labels *Sample) (Correction, error)
				}{
					{"labels", labels, func(j, l *Sample) (Correction, error) { return LabelsAlone(j, l, Options{}) }},
					{"ppi", labels, func(j, l *Sample) (Correction, error) { return PPI(j, l, Options{}) }},
					{"rogan", byClass, func(j, l *Sample) (Correction, error) { return RoganGladen(j, l, ByClass, Options{}) }},
					{"rule", labels, func(j, l *Sample) (Correction, error) { return Correct(j, l, AtRandom, Options{}) }},
				} {
					c, err := row.correct(judge, row.labels)
					if err != nil {
						t.Fatal(err)
					}
					if c.Interval == nil {
						t.Fatalf("%s: no interval: %s", row.name, c.Absent)
					}
					count(hits, row.name, c.Interval.Contains(m.rate))
				}
			}
			t.Logf("coverage of %d: %v", reps, hits)
			if share := float64(hits["judge"]) / reps; share > 0.83 {
				t.Errorf("the judge alone covers %.3f: it is not biased enough to tell anything", share)
			}
			near(t, "labels alone", hits["labels"], reps, 0.95, 0.005)
			near(t, "PPI++", hits["ppi"], reps, 0.94, 0.01)
			near(t, "Rogan-Gladen", hits["rogan"], reps, 0.95, 0.015)
			near(t, "the rule's choice", hits["rule"], reps, 0.95, 0.005)
		})
	}
}

// TestJudgeClusters: with companies that differ, corrections over clusters keep their level.
func TestJudgeClusters(t *testing.T) {
	t.Parallel()
	const reps, companies, size, labelledEach = 180, 30, 40, 12
	frame := numbers(t, companies*size, size)
	m := judgeModel{"", 0.7, 0.92, 0.75}
	random := rand.New(rand.NewPCG(71, 72))
	hits := map[string]int{}
	truth := logitModel{level: 1, company: 1}.truth()
	for rep := range reps {
		judge, labels := frame.Sample("judge", Binary), frame.Sample("labels", Binary)
		for c := range companies {
			chance := logistic(1 + random.NormFloat64())
			for i := range size {
				yes, verdict := m.draw(random, chance)
				judge.Add(c*size+i, verdict)
				if i < labelledEach {
					labels.Add(c*size+i, yes)
				}
			}
		}
		o := Options{Seed: uint64(rep)}
		chosen, err := Correct(judge, labels, AtRandom, o)
		if err != nil {
			t.Fatal(err)
		}
		rogan, err := RoganGladen(judge, labels, ByClass, o)
		if err != nil {
			t.Fatal(err)
		}
		verdict, err := Correct(judge, labels, ByVerdict, o)
		if err != nil {
			t.Fatal(err)
		}
		if chosen.Method != methodPPI || verdict.Method != methodByVerdict {
			t.Fatalf("chose %q and %q for %d labels", chosen.Method, verdict.Method, chosen.Labelled)
		}
		count(hits, "ppi", chosen.Interval.Contains(truth))
		count(hits, "rogan", rogan.Interval.Contains(truth))
		count(hits, "verdict", verdict.Interval.Contains(truth))
	}
	near(t, "PPI++ over clusters", hits["ppi"], reps, 0.95, 0.01)
	near(t, "Rogan-Gladen over clusters", hits["rogan"], reps, 0.95, 0.02)
	near(t, "labels by verdict over clusters", hits["verdict"], reps, 0.95, 0.01)
}

// TestByVerdictCoverage: labels drawn half from what the judge passed mislead every other method.
func TestByVerdictCoverage(t *testing.T) {
	t.Parallel()
	const reps, each, judged = 250, 100, 1_000
	frame := numbers(t, judged, 1)
	m := judgeModel{"", 0.85, 0.9, 0.7}
	random := rand.New(rand.NewPCG(81, 82))
	hits := map[string]int{}
	for range reps {
		judge, labels := frame.Sample("judge", Binary), frame.Sample("labels", Binary)
		var drawn [2]int
		for i := range judged {
			truth, verdict := m.draw(random, m.rate)
			judge.Add(i, verdict)
			if drawn[int(verdict)] < each {
				drawn[int(verdict)]++
				labels.Add(i, truth)
			}
		}
		for name, how := range map[string]Drawn{"verdict": ByVerdict, "random": AtRandom} {
			c, err := Correct(judge, labels, how, Options{})
			if err != nil {
				t.Fatal(err)
			}
			count(hits, name, c.Interval.Contains(m.rate))
		}
	}
	near(t, "labels by verdict", hits["verdict"], reps, 0.95, 0.01)
	if share := float64(hits["random"]) / reps; share > 0.5 {
		t.Errorf("taken as random the same labels cover %.3f: the draw is not lopsided enough to tell anything", share)
	}
}

// TestByVerdictError: the standard error is the spread of the estimates, the share that the judge passes
// counted in.
func TestByVerdictError(t *testing.T) {
	t.Parallel()
	const reps, each, judged = 400, 50, 300
	frame := numbers(t, judged, 1)
	m := judgeModel{"", 0.7, 0.98, 0.95}
	random := rand.New(rand.NewPCG(121, 122))
	var estimates, errors []float64
	for range reps {
		judge, labels := frame.Sample("judge", Binary), frame.Sample("labels", Binary)
		var drawn [2]int
		for i := range judged {
			truth, verdict := m.draw(random, m.rate)
			judge.Add(i, verdict)
			if drawn[int(verdict)] < each {
				drawn[int(verdict)]++
				labels.Add(i, truth)
			}
		}
		c, err := Correct(judge, labels, ByVerdict, Options{})
		if err != nil {
			t.Fatal(err)
		}
		estimates, errors = append(estimates, *c.Estimate), append(errors, *c.SE)
	}
	spread, stated := math.Sqrt(varianceOf(estimates, meanOf(estimates))), meanOf(errors)
	if stated < 0.9*spread || stated > 1.25*spread {
		t.Errorf("standard error %.4f, estimates spread by %.4f", stated, spread)
	}
}

// TestPPIGains: a good judge makes the interval narrower than the labels alone, a useless one no wider.
func TestPPIGains(t *testing.T) {
	const labelled, judged = 400, 4_000
	width := func(m judgeModel) (ppi, alone, lambda float64) {
		frame := numbers(t, labelled+judged, 1)
		judge, labels := frame.Sample("judge", Binary), frame.Sample("labels", Binary)
		random := rand.New(rand.NewPCG(91, 92))
		for i := range labelled + judged {
			truth, verdict := m.draw(random, m.rate)
			judge.Add(i, verdict)
			if i < labelled {
				labels.Add(i, truth)
			}
		}
		c, err := PPI(judge, labels, Options{})
		if err != nil {
			t.Fatal(err)
		}
		l, err := LabelsAlone(judge, labels, Options{})
		if err != nil {
			t.Fatal(err)
		}
		return c.Interval.High - c.Interval.Low, l.Interval.High - l.Interval.Low, *c.Lambda
	}
	if ppi, alone, lambda := width(judgeModel{"", 0.6, 0.97, 0.97}); ppi > 0.6*alone || lambda < 0.7 {
		t.Errorf("good judge: width %.4f beside %.4f of the labels, λ %.3f", ppi, alone, lambda)
	}
	if ppi, alone, lambda := width(judgeModel{"", 0.6, 0.5, 0.5}); ppi > 1.02*alone || math.Abs(lambda) > 0.1 {
		t.Errorf("useless judge: width %.4f beside %.4f of the labels, λ %.3f", ppi, alone, lambda)
	}
}
