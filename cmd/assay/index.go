package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/config"
	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/embed"
	"github.com/assayhq/assay/encode/lsa"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/bm25"
	"github.com/assayhq/assay/index/embedded"
	"github.com/assayhq/assay/index/mirror"
	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/text"
)

// indexesDir holds an index a directory.
const indexesDir = workspaceDir + "/index"

// defaultIndex is the index that is meant where none is named.
const defaultIndex = "main"

// indexName is what an index can be called: it is the name of its directory.
var indexName = regexp.MustCompile(`^[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}$`)

// indexDir is the directory of an index.
func indexDir(name string) (string, error) {
	if !indexName.MatchString(name) {
		return "", usage.Errorf("index %q: a name has letters, digits, dots, dashes and underscores, 64 at most", name)
	}
	return filepath.Join(filepath.FromSlash(indexesDir), name), nil
}

// namedIndex is the index that a command's one word names, or the one that is meant without it.
func namedIndex(args []string) string {
	if len(args) == 1 {
		return args[0]
	}
	return defaultIndex
}

// openIndex opens an index of the workspace.
func openIndex(name string) (*embedded.Index, error) {
	dir, err := indexDir(name)
	if err != nil {
		return nil, err
	}
	x, err := embedded.Open(dir)
	if !errors.Is(err, embedded.ErrNone) {
		return x, err
	}
	names, _ := indexNames() // what else there is only helps
	switch near := likely(name, names); {
	case near != "":
		err = fmt.Errorf("%w %s; did you mean %q?", err, name, near)
	case len(names) > 0:
		err = fmt.Errorf("%w %s; the workspace has %s", err, name, strings.Join(names, ", "))
	case name != defaultIndex:
		err = fmt.Errorf("%w %s", err, name)
	}
	return nil, err
}

// likely is the one of some names that a mistyped one is nearest to, if it is near: half of the letters may be wrong.
func likely(name string, known []string) string {
	best, distance := "", (len(name)+1)/2+1
	for _, k := range known {
		if d := text.Edits(name, k); d < distance {
			best, distance = k, d
		}
	}
	return best
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
	var f buildFlags
	c := &cobra.Command{
		Use:   "build [NAME]",
		Short: "Put the sentences of the corpus into an index",
		Long: `Put the sentences of the corpus into an index, by their vectors and by their words. What the index has
is not embedded again, and what the corpus has no more is taken out, so that the same command brings an index
up to date.

The embedder lsa is trained on the corpus itself and needs no key and no download. Others are named in
assay.yaml, as PROVIDER/MODEL, or as encoder:MODEL, which runs here ('assay models pull' fetches it). An index keeps the embedder that it was begun with; --fresh begins anew.

--engine keeps a copy of the index, with its vectors and texts, in a search engine that assay.yaml names. The
index here stays, so that 'assay engines check' and 'eval neighbors --exact' can hold the engine against it.`,
		Args: atMost(1),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args) },
	}
	c.Flags().StringVar(&f.embedder, "embedder", embed.LSAName, "embed with `NAME`; none indexes words alone")
	c.Flags().IntVar(&f.lsa.Dim, "dim", 256, "dimensions of lsa")
	c.Flags().Uint64Var(&f.lsa.Seed, "seed", 1, "the seed of lsa")
	c.Flags().StringVar(&f.analyzer, "analyzer", "", "read words with `NAME`; '"+bm25.Analyzers[0].Name+"' if it is not given")
	c.Flags().BoolVar(&f.noWords, "no-bm25", false, "index vectors alone")
	c.Flags().BoolVar(&f.codes, "codes-only", false, "keep vectors as one byte a value: a quarter of the space, and no longer exact")
	c.Flags().StringVar(&f.engine, "engine", "", "bring the copy in the engine `NAME` of assay.yaml up to date, too")
	c.Flags().BoolVar(&f.fresh, "fresh", false, "throw the index away first, and its copy in --engine, and train and embed anew")
	c.Flags().BoolVar(&f.asJSON, "json", false, "print a JSON object")
	return c
}

