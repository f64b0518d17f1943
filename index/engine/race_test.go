//go:build race

package engine

// raced says that the race detector is on: the suite is then run once for each engine that is asked many queries at once.
const raced = true
