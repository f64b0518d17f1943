// Package all is the table of suites. A suite is its package and a row here.
package all

import (
	"github.com/assayhq/assay/suite"
	"github.com/assayhq/assay/suite/cases"
	"github.com/assayhq/assay/suite/docqa"
	"github.com/assayhq/assay/suite/neighbors"
)

// Suites are all suites, in the order in which help prints them.
var Suites = []*suite.Suite{
	&cases.Suite,
	&neighbors.Suite,
	&docqa.Suite,
}
