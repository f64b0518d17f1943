package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/corpus"
	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/internal/samplefilings"
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
			if err := tour(out, opened); err != nil {
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
	err := os.MkdirAll(filepath.Join(demoDir, demoFilings), 0o755)
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
	for _, c := range samplefilings.Companies() {
		for year := samplefilings.FirstReport; year <= samplefilings.LastReport; year++ {
			path := filepath.Join(demoFilings, c.Filename(year))
			if err := os.WriteFile(path, c.AnnualReport(year), 0o644); err != nil {
				return fmt.Errorf("write the demo's filings: %w", err)
			}
			fmt.Fprintf(out, "%s  %s, annual report %d (invented)\n", filepath.ToSlash(path), c.Name, year)
		}
	}
	return nil
}

// tour shows one filing from the outside in.
func tour(out io.Writer, c *store.Corpus) error {
	company := samplefilings.Companies()[0]
	id := fmt.Sprintf("%010d_10-K_%d", company.CIK, samplefilings.LastReport)
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
	table, err := statement(c, q)
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
	sentence, err := richSentence(c, q)
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

// statement is the table of the filing with the most tagged figures of a statement: its first numeric
// table in Item 8.
func statement(c *store.Corpus, q store.Query) (int32, error) {
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

// someFacts prints the facts of the year's revenue and income.
func someFacts(out io.Writer, c *store.Corpus, q store.Query) error {
	q.Concepts = []string{"us-gaap:Revenues", "us-gaap:NetIncomeLoss", "us-gaap:EarningsPerShareBasic"}
	return (&showOptions{}).factList(out, c, q)
}

// richSentence is the first sentence of the discussion with several figures.
func richSentence(c *store.Corpus, q store.Query) (string, error) {
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
