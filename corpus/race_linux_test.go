//go:build race

package corpus

// attackMemory is what the child may allocate: the race detector keeps several words for each word of the program's.
const attackMemory = 6 << 30
