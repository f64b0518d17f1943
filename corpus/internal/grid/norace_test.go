//go:build !race

package grid

const oneIn = 1
