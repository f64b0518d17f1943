package docqa

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/assayhq/assay/dataset"
	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/run"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/suite"
	"github.com/assayhq/assay/suite/cases"
	"github.com/assayhq/assay/suite/docqa/filesearch"
	"github.com/assayhq/assay/suite/docqa/findings"
	"github.com/assayhq/assay/system"
)

const suiteName = "docqa"

// Suite is this suite.
var Suite = suite.Suite{
	Name:      suiteName,
	Arguments: "--data FILE",
	Short:     "Answer questions about long documents, in several ways that are compared",
	Long: `Answer questions about long documents: filings, reports. Each question has its document, which is kept once in
.assay/documents however many questions ask about it, and is never cut. A question may also name a document of the
corpus ("document": "DOC_ID") instead of bringing its text: then the index of the workspace is searched, or its copy
in an engine (--index, --engine, --rerank), as users search it.

Modes, each a run of its own; of several, each is compared with the first:
` + modesHelp() + `
Without --mode it is retrieval where a model is named, else extractive; data that brings the answers of a system is
scored as it is. With --answers no model is asked.

A figure is right by sign, scale, unit and the digits shown ('figure', the headline); the rule of older scripts
is beside it ('docqa'). Scorers of texts look at what the answer states (after FINAL:, in a box …). A program of
yours scores as --score exec:PROGRAM; it reads lines of JSON and writes {"value": …} for each. Words before the program say what its
values mean: --score "exec:better=lower range=0..10 unit=USD ./mine.py"; without them higher is better.

The same command goes on where it stopped, and tries cases again that ended as errors. Beside the ledger there is a
JSON file of metadata and results (--output), written as the run goes.

From the environment or .env: OPENAI_MODEL where --model is not given, OPENAI_API_KEY, OPENAI_BASE_URL,
OPENAI_TIMEOUT (seconds for an answer) and OPENAI_FILE_TIMEOUT (seconds until a file can be searched).`,
	Runs:     "docqa",
	Batch:    true,
	Texts:    true,
	Options:  func() suite.Options { return NewOptions() },
	Findings: findings.Of,
}

func modesHelp() string {
	var b strings.Builder
	for i := range modes {
		fmt.Fprintf(&b, "  %-15s %s\n", modes[i].Name, modes[i].Doc)
	}
	return b.String()
}

// Options say what is asked, in which modes, and what answers.
type Options struct {
	Data          string // a file of questions
	Format        string // of the data; found out if empty
	SkipBad       bool   // leave out records that cannot be read, and note which
	Modes         []string
	Model         string // a name of assay.yaml, or PROVIDER/ID
	Prompt        string // a file with the system prompt
	Rewrite       bool   // ask the model for a search query first
	K, Around     int    // sentences that are found, and how many around each are shown
	Embedder      string // that embeds documents which questions bring; empty searches them by words
	Index         string // that has the documents which questions name
	Engine        string // that has a copy of the index
	Rerank        string // the reranker of what is found there
	Answers       string // a file of answers that are scored, records of {"id", "answer"}
	Scorers       []string
	Output        string // a file for results as JSON; empty is docqa/RUN.json in the environment's directory
	WriteEvidence bool   // put the evidence of each answer into the output file

	Own *Own // a program's own system, or its steps around a mode; nil is none
}

// Own is code of a program that answers, or works around a mode. At least one of the three functions is set.
type Own struct {
	Name    string // of the system, in reports
	Version string // changes with the code, so that answers of older code are not taken over

	Answer system.Func                              // answers instead of a mode
	Before func(*system.Case) (*system.Case, error) // makes of a case what is asked; it must not change the case
	After  func(*system.Case, *system.Answer) error // makes of an answer what is scored
}

// NewOptions are the options of who chooses nothing.
func NewOptions() *Options {
	return &Options{K: defaultK, Around: defaultAround, Scorers: slices.Clone(defaultScorers)}
}

