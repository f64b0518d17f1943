// Command sentences compares the splitter of assay with Go Punkt and Python's pysbd, in one run on the
// same texts: how many sentence ends of each gold set they find, and how fast they are on the items
// of real filings. It prints a Markdown table. It is its own module, so that what it compares with is
// no dependency of assay.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	punkt "github.com/neurosnap/sentences"
	"github.com/neurosnap/sentences/english"

	"github.com/assayhq/assay/text"
)

// splitter is one row of the table. split returns the sentences of every text; only one that is not
// Go has its own clock.
type splitter struct {
	name   string
	sample int // bytes of filings that its speed is measured on; 0 is all of them
	split  func(texts []string) ([][]text.Span, time.Duration, error)
}

func main() {
	data := flag.String("data", "../../../shared/data", "directory with segmentation and edgar-items")
	python := flag.String("python", "", "python3 that has pysbd; its rows are left out without one")
	sample := flag.Int("sample", 500_000, "bytes of filings that pysbd's speed is measured on")
	flag.Parse()
	if err := run(*data, *python, *sample); err != nil {
		fmt.Fprintln(os.Stderr, "compare sentence splitters:", err)
		os.Exit(1)
	}
}

func run(data, python string, sample int) error {
	runtime.GOMAXPROCS(1)
	sets, err := readSets(filepath.Join(data, "segmentation"))
	if err != nil {
		return err
	}
	items, err := readItems(filepath.Join(data, "edgar-items", "items"))
	if err != nil {
		return err
	}
	model, err := english.NewSentenceTokenizer(nil)
	if err != nil {
		return err
	}
	splitters := []splitter{
		{"assay `text`", 0, inGo(own)},
		{"Go Punkt v1.1.2, whole text", 0, inGo(func(s string) []text.Span { return punktSpans(model, s, 0, nil) })},
		{"Go Punkt v1.1.2, a line at a time", 0, inGo(func(s string) []text.Span { return byLine(model, s) })},
		{"pysbd 0.3.4, whole text", sample, func(texts []string) ([][]text.Span, time.Duration, error) {
			return pysbd(python, texts, false)
		}},
		{"pysbd 0.3.4, a line at a time", sample, func(texts []string) ([][]text.Span, time.Duration, error) {
			return pysbd(python, texts, true)
		}},
	}
	printHead(sets)
	for _, s := range splitters {
		printRow(s, sets, items)
	}
	return nil
}

// inGo makes a function on one text a splitter with a clock.
func inGo(split func(string) []text.Span) func([]string) ([][]text.Span, time.Duration, error) {
	return func(texts []string) ([][]text.Span, time.Duration, error) {
		spans := make([][]text.Span, len(texts))
		began := cpuTime()
		for i, s := range texts {
			spans[i] = split(s)
		}
		return spans, cpuTime() - began, nil
	}
}

func own(s string) []text.Span {
	var spans []text.Span
	for _, sentence := range new(text.Splitter).Sentences(nil, []byte(s)) {
		spans = append(spans, sentence.Span)
	}
	return spans
}

func byLine(model *punkt.DefaultSentenceTokenizer, s string) []text.Span {
	var spans []text.Span
	start := 0
	for i := 0; i <= len(s); i++ {
		if i == len(s) || s[i] == '\n' {
			spans = punktSpans(model, s[start:i], start, spans)
			start = i + 1
		}
	}
	return spans
}

func punktSpans(model *punkt.DefaultSentenceTokenizer, s string, offset int, spans []text.Span) []text.Span {
	for _, sentence := range model.Tokenize(s) {
		if span, ok := trimmed(s, sentence.Start, sentence.End); ok {
			spans = append(spans, text.Span{Start: span.Start + offset, End: span.End + offset})
		}
	}
	return spans
}
