package dataset

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/assayhq/assay/system"
)

// Key is a key of our own format.
type Key struct {
	Name string
	Doc  string
	set  func(*system.Case, *node) error
}

// Keys are the keys of our own format.
var Keys = []Key{
	{"id", "Names the case; a hash of question and gold where it is missing.", setID},
	{"question", "What is asked.", func(c *system.Case, v *node) (err error) { c.Question, err = v.scalar(); return err }},
	{"messages", `A conversation that ends in the question: a list of {"role", "text"} or {"role", "content"}.`, setMessages},
	{"passages", `What to answer from: a text, or a list of texts or of {"id", "title", "text", "score"}.`, setPassages},
	{"contexts", "Another name of passages.", setPassages},
	{"variables", "An object: what stands in the places of a prompt.", func(c *system.Case, v *node) (err error) { c.Variables, err = textMap(v); return err }},
	{"gold", "What is right: a text, a number, true or false, or a list of them.", setGold},
	{"gold_list", "true: the gold is a list; false: its items are alternatives. Where it is missing, a gold in brackets is a list.", setGoldList},
	{"unit", "Of a gold that is a bare number.", func(c *system.Case, v *node) (err error) { c.Unit, err = v.scalar(); return err }},
	{"tolerance", "By how much a figure may be off, as a share of the gold: from 0 to less than 1.", setTolerance},
	{"evidence", "An id or a list of ids: what the gold rests on.", func(c *system.Case, v *node) (err error) { c.Evidence, _, err = v.scalars(); return err }},
	{"answer", "What a system said already; an empty one is an answer too.", setAnswer},
	{"cluster", "The company or document that cases share, for intervals that know of it.", func(c *system.Case, v *node) (err error) { c.Cluster, err = v.scalar(); return err }},
	{"tags", "An object: groups for tables.", func(c *system.Case, v *node) (err error) { c.Tags, err = textMap(v); return err }},
	{"extra", "Anything else, kept as it is.", func(c *system.Case, v *node) (err error) { c.Extra, err = v.appendJSON(nil); return err }},
}

// ownKeys are those that tell this format from the others.
var ownKeys = []string{"gold", "gold_list", "passages", "variables", "messages", "evidence"}

func sniffAssay(h *head) bool {
	return h.first.kind == object && (h.first.has(ownKeys...) || slices.ContainsFunc(h.first.fields, func(f field) bool {
		before, _, dotted := strings.Cut(f.key, ".")
		return dotted && isParent(before)
	}) || h.first.has("question") && (!h.first.has("answer") || h.first.has("contexts")))
}

func readAssay(p *pass) error {
	return p.each(func(n *node) error {
		c, err := p.assayCase(n)
		if err != nil || c == nil {
			return err
		}
		return p.take(c, n.line)
	})
}

// assayCase reads a record; nil is one with problems, which have been told.
func (p *pass) assayCase(n *node) (*system.Case, error) {
	c := &system.Case{}
	before := p.problems.Count
	fields, err := nest(n.fields)
	if err != nil {
		p.fail(err)
	}
	sorted := goldListLast(fields)
	for i := range sorted {
		p.setKey(c, &sorted[i])
	}
	if n.has("passages") && n.has("contexts") {
		p.fail(faultf(n.line, "passages and contexts are two names of one thing: keep one"))
	}
	if p.problems.Count == before && c.Question == "" && len(c.Messages) == 0 && len(c.Variables) == 0 {
		p.fail(faultf(n.line, "nothing is asked: there is no question, no messages and no variables"))
	}
	if p.problems.Count > before {
		return nil, nil
	}
	return c, nil
}

func (p *pass) setKey(c *system.Case, f *field) {
	if f.value.kind == null || f.value.cell && f.value.text == "" && f.key != "answer" {
		return
	}
	p.noteEmptyAnswer(f)
	for i := range Keys {
		if Keys[i].Name != f.key {
			continue
		}
		if err := Keys[i].set(c, &f.value); err != nil {
			p.fail(faultf(f.line, "%q: %v", f.key, err))
		}
		return
	}
	p.fail(faultf(f.line, "unknown key %q%s; what the format does not know goes under \"extra\"", shown(f.key), nearest(f.key, keyNames())))
}