// Flags are the options as a command line names them.
func (o *Options) Flags() []suite.Flag {
	return []suite.Flag{
		{Name: "data", Short: "d", Value: &o.Data, Help: "the data set: `FILE`"},
		{Name: "output", Short: "o", Value: &o.Output, Help: "write results as JSON to `FILE`; .assay/docqa/RUN.json if it is not given"},
		{Name: "format", Value: &o.Format, Help: "read the data as `FORMAT`; found out if it is not given"},
		{Name: "model", Short: "m", Value: &o.Model, Help: "ask `MODEL`: a name of assay.yaml, or PROVIDER/ID"},
		{Name: "prompt", Short: "p", Value: &o.Prompt, Help: "take the system prompt of `FILE`"},
		{Name: "mode", Value: &o.Modes, Help: "answer in this `MODE`; may be given again, for a run each"},
		{Name: "answers", Value: &o.Answers, Help: "score the answers of `FILE`, records of {\"id\", \"answer\"}, and ask no model"},
		{Name: "embedder", Value: &o.Embedder, Help: "search by the vectors of `EMBEDDER` besides words"},
		{Name: "index", Value: &o.Index, Help: "search the documents that questions name in the index `NAME`"},
		{Name: "engine", Value: &o.Engine, Help: "search them in the copy that the engine `NAME` of assay.yaml has"},
		{Name: "rerank", Value: &o.Rerank,
			Help: "order what is found in them by the reranker `NAME`: of assay.yaml, PROVIDER/MODEL or encoder:MODEL"},
		{Name: "rewrite-queries", Value: &o.Rewrite, Help: "ask the model for a search query first"},
		{Name: "include-search-results", Value: &o.WriteEvidence, Help: "put the evidence of each answer into the output file"},
		{Name: "skip-bad", Value: &o.SkipBad, Help: "leave out records that cannot be read, and say which"},
		{Name: "k", Short: "k", Value: &o.K, Help: "find `K` sentences"},
		{Name: "around", Value: &o.Around, Help: "show `N` sentences before and after each that was found"},
		{Name: "score", Value: &o.Scorers, Help: "score with `NAMES`; 'assay score ls' lists them, and exec:PROGRAM is one of yours"},
	}
}

// Jobs makes a run of each mode.
func (o *Options) Jobs(_ context.Context, e *suite.Environment, arguments []string) (_ []*suite.Job, err error) {
	own := *o
	if len(arguments) == 1 && own.Data == "" {
		own.Data, arguments = arguments[0], nil
	}
	if err := own.check(e, arguments); err != nil {
		return nil, err
	}
	p := &planner{Options: &own, env: e}
	if err := p.prepare(); err != nil {
		return nil, err
	}
	var jobs []*suite.Job
	for _, name := range p.modes() {
		j, err := p.job(name)
		if err != nil {
			return nil, errors.Join(err, suite.CloseAll(jobs))
		}
		jobs = append(jobs, j)
	}
	return jobs, nil
}

// check refuses options that do not go together.
func (o *Options) check(e *suite.Environment, arguments []string) error {
	switch {
	case o.Data == "":
		return usage.Errorf("eval docqa: no data set: name it with --data FILE")
	case len(arguments) > 0:
		return usage.Errorf("eval docqa: --data names the data set; what is %q?", arguments[0])
	case o.Answers != "" && (len(o.Modes) > 0 || o.Model != "" || o.Rewrite || o.Prompt != "" || e.ReplayRun != ""):
		return usage.Errorf("--answers asks no model: it goes with neither --mode, --model, --prompt, --replay nor --rewrite-queries")
	case e.Batch && (o.Rewrite || o.Answers != "" || slices.Contains(o.Modes, fileSearch.Name)):
		return usage.Errorf("--batch asks once for each case: it goes with neither --rewrite-queries, --answers nor --mode file_search")
	case e.ReplayRun != "" && len(o.Modes) > 1:
		return usage.Errorf("--replay replays one run: give the one --mode that it had")
	}
	for i, name := range o.Modes {
		if _, err := findMode(name); err != nil {
			return usage.Errorf("--mode: %w", err)
		}
		if slices.Contains(o.Modes[:i], name) {
			return usage.Errorf("--mode names %s twice", name)
		}
	}
	return o.Own.check(o)
}

