package rank_test

import (
	"fmt"

	"github.com/assayhq/assay/measure/rank"
)

// A ranking of three documents for one query, of which two are relevant, measured from memory.
func Example() {
	qrels, run := rank.NewQrels(), rank.NewRun("mine")
	for _, doc := range []string{"balance-sheet", "notes"} {
		if err := qrels.Add("total-assets", doc, 1); err != nil {
			fmt.Println(err)
			return
		}
	}
	for i, doc := range []string{"cover-page", "balance-sheet", "signatures"} {
		if err := run.Add("total-assets", rank.Hit{Doc: doc, Score: 1 / float64(i+1)}); err != nil {
			fmt.Println(err)
			return
		}
	}
	measures, err := rank.ParseList("hit@1,mrr,recall@3")
	if err != nil {
		fmt.Println(err)
		return
	}
	table, err := rank.Evaluate(qrels, run, measures, rank.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, m := range measures {
		fmt.Println(m, table.Rows[0].Values[i].X)
	}
	// Output:
	// hit@1 0
	// mrr 0.5
	// recall@3 0.5
}