// noteEmptyAnswer tells of a table's empty answers: a table cannot say that there is none.
func (p *pass) noteEmptyAnswer(f *field) {
	if f.value.cell && f.value.text == "" {
		p.notes.add("an empty cell under %s is an answer that says nothing", f.key)
	}
}

func keyNames() []string {
	names := make([]string, len(Keys))
	for i := range Keys {
		names[i] = Keys[i].Name
	}
	return names
}

// goldListLast puts gold_list after the gold that it speaks of.
func goldListLast(fields []field) []field {
	for i := range fields {
		if fields[i].key == "gold_list" {
			return append(append(slices.Clone(fields[:i]), fields[i+1:]...), fields[i])
		}
	}
	return fields
}

func isParent(key string) bool { return key == "tags" || key == "variables" || key == "extra" }

// nest makes objects of columns with names like tags.year, as tables have them.
func nest(fields []field) ([]field, error) {
	var flat []field
	var parents []field
	for i, f := range fields {
		parent, child, dotted := strings.Cut(f.key, ".")
		if !dotted || !f.value.cell || !isParent(parent) {
			if len(parents) > 0 {
				flat = append(flat, f)
			}
			continue
		}
		if parents == nil {
			flat = slices.Clone(fields[:i])
			parents = []field{}
		}
		at := slices.IndexFunc(parents, func(g field) bool { return g.key == parent })
		if at < 0 {
			at = len(parents)
			parents = append(parents, field{parent, f.line, node{kind: object, line: f.line}})
		}
		if f.value.text != "" {
			o := &parents[at].value
			o.fields = append(o.fields, field{child, f.line, f.value})
		}
	}
	if len(parents) == 0 {
		return fields, nil
	}
	for _, f := range flat {
		if slices.ContainsFunc(parents, func(g field) bool { return g.key == f.key }) {
			return fields, faultf(f.line, "the columns %q and %s.… say the same thing twice", f.key, f.key)
		}
	}
	return append(flat, parents...), nil
}

func setID(c *system.Case, v *node) (err error) {
	if c.ID, err = v.scalar(); err == nil && strings.TrimSpace(c.ID) == "" {
		return fmt.Errorf("is empty: leave it out, and the case gets one")
	}
	return err
}

func setGold(c *system.Case, v *node) (err error) {
	if v, err = inCell(v); err != nil {
		return err
	}
	c.Gold, c.GoldList, err = v.scalars()
	return err
}

func setGoldList(c *system.Case, v *node) error {
	is, err := strconv.ParseBool(v.text)
	if v.kind != truth && !v.cell || err != nil {
		return fmt.Errorf("is true or false, and here stands %s", v.kind)
	}
	c.GoldList = is
	return nil
}

func setTolerance(c *system.Case, v *node) error {
	if v.kind != number && !v.cell {
		return fmt.Errorf("is a number, and here stands %s", v.kind)
	}
	t, err := strconv.ParseFloat(strings.TrimSpace(v.text), 64)
	if err != nil || !(t >= 0 && t < 1) {
		return fmt.Errorf("is %s: it is a share of the gold, from 0 to less than 1", shown(v.text))
	}
	c.Tolerance = t
	return nil
}

func setAnswer(c *system.Case, v *node) error {
	items, isList, err := v.scalars()
	joined := strings.Join(items, ", ")
	if c.Answer = &joined; isList {
		c.Answers = items
	}
	return err
}

// textMap reads an object of scalars; lists and objects in it become their JSON.
func textMap(v *node) (map[string]string, error) {
	v, err := inCell(v)
	if err != nil {
		return nil, err
	}
	if v.kind != object {
		return nil, fmt.Errorf("is an object, and here stands %s", v.kind)
	}
	m := make(map[string]string, len(v.fields))
	for i := range v.fields {
		if f := &v.fields[i]; f.value.kind != null {
			if m[f.key], err = f.value.plain(); err != nil {
				return nil, err
			}
		}
	}
	return m, nil
}

func setPassages(c *system.Case, v *node) error {
	v, err := inCell(v)
	if err != nil {
		return err
	}
	c.Passages, err = passagesOf(v)
	return err
}

func passagesOf(v *node) ([]system.Passage, error) {
	if v.kind == text {
		return []system.Passage{{Text: v.text}}, nil
	}
	if v.kind != list {
		return nil, fmt.Errorf("is a text or a list, and here stands %s", v.kind)
	}
	all := make([]system.Passage, 0, len(v.items))
	for i := range v.items {
		one, err := passageOf(&v.items[i])
		if err != nil {
			return nil, fmt.Errorf("item %d %w", i+1, err)
		}
		all = append(all, one)
	}
	return all, nil
}

