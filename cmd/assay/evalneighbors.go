package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/gold"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/embedded"
	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/measure"
	"github.com/assayhq/assay/run"
	"github.com/assayhq/assay/suite/neighbors"
	"github.com/assayhq/assay/workspace"
)

func evalNeighborsCommand() *cobra.Command {
	var f neighborsFlags
	c := &cobra.Command{
		Use:   "neighbors",
		Short: "Does a sentence find its neighbours? The test of an index",
		Long: `Search each anchor by its own vector or words: does it find itself, and the sentences around it?

In the regime filtered the engine is told company, year and section; in the regime open it is told nothing.
--filter adds a condition of your own to both; compare that run with one without it.

The anchors are those of a file, drawn once and reused ('assay gold anchors'); where there is none yet, it is
drawn. Phase 2 has anchors in every section with windows that adapt, tells sections by their length, and says
how many anchors have golds at all. It is not run where the phase before failed; --force runs it.

--exact asks an exact search beside the engine: what an approximate index loses is then told from what the
vectors lose.`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error { return f.run(c) },
	}
	f.evalFlags.add(c.Flags())
	addSearchFlags(c.Flags(), &f.where)
	c.Flags().IntVar(&f.phase, "phase", 1, "1: long sections, a fixed window; 2: all sections, adaptive windows")
	c.Flags().StringVar(&f.anchors, "anchors", "", "take the anchors of `FILE`; .assay/anchors/phase1.jsonl, or so, if it is not given")
	c.Flags().StringSliceVar(&f.regimes, "regime", []string{"filtered", "open"}, "what the engine is told")
	c.Flags().IntVarP(&f.k, "k", "k", neighbors.DefaultK, "ranks that count")
	c.Flags().StringVar(&f.ranks, "ranks", "", "legacy leaves the anchor in its ranking, as old figures have it")
	c.Flags().BoolVar(&f.exact, "exact", false, "compare the engine with an exact search")
	c.Flags().BoolVar(&f.force, "force", false, "run phase 2 though phase 1 failed")
	// Searches are answered in batches, and nobody is paid: many at once are faster.
	c.Flags().Lookup("concurrency").DefValue = fmt.Sprint(2 * neighborsAtOnce)
	f.Concurrency = 2 * neighborsAtOnce
	return c
}

// neighborsAtOnce is how many searches make a batch. Twice as many anchors are under way, so that the next batch is
// full when one is done.
const neighborsAtOnce = 512

// searches names what is searched, for records: an index, or its copy in an engine.
func (f *neighborsFlags) searches() string {
	if f.where.Engine != "" {
		return f.where.Engine
	}
	return f.where.Index
}

// neighborsFlags are the flags of eval neighbors.
type neighborsFlags struct {
	evalFlags
	where          workspace.SearchOptions
	phase, k       int
	anchors, ranks string
	regimes        []string
	exact, force   bool
	absent         int // anchors that the index has not
}

func (f *neighborsFlags) run(c *cobra.Command) (err error) {
	regimes, err := f.checked()
	if err != nil {
		return err
	}
	set, err := f.anchorSet(c)
	if err != nil {
		return err
	}
	session, err := here(c).OpenSession(f.Options)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, session.Close(c.Context())) }()
	if err := f.allowed(c, session.Ledger); err != nil {
		return err
	}
	o, err := here(c).OpenSearch(f.where)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, o.Close()) }()
	if err := f.missing(c, set, o.Index); err != nil {
		return err
	}
	p, err := f.plan(session, set, regimes, o)
	if err != nil {
		return err
	}
	if f.DryRun {
		return printEstimate(c, session, p, f.asJSON)
	}
	if err := o.Check(c.Context()); err != nil { // an engine that is down fails once, and not for each anchor
		return err
	}
	r, err := execute(c, session, p)
	if err != nil {
		return err
	}
	if f.asJSON {
		return errors.Join(f.printRegimes(c, session.Ledger, r.Run), ending(r))
	}
	return finish(c, session.Ledger, r, false)
}

