//go:build race

package score

// underRace is set where the race detector makes everything slow: every other pair is enough for it.
const underRace = true
