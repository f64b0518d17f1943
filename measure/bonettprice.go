package measure

import "math"

// bonettPrice is the interval of the difference of two paired rates: Wald's with one win and one loss
// added, which keeps its level where few cases differ.
func bonettPrice(wins, losses, n int, o Options) Interval {
	size := float64(n + 2)
	up, down := float64(wins+1)/size, float64(losses+1)/size
	half := zQuantile(1-o.alpha()/2) * math.Sqrt((up+down-(up-down)*(up-down))/size)
	return Interval{Low: up - down - half, High: up - down + half, Level: o.IntervalLevel(), Method: methodBonettPrice}
}
