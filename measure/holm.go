package measure

import (
	"cmp"
	"slices"
)

// Holm adjusts the P values of several comparisons that are read together, so that the chance of any
// false alarm among them stays at the level, however they depend on one another.
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	adjusted := make([]float64, len(p))
	running := 0.0
	for rank, i := range order {
		running = max(running, min(1, p[i]*float64(len(p)-rank)))
		adjusted[i] = running
	}
	return adjusted
}

// Adjust sets the adjusted P of comparisons that one report or gate reads together; those without a P
// are not counted among them.
func Adjust(list []Comparison) {
	var p []float64
	var at []int
	for i := range list {
		if list[i].P != nil {
			p, at = append(p, *list[i].P), append(at, i)
		}
	}
	for i, v := range Holm(p) {
		list[at[i]].Adjusted = number(v)
	}
}
