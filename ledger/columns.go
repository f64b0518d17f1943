package ledger

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"zombiezen.com/go/sqlite"

	"github.com/assayhq/assay/score"
)

// Columns are the scores of a run as arrays, for statistics: one place for each attempt that counts, in the
// order of cases and repeats.
type Columns struct {
	Ordinals []int32
	IDs      []string // of the cases, if they were asked for
	Hashes   []Hash   // of the cases, if they were asked for
	Repeats  []int32
	Clusters []int32 // indices of ClusterNames
	Outcomes Outcomes
	Seconds  []float32 // negative is unknown
	Measures []*Column // by their first use
	Groups   []*Group  // by tag

	ClusterNames []string
}

// Column is one measure of a run. Where an attempt has no such score, the outcome is empty.
type Column struct {
	Name     string
	Values   []float64
	Outcomes Outcomes
}

// Outcomes are outcomes of attempts or scores, a byte each: there are as many as a run has cases.
type Outcomes []uint8

// outcomeNames are the outcomes by their bytes.
var outcomeNames = func() []score.Outcome {
	names := []score.Outcome{"", Answered}
	for i := range score.Outcomes {
		names = append(names, score.Outcomes[i].Outcome)
	}
	return names
}()

// At is the outcome at a place; empty if there is none.
func (o Outcomes) At(i int) score.Outcome { return outcomeNames[o[i]] }

// Append adds an outcome, which must be one that is known.
func (o *Outcomes) Append(outcome score.Outcome) error {
	code, err := outcomeCode(outcome)
	*o = append(*o, code)
	return err
}

// outcomeCode is the byte of an outcome.
func outcomeCode(o score.Outcome) (uint8, error) {
	at := slices.Index(outcomeNames, o)
	if at < 0 {
		return 0, fmt.Errorf("outcome %q is none of those that are known", o)
	}
	return uint8(at), nil
}

// Group says which value of a tag each attempt's case has; -1 is none.
type Group struct {
	Tag    string
	Of     []int32
	Values []string
}

// Len is the number of attempts.
func (c *Columns) Len() int { return len(c.Ordinals) }

// Measure is a column by its name, or nil.
func (c *Columns) Measure(name string) *Column {
	for _, m := range c.Measures {
		if m.Name == name {
			return m
		}
	}
	return nil
}

// Columns reads the scores of a run as they are at one moment: its attempts in order, then all scores that
// lie between the first and the last of them, as they lie.
func (l *Ledger) Columns(r *Info) (*Columns, error) { return l.columns(r, false) }

// ColumnsByID is Columns with the ids and hashes of the cases, for putting those of two runs together.
func (l *Ledger) ColumnsByID(r *Info) (*Columns, error) { return l.columns(r, true) }

func (l *Ledger) columns(r *Info, ids bool) (*Columns, error) {
	b := columnsBuilder{l: l, ids: ids, out: &Columns{}, clusters: map[string]int32{}, tags: map[string][]member{},
		measures: map[int64]*measured{}}
	err := l.read(func(c *sqlite.Conn) error {
		if err := b.size(c, r); err != nil {
			return err
		}
		const attempts = "SELECT " + attemptColumns + ", " + caseColumns + `
			FROM attempts a JOIN cases c ON c.run = a.run AND c.ordinal = a.ordinal WHERE a.run = ? ORDER BY a.ordinal, a.repeat, a.try`
		if err := rows(c, attempts, args{r.id}, b.begin); err != nil {
			return err
		}
		if b.seen != b.attempts {
			return damaged("%d of %d attempts are at cases that are missing", b.attempts-b.seen, b.attempts)
		}
		const scores = "SELECT " + scoreColumns + " FROM scores s WHERE s.attempt BETWEEN ? AND ?"
		if err := rows(c, scores, args{b.first, b.last}, func(s *sqlite.Stmt) error { return b.score(c, s) }); err != nil {
			return err
		}
		return b.check()
	})
	if err != nil {
		return nil, fmt.Errorf("run %q: %w", r.Name, err)
	}
	return b.finish(), nil
}

// columnsBuilder gathers attempts and then their scores.
type columnsBuilder struct {
	l           *Ledger
	out         *Columns
	ids         bool
	at          places
	first, last int64 // attempts
	attempts    int   // how many the run has
	seen        int   // and how many were read
	scratch     digest
	have        []sums   // of the places, over what was read
	want        [][]byte // and as they are stored
	newest      int64    // attempt of the last place
	clusters    map[string]int32
	tags        map[string][]member // by their JSON
	measures    map[int64]*measured
}

