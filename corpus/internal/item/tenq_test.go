package item

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// section10Q is one top-level section as sec-parser-test-data lists it: "part2item1a" with its length in
// HTML characters.
type section10Q struct {
	Identifier     string
	CharacterCount int `json:"character_count"`
}

var identifier = regexp.MustCompile(`^part([12])item(\d)(a?)$`)

func id10Q(identifierOf string) string {
	m := identifier.FindStringSubmatch(identifierOf)
	if m == nil {
		return ""
	}
	return strings.Repeat("I", int(m[1][0]-'0')) + "." + m[2] + strings.ToUpper(m[3])
}

// TestQuarterlySections holds 10-Q filings against published section lists: the same sections, and
// lengths that agree.
func TestQuarterlySections(t *testing.T) {
	right, all, filings := 0, 0, 0
	for _, pattern := range []string{"filings-10q/*_expected-top-level-sections.json",
		"filings/10q_elements/*_expected-top-level-sections.json.gz"} {
		dataFolder(t, strings.SplitN(pattern, "/*", 2)[0])
		files, _ := filepath.Glob(filepath.Join(realData, pattern))
		for _, file := range files {
			var want []section10Q
			if err := json.Unmarshal(unpack(t, file), &want); err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			filings++
			f := openFiling(t, strings.Replace(strings.Replace(file, "_expected-top-level-sections.json.gz",
				"_primary-document.html.gz", 1), "_expected-top-level-sections.json", "_primary-document.html", 1))
			r := Find(f.doc, form(t, "10-Q"), 0)
			for _, p := range partition(f.doc, r) {
				t.Errorf("%s: %s", f.name, p)
			}
			ok, n := compare10Q(t, f, r, want)
			right += ok
			all += n
		}
	}
	t.Logf("%d of %d sections of %d filings right", right, all, filings)
	if filings < 7 || float64(right) < 0.98*float64(all) {
		t.Errorf("%d of %d sections of %d filings right", right, all, filings)
	}
}

func compare10Q(t *testing.T, f *filing, r *Result, want []section10Q) (right, all int) {
	for _, w := range want {
		id := id10Q(w.Identifier)
		if id == "" {
			continue
		}
		it := find(r, id)
		all++
		size := 0
		if it != nil {
			for _, sp := range it.Spans {
				src := f.doc.SourceRange(sp)
				size += int(src.End - src.Start)
			}
		}
		if id == "II.6" { // the published list runs the last section to the end of the file
			back := f.doc.SourceRange(r.Back)
			size += int(back.End - back.Start)
		}
		if w.CharacterCount == 0 == (size == 0) && near10Q(size, w.CharacterCount) {
			right++
			continue
		}
		t.Logf("%s: %s has %d bytes, published %d", f.name, id, size, w.CharacterCount)
	}
	return right, all
}

func near10Q(got, want int) bool {
	d := got - want
	return d*d <= want*want/100 || d > -1500 && d < 1500
}
