// Package suggest turns a name that is not known into the known one that was probably meant.
package suggest

import (
	"fmt"
	"strings"
)

// maxName is the longest name that is compared with the known ones.
const maxName = 64

// DidYouMean ends an error about an unknown name: it asks whether the nearest known one was meant, or is empty if none is
// near. About a third of the letters may be wrong.
func DidYouMean(name string, known []string) string {
	if len(name) > maxName {
		return ""
	}
	best, limit := "", (len(name)+2)/3
	for _, k := range known {
		if d := edits(strings.ToLower(name), strings.ToLower(k)); d <= limit && d < len(k) {
			best, limit = k, d-1
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", best)
}

// edits is how many bytes must be changed, inserted or dropped to turn one word into the other. Its time is the product
// of their lengths: the caller bounds them.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
