package dataset

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/assayhq/assay/dataset/internal/record"
	"github.com/assayhq/assay/internal/suggest"
	"github.com/assayhq/assay/system"
)

// key is a key of our own format.
type key struct {
	Name string
	Doc  string
	set  func(*system.Case, *record.Node) error
}

// keys are the keys of our own format.
var keys = []key{
	{"id", "Names the case; a hash of question and gold where it is missing.", setID},
	{"question", "What is asked.", func(c *system.Case, v *record.Node) (err error) { c.Question, err = v.Scalar(); return err }},
	{"messages", `A conversation that ends in the question: a list of {"role", "text"} or {"role", "content"}.`, setMessages},
	{"passages", `What to answer from: a text, or a list of texts or of {"id", "title", "text", "score"}.`, setPassages},
	{"contexts", "Another name of passages.", setPassages},
	{"document", "Names a document of the corpus that the question is about, for eval docqa, instead of passages.", setDocument},
	{"variables", "An object: the values of the variables of a prompt.", setVariables},
	{"gold", "What is right: a text, a number, true or false, or a list of them.", setGold},
	{"gold_list", "true: the gold is a list; false: its items are alternatives. Where it is missing, a gold in " +
		"brackets is a list.", setGoldList},
	{"unit", "Of a gold that is a bare number.", func(c *system.Case, v *record.Node) (err error) { c.Unit, err = v.Scalar(); return err }},
	{"tolerance", "By how much a figure may be off, as a share of the gold: from 0 to less than 1.", setTolerance},
	{"evidence", "An id or a list of ids: what the gold rests on.",
		func(c *system.Case, v *record.Node) (err error) { c.Evidence, _, err = v.Scalars(); return err }},
	{"answer", "A system's stored answer; an empty one is an answer too.", setAnswer},
	{"cluster", "The company or document that cases share, for intervals that know of it; document where it is missing.",
		func(c *system.Case, v *record.Node) (err error) { c.Cluster, err = v.Scalar(); return err }},
	{"tags", "An object: groups for tables.", func(c *system.Case, v *record.Node) (err error) { c.Tags, err = textMap(v); return err }},
	{"extra", "Anything else, kept as it is.", func(c *system.Case, v *record.Node) (err error) {
		c.Extra, err = v.AppendJSON(nil)
		return err
	}},
}

func setVariables(c *system.Case, v *record.Node) error {
	all, err := textMap(v)
	if document := c.Variables["document"]; document != "" && err == nil {
		all["document"] = document
	}
	c.Variables = all
	return err
}

// setDocument makes a variable of the document's name: it is what a system is told of it.
func setDocument(c *system.Case, v *record.Node) error {
	name, err := v.Scalar()
	if c.Variables == nil {
		c.Variables = map[string]string{}
	}
	c.Variables["document"] = name
	return err
}

// ownKeys are those that tell this format from the others.
var ownKeys = []string{"gold", "gold_list", "passages", "variables", "messages", "evidence"}

func sniffAssay(h *record.Head) bool {
	return h.First.Kind == record.Object && (h.First.Has(ownKeys...) || slices.ContainsFunc(h.First.Fields, func(f record.Field) bool {
		before, _, dotted := strings.Cut(f.Key, ".")
		return dotted && isParent(before)
	}) || h.First.Has("question") && (!h.First.Has("answer") || h.First.Has("contexts")))
}

func readAssay(p *record.Pass) error {
	return p.Each(func(n *record.Node) error {
		c, err := assayCase(p, n)
		if err != nil || c == nil {
			return err
		}
		return p.Take(c, n.Line)
	})
}

// assayCase reads a record; nil is one with problems, which have been reported.
func assayCase(p *record.Pass, n *record.Node) (*system.Case, error) {
	c := &system.Case{}
	before := p.Problems.Count
	fields, err := nest(n.Fields)
	if err != nil {
		p.Fail(err)
	}
	sorted := goldListLast(fields)
	for i := range sorted {
		setKey(p, c, &sorted[i])
	}
	if n.Has("passages") && n.Has("contexts") {
		p.Fail(record.Faultf(n.Line, "passages and contexts are two names of one thing: keep one"))
	}
	if p.Problems.Count == before && c.Question == "" && len(c.Messages) == 0 && len(c.Variables) == 0 {
		p.Fail(record.Faultf(n.Line, "nothing is asked: there is no question, no messages and no variables"))
	}
	if p.Problems.Count > before {
		return nil, nil
	}
	if c.Cluster == "" && n.Has("document") { // questions about one document are not independent
		c.Cluster = c.Variables["document"]
	}
	return c, nil
}

