package dataset

import (
	"strconv"
	"strings"

	"github.com/assayhq/assay/dataset/internal/record"
	"github.com/assayhq/assay/system"
)

func sniffFlat(h *record.Head) bool {
	return h.First.Kind == record.Object && h.First.Has("context") && h.First.Has("question") && h.First.Has("answer") &&
		h.First.Has("program")
}

func readFlat(p *record.Pass) error { return eachCase(p, flatFinQACase) }

func flatFinQACase(p *record.Pass, n *record.Node) (c *system.Case, err error) {
	c = &system.Case{}
	if c.Question, err = required(n, "question"); err != nil {
		return nil, err
	}
	text, err := required(n, "context")
	if err != nil {
		return nil, err
	}
	gold, err := required(n, "answer")
	if err != nil {
		return nil, err
	}
	c.Gold = []string{gold}
	if err := named(c, n, "id"); err != nil {
		return nil, err
	}
	way, err := optional(n, "program")
	if err != nil {
		return nil, err
	}
	source, err := optional(n, "source_dataset")
	if err != nil {
		return nil, err
	}
	working(c, way)
	tag(c, "source", source)
	tag(c, tagAnswer, answerType(gold))
	name := reportOf(c.ID)
	c.Cluster = companyOf(name)
	ask(p, c, name, text)
	flatEvidence(p, c, n.Find("evidence_indices"))
	unused(p, n, "id", "question", "context", "answer", "program", "source_dataset", "evidence_indices")
	return c, nil
}

// flatEvidence finds the lines that the gold rests on: rows of the table by their number, sentences by their
// text. Numbers in any other form refer to what is not in the record.
func flatEvidence(p *record.Pass, c *system.Case, v *record.Node) {
	if v == nil || v.Kind != record.Object || len(v.Fields) == 0 {
		return
	}
	rows, at := flatLines(c.Passages[0].Text)
	for i := range v.Fields {
		f := &v.Fields[i]
		line := at[f.Value.Text]
		if n, is := strings.CutPrefix(f.Key, "table_"); is {
			if k, err := strconv.Atoi(n); err == nil && k >= 0 && k < len(rows) {
				line = rows[k]
			}
		}
		if f.Value.Kind != record.Text || line == 0 {
			p.Notes.Add("evidence that is not in the context was left out")
			continue
		}
		c.Evidence = append(c.Evidence, lineID(c.Passages[0].ID, line))
	}
}

// flatLines are the lines of a context that are rows of its table, and where each text is first. The
// table is the longest section between empty lines all of whose lines have the mark between cells: a
// sentence or the foot of a page may have it, too.
func flatLines(context string) (rows []int, at map[string]int) {
	at = map[string]int{}
	var section []int
	flat, line := true, 0
	for s := range strings.SplitSeq(context+"\n", "\n") {
		line++
		switch {
		case s != "":
			section = append(section, line)
			flat = flat && strings.Contains(s, cellMark)
		case flat && len(section) > len(rows):
			rows = section
			fallthrough
		default:
			section, flat = nil, true
		}
		if at[s] == 0 {
			at[s] = line
		}
	}
	return rows, at
}
