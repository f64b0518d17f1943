package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/internal/terminal"
	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/report"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/score/scorefile"
	"github.com/assayhq/assay/score/semantic"
	"github.com/assayhq/assay/workspace"
)

// scoreFlags are what `assay score` is given beside the name.
type scoreFlags struct {
	gold, sources            []string
	answer, question, unit   string
	tolerance                float64
	answered, asJSON, corpus bool
	encoder                  workspace.EncoderOptions
}

func scoreCommand() *cobra.Command {
	var f scoreFlags
	c := &cobra.Command{
		Use:   "score [NAME [FILE|-]...]",
		Short: "Score an answer, or JSON lines of them, with any scorer",
		Long: `Score one answer against its gold, or a file of them, with any scorer: deterministically, or by an encoder
that runs here (bertscore, cosine, bleurt), which --encoder or assay.yaml names.

With --answer it scores that one. Without, it reads JSON lines from the files or standard input, and
prints a record per line, with the id of the record, and a summary on standard error:

  {"id": 1, "gold": "4.5 %", "answer": "about 4.5%", "question": "…", "sources": ["…"]}

gold and answer are a text, a number, true or false, or a list of them: for scorers of lists the list,
for the others golds of which the best counts. Lines that cannot be used are named by their record
and end the command with an error once the others are scored. Without a name it lists the scorers.`,
		RunE: func(c *cobra.Command, args []string) error {
			f.answered = c.Flags().Changed("answer")
			if len(args) == 0 || args[0] == "ls" && len(args) == 1 {
				return listScorers(c.OutOrStdout(), f.asJSON)
			}
			s, err := score.Find(args[0])
			if err != nil {
				return usage.Wrap(err)
			}
			return f.run(c, s, args[1:])
		},
	}
	c.Flags().StringArrayVar(&f.gold, "gold", nil, "the gold; repeated, alternatives or the items of a list")
	c.Flags().StringVar(&f.answer, "answer", "", "the answer to score")
	c.Flags().StringVar(&f.question, "question", "", "the question, which says in what form a figure is asked for")
	c.Flags().StringArrayVar(&f.sources, "source", nil, "a file of text that the answer was given; repeatable")
	c.Flags().StringVar(&f.unit, "unit", "", "the unit of a gold that is a bare number")
	c.Flags().Float64Var(&f.tolerance, "tolerance", 0, "by which share of the gold a figure may be off")
	c.Flags().BoolVar(&f.corpus, "corpus", false, "of JSON lines, the corpus BLEU instead of a record per line")
	addEncoderFlags(c.Flags(), &f.encoder)
	c.Flags().BoolVar(&f.asJSON, "json", false, "print JSON; JSON lines are always answered with JSON lines")
	return c
}

func (f *scoreFlags) run(c *cobra.Command, s *score.Scorer, files []string) (err error) {
	switch {
	case f.corpus && s.Name != "bleu":
		return usage.Errorf("--corpus is a way to compute bleu, not %s", s.Name)
	case f.answered && len(files) > 0:
		return usage.Errorf("--answer and the file %q: give one or the other", files[0])
	case f.answered && f.corpus:
		return usage.Wrap(errors.New("--corpus adds up JSON lines, not one --answer"))
	case s.Needs&score.NeedsModel == 0 && f.encoder != (workspace.EncoderOptions{}):
		return usage.Errorf("--encoder, --layer and --idf are for scorers that need a model, and %s needs none", s.Name)
	}
	var judge *semantic.Scorer
	if s.Needs&score.NeedsModel != 0 {
		golds := func() ([]string, error) { return scorefile.Golds(files) }
		opened, release, err := local.SemanticScorer([]string{s.Name}, &f.encoder, golds)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, release()) }()
		judge = opened
	}
	switch {
	case f.answered:
		return f.one(c, s, judge)
	case len(f.gold)+len(f.sources) > 0 || f.question != "" || f.unit != "" || f.tolerance != 0:
		return usage.Wrap(errors.New("--gold, --question, --source, --unit and --tolerance go with --answer; in JSON lines they are keys"))
	}
	if len(files) == 0 && terminal.IsDevice(c.InOrStdin()) {
		return usage.Wrap(errors.New("no --answer and no JSON lines; see 'assay score --help'"))
	}
	l := &scorefile.Scorer{Scorer: s, Judge: judge, Out: c.OutOrStdout(), Errors: c.ErrOrStderr()}
	if f.corpus {
		l.Corpus = new(score.CorpusBLEU)
	}
	if err := l.Files(c.Context(), files, c.InOrStdin()); err != nil {
		return err
	}
	if f.corpus {
		if err := f.print(c.OutOrStdout(), l.Corpus.Score()); err != nil {
			return err
		}
	}
	return l.Finish()
}