func setKey(p *record.Pass, c *system.Case, f *record.Field) {
	if f.Value.Kind == record.Null || f.Value.Cell && f.Value.Text == "" && f.Key != "answer" {
		return
	}
	noteEmptyAnswer(p, f)
	for i := range keys {
		if keys[i].Name != f.Key {
			continue
		}
		if err := keys[i].set(c, &f.Value); err != nil {
			p.Fail(record.Faultf(f.Line, "%q: %v", f.Key, err))
		}
		return
	}
	p.Fail(record.Faultf(f.Line, "unknown key %q%s; what the format does not know goes under \"extra\"",
		record.Shown(f.Key), suggest.DidYouMean(f.Key, keyNames())))
}

// noteEmptyAnswer tells of a table's empty answers: a table cannot say that there is none.
func noteEmptyAnswer(p *record.Pass, f *record.Field) {
	if f.Value.Cell && f.Value.Text == "" {
		p.Notes.Add("an empty cell under %s is an answer that says nothing", f.Key)
	}
}

func keyNames() []string {
	names := make([]string, len(keys))
	for i := range keys {
		names[i] = keys[i].Name
	}
	return names
}

// goldListLast puts gold_list after the gold that it speaks of.
func goldListLast(fields []record.Field) []record.Field {
	for i := range fields {
		if fields[i].Key == "gold_list" {
			return append(append(slices.Clone(fields[:i]), fields[i+1:]...), fields[i])
		}
	}
	return fields
}

func isParent(key string) bool { return key == "tags" || key == "variables" || key == "extra" }

// nest makes objects of columns with names like tags.year, as tables have them.
func nest(fields []record.Field) ([]record.Field, error) {
	var flat []record.Field
	var parents []record.Field
	for i, f := range fields {
		parent, child, dotted := strings.Cut(f.Key, ".")
		if !dotted || !f.Value.Cell || !isParent(parent) {
			if len(parents) > 0 {
				flat = append(flat, f)
			}
			continue
		}
		if parents == nil {
			flat = slices.Clone(fields[:i])
			parents = []record.Field{}
		}
		at := slices.IndexFunc(parents, func(g record.Field) bool { return g.Key == parent })
		if at < 0 {
			at = len(parents)
			parents = append(parents, record.Field{Key: parent, Line: f.Line, Value: record.Node{Kind: record.Object, Line: f.Line}})
		}
		if f.Value.Text != "" {
			o := &parents[at].Value
			o.Fields = append(o.Fields, record.Field{Key: child, Line: f.Line, Value: f.Value})
		}
	}
	if len(parents) == 0 {
		return fields, nil
	}
	for _, f := range flat {
		if slices.ContainsFunc(parents, func(g record.Field) bool { return g.Key == f.Key }) {
			return fields, record.Faultf(f.Line, "the columns %q and %s.… say the same thing twice", f.Key, f.Key)
		}
	}
	return append(flat, parents...), nil
}

func setID(c *system.Case, v *record.Node) (err error) {
	if c.ID, err = v.Scalar(); err == nil && strings.TrimSpace(c.ID) == "" {
		return fmt.Errorf("is empty: leave it out, and the case gets one")
	}
	return err
}

func setGold(c *system.Case, v *record.Node) (err error) {
	if v, err = record.InCell(v); err != nil {
		return err
	}
	c.Gold, c.GoldList, err = v.Scalars()
	return err
}

func setGoldList(c *system.Case, v *record.Node) error {
	is, err := strconv.ParseBool(v.Text)
	if v.Kind != record.Truth && !v.Cell || err != nil {
		return fmt.Errorf("is true or false, got %s", v.Kind)
	}
	c.GoldList = is
	return nil
}

