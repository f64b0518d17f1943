package measure

import "math"

// byVerdict is θ̂ = p̂·m₁ + (1 − p̂)·m₀: the mean label of the cases that the judge passed and of those
// that it failed, each weighted by how many there are among all judged cases.
func (l *labelled) byVerdict(o Options) Correction {
	c := l.start(methodByVerdict)
	if !spanOf(l.f).binary || !spanOf(l.u).binary {
		c.Absent = "it is for judges that say 0 or 1"
		return c
	}
	var kinds [2][]float64
	for i, f := range l.f {
		kinds[int(f)] = append(kinds[int(f)], l.y[i])
	}
	if len(kinds[0]) < 2 || len(kinds[1]) < 2 {
		c.Absent = "it needs two labels of cases that the judge passed and two of cases that it failed"
		return c
	}
	if l.clusters < 2 {
		c.Absent = AbsentCluster
		return c
	}
	mean := [2]float64{meanOf(kinds[0]), meanOf(kinds[1])}
	all := float64(len(l.f) + len(l.u))
	rate := (total(l.f) + total(l.u)) / all
	estimate := rate*mean[1] + (1-rate)*mean[0]
	if l.separate() {
		se := math.Sqrt(rate*rate*smoothedVariance(kinds[1]) + (1-rate)*(1-rate)*smoothedVariance(kinds[0]) +
			(mean[1]-mean[0])*(mean[1]-mean[0])*rate*(1-rate)/all)
		l.conclude(&c, estimate, se, min(len(kinds[0]), len(kinds[1]))-1, o)
		return c
	}
	influence := make([]float64, len(l.cluster))
	for i, f := range append(append([]float64(nil), l.f...), l.u...) {
		influence[i] = (f - rate) / all * (mean[1] - mean[0])
		if i < len(l.y) {
			share := [2]float64{1 - rate, rate}[int(f)]
			influence[i] += share * (l.y[i] - mean[int(f)]) / float64(len(kinds[int(f)]))
		}
	}
	l.conclude(&c, estimate, l.clusteredSE(influence), l.labelClusters()-1, o)
	return c
}

// smoothedVariance is the variance of a mean of labels. To labels of 0 and 1 one of each is added: a few labels
// that all agree are not certain.
func smoothedVariance(labels []float64) float64 {
	n := float64(len(labels))
	if spanOf(labels).binary {
		share := (total(labels) + 1) / (n + 2)
		return share * (1 - share) / (n + 2)
	}
	return varianceOf(labels, meanOf(labels)) / n
}
