package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/cmd/assay/internal/demo"
	"github.com/assayhq/assay/corpus"
	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/workspace"
)

// demoDir is the workspace that the demo makes in the current directory, for the user to look around in.
const (
	demoDir     = "assay-demo"
	demoFilings = "filings"
)

func demoCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "demo",
		Short: "Show what there is on the filings of invented companies; no key, no network",
		Long: `Writes the annual reports of invented companies to ` + demoDir + `/filings, ingests them and shows what was
read. It indexes their sentences and tests the index, and answers questions about whole filings without a model.
Then it scores what two invented systems answered to questions about them, compares the two and holds the second
against the first. The workspace stays, so that every other command can be tried on it.`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			out := c.OutOrStdout()
			if err := enterDemo(); err != nil {
				return err
			}
			if err := writeFilings(out); err != nil {
				return err
			}
			s, err := corpus.Ingest(c.Context(), corpus.Walk([]string{demoFilings}), corpus.Options{
				Dir: filepath.FromSlash(corpusDir), Version: version, PDFWorker: pdfWorker(),
			})
			if err != nil {
				return err
			}
			fmt.Fprintf(out, "%d read, %d there already, %d skipped\n", s.Documents, s.Unchanged, len(s.Skipped))
			opened, err := openCorpus()
			if err != nil {
				return err
			}
			defer opened.Close()
			if err := printTour(out, opened); err != nil {
				return err
			}
			if err := retrieve(c); err != nil {
				return err
			}
			if err := question(c, opened); err != nil {
				return err
			}
			if err := evaluate(c, opened); err != nil {
				return err
			}
			_, err = fmt.Fprintf(out, "\nGo on in the workspace that this made:  cd %s\n", demoDir)
			return err
		},
	}
}

// enterDemo makes the demo's workspace the current directory, so that what it shows is what the user sees
// there later.
func enterDemo() error {
	err := workspace.CheckOwn(demoDir)
	if err == nil {
		err = os.MkdirAll(filepath.Join(demoDir, demoFilings), 0o777)
	}
	if err == nil {
		err = os.Chdir(demoDir)
	}
	if err != nil {
		return fmt.Errorf("make the demo's workspace: %w", err)
	}
	return nil
}

// writeFilings writes the invented filings.
func writeFilings(out io.Writer) error {
	filings, err := demo.WriteFilings(demoFilings)
	for _, f := range filings {
		fmt.Fprintf(out, "%s  %s, annual report %d (invented)\n", filepath.ToSlash(f.Path), f.Company, f.Year)
	}
	return err
}

// printTour prints one filing: the document, its sections, its sentences.
func printTour(out io.Writer, c *store.Corpus) error {
	id := demo.FirstDocument()
	q := store.Query{Documents: []string{id}}
	show := showOptions{table: -1}
	title(out, "the documents", "corpus ls")
	if err := documentsTable(out, c, store.Query{}); err != nil {
		return err
	}
	title(out, "one filing and its items", "corpus show "+id)
	if err := show.show(out, c, id); err != nil {
		return err
	}
	table, err := demo.Statement(c, q)
	if err != nil {
		return err
	}
	title(out, "a table of it", fmt.Sprintf("corpus show %s --table %d", id, table))
	show.table = table
	if err := show.show(out, c, id); err != nil {
		return err
	}
	title(out, "some of its tagged facts", "corpus show "+id+" --facts")
	if err := someFacts(out, c, q); err != nil {
		return err
	}
	sentence, err := demo.RichSentence(c, q)
	if err != nil {
		return err
	}
	title(out, "a sentence and its neighbours", "corpus show "+sentence)
	show = showOptions{table: -1, neighbours: 2}
	return show.show(out, c, sentence)
}

func title(out io.Writer, what, command string) {
	fmt.Fprintf(out, "\n== %s  (assay %s)\n", what, command)
}

// someFacts prints the facts of the year's revenue and income.
func someFacts(out io.Writer, c *store.Corpus, q store.Query) error {
	q.Concepts = []string{"us-gaap:Revenues", "us-gaap:NetIncomeLoss", "us-gaap:EarningsPerShareBasic"}
	return (&showOptions{}).factList(out, c, q)
}
