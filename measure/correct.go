package measure

import (
	"errors"
	"math"
)

// Drawn is how the cases that people labelled were chosen. It decides which correction is valid.
type Drawn string

const (
	// AtRandom: from the judged cases, independently of the verdicts.
	AtRandom Drawn = "at random"
	// ByClass: so many truly good and so many truly bad ones, of the judged cases.
	ByClass Drawn = "by class"
	// ByVerdict: so many that the judge passed and so many that it failed.
	ByVerdict Drawn = "by verdict"
	// Elsewhere: from other cases than those that the rate is about.
	Elsewhere Drawn = "elsewhere"
)

// Correction is the rate or mean that people would have given all cases, estimated from a judge's
// numbers for all and people's labels for some.
type Correction struct {
	Method      string    `json:"method,omitempty"`
	Why         string    `json:"why,omitempty"`    // why this method
	Absent      string    `json:"absent,omitempty"` // why there is no estimate or interval
	Estimate    *float64  `json:"estimate"`
	SE          *float64  `json:"se"`
	Interval    *Interval `json:"interval"`
	Judge       *float64  `json:"judge"`                 // the judge alone, uncorrected
	Labelled    int       `json:"labelled"`              // cases with a label and the judge's number
	Unlabelled  int       `json:"unlabelled"`            // cases with the judge's number only
	Unjudged    int       `json:"unjudged"`              // cases with a label only
	Lambda      *float64  `json:"lambda,omitempty"`      // how far the judge was relied on
	Sensitivity *float64  `json:"sensitivity,omitempty"` // share of good cases that the judge passes
	Specificity *float64  `json:"specificity,omitempty"` // share of bad cases that it fails
}

const (
	fewLabels    = 300 // below which PPI++ misses its level
	rareLabels   = 15  // labels of the rarer kind, below which likewise
	extremeShare = 0.05
)

// Correct chooses the correction by rule and reports its choice. Labels drawn by class or elsewhere:
// Rogan-Gladen. Drawn by the judge's verdict: the labels within each verdict. Drawn at random: the
// labels alone (Wilson, or bootstrap-t where they are not 0 or 1) below 300 labels, near 0 or 1, or
// with no other judged case; PPI++ otherwise.
func Correct(judge, labels *Sample, drawn Drawn, o Options) (Correction, error) {
	l, err := label(judge, labels)
	if err != nil {
		return Correction{}, err
	}
	switch drawn {
	case ByClass, Elsewhere:
		c := l.roganGladen(drawn, o)
		c.Why = "the labels were drawn " + string(drawn)
		return c, nil
	case ByVerdict:
		c := l.byVerdict(o)
		c.Why = "the labels were drawn by the judge's verdict"
		return c, nil
	case AtRandom:
	default:
		return Correction{}, errors.New("correct a judge: say how its labels were drawn: at random, by class, by verdict or elsewhere")
	}
	if why := l.alone(); why != "" {
		c := l.labelsAlone(o)
		c.Why = why
		return c, nil
	}
	c := l.ppi(o)
	c.Why = "enough labels drawn at random"
	return c, nil
}

// PPI corrects the judge by PPI++, without the rule.
func PPI(judge, labels *Sample, o Options) (Correction, error) {
	l, err := label(judge, labels)
	if err != nil {
		return Correction{}, err
	}
	return l.ppi(o), nil
}

// RoganGladen corrects the judge by its sensitivity and specificity, without the rule. drawn is
// whether the labelled cases are among those that the rate is about (ByClass) or not (Elsewhere).
func RoganGladen(judge, labels *Sample, drawn Drawn, o Options) (Correction, error) {
	l, err := label(judge, labels)
	if err != nil {
		return Correction{}, err
	}
	return l.roganGladen(drawn, o), nil
}

// LabelsAlone is the rate or mean of the labels, the judge left aside.
func LabelsAlone(judge, labels *Sample, o Options) (Correction, error) {
	l, err := label(judge, labels)
	if err != nil {
		return Correction{}, err
	}
	return l.labelsAlone(o), nil
}

// labelled is a judge beside the labels.
type labelled struct {
	labels   *Sample
	y, f     []float64 // label and judge of the cases with both
	u        []float64 // judge of the cases without label
	cluster  []int32   // of f, then of u
	clusters int
	unjudged int
}

func label(judge, labels *Sample) (*labelled, error) {
	if judge.frame != labels.frame {
		return nil, errors.New("correct a judge: its sample and the labels number their cases differently; make both from one frame")
	}
	j, h := judge.grouped(), labels.grouped()
	l := &labelled{labels: labels}
	var both, only []int32
	at := 0
	for i, number := range j.cases {
		for at < len(h.cases) && h.cases[at] < number {
			at++
		}
		if at < len(h.cases) && h.cases[at] == number {
			l.y, l.f, both = append(l.y, h.values[at]), append(l.f, j.values[i]), append(both, number)
		} else {
			l.u, only = append(l.u, j.values[i]), append(only, number)
		}
	}
	l.unjudged = len(h.cases) - len(both)
	l.cluster, l.clusters = judge.frame.clustersOf(append(both, only...))
	return l, nil
}

// start fills in what every correction reports.
func (l *labelled) start(method string) Correction {
	c := Correction{Method: method, Labelled: len(l.y), Unlabelled: len(l.u), Unjudged: l.unjudged}
	if len(l.f)+len(l.u) > 0 {
		all := append(append([]float64(nil), l.f...), l.u...)
		c.Judge = number(meanOf(all))
	}
	return c
}

// separate reports whether every case is a cluster of its own.
func (l *labelled) separate() bool { return l.clusters == len(l.cluster) }

// alone is the reason to use the labels alone; empty if there is none.
func (l *labelled) alone() string {
	n := len(l.y)
	switch {
	case l.unjudged > 0 && len(l.u) == 0, len(l.u) == 0:
		return "no judged case is without label"
	case n < fewLabels:
		return "fewer than 300 labels"
	case constant(l.f):
		return "the judge gives every labelled case the same verdict"
	}
	if !spanOf(l.y).binary {
		return ""
	}
	share := total(l.y) / float64(n)
	if near := min(share, 1-share); near < extremeShare || near*float64(n) < rareLabels {
		return "the rate is near 0 or 1"
	}
	return ""
}

// conclude sets the estimate and its t interval, clipped where the labels are rates.
func (l *labelled) conclude(c *Correction, estimate, se float64, degrees int, o Options) {
	rate := spanOf(l.y).fits(Ratio) == nil && l.labels.Scale != Continuous && l.labels.Scale != Ordinal
	half := tQuantile(1-o.alpha()/2, degrees) * se
	interval := Interval{Low: estimate - half, High: estimate + half, Level: o.IntervalLevel(), Method: c.Method}
	if rate && (interval.High < 0 || interval.Low > 1) {
		c.Absent = absentContradiction
		return
	}
	if rate {
		estimate, interval = min(max(estimate, 0), 1), interval.clipped(0, 1)
	}
	c.Estimate = number(estimate)
	if se > 0 {
		c.SE, c.Interval = number(se), &interval
	} else {
		c.Absent = AbsentConstant
	}
}

// absentContradiction is why an estimate far outside 0..1 is not given.
const absentContradiction = "the judge errs differently on these cases than on the labelled ones: no rate gives what it says"

// clusteredSE is the standard error of an estimate from what each case moves it by.
func (l *labelled) clusteredSE(influence []float64) float64 {
	sums := clusterSums(influence, l.cluster, l.clusters)
	for i, v := range sums {
		sums[i] = v * v
	}
	g := float64(l.clusters)
	return math.Sqrt(total(sums) * g / (g - 1))
}
