package report

import (
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/score"
)

// caseColumns are the columns of the sheet of cases: what is known of each, its tags, two for each measure,
// and its texts.
type caseColumns struct {
	heads    []any
	widths   []float64
	tags     []string
	measures map[string]int // place of the value; the outcome is right of it
	texts    int            // place of the first text
}

func caseColumnsOf(r *analysis.Run) *caseColumns {
	c := &caseColumns{measures: map[string]int{}}
	c.add("ordinal", 9)
	c.add("case", 26)
	c.add("repeat", 8)
	c.add("cluster", 24)
	c.add("outcome", 12)
	c.add("reason", 18)
	for i := range r.Groups {
		c.tags = append(c.tags, r.Groups[i].Tag)
		c.add("tag "+r.Groups[i].Tag, 16)
	}
	for i := range r.Measures {
		c.measures[r.Measures[i].Name] = len(c.heads)
		c.add(r.Measures[i].Name, 12)
		c.add(r.Measures[i].Name+" outcome", 14)
	}
	c.texts = len(c.heads)
	c.add("seconds", 10)
	c.add("usd", 12)
	c.add("question", 60)
	c.add("gold", 30)
	c.add("answer", 60)
	c.add("all tags", 30)
	return c
}

func (c *caseColumns) add(head string, width float64) {
	c.heads, c.widths = append(c.heads, xlsxText(head)), append(c.widths, width)
}

// begin writes what comes before the rows: widths, the heading, and that it stays in sight.
func (c *caseColumns) begin(out *excelize.StreamWriter, bold int) error {
	for i, width := range c.widths {
		if err := out.SetColWidth(i+1, i+1, width); err != nil {
			return err
		}
	}
	if err := out.SetPanes(&excelize.Panes{Freeze: true, XSplit: 2, YSplit: 1, TopLeftCell: "C2",
		ActivePane: "bottomRight"}); err != nil {
		return err
	}
	return out.SetRow("A1", c.heads, excelize.RowOpts{StyleID: bold})
}

func (c *caseColumns) row(r *ledger.Result) ([]any, error) {
	row := make([]any, len(c.heads))
	row[0], row[1] = r.Case.Ordinal, xlsxText(r.ID)
	row[2], row[3] = r.Repeat, xlsxText(r.Cluster)
	row[4], row[5] = r.Outcome, xlsxText(r.Reason)
	for i, tag := range c.tags {
		row[6+i] = xlsxText(r.Tags[tag])
	}
	for i := range r.Scores {
		s := &r.Scores[i]
		at, ok := c.measures[s.Name]
		if !ok {
			continue
		}
		row[at+1] = string(s.Outcome)
		if s.Outcome == score.Scored {
			row[at] = s.Value
		}
	}
	row[c.texts] = xlsxNumber(secondsOf(r.Took))
	if r.Cost != nil {
		row[c.texts+1] = float64(*r.Cost) / 1e12
	}
	asked := caseText(r.Body)
	row[c.texts+2], row[c.texts+3] = xlsxText(asked.Question), xlsxText(strings.Join(asked.Gold, "\n"))
	row[c.texts+4] = xlsxText(answerText(r.Answer).Text)
	tags, err := tagsJSON(r.Tags)
	row[c.texts+5] = xlsxText(tags)
	return row, err
}
