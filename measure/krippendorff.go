package measure

// Krippendorff's α = 1 − D_o/D_e: the disagreement within units against that between any two ratings.
// A unit's ratings count as 1/(m − 1) of their pairs, so units with missing ratings count less.

// alphaNominal counts every two different categories as the same disagreement.
func alphaNominal(t *tally) (float64, bool) {
	counts := t.counts
	clear(counts)
	var n, differ float64
	t.each(func(w, given float64, row []int32) {
		for _, code := range row {
			if code != Missing {
				counts[code] += w
			}
		}
		n += w * given
		differ += w * given * (1 - t.samePairs(given, row))
	})
	chance := n * n
	for _, count := range counts {
		chance -= count * count
	}
	if chance <= 0 {
		return 0, false
	}
	return 1 - differ*(n-1)/chance, true
}

// alphaInterval weighs disagreement by the squared distance of the categories' values.
func alphaInterval(t *tally) (float64, bool) { return t.alphaSquares(t.values) }

// alphaOrdinal counts it by how many ratings lie between the categories: the squared distance of their
// mean ranks among all ratings.
func alphaOrdinal(t *tally) (float64, bool) {
	counts := t.counts
	clear(counts)
	t.each(func(w, _ float64, row []int32) {
		for _, code := range row {
			if code != Missing {
				counts[code] += w
			}
		}
	})
	below := 0.0
	for c, count := range counts {
		counts[c] = below + count/2
		below += count
	}
	return t.alphaSquares(counts)
}

// alphaSquares needs only sums and sums of squares: Σ over ordered pairs (x − y)² = 2·(m·Σx² − (Σx)²).
func (t *tally) alphaSquares(values []float64) (float64, bool) {
	origin := t.centre(values)
	var n, sum, squares, observed, largest float64
	t.each(func(w, given float64, row []int32) {
		var rowSum, rowSquares float64
		for _, code := range row {
			if code != Missing {
				v := values[code] - origin
				rowSum += v
				rowSquares += v * v
				largest = max(largest, v, -v)
			}
		}
		n += w * given
		sum += w * rowSum
		squares += w * rowSquares
		if t.samePairs(given, row) < 1 {
			observed += w * 2 * (given*rowSquares - rowSum*rowSum) / (given - 1)
		}
	})
	chance := 2 * (n*squares - sum*sum)
	if chance <= 1e-12*n*n*largest*largest {
		return 0, false
	}
	return 1 - observed*(n-1)/chance, true
}

// centre is the mean value of the drawn ratings: sums of squares about it lose no digits.
func (t *tally) centre(values []float64) float64 {
	var n, sum float64
	t.each(func(w, _ float64, row []int32) {
		for _, code := range row {
			if code != Missing {
				n += w
				sum += w * values[code]
			}
		}
	})
	return sum / n
}
