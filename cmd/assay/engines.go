package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/index/engine"
)

func enginesCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "engines",
		Short: "The search engines that sentences can be indexed in",
		Args:  noArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(enginesLsCommand())
	return c
}

// engineJSON is an engine as engines ls --json prints it.
type engineJSON struct {
	Name    string           `json:"name"`
	Doc     string           `json:"doc"`
	Modes   []string         `json:"modes"`
	Sharded bool             `json:"sharded"`
	Tested  string           `json:"tested"`
	MaxK    int              `json:"max_k"` // 0 is any number
	Setting []engine.Setting `json:"settings"`
}

// embeddedEngine is the row of the engine that needs no server.
var embeddedEngine = engineJSON{Name: "embedded", Doc: "Files of this workspace, searched exactly; needs no server.", Modes: []string{"dense", "int8", "bm25", "hybrid"}, Tested: string(engine.Live), Setting: []engine.Setting{}}

func enginesLsCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "ls",
		Short: "List the engines with what they can do and how far they are tested",
		Long: `List the engines with what they can do and how far they are tested: live against the engine itself, or by
contract, against a local server that is faithful to the published specification. 'assay index build' fills the
embedded one; the others can be filled and searched from Go (package index/engine).`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			all := []engineJSON{embeddedEngine}
			for _, r := range engine.Rows() {
				all = append(all, engineJSON{r.Name, r.Doc, modesOf(&r), r.Sharded, string(r.Tested), r.MaxK, r.Settings})
			}
			if asJSON {
				return printJSON(c.OutOrStdout(), all)
			}
			w := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, "ENGINE\tMODES\tSHARDED\tTESTED\tMOST HITS\tWHAT IT IS")
			for i := range all {
				most := "any"
				if all[i].MaxK > 0 {
					most = grouped(all[i].MaxK)
				}
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", all[i].Name, strings.Join(all[i].Modes, ", "), map[bool]string{true: "yes", false: "no"}[all[i].Sharded], all[i].Tested, most, all[i].Doc)
			}
			return w.Flush()
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON array, settings included")
	return c
}

func modesOf(r *engine.Row) []string {
	modes := []string{}
	for _, m := range []struct {
		has  bool
		name string
	}{{r.Dense, "dense"}, {r.BM25, "bm25"}, {r.Hybrid, "hybrid"}} {
		if m.has {
			modes = append(modes, m.name)
		}
	}
	return modes
}
