package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/index/embedded"
	"github.com/assayhq/assay/index/engine"
	"github.com/assayhq/assay/report"
)

func enginesCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "engines",
		Short: "The search engines that sentences can be indexed in",
		Args:  noArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(enginesLsCommand(), enginesCheckCommand())
	return c
}

// enginesJSON is what engines ls --json prints.
type enginesJSON struct {
	Engines []namedJSON  `json:"engines"`
	Types   []engineJSON `json:"types"`
}

// namedJSON is an engine of assay.yaml.
type namedJSON struct {
	Name      string `json:"name"`
	Type      string `json:"type"`
	Mode      string `json:"mode"`
	Index     string `json:"index,omitempty"` // of which it holds a copy
	Sentences int    `json:"sentences"`       // that it has acknowledged
}

// engineJSON is a type of engine.
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
var embeddedEngine = engineJSON{Name: "embedded", Doc: "Files of this workspace, searched exactly; needs no server.",
	Modes: []string{"dense", "int8", "bm25", "hybrid"}, Tested: string(engine.Live), Setting: []engine.Setting{}}

func enginesLsCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "ls",
		Short: "List the engines of assay.yaml, and the types that there are",
		Long: `List the engines of assay.yaml with what they hold, and the types of engines with what they can do and how far
they are tested: live against the engine itself, or by contract, against a local server that is faithful to the
published specification. 'assay index build' fills the embedded one, and with --engine another one, too.`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			all, err := allEngines()
			if err != nil {
				return err
			}
			if asJSON {
				return printJSON(c.OutOrStdout(), all)
			}
			return all.print(c.OutOrStdout())
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON object, settings of each type included")
	return c
}

func allEngines() (*enginesJSON, error) {
	all := &enginesJSON{Engines: []namedJSON{}, Types: []engineJSON{embeddedEngine}}
	for _, r := range engine.Rows() {
		all.Types = append(all.Types, engineJSON{r.Name, r.Doc, r.Modes(), r.Sharded, string(r.Tested), r.MaxK, r.Settings})
	}
	cfg, err := local.Config()
	if err != nil {
		return nil, err
	}
	for _, name := range cfg.EngineNames() {
		e := cfg.Engines[name]
		j := namedJSON{Name: name, Type: e.Type(), Mode: e.Settings()["mode"]}
		if j.Mode == "" {
			j.Mode = string(embedded.Dense)
		}
		held, err := local.Copy(name)
		if err != nil {
			return nil, err
		}
		if held != nil {
			j.Index, j.Sentences = held.Index, held.Sentences
		}
		all.Engines = append(all.Engines, j)
	}
	return all, nil
}

func (all *enginesJSON) print(out io.Writer) error {
	if len(all.Engines) > 0 {
		t := report.NewTable("engine", "type", "mode", "copy of", "sentences")
		for _, e := range all.Engines {
			of := e.Index
			if of == "" {
				of = "-"
			}
			t.Add(e.Name, e.Type, e.Mode, of, grouped(e.Sentences))
		}
		if err := t.Print(out); err != nil {
			return err
		}
		fmt.Fprintln(out)
	}
	t := report.NewTable("type", "modes", "sharded", "tested", "most hits", "what it is")
	for i := range all.Types {
		most := "any"
		if all.Types[i].MaxK > 0 {
			most = grouped(all.Types[i].MaxK)
		}
		sharded := map[bool]string{true: "yes", false: "no"}[all.Types[i].Sharded]
		t.Add(all.Types[i].Name, strings.Join(all.Types[i].Modes, ", "), sharded, all.Types[i].Tested, most, all.Types[i].Doc)
	}
	return t.Print(out)
}
