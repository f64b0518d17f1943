package measure

import "math"

// leastYouden is the sensitivity + specificity − 1 below which a division by it is too unstable.
const leastYouden = 0.1

// diagnosis is how a judge of 0 and 1 does on labelled cases, with its verdicts on the cases in question.
type diagnosis struct {
	good, bad      float64 // labelled cases of either kind
	pass, fail     float64 // of the good passed, of the bad failed
	asked, passing float64 // cases that the rate is about, and those passed
}

func (d diagnosis) sensitivity() float64 { return d.pass / d.good }
func (d diagnosis) specificity() float64 { return d.fail / d.bad }
func (d diagnosis) youden() float64      { return d.sensitivity() + d.specificity() - 1 }
func (d diagnosis) estimate() float64 {
	return (d.passing/d.asked + d.specificity() - 1) / d.youden()
}

// roganGladen is θ̂ = (p̂ + q0 − 1)/(q0 + q1 − 1), clipped to 0..1, where p̂ is the judge's rate, q1 its
// sensitivity and q0 its specificity. It refuses judges that are not 0 or 1, labels of one kind only,
// and a judge that does little better than chance.
func (l *labelled) roganGladen(drawn Drawn, o Options) Correction {
	c := l.start(methodRoganGladen)
	d := l.diagnose(drawn)
	switch {
	case !spanOf(l.y).binary || !spanOf(l.f).binary || !spanOf(l.u).binary:
		c.Absent = "it is for judges and labels of 0 or 1"
		return c
	case d.good < 2 || d.bad < 2:
		c.Absent = "it needs two labelled cases that are good and two that are bad"
		return c
	case d.asked < 2:
		c.Absent = "no judged case to correct"
		return c
	}
	c.Sensitivity, c.Specificity = number(d.sensitivity()), number(d.specificity())
	if d.youden() < leastYouden || d.youdenLow(o) <= 0 {
		c.Absent = "the judge cannot be distinguished from chance: sensitivity + specificity is too near 1"
		return c
	}
	if l.separate() {
		l.langReiczigel(&c, d, o)
		return c
	}
	l.conclude(&c, d.estimate(), l.clusteredSE(l.roganInfluence(drawn, d)), l.labelClusters()-1, o)
	return c
}

func (l *labelled) diagnose(drawn Drawn) diagnosis {
	var d diagnosis
	for i, y := range l.y {
		if y == 1 {
			d.good++
			d.pass += l.f[i]
		} else {
			d.bad++
			d.fail += 1 - l.f[i]
		}
	}
	d.asked, d.passing = float64(len(l.u)), total(l.u)
	if drawn != Elsewhere {
		d.asked += float64(len(l.f))
		d.passing += total(l.f)
	}
	return d
}

// youdenLow is the lower bound of sensitivity + specificity − 1, with one case of each kind added.
func (d diagnosis) youdenLow(o Options) float64 {
	q1, q0 := (d.pass+1)/(d.good+2), (d.fail+1)/(d.bad+2)
	se := math.Sqrt(q1*(1-q1)/(d.good+2) + q0*(1-q0)/(d.bad+2))
	return q1 + q0 - 1 - zQuantile(1-o.alpha()/2)*se
}

// langReiczigel is the interval of Lang and Reiczigel (2014): the counts get pseudo-cases and the
// centre a shift, so that it covers where plain error propagation does not.
func (l *labelled) langReiczigel(c *Correction, d diagnosis, o Options) {
	z := zQuantile(1 - o.alpha()/2)
	adjusted := diagnosis{
		good: d.good + 2, pass: d.pass + 1, bad: d.bad + 2, fail: d.fail + 1,
		asked: d.asked + z*z, passing: d.passing + z*z/2,
	}
	q1, q0, p := adjusted.sensitivity(), adjusted.specificity(), adjusted.passing/adjusted.asked
	theta := adjusted.estimate()
	errorGood, errorBad := q1*(1-q1)/adjusted.good, q0*(1-q0)/adjusted.bad
	shift := 2 * z * z * (theta*errorGood - (1-theta)*errorBad)
	se := math.Sqrt(p*(1-p)/adjusted.asked+(1-theta)*(1-theta)*errorBad+theta*theta*errorGood) / adjusted.youden()
	interval := Interval{Low: theta + shift - z*se, High: theta + shift + z*se, Level: o.IntervalLevel(), Method: c.Method}
	if interval.High < 0 || interval.Low > 1 {
		c.Absent = absentContradiction
		return
	}
	interval = interval.clipped(0, 1)
	estimate := min(max(d.estimate(), 0), 1)
	interval.Low, interval.High = min(interval.Low, estimate), max(interval.High, estimate)
	c.Estimate, c.SE, c.Interval = number(estimate), number(se), &interval
}

// roganInfluence is what each case moves the estimate by, to first order.
func (l *labelled) roganInfluence(drawn Drawn, d diagnosis) []float64 {
	theta, youden, rate := d.estimate(), d.youden(), d.passing/d.asked
	influence := make([]float64, 0, len(l.cluster))
	for i, y := range l.y {
		var v float64
		if y == 1 {
			v = -theta * (l.f[i] - d.sensitivity()) / d.good
		} else {
			v = (1 - theta) * (1 - l.f[i] - d.specificity()) / d.bad
		}
		if drawn != Elsewhere {
			v += (l.f[i] - rate) / d.asked
		}
		influence = append(influence, v/youden)
	}
	for _, f := range l.u {
		influence = append(influence, (f-rate)/d.asked/youden)
	}
	return influence
}