func setTolerance(c *system.Case, v *record.Node) error {
	if v.Kind != record.Number && !v.Cell {
		return fmt.Errorf("must be a number, got %s", v.Kind)
	}
	t, err := strconv.ParseFloat(strings.TrimSpace(v.Text), 64)
	if err != nil || !(t >= 0 && t < 1) {
		return fmt.Errorf("is %s: it is a share of the gold, from 0 to less than 1", record.Shown(v.Text))
	}
	c.Tolerance = t
	return nil
}

func setAnswer(c *system.Case, v *record.Node) error {
	items, isList, err := v.Scalars()
	joined := strings.Join(items, ", ")
	c.Answer = &joined
	if isList {
		c.Answers = items
	}
	return err
}

// textMap reads an object of scalars; lists and objects in it become their JSON.
func textMap(v *record.Node) (map[string]string, error) {
	v, err := record.InCell(v)
	if err != nil {
		return nil, err
	}
	if v.Kind != record.Object {
		return nil, fmt.Errorf("must be an object, got %s", v.Kind)
	}
	m := make(map[string]string, len(v.Fields))
	for i := range v.Fields {
		if f := &v.Fields[i]; f.Value.Kind != record.Null {
			if m[f.Key], err = f.Value.Plain(); err != nil {
				return nil, err
			}
		}
	}
	return m, nil
}

func setPassages(c *system.Case, v *record.Node) error {
	v, err := record.InCell(v)
	if err != nil {
		return err
	}
	c.Passages, err = passagesOf(v)
	return err
}

func passagesOf(v *record.Node) ([]system.Passage, error) {
	if v.Kind == record.Text {
		return []system.Passage{{Text: v.Text}}, nil
	}
	if v.Kind != record.List {
		return nil, fmt.Errorf("must be a text or a list, got %s", v.Kind)
	}
	all := make([]system.Passage, 0, len(v.Items))
	for i := range v.Items {
		one, err := passageOf(&v.Items[i])
		if err != nil {
			return nil, fmt.Errorf("item %d %w", i+1, err)
		}
		all = append(all, one)
	}
	return all, nil
}

func passageOf(v *record.Node) (s system.Passage, err error) {
	if v.Kind != record.Object {
		s.Text, err = v.Scalar()
		return s, err
	}
	for i := range v.Fields {
		f := &v.Fields[i]
		if f.Value.Kind == record.Null {
			continue
		}
		switch f.Key {
		case "id":
			s.ID, err = f.Value.Scalar()
		case "title":
			s.Title, err = f.Value.Scalar()
		case "text":
			s.Text, err = f.Value.Scalar()
		case "score":
			s.Score, err = strconv.ParseFloat(f.Value.Text, 64)
			if f.Value.Kind != record.Number {
				err = fmt.Errorf("must be a number, got %s", f.Value.Kind)
			}
		default:
			err = fmt.Errorf("is unknown%s", suggest.DidYouMean(f.Key, []string{"id", "title", "text", "score"}))
		}
		if err != nil {
			return s, fmt.Errorf("has a wrong key: %q %w", record.Shown(f.Key), err)
		}
	}
	if s.Text == "" {
		return s, fmt.Errorf("has no text")
	}
	return s, nil
}

func setMessages(c *system.Case, v *record.Node) error {
	v, err := record.InCell(v)
	if err != nil {
		return err
	}
	m, err := record.MessagesOf(v, func(key string) error { return fmt.Errorf("has the unknown key %q", record.Shown(key)) })
	if err != nil {
		return err
	}
	c.Messages = m
	if c.Question == "" {
		c.Question = m[len(m)-1].Text
	}
	return nil
}

// leave keeps the other fields of a record.
func leave(p *record.Pass, n *record.Node, taken func(string) bool) (json.RawMessage, bool) {
	extra, names, err := record.Rest(n, taken)
	if err != nil {
		p.Fail(record.Faultf(n.Line, "%v", err))
		return nil, false
	}
	for _, name := range names {
		p.Notes.Add("%q is kept as extra data and not used", record.Shown(name))
	}
	return extra, true
}
