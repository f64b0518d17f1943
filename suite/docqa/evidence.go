package docqa

import (
	"context"
	"slices"
	"strings"

	"github.com/assayhq/assay/figure"
	"github.com/assayhq/assay/system"
)

// evidence is a sentence that was found, and the passage that shows it with what is around it.
type evidence struct {
	text    string
	scale   string // of its figures, where a sentence before the table states it; as a word
	passage system.Passage
}

func passagesOf(found []evidence) []system.Passage {
	all := make([]system.Passage, len(found))
	for i := range found {
		all[i] = found[i].passage
	}
	return all
}

// searcher finds evidence in the document of a case: in an index in memory where the case brings the text, and in
// the setup's corpus where it only names the document.
type searcher struct {
	*setup
	cache documentCache
}

func newSearcher(s *setup) *searcher { return &searcher{s, documentCache{setup: s}} }

func (s *searcher) find(ctx context.Context, c *system.Case, question string) ([]evidence, error) {
	if bringsNoText(c) {
		return s.setup.Corpus.find(ctx, s.setup, c.Variables[documentVariable], question)
	}
	doc, release, err := s.cache.of(ctx, c)
	if err != nil {
		return nil, err
	}
	defer release()
	return doc.find(ctx, s.setup, question)
}

// column is the header of a figure.
type column struct {
	text  string
	years []int
}

func newColumn(text string) column {
	c := column{text: text}
	for _, a := range figure.Find(text) {
		if a.Period.Year > 0 {
			c.years = append(c.years, a.Period.Year)
		}
	}
	return c
}

// valued is a figure of a sentence, as it is written there, and its column; nil if it has none.
type valued struct {
	figure.Amount
	text   string
	column *column
}

// figures are those of a sentence. The line of a table's row has each after the header of its column:
//
//	Net sales > Products | 2024: $298,085 million; 2023: -$1,204 million
func figures(text string) (all []valued) {
	if label, values, ok := strings.Cut(text, " | "); ok && label != "" {
		if all = rowFigures(values); len(all) > 0 {
			return all
		}
	}
	found := figure.Find(text)
	columns := respective(text, found)
	for i := range found {
		a := &found[i]
		v := valued{Amount: *a, text: strings.TrimSpace(text[a.Start:a.End])}
		if columns != nil {
			v.column = &columns[i]
		}
		all = append(all, v)
	}
	return all
}

// unscaled are words of rows that the scale of a table does not hold for.
var unscaled = []string{"per share", "per common", "per ordinary", "shares", "%", "percent", "ratio", "margin",
	"number of", "employees", "rate"}

// worded is a figure with the scale that is stated for its table, unless it has one of its own.
func (v *valued) worded(row, scale string) string {
	if scale == "" || v.Scale != 0 || v.Value.IsZero() || v.Kind != figure.Money && (v.Kind != figure.Number || v.Unit != "") {
		return v.text
	}
	row = strings.ToLower(row)
	if slices.ContainsFunc(unscaled, func(word string) bool { return strings.Contains(row, word) }) {
		return v.text
	}
	return v.text + " " + scale
}

func rowFigures(values string) (all []valued) {
	for part := range strings.SplitSeq(values, "; ") {
		v := valued{text: part}
		if at := strings.LastIndex(part, ": "); at >= 0 {
			c := newColumn(part[:at])
			v.column, v.text = &c, part[at+2:]
		}
		a, err := figure.Parse(v.text)
		if err != nil || !a.IsAmount() {
			continue
		}
		v.Amount = a
		all = append(all, v)
	}
	return all
}

// respective are the years of a sentence such as "was 5 and 4 in 2019 and 2018, respectively"; nil if there are not as
// many years as figures.
func respective(text string, found []figure.Amount) []column {
	if !strings.Contains(text, "respectively") {
		return nil
	}
	var years []int
	amounts := 0
	for i := range found {
		if a := &found[i]; a.IsAmount() {
			amounts++
		} else if a.Period.Year > 0 {
			years = append(years, a.Period.Year)
		}
	}
	if amounts != len(years) {
		return nil
	}
	all := make([]column, len(found))
	n := 0
	for i := range found {
		if found[i].IsAmount() {
			all[i].years = years[n : n+1]
			n++
		}
	}
	return all
}
