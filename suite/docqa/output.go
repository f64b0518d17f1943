package docqa

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"time"

	"github.com/assayhq/assay/figure"
	"github.com/assayhq/assay/internal/atomicfile"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/system"
)

// outputFile is the JSON file of a run: what earlier tools for this task wrote, with the same keys. It is made from the
// ledger whenever it is wanted, so it never says anything else than that, and holds whole records only.
type outputFile struct {
	Path     string
	Model    string
	Mode     string
	Searched bool // the evidence of each answer is in it
}

// metadata are the totals of the file. Times are in seconds; accuracies are over scored cases.
type metadata struct {
	Total          int            `json:"total_cases"`
	Successful     int            `json:"successful_cases"`
	Failed         int            `json:"failed_cases"`
	SuccessRate    *float64       `json:"success_rate"`
	AverageTime    *float64       `json:"average_execution_time"`
	Accuracy       *float64       `json:"numerical_accuracy"`
	LegacyAccuracy *float64       `json:"numerical_accuracy_docfinqa"`
	Perfect        int            `json:"perfect_answers"`
	PerfectRate    *float64       `json:"perfect_answer_rate"`
	Extracted      int            `json:"extraction_success_count"`
	ExtractionRate *float64       `json:"extraction_success_rate"`
	Tagged         int            `json:"final_tag_usage_count"`
	TagRate        *float64       `json:"final_tag_usage_rate"`
	CostUSD        *float64       `json:"cost_usd"`
	Model          string         `json:"model_used"`
	Mode           string         `json:"evaluation_mode"`
	Run            string         `json:"run"`
	Timestamp      time.Time      `json:"timestamp"`
	Scored         int            `json:"scored_cases"`
	Done           outputProgress `json:"progress"`

	seconds, usd                   float64
	timed, priced                  int
	right, legacy                  int
	ofLegacy, ofPerfect, ofFigures int
}

// outputProgress is how far the run is.
type outputProgress struct {
	Completed  int     `json:"completed_cases"`
	Total      int     `json:"total_cases"`
	Percentage float64 `json:"completion_percentage"`
	Complete   bool    `json:"is_complete"`
}

// outputRecord is one result of the file.
type outputRecord struct {
	ID             string                  `json:"id"`
	Question       string                  `json:"question"`
	Expected       string                  `json:"expected_answer"`
	Response       string                  `json:"model_response"`
	Seconds        *float64                `json:"execution_time"`
	Success        bool                    `json:"success"`
	Error          string                  `json:"error_message"`
	VectorStoreID  string                  `json:"vector_store_id"`
	ResponseID     string                  `json:"response_id"`
	FileID         string                  `json:"file_id"`
	Accuracy       *float64                `json:"numerical_accuracy"`
	Legacy         *float64                `json:"numerical_accuracy_docfinqa"`
	Reason         string                  `json:"numerical_reason"`
	Extracted      *json.Number            `json:"extracted_number"`
	ExpectedNumber *json.Number            `json:"expected_number"`
	Tagged         bool                    `json:"found_final_tag"`
	Rewritten      string                  `json:"rewritten_query"`
	Search         []outputEvidence        `json:"search_results"`
	Scores         map[string]*json.Number `json:"scores"`
}

// outputEvidence is a piece of evidence.
type outputEvidence struct {
	ID    string  `json:"id"`
	Where string  `json:"section,omitempty"`
	Score float64 `json:"score"`
	Text  string  `json:"text"`
}

// Write makes the file from a run, as far as that is. It appears whole or not at all. Cases is how many the run has.
func (o *outputFile) Write(info *ledger.Info, cases int, results iter.Seq2[*ledger.Result, error]) (err error) {
	dir := filepath.Dir(o.Path)
	if err = os.MkdirAll(dir, 0o777); err == nil {
		err = atomicfile.Write(o.Path, func(to io.Writer) error {
			records, err := os.CreateTemp(dir, "."+filepath.Base(o.Path)+".results.*")
			if err != nil {
				return err
			}
			err = o.write(to, records, info, cases, results)
			return errors.Join(err, records.Close(), os.Remove(records.Name()))
		})
	}
	if err != nil {
		return fmt.Errorf("write %q: %w", o.Path, err)
	}
	return nil
}

// write puts the totals, which are known last, before the records.
func (o *outputFile) write(to io.Writer, records io.ReadWriteSeeker, info *ledger.Info, cases int,
	results iter.Seq2[*ledger.Result, error]) error {
	m := &metadata{Model: o.Model, Mode: o.Mode, Run: info.Name, Timestamp: info.Started}
	b := bufio.NewWriterSize(records, 1<<16)
	separator := "\n    "
	for r, err := range results {
		if err != nil {
			return err
		}
		one, err := o.record(r)
		if err != nil {
			return err
		}
		m.add(one, r)
		text, err := plainJSON(one)
		if err != nil {
			return fmt.Errorf("case %q: %w", r.Case.ID, err)
		}
		b.WriteString(separator) //nolint:errcheck // Flush tells
		b.Write(text)            //nolint:errcheck
		separator = ",\n    "
	}
	if err := b.Flush(); err != nil {
		return err
	}
	m.end(info, cases)
	if _, err := records.Seek(0, io.SeekStart); err != nil {
		return err
	}
	head, err := json.MarshalIndent(m, "  ", "  ")
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(to, "{\n  \"metadata\": %s,\n  \"results\": [", head); err != nil {
		return err
	}
	if _, err := io.Copy(to, records); err != nil {
		return err
	}
	_, err = io.WriteString(to, "\n  ]\n}\n")
	return err
}