func passageOf(v *node) (s system.Passage, err error) {
	if v.kind != object {
		s.Text, err = v.scalar()
		return s, err
	}
	for i := range v.fields {
		f := &v.fields[i]
		if f.value.kind == null {
			continue
		}
		switch f.key {
		case "id":
			s.ID, err = f.value.scalar()
		case "title":
			s.Title, err = f.value.scalar()
		case "text":
			s.Text, err = f.value.scalar()
		case "score":
			if s.Score, err = strconv.ParseFloat(f.value.text, 64); f.value.kind != number {
				err = fmt.Errorf("is a number, and here stands %s", f.value.kind)
			}
		default:
			err = fmt.Errorf("is unknown%s", nearest(f.key, []string{"id", "title", "text", "score"}))
		}
		if err != nil {
			return s, fmt.Errorf("has a wrong key: %q %w", shown(f.key), err)
		}
	}
	if s.Text == "" {
		return s, fmt.Errorf("has no text")
	}
	return s, nil
}

func setMessages(c *system.Case, v *node) error {
	v, err := inCell(v)
	if err != nil {
		return err
	}
	m, err := messagesOf(v, func(key string) error { return fmt.Errorf("has the unknown key %q", shown(key)) })
	if err != nil {
		return err
	}
	c.Messages = m
	if c.Question == "" {
		c.Question = m[len(m)-1].Text
	}
	return nil
}

// roles are the names that roles have elsewhere.
var roles = []struct{ name, role string }{
	{"system", "system"}, {"user", "user"}, {"assistant", "assistant"},
	{"developer", "system"}, {"human", "user"}, {"ai", "assistant"},
}

// messagesOf reads a conversation. What a message says besides is asked of other.
func messagesOf(v *node, other func(key string) error) ([]system.Message, error) {
	if v.kind != list || len(v.items) == 0 {
		return nil, fmt.Errorf("is a list of messages, and here stands %s", describe(v))
	}
	all := make([]system.Message, len(v.items))
	for i := range v.items {
		var err error
		if all[i], err = messageOf(&v.items[i], other); err != nil {
			return nil, fmt.Errorf("message %d %w", i+1, err)
		}
	}
	return all, nil
}

func describe(v *node) string {
	if v.kind == list && len(v.items) == 0 {
		return "an empty list"
	}
	return v.kind.String()
}

func messageOf(v *node, other func(string) error) (m system.Message, err error) {
	if v.kind != object {
		return m, fmt.Errorf("is %s, not an object with role and content", v.kind)
	}
	said := false
	for i := range v.fields {
		f := &v.fields[i]
		switch {
		case f.value.kind == null:
			continue
		case f.key == "role" || f.key == "type":
			m.Role, err = roleOf(f.value.text)
		case f.key == "content" || f.key == "text":
			said = true
			m.Text, err = contentOf(&f.value)
		default:
			err = other(f.key)
		}
		if err != nil {
			return m, err
		}
	}
	if m.Role == "" || !said {
		return m, fmt.Errorf("has no role, or no content")
	}
	return m, nil
}

func roleOf(name string) (string, error) {
	for _, r := range roles {
		if r.name == strings.ToLower(name) {
			return r.role, nil
		}
	}
	return "", fmt.Errorf("has the role %q, and conversations with tools are not read", shown(name))
}

// contentOf is the text of a message: itself, or its parts of text one after the other.
func contentOf(v *node) (string, error) {
	if v.kind != list {
		return v.scalar()
	}
	var b strings.Builder
	for i := range v.items {
		part := &v.items[i]
		said := part.find("text")
		if said == nil || said.kind != text {
			return "", fmt.Errorf("has a part that is no text")
		}
		b.WriteString(said.text)
	}
	return b.String(), nil
}

// leave keeps what a record says besides.
func (p *pass) leave(n *node, taken func(string) bool) (json.RawMessage, bool) {
	extra, names, err := rest(n, taken)
	if err != nil {
		p.fail(faultf(n.line, "%v", err))
		return nil, false
	}
	for _, name := range names {
		p.notes.add("%q is kept besides and not used", shown(name))
	}
	return extra, true
}
