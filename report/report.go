// Package report turns what a run says into forms that people and programs read: a terminal, Markdown, HTML,
// JSON, tables, JUnit.
//
// Each form is a row of Formats. All say the same: no number is shown without how many attempts gave one, its
// interval, and why the others gave none; and the header says what is needed to repeat the run. A
// replay gives the same bytes as the run that it replays.
//
// It computes no statistics, reads nothing but the ledger, and trusts no text: what documents, models and
// people wrote is shown as text, whatever it tries to be.
package report

import (
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"strings"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/report/finding"
)

// Options are what a form needs in addition to the run, and the choices that it leaves.
type Options struct {
	Results  Results            // what the forms with a row for each case read
	Findings []finding.Finding  // of the suite; see Findings
	Level    float64            // of the intervals, for headings; 0 is 0.95
	Color    bool               // of the terminal form
	Width    int                // columns of the terminal; 0 is DefaultWidth
	Least    map[string]float64 // JUnit: what a measure must reach in each case
	Most     map[string]float64 // JUnit: what it must not exceed
}

// Results reads the results of the run that is reported, in the order of its cases and repeats.
type Results func(ledger.With) iter.Seq2[*ledger.Result, error]

// Format is a form of reports.
type Format struct {
	Name  string
	Doc   string
	Ext   string // of its files; empty if another row has it
	Write func(io.Writer, *analysis.Run, Options) error
}

// Formats is every form, in the order in which help prints them.
var Formats = []Format{
	{"text", "For a terminal: what the run says, and how to repeat it.", ".txt", writeText},
	{"md", "Markdown with the same tables.", ".md", writeMarkdown},
	{"html", "One page without any other file, with charts.", ".html", writeHTML},
	{"json", "Everything that the other forms show, at full precision.", ".json", JSON},
	{"csv", "A row for each case, repeat and measure.", ".csv", writeCSV},
	{"xlsx", "A workbook: measures, groups, cases.", ".xlsx", writeXLSX},
	{"parquet", "A row for each case, repeat and measure.", ".parquet", writeParquet},
	{"junit", "Test results for CI: a test for each case.", ".xml", writeJUnit},
	{"github", "Markdown for the summary of a GitHub step.", "", writeGitHub},
}

// Find is the form of a name.
func Find(name string) (*Format, error) {
	var names []string
	for i := range Formats {
		if Formats[i].Name == name {
			return &Formats[i], nil
		}
		names = append(names, Formats[i].Name)
	}
	return nil, fmt.Errorf("no report has format %q; the formats are %s", name, strings.Join(names, ", "))
}

// ForFile is the form that a file's name asks for.
func ForFile(path string) (*Format, error) {
	ext := strings.ToLower(filepath.Ext(path))
	var known []string
	for i := range Formats {
		if Formats[i].Ext == "" {
			continue
		}
		if Formats[i].Ext == ext {
			return &Formats[i], nil
		}
		known = append(known, Formats[i].Ext)
	}
	return nil, fmt.Errorf("the name of %q does not say which format it is to have: end it in one of %s, or give --format",
		path, strings.Join(known, ", "))
}
