package dataset

import (
	"strings"
)

// setting is a key at the top of promptfoo's configuration.
type setting struct {
	name string
	note string // why it is not taken over; empty for what is, or for what says nothing about the cases
}

const nameModel = "name the model when the set is run"

var settings = []setting{
	{"prompts", ""}, {"tests", ""}, {"defaultTest", ""}, {"scenarios", ""}, {"description", ""}, {"$schema", ""}, {"tags", ""}, {"metadata", ""},
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

func configKey(name string) *setting {
	for i := range settings {
		if settings[i].name == name {
			return &settings[i]
		}
	}
	return nil
}

// isConfig reports whether an object is a configuration, and not a record.
func isConfig(n *node) bool {
	return n.kind == object && n.has("prompts", "tests", "defaultTest", "scenarios", "providers", "targets") &&
		!n.has("question", "input", "vars", "user_input", "gold")
}

func sniffPromptfoo(h *head) bool {
	n := h.first
	switch {
	case n.kind == text:
		return strings.HasPrefix(n.text, "file://")
	case isConfig(n) && (h.shape == jsonFile || h.shape == yamlFile):
		return true
	case h.shape != table:
		v := n.find("vars")
		return v != nil && v.kind == object || n.has("assert")
	}
	for i := range n.fields {
		if isReserved(n.fields[i].key) {
			return true
		}
	}
	return false
}

// readPromptfoo reads a configuration, or a file of tests.
func readPromptfoo(p *pass) error {
	s := newSuite(p)
	defer s.close()
	switch p.set.shape {
	case table:
		return p.each(func(n *node) error { return s.row(p.set.Path, n) })
	case jsonFile, yamlFile:
		doc, err := p.readDocument()
		if err != nil || doc == nil {
			return err
		}
		if doc.kind == object && isConfig(doc) {
			return s.config(doc)
		}
		return s.tests(p.set.Path, doc)
	}
	return p.each(func(n *node) error { return s.one(p.set.Path, n) })
}

// suite is a configuration being read: what its tests have in common.
type suite struct {
	*pass
	files   *refs
	general *test  // defaultTest
	talk    string // the variable that is the whole prompt: a conversation; empty is none
}

func newSuite(p *pass) *suite {
	return &suite{pass: p, files: openRefs(p), general: &test{}}
}

func (s *suite) close() { s.files.close() }

// failAt tells a problem of a file that may be one that the set refers to.
func (s *suite) failAt(path string, line int, format string, args ...any) {
	s.failIn(path, faultf(line, format, args...))
}

func (s *suite) config(doc *node) error {
	path := s.set.Path
	for i := range doc.fields {
		f := &doc.fields[i]
		row := configKey(f.key)
		if row == nil {
			s.notes.add("the setting %q is not known here and was not taken over%s", shown(f.key), nearest(f.key, []string{"prompts", "tests", "scenarios", "providers"}))
		} else if row.note != "" {
			s.notes.add("%s: not taken over; %s", row.name, row.note)
		}
	}
	if d := doc.find("defaultTest"); d != nil {
		if t := s.defaultTest(path, d); t != nil {
			s.general = t
		}
	}
	if d := doc.find("prompts"); d != nil {
		s.readPrompts(path, d)
		if s.talk != "" && len(s.prompts) > 0 {
			s.failAt(path, d.line, "a prompt that is the conversation of a variable stands beside others: keep the one or the others")
		}
	}
	if d := doc.find("scenarios"); d != nil {
		if err := s.scenarios(path, d); err != nil {
			return err
		}
	}
	if d := doc.find("tests"); d != nil {
		return s.tests(path, d)
	}
	if doc.find("scenarios") == nil {
		s.failAt(path, doc.line, "there are neither tests nor scenarios, so there are no cases")
	}
	return nil
}

// defaultTest is what every test begins with; nil is one with problems, which have been told.
func (s *suite) defaultTest(path string, n *node) *test {
	if n.kind == text {
		doc, name := s.files.document(path, n)
		if doc == nil {
			return nil
		}
		n, path = doc, name
	}
	return s.build(path, n)
}

// tests reads a test, a reference to tests, or a list of both.
func (s *suite) tests(path string, n *node) error {
	return s.testsWith(path, n, func(t *test) error { return s.expand(join(s.general, t)) })
}

// one reads a test that stands alone.
func (s *suite) one(path string, n *node) error {
	t := s.build(path, n)
	if t == nil {
		return nil
	}
	return s.expand(join(s.general, t))
}

func (s *suite) row(path string, n *node) error {
	built, ok := s.rowTest(path, n)
	if !ok {
		return nil
	}
	return s.one(path, built)
}

// testsWith reads tests and hands each on.
func (s *suite) testsWith(path string, n *node, yield func(*test) error) error {
	switch n.kind {
	case list:
		for i := range n.items {
			if err := s.testsWith(path, &n.items[i], yield); err != nil {
				return err
			}
		}
	case text:
		return s.files.tests(s, path, n, yield)
	case object:
		if n.has("path") && !n.has("vars") {
			s.failAt(path, n.line, "tests that a program makes are not read: let it write them to a file first")
			return nil
		}
		if t := s.build(path, n); t != nil {
			return yield(t)
		}
	default:
		s.failAt(path, n.line, "a test, a file:// reference or a list of them should stand here, not %s", n.kind)
	}
	return nil
}

// scenarios run each of their tests with each of their sets of variables.
func (s *suite) scenarios(path string, n *node) error {
	switch n.kind {
	case list:
		for i := range n.items {
			if err := s.scenarios(path, &n.items[i]); err != nil {
				return err
			}
		}
		return nil
	case text:
		for _, name := range s.files.match(path, n) {
			doc := s.files.read(path, n.line, name)
			if doc == nil {
				continue
			}
			if doc.kind == text {
				s.failAt(name, doc.line, "a scenario should stand here, not %s", doc.kind)
				continue
			}
			if err := s.scenarios(name, doc); err != nil {
				return err
			}
		}
		return nil
	case object:
		return s.scenario(path, n)
	}
	s.failAt(path, n.line, "a scenario should stand here, not %s", n.kind)
	return nil
}

func (s *suite) scenario(path string, n *node) error {
	config := n.find("config")
	if config == nil || config.kind != list {
		s.failAt(path, n.line, "a scenario takes a list under config")
		return nil
	}
	var tests []*test
	keep := func(t *test) error {
		tests = append(tests, t)
		return nil
	}
	if d := n.find("tests"); d == nil {
		tests = []*test{{path: path, line: n.line}}
	} else if err := s.testsWith(path, d, keep); err != nil {
		return err
	}
	for i := range config.items {
		c := &config.items[i]
		if c.has("$values", "$expand") {
			s.failAt(path, c.line, "$values and $expand are not read: write the entries here")
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
	"__expected", "__prefix", "__suffix", "__description", "__providerOutput", "__metric", "__threshold", "__metadata", "__metadata:", "__config:",
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