// one scores the answer of the command line.
func (f *scoreFlags) one(c *cobra.Command, s *score.Scorer, judge *semantic.Scorer) error {
	out := c.OutOrStdout()
	in := score.Input{Question: f.question, Gold: f.gold, GoldList: len(f.gold) > 1, Answer: f.answer, Unit: f.unit, Tolerance: f.tolerance}
	if f.tolerance < 0 || f.tolerance >= 1 {
		return usage.Errorf("--tolerance %v: it is a share of the gold, from 0 to less than 1", f.tolerance)
	}
	for _, name := range f.sources {
		text, err := readSource(name)
		if err != nil {
			return err
		}
		in.Sources = append(in.Sources, text)
	}
	if lack := s.Lacks(&in); lack != "" {
		return usage.Errorf("score %s: %s; it needs %s", s.Name, lack, s.Needs)
	}
	record := s.Score(&in)
	if judge != nil {
		scores, err := judge.Score(c.Context(), &in)
		if err != nil {
			return err
		}
		record = scores[0]
	}
	return f.print(out, record)
}

func (f *scoreFlags) print(out io.Writer, record score.Score) error {
	if f.asJSON {
		return scorefile.Write(out, "", record)
	}
	return printScore(out, record)
}

// maxSource is the most text of one source that is read.
const maxSource = 256 << 20

func readSource(name string) (string, error) {
	file, err := os.Open(name)
	if err != nil {
		return "", fmt.Errorf("read source %q: %w", name, err)
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxSource+1))
	switch {
	case err != nil:
		return "", fmt.Errorf("read source %q: %w", name, err)
	case len(data) > maxSource:
		return "", fmt.Errorf("read source %q: more than %d MB; split it", name, maxSource>>20)
	}
	return string(data), nil
}

func printScore(out io.Writer, record score.Score) error {
	t := report.NewTable("", "")
	t.Add(record.Name, scoreValue(record))
	for _, row := range [...][2]string{{"expected", record.Expected}, {"extracted", record.Extracted}, {"why", record.Explanation}} {
		if row[1] != "" {
			t.Add(row[0], row[1])
		}
	}
	for _, finding := range record.Evidence {
		t.Add("evidence", finding)
	}
	return t.Print(out)
}

// scoreValue is the value, or the outcome where there is none.
func scoreValue(record score.Score) string {
	if record.Outcome != score.Scored {
		return string(record.Outcome)
	}
	return strconv.FormatFloat(record.Value, 'g', 6, 64)
}

// scorerRow is what `assay score ls --json` prints of a scorer.
type scorerRow struct {
	Name    string   `json:"name"`
	Also    []string `json:"also"`
	Doc     string   `json:"doc"`
	Caveats string   `json:"caveats"`
	Low     float64  `json:"low"`
	High    float64  `json:"high"`
	Better  string   `json:"better"`
	Needs   []string `json:"needs"`
}

func listScorers(out io.Writer, asJSON bool) error {
	if asJSON {
		var rows []scorerRow
		for i := range score.Scorers {
			s := &score.Scorers[i]
			rows = append(rows, scorerRow{s.Name, append([]string{}, s.Also...), s.Doc, s.Caveats, s.Low, s.High,
				s.Better.String(), s.Needs.Names()})
		}
		return eachJSON(out, rows)
	}
	for i := range score.Scorers {
		s := &score.Scorers[i]
		needs := s.Needs.String()
		if needs == "" {
			needs = "nothing"
		}
		also := ""
		if len(s.Also) > 0 {
			also = "; also " + strings.Join(s.Also, ", ")
		}
		fmt.Fprintf(out, "%s  %g to %g, %s is better, needs %s%s\n%s\n%s\n", s.Name, s.Low, s.High, s.Better, needs, also,
			indented(s.Doc, 4, 100), indented(s.Caveats, 4, 100))
	}
	return nil
}