func (own *Own) check(o *Options) error {
	switch {
	case own == nil:
		return nil
	case own.Name == "" || own.Version == "":
		return usage.Errorf("a system of one's own needs a name and a version, so that answers of other code are not taken over")
	case own.Answer != nil && (len(o.Modes) > 0 || o.Answers != ""):
		return usage.Errorf("system %s answers itself: it goes with no mode and no stored answers", own.Name)
	case own.Answer == nil && own.Before == nil && own.After == nil:
		return usage.Errorf("system %s has no function", own.Name)
	}
	return nil
}

// planner makes the jobs of one evaluation.
type planner struct {
	*Options
	env     *suite.Environment
	prompt  string
	set     *dataset.Set
	scorers []run.Scorer
	used    []*program // scorers of the user's
	named   bool       // questions name documents of the corpus
	stored  bool       // the data brings answers
}

// prepare reads what all jobs share.
func (p *planner) prepare() (err error) {
	if p.Model == "" && p.Answers == "" && p.env.Variable != nil {
		if name := p.env.Variable("OPENAI_MODEL"); name != "" {
			p.Model = "openai/" + strings.TrimPrefix(name, "openai/")
		}
	}
	if p.Prompt != "" {
		if p.prompt, err = cases.ReadPrompt("prompt", p.Prompt); err != nil {
			return err
		}
	}
	if err := p.findScorers(); err != nil {
		return usage.Wrap(err)
	}
	var options []dataset.Option
	if p.SkipBad {
		options = append(options, dataset.SkipBad)
	}
	if p.set, err = dataset.Open(p.Data, p.Format, options...); err != nil {
		return err
	}
	for _, note := range p.set.Notes {
		p.env.Note(note)
	}
	if n := p.set.Skipped.Count; n > 0 {
		p.env.Note(fmt.Sprintf("records left out: %d\n%v", n, &p.set.Skipped))
	}
	for c, err := range p.set.Cases() {
		if err != nil {
			return err
		}
		p.stored = p.stored || c.Answer != nil
		p.named = p.named || c.Variables[documentVariable] != ""
		break // the first tells what data it is
	}
	return nil
}

// findScorers finds scorers of the table and the user's own programs.
func (p *planner) findScorers() error {
	var own []run.Scorer
	var names []string
	for _, name := range p.Scorers {
		if !strings.HasPrefix(name, programPrefix) {
			names = append(names, name)
			continue
		}
		x, err := newProgram(name)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(p.used, func(other *program) bool { return other.Name() == x.Name() }) {
			return fmt.Errorf("--score names two programs %s: give one of them another name", x.Name())
		}
		p.used = append(p.used, x)
		own = append(own, x.Scorer())
	}
	if _, err := cases.Scorers(names); err != nil {
		return err
	}
	for _, name := range names {
		s, err := score.Find(name)
		if err != nil {
			return err
		}
		p.scorers = append(p.scorers, finalScorer(s))
	}
	p.scorers = append(append(p.scorers, ownScorer()), own...)
	return nil
}

// storedAnswers is the mode of no mode: answers that a file or the data has, or a program's own system gives.
const storedAnswers = ""

// modes are those that are run.
func (p *planner) modes() []string {
	switch {
	case p.Own != nil && p.Own.Answer != nil:
		return []string{storedAnswers}
	case p.Answers != "" || len(p.Modes) == 0 && p.Model == "" && p.stored:
		return []string{storedAnswers}
	case len(p.Modes) > 0:
		return p.Modes
	case p.Model != "":
		return []string{retrieval.Name}
	}
	return []string{extractive.Name}
}

