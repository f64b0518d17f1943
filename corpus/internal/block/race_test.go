//go:build race

package block

// raced is whether the race detector slows the tests down.
const raced = true
