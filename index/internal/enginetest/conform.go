// Package enginetest turns an engine into test results: what every index.Searcher must do, whichever engine answers.
// It serves tests only.
//
// The oracle is index.Filter.Match and sums in float64; records are few enough that an engine which guesses has
// nothing to guess. An engine that cannot do a thing says so in Engine, and the report of its test says it, too.
package enginetest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/assayhq/assay/index"
)

// Engine is one that is tested, with what it can do.
type Engine struct {
	// Load replaces what the engine holds by these records, under Schema, and gives a searcher of them.
	Load func(t *testing.T, records []index.Record) index.Searcher
	// Overwrite adds records, of which some have ids that are there: the new ones take their place. Nil if the
	// engine has no such thing.
	Overwrite func(t *testing.T, records []index.Record) index.Searcher
	// Remove removes records by id. Nil if the engine has no such thing.
	Remove func(t *testing.T, ids []string) index.Searcher

	Vectors bool // it ranks by vectors
	Texts   bool // it ranks by texts; with Vectors, by both
	// Off is how far a score or distance may be from what float64 gives; 0 asks for 1e-6. Records that are nearer
	// to each other than that may change places.
	Off float64
	// MostK is the highest K that the engine takes; 0 is any.
	MostK int
	// Refuses reports a filter of the grammar that the engine refuses, with index.ErrRefused, because it could not ask
	// it exactly; nil if it takes them all. What it does not report must be answered.
	Refuses func(*index.Filter) bool
	// TiesByAdding says that records of equal scores come in the order in which they were added.
	TiesByAdding bool
}

// Dimension is that of the records' vectors.
const Dimension = 24

// Schema is that of the records: the sentences' fields, and one more of each kind.
var Schema = append(slices.Clone(index.Sentences),
	index.Field{Name: "weight", Kind: index.Float},
	index.Field{Name: "reviewed", Kind: index.Bool},
	index.Field{Name: "topic", Kind: index.Text},
	index.Field{Name: "cues", Kind: index.Int})

// words of the records' texts.
var words = strings.Fields(`revenue grew because demand for instruments rose while freight costs fell and the company repaid
debt under its credit agreement interest rates cyber incident supplier shortage litigation reserve goodwill impairment`)

// oddIDs are ids that an engine might take apart.
var oddIDs = []string{
	"Zürich_10-K_2019_section_7_1", "東京_2020_节_3", "🜁🜂", "with blank", " leading and trailing ", "semi;colon", "quo\"te'`",
	`back\slash`, "slash/../..", "per%20cent", "a=b&c=d#e?f", "{\"json\":1}", "$in", "line\nbreak", "tab\tid", "NULL", "0", "-1",
	"é", "e\u0301", // equal to the eye
	strings.Repeat("long_", 60),
}

// records are n of them: sorted as a corpus is, some without some fields, some with equal texts and vectors.
func records(n int, seed uint64) []index.Record {
	r := rand.New(rand.NewPCG(seed, 11))
	all := make([]index.Record, n)
	for i := range all {
		cik, year, section := int64(1000+i/40), int64(2015+i/8%5), i/4%2
		id := fmt.Sprintf("%010d_10-K_%d_section_%d_%d", cik, year, section+7, i%4)
		if i < len(oddIDs) {
			id = oddIDs[i]
		}
		f := index.Fields{"cik_int": cik, "name": fmt.Sprintf("Ærø & Søn %d, \"Ltd\"", cik), "report_year": year,
			"doc_id":    fmt.Sprintf("%010d_10-K_%d", cik, year),
			"form_type": []string{"10-K", "10-K405", "10-Q/A"}[cik%3], "section_name": fmt.Sprintf("ITEM_%d", section+7),
			"sic":          fmt.Sprint(3500 + cik%4),
			"sentence_pos": int64(i % 4), "text_hash": r.Int64() - r.Int64()}
		odd(r, f)
		text := make([]string, 3+r.IntN(12))
		for k := range text {
			text[k] = words[r.IntN(len(words))]
		}
		v := make([]float32, Dimension)
		for k := range v {
			v[k] = float32(r.NormFloat64())
		}
		all[i] = index.Record{ID: id, Text: strings.Join(text, " "), Vector: v, Fields: f}
		if i > 50 && i%10 == 0 {
			all[i].Text, all[i].Vector = all[i-7].Text, all[i-7].Vector
		}
	}
	return all
}

// odd sets the fields that a user might add, and leaves some out.
func odd(r *rand.Rand, f index.Fields) {
	if r.IntN(3) > 0 {
		f["weight"] = float64(r.IntN(9))/8 - 0.5
	}
	if r.IntN(3) > 0 {
		f["reviewed"] = r.IntN(2) == 0
	}
	if r.IntN(3) > 0 {
		f["topic"] = []string{"", "liquidity", "Liquidity", "legal & IP", "ünïcode", "a,b", `say "no"`}[r.IntN(7)]
	}
	if r.IntN(2) == 0 {
		f["cues"] = []int64{-1 << 53, -3, 0, 2, 1 << 53}[r.IntN(5)]
	}
	if r.IntN(9) == 0 {
		delete(f, "sic")
	}
}