// job makes the run of one mode.
func (p *planner) job(name string) (_ *suite.Job, err error) {
	e := p.env
	j := &suite.Job{Name: name}
	if j.Plan, err = e.DataPlan(suiteName, p.set, p.scorers); err != nil {
		return nil, err
	}
	for _, x := range p.used {
		j.Plan.Header.Settings["scorer "+x.Name()] = x.Command
		j.OnClose(x.Close)
	}
	if !e.RetrySet && !e.IgnoreCache && e.ReplayRun == "" {
		j.Plan.RetryOutcomes = []string{string(score.Error)}
	}
	documents := &documentStore{Dir: filepath.Join(e.Dir, "documents")}
	sys, err := p.system(j, name, documents)
	if err != nil {
		return nil, errors.Join(err, j.Close())
	}
	j.Plan.System = sys
	chosen := j.Plan.Cases
	if x, ok := sys.(caseExpecter); ok && !e.DryRun {
		chosen = expectAll(chosen, x, max(e.Repeats, 1))
	}
	if !e.DryRun {
		chosen = documents.keep(chosen)
	}
	j.Plan.Cases = chosen
	p.output(j).attach(j)
	return j, nil
}

// output is the file of a job.
func (p *planner) output(j *suite.Job) *outputWriter {
	w := &outputWriter{
		outputFile: outputFile{
			Model: strings.Join(j.Plan.Header.System.Models, ", "),
			Mode:  cmp.Or(j.Name, "answers"), Searched: p.WriteEvidence,
		},
		env: p.env,
	}
	switch ext := filepath.Ext(p.Output); {
	case p.Output == "":
		w.path = func(run string) string { return filepath.Join(p.env.Dir, "docqa", run+".json") }
	case len(p.Modes) > 1: // a file for each
		w.path = func(string) string { return strings.TrimSuffix(p.Output, ext) + "-" + w.Mode + ext }
	default:
		w.path = func(string) string { return p.Output }
	}
	return w
}

// system is what answers in a mode, and describes it in the job's header.
func (p *planner) system(j *suite.Job, name string, documents *documentStore) (system.System, error) {
	d := &j.Plan.Header.System
	switch {
	case p.Own != nil && p.Own.Answer != nil:
		*d = ledger.System{Name: p.Own.Name, Kind: suiteName, Settings: map[string]string{"version": p.Own.Version}}
		return &stepped{p.Own, &loaded{documents, p.Own.Answer}}, d.SetHash()
	case name == storedAnswers:
		sys, described, err := cases.Stored(p.Answers, p.set, p.env.Note)
		if err != nil {
			return nil, err
		}
		*d = *described
		return sys, nil
	}
	m, err := findMode(name)
	if err != nil {
		return nil, usage.Wrap(err)
	}
	s := &setup{Documents: documents, System: p.prompt, K: p.K, Around: p.Around, Rewrite: p.Rewrite && m.Asks && m.Finds}
	*d = ledger.System{
		Name: name, Kind: suiteName, Prompts: map[string]string{},
		Settings: map[string]string{"mode": name, "version": m.Version},
	}
	if m.Asks {
		if err := p.ask(m, s, d); err != nil {
			return nil, err
		}
	}
	if m.Finds {
		if err := p.find(j, m, s, d); err != nil {
			return nil, err
		}
	}
	if p.Own != nil {
		d.Name = p.Own.Name
		d.Settings["own"] = p.Own.Version
	}
	if err := d.SetHash(); err != nil {
		return nil, err
	}
	sys, _, err := openMode(name, s)
	if err != nil {
		return nil, err
	}
	if closer, ok := sys.(io.Closer); ok {
		j.OnClose(closer.Close)
	}
	if p.Own != nil {
		sys = &stepped{p.Own, sys}
	}
	return sys, nil
}

// ask puts the model into a setup.
func (p *planner) ask(m *mode, s *setup, d *ledger.System) error {
	if p.Model == "" {
		return usage.Errorf("mode %s asks a model: name one with --model, or in OPENAI_MODEL; mode extractive needs none", d.Name)
	}
	asked, err := p.env.Model(p.Model)
	if err != nil {
		return err
	}
	s.Client, s.Request, s.Window = asked.Client, asked.Request, asked.Window
	maps.Copy(d.Settings, asked.Settings())
	d.Name += " " + p.Model
	d.Models = []string{asked.ID}
	d.Prompts["system"] = ledger.HashText(cmp.Or(s.System, m.Prompt))
	d.Prompts["user"] = ledger.HashText(userText)
	if m.Name == fileSearch.Name {
		return p.fileSearch(asked, s)
	}
	return nil
}

// maxFileResults is how many passages the provider returns at most for a search.
const maxFileResults = 50

