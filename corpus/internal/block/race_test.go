//go:build race

package block

// raced tells that the race detector slows the tests down.
const raced = true