func (f *neighborsFlags) checked() ([]neighbors.Regime, error) {
	if err := f.Check(); err != nil {
		return nil, err
	}
	switch {
	case f.phase != 1 && f.phase != 2:
		return nil, usage.Errorf("--phase %d: there are 1 and 2", f.phase)
	case f.k < 1 || f.k > 1000:
		return nil, usage.Wrap(errors.New("-k is from 1 to 1000"))
	case f.ranks != "" && f.ranks != "legacy":
		return nil, usage.Errorf("--ranks %q: it is legacy, or left out", f.ranks)
	case f.Replay != "":
		return nil, usage.Wrap(errors.New("--replay: a search asks no provider, so there is nothing to replay; 'assay report' shows a run again"))
	}
	regimes, err := neighbors.FindRegimes(f.regimes)
	if err == nil && len(regimes) == 0 {
		err = errors.New("--regime is filtered, open or both")
	}
	if err != nil {
		return nil, usage.Wrap(err)
	}
	return regimes, nil
}

// anchorSet reads the anchors, and draws those of the phase where no file is named and none is there.
func (f *neighborsFlags) anchorSet(c *cobra.Command) (*gold.Set, error) {
	path := f.anchors
	if path == "" {
		path = local.AnchorsPath(f.phase)
		if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
			drawn, err := here(c).DrawAnchors(c.Context(), workspace.AnchorOptions{Phase: f.phase, Seed: 1})
			if err != nil {
				return nil, err
			}
			if err := printAnchors(c.ErrOrStderr(), drawn.Path, drawn.Set); err != nil {
				return nil, err
			}
			fmt.Fprintln(c.ErrOrStderr())
		}
	}
	f.anchors = path
	set, err := gold.Open(path)
	if err == nil && set.Phase != f.phase {
		err = usage.Errorf("--phase %d: the anchors of %q are of phase %d", f.phase, path, set.Phase)
	}
	return set, err
}

// missing counts the anchors that the index has not. One that has none of them is not what the anchors were drawn
// for; what is missing of others counts as not found, and is said here and in the run.
func (f *neighborsFlags) missing(c *cobra.Command, set *gold.Set, x *embedded.Index) error {
	for i := range set.Anchors {
		there, err := x.Has(set.Anchors[i].ID)
		if err != nil {
			return err
		}
		if !there {
			f.absent++
		}
	}
	n := len(set.Anchors)
	switch {
	case f.absent == 0:
		return nil
	case f.absent == n:
		return fmt.Errorf("index %q has none of the %d anchors of %q: they were drawn from another corpus; draw some from this one with 'assay gold anchors -o FILE', and name it by --anchors", f.where.Index, n, f.anchors)
	}
	fmt.Fprintf(c.ErrOrStderr(), "note: index %s has not %d of the %d anchors of %s, which count as not found; 'assay index build' adds what the corpus has, and 'assay gold anchors --force' draws anew\n", f.where.Index, f.absent, n, f.anchors)
	return nil
}

// allowed refuses phase 2 where the newest run of phase 1 over the same index failed the floor of the monthly
// gate: an index that does not find a sentence by itself has nothing to say about windows.
func (f *neighborsFlags) allowed(c *cobra.Command, l *ledger.Ledger) error {
	if f.phase != 2 {
		return nil
	}
	runs, err := l.Runs(ledger.Filter{Suite: suiteName(1), Limit: 50})
	if err != nil {
		return err
	}
	i := slices.IndexFunc(runs, func(r ledger.Info) bool {
		return r.Header.System.Name == f.searches() && r.Status == ledger.Complete
	})
	if i < 0 {
		return nil
	}
	t, err := analysis.Of(l, &runs[i], analysis.Options{Measures: []string{"self@1"}})
	if err != nil {
		return err
	}
	for _, m := range t.Measures {
		if m.Name != "self@1 filtered" || m.Mean == nil || *m.Mean >= selfFloor {
			continue
		}
		said := fmt.Sprintf("phase 1 failed in run %s: %s is %.3f, below %.2f", runs[i].Name, m.Name, *m.Mean, selfFloor)
		if !f.force {
			return fmt.Errorf("%s; mend the index, or run phase 2 anyway with --force", said)
		}
		fmt.Fprintln(c.ErrOrStderr(), "note:", said)
	}
	return nil
}

// selfFloor is the floor of self@1 filtered, as the monthly gate has it.
const selfFloor = 0.95

func suiteName(phase int) string { return fmt.Sprintf("neighbors-%d", phase) }

