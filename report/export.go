package report

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/parquet-go/parquet-go"

	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/score"
)

// Export is a form in which every attempt of a run is given to other tools.
type Export struct {
	Name  string
	Doc   string
	Ext   string
	Write func(io.Writer, *ledger.Info, Results) error
}

// Exports is every form of export, in the order in which help prints them.
var Exports = []Export{
	{"jsonl", "One JSON object per line: the case, the answer, all scores, the calls.", ".jsonl", exportJSONL},
	{"csv", "A row for each attempt, with columns for each measure.", ".csv", exportCSV},
	{"parquet", "A row for each attempt, with a list of scores.", ".parquet", exportParquet},
	{"mlflow", "The table that mlflow.evaluate keeps as eval_results_table.json.", ".json", exportMLflow},
	{"trec", "The rankings of the answers, for trec_eval and its kin; the evidence of the cases is in qrels beside it.",
		".run", exportTREC},
	{"qrels", "The evidence of the cases alone, for trec_eval.", ".qrels", exportQrels},
}

// FindExport is the form of export of a name.
func FindExport(name string) (*Export, error) {
	var names []string
	for i := range Exports {
		if Exports[i].Name == name {
			return &Exports[i], nil
		}
		names = append(names, Exports[i].Name)
	}
	return nil, fmt.Errorf("no export has format %q; the formats are %s", name, strings.Join(names, ", "))
}

// everything is what exports read of a result.
var everything = ledger.With{Bodies: true, Answers: true, Details: true, Uses: true}

// Attempt is a result as JSON shows it. What differs between a run and its replay is left out.
type Attempt struct {
	Run     string            `json:"run"`
	Ordinal int               `json:"ordinal"`
	Case    string            `json:"case"`
	Cluster string            `json:"cluster,omitempty"`
	Tags    map[string]string `json:"tags,omitempty"`
	Repeat  int               `json:"repeat"`
	Outcome string            `json:"outcome"`
	Reason  string            `json:"reason,omitempty"`
	Asked   json.RawMessage   `json:"asked"`  // the case as the run has it
	Answer  json.RawMessage   `json:"answer"` // null if there is none
	Scores  []score.Score     `json:"scores"`
	Seconds *float64          `json:"seconds"`
	USD     *json.Number      `json:"usd"`
	Calls   []callJSON        `json:"calls"`
}

// callJSON is a call that an attempt rests on.
type callJSON struct {
	Call      string       `json:"call"` // key in the ledger
	Provider  string       `json:"provider"`
	Asked     string       `json:"asked"`
	Served    string       `json:"served,omitempty"`
	Outcome   string       `json:"outcome"`
	Seconds   *float64     `json:"seconds"`
	Input     *int64       `json:"input_tokens"`
	Cached    *int64       `json:"cached_tokens"`
	Written   *int64       `json:"cache_write_tokens"`
	Output    *int64       `json:"output_tokens"`
	Reasoning *int64       `json:"reasoning_tokens"`
	USD       *json.Number `json:"usd"`
}

// AttemptOf is a result as JSON shows it, under the name of the run that is shown.
func AttemptOf(run string, r *ledger.Result) Attempt {
	a := Attempt{Run: run, Ordinal: r.Case.Ordinal, Case: r.ID, Cluster: r.Cluster, Tags: r.Tags, Repeat: r.Repeat,
		Outcome: r.Outcome, Reason: r.Reason,
		Asked: r.Body, Answer: r.Answer, Scores: append([]score.Score{}, r.Scores...), Seconds: secondsOf(r.Took),
		USD: usdNumber(r.Cost), Calls: []callJSON{}}
	for i := range r.Uses {
		u := &r.Uses[i]
		a.Calls = append(a.Calls, callJSON{fmt.Sprintf("%x", u.Call), u.Provider, u.Asked, u.Served, u.Outcome,
			secondsOf(u.Took),
			u.Input, u.Cached, u.Written, u.Output, u.Reasoning, usdNumber(u.Cost)})
	}
	return a
}

func secondsOf(d time.Duration) *float64 {
	if d < 0 {
		return nil
	}
	s := d.Seconds()
	return &s
}

func usdNumber(pico *int64) *json.Number {
	if pico == nil {
		return nil
	}
	n := json.Number(usd(*pico))
	return &n
}

func exportJSONL(w io.Writer, info *ledger.Info, results Results) error {
	out := bufio.NewWriter(w)
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	for r, err := range results(everything) {
		if err != nil {
			return err
		}
		if err := e.Encode(AttemptOf(info.Name, r)); err != nil {
			return fmt.Errorf("case %q: %w", r.ID, err)
		}
	}
	return out.Flush()
}

