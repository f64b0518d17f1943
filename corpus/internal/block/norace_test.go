//go:build !race

package block

const raced = false
