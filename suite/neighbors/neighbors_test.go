package neighbors

import (
	"strings"
	"testing"

	"github.com/assayhq/assay/gold"
)

// TestAnchorWithoutYear finds the sentences of a document without a year, whose records have no such field.
func TestAnchorWithoutYear(t *testing.T) {
	if f := regimeTable[0].Filter(&gold.Anchor{CIK: 7, Section: "7"}); strings.Contains(f.String(), "report_year") {
		t.Error(f)
	}
}
