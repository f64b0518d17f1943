package demo

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/assayhq/assay/corpus/store"
)

// WriteQuestions writes questions about whole filings.
func WriteQuestions(opened *store.Corpus) error {
	records, err := longQuestions(opened)
	if err != nil {
		return err
	}
	content, err := json.MarshalIndent(records, "", " ")
	if err == nil {
		err = os.WriteFile(Questions, content, 0o666)
	}
	if err != nil {
		return fmt.Errorf("write the demo's questions: %w", err)
	}
	return nil
}

// longQuestion is a record of DocFinQA.
type longQuestion struct {
	ID, Context, Question, Program, Answer string
}

// longQuestions asks each filing for its figures of the year, and how much they have changed.
func longQuestions(opened *store.Corpus) ([]longQuestion, error) {
	var all []longQuestion
	for d, err := range opened.Documents(store.Query{}) {
		if err != nil {
			return nil, err
		}
		text, err := wholeText(opened, d.DocID)
		if err != nil {
			return nil, err
		}
		asked, err := questionsAbout(opened, &d)
		if err != nil {
			return nil, err
		}
		for _, q := range asked {
			q.Context = text
			all = append(all, q)
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("the demo's filings tag no figure of a year")
	}
	return all, nil
}

// wholeText is the text of a document's items.
func wholeText(opened *store.Corpus, id string) (string, error) {
	var b strings.Builder
	for item, err := range opened.Items(store.Query{Documents: []string{id}}) {
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "%s\n%s\n\n", item.Heading, item.Text)
	}
	return b.String(), nil
}

// questionsAbout are those that a document answers by figures of its statements, in thousands as they show them.
func questionsAbout(opened *store.Corpus, d *store.Document) ([]longQuestion, error) {
	values, concepts, err := yearsOf(opened, d.DocID)
	if err != nil {
		return nil, err
	}
	year := d.PeriodEnd.Time().Year()
	var all []longQuestion
	for _, concept := range concepts {
		now, here := values[concept][year]
		before, there := values[concept][year-1]
		id, name := d.DocID+" "+concept, wordsOf(concept)
		if here {
			all = append(all, longQuestion{ID: id, Answer: now.String(),
				Question: fmt.Sprintf("what is the %s in %d, in thousands of dollars?", name, year)})
		}
		if here && there && strings.HasSuffix(concept, ":Revenues") {
			all = append(all, longQuestion{ID: id + " change", Answer: now.Sub(before).String(),
				Program:  fmt.Sprintf("subtract(%s, %s)", now, before),
				Question: fmt.Sprintf("by how much did the %s change from %d to %d, in thousands of dollars?", name, year-1, year)})
		}
	}
	return all, nil
}

// yearsOf are the figures of a document's statements, in thousands, by concept and year, and the concepts as they come.
func yearsOf(opened *store.Corpus, id string) (values map[string]map[int]decimal.Decimal, concepts []string, err error) {
	values = map[string]map[int]decimal.Decimal{}
	for f, err := range statementFacts(opened, store.Query{Documents: []string{id}}) {
		if err != nil {
			return nil, nil, err
		}
		if values[f.Concept] == nil {
			values[f.Concept], concepts = map[int]decimal.Decimal{}, append(concepts, f.Concept)
		}
		values[f.Concept][f.PeriodEnd.Time().Year()] = f.value.Shift(-3)
	}
	return values, concepts, nil
}
