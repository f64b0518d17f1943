package measure

import "math"

// ppi is θ̂ = λ·mean_N(f) + mean_n(Y − λf) with λ* = Cov(Y, f)/((1 + n/N)·Var f), from 0 to 1: the
// labels' mean, made steadier by what the judge says of the cases without label, as far as the judge
// goes with the labels. N are the judged cases without label.
func (l *labelled) ppi(o Options) Correction {
	c := l.start(methodPPI)
	n, rest := len(l.y), len(l.u)
	switch {
	case n < 2 || rest < 2:
		c.Absent = "it needs two cases with label and two without"
		return c
	case l.clusters < 2:
		c.Absent = AbsentCluster
		return c
	}
	lambda := l.lambda()
	c.Lambda = number(lambda)
	residual := make([]float64, n)
	for i := range residual {
		residual[i] = l.y[i] - lambda*l.f[i]
	}
	offset, steady := meanOf(residual), meanOf(l.u)
	estimate := lambda*steady + offset
	if l.separate() {
		se := math.Sqrt(lambda*lambda*varianceOf(l.u, steady)/float64(rest) + varianceOf(residual, offset)/float64(n))
		l.conclude(&c, estimate, se, n-1, o)
		return c
	}
	influence := make([]float64, 0, n+rest)
	for _, v := range residual {
		influence = append(influence, (v-offset)/float64(n))
	}
	for _, v := range l.u {
		influence = append(influence, lambda*(v-steady)/float64(rest))
	}
	l.conclude(&c, estimate, l.clusteredSE(influence), l.labelClusters()-1, o)
	return c
}

// lambda is the estimate of λ*: the covariance over the labelled cases, the variance over all judged.
func (l *labelled) lambda() float64 {
	n, rest := float64(len(l.y)), float64(len(l.u))
	all := append(append(make([]float64, 0, len(l.f)+len(l.u)), l.f...), l.u...)
	spread := varianceOf(all, meanOf(all))
	if spread == 0 {
		return 0
	}
	meanY, meanF := meanOf(l.y), meanOf(l.f)
	var products sum
	for i := range l.y {
		products.add((l.y[i] - meanY) * (l.f[i] - meanF))
	}
	return min(max(products.value()/n/((1+n/rest)*spread), 0), 1)
}

// labelClusters is the number of clusters that have a label, at least 2.
func (l *labelled) labelClusters() int {
	seen := make([]bool, l.clusters)
	count := 0
	for _, c := range l.cluster[:len(l.y)] {
		if !seen[c] {
			seen[c] = true
			count++
		}
	}
	return max(count, 2)
}
