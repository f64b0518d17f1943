package wrap

// For benchmarks of package wrap_test, which use providers and would be a cycle of imports here.
var (
	Must          = must
	StartServer   = startServer
	ProcessorTime = processorTime
	InParallel    = all
	Cent          = cent
)
