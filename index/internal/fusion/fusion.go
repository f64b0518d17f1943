// Package fusion turns several rankings into one by reciprocal rank: an item scores the sum of 1 / (Constant + rank)
// over the rankings that it is in.
package fusion

const (
	// Constant is how far down a rank still counts for nearly as much as the first.
	Constant = 60
	// Depth is how far each ranking is read, or to the number of hits asked for where that is more.
	Depth = 100
)

// Fused is an item and its score.
type Fused[T any] struct {
	Item  T
	Score float64
}

// Fuse scores the items of rankings, each best first. Items with the same key are one. They come in the order of their
// first appearance; the caller sorts them.
func Fuse[T any, K comparable](key func(T) K, rankings ...[]T) []Fused[T] {
	at := map[K]int{}
	var all []Fused[T]
	for _, ranking := range rankings {
		for i, item := range ranking {
			n, ok := at[key(item)]
			if !ok {
				n = len(all)
				at[key(item)] = n
				all = append(all, Fused[T]{Item: item})
			}
			all[n].Score += 1 / float64(Constant+i+1)
		}
	}
	return all
}
