package rank

// Measure is a row of the table of measures.
type Measure struct {
	Name   string
	Cut    bool   // takes a cut-off, as in name@10; without one the whole list counts
	Trec   string // what trec_eval calls it, %d being the cut-off; empty where it has no such measure
	Doc    string
	Caveat string

	// Lower: lower values are better.
	Lower bool
	// Open measures have no worst value: a query without a value stays without one in the complete set too.
	Open bool
	// Endless measures have no greatest value; the others lie between 0 and 1.
	Endless bool
	// Needs is what the judgments of a query must have for there to be a value.
	Needs need

	of func(j *Judged, k int) (float64, Reason)
}

// need is what a measure asks of the judgments of a query.
type need int

// A relevant document, a grade above 0 whatever grade counts as relevant, or nothing.
const (
	Relevant need = iota
	gain
	nothing
)

// met reports whether the judgments have what is asked of them.
func (n need) met(j *Judged) bool {
	switch n {
	case Relevant:
		return j.relevant > 0
	case gain:
		return len(j.ideal) > 0
	}
	return true
}

// Measures is every measure. All count unjudged documents as not relevant, except bpref, which
// skips them, and judged, which counts them.
var Measures = []Measure{
	{Name: "hit", Cut: true, Trec: "success_%d", of: hit,
		Doc:    "Whether a relevant document is among the first k: 1 or 0, between them where ties leave it open.",
		Caveat: "Says nothing of the documents after the first relevant one; with several relevant documents per query it saturates."},
	{Name: "mrr", Cut: true, Trec: "recip_rank", of: reciprocal,
		Doc: "1 / rank of the first relevant document, 0 where none is among the first k.",
		Caveat: "Falls steeply at the top (1, 0.5, 0.33) and hardly below; a mean of it is no mean rank. trec_eval " +
			"has it without cut-off only."},
	{Name: "recall", Cut: true, Trec: "recall_%d", of: recall,
		Doc:    "Share of the relevant documents of the query that are among the first k.",
		Caveat: "Cannot reach 1 where k is below the number of relevant documents; documents without a judgment are missing from the whole."},
	{Name: "precision", Cut: true, Trec: "P_%d", of: precision,
		Doc:    "Share of the first k that is relevant. A list shorter than k is filled up with documents that are not.",
		Caveat: "Cannot reach 1 where the query has fewer than k relevant documents; documents without a judgment count as not relevant."},
	{Name: "rprec", Trec: "Rprec", of: rPrecision,
		Doc:    "Precision among the first R, R being the number of relevant documents of the query.",
		Caveat: "With one relevant document it is hit@1."},
	{Name: "ndcg", Cut: true, Trec: "ndcg_cut_%d", Needs: gain, of: ndcg,
		Doc:    "Discounted gain of the first k over that of the best possible first k; gain = grade, discount 1/log2(rank + 1).",
		Caveat: "Takes every grade above 0 as gain, whatever grade counts as relevant; grades are taken as amounts, 2 as twice 1."},
	{Name: "ndcg-exp", Cut: true, Needs: gain, of: ndcgExp,
		Doc:    "As ndcg with the gain 2^grade - 1, which favours the highest grades.",
		Caveat: "Not what trec_eval calls ndcg, and equal to it only with grades 0 and 1: say which one a figure is."},
	{Name: "map", Cut: true, Trec: "map", of: averagePrecision,
		Doc: "Average precision: the precision at the rank of each relevant document, 0 for those not among the " +
			"first k, averaged over all relevant documents.",
		Caveat: "Divided by all relevant documents even where k is smaller (trec_eval's map_cut); other libraries divide by min(k, R)."},
	{Name: "bpref", Trec: "bpref", of: bpref,
		Doc: "Share of the pairs of a relevant document and one judged as not relevant, of the first R of these, " +
			"that stand in the right order.",
		Caveat: "Looks at judged documents only, so it needs judgments of documents that are not relevant: without any it is recall."},
	{Name: "first", Open: true, Lower: true, Endless: true, of: first,
		Doc:    "Rank of the first relevant document; lower is better.",
		Caveat: "Queries for which none was retrieved have no rank and are left out, so it flatters short lists: read it beside hit."},
	{Name: "judged", Cut: true, Open: true, Needs: nothing, of: judged,
		Doc:    "Share of the first k that anybody judged: how far the other measures can be trusted.",
		Caveat: "A measure of the judgments, not of the ranking. Of a list shorter than k, the share of the list."},
}
