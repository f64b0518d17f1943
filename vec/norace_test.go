//go:build !race

package vec

// underRace is set where the race detector makes everything slow: every seventh shape is enough for it.
const underRace = false
