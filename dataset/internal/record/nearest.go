package record

import (
	"fmt"
	"strings"

	words "github.com/assayhq/assay/text" // a Kind of this package is Text
)

// maxKey is the longest key that is compared with the known ones.
const maxKey = 64

// Nearest suggests the known name that a wrong one is a slip of, or is empty.
func Nearest(name string, known []string) string {
	if len(name) > maxKey {
		return ""
	}
	best, least := "", 3
	for _, k := range known {
		if d := words.Edits(strings.ToLower(name), k); d < least && d < len(k) {
			best, least = k, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; is %q meant?", best)
}