func (f *neighborsFlags) plan(session *workspace.Session, set *gold.Set, regimes []neighbors.Regime, o *workspace.Search) (*run.Plan, error) {
	scorer, err := neighbors.Scorer(neighbors.Options{K: f.k, Legacy: f.ranks == "legacy", Exact: f.exact, Adapt: set.Rules.KeepUncovered})
	if err != nil {
		return nil, err
	}
	s := &neighbors.Search{Searcher: index.Gather(o.Searcher(), neighborsAtOnce), Schema: o.Index.Manifest().Schema, Filter: o.Filter, K: f.k}
	s.MaxK = o.MaxK()
	if o.Mode != embedded.BM25 {
		s.Vector = o.Vector
	}
	if f.exact {
		exact, err := o.Index.Searcher(embedded.Dense)
		if err != nil {
			return nil, usage.Errorf("--exact: %w", err)
		}
		if s.Vector == nil {
			return nil, usage.Wrap(errors.New("--exact compares vectors, and mode bm25 has none"))
		}
		s.Exact = index.Gather(exact, neighborsAtOnce)
	}
	p := session.Plan(suiteName(f.phase))
	p.System, p.Scorers = s, []run.Scorer{scorer}
	p.Cases = f.Options.Cases(neighbors.Cases(set, regimes))
	p.Header.Data = []ledger.Source{{Path: f.anchors, Format: gold.FileKind, SHA256: set.SHA256, Records: len(set.Anchors)}}
	p.Header.Scorers, p.Header.Split = scorer.Names(), "regime"
	p.Header.System, err = f.described(o)
	return &p, err
}

// described is the system for the header: which index, how it is searched.
func (f *neighborsFlags) described(o *workspace.Search) (ledger.System, error) {
	m := o.Index.Manifest()
	d := ledger.System{Name: f.searches(), Kind: "search", Settings: map[string]string{"engine": "embedded", "mode": string(o.Mode), "k": fmt.Sprint(f.k),
		"sentences": fmt.Sprint(o.Index.Len()), "regimes": strings.Join(f.regimes, ",")}}
	o.DescribeEngine(d.Settings)
	if m.Embedder != nil && o.Mode != embedded.BM25 {
		d.Models = []string{m.Embedder.Name}
		d.Settings["embedder"] = fmt.Sprintf("%s %.16s, %d dimensions", m.Embedder.Name, m.Embedder.Hash, m.Embedder.Dimension)
	}
	if m.Texts != nil && (o.Mode == embedded.BM25 || o.Mode == embedded.Hybrid) {
		d.Settings["words"] = fmt.Sprintf("%s, k1 %g, b %g", m.Texts.Analyzer, m.Texts.K1, m.Texts.B)
	}
	if o.Filter != nil {
		d.Settings["filter"] = o.Filter.String()
	}
	if f.ranks != "" {
		d.Settings["ranks"] = f.ranks
	}
	if f.absent > 0 {
		d.Settings["anchors absent"] = fmt.Sprint(f.absent)
	}
	if f.exact {
		d.Settings["beside"] = "exact"
	}
	err := d.SetHash()
	return d, err
}

// regimeJSON is a regime as eval neighbors --json prints it: its measures by name.
type regimeJSON map[string]measureJSON

type measureJSON struct {
	Value     *float64          `json:"value"`
	N         int               `json:"n"`
	Attempted int               `json:"attempted"`
	Interval  *measure.Interval `json:"interval"`
}

// printRegimes prints a run as JSON.
func (f *neighborsFlags) printRegimes(c *cobra.Command, l *ledger.Ledger, info *ledger.Info) error {
	t, err := analysis.Of(l, info, analysis.Options{Groups: []string{}})
	if err != nil {
		return err
	}
	all := map[string]regimeJSON{}
	for i := range t.Measures {
		s := &t.Measures[i].Stat
		name, regime, _ := strings.Cut(s.Name, " ")
		if all[regime] == nil {
			all[regime] = regimeJSON{}
		}
		all[regime][name] = measureJSON{s.Mean, s.Scored, s.Attempted, s.Interval}
	}
	reasons, hardest, err := neighbors.Hardest(l.Results(info, ledger.With{Bodies: true, Details: true}), hardestShown)
	if err != nil {
		return err
	}
	return printJSON(c.OutOrStdout(), struct {
		Run     string                `json:"run"`
		Phase   int                   `json:"phase"`
		Anchors string                `json:"anchors"`
		Regimes map[string]regimeJSON `json:"regimes"`
		Causes  []neighbors.Reasons   `json:"causes"`
		Hardest []neighbors.Hard      `json:"hardest"`
	}{info.Name, f.phase, f.anchors, all, reasons, hardest})
}

// hardestShown is how many of the hardest anchors of each regime are shown.
const hardestShown = 3
