package dataset

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/assayhq/assay/dataset/finqa"
	"github.com/assayhq/assay/dataset/internal/record"
	"github.com/assayhq/assay/system"
)

// The names under which cases about documents carry what several formats have.
const (
	tagSteps  = "steps"       // operations of the program
	tagAnswer = "answer_type" // number, yes_no, text; or what the data says
	tagScale  = "scale"
	tagGold   = "gold" // disagrees: the data states two answers that are not the same
)

// line is the id of a line of a document: evidence that is a sentence or a row of its table. Lines are
// counted from 1 in the passage's text.
func lineID(document string, line int) string { return document + "#L" + strconv.Itoa(line) }

// pageID is the id of a page of a document, as the data counts pages.
func pageID(document string, page string) string { return document + "#" + page }

// documentID names a document that has no name by its text.
func documentID(sum []byte) string { return "doc-" + hex.EncodeToString(sum[:8]) }

// ask gives a case its document, and its id where it has none: of the document's text and the question.
func ask(p *record.Pass, c *system.Case, name, text string) {
	h := sha256.New()
	h.Write([]byte(text))
	if name == "" {
		name = documentID(h.Sum(nil))
	}
	c.Passages = []system.Passage{{ID: name, Text: text}}
	c.Cluster = cmp.Or(c.Cluster, name)
	if c.ID == "" {
		h.Write([]byte(c.Question))
		if c.ID = p.Numbered(h.Sum(nil)); strings.Contains(c.ID, "-") {
			p.Notes.Add("a question appears twice over one document: a number after the id distinguishes its cases")
		}
	}
}

// required is a text that a record has to have and that says something.
func required(n *record.Node, key string) (string, error) {
	v := n.Find(key)
	if v == nil {
		return "", fmt.Errorf("%q is missing", key)
	}
	s, err := v.Scalar()
	if err != nil {
		return "", fmt.Errorf("%q %w", key, err)
	}
	if strings.TrimSpace(s) == "" {
		return "", fmt.Errorf("%q is empty", key)
	}
	return s, nil
}

// named takes over the id of a record that has one.
func named(c *system.Case, n *record.Node, key string) error {
	v := n.Find(key)
	if v == nil {
		return nil
	}
	if err := setID(c, v); err != nil {
		return fmt.Errorf("%q %w", key, err)
	}
	return nil
}

// optional is a text that a record may have.
func optional(n *record.Node, key string) (string, error) {
	v := n.Find(key)
	if v == nil {
		return "", nil
	}
	s, err := v.Scalar()
	if err != nil {
		err = fmt.Errorf("%q %w", key, err)
	}
	return s, err
}

// objects are the objects of a list under a key; none where it is missing.
func objects(n *record.Node, key string) ([]record.Node, error) {
	v := n.Find(key)
	if v == nil {
		return nil, nil
	}
	if v.Kind != record.List {
		return nil, fmt.Errorf("%q must be a list, got %s", key, v.Kind)
	}
	for i := range v.Items {
		if v.Items[i].Kind != record.Object {
			return nil, fmt.Errorf("item %d of %q must be an object, got %s", i+1, key, v.Items[i].Kind)
		}
	}
	return v.Items, nil
}

// texts are the texts of a list under a key; none where it is missing.
func texts(n *record.Node, key string) ([]string, error) {
	v := n.Find(key)
	if v == nil {
		return nil, nil
	}
	all, isList, err := v.Scalars()
	if err == nil && !isList {
		err = fmt.Errorf("must be a list, got %s", v.Kind)
	}
	if err != nil {
		return nil, fmt.Errorf("%q %w", key, err)
	}
	return all, nil
}

