package measure

import "math"

// quantile is the value below which a share p of the sorted values lies, between two neighbours in
// proportion (R's type 7, numpy's default).
func quantile(sorted []float64, p float64) float64 {
	at := p * float64(len(sorted)-1)
	low := int(math.Floor(at))
	if low+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	share := at - float64(low)
	return sorted[low]*(1-share) + sorted[low+1]*share
}
