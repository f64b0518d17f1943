package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"sync"

	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/measure"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/score/semantic"
)

// lineScorer scores JSON lines one at a time and keeps count.
type lineScorer struct {
	scorer    *score.Scorer
	judge     *semantic.Scorer // nil where no model is asked
	out, errs io.Writer
	corpus    *score.CorpusBLEU // nil unless the corpus is scored as one
	sums      sums
	bad       int
	waiting   []*score.Input // to be encoded together
}

// goldsIn are the golds of all records of files.
func goldsIn(files []string) ([]string, error) {
	if len(files) == 0 || slices.Contains(files, "-") {
		return nil, usage.Wrap(errors.New("--idf reads the golds of all records first: give files, not standard input"))
	}
	golds := []string{}
	for _, name := range files {
		if err := eachGold(name, func(gold string) { golds = append(golds, gold) }); err != nil {
			return nil, err
		}
	}
	return golds, nil
}

func eachGold(name string, take func(string)) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	lines := score.NewLines(file)
	for {
		var input score.Input
		err := lines.Next(&input)
		var bad *score.LineError
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.As(err, &bad): // it is named when it is scored
		case err != nil:
			return fmt.Errorf("read %q: %w", name, err)
		}
		for _, gold := range input.Gold {
			take(gold)
		}
	}
}

// maxBadShown is how many unusable records are named.
const maxBadShown = 20

// read scores the records of one source.
func (l *lineScorer) read(ctx context.Context, name string, in io.Reader) error {
	out := bufio.NewWriterSize(l.out, 64<<10)
	lines := score.NewLines(in)
	for ctx.Err() == nil {
		var input score.Input
		err := lines.Next(&input)
		var bad *score.LineError
		switch {
		case errors.Is(err, io.EOF):
			return errors.Join(l.ask(ctx, out), out.Flush())
		case errors.As(err, &bad):
			l.refuse(name, bad)
			continue
		case err != nil:
			return errors.Join(out.Flush(), fmt.Errorf("read %q: %w", name, err))
		}
		if lack := l.scorer.Lacks(&input); lack != "" {
			l.refuse(name, &score.LineError{Record: lines.Record(), Err: fmt.Errorf("%s; %s needs %s", lack, l.scorer.Name, l.scorer.Needs)})
			continue
		}
		if err := l.take(ctx, out, &input); err != nil {
			return err
		}
	}
	return errors.Join(out.Flush(), ctx.Err())
}

// take scores an input, or keeps it until there are enough to be encoded at once.
func (l *lineScorer) take(ctx context.Context, out io.Writer, input *score.Input) error {
	if l.judge == nil {
		return l.score(out, input)
	}
	if l.waiting = append(l.waiting, input); len(l.waiting) < textsPerBatch {
		return nil
	}
	return l.ask(ctx, out)
}

// ask scores those that wait, in their order.
func (l *lineScorer) ask(ctx context.Context, out io.Writer) error {
	records, errs := make([]score.Score, len(l.waiting)), make([]error, len(l.waiting))
	var all sync.WaitGroup
	for i, input := range l.waiting {
		all.Go(func() {
			scores, err := l.judge.Score(ctx, input)
			if errs[i] = err; err == nil {
				records[i] = scores[0]
			}
		})
	}
	all.Wait()
	for i, input := range l.waiting {
		if errs[i] != nil {
			return errs[i]
		}
		l.sums.add(&records[i])
		if err := writeScore(out, input.ID, records[i]); err != nil {
			return err
		}
	}
	l.waiting = l.waiting[:0]
	return nil
}

func (l *lineScorer) score(out io.Writer, input *score.Input) error {
	if l.corpus != nil {
		l.corpus.Add(input.Gold, input.Answer)
		return nil
	}
	record := l.scorer.Score(input)
	l.sums.add(&record)
	return writeScore(out, input.ID, record)
}

