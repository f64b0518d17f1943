//go:build !race

package corpus

// attackMemory is what the child may allocate.
const attackMemory = 1 << 30
