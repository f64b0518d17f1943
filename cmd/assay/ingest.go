package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/corpus"
	"github.com/assayhq/assay/internal/terminal"
	"github.com/assayhq/assay/workspace"
)

// maxListed is how many skipped files the summary for people lists.
const maxListed = 20

func ingestCommand() *cobra.Command {
	var asJSON, replace, retry bool
	var workers int
	c := &cobra.Command{
		Use:   "ingest PATH…",
		Short: "Read filings and reports, files or directories, into the corpus",
		Long: `Reads files and directories into .assay/corpus. What is there already, unchanged, is not read
again; a file that cannot be read is skipped with its reason and costs only itself. An ingest that was
interrupted goes on where it stopped when it is run again.

` + readersHelp(),
		Example: "  assay ingest filings/\n  assay ingest 0000320193-24-000123.txt reports/*.pdf --json",
		Args:    atLeast(1, "a file or directory to read"),
		RunE: func(c *cobra.Command, paths []string) error {
			m := newMeter(c.ErrOrStderr())
			if workers < 0 {
				return refuse(c, "--workers %d is less than none", workers)
			}
			if err := workspace.CheckOwn(workspaceDir); err != nil {
				return err
			}
			entries := corpus.Walk(paths)
			if os.Getenv("GOMEMLIMIT") == "" {
				debug.SetMemoryLimit(corpus.MemoryFor(entries))
			}
			s, err := corpus.Ingest(c.Context(), entries, corpus.Options{
				Dir: filepath.FromSlash(corpusDir), Version: version, Workers: workers, Replace: replace, Retry: retry,
				PDFWorker: pdfWorker(), Progress: showIngest(m),
			})
			m.End()
			if s == nil {
				return err
			}
			if asJSON {
				err = errors.Join(err, json.NewEncoder(c.OutOrStdout()).Encode(s))
			} else {
				printSummary(c.OutOrStdout(), s)
			}
			if err == nil && s.Documents+s.Unchanged+s.Copies == 0 {
				err = errors.New("nothing was ingested; 'assay ingest --help' says what can be read")
			}
			return err
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the summary as a JSON object")
	c.Flags().BoolVar(&replace, "replace", false, "prefer these files to others of the same filing that are in the corpus")
	c.Flags().BoolVar(&retry, "retry", false, "read files again that an earlier ingest did not survive")
	c.Flags().IntVar(&workers, "workers", 0, "files to read at the same time (default: one per processor)")
	return c
}

// pdfWorker is the command by which this program reads PDFs in a process of their own.
func pdfWorker() []string {
	self, err := os.Executable()
	if err != nil {
		return nil
	}
	return []string{self, pdfWorkerName}
}

func readersHelp() string {
	var b strings.Builder
	b.WriteString("Kinds of files:\n")
	for _, r := range corpus.Readers() {
		fmt.Fprintf(&b, "  %-11s %s\n", r.Name, r.Doc)
	}
	return strings.TrimRight(b.String(), "\n")
}

func printSummary(out io.Writer, s *corpus.Summary) {
	rate := ""
	if s.Seconds > 0 {
		rate = fmt.Sprintf(" (%.1f MB/s)", float64(s.Bytes)/1e6/s.Seconds)
	}
	fmt.Fprintf(out, "%s documents: %s items, %s sentences, %s tables, %s facts in %.1f s%s\n",
		grouped(s.Documents), grouped(s.Items), grouped(s.Sentences), grouped(s.Tables), grouped(s.Facts), s.Seconds, rate)
	if s.Replaced > 0 {
		fmt.Fprintf(out, "%s of them replaced an older reading\n", grouped(s.Replaced))
	}
	if s.Unchanged > 0 {
		fmt.Fprintf(out, "%s files were in the corpus already\n", grouped(s.Unchanged))
	}
	if s.Warnings > 0 {
		fmt.Fprintf(out, "%s warnings; 'assay corpus ls --warnings' shows them\n", grouped(s.Warnings))
	}
	if len(s.Skipped) == 0 {
		return
	}
	fmt.Fprintf(out, "%s skipped:\n", grouped(len(s.Skipped)))
	for _, k := range s.Skipped[:min(len(s.Skipped), maxListed)] {
		fmt.Fprintf(out, "  %s: %s\n", k.Path, k.Reason)
	}
	if more := len(s.Skipped) - maxListed; more > 0 {
		fmt.Fprintf(out, "  … and %s more; --json lists them all\n", grouped(more))
	}
}

// grouped writes a count with commas.
func grouped[T ~int | ~int32 | ~int64](n T) string { return terminal.Count(n) }
