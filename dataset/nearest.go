package dataset

import (
	"fmt"
	"strings"
)

// maxKey is the longest key that is compared with the known ones.
const maxKey = 64

// nearest suggests the known name that a wrong one is a slip of, or is empty.
func nearest(name string, known []string) string {
	if len(name) > maxKey {
		return ""
	}
	best, least := "", 3
	for _, k := range known {
		if d := distance(strings.ToLower(name), k); d < least && d < len(k) {
			best, least = k, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; is %q meant?", best)
}

// distance is how many letters have to be put in, taken out or changed.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := before
			if a[i] != b[j] {
				change++
			}
			before = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
