//go:build !amd64

package vec

// No path here is vnni, the only one that calls these.
var (
	mulCodes               []func(*codesArgs)
	extremesOf, quantizeOf func(*quantizeArgs)
)
