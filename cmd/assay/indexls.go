package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/index/embedded"
	"github.com/assayhq/assay/report"
)

func indexLsCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "ls",
		Short: "List the indexes",
		Args:  noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			names, err := local.Indexes()
			if err != nil {
				return err
			}
			t := report.NewTable("index", "sentences", "segments", "size", "embedder", "dimensions", "words", "copies")
			for _, name := range names {
				if err := listIndex(c.OutOrStdout(), t, name, asJSON); err != nil {
					return err
				}
			}
			if asJSON {
				return nil
			}
			return t.Print(c.OutOrStdout())
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object per line")
	return c
}

func listIndex(w io.Writer, t *report.Table, name string, asJSON bool) error {
	x, err := local.Index(name)
	if err != nil {
		return err
	}
	defer x.Close()
	m := x.Manifest()
	in, err := local.CopiesOf(name)
	if err != nil {
		return err
	}
	if asJSON {
		return json.NewEncoder(w).Encode(struct {
			Name   string   `json:"name"`
			Bytes  int64    `json:"bytes"`
			Copies []string `json:"copies,omitempty"` // engines that hold one
			*embedded.Manifest
		}{name, x.Size(), in, m})
	}
	with, dim := "-", "-"
	words, where := "-", "-"
	if m.Embedder != nil {
		with, dim = m.Embedder.Name, fmt.Sprint(m.Embedder.Dimension)
	}
	if m.Texts != nil {
		words = "bm25, " + m.Texts.Analyzer
	}
	if len(in) > 0 {
		where = strings.Join(in, ", ")
	}
	t.Add(name, grouped(x.Len()), len(m.Segments), megabytes(x.Size()), with, dim, words, where)
	return nil
}

func indexVerifyCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "verify [NAME]",
		Short: "Read an index whole: checksums, ids, vectors, counts",
		Args:  atMost(1),
		RunE: func(c *cobra.Command, args []string) error {
			name := namedIndex(args)
			x, err := local.Index(name)
			if err != nil {
				return err
			}
			defer x.Close()
			if err := x.Verify(); err != nil {
				return err
			}
			if asJSON {
				return printJSON(c.OutOrStdout(), undamaged{Index: name, Sentences: x.Len(), Bytes: x.Size()})
			}
			_, err = fmt.Fprintf(c.OutOrStdout(), "index %s: %s sentences, %s: everything is what was written\n", name,
				grouped(x.Len()), megabytes(x.Size()))
			return err
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON object")
	return c
}

// undamaged is what was read and found undamaged, as JSON.
type undamaged struct {
	Index     string `json:"index,omitempty"`
	Ledger    string `json:"ledger,omitempty"`
	Sentences int    `json:"sentences,omitempty"`
	Bytes     int64  `json:"bytes,omitempty"`
}

func indexRmCommand() *cobra.Command {
	var engine string
	c := &cobra.Command{
		Use:   "rm NAME",
		Short: "Remove an index, or its copy in an engine; the corpus stays",
		Args:  atLeast(1, "the name of an index"),
		RunE: func(c *cobra.Command, args []string) error {
			for _, name := range args {
				if err := removeIndex(c, name, engine); err != nil {
					return err
				}
			}
			return nil
		},
	}
	c.Flags().StringVar(&engine, "engine", "", "remove the copy in the engine `NAME`, and not the index")
	return c
}

func removeIndex(c *cobra.Command, name, engine string) error {
	if engine != "" {
		if err := local.RemoveCopy(c.Context(), engine, name); err != nil {
			return err
		}
		_, err := fmt.Fprintf(c.OutOrStdout(), "removed the copy of index %s in engine %s\n", name, engine)
		return err
	}
	if err := local.RemoveIndex(name); err != nil {
		return err
	}
	fmt.Fprintf(c.OutOrStdout(), "removed index %s\n", name)
	copies, err := local.CopiesOf(name)
	for _, in := range copies {
		fmt.Fprintf(c.ErrOrStderr(), "note: its copy in engine %s stays; 'assay index rm %s --engine %s' removes it\n", in, name, in)
	}
	return err
}
