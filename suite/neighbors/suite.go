package neighbors

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/gold"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/embedded"
	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/measure"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/run"
	"github.com/assayhq/assay/suite"
	"github.com/assayhq/assay/suite/neighbors/findings"
)

// batchSize is how many searches are sent at once. Twice as many anchors are under way, so that the next batch is
// full when one is done.
const batchSize = 512

// runPrefix is what the names of runs begin with, before the phase.
const runPrefix = "neighbors-"

// Suite is this suite.
var Suite = suite.Suite{
	Name:  "neighbors",
	Short: "Does a sentence find its neighbours? The test of an index",
	Long: `Search each anchor by its own vector or words: does it find itself, and the sentences around it?

In the regime filtered the engine is told company, year and section; in the regime open it is told nothing.
--filter adds a condition of your own to both; compare that run with one without it.

The anchors are those of a file, drawn once and reused ('assay gold anchors'); where there is none yet, it is
drawn. Phase 2 has anchors in every section with windows that adapt, tells sections by their length, and says
how many anchors have golds at all. It is not run where the phase before failed; --force runs it.

--exact asks an exact search beside the engine: what an approximate index loses is then told from what the
vectors lose.`,
	Runs:        runPrefix,
	Concurrency: 2 * batchSize,
	Options:     func() suite.Options { return NewOptions() },
	Findings:    findings.Of,
	JSON:        regimesJSON,
}

// Options say what is searched, and what counts.
type Options struct {
	Index   string // empty is the default one
	Engine  string // that has a copy of the index; empty searches the index
	Mode    string // dense, int8, bm25 or hybrid; empty is what the index has
	Filter  string // JSON, in addition to the regime's
	Phase   int    // 1: long sections, a fixed window; 2: all sections, adaptive windows
	Anchors string // a file; empty is that of the phase in the environment's directory
	Regimes []string
	K       int    // ranks that count
	Ranks   string // "legacy" leaves the anchor in its ranking, as old figures have it
	Exact   bool   // compare the engine with an exact search
	Force   bool   // run phase 2 though phase 1 failed
}

// NewOptions are the options of who chooses nothing.
func NewOptions() *Options {
	return &Options{Index: "main", Phase: 1, Regimes: []string{"filtered", "open"}, K: defaultK}
}

// Flags are the options as a command line names them.
func (o *Options) Flags() []suite.Flag {
	return []suite.Flag{
		{Name: "index", Value: &o.Index, Help: "search the index `NAME`"},
		{Name: "engine", Value: &o.Engine, Help: "search the copy in the engine `NAME` of assay.yaml"},
		{Name: "mode", Value: &o.Mode, Help: "dense, int8, bm25 or hybrid; hybrid where the index has vectors and words"},
		{Name: "filter", Value: &o.Filter,
			Help: `find only what passes, such as '{"form_type": "10-K", "report_year": {"$gte": 2020}}'`},
		{Name: "phase", Value: &o.Phase, Help: "1: long sections, a fixed window; 2: all sections, adaptive windows"},
		{Name: "anchors", Value: &o.Anchors,
			Help: "take the anchors of `FILE`; .assay/anchors/phase1.jsonl, or so, if it is not given"},
		{Name: "regime", Value: &o.Regimes, Help: "what the engine is told"},
		{Name: "k", Short: "k", Value: &o.K, Help: "ranks that count"},
		{Name: "ranks", Value: &o.Ranks, Help: "legacy leaves the anchor in its ranking, as old figures have it"},
		{Name: "exact", Value: &o.Exact, Help: "compare the engine with an exact search"},
		{Name: "force", Value: &o.Force, Help: "run phase 2 though phase 1 failed"},
	}
}

// Jobs is the one run over the anchors.
func (o *Options) Jobs(ctx context.Context, e *suite.Environment, arguments []string) (_ []*suite.Job, err error) {
	regimes, err := o.check(e, arguments)
	if err != nil {
		return nil, err
	}
	own := *o
	p := &planner{Options: &own, env: e, regimes: regimes}
	if err := p.readAnchors(ctx); err != nil {
		return nil, err
	}
	if err := p.checkFirstPhase(); err != nil {
		return nil, err
	}
	query := suite.Searching{Index: o.Index, Engine: o.Engine, Mode: o.Mode, Filter: o.Filter}
	if p.found, err = e.Search(query); err != nil {
		return nil, err
	}
	j := &suite.Job{Name: runName(o.Phase), Check: p.found.Check}
	j.OnClose(p.found.Close)
	err = p.countAbsent()
	if err == nil {
		err = p.plan(j)
	}
	if err != nil {
		return nil, errors.Join(err, j.Close())
	}
	return []*suite.Job{j}, nil
}

