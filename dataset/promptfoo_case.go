package dataset

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/assayhq/assay/system"
)

// test is a test of promptfoo, or a part of one.
type test struct {
	path     string
	line     int
	vars     []field
	asserts  []node
	metadata []field
	options  []field
	own      []field // what else it says
}

// build takes a test apart; nil is one with problems, which have been told.
func (s *suite) build(path string, n *node) *test {
	if n.kind != object {
		s.failAt(path, n.line, "a test is an object, and here stands %s", n.kind)
		return nil
	}
	t := &test{path: path, line: n.line}
	before := s.problems.Count
	for i := range n.fields {
		f := &n.fields[i]
		switch v := &f.value; {
		case v.kind == null:
		case f.key == "vars":
			t.vars = s.variables(path, v)
		case f.key == "assert":
			t.asserts = s.asserts(path, v)
		case f.key == "metadata" || f.key == "options":
			if v.kind != object {
				s.failAt(path, f.line, "%s is an object, and here stands %s", f.key, v.kind)
			} else if f.key == "metadata" {
				t.metadata = v.fields
			} else {
				t.options = v.fields
				s.noteOptions(v.fields)
			}
		default:
			t.own = append(t.own, *f)
			if f.key != "description" && f.key != "providerOutput" {
				s.notes.add("%s of tests is kept besides and not used", shown(f.key))
			}
		}
	}
	if s.problems.Count == before && len(n.fields) == 0 {
		s.failAt(path, n.line, "a test that says nothing")
	}
	if s.problems.Count > before {
		return nil
	}
	return t
}

func (s *suite) noteOptions(options []field) {
	for i := range options {
		if options[i].key != "disableVarExpansion" {
			s.notes.add("the option %q of tests is kept besides and not applied", shown(options[i].key))
		}
	}
}

// variables are those of a test: an object, or the files that hold it.
func (s *suite) variables(path string, n *node) []field {
	switch n.kind {
	case object:
		return n.fields
	case text:
		return s.files.variables(path, n)
	case list:
		var all []field
		for i := range n.items {
			all = override(all, s.variables(path, &n.items[i]))
		}
		return all
	}
	s.failAt(path, n.line, "vars is an object, and here stands %s", n.kind)
	return nil
}

// asserts checks the asserts of a test, and notes those that have no scorer here.
func (s *suite) asserts(path string, n *node) []node {
	if n.kind != list {
		s.failAt(path, n.line, "assert is a list, and here stands %s", n.kind)
		return nil
	}
	for i := range n.items {
		s.noteAssert(path, &n.items[i])
	}
	return n.items
}