// size allocates for a run's attempts.
func (b *columnsBuilder) size(c *sqlite.Conn, r *Info) error {
	n := 0
	err := rows(c, "SELECT count(*), coalesce(min(id), 0), coalesce(max(id), 0) FROM attempts WHERE run = ?", args{r.id},
		func(s *sqlite.Stmt) error {
			n, b.first, b.last = s.ColumnInt(0), s.ColumnInt64(1), s.ColumnInt64(2)
			return nil
		})
	b.at, b.attempts = newPlaces(b.first, b.last, n), n
	b.have, b.want = make([]sums, 0, n), make([][]byte, 0, n)
	o := b.out
	o.Ordinals, o.Repeats, o.Clusters = make([]int32, 0, n), make([]int32, 0, n), make([]int32, 0, n)
	o.Outcomes, o.Seconds = make(Outcomes, 0, n), make([]float32, 0, n)
	if b.ids {
		o.IDs, o.Hashes = make([]string, 0, n), make([]Hash, 0, n)
	}
	return err
}

// places map attempts to their index: an array where their ids are close together, as those of one run mostly
// are, else a map.
type places struct {
	first int64
	dense []int32 // 0 is none
	few   map[int64]int32
}

func newPlaces(first, last int64, n int) places {
	if span := last - first + 1; span > 0 && span <= 4*int64(n) {
		return places{first: first, dense: make([]int32, span)}
	}
	return places{few: make(map[int64]int32, n)}
}

func (p *places) set(attempt int64, place int) {
	if p.few == nil {
		p.dense[attempt-p.first] = int32(place + 1)
		return
	}
	p.few[attempt] = int32(place + 1)
}

func (p *places) find(attempt int64) (int, bool) {
	at := int32(0)
	if p.few != nil {
		at = p.few[attempt]
	} else if i := attempt - p.first; i >= 0 && i < int64(len(p.dense)) {
		at = p.dense[i]
	}
	return int(at) - 1, at > 0
}

// measured is a column and where it is used first.
type measured struct {
	Column
	place, ordinal int
}

// check holds what was read against the checksums.
func (b *columnsBuilder) check() error {
	for i := range b.have {
		if err := b.have[i].check(b.want[i], sumRow, sumScores); err != nil {
			return fmt.Errorf("case %d: %w", b.out.Ordinals[i]+1, err)
		}
	}
	return nil
}

// score puts a score into its place.
func (b *columnsBuilder) score(c *sqlite.Conn, s *sqlite.Stmt) error {
	place, ok := b.at.find(s.ColumnInt64(0))
	if !ok {
		return nil // of another run, or of a try that does not count
	}
	m := b.measures[s.ColumnInt64(2)]
	if m == nil {
		name, err := b.l.text(c, s.ColumnInt64(2))
		if err != nil {
			return err
		}
		m = &measured{Column{name, make([]float64, b.out.Len()), make(Outcomes, b.out.Len())}, place, s.ColumnInt(1)}
		b.measures[s.ColumnInt64(2)] = m
	}
	if place < m.place {
		m.place, m.ordinal = place, s.ColumnInt(1)
	}
	b.scratch = b.scratch[:0].columns(s, 1, 2).text(m.Name).columns(s, 3, 5)
	b.have[place].add(sumScores, b.scratch)
	outcome, value, err := verdict(s, 3)
	if err == nil {
		m.Values[place] = value
		m.Outcomes[place], err = outcomeCode(outcome)
	}
	if err != nil {
		return fmt.Errorf("case %d, score %q: %w", b.out.Ordinals[place]+1, m.Name, err)
	}
	return nil
}

// begin makes the place of an attempt; a later try takes the place of the one before.
func (b *columnsBuilder) begin(s *sqlite.Stmt) error {
	o := b.out
	ordinal, repeat := int32(s.ColumnInt(1)), int32(s.ColumnInt(2))
	attempt := s.ColumnInt64(attemptID)
	b.seen++
	if err := checkCase(s, attemptEnd); err != nil {
		return err
	}
	if n := len(o.Ordinals); n > 0 && o.Ordinals[n-1] == ordinal && o.Repeats[n-1] == repeat {
		b.at.set(b.newest, -1)
		b.drop(n - 1)
	}
	b.at.set(attempt, len(o.Ordinals))
	b.newest = attempt
	b.scratch = b.scratch[:0].columns(s, 0, attemptSums)
	b.have, b.want = append(b.have, sums{}), append(b.want, columnBytes(s, attemptSums))
	b.have[len(b.have)-1].add(sumRow, b.scratch)
	name := s.ColumnText(attemptEnd + 4)
	cluster, ok := b.clusters[name]
	if !ok {
		cluster = int32(len(o.ClusterNames))
		b.clusters[name] = cluster
		o.ClusterNames = append(o.ClusterNames, name)
	}
	o.Ordinals, o.Repeats, o.Clusters = append(o.Ordinals, ordinal), append(o.Repeats, repeat), append(o.Clusters, cluster)
	if b.ids {
		b.identify(s, repeat)
	}
	if err := o.Outcomes.Append(score.Outcome(intern(s, 5, Answered))); err != nil {
		return damaged("case %d: %v", ordinal+1, err)
	}
	seconds := float32(-1)
	if !s.ColumnIsNull(9) {
		seconds = float32(s.ColumnInt64(9)) / 1e6
	}
	o.Seconds = append(o.Seconds, seconds)
	return b.group(s.ColumnText(attemptEnd + 5))
}

