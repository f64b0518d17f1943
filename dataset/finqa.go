package dataset

import (
	"errors"
	"strconv"
	"strings"

	"github.com/assayhq/assay/dataset/finqa"
	"github.com/assayhq/assay/dataset/internal/record"
	"github.com/assayhq/assay/system"
)

func sniffFinQA(h *record.Head) bool {
	return h.First.Kind == record.Object && h.First.Has("pre_text", "post_text") && h.First.Has("table")
}

func readFinQA(p *record.Pass) error { return eachCase(p, finQACase) }

// finQACase reads a record; nil without an error is one whose problem has been told.
func finQACase(p *record.Pass, n *record.Node) (*system.Case, error) {
	qa := n.Find("qa")
	if qa == nil || qa.Kind != record.Object {
		if n.Has("annotation") {
			return nil, errors.New(`no "qa": a conversation of ConvFinQA without its answers has no gold`)
		}
		return nil, errors.New(`"qa" with question and answer is missing`)
	}
	c := &system.Case{}
	var err error
	if c.Question, err = required(qa, "question"); err != nil {
		return nil, err
	}
	b := finqaExtra{}
	d, at, err := finQAPage(n, &b)
	if err != nil {
		return nil, err
	}
	if err := finQAGold(c, qa, &b); err != nil {
		return nil, err
	}
	if err := named(c, n, "id"); err != nil {
		return nil, err
	}
	name, err := optional(n, "filename")
	if err != nil {
		return nil, err
	}
	if name == "" {
		name = reportOf(c.ID)
	}
	c.Cluster = companyOf(name)
	ask(p, c, name, d.b.String())
	indices(p, c, qa.Find("gold_inds"), at)
	unused(p, n, "id", "filename", "pre_text", "post_text", "table", "qa")
	unused(p, qa, "question", "answer", "exe_ans", "program", "program_re", "gold_inds", "explanation")
	if !marshal(p, c, n, &b) {
		return nil, nil
	}
	return c, nil
}

// finQAPage makes a page of a record, a line for each sentence and row, and says where text_0 and table_0
// and the following ones are.
func finQAPage(n *record.Node, b *finqaExtra) (d *page, at map[string]int, err error) {
	before, err := texts(n, "pre_text")
	if err != nil {
		return nil, nil, err
	}
	after, err := texts(n, "post_text")
	if err != nil {
		return nil, nil, err
	}
	if b.Table, err = cells(n, "table"); err != nil {
		return nil, nil, err
	}
	d, at = &page{}, map[string]int{}
	for i, s := range before {
		at["text_"+strconv.Itoa(i)] = d.add(s)
	}
	for i, row := range b.Table {
		at["table_"+strconv.Itoa(i)] = d.addRow(row)
	}
	for i, s := range after {
		at["text_"+strconv.Itoa(len(before)+i)] = d.add(s)
	}
	if strings.TrimSpace(d.b.String()) == "" {
		return nil, nil, errors.New("the context is empty: there is nothing in pre_text, table and post_text")
	}
	return d, at, nil
}

// finQAGold takes the result of the program as the gold, and the printed answer before it where it says
// the same. Where it does not, the result alone is right, as in the authors' evaluation.
func finQAGold(c *system.Case, qa *record.Node, b *finqaExtra) (err error) {
	if b.Answer, err = optional(qa, "answer"); err != nil {
		return err
	}
	if b.Result, err = optional(qa, "exe_ans"); err != nil {
		return err
	}
	if b.Explanation, err = optional(qa, "explanation"); err != nil {
		return err
	}
	text, err := optional(qa, "program")
	if err != nil {
		return err
	}
	if text == "" {
		text, err = optional(qa, "program_re")
	}
	working(c, text)
	printed := strings.TrimSpace(b.Answer) != ""
	switch {
	case b.Result == "" && !printed:
		return errors.Join(err, errors.New(`"answer" and "exe_ans" are missing or empty`))
	case b.Result == "":
		c.Gold = []string{b.Answer}
	case !printed || b.Answer == b.Result:
		c.Gold = []string{b.Result}
	case finqa.Renders(b.Answer, b.Result):
		c.Gold = []string{b.Answer, b.Result}
	default:
		c.Gold = []string{b.Result}
		tag(c, tagGold, "disagrees")
	}
	tag(c, tagAnswer, answerType(c.Gold[len(c.Gold)-1]))
	return err
}

// indices takes over which sentences and rows the gold rests on.
func indices(p *record.Pass, c *system.Case, v *record.Node, at map[string]int) {
	if v == nil {
		return
	}
	var names []string
	for i := range v.Fields {
		names = append(names, v.Fields[i].Key)
	}
	for i := range v.Items {
		if v.Items[i].Kind == record.Text {
			names = append(names, v.Items[i].Text)
		}
	}
	for _, name := range names {
		if line := at[name]; line > 0 {
			c.Evidence = append(c.Evidence, lineID(c.Passages[0].ID, line))
		} else {
			p.Notes.Add("evidence that is not on the page was left out")
		}
	}
}

// reportOf is the name of the page of a report that an id begins with; an id of another kind has none.
// Ids of conversations have a word before it, and their turn after it.
func reportOf(id string) string {
	const end = ".pdf"
	i := strings.Index(id, end)
	if i < 0 {
		return ""
	}
	id = id[:i+len(end)]
	for _, kind := range [...]string{"Single_", "Double_"} {
		id = strings.TrimPrefix(id, kind)
	}
	return id
}

// companyOf is the company in a name such as LRK/2024/page_17.pdf; a name of another kind has none.
func companyOf(report string) string {
	company, _, is := strings.Cut(report, "/")
	if !is {
		return ""
	}
	return company
}
