package promptfoo

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/assayhq/assay/dataset/internal/record"
	"github.com/assayhq/assay/internal/suggest"
	"github.com/assayhq/assay/system"
)

// test is a test of promptfoo, or a part of one.
type test struct {
	path     string
	line     int
	vars     []record.Field
	asserts  []record.Node
	metadata []record.Field
	options  []record.Field
	own      []record.Field // what else it says
}

// build takes a test apart; nil is one with problems, which have been reported.
func (s *suite) build(path string, n *record.Node) *test {
	if n.Kind != record.Object {
		s.failAt(path, n.Line, "a test must be an object, got %s", n.Kind)
		return nil
	}
	t := &test{path: path, line: n.Line}
	before := s.Problems.Count
	for i := range n.Fields {
		f := &n.Fields[i]
		switch v := &f.Value; {
		case v.Kind == record.Null:
		case f.Key == "vars":
			t.vars = s.variables(path, v)
		case f.Key == "assert":
			t.asserts = s.asserts(path, v)
		case f.Key == "metadata" || f.Key == "options":
			if v.Kind != record.Object {
				s.failAt(path, f.Line, "%s must be an object, got %s", f.Key, v.Kind)
			} else if f.Key == "metadata" {
				t.metadata = v.Fields
			} else {
				t.options = v.Fields
				s.noteOptions(v.Fields)
			}
		default:
			t.own = append(t.own, *f)
			if f.Key != "description" && f.Key != "providerOutput" {
				s.Notes.Add("%s of tests is kept as extra data and not used", record.Shown(f.Key))
			}
		}
	}
	if s.Problems.Count == before && len(n.Fields) == 0 {
		s.failAt(path, n.Line, "a test that says nothing")
	}
	if s.Problems.Count > before {
		return nil
	}
	return t
}

func (s *suite) noteOptions(options []record.Field) {
	for i := range options {
		if options[i].Key != "disableVarExpansion" {
			s.Notes.Add("the option %q of tests is kept as extra data and not applied", record.Shown(options[i].Key))
		}
	}
}

// variables are those of a test: an object, or the files that hold it.
func (s *suite) variables(path string, n *record.Node) []record.Field {
	switch n.Kind {
	case record.Object:
		return n.Fields
	case record.Text:
		return readVariables(s.files, path, n)
	case record.List:
		var all []record.Field
		for i := range n.Items {
			all = override(all, s.variables(path, &n.Items[i]))
		}
		return all
	}
	s.failAt(path, n.Line, "vars must be an object, got %s", n.Kind)
	return nil
}

// asserts checks the asserts of a test, and notes those that have no scorer here.
func (s *suite) asserts(path string, n *record.Node) []record.Node {
	if n.Kind != record.List {
		s.failAt(path, n.Line, "assert must be a list, got %s", n.Kind)
		return nil
	}
	for i := range n.Items {
		s.noteAssert(path, &n.Items[i])
	}
	return n.Items
}

func (s *suite) noteAssert(path string, a *record.Node) {
	kind := a.Find("type")
	if kind == nil || kind.Kind != record.Text {
		s.failAt(path, a.Line, "an assert is an object with a type")
		return
	}
	row := assertOf(strings.TrimPrefix(kind.Text, "not-"))
	switch {
	case strings.HasPrefix(kind.Text, "promptfoo:"):
		s.Notes.Add("assert %q has no scorer here and is kept as extra data", record.Shown(kind.Text))
	case row == nil:
		var known []string
		for i := range asserts {
			known = append(known, asserts[i].Type)
		}
		s.Notes.Add("assert %q is not known here and is kept as extra data%s", record.Shown(kind.Text), suggest.DidYouMean(kind.Text, known))
	case strings.HasPrefix(kind.Text, "not-") || row.Scorer == "":
		s.Notes.Add("assert %q has no scorer here and is kept as extra data: %s", kind.Text, row.Doc)
	case row.Scorer != "exact":
		s.Notes.Add("assert %q is nearly the scorer %s: %s", kind.Text, row.Scorer, row.Doc)
	}
	if inner := a.Find("assert"); row != nil && row.Type == "assert-set" && inner != nil {
		s.asserts(path, inner)
	}
}

// join is a test on top of what it begins with.
func join(under, over *test) *test {
	return &test{
		path: over.path, line: over.line,
		vars:     override(under.vars, over.vars),
		asserts:  append(slices.Clone(under.asserts), over.asserts...),
		metadata: override(under.metadata, over.metadata),
		options:  override(under.options, over.options),
		own:      override(under.own, over.own),
	}
}

// override is the fields of both, with the second one's word where they differ.
func override(under, over []record.Field) []record.Field {
	if len(under) == 0 {
		return over
	}
	all := slices.Clone(under)
	at := make(map[string]int, len(all))
	for i := range all {
		at[all[i].Key] = i
	}
	for _, f := range over {
		if i, ok := at[f.Key]; ok {
			all[i] = f
		} else {
			at[f.Key] = len(all)
			all = append(all, f)
		}
	}
	return all
}

// maxCases is the most cases that the combinations of one test's variables make.
const maxCases = 1 << 20

// expand makes a case of each combination of the variables that are lists of texts, the last one's items
// going round fastest.
func (s *suite) expand(t *test) error {
	choices, ok := s.choices(t)
	if !ok {
		return nil
	}
	total := 1
	for _, c := range choices {
		if total *= len(c); total > maxCases {
			s.failAt(t.path, t.line, "the combinations of its variables are more than %d cases", maxCases)
			return nil
		}
	}
	extra, ok := s.extraOf(t)
	if !ok {
		return nil
	}
	at := make([]int, len(choices))
	for range total {
		if err := s.combination(t, choices, at, extra); err != nil {
			return err
		}
		for i := len(at) - 1; i >= 0; i-- {
			if at[i]++; at[i] < len(choices[i]) {
				break
			}
			at[i] = 0
		}
	}
	return nil
}

