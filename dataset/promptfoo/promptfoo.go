// Package promptfoo reads promptfoo's configurations and tests into cases: variables, asserts, prompts, scenarios.
//
// It refuses programs, web addresses, files outside the configuration's directory, and templates that compute.
package promptfoo

import (
	"strings"

	"github.com/assayhq/assay/dataset/internal/record"
	"github.com/assayhq/assay/internal/suggest"
)

// setting is a key at the top of promptfoo's configuration.
type setting struct {
	name string
	note string // why it is not taken over; empty for what is, or for what says nothing about the cases
}

const nameModel = "name the model when the set is run"

var settings = []setting{
	{"prompts", ""}, {"tests", ""}, {"defaultTest", ""}, {"scenarios", ""}, {"description", ""}, {"$schema",
		""}, {"tags", ""}, {"metadata", ""},
	{"providers", nameModel}, {"targets", nameModel},
	{"evaluateOptions", "concurrency, repeats and caches are flags of the run"},
	{"commandLineOptions", "they are flags of the run"},
	{"outputPath", "reports are asked for when the run is done"},
	{"sharing", "nothing is shared"}, {"writeLatestResults", "every run is kept"},
	{"env", "keys come from the environment"},
	{"nunjucksFilters", "programs are not run"}, {"extensions", "programs are not run"},
	{"derivedMetrics", "expressions are not computed"},
	{"redteam", "no attacks are generated"}, {"tracing", "traces are set up in assay.yaml"},
}

// IsSetting reports whether a key is one of the top of a configuration.
func IsSetting(key string) bool { return configKey(key) != nil }

func configKey(name string) *setting {
	for i := range settings {
		if settings[i].name == name {
			return &settings[i]
		}
	}
	return nil
}

// IsConfig reports whether an object is a configuration, and not a record.
func IsConfig(n *record.Node) bool {
	return n.Kind == record.Object && n.Has("prompts", "tests", "defaultTest", "scenarios", "providers", "targets") &&
		!n.Has("question", "input", "vars", "user_input", "gold")
}

// Sniff reports whether a file begins like one of promptfoo.
func Sniff(h *record.Head) bool {
	n := h.First
	switch {
	case n.Kind == record.Text:
		return strings.HasPrefix(n.Text, "file://")
	case IsConfig(n) && (h.Shape == record.JSONFile || h.Shape == record.YAMLFile):
		return true
	case h.Shape != record.Table:
		v := n.Find("vars")
		return v != nil && v.Kind == record.Object || n.Has("assert")
	}
	for i := range n.Fields {
		if isReserved(n.Fields[i].Key) {
			return true
		}
	}
	return false
}

// readPromptfoo reads a configuration, or a file of tests.
func Read(p *record.Pass) error {
	s := newSuite(p)
	defer s.close()
	switch p.Input.Shape {
	case record.Table:
		return p.Each(func(n *record.Node) error { return s.row(p.Input.Path, n) })
	case record.JSONFile, record.YAMLFile:
		doc, err := p.ReadDocument()
		if err != nil || doc == nil {
			return err
		}
		if doc.Kind == record.Object && IsConfig(doc) {
			return s.config(doc)
		}
		return s.tests(p.Input.Path, doc)
	}
	return p.Each(func(n *record.Node) error { return s.one(p.Input.Path, n) })
}

// suite is a configuration being read: what its tests have in common.
type suite struct {
	*record.Pass
	files   *record.Refs
	general *test  // defaultTest
	talk    string // the variable that is the whole prompt: a conversation; empty is none
}

func newSuite(p *record.Pass) *suite {
	return &suite{Pass: p, files: record.OpenRefs(p), general: &test{}}
}

func (s *suite) close() { s.files.Close() }

// failAt reports a problem of a file that may be one that the set refers to.
func (s *suite) failAt(path string, line int, format string, args ...any) {
	s.FailIn(path, record.Faultf(line, format, args...))
}

func (s *suite) config(doc *record.Node) error {
	path := s.Input.Path
	for i := range doc.Fields {
		f := &doc.Fields[i]
		row := configKey(f.Key)
		if row == nil {
			s.Notes.Add("the setting %q is not known here and was not taken over%s", record.Shown(f.Key),
				suggest.DidYouMean(f.Key, []string{"prompts", "tests", "scenarios", "providers"}))
		} else if row.note != "" {
			s.Notes.Add("%s: not taken over; %s", row.name, row.note)
		}
	}
	if d := doc.Find("defaultTest"); d != nil {
		if t := s.defaultTest(path, d); t != nil {
			s.general = t
		}
	}
	if d := doc.Find("prompts"); d != nil {
		s.readPrompts(path, d)
		if s.talk != "" && len(s.Prompts) > 0 {
			s.failAt(path, d.Line, "a prompt that is the conversation of a variable is beside others: keep the one or the others")
		}
	}
	if d := doc.Find("scenarios"); d != nil {
		if err := s.scenarios(path, d); err != nil {
			return err
		}
	}
	if d := doc.Find("tests"); d != nil {
		return s.tests(path, d)
	}
	if doc.Find("scenarios") == nil {
		s.failAt(path, doc.Line, "there are neither tests nor scenarios, so there are no cases")
	}
	return nil
}

