package system

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/assayhq/assay/score"
)

// Stored gives the answers that the data holds, or a file does, and asks nobody.
type Stored struct {
	Answers map[string]StoredAnswer // by the case's id; nil takes those of the cases
}

// StoredAnswer is what a system said, as somebody wrote it down.
type StoredAnswer struct {
	Text string
	List []string // where it came as a list; Text is then its items with commas
}

// Answer looks the answer up.
func (s *Stored) Answer(_ context.Context, c *Case, _ int) (*Answer, error) {
	found, ok := s.Answers[c.ID]
	if s.Answers == nil && c.Answer != nil {
		found, ok = StoredAnswer{*c.Answer, c.Answers}, true
	}
	if !ok {
		return &Answer{Outcome: string(score.Skipped), Reason: "no answer is stored for it", Took: -1}, nil
	}
	return &Answer{Text: found.Text, List: found.List, Passages: c.Passages, Outcome: Answered, Took: -1}, nil
}

// maxAnswerLine is the longest line of a file of answers.
const maxAnswerLine = 16 << 20

// ReadAnswers reads lines of {"id": "…", "answer": "…" or ["…", …]}. All that is wrong is told at once, with
// the line.
func ReadAnswers(r io.Reader) (map[string]StoredAnswer, error) {
	all := map[string]StoredAnswer{}
	var problems []error
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 64<<10), maxAnswerLine)
	n := 0
	for lines.Scan() {
		n++
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		id, answer, err := readAnswer(lines.Bytes())
		if _, twice := all[id]; err == nil && twice {
			err = fmt.Errorf("id %q stands there twice", id)
		}
		if err == nil {
			all[id] = answer
		} else if len(problems) < maxProblems {
			problems = append(problems, fmt.Errorf("line %d: %w", n, err))
		}
	}
	if err := lines.Err(); err != nil {
		problems = append(problems, fmt.Errorf("line %d: %w", n+1, err))
	}
	if len(problems) == 0 && len(all) == 0 {
		problems = append(problems, errors.New("there is no answer in it"))
	}
	return all, errors.Join(problems...)
}

// maxProblems is how many lines are complained about.
const maxProblems = 20

func readAnswer(line []byte) (id string, a StoredAnswer, err error) {
	var record struct {
		ID     *string         `json:"id"`
		Answer json.RawMessage `json:"answer"`
	}
	if err := json.Unmarshal(line, &record); err != nil {
		return "", a, err
	}
	switch {
	case record.ID == nil:
		return "", a, errors.New(`no "id"`)
	case len(record.Answer) == 0 || string(record.Answer) == "null":
		return *record.ID, a, fmt.Errorf(`%q: no "answer"; an empty one is ""`, *record.ID)
	}
	in := score.Input{}
	if err := json.Unmarshal([]byte(`{"answer":`+string(record.Answer)+`}`), &in); err != nil {
		return *record.ID, a, fmt.Errorf("%q: %w", *record.ID, err)
	}
	return *record.ID, StoredAnswer{in.Answer, in.List}, nil
}