func (o *Options) check(e *suite.Environment, arguments []string) ([]regime, error) {
	switch {
	case len(arguments) > 0:
		return nil, usage.Errorf("eval neighbors: it takes no arguments; what is %q?", arguments[0])
	case o.Phase != 1 && o.Phase != 2:
		return nil, usage.Errorf("--phase %d: there are 1 and 2", o.Phase)
	case o.K < 1 || o.K > 1000:
		return nil, usage.Errorf("-k is from 1 to 1000")
	case o.Ranks != "" && o.Ranks != "legacy":
		return nil, usage.Errorf("--ranks %q: it is legacy, or left out", o.Ranks)
	case e.ReplayRun != "":
		return nil, usage.Errorf("--replay: a search asks no provider, so there is nothing to replay; " +
			"'assay report' shows a run again")
	}
	regimes, err := findRegimes(o.Regimes)
	if err == nil && len(regimes) == 0 {
		err = errors.New("--regime is filtered, open or both")
	}
	return regimes, usage.Wrap(err)
}

// planner makes the run.
type planner struct {
	*Options
	env     *suite.Environment
	regimes []regime
	set     *gold.Set
	found   *suite.Searched
	absent  int // anchors that the index does not have
}

// readAnchors reads the anchors, and draws those of the phase where no file is named and none is there.
func (p *planner) readAnchors(ctx context.Context) (err error) {
	if p.Anchors == "" {
		p.Anchors = filepath.Join(p.env.Dir, "anchors", fmt.Sprintf("phase%d.jsonl", p.Phase))
		if _, err := os.Stat(p.Anchors); errors.Is(err, fs.ErrNotExist) {
			if err := p.env.Anchors(ctx, p.Anchors, p.Phase); err != nil {
				return err
			}
		}
	}
	if p.set, err = gold.Open(p.Anchors); err == nil && p.set.Phase != p.Phase {
		err = usage.Errorf("--phase %d: the anchors of %q are of phase %d", p.Phase, p.Anchors, p.set.Phase)
	}
	return err
}

// searched names what is searched, for records: an index, or its copy in an engine.
func (p *planner) searched() string {
	if p.Engine != "" {
		return p.Engine
	}
	return p.Index
}

// countAbsent counts the anchors that the index does not have. An index that has none of them is not what the
// anchors were drawn for; what is missing of others counts as not found, and is noted here and in the run.
func (p *planner) countAbsent() error {
	for i := range p.set.Anchors {
		there, err := p.found.Index.Has(p.set.Anchors[i].ID)
		if err != nil {
			return err
		}
		if !there {
			p.absent++
		}
	}
	n := len(p.set.Anchors)
	switch {
	case p.absent == 0:
		return nil
	case p.absent == n:
		return fmt.Errorf("index %q has none of the %d anchors of %q: they were drawn from another corpus; "+
			"draw some from this one with 'assay gold anchors -o FILE', and name it by --anchors",
			p.Index, n, p.Anchors)
	}
	p.env.Note(fmt.Sprintf("index %s does not have %d of the %d anchors of %s, which count as not found; "+
		"'assay index build' adds what the corpus has, and 'assay gold anchors --force' draws again",
		p.Index, p.absent, n, p.Anchors))
	return nil
}

// selfFloor is the floor of self@1 filtered, as the monthly gate has it.
const selfFloor = 0.95

// checkFirstPhase refuses phase 2 where the newest run of phase 1 over the same index failed the floor of the monthly
// gate: an index that does not find a sentence by itself has nothing to say about windows.
func (p *planner) checkFirstPhase() error {
	if p.Phase != 2 || p.env.Ledger == nil {
		return nil
	}
	runs, err := p.env.Ledger.Runs(ledger.Filter{Suite: runName(1), Limit: 50})
	if err != nil {
		return err
	}
	i := slices.IndexFunc(runs, func(r ledger.Info) bool {
		return r.Header.System.Name == p.searched() && r.Status == ledger.Complete
	})
	if i < 0 {
		return nil
	}
	t, err := analysis.Of(p.env.Ledger, &runs[i], analysis.Options{Measures: []string{self}})
	if err != nil {
		return err
	}
	for _, m := range t.Measures {
		if m.Name != self+" filtered" || m.Mean == nil || *m.Mean >= selfFloor {
			continue
		}
		failed := fmt.Sprintf("phase 1 failed in run %s: %s is %.3f, below %.2f", runs[i].Name, m.Name, *m.Mean, selfFloor)
		if !p.Force {
			return fmt.Errorf("%s; mend the index, or run phase 2 anyway with --force", failed)
		}
		p.env.Note(failed)
	}
	return nil
}

func runName(phase int) string { return runPrefix + strconv.Itoa(phase) }

