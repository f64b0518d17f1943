
import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/assayhq/assay/gold"
)

// TestAnchorWithoutYear finds the sentences of a document without a year, whose records have no such field.
func TestAnchorWithoutYear(t *testing.T) {
	filter := regimeTable[0].Filter(&gold.Anchor{CIK: 7, Section: "7"})
	if b, err := json.Marshal(filter); err != nil || strings.Contains(string(b), "report_year") {
		t.Errorf("%s, %v", b, err)
	}
}
