package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/config"
	"github.com/assayhq/assay/corpus"
	"github.com/assayhq/assay/corpus/store"
)

// finding is what one check of the doctor says.
type finding struct {
	Check  string `json:"check"`
	State  string `json:"state"` // ok, note or problem
	Detail string `json:"detail"`
	Next   string `json:"next,omitempty"` // the command to try
}

// The states of a finding.
const (
	stateOK      = "ok"
	stateNote    = "note"
	stateProblem = "problem"
)

func (f finding) set(state, detail, next string) finding {
	f.State, f.Detail, f.Next = state, detail, next
	return f
}

// failed is the finding of an error. What the error says to do next becomes the finding's next.
func (f finding) failed(err error) finding {
	detail := err.Error()
	var failure *call.Failure
	if errors.As(err, &failure) && failure.Next != "" {
		detail = strings.TrimSuffix(detail, "; "+failure.Next)
		return f.set(stateProblem, detail, failure.Next)
	}
	return f.set(stateProblem, detail, "")
}

// check is one thing that the doctor looks at; it may have several findings, each under a name of its own.
type check struct {
	name string
	run  func(context.Context, *patient) []finding
}

// patient is what the checks look at and how.
type patient struct {
	config  *config.Config // nil if it cannot be read
	offline bool
}

var checks = []check{
	{"program", one(checkProgram)},
	{"workspace", one(checkWorkspace)},
	{"corpus", one(checkCorpus)},
	{"ledger", one(checkLedger)},
	{"pdf engine", one(checkPDF)},
	{"settings", checkSettings},
	{"providers", checkProviders},
	{"models", checkModels},
	{"engines", checkEngines},
	{"telemetry", checkTelemetry},
}

// one makes a check of a function with one finding.
func one(run func(context.Context) finding) func(context.Context, *patient) []finding {
	return func(ctx context.Context, _ *patient) []finding { return []finding{run(ctx)} }
}

func doctorCommand() *cobra.Command {
	var asJSON bool
	var p patient
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Check what this program needs and say what to do about what is missing",
		Args:  noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			var findings []finding
			for _, k := range checks {
				for _, f := range k.run(c.Context(), &p) {
					if f.Check == "" {
						f.Check = k.name
					}
					findings = append(findings, f)
				}
			}
			return printFindings(c.OutOrStdout(), findings, asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a line")
	c.Flags().BoolVar(&p.offline, "offline", false, "ask no provider and no engine anything")
	return c
}

// printFindings prints what checks found; problems are an error in the end.
func printFindings(out io.Writer, findings []finding, asJSON bool) error {
	problems, width := 0, len("pdf engine")
	for _, f := range findings {
		width = max(width, len(f.Check))
		if f.State == stateProblem {
			problems++
		}
	}
	if asJSON {
		if err := eachJSON(out, findings); err != nil {
			return err
		}
	}
	for _, f := range findings {
		if asJSON {
			break
		}
		fmt.Fprintf(out, "%-8s %-*s %s\n", f.State, width, f.Check, f.Detail)
		if f.Next != "" {
			fmt.Fprintf(out, "%-8s %-*s try: %s\n", "", width, "", f.Next)
		}
	}
	if problems > 0 {
		return fmt.Errorf("%d of %d checks found a problem", problems, len(findings))
	}
	return nil
}

func checkProgram(context.Context) finding {
	b := thisBuild()
	return finding{State: stateOK, Detail: fmt.Sprintf("assay %s, %s, %s/%s, %d processors", b.Version, b.Go, b.OS, b.Arch, runtime.GOMAXPROCS(0))}
}

// checkWorkspace makes sure that the directory can be written.
func checkWorkspace(context.Context) finding {
	here, err := os.Getwd()
	if err != nil {
		return finding{State: stateProblem, Detail: err.Error()}
	}
	dir := here
	if info, err := os.Stat(workspaceDir); err == nil && info.IsDir() {
		dir = filepath.Join(here, workspaceDir)
	}
	f, err := os.CreateTemp(dir, ".doctor-*")
	if err != nil {
		return finding{State: stateProblem, Detail: fmt.Sprintf("%s cannot be written: %v", dir, errors.Unwrap(err)), Next: "a directory of your own: mkdir work && cd work"}
	}
	err = errors.Join(f.Close(), os.Remove(f.Name()))
	if err != nil {
		return finding{State: stateProblem, Detail: err.Error()}
	}
	return finding{State: stateOK, Detail: here + " can be written"}
}

// checkCorpus opens the corpus and holds its files against their checksums.
func checkCorpus(ctx context.Context) finding {
	c, err := openCorpus()
	if errors.Is(err, store.ErrNone) {
		return finding{State: stateNote, Detail: "no corpus here yet", Next: "assay ingest PATH…   or   assay demo"}
	}
	if err != nil {
		return finding{State: stateProblem, Detail: err.Error()}
	}
	defer c.Close()
	if err := c.Verify(ctx); err != nil {
		return finding{State: stateProblem, Detail: err.Error(), Next: "move " + corpusDir + " away and run 'assay ingest PATH…' again"}
	}
	// A row of sentences shows whether the columns are those of this version.
	for _, err := range c.Sentences(store.Query{}) {
		if err != nil {
			return finding{State: stateProblem, Detail: err.Error(), Next: "move " + corpusDir + " away and run 'assay ingest PATH…' again"}
		}
		break
	}
	s := c.Stats()
	return finding{State: stateOK, Detail: fmt.Sprintf("%s documents, %s sentences, %d parts, %s, checksums right",
		grouped(s.Documents), grouped(s.Sentences), s.Parts, megabytes(s.DiskBytes))}
}

// checkPDF reads a page with the sandboxed engine, which compiles it once for all later runs.
func checkPDF(ctx context.Context) finding {
	if err := corpus.CheckPDF(ctx, pdfWorker()); err != nil {
		return finding{State: stateProblem, Detail: err.Error()}
	}
	return finding{State: stateOK, Detail: "reads a page in its sandbox"}
}
