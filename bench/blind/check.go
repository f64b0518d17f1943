package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/assayhq/assay/corpus"
	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/text"
)

// checkAnswer scores an answer as docqa's headline does.
func checkAnswer(c *panelCase) []outcome {
	scorer, err := score.Find("figure")
	check(err)
	s := scorer.Score(&score.Input{Question: c.Question, Gold: []string{c.Gold}, Unit: c.Scale, Answer: c.Answer})
	o := outcome{class: "wrong rejected"}
	if c.Right {
		o.class = "right accepted"
	}
	if accepted := s.Outcome == score.Scored && s.Value == 1; accepted != c.Right {
		o.fault = fmt.Sprintf("gold %q %s, answer %q: read %q: %s %s", c.Gold, c.Scale, short(c.Answer), s.Extracted, s.Outcome, s.Explanation)
	}
	return []outcome{o}
}

func checkSentences(c *panelCase) []outcome {
	var got []string
	for _, s := range text.NewSplitter(nil).Sentences(nil, []byte(c.Text)) {
		got = append(got, strings.TrimSpace(c.Text[s.Start:s.End]))
	}
	o := outcome{class: "paragraphs"}
	if !slices.Equal(got, c.Sentences) {
		o.fault = fmt.Sprintf("got %q, want %q", got, c.Sentences)
	}
	return []outcome{o}
}

func checkName(c *panelCase) []outcome {
	rows, err := corpus.Assemble(c.Text)
	check(err)
	d := &rows.Document
	period := ""
	if d.PeriodEnd != 0 {
		period = d.PeriodEnd.String()
	}
	all := []outcome{
		{"name", differs(d.Company, c.Name, c.NameAlso)},
		{"form", differs(d.Form, c.FormType, c.FormTypeAlso)},
	}
	if c.PeriodEnd != "" {
		all = append(all, outcome{"period", differs(period, c.PeriodEnd, nil)})
	}
	return all
}

func differs(got, want string, also []string) string {
	if got == want || slices.Contains(also, got) {
		return ""
	}
	return fmt.Sprintf("got %q, want %q", got, want)
}

// panelCell is a cell of a table: its value in base units, and what it counts.
type panelCell struct {
	Row, Column, Text, Value, Kind, Currency string
	Also                                     []string // kinds that are as good
}

func checkTable(c *panelCase) []outcome {
	var page string
	check(json.Unmarshal(c.HTML, &page))
	rows, err := corpus.Assemble(page)
	check(err)
	var all []outcome
	for i := range c.Cells {
		want := &c.Cells[i]
		magnitude, unit := outcome{class: "magnitude"}, outcome{class: "unit"}
		got := findCell(rows.Cells, want)
		if got == nil {
			magnitude.fault = fmt.Sprintf("no cell %q of row %q, column %q", want.Text, want.Row, want.Column)
			all = append(all, magnitude)
			continue
		}
		read, err := decimal.NewFromString(got.Value)
		if got.Unit == "bps" {
			read = read.Shift(-2) // a panel gives basis points as percent
		}
		if err != nil || !read.Shift(got.Scale).Equal(decimal.RequireFromString(want.Value)) {
			magnitude.fault = fmt.Sprintf("row %q, column %q, %q: got %s × 10^%d %s, want %s %s", want.Row, want.Column,
				want.Text, got.Value, got.Scale, got.Unit, want.Value, want.Kind)
		}
		if !slices.Contains(append(want.Also, want.Kind), kindOf(got.Unit, want.Kind)) {
			unit.fault = fmt.Sprintf("row %q, column %q, %q: got unit %q, want %s %s", want.Row, want.Column, want.Text,
				got.Unit, want.Kind, want.Currency)
		}
		all = append(all, magnitude, unit)
	}
	return all
}

// panelItem is an item of a filing, by the first and the last sentence of its body.
type panelItem struct {
	Item, Part, First, Last string
	Also                    []string // items under the same heading
	Optional                bool     // no expectation
}

