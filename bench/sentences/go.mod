module github.com/assayhq/assay/bench/sentences

go 1.26.0

require (
	github.com/assayhq/assay v0.0.0
	github.com/neurosnap/sentences v1.1.2
)

replace github.com/assayhq/assay => ../..