// fileSearch puts the provider's search into a setup.
func (p *planner) fileSearch(m *suite.Model, s *setup) error {
	seconds, err := p.seconds("OPENAI_FILE_TIMEOUT")
	if err != nil {
		return err
	}
	if s.K > maxFileResults {
		return usage.Errorf("-k %d: mode file_search finds at most %d passages", s.K, maxFileResults)
	}
	s.Stores = func(s *setup) (system.System, error) {
		turns, err := fileSearchTurns()
		if err != nil {
			return nil, err
		}
		return filesearch.Open(filesearch.Options{
			Connection: m.Connection, Wrap: m.Wrap, Request: s.FullRequest(), Turns: turns, MaxResults: s.K,
			Dir: filepath.Join(p.env.Dir, FileSearchDir), Processing: time.Duration(seconds) * time.Second,
			Note: p.env.Note,
		})
	}
	return nil
}

// FileSearchDir is the directory, within that of the environment, with what a provider was given, until it is gone
// from there.
const FileSearchDir = "filesearch"

// seconds is a number of seconds that the environment sets; 0 if it does not.
func (p *planner) seconds(name string) (int, error) {
	text := ""
	if p.env.Variable != nil {
		text = p.env.Variable(name)
	}
	if text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < 1 || n > 24*3600 {
		return 0, usage.Errorf("%s is no number of seconds from 1 to 86400", name)
	}
	return n, nil
}

// find puts into a setup what searches.
func (p *planner) find(j *suite.Job, m *mode, s *setup, d *ledger.System) error {
	d.Settings["k"] = strconv.Itoa(s.K)
	if s.Rewrite {
		d.Settings["queries"] = "rewritten"
	}
	if m.Name == fileSearch.Name {
		return nil
	}
	d.Settings["around"] = strconv.Itoa(s.Around)
	if p.Embedder != "" {
		x, err := p.env.Embedder(p.Embedder)
		if err != nil {
			return fmt.Errorf("--embedder: %w", err)
		}
		j.OnClose(x.Close)
		s.Embedder = x
		d.Settings["embedder"] = fmt.Sprintf("%s %.16s", x.Name, x.Hash)
	}
	if !p.named && p.Index == "" && p.Engine == "" && p.Rerank == "" {
		return nil
	}
	found, err := p.env.Search(suite.Searching{Index: p.Index, Engine: p.Engine, Rerank: p.Rerank})
	if err != nil {
		return err
	}
	j.OnClose(found.Close)
	j.Check = found.Check
	s.Corpus = &corpusSearch{Searched: found}
	d.Settings["index"] = found.Name
	d.Settings["search"] = string(found.Mode)
	maps.Copy(d.Settings, found.Settings)
	if p.Rerank != "" {
		d.Settings["reranker"] = p.Rerank
	}
	if info := found.Index.Manifest().Embedder; info != nil {
		d.Settings["index embedder"] = fmt.Sprintf("%s %.16s", info.Name, info.Hash)
	}
	return nil
}

// stepped is a system with the steps of a program around it.
type stepped struct {
	own   *Own
	inner system.System
}

// Answer answers what the first step makes of the case, and gives the answer to the last.
func (s *stepped) Answer(ctx context.Context, c *system.Case, repeat int) (*system.Answer, error) {
	if s.own.Before != nil {
		var err error
		if c, err = s.own.Before(c); err != nil {
			return nil, err
		}
	}
	a, err := s.inner.Answer(ctx, c, repeat)
	if err != nil || s.own.After == nil || a.Outcome != system.Answered {
		return a, err
	}
	return a, s.own.After(c, a)
}

// loaded gives a program's own system the texts of long documents, which cases only name.
type loaded struct {
	documents *documentStore
	answer    system.Func
}

// Answer answers with the documents' texts.
func (s *loaded) Answer(ctx context.Context, c *system.Case, repeat int) (*system.Answer, error) {
	passages, err := (&setup{Documents: s.documents}).passages(c)
	if err != nil {
		return nil, err
	}
	full := *c
	full.Passages = passages
	return s.answer(ctx, &full, repeat)
}
