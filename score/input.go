package score

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Input is one case for a scorer.
type Input struct {
	ID        string   // of the record
	Question  string   //
	Gold      []string // a list for scorers of lists; for the others alternatives, of which the best counts
	GoldList  bool     // the gold came as a list, so that its items are not to be split
	Answer    string   //
	List      []string // the answer where it came as a list; Answer is then its items with commas
	Sources   []string // the texts that the answer was given
	Unit      string   // of a gold that is a bare number
	Tolerance float64  // by which a figure may be off, as a share of the gold; 0 leaves it to the digits

	AnswerUnit string // given beside the answer, where the two were asked for separately
}

// HasGold reports whether there is a gold that is not blank.
func (in *Input) HasGold() bool {
	for _, g := range in.Gold {
		if !blank(g) {
			return true
		}
	}
	return false
}

func (in *Input) firstGold() string {
	for _, g := range in.Gold {
		if !blank(g) {
			return g
		}
	}
	return ""
}

// spoken are the golds that say something.
func (in *Input) spoken() []string {
	var all []string
	for _, g := range in.Gold {
		if !blank(g) {
			all = append(all, g)
		}
	}
	return all
}

func (in *Input) isEmpty() bool { return blank(in.Answer) }

// blank reports whether a text has no content.
func blank(s string) bool { return strings.TrimSpace(s) == "" }

// best is the score of the gold that the answer does best by, the first of equals. A score with a value
// comes before any without.
func (in *Input) best(of func(gold string) Score) Score {
	var best Score
	for _, gold := range in.Gold {
		if blank(gold) {
			continue
		}
		s := of(gold)
		if best.Outcome == "" || s.Outcome == Scored && (best.Outcome != Scored || s.Value > best.Value) {
			best = s
		}
	}
	return best
}

// indicator is 1 for what holds and 0 for what does not.
func indicator(holds bool) float64 {
	if holds {
		return 1
	}
	return 0
}

// line is an Input as a line of JSON has it. Keys that are not named here belong to the writer of the
// line and are passed over.
type line struct {
	ID        json.RawMessage `json:"id"`
	Question  string          `json:"question"`
	Gold      json.RawMessage `json:"gold"`
	Answer    json.RawMessage `json:"answer"`
	Sources   json.RawMessage `json:"sources"`
	Unit      string          `json:"unit"`
	Tolerance *float64        `json:"tolerance"`

	AnswerUnit string `json:"answer_unit"`
}

// UnmarshalJSON reads {"gold": "x" | ["x", …] | number | bool, "answer": "x" | ["x", …], "question": "…",
// "sources": "…" | ["…", …], "id": any, "unit": "…", "answer_unit": "…", "tolerance": number}. Numbers keep
// the digits that they were written with. Other keys are passed over; an answer that is missing is an error, because
// an empty one is an outcome.
func (in *Input) UnmarshalJSON(data []byte) error {
	var l line
	if err := json.Unmarshal(data, &l); err != nil {
		return err
	}
	if l.Answer == nil {
		return errors.New(`no "answer"`)
	}
	read := Input{ID: string(l.ID), Question: l.Question, Unit: l.Unit, AnswerUnit: l.AnswerUnit}
	var err error
	if read.Gold, read.GoldList, err = texts("gold", l.Gold); err != nil {
		return err
	}
	answers, list, err := texts("answer", l.Answer)
	if err != nil {
		return err
	}
	read.Answer = strings.Join(answers, ", ")
	if list {
		read.List = answers
	}
	if read.Sources, _, err = texts("sources", l.Sources); err != nil {
		return err
	}
	if l.Tolerance != nil {
		if read.Tolerance = *l.Tolerance; read.Tolerance < 0 || read.Tolerance >= 1 {
			return fmt.Errorf(`"tolerance" is %v: it is a share of the gold, from 0 to less than 1`, read.Tolerance)
		}
	}
	*in = read
	return nil
}

// texts reads one text or a list of texts.
func texts(key string, raw json.RawMessage) (all []string, list bool, err error) {
	if len(raw) == 0 || bytes.Equal(raw, []byte("null")) {
		return nil, false, nil
	}
	if raw[0] != '[' {
		s, err := oneText(key, raw)
		return []string{s}, false, err
	}
	var items []json.RawMessage
	if err := json.Unmarshal(raw, &items); err != nil {
		return nil, false, fmt.Errorf("%q: %w", key, err)
	}
	all = make([]string, len(items))
	for i, item := range items {
		if all[i], err = oneText(key, item); err != nil {
			return nil, false, err
		}
	}
	return all, true, nil
}

// oneText reads a string, or a number or truth value as it was written.
func oneText(key string, raw json.RawMessage) (string, error) {
	switch raw[0] {
	case '"':
		var s string
		err := json.Unmarshal(raw, &s)
		return s, err
	case '{', '[':
		return "", fmt.Errorf("%q holds an object or a list of lists; it takes a text, a number, true or false, or a list of them", key)
	case 'n':
		return "", fmt.Errorf("%q holds a null in a list", key)
	}
	return string(raw), nil
}
