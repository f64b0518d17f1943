//go:build !amd64 && !arm64

package vec

// paths are those that this machine can run, slowest first.
func paths() []*kernels { return []*kernels{&portable} }