// choices are the values that each variable takes.
func (s *suite) choices(t *test) ([][]string, bool) {
	single := false
	for i := range t.options {
		single = single || t.options[i].Key == "disableVarExpansion" && t.options[i].Value.Text == "true"
	}
	all := make([][]string, len(t.vars))
	for i := range t.vars {
		v := &t.vars[i].Value
		several := v.Kind == record.List && len(v.Items) > 0 && v.Items[0].Kind == record.Text && !single
		each := []*record.Node{v}
		if several {
			each = record.Values(v)
		}
		for _, one := range each {
			texts, ok := readValue(s.files, t.path, one)
			if !ok {
				return nil, false
			}
			all[i] = append(all[i], texts...)
		}
	}
	return all, true
}

// combination makes the case of one choice for each variable.
func (s *suite) combination(t *test, choices [][]string, at []int, extra json.RawMessage) error {
	c := &system.Case{Extra: extra, Variables: make(map[string]string, len(t.vars)), Tags: map[string]string{}}
	for i := range t.vars {
		c.Variables[t.vars[i].Key] = choices[i][at[i]]
	}
	for i := range t.vars {
		filled, err := fill(c.Variables[t.vars[i].Key], c.Variables)
		if err != nil {
			s.failAt(t.path, t.vars[i].Line, "the variable %q: %v", record.Shown(t.vars[i].Key), err)
			return nil
		}
		c.Variables[t.vars[i].Key] = filled
	}
	var err error
	if c.Gold, err = s.gold(t, c.Variables); err != nil {
		s.FailIn(t.path, err)
		return nil
	}
	for i := range t.metadata {
		if v := &t.metadata[i].Value; v.Kind > record.Null && v.Kind <= record.Text {
			c.Tags[t.metadata[i].Key] = v.Text
		}
	}
	if len(c.Tags) == 0 {
		c.Tags = nil
	}
	if answer := fieldOf(t.own, "providerOutput"); answer != nil {
		stored, err := answer.Plain()
		if err != nil {
			s.failAt(t.path, t.line, "providerOutput: %v", err)
			return nil
		}
		c.Answer = &stored
	}
	if s.talk == "" {
		c.Question = s.question(c.Variables)
	} else if err := s.converse(c, t); err != nil {
		s.FailIn(t.path, err)
		return nil
	}
	return s.Take(c, t.line)
}

// questions are the variables that a question goes by, the first that is there.
var questions = []string{"question", "query", "user_input", "input", "prompt"}

func (s *suite) question(variables map[string]string) string {
	name := ""
	for _, q := range questions {
		if _, ok := variables[q]; ok && name == "" {
			name = q
		}
	}
	if len(variables) == 1 && name == "" {
		for only := range maps.Keys(variables) {
			name = only
		}
	}
	if name == "" {
		s.Notes.Add("a test has no variable that is its question (%s); its prompt asks it", strings.Join(questions, ", "))
		return ""
	}
	if name != "question" {
		s.Notes.Add("the variable %q is taken for the question", record.Shown(name))
	}
	return variables[name]
}

func fieldOf(fields []record.Field, key string) *record.Node {
	for i := range fields {
		if fields[i].Key == key && fields[i].Value.Kind != record.Null {
			return &fields[i].Value
		}
	}
	return nil
}

// gold is what the asserts compare the answer with: that of equals, or else that of the others that have
// a reference.
func (s *suite) gold(t *test, variables map[string]string) ([]string, error) {
	var equal, other []string
	for i := range t.asserts {
		a := &t.asserts[i]
		row := assertOf(a.Find("type").Text)
		value := a.Find("value")
		if row == nil || !row.Reference || value == nil {
			continue
		}
		answer, ok := readValue(s.files, t.path, value)
		if !ok {
			return nil, nil // told, so that no case comes of it
		}
		for _, one := range answer {
			filled, err := fill(one, variables)
			if err != nil {
				return nil, record.Faultf(value.Line, "the value of %s: %v", row.Type, err)
			}
			into := &other
			if row.Type == "equals" {
				into = &equal
			}
			if !slices.Contains(*into, filled) {
				*into = append(*into, filled)
			}
		}
	}
	if len(equal) > 1 {
		s.Notes.Add("several equals on one test, all of which promptfoo requires, are alternatives here")
	}
	if len(equal) > 0 {
		return equal, nil
	}
	return other, nil
}

// extraOf is what a test says that a case has no place for.
func (s *suite) extraOf(t *test) (json.RawMessage, bool) {
	var all []record.Field
	for _, f := range t.own {
		if f.Key != "providerOutput" {
			all = append(all, f)
		}
	}
	if len(t.asserts) > 0 {
		all = append(all, record.Field{Key: "assert", Value: record.Node{Kind: record.List, Items: t.asserts}})
	}
	var nested []record.Field
	for _, f := range t.metadata {
		if f.Value.Kind > record.Text {
			nested = append(nested, f)
		}
	}
	for _, o := range []record.Field{{Key: "metadata", Value: record.Node{Fields: nested}},
		{Key: "options", Value: record.Node{Fields: t.options}}} {
		o.Value.Kind = record.Object
		if len(o.Value.Fields) > 0 {
			all = append(all, o)
		}
	}
	if len(all) == 0 {
		return nil, true
	}
	b, err := record.AppendObject(nil, all)
	if err != nil {
		s.FailIn(t.path, fmt.Errorf("%w: line %d", err, t.line))
	}
	return b, err == nil
}
