package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/embed"
	"github.com/assayhq/assay/index/embedded"
	"github.com/assayhq/assay/workspace"
)

// namedIndex is the index that a command's one word names, or the one that is meant without it.
func namedIndex(args []string) string {
	if len(args) == 1 {
		return args[0]
	}
	return workspace.DefaultIndex
}

func indexCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "index",
		Short: "Embed the corpus and make it searchable",
		Args:  noArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(indexBuildCommand(), indexLsCommand(), indexVerifyCommand(), indexRmCommand())
	return c
}

func indexBuildCommand() *cobra.Command {
	var o workspace.BuildOptions
	var asJSON bool
	c := &cobra.Command{
		Use:   "build [NAME]",
		Short: "Put the sentences of the corpus into an index",
		Long: `Put the sentences of the corpus into an index, by their vectors and by their words. What the index has
is not embedded again, and what the corpus has no more is taken out, so that the same command brings an index
up to date.

The embedder lsa is trained on the corpus itself and needs no key and no download. Others are named in
assay.yaml, as PROVIDER/MODEL, or as encoder:MODEL, which runs here ('assay models pull' fetches it). An index
keeps the embedder that it was begun with; --fresh starts over.

--engine keeps a copy of the index, with its vectors and texts, in a search engine that assay.yaml names. The
index here stays, so that 'assay engines check' and 'eval neighbors --exact' can compare the engine with it.`,
		Args: atMost(1),
		RunE: func(c *cobra.Command, args []string) error {
			if !c.Flags().Changed("embedder") {
				o.Embedder = "" // that of the index
			}
			meter := newMeter(c.ErrOrStderr())
			o.Progress = showSentences(meter)
			b, err := here(c).BuildIndex(c.Context(), namedIndex(args), o)
			meter.End()
			if b == nil {
				return err
			}
			if asJSON {
				return errors.Join(err, printJSON(c.OutOrStdout(), b))
			}
			return errors.Join(err, printBuild(c.OutOrStdout(), b))
		},
	}
	c.Flags().StringVar(&o.Embedder, "embedder", embed.LSAName, "embed with `NAME`; none indexes words alone")
	c.Flags().IntVar(&o.LSA.Dim, "dim", 256, "dimensions of lsa")
	c.Flags().Uint64Var(&o.LSA.Seed, "seed", 1, "the seed of lsa")
	c.Flags().StringVar(&o.Analyzer, "analyzer", "", "read words with `NAME`; '"+embedded.DefaultAnalyzer+"' if it is not given")
	c.Flags().BoolVar(&o.NoWords, "no-bm25", false, "index vectors alone")
	c.Flags().BoolVar(&o.CodesOnly, "codes-only", false, "keep vectors as one byte per value: a quarter of the space, and no longer exact")
	c.Flags().StringVar(&o.Engine, "engine", "", "bring the copy in the engine `NAME` of assay.yaml up to date, too")
	c.Flags().BoolVar(&o.Fresh, "fresh", false, "remove the index first, and its copy in --engine, and train and embed again")
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON object")
	return c
}

func printBuild(out io.Writer, b *workspace.Build) error {
	fmt.Fprintf(out, "index %s: %s sentences, %s\n", b.Index, grouped(b.Records), megabytes(b.Bytes))
	fmt.Fprintf(out, "added     %s, replaced %s, kept %s, removed %s, in %.1f s\n", grouped(b.Added),
		grouped(b.Replaced), grouped(b.Kept), grouped(b.Removed), b.Seconds["index"])
	if b.Embedder != nil {
		fmt.Fprintf(out, "embedder  %s, %d dimensions, %.12s\n", b.Embedder.Name, b.Embedder.Dimension, b.Embedder.Hash)
	}
	if t := b.Trained; t != nil {
		fmt.Fprintf(out, "trained   on %s sentences, %s terms, %.0f %% of the weights kept, in %.1f s\n",
			grouped(t.Trained), grouped(t.Terms), 100*t.Explained, b.Seconds["train"])
	}
	if b.NoVector > 0 {
		fmt.Fprintf(out, "no vector %s sentences of which the embedder knows no word: found by their words only\n", grouped(b.NoVector))
	}
	if b.Cut > 0 {
		fmt.Fprintf(out, "cut       %s sentences, longer than the embedder reads: it saw their beginnings\n", grouped(b.Cut))
	}
	if b.Tidied {
		fmt.Fprintln(out, "tidied    small segments into one, and what is gone out of them")
	}
	if j := b.Copy; j != nil {
		fmt.Fprintf(out, "engine    %s (%s): added %s, replaced %s, kept %s, removed %s\n",
			j.Engine, j.Type, grouped(j.Added), grouped(j.Replaced), grouped(j.Kept), grouped(j.Removed))
		if j.NoVector > 0 {
			fmt.Fprintf(out, "          %s sentences are not in it: an engine needs a vector for each\n", grouped(j.NoVector))
		}
	}
	return nil
}

// atMost refuses more words than a command takes.
func atMost(n int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) <= n {
			return nil
		}
		return refuse(c, "unknown word %q; see '%s --help'", args[n], c.CommandPath())
	}
}
