package main

import (
	"github.com/assayhq/assay/report"
	docqa "github.com/assayhq/assay/suite/docqa/findings"
	neighbors "github.com/assayhq/assay/suite/neighbors/findings"
)

// tellings are the suites that have more to say of a run than its measures do.
var tellings = []report.Telling{
	{Suites: "neighbors-", Of: neighbors.Of},
	{Suites: docqaSuite, Of: docqa.Of},
}
