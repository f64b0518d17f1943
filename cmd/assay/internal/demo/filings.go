package demo

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/internal/samplefilings"
)

// Filing is a filing that the demo wrote.
type Filing struct {
	Path, Company string
	Year          int
}

// WriteFilings writes the invented filings into a directory.
func WriteFilings(dir string) ([]Filing, error) {
	var all []Filing
	for _, c := range samplefilings.Companies() {
		for year := samplefilings.FirstReport; year <= samplefilings.LastReport; year++ {
			path := filepath.Join(dir, c.Filename(year))
			if err := os.WriteFile(path, c.AnnualReport(year), 0o666); err != nil {
				return nil, fmt.Errorf("write the demo's filings: %w", err)
			}
			all = append(all, Filing{path, c.Name, year})
		}
	}
	return all, nil
}

// FirstDocument is the id of the newest filing of the first company.
func FirstDocument() string {
	return fmt.Sprintf("%010d_10-K_%d", samplefilings.Companies()[0].CIK, samplefilings.LastReport)
}

// Statement is the table of the filing with the most tagged figures of a statement: its first numeric
// table in Item 8.
func Statement(c *store.Corpus, q store.Query) (int32, error) {
	for t, err := range c.Tables(q) {
		if err != nil {
			return 0, err
		}
		if t.Item == "8" && t.Kind == "numeric" {
			return t.TableID, nil
		}
	}
	return 0, fmt.Errorf("the demo's filing has no statement")
}

// RichSentence is the first sentence of the discussion with several figures.
func RichSentence(c *store.Corpus, q store.Query) (string, error) {
	q.Sections = []string{"7"}
	for s, err := range c.Sentences(q) {
		if err != nil {
			return "", err
		}
		if s.Figures >= 3 && strings.Contains(s.Text, "Revenue") {
			return s.ID, nil
		}
	}
	return "", fmt.Errorf("the demo's filing has no discussion")
}