// cells are the cells of a table under a key.
func cells(n *record.Node, key string) ([][]string, error) {
	v := n.Find(key)
	if v == nil {
		return nil, nil
	}
	if v.Kind != record.List {
		return nil, fmt.Errorf("%q must be a list of rows, got %s", key, v.Kind)
	}
	rows := make([][]string, len(v.Items))
	for i := range v.Items {
		row := &v.Items[i]
		if row.Kind != record.List {
			return nil, fmt.Errorf("row %d of %q must be a list of cells, got %s", i+1, key, row.Kind)
		}
		for j := range row.Items {
			cell, err := row.Items[j].Plain()
			if err != nil || row.Items[j].Kind > record.Text {
				return nil, errors.Join(fmt.Errorf("cell %d of row %d of %q is no text", j+1, i+1, key), err)
			}
			rows[i] = append(rows[i], cell)
		}
	}
	return rows, nil
}

// page is a document as lines, of which data points to some.
type page struct {
	b     strings.Builder
	lines int
}

// add puts a text on a line of its own, and is the line's number.
func (d *page) add(text string) int {
	if d.lines > 0 {
		d.b.WriteByte('\n')
	}
	d.b.WriteString(oneLine.Replace(text))
	d.lines++
	return d.lines
}

var oneLine = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ")

// cellMark is between the cells of a row.
const cellMark = " | "

func (d *page) addRow(cells []string) int { return d.add(strings.Join(cells, cellMark)) }

// working keeps the program of a case, and tells its length.
func working(c *system.Case, text string) {
	if strings.TrimSpace(text) == "" {
		return
	}
	c.Working = text
	if p, err := finqa.Parse(text); err == nil {
		tag(c, tagSteps, strconv.Itoa(p.Steps()))
	}
}

func tag(c *system.Case, name, value string) {
	if value == "" {
		return
	}
	if c.Tags == nil {
		c.Tags = map[string]string{}
	}
	c.Tags[name] = value
}

// answerType tells what kind of gold a text is.
func answerType(gold string) string {
	switch g := strings.ToLower(strings.TrimSpace(gold)); {
	case g == "yes" || g == "no":
		return "yes_no"
	case strings.ContainsAny(g, "0123456789"):
		return "number"
	}
	return "text"
}

// finqaExtra is what a case of FinQA carries for those who check its gold.
type finqaExtra struct {
	Table       [][]string `json:"table,omitempty"`
	Answer      string     `json:"answer,omitempty"`  // as it was printed
	Result      string     `json:"exe_ans,omitempty"` // of the program
	Explanation string     `json:"explanation,omitempty"`
}

// Working is the program of a case about a document with the table it reads and the results that the data
// states; false is a case without a program.
func Working(c *system.Case) (*finqa.Gold, bool) {
	text := c.Working
	if text == "" {
		return nil, false
	}
	var b finqaExtra
	if c.Extra != nil {
		_ = json.Unmarshal(c.Extra, &b) // the extra data of another format does not matter here
	}
	g := &finqa.Gold{Program: text, Table: b.Table, Result: b.Result, Printed: b.Answer}
	if g.Result == "" && len(c.Gold) == 1 {
		g.Result = c.Gold[0]
	}
	if g.Table == nil && len(c.Passages) == 1 && strings.Contains(text, "table_") {
		for row := range strings.SplitSeq(c.Passages[0].Text, "\n") {
			if strings.Contains(row, cellMark) {
				g.Table = append(g.Table, strings.Split(row, cellMark))
			}
		}
	}
	return g, true
}

// marshal writes the extra data of a case.
func marshal(p *record.Pass, c *system.Case, n *record.Node, v any) bool {
	b, err := json.Marshal(v)
	if err == nil && len(b) > record.MaxExtra {
		err = record.ErrExtra
	}
	if err != nil {
		p.Fail(record.Faultf(n.Line, "%v", err))
		return false
	}
	c.Extra = b
	return true
}

// unused notes the keys of a record that are not taken over.
func unused(p *record.Pass, n *record.Node, used ...string) {
	for i := range n.Fields {
		key := n.Fields[i].Key
		if n.Fields[i].Value.Kind != record.Null && !contains(used, key) {
			p.Notes.Add("%q was not taken over", record.Shown(key))
		}
	}
}
