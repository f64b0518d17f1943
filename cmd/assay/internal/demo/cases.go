// Package demo turns the corpus of the invented filings into what the demo evaluates: cases with the answers of two
// invented systems, and questions about whole filings. Every gold is a figure that the filing tags.
package demo

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"iter"
	"os"
	"strconv"
	"strings"
	"unicode"

	"github.com/shopspring/decimal"

	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/internal/samplefilings"
	"github.com/assayhq/assay/system"
)

// The files of the demo.
const (
	Cases     = "cases.jsonl"
	May       = "answers-may.jsonl"  // what is in use
	June      = "answers-june.jsonl" // what may take its place
	Profile   = "release.yaml"
	Questions = "questions-10k.json" // about whole filings, in the shape of DocFinQA
)

// rules are what a release must keep to.
const rules = `# Is June good enough to take May's place?
name: release
rules:
  - name: right figures
    measure: figure
    change: 5
    unit: points
    direction: drop
    severity: P1
`

// WriteCases writes cases about the figures of the filings, the answers of two systems, and the profile of a gate.
func WriteCases(corpus *store.Corpus) error {
	questions, err := figureQuestions(corpus)
	if err != nil {
		return err
	}
	return writeAnswers(questions)
}

// figureQuestion is a question whose answer the filing tags.
type figureQuestion struct {
	system.Case
	value decimal.Decimal
}

// figureQuestions asks for each figure that a statement tags.
func figureQuestions(opened *store.Corpus) ([]figureQuestion, error) {
	names := map[int64]string{}
	for _, company := range samplefilings.Companies() {
		names[int64(company.CIK)] = company.Name
	}
	var all []figureQuestion
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
		all = append(all, figureQuestion{value: value, Case: system.Case{ID: id, Cluster: f.DocID,
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

// writeAnswers writes the cases and what the two systems answered: the first slips now and then, the second
// often takes thousands for millions, and now and then does not answer.
func writeAnswers(questions []figureQuestion) error {
	var cases, first, second bytes.Buffer
	for i := range questions {
		q := &questions[i]
		right, slip := millions(q.value, "million"), millions(q.value, "thousand")
		a, b := right, right
		switch percentile(q.ID); {
		case percentile(q.ID) < 8:
			a, b = slip, slip
		case percentile(q.ID) < 40:
			b = slip
		case percentile(q.ID) < 46:
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
	for name, content := range map[string][]byte{Cases: cases.Bytes(), May: first.Bytes(), June: second.Bytes(), Profile: []byte(rules)} {
		if err := os.WriteFile(name, content, 0o666); err != nil {
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

// percentile is a number from 0 to 99 that a text always has.
func percentile(text string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(text)) //nolint:errcheck // it never fails
	return h.Sum32() % 100
}