// buildFlags are the flags of index build.
type buildFlags struct {
	embedder, analyzer, engine string
	lsa                        lsa.Options
	noWords, codes             bool
	fresh, asJSON              bool
}

// built says what a build did.
type built struct {
	Index    string             `json:"index"`
	Records  int                `json:"records"`
	Added    int                `json:"added"`
	Removed  int                `json:"removed"`
	Replaced int                `json:"replaced"`
	Kept     int                `json:"kept"`
	NoVector int                `json:"no_vector"` // records that the embedder can say nothing of
	Cut      int                `json:"cut"`       // texts of which it read the beginning alone, as they are longer than it reads
	Tidied   bool               `json:"tidied"`    // segments were written anew, without what is gone
	Embedder *embed.Info        `json:"embedder,omitempty"`
	Trained  *lsa.Facts         `json:"trained,omitempty"`
	Bytes    int64              `json:"bytes"`
	Copy     *copyJSON          `json:"copy,omitempty"`
	Seconds  map[string]float64 `json:"seconds"`
}

func (f *buildFlags) run(c *cobra.Command, args []string) (err error) {
	name := namedIndex(args)
	dir, err := indexDir(name)
	if err != nil {
		return err
	}
	if f.engine != "" { // rather now than when the index is built
		cfg, err := config.Open(".")
		if err == nil {
			_, err = findEngine(cfg, f.engine)
		}
		if err != nil {
			return err
		}
	}
	corpus, err := openCorpus()
	if err != nil {
		return err
	}
	defer corpus.Close()
	if f.fresh {
		if err := f.clear(c, name, dir); err != nil {
			return err
		}
	}
	b := &built{Index: name, Seconds: map[string]float64{}}
	e, err := f.begin(c, corpus, dir, b)
	if err != nil {
		return err
	}
	if e != nil {
		defer func() { err = errors.Join(err, e.Close()) }()
	}
	began := time.Now()
	fill := &filling{corpus: corpus, dir: dir, embedder: e, built: b, meter: newBuildMeter(c.ErrOrStderr(), corpus.Stats().Sentences)}
	if err := fill.run(c.Context()); err != nil {
		return err
	}
	b.Seconds["index"] = time.Since(began).Seconds()
	if e != nil {
		b.Cut = e.Truncated()
	}
	x, err := embedded.Open(dir)
	if err != nil {
		return err
	}
	defer x.Close()
	b.Records, b.Bytes, b.Embedder = x.Len(), x.Size(), x.Manifest().Embedder
	if f.engine != "" {
		began := time.Now()
		err = copyIndex(c, corpus, x, b, f.engine, e)
		b.Seconds["copy"] = time.Since(began).Seconds()
	}
	if f.asJSON {
		return errors.Join(err, printJSON(c.OutOrStdout(), b))
	}
	return errors.Join(err, printBuilt(c.OutOrStdout(), b))
}

// clear throws away what is to be made anew.
func (f *buildFlags) clear(c *cobra.Command, name, dir string) error {
	if f.engine != "" {
		if err := dropCopy(c.Context(), f.engine, name); err != nil && !errors.Is(err, mirror.ErrNone) {
			return err
		}
	}
	err := embedded.Destroy(dir)
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, embedded.ErrNone) {
		return nil
	}
	return err
}

