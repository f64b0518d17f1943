package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/corpus"
)

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
			s, err := corpus.StatsOf(opened)
			if err != nil {
				return err
			}
			if asJSON {
				return json.NewEncoder(c.OutOrStdout()).Encode(s)
			}
			return printStats(c.OutOrStdout(), s)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON object")
	return c
}

func printStats(out io.Writer, s *corpus.Stats) error {
	fmt.Fprintf(out, "documents   %s of %s companies, %s of sources\n", grouped(s.Documents), grouped(s.Companies), megabytes(s.Bytes))
	fmt.Fprintf(out, "items       %s:", grouped(s.PresentItems()))
	for _, status := range []string{"extracted", "incorporated_by_reference", "cross_reference_index", "combined_with",
		"reserved_or_none", "absent"} {
		if s.Statuses[status] > 0 {
			fmt.Fprintf(out, " %s %s,", grouped(s.Statuses[status]), status)
		}
	}
	fmt.Fprintf(out, " %s words\n", grouped(s.Words))
	if f := s.Findings; f.MissingItems+f.UnusualLength+f.OutsideItems > 0 {
		fmt.Fprintf(out, "findings    %s documents miss an item, %s items of unusual length, %s documents with text in no item; "+
			"'assay corpus ls --warnings' names them\n", grouped(f.MissingItems), grouped(f.UnusualLength), grouped(f.OutsideItems))
	}
	if n := s.Findings.TableScales; n > 0 {
		fmt.Fprintf(out, "            %s tables disagree in scale with their tagged facts or their unit line\n", grouped(n))
	}
	fmt.Fprintf(out, "sentences   %s: %s repeat another word for word, %s but for their figures\n",
		grouped(s.Sentences), grouped(s.Repeats.Exact), grouped(s.Repeats.Masked))
	fmt.Fprintf(out, "tables      %s, %s cells\n", grouped(s.Tables), grouped(s.Cells))
	fmt.Fprintf(out, "facts       %s\n", grouped(s.Facts))
	fmt.Fprintf(out, "on disk     %s in %d parts\n", megabytes(s.DiskBytes), s.Parts)
	printCounts(out, "forms", s.Forms)
	printCounts(out, "years", s.Years)
	return nil
}

func printCounts(out io.Writer, name string, counts map[string]int64) {
	fmt.Fprintf(out, "%-11s", name)
	for _, value := range slices.Sorted(maps.Keys(counts)) {
		shown := value
		if value == "" || value == "0" {
			shown = "unknown"
		}
		fmt.Fprintf(out, " %s: %s", shown, grouped(counts[value]))
	}
	fmt.Fprintln(out)
}
