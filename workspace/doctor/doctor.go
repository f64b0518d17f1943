// Package doctor turns a workspace into what works in it, what does not, and what to do about that. It changes nothing
// and, where it is told to, asks neither providers nor engines.
package doctor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/config"
	"github.com/assayhq/assay/corpus"
	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/internal/terminal"
	"github.com/assayhq/assay/workspace"
)

// Result is what one check found.
type Result struct {
	Group  string `json:"group"` // what is checked: corpus, models
	Check  string `json:"check"` // one of the group, or the group
	State  State  `json:"state"`
	Detail string `json:"detail"`
	Next   string `json:"next,omitempty"` // the command to try
}

// State is how grave a result is.
type State string

// The states.
const (
	OK      State = "ok"
	Note    State = "note" // worth knowing; everything works
	Problem State = "problem"
)

func (r Result) set(state State, detail, next string) Result {
	r.State, r.Detail, r.Next = state, detail, next
	return r
}

// failed is the result of an error. What the error says to do next becomes the result's next.
func (r Result) failed(err error) Result {
	detail := err.Error()
	var failure *call.Failure
	if errors.As(err, &failure) && failure.Next != "" {
		detail = strings.TrimSuffix(detail, "; "+failure.Next)
		return r.set(Problem, detail, failure.Next)
	}
	return r.set(Problem, detail, "")
}

// Options choose what is checked.
type Options struct {
	Program   string   // what is checked with: version and machine
	Version   string   // of the program, for telemetry
	PDFWorker []string // the command that reads PDFs
	Offline   bool     // ask no provider and no engine anything
}

// examination is what the checks look at.
type examination struct {
	Options
	work   *workspace.Workspace
	config *config.Config // nil if it cannot be read
}

// checks are all checks by their groups, in the order in which they are made.
var checks = []struct {
	group string
	run   func(context.Context, *examination) []Result
}{
	{"program", one(checkProgram)},
	{"workspace", one(checkWorkspace)},
	{"corpus", one(checkCorpus)},
	{"ledger", one(checkLedger)},
	{"pdf engine", one(checkPDF)},
	{"settings", checkSettings},
	{"providers", checkProviders},
	{"models", checkModels},
	{"engines", checkEngines},
	{"telemetry", one(checkTelemetry)},
}

// one makes a check of a function with one result.
func one(run func(context.Context, *examination) Result) func(context.Context, *examination) []Result {
	return func(ctx context.Context, x *examination) []Result { return []Result{run(ctx, x)} }
}

// Check makes all checks.
func Check(ctx context.Context, w *workspace.Workspace, o Options) []Result {
	x := &examination{Options: o, work: w}
	var all []Result
	for _, c := range checks {
		for _, r := range c.run(ctx, x) {
			r.Group = c.group
			r.Check = cmp.Or(r.Check, c.group)
			all = append(all, r)
		}
	}
	return all
}

// Summary is one result for each group: the first of its gravest, with how many others there are.
func Summary(all []Result) []Result {
	var groups []Result
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].Group == all[0].Group {
			n++
		}
		groups = append(groups, summaryOf(all[:n]))
		all = all[n:]
	}
	return groups
}

func summaryOf(group []Result) Result {
	gravest := 0
	counts := map[State]int{}
	for i, r := range group {
		counts[r.State]++
		if slices.Index(states, r.State) < slices.Index(states, group[gravest].State) {
			gravest = i
		}
	}
	sum := group[gravest]
	counts[sum.State]--
	var others []string
	for _, s := range states {
		if counts[s] > 0 {
			others = append(others, fmt.Sprintf("%d %s", counts[s], s))
		}
	}
	if sum.Check != sum.Group {
		sum.Detail = sum.Check + ": " + sum.Detail
		sum.Check = sum.Group
	}
	if len(others) > 0 {
		sum.Detail += "; others: " + strings.Join(others, ", ")
	}
	return sum
}

// states are all, the gravest first.
var states = []State{Problem, Note, OK}

// Err is the error of results with problems, or nil.
func Err(all []Result) error {
	problems := 0
	for _, r := range all {
		if r.State == Problem {
			problems++
		}
	}
	if problems == 0 {
		return nil
	}
	return fmt.Errorf("%d of %d checks found a problem", problems, len(all))
}

func checkProgram(_ context.Context, x *examination) Result { return Result{}.set(OK, x.Program, "") }

// checkWorkspace makes sure that the directory can be written.
func checkWorkspace(_ context.Context, x *examination) Result {
	data, err := filepath.Abs(x.work.Path())
	if err != nil {
		return Result{}.failed(err)
	}
	here := filepath.Dir(data)
	dir := here
	if info, err := os.Stat(data); err == nil && info.IsDir() {
		dir = data
	}
	f, err := os.CreateTemp(dir, ".doctor-*")
	if err != nil {
		detail := fmt.Sprintf("%s cannot be written: %v", dir, errors.Unwrap(err))
		return Result{}.set(Problem, detail, "a directory of your own: mkdir work && cd work")
	}
	if err := errors.Join(f.Close(), os.Remove(f.Name())); err != nil {
		return Result{}.failed(err)
	}
	return Result{}.set(OK, here+" can be written", "")
}

// checkCorpus opens the corpus and compares its files with their checksums.
func checkCorpus(ctx context.Context, x *examination) Result {
	c, err := x.work.Corpus()
	if errors.Is(err, store.ErrNone) {
		return Result{}.set(Note, "no corpus here yet", "assay ingest PATH…   or   assay demo")
	}
	if err != nil {
		return Result{}.failed(err)
	}
	defer c.Close()
	err = c.Verify(ctx)
	if err == nil { // a row of sentences shows whether the columns are those of this version
		for _, err = range c.Sentences(store.Query{}) {
			break
		}
	}
	if err != nil {
		return Result{}.set(Problem, err.Error(), "move "+x.work.CorpusDir()+" away and run 'assay ingest PATH…' again")
	}
	s := c.Stats()
	return Result{}.set(OK, fmt.Sprintf("%s documents, %s sentences, %d parts, %s, checksums right",
		terminal.Count(s.Documents), terminal.Count(s.Sentences), s.Parts, terminal.Megabytes(s.DiskBytes)), "")
}

// checkPDF reads a page with the sandboxed engine, which compiles it once for all later runs.
func checkPDF(ctx context.Context, x *examination) Result {
	if err := corpus.CheckPDF(ctx, x.PDFWorker); err != nil {
		return Result{}.failed(err)
	}
	return Result{}.set(OK, "reads a page in its sandbox", "")
}