// plan makes the plan of the job.
func (p *planner) plan(j *suite.Job) error {
	scorer, err := newScorer(scoring{K: p.K, Legacy: p.Ranks == "legacy", Exact: p.Exact,
		Adapt: p.set.Rules.KeepUncovered})
	if err != nil {
		return err
	}
	o := p.found
	s := &search{
		Searcher: index.Gather(o.Searcher, batchSize), Schema: o.Index.Manifest().Schema,
		Filter: o.Filter, K: p.K, MaxK: o.MaxK,
	}
	if o.Mode != embedded.BM25 {
		s.Vector = p.vector
	}
	if p.Exact {
		exact, err := o.Index.Searcher(embedded.Dense)
		if err != nil {
			return usage.Errorf("--exact: %w", err)
		}
		if s.Vector == nil {
			return usage.Errorf("--exact compares vectors, and mode bm25 has none")
		}
		s.Exact = index.Gather(exact, batchSize)
	}
	j.Plan = p.env.Plan(runName(p.Phase))
	j.Plan.Concurrency = cmp.Or(j.Plan.Concurrency, 2*batchSize)
	j.Plan.System, j.Plan.Scorers = s, []run.Scorer{scorer}
	j.Plan.Cases = p.env.Choose(casesOf(p.set, p.regimes))
	h := &j.Plan.Header
	h.Prices = ""
	h.Data = []ledger.Source{{Path: p.Anchors, Format: gold.FileKind, SHA256: p.set.SHA256, Records: len(p.set.Anchors)}}
	h.Scorers, h.Split = scorer.Names(), "regime"
	h.System, err = p.describe()
	return err
}

// vector is that of a sentence: the one in the index, or a new one for a sentence that it does not have.
func (p *planner) vector(ctx context.Context, id, text string) ([]float32, error) {
	v, there, err := p.found.Index.Vector(id)
	if there || err != nil {
		return v, err
	}
	vectors, err := p.found.Embedder.Embed(ctx, []string{text}, model.ForDocument)
	if err != nil {
		return nil, err
	}
	return vectors[0], nil
}

// describe is the system for the header: which index, how it is searched.
func (p *planner) describe() (ledger.System, error) {
	o := p.found
	m := o.Index.Manifest()
	d := ledger.System{Name: p.searched(), Kind: "search", Settings: map[string]string{
		"engine": "embedded", "mode": string(o.Mode), "k": strconv.Itoa(p.K),
		"sentences": strconv.Itoa(o.Index.Len()), "regimes": strings.Join(p.Regimes, ","),
	}}
	maps.Copy(d.Settings, o.Settings)
	if m.Embedder != nil && o.Mode != embedded.BM25 {
		d.Models = []string{m.Embedder.Name}
		d.Settings["embedder"] = fmt.Sprintf("%s %.16s, %d dimensions", m.Embedder.Name, m.Embedder.Hash,
			m.Embedder.Dimension)
	}
	if m.Texts != nil && (o.Mode == embedded.BM25 || o.Mode == embedded.Hybrid) {
		d.Settings["words"] = fmt.Sprintf("%s, k1 %g, b %g", m.Texts.Analyzer, m.Texts.K1, m.Texts.B)
	}
	if o.Filter != nil {
		d.Settings["filter"] = o.Filter.String()
	}
	if p.Ranks != "" {
		d.Settings["ranks"] = p.Ranks
	}
	if p.absent > 0 {
		d.Settings["anchors absent"] = strconv.Itoa(p.absent)
	}
	if p.Exact {
		d.Settings["beside"] = "exact"
	}
	return d, d.SetHash()
}

// regimeMeasures are the measures of a regime by name.
type regimeMeasures map[string]measureJSON

type measureJSON struct {
	Value     *float64          `json:"value"`
	N         int               `json:"n"`
	Attempted int               `json:"attempted"`
	Interval  *measure.Interval `json:"interval"`
}

// hardestShown is how many of the hardest anchors of each regime are shown.
const hardestShown = 3

// regimesJSON is a run as JSON.
func regimesJSON(l *ledger.Ledger, info *ledger.Info) (any, error) {
	t, err := analysis.Of(l, info, analysis.Options{Groups: []string{}})
	if err != nil {
		return nil, err
	}
	regimes := map[string]regimeMeasures{}
	for i := range t.Measures {
		s := &t.Measures[i].Stat
		name, regime, _ := strings.Cut(s.Name, " ")
		if regimes[regime] == nil {
			regimes[regime] = regimeMeasures{}
		}
		regimes[regime][name] = measureJSON{s.Mean, s.Scored, s.Attempted, s.Interval}
	}
	causes, anchors, err := hardestAnchors(l.Results(info, ledger.With{Bodies: true, Details: true}), hardestShown)
	if err != nil {
		return nil, err
	}
	phase, err := strconv.Atoi(strings.TrimPrefix(info.Header.Suite, runPrefix))
	if err != nil || len(info.Header.Data) == 0 {
		return nil, fmt.Errorf("run %s is none of suite neighbors", info.Name)
	}
	return struct {
		Run     string                    `json:"run"`
		Phase   int                       `json:"phase"`
		Anchors string                    `json:"anchors"`
		Regimes map[string]regimeMeasures `json:"regimes"`
		Causes  []hardCauses              `json:"causes"`
		Hardest []hardAnchor              `json:"hardest"`
	}{info.Name, phase, info.Header.Data[0].Path, regimes, causes, anchors}, nil
}
