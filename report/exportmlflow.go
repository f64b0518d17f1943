package report

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"

	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/score"
)

// exportMLflow writes the table in the shape of pandas' "split", which is how MLflow keeps and loads tables:
// inputs, targets, outputs, and for each measure NAME/score and NAME/justification. What has no score is
// null there, and the justification says why.
func exportMLflow(w io.Writer, info *ledger.Info, results Results) error {
	names, at, err := measureNames(results)
	if err != nil {
		return err
	}
	columns := []string{"inputs", "targets", "outputs"}
	for _, name := range names {
		columns = append(columns, name+"/score", name+"/justification")
	}
	columns = append(columns, "latency", "run", "case", "cluster", "repeat", "outcome", "reason")
	heading, err := jsonText(columns)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "{\"columns\":%s,\"data\":[", heading)
	first := true
	for r, err := range results(ledger.With{Bodies: true, Answers: true, Details: true}) {
		if err != nil {
			return err
		}
		row, err := jsonText(mlflowRow(info.Name, r, len(names), at))
		if err != nil {
			return fmt.Errorf("case %q: %w", r.ID, err)
		}
		if !first {
			out.WriteByte(',')
		}
		first = false
		fmt.Fprintf(out, "\n%s", row)
	}
	out.WriteString("\n]}\n")
	return out.Flush()
}

func mlflowRow(run string, r *ledger.Result, measures int, at map[string]int) []any {
	asked := caseText(r.Body)
	scores := make([]any, 2*measures)
	for i := range r.Scores {
		s := &r.Scores[i]
		k, known := at[s.Name]
		if !known {
			continue // a run that is being written may have got others since
		}
		if s.Outcome == score.Scored {
			scores[2*k] = s.Value
		}
		scores[2*k+1] = justification(s)
	}
	row := append([]any{asked.Question, targets(asked.Gold), nil}, scores...)
	if r.Answer != nil {
		row[2] = answerText(r.Answer).Text
	}
	return append(row, secondsOf(r.Took), run, r.ID, r.Cluster, r.Repeat, r.Outcome, r.Reason)
}

func justification(s *score.Score) string {
	if s.Outcome == score.Scored {
		return s.Explanation
	}
	if s.Explanation == "" {
		return string(s.Outcome)
	}
	return string(s.Outcome) + ": " + s.Explanation
}

// targets is the gold: one text, or a list where there are several.
func targets(gold []string) any {
	switch len(gold) {
	case 0:
		return nil
	case 1:
		return gold[0]
	}
	return gold
}

// jsonText is JSON on one line, with the signs of HTML as they are.
func jsonText(v any) ([]byte, error) {
	var b jsonLine
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return b, err
}

// jsonLine drops the line break that an encoder ends with.
type jsonLine []byte

func (l *jsonLine) Write(p []byte) (int, error) {
	n := len(p)
	if n > 0 && p[n-1] == '\n' {
		p = p[:n-1]
	}
	*l = append(*l, p...)
	return n, nil
}
