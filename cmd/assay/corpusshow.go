package main

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/internal/terminal"
	"github.com/assayhq/assay/report"
)

// showOptions choose what of a document is shown.
type showOptions struct {
	item       string
	table      int32
	tables     bool
	facts      bool
	why        bool
	neighbours int
	asJSON     bool
}

func corpusShowCommand() *cobra.Command {
	o := showOptions{table: -1}
	c := &cobra.Command{
		Use:   "show ID",
		Short: "Show a document's items, an item's text, a table as a grid, or a sentence",
		Long: `Shows a document by its id: its items with sizes, statuses and the rules that decided them. With a
sentence id it shows that sentence between its neighbours, and where it is in the source.

Items are 1 … 16 for Form 10-K, I.1 … II.6 for 10-Q, 1.01 … 9.01 for 8-K, front and back for what is
around them, body for a document without items.`,
		Example: "  assay corpus show 9999000001_10-K_2024\n" +
			"  assay corpus show 9999000001_10-K_2024 --item 7\n" +
			"  assay corpus show 9999000001_10-K_2024 --table 12\n" +
			"  assay corpus show 9999000001_10-K_2024_section_7_3",
		Args: atLeast(1, "the id of a document or sentence"),
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) > 1 {
				return noArgs(c, args[1:])
			}
			if c.Flags().Changed("table") && (o.table < 0 || o.item != "" || o.tables || o.facts) {
				return refuse(c, "--table takes the number of one table, and nothing else is shown with it")
			}
			corpus, err := openCorpus()
			if err != nil {
				return err
			}
			defer corpus.Close()
			return o.show(c.OutOrStdout(), corpus, args[0])
		},
	}
	c.Flags().StringVar(&o.item, "item", "", "print the text of this item")
	c.Flags().Int32Var(&o.table, "table", -1, "print this table as a grid")
	c.Flags().BoolVar(&o.tables, "tables", false, "list the tables")
	c.Flags().BoolVar(&o.facts, "facts", false, "list the tagged facts")
	c.Flags().BoolVar(&o.why, "why", false, "print each item's rule in full, with the weights of its heading")
	c.Flags().IntVar(&o.neighbours, "neighbours", 3, "sentences to show on either side of a sentence")
	c.Flags().BoolVar(&o.asJSON, "json", false, "print one JSON object per line")
	return c
}

func (o *showOptions) show(out io.Writer, c *store.Corpus, id string) error {
	if _, ok := store.DocumentOf(id); ok {
		return o.sentence(out, c, id)
	}
	d, err := c.Document(id)
	if err != nil {
		return fmt.Errorf("%w; 'assay corpus ls' lists the documents", err)
	}
	q := store.Query{Documents: []string{id}}
	switch {
	case o.item != "":
		return o.itemText(out, c, id)
	case o.table >= 0:
		return o.grid(out, c, id)
	case o.tables:
		return o.tableList(out, c, q)
	case o.facts:
		return o.factList(out, c, q)
	}
	return o.document(out, c, d, q)
}

func (o *showOptions) document(out io.Writer, c *store.Corpus, d store.Document, q store.Query) error {
	if o.asJSON {
		if err := writeRow(out, d); err != nil {
			return err
		}
	} else {
		printDocument(out, d)
	}
	t := report.NewTable("item", "title", "status", "chars", "sentences", "pages", "rule")
	for it, err := range c.Items(q) {
		if err != nil {
			return err
		}
		if o.asJSON {
			it.Text = ""
			if err := writeRow(out, it); err != nil {
				return err
			}
			continue
		}
		status := it.Status
		if it.CombinedWith != "" {
			status += " " + it.CombinedWith
		}
		pages := ""
		if it.Chars > 0 {
			pages = fmt.Sprintf("%d-%d", it.PageFirst+1, it.PageLast+1)
		}
		rule := it.ShortRule()
		if o.why {
			rule = it.Rule
		}
		if len(it.Flags) > 0 {
			rule += " [" + strings.Join(it.Flags, ", ") + "]"
		}
		if !o.why {
			rule = shorten(rule, 90)
		}
		t.Add(it.Item, shorten(it.Title, 44), status, it.Chars, it.NSentences, pages, rule)
	}
	return o.print(out, t)
}

// print prints a list, unless it was printed as JSON.
func (o *showOptions) print(out io.Writer, t *report.Table) error {
	if o.asJSON {
		return nil
	}
	return t.Print(out)
}

func printDocument(out io.Writer, d store.Document) {
	fmt.Fprintf(out, "%s  %s  %s\n", d.DocID, report.Visible(d.Company), report.Visible(d.Form))
	known := func(label, value string) {
		if value != "" {
			fmt.Fprintf(out, "  %-14s %s\n", label, report.Visible(value))
		}
	}
	known("period end", d.PeriodEnd.String())
	if d.FiscalYear != 0 {
		known("fiscal year", strings.TrimSpace(fmt.Sprintf("%d %s", d.FiscalYear, d.FiscalPeriod)))
	}
	known("filed", d.FilingDate.String())
	known("accession", d.Accession)
	known("ticker", d.Ticker)
	known("industry", d.SIC)
	known("source", strings.TrimSpace(d.Source+" "+d.SourceMember))
	known("read as", fmt.Sprintf("%s, %s, %s bytes", d.SourceFormat, d.Era, grouped(d.Bytes)))
	known("sha256", d.SHA256)
	known("holds", fmt.Sprintf("%s sentences, %s tables, %s cells, %s facts", grouped(d.NSentences), grouped(d.NTables),
		grouped(d.NCells), grouped(d.NFacts)))
	for _, w := range d.Warnings {
		known("warning", w)
	}
	fmt.Fprintln(out)
}

