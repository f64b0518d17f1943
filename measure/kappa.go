package measure

// cohen is (p_o − p_e)/(1 − p_e), where p_e is how often two raters with these frequencies agree by
// chance. It does not exist where both always say the same one thing.
func cohen(t *tally) (float64, bool) {
	first, second := t.counts, t.marks
	clear(first)
	clear(second)
	var same, n float64
	t.each(func(w, _ float64, row []int32) {
		first[row[0]] += w
		second[row[1]] += w
		if row[0] == row[1] {
			same += w
		}
		n += w
	})
	var chance float64
	for c := range first {
		chance += first[c] * second[c]
	}
	clear(second)
	if chance >= n*n {
		return 0, false
	}
	return (same*n - chance) / (n*n - chance), true
}

// quadraticKappa is 1 − Σ w o / Σ w e with w_ij = (i − j)²/(k − 1)², by the places of the categories.
// Both sums follow from the means and squares of the places, so many categories cost nothing.
func quadraticKappa(t *tally) (float64, bool) {
	var n, observed, first, second, squares float64
	t.each(func(w, _ float64, row []int32) {
		a, b := float64(row[0]), float64(row[1])
		n += w
		observed += w * (a - b) * (a - b)
		first += w * a
		second += w * b
		squares += w * (a*a + b*b)
	})
	chance := squares - 2*first*second/n
	if chance <= 0 {
		return 0, false
	}
	return 1 - observed/chance, true
}
