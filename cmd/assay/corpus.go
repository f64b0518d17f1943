package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/report"
)

func corpusCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "corpus",
		Short: "Look into the corpus: its documents, items, tables and sentences",
		Args:  noArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(corpusLsCommand(), corpusShowCommand(), corpusStatsCommand(), corpusVerifyCommand())
	return c
}

func corpusLsCommand() *cobra.Command {
	var asJSON, warnings bool
	var q store.Query
	c := &cobra.Command{
		Use:   "ls",
		Short: "List the documents",
		Args:  noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			corpus, err := openCorpus()
			if err != nil {
				return err
			}
			defer corpus.Close()
			switch {
			case asJSON:
				return documentsJSON(c.OutOrStdout(), corpus, q)
			case warnings:
				return documentWarnings(c.OutOrStdout(), corpus, q)
			}
			return documentsTable(c.OutOrStdout(), corpus, q)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object per line")
	c.Flags().BoolVar(&warnings, "warnings", false, "print what the readers want a person to know")
	queryFlags(c, &q)
	return c
}

// queryFlags are the flags that choose documents.
func queryFlags(c *cobra.Command, q *store.Query) {
	c.Flags().Int64SliceVar(&q.CIKs, "cik", nil, "only these central index keys")
	c.Flags().Int32SliceVar(&q.Years, "year", nil, "only these report years")
	c.Flags().StringSliceVar(&q.Forms, "form", nil, "only these forms")
}

func documentsTable(out io.Writer, c *store.Corpus, q store.Query) error {
	t := report.NewTable("document", "company", "form", "period end", "items", "sentences", "tables", "facts", "source")
	for d, err := range c.Documents(q) {
		if err != nil {
			return err
		}
		t.Add(d.DocID, d.Company, d.Form, d.PeriodEnd, d.NItems, d.NSentences, d.NTables, d.NFacts, d.Source+" "+d.SourceMember)
	}
	return t.Print(out)
}

func documentsJSON(out io.Writer, c *store.Corpus, q store.Query) error {
	for d, err := range c.Documents(q) {
		if err != nil {
			return err
		}
		if err := writeRow(out, d); err != nil {
			return err
		}
	}
	return nil
}

func documentWarnings(out io.Writer, c *store.Corpus, q store.Query) error {
	for d, err := range c.Documents(q) {
		if err != nil {
			return err
		}
		for _, w := range d.Warnings {
			fmt.Fprintln(out, report.Visible(fmt.Sprintf("%s: %s (%s)", d.DocID, w, d.Source)))
		}
	}
	return nil
}

func corpusVerifyCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "verify",
		Short: "Read every file of the corpus and compare it with its checksum",
		Args:  noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			corpus, err := openCorpus()
			if err != nil {
				return err
			}
			defer corpus.Close()
			if err := corpus.Verify(c.Context()); err != nil {
				return err
			}
			s := corpus.Stats()
			if asJSON {
				_, err = fmt.Fprintf(c.OutOrStdout(), "{\"parts\":%d,\"disk_bytes\":%d,\"right\":true}\n", s.Parts, s.DiskBytes)
				return err
			}
			_, err = fmt.Fprintf(c.OutOrStdout(), "%d parts, %s: every file is what was written\n", s.Parts, megabytes(s.DiskBytes))
			return err
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON object; a wrong file is an error")
	return c
}
