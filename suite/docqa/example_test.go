package docqa_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/suite"
	"github.com/assayhq/assay/suite/docqa"
	"github.com/assayhq/assay/system"
)

const questions = `{"id": "1", "question": "What were sales in 2023?", "gold": "$92 million", "passages": [{"id": "LARK", "text": ` +
	`"Sales were $92 million in 2023."}]}
{"id": "2", "question": "What were costs in 2023?", "gold": "$71 million", "passages": [{"id": "LARK", "text": "Costs were 71."}]}
`

// myModel stands for what a program asks: it answers with the figure of the prompt's first sentence.
func myModel(prompt string) string {
	_, rest, _ := strings.Cut(prompt, " were ")
	text, _, _ := strings.Cut(rest, "\n")
	figure, _, _ := strings.Cut(strings.TrimSuffix(text, "."), " in ")
	return figure
}

// A program evaluates its own system, with a prompt of its own and steps before and after it.
func Example() {
	dir, err := os.MkdirTemp("", "docqa")
	check(err)
	defer os.RemoveAll(dir)
	data := filepath.Join(dir, "questions.jsonl")
	check(os.WriteFile(data, []byte(questions), 0o600))
	l, err := ledger.Create(dir, "example")
	check(err)
	defer l.Close()

	prompt, err := system.ParseTemplate("Answer from this alone: {{context}}\nQuestion: {{question}}") // a prompt of its own
	check(err)
	o := docqa.NewOptions()
	o.Data = data
	o.Own = &docqa.Own{
		Name: "my model", Version: "1",
		Before: func(c *system.Case) (*system.Case, error) { // pre-processing
			asked := *c
			asked.Question = strings.TrimSuffix(c.Question, "?")
			return &asked, nil
		},
		Answer: func(_ context.Context, c *system.Case, _ int) (*system.Answer, error) {
			text, err := prompt.Fill(c)
			if err != nil {
				return nil, err
			}
			return &system.Answer{Text: myModel(text), Outcome: system.Answered}, nil
		},
		After: func(_ *system.Case, a *system.Answer) error { // post-processing
			a.Text = "FINAL: " + a.Text
			return nil
		},
	}
	e := &suite.Environment{Ledger: l, Dir: dir, Note: func(string) {}}
	jobs, err := o.Jobs(context.Background(), e, nil)
	check(err)
	defer suite.CloseAll(jobs)
	done, _, err := jobs[0].Execute(context.Background(), e)
	check(err)
	found, err := analysis.Of(l, done.Run, analysis.Options{Measures: []string{"figure", "final.tag"}})
	check(err)
	for _, m := range found.Measures {
		fmt.Printf("%s: %g of %d cases\n", m.Name, *m.Mean, m.Scored)
	}
	// Output:
	// figure: 0.5 of 2 cases
	// final.tag: 1 of 2 cases
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