// defaultTest is what every test begins with; nil is one with problems, which have been reported.
func (s *suite) defaultTest(path string, n *record.Node) *test {
	if n.Kind == record.Text {
		doc, name := s.files.Document(path, n)
		if doc == nil {
			return nil
		}
		n, path = doc, name
	}
	return s.build(path, n)
}

// tests reads a test, a reference to tests, or a list of both.
func (s *suite) tests(path string, n *record.Node) error {
	return s.testsWith(path, n, func(t *test) error { return s.expand(join(s.general, t)) })
}

// one reads a single test.
func (s *suite) one(path string, n *record.Node) error {
	t := s.build(path, n)
	if t == nil {
		return nil
	}
	return s.expand(join(s.general, t))
}

func (s *suite) row(path string, n *record.Node) error {
	built, ok := s.rowTest(path, n)
	if !ok {
		return nil
	}
	return s.one(path, built)
}

// testsWith reads tests and hands each on.
func (s *suite) testsWith(path string, n *record.Node, yield func(*test) error) error {
	switch n.Kind {
	case record.List:
		for i := range n.Items {
			if err := s.testsWith(path, &n.Items[i], yield); err != nil {
				return err
			}
		}
	case record.Text:
		return readTests(s.files, s, path, n, yield)
	case record.Object:
		if n.Has("path") && !n.Has("vars") {
			s.failAt(path, n.Line, "tests that a program makes are not read: let it write them to a file first")
			return nil
		}
		if t := s.build(path, n); t != nil {
			return yield(t)
		}
	default:
		s.failAt(path, n.Line, "want a test, a file:// reference or a list of them, got %s", n.Kind)
	}
	return nil
}

// scenarios run each of their tests with each of their sets of variables.
func (s *suite) scenarios(path string, n *record.Node) error {
	switch n.Kind {
	case record.List:
		for i := range n.Items {
			if err := s.scenarios(path, &n.Items[i]); err != nil {
				return err
			}
		}
		return nil
	case record.Text:
		for _, name := range s.files.Match(path, n) {
			doc := s.files.Read(path, n.Line, name)
			if doc == nil {
				continue
			}
			if doc.Kind == record.Text {
				s.failAt(name, doc.Line, "want a scenario, got %s", doc.Kind)
				continue
			}
			if err := s.scenarios(name, doc); err != nil {
				return err
			}
		}
		return nil
	case record.Object:
		return s.scenario(path, n)
	}
	s.failAt(path, n.Line, "want a scenario, got %s", n.Kind)
	return nil
}

func (s *suite) scenario(path string, n *record.Node) error {
	config := n.Find("config")
	if config == nil || config.Kind != record.List {
		s.failAt(path, n.Line, "a scenario takes a list under config")
		return nil
	}
	var tests []*test
	keep := func(t *test) error {
		tests = append(tests, t)
		return nil
	}
	if d := n.Find("tests"); d == nil {
		tests = []*test{{path: path, line: n.Line}}
	} else if err := s.testsWith(path, d, keep); err != nil {
		return err
	}
	for i := range config.Items {
		c := &config.Items[i]
		if c.Has("$values", "$expand") {
			s.failAt(path, c.Line, "$values and $expand are not read: write the entries here")
			continue
		}
		data := s.build(path, c)
		if data == nil {
			continue
		}
		for _, t := range tests {
			if err := s.expand(join(join(s.general, data), t)); err != nil {
				return err
			}
		}
	}
	return nil
}

// reserved are the columns of a table of tests that are no variables; those that end with a colon go on.
var reserved = []string{
	"__expected", "__prefix", "__suffix", "__description", "__providerOutput", "__metric", "__threshold",
	"__metadata", "__metadata:", "__config:",
}

func isReserved(key string) bool {
	if strings.HasPrefix(key, "__expected") {
		return true
	}
	for _, r := range reserved {
		if key == r || strings.HasSuffix(r, ":") && strings.HasPrefix(key, r) {
			return true
		}
	}
	return false
}
