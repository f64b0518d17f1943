package text

import (
	"strings"
	"testing"
)

func TestLexiconRows(t *testing.T) {
	if len(rows) < 15 || len(lexicon) < 500 {
		t.Fatalf("%d rows, %d words: the table is cut short", len(rows), len(lexicon))
	}
	for _, row := range rows {
		if row.doc == "" || row.class == 0 {
			t.Errorf("row %v has no doc or class", row)
		}
		seen := map[string]bool{}
		for _, word := range row.words {
			if seen[word] || word != strings.ToLower(word) || len(word) > longestWord || strings.HasSuffix(word, ".") {
				t.Errorf("%s: %q is double, too long, not in lower case, or ends with a full stop", row.doc, word)
			}
			seen[word] = true
		}
	}
}

func TestTitles(t *testing.T) {
	for _, titles := range [][]string{itemTitles, noteTitles} {
		if len(titles) < 30 {
			t.Fatalf("%d titles: the table is cut short", len(titles))
		}
		for _, title := range titles {
			if end := matchTitle([]byte(title+"."), 0, len(title)+1, title); end != len(title) {
				t.Errorf("%q does not match itself: %d", title, end)
			}
			if matchTitle([]byte(title+"x"), 0, len(title)+1, title) >= 0 {
				t.Errorf("%q matches a longer word", title)
			}
		}
	}
	if matchTitle([]byte("Management’s  Discussion &"), 0, 28, "managements discussion") < 0 {
		t.Error("case, apostrophes and blanks must not count")
	}
}