func (o *showOptions) itemText(out io.Writer, c *store.Corpus, id string) error {
	it, err := c.Item(id, store.ItemID(o.item))
	if err != nil {
		return fmt.Errorf("%w; 'assay corpus show %s' lists its items", err, id)
	}
	if o.asJSON {
		return writeRow(out, it)
	}
	text := it.Text
	if terminal.Is(out) { // what else reads it gets the text as it is
		lines := strings.Split(text, "\n")
		for i := range lines {
			lines[i] = report.Visible(lines[i])
		}
		text = strings.Join(lines, "\n")
	}
	_, err = fmt.Fprintln(out, text)
	return err
}

func (o *showOptions) grid(out io.Writer, c *store.Corpus, id string) error {
	t, cells, err := c.Table(id, o.table)
	if err != nil {
		return fmt.Errorf("%w; 'assay corpus show %s --tables' lists its tables", err, id)
	}
	if o.asJSON {
		if err := writeRow(out, t); err != nil {
			return err
		}
		for _, cell := range cells {
			if err := writeRow(out, cell); err != nil {
				return err
			}
		}
		return nil
	}
	rows, err := t.Cells()
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "table %d, %s, item %s, page %d\n", t.TableID, t.Kind, t.Item, t.Page+1)
	for _, line := range []string{t.Caption, t.UnitLine} {
		if line != "" {
			fmt.Fprintln(out, report.Visible(line))
		}
	}
	return printGrid(out, rows, int(t.HeaderRows))
}

// maxColumn is how wide a column of a grid is shown.
const maxColumn = 48

// printGrid aligns the first column left and the figures right.
func printGrid(out io.Writer, rows [][]string, headers int) error {
	t := report.Table{Header: headers}
	for _, row := range rows {
		for len(t.Columns) < len(row) {
			t.Columns = append(t.Columns, report.Column{Right: len(t.Columns) > 0})
		}
		cells := make([]string, len(row))
		for i, cell := range row {
			cells[i] = shorten(cell, maxColumn)
		}
		t.Rows = append(t.Rows, cells)
	}
	return t.Print(out)
}

func (o *showOptions) tableList(out io.Writer, c *store.Corpus, q store.Query) error {
	list := report.NewTable("table", "item", "page", "kind", "rows", "columns", "unit", "caption")
	for t, err := range c.Tables(q) {
		if err != nil {
			return err
		}
		if o.asJSON {
			if err := writeRow(out, t); err != nil {
				return err
			}
			continue
		}
		unit := t.Currency
		if t.Scale != 0 {
			unit = strings.TrimSpace(fmt.Sprintf("%s 10^%d", unit, t.Scale))
		}
		list.Add(t.TableID, t.Item, t.Page+1, t.Kind, t.Rows, t.Columns, unit, shorten(t.Caption, 60))
	}
	return o.print(out, list)
}

func (o *showOptions) factList(out io.Writer, c *store.Corpus, q store.Query) error {
	t := report.NewTable("fact", "concept", "value", "unit", "period", "dimensions", "place")
	for f, err := range c.Facts(q) {
		if err != nil {
			return err
		}
		if o.asJSON {
			if err := writeRow(out, f); err != nil {
				return err
			}
			continue
		}
		value := f.Value
		if value == "" {
			value = f.ValueText
		}
		t.Add(f.Seq, f.Concept, shorten(value, 40), f.Unit, periodOf(f), shorten(f.Dimensions, 50), placeOf(f))
	}
	return o.print(out, t)
}

func periodOf(f store.Fact) string {
	if f.Instant || !f.PeriodStart.Known() {
		return f.PeriodEnd.String()
	}
	return f.PeriodStart.String() + "/" + f.PeriodEnd.String()
}

func placeOf(f store.Fact) string {
	switch {
	case f.Problem != "":
		return "problem: " + f.Problem
	case f.Hidden:
		return "hidden"
	case f.TableID >= 0:
		return fmt.Sprintf("table %d row %d", f.TableID, f.Row)
	}
	return f.SentenceID
}

func (o *showOptions) sentence(out io.Writer, c *store.Corpus, id string) error {
	before, s, after, err := c.Sentence(id, max(0, o.neighbours))
	if err != nil {
		doc, _ := store.DocumentOf(id)
		return fmt.Errorf("%w; 'assay corpus show %s' lists the items and how many sentences each has", err, doc)
	}
	if o.asJSON {
		for _, n := range append(append(before, s), after...) {
			if err := writeRow(out, n); err != nil {
				return err
			}
		}
		return nil
	}
	for _, n := range before {
		fmt.Fprintf(out, "  %4d  %s\n", n.Position, report.Visible(n.Text))
	}
	fmt.Fprintf(out, "> %4d  %s\n", s.Position, report.Visible(s.Text))
	for _, n := range after {
		fmt.Fprintf(out, "  %4d  %s\n", n.Position, report.Visible(n.Text))
	}
	d, err := c.Document(s.DocID)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "\n%s of %s, %s, page %d", s.Kind, report.Visible(s.SectionName), report.Visible(d.Company), s.Page+1)
	if s.SourceEnd > 0 {
		fmt.Fprintf(out, "; bytes %d-%d of %s", s.SourceStart, s.SourceEnd, report.Visible(d.Source))
	}
	_, err = fmt.Fprintln(out)
	return err
}

// shorten cuts text to a number of characters.
func shorten(s string, n int) string {
	s = strings.ReplaceAll(s, "\n", " ")
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n-1]) + "…"
}
