package measure

import "math"

// McNemar is the exact two-sided P of wins against losses under even chances:
// 2·P(Bin(wins + losses, ½) ≤ min(wins, losses)), at most 1. Counts of any size are computed without
// overflow, and a P too small for a float is the smallest float and not 0.
func McNemar(wins, losses int) float64 {
	k, n := float64(max(min(wins, losses), 0)), float64(max(wins, 0)+max(losses, 0))
	if 2*k >= n-1 {
		return 1
	}
	// P(X ≤ k) = P(X = k) · (1 + k/(n−k+1) + k(k−1)/((n−k+1)(n−k+2)) + …)
	series, term := 1.0, 1.0
	for j := k; j > 0 && term > series*1e-17; j-- {
		term *= j / (n - j + 1)
		series += term
	}
	p := math.Exp(logHalves(k, n) + math.Log(2*series))
	return min(1, max(p, math.SmallestNonzeroFloat64))
}

// logHalves is the logarithm of P(Bin(n, ½) = k) for k < n/2, in Loader's saddle-point form: the
// logarithms of factorials, which lose digits where n is large, cancel before they are computed.
func logHalves(k, n float64) float64 {
	if k == 0 {
		return -n * math.Ln2
	}
	rest := n - k
	value := stirling(n) - stirling(k) - stirling(rest) - deviance(k, n/2) - deviance(rest, n/2)
	return value - 0.5*math.Log(2*math.Pi*k*(rest/n))
}

// stirling is ln n! minus Stirling's approximation of it.
func stirling(n float64) float64 {
	if n < 16 {
		factorial, _ := math.Lgamma(n + 1)
		return factorial - (n+0.5)*math.Log(n) + n - 0.5*math.Log(2*math.Pi)
	}
	square := n * n
	return (1.0/12 - (1.0/360-(1.0/1260-(1.0/1680-1.0/1188/square)/square)/square)/square) / n
}

// deviance is x·ln(x/mean) + mean − x, by a series where x is near the mean.
func deviance(x, mean float64) float64 {
	if math.Abs(x-mean) >= 0.1*(x+mean) {
		return x*math.Log(x/mean) + mean - x
	}
	ratio := (x - mean) / (x + mean)
	value, term := (x-mean)*ratio, 2*x*ratio
	for j := 3.0; ; j += 2 {
		term *= ratio * ratio
		next := value + term/j
		if next == value {
			return value
		}
		value = next
	}
}
