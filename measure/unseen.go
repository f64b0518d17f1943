package measure

// Unseen is the largest share that may differ where none of n does: 1 − α^{1/n}.
func Unseen(n int, o Options) float64 {
	if n <= 0 {
		return 1
	}
	return noneIn(float64(n), false, o).High
}

// Reach is the interval of a mean where every case has the same value v: at most a share of the others
// differs, and by no more than the range allows. Clusters count as one case each, since how alike their cases
// are cannot be seen. One cluster, or a measure without a range, has no such interval.
func Reach(v, low, high float64, clusters int, o Options) *Interval {
	if clusters < 2 || low == high {
		return nil
	}
	share := Unseen(clusters, o)
	return &Interval{Low: v - share*(v-low), High: v + share*(high-v), Level: o.IntervalLevel(), Method: MethodNone}
}

// Findable is how far from a limit the true value has to be for its interval to leave the limit out with the
// power of the options, where such intervals have this half-width.
func Findable(half float64, o Options) float64 { return half * o.reach() / zQuantile(1-o.alpha()/2) }