// begin opens the embedder of an index that is there, or makes both.
func (f *buildFlags) begin(c *cobra.Command, corpus *store.Corpus, dir string, b *built) (e *embed.Model, err error) {
	x, err := embedded.Open(dir)
	if err == nil {
		defer x.Close()
		m := x.Manifest()
		if c.Flags().Changed("embedder") && (m.Embedder == nil) != (f.embedder == "none") || m.Embedder != nil && c.Flags().Changed("embedder") && m.Embedder.Name != f.embedder {
			return nil, fmt.Errorf("index %q was begun with another embedder; --fresh throws it away, or name another index", b.Index)
		}
		if m.Embedder == nil {
			return nil, nil
		}
		return openEmbedder(m.Embedder)
	}
	if !errors.Is(err, embedded.ErrNone) {
		return nil, err
	}
	s := embedded.Settings{Schema: index.Sentences, CodesOnly: f.codes}
	if !f.noWords {
		s.Texts = &embedded.Texts{Analyzer: f.analyzer}
		if s.Texts.Analyzer == "" {
			s.Texts.Analyzer = bm25.Analyzers[0].Name
		}
	}
	switch f.embedder {
	case "none":
	case embed.LSAName:
		began := time.Now()
		if e, b.Trained, err = trainLSA(c.Context(), corpus, f.lsa); err != nil {
			return nil, err
		}
		b.Seconds["train"] = time.Since(began).Seconds()
	default:
		if e, err = namedEmbedder(f.embedder); err == nil {
			err = e.MeasureDimension(c.Context())
		}
		if err != nil {
			return nil, err
		}
	}
	if e != nil {
		s.Embedder = &e.Info
	}
	if e == nil && f.noWords {
		return nil, usage.Wrap(errors.New("--embedder none --no-bm25 leaves nothing to search by"))
	}
	return e, embedded.Create(dir, version, s)
}

func printBuilt(out io.Writer, b *built) error {
	fmt.Fprintf(out, "index %s: %s sentences, %s\n", b.Index, grouped(b.Records), megabytes(b.Bytes))
	fmt.Fprintf(out, "added     %s, replaced %s, kept %s, removed %s, in %.1f s\n", grouped(b.Added), grouped(b.Replaced), grouped(b.Kept), grouped(b.Removed), b.Seconds["index"])
	if b.Embedder != nil {
		fmt.Fprintf(out, "embedder  %s, %d dimensions, %.12s\n", b.Embedder.Name, b.Embedder.Dimension, b.Embedder.Hash)
	}
	if t := b.Trained; t != nil {
		fmt.Fprintf(out, "trained   on %s sentences, %s terms, %.0f %% of the weights kept, in %.1f s\n", grouped(t.Trained), grouped(t.Terms), 100*t.Explained, b.Seconds["train"])
	}
	if b.NoVector > 0 {
		fmt.Fprintf(out, "no vector %s sentences, none of whose words the embedder knows: found by their words only\n", grouped(b.NoVector))
	}
	if b.Cut > 0 {
		fmt.Fprintf(out, "cut       %s sentences, longer than the embedder reads: it saw their beginnings\n", grouped(b.Cut))
	}
	if b.Tidied {
		fmt.Fprintln(out, "tidied    small segments into one, and what is gone out of them")
	}
	if b.Copy != nil {
		b.Copy.print(out)
	}
	return nil
}

// buildMeter tells now and then how far a build is.
type buildMeter struct {
	out   io.Writer
	total int64
	began time.Time
	last  time.Time
}

func newBuildMeter(out io.Writer, total int64) *buildMeter {
	return &buildMeter{out: out, total: total, began: time.Now(), last: time.Now()}
}

func (m *buildMeter) show(done int) {
	if time.Since(m.last) < plainEvery {
		return
	}
	m.last = time.Now()
	rate := float64(done) / time.Since(m.began).Seconds()
	left := time.Duration(float64(m.total-int64(done)) / max(rate, 1) * float64(time.Second)).Round(time.Second)
	fmt.Fprintf(m.out, "%s of %s sentences, %s/s, %s left\n", grouped(done), grouped(m.total), grouped(int(rate)), left)
}

// atMost refuses more words than a command takes.
func atMost(n int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) <= n {
			return nil
		}
		return usage.Errorf("%s: unknown word %q; see '%s --help'", c.CommandPath(), args[n], c.CommandPath())
	}
}
