package neighbors

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/assayhq/assay/gold"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/system"
	"github.com/assayhq/assay/text"
)

func TestCause(t *testing.T) {
	anchor := gold.Anchor{ID: "7_10-K_2020_section_1_5", DocID: "7_10-K_2020", Class: 1, Length: 50, Golds: []gold.Near{{ID: "gold"}}}
	sentence := "Net sales of gliders rose by 4% to $12 million."
	shape := classOf(int64(text.ShapeHash(sentence)))
	for name, c := range map[string]struct {
		sentence string
		hits     []system.Passage
		length   int
		want     string
	}{
		"found":       {sentence, []system.Passage{{ID: "a"}, {ID: "gold"}}, 50, ""},
		"found fifth": {sentence, []system.Passage{{ID: "a"}, {ID: "b"}, {ID: "c"}, {ID: "d"}, {ID: "gold"}}, 50, ""},
		"nothing":     {sentence, nil, 50, "nothing found"},
		"copies": {sentence, []system.Passage{{ID: "a", Class: "1"}, {ID: "b", Class: "1"}, {ID: "c"}}, 50,
			"copies: no gold among 3 hits"},
		"boilerplate": {sentence, []system.Passage{{ID: "a", Class: "1"}, {ID: "b", Shape: shape}, {ID: "c"}}, 50,
			"boilerplate: no gold among 3 hits"},
		"sister filing": {sentence, []system.Passage{{ID: "7_10-K_2019_section_1_5"}, {ID: "7_10-K_2018_section_1_5"},
			{ID: "7_10-K_2020_section_1_9"}}, 50, "sister filing"},
		"same filing": {sentence, []system.Passage{{ID: "7_10-K_2020_section_1_8"}, {ID: "7_10-K_2020_section_1_9"}}, 50, "other topic"},
		"figures":     {"2020 12,345 67,890 2019 12,000 60,000 total assets", []system.Passage{{ID: "a"}}, 50, "figures"},
		"short":       {sentence, []system.Passage{{ID: "a"}}, 6, "short section"},
		"late": {sentence, []system.Passage{{ID: "a"}, {ID: "b"}, {ID: "c"}, {ID: "d"}, {ID: "e"}, {ID: "gold"}}, 50,
			"other topic: 5 hits before the first gold"},
	} {
		a := anchor
		a.Length = c.length
		why, _ := cause(c.sentence, &ranking{&a, c.hits, golds(&a)})
		if !strings.HasPrefix(why, c.want) || c.want == "" && why != "" {
			t.Errorf("%s: %q, want %q", name, why, c.want)
		}
	}
}

func TestHardest(t *testing.T) {
	results := func(yield func(*ledger.Result, error) bool) {
		for i, s := range []score.Score{
			{Name: "first", Outcome: score.Scored, Value: 7, Explanation: "copies: 6 hits before the first gold", Evidence: []string{"x"}},
			{Name: "first", Outcome: score.Scored, Value: 1},
			{Name: "first", Outcome: score.Skipped, Explanation: "other topic: no gold among 30 hits"},
			{Name: "first", Outcome: score.Skipped, Explanation: "no gold"},
			{Name: "first", Outcome: score.Scored, Value: 9, Explanation: "copies: 8 hits before the first gold"},
		} {
			body, err := json.Marshal(&system.Case{Question: fmt.Sprint("sentence ", i)})
			r := &ledger.Result{Case: ledger.Case{ID: fmt.Sprint("a", i, " open"), Tags: map[string]string{"regime": "open"}, Body: body}}
			r.Outcome, r.Scores = ledger.Answered, []score.Score{s}
			if !yield(r, err) {
				return
			}
		}
	}
	reasons, hardest, err := hardestAnchors(results, 2)
	if err != nil || len(reasons) != 1 || reasons[0].Of != 4 || reasons[0].Hard["copies"] != 2 || reasons[0].Hard["other topic"] != 1 {
		t.Errorf("%+v, %v", reasons, err)
	}
	if len(hardest) != 2 || hardest[0].Anchor != "a2" || hardest[0].First != nil || hardest[1].Anchor != "a4" ||
		*hardest[1].First != 9 || hardest[1].Text != "sentence 4" {
		t.Errorf("%+v", hardest)
	}
}
