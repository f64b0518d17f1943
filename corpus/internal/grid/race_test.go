//go:build race

package grid

// oneIn is how many of the real filings a test leaves out for one that it reads: the race detector makes
// everything ten times slower.
const oneIn = 5