// measureNames are the measures of a run in the order of their first use.
func measureNames(results Results) ([]string, map[string]int, error) {
	var names []string
	at := map[string]int{}
	for r, err := range results(ledger.With{}) {
		if err != nil {
			return nil, nil, err
		}
		for i := range r.Scores {
			if _, known := at[r.Scores[i].Name]; !known {
				at[r.Scores[i].Name] = len(names)
				names = append(names, r.Scores[i].Name)
			}
		}
	}
	return names, at, nil
}

func exportCSV(w io.Writer, info *ledger.Info, results Results) error {
	names, at, err := measureNames(results)
	if err != nil {
		return err
	}
	heading := []string{"run", "ordinal", "case", "cluster", "tags", "repeat", "outcome", "reason", "question", "gold",
		"answer", "seconds", "usd"}
	first := len(heading)
	for _, name := range names {
		heading = append(heading, cell(name), cell(name+" outcome"))
	}
	out := csv.NewWriter(w)
	if err := out.Write(heading); err != nil {
		return err
	}
	for r, err := range results(ledger.With{Bodies: true, Answers: true}) {
		if err != nil {
			return err
		}
		tags, err := tagsJSON(r.Tags)
		if err != nil {
			return err
		}
		asked, answered := caseText(r.Body), answerText(r.Answer)
		row := make([]string, len(heading))
		copy(row, []string{info.Name, strconv.Itoa(r.Case.Ordinal), cell(r.ID), cell(r.Cluster), tags, strconv.Itoa(r.Repeat),
			r.Outcome, cell(r.Reason),
			cell(asked.Question), cell(strings.Join(asked.Gold, "\n")), cell(answered.Text), seconds(r.Took), usdText(r.Cost)})
		for i := range r.Scores {
			s := &r.Scores[i]
			if k, known := at[s.Name]; known { // a run that is being written may have got others since
				row[first+2*k], row[first+2*k+1] = valueText(s), string(s.Outcome)
			}
		}
		if err := out.Write(row); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// exportRow is a row of the Parquet export.
type exportRow struct {
	Run      string            `parquet:"run,dict"`
	Ordinal  int64             `parquet:"ordinal"`
	Case     string            `parquet:"case"`
	Cluster  string            `parquet:"cluster,dict"`
	Tags     map[string]string `parquet:"tags"`
	Repeat   int32             `parquet:"repeat"`
	Outcome  string            `parquet:"outcome,dict"`
	Reason   string            `parquet:"reason,dict"`
	Question string            `parquet:"question"`
	Gold     []string          `parquet:"gold,list"`
	Answer   *string           `parquet:"answer,optional"`
	Seconds  *float64          `parquet:"seconds,optional"`
	USD      *float64          `parquet:"usd,optional"`
	Scores   []exportScore     `parquet:"scores,list"`
}

type exportScore struct {
	Name        string   `parquet:"name,dict"`
	Outcome     string   `parquet:"outcome,dict"`
	Value       *float64 `parquet:"value,optional"`
	Expected    string   `parquet:"expected"`
	Extracted   string   `parquet:"extracted"`
	Explanation string   `parquet:"explanation"`
	Evidence    []string `parquet:"evidence,list"`
}

// groupRows is how many rows of an export are in memory before they are written.
const groupRows = 10_000

func exportParquet(w io.Writer, info *ledger.Info, results Results) error {
	options, err := parquetMetadata("export", info)
	if err != nil {
		return err
	}
	out := parquet.NewGenericWriter[exportRow](w, options...)
	rows := 0
	for r, err := range results(ledger.With{Bodies: true, Answers: true, Details: true}) {
		if err != nil {
			return err
		}
		if _, err := out.Write([]exportRow{parquetRow(info.Name, r)}); err != nil {
			return fmt.Errorf("case %q: %w", r.ID, err)
		}
		rows++
		if rows%groupRows == 0 {
			if err := out.Flush(); err != nil {
				return err
			}
		}
	}
	return out.Close()
}

func parquetRow(run string, r *ledger.Result) exportRow {
	asked := caseText(r.Body)
	row := exportRow{Run: run, Ordinal: int64(r.Case.Ordinal), Case: valid(r.ID), Cluster: valid(r.Cluster),
		Tags: validTags(r.Tags), Repeat: int32(r.Repeat),
		Outcome: valid(r.Outcome), Reason: valid(r.Reason), Question: asked.Question, Gold: asked.Gold, Seconds: secondsOf(r.Took)}
	if r.Answer != nil {
		text := answerText(r.Answer).Text
		row.Answer = &text
	}
	if r.Cost != nil {
		dollars := float64(*r.Cost) / 1e12
		row.USD = &dollars
	}
	for i := range r.Scores {
		s := &r.Scores[i]
		one := exportScore{valid(s.Name), string(s.Outcome), nil, valid(s.Expected), valid(s.Extracted),
			valid(s.Explanation), s.Evidence}
		if s.Outcome == score.Scored {
			one.Value = &s.Value
		}
		row.Scores = append(row.Scores, one)
	}
	return row
}
