package report

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/score"
)

// parquetFormat is the version of the columns.
const parquetFormat = 1

// scoreRow is a row of the Parquet form: one measure of one repeat of a case.
type scoreRow struct {
	Ordinal     int64             `parquet:"ordinal,delta"`
	Case        string            `parquet:"case,dict"`
	Hash        string            `parquet:"case_sha256,dict"`
	Cluster     string            `parquet:"cluster,dict"`
	Tags        map[string]string `parquet:"tags"`
	Repeat      int32             `parquet:"repeat"`
	Attempt     string            `parquet:"attempt,dict"` // outcome of the attempt
	Reason      string            `parquet:"reason,dict"`
	Seconds     *float64          `parquet:"seconds,optional"`
	USD         *float64          `parquet:"usd,optional"` // of the attempt, not of the measure
	Measure     *string           `parquet:"measure,optional,dict"`
	Outcome     *string           `parquet:"outcome,optional,dict"`
	Value       *float64          `parquet:"value,optional"`
	Expected    string            `parquet:"expected,dict"`
	Extracted   string            `parquet:"extracted,dict"`
	Explanation string            `parquet:"explanation,dict"`
	Evidence    []string          `parquet:"evidence,list"`
}

// writeParquet writes a row for each case, repeat and measure; an attempt without scores has one row without a
// measure. The header that is needed to repeat the run is in the file's metadata. Rows go from the
// ledger into the file a group at a time.
func writeParquet(w io.Writer, r *analysis.Run, o Options) error {
	if o.Results == nil {
		return errNoResults
	}
	options, err := parquetMetadata("report", r.Info)
	if err != nil {
		return err
	}
	out := parquet.NewGenericWriter[scoreRow](w, options...)
	wanted, buffer, held := wantedOf(r), []scoreRow(nil), 0
	for result, err := range o.Results(ledger.With{Details: true}) {
		if err != nil {
			return err
		}
		buffer = appendScoreRows(buffer[:0], result, wanted)
		if _, err := out.Write(buffer); err != nil {
			return fmt.Errorf("write case %q: %w", result.ID, err)
		}
		held += len(buffer)
		if held >= parquetGroup {
			held = 0
			if err := out.Flush(); err != nil {
				return err
			}
		}
	}
	return out.Close()
}

// parquetGroup is how many rows are in memory before they are written: enough for small files, and little
// memory.
const parquetGroup = 20_000

// parquetMetadata says what the file is and what is needed to repeat its run.
func parquetMetadata(kind string, info *ledger.Info) ([]parquet.WriterOption, error) {
	header, err := json.Marshal(info.Header)
	if err != nil {
		return nil, err
	}
	options := []parquet.WriterOption{parquet.Compression(&parquet.Zstd), parquet.CreatedBy("assay", "", "")}
	for _, fact := range []fact{
		{"assay.kind", kind}, {"assay.format", strconv.Itoa(parquetFormat)}, {"assay.tool",
			info.Header.Tool.Version}, {"assay.run", info.Name},
		{"assay.suite", info.Header.Suite}, {"assay.status", string(info.Status)}, {"assay.header", string(header)},
	} {
		options = append(options, parquet.KeyValueMetadata(fact.Name, valid(fact.Value)))
	}
	return options, nil
}

func appendScoreRows(rows []scoreRow, r *ledger.Result, wanted map[string]bool) []scoreRow {
	one := scoreRow{Ordinal: int64(r.Case.Ordinal), Case: valid(r.ID), Hash: hex.EncodeToString(r.Hash[:]),
		Cluster: valid(r.Cluster), Tags: validTags(r.Tags),
		Repeat: int32(r.Repeat), Attempt: valid(r.Outcome), Reason: valid(r.Reason), Seconds: secondsOf(r.Took)}
	if r.Cost != nil {
		dollars := float64(*r.Cost) / 1e12
		one.USD = &dollars
	}
	for i := range r.Scores {
		s := &r.Scores[i]
		if !wanted[s.Name] {
			continue
		}
		row, name, outcome := one, valid(s.Name), string(s.Outcome)
		row.Measure, row.Outcome = &name, &outcome
		if s.Outcome == score.Scored {
			row.Value = &s.Value
		}
		row.Expected, row.Extracted, row.Explanation = valid(s.Expected), valid(s.Extracted), valid(s.Explanation)
		for _, e := range s.Evidence {
			row.Evidence = append(row.Evidence, valid(e))
		}
		rows = append(rows, row)
	}
	if len(rows) == 0 && len(r.Scores) == 0 {
		rows = append(rows, one)
	}
	return rows
}

// valid is text that every reader of Parquet takes: one invalid byte makes a whole column unreadable.
func valid(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

func validTags(tags map[string]string) map[string]string {
	if len(tags) == 0 {
		return nil
	}
	clean := make(map[string]string, len(tags))
	for tag, value := range tags {
		clean[valid(tag)] = valid(value)
	}
	return clean
}
