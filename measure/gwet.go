package measure

// gwet is AC1 = (p_a − p_e)/(1 − p_e) with p_e = Σ π_q(1 − π_q)/(Q − 1), where π_q is how often a rating
// is the category q, units with a single rating included. Chance agreement stays small where one
// category has nearly all ratings, which is where κ falls to 0 though the raters agree.
func gwet(t *tally) (float64, bool) {
	categories := float64(len(t.counts))
	if categories < 2 {
		return 0, false
	}
	units := t.shares()
	if units == 0 {
		return 0, false
	}
	var chance float64
	for _, share := range t.counts {
		chance += share / units * (1 - share/units)
	}
	chance /= categories - 1
	var same, paired float64
	t.each(func(w, given float64, row []int32) {
		paired += w
		same += w * t.samePairs(given, row)
	})
	if paired == 0 {
		return 0, false
	}
	return (same/paired - chance) / (1 - chance), true
}

// shares fills counts with the ratings of each category, those of a unit adding up to its weight, and
// returns the weight of all units.
func (t *tally) shares() float64 {
	clear(t.counts)
	var units float64
	for i, unit := range t.units {
		w := float64(t.times[t.cluster[i]])
		if w == 0 {
			continue
		}
		for _, code := range t.ratings.row(int(unit)) {
			if code != Missing {
				t.counts[code] += w / t.given[i]
			}
		}
		units += w
	}
	return units
}
