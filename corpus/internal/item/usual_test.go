package item

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestUsualSizes measures how often an item of real filings is of unusual length or missing. Those that are must be few:
// what is usual is measured on them.
func TestUsualSizes(t *testing.T) {
	if testing.Short() {
		t.Skip("reads two hundred filings")
	}
	filings, items, unusual, missing := 0, 0, 0, 0
	for _, pattern := range []string{"filings/10k/*", "filings-more/10k/*.gz", "filings-more/10q/*", "filings-10k/html/*.html",
		"filings-10k/eras/*.[ht]*", "filings-10q/*.html", "filings/10q_elements/*.html.gz"} {
		dataFolder(t, filepath.Dir(pattern))
		files, _ := filepath.Glob(filepath.Join(realData, pattern))
		for _, path := range files {
			f := openFiling(t, path)
			form, err := FormOf(Detect(f.doc).Form)
			if err != nil || form.Name == "8-K" {
				continue
			}
			r := Find(f.doc, form, 0)
			filings++
			if len(r.Missing) > 0 {
				missing++
				t.Logf("%s: no Item %s", f.name, strings.Join(r.Missing, ", "))
			}
			for _, it := range r.Items {
				items++
				for _, flag := range it.Flags {
					if strings.HasPrefix(flag, Small) || strings.HasPrefix(flag, Large) {
						unusual++
						t.Logf("%s: Item %s: %s", f.name, it.ID, flag)
					}
				}
			}
		}
	}
	t.Logf("%d of %d items of unusual length, %d of %d filings miss one that filings always have", unusual, items, missing, filings)
	if filings < 100 || unusual*50 > items || missing*10 > filings {
		t.Error("what is usual does not hold for these filings")
	}
}

func TestUnusualItems(t *testing.T) {
	var p page
	p.cover("10-K", "December 31, 2023").head("Item 1. Business").prose(90).head("Item 1A. Risk Factors").prose(200)
	p.head("Item 4. Mine Safety Disclosures").prose(280).head("Item 10. Directors").prose(20).head("Item 15. Exhibits").prose(20)
	_, r := p.find(t, "10-K")
	if got := strings.Join(r.Missing, " "); got != "1B 1C 2 3 5 6 7 7A 8 9 9A 9B 11 12 13 14" {
		t.Errorf("missing %s", got)
	}
	for id, want := range map[string]string{"1": "", "4": Large, "10": ""} {
		if flags := strings.Join(find(r, id).Flags, " "); !strings.HasPrefix(flags, want) || (want == "") != (flags == "") {
			t.Errorf("Item %s: flags %q, want %q", id, flags, want)
		}
	}
}