// record is a result for the file.
func (o *outputFile) record(r *ledger.Result) (*outputRecord, error) {
	var c system.Case
	a := system.Answer{}
	if err := json.Unmarshal(r.Body, &c); err != nil {
		return nil, fmt.Errorf("case %q as it is stored: %w", r.Case.ID, err)
	}
	if r.Answer != nil {
		if err := json.Unmarshal(r.Answer, &a); err != nil {
			return nil, fmt.Errorf("the answer to case %q as it is stored: %w", r.Case.ID, err)
		}
	}
	t := traceOf(&a)
	one := &outputRecord{ID: r.Case.ID, Question: c.Question, Response: a.Text, Success: r.Outcome == ledger.Answered,
		VectorStoreID: t.VectorStoreID, ResponseID: t.ResponseID, FileID: t.FileID, Rewritten: t.RewrittenQuery,
		Search: []outputEvidence{}, Scores: map[string]*json.Number{}}
	one.Expected = goldText(&c)
	if !one.Success {
		one.Error = r.Outcome
		if r.Reason != "" {
			one.Error += ": " + r.Reason
		}
	}
	if r.Took >= 0 {
		s := r.Took.Seconds()
		one.Seconds = &s
	}
	one.Tagged = keepsForm(a.Text)
	for i := range r.Scores {
		one.score(&r.Scores[i])
	}
	if o.Searched {
		for i := range a.Passages {
			p := &a.Passages[i]
			one.Search = append(one.Search, outputEvidence{p.ID, p.Title, p.Score, p.Text})
		}
	}
	return one, nil
}

// goldText is the gold in one line.
func goldText(c *system.Case) string {
	joint := " or "
	if c.GoldList {
		joint = ", "
	}
	text := ""
	for i, g := range c.Gold {
		if i > 0 {
			text += joint
		}
		text += g
	}
	if c.Unit != "" {
		text += " " + c.Unit
	}
	return text
}

func (one *outputRecord) score(s *score.Score) {
	if s.Outcome != score.Scored {
		one.Scores[s.Name] = nil
		if s.Name == "figure" {
			one.Reason = string(s.Outcome)
		}
		return
	}
	text, err := json.Marshal(s.Value)
	if err != nil {
		return
	}
	n := json.Number(text)
	one.Scores[s.Name] = &n
	switch s.Name {
	case "figure":
		v := s.Value
		one.Accuracy, one.Reason = &v, s.Explanation
		one.Extracted, one.ExpectedNumber = numberOf(s.Extracted), numberOf(s.Expected)
	case "docqa":
		v := s.Value
		one.Legacy = &v
	}
}

// numberOf is the value of a figure, exactly.
func numberOf(text string) *json.Number {
	a, ok := figure.Answer(text)
	if !ok || !a.IsAmount() {
		return nil
	}
	n := json.Number(a.Value.String())
	return &n
}

// add counts a record.
func (m *metadata) add(one *outputRecord, r *ledger.Result) {
	m.Done.Completed++
	if one.Success {
		m.Successful++
	} else {
		m.Failed++
	}
	if one.Seconds != nil {
		m.seconds += *one.Seconds
		m.timed++
	}
	if r.Cost != nil {
		m.usd += float64(*r.Cost) / 1e12
		m.priced++
	}
	if one.Tagged {
		m.Tagged++
	}
	for i := range r.Scores {
		s := &r.Scores[i]
		if s.Outcome != score.Scored {
			continue
		}
		m.count(s.Name, s.Value)
	}
}

func (m *metadata) count(name string, value float64) {
	is := 0
	if value == 1 {
		is = 1
	}
	switch name {
	case "figure":
		m.Scored, m.right = m.Scored+1, m.right+is
	case "docqa":
		m.ofLegacy, m.legacy = m.ofLegacy+1, m.legacy+is
	case "perfect":
		m.ofPerfect, m.Perfect = m.ofPerfect+1, m.Perfect+is
	case "extracted":
		m.ofFigures, m.Extracted = m.ofFigures+1, m.Extracted+is
	}
}

// end makes rates of counts. What nothing was counted of has none.
func (m *metadata) end(info *ledger.Info, cases int) {
	m.Total = cases
	m.SuccessRate = rate(m.Successful, m.Done.Completed)
	m.Accuracy, m.LegacyAccuracy = rate(m.right, m.Scored), rate(m.legacy, m.ofLegacy)
	m.PerfectRate, m.ExtractionRate = rate(m.Perfect, m.ofPerfect), rate(m.Extracted, m.ofFigures)
	m.TagRate = rate(m.Tagged, m.Successful)
	if m.timed > 0 {
		v := m.seconds / float64(m.timed)
		m.AverageTime = &v
	}
	if m.priced > 0 {
		m.CostUSD = &m.usd
	}
	m.Done.Total = cases
	m.Done.Complete = info.Status == ledger.Complete
	if cases > 0 {
		m.Done.Percentage = 100 * float64(m.Done.Completed) / float64(cases)
	}
}

func rate(n, of int) *float64 {
	if of == 0 {
		return nil
	}
	v := float64(n) / float64(of)
	return &v
}

// plainJSON is JSON without escapes for pages.
func plainJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
