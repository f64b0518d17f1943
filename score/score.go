// Package score turns an answer and its gold into scores, deterministically: the same bytes give the
// same score on every machine, and no model is asked. Scorers that need one have their rows here, too, and no
// value until package semantic gives them a model.
//
// The scorers are the rows of Scorers, each with its range and its caveats. Those that have a published
// original equal it: Google's rouge_score, sacreBLEU, the SQuAD script, Python's difflib.
//
// An answer of nothing but blanks is abstained to every scorer but no-answer and those of TAT-QA, whatever the
// originals make of it. Scorers that read something in an answer (a figure, yes or no, a list) call an answer abstained
// that says that it has none; those that compare texts compare what is there.
//
// It refuses to make up numbers. What is no answer, cannot be read or was not compared has an outcome
// and a reason, and no value.
package score

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
)

// Outcome is whether a case got a score, and if not, what happened instead.
type Outcome string

// The outcomes.
const (
	Scored     Outcome = "scored"
	Abstained  Outcome = "abstained"
	Unparsable Outcome = "unparsable"
	Refused    Outcome = "refused"
	Truncated  Outcome = "truncated"
	Error      Outcome = "error"
	Skipped    Outcome = "skipped"
	NoModel    Outcome = "no model"
	TooLong    Outcome = "too_long"
)

// Outcomes is every outcome with its meaning, in the order in which tables print them.
var Outcomes = []struct {
	Outcome Outcome
	Doc     string
}{
	{Scored, "There is a value."},
	{Abstained, "There is no answer to score: it is empty, or says that it has none."},
	{Unparsable, "There is an answer, but not what the scorer reads in it: a figure, a yes or no."},
	{Refused, "The system refused to answer."},
	{Truncated, "The answer was cut off, so that scoring it would score the cut."},
	{Error, "The system or the scorer failed; the explanation says how."},
	{Skipped, "The scorer does not apply to this case: there is no gold of its kind, or a text is over its limit."},
	{NoModel, "The scorer needs a model, and none is named for it."},
	{TooLong, "What was to be read does not fit the model's window. It was not cut."},
}

// Known reports whether an outcome is one of the table.
func (o Outcome) Known() bool {
	for i := range Outcomes {
		if Outcomes[i].Outcome == o {
			return true
		}
	}
	return false
}

// Applies reports whether the scorer had anything to say of the case, a value or why there is none.
func (o Outcome) Applies() bool { return o != Skipped && o != NoModel }

// Score is the result of one scorer for one answer. Value counts only where Outcome is Scored; Of and Not
// make scores that keep to that, and no other score can be written as JSON or read from it.
type Score struct {
	Name        string   // of the scorer
	Outcome     Outcome  //
	Value       float64  // finite; in the range of the scorer's row
	Expected    string   // the gold that counted, as it was read
	Extracted   string   // what was read in the answer
	Explanation string   // in a few words: why this value, or why none
	Evidence    []string // what the explanation rests on, one finding each
}

// Of is a score with a value. A value that is not a finite number is an error, never a score.
func Of(name string, value float64) Score {
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return Not(name, Error, "the scorer's value is not a finite number")
	}
	return Score{Name: name, Outcome: Scored, Value: value}
}

// Not is the record of a case without a value.
func Not(name string, outcome Outcome, why string) Score {
	if outcome == Scored || !outcome.Known() {
		return Score{Name: name, Outcome: Error, Explanation: fmt.Sprintf("outcome %q without a value: %s", outcome, why)}
	}
	return Score{Name: name, Outcome: outcome, Explanation: why}
}

// record is a Score as JSON.
type record struct {
	Name        string   `json:"name"`
	Outcome     Outcome  `json:"outcome"`
	Value       *float64 `json:"value,omitempty"`
	Expected    string   `json:"expected"`
	Extracted   string   `json:"extracted"`
	Explanation string   `json:"explanation"`
	Evidence    []string `json:"evidence"`
}

// Check refuses a score whose value and outcome contradict each other.
func (s *Score) Check() error {
	switch {
	case !s.Outcome.Known():
		return fmt.Errorf("score %q: unknown outcome %q", s.Name, s.Outcome)
	case s.Outcome == Scored && (math.IsNaN(s.Value) || math.IsInf(s.Value, 0)):
		return fmt.Errorf("score %q: the value is not a finite number", s.Name)
	case s.Outcome != Scored && s.Value != 0:
		return fmt.Errorf("score %q: a value beside outcome %q", s.Name, s.Outcome)
	}
	return nil
}

// MarshalJSON writes the record; value is there only if the outcome is scored.
func (s Score) MarshalJSON() ([]byte, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	r := record{s.Name, s.Outcome, nil, s.Expected, s.Extracted, s.Explanation, s.Evidence}
	if r.Evidence == nil {
		r.Evidence = []string{}
	}
	if s.Outcome == Scored {
		r.Value = &s.Value
	}
	var b bytes.Buffer
	w := json.NewEncoder(&b)
	w.SetEscapeHTML(false)
	if err := w.Encode(&r); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// UnmarshalJSON reads a record and refuses one that Check would, one that is scored without a value,
// and one without an outcome.
func (s *Score) UnmarshalJSON(data []byte) error {
	var r record
	if err := json.Unmarshal(data, &r); err != nil {
		return fmt.Errorf("read a score: %w", err)
	}
	read := Score{Name: r.Name, Outcome: r.Outcome, Expected: r.Expected, Extracted: r.Extracted,
		Explanation: r.Explanation}
	if len(r.Evidence) > 0 {
		read.Evidence = r.Evidence
	}
	switch {
	case r.Name == "":
		return errors.New("read a score: no name")
	case r.Outcome == Scored && r.Value == nil:
		return fmt.Errorf("read score %q: scored without a value", r.Name)
	case r.Outcome != Scored && r.Value != nil:
		return fmt.Errorf("read score %q: a value beside outcome %q", r.Name, r.Outcome)
	case r.Value != nil:
		read.Value = *r.Value
	}
	if err := read.Check(); err != nil {
		return fmt.Errorf("read a score: %w", err)
	}
	*s = read
	return nil
}
