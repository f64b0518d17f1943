package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/gold"
	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/report"
	"github.com/assayhq/assay/workspace"
)

func goldCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "gold",
		Short: "Make the gold that retrieval and answers are scored by",
		Args:  noArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(goldAnchorsCommand())
	return c
}

func goldAnchorsCommand() *cobra.Command {
	f := anchorsFlags{rules: gold.Neighbours}
	c := &cobra.Command{
		Use:   "anchors",
		Short: "Draw anchors: sentences that should find their neighbours",
		Long: `Draw anchors from the corpus: sentences that should find their neighbours in their section.

Phase 1 asks for long sections and a fixed window, and tests the index. Phase 2 takes every section, widens
the window from 5 to 12 until there are two golds, and shows what short sections cost. Sentences that say
nothing (headings, figures alone, "See Note 12") are neither anchors nor golds.

Companies, years and sections give anchors by their share of the corpus, drawn by the seed. The file is
reused by every later run: runs over different anchors cannot be compared.`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error { return f.run(c) },
	}
	c.Flags().StringVarP(&f.out, "output", "o", "", "write `FILE`; .assay/anchors/phase1.jsonl, or so, if it is not given")
	c.Flags().IntVar(&f.phase, "phase", 1, "1: the plain test of an index; 2: windows that adapt to short sections")
	c.Flags().IntVarP(&f.n, "number", "n", workspace.DefaultAnchors, "draw `N` anchors, or all there are if they are fewer")
	c.Flags().Uint64Var(&f.seed, "seed", 1, "the seed of all that is drawn")
	c.Flags().IntVar(&f.rules.Window, "window", f.rules.Window, "golds are at most `W` sentences away")
	c.Flags().IntVar(&f.rules.MaxWindow, "max-window", f.rules.MaxWindow, "the window may grow to `W` (12 in phase 2)")
	c.Flags().IntVar(&f.rules.MinGolds, "min-golds", f.rules.MinGolds, "until there are `N` golds (2 in phase 2)")
	c.Flags().IntVar(&f.rules.MinSection, "min-section", f.rules.MinSection, "sections of at least `N` sentences (1 in phase 2)")
	c.Flags().IntVar(&f.rules.MinWords, "min-words", f.rules.MinWords, "sentences of at least `N` words")
	c.Flags().IntVar(&f.rules.PerSection, "per-section", f.rules.PerSection, "at most `N` anchors of a section (3 in phase 2)")
	c.Flags().BoolVar(&f.force, "force", false, "replace a file that holds other anchors")
	c.Flags().BoolVar(&f.asJSON, "json", false, "print a JSON object")
	return c
}

// anchorsFlags are the flags of gold anchors.
type anchorsFlags struct {
	out      string
	phase, n int
	seed     uint64
	rules    gold.Rules
	force    bool
	asJSON   bool
}

func (f *anchorsFlags) run(c *cobra.Command) error {
	if f.n < 1 {
		return usage.Errorf("-n is a number of anchors, at least 1")
	}
	f.adapt(c)
	set, err := here(c).DrawAnchors(c.Context(), workspace.AnchorOptions{
		Path: f.out, Phase: f.phase, Number: f.n, Seed: f.seed, Rules: &f.rules, Force: f.force,
	})
	if err != nil {
		return err
	}
	if f.asJSON {
		return printJSON(c.OutOrStdout(), struct {
			Path   string `json:"path"`
			SHA256 string `json:"sha256"`
			*gold.Head
		}{set.Path, set.SHA256, &set.Head})
	}
	return printAnchors(c.OutOrStdout(), set.Path, set.Set)
}

// adapt takes the rules of the phase for what no flag says.
func (f *anchorsFlags) adapt(c *cobra.Command) {
	if f.phase == 1 {
		if c.Flags().Changed("window") && !c.Flags().Changed("max-window") {
			f.rules.MaxWindow = f.rules.Window
		}
		return
	}
	own := f.rules
	f.rules = gold.Adaptive
	for flag, take := range map[string]func(){
		"window": func() { f.rules.Window = own.Window }, "max-window": func() { f.rules.MaxWindow = own.MaxWindow },
		"min-golds": func() { f.rules.MinGolds = own.MinGolds }, "min-section": func() { f.rules.MinSection = own.MinSection },
		"min-words": func() { f.rules.MinWords = own.MinWords }, "per-section": func() { f.rules.PerSection = own.PerSection },
	} {
		if c.Flags().Changed(flag) {
			take()
		}
	}
	f.rules.MaxWindow = max(f.rules.MaxWindow, f.rules.Window)
}

func printAnchors(out io.Writer, path string, set *gold.Set) error {
	from := set.From
	fmt.Fprintf(out, "%d anchors in %s\n", len(set.Anchors), path)
	fmt.Fprintf(out, "drawn from %s usable sentences of %s, in %s sections, by seed %d\n", grouped(from.Usable),
		grouped(from.Sentences), grouped(from.Sections), set.Seed)
	var why []string
	for _, r := range gold.Reasons {
		if n := from.Excluded[r.Reason]; n > 0 {
			why = append(why, fmt.Sprintf("%s %s", grouped(n), r.Reason))
		}
	}
	if len(why) > 0 {
		fmt.Fprintln(out, "neither anchors nor golds:", strings.Join(why, ", "))
	}
	fmt.Fprintln(out)
	t := report.NewTable("", "")
	for _, by := range []struct {
		what string
		of   func(*gold.Anchor) string
	}{
		{"section", func(a *gold.Anchor) string { return a.Section }}, {"year", func(a *gold.Anchor) string { return fmt.Sprint(a.Year) }},
		{"company", func(a *gold.Anchor) string { return cmp.Or(a.Company, a.DocID) }}, {"section's length",
			func(a *gold.Anchor) string { return gold.Bucket(a.Length) }},
		{"window", func(a *gold.Anchor) string { return fmt.Sprint(a.Window) }}, {"golds",
			func(a *gold.Anchor) string { return fmt.Sprint(len(a.Golds)) }},
	} {
		t.Add("by "+by.what, countBy(set.Anchors, by.of))
	}
	return t.Print(out)
}

// shownValues is how many values of one kind a line counts.
const shownValues = 8

// countBy counts anchors by a value of theirs, most frequent first.
func countBy(anchors []gold.Anchor, of func(*gold.Anchor) string) string {
	counts := map[string]int{}
	for i := range anchors {
		counts[of(&anchors[i])]++
	}
	values := slices.SortedFunc(maps.Keys(counts),
		func(a, b string) int { return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b)) })
	var parts []string
	for _, v := range values[:min(shownValues, len(values))] {
		parts = append(parts, fmt.Sprintf("%s: %d", v, counts[v]))
	}
	if more := len(values) - shownValues; more > 0 {
		parts = append(parts, fmt.Sprintf("and %d others", more))
	}
	return strings.Join(parts, ", ")
}
