package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"iter"
	"os"
	"strconv"
	"strings"
	"unicode"

	"github.com/shopspring/decimal"
	"github.com/spf13/cobra"

	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/internal/samplefilings"
	"github.com/assayhq/assay/system"
)

// The files of the demo's evaluation.
const (
	demoCases   = "cases.jsonl"
	demoFirst   = "answers-may.jsonl"
	demoSecond  = "answers-june.jsonl"
	demoProfile = "release.yaml"
)

// demoRules are what a release must keep to.
const demoRules = `# Is June good enough to take May's place?
name: release
rules:
  - name: right figures
    measure: figure
    change: 5
    unit: points
    direction: drop
    severity: P1
`

// demoQuestion is a question whose answer the filing tags.
type demoQuestion struct {
	system.Case
	value decimal.Decimal
}

// evaluate asks two invented systems for the figures of the filings, and holds the second against the first.
func evaluate(c *cobra.Command, opened *store.Corpus) error {
	questions, err := demoQuestions(opened)
	if err != nil {
		return err
	}
	if err := writeQuestions(questions); err != nil {
		return err
	}
	for _, answers := range []string{demoFirst, demoSecond} {
		if err := demoStep(c, "the answers of an invented system", evalCommand, "eval", "cases", demoCases, "--answers", answers, "--score", "figure,exact-normal"); err != nil {
			return err
		}
	}
	if err := demoStep(c, "how June differs from May", compareCommand, "compare", "latest", "latest~1"); err != nil {
		return err
	}
	if err := demoStep(c, "a name for what is in use", baselineCommand, "baseline", "set", "latest~1", "--name", "prod"); err != nil {
		return err
	}
	if err := demoStep(c, "may June be released?", gateCommand, "gate", "latest", "--baseline", "prod", "--profile", demoProfile); err != nil {
		return err
	}
	return demoStep(c, "a report to look at in a browser", reportCommand, "report", "latest", "-o", "june.html")
}

// demoStep runs a command as a user would. What a gate says of invented answers is no failure of the demo.
func demoStep(c *cobra.Command, what string, command func() *cobra.Command, args ...string) error {
	title(c.OutOrStdout(), what, strings.Join(args, " "))
	step := command()
	step.SetArgs(args[1:])
	step.SilenceErrors, step.SilenceUsage = true, true
	step.SetOut(c.OutOrStdout())
	step.SetErr(io.Discard)
	err := step.ExecuteContext(c.Context())
	var verdict codeError
	if errors.As(err, &verdict) && verdict.code != exitIncomplete {
		fmt.Fprintf(c.OutOrStdout(), "exit code %d\n", verdict.code)
		return nil
	}
	return err
}

// demoQuestions asks for each figure that a statement tags.
func demoQuestions(opened *store.Corpus) ([]demoQuestion, error) {
	names := map[int64]string{}
	for _, company := range samplefilings.Companies() {
		names[int64(company.CIK)] = company.Name
	}
	var all []demoQuestion
	seen := map[string]bool{}
	for f, err := range statementFacts(opened, store.Query{}) {
		if err != nil {
			return nil, err
		}
		id := fmt.Sprintf("%s %s %s", f.DocID, f.Concept, f.PeriodEnd)
		if seen[id] {
			continue
		}
		seen[id] = true
		value := f.value
		when := "for the year ended " + f.PeriodEnd.String()
		if f.Instant {
			when = "at " + f.PeriodEnd.String()
		}
		all = append(all, demoQuestion{value: value, Case: system.Case{ID: id, Cluster: f.DocID,
			Question: fmt.Sprintf("What does %s report as %s %s, in US dollars?", names[f.CIK], wordsOf(f.Concept), when),
			Gold:     []string{"$" + value.String()}, Tags: map[string]string{"year": strconv.Itoa(f.PeriodEnd.Time().Year())}}})
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("the demo's filings tag no figure")
	}
	return all, nil
}

// statementFact is a sum of money that a statement shows and the filing tags.
type statementFact struct {
	store.Fact
	value decimal.Decimal
}

func statementFacts(opened *store.Corpus, q store.Query) iter.Seq2[statementFact, error] {
	return func(yield func(statementFact, error) bool) {
		for f, err := range opened.Facts(q) {
			if err == nil && (f.Unit != "USD" || f.TableID < 0 || f.Dimensions != "" || f.Value == "") {
				continue
			}
			var value decimal.Decimal
			if err == nil {
				if value, err = decimal.NewFromString(f.Value); err != nil {
					err = fmt.Errorf("fact %s of %s: %w", f.Concept, f.DocID, err)
				}
			}
			if !yield(statementFact{f, value}, err) {
				return
			}
		}
	}
}

// wordsOf is the name of a concept as words: us-gaap:GrossProfit is "gross profit".
func wordsOf(concept string) string {
	_, name, _ := strings.Cut(concept, ":")
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// writeQuestions writes the cases and what the two systems answered: the first slips now and then, the second
// often takes thousands for millions, and now and then does not answer.
func writeQuestions(questions []demoQuestion) error {
	var cases, first, second bytes.Buffer
	for i := range questions {
		q := &questions[i]
		right, slip := millions(q.value, "million"), millions(q.value, "thousand")
		a, b := right, right
		switch luck(q.ID); {
		case luck(q.ID) < 8:
			a, b = slip, slip
		case luck(q.ID) < 40:
			b = slip
		case luck(q.ID) < 46:
			b = "The filing does not say."
		}
		lines := []struct {
			to   *bytes.Buffer
			line any
		}{
			{&cases, map[string]any{"id": q.ID, "question": q.Question, "gold": q.Gold[0], "cluster": q.Cluster, "tags": q.Tags}},
			{&first, map[string]string{"id": q.ID, "answer": a}}, {&second, map[string]string{"id": q.ID, "answer": b}},
		}
		for _, l := range lines {
			if err := json.NewEncoder(l.to).Encode(l.line); err != nil {
				return err
			}
		}
	}
	for name, content := range map[string][]byte{demoCases: cases.Bytes(), demoFirst: first.Bytes(), demoSecond: second.Bytes(), demoProfile: []byte(demoRules)} {
		if err := os.WriteFile(name, content, 0o644); err != nil {
			return fmt.Errorf("write the demo's cases: %w", err)
		}
	}
	return nil
}

// millions is an amount as people say it, with a scale word that need not be right.
func millions(v decimal.Decimal, word string) string {
	shown := v.Abs().Shift(-6).StringFixed(1)
	if v.IsNegative() {
		return fmt.Sprintf("It is a loss of $(%s) %s.", shown, word)
	}
	return fmt.Sprintf("It is $%s %s.", shown, word)
}

// luck is a number from 0 to 99 that a text always has.
func luck(text string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(text)) //nolint:errcheck // it never fails
	return h.Sum32() % 100
}
