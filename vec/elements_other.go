//go:build !amd64

package vec

// elementsOf are the loops that go with a path.
func elementsOf(*kernels) *elements { return &portableElements }
