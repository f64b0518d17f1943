package report

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/score"
)

// WriteAttempts writes one line for each attempt of a run.
func WriteAttempts(w io.Writer, results Results) error {
	out := bufio.NewWriter(w)
	for r, err := range results(ledger.With{}) {
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%6d  %-24s  %-10s", r.Case.Ordinal+1, Visible(r.ID)+repeatMark(r.Repeat), Visible(r.Outcome))
		if r.Reason != "" {
			fmt.Fprintf(out, "  %s", Visible(r.Reason))
		}
		for i := range r.Scores {
			s := &r.Scores[i]
			if s.Outcome == score.Scored {
				fmt.Fprintf(out, "  %s %s", Visible(s.Name), Number(s.Value))
			} else if r.Outcome == ledger.Answered {
				fmt.Fprintf(out, "  %s %s", Visible(s.Name), s.Outcome)
			}
		}
		fmt.Fprintln(out)
	}
	return out.Flush()
}

func repeatMark(repeat int) string {
	if repeat == 0 {
		return ""
	}
	return fmt.Sprintf(" (repeat %d)", repeat+1)
}

// WriteCase writes all that is known of a case, of which these are the attempts.
func WriteCase(w io.Writer, attempts []ledger.Result) error {
	out := bufio.NewWriter(w)
	p := casePrinter{out}
	for i := range attempts {
		if i > 0 {
			fmt.Fprintln(out)
		}
		p.attempt(&attempts[i], i == 0)
	}
	return out.Flush()
}

// casePrinter prints for people what is known of a case.
type casePrinter struct{ out io.Writer }

// field prints a text under a name, its lines below each other.
func (p casePrinter) field(name, text string) {
	if text == "" {
		return
	}
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			name = ""
		}
		fmt.Fprintln(p.out, strings.TrimRight(fmt.Sprintf("%-11s %s", name, Visible(line)), " "))
	}
}

func (p casePrinter) attempt(r *ledger.Result, first bool) {
	if first {
		asked := caseText(r.Body)
		p.field("case", r.ID)
		p.field("cluster", r.Cluster)
		for _, tag := range slices.Sorted(maps.Keys(r.Tags)) {
			p.field("tag", tag+" = "+r.Tags[tag])
		}
		p.field("question", asked.Question)
		for _, gold := range asked.Gold {
			p.field("gold", gold)
		}
		for _, id := range asked.Evidence {
			p.field("evidence", id)
		}
		fmt.Fprintln(p.out)
	}
	p.field("repeat", strconv.Itoa(r.Repeat+1))
	p.field("outcome", strings.TrimSuffix(r.Outcome+": "+r.Reason, ": "))
	p.field("from", r.Source)
	answer := answerText(r.Answer)
	p.field("answer", answer.Text)
	for i, passage := range answer.Passages {
		p.field("passage "+strconv.Itoa(i+1), strings.TrimSpace(passage.ID+" "+passage.Title)+": "+Shorten(passage.Text,
			maxPassage))
	}
	for i := range r.Scores {
		p.score(&r.Scores[i])
	}
	for i := range r.Uses {
		p.field("call", useText(&r.Uses[i]))
	}
}

// maxPassage is how much of a passage is shown.
const maxPassage = 300

func (p casePrinter) score(s *score.Score) {
	value := string(s.Outcome)
	if s.Outcome == score.Scored {
		value = Number(s.Value)
	}
	p.field("score", s.Name+" "+value)
	p.field("  why", s.Explanation)
	p.field("  expected", s.Expected)
	p.field("  read", s.Extracted)
	for _, e := range s.Evidence {
		p.field("  evidence", e)
	}
}

func useText(u *ledger.Use) string {
	text := u.Provider + " " + u.Asked
	if u.Served != "" && u.Served != u.Asked {
		text += " served by " + u.Served
	}
	text += ": " + u.Outcome + ", " + u.Source
	if u.Tries > 1 {
		text += fmt.Sprintf(", %d tries", u.Tries)
	}
	if u.Took >= 0 {
		text += ", " + strconv.FormatFloat(u.Took.Seconds(), 'f', 3, 64) + " s"
	}
	for _, n := range []struct {
		name  string
		count *int64
	}{{"in", u.Input}, {"cached", u.Cached}, {"written", u.Written}, {"out", u.Output}, {"reasoning", u.Reasoning}} {
		if n.count != nil {
			text += fmt.Sprintf(", %d %s", *n.count, n.name)
		}
	}
	cost := ", cost unknown"
	if u.Cost != nil {
		cost = ", USD " + USD(*u.Cost).String()
	}
	return fmt.Sprintf("%s%s, call %x", text, cost, u.Call[:6])
}
