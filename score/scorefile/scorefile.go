// Package scorefile scores files of records, lines of JSON with a gold and an answer, and sums up the scores.
//
// It names records that cannot be used and goes on with the others.
package scorefile

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

// Scorer scores records one at a time, or a batch of them where a model is asked, and keeps count.
type Scorer struct {
	Scorer *score.Scorer
	Judge  *semantic.Scorer  // nil where no model is asked
	Corpus *score.CorpusBLEU // nil unless the corpus is scored as one
	Out    io.Writer         // a line of JSON for each record
	Errors io.Writer         // unusable records, and the summary

	sums    sums
	bad     int
	waiting []*score.Input // to be encoded together
}

// batch is how many records are encoded at once.
const batch = 1024

// Golds are the golds of all records of files.
func Golds(files []string) ([]string, error) {
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
func (l *Scorer) read(ctx context.Context, name string, in io.Reader) error {
	out := bufio.NewWriterSize(l.Out, 64<<10)
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
		if lack := l.Scorer.Lacks(&input); lack != "" {
			l.refuse(name, &score.LineError{Record: lines.Record(), Err: fmt.Errorf("%s; %s needs %s", lack, l.Scorer.Name,
				l.Scorer.Needs)})
			continue
		}
		if err := l.take(ctx, out, &input); err != nil {
			return err
		}
	}
	return errors.Join(out.Flush(), ctx.Err())
}

// take scores an input, or keeps it until there are enough to be encoded at once.
func (l *Scorer) take(ctx context.Context, out io.Writer, input *score.Input) error {
	if l.Judge == nil {
		return l.score(out, input)
	}
	l.waiting = append(l.waiting, input)
	if len(l.waiting) < batch {
		return nil
	}
	return l.ask(ctx, out)
}

// ask scores those that wait, in their order.
func (l *Scorer) ask(ctx context.Context, out io.Writer) error {
	records, errs := make([]score.Score, len(l.waiting)), make([]error, len(l.waiting))
	var all sync.WaitGroup
	for i, input := range l.waiting {
		all.Go(func() {
			scores, err := l.Judge.Score(ctx, input)
			errs[i] = err
			if err == nil {
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
		if err := Write(out, input.ID, records[i]); err != nil {
			return err
		}
	}
	l.waiting = l.waiting[:0]
	return nil
}

func (l *Scorer) score(out io.Writer, input *score.Input) error {
	if l.Corpus != nil {
		l.Corpus.Add(input.Gold, input.Answer)
		return nil
	}
	record := l.Scorer.Score(input)
	l.sums.add(&record)
	return Write(out, input.ID, record)
}

// refuse names a record that cannot be used.
func (l *Scorer) refuse(name string, bad *score.LineError) {
	l.bad++
	if l.bad <= maxBadShown {
		fmt.Fprintf(l.Errors, "%s: %v\n", name, bad)
	}
}

// Finish writes the summary. It reports how many records could not be used.
func (l *Scorer) Finish() error {
	used := l.sums.attempted
	if l.Corpus != nil {
		used = l.Corpus.Answers()
	} else if used > 0 {
		l.sums.print(l.Errors, l.Scorer)
	}
	switch {
	case l.bad > 0:
		return fmt.Errorf("score %s: %d of %d records could not be used", l.Scorer.Name, l.bad, l.bad+used)
	case used == 0:
		return fmt.Errorf("score %s: no records to score; each is a line of JSON", l.Scorer.Name)
	}
	return nil
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

// Files scores the records of each file; "-" is the input, and so is no file.
func (l *Scorer) Files(ctx context.Context, files []string, in io.Reader) error {
	if len(files) == 0 {
		return l.read(ctx, "standard input", in)
	}
	for _, name := range files {
		if name == "-" {
			if err := l.read(ctx, "standard input", in); err != nil {
				return err
			}
			continue
		}
		if err := l.file(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

func (l *Scorer) file(ctx context.Context, name string) error {
	file, err := os.Open(name)
	if err != nil {
		return fmt.Errorf("read %q: %w", name, err)
	}
	defer file.Close()
	return l.read(ctx, name, file)
}

// Write prints a record as a line of JSON, its id first.
func Write(out io.Writer, id string, record score.Score) error {
	line, err := record.MarshalJSON()
	if err != nil {
		return err
	}
	if id != "" {
		line = append([]byte(`{"id":`+id+`,`), line[1:]...)
	}
	_, err = out.Write(append(line, '\n'))
	return err
}
