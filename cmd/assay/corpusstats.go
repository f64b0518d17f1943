package main

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/corpus"
	"github.com/assayhq/assay/corpus/store"
)

// corpusStats is what `assay corpus stats --json` prints.
type corpusStats struct {
	Documents  int64            `json:"documents"`
	Companies  int              `json:"companies"`
	Items      int64            `json:"items"`
	Paragraphs int64            `json:"paragraphs"`
	Sentences  int64            `json:"sentences"`
	Words      int64            `json:"words"`
	Tables     int64            `json:"tables"`
	Cells      int64            `json:"cells"`
	Facts      int64            `json:"facts"`
	Bytes      int64            `json:"source_bytes"`
	Parts      int              `json:"parts"`
	DiskBytes  int64            `json:"disk_bytes"`
	Forms      map[string]int64 `json:"forms"`
	Years      map[string]int64 `json:"years"`
	Statuses   map[string]int64 `json:"item_statuses"`
	Repeats    corpus.Repeats   `json:"repeats"`
}

func corpusStatsCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "stats",
		Short: "Count what is in the corpus, repeated sentences among it",
		Args:  noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			opened, err := openCorpus()
			if err != nil {
				return err
			}
			defer opened.Close()
			s, err := statsOf(opened)
			if err != nil {
				return err
			}
			if asJSON {
				return json.NewEncoder(c.OutOrStdout()).Encode(s)
			}
			return printStats(c.OutOrStdout(), s, opened.Stats())
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON object")
	return c
}

func statsOf(c *store.Corpus) (*corpusStats, error) {
	n := c.Stats()
	s := &corpusStats{
		Documents: n.Documents, Companies: n.Companies, Items: n.Items, Paragraphs: n.Paragraphs, Sentences: n.Sentences,
		Words: n.Words, Tables: n.Tables, Cells: n.Cells, Facts: n.Facts, Bytes: n.Bytes, Parts: n.Parts, DiskBytes: n.DiskBytes,
		Forms: countMap(n.Forms), Years: countMap(n.Years), Statuses: map[string]int64{},
	}
	for it, err := range c.Items(store.Query{}) {
		if err != nil {
			return nil, err
		}
		if !corpus.IsMatter(it.Item) {
			s.Statuses[it.Status]++
		}
	}
	var err error
	s.Repeats, err = corpus.CountRepeats(c)
	return s, err
}

func countMap(counts []store.Count) map[string]int64 {
	m := make(map[string]int64, len(counts))
	for _, c := range counts {
		m[c.Value] = c.Documents
	}
	return m
}

func printStats(out io.Writer, s *corpusStats, n store.Stats) error {
	fmt.Fprintf(out, "documents   %s of %s companies, %s of sources\n", grouped(s.Documents), grouped(s.Companies), megabytes(s.Bytes))
	there := int64(0)
	for status, n := range s.Statuses {
		if status != "absent" {
			there += n
		}
	}
	fmt.Fprintf(out, "items       %s:", grouped(there))
	for _, status := range []string{"extracted", "incorporated_by_reference", "cross_reference_index", "combined_with", "reserved_or_none", "absent"} {
		if s.Statuses[status] > 0 {
			fmt.Fprintf(out, " %s %s,", grouped(s.Statuses[status]), status)
		}
	}
	fmt.Fprintf(out, " %s words\n", grouped(s.Words))
	fmt.Fprintf(out, "sentences   %s: %s repeat another word for word, %s but for their figures\n",
		grouped(s.Sentences), grouped(s.Repeats.Exact), grouped(s.Repeats.Masked))
	fmt.Fprintf(out, "tables      %s, %s cells\n", grouped(s.Tables), grouped(s.Cells))
	fmt.Fprintf(out, "facts       %s\n", grouped(s.Facts))
	fmt.Fprintf(out, "on disk     %s in %d parts\n", megabytes(s.DiskBytes), s.Parts)
	for _, group := range []struct {
		name   string
		counts []store.Count
	}{{"forms", n.Forms}, {"years", n.Years}} {
		fmt.Fprintf(out, "%-11s", group.name)
		for _, c := range group.counts {
			value := c.Value
			if value == "" || value == "0" {
				value = "unknown"
			}
			fmt.Fprintf(out, " %s: %s", value, grouped(c.Documents))
		}
		fmt.Fprintln(out)
	}
	return nil
}