func (s *suite) noteAssert(path string, a *node) {
	kind := a.find("type")
	if kind == nil || kind.kind != text {
		s.failAt(path, a.line, "an assert is an object with a type")
		return
	}
	row := assertOf(strings.TrimPrefix(kind.text, "not-"))
	switch {
	case strings.HasPrefix(kind.text, "promptfoo:"):
		s.notes.add("assert %q has no scorer here and is kept besides", shown(kind.text))
	case row == nil:
		var known []string
		for i := range Asserts {
			known = append(known, Asserts[i].Type)
		}
		s.notes.add("assert %q is not known here and is kept besides%s", shown(kind.text), nearest(kind.text, known))
	case strings.HasPrefix(kind.text, "not-") || row.Scorer == "":
		s.notes.add("assert %q has no scorer here and is kept besides: %s", kind.text, row.Doc)
	case row.Scorer != "exact":
		s.notes.add("assert %q is nearly the scorer %s: %s", kind.text, row.Scorer, row.Doc)
	}
	if inner := a.find("assert"); row != nil && row.Type == "assert-set" && inner != nil {
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
func override(under, over []field) []field {
	if len(under) == 0 {
		return over
	}
	all := slices.Clone(under)
	at := make(map[string]int, len(all))
	for i := range all {
		at[all[i].key] = i
	}
	for _, f := range over {
		if i, ok := at[f.key]; ok {
			all[i] = f
		} else {
			at[f.key] = len(all)
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
	extra, ok := s.besides(t)
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
		single = single || t.options[i].key == "disableVarExpansion" && t.options[i].value.text == "true"
	}
	all := make([][]string, len(t.vars))
	for i := range t.vars {
		v := &t.vars[i].value
		several := v.kind == list && len(v.items) > 0 && v.items[0].kind == text && !single
		each := []*node{v}
		if several {
			each = values(v)
		}
		for _, one := range each {
			texts, ok := s.files.value(t.path, one)
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
		c.Variables[t.vars[i].key] = choices[i][at[i]]
	}
	for i := range t.vars {
		filled, err := fill(c.Variables[t.vars[i].key], c.Variables)
		if err != nil {
			s.failAt(t.path, t.vars[i].line, "the variable %q: %v", shown(t.vars[i].key), err)
			return nil
		}
		c.Variables[t.vars[i].key] = filled
	}
	var err error
	if c.Gold, err = s.gold(t, c.Variables); err != nil {
		s.failIn(t.path, err)
		return nil
	}
	for i := range t.metadata {
		if v := &t.metadata[i].value; v.kind > null && v.kind <= text {
			c.Tags[t.metadata[i].key] = v.text
		}
	}
	if len(c.Tags) == 0 {
		c.Tags = nil
	}
	if answer := fieldOf(t.own, "providerOutput"); answer != nil {
		said, err := answer.plain()
		if err != nil {
			s.failAt(t.path, t.line, "providerOutput: %v", err)
			return nil
		}
		c.Answer = &said
	}
	if s.talk == "" {
		c.Question = s.question(c.Variables)
	} else if err := s.converse(c, t); err != nil {
		s.failIn(t.path, err)
		return nil
	}
	return s.take(c, t.line)
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
		s.notes.add("a test has no variable that is its question (%s); its prompt asks it", strings.Join(questions, ", "))
		return ""
	}
	if name != "question" {
		s.notes.add("the variable %q is taken for the question", shown(name))
	}
	return variables[name]
}

func fieldOf(fields []field, key string) *node {
	for i := range fields {
		if fields[i].key == key && fields[i].value.kind != null {
			return &fields[i].value
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
		row := assertOf(a.find("type").text)
		value := a.find("value")
		if row == nil || !row.Reference || value == nil {
			continue
		}
		said, ok := s.files.value(t.path, value)
		if !ok {
			return nil, nil // told, so that no case comes of it
		}
		for _, one := range said {
			filled, err := fill(one, variables)
			if err != nil {
				return nil, faultf(value.line, "the value of %s: %v", row.Type, err)
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
		s.notes.add("several equals on one test, all of which promptfoo wants, are alternatives here")
	}
	if len(equal) > 0 {
		return equal, nil
	}
	return other, nil
}

// besides is what a test says that a case has no place for.
func (s *suite) besides(t *test) (json.RawMessage, bool) {
	var all []field
	for _, f := range t.own {
		if f.key != "providerOutput" {
			all = append(all, f)
		}
	}
	if len(t.asserts) > 0 {
		all = append(all, field{key: "assert", value: node{kind: list, items: t.asserts}})
	}
	var nested []field
	for _, f := range t.metadata {
		if f.value.kind > text {
			nested = append(nested, f)
		}
	}
	for _, o := range []field{{key: "metadata", value: node{fields: nested}}, {key: "options", value: node{fields: t.options}}} {
		if o.value.kind = object; len(o.value.fields) > 0 {
			all = append(all, o)
		}
	}
	if len(all) == 0 {
		return nil, true
	}
	b, err := appendObject(nil, all)
	if err != nil {
		s.failIn(t.path, fmt.Errorf("%w: line %d", err, t.line))
	}
	return b, err == nil
}
