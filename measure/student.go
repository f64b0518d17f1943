package measure

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// manyDegrees is where Student's t is the normal distribution to eleven digits.
const manyDegrees = 1e9

// tQuantile is the quantile of Student's t; a distribution without degrees of freedom has none, and no
// caller asks for it.
func tQuantile(p float64, degrees int) float64 {
	if float64(degrees) >= manyDegrees {
		return zQuantile(p)
	}
	return distuv.StudentsT{Sigma: 1, Nu: float64(degrees)}.Quantile(p)
}

// tTest is the two-sided P of a t value; one too small for a float is the smallest float and not 0.
func tTest(t float64, degrees int) float64 {
	p := 2 * distuv.StudentsT{Sigma: 1, Nu: float64(degrees)}.CDF(-math.Abs(t))
	return min(1, max(p, math.SmallestNonzeroFloat64))
}

func zQuantile(p float64) float64 { return distuv.UnitNormal.Quantile(p) }

func zCDF(z float64) float64 { return distuv.UnitNormal.CDF(z) }