// refuse names a record that cannot be used.
func (l *lineScorer) refuse(name string, bad *score.LineError) {
	if l.bad++; l.bad <= maxBadShown {
		fmt.Fprintf(l.errs, "%s: %v\n", name, bad)
	}
}

// finish prints the summary, and the score of the corpus if that was asked for.
func (l *lineScorer) finish(asJSON bool) error {
	used := l.sums.attempted
	if l.corpus != nil {
		used = l.corpus.Answers()
		if err := l.printCorpus(asJSON); err != nil {
			return err
		}
	} else if used > 0 {
		l.sums.print(l.errs, l.scorer)
	}
	switch {
	case l.bad > 0:
		return fmt.Errorf("score %s: %d of %d records could not be used", l.scorer.Name, l.bad, l.bad+used)
	case used == 0:
		return fmt.Errorf("score %s: no records to score; each is a line of JSON", l.scorer.Name)
	}
	return nil
}

func (l *lineScorer) printCorpus(asJSON bool) error {
	record := l.corpus.Score()
	if asJSON {
		return writeScore(l.out, "", record)
	}
	return printScore(l.out, record)
}

// sums are the scores so far: their count, mean and spread, and why the others are none.
type sums struct {
	attempted, scored int
	mean, squares     float64 // by Welford: the sum of squares around the mean
	graded            bool    // a value was neither 0 nor 1
	ones              int
	reasons           map[string]int
}

// maxReasons is how many reasons are told apart; the rest are counted by their outcome.
const maxReasons = 50

func (t *sums) add(s *score.Score) {
	t.attempted++
	if s.Outcome != score.Scored {
		if t.reasons == nil {
			t.reasons = map[string]int{}
		}
		reason := string(s.Outcome) + ": " + s.Explanation
		if _, known := t.reasons[reason]; !known && len(t.reasons) >= maxReasons {
			reason = string(s.Outcome) + ": other reasons"
		}
		t.reasons[reason]++
		return
	}
	t.scored++
	d := s.Value - t.mean
	t.mean += d / float64(t.scored)
	t.squares += d * (s.Value - t.mean)
	if s.Value == 1 {
		t.ones++
	} else if s.Value != 0 {
		t.graded = true
	}
}

// print says how many were scored, their mean with its interval, and why the others were not.
func (t *sums) print(out io.Writer, s *score.Scorer) {
	fmt.Fprintf(out, "%s: %d of %d scored", s.Name, t.scored, t.attempted)
	if t.scored > 0 {
		fmt.Fprintf(out, ", mean %.4f%s", t.mean, t.interval(s))
	}
	fmt.Fprintln(out)
	reasons := make([]string, 0, len(t.reasons))
	for reason := range t.reasons {
		reasons = append(reasons, reason)
	}
	slices.SortFunc(reasons, func(a, b string) int {
		return cmp.Or(cmp.Compare(t.reasons[b], t.reasons[a]), cmp.Compare(a, b))
	})
	for _, reason := range reasons {
		fmt.Fprintf(out, "%6d %s\n", t.reasons[reason], reason)
	}
}

// normal95 is the share of a standard error to either side of a mean in which 95 % of means lie.
const normal95 = 1.959964

// interval is the 95 % interval of the mean, each line taken as independent of the others: of rates
// Wilson's, else the normal one. One value has none.
func (t *sums) interval(s *score.Scorer) string {
	low, high := 0.0, 0.0
	switch {
	case !t.graded:
		i, err := measure.Wilson(t.ones, t.scored, measure.Options{})
		if err != nil {
			return ""
		}
		low, high = i.Low, i.High
	case t.scored < 2:
		return ""
	default:
		n := float64(t.scored)
		half := normal95 * math.Sqrt(t.squares/(n-1)/n)
		low, high = max(s.Low, t.mean-half), min(s.High, t.mean+half)
	}
	return fmt.Sprintf(", 95 %% interval %.4f to %.4f if lines are independent", low, high)
}
