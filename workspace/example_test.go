package workspace_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/suite"
	"github.com/assayhq/assay/suite/cases"
	"github.com/assayhq/assay/workspace"
)

// A filing is ingested, indexed and searched; the answers of two systems are scored, compared and gated.
func Example() {
	dir, err := os.MkdirTemp("", "assay")
	check(err)
	defer os.RemoveAll(dir)

	ctx := context.Background()
	w := workspace.Open(dir, workspace.Options{Version: "example"})

	_, err = w.Ingest(ctx, "testdata/filing.htm")
	check(err)
	_, err = w.BuildIndex(ctx, workspace.DefaultIndex, workspace.BuildOptions{})
	check(err)
	s, err := w.OpenSearch(workspace.SearchOptions{})
	check(err)
	defer s.Close()
	found, err := s.Find(ctx, workspace.Query{Text: "interest rate of the term loan", Section: "7A", K: 1})
	check(err)
	fmt.Println(found.Hits[0].Text)

	for _, answers := range []string{"testdata/may.jsonl", "testdata/june.jsonl"} {
		o := &cases.Options{Answers: answers, Scorers: []string{"figure"}}
		_, err := w.Evaluate(ctx, o, suite.Settings{}, "testdata/cases.jsonl")
		check(err)
	}
	c, err := w.Compare("latest", "latest~1", analysis.Options{Measures: []string{"figure"}})
	check(err)
	figure := c.Measures[0]
	fmt.Printf("figure: June %.2f, May %.2f, difference from %.2f to %.2f\n",
		*figure.A, *figure.B, figure.Interval.Low, figure.Interval.High)
	verdict, err := w.Gate("latest", "latest~1", "testdata/release.yaml")
	check(err)
	fmt.Println(verdict.Verdict)
	// Output:
	// Our term loan bears interest at a variable rate.
	// figure: June 0.69, May 0.92, difference from -0.34 to -0.10
	// fail
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
