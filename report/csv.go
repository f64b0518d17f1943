package report

import (
	"encoding/csv"
	"errors"
	"io"
	"strconv"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/score"
)

// errNoResults says that a form with a row for each case was asked for without the cases.
var errNoResults = errors.New("write a report with a row for each case: the results of the run were not given")

// csvColumns are the columns of the CSV form.
var csvColumns = []string{"run", "ordinal", "case", "cluster", "tags", "repeat", "attempt", "reason", "measure",
	"outcome", "value",
	"expected", "extracted", "explanation", "seconds", "usd"}

// writeCSV writes a row for each case, repeat and measure; an attempt without scores has one row without a
// measure. Texts that a spreadsheet would take for formulas begin with an apostrophe.
func writeCSV(w io.Writer, r *analysis.Run, o Options) error {
	if o.Results == nil {
		return errNoResults
	}
	out := csv.NewWriter(w)
	if err := out.Write(csvColumns); err != nil {
		return err
	}
	wanted := wantedOf(r)
	for result, err := range o.Results(ledger.With{Details: true}) {
		if err != nil {
			return err
		}
		if err := csvRows(out, r.Info.Name, result, wanted); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// wantedOf are the measures of a report; a report may be of some measures of its run only.
func wantedOf(r *analysis.Run) map[string]bool {
	wanted := map[string]bool{}
	for i := range r.Measures {
		wanted[r.Measures[i].Name] = true
	}
	return wanted
}

func csvRows(out *csv.Writer, run string, r *ledger.Result, wanted map[string]bool) error {
	tags, err := tagsJSON(r.Tags)
	if err != nil {
		return err
	}
	row := []string{run, strconv.Itoa(r.Case.Ordinal), cell(r.ID), cell(r.Cluster), tags, strconv.Itoa(r.Repeat),
		r.Outcome, cell(r.Reason),
		"", "", "", "", "", "", seconds(r.Took), usdText(r.Cost)}
	written := false
	for i := range r.Scores {
		s := &r.Scores[i]
		if !wanted[s.Name] {
			continue
		}
		row[8], row[9], row[10] = cell(s.Name), string(s.Outcome), valueText(s)
		row[11], row[12], row[13] = cell(s.Expected), cell(s.Extracted), cell(s.Explanation)
		if err := out.Write(row); err != nil {
			return err
		}
		written = true
	}
	if written || len(r.Scores) > 0 {
		return nil
	}
	return out.Write(row)
}

func tagsJSON(tags map[string]string) (string, error) {
	if len(tags) == 0 {
		return "", nil
	}
	text, err := jsonText(tags)
	return string(text), err
}

func valueText(s *score.Score) string {
	if s.Outcome != score.Scored {
		return ""
	}
	return strconv.FormatFloat(s.Value, 'g', -1, 64)
}

// usdText is empty if the cost is unknown.
func usdText(pico *int64) string {
	if pico == nil {
		return ""
	}
	return usd(*pico)
}
