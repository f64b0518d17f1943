package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/figure"
	"github.com/assayhq/assay/report"
)

// maxFigureText is the most text that `assay figures` reads at once.
const maxFigureText = 256 << 20

// figureRow is a line of `assay figures --json`. Value is there for amounts and years only: a note's
// number is none.
type figureRow struct {
	Start       int         `json:"start"`
	End         int         `json:"end"`
	Text        string      `json:"text"`
	Kind        string      `json:"kind"`
	Value       json.Number `json:"value,omitempty"`
	Unit        string      `json:"unit,omitempty"`
	Scale       int         `json:"scale"`
	Decimals    int         `json:"decimals"`
	Digits      string      `json:"digits"`
	DigitsStart int         `json:"digits_start"`
	DigitsEnd   int         `json:"digits_end"`
	Sign        string      `json:"sign,omitempty"`
	Approx      string      `json:"approx,omitempty"`
	Bound       string      `json:"bound,omitempty"`
	Spelled     bool        `json:"spelled,omitempty"`
	Falls       bool        `json:"falls,omitempty"`
	Label       string      `json:"label,omitempty"`
	Period      string      `json:"period,omitempty"`
}

func figuresCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "figures TEXT|FILE|-",
		Short: "Print every figure of a text as it is understood, and what looked like a figure and is none",
		Long: `Print every figure of a text as it is understood: amounts with their exact value, unit and scale,
and what only looks like one, such as years, dates, notes and telephone numbers.

The text is the words of the command line, a file of plain text, or standard input for "-". Offsets
are bytes. The scale is a power of ten, that of the unit included: -2 for percent, 6 for millions.`,
		Args: atLeast(1, "text, file or '-'"),
		RunE: func(c *cobra.Command, args []string) error {
			text, err := figureText(args, c.InOrStdin())
			if err != nil {
				return err
			}
			if asJSON {
				return printFigureJSON(c.OutOrStdout(), text)
			}
			return printFigures(c.OutOrStdout(), text)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object per line")
	return c
}

// figureText is the text that the words of the command line name or are.
func figureText(args []string, in io.Reader) (string, error) {
	if len(args) > 1 {
		return strings.Join(args, " "), nil
	}
	if args[0] == "-" {
		return readFigureText("standard input", in)
	}
	file, err := os.Open(args[0])
	switch {
	case err == nil:
		defer file.Close()
		return readFigureText(args[0], file)
	case !looksLikePath(args[0]):
		return args[0], nil
	case errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("read %q: no such file; to read it as text, pipe it into 'assay figures -'", args[0])
	default:
		return "", fmt.Errorf("read %q: %w", args[0], err)
	}
}

// looksLikePath reports whether a word is meant as a file: one without blanks that has a separator
// or an extension of letters.
func looksLikePath(word string) bool {
	if strings.ContainsAny(word, " \t\n") {
		return false
	}
	ext := strings.TrimPrefix(filepath.Ext(word), ".")
	letters := strings.Trim(strings.ToLower(ext), "abcdefghijklmnopqrstuvwxyz") == ""
	return strings.ContainsRune(word, filepath.Separator) || len(ext) > 1 && letters
}

func readFigureText(name string, in io.Reader) (string, error) {
	data, err := io.ReadAll(io.LimitReader(in, maxFigureText+1))
	if err != nil {
		return "", fmt.Errorf("read %q: %w", name, err)
	}
	if len(data) > maxFigureText {
		return "", fmt.Errorf("read %q: more than %d MB; split it", name, maxFigureText>>20)
	}
	head := bytes.ToLower(data[:min(len(data), 1024)])
	if bytes.Contains(head, []byte("<html")) || bytes.Contains(head, []byte("<!doctype html")) {
		return "", fmt.Errorf("read %q: HTML, not text; 'assay ingest' reads filings", name)
	}
	return string(data), nil
}

func printFigureJSON(out io.Writer, text string) error {
	lines := json.NewEncoder(out)
	lines.SetEscapeHTML(false)
	for _, a := range figure.Find(text) {
		row := figureRow{
			Start: a.Start, End: a.End, Text: text[a.Start:a.End], Kind: a.Kind.String(), Unit: string(a.Unit),
			Scale: a.Scale, Decimals: a.Decimals,
			Digits: a.Digits, DigitsStart: a.Bare.Start, DigitsEnd: a.Bare.End,
			Sign: a.Sign.String(), Approx: a.Approx.String(), Bound: a.Bound.String(), Spelled: a.Spelled, Falls: a.Falls,
			Label: a.Label, Period: a.Period.String(), Value: json.Number(figureValue(a)),
		}
		if err := lines.Encode(row); err != nil {
			return err
		}
	}
	return nil
}

// figureValue is the exact value, or nothing for what has none.
func figureValue(a figure.Amount) string {
	if a.IsAmount() || a.Kind == figure.Year {
		return a.Value.String()
	}
	return ""
}

func printFigures(out io.Writer, text string) error {
	t := report.NewTable("offset", "text", "kind", "value", "unit", "scale", "notes")
	for _, a := range figure.Find(text) {
		scale := ""
		if a.IsAmount() {
			scale = fmt.Sprint(a.Scale)
		}
		t.Add(fmt.Sprintf("%d-%d", a.Start, a.End), text[a.Start:a.End], a.Kind, figureValue(a), a.Unit, scale, figureNotes(a))
	}
	return t.Print(out)
}

// figureNotes is everything else that the words around a figure say.
func figureNotes(a figure.Amount) string {
	notes := []string{a.Label, a.Period.String(), a.Sign.String(), a.Approx.String()}
	if a.Bound != figure.Single {
		notes = append(notes, a.Bound.String()+" end")
	}
	if a.Spelled {
		notes = append(notes, "in words")
	}
	if a.Falls {
		notes = append(notes, "falls")
	}
	given := notes[:0]
	for _, n := range notes {
		if n != "" {
			given = append(given, n)
		}
	}
	return strings.Join(given, ", ")
}