// check is one of the engine's duties.
type check struct {
	name string
	do   func(*suite)
}

// checks are all of them.
var checks = []check{
	{"batch in order, a filter for each query", batchInOrder},
	{"whole filter grammar", filterGrammar},
	{"fields come back", fieldsComeBack},
	{"exact recall", exactRecall},
	{"texts that match", textsThatMatch},
	{"nothing passes", nothingPasses},
	{"impossible filters", impossibleFilters},
	{"refusals", refusals},
	{"bad queries beside good ones", badQueries},
	{"more hits than records", moreHitsThanRecords},
	{"ties", checkTies},
	{"odd ids", oddIDsComeBack},
	{"the same again", sameAgain},
	{"no queries", noQueries},
	{"cancelled", cancelled},
	{"overwrite", overwrite},
	{"remove", remove},
	{"empty", empty},
}

// suite is one engine's run.
type suite struct {
	testing.TB
	t       *testing.T // of the engine, which may be loaded more than once
	engine  Engine
	records []index.Record
	byID    map[string]*index.Record
	search  index.Searcher
	asked   int // queries whose result was looked at
}

// Run opens an engine for each duty and holds it to it.
func Run(t *testing.T, open func(t *testing.T) Engine) {
	for _, c := range checks {
		t.Run(c.name, func(t *testing.T) {
			c.run(t, t, open(t))
		})
	}
}

// run holds an engine to a duty, and tells what is wrong to tb.
func (c *check) run(tb testing.TB, t *testing.T, engine Engine) {
	s := &suite{TB: tb, t: t, engine: engine}
	s.engine.Off = cmp.Or(s.engine.Off, 1e-6)
	s.load(records(400, 5))
	c.do(s)
	if s.asked == 0 && !tb.Failed() {
		tb.Error("nothing was asked: this shows nothing")
	}
}

func (s *suite) load(all []index.Record) {
	s.Helper()
	s.holds(all)
	s.search = s.engine.Load(s.t, all)
}

func (s *suite) holds(all []index.Record) {
	s.records, s.byID = all, map[string]*index.Record{}
	for i := range all {
		s.byID[all[i].ID] = &all[i]
	}
}

// like is a query that looks like a record.
func (s *suite) like(r *index.Record, f *index.Filter, k int) index.Query {
	q := index.Query{Filter: f, K: k}
	if s.engine.Vectors {
		q.Vector = r.Vector
	}
	if s.engine.Texts {
		q.Text = r.Text
	}
	return q
}

// refuses reports that the engine says it refuses a filter, which means something.
func (s *suite) refuses(f *index.Filter) bool {
	return f != nil && s.engine.Refuses != nil && f.Check(Schema) == nil && s.engine.Refuses(f)
}

// ask asks, and looks at what holds for every result.
func (s *suite) ask(queries ...index.Query) []index.Result {
	s.Helper()
	results, err := s.search.Search(context.Background(), queries)
	if err != nil {
		s.Fatalf("search: %v", err)
	}
	if len(results) != len(queries) {
		s.Fatalf("%d results of %d queries", len(results), len(queries))
	}
	for i := range results {
		s.plausible(&queries[i], &results[i])
		s.asked++
	}
	return results
}

// plausible holds a result against its query.
func (s *suite) plausible(q *index.Query, r *index.Result) {
	s.Helper()
	if refused := errors.Is(r.Err, index.ErrRefused); refused != s.refuses(q.Filter) {
		s.Errorf("%s: refused: %v, and the engine says of it: %v (%v)", q.Filter, refused, s.refuses(q.Filter), r.Err)
	}
	if r.Err != nil {
		if len(r.Hits) > 0 {
			s.Errorf("%d hits beside the error %v", len(r.Hits), r.Err)
		}
		return
	}
	if len(r.Hits) > q.K {
		s.Errorf("%d hits for K %d", len(r.Hits), q.K)
	}
	seen := map[string]bool{}
	for i, h := range r.Hits {
		record := s.byID[h.ID]
		switch {
		case record == nil:
			s.Fatalf("hit %q is no record", h.ID)
		case seen[h.ID]:
			s.Errorf("hit %q is there twice", h.ID)
		case h.Rank != i+1:
			s.Errorf("hit %d has rank %d", i+1, h.Rank)
		case i > 0 && h.Score > r.Hits[i-1].Score+s.engine.Off:
			s.Errorf("hit %d has score %v, above the one before, %v", i+1, h.Score, r.Hits[i-1].Score)
		case !q.Filter.Match(record.Fields):
			s.Errorf("hit %q does not pass %s: it has %v", h.ID, q.Filter, record.Fields)
		}
		seen[h.ID] = true
	}
}

func ids(hits []index.Hit) []string {
	all := make([]string, len(hits))
	for i := range hits {
		all[i] = hits[i].ID
	}
	return all
}

// limitK returns k, or the most hits that the engine allows in a query.
func (s *suite) limitK(k int) int {
	if s.engine.MostK > 0 {
		return min(k, s.engine.MostK)
	}
	return k
}
