// Package findings turns a run of the suite neighbors into what it shows beside its measures: what is found by
// regime and by length of section, at which ranks, how far golds are and others, what the index loses and what
// the vectors lose, and which anchors are hard, and why.
//
// It reads records only, so that a report can be made without an index. Statistics are those of tally,
// and none is made here; what tally left out is left out.
package findings

import (
	"cmp"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/internal/ascii"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/measure"
	"github.com/assayhq/assay/report/finding"
)

// Of is what a run of the suite shows. Results are those of the run; they are read once.
func Of(r *analysis.Run, results func(ledger.With) iter.Seq2[*ledger.Result, error]) ([]finding.Finding, error) {
	g := newGathered(&r.Info.Header)
	for result, err := range results(ledger.With{Bodies: true, Answers: true, Details: true}) {
		if err != nil {
			return nil, err
		}
		if err := g.add(result); err != nil {
			return nil, err
		}
	}
	regimes := regimesOf(r)
	all := []finding.Finding{retrievalFinding(r, regimes), g.ranks(), lengths(r, regimes), g.distances(r, regimes),
		losses(r, regimes), g.causes(), g.hardest()}
	return slices.DeleteFunc(all, func(f finding.Finding) bool { return f.Doc == "" }), nil
}

// regimesOf are the values by which the measures of a run are told apart.
func regimesOf(r *analysis.Run) []string {
	var all []string
	for i := range r.Measures {
		if _, regime, ok := strings.Cut(r.Measures[i].Name, " "); ok && !slices.Contains(all, regime) {
			all = append(all, regime)
		}
	}
	return all
}

// measured are the statistics of all cases, by name.
func measured(r *analysis.Run) map[string]*measure.Stat {
	all := map[string]*measure.Stat{}
	for i := range r.Measures {
		all[r.Measures[i].Name] = &r.Measures[i].Stat
	}
	return all
}

// statsTable is a table of measures with a column for each regime; none if none of them was made.
func statsTable(r *analysis.Run, regimes []string, names ...string) []finding.Stats {
	stats, t := measured(r), finding.Stats{Head: "measure", Columns: regimes}
	for _, name := range names {
		row, some := finding.Row{Label: name}, false
		for _, regime := range regimes {
			s := stats[name+" "+regime]
			row.Stats, some = append(row.Stats, s), some || s != nil
		}
		if some {
			t.Rows = append(t.Rows, row)
		}
	}
	if len(t.Rows) == 0 {
		return nil
	}
	return []finding.Stats{t}
}

func retrievalFinding(r *analysis.Run, regimes []string) finding.Finding {
	f := finding.Finding{Name: "found", Title: "What is found, by what the engine is told",
		Doc: "In the regime filtered only sentences of the anchor's company, year and section may be found; in the " +
			"regime open any sentence of the index may be. " +
			"The anchor itself is out of its ranking. self@1 says that the index is sound: in the open it falls short of 1 " +
			"by as much as the corpus repeats itself, which self@1.class does not mind. " +
			"boilerplate is the share of anchors whose words, but for figures, dates and names, are among their own hits " +
			"once more. The others say how well neighbours are found.",
		Stats: statsTable(r, regimes, "self@1", "self@1.class", "boilerplate", "coverage", "hit@1", "hit@3", "hit@5",
			"hit@5.class", "hit@10", "mrr@30", "recall@30", "ndcg@10")}
	return unless(len(f.Stats) == 0, f)
}

// unless is a finding, or none.
func unless(nothing bool, f finding.Finding) finding.Finding {
	if nothing {
		return finding.Finding{}
	}
	return f
}

func losses(r *analysis.Run, regimes []string) finding.Finding {
	f := finding.Finding{Name: "losses", Title: "What the index loses, and what the vectors lose",
		Doc: "Of all anchors with golds, hit@5, loss.index@5 and loss.vector@5 are 1 in sum: found, lost by the " +
			"approximate index though an exact search of the same vectors finds it, " +
			"and not found by an exact search either. ann.recall is the share of the exact neighbours that the engine " +
			"found; ann.distance is how much farther its hits are, rank by rank.",
		Stats: statsTable(r, regimes, "hit@5", "exact.hit@5", "loss.index@5", "loss.vector@5", "ann.recall", "ann.distance")}
	measured := measured(r)
	exact := slices.ContainsFunc(regimes, func(regime string) bool { return measured["loss.index@5 "+regime] != nil })
	return unless(!exact, f)
}

// byLength is the tag of a section's length, and measured what is told of each.
const byLength = "length"

var byLengthMeasured = []string{"coverage", "window", "hit@5", "mrr@30"}

// lengths is the table by length of section, where there are several or anchors may be uncovered.
func lengths(r *analysis.Run, regimes []string) finding.Finding {
	f := finding.Finding{Name: "lengths", Title: "By length of the section",
		Doc: "Sections of so many sentences. coverage is the share of anchors that have golds at all, and window how far " +
			"golds were looked for, in sentences; " +
			"both are of the anchors and not of what searches. hit@5 and mrr@30 are over the anchors with golds. Where " +
			"anchors have a fixed window and golds, the first two are not there."}
	at := slices.IndexFunc(r.Groups, func(g analysis.Group) bool { return g.Tag == byLength })
	if at < 0 || len(r.Groups[at].Rows) < 2 {
		return finding.Finding{}
	}
	rows := slices.Clone(r.Groups[at].Rows)
	slices.SortStableFunc(rows,
		func(a, b analysis.GroupRow) int { return cmp.Compare(shortest(a.Value), shortest(b.Value)) })
	for _, regime := range regimes {
		if t := lengthTable(rows, regime); len(t.Columns) > 0 {
			f.Stats = append(f.Stats, t)
		}
	}
	return unless(len(f.Stats) == 0, f)
}

// shortest is the number that the name of a bucket begins with.
func shortest(bucket string) int {
	end := 0
	for end < len(bucket) && ascii.IsDigit(bucket[end]) {
		end++
	}
	n, _ := strconv.Atoi(bucket[:end])
	return n
}

func lengthTable(rows []analysis.GroupRow, regime string) finding.Stats {
	t := finding.Stats{Title: regime, Head: "sentences"}
	find := func(row *analysis.GroupRow, name string) *measure.Stat {
		at := slices.IndexFunc(row.Measures, func(s measure.Stat) bool { return s.Name == name+" "+regime })
		if at < 0 {
			return nil
		}
		return &row.Measures[at]
	}
	for _, name := range byLengthMeasured {
		if slices.ContainsFunc(rows, func(row analysis.GroupRow) bool { return find(&row, name) != nil }) {
			t.Columns = append(t.Columns, name)
		}
	}
	for i := range rows {
		row := finding.Row{Label: rows[i].Value}
		for _, name := range t.Columns {
			row.Stats = append(row.Stats, find(&rows[i], name))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
