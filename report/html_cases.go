package report

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/report/internal/chart"
	"github.com/assayhq/assay/score"
)

// Limits of what a page shows of single cases, so that the page of any run can be opened and sent.
const (
	maxPageCases = 200
	maxPageText  = 900 << 10 // bytes of texts of cases in all
	maxCaseText  = 4000      // bytes of one text
	maxEvidence  = 8
)

// htmlCases are the cases of a page, and what to say of those that are left out.
type htmlCases struct {
	Cases []htmlCase
	Left  string
	Names []string // of the measures, to sort by
}

type htmlCase struct {
	Name, Cluster          string
	Outcome                string // if it is no answer
	Question, Gold, Answer string
	Chips                  []htmlChip
	Scores                 []htmlScore
	Expected, Read         bool // a score says what it expected, what it read in the answer
}

// htmlChip is a score in the line of its case.
type htmlChip struct {
	Name, Text, Value string // Value is a number for sorting, or empty
	Low, Up           bool   // it is what went wrong; what went better
}

type htmlScore struct {
	Name, Text, Expected, Extracted, Explanation string
	Evidence                                     []string
}

func htmlCasesOf(r *analysis.Run) htmlCases {
	var out htmlCases
	for i := range r.Measures {
		out.Names = append(out.Names, r.Measures[i].Name)
	}
	room := maxPageText
	for i := range r.Worst {
		if i >= maxPageCases || room <= 0 {
			break
		}
		c := &r.Worst[i]
		out.Cases = append(out.Cases, htmlCaseOf(c, r))
		room -= out.Cases[i].size()
	}
	out.Left = fmt.Sprintf("The %s cases that went worst, worst first, of %s attempts; 'assay report --format csv', "+
		"'xlsx' or 'parquet' has all of them.",
		chart.Count(len(out.Cases)), chart.Count(r.Totals.Attempts))
	return out
}

func htmlCaseOf(c *analysis.Case, r *analysis.Run) htmlCase {
	out := htmlCase{Name: caseName(c.ID, c.Repeat), Cluster: c.Cluster, Question: cutText(c.Question),
		Gold: cutText(strings.Join(c.Gold, "\n")), Answer: cutText(c.Answer)}
	if c.Outcome != ledger.Answered {
		out.Outcome = strings.TrimSuffix(c.Outcome+": "+c.Reason, ": ")
	}
	for i := range c.Scores {
		s := &c.Scores[i]
		if string(s.Outcome) == c.Outcome && (s.Explanation == c.Reason || s.Explanation == "") {
			continue // it says no more than the attempt
		}
		chip := htmlChip{Name: s.Name, Text: string(s.Outcome), Low: s.Outcome.Applies()}
		if s.Outcome == score.Scored {
			chip.Text, chip.Value = chart.Number(s.Value), strconv.FormatFloat(s.Value, 'g', -1, 64)
			chip.Low = isWorst(s.Value, analysis.MeasureOf(&r.Info.Header, s.Name))
		}
		out.Chips = append(out.Chips, chip)
		row := htmlScore{Name: s.Name, Text: chip.Text, Expected: cutText(s.Expected), Extracted: cutText(s.Extracted),
			Explanation: cutText(s.Explanation)}
		for j, e := range s.Evidence {
			if j == maxEvidence {
				row.Evidence = append(row.Evidence, fmt.Sprintf("… and %d more", len(s.Evidence)-j))
				break
			}
			row.Evidence = append(row.Evidence, cutText(e))
		}
		out.Scores = append(out.Scores, row)
		out.Expected, out.Read = out.Expected || row.Expected != "", out.Read || row.Extracted != ""
	}
	return out
}

// isWorst reports whether a value is the worst that its measure has.
func isWorst(value float64, about score.Measure) bool {
	low, high, ok := about.Range()
	if about.Better == score.Lower {
		return ok && value >= high
	}
	return ok && value <= low
}

// size is how many bytes a case adds to its page.
func (c *htmlCase) size() int {
	n := 600 + escapedSize(c.Question, c.Gold, c.Answer)
	for i := range c.Scores {
		s := &c.Scores[i]
		n += 400 + escapedSize(s.Expected, s.Extracted, s.Explanation) + escapedSize(s.Evidence...)
	}
	return n
}

// escapedSize is the size of texts as markup: a text of ampersands is five times as long.
func escapedSize(texts ...string) int {
	n := 0
	for _, s := range texts {
		n += len(s) + 6*strings.Count(s, "&") + 4*(strings.Count(s, "<")+strings.Count(s, ">")+strings.Count(s, "+")+
			strings.Count(s, "'")+strings.Count(s, `"`))
	}
	return n
}

// cutText is the beginning of a text that is too long for a page.
func cutText(s string) string { return cutAt(s, maxCaseText) }

// cutAt is the beginning of a text that has more than n bytes.
func cutAt(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return fmt.Sprintf("%s… (%s more bytes)", s[:n], chart.Count(len(s)-n))
}