// identify notes id and hash of an attempt's case.
func (b *columnsBuilder) identify(s *sqlite.Stmt, repeat int32) {
	o := b.out
	id := s.ColumnText(attemptEnd + 2)
	if n := len(o.IDs); repeat > 0 && n > 0 && o.IDs[n-1] == id {
		id = o.IDs[n-1] // repeats share the text
	}
	var hash Hash
	s.ColumnBytes(attemptEnd+3, hash[:])
	o.IDs, o.Hashes = append(o.IDs, id), append(o.Hashes, hash)
}

// drop takes back the attempt at a place.
func (b *columnsBuilder) drop(at int) {
	o := b.out
	if b.ids {
		o.IDs, o.Hashes = o.IDs[:at], o.Hashes[:at]
	}
	o.Ordinals, o.Repeats = o.Ordinals[:at], o.Repeats[:at]
	o.Clusters, o.Outcomes, o.Seconds = o.Clusters[:at], o.Outcomes[:at], o.Seconds[:at]
	b.have, b.want = b.have[:at], b.want[:at]
	for _, g := range o.Groups {
		if len(g.Of) > at {
			g.Of = g.Of[:at]
		}
	}
}

// member is a value of a tag, found.
type member struct {
	of    *Group
	value int32
}

// group notes the tags of an attempt's case. Nearly all cases have the tags of another one.
func (b *columnsBuilder) group(text string) error {
	if text == "{}" {
		return nil
	}
	members, ok := b.tags[text]
	if !ok {
		var tags map[string]string
		if err := json.Unmarshal([]byte(text), &tags); err != nil {
			return damaged("the tags of case %d: %w", b.out.Ordinals[len(b.out.Ordinals)-1]+1, err)
		}
		for tag, value := range tags {
			if g := b.tag(tag); g != nil {
				members = append(members, member{g, g.index(value)})
			}
		}
		if len(b.tags) >= maxTagSets {
			clear(b.tags)
		}
		b.tags[text] = members
	}
	at := len(b.out.Ordinals) - 1
	for _, m := range members {
		m.of.grow(at)
		m.of.Of = append(m.of.Of, m.value)
	}
	return nil
}

// What tags may cost: more are ignored, and of a tag with more values the rest are none.
const (
	maxTagSets = 10_000
	maxTags    = 100
	maxValues  = 1000
)

func (b *columnsBuilder) tag(tag string) *Group {
	for _, g := range b.out.Groups {
		if g.Tag == tag {
			return g
		}
	}
	if len(b.out.Groups) >= maxTags {
		return nil
	}
	g := &Group{Tag: tag}
	b.out.Groups = append(b.out.Groups, g)
	return g
}

func (g *Group) grow(n int) {
	for len(g.Of) < n {
		g.Of = append(g.Of, -1)
	}
}

func (g *Group) index(value string) int32 {
	if at := slices.Index(g.Values, value); at >= 0 {
		return int32(at)
	}
	if len(g.Values) >= maxValues {
		return -1
	}
	g.Values = append(g.Values, value)
	return int32(len(g.Values) - 1)
}

func (b *columnsBuilder) finish() *Columns {
	o := b.out
	used := slices.SortedFunc(maps.Values(b.measures), func(x, y *measured) int {
		return cmp.Or(cmp.Compare(x.place, y.place), cmp.Compare(x.ordinal, y.ordinal))
	})
	for _, m := range used {
		o.Measures = append(o.Measures, &m.Column)
	}
	for _, g := range o.Groups {
		g.grow(o.Len())
	}
	slices.SortFunc(o.Groups, func(a, b *Group) int { return strings.Compare(a.Tag, b.Tag) })
	return o
}
