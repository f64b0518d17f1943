package report

import (
	"bufio"
	"bytes"
	"compress/flate"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/measure"
	"github.com/assayhq/assay/score"
)

// writeJUnit writes a test for each case. A case fails if one of its repeats does: as an error if the system or a
// scorer failed, as a failure if it was refused or cut off, or if a measure with a limit (Options.Least,
// Options.Most) is beyond it or has no score. A case that no scorer applies to is skipped. A run that is not complete
// has one more test, which says so as an error: what was not asked has not passed.
//
// The file holds to the schemas of Ant and of Jenkins, which know no unknown: a time that was not measured is
// 0 there.
func writeJUnit(w io.Writer, r *analysis.Run, o Options) error {
	if o.Results == nil {
		return errNoResults
	}
	j := junit{run: r, least: o.Least, most: o.Most, wanted: wantedOf(r)}
	// The counts come before the tests, which wait for them packed: reading the run twice takes longer, and
	// one that is being written has more tests by then than were counted.
	var packed bytes.Buffer
	packer, err := flate.NewWriter(&packed, flate.BestSpeed)
	if err != nil {
		return err
	}
	tests := bufio.NewWriter(packer)
	err = j.each(o.Results(ledger.With{Details: true}), func(t *test) error { return j.write(tests, t) })
	if run := j.completeness(); err == nil && run != nil {
		err = j.write(tests, run)
	}
	if err = errors.Join(err, tests.Flush(), packer.Close()); err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	j.open(out)
	if _, err := io.Copy(out, flate.NewReader(&packed)); err != nil {
		return err
	}
	io.WriteString(out, "<system-out></system-out>\n<system-err></system-err>\n</testsuite>\n</testsuites>\n")
	return out.Flush()
}

// completeness is the test that a run fails that is not complete.
func (j *junit) completeness() *test {
	if complete(j.run) {
		return nil
	}
	t := &test{id: "the run is complete"}
	t.note("error", "incomplete", 0, status(j.run))
	return t
}

// junit counts tests, and writes them.
type junit struct {
	run    *analysis.Run
	least  map[string]float64
	most   map[string]float64
	wanted map[string]bool

	tests, errors, failures, skipped int
	took                             time.Duration
}

// test is a case with what came of its repeats.
type test struct {
	id       string
	took     time.Duration
	kind     string // of the worst that befell it: error, failure, skipped, or nothing
	what     string // the outcome or the measure
	message  string // and what it was
	problems []string
}

// Kinds of what may befall a test, worst first.
var junitKinds = []string{"error", "failure", "skipped"}

// each reads the cases, the repeats of each together.
func (j *junit) each(results iter.Seq2[*ledger.Result, error], do func(*test) error) error {
	var one *test
	at := -1
	for r, err := range results {
		if err != nil {
			return err
		}
		if r.Case.Ordinal != at {
			if one != nil {
				if err := do(one); err != nil {
					return err
				}
			}
			one, at = &test{id: r.ID}, r.Case.Ordinal
		}
		j.add(one, r)
	}
	if one == nil {
		return nil
	}
	return do(one)
}

// add judges a repeat.
func (j *junit) add(t *test, r *ledger.Result) {
	t.took += max(r.Took, 0)
	switch r.Outcome {
	case ledger.Answered:
	case string(score.Error):
		t.note("error", r.Reason, r.Repeat, "error: "+r.Reason)
		return
	default:
		kind := "failure"
		if r.Outcome == string(score.Skipped) {
			kind = "skipped"
		}
		t.note(kind, r.Outcome, r.Repeat, r.Outcome+": "+r.Reason)
		return
	}
	applied := false
	for i := range r.Scores {
		s := &r.Scores[i]
		if !j.wanted[s.Name] {
			continue
		}
		applied = applied || s.Outcome.Applies()
		j.judge(t, r.Repeat, s)
	}
	if !applied && len(r.Scores) > 0 && t.kind == "" {
		t.note("skipped", "skipped", r.Repeat, "no scorer applies")
	}
}

func (j *junit) judge(t *test, repeat int, s *score.Score) {
	limit, met := j.limit(s)
	switch {
	case s.Outcome == score.Error:
		t.note("error", s.Name, repeat, s.Name+": "+s.Explanation)
	case limit == "" || s.Outcome == score.Skipped:
	case s.Outcome != score.Scored:
		t.note("failure", s.Name, repeat, fmt.Sprintf("%s: no score (%s: %s), and it is to be %s", s.Name, s.Outcome,
			s.Explanation, limit))
	case !met:
		text := fmt.Sprintf("%s: %s, and it is to be %s", s.Name, Number(s.Value), limit)
		for _, part := range []struct{ name, text string }{{"expected", s.Expected}, {"got", s.Extracted},
			{"why", s.Explanation}} {
			if part.text != "" {
				text += "; " + part.name + ": " + Shorten(part.text, maxMessage)
			}
		}
		t.note("failure", s.Name, repeat, text)
	}
}

