package gate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/assayhq/assay/internal/yamltree"
)

// Limits of what is read as a profile.
const (
	maxRules    = 200
	maxNesting  = 16 // of brackets and indentation
	maxTags     = 16 // of a rule's where
	maxNameText = 200
)

// Parse reads a profile, strictly; the error names everything that is wrong with it.
func Parse(path string, text []byte) (*Profile, error) {
	r := &reader{path: path}
	if len(text) > maxProfile {
		return nil, fmt.Errorf("%s: has %d KB, which is no list of rules", path, len(text)>>10)
	}
	file, err := yamltree.Parse(path, text, maxNesting)
	if err != nil {
		return nil, err
	}
	if len(file.Docs) != 1 || file.Docs[0].Body == nil {
		return nil, &yamltree.Problem{Path: path, Line: 1, Column: 1,
			Message: "a profile is one document with a name and rules"}
	}
	p := r.profile(file.Docs[0].Body)
	return p, yamltree.Join(r.problems)
}

// reader reads nodes and gathers what is wrong with them.
type reader struct {
	path     string
	problems []*yamltree.Problem
}

func (r *reader) bad(n ast.Node, format string, args ...any) {
	r.problems = append(r.problems, r.problem(n, fmt.Sprintf(format, args...)))
}

// problem is a message about a node.
func (r *reader) problem(n ast.Node, message string) *yamltree.Problem {
	return yamltree.At(r.path, n, message)
}

// pairs are the members of a mapping, each once.
func (r *reader) pairs(n ast.Node, what string) []*ast.MappingValueNode {
	var all []*ast.MappingValueNode
	switch n := n.(type) {
	case *ast.MappingNode:
		all = n.Values
	case *ast.MappingValueNode:
		all = []*ast.MappingValueNode{n}
	default:
		r.bad(n, "%s must be a mapping of keys to values", what)
		return nil
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(slices.Clone(all), func(p *ast.MappingValueNode) bool {
		key := keyOf(p)
		twice := seen[key]
		seen[key] = true
		if twice {
			r.bad(p.Key, "%s: is here a second time", key)
		}
		return twice
	})
}

func keyOf(p *ast.MappingValueNode) string {
	if t := p.Key.GetToken(); t != nil {
		return t.Value
	}
	return ""
}

func (r *reader) profile(n ast.Node) *Profile {
	p := &Profile{}
	for _, pair := range r.pairs(n, "a profile") {
		switch key := keyOf(pair); key {
		case "name":
			p.Name = r.text(pair.Value, key)
		case "level":
			if v, ok := r.number(pair.Value, key); ok {
				p.Level = v
				if v <= 0.5 || v >= 1 {
					r.bad(pair.Value, "level: must lie between 0.5 and 1, such as 0.95")
				}
			}
		case "rules":
			p.Rules = r.rules(pair.Value)
		default:
			r.bad(pair.Key, "%s: unknown key; a profile has name, level and rules", key)
		}
	}
	if p.Name == "" {
		r.bad(n, "name: is missing")
	}
	if len(p.Rules) == 0 && len(r.problems) == 0 {
		r.bad(n, "rules: there are none")
	}
	return p
}

func (r *reader) rules(n ast.Node) []Rule {
	list, ok := n.(*ast.SequenceNode)
	if !ok {
		r.bad(n, "rules: must be a list")
		return nil
	}
	if len(list.Values) > maxRules {
		r.bad(n, "rules: %d are more than the %d that a profile may have", len(list.Values), maxRules)
		return nil
	}
	var rules []Rule
	names := map[string]bool{}
	for _, value := range list.Values {
		rule := r.rule(value)
		if names[rule.Name] {
			r.bad(value, "rule %q: another rule has this name; give each its own", rule.Name)
		}
		names[rule.Name] = true
		rules = append(rules, rule)
	}
	return rules
}

func (r *reader) rule(n ast.Node) Rule {
	rule := Rule{Statistic: Mean, Unscored: DefaultUnscored, On: onInterval}
	at := map[string]ast.Node{}
	before := len(r.problems)
	for _, pair := range r.pairs(n, "a rule") {
		key := keyOf(pair)
		i := slices.IndexFunc(Fields, func(f Field) bool { return f.Name == key })
		if i < 0 {
			r.bad(pair.Key, "%s: unknown key; a rule has %s", key, fieldNames())
			continue
		}
		at[key] = pair.Value
		Fields[i].read(r, pair.Value, &rule)
	}
	if len(r.problems) == before {
		r.check(n, at, &rule)
	}
	if rule.Name == "" {
		rule.Name = rule.title()
	}
	return rule
}

func (r *reader) text(n ast.Node, key string) string {
	s, ok := n.(*ast.StringNode)
	switch {
	case !ok:
		r.bad(n, "%s: must be text", key)
		return ""
	case s.Value == "" || len(s.Value) > maxNameText || strings.ContainsAny(s.Value, "\n\r\x00"):
		r.bad(n, "%s: must be one line of at most %d bytes", key, maxNameText)
		return ""
	}
	return s.Value
}

func (r *reader) number(n ast.Node, key string) (float64, bool) {
	switch n.(type) {
	case *ast.IntegerNode, *ast.FloatNode:
		if v, err := strconv.ParseFloat(strings.ReplaceAll(n.GetToken().Value, "_", ""), 64); err == nil && v > -1e15 &&
			v < 1e15 {
			return v, true
		}
	}
	r.bad(n, "%s: must be a number", key)
	return 0, false
}

// choice is one of a few words.
func (r *reader) choice(n ast.Node, key string, from ...string) string {
	t := n.GetToken()
	if t != nil && slices.Contains(from, t.Value) {
		return t.Value
	}
	r.bad(n, "%s: must be one of %s", key, strings.Join(from, ", "))
	return ""
}