func checkItems(c *panelCase) []outcome {
	rows, err := corpus.Assemble(c.Text)
	check(err)
	var all []outcome
	for i := range c.Items {
		want := &c.Items[i]
		if want.Optional {
			continue
		}
		o := outcome{class: "items"}
		var body string
		found := false
		for k := range rows.Items {
			it := &rows.Items[k]
			if (it.Item == panelID(want.Part, want.Item) || slices.Contains(want.Also, it.Item)) && it.Text != "" {
				body, found = body+" "+it.Text, true
			}
		}
		body = strings.Join(strings.Fields(body), " ")
		has := func(sentence string) bool { return strings.Contains(body, strings.Join(strings.Fields(sentence), " ")) }
		switch {
		case !found:
			o.fault = "not found"
		case !has(want.First):
			o.fault = fmt.Sprintf("lacks its first sentence %q; begins %q", short(want.First), body[:min(80, len(body))])
		case !has(want.Last):
			o.fault = fmt.Sprintf("lacks its last sentence %q; ends %q", short(want.Last), body[max(0, len(body)-80):])
		case i > 0 && longer(c.Items[i-1].Last) && has(c.Items[i-1].Last):
			o.fault = fmt.Sprintf("has the end of item %s", c.Items[i-1].Item)
		case i+1 < len(c.Items) && longer(c.Items[i+1].First) && has(c.Items[i+1].First):
			o.fault = fmt.Sprintf("has the beginning of item %s", c.Items[i+1].Item)
		}
		if o.fault != "" {
			o.fault = fmt.Sprintf("item %s %s: %s", want.Part, want.Item, o.fault)
		}
		all = append(all, o)
	}
	return all
}

// longer reports whether a sentence is of one item alone: "None." is not.
func longer(sentence string) bool { return len(sentence) > 40 }

// findCell is the cell of a row and a column with the digits that are printed: the one that agrees in most.
func findCell(cells []store.Cell, want *panelCell) *store.Cell {
	var best *store.Cell
	most := 0
	for i := range cells {
		c := &cells[i]
		if digits(c.Text) != digits(want.Text) && digits(c.Value) != digits(want.Text) { // a text may end with a mark, "to 1"
			continue
		}
		agrees := 1
		if strings.HasSuffix(letters(c.RowPath), letters(want.Row)) {
			agrees += 4
		}
		if strings.Contains(letters(c.ColPath), letters(want.Column)) {
			agrees += 2
		}
		if strings.Contains(c.Text, "(") == strings.Contains(want.Text, "(") {
			agrees++
		}
		if agrees > most {
			best, most = c, agrees
		}
	}
	return best
}

// digits are the digits of a cell, letters the letters and digits of a label.
func digits(s string) string { return only(s, "0123456789") }

func letters(s string) string {
	return only(strings.ToLower(s), "0123456789abcdefghijklmnopqrstuvwxyz")
}

func only(s, set string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(set, r) {
			return r
		}
		return -1
	}, s)
}

// kindOf is what a unit of the store is to a panel. A number without a unit counts something, or is a ratio.
func kindOf(unit, want string) string {
	switch {
	case unit == "percent", unit == "bps", unit == "points":
		return "percent"
	case unit == "per share", strings.HasSuffix(unit, "/share"):
		return "per-share"
	case unit == "shares":
		return "shares"
	case unit == "x":
		return "ratio"
	case unit == "count", unit == "years", unit == "year", unit == "":
		if want == "ratio" && unit == "" {
			return want
		}
		return "count"
	}
	return "money"
}

func short(s string) string {
	if len(s) > 300 {
		return s[:150] + " … " + s[len(s)-150:]
	}
	return s
}

// panelID is the id that an item has in the store: those of quarterly reports have their part before the number.
func panelID(part, item string) string {
	if part == "" {
		return store.ItemID(item)
	}
	return part + "." + item
}