// limit is what a measure is to be, empty if there is none, and whether a value is.
func (j *junit) limit(s *score.Score) (text string, met bool) {
	least, low := j.least[s.Name]
	most, high := j.most[s.Name]
	met = (!low || s.Value >= least) && (!high || s.Value <= most)
	switch {
	case low && high:
		return "from " + Number(least) + " to " + Number(most), met
	case low:
		return "at least " + Number(least), met
	case high:
		return "at most " + Number(most), met
	}
	return "", met
}

func (t *test) note(kind, what string, repeat int, text string) {
	if repeat > 0 {
		text = fmt.Sprintf("repeat %d: %s", repeat+1, text)
	}
	t.problems = append(t.problems, text)
	if t.kind == "" || slices.Index(junitKinds, kind) < slices.Index(junitKinds, t.kind) {
		t.kind, t.what, t.message = kind, what, text
	}
}

func (j *junit) count(t *test) {
	j.tests++
	j.took += t.took
	switch t.kind {
	case "error":
		j.errors++
	case "failure":
		j.failures++
	case "skipped":
		j.skipped++
	}
}

func (j *junit) open(out *bufio.Writer) {
	name := xmlText(j.run.Info.Header.Suite)
	counts := fmt.Sprintf(`tests="%d" failures="%d" errors="%d"`, j.tests, j.failures, j.errors)
	fmt.Fprint(out, xml.Header)
	fmt.Fprintf(out, "<testsuites>\n")
	fmt.Fprintf(out, "<testsuite id=\"0\" package=\"assay\" name=\"%s\" timestamp=\"%s\" hostname=\"localhost\" %s "+
		"skipped=\"%d\" time=\"%s\">\n",
		name, j.run.Info.Started.UTC().Format("2006-01-02T15:04:05"), counts, j.skipped, seconds(j.took))
	fmt.Fprint(out, "<properties>\n")
	for _, f := range append([]fact{{"run", j.run.Info.Name}, {"status", status(j.run)}}, headerFacts(j.run.Info)...) {
		fmt.Fprintf(out, "<property name=\"%s\" value=\"%s\"/>\n", xmlText(f.Name), xmlText(f.Value))
	}
	for i := range j.run.Measures {
		s := &j.run.Measures[i].Stat
		fmt.Fprintf(out, "<property name=\"%s\" value=\"%s\"/>\n", xmlText("measure "+s.Name), xmlText(sentence(s)))
	}
	fmt.Fprint(out, "</properties>\n")
}

// sentence says a statistic in a line: the mean, its interval, how many attempts gave a number, and why the
// others gave none.
func sentence(s *measure.Stat) string {
	text := optional(s.Mean)
	if s.Interval != nil {
		text += ", " + percent(s.Interval.Level) + " interval " + rangeText(s) + " (" + s.Interval.Method + ")"
	}
	text += ", " + shareText(s) + " scored, " + strconv.Itoa(s.Clusters) + " clusters"
	if s.Clusters == 1 {
		text = strings.TrimSuffix(text, "s")
	}
	if missing := missing(s); missing != "" {
		text += "; missing: " + missing
	}
	return text
}

// write counts a test and writes it.
func (j *junit) write(out *bufio.Writer, t *test) error {
	j.count(t)
	fmt.Fprintf(out, "<testcase name=\"%s\" classname=\"%s\" time=\"%s\"", xmlText(t.id),
		xmlText("assay."+j.run.Info.Header.Suite), seconds(t.took))
	if t.kind == "" {
		_, err := io.WriteString(out, "/>\n")
		return err
	}
	message, text := xmlText(Shorten(t.message, maxMessage)), xmlText(strings.Join(t.problems, "\n"))
	if t.kind == "skipped" {
		_, err := fmt.Fprint(out, "><skipped/></testcase>\n")
		return err
	}
	_, err := fmt.Fprintf(out, "><%s type=\"%s\" message=\"%s\">%s</%s></testcase>\n", t.kind, xmlText(t.what), message,
		text, t.kind)
	return err
}

// maxMessage is how much of a problem lists show.
const maxMessage = 300

// xmlText is a text that XML can hold: its own characters escaped, and those that it has no way to write
// made visible.
func xmlText(s string) string {
	var b strings.Builder
	for i, line := range strings.Split(s, "\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		xml.EscapeText(&b, []byte(Visible(line))) // a Builder does not fail
	}
	return b.String()
}
